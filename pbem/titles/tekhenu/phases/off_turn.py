"""Extra actions outside the own turn (RUL-22)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pbem.core.procedures import Call, Done, Outcome, Procedure, TurnOver
from pbem.core.questions import Seat
from pbem.titles.tekhenu.actions.any import AnyAction
from pbem.titles.tekhenu.phases.market import refill
from pbem.titles.tekhenu.state import Tekhenu

__all__ = ["OffTurn"]


@dataclass(eq=False, repr=False)
class OffTurn(Procedure):
    """Extra actions of seats whose happiness reached 21 outside their own turn, in turn order (DEC-30, RUL-22).

    The market is full before each, and filled again right after it (RUL-68).
    """

    kind: ClassVar[str] = "tekhenu.off_turn"
    seat: Seat = ""

    def start(self, t: Tekhenu) -> Outcome:
        refill(t)
        if not t.extra:
            return Done()
        self.seat = next(seat for seat in [*t.order, *t.seats] if seat in t.extra)
        t.extra.remove(self.seat)
        t.new_window()
        return Call(AnyAction(seat=self.seat), self.acted)

    def acted(self, t: Tekhenu) -> Outcome:
        return TurnOver(self.seat, self.start)
