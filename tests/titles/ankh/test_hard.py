"""What is hard to get right, each by its name: stacks of Devotion, sides and seats, water, killings, the moment at
which Followers come and go, chains of summons, the Underworld, numbers by players."""

from __future__ import annotations

import pytest

from pbem.core.interpreter import Run
from pbem.titles.ankh import TITLE
from pbem.titles.ankh.actions.move import Move
from pbem.titles.ankh.actions.summon import Summon
from pbem.titles.ankh.conflict.killing import Killing
from pbem.titles.ankh.events.caravan import Caravan, caravans, exchange_pairs
from pbem.titles.ankh.events.control import Control, eligible
from pbem.titles.ankh.phases.merge import Merge
from pbem.titles.ankh.phases.turn import Turn
from pbem.titles.ankh.rules.devotion import score_majorities
from pbem.titles.ankh.rules.lookups import followers_due, steps_of
from pbem.titles.ankh.state import Ankh, Conflict
from tests.titles.ankh.build import (
    asked,
    at,
    bare,
    build,
    camels,
    conflict,
    fight,
    options,
    put,
    run,
    say,
    table,
    told,
)

WEST, DELTA, EAST = 1, 2, 3
SIX = ("revered", "commanding", "resplendent", "temple_attuned", "glorious", "worshipful")


def gained(t: Ankh) -> list[tuple[str, str, int]]:
    return [(row["seat"], row["why"], row["n"]) for row in told(t, "devotion_gained")]


def killing(t: Ankh, *places: str) -> Run:
    """A killing in the West, of a Conflict that runs."""
    t.conflict = Conflict(number=1, holder=t.order[0], token=WEST)
    return run(t, Killing(places=list(places)))


# -- devotion as stacks ----------------------------------------------------------------------------------------------


def test_a_pass_ascends_from_a_snapshot() -> None:
    """A-RUL-19, A-DEV-3, A-ENG-1, A-BATTLE-4: who rises above the next one in a pass is neither asked again nor put
    behind it; and who arrives later lies on top."""
    t = bare("ra", "isis", "amun")
    put(t, {"B4": "ra god", "B5": "isis god", "B6": "amun god"})
    build(t, {"A3": "ra temple", "A4": "ra obelisk", "A5": "isis pyramid"})
    at(t, ra=3, isis=4, amun=5)
    score_majorities(t, WEST)
    assert gained(t) == [("ra", "majority", 2), ("isis", "majority", 1)]
    assert t.ladder == ["amun", "ra", "isis"]
    assert set(t.devotion.values()) == {5}


def test_a_loss_moves_a_marker_onto_the_stack_below() -> None:
    """A-DEV-2, A-DEV-4, A-RUL-31: on top of the one that lies there, in ascending order; from 0 nobody moves."""
    t = bare("ra", "isis", "amun", "osiris", guardians="cat_mummy")
    put(t, {"B4": "ra god", "B5": "ra cat_mummy"})
    at(t, amun=1, osiris=1, isis=2, ra=2)
    killing(t, "B5")
    assert t.ladder == ["amun", "osiris", "isis", "ra"]
    assert t.devotion == {"ra": 2, "isis": 1, "amun": 0, "osiris": 0}
    put(t, {"B5": "ra cat_mummy"})
    killing(t, "B5")
    assert t.ladder == ["amun", "osiris", "isis", "ra"]


def test_the_first_in_ascending_order_wins() -> None:
    """A-RUL-24, A-ENG-5: two would reach the top in one pass; the game stops with the first."""
    t = bare("ra", "isis", "amun")
    put(t, {"B4": "ra god", "B5": "isis god"})
    build(t, {"A3": "ra temple", "A4": "isis obelisk"})
    at(t, isis=30, ra=30)
    score_majorities(t, WEST)
    assert (t.winner, t.devotion["isis"], t.devotion["ra"]) == ("isis", 31, 30)


# -- side and seat ---------------------------------------------------------------------------------------------------


def pair(*gods: str, **how: str) -> Ankh:
    """The first two gods merged, the second one the lesser."""
    t = bare(*gods, conflict_mode="table", **how)
    put(t, {place: f"{god} god" for place, god in zip(("B3", "B4", "B5"), gods, strict=True)})
    at(t, **dict(zip((gods[1], gods[0], gods[2]), (5, 6, 9), strict=True)))
    return t


