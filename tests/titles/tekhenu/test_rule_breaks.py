"""Rules whose break (`rules.mut`) no other test noticed under their own id: each test here fails if its rule goes."""

from __future__ import annotations

from collections import Counter

import pytest

from pbem.engine.submission import lines as reading
from pbem.engine.submission import picks
from pbem.titles.tekhenu.actions.any import AnyAction
from pbem.titles.tekhenu.actions.bastet import Bastet
from pbem.titles.tekhenu.actions.god import possible
from pbem.titles.tekhenu.actions.hathor import Hathor
from pbem.titles.tekhenu.actions.horus import Horus
from pbem.titles.tekhenu.actions.osiris import Osiris
from pbem.titles.tekhenu.actions.produce import Produce
from pbem.titles.tekhenu.actions.ra import Ra
from pbem.titles.tekhenu.actions.thoth import Thoth
from pbem.titles.tekhenu.phases.decree import DecreeAction
from pbem.titles.tekhenu.phases.destiny import destiny_question
from pbem.titles.tekhenu.phases.game import Game as Whole
from pbem.titles.tekhenu.phases.maat import Maat
from pbem.titles.tekhenu.turns.turn import Turn
from tests.titles.tekhenu.build import FOURTH, ME, SPARE, THIRD, YOU, Game, tekhenu
from tests.titles.tekhenu.tables import (
    laid_out,
    run,
)

# -- pieces and set-up ------------------------------------------------------------------------------------------------


def test_t_comp_1_and_2_what_lies_on_the_table() -> None:
    """T-COMP-1, T-COMP-2: every tile, 6 Horus tiles, 2 scoring markers, 26 dice with 6 grey ones."""
    t = laid_out(4)
    assert sorted(t.tile_stack + t.ra) == sorted(t.data.tiles)
    assert (sorted(t.horus), len(t.markers)) == (sorted(t.data.gods), 2)
    colours = Counter(t.bag) + Counter(die.split()[0] for dice in t.dice.values() for die in dice)
    assert colours == {"white": 5, "yellow": 5, "black": 5, "brown": 5, "grey": 6}


def test_t_comp_4_t_setup_9_every_board() -> None:
    """T-COMP-4, T-SETUP-9A, T-SETUP-9B, T-SETUP-9C, T-SETUP-9D, T-SETUP-9E, T-SETUP-9F, T-SETUP-9G, T-SETUP-9H."""
    player = laid_out(2).players["blue"]
    assert (player.buildings, player.statues, player.pillars, player.marker) == (10, 6, 8, None)
    assert player.production == {"papyrus": 2, "bread": 2, "limestone": 2, "granite": 2}
    assert (player.vp, player.happiness, player.population) == (10, 2, 5)
    assert (player.stock["gold"], player.stock["scribe"]) == (1, 1)


def test_t_term_3_rows_and_columns() -> None:
    """W2 and E4 stand at rows, N2 and S5 at columns; the statues at the middle ones."""
    data = tekhenu(4).data
    assert [data.spot_by_id[spot].line for spot in ("W2", "E4", "N2", "S5")] == [1, 3, 6, 9]
    assert sorted(spot.line for spot in data.people_spots if spot.at_temple) == [2, 7]


def test_t_setup_10_cards_left_out_are_in_no_deck() -> None:
    t = laid_out(2)
    lying = [card for pile in (*t.decks.values(), *t.market.values()) for card in pile]
    decks = (t.data.blessings, t.data.technologies, t.data.decrees)
    assert not {"D03", "T16", "D20"} & set(lying) and len(lying) == sum(map(len, decks)) - 3


def test_t_setup_12c_and_13_rewards_in_turn_order_then_the_first_turn() -> None:
    """T-SETUP-12C, T-SETUP-13: whoever is first in turn order takes the first Destiny card and the first turn."""
    for seed in range(6):
        game = laid_out(3, seed=str(seed))
        running = run(game, Whole())
        takers: list[str] = []
        while not game.round:
            seat, question = next(iter(running.questions().items()))
            takers += [seat] if question.name == "destiny" else []
            running.give(seat, list(question.options[: question.low]))
        assert takers == game.order
        assert (game.round, list(running.questions())) == (1, game.order[:1])
        if game.order != game.seats:
            return
    raise AssertionError("every game had its seats in turn order")


