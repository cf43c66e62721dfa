"""Trouble of ours: a disk that takes nothing, a lock somebody holds, no memory, a roster nobody can read.

It says nothing about a mail, so no mail is charged with it: the mail waits with growing pauses, others go on, and the
operator is told when one has waited for an hour. What a mail itself does to us is another matter (promise 10).
"""

from __future__ import annotations

import errno
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from pbem.core.errors import Busy, Fault, PbemError, without_promise
from pbem.core.words import Count, Listed, Say, Verbatim, as_said
from pbem.desk.letters.contexts import house_of
from pbem.desk.letters.notes import moderators_note, tell_moderator
from pbem.engine.journal import moment
from pbem.mail.handover.retry import Tries
from pbem.mail.register import open_register
from pbem.store.disk import DiskProblem, reason

if TYPE_CHECKING:
    from pbem.desk.interface import Desk
    from pbem.mail.register import Register, Wait

FIRST_PAUSE = timedelta(seconds=5)
LONGEST_PAUSE = timedelta(minutes=5)
PATIENCE = timedelta(hours=1)
AGAIN = timedelta(days=1)
"""Trouble that goes on is told of again after this."""
TOLD = "trouble"
_THEIRS = frozenset({errno.ENAMETOOLONG, errno.EILSEQ})
"""What a path made of a mail's own words may lead to."""


class NotNow(PbemError):
    """Something of ours cannot be used now."""

    kind = "trouble"


def trouble(error: BaseException | None) -> str | None:
    """Say in words why something failed that is our fault; None if it is not."""
    while error is not None:
        if isinstance(error, Busy | DiskProblem | NotNow):
            # "Nothing was changed" is true of this mail or game alone; others of the same run may have been changed.
            return without_promise(error.message)
        if isinstance(error, OSError) and error.errno not in _THEIRS:
            why = as_said(reason(error))
            return Say("{file}: {why}", file=Verbatim(str(error.filename)), why=why) if error.filename else why
        if isinstance(error, MemoryError):
            return Say("there is no memory left")
        # An error of the register. A process that has not loaded sqlite3 cannot have met one.
        sqlite3 = sys.modules.get("sqlite3")
        if sqlite3 is not None and isinstance(error, sqlite3.OperationalError):
            return Say("mail/register.sqlite cannot be used: {why}", why=Verbatim(str(error)))
        error = error.__cause__
    return None


@contextmanager
def told_as_trouble() -> Iterator[None]:
    """Say trouble where nothing goes on as a sentence for whoever started us, not as a mistake of the program."""
    try:
        yield
    except Exception as error:
        why = trouble(error)
        if why is None or isinstance(error, PbemError):
            raise
        raise DiskProblem(Say("Mail waits that cannot be processed now: {why}.", why=as_said(why))) from error


def paused(tries: Tries, now: datetime, why: str) -> Tries:
    """Set the pause after one more try in vain: 5, 10, 20 seconds and so on, then every five minutes."""
    return tries.failed(now, why, FIRST_PAUSE, LONGEST_PAUSE)


def tell_operator(desk: Desk, register: Register, now: datetime) -> None:
    """Send one note when a mail has waited for an hour; while the trouble lasts, one more a day."""
    waits = register.waits()
    if not any(now - moment(wait.tries.first) >= PATIENCE for wait in waits):
        return
    last = register.said_at(TOLD)
    if any(wait.tries.warned for wait in waits) and last is not None and now - last < AGAIN:
        return

    kept = Say("Nothing is lost: they are tried again until it works, and keep their time of receipt.")
    text = Listed([listed(waits), kept], "\n\n")
    ident = f"{TOLD} {min(wait.tries.first for wait in waits)} {now:%Y-%m-%d}"
    tell_moderator(desk, house_of(desk.home), Say("Mail waits because of trouble here"), text, ident=ident)
    register.say(TOLD, now)
    register.all_warned()


def tell_past_the_disk(desk: Desk, subject: str, text: str, send: Callable[[bytes], None]) -> None:
    """Send a note to the operator that is handed over from memory where the disk does not take it."""
    now = desk.now()
    try:
        tell_moderator(desk, house_of(desk.home), subject, text, ident=f"{subject} {now.isoformat()}")
    except Exception as error:
        if trouble(error) is None:
            raise
        raw = moderators_note(desk, house_of(desk.home), subject, text, ident=f"{subject} {now.isoformat()}")
        if raw is not None:
            send(raw[1])


def games_waited_for(desk: Desk) -> dict[str, str] | None:
    """Say for which game each mail is that waits because of trouble of ours: a move may be among them, so no deadline
    there is applied (fault 246). None if that is not known of one: then no deadline is applied anywhere."""
    with open_register(desk.home.mail / "register.sqlite") as register:
        games = {wait.name: wait.game for wait in register.waits()}
    return None if "" in games.values() else games


def listed(waits: list[Wait], most: int = 10) -> str:
    """Say which mails wait, since when and why."""
    first = min(wait.tries.first for wait in waits)
    mails = Count(len(waits), "{n} mail cannot be processed now", "{n} mails cannot be processed now")
    lines: list[str] = [Say("{mails}, the first since {at}:", mails=mails, at=Verbatim(first)), ""]
    for wait in waits[:most]:
        lines.append(Fault("  {name} {game}: {why}", name=wait.name, game=wait.game, why=wait.tries.words))
    return Listed([*lines, *([Say("  and {n} more", n=len(waits) - most)] if len(waits) > most else [])], "\n")
