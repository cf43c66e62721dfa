"""Battles in their order on a live board (A-CONF, A-BATTLE, A-MAJ), and the seven cards (A-CARD)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from pbem.core.interpreter import Run
from pbem.titles.ankh.conflict.conflict import battles
from pbem.titles.ankh.conflict.resolution import Dominance
from pbem.titles.ankh.state import Ankh
from tests.titles.ankh.build import asked, at, bare, build, conflict, fight, options, put, refused, run, say, told

WEST = 1
DELTA = 2
EAST = 3
"""Order tokens of the bare map."""

TWO = {"B4": "ra god", "B5": "ra warrior", "B7": "isis god", "B8": "isis warrior"}


def battle(
    units: Mapping[str, str],
    cards: Mapping[str, str],
    gods: tuple[str, ...] = ("ra", "isis"),
    setup: Any = None,
    token: int = WEST,
    **options: Any,
) -> tuple[Ankh, Run]:
    """A Battle of these units up to where it stops after these cards."""
    t = bare(*gods, conflict_mode="table", **options)
    put(t, units)
    t.suns = 0
    if setup is not None:
        setup(t)
    runner = fight(t, token)
    while "amun" in asked(runner).values():
        say(runner, "amun", "amun: none")
    for side, card in cards.items():
        say(runner, side, f"card: {card}")
    return t, runner


def gains(t: Ankh, side: str) -> list[tuple[str, int]]:
    return [(row["why"], row["n"]) for row in told(t, "devotion_gained") if row["seat"] == side]


# -- a Conflict ------------------------------------------------------------------------------------------------------


def test_regions_are_resolved_in_order() -> None:
    """A-CONF-2: ascending tokens; nobody: skipped, one: dominance, two: Battle."""
    t = bare("ra", "isis", conflict_mode="table")
    put(t, {"B4": "ra god", "H8": "ra warrior", "H7": "isis god"})
    runner = conflict(t)
    assert [row["token"] for row in told(t, "dominated")] == [WEST]
    assert [row["token"] for row in told(t, "region_skipped")] == [DELTA]
    assert asked(runner) == {"ra": "card", "isis": "card"}
    assert t.conflict is not None
    assert t.conflict.token == EAST


def test_a_conflict_begins_and_ends() -> None:
    """A-CONF-1, A-CONF-3, A-COMP-2: the Tie-breaker goes to the trigger's side and back to the supply."""
    t = bare("ra", "isis", conflict_mode="table")
    put(t, {"B4": "ra god", "B7": "isis god"})
    runner = conflict(t, by="isis")
    assert t.conflict is not None
    assert (t.conflict.holder, t.conflict.tie_breaker) == ("isis", True)
    say(runner, "ra", "card: chariots")
    say(runner, "isis", "card: chariots")
    assert asked(runner) == {"isis": "tiebreak"}
    say(runner, "isis", "tiebreak: yes")
    assert t.conflict is None
    assert t.battle is None


def test_a_god_without_units_does_not_score() -> None:
    """A-MAJ-1, A-MAJ-2: it stops the majority of others and scores nothing; all majorities are one gain."""
    t = bare("ra", "isis", "amun")
    put(t, {"B4": "ra god", "H8": "isis god", "H4": "amun god"})
    build(t, {"A3": "ra temple", "A4": "ra obelisk", "A5": "isis pyramid", "A6": "ra pyramid"})
    run(t, Dominance(token=WEST))
    assert gains(t, "ra") == [("majority", 2), ("dominance", 1)]
    assert gains(t, "isis") == []


def test_dominance_knows_no_cards_and_no_glory() -> None:
    """A-DOM-1: Commanding, Glorious and cards do not apply."""
    t = bare("ra", "isis", conflict_mode="table")
    put(t, {"B4": "ra god", "B5": "ra warrior", "H8": "isis god"})
    t.gods["ra"].powers = ["commanding", "revered", "resplendent", "temple_attuned", "glorious"]
    run(t, Dominance(token=WEST))
    assert gains(t, "ra") == [("dominance", 1)]
    assert t.gods["ra"].followers == 1


# -- cards -----------------------------------------------------------------------------------------------------------


