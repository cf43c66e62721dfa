"""Control Monument (A-CTRL): whoever triggered the event takes one beside an own unit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pbem.core.asking import Asked
from pbem.core.procedures import Ask, Done, Next, Outcome, Procedure
from pbem.core.questions import Keys, Pick, Seat
from pbem.core.words import Say
from pbem.titles.ankh.notation import hex_spelled
from pbem.titles.ankh.state import NEUTRAL, Ankh
from pbem.titles.ankh.wording import turn_words as words

__all__ = ["ASKED", "Control", "eligible"]

ASKED = (
    Asked(
        "control",
        (Say("a Monument is taken when your action triggers Control Monument"), "A-EVT-2"),
        judge="pbem.titles.ankh.computer.greedy:control",
    ),
)


def eligible(t: Ankh, side: Seat) -> list[str]:
    """List the Monuments that a side may take: neutral ones beside an own unit while any is on the map, else enemy ones
    (A-CTRL-1, A-CTRL-2, A-RUL-4); none without an Ankh token (A-CTRL-3)."""
    if not t.gods[side].ankhs:
        return []
    neutral = any(monument.owner == NEUTRAL for monument in t.monuments.values())
    return sorted(
        place
        for place, monument in t.monuments.items()
        if monument.owner != side
        and (monument.owner == NEUTRAL or not neutral)
        and any(at in t.units and t.units[at].owner == side for at in t.lay.adjacent[place])
    )


@dataclass(eq=False, repr=False)
class Control(Procedure):
    kind: ClassVar[str] = "ankh.control"
    seat: str

    def start(self, t: Ankh) -> Outcome:
        """Take a single Monument without asking, unless that may be declined (A-RUL-3)."""
        side = t.side(self.seat)
        options = eligible(t, side)
        if not options:
            t.tell("no_monument", self.seat)
            return Done()
        question = Pick(
            "control",
            words.control_prompt(),
            options,
            low=0 if t.options.control_optional else 1,
            text=lambda key: words.monument_text(t, key),
            why_not=lambda text: words.why_no_control(t, side, text),
            spelled=hex_spelled(t.data.board),
        )
        return Ask(self.seat, question, self.taken)

    def taken(self, t: Ankh, keys: Keys) -> Outcome:
        if not keys:
            t.tell("declined", self.seat, what="control")
            return Next(self.done)
        before = t.claim(keys[0], t.side(self.seat))
        t.tell("controlled", self.seat, place=keys[0], monument=t.monuments[keys[0]].kind, before=before)
        return Next(self.done)