# -- a turn -----------------------------------------------------------------------------------------------------------


def test_t_turn_7_an_extra_action_before_or_after_the_standard_one() -> None:
    for lines in (["extra: B17 ra", "space: b2", "turn: 1", "action: god", "spot: S3"],
                  ["action: god", "spot: S3", "extra: B17 ra", "space: b2", "turn: 1"]):  # fmt: skip
        t = tekhenu(dice="hathor brown 4", bread=4, blessings=["B17"], scribe=1, limestone=1)
        game = Game(t).say("die: hathor brown 4", *lines).finish()
        assert (game.me.buildings, game.me.pillars) == (9, 7)


def test_t_dice_1_neighbours_and_opposite_sections() -> None:
    """T-DICE-1, T-CARD-B17, T-CARD-B19: clockwise Horus, Ra, Hathor, Bastet, Thoth, Osiris."""
    t = tekhenu()
    assert t.data.gods == ("horus", "ra", "hathor", "bastet", "thoth", "osiris")
    for at, god in enumerate(t.data.gods):
        turn = Turn(seat=ME, section=god)
        assert turn.extra_gods(t, "B19") == [t.data.gods[(at + 3) % 6]]
        assert turn.extra_gods(t, "B17") == [t.data.gods[at - 1], t.data.gods[(at + 1) % 6]]


def test_rul_61_a_forbidden_die_is_pure_or_tainted_for_everything() -> None:
    """RUL-61: by T08, as its taker says: the pan, the point of T18, the production first of T19."""
    for way, pans, vp in (("pure", (1, 0, 0), 11), ("tainted", (0, 1, 0), 10)):
        t = tekhenu(dice="osiris black 3", technologies=["T08", "T18", "T19"], scribe=1)
        game = Game(t).say("die: osiris black 3", f"as: {way}", "action: god")
        assert (len(game.me.left), len(game.me.right), len(game.me.below)) == pans and game.me.vp == vp
        assert (game.asked[1].name == "first") == (way == "tainted")


def test_rul_24_a_grey_die_by_anubis_may_produce_whatever_its_value() -> None:
    """No god action is possible, so only the production lets the value be changed."""
    game = Game(tekhenu(dice="ra grey 3", scribe=3, happiness=0)).say("die: ra grey 3", "as: anubis")
    assert game.options("value") == ["1", "2", "3", "4", "5"]
    game.say("value: 2", "action: granite").finish()
    assert (game.me.stock["granite"], game.me.below) == (2, ["grey 2"])


def test_rul_26_a_card_taken_in_this_turn_brings_no_extra_action() -> None:
    """B17 from the market: Osiris is beside Thoth and could be paid, but the die was taken before."""
    t = tekhenu(dice="thoth yellow 1", scribe=1)
    t.market["I"][0] = "B17"
    t.decks["blessing"].remove("B17")
    game = Game(t).say("die: thoth yellow 1", "value: 1", "action: god", "section: I", "cards: B17")
    assert game.run.over and game.me.blessings == ["B17"]


def test_rul_28_a_pure_die_produces_nothing_first() -> None:
    t = tekhenu(dice="osiris white 3", technologies=["T19"], scribe=1)
    game = Game(t).say("die: osiris white 3", "action: god")
    assert game.me.left == ["white 3"] and game.asked[1].name == "district"


def test_t_anubis_3_a_third_scribe_changes_the_value() -> None:
    game = Game(tekhenu(dice="horus black 5", scribe=3)).say("die: horus black 5", "as: anubis", "value: 3")
    assert (game.me.stock["scribe"], game.me.below) == (0, ["black 3"])


def test_t_pay_1_gold_alone_pays_for_every_action() -> None:
    t = tekhenu(gold=4)
    assert all(possible(t, ME, god, 1) for god in t.data.gods)
    Game(t, Bastet(seat=ME, value=1)).finish()
    assert t.players[ME].stock["gold"] == 2


