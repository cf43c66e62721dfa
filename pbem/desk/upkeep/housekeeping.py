"""What would grow for ever is kept within limits, a slice at every run of the clock until the day's round is done.

Deleted is only what can be made again (earlier states, by replay) or what is older than the settings say and belongs to
no running game, and never what a mail that is owed still needs. `mail/.tidy.json` holds where the round stands and what
went on which day; the daily page tells it.
"""

from __future__ import annotations

import json
import logging
import os
import re
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from pbem.core.errors import Busy, PbemError, UnknownGame
from pbem.core.words import Say, Verbatim
from pbem.desk.games.old_states import trim
from pbem.desk.letters.contexts import house_of
from pbem.desk.post.held_mail import recount
from pbem.engine.journal import is_moment, moment
from pbem.mail.letter import read_stored
from pbem.mail.reading.message import read_message
from pbem.medium import discard, disk, lexists, make_folders, write_file
from pbem.plain import read_file
from pbem.store import spool
from pbem.store.index import rows
from pbem.store.locks import Lock

if TYPE_CHECKING:
    from pathlib import Path

    from pbem.desk.interface import Desk
    from pbem.store.rows import Row

log = logging.getLogger("pbem.clock")
BUDGET = 2.0
"""Seconds of one slice."""
DAYS_TOLD = 30
STAGES = ("history", "in", "out", "skipped", "held", "notes")
WORDS = {
    "states": Say("earlier states of games (they can be made again by replay)"),
    "in": Say("mails that were processed"),
    "out": Say("mails that were sent"),
    "skipped": Say("marks of mails that nobody wanted"),
    "held": Say("held mails"),
    "notes": Say("notes of mails that are gone"),
}
HEAD = 65_536
_NAMED = re.compile(rb"\[\s*pbem\s+([a-z0-9-]+)\s*#|[rb]\.([a-z0-9][a-z0-9-]{1,39})\.\d")


def keep_within_limits(desk: Desk, budget: float = BUDGET) -> dict[str, int]:
    """Do one slice of today's round; return what went in it. A round that is done begins again the next day.

    Nothing goes while somebody holds the spool: a backup is made under that lock.
    """
    today = f"{desk.now():%Y-%m-%d}"
    if _read(desk).get("done") == today:
        return {}
    spool.make_box(desk.home.mail / "in")
    try:
        with Lock(desk.home.mail / "in.lock", Say("the spool"), wait=0):
            return _slice(desk, budget, today)
    except Busy:
        return {}


def _slice(desk: Desk, budget: float, today: str) -> dict[str, int]:
    book = _read(desk)
    gone = Round(desk, book).slice(time.monotonic() + budget, today)
    if gone:
        days = book.setdefault("went", {})
        days[today] = {key: days.get(today, {}).get(key, 0) + gone.get(key, 0) for key in {*days.get(today, {}), *gone}}
        log.info("deleted: %s", ", ".join(_told(gone)))
    _write(desk, book)
    return gone


def went_lines(desk: Desk) -> list[str]:
    """Say for the daily page what went on the days before today that no page has told yet."""
    today, book = f"{desk.now():%Y-%m-%d}", _read(desk)
    lines: list[str] = []
    for day, gone in sorted(book.get("went", {}).items()):
        if str(book.get("told", "")) < day < today:
            lines.append(Say("DELETED on {day}", day=Verbatim(day)))
            lines += [Say("  {n} {what}", n=gone[key], what=words) for key, words in WORDS.items() if gone.get(key)]
    return [*lines, ""] if lines else []


def told(desk: Desk) -> None:
    """Note that today's pages are composed: what they tell is not told again."""
    book = _read(desk)
    if book.get("went"):
        now = desk.now()
        first, last = (f"{now - timedelta(days=days):%Y-%m-%d}" for days in (DAYS_TOLD, 1))
        book["told"], book["went"] = last, {day: gone for day, gone in book["went"].items() if day > first}
        _write(desk, book)


