"""Strength in a Battle (A-BATTLE-5a)."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.core.questions import Seat
from pbem.titles.ankh.hooks import Force, adjusted
from pbem.titles.ankh.state import GOD, Ankh

__all__ = ["neutralised", "side_strength", "unit_strength"]


def neutralised(t: Ankh, place: str) -> bool:
    """Tell whether the unit on a space stands beside an enemy Guardian that takes its strength (A-GUARD-ANDROSPHINX-1),
    or something else does."""
    takers = t.book.guardians.windows.get("neutralise", {})
    owner = t.units[place].owner
    return any(
        other in t.units and t.units[other].kind in takers and t.units[other].owner != owner
        for other in t.lay.adjacent[place]
    ) or any(takes(t, place) for takes in t.book.neutralising.values())


def unit_strength(t: Ankh, place: str) -> int:
    """Return 1, for a God what powers and abilities make of it, 0 where a unit is neutralised with all its bonuses."""
    unit = t.units[place]
    if neutralised(t, place):
        return 0
    return adjusted(t, unit.owner, "god strength", 1) if unit.kind == GOD else 1


def side_strength(t: Ankh, token: int, side: Seat, cards: Iterable[str] = ()) -> int:
    """Add up figures, cards and Temples of a side in a region; 0 without a unit there."""
    places = t.units_in(token, side)
    if not places:
        return 0
    force = adjusted(t, side, "strength", Force(token)).strength
    return sum(unit_strength(t, place) for place in places) + sum(t.data.cards[card] for card in cards) + force