def test_t_pay_3_t_prod_3_what_lies_on_the_scale_is_not_in_the_stock() -> None:
    """T-PAY-3, T-PROD-3: it counts -1 each in the next Maat phase, cannot be spent, and goes back then."""
    t = tekhenu()
    Game(t, Produce(seat=ME, resource="bread", value=5)).finish()
    me = t.players[ME]
    assert (me.stock["bread"], me.overproduced["bread"], me.balance) == (2, 3, -3)
    assert not possible(tekhenu(bread=1, overproduced=me.overproduced), ME, "hathor", 1)
    t = laid_out(2)
    t.players[ME].overproduced["bread"] = 3
    run(t, Maat())
    assert (t.players[ME].overproduced["bread"], t.players[ME].marker, t.players[ME].stock["bread"]) == (0, -3, 0)


@pytest.mark.parametrize(
    ("colour", "resource"), [("yellow", "papyrus"), ("brown", "bread"), ("white", "limestone"), ("black", "granite")]
)
def test_t_prod_1_colour_and_value(colour: str, resource: str) -> None:
    game = Game(tekhenu(dice=f"ra {colour} 2")).say(f"die: ra {colour} 2", "action: produce").finish()
    assert {token: n for token, n in game.me.stock.items() if n} == {resource: 2}


def test_t_people_5_the_extra_action_at_21() -> None:
    t = tekhenu(dice="bastet black 6", papyrus=2, happiness=16, population=21, reached=[16])
    game = Game(t).say("die: bastet black 6", "action: god")
    assert game.asked[1].name == "bonus" and game.me.reached == [16, 19, 21]


def test_rul_22_it_comes_as_soon_as_the_card_is_finished() -> None:
    """T-PEOPLE-5, DEC-27: B07 before the standard action brings it before the standard action."""
    t = tekhenu(dice="osiris yellow 3", blessings=["B07"], happiness=19, population=21, reached=[16, 19])
    game = Game(t).say("die: osiris yellow 3", "play: B07 happiness")
    assert game.asked[1].name == "bonus"


# -- gods -------------------------------------------------------------------------------------------------------------


def test_t_horus_3_the_value_names_the_god() -> None:
    for value, god in enumerate(tekhenu().data.gods, start=1):
        t = tekhenu(granite=2)
        options = Game(t, Horus(seat=ME, value=value)).options("statue")
        assert [key for key in options if key in t.statues] == [god]


def test_t_horus_8_and_10_for_the_people() -> None:
    """T-HORUS-8, T-HORUS-10: the gold lying there once, and no Horus bonus with any number of players."""
    for seats in (2, 3, 4):
        t = tekhenu(seats, granite=2)
        t.horus = ["horus", *[god for god in t.horus if god != "horus"]]
        Game(t, Horus(seat=ME, value=1)).say("statue: OW").finish()
        assert (t.players[ME].stock["gold"], t.players[ME].stock["faith"], "OW" in t.gold_on) == (1, 0, False)
        assert t.statues_for_people(ME) == 1


BONUSES = [(1, "faith", 1), (2, "population", 2), (3, "happiness", 2), (4, "gold", 1), (5, "scribe", 1), (6, "vp", 2)]


@pytest.mark.parametrize(("position", "what", "n"), BONUSES)
def test_t_tile_h1_and_h2_the_position_has_the_bonus(position: int, what: str, n: int) -> None:
    """T-TILE-H1, T-TILE-H2, HV-06: Bastet's tile lies on the position, and another's festival pays its bonus."""
    t = tekhenu(3, papyrus=2)
    t.horus = [god for god in t.horus if god != "bastet"]
    t.horus.insert(position - 1, "bastet")
    t.statues["bastet"] = [YOU]
    you = t.players[YOU]
    you.population = 12
    before = {**you.stock, "vp": you.vp, "population": you.population, "happiness": you.happiness}
    Game(t, Bastet(seat=ME, value=1)).finish()
    after = {**you.stock, "vp": you.vp, "population": you.population, "happiness": you.happiness}
    assert {key: after[key] - before[key] for key in after if after[key] != before[key]} == {what: n}


@pytest.mark.parametrize(("value", "scribes"), [(1, 2), (2, 2), (3, 1), (4, 1), (5, 0), (6, 0)])
def test_t_bastet_2_low_dice_bring_scribes(value: int, scribes: int) -> None:
    t = tekhenu(papyrus=2)
    Game(t, Bastet(seat=ME, value=value)).finish()
    assert t.players[ME].stock["scribe"] == scribes


