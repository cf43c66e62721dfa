"""What open events and the table tell of answers and dice: how a copy without secrets is held against itself."""

from __future__ import annotations

from typing import Any

from pbem.titles.tekhenu.board import DICE
from pbem.titles.tekhenu.state import Tekhenu

TOLD: dict[str, tuple[str, ...]] = {
    "die": ("took_die {god} {die}",),
    "district": ("built_works {district}",),
    "start": ("drafted {cards}",),
    "space": ("built_pillar {space}",),
    "turn": ("built_pillar {turn}",),
    "statue": ("built_statue {at}",),
    "spot": ("built_building {spot}",),
    "cards": ("took_cards {cards}",),
    "section": ("took_cards {section}",),
    "refresh": ("refreshed {section}",),
    "raise": ("raised_production {resource}",),
    "destiny": (
        "destiny_taken {word}",
        *(f"seth/artifact {{card}}{word}" for word in ("", " population", " happiness")),  # with A03 a choice is named
    ),
}
"""Answers that an event of the same entry always tells."""
ADDED = "dice_added"


def agree(entry: Any, before: Tekhenu | None, after: Tekhenu | None) -> str | None:
    """Check that dice that are drawn and rolled come to the wheel, and that a die that is taken lay there (T-ROT-3,
    T-TURN-1). Of dice with other faces, which a module may bring, only the taking is looked at."""
    if after is None or (entry.kind != "setup" and before is None):
        return None
    wrong = None if after.data.faces else _drawn(entry, before, after)
    return wrong or (None if before is None else _taken(entry, before))


def _drawn(entry: Any, before: Tekhenu | None, after: Tekhenu) -> str | None:
    if before is None:
        return _first_dice(entry, after)
    told = [DICE[die] for event in entry.events if event.kind == ADDED for die in event.data.get("dice", [])]
    drawn, faces = _draws(entry)
    if faces != [face for _, face in told]:
        return "the dice that were rolled are not those that came to the wheel"
    refilled = any(event.kind == "maat_began" for event in entry.events)
    if drawn and not refilled and _popped(list(before.bag), drawn) != [colour for colour, _ in told]:
        return "the dice that were drawn are not those that came to the wheel"
    return None


def _draws(entry: Any) -> tuple[list[Any], list[int]]:
    """Return draws from the bag, and faces rolled."""
    named = [(draw.label.partition("@")[0], draw) for draw in entry.chance]
    drawn = [draw for label, draw in named if label == "dice/colour"]
    return drawn, [draw.value + 1 for label, draw in named if label == "dice/value"]


def _popped(bag: list[str], drawn: list[Any]) -> list[str] | None:
    """Return the colours that draws take out of a bag, which is always in order; None if it is not so large."""
    bag.sort()
    found = []
    for draw in drawn:
        if draw.of != len(bag) or not 0 <= draw.value < len(bag):
            return None
        found.append(bag.pop(draw.value))
    return found


def _first_dice(entry: Any, after: Tekhenu) -> str | None:
    """Check that the dice on the wheel were drawn and rolled, section by section (T-SETUP-8)."""
    lying = [DICE[die] for pile in after.dice.values() for die in pile]
    drawn, faces = _draws(entry)
    colours = _popped([*after.bag, *(colour for colour, _ in lying)], drawn)
    found = None if colours is None else list(zip(colours, faces, strict=False))
    return None if found == lying else "the dice that were drawn and rolled are not those on the wheel"


def _taken(entry: Any, before: Tekhenu) -> str | None:
    """Check that a die that is taken before any other came lay in its section."""
    for event in entry.events:
        if event.kind == ADDED:
            return None
        if event.kind == "took_die" and event.data.get("die") not in before.dice.get(str(event.data.get("god")), []):
            return f"{event.seat} takes a die that did not lie there"
    return None