def test_two_cat_mummies_of_the_pair() -> None:
    """A-MERGE-4, A-MERGE-8, A-RUL-16: kinds that both had stay; killed together they cost the others 2 and the pair
    nothing."""
    t = pair("ra", "isis", "amun", guardians="cat_mummy")
    put(t, {"A3": "ra cat_mummy", "A4": "isis cat_mummy"})
    runner = run(t, Merge())
    say(runner, "ra", "take: cat A4")
    assert t.units["A4"].owner == "ra"
    assert t.bases_left("ra", "small") == 0
    killing(t, "A3", "A4")
    assert (t.devotion["ra"], t.devotion["amun"]) == (5, 7)
    assert t.gods["ra"].guardians == ["cat_mummy", "cat_mummy"]


def test_prisoners_by_who_was_anubis() -> None:
    """A-GOD-ANUBIS-4: the greater Anubis keeps the others' Warriors and loses those of his partner, who leave the
    game; a side without Anubis has no say in it."""
    for lesser, kept, out in (("isis", ["ra"], 6), ("ra", ["isis"], 6)):
        t = pair("anubis", lesser, "ra" if lesser == "isis" else "isis")
        t.trapped = ["isis", "ra"]
        for owner in t.trapped:
            t.gods[owner].warriors -= 1
        run(t, Merge())
        assert t.trapped == kept
        assert t.out[f"{lesser} warrior"] == out
        assert t.holder("anubis") == "anubis"


def test_one_hand_one_pool_one_set_of_bases() -> None:
    """A-MERGE-2, A-MERGE-8, A-MERGE-10, A-ENG-6: both seats summon from the greater god's pool and gain for it; a
    Guardian that the lesser's seat gains stands on the greater god's base."""
    t = pair("ra", "isis", "amun", guardians="satet, mummy, androsphinx")
    run(t, Merge())
    t.suns = 0
    runner = run(t, Summon(seat="isis"))
    say(runner, "isis", "summon: warrior A3")
    assert (t.units["A3"].owner, t.gods["ra"].warriors) == ("ra", 5)
    assert t.gods["isis"].hand == []
    assert t.members("ra") == ["ra", "isis"]
    assert (t.side("isis"), t.holder("isis"), t.enemies("ra")) == ("ra", "ra", ["amun"])


# -- water -----------------------------------------------------------------------------------------------------------


def test_apep_is_adjacent_across_rivers_and_camels() -> None:
    """A-ADJ-2, A-MAP-5, A-MON-1, A-GAIN-1, A-SUMMON-1, A-CTRL-1: on E6 it pays for, takes and summons beside all six
    spaces, in whatever region they lie; a unit on land does so in its own region only."""
    t = bare("ra", "isis", guardians="apep")
    camels(t, ["D5|E5"])
    put(t, {"E6": "ra apep", "B0": "ra god", "H8": "isis god"})
    build(t, {"E5": "temple", "F6": "obelisk", "E7": "pyramid", "H7": "temple"})
    assert followers_due(t, "ra") == 3
    assert eligible(t, "ra") == ["E5", "E7", "F6"]
    t.suns = 0
    beside = {key.split()[1] for key in options(run(t, Summon(seat="ra")), "ra")}
    assert {"D5", "F5"} <= beside
    del t.units["E6"]
    put(t, {"F5": "ra warrior"})
    assert followers_due(t, "ra") == 1
    assert eligible(t, "ra") == ["E5"]


def test_a_space_holds_one_thing() -> None:
    """A-MAP-3, A-MAP-4, A-CARD-BUILD: nothing is summoned or built where a unit or a Monument stands, nor on Water."""
    t = bare("ra", "isis", conflict_mode="table")
    put(t, {"D5": "ra god", "D4": "ra warrior", "C4": "isis god"})
    build(t, {"E5": "temple"})
    t.suns, t.gods["ra"].followers = 0, 3
    spaces = {key.split()[1] for key in options(run(t, Summon(seat="ra")), "ra")}
    assert not spaces & {"D5", "D4", "C4", "E5", "C5", "D6", "E6"}
    assert "E4" in spaces
    t.stack = []
    runner = fight(t, WEST)
    say(runner, "ra", "card: build")
    say(runner, "isis", "card: flood")
    spaces = {key.split()[1] for key in options(runner, "ra")}
    assert not spaces & {"D5", "D4", "C4", "E5", "C5", "D6", "E6", "B0"}
    assert {"E4", "A1", "F5"} <= spaces


