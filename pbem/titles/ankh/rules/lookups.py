"""What several rules and the view look up: tracks, the next power, what a Gain action brings."""

from __future__ import annotations

from pbem.core.questions import Seat
from pbem.titles.ankh.hooks import adjusted
from pbem.titles.ankh.state import NEUTRAL, Ankh

__all__ = ["followers_due", "next_cost", "next_guardian", "next_level", "next_powers", "start_place", "steps_of"]


def steps_of(t: Ankh, action: str) -> int:
    """Count steps from the start space to the event, by the players at the start of the game (A-TURN-8, A-RUL-22)."""
    return t.data.steps[action][len(t.seats)]


def start_place(t: Ankh, action: str) -> int:
    """Say where the space with the number of players is on a track (A-SETUP-4)."""
    return t.data.labels[action].index(str(len(t.seats)))


def next_level(t: Ankh, side: Seat) -> int:
    """Return the level of the leftmost Ankh token of the bottom row; 0 if none is left (A-UNLOCK-1, A-UNLOCK-2)."""
    levels, n = t.data.unlock_levels, len(t.gods[side].powers)
    return levels[n] if n < len(levels) else 0


def next_cost(t: Ankh, side: Seat) -> int:
    """Count the Followers that the next power costs (A-UNLOCK-1)."""
    return adjusted(t, side, "unlock cost", t.data.power_cost.get(next_level(t, side), 0))


def next_powers(t: Ankh, side: Seat) -> list[str]:
    """List the free powers of that level (A-UNLOCK-1)."""
    level = next_level(t, side)
    had = t.gods[side].powers
    return [power.id for power in t.data.powers.values() if power.level == level and power.id not in had]


def next_guardian(t: Ankh, side: Seat) -> str:
    """Name the Guardian that the next unlock brings; empty if none does: no symbol, no figure or no base
    (A-UNLOCK-3)."""
    level = t.data.guardian_at.get(len(t.gods[side].powers) + 1, 0)
    for kind, left in t.guardians.items():
        guardian = t.data.guardians[kind]
        if guardian.level == level and left and t.bases_left(side, guardian.base):
            return kind
    return ""


def followers_due(t: Ankh, side: Seat) -> int:
    """Count what a Gain action brings: 1 for each own or neutral Monument beside an own unit, each once (A-GAIN-1)."""
    own, adjacent = {place for place, unit in t.units.items() if unit.owner == side}, t.lay.adjacent
    paying = [
        place
        for place, monument in t.monuments.items()
        if monument.owner in (NEUTRAL, side) and not own.isdisjoint(adjacent[place])
    ]
    return adjusted(t, side, "gain", len(paying))
