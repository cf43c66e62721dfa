"""Rules that other files test in passing, each once under its own id: it fails if the rule is broken."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.core.questions import Pick
from pbem.titles.tekhenu.actions.bastet import Bastet
from pbem.titles.tekhenu.actions.god import possible
from pbem.titles.tekhenu.actions.hathor import Hathor
from pbem.titles.tekhenu.actions.horus import Horus
from pbem.titles.tekhenu.actions.osiris import Osiris
from pbem.titles.tekhenu.actions.produce import Produce
from pbem.titles.tekhenu.actions.ra import Ra
from pbem.titles.tekhenu.actions.thoth import Thoth
from pbem.titles.tekhenu.board import BASIC, RESOURCES
from pbem.titles.tekhenu.cards.decrees import Claim, points
from pbem.titles.tekhenu.turns.pay import ways
from tests.titles.tekhenu.build import ME, SPARE, THIRD, YOU, Game, tekhenu
from tests.titles.tekhenu.tables import laid_out
from tests.titles.tekhenu.walk import walk

ALL: dict[str, Any] = {"granite": 9, "limestone": 9, "bread": 9, "papyrus": 9}

# -- pieces and terms -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("piece", "gone"), [("buildings", {"hathor", "osiris"}), ("pillars", {"ra"}), ("statues", {"horus"})]
)
def test_t_limit_1_pieces_run_out(piece: str, gone: set[str]) -> None:
    t = tekhenu(**ALL, **{piece: 0})
    assert {god for god in t.data.gods if not possible(t, ME, god, 3)} == gone


def test_t_limit_3_what_is_built_stays() -> None:
    """Taken places are never offered again, whoever owns them."""
    t = tekhenu(**ALL)
    Game(t, Hathor(seat=ME, value=1)).say("spot: W1").finish()
    Game(t, Osiris(seat=ME, value=1)).say("district: bread").finish()
    Game(t, Ra(seat=ME, value=1)).say("space: c3", "turn: 0").finish()
    assert "W1" not in Game(t, Hathor(seat=ME, value=1)).options("spot")
    t.stack = []
    assert "bread" not in Game(t, Osiris(seat=YOU, value=1)).options("district")
    t.stack = []
    assert "c3" not in Game(t, Ra(seat=ME, value=1)).options("space")
    assert (t.buildings["W1"], t.osiris[1], t.pillars[12]) == (ME, ME, ME)


def test_t_limit_4_statues_and_buildings_from_the_left() -> None:
    """The cost of a statue, and bread and VP of the building row, go by how many were built."""
    t = tekhenu(granite=9)
    costs = []
    for spot in ("OW", "OQ", "TN"):
        before = t.players[ME].stock["granite"]
        t.stack = []
        Game(t, Horus(seat=ME, value=1)).say(f"statue: {spot}").finish()
        costs.append(before - t.players[ME].stock["granite"])
    assert costs == list(t.data.statue_costs[:3]) == [2, 2, 3]
    assert t.buildings_built(ME) == 0
    Game(t, Osiris(seat=ME, value=1)).say("district: bread").finish()
    assert (t.buildings_built(ME), t.players[ME].buildings) == (1, 9)


def test_t_term_1_scribes_and_faith_are_no_resources() -> None:
    """Basic resources can be paid with gold; scribes and faith cannot, and pay for nothing else."""
    assert [*BASIC, "gold"] == list(RESOURCES) and sorted(BASIC) == ["bread", "granite", "limestone", "papyrus"]
    t = tekhenu(scribe=5, faith=5)
    assert ways(t, ME, "bread", 1) == []
    t = tekhenu(gold=5)
    assert ways(t, ME, "scribe", 1) == [] and ways(t, ME, "bread", 1) == ["1 gold"]


def test_t_term_3_lines() -> None:
    """Ten lines of five spaces; a space lies on two of them, a building or a statue stands at one."""
    data = tekhenu().data
    assert [len(spaces) for spaces in data.line_spaces] == [5] * 10
    for space in data.spaces:
        assert [line for line, spaces in enumerate(data.line_spaces) if space.index in spaces] == sorted(space.lines)
    assert {spot.line for spot in data.spot_by_id.values()} <= set(range(10))


def test_t_people_1_and_t_setup_9_what_everybody_begins_with() -> None:
    """T-SETUP-9A to T-SETUP-9H, T-PEOPLE-1."""
    for player in laid_out(3).players.values():
        assert (player.buildings, player.statues, player.pillars) == (10, 6, 8)
        assert player.production == dict.fromkeys(BASIC, 2)
        assert player.marker is None
        assert (player.vp, player.happiness, player.population) == (10, 2, 5)
        assert {token: n for token, n in player.stock.items() if n} == {"gold": 1, "scribe": 1}


def test_t_people_3_the_track_ends_at_21() -> None:
    t = tekhenu(population=20, happiness=19, reached=[16, 19], bread=9)
    Game(t, Hathor(seat=ME, value=6)).say("spot: W1").finish()
    assert t.players[ME].population == 21


# -- a turn -----------------------------------------------------------------------------------------------------------


def test_t_turn_1_t_turn_3_what_belongs_to_taking_a_die() -> None:
    """DEC-11 to DEC-13: Anubis, scribes and the blessings of that moment are asked between die and scale, and never
    again; RUL-46: one taken from the market later is too late."""
    game = Game(tekhenu(dice="thoth yellow 1", scribe=3, blessings=["B09", "B11", "B23"])).say("die: thoth yellow 1")
    assert {key.split()[0] for key in game.options("as")} == {"anubis", "B11", "B23"}
    assert {"2", "B09 6"} <= set(game.options("value"))
    game.say("value: 1")
    assert game.me.right + game.me.left == ["yellow 1"]
    names = []
    while not game.run.over:
        names.append(game.asked[1].name)
        seat, question = game.asked
        game.run.give(seat, question.harmless())
    assert not {"as", "value", "die"} & set(names)


def test_t_turn_6_a_grey_die_without_an_action_is_not_offered_beside_others() -> None:
    """RUL-15 is only for those who can do nothing at all."""
    game = Game(tekhenu(dice="ra grey 2, ra yellow 3", happiness=0))
    assert game.options("die") == ["ra yellow 3", SPARE]


def test_t_turn_6_a_change_that_nobody_pays_helps_no_grey_die() -> None:
    """One step down the card would be free, but there is no scribe for the step."""
    assert Game(tekhenu(dice="thoth grey 3, ra yellow 3")).options("die") == ["ra yellow 3", SPARE]
    assert "thoth grey 3" in Game(tekhenu(dice="thoth grey 3, ra yellow 3", scribe=1)).options("die")


@pytest.mark.parametrize(("happiness", "offered"), [(0, False), (1, True)])
def test_t_card_b19_costs_the_last_happiness(happiness: int, offered: bool) -> None:
    mine: dict[str, Any] = {"blessings": ["B19"], "limestone": 9, "happiness": happiness}
    game = Game(tekhenu(dice="thoth yellow 1", **mine)).say("die: thoth yellow 1")
    assert ("extra" in [question.name for question in game.run.questions().values()]) == offered


def test_t_turn_8_statues_pay_behind_the_action() -> None:
    """The owner's bonus comes after what the actor built."""
    t = tekhenu(3, bread=9)
    t.statues["hathor"] = [YOU, THIRD]
    game = Game(t, Hathor(seat=ME, value=2)).say("spot: W1").finish()
    kinds = game.kinds()
    assert kinds.index("built_building") < kinds.index("horus_bonus") and kinds.count("horus_bonus") == 2


