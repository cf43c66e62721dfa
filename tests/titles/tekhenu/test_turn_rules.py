"""Rules and rulings on turns, each under its id."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.core.questions import Pick
from pbem.titles.tekhenu.actions.any import AnyAction
from pbem.titles.tekhenu.actions.bastet import Bastet
from pbem.titles.tekhenu.actions.god import possible
from pbem.titles.tekhenu.actions.hathor import Hathor
from pbem.titles.tekhenu.actions.horus import Horus
from pbem.titles.tekhenu.actions.osiris import Osiris
from pbem.titles.tekhenu.actions.thoth import Thoth
from pbem.titles.tekhenu.phases.market import refill
from pbem.titles.tekhenu.turns.turn import OffTurn, Turn
from tests.titles.tekhenu.build import ME, SPARE, THIRD, YOU, Game, tekhenu

# -- taking a die ----------------------------------------------------------------------------------------------------


def test_t_turn_2_forbidden_dice_are_not_offered() -> None:
    game = Game(tekhenu(dice="horus black 3, horus white 3, bastet white 2, ra grey 2"))
    assert game.options("die") == ["horus white 3", SPARE]  # the grey one: Ra is not affordable and grey makes nothing


def test_t_turn_4_pans() -> None:
    for die, pan in (("horus white 3", "left"), ("horus yellow 3", "right")):
        game = Game(tekhenu(dice=die)).say(f"die: {die}").finish()
        assert getattr(game.me, pan) == [die.partition(" ")[2]]
        assert game.t.dice["horus"] == []


def test_t_turn_5_god_action_or_production() -> None:
    game = Game(tekhenu(dice="osiris yellow 3")).say("die: osiris yellow 3")
    assert game.options("action") == ["produce", "god"]
    assert [game.asked[1].describe(key) for key in ("god", "produce")] == [
        "osiris action with 3: a workshop or quarry in row 3 for 1 happiness",
        "produce 3 papyrus for nothing: keep 2, 1 overproduced",
    ]


@pytest.mark.parametrize(
    ("god", "text"),
    [
        ("horus", "a statue at hathor or for the people for 2 granite (h)"),
        ("ra", "a pillar on P23 for 1 limestone (h), +2 VP and more"),
        ("hathor", "a building at the temple from 2 bread (h), population +3"),
        ("bastet", "2 papyrus for happiness +3, 1 scribe"),
        ("thoth", "2 cards for 2 papyrus"),
        ("osiris", "a workshop or quarry in row 3 for 1 happiness"),
    ],
)
def test_action_texts_say_cost_and_gain(god: str, text: str) -> None:
    question = Game(tekhenu(granite=2, limestone=1, bread=2, papyrus=2), AnyAction(seat=ME)).question("bonus")
    assert question.describe(f"{god} 3") == f"{god} action with 3: {text}"


def test_t_turn_6_only_what_can_be_performed_completely() -> None:
    t = tekhenu(happiness=0)
    assert [god for god in t.data.gods if possible(t, ME, god, 3)] == []
    t = tekhenu(granite=2, limestone=1, bread=2, papyrus=2)
    assert [god for god in t.data.gods if possible(t, ME, god, 3)] == list(t.data.gods)
    t = tekhenu(granite=2, limestone=1, bread=2, papyrus=2, buildings=0, statues=0, pillars=0)
    assert [god for god in t.data.gods if possible(t, ME, god, 3)] == ["bastet", "thoth"]


def test_grey_die_is_offered_if_a_changed_value_makes_its_action_possible() -> None:
    t = tekhenu(dice="thoth grey 3", scribe=1)
    game = Game(t).say("die: thoth grey 3")
    assert game.options("value") == ["1", "2"]
    assert game.asked[1].default is None


def test_rul_15_nothing_is_possible() -> None:
    """Only grey dice whose gods cannot act: a die is placed and nothing is done; T-FLOW-3 stays intact."""
    t = tekhenu(dice="ra grey 2, bastet white 4", spare=False)
    game = Game(t).finish()
    assert game.me.right == ["grey 2"]
    assert t.dice["bastet"] == ["white 4"]
    assert game.turn_over == [ME]


def test_rul_15_not_even_a_legal_die() -> None:
    """If all dice are forbidden any of them goes below the scale."""
    game = Game(tekhenu(dice="bastet white 4", spare=False)).finish()
    assert game.me.below == ["white 4"]


def test_rul_15_blessings_need_not_be_played() -> None:
    game = Game(tekhenu(dice="ra grey 2", spare=False, blessings=["B13"]))
    assert game.options("action") == ["god", "nothing"]
    game.say("action: nothing").finish()
    assert game.me.blessings == ["B13"]


def test_rul_15_a_forbidden_die_does_nothing_at_all() -> None:
    """Neither a value nor an extra action is asked for."""
    mine: dict[str, Any] = {"blessings": ["B17"], "technologies": ["T14"], "scribe": 1, "papyrus": 2}
    game = Game(tekhenu(dice="bastet white 4", spare=False, **mine)).finish()
    assert (game.me.below, game.me.blessings, game.me.stock["scribe"]) == (["white 4"], ["B17"], 1)


def test_the_clock_plays_something_harmless() -> None:
    """First a die that can be used as it lies, then production: nothing is spent for somebody absent."""
    game = Game(tekhenu(dice="horus black 3, thoth yellow 2, thoth grey 2", scribe=3, papyrus=3, spare=False))
    while not game.run.over:
        seat, question = game.asked
        game.run.give(seat, question.harmless())
    assert (game.me.left, game.me.stock["scribe"], game.me.stock["papyrus"]) == (["yellow 2"], 3, 5)


def test_rul_24_anubis_dice_are_neither_pure_nor_tainted() -> None:
    game = Game(tekhenu(dice="horus grey 3", scribe=2, technologies=["T18", "T19"]))
    game.say("die: horus grey 3", "action: granite").finish()
    assert (game.me.vp, game.me.stock["granite"], game.me.below) == (10, 2, ["grey 3"])


def test_rul_24_statues_react_to_the_action_not_to_the_section() -> None:
    t = tekhenu(3, dice="thoth white 1", scribe=2)
    t.statues["thoth"], t.statues["osiris"] = [YOU], [THIRD]
    game = Game(t).say("die: thoth white 1", "as: anubis", "action: osiris", "district: bread").finish()
    assert (t.players[YOU].stock["scribe"], t.players[THIRD].vp) == (0, 12)
    assert game.me.below == ["white 1"]


def test_t_horus_5_production_triggers_no_statue() -> None:
    t = tekhenu(dice="osiris yellow 3")
    t.statues["osiris"] = [YOU]
    Game(t).say("die: osiris yellow 3", "action: produce").finish()
    assert t.players[YOU].vp == 10


# -- Horus -----------------------------------------------------------------------------------------------------------


def test_t_horus_1_costs_rise_from_the_left() -> None:
    t = tekhenu(granite=18)
    costs = []
    for spot in ("OW", "OQ", *[s.id for s in t.data.people_spots if s.at_temple], "horus", "ra"):
        before = t.players[ME].stock["granite"]
        position = t.horus.index(spot) + 1 if spot in t.statues else 1
        Game(t, Horus(seat=ME, value=position)).say(f"statue: {spot}").finish()
        costs.append(before - t.players[ME].stock["granite"])
    assert costs == [2, 2, 3, 3, 4, 4]
    assert not Horus.possible(t, ME, 3)
    assert t.players[ME].stock["gold"] == 4  # T-HORUS-8: the Gold of the four people's spots


def test_t_horus_9_rul_06_temple_statue_counts_own_pillars() -> None:
    t = tekhenu(granite=2)
    spot = next(spot for spot in t.data.people_spots if spot.at_temple)
    mine, other, yours = t.data.line_spaces[spot.line][:3]
    for space, owner in ((mine, ME), (other, ME), (yours, YOU)):
        t.tiles[space], t.pillars[space] = f"P{space}", owner
    game = Game(t, Horus(seat=ME, value=1)).say(f"statue: {spot.id}")
    assert game.me.vp == 16


@pytest.mark.parametrize(("seats", "spots"), [(2, 1), (3, 2), (4, 3)])
def test_t_horus_3_spots_per_god(seats: int, spots: int) -> None:
    t = tekhenu(seats, granite=2)
    t.statues["horus"] = [YOU] * spots
    t.people = {spot.id: YOU for spot in t.data.people_spots}
    assert not Horus.possible(t, ME, 1)
    t.statues["horus"].pop()
    assert Horus.possible(t, ME, 1)


def test_rul_17_statue_must_have_stood_before() -> None:
    """Two players: building at Horus brings nothing for that action; with one already there, once."""
    t = tekhenu(granite=9)
    game = Game(t, Horus(seat=ME, value=1)).say("statue: horus")
    assert game.me.stock["faith"] == 0
    Game(t, Horus(seat=ME, value=2)).say("statue: ra")
    assert game.me.stock["faith"] == 1


def test_rul_18_immediate_bonus_for_the_first_own_statue_only() -> None:
    t = tekhenu(3, granite=9)
    for _ in range(2):
        Game(t, Horus(seat=ME, value=1)).say("statue: horus")
    assert t.players[ME].stock["faith"] == 1


# -- Hathor, Osiris, Bastet --------------------------------------------------------------------------------------------


def test_t_hathor_1_to_3() -> None:
    """Own Pillars 3 VP, empty spaces one of what they show, others nothing; Population by the value."""
    t = tekhenu(bread=3)
    t.tiles[6], t.pillars[6] = "P26", ME
    t.tiles[7], t.pillars[7] = "P27", YOU
    game = Game(t, Hathor(seat=ME, value=2)).say("spot: W2")
    # Row 2: papyrus 1, own pillar, other's pillar, bread 2, scribe 1 (which is neither resource nor faith).
    assert game.event("built_building") == {
        "spot": "W2", "vp": 3, "amounts": {"papyrus": 1, "bread": 1}, "population": 2,
    }  # fmt: skip
    assert (game.me.vp, game.me.population, game.me.buildings, t.buildings) == (13, 7, 9, {"W2": ME})
    assert game.me.stock["scribe"] == 0


def test_t_hathor_0_open_spots_by_player_count() -> None:
    for seats, count in ((2, 10), (3, 14), (4, 18)):
        assert len(Game(tekhenu(seats, bread=4), Hathor(seat=ME, value=1)).options("spot")) == count


def test_option_text_says_cost_and_gain() -> None:
    t = tekhenu(bread=4)
    for space in (7, 12):
        t.tiles[space], t.pillars[space] = "P26", ME
    question = Game(t, Hathor(seat=ME, value=1)).question("spot")
    assert question.describe("S3").startswith("build at S3 for 4 bread: 2 of your pillars in line, +6 VP; ")


@pytest.mark.parametrize(
    ("row", "district", "production", "stock"),
    [
        (1, "papyrus", {"papyrus": 3}, {"papyrus": 1}),
        (2, "bread", {"bread": 3}, {"bread": 1, "gold": 1}),
        (3, "limestone", {"limestone": 3, "granite": 3}, {"limestone": 1}),
        (4, "granite", {"granite": 3, "bread": 3}, {"granite": 1, "gold": 1}),
        (5, "papyrus", {"papyrus": 4}, {"papyrus": 2}),
        (6, "bread", {"bread": 5}, {"bread": 2}),
    ],
)
def test_t_osiris_3_to_8(row: int, district: str, production: dict[str, int], stock: dict[str, int]) -> None:
    """RUL-42: rows 3 and 4 raise both resources shown and give the district's."""
    game = Game(tekhenu(), Osiris(seat=ME, value=row)).say(f"district: {district}")
    if row == 6:
        game.say("raise: bread")
    assert {k: v for k, v in game.me.production.items() if v != 2} == production
    assert {k: v for k, v in game.me.stock.items() if v} == stock
    assert (game.me.happiness, game.me.buildings) == (1, 9)


