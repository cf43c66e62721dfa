"""Refusals of one submission: a line that has no place, a move that is not finished, each with the title's reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.core.errors import PlayerError
from pbem.core.questions import Question, Seat
from pbem.core.words import Say
from pbem.engine.submission import reasons
from pbem.engine.submission.ahead import Foresight, names_of
from pbem.engine.submission.lines import Line

if TYPE_CHECKING:
    from pbem.engine.submission.opened_game import OpenedGame


class Refusals:
    """What an attempt says of lines that it cannot use."""

    play: OpenedGame
    seat: Seat
    lines: list[Line]
    used_order: list[Line]
    denied: dict[int, PlayerError]
    met: dict[str, Question]
    foresight: Foresight

    def _left(self) -> list[Line]:
        return [line for line in self.lines if not line.used]

    def _unfinished(self, question: Question) -> PlayerError:
        left = self._left()
        if left and id(left[0]) in self.denied:
            return self.denied[id(left[0])]
        wrong = self.foresight.wrong_occasion(self.play.table, left[0]) if left else None
        if wrong is not None:
            return wrong
        if left:
            coming = any(one.name == left[0].name for one in self.play.title.foresee(self.play.table, self.seat))
            return reasons.not_next(left[0], question, *self._misplaced(left[0]), ahead=coming)
        return reasons.unfinished(question)

    def _surplus(self, line: Line, at: Question | None, early: bool) -> PlayerError:
        if id(line) in self.denied:
            return self.denied[id(line)]
        if early:
            why = self.play.asked_text(self.seat)
        elif at is not None:
            why = reasons.comes_first(at)
        else:
            why = Say("the move is complete without it.")
        wrong = self.foresight.wrong_occasion(self.play.table, line)
        if wrong is not None:
            return wrong
        reason, rule = self._misplaced(line) if not early else self._too_early()
        same = next((names for names in map(names_of, self.met.values()) if line.name in names), {line.name})
        before = next((one for one in self.used_order if one.name in same and None not in (one.name, line.name)), None)
        if before is not None and not early:
            return reasons.second_answer(line, before, reason, rule, at)
        known = self.met.get(line.name or "") or at or next(reversed(self.met.values()), None)
        coming = self.play.title.foresee(self.play.table, self.seat) if early and known is None else ()
        return reasons.no_question(line, why, reason, rule, known, coming)

    def _too_early(self) -> tuple[str, str | None]:
        """Return the title's reason for a line of a seat that is asked nothing."""
        idle = self.play.table.live.book.idle
        found = idle(self.play.table, self.seat) if idle is not None else None
        return ("", None) if found is None else (reasons.further(*found), found[1])

    def _misplaced(self, line: Line) -> tuple[str, str | None]:
        """Return the title's reason as a further sentence, and its rule."""
        found = self.play.title.misplaced(self.play.table, self.seat, line.name or "", line.words)
        return ("", None) if found is None else (reasons.further(*found), found[1])