def test_cards_are_played_in_secret_and_lie_open() -> None:
    """A-BATTLE-1, A-BATTLE-7, A-DEC-12: sealed until all are in; then out of the hand, face up beside those of earlier
    Battles."""

    def used_before(t: Ankh) -> None:
        t.gods["ra"].used = ["miracle", "build"]
        t.gods["ra"].hand = [card for card in t.data.cards if card not in t.gods["ra"].used]

    t, runner = battle(TWO, {}, setup=used_before)
    assert runner.sealed
    assert sorted(options(runner, "ra")) == sorted(set(t.data.cards) - {"miracle", "build"})
    assert asked(runner) == {"ra": "card", "isis": "card"}
    say(runner, "ra", "card: chariots")
    assert asked(runner) == {"isis": "card"}
    assert "chariots" in t.gods["ra"].hand
    say(runner, "isis", "card: drought")
    assert t.gods["ra"].used == ["miracle", "build", "chariots"]
    assert "chariots" not in t.gods["ra"].hand


def test_a_used_card_is_refused() -> None:
    """A-BATTLE-7"""
    t = bare("ra", "isis", conflict_mode="table")
    put(t, TWO)
    t.gods["ra"].used = ["chariots"]
    t.gods["ra"].hand.remove("chariots")
    assert refused(fight(t, WEST), "ra", "card: chariots")[1] == "A-BATTLE-7"


def test_chariots_win() -> None:
    """A-CARD-CHARIOTS, A-BATTLE-5b, A-BATTLE-5c: 2 + 3 against 2 + 1; 1 Devotion, the losers' Warriors die."""
    t, runner = battle(TWO, {"ra": "chariots", "isis": "drought"})
    assert gains(t, "ra") == [("win", 1)]
    assert t.units_of("isis") == ["B7"]
    assert runner.over


def test_drought_counts_deserts_of_the_winner() -> None:
    """A-CARD-DROUGHT, A-BATTLE-5c: part of the winning gain; nothing without a win."""
    units = {"B4": "ra god", "B5": "ra warrior", "E7": "ra warrior", "E8": "isis god"}
    t, _ = battle(units, {"ra": "drought", "isis": "flood"})
    assert gains(t, "ra") == [("win", 3)]
    t, _ = battle(TWO, {"ra": "chariots", "isis": "drought"})
    assert gains(t, "isis") == []


def test_flood_pays_at_once_and_protects() -> None:
    """A-CARD-FLOOD, A-RUL-21: Followers on the reveal; units on flood spaces survive the resolution, others do not."""
    units = {"E4": "isis god", "E5": "isis warrior", "F5": "isis warrior", "E8": "ra god", "E9": "ra warrior"}
    units |= {"D8": "ra warrior"}
    t, runner = battle(units, {"ra": "chariots", "isis": "flood"})
    assert t.gods["isis"].followers == 1 + 2
    assert t.units_of("isis") == ["E4", "F5"]
    assert runner.over


def test_a_mummy_that_comes_back_is_not_protected() -> None:
    """A-RUL-21, A-CARD-FLOOD: Flood covers units that stood there at the reveal and still stand there, not one that
    died by Plague and came back to the same space."""
    units = {"E4": "isis god", "F4": "isis mummy", "E8": "ra god", "E9": "ra warrior", "D8": "ra warrior"}
    t, runner = battle(units, {"ra": "plague", "isis": "flood"}, guardians="mummy")
    say(runner, "ra", "bid: 1")
    say(runner, "isis", "bid: 0")
    assert asked(runner) == {"isis": "mummy"}
    say(runner, "isis", "mummy: F4")
    assert asked(runner) == {"isis": "mummy"}
    dead = [unit for event in told(t, "killed") for unit in event["units"]]
    assert dead == [["isis", "mummy", "F4"]] * 2


def test_flood_does_not_help_against_plague() -> None:
    """A-CARD-PLAGUE, A-CARD-FLOOD"""
    units = {"E4": "isis god", "F5": "isis warrior", "E8": "ra god", "E9": "ra warrior"}
    t, runner = battle(units, {"ra": "plague", "isis": "flood"})
    say(runner, "ra", "bid: 1")
    say(runner, "isis", "bid: 0")
    assert t.units_of("isis") == ["E4"]


