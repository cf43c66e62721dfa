"""The game from set-up to result (T-FLOW): sixteen rounds, a rotation after every second one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pbem.core.procedures import Call, Next, Outcome, Procedure
from pbem.titles.tekhenu.phases.rotation import dice_of_all
from pbem.titles.tekhenu.state import Tekhenu

__all__ = ["Game"]


@dataclass(eq=False, repr=False)
class Game(Procedure):
    """The bottom of the stack. `at` is the place in turn order of the seat whose turn it is (T-FLOW-2)."""

    kind: ClassVar[str] = "tekhenu.game"
    at: int = 0

    def start(self, t: Tekhenu) -> Outcome:
        return Call(t.book.procedures["setup"](), then=self.new_round)

    def new_round(self, t: Tekhenu) -> Outcome:
        """Begin a round in the turn order (T-SETUP-13, T-ROT-5)."""
        t.round += 1
        self.at = 0
        t.tell("round_began", number=t.round, order=list(t.order))
        return Next(self.turn)

    def turn(self, t: Tekhenu) -> Outcome:
        if self.at == len(t.order):
            return Next(self.round_over)
        return Call(t.book.procedures["turn"](seat=t.order[self.at]), then=self.turn_taken)

    def turn_taken(self, t: Tekhenu) -> Outcome:
        self.at += 1
        return Next(self.turn)

    def round_over(self, t: Tekhenu) -> Outcome:
        """Turn the wheel once all have two or four dice each (T-FLOW-3)."""
        held = dice_of_all(t)
        if held > 0 and held % t.data.rounds_per_rotation == 0:
            return Call(t.book.procedures["rotation"](), then=self.rotated)
        return Next(self.new_round)

    def rotated(self, t: Tekhenu) -> Outcome:
        """End the game once no scoring markers are left (T-SCORE-8)."""
        return Next(self.new_round) if t.markers else Call(t.book.procedures["end"](), then=self.done)
