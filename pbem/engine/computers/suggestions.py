"""Suggestions: a few whole turns that the computer would make in a seat's place, from what the seat may know.

A game has them for everybody or for nobody (option `suggestions`): by default where one person plays alone.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pbem.core.errors import PlayerError
from pbem.core.questions import Keys, Pick, Question, Seat
from pbem.core.table import Table
from pbem.engine.computers.computer import turn_text

if TYPE_CHECKING:
    from pbem.engine.gamefile import GameFile
    from pbem.engine.play import Play

OPTION = "suggestions"
MOST = 3
"""Turns suggested in a mail: each costs a few milliseconds."""
ENOUGH = 45
"""Effort after which no other turn is looked for. It is counted, not timed, so that a mail made again is the same."""


def are_wanted(game: GameFile) -> bool:
    """Whether mails of a game suggest turns."""
    return bool(game.options.get(OPTION, game.alone))


def suggestions(play: Play, seat: Seat) -> list[str]:
    """The best turn by the computer's judgement, then the best of those that begin otherwise; each whole and legal."""
    found: list[str] = []
    other = Otherwise(play, seat)
    for _ in range(MOST):
        text = turn_text(play, seat, other) if other.effort < ENOUGH and other.begin() else ""
        if not text:
            break
        try:
            whole = play.preview(seat, text).complete
        except PlayerError:
            whole = False  # a window that took its default stands in the way of a later line of its name
        if whole and text not in found:
            found.append(text)
    return found


class Otherwise:
    """A computer player that begins its turn with another answer each time."""

    def __init__(self, play: Play, seat: Seat) -> None:
        self.play, self.seat = play, seat
        self.tried: list[str] = []
        self.first = True
        self.effort = 0
        """A question costs something, and so do its answers, of which many alike cost little more than ten."""

    def begin(self) -> bool:
        """Whether there is another way to begin; a question with several picks has one."""
        self.first = True
        question = self.play.question_for(self.seat)
        if question is None:
            return False
        single = isinstance(question, Pick) and question.low == question.high == 1
        return not self.tried or (single and len(self.tried) < len(question.options))

    def __call__(self, table: Table, seat: Seat, question: Question) -> Keys:
        self.effort += 5 + min(len(question.options), 10)
        if not self.first:
            return self.play.title.prefer(table, seat, question)
        self.first = False
        left = question
        if self.tried and isinstance(question, Pick):
            left = replace(question, options=[key for key in question.options if key not in self.tried])
        keys = self.play.title.prefer(table, seat, left)
        self.tried += keys
        return keys