def test_t_osiris_4_gold_of_row_2_lies_there_once() -> None:
    t = tekhenu(happiness=5)
    for district, gold in (("bread", 1), ("papyrus", 1)):
        game = Game(t, Osiris(seat=ME, value=2)).say(f"district: {district}")
        assert game.me.stock["gold"] == gold


def test_t_osiris_1_impossible() -> None:
    t = tekhenu()
    t.osiris[:4] = [YOU] * 4
    assert not Osiris.possible(t, ME, 1)
    assert Osiris.possible(t, ME, 2)
    assert not Osiris.possible(tekhenu(happiness=0), ME, 2)
    assert not Osiris.possible(tekhenu(buildings=0), ME, 2)


def test_t_osiris_9_production_stops_at_6() -> None:
    t = tekhenu(happiness=5)
    t.players[ME].production["bread"] = 5
    assert Game(t, Osiris(seat=ME, value=5)).say("district: bread").me.production["bread"] == 6


def test_osiris_of_starting_cards() -> None:
    """S01 to S03: no Happiness lost, some districts only."""
    game = Game(tekhenu(happiness=0), Osiris(seat=ME, value=3, free=True, districts=["limestone", "granite"]))
    assert game.options("district") == ["limestone", "granite"]
    assert game.say("district: granite").me.happiness == 0


