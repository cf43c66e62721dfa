"""The three ways in which Conflicts are asked (A-PBEM-3): who is called, and what is waited for."""

from __future__ import annotations

import pytest

from pbem.titles.ankh.conflict.conflict import called
from pbem.titles.ankh.state import Ankh
from tests.titles.ankh.build import asked, bare, build, conflict, fight, put, say

WEST, DELTA, EAST = 1, 2, 3
TWO = {"B4": "ra god", "B5": "ra warrior", "B7": "isis god", "B8": "isis warrior"}


def last_card(t: Ankh, side: str) -> None:
    god = t.gods[side]
    god.hand, god.used, god.followers = ["cycle"], [card for card in god.hand if card != "cycle"], 0


def with_one_card(mode: str, **options: str) -> Ankh:
    """Amun, who has nothing but his last card, fights against Ra, who triggered the Conflict."""
    t = bare("ra", "amun", "osiris", conflict_mode=mode, guardians="satet, mummy", **options)
    put(t, {"B4": "ra god", "B7": "amun god", "B8": "amun warrior", "H8": "osiris god"})
    last_card(t, "amun")
    return t


REASONS = {
    "nothing": lambda t: None,
    "followers": lambda t: setattr(t.gods["amun"], "followers", 1),
    "mummy": lambda t: put(t, {"A8": "amun mummy"}),
    "worship": lambda t: setattr(t.gods["amun"], "powers", ["worshipful"]),
}


@pytest.mark.parametrize("reason", list(REASONS))
def test_who_is_called(reason: str) -> None:
    """A-PBEM-7: with the last card in hand and nothing else to say nobody is asked, neither for the Conflict nor for
    the Battle; with Followers to bid, a Mummy to place or Worshipful one is."""
    t = with_one_card("sealed")
    REASONS[reason](t)
    conflict(t)
    assert called(t) == (["ra"] if reason == "nothing" else ["amun", "ra"])
    t = with_one_card("per_battle")
    REASONS[reason](t)
    assert asked(fight(t, WEST)) == ({"ra": "card"} if reason == "nothing" else {"ra": "card", "amun": "card"})


def test_the_last_card_brings_all_back() -> None:
    """A-RUL-25, A-PBEM-7: who has only Cycle and fights twice has seven cards to choose from in the second Battle."""
    t = with_one_card("sealed")
    put(t, {"H7": "amun warrior"})
    conflict(t)
    assert set(called(t)) == {"amun", "ra", "osiris"}


@pytest.mark.parametrize(("mode", "waited"), [("sealed", False), ("per_battle", True), ("table", True)])
def test_what_comes_before_the_cards_is_waited_for(mode: str, waited: bool) -> None:
    """A-PBEM-3, A-DEC-10, A-DEC-11: relocations and Amun's announcement come before the cards are chosen, so a Battle
    of `per_battle` waits for them as the table does; `sealed` takes them from the order."""
    t = bare("ra", "amun", conflict_mode=mode)
    put(t, {"B4": "ra god", "B5": "ra warrior", "B7": "amun god"})
    build(t, {"A4": "ra obelisk"})
    t.gods["ra"].powers = ["revered", "commanding", "obelisk_attuned"]
    runner = fight(t, WEST)
    assert asked(runner) == {"ra": "relocate"}
    assert runner.questions()["ra"].lapses is not waited
    say(runner, "ra", "relocate: none")
    if mode == "sealed":
        assert asked(runner) == {"ra": "card", "amun": "card"}
    else:
        assert asked(runner) == {"amun": "amun"}
        assert not runner.questions()["amun"].lapses


@pytest.mark.parametrize(("mode", "lapses"), [("sealed", True), ("per_battle", True), ("table", False)])
def test_what_follows_the_cards(mode: str, lapses: bool) -> None:
    """A-PBEM-3, A-DEC-14, A-DEC-15: bids and later choices are made by the same mail, or asked at the table."""
    t = bare("ra", "isis", conflict_mode=mode)
    put(t, TWO)
    runner = fight(t, WEST)
    assert runner.questions()["ra"].lapses is (mode == "sealed")
    say(runner, "ra", "card: plague")
    say(runner, "isis", "card: miracle")
    assert asked(runner) == {"ra": "bid", "isis": "bid"}
    assert runner.questions()["isis"].lapses is lapses
