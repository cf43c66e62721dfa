"""How rows of the tables declare powers, Battle cards and Guardians: each names its effects, `{"do": "curse"}`.

A table of named effects stands where their functions are (`powers.py`, `cards.py`). Which effects a row has is read
from the shipped tables, because a book is made once for all games with the same box; their numbers are read from the
tables that a game is pinned to.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pbem.core.cards import Adjust, Card, React, Row, joined, named
from pbem.core.records import record
from pbem.titles.ankh.state import Ankh

__all__ = ["Effect", "adjusting", "declared", "opening", "printed", "reacting"]


@record(frozen=True)
class Effect:
    """What an effect declares; `members` are what a row says with it besides `do`."""

    card: Card
    members: tuple[str, ...] = ()


def reacting(event: str, react: React, *members: str) -> Effect:
    return Effect(Card("", reacts={event: react}), members)


def adjusting(name: str, adjust: Adjust, *members: str) -> Effect:
    return Effect(Card("", adjusts={name: adjust}), members)


def opening(window: str) -> Effect:
    """Declare an effect that is a decision of the rules around it."""
    return Effect(Card("", window=window))


def declared(rows: Iterable[Row], effects: Mapping[str, Effect]) -> list[Card]:
    """Declare what rows of the tables say."""
    return [joined(row["id"], [named(effects, one["do"], row).card for one in row["effects"]]) for row in rows]


def printed(t: Ankh, ident: str, effect: str) -> Mapping[str, Any]:
    """Return what the tables of this game say with an effect: numbers, kinds, terrain."""
    return t.data.effects[ident][effect]
