"""Refusals of one submission: a line that has no place, a move that is not finished, each with the title's reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.core.errors import NotAsked, PlayerError, Unfinished
from pbem.core.questions import Question, Seat, answer_line
from pbem.engine import lines as reading
from pbem.engine.ahead import Foresight
from pbem.engine.lines import Line

if TYPE_CHECKING:
    from pbem.engine.play import Play


class Refusals:
    """What an attempt says of lines that it cannot use."""

    play: Play
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
        if left:
            reason, rule = self._misplaced(left[0])
            return NotAsked(
                f'Line {left[0].number}: "{left[0].shown()}" does not answer what is asked next: {question.prompt} '
                f"({question.name}).{reading.name_hint(question, left[0])}{reason} {reading.possible(question)} "
                "Nothing was changed.",
                line=left[0].number, text=left[0].raw, rule=rule, expected=reading.nearest(question, left[0].words),
            )  # fmt: skip
        return Unfinished(
            f"The move is not finished: {question.prompt} ({question.name}). {reading.possible(question)} "
            "Nothing was changed; please send the whole move again.",
            expected=[answer_line(question, [key]) for key in question.options[: reading.SHOWN]],
        )

    def _surplus(self, line: Line, at: Question | None, early: bool) -> PlayerError:
        if id(line) in self.denied:
            return self.denied[id(line)]
        if early:
            why = self.play.asked_text(self.seat)
        elif at is not None:
            why = f"{at.prompt} ({at.name}) comes first, and no question before it takes this line."
        else:
            why = "the move is complete without it."
        before = next((one for one in self.used_order if one.name == line.name is not None), None)
        if before is not None and not early:
            why = f"line {before.number} has answered {line.name} already."
        wrong = self.foresight.wrong_occasion(self.play.table, line)
        if wrong is not None:
            return wrong
        reason, rule = self._misplaced(line) if not early else self._too_early(line)
        known = self.met.get(line.name or "") or at or next(reversed(self.met.values()), None)
        near = reading.nearest(known, line.words) if known else []
        said = f" Possible for {known.name}: {', '.join(near)}." if known else ""
        if known and known.name != line.name:
            near = [f"{known.name}: {key}" for key in near]
        return NotAsked(
            f'Line {line.number}: "{line.shown()}" answers no question: {why}{reason}{said} Nothing was changed.',
            line=line.number, text=line.raw, rule=rule, expected=near,
        )  # fmt: skip

    def _too_early(self, line: Line) -> tuple[str, str | None]:
        """The title's reason for a line of a seat that is asked nothing."""
        kind = self.play.table.live.book.questions.get(line.name or "")
        found = kind.early(self.play.table, self.seat) if kind is not None and kind.early is not None else None
        return ("", None) if found is None else (f" {found[0][0].upper()}{found[0][1:]} ({found[1]}).", found[1])

    def _misplaced(self, line: Line) -> tuple[str, str | None]:
        """The title's reason as a further sentence, and its rule."""
        found = self.play.title.misplaced(self.play.table, self.seat, line.name or "", line.words)
        if found is None:
            return "", None
        text, rule = found
        return f" {text[0].upper()}{text[1:]}{f' ({rule})' if rule not in text else ''}.", rule