def test_t_turn_9_t_market_5_the_market_is_filled_as_the_turn_ends() -> None:
    game = Game(tekhenu(dice="thoth yellow 1")).say("die: thoth yellow 1", "action: god")
    card = game.options("cards")[0]
    game.say(f"cards: {card}").finish()
    kinds = game.kinds()
    assert kinds.index("took_cards") < kinds.index("market_filled")
    assert card not in game.t.market["I"] and "" not in game.t.market["I"]
    assert [game.t.data.cards[one].kind for one in game.t.market["I"]] == ["blessing", "blessing", "technology"]


def test_t_anubis_2_and_3_below_the_scale() -> None:
    """DEC-11: the die counts as a die, not for the balance; one more scribe changes its value."""
    game = Game(tekhenu(dice="horus black 5", scribe=3))
    game.say("die: horus black 5", "as: anubis", "value: 6", "action: bread").finish()
    assert (game.me.below, game.me.dice, game.me.stock["scribe"]) == (["black 6"], 1, 0)
    assert game.me.balance == -game.me.overproduced["bread"] == -4


def test_t_pay_1_and_t_pay_4_mixes() -> None:
    """DEC-17: every mix of the tokens that may pay, whole."""
    t = tekhenu(granite=1, gold=1, limestone=1, scribe=1)
    assert ways(t, ME, "granite", 2) == ["1 granite 1 gold"]
    t.players[ME].technologies = ["T22", "T10"]
    assert set(ways(t, ME, "granite", 2)) == {
        "1 granite 1 gold", "1 granite 1 limestone", "1 granite 1 scribe", "1 gold 1 limestone", "1 gold 1 scribe",
        "1 limestone 1 scribe",
    }  # fmt: skip


