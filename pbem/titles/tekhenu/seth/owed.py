"""The Resource of a Statue in honour of Seth (S-HORUS-3): named by its owner, in another's turn later (S-R-10)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from pbem.core.asking import Asked
from pbem.core.procedures import Ask, Call, Done, Outcome, Procedure
from pbem.core.questions import Keys, Occasion, Pick, Seat
from pbem.core.words import Say
from pbem.titles.tekhenu.board import counted
from pbem.titles.tekhenu.seth.part import SETH, seth, tables
from pbem.titles.tekhenu.state import Tekhenu

STANDING = ("granite", "limestone", "bread", "papyrus", "gold")
"""The list that holds where its owner names nothing (S-R-10)."""
MIND = "pbem.titles.tekhenu.seth.mind"

ASKED = (
    Asked(
        "owed",
        (Say("no resource of a statue in honour of Seth is owed to you"), "S-R-10"),
        judge=f"{MIND}:judge_owed",
        ahead="pbem.titles.tekhenu.seth.owed:owed_ahead",
    ),
)
"""The questions of this module."""


def resources(t: Tekhenu) -> list[str]:
    """List what it may be; Gold by option only (S-R-09)."""
    known = {*tables(t).bonus, *(("gold",) if t.options.seth_statue_bonus_allows_gold else ())}
    return [what for what in STANDING if what in known]


def owed_question(t: Tekhenu, seat: Seat) -> Pick:
    """Ask which resource the Statue brings (SD-14). Before a Scoring the standing list answers unasked (SD-19), so a
    line sent ahead is good until then."""
    phases = {(frame.kind, frame.step) for frame in t.stack}
    scoring = ("tekhenu.maat", "ask_faith") in phases or "tekhenu.scoring" in {kind for kind, _ in phases}
    options = resources(t)
    stock = t.players[seat].stock
    return Pick(
        "owed",
        Say("Name the resource that your statue in honour of Seth brings"),
        options,
        default=options[:1],
        lapses=scoring,
        text=lambda key: Say("gain {what}, you have {n}", what=counted(1, key), n=stock[key]),
        known=frozenset(STANDING),
        occasions=[Occasion("", f"before scoring {t.scoring + 1}")],
    )


@dataclass(eq=False, repr=False)
class OwedResource(Procedure):
    """One Resource to be named."""

    kind: ClassVar[str] = "tekhenu.seth_owed"
    module: ClassVar[str] = SETH
    seat: Seat

    def start(self, t: Tekhenu) -> Outcome:
        return Ask(self.seat, owed_question(t, self.seat), self.named)

    def named(self, t: Tekhenu, keys: Keys) -> Outcome:
        seth(t).owed[self.seat] -= 1
        t.gain(self.seat, {keys[0]: 1}, "a statue in honour of Seth")
        return Done()


def statue_bonus(t: Tekhenu, seat: Seat) -> None:
    """Owe the bonus; automata get theirs at once."""
    fixed = t.book.numbers["seth bonus"](t, seat)
    if fixed:
        t.tell("horus_bonus", seat, god=SETH, amounts=dict(fixed))
        t.gain(seat, fixed)
        return
    t.tell("seth/owed", seat)
    seth(t).owed[seat] += 1
    t.owe(OwedResource(seat=seat))


def no_fixed_bonus(t: Tekhenu, seat: Seat) -> dict[str, int]:
    return {}


def settled(t: Tekhenu, actor: Seat, then: Callable[[Any], Outcome]) -> Outcome:
    """Go on when what is due at once is named: by the actor, and by everybody where nothing is deferred (S-R-10)."""
    for frame in t.owed:
        if isinstance(frame, OwedResource) and (frame.seat == actor or not t.options.deferred_picks):
            t.owed.remove(frame)
            return Call(frame, then)
    return then(t)


def owed_ahead(t: Tekhenu, seat: Seat) -> list[Pick]:
    """Ask ahead while something is owed, or as long as a Statue there may bring something."""
    if not t.round or seat not in t.statues.get(SETH, ()):
        return []
    question = owed_question(t, seat)
    question.lapses = False
    return [question]
