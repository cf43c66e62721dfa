"""The register remembers which mails were seen, how they were answered, and how many answers an address got today.

It is a help, not the truth: the journal tells whether a move counted. So it is not synced for every mail. A row that is
damaged is ignored, and a file that is damaged is put aside and begun anew (`register_file`). It holds addresses and
Message-IDs as digests only.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.core.kept import kept, text_of
from pbem.core.words import Text
from pbem.mail.handover.retry import Tries
from pbem.mail.register_file import connect, is_damage, put_aside, raised, sound

if TYPE_CHECKING:
    import sqlite3

    from pbem.core.kept import kept, text_of

KEEP_DAYS = 400


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
            self._db = connect(self.path)
        return self._db

    def _run(self, sql: str, values: tuple[object, ...] = ()) -> list[tuple[Any, ...]]:
        """Run one statement. If the file turns out to be damaged, run it on a new file."""
        try:
            return self._open().execute(sql, values).fetchall()
        except Exception as error:
            if not is_damage(error, self.path):
                raise
            self.close()
            put_aside(self.path)
            return self._open().execute(sql, values).fetchall()

    def _look(self, table: str, names: str, where: str = "", values: tuple[object, ...] = ()) -> list[tuple[Any, ...]]:
        """Find rows that fit their checksum. Names and conditions come from the methods below, never from outside."""
        return self._run(f"select {names} from {table} where {sound(table)} {where}", values)  # noqa: S608

    def close(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None

    # -- one mail --------------------------------------------------------------------------------------------------

    def begin(self, name: str) -> int:
        """Count a try of a spooled mail and return its number. It is written before the work, so that a mail which
        kills the process is counted, too (fault 239)."""
        sql = (
            "insert into tries values (?, 1) on conflict (name) do update "  # noqa: S608
            f"set count = {raised('tries', 'count')} returning count"
        )
        return int(self._run(sql, (name,))[0][0])

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
        values = (wait.name, wait.game, tries.count, tries.first, tries.next, _line(tries.words), int(tries.warned))
        self._run("insert or replace into waits values (?, ?, ?, ?, ?, ?, ?)", values)

    def waits(self) -> list[Wait]:
        """List the mails that wait, in the order of arrival."""
        rows = self._look("waits", "name, game, count, first, next, words, warned", "order by name")
        return [Wait(row[0], row[1], Tries(row[2], row[3], row[4], _text(row[5]), bool(row[6]))) for row in rows]

    def all_warned(self) -> None:
        """Note that somebody was told of every mail that waits now."""
        self._run("update waits set warned = 1")

    def find(self, key: str) -> Seen | None:
        """Say what became of the mail with this key, if it was seen before."""
        rows = self._look("seen", "content, at, verdict, answer, game, entry", "and key = ?", (key,))
        return Seen(*rows[0]) if rows else None

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
        rows = self._look("days", "mails, answers", "and day = ? and who = ?", (f"{now:%Y-%m-%d}", _who(address)))
        return (int(rows[0][0]), int(rows[0][1])) if rows else (0, 0)

    def _count(self, column: str, address: str, now: datetime) -> int:
        # The column's name comes from the two methods above, never from outside.

        sql = (
            f"insert into days (day, who, {column}) values (?, ?, 1) "  # noqa: S608
            f"on conflict do update set {column} = {raised('days', column)} returning {column}"
        )
        return int(self._run(sql, (f"{now:%Y-%m-%d}", _who(address)))[0][0])

    def known(self, what: str) -> bool:
        """Tell whether `once` was said of this before."""
        return bool(self._look("told", "1", "and what = ?", (what[:200],)))

    def once(self, what: str, now: datetime) -> bool:
        """Tell whether this is said for the first time: notes to the moderator are sent once."""
        sql = "insert into told values (?, ?) on conflict do nothing returning 1"
        return bool(self._run(sql, (what[:200], now.isoformat())))

    def say(self, what: str, now: datetime) -> None:
        """Note the time when something was said that may be said again."""
        self._run("insert or replace into told values (?, ?)", (what[:200], now.isoformat()))

    def said_at(self, what: str) -> datetime | None:
        words = self.words(what)
        return datetime.fromisoformat(words) if words is not None else None

    def keep(self, what: str, words: str) -> None:
        """Note a few words under a name."""
        self._run("insert or replace into told values (?, ?)", (what[:200], words))

    def words(self, what: str) -> str | None:
        """Return what was noted under a name."""
        rows = self._look("told", "at", "and what = ?", (what[:200],))
        return str(rows[0][0]) if rows else None

    def tidy(self, now: datetime) -> None:
        """Forget old days, and mails so old that no copy of them will come."""
        self._run("delete from days where day < ?", (f"{now - timedelta(days=7):%Y-%m-%d}",))
        long_ago = f"{now - timedelta(days=KEEP_DAYS):%Y-%m-%d}"
        self._run("delete from seen where at < ?", (long_ago,))
        # What was fetched from a box is known for as long as it may lie there.
        kept = "what not like 'imap %' and what not like 'maildir %'"
        self._run(f"delete from told where at < ? and {kept}", (long_ago,))  # noqa: S608


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


def _line(words: str) -> str:
    """Write words for a column: a text of ours with its key and values, anything else cut."""
    return json.dumps(kept(words), ensure_ascii=False) if isinstance(words, Text) else words[:300]


def _text(line: str) -> str:
    """Read words as they stand in a column; those of earlier builds are plain."""
    with suppress(ValueError):
        return text_of(json.loads(line)) if line.startswith("{") else line
    return line
