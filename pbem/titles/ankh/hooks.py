"""How the rules meet powers, abilities and Battle cards: they ask for adjusted values and announce events.

Where more than a number matters (the region, the margin of a win, what a gain is for) a small object is adjusted.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from pbem.core.cards import Deck
from pbem.core.questions import Seat
from pbem.titles.ankh.state import Ankh

__all__ = ["Award", "Force", "Reward", "adjusted", "announced"]

Value = TypeVar("Value")


@dataclass(slots=True)
class Force:
    """Strength that a side has in a region besides its figures and cards."""

    token: int
    strength: int = 0


@dataclass(slots=True)
class Reward:
    """What a win or dominance brings: the basic reward and everything added to it, in one gain (A-BATTLE-5c)."""

    token: int
    margin: int = 0
    basic: int = 1
    more: int = 0


@dataclass(slots=True)
class Award:
    """A gain of Devotion before it is made."""

    n: int
    why: str
    token: int = 0
    """Order token of the region in which it is made; 0 if in none."""


def adjusted(t: Ankh, side: Seat, name: str, value: Value, cards: Iterable[str] = ()) -> Value:
    """What powers and abilities of a side, cards that it played, and what is in force for everybody make of a value."""
    book = t.book
    sources = (
        (book.powers, t.held(side)), (book.gods, t.members(side)), (book.cards, cards),
        (book.standing, book.in_force(t)),
    )  # fmt: skip
    for deck, idents in sources:
        hooks = deck.adjusting.get(name)
        if hooks:
            for ident in idents:
                if ident in hooks:
                    value = hooks[ident](t, side, ident, value)
    return value


def announced(t: Ankh, deck: Deck, side: Seat, idents: Iterable[str], event: str, **facts: Any) -> None:
    """Tell those of a deck's declarations that a side has of something that happened."""
    hooks = deck.reacting.get(event)
    if hooks:
        for ident in list(idents):
            if ident in hooks and not t.over:
                hooks[ident](t, side, ident, facts)
