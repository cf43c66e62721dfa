"""Suggestions: a few whole turns that the computer would make in a seat's place, from what the seat may know.

A game has them for everybody or for nobody (option `suggestions`): by default where one person plays alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.core.errors import PlayerError
from pbem.core.questions import Keys, Pick, Question, Seat
from pbem.core.table import Table
from pbem.engine.computers.computer import turn_text

if TYPE_CHECKING:
    from pbem.engine.play import Play

MOST = 3
"""Turns suggested in a mail: each costs a few milliseconds."""
ENOUGH = 60
"""Effort after which no other turn is begun. It is counted, not timed, so that a mail made again is the same."""
LIMIT = 150
"""Effort up to which answers are judged: a unit is about 0.1 ms, and a mail has 20 ms for them. What is left of a turn
then gets answers that need no judgement, so that there is a turn to suggest."""
GIVE_UP = 170
"""Effort at which a turn is given up."""
TURN, QUESTION, OPTIONS = 20, 4, 3
"""What a turn costs (two copies of the table), what a question does, and how many answers are judged for a unit."""


class TooMuch(Exception):
    """A turn that takes longer to find than a mail may wait."""


def suggestions(play: Play, seat: Seat) -> list[str]:
    """Find the best turn by the computer's judgement, then the best of those that begin otherwise; each whole and
    legal."""
    found: list[str] = []
    other = Otherwise(play, seat)
    for _ in range(MOST):
        if other.effort >= ENOUGH or not other.begin():
            break
        try:
            text = turn_text(play, seat, other)
            if not text:
                break
            whole = play.preview(seat, text).complete
        except TooMuch:
            break
        except PlayerError:
            whole = False  # a window that took its default stands in the way of a later line of its name
        if whole and text not in found:
            found.append(text)
    return found


class Otherwise:
    """A computer player that begins its turn with another answer each time."""

    def __init__(self, play: Play, seat: Seat) -> None:
        self.play, self.seat = play, seat
        self.left: Keys | None = None
        """Ways to begin that were not tried yet, the best first; judged once, when the first turn begins."""
        self.first = True
        self.turns = 0
        self.effort = 0
        """Counted in turns begun, questions met and answers judged."""

    def begin(self) -> bool:
        """Tell whether there is another way to begin; a question with several picks has one."""
        self.first = True
        self.turns += 1
        self.effort += TURN
        return self.left != []

    def __call__(self, table: Table, seat: Seat, question: Question) -> Keys:
        cost = self._cost(question)
        if self.effort + cost > LIMIT:
            return self._unjudged(question)
        self.effort += cost
        if not self.first:
            return self.play.title.prefer(table, seat, question)
        self.first = False
        if not isinstance(question, Pick) or not question.low == question.high == 1:
            self.left = []
            return self.play.title.prefer(table, seat, question)
        if self.left is None:
            self.left = self.play.title.ranking(table, seat, question)
        return [self.left.pop(0)]

    def _unjudged(self, question: Question) -> Keys:
        """Answer what the clock would. Only the first turn is brought to an end so; others were to be better."""
        self.effort += QUESTION
        if self.first or self.turns > 1 or self.effort > GIVE_UP:
            raise TooMuch
        return list(question.harmless())

    def _cost(self, question: Question) -> int:
        """Reckon what judging a question costs: ways to begin look far ahead, each for itself; they are judged once."""
        if not self.first:
            return QUESTION + len(question.options) // OPTIONS
        return QUESTION + (len(question.options) if self.left is None else 0)