# -- killings --------------------------------------------------------------------------------------------------------


def test_isis_is_judged_before_anything_is_removed() -> None:
    """A-GOD-ISIS-1, A-RUL-26, A-DEC-16: the enemy beside her unit dies in the same killing, yet it was Protected; a
    kept unit was not killed, so Miracle does not count it."""
    t = bare("ra", "isis", "osiris", conflict_mode="table")
    put(t, {"B4": "isis warrior", "B5": "ra warrior", "A8": "isis warrior", "H8": "isis god", "H4": "ra god"})
    put(t, {"C8": "osiris god"})
    t.suns = 0
    runner = fight(t, WEST, holder="osiris")
    for side, card in (("isis", "miracle"), ("ra", "flood"), ("osiris", "chariots")):
        say(runner, side, f"card: {card}")
    assert options(runner, "isis") == ["B4"]
    say(runner, "isis", "keep: B4")
    assert t.units_of("isis") == ["B4", "H8"]
    assert t.units_of("ra") == ["H4"]
    assert gained(t) == [("osiris", "win", 1), ("isis", "miracle", 1)]


def test_every_killing_of_its_own_for_anubis() -> None:
    """A-GOD-ANUBIS-1, A-RUL-13, A-ENG-4, A-DEC-17: one Warrior by a Plague, one by its resolution, of Battles that he
    is no part of; he may decline."""
    t = bare("ra", "isis", "anubis", conflict_mode="table")
    put(t, {"B4": "ra warrior", "B5": "ra warrior", "B7": "isis warrior", "A7": "isis god", "A3": "ra god"})
    put(t, {"H8": "anubis god"})
    t.suns = 0
    t.gods["ra"].followers = 0
    runner = fight(t, WEST)
    say(runner, "ra", "card: plague")
    say(runner, "isis", "card: chariots")
    say(runner, "isis", "bid: 1")
    assert options(runner, "anubis") == ["ra"]
    say(runner, "anubis", "trap: none")
    assert t.trapped == []
    assert runner.over
    t = bare("ra", "isis", "anubis", conflict_mode="table")
    put(t, {"B4": "ra warrior", "B7": "isis warrior", "H8": "anubis god"})
    t.trapped = ["isis", "isis"]
    t.gods["isis"].warriors -= 2
    runner = killing(t, "B4", "B7")
    assert options(runner, "anubis") == ["ra", "isis"]
    say(runner, "anubis", "trap: ra")
    assert t.trapped == ["isis", "isis", "ra"]


def plague_and_resolution(*gods: str) -> tuple[Ankh, Run]:
    """Ra's Plague spares Osiris alone, who loses the Battle all the same: two killings of one Battle."""
    t = bare(*gods, conflict_mode="table")
    put(t, {"B4": "ra god", "B5": "ra warrior", "B7": "osiris warrior", "B8": "osiris god", "H8": f"{gods[2]} god"})
    t.suns, t.gods["ra"].followers = 0, 0
    return t, fight(t, WEST)


def test_anubis_traps_twice_in_a_battle() -> None:
    """A-GOD-ANUBIS-1, A-RUL-13, A-ENG-4: a Warrior by the Plague, and another by the resolution."""
    t, runner = plague_and_resolution("ra", "osiris", "anubis")
    put(t, {"A4": "ra warrior"})
    say(runner, "ra", "card: plague")
    say(runner, "osiris", "card: flood")
    say(runner, "osiris", "bid: 1")
    assert options(runner, "anubis") == ["ra"]
    say(runner, "anubis", "trap: ra")
    assert t.units_of("ra") == ["B4"]
    if asked(runner) == {"ra": "tiebreak"}:
        say(runner, "ra", "tiebreak: yes")
    assert options(runner, "anubis") == ["osiris"]
    say(runner, "anubis", "trap: osiris")
    assert t.trapped == ["ra", "osiris"]


