"""How the rules meet powers, abilities and Battle cards: they ask for adjusted values and announce events.

Where more than a number matters (the region, the margin of a win, what a gain is for) a small object is adjusted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from pbem.core.cards import Adjust, Deck
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


def adjusted(t: Ankh, side: Seat, name: str, value: Value, cards: Sequence[str] = ()) -> Value:
    """Return what powers and abilities of a side, cards that it played, and what is in force for everybody make of a
    value."""
    book = t.book
    if name in book.powers.adjusting:
        value = _through(t, side, book.powers.adjusting[name], t.held(side), value)
    if name in book.gods.adjusting:
        value = _through(t, side, book.gods.adjusting[name], t.members(side), value)
    if cards and name in book.cards.adjusting:
        value = _through(t, side, book.cards.adjusting[name], cards, value)
    if name in book.standing.adjusting:
        value = _through(t, side, book.standing.adjusting[name], book.in_force(t), value)
    return value


def _through(t: Ankh, side: Seat, hooks: Mapping[str, Adjust], idents: Iterable[str], value: Value) -> Value:
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