def test_build_a_monument() -> None:
    """A-CARD-BUILD, A-BATTLE-2, A-DEC-13, A-RUL-30: for 3 Followers, Flood's of the same Battle included; it scores at
    once."""
    t, runner = battle(TWO, {"ra": "build", "isis": "cycle"}, setup=lambda t: t.gain_followers("ra", 3))
    assert asked(runner) == {"ra": "build"}
    assert refused(runner, "ra", "build: temple F6")[1] == "A-CARD-BUILD"
    assert refused(runner, "ra", "build: temple B7")[1] == "A-MAP-3"
    say(runner, "ra", "build: temple a3")
    assert (t.monuments["A3"].owner, t.monuments["A3"].kind) == ("ra", "temple")
    assert t.gods["ra"].followers == 1
    assert gains(t, "ra")[0] == ("majority", 1)


@pytest.mark.parametrize("missing", ["followers", "token", "tile", "space"])
def test_build_is_impossible(missing: str) -> None:
    """A-CARD-BUILD: without Followers, Ankh token, tile or space nothing is asked."""

    def setup(t: Ankh) -> None:
        t.gods["ra"].followers = 2 if missing == "followers" else 5
        if missing == "token":
            t.gods["ra"].ankhs = 0
        if missing == "tile":
            t.supply = dict.fromkeys(t.supply, 0)
        if missing == "space":
            t.underworld = [place for place in t.lay.spaces["A1"] if t.is_empty(place)]

    t, runner = battle(TWO, {"ra": "build", "isis": "cycle"}, setup=setup)
    assert "build" not in asked(runner).values()
    assert [row["seat"] for row in told(t, "no_building")] == ["ra"]


def test_builders_in_ascending_order() -> None:
    """A-BATTLE-2: the least god builds first."""

    def setup(t: Ankh) -> None:
        at(t, isis=3, ra=5)
        for god in t.gods.values():
            god.followers = 3

    _, runner = battle(TWO, {"ra": "build", "isis": "build"}, setup=setup)
    assert asked(runner) == {"isis": "build"}
    say(runner, "isis", "build: obelisk A3")
    assert asked(runner) == {"ra": "build"}
    assert "temple A3" not in options(runner, "ra")


BIDS = [
    ({"ra": 2, "isis": 1}, "ra", ["B4", "B5", "B7"]),
    ({"ra": 1, "isis": 1}, "", ["B4", "B7"]),
    ({"ra": 0, "isis": 0}, "", ["B4", "B7"]),
    ({"ra": 0, "isis": 3}, "isis", ["B4", "B7", "B8"]),
]


@pytest.mark.parametrize(("bids", "spared", "left"), BIDS)
def test_plague(bids: dict[str, int], spared: str, left: list[str]) -> None:
    """A-CARD-PLAGUE, A-BATTLE-3, A-DEC-14, A-RUL-10: all bids are paid, only the strictly highest bidder is spared."""

    def setup(t: Ankh) -> None:
        for god in t.gods.values():
            god.followers = 4

    t, runner = battle(TWO, {"ra": "plague", "isis": "cycle"}, setup=setup)
    assert runner.sealed
    assert options(runner, "ra") == ["0", "1", "2", "3", "4"]
    for side, n in bids.items():
        say(runner, side, f"bid: {n}")
    (row,) = told(t, "plague")
    assert row["spared"] == spared
    assert {side: 4 - n for side, n in bids.items()} == {side: t.gods[side].followers for side in bids}
    assert sorted(t.units) == left or told(t, "battle_won")
    assert {tuple(unit) for event in told(t, "killed")[:1] for unit in event["units"]} == {
        (owner, "warrior", place) for owner, place in (("ra", "B5"), ("isis", "B8")) if owner != spared
    }


def test_a_bid_above_what_is_owned() -> None:
    """A-CARD-PLAGUE"""
    _, runner = battle(TWO, {"ra": "plague", "isis": "cycle"})
    assert refused(runner, "ra", "bid: 2")[1] == "A-CARD-PLAGUE"


def test_two_plagues() -> None:
    """A-BATTLE-3, A-RUL-9, A-RUL-33, A-ENG-4: one after the other, the least god's first; only who still has a unit
    bids again, and who is alone there is spared whatever it bids."""
    units = {"B5": "ra warrior", "B6": "ra warrior", "B8": "isis warrior", "A8": "isis warrior"}

    def setup(t: Ankh) -> None:
        at(t, isis=1, ra=2)
        for god in t.gods.values():
            god.followers = 5

    t, runner = battle(units, {"ra": "plague", "isis": "plague"}, setup=setup)
    say(runner, "ra", "bid: 3")
    say(runner, "isis", "bid: 2")
    rows = told(t, "plague")
    assert [row["seat"] for row in rows] == ["isis", "ra"]
    assert [row["bids"] for row in rows] == [{"isis": 2, "ra": 3}, {"ra": 0}]
    assert t.units_of("ra") == ["B5", "B6"]
    assert t.gods["ra"].followers == 2
    assert gains(t, "ra") == [("win", 1)]


