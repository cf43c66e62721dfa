"""More of what is hard to get right, where another test shows it only beside something else: each by its name."""

from __future__ import annotations

from pbem.titles.ankh import TITLE
from pbem.titles.ankh.actions.summon import Summon
from pbem.titles.ankh.conflict.killing import Killing
from pbem.titles.ankh.conflict.resolution import Dominance
from pbem.titles.ankh.phases.merge import Merge
from pbem.titles.ankh.phases.revolt import Consolidation, divided
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


def gained(t: Ankh) -> list[tuple[str, str, int]]:
    return [(row["seat"], row["why"], row["n"]) for row in told(t, "devotion_gained")]


# -- battles on a live board -----------------------------------------------------------------------------------------


def test_participants_are_fixed_at_the_card_step() -> None:
    """A-ENG-3, A-BATTLE-6, A-CARD-PLAGUE: whom a Plague left without units bids and wins no more, yet her card comes
    back and Worshipful is hers; a god without a unit at the card step plays none."""
    t = bare("ra", "isis", "amun", conflict_mode="table")
    put(t, {"B4": "ra god", "B5": "ra warrior", "B8": "isis warrior", "H8": "isis god", "H4": "amun god"})
    t.suns, t.gods["isis"].followers = 0, 2
    t.gods["isis"].powers = ["revered", "omnipresent", "resplendent", "temple_attuned", "worshipful"]
    runner = fight(t, WEST)
    assert asked(runner) == {"ra": "card", "isis": "card"}
    say(runner, "ra", "card: plague")
    say(runner, "isis", "card: cycle")
    say(runner, "ra", "bid: 1")
    say(runner, "isis", "bid: 0")
    assert t.units_of("isis") == ["H8"]
    assert len(t.gods["isis"].hand) == len(t.data.cards)
    assert asked(runner) == {"isis": "worship"}
    say(runner, "isis", "worship: yes")
    assert gained(t) == [("ra", "win", 1), ("isis", "worshipful", 1)]


def test_units_are_looked_for_again_after_each_plague() -> None:
    """A-ENG-3, A-RUL-9, A-RUL-11, A-BATTLE-4: in the second Plague, in majorities and in the resolution only who still
    has a unit counts."""
    t = bare("ra", "isis", "osiris", conflict_mode="table")
    put(t, {"B4": "ra warrior", "B6": "isis warrior", "B8": "osiris warrior", "H8": "ra god", "H4": "isis god"})
    put(t, {"B0": "osiris god"})
    build(t, {"A3": "isis temple", "A4": "ra obelisk"})
    at(t, isis=1, osiris=2, ra=3)
    t.suns = 0
    for god in t.gods.values():
        god.followers = 3
    runner = fight(t, WEST)
    for side, card in {"ra": "plague", "isis": "plague", "osiris": "flood"}.items():
        say(runner, side, f"card: {card}")
    for side, bid in {"ra": 2, "isis": 0, "osiris": 1}.items():
        say(runner, side, f"bid: {bid}")
    assert [row["bids"] for row in told(t, "plague")] == [{"isis": 0, "osiris": 1, "ra": 2}, {"ra": 0}]
    assert gained(t) == [("ra", "majority", 1), ("ra", "win", 1)]


# -- devotion --------------------------------------------------------------------------------------------------------


def test_the_win_is_checked_after_every_single_marker() -> None:
    """A-ENG-5, A-WIN-1, A-DEV-5: the first marker on the top ends the pass; who comes next in it gains nothing."""
    t = bare("ra", "isis", "amun", conflict_mode="table")
    put(t, {"B4": "ra god", "B5": "isis god", "B6": "amun god"})
    build(t, {"A3": "ra temple", "A4": "isis obelisk", "A5": "amun pyramid"})
    at(t, ra=29, isis=30, amun=30)
    t.suns = 0
    runner = fight(t, WEST)
    say(runner, "amun", "amun: none")
    for side in ("ra", "isis", "amun"):
        say(runner, side, "card: chariots")
    assert t.devotion == {"ra": 30, "isis": 31, "amun": 30}
    assert (t.winner, runner.over) == ("isis", True)


def test_one_gain_is_one_bountiful_check() -> None:
    """A-ENG-5, A-POW-BOUNTIFUL, A-MAJ-2: three majorities are one gain, a win with Drought another; 1 more for each."""
    t = bare("ra", "isis", conflict_mode="table")
    put(t, {"B4": "ra god", "B5": "ra warrior", "E8": "isis god"})
    build(t, {"A3": "ra temple", "A4": "ra obelisk", "A5": "ra pyramid"})
    t.suns = 0
    t.gods["ra"].powers = ["revered", "omnipresent", "resplendent", "temple_attuned", "bountiful"]
    desert = sum(t.terrain(place) == "desert" for place in ("B4", "B5"))
    runner = fight(t, WEST)
    say(runner, "ra", "card: drought")
    say(runner, "isis", "card: flood")
    assert desert
    assert gained(t) == [("ra", "majority", 3 + 1), ("ra", "win", 1 + desert + 1)]


# -- side and seat ---------------------------------------------------------------------------------------------------