def _told(gone: dict[str, int]) -> list[str]:
    return [f"{gone[key]} {words}" for key, words in WORDS.items() if gone.get(key)]


def _path(desk: Desk) -> Path:
    return desk.home.mail / ".tidy.json"


def _read(desk: Desk) -> dict[str, Any]:
    try:
        found = json.loads(read_file(_path(desk)))
        return found if isinstance(found, dict) else {}
    except (OSError, ValueError):
        return {}


def _write(desk: Desk, book: dict[str, Any]) -> None:
    """Write the book, not synced: lost, the round only begins again."""
    make_folders(desk.home.mail, 0o700)
    new = _path(desk).with_suffix(f".{os.getpid()}.tmp")
    write_file(new, json.dumps(book).encode())
    disk.rename(new, _path(desk))


class Round:
    """One round over everything that grows, from where the last slice left it."""

    def __init__(self, desk: Desk, book: dict[str, Any]) -> None:
        self.desk = desk
        self.home = desk.home
        self.limits = desk.home.settings.limits
        self.now: datetime = desk.now()
        self.book = book
        self.owed: Callable[[str], set[str] | None] = cache(self._owed)

    def slice(self, until: float, today: str) -> dict[str, int]:
        gone: dict[str, int] = {}
        stage = self.book.get("stage") if self.book.get("stage") in STAGES else STAGES[0]
        after = str(self.book.get("after", ""))
        for one in STAGES[STAGES.index(stage) :]:
            work = getattr(self, f"_{one}")
            for name in sorted(name for name in self._names(one) if name > after):
                key, count = work(name)
                if count:
                    gone[key] = gone.get(key, 0) + count
                if time.monotonic() >= until:
                    self.book.update(stage=one, after=name)
                    return gone
            after = ""
        self.book.update(stage=STAGES[0], after="", done=today)
        return gone

    def _names(self, stage: str) -> Iterator[str]:
        mail = self.home.mail
        if stage == "history":
            return iter(sorted(self.rows))
        if stage == "notes":
            return (f"{box}/{name}" for box in ("in", "out", "held") for name in _listed(mail / box / "notes"))
        places = {"in": "in/cur", "out": "out/cur", "skipped": "out/skipped", "held": "held/new"}
        return iter(_listed(mail / places[stage]))

    @cached_property
    def rows(self) -> dict[str, Row]:
        return dict(rows(self.home).items())

    def _running(self, game: str) -> bool:
        """Tell whether a game may still ask for its mails; of one that is broken or lost nobody can say that it does
        not."""
        row = self.rows.get(game)
        return row is not None and row.status not in ("finished", "terminated")

    # -- one thing of each kind --------------------------------------------------------------------------------------

    def _history(self, game: str) -> tuple[str, int]:
        status = self.rows[game].status
        if status not in ("running", "paused", "finished", "terminated"):
            return "states", 0
        try:
            return "states", trim(self.desk, game, self.limits.history_states, over=not self._running(game))
        except PbemError as problem:
            log.warning("%s: its earlier states are kept: %s", game, problem.message)
            return "states", 0

    def _in(self, name: str) -> tuple[str, int]:
        path = self.home.mail / "in" / "cur" / name
        if not self._old(path, self.limits.keep_days) or self._incoming_of_running(path):
            return "in", 0
        return "in", self._remove("in", name)

    def _out(self, name: str) -> tuple[str, int]:
        path = self.home.mail / "out" / "cur" / name
        if not self._old(path, self.limits.keep_days) or self._outgoing_needed(path):
            return "out", 0
        return "out", self._remove("out", name)

    def _skipped(self, name: str) -> tuple[str, int]:
        path = self.home.mail / "out" / "skipped" / name
        if not self._old(path, self.limits.keep_days):
            return "skipped", 0
        game = _head(path).decode("ascii", "replace").strip()
        if self._needed(game, name) if game else self._owed_by_anybody(name):
            return "skipped", 0
        discard(path)
        return "skipped", 1

    def _held(self, name: str) -> tuple[str, int]:
        path = self.home.mail / "held" / "new" / name
        note = spool.read_note(self.home.mail / "held", name)
        at = note.get("at")
        since = moment(at).timestamp() if isinstance(at, str) and is_moment(at) else None
        if not self._old(path, self.limits.held_days, since):
            return "held", 0
        if self._outgoing_needed(path) if note.get("out") else self._incoming_of_running(path):
            return "held", 0
        return "held", self._remove("held", name)

    def _notes(self, name: str) -> tuple[str, int]:
        """Remove a note whose mail is gone; it is written before its mail is moved, so a young one may still get its
        mail."""
        box, _, file = name.partition("/")
        path = self.home.mail / box / "notes" / file
        mail = file.removesuffix(spool.NOTE)
        there = any(lexists(self.home.mail / box / where / mail) for where in ("new", "cur"))
        if there or not self._old(path, 2):
            return "notes", 0
        discard(path)
        return "notes", 1

    def _remove(self, box: str, name: str) -> int:
        if box == "held":
            recount(self.home)
        return int(spool.remove(self.home.mail / box, name))

    # -- who needs it ------------------------------------------------------------------------------------------------

    def _old(self, path: Path, days: int, since: float | None = None) -> bool:
        if not days:
            return False
        try:
            made = disk.lstat(path).st_mtime if since is None else since
        except OSError:
            return False
        return self.now.timestamp() - made > days * 86_400

    def _incoming_of_running(self, path: Path) -> bool:
        """Tell whether a mail that came in is for a running game, as far as it says so; in doubt it is."""
        head = _head(path)
        named = {(one or other).decode() for one, other in _NAMED.findall(head.lower())}
        if any(map(self._running, named)):
            return True
        try:
            game = self._proved_game(head)
        except Exception as error:
            log.warning("%s is kept, because it cannot be read: %s", path, type(error).__name__)
            return True
        return game is not None and self._running(game)

    def _proved_game(self, raw: bytes) -> str | None:
        """Find the game of its token, where the mail does not name it in plain letters."""
        mail = read_message(raw)
        to = [*(one.address for one in mail.to), *mail.envelope_to]
        found = house_of(self.home).signer.find(
            subject=mail.subject, recipients=to, in_reply_to=mail.in_reply_to, references=mail.references,
            games=lambda: list(self.rows),
        ).ticket  # fmt: skip
        return found.game if found is not None else None

    def _outgoing_needed(self, path: Path) -> bool:
        try:
            game = read_stored(_head(path)).about.get("game", "")
        except PbemError:
            return True  # not a mail of ours, so nothing of ours to clear away
        return self._needed(game, path.name.removesuffix(".eml"))

    def _needed(self, game: str, mail_id: str) -> bool:
        """Tell whether the file that says that a mail is made is still needed: without it, an owed mail would be made
        and sent again."""
        if not game:
            return False
        if self._running(game):
            return True
        owed = self.owed(game)
        return owed is None or mail_id in owed

    def _owed_by_anybody(self, mail_id: str) -> bool:
        return any((owed := self.owed(game)) is None or mail_id in owed for game in self.rows)

    def _owed(self, game: str) -> set[str] | None:
        """Return ids of the mails that a game owes; None if nobody can say."""
        try:
            document = json.loads(read_file(self.home.locate(game)))
            return {str(mail["id"]) for mail in document["outbox"]}
        except UnknownGame:
            return set()
        except (PbemError, OSError, ValueError, LookupError, TypeError):
            return None


def _listed(folder: Path) -> list[str]:
    try:
        return [name for name in disk.listdir(folder) if not name.startswith(".")]
    except (FileNotFoundError, NotADirectoryError):
        return []


def _head(path: Path) -> bytes:
    try:
        fd = disk.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return b""
    with disk.reader(fd) as file:
        return file.read(HEAD)