def test_rul_65_festival_without_a_step() -> None:
    game = Game(tekhenu(papyrus=2, happiness=5), Bastet(seat=ME, value=2))
    assert (game.me.happiness, game.me.stock["scribe"]) == (5, 2)


# -- the people track ----------------------------------------------------------------------------------------------


def test_t_people_2_and_3() -> None:
    t = tekhenu()
    t.gain(ME, {"happiness": 9})
    assert t.players[ME].happiness == 5
    t.gain(ME, {"population": 99})
    assert t.players[ME].population == 21


def test_t_people_5_rewards_once() -> None:
    """RUL-22: passing counts, falling back and returning does not repeat it."""
    t = tekhenu(happiness=15, population=21)
    t.add_happiness(ME, 5)
    me = t.players[ME]
    assert (me.stock["gold"], me.stock["scribe"], t.extra) == (1, 1, [])
    t.lose_happiness(ME, 6)
    t.add_happiness(ME, 5)
    assert (me.stock["gold"], me.stock["scribe"], me.reached) == (1, 1, [16, 19])


def test_rul_22_extra_action_in_the_own_turn() -> None:
    """After the action that brought it, before the turn ends; it must be declined in so many words."""
    game = Game(tekhenu(dice="bastet black 6", happiness=15, population=21, papyrus=2, bread=2))
    game.say("die: bastet black 6", "action: god")
    seat, question = game.asked
    assert (seat, question.name, question.default, question.low) == (ME, "bonus", None, 0)
    assert "hathor 3" in question.options and "granite 6" in question.options and "horus 1" not in question.options
    game.say("bonus: hathor 3", "spot: W1").finish()
    assert (game.me.buildings, game.me.population) == (9, 21)
    assert game.turn_over == [ME]


