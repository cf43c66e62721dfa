"""Unlock (A-UNLOCK): a power of the next level for Followers, and perhaps a Guardian with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pbem.core.asking import Asked
from pbem.core.procedures import Ask, Next, Outcome, Procedure
from pbem.core.questions import Keys, Pick
from pbem.core.words import Say
from pbem.titles.ankh.hooks import adjusted
from pbem.titles.ankh.rules.lookups import next_cost, next_guardian, next_level, next_powers
from pbem.titles.ankh.state import Ankh
from pbem.titles.ankh.wording import turn_words as words

__all__ = ["ASKED", "Unlock"]

ASKED = (
    Asked(
        "unlock",
        (Say("powers are unlocked in an Unlock action only"), "A-TURN-2"),
        misplaced=words.why_nothing_to_unlock,
        judge="pbem.titles.ankh.computer.greedy:unlock",
    ),
)


@dataclass(eq=False, repr=False)
class Unlock(Procedure):
    """`must`: it cannot be declined by who can pay."""

    kind: ClassVar[str] = "ankh.unlock"
    must: ClassVar[bool] = False
    seat: str

    def start(self, t: Ankh) -> Outcome:
        """Ask which power to unlock: declining is said, not silent (A-RUL-2); who cannot pay or has six powers is asked
        nothing (A-UNLOCK-2)."""
        side = t.side(self.seat)
        level = next_level(t, side)
        payable = level > 0 and t.gods[side].followers >= next_cost(t, side)
        question = Pick(
            "unlock",
            words.unlock_prompt(t, side),
            next_powers(t, side) if payable else [],
            low=int(payable and (self.must or adjusted(t, side, "must unlock", False))),
            text=lambda key: words.unlock_text(t, side, key),
            why_not=lambda key: words.why_no_unlock(t, side, key),
            spelled=lambda text: text.replace(" ", "_").replace("-", "_"),
            whole=True,
        )
        return Ask(self.seat, question, self.unlocked)

    def unlocked(self, t: Ankh, keys: Keys) -> Outcome:
        side = t.side(self.seat)
        god = t.gods[side]
        if not keys:
            t.tell("declined", self.seat, what="unlock")
            return Next(self.done)
        guardian = next_guardian(t, side)
        t.pay_followers(side, next_cost(t, side))
        god.powers.append(keys[0])
        t.tell("unlocked", self.seat, power=keys[0], nth=len(god.powers))
        if guardian:
            t.guardians[guardian] -= 1
            god.guardians.append(guardian)
            t.tell("guardian_gained", self.seat, guardian=guardian)
        return Next(self.done)
