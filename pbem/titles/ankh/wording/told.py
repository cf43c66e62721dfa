"""What open events tell of answers: how a copy without secrets is held against itself."""

from __future__ import annotations

from collections import Counter
from typing import Any

TOLD: dict[str, tuple[str, ...]] = {
    "action": ("acted {action}",),
    "unlock": ("unlocked {power}",),
    "caravan": ("caravan {edges}",),
    "exchange": ("exchanged {tokens}",),
    "keep": ("kept {places}",),
    "underworld": ("underworld {place}",),
    "control": ("controlled {place}",),
    "amun": ("announced {token}",),
}
"""Answers that an event of the same entry always tells."""
WAYS = {"move": ("moved", "{start}-{end}"), "summon": ("summoned", "{place}")}
"""Answers of which the last word, where a unit goes, is told; the unit may have a shorter name there."""


def agree(entry: Any, before: Any, after: Any) -> str | None:
    """Check that units go where the answers send them (A-TURN-2)."""
    for name, (kind, form) in WAYS.items():
        keys = [key for answer in entry.answers if answer.name == name for key in answer.keys or ()]
        told = Counter(form.format_map(event.data) for event in entry.events if event.kind == kind)
        left = Counter(key.split()[-1] for key in keys) - told
        if left:
            return f"the answer {name} sends a unit to {next(iter(left))}, and no event tells of that"
    return None