def test_t_thoth_1_all_cards_or_none() -> None:
    for value, n in ((2, 1), (4, 2)):
        question = Game(tekhenu(papyrus=3), Thoth(seat=ME, value=value)).say("section: I").question("cards")
        assert (question.low, question.high) == (n, n)


def test_t_osiris_1_it_costs_a_happiness() -> None:
    t = tekhenu()
    Game(t, Osiris(seat=ME, value=1)).say("district: bread").finish()
    assert t.players[ME].happiness == 1


def test_rul_65_a_festival_that_moves_nothing_may_be_held() -> None:
    t = tekhenu(papyrus=2, happiness=5)
    assert possible(t, ME, "bastet", 2)
    Game(t, Bastet(seat=ME, value=2)).finish()
    assert (t.players[ME].happiness, t.players[ME].stock["scribe"]) == (5, 2)


def test_rul_41_p19_gives_a_space_of_two_twice() -> None:
    t = tekhenu(limestone=9)
    t.ra = ["P19", "P22", "P23"]
    assert t.light("ra") == "shaded"
    t.arrow = 1
    space = next(space for space in t.data.spaces if space.reward == {"granite": 2})
    Game(t, Ra(seat=ME, value=5)).say(f"space: {space.name}", "turn: 0").finish()
    assert t.players[ME].stock["granite"] == 4


# -- market and cards -------------------------------------------------------------------------------------------------


def test_t_market_4_an_open_section_stays_as_it_is() -> None:
    t = tekhenu(bread=9, population=8)
    t.add_population(ME, 1)
    lying = list(t.market["III"])
    t.add_population(ME, 1)
    t.players[ME].population = 5
    t.add_population(YOU, 6)
    assert t.market["III"] == lying and len(lying) == 4


def test_t_card_0a_a_blessing_is_used_once() -> None:
    """T-CARD-0a: played, it lies on its discard pile."""
    t = tekhenu(dice="ra yellow 2", blessings=["B05", "B06"])
    game = Game(t).say("die: ra yellow 2", "action: produce", "play: B05, B06").finish()
    assert (game.me.blessings, t.discards["blessing"]) == ([], ["B05", "B06"])
    assert (game.me.stock["gold"], game.me.stock["scribe"]) == (3, 2)


def test_t_card_0b_a_technology_works_again_and_again() -> None:
    """T-CARD-0b."""
    t = tekhenu(technologies=["T17"])
    for times in (1, 2, 3):
        t.stack = []
        Game(t, Produce(seat=ME, resource="bread", value=1)).finish()
        assert t.players[ME].vp == 10 + 2 * times


def test_t_card_0c_a_blessing_of_this_turn_may_be_played_in_it() -> None:
    """T-CARD-0c, RUL-46: B07 taken from the market, played behind the action."""
    t = tekhenu(dice="thoth yellow 1", population=9)
    t.market["I"][0] = "B07"
    t.decks["blessing"] = [card for card in t.decks["blessing"] if card != "B07"]
    game = Game(t).say("die: thoth yellow 1", "action: god", "section: I", "cards: B07", "play: B07 happiness")
    assert (game.me.happiness, game.me.blessings) == (5, [])


def test_t_card_0d_resources_may_come_first_points_come_behind() -> None:
    """T-CARD-0d: T21's bread pays for the building; T02's points come when the pillar stands."""
    t = tekhenu(technologies=["T21"], bread=1)
    Game(t, Hathor(seat=ME, value=1)).say("spot: W1").finish()
    assert t.players[ME].buildings == 9
    t = tekhenu(technologies=["T02"], limestone=9)
    game = Game(t, Ra(seat=ME, value=1)).say("space: c3", "turn: 0").finish()
    kinds = game.kinds()
    assert kinds.index("built_pillar") < kinds.index("display") < kinds.index("gained")


def test_rul_03_t13_moves_a_value_by_one() -> None:
    for far, values in ((1, ["2", "3", "4"]), (2, ["1", "2", "3", "4", "5"])):
        t = tekhenu(dice="thoth yellow 3", technologies=["T13"], options={"T13_adjust": far})
        assert Game(t).say("die: thoth yellow 3").options("value") == values


