"""Bastet: a festival (T-BASTET)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pbem.core.procedures import Outcome
from pbem.core.questions import Seat
from pbem.core.words import Listed, Say
from pbem.titles.tekhenu.actions.god import GodAction
from pbem.titles.tekhenu.board import BASTET_PAPYRUS, BASTET_SCRIBES, counted
from pbem.titles.tekhenu.state import Tekhenu
from pbem.titles.tekhenu.turns.pay import paying


@dataclass(eq=False, repr=False)
class Bastet(GodAction):
    """Pay Papyrus, raise Happiness by the value; low values bring Scribes. Allowed even if nothing moves (RUL-65)."""

    kind: ClassVar[str] = "tekhenu.bastet"
    god: ClassVar[str] = "bastet"
    paid_in: ClassVar[str] = "papyrus"

    @classmethod
    def price(cls, t: Tekhenu, seat: Seat, value: int, waive: bool = False) -> int | None:
        return 0 if waive else BASTET_PAPYRUS

    @classmethod
    def said(cls, t: Tekhenu, seat: Seat, value: int, waive: bool = False) -> str:
        player = t.players[seat]
        steps = min(value, player.population - player.happiness)
        scribes = BASTET_SCRIBES[value]
        gain: str = Say("happiness +{n}", n=steps)
        if scribes:
            gain = Listed((gain, counted(scribes, "scribe")))
        if waive:
            return Say("for nothing, {gain}", gain=gain)
        return Say("{cost} for {gain}", cost=counted(BASTET_PAPYRUS, "papyrus"), gain=gain)

    def act(self, t: Tekhenu) -> Outcome:
        return paying(t, self.seat, "papyrus", BASTET_PAPYRUS, self.celebrate, self.god, self.waive)

    def celebrate(self, t: Tekhenu) -> Outcome:
        """Raise Happiness and gain Scribes (T-BASTET-1 to T-BASTET-3)."""
        scribes = BASTET_SCRIBES[self.value]
        player = t.players[self.seat]
        player.stock["scribe"] += scribes
        steps = min(self.value, player.population - player.happiness)
        t.tell("festival", self.seat, value=self.value, happiness=steps, scribe=scribes)
        t.add_happiness(self.seat, self.value)
        return self.finish(t)