def test_removed_figures_never_return() -> None:
    """A-MERGE-2, A-RUL-15: the lesser's Warriors and God come back neither by a Summon nor by a killing, nor out of the
    slots of Anubis."""
    t = bare("ra", "isis", "anubis", conflict_mode="table")
    put(t, {"B3": "ra god", "B8": "isis god", "A3": "isis warrior", "H8": "anubis god"})
    at(t, isis=1, ra=4, anubis=9)
    t.trapped, t.gods["isis"].warriors = ["isis"], t.gods["isis"].warriors - 1
    t.suns = 0
    run(t, Merge())
    before = TITLE.conserved(t)
    assert (t.trapped, t.units_of("isis"), t.gods["isis"].warriors) == ([], [], 0)
    for seat in ("ra", "isis"):
        places = {key for key in options(run(t, Summon(seat=seat)), seat) if key.startswith("ransom")}
        assert places == set()
    for place in ("A3", "A4", "A5", "A6", "A7", "A8"):
        put(t, {place: "ra warrior"})
    t.conflict = Conflict(number=4, holder="ra", token=WEST)
    runner = run(t, Killing(places=["A3", "A4"]))
    assert options(runner, "anubis") == ["ra"]
    say(runner, "anubis", "trap: ra")
    assert (t.gods["ra"].warriors, t.out["isis warrior"], t.out["isis god"]) == (1, 6, 1)
    assert TITLE.conserved(t) == before


# -- water -----------------------------------------------------------------------------------------------------------


def test_apep_dies_once() -> None:
    """A-RUL-6, A-UNIT-3: in the first Battle that is lost; the others it stood in do not see it any more, and one
    figure goes to the pool."""
    t = bare("ra", "isis", conflict_mode="table", guardians="apep")
    t.suns = 0
    camels(t, ["A3|A4", "A4|B3", "B3|B4", "B4|C4"])
    put(t, {"E6": "ra apep", "B0": "ra god", "D5": "isis god", "E7": "isis warrior", "G7": "isis warrior"})
    runner = conflict(t)
    while not runner.over:
        seat, question = next(iter(runner.questions().items()))
        want = "chariots" if seat == "isis" else "miracle"
        runner.give(seat, [want] if want in question.options else question.harmless())
    assert [row["units"] for row in told(t, "killed")] == [[["ra", "apep", "E6"]]]
    assert t.gods["ra"].guardians == ["apep"]
    assert [row["token"] for row in told(t, "battle_began")] == sorted(row["token"] for row in told(t, "battle_began"))
    assert len(told(t, "battle_began")) == 1


# -- the Underworld --------------------------------------------------------------------------------------------------


def test_the_underworld_is_neither_desert_nor_flood() -> None:
    """A-GOD-OSIRIS-3, A-CARD-FLOOD, A-CARD-DROUGHT: a unit on a token is paid and saved by no Flood and counts for no
    Drought, whatever is printed below it."""
    for card, printed in (("flood", "flood"), ("drought", "desert")):
        for covered in (False, True):
            t = bare("osiris", "isis", conflict_mode="table")
            place = next(name for name in t.lay.spaces["A1"] if t.data.board.terrain[name] == printed)
            put(t, {place: "osiris warrior", "B0": "osiris god", "H8": "isis god"})
            put(t, {next(name for name in t.lay.spaces["A1"] if t.is_empty(name)): "isis warrior"})
            t.underworld = [place] if covered else []
            t.gods["isis"].hand = ["cycle"]
            runner = fight(t, WEST, holder="osiris")
            say(runner, "osiris", f"card: {card}")
            while not runner.over:
                seat, question = next(iter(runner.questions().items()))
                runner.give(seat, ["yes"] if question.name == "tiebreak" else question.harmless())
            more = t.gods["osiris"].followers - 1 if card == "flood" else gained(t)[0][2] - 1
            assert more == (0 if covered else 1)


# -- The People's Revolt ---------------------------------------------------------------------------------------------


def test_killing_is_turned_round_for_dominance_too() -> None:
    """A-SCEN-REVOLT-2, A-RUL-39: the dominating side's Warriors and Guardians die after its gain; in other scenarios
    nobody does."""
    for scenario, left in (("peoples-revolt", ["B3"]), ("middle-kingdom", ["A3", "B3"])):
        t = bare("ra", "isis", conflict_mode="table", scenario=scenario)
        t.suns = 0
        put(t, {"B3": "ra god", "A3": "ra warrior", "H8": "isis god"})
        t.conflict = Conflict(number=1, holder="ra", token=WEST)
        run(t, Dominance(token=WEST))
        assert (t.units_of("ra"), gained(t)) == (left, [("ra", "dominance", 1)])


def test_the_token_removed_is_the_highest_on_the_map() -> None:
    """A-SCEN-REVOLT-3, A-RUL-40: whichever two regions are joined."""
    for pair in divided(table("ra", "isis", scenario="peoples-revolt")):
        t = table("ra", "isis", scenario="peoples-revolt")
        highest = max(t.tokens.values())
        t.event = 5
        runner = run(t, Consolidation(seat="ra"))
        say(runner, "ra", f"consolidate: {pair}")
        while not runner.over:
            runner.give("ra", runner.questions()["ra"].harmless())
        assert sorted(t.tokens.values()) == list(range(1, highest))