def test_rul_29_exchanges_serve_only_their_own_two() -> None:
    """T22 lets stone stand for stone and T10 scribes for gold; neither reaches further."""
    t = tekhenu(limestone=5, granite=5, technologies=["T22"])
    assert ways(t, ME, "bread", 1) == ways(t, ME, "scribe", 1) == []
    t = tekhenu(papyrus=5, faith=5, technologies=["T10", "T22"])
    assert ways(t, ME, "bread", 1) == ways(t, ME, "scribe", 1) == []


def test_t_card_b09_makes_a_grey_die_usable_without_scribes() -> None:
    game = Game(tekhenu(dice="thoth grey 5, ra yellow 3", blessings=["B09"]))
    assert "thoth grey 5" in game.options("die")
    game.say("die: thoth grey 5")
    assert [key for key in game.options("value") if key.startswith("B09")] == ["B09 1", "B09 2"]


# -- the gods ---------------------------------------------------------------------------------------------------------


def test_t_horus_2_dec_18_a_god_or_the_people() -> None:
    t = tekhenu(granite=2)
    assert Game(t, Horus(seat=ME, value=4)).options("statue") == ["bastet", *(s.id for s in t.data.people_spots)]


def test_t_horus_10_people_statues_bring_no_bonus() -> None:
    t = tekhenu(3)
    t.people["OW"] = YOU
    Game(t, Osiris(seat=ME, value=1)).say("district: papyrus").finish()
    assert "horus_bonus" not in [event.kind for event in t.live.events]


def test_rul_06_only_own_pillars_count_for_a_temple_statue() -> None:
    t = tekhenu(granite=2)
    line = t.data.people_spot_by_id["TN"].line
    spaces = t.data.line_spaces[line]
    for space, owner in zip(spaces, (ME, YOU, ME), strict=False):
        t.tiles[space], t.pillars[space] = "P22", owner
    Game(t, Horus(seat=ME, value=1)).say("statue: TN").finish()
    assert t.players[ME].vp == 10 + 2 * 3


def test_t_hathor_2_and_3_dec_20() -> None:
    """1 of what each empty space of the line shows; spaces that show a scribe, and covered ones, give nothing."""
    t = tekhenu(bread=3)
    t.tiles[5], t.pillars[5] = "P22", YOU
    game = Game(t, Hathor(seat=ME, value=4)).say("spot: W2").finish()
    assert game.event("built_building")["amounts"] == {"limestone": 1, "granite": 1, "bread": 1}
    assert game.me.stock["scribe"] == 0
    assert game.me.population == 9


def test_t_bastet_1_to_3() -> None:
    """2 papyrus, the value in steps up to population, scribes for low values, and the rewards of the track."""
    t = tekhenu(papyrus=3, happiness=14, population=17)
    game = Game(t, Bastet(seat=ME, value=4)).finish()
    assert (game.me.stock["papyrus"], game.me.happiness) == (1, 17)
    assert (game.me.stock["scribe"], game.me.stock["gold"]) == (1, 1), "a scribe for a 4, gold at 16"