def test_rul_22_declined() -> None:
    game = Game(tekhenu(dice="bastet black 6", happiness=15, population=21, papyrus=2))
    game.say("die: bastet black 6", "action: god", "bonus: none").finish()
    assert "extra_action_declined" in game.kinds()


def test_dec_30_extra_action_off_turn_after_the_running_turn() -> None:
    """RUL-68: the market is full again before it, and its gaps are filled right after it."""
    t = tekhenu(dice="hathor black 1", bread=2)
    t.statues["hathor"] = [YOU]
    you = t.players[YOU]
    you.happiness, you.population = 20, 21
    game = Game(t).say("die: hathor black 1", "action: god", "spot: W1")
    while game.asked[1].name != "bonus":
        game.default()
    assert game.asked[0] == YOU
    assert game.turn_over == [ME]
    assert t.active == ""
    game.say("bonus: thoth 1", "section: II", "cards: " + t.market["II"][0]).finish()
    assert game.turn_over == [ME, YOU]
    assert "" not in t.market["II"]
    assert len(you.blessings) == 1


def test_dec_30_several_owners_in_turn_order() -> None:
    t = tekhenu(3)
    t.order = [THIRD, ME, YOU]
    t.extra = [YOU, THIRD]
    game = Game(t, OffTurn()).say("bonus: bread 1", "bonus: none").finish()
    assert game.turn_over == [THIRD, YOU]


def test_rul_23_extra_action_pays_and_triggers() -> None:
    t = tekhenu(papyrus=2, technologies=["T06"])
    t.statues["bastet"] = [YOU]
    game = Game(t, AnyAction(seat=ME)).say("bonus: bastet 1").finish()
    assert (game.me.stock["papyrus"], game.me.vp, t.players[YOU].stock["gold"]) == (0, 12, 1)
    assert game.me.dice == 0


