"""The register remembers which mails were seen, how they were answered, and how many answers an address got today.

It is a help, not the truth: the journal tells whether a move counted. So it is not synced for every mail, and a damaged
one is put aside and begun anew. It holds addresses and Message-IDs as digests only.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3

    from pbem.mail.retry import Tries

KEEP_DAYS = 400
_TABLES = """
create table if not exists seen (key text primary key, content text not null, at text not null, verdict text not null,
    answer text not null, game text not null, entry integer not null);
create table if not exists days (day text not null, who text not null, mails integer not null default 0,
    answers integer not null default 0, told integer not null default 0, primary key (day, who));
create table if not exists tries (name text primary key, count integer not null);
create table if not exists told (what text primary key, at text not null);
create table if not exists waits (name text primary key, game text not null, count integer not null,
    first text not null, next text not null, words text not null, warned integer not null);
"""


@dataclass(frozen=True, slots=True)
class Seen:
    """What became of a mail."""

    content: str
    at: str
    verdict: str
    answer: str
    """The id of the answer in `mail/out`, or empty."""
    game: str = ""
    entry: int = 0


@dataclass(frozen=True, slots=True)
class Wait:
    """A spooled mail that waits because of trouble on our side, and its game, if that is known."""

    name: str
    game: str
    tries: Tries


class Register:
    """The register of one home, opened for a run."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._db: sqlite3.Connection | None = None

    def _open(self) -> sqlite3.Connection:
        if self._db is None:
            import sqlite3

            try:
                self._db = self._connect()
            except sqlite3.DatabaseError:
                with suppress(FileNotFoundError):
                    self.path.rename(self.path.with_suffix(".broken"))
                self._db = self._connect()
        return self._db

    def _connect(self) -> sqlite3.Connection:
        import sqlite3

        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not self.path.exists():
            with suppress(FileExistsError):
                os.close(os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        db = sqlite3.connect(self.path, timeout=10, isolation_level=None)
        try:
            # No sync: a process that dies loses nothing, and after a power cut the register may begin anew.
            db.execute("pragma journal_mode=persist")
            db.execute("pragma synchronous=off")
            db.executescript(_TABLES)
        except sqlite3.DatabaseError:
            db.close()
            raise
        return db

    def _run(self, sql: str, values: tuple[object, ...]) -> sqlite3.Cursor:
        """Run one statement. If the file turns out to be damaged, run it on a new file."""
        import sqlite3

        try:
            return self._open().execute(sql, values)
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError:
            self.close()
            with suppress(FileNotFoundError):
                self.path.rename(self.path.with_suffix(".broken"))
            return self._open().execute(sql, values)

    def close(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None

    # -- one mail --------------------------------------------------------------------------------------------------

    def begin(self, name: str) -> int:
        """Count a try of a spooled mail and return its number. It is written before the work, so that a mail which
        kills the process is counted, too (fault 239)."""
        raised = "insert into tries values (?, 1) on conflict (name) do update set count = count + 1 returning count"
        return int(self._run(raised, (name,)).fetchall()[0][0])

    def not_a_try(self, name: str) -> None:
        """Take a try back: the mail is not to blame for a busy game."""
        self._run("update tries set count = count - 1 where name = ?", (name,))

    def end(self, name: str) -> None:
        self._run("delete from tries where name = ?", (name,))
        self._run("delete from waits where name = ?", (name,))

    def wait(self, wait: Wait) -> None:
        """Let a mail wait, without counting that as a try."""
        self.not_a_try(wait.name)
        tries = wait.tries
        values = (wait.name, wait.game, tries.count, tries.first, tries.next, tries.words[:300], int(tries.warned))
        self._run("insert or replace into waits values (?, ?, ?, ?, ?, ?, ?)", values)

    def waits(self) -> list[Wait]:
        """The mails that wait, in the order of arrival."""
        from pbem.mail.retry import Tries

        rows = self._run("select name, game, count, first, next, words, warned from waits order by name", ()).fetchall()
        return [Wait(row[0], row[1], Tries(row[2], row[3], row[4], row[5], bool(row[6]))) for row in rows]

    def all_warned(self) -> None:
        """Note that somebody was told of every mail that waits now."""
        self._run("update waits set warned = 1", ())

    def find(self, key: str) -> Seen | None:
        """What became of the mail with this key, if it was seen before."""
        row = self._run(
            "select content, at, verdict, answer, game, entry from seen where key = ?", (key,)
        ).fetchone()
        return Seen(*row) if row else None

    def add(self, key: str, seen: Seen) -> None:
        self._run(
            "insert or replace into seen values (?, ?, ?, ?, ?, ?, ?)",
            (key, seen.content, seen.at, seen.verdict, seen.answer, seen.game, seen.entry),
        )

    # -- days ------------------------------------------------------------------------------------------------------

    def arrived(self, address: str, now: datetime) -> int:
        """Count a mail that is proved to be this person's. Return how many came today."""
        return self._count("mails", address, now)

    def answered(self, address: str, now: datetime, about: str = "") -> int:
        """Count an answer to mail that was not counted. Return how many went out today.

        Answers `about` mail that only names a person are counted apart: they use up nothing of the person's own.
        """
        return self._count("answers", _apart(address, about), now)

    def answers_today(self, address: str, now: datetime, about: str = "") -> int:
        return self._today(_apart(address, about), now)[1]

    def mails_today(self, address: str, now: datetime) -> int:
        return self._today(address, now)[0]

    def _today(self, address: str, now: datetime) -> tuple[int, int]:
        row = self._run(
            "select mails, answers from days where day = ? and who = ?", (f"{now:%Y-%m-%d}", _who(address))
        ).fetchone()
        return (int(row[0]), int(row[1])) if row else (0, 0)

    def _count(self, column: str, address: str, now: datetime) -> int:
        # The column's name comes from the two methods above, never from outside.
        raised = (
            f"insert into days (day, who, {column}) values (?, ?, 1) "  # noqa: S608
            f"on conflict do update set {column} = {column} + 1 returning {column}"
        )
        return int(self._run(raised, (f"{now:%Y-%m-%d}", _who(address))).fetchall()[0][0])

    def known(self, what: str) -> bool:
        """Whether `once` was said of this before."""
        return self._run("select 1 from told where what = ?", (what[:200],)).fetchone() is not None

    def once(self, what: str, now: datetime) -> bool:
        """Whether this is said for the first time: notes to the moderator are sent once."""
        done = self._run("insert or ignore into told values (?, ?)", (what[:200], now.isoformat()))
        return done.rowcount > 0

    def say(self, what: str, now: datetime) -> None:
        """Note the time when something was said that may be said again."""
        self._run("insert or replace into told values (?, ?)", (what[:200], now.isoformat()))

    def said_at(self, what: str) -> datetime | None:
        row = self._run("select at from told where what = ?", (what[:200],)).fetchone()
        return datetime.fromisoformat(row[0]) if row else None

    def keep(self, what: str, words: str) -> None:
        """Note a few words under a name."""
        self._run("insert or replace into told values (?, ?)", (what[:200], words))

    def words(self, what: str) -> str | None:
        """What was noted under a name."""
        row = self._run("select at from told where what = ?", (what[:200],)).fetchone()
        return str(row[0]) if row else None

    def tidy(self, now: datetime) -> None:
        """Forget old days, and mails so old that no copy of them will come."""
        db = self._open()
        db.execute("delete from days where day < ?", (f"{now - timedelta(days=7):%Y-%m-%d}",))
        long_ago = f"{now - timedelta(days=KEEP_DAYS):%Y-%m-%d}"
        db.execute("delete from seen where at < ?", (long_ago,))
        # What was fetched from a box is known for as long as it may lie there.
        db.execute(
            "delete from told where at < ? and what not like 'imap %' and what not like 'maildir %'", (long_ago,)
        )


def _apart(address: str, about: str) -> str:
    return f"{about} {address}" if about else address


def _who(address: str) -> str:
    return sha256(address.strip().lower().encode("utf-8", "replace")).hexdigest()[:32]


@contextmanager
def open_register(path: Path) -> Iterator[Register]:
    register = Register(path)
    try:
        yield register
    finally:
        register.close()