def test_t_prod_2_to_4() -> None:
    """What is above the track lies on the pan until the Maat phase; stock and additions do not matter."""
    t = tekhenu(bread=9, blessings=["B03"])
    game = Game(t, Produce(seat=ME, resource="bread", value=3)).say("play: B03").finish()
    assert (game.me.stock["bread"], game.me.overproduced["bread"], game.me.balance) == (9 + 2 + 4, 1, -1)
    assert not possible(tekhenu(overproduced=dict.fromkeys(BASIC, 9)), ME, "hathor", 1)


def test_t_market_7_discards_by_kind() -> None:
    """Played blessings and refreshed cards go to the pile of their kind; technologies are never discarded by use."""
    t = tekhenu(blessings=["B03"], technologies=["T17"], papyrus=1)
    Game(t, Produce(seat=ME, resource="bread", value=3)).say("play: B03").finish()
    assert t.discards["blessing"] == ["B03"] and t.players[ME].technologies == ["T17"]
    gone = list(t.market["I"])
    Game(t, Thoth(seat=ME, value=1)).say("refresh: I", "section: I").question("cards")
    assert set(t.discards["blessing"]) == {"B03", *gone[:2]} and t.discards["technology"] == gone[2:]


def test_t_card_0b_to_0d() -> None:
    """A technology works each time; a blessing taken this turn works if its time has not passed; early resources."""
    t = tekhenu(technologies=["T21"])
    t.players[ME].stock["bread"] = 1
    for vp, spot in enumerate(("W1", "W5")):
        assert possible(t, ME, "hathor", 1), vp
        Game(t, Hathor(seat=ME, value=1)).say(f"spot: {spot}").finish()
        t.players[ME].stock["bread"] = 1
    game = Game(tekhenu(dice="thoth yellow 1", happiness=2))
    game.t.market["I"][0] = "B07"
    game.say("die: thoth yellow 1", "action: god", "cards: B07", "play: B07 population").finish()
    assert (game.me.population, game.me.blessings) == (8, [])


def test_rul_20_refresh_beyond_reach() -> None:
    """Section II may be refreshed although happiness 2 does not reach it."""
    t = tekhenu(papyrus=1)
    before = list(t.market["II"])
    Game(t, Thoth(seat=ME, value=1)).say("refresh: II").question("cards")
    assert t.market["II"] != before and t.players[ME].stock["papyrus"] == 0


# -- decisions of the own turn: which can be skipped -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "dice", "mine", "lines", "skips"),
    [
        ("die", "ra yellow 5", {}, [], False),  # DEC-10
        ("as", "ra yellow 5", {"scribe": 2}, ["die: ra yellow 5"], True),  # DEC-11
        ("value", "ra yellow 5", {"scribe": 1}, ["die: ra yellow 5"], True),  # DEC-12
        ("as", "ra yellow 5", {"blessings": ["B11"]}, ["die: ra yellow 5"], True),  # DEC-13
        ("as", "horus black 5", {"technologies": ["T08"]}, ["die: horus black 5"], False),  # DEC-14
        ("action", "osiris yellow 5", {}, ["die: osiris yellow 5"], False),  # DEC-15
        ("extra", "thoth yellow 1", {"blessings": ["B17"], "scribe": 1}, ["die: thoth yellow 1"], True),  # DEC-16
        ("statue", "horus white 1", {"granite": 2}, ["die: horus white 1", "action: god"], False),  # DEC-18
        ("space", "ra yellow 1", {"limestone": 3}, ["die: ra yellow 1", "action: god"], False),  # DEC-19
        ("spot", "hathor black 1", {"bread": 4}, ["die: hathor black 1", "action: god"], False),  # DEC-20
        ("refresh", "thoth yellow 1", {"papyrus": 1}, ["die: thoth yellow 1", "action: god"], True),  # DEC-21
        ("cards", "thoth yellow 1", {}, ["die: thoth yellow 1", "action: god"], False),  # DEC-21
        ("district", "osiris yellow 1", {}, ["die: osiris yellow 1", "action: god"], False),  # DEC-22
        ("raise", "osiris yellow 6", {}, ["die: osiris yellow 6", "action: god", "district: bread"], False),  # DEC-22
        ("play", "osiris yellow 1", {"blessings": ["B01"]}, ["die: osiris yellow 1", "action: produce"], True),
        ("value", "osiris yellow 1", {"technologies": ["T14"]}, ["die: osiris yellow 1"], True),  # DEC-24
        ("first", "osiris yellow 1", {"technologies": ["T19"], "scribe": 1},
         ["die: osiris yellow 1", "value: 1", "action: god"], True),  # DEC-25
        ("play", "osiris yellow 1", {"blessings": ["B07"]}, [], True),  # DEC-26
    ],
)  # fmt: skip
def test_decisions_of_a_turn(name: str, dice: str, mine: dict[str, Any], lines: list[str], skips: bool) -> None:
    """DEC-10 to DEC-26: each is asked by its name, and only those may go unanswered that may be skipped."""
    question = Game(tekhenu(dice=dice, **mine)).say(*lines).question(name)
    assert isinstance(question, Pick)
    assert (question.default is not None) == skips
    assert question.allows([]) == (skips and name != "value")


