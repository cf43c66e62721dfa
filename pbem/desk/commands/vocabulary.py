"""What a seat's answers look like: the words by which a line of a mail is known as an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.core.errors import Ambiguous, NotPossible, NotUnderstood, PbemError
from pbem.core.questions import Question
from pbem.mail.typed.commands import Glance, Vocabulary

if TYPE_CHECKING:
    from pbem.engine.play import Play


def question_names(play: Play) -> set[str]:
    """Collect every question name that the title says it may ask; empty if it does not say."""
    return set(play.table.live.book.questions)


def vocabulary(play: Play, seat: str) -> Vocabulary:
    """Collect the words of a seat's answers now, and a way to look at what follows some of them."""
    people = [info.player for info in play.game.known_to()]
    if play.game.status != "running" or seat not in play.table.seats:
        return Vocabulary([], question_names(play), people=people)
    title, table = play.title, play.table
    asked = play.question_for(seat)

    def questions() -> list[Question]:
        return [*([asked] if asked else []), *title.foresee(table, seat), *title.menu(table, seat)]

    def ahead(move: str) -> Glance:
        try:
            seen = play.preview(seat, move)
        except (NotUnderstood, NotPossible, Ambiguous):
            return Glance(named=True)
        except PbemError:
            return Glance()
        return Glance(seen.questions.get(seat), taken=not seen.reveal, passed=tuple(seen.passed))

    names = question_names(play)
    if not names or (asked is not None and asked.name not in names):
        return Vocabulary(questions(), names, ahead, people)
    return Vocabulary(questions, names, ahead, people)  # a mail of plain answers never asks for them
