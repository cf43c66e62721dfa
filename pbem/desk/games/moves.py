"""Taking a move: played at once, or kept on file until minimum time and cooling-off are over.

A kept move is checked like a played one, up to the first reveal. Until it is played its player may replace it by
another or withdraw it (`undo`); the clock plays it when its time has come, and the deadline does not run against it.
"""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import field
from datetime import datetime
from typing import TYPE_CHECKING

from pbem.core.errors import AlreadyCounted, OutOfDate, PlayerError, unchanged
from pbem.core.records import record
from pbem.core.words import Say
from pbem.desk.games.turn_times import drop_pending, keep_pending, pending_of, ready_from
from pbem.engine.journal import moment
from pbem.engine.play import Receipt
from pbem.engine.submission.lines import fits, split_lines
from pbem.engine.submission.picks import read_keys
from pbem.engine.submission.reasons import unfinished

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractContextManager

    from pbem.desk.interface import Session, Told
    from pbem.engine.gamefile import OwedMail


def take_move(
    session: Session, seat: str, text: str, now: datetime, *, entry: int | None = None, mail: str | None = None
) -> Receipt:
    """Apply a submission to the opened game; the caller saves."""
    play, game = session.play, session.game
    _check_said(session, seat, text)
    ready = ready_from(game, seat, now) if game.status == "running" else None
    if ready is None or seat not in play.questions():
        receipt = play.submit(seat, text, now, entry=entry, mail=mail)
        drop_pending(game, seat)
        return receipt
    play.check_entry(seat, entry, text)
    kept = pending_of(game, seat)
    if kept is not None and moment(kept["ready"]) <= now:
        raise OutOfDate(
            Say("Your move of {at} is past its cooling-off and is played now; this one came too late.", at=kept["at"])
        )
    seen = play.preview(seat, text)
    if not seen.complete:
        question = seen.questions.get(seat)
        raise unfinished(question)
    keep_pending(game, seat, text, now, ready, mail)
    return Receipt(seat, ahead=[line.raw for line in split_lines(text)], finished=True, ready=ready)


def _check_said(session: Session, seat: str, text: str) -> None:
    """Refuse a simultaneous answer that is sent once more, word for word, so that it makes no second entry (promise 3,
    fault 159); another answer may take its place."""
    play, game = session.play, session.game
    question = play.run.changeable().get(seat) if game.status == "running" else None
    lines = split_lines(text) if question is not None else []
    if question is None or not lines or not all(fits(question, line) for line in lines):
        return
    try:
        keys = [key for line in lines for key in read_keys(question, line, line.words)]
    except PlayerError:
        return  # what is wrong with the lines is said by whoever takes them
    said = play.table.stack[-1].given.get(seat)  # whoever may answer for a partner has perhaps said nothing yet
    if said is not None and sorted(keys) == sorted(said):
        entry = max((one.n for one in game.recent if one.seat == seat and one.kind == "move"), default=game.entry)
        raise AlreadyCounted(unchanged(Say("This is already counted as entry #{entry}.", entry=entry)), entry)


@record()
class Taken:
    """A move that was taken on the table in memory."""

    receipt: Receipt
    changes: bool = True
    owed: Sequence[OwedMail] = ()
    readers: Told = field(default_factory=dict)


def meant(session: Session, seat: str, text: str) -> str:
    """Put what was typed for a seat into the words of the rules: its player's language is understood, too, else that of
    the home."""
    words = session.title.words(session.desk.language_of(session.game.person(seat)))
    if words is None:
        return text
    from pbem.mail.typed.tongues import canonical

    return canonical(text, words)


class TypedAnswers:
    """The way of plain answers that were typed: whoever types them says for which seat."""

    def __init__(self, seat: str, text: str, entry: int | None = None) -> None:
        self.seat, self.text, self.entry = seat, text, entry

    def identify(self, session: Session) -> str:
        return self.seat

    def read(self, session: Session, who: str) -> str:
        return meant(session, who, self.text)

    def carry_out(self, session: Session, who: str, request: str) -> Taken:
        return Taken(take_move(session, who, request, session.desk.now(), entry=self.entry))

    def saving(self) -> AbstractContextManager[None]:
        return nullcontext()

    def answer(self, session: Session, done: Taken) -> Receipt:
        return done.receipt