def test_who_has_no_unit_left() -> None:
    """A-BATTLE-5a, A-RUL-11: no majority, strength 0, no win; but Miracle, Cycle and the cards' places stay."""
    units = {"B5": "ra god", "B8": "isis warrior", "A8": "isis warrior", "H8": "isis god"}

    def setup(t: Ankh) -> None:
        build(t, {"A3": "isis temple", "A4": "isis temple"})

    t, runner = battle(units, {"ra": "plague", "isis": "miracle"}, setup=setup)
    say(runner, "ra", "bid: 1")
    say(runner, "isis", "bid: 0")
    assert t.battle is None
    (row,) = told(t, "strengths")
    assert row["strengths"] == {"ra": 2, "isis": 0}
    assert gains(t, "isis") == [("miracle", 2)]
    assert gains(t, "ra") == [("win", 1)]


def test_nobody_has_units_left() -> None:
    """A-RUL-11, A-ENG-3: units are looked for again: nobody wins, the Tie-breaker cannot be used."""
    units = {"B5": "ra warrior", "B8": "isis warrior", "H8": "isis god", "H4": "ra god"}
    t, runner = battle(units, {"ra": "plague", "isis": "cycle"})
    say(runner, "ra", "bid: 0")
    say(runner, "isis", "bid: 0")
    assert runner.over
    assert told(t, "battle_tied") == [{"seat": None, "token": WEST}]
    assert t.conflict is not None
    assert t.conflict.tie_breaker


def test_strength_nothing_wins_alone() -> None:
    """A-RUL-11: the only side with units left wins even with strength 0."""
    units = {"B5": "ra warrior", "B6": "isis androsphinx", "H8": "isis god", "H4": "ra god"}
    t, runner = battle(units, {"ra": "plague", "isis": "cycle"}, guardians="androsphinx")
    say(runner, "ra", "bid: 1")
    say(runner, "isis", "bid: 0")
    assert gains(t, "ra") == [("win", 1)]


def test_cycle_brings_all_cards_back() -> None:
    """A-CARD-CYCLE, A-RUL-25, A-BATTLE-6: the used ones and itself; so a hand never empties."""

    def setup(t: Ankh) -> None:
        t.gods["ra"].hand = ["cycle"]
        t.gods["ra"].used = [card for card in t.data.cards if card != "cycle"]

    t, _ = battle(TWO, {"isis": "chariots"}, setup=setup)
    assert sorted(t.gods["ra"].hand) == sorted(t.data.cards)
    assert t.gods["ra"].used == []


def test_miracle_counts_the_battle() -> None:
    """A-CARD-MIRACLE, A-ENG-4: Plague and resolution together, one gain."""
    units = {"B5": "ra god", "B6": "ra warrior", "B3": "ra warrior", "B8": "amun warrior", "A7": "amun god"}

    def setup(t: Ankh) -> None:
        put(t, {"A8": "amun mummy"})

    cards = {"ra": "plague", "amun": "miracle"}
    t, runner = battle(units, cards, ("ra", "amun"), setup=setup, guardians="mummy")
    say(runner, "ra", "bid: 1")
    say(runner, "amun", "bid: 0")
    assert asked(runner) == {"amun": "mummy"}
    say(runner, "amun", "mummy: a8")  # it fights again, and dies again
    say(runner, "amun", "mummy: a8")
    assert gains(t, "amun") == [("miracle", 3)]


def test_a_tie_without_the_tie_breaker() -> None:
    """A-BATTLE-5b, A-BATTLE-5e: everybody loses, all Warriors die."""
    t = bare("ra", "isis", "amun", conflict_mode="table")
    put(t, {**TWO, "H8": "amun god"})
    t.suns = 0
    runner = fight(t, WEST, holder="amun")
    say(runner, "ra", "card: chariots")
    say(runner, "isis", "card: chariots")
    assert runner.over
    assert sorted(t.units) == ["B4", "B7", "H8"]
    assert gains(t, "ra") == gains(t, "isis") == []