@pytest.mark.parametrize(("bid", "dead"), [(1, [["ra"], ["isis"]]), (0, [["isis", "ra"]])], ids=["spared", "not"])
def test_isis_and_a_plague(bid: int, dead: list[list[str]]) -> None:
    """A-GOD-ISIS-1, A-CARD-PLAGUE, A-ENG-4: nothing Protects her unit from a Plague; spared by her bid, it is judged
    anew in the resolution, where the enemy that the Plague killed beside it Protects nobody any more."""
    t = bare("ra", "isis", "osiris", conflict_mode="table")
    put(t, {"B4": "isis warrior", "B5": "ra warrior", "H8": "isis god", "H4": "ra god", "C8": "osiris god"})
    t.suns = 0
    runner = fight(t, WEST, holder="osiris")
    for side, card in (("isis", "flood"), ("ra", "plague"), ("osiris", "chariots")):
        say(runner, side, f"card: {card}")
    for side in ("isis", "ra", "osiris"):
        say(runner, side, f"bid: {bid if side == 'isis' else 0}")
    assert "keep" not in asked(runner).values()
    assert [sorted(unit[0] for unit in row["units"]) for row in told(t, "killed")] == dead


# -- followers -------------------------------------------------------------------------------------------------------


def test_followers_come_and_go_in_order() -> None:
    """A-RUL-30, A-FOL-1, A-BATTLE-1, A-BATTLE-2, A-BATTLE-3, A-BATTLE-5c, A-BATTLE-6: Flood pays at the reveal, Build
    takes of it, the bid has what is left, Commanding pays for the win, and Worshipful may spend that."""
    t = bare("amun", "isis", conflict_mode="table")
    put(t, {"D1": "amun god", "D2": "amun warrior", "E1": "amun warrior", "E2": "amun warrior", "G2": "isis god"})
    t.gods["amun"].followers = t.gods["isis"].followers = 0
    t.gods["amun"].powers = list(SIX)
    runner = fight(t, DELTA)
    say(runner, "amun", "amun: 2")
    say(runner, "amun", "card: flood, build")
    say(runner, "isis", "card: plague")
    assert t.gods["amun"].followers == 4
    say(runner, "amun", "build: temple B0")
    assert t.gods["amun"].followers == 1
    assert runner.questions()["amun"].options == ["0", "1"]
    say(runner, "amun", "bid: 1")
    assert asked(runner) == {"amun": "worship"}
    assert t.gods["amun"].followers == 3
    say(runner, "amun", "worship: yes")
    assert t.gods["amun"].followers == 1
    assert gained(t) == [("amun", "majority", 1), ("amun", "win", 1), ("amun", "worshipful", 1)]


# -- chains of summons -----------------------------------------------------------------------------------------------


def chain(*guardians: str) -> Ankh:
    """Osiris with a Pyramid, an Underworld token and a prisoner of Anubis."""
    t = bare("osiris", "anubis", guardians="apep")
    put(t, {"B4": "osiris god", "H8": "anubis god"})
    build(t, {"H3": "osiris pyramid"})
    t.gods["osiris"].powers = ["revered", "commanding", "pyramid_attuned"]
    t.underworld, t.trapped = ["I9"], ["osiris"]
    t.gods["osiris"].warriors = 5
    for kind in guardians:
        t.guardians[kind] -= 1
        t.gods["osiris"].guardians.append(kind)
    return t


def test_a_chain_of_everything() -> None:
    """A-SUMMON-2, A-SUMMON-3, A-RUL-29, A-GOD-OSIRIS-2, A-POW-PYRAMID: the ransomed Warrior on the Underworld, a unit
    beside the Pyramid, and then the regular summon beside one of them; no fourth."""
    t = chain()
    runner = run(t, Summon(seat="osiris"))
    assert "warrior I8" not in options(runner, "osiris")
    say(runner, "osiris", "summon: ransom I9")
    assert (t.gods["osiris"].followers, t.gods["anubis"].followers, t.trapped) == (0, 2, [])
    say(runner, "osiris", "summon: warrior H4")
    say(runner, "osiris", "summon: warrior I8")
    assert runner.over
    assert t.units_of("osiris") == ["B4", "H4", "I8", "I9"]


