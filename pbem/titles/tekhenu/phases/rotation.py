"""The rotation (T-ROT): the wheel turns, perhaps a Maat phase, then new dice in the Shaded sections.

Purity is not stored: it follows from where the arrow stands (T-ROT-4).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pbem.core.procedures import Call, Done, Next, Outcome, Procedure
from pbem.titles.tekhenu.board import VALUES, die
from pbem.titles.tekhenu.state import Tekhenu

__all__ = ["Rotation", "dice_of_all", "roll", "roll_dice", "shaded_sections"]


def roll_dice(t: Tekhenu, god: str, count: int) -> list[str]:
    """Draw dice from the bag, roll them and add them to a section."""
    assert len(t.bag) >= count, f"{count} dice wanted from a bag of {len(t.bag)}"
    rolled = []
    for _ in range(count):
        colour = t.bag.pop(t.chance("dice/colour", len(t.bag)))
        rolled.append(roll(t, colour))
    t.dice[god].extend(rolled)
    return rolled


def roll(t: Tekhenu, colour: str) -> str:
    """Roll a die of that colour."""
    faces = t.data.faces.get(colour, VALUES)
    return die(colour, faces[t.chance("dice/value", len(faces))])


def shaded_sections(t: Tekhenu) -> list[str]:
    """List the Shaded sections, clockwise from the arrow (T-ROT-3)."""
    data = t.data
    return [data.gods[(t.arrow + at) % 6] for at in range(6) if data.light_pattern[at] == "shaded"]


def refill(t: Tekhenu, god: str, at: int) -> list[str]:
    """Put as many dice as players into one of the Shaded sections; `at` is 0 for the first from the arrow."""
    return roll_dice(t, god, len(t.seats))


def dice_of_all(t: Tekhenu) -> int:
    """Say how many dice every player has, or -1 if they differ (T-FLOW-3)."""
    counts = {player.dice for player in t.players.values()}
    return counts.pop() if len(counts) == 1 else -1


@dataclass(eq=False, repr=False)
class Rotation(Procedure):
    """Steps 1 to 5 of the rotation, numbered as RUL-10 says; after the final scoring no dice are added (RUL-55)."""

    kind: ClassVar[str] = "tekhenu.rotation"

    def start(self, t: Tekhenu) -> Outcome:
        t.rotation += 1
        t.arrow = (t.arrow + 1) % 6
        t.tell("wheel_turned", rotation=t.rotation, god=t.data.gods[t.arrow])
        data = t.data
        if dice_of_all(t) != data.rounds_per_rotation * data.rotations_per_maat:
            return Next(self.add_dice)
        return Call(t.book.procedures["maat"](), then=self.after_maat)

    def after_maat(self, t: Tekhenu) -> Outcome:
        return Next(self.add_dice) if t.markers else Done()

    def add_dice(self, t: Tekhenu) -> Outcome:
        """Put as many dice as players into each Shaded section; the bag then holds exactly the next refill or nothing
        (TAB-09)."""
        for at, god in enumerate(shaded_sections(t)):
            rolled = t.book.numbers["refill"](t, god, at)
            t.tell("dice_added", god=god, dice=list(rolled))
        return Done()