def test_dec_27_and_dec_31() -> None:
    """The extra action at 21 must be answered, `none` included; a Horus bonus asks nothing."""
    t = tekhenu(dice="bastet black 6", papyrus=2, population=21, happiness=16, reached=[16])
    game = Game(t).say("die: bastet black 6", "action: god")
    question = game.question("bonus")
    assert question.default is None and question.allows([])
    t = tekhenu(3, dice="osiris yellow 1")
    t.statues["osiris"] = [YOU]
    game = Game(t).say("die: osiris yellow 1", "action: god", "district: bread")
    assert game.run.over and t.players[YOU].vp == 12


# -- the course of a game ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def course() -> list[tuple[str, dict[str, Any], str | None]]:
    """The events of a random game, in order."""
    for t, running in walk(3, "walk"):
        if running.over:
            return [(event.kind, dict(event.data), event.seat) for event in t.live.events]
    raise AssertionError("the game has no end")


def test_t_setup_12a_who_picks_first_is_announced() -> None:
    for t, running in walk(4, "first"):
        asked = running.questions()
        if next(iter(asked.values())).name == "start":
            told = next(event.data for event in t.live.events if event.kind == "laid_out")
            assert [*asked] == [told["first"]] and told["god"] == t.data.gods[t.arrow]
            return


def test_t_setup_12c_and_13_the_first_turn() -> None:
    """Everybody has a destiny card, starting cards are out of the game, and the first in turn order begins."""
    for t, running in walk(3, "walk"):
        asked = running.questions()
        if next(iter(asked.values())).name == "die":
            assert [*asked] == [t.order[0]] and t.round == 1
            assert all(player.destiny for player in t.players.values())
            assert len({player.destiny for player in t.players.values()}) == 3
            assert not t.starting and sum(card.startswith("S") for card in t.removed) + len(t.unused) == len(
                t.data.starting_cards
            )
            return


def test_t_rot_5_rul_10_order_of_a_rotation(course: list[tuple[str, dict[str, Any], str | None]]) -> None:
    """The wheel, perhaps a Maat phase, the new dice of both shaded sections, a new round."""
    steps = {"wheel_turned": "W", "maat_began": "M", "dice_added": "D", "round_began": "R"}
    told = "".join(steps.get(kind, "") for kind, _, _ in course)
    assert told == "RRWDD" + "RRWMDD" + ("RRWDD" + "RRWMDD") * 2 + "RRWDD" + "RRWM"


def test_t_maat_3_markers_show_final_balances(course: list[tuple[str, dict[str, Any], str | None]]) -> None:
    """The marker of each player is the balance with the faith laid down, and decides loss and order."""
    for t, running in walk(3, "walk"):
        if running.over:
            last = {seat: data["balance"] for kind, data, seat in course if kind == "balanced"}
            assert {seat: player.marker for seat, player in t.players.items()} == last
            distance = [abs(t.players[seat].marker or 0) for seat in t.order]
            assert distance == sorted(distance)


def test_rul_01_d03_alone_scores_nothing() -> None:
    """It repeats another scored Decree, and there is none."""
    t = tekhenu(options={"remove_D03": False}, decrees=["D03", "D21"], buildings=6)
    stock = t.players[ME].stock
    assert points(t, ME, "D03", Claim(("D03",), stock)) == 0
    assert points(t, ME, "D21", Claim(("D21",), stock)) == 4
    assert points(t, ME, "D03", Claim(("D21", "D03"), stock, again="D21")) == 4