def test_the_regular_summon_is_used_up_by_what_no_extra_covers() -> None:
    """A-SUMMON-2, A-GUARD-APEP-1: Apep far out on the Water is the regular summon; then only the extras are left, and
    a unit that one of them brought is no leave for more."""
    t = chain("apep")
    runner = run(t, Summon(seat="osiris"))
    say(runner, "osiris", "summon: apep E0")
    left = {key.split()[1] for key in options(runner, "osiris")}
    assert left == {"I9", *(place for place in t.lay.adjacent["H3"] if t.open_to("osiris", place))}
    say(runner, "osiris", "summon: warrior I9")
    assert "warrior I8" not in options(runner, "osiris")


# -- the Underworld --------------------------------------------------------------------------------------------------


def test_the_underworld_is_closed_to_others() -> None:
    """A-GOD-OSIRIS-3, A-RUL-8: no foreign unit is moved, pushed, summoned, relocated or raised there, nobody builds
    there, and it is neither desert nor flood; Osiris may enter."""
    t = bare("ra", "osiris", "isis", conflict_mode="table", guardians="satet, mummy")
    put(t, {"B4": "ra god", "A4": "ra satet", "B6": "isis warrior", "H8": "osiris god", "H4": "isis god"})
    put(t, {"A6": "osiris warrior"})
    t.underworld, t.suns = ["B5"], 0
    assert (t.terrain("B5"), t.data.board.terrain["B5"]) == ("underworld", "desert")
    assert "god B4-B5" not in options(run(t, Move(seat="ra")), "ra")
    assert "warrior A6-B5" in options(run(t, Move(seat="osiris")), "osiris")
    assert "warrior B5" not in options(run(t, Summon(seat="ra")), "ra")
    runner = run(t, Move(seat="ra"))
    say(runner, "ra", "move: satet A4-B6")
    assert "B5" not in options(runner, "ra")
    t.stack = []
    t.gods["ra"].powers = ["revered", "commanding", "obelisk_attuned"]
    build(t, {"C4": "ra obelisk", "A5": "ra obelisk"})
    t.gods["ra"].followers = 3
    runner = fight(t, WEST)
    assert not any(key.endswith("-B5") for key in options(runner, "ra"))
    say(runner, "ra", "relocate: none")
    say(runner, "ra", "card: build")
    say(runner, "osiris", "card: flood")
    say(runner, "isis", "card: flood")
    assert asked(runner) == {"ra": "build"}
    assert not any(key.endswith(" B5") for key in options(runner, "ra"))


def test_a_mummy_does_not_rise_from_the_underworld() -> None:
    """A-RUL-8, A-GUARD-MUMMY-1, A-RUL-14"""
    t = bare("ra", "osiris", conflict_mode="table", guardians="mummy")
    put(t, {"B4": "ra god", "B8": "ra mummy", "H8": "osiris god"})
    t.underworld, t.suns = ["B5"], 0
    runner = killing(t, "B8")
    assert "B5" not in options(runner, "ra")
    assert "B3" in options(runner, "ra")


# -- caravans and tokens ---------------------------------------------------------------------------------------------


def test_exchange_with_any_token() -> None:
    """A-CARA-5, A-RUL-5: one of the two new regions with any other, also with each other; nobody else's pair."""
    t = bare("ra", "isis")
    put(t, {"B4": "ra god", "H8": "isis god"})
    runner = run(t, Caravan(seat="ra"))
    for name in ("D0|E1", "D0|D1", "C1|D1", "C2|D1", "C2|D2"):
        if "ra" in asked(runner) and runner.questions()["ra"].name == "caravan":
            say(runner, "ra", f"caravan: {name}")
    assert asked(runner) == {"ra": "token"}
    assert options(runner, "ra") == ["B0", "D1"]
    say(runner, "ra", "token: B0")
    assert (t.tokens["B0"], t.tokens["D1"]) == (DELTA, 4)
    assert options(runner, "ra") == ["1-2", "1-4", "2-3", "2-4", "3-4"]
    assert exchange_pairs(t, [2, 4]) == options(runner, "ra")
    say(runner, "ra", "exchange: 2-4")
    assert (t.tokens["B0"], t.tokens["D1"]) == (4, DELTA)