def test_any_action_without_cost() -> None:
    """D23 (RUL-35): no resource cost, but Happiness, pieces and spaces stay limits."""
    game = Game(tekhenu(happiness=0), AnyAction(seat=ME, name="decree", prefix="D23 ", waive=True))
    options = game.options("decree")
    assert "D23 ra 1" in options and "D23 bastet 6" in options and "D23 bread 2" in options
    assert not any(key.startswith(("D23 osiris", "D23 thoth")) for key in options)
    game.say("decree: D23 horus 1", "statue: OW")
    assert game.me.statues == 5


# -- Thoth and the market --------------------------------------------------------------------------------------------


def test_t_people_4_rul_21_sections_open_in_the_middle_of_an_action() -> None:
    t = tekhenu(bread=2)
    game = Game(t, Hathor(seat=ME, value=4)).say("spot: W1")
    assert len(t.market["III"]) == 4 and t.market["IV"] == []
    t.add_population(YOU, 8)
    assert len(t.market["IV"]) == 4
    assert game.kinds().count("market_opened") == 2
    t.lose_population(YOU, 9)
    t.lose_population(ME, 9)
    assert t.market["III"] and t.market["IV"]  # T-MARKET-4


def test_t_market_1_slots() -> None:
    t = tekhenu(population=5)
    t.add_population(ME, 8)
    kinds = {section: [t.data.cards[card].kind[0] for card in slots] for section, slots in t.market.items()}
    assert kinds == {"I": list("bbt"), "II": list("bbtt"), "III": list("bttd"), "IV": list("btdd")}


def test_rul_19_taken_cards_are_replaced_at_the_end_of_the_turn() -> None:
    t = tekhenu(dice="thoth yellow 1")
    game = Game(t).say("die: thoth yellow 1", "action: god")
    card = t.market["I"][0]
    game.say(f"cards: {card}").finish()
    assert game.me.blessings == [card]
    assert "" not in t.market["I"]
    assert game.kinds()[-1] == "market_filled"


def test_t_thoth_3_rul_20_rul_66_refresh() -> None:
    """Any open section, also out of reach, gaps included, each once; cards come at once (RUL-19)."""
    t = tekhenu(papyrus=3, happiness=2)
    t.market["II"][0] = ""
    old = list(t.market["II"])
    game = Game(t, Thoth(seat=ME, value=1))
    assert game.options("refresh") == ["I", "II"]
    game.say("refresh: II")
    assert "" not in t.market["II"] and not set(old) & set(t.market["II"])
    assert set(t.discards["blessing"] + t.discards["technology"]) == set(old) - {""}
    assert game.options("refresh") == ["I"]
    game.say("refresh: none")
    assert game.me.stock["papyrus"] == 2
    assert game.asked[1].name == "cards"


def test_rul_47_a_section_must_hold_all_cards() -> None:
    t = tekhenu(papyrus=3, happiness=5)
    t.market["I"] = ["B01", "", ""]
    t.market["II"] = ["B02", "B03", "", ""]
    assert Thoth.possible(t, ME, 3)
    assert not Thoth.possible(t, ME, 5)
    Game(t, Thoth(seat=ME, value=3)).say("cards: B02, B03")
    assert t.players[ME].blessings == ["B02", "B03"]


def test_t_market_6_empty_deck_is_rebuilt_from_its_discards() -> None:
    t = tekhenu()
    t.decks["blessing"] = []
    t.discards["blessing"] = ["B01"]
    t.market["I"][:2] = ["", ""]
    refill(t)
    assert t.market["I"][:2] == ["B01", ""]
    assert t.discards["blessing"] == []


def test_t_thoth_4_decrees_are_kept_apart() -> None:
    t = tekhenu(happiness=13, population=5)
    t.players[ME].happiness = 5
    t.add_population(ME, 8)
    t.players[ME].happiness = 13
    decree = t.market["III"][3]
    game = Game(t, Thoth(seat=ME, value=1)).say("section: III", f"cards: {decree}")
    assert game.me.decrees == [decree]


def test_cards_may_be_ranked_beyond_the_market() -> None:
    question = Game(tekhenu(papyrus=0), Thoth(seat=ME, value=1)).question("cards")
    assert isinstance(question, Pick) and question.known is not None
    assert "T15" in question.known and "x" not in question.known