def test_rul_57_b19_takes_a_happiness_and_a_population() -> None:
    t = tekhenu(dice="hathor black 3", blessings=["B19"], population=9, happiness=5)
    game = Game(t).say("die: hathor black 3", "extra: B19 osiris", "district: bread")
    assert (game.me.population, game.me.happiness) == (8, 3)


def test_rul_62_a_named_value_stays_what_it_is() -> None:
    """T14 changes a die that was taken and nothing else."""
    t = tekhenu(technologies=["T14"])
    Game(t, AnyAction(seat=ME)).say("bonus: osiris 3", "district: bread").finish()
    assert t.osiris.index(ME) == t.data.osiris_at(3, 1).index


# -- decisions --------------------------------------------------------------------------------------------------------


def test_dec_19_turn_and_ability() -> None:
    """DEC-19: four turns of the tile; P12 may be used or declined."""
    for answer, statues in (("horus", 5), ("none", 6)):
        t = tekhenu(limestone=3, granite=2)
        t.ra = ["P12", "P22", "P23"]
        game = Game(t, Ra(seat=ME, value=5)).say("space: c3")
        assert game.options("turn") == ["0", "1", "2", "3"]
        game.say("turn: 3", f"ability: {answer}")
        if answer == "horus":
            game.say("statue: OW")
        game.finish()
        assert t.players[ME].statues == statues


def test_dec_20_every_open_spot_that_can_be_paid() -> None:
    options = Game(tekhenu(bread=4), Hathor(seat=ME, value=1)).options("spot")
    assert options == [f"{side}{n}" for side in "WS" for n in range(1, 6)]


def test_dec_21_a_ranking_may_name_cards_that_are_not_there() -> None:
    t = tekhenu()
    question = Game(t, Thoth(seat=ME, value=1)).say("section: I").question("cards")
    missing = next(card for card in t.data.technologies if card not in t.market["I"])
    assert reading.known_key(question, missing.lower()) == missing
    assert picks.rank(question, [missing, t.market["I"][0]]) == [t.market["I"][0]]


def test_dec_22_any_production_may_rise_in_row_6() -> None:
    t = tekhenu()
    game = Game(t, Osiris(seat=ME, value=6)).say("district: bread")
    assert game.options("raise") == ["papyrus", "bread", "limestone", "granite"]
    game.say("raise: granite").finish()
    assert (t.players[ME].production["bread"], t.players[ME].production["granite"]) == (4, 3)


def test_dec_23_several_blessings_in_one_production() -> None:
    t = tekhenu(blessings=["B01", "B05", "B21"])
    Game(t, Produce(seat=ME, resource="bread", value=2)).say("play: B01, B05, B21").finish()
    stock = t.players[ME].stock
    assert (stock["limestone"], stock["gold"], stock["bread"]) == (4, 3, 4)


def test_dec_26_population_or_happiness() -> None:
    t = tekhenu(dice="osiris yellow 3", blessings=["B07"])
    assert Game(t).question("play").options == ["B07 population", "B07 happiness"]


@pytest.mark.parametrize("order", [[ME, FOURTH, YOU, THIRD], [ME, YOU, FOURTH, THIRD]])
def test_dec_30_owners_go_in_turn_order_not_as_they_sit(order: list[str]) -> None:
    t = tekhenu(4)
    t.order, t.extra = order, [YOU, FOURTH]
    game = Game(t).say(f"die: {SPARE}", "action: produce")
    asked = []
    while not game.run.over:
        seat, question = game.asked
        asked += [seat] if question.name == "bonus" else []
        game.run.give(seat, question.harmless())
    assert asked == [seat for seat in order if seat in (YOU, FOURTH)]


def test_dec_41_a_ranking_may_name_a_card_that_is_gone() -> None:
    question = destiny_question(tekhenu(), ["A01", "A04"])
    assert reading.known_key(question, "gold") == "gold"
    assert picks.rank(question, ["gold", "faith"]) == ["faith"]


def test_dec_51_declined_it_takes_no_place() -> None:
    t = tekhenu(decrees=["D23"])
    game = Game(t, DecreeAction(seat=ME, card="D23"))
    assert game.question("decree").private
    game.say("decree: none").finish()
    assert (game.me.scored, game.me.shown) == ({}, [])
