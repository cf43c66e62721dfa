"""The Riddle of Akhenaten (P-AKH-3): for each own Sphinx a unit may be summoned beside it, out of turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pbem.core.procedures import Done, Next, Outcome
from pbem.core.questions import Keys, Seat
from pbem.titles.ankh.actions.claws import claws_question, has_claws
from pbem.titles.ankh.actions.summon import Summon, spelled, sun_question
from pbem.titles.ankh.conflict.orders import ask_side
from pbem.titles.ankh.notation import CLAWS
from pbem.titles.ankh.pharaoh.palace.palace_questions import facts, here
from pbem.titles.ankh.pharaoh.part import NAME, sphinxes_of
from pbem.titles.ankh.pharaoh.show import denials, prompts
from pbem.titles.ankh.pharaoh.verbs.effects import LAPSE
from pbem.titles.ankh.state import Ankh

__all__ = ["SummonByRiddle"]


@dataclass(eq=False, repr=False)
class SummonByRiddle(Summon):
    """`made` and `place` as in a Summon action; each Sphinx is a permission. `manner` says who is waited for."""

    kind: ClassVar[str] = "ankh.summon_by_riddle"
    module: ClassVar[str] = NAME
    manner: str = LAPSE

    def permissions(self, t: Ankh, side: Seat) -> list[str]:
        return sphinxes_of(t, side)

    def start(self, t: Ankh) -> Outcome:
        side = t.side(self.seat)
        options = list(self.options(t, side))
        if not options:
            return Done()
        lapses = self.manner == LAPSE
        question = prompts.flock_question(
            t, side, options, spelled, occasions=here(t), facts=facts(t, side), lapses=lapses,
            default=[] if lapses else None, why_not=lambda text: denials.why_no_flock(t, side, text),
        )  # fmt: skip
        return ask_side(t, side, question, self.chosen)

    def shine(self, t: Ankh) -> Outcome:
        """Ask about the Sun token, which is put where nothing else is said (P-DEC-13)."""
        side = t.side(self.seat)
        if not t.suns or not t.has(side, "sun"):
            return Next(self.aim)
        question = sun_question(t, self.place)
        question.lapses = self.manner == LAPSE
        return ask_side(t, side, question, self.shone)

    def aim(self, t: Ankh) -> Outcome:
        """Aim the claws; where nothing else is said they point north and north-east (P-DEC-13)."""
        if not has_claws(t, self.place):
            return Next(self.start)
        question = claws_question(t, self.place, lapses=self.manner == LAPSE)
        question.default = list(CLAWS[:1]) if self.manner == LAPSE else None
        return ask_side(t, t.side(self.seat), question, self.aimed)

    def aimed(self, t: Ankh, keys: Keys) -> Outcome:
        t.turn_unit(self.place, claws=keys[0])
        t.tell("claws", self.seat, place=self.place, claws=keys[0])
        return Next(self.start)