@pytest.mark.parametrize(("left", "longest"), [(30, 6), (5, 5), (3, 3), (0, 0)])
def test_the_supply_limits_a_line(left: int, longest: int) -> None:
    """A-RUL-23, A-CARA-1: no more Camels than there are; without a token in the supply the event has no effect."""
    t = bare("ra", "isis")
    t.data.__dict__["camels"] = left
    try:
        lines = caravans(t)
    finally:
        t.data.__dict__["camels"] = 30
    assert max((len(line.edges) for line in lines), default=0) == longest
    t.spare = []
    assert caravans(t) == []
    assert run(t, Caravan(seat="ra")).over


def test_camels_are_no_units() -> None:
    """A-ADJ-3, A-REG-1, A-ENG-2: nobody owns one, none makes a god present; they only close edges."""
    t = bare("ra", "isis")
    put(t, {"B4": "ra god", "H8": "isis god"})
    before = t.sides_in(WEST)
    camels(t, ["B4|B5"])
    assert t.sides_in(WEST) == before
    assert "B5" not in t.lay.adjacent["B4"]
    assert "warrior B5" not in options(run(t, Summon(seat="ra")), "ra")


# -- numbers by players ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "figures"), [(2, [1, 1, 1]), (3, [2, 2, 2]), (4, [3, 2, 2]), (5, [3, 2, 2])])
def test_figures_by_players(players: int, figures: list[int]) -> None:
    """A-SETUP-6, A-COMP-3, A-DEC-0: one figure a kind with two players, two with three, all with more."""
    gods = ("ra", "isis", "amun", "osiris", "anubis")[:players]
    t = table(*gods, guardians="satet, apep, androsphinx")
    assert list(t.guardians.values()) == figures


def test_tracks_and_figures_stay_after_eliminations() -> None:
    """A-RUL-22, A-TURN-8, A-RUL-1: four began, so five steps to the event even when two are left."""
    t = table("ra", "isis", "amun", "osiris")
    assert [steps_of(t, action) for action in t.tracks] == [5, 5, 5, 4]
    t.ladder, t.forgotten = ["ra", "isis"], ["amun", "osiris"]
    assert [steps_of(t, action) for action in t.tracks] == [5, 5, 5, 4]


def test_the_scenarios_are_those_of_the_tables() -> None:
    """A-SCEN-1, A-SCEN-2: three, each for two to five players, and none invented."""
    fields = TITLE.options_model.model_json_schema()["properties"]["scenario"]["enum"]
    assert fields == ["middle-kingdom", "old-kingdom", "peoples-revolt"]
    for scenario in fields:
        for players in range(2, 6):
            t = table(*("ra", "isis", "amun", "osiris", "anubis")[:players], scenario=scenario)
            assert TITLE.problems(t) == []
            assert len(t.units) == 2 * players


def test_control_after_the_merge_is_by_side() -> None:
    """A-RUL-41, A-CTRL-2: the pair takes no Monument from itself, whoever of the two triggers the event."""
    t = pair("ra", "isis", "amun")
    run(t, Merge())
    build(t, {"A3": "ra temple", "A4": "amun obelisk"})
    for seat in ("ra", "isis"):
        assert eligible(t, t.side(seat)) == ["A4"]
    run(t, Control(seat="isis"))
    assert t.monuments["A4"].owner == "ra"


# -- relocated claws -------------------------------------------------------------------------------------------------


def test_a_relocated_scorpion_is_aimed() -> None:
    """A-DEC-24, A-RUL-20, A-GUARD-SCORPION-1: by its owner at once; unchanged where nothing is said."""
    t = bare("ra", "isis", conflict_mode="table", guardians="giant_scorpion")
    put(t, {"B4": "ra god", "B7": "isis god"})
    put(t, {"H8": "ra giant_scorpion"}, claws="N-NE")
    build(t, {"A4": "ra obelisk"})
    t.gods["ra"].powers, t.suns = ["revered", "commanding", "obelisk_attuned"], 0
    runner = fight(t, WEST)
    say(runner, "ra", "relocate: scorpion H8-A5")
    assert asked(runner) == {"ra": "claws"}
    assert runner.questions()["ra"].default == ["N-NE"]
    say(runner, "ra", "claws: S-SW")
    assert t.units["A5"].claws == "S-SW"


