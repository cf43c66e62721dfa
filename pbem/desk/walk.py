"""The one walk of a text, from whoever sent it to its answer; mail and command line go the same way.

A mail was received before: it lies in the spool, and the post has locked and loaded the game that its token names
(`post/spool_run.py`). The command line locks and loads the game that it names (`cli/play_commands.py`). What differs in
identifying, reading and answering is a `Way`: `post/seat_mail.py` for mail, `commands/typed.py` for commands that are
typed, `games/moves.py` for plain answers that are typed.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from pbem.desk.interface import Session, Told
    from pbem.engine.gamefile import OwedMail

Who = TypeVar("Who")
Request = TypeVar("Request")
Result = TypeVar("Result", covariant=True)


class Outcome(Protocol):
    """What a text comes to on the table in memory."""

    @property
    def changes(self) -> bool:
        """Whether there is anything to save."""

    @property
    def owed(self) -> Sequence[OwedMail]:
        """Mails that it calls for besides those of new entries; the answer to a mail is one."""

    @property
    def readers(self) -> Told:
        """Sections for the mails of new entries, by seat."""


Done = TypeVar("Done", bound=Outcome)


class Way(Protocol[Who, Request, Done, Result]):
    """How a text came, and how it is answered."""

    def identify(self, session: Session) -> Who:
        """Find out who wrote, and what they may do."""

    def read(self, session: Session, who: Who) -> Request:
        """Read commands and answers, and what looks like one and was left unread."""

    def carry_out(self, session: Session, who: Who, request: Request) -> Done:
        """Do it on the table in memory; nothing is saved."""

    def saving(self) -> AbstractContextManager[None]:
        """Return what holds while it is saved: a mail waits until all of it is safe, a person at the desk is told."""

    def answer(self, session: Session, done: Done) -> Result:
        """Say what became of it."""


def walk(session: Session, way: Way[Who, Request, Done, Result]) -> Result:
    """Take one text through a game that is locked and loaded."""
    who = way.identify(session)
    request = way.read(session, who)
    done = way.carry_out(session, who, request)
    if done.changes:
        with way.saving():
            session.commit(done.owed, done.readers)  # one durable replace saves the game and names the mails owed
            session.compose()  # those mails; it is repeated after a crash until all of them are made
    return way.answer(session, done)