def test_the_tie_breaker_may_be_kept() -> None:
    """A-DEC-15, A-RUL-12: kept, everybody loses; used, the win has no margin."""
    t, runner = battle(TWO, {"ra": "chariots", "isis": "chariots"})
    say(runner, "ra", "tiebreak: no")
    assert t.conflict is not None
    assert t.conflict.tie_breaker
    assert told(t, "battle_won") == []

    def setup(t: Ankh) -> None:
        t.gods["ra"].powers = ["revered", "commanding", "resplendent", "temple_attuned", "glorious"]

    t, runner = battle(TWO, {"ra": "chariots", "isis": "chariots"}, setup=setup)
    say(runner, "ra", "tiebreak: yes")
    assert gains(t, "ra") == [("win", 1)]
    assert t.gods["ra"].followers == 1 + 3


def test_a_relocation_can_cancel_a_later_battle() -> None:
    """A-CONF-2, A-RUL-20, A-ENG-3: the board is read again when a region's turn comes."""
    t = bare("ra", "isis", conflict_mode="table")
    put(t, {"B4": "ra god", "B7": "isis god", "H8": "ra warrior", "H7": "isis warrior"})
    build(t, {"B5": "ra obelisk"})
    t.gods["ra"].powers = ["revered", "commanding", "obelisk_attuned"]
    t.suns = 0
    assert sorted(battles(t)) == [WEST, EAST]
    runner = conflict(t)
    say(runner, "ra", "relocate: warrior H8-B6")
    say(runner, "ra", "relocate: none")
    say(runner, "ra", "card: chariots")
    say(runner, "isis", "card: flood")
    assert [row["token"] for row in told(t, "dominated")] == [EAST]
    assert [row["token"] for row in told(t, "battle_began")] == [WEST]


def test_the_win_ends_everything() -> None:
    """A-WIN-1, A-DEV-5, A-RUL-24: at once, in the middle of a Battle; nothing more is gained by anybody."""
    t = bare("ra", "isis", conflict_mode="table")
    put(t, {**TWO, "H7": "isis warrior"})
    build(t, {"A3": "ra temple", "A4": "isis obelisk", "H6": "isis temple"})
    at(t, isis=29, ra=30)
    t.suns = 0
    runner = conflict(t)
    say(runner, "ra", "card: chariots")
    say(runner, "isis", "card: chariots")
    assert t.winner == "ra"
    assert t.over
    assert (t.devotion["ra"], t.devotion["isis"]) == (31, 30)
    assert runner.over
    assert told(t, "strengths") == []


# -- every card ------------------------------------------------------------------------------------------------------


def wins(card: str, units: Mapping[str, str], devotion: int) -> None:
    """A Battle in the west that ra wins with a card against Flood brings so much Devotion."""
    t, _ = battle(units, {"ra": card, "isis": "flood"})
    assert gains(t, "ra") == [("win", devotion)]


CARDS: dict[str, tuple[int, Callable[[], None]]] = {
    "plague": (1, test_flood_does_not_help_against_plague),
    "build": (0, test_build_a_monument),
    "chariots": (3, test_chariots_win),
    "cycle": (0, test_cycle_brings_all_cards_back),
    "drought": (1, test_drought_counts_deserts_of_the_winner),
    "flood": (0, test_flood_pays_at_once_and_protects),
    "miracle": (0, test_miracle_counts_the_battle),
}
"""The strength of each card, and what fails without its effect (`test_rows.py` takes it away)."""


@pytest.mark.parametrize("card", CARDS)
def test_strength_of_each_card(card: str) -> None:
    """A-CARD-PLAGUE, A-CARD-BUILD, A-CARD-CHARIOTS, A-CARD-CYCLE, A-CARD-DROUGHT, A-CARD-FLOOD, A-CARD-MIRACLE: what
    each adds to two figures (A-BATTLE-5a, A-UNIT-1)."""
    t, runner = battle(TWO, {"isis": "cycle", "ra": card})
    while not runner.over:
        seat, question = next(iter(runner.questions().items()))
        runner.give(seat, ["1"] if (seat, question.name) == ("ra", "bid") else question.harmless())
    (row,) = told(t, "strengths")
    assert row["strengths"]["ra"] == 2 + CARDS[card][0]


@pytest.mark.parametrize("card", CARDS)
def test_what_each_card_does(card: str) -> None:
    """The row of the table above, also of a card that has no test of its own."""
    CARDS[card][1]()
