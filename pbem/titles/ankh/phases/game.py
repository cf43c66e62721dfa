"""The game from set-up to its end: turns in seat order (A-TURN-1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pbem.core.procedures import Call, Done, Next, Outcome, Procedure
from pbem.titles.ankh.phases.setup import lay_out
from pbem.titles.ankh.phases.turn import Turn
from pbem.titles.ankh.state import Ankh

__all__ = ["Game"]


@dataclass(eq=False, repr=False)
class Game(Procedure):
    """The bottom of the stack. `at` is the place in turn order of the seat whose turn it is, `before` what was decided
    last before the first turn."""

    kind: ClassVar[str] = "ankh.game"
    later: ClassVar[tuple[str, ...]] = ("before",)
    at: int = 0
    before: str = ""

    def start(self, t: Ankh) -> Outcome:
        lay_out(t)
        t.tell("set_up", order=list(t.order), guardians=list(t.guardians), scenario=t.options.scenario)
        return Next(self.begin)

    def begin(self, t: Ankh) -> Outcome:
        """Decide what is decided before the first turn."""
        name = t.book.prelude.next_to(self.before) if self.before else t.book.prelude.first()
        if name is None:
            return Next(self.turn)
        self.before = name
        return Call(t.book.prelude[name](), then=self.begin)

    def turn(self, t: Ankh) -> Outcome:
        """Begin the next turn, passing over sides that are out; the tracks keep the number of players at the start
        (A-RUL-22)."""
        if t.over:
            t.active = ""
            return Done()
        seat = t.order[self.at]
        if t.side(seat) not in t.ladder:
            return Next(self.turn_taken)
        return Call(Turn(seat=seat), then=self.turn_taken)

    def turn_taken(self, t: Ankh) -> Outcome:
        self.at = (self.at + 1) % len(t.order)
        return Next(self.turn)