# -- losses, order, resting ------------------------------------------------------------------------------------------


def test_rul_48_losses_stop_at_zero() -> None:
    t = tekhenu(vp=2)
    assert t.lose_vp(ME, 3) == 2
    assert t.players[ME].vp == 0
    t.add_vp(ME, 1)
    assert t.players[ME].vp == 1


def test_turn_can_rest_at_every_question() -> None:
    """Steps that ask change nothing: dumping, loading and asking anew gives the same question, all through a turn."""
    lines = [
        *("die: hathor black 3", "as: none", "value: 3", "extra: B17 ra", "space: b2", "turn: 0", "pay: 1 limestone"),
        *("play: B07 population", "action: god", "spot: W1", "pay: 2 bread", "extra: B19 osiris", "district: bread"),
    ]
    mine: dict[str, Any] = {"blessings": ["B17", "B19", "B07"], "scribe": 3, "bread": 3, "limestone": 2, "gold": 1}
    game = Game(tekhenu(dice="hathor black 3", **mine))
    for line in lines:
        question = game.question(line.partition(":")[0])
        text = game.t.model_dump_json()
        live = game.t.live
        loaded = type(game.t).model_validate_json(text)
        loaded.live = live
        again = Game(loaded)
        assert again.asked[1].options == question.options
        assert loaded.model_dump_json() == text
        game.say(line)
    game.finish()
    assert (game.me.buildings, game.me.pillars, game.me.population) == (8, 7, 10)


def test_active_seat_is_known_only_in_its_turn() -> None:
    game = Game(tekhenu(dice="osiris yellow 3"), Turn(seat=ME))
    assert game.t.active == ME
    game.say("die: osiris yellow 3", "action: produce").finish()
    assert game.t.active == ""


def test_rul_13_bonus_belongs_to_the_position() -> None:
    """The tile names the god, the position the bonus: with Osiris on position 5 its statues bring a Scribe."""
    t = tekhenu()
    t.horus = ["horus", "ra", "hathor", "bastet", "osiris", "thoth"]
    t.statues["osiris"] = [YOU]
    Game(t, Osiris(seat=ME, value=1)).say("district: bread")
    assert t.players[YOU].stock["scribe"] == 1


def test_rul_12_tokens_are_not_limited() -> None:
    """T-LIMIT-2."""
    t = tekhenu(scribe=30)
    t.gain(ME, {"scribe": 1, "faith": 20})
    assert (t.players[ME].stock["scribe"], t.players[ME].stock["faith"]) == (31, 20)


def test_t_pay_3_overproduced_resources_pay_nothing() -> None:
    t = tekhenu()
    t.players[ME].overproduced["papyrus"] = 4
    assert not Bastet.possible(t, ME, 3)


def test_rul_57_b19_costs_population() -> None:
    game = Game(tekhenu(dice="hathor black 3", blessings=["B19"], population=9, happiness=2))
    assert game.say("die: hathor black 3").question("extra").describe("B19 osiris") == (
        "play B19 for 1 happiness, 1 population: osiris action, a workshop or quarry in row 3 for 1 happiness"
    )


def test_rul_58_production_first_counts_as_production() -> None:
    """T12 and T17 see T19's production like any other."""
    mine: dict[str, Any] = {"technologies": ["T19", "T12", "T17"], "scribe": 1, "happiness": 2}
    t = tekhenu(dice="hathor brown 4", **mine)
    game = Game(t).say("die: hathor brown 4", "value: 4", "action: god", "first: produce", "spot: W1").finish()
    assert game.me.vp == 10 + 2 + 2


def test_no_rule_names_a_card() -> None:
    """Cards are met through hooks: outside `cards` no rule file holds a card's or tile's number as a value."""
    import ast
    import re
    from pathlib import Path

    import pbem.titles.tekhenu as here

    folder = Path(here.__file__).parent
    files = [folder / f"{name}.py" for name in ("state", "board", "base", "game_book")]
    files += sorted(path for room in ("turns", "phases", "actions") for path in (folder / room).glob("*.py"))
    named = [
        (path.name, node.value)
        for path in files
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and re.fullmatch(r"[ABDPST]\d\d", node.value)
    ]
    assert named == [("setup.py", "D03")]  # an option of the set-up takes this card out by its number