def test_a_battle_has_its_steps_in_order() -> None:
    """A-BATTLE-0a, A-BATTLE-0b, A-BATTLE-4, A-BATTLE-5: majorities come behind Plague and before the resolution."""
    t = bare("ra", "amun", conflict_mode="table")
    put(t, {"B4": "ra god", "B5": "ra warrior", "B7": "amun god", "B8": "amun warrior"})
    build(t, {"A3": "amun temple", "A4": "ra obelisk"})
    t.gods["ra"].powers, t.suns = ["revered", "commanding", "obelisk_attuned"], 0
    runner = conflict(t)
    assert asked(runner) == {"ra": "relocate"}
    say(runner, "ra", "relocate: none")
    assert asked(runner) == {"amun": "amun"}
    say(runner, "amun", "amun: none")
    say(runner, "ra", "card: plague")
    say(runner, "amun", "card: chariots")
    say(runner, "ra", "bid: 1")
    say(runner, "amun", "bid: 0")
    kinds = [event.kind for event in t.live.events]
    order = [kinds.index(kind) for kind in ("cards", "plague", "killed", "devotion_gained", "strengths", "battle_won")]
    assert order == sorted(order)


# -- turns, events and set-up ------------------------------------------------------------------------------------------


def test_the_marker_moves_and_the_action_is_resolved() -> None:
    """A-TURN-2, A-TURN-6: one space for each action, whatever comes of it."""
    t = table("ra", "isis", "amun")
    runner = run(t, Turn(seat="ra"))
    say(runner, "ra", "action: summon")
    assert t.tracks == {"move": 0, "summon": 1, "gain": 0, "unlock": 0}
    say(runner, "ra", "summon: none")
    say(runner, "ra", "action: gain")
    assert t.tracks == {"move": 0, "summon": 1, "gain": 1, "unlock": 0}


def test_an_event_is_for_whoever_triggered_it() -> None:
    """A-EVT-2: nobody else takes the Monument."""
    t = bare("ra", "isis", "amun")
    put(t, {"B4": "ra god", "E5": "isis god", "H8": "amun god"})
    build(t, {"B5": "temple", "E4": "obelisk", "H7": "pyramid"})
    t.tracks["gain"] = steps_of(t, "gain") - 1
    say(run(t, Turn(seat="isis")), "isis", "action: gain")
    assert {place: monument.owner for place, monument in t.monuments.items()} == {"B5": "", "E4": "isis", "H7": ""}


def test_player_1_is_the_first_player() -> None:
    """A-SETUP-5, A-SETUP-1: units by seat from the first player on."""
    t = table("isis", "ra", "amun", first="ra")
    starts = t.data.scenario("middle-kingdom", 3).players
    assert t.order == ["ra", "amun", "isis"]
    assert [t.units[start.god].owner for start in starts] == t.order


def test_a_tie_gives_nobody_the_majority() -> None:
    """A-MAJ-1, A-MAJ-2: as many as another is not more than every other."""
    t = bare("ra", "isis", "amun")
    put(t, {"B4": "ra god", "B5": "isis god"})
    build(t, {"A3": "ra temple", "A4": "isis temple", "A5": "ra obelisk"})
    score_majorities(t, WEST)
    assert gained(t) == [("ra", "majority", 1)]


def test_what_a_conflict_begins_with() -> None:
    """A-CONF-1, A-POW-OMNIPRESENT, A-GUARD-SCORPION-2: Omnipresent pays and claws strike before any region."""
    t = bare("ra", "isis", conflict_mode="table", guardians="giant_scorpion")
    put(t, {"B4": "ra god", "B7": "isis god"})
    put(t, {"H6": "ra giant_scorpion"}, claws="N-NE")
    build(t, {"H5": "isis temple"})
    t.gods["ra"].powers = ["omnipresent"]
    runner = conflict(t)
    assert asked(runner) == {"ra": "card", "isis": "card"}
    assert t.gods["ra"].followers == 1 + 2
    assert t.monuments == {}
