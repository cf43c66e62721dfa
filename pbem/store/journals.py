"""The journal file: one entry a line, appended after the game file was replaced, mended from it after a crash.

The game file is the commit; its `recent` holds every entry whose line is not known to be on disk for good. A save
first compares the journal's end with `recent`, byte by byte: a torn or missing line is written again, one that says
something else is an error. Lines are synced once in 8 entries, before the entries leave `recent`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from pydantic import ValidationError

from pbem.core.errors import Fault, GameFileProblem
from pbem.engine.gamefile import Entry
from pbem.engine.journal import GENESIS, chain_problem
from pbem.medium import disk
from pbem.store.disk import READ, disk_problem, refuse_odd, write_all
from pbem.store.findings import model_sentence

SYNC_EVERY = 8
LINE_LIMIT = 4_000_000
_APPEND = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


def line_of(entry: Entry) -> bytes:
    return entry.model_dump_json().encode() + b"\n"


def lines_of(entries: Iterable[Entry]) -> bytes:
    return b"".join(line_of(entry) for entry in entries)


def ends_with(path: Path, recent: Sequence[Entry]) -> bool:
    """Tell whether the journal ends with exactly these entries."""
    wanted = lines_of(recent)
    try:
        fd = disk.open(path, READ)
    except FileNotFoundError:
        return False
    except OSError as error:
        raise GameFileProblem(Fault("{path}: {why}; it was not read.", path=path, why=error.strerror)) from error
    try:
        info = disk.fstat(fd)
        refuse_odd(info, path)
        start = info.st_size - len(wanted)
        if start < 0 or (start == 0) != (recent[0].prev == GENESIS):
            return False
        before = 1 if start else 0
        return disk.pread(fd, len(wanted) + before, start - before) == b"\n" * before + wanted
    finally:
        disk.close(fd)


def mend(path: Path, recent: Sequence[Entry]) -> bool:
    """Make the journal end with `recent`; tell whether anything was wrong. The caller holds the game's lock."""
    if ends_with(path, recent):
        return False
    good = _length_before(path, recent)
    try:
        fd = disk.open(path, os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, 0o600)
        try:
            disk.ftruncate(fd, good)
            disk.lseek(fd, good, os.SEEK_SET)
            write_all(fd, lines_of(recent))
        finally:
            disk.close(fd)
    except OSError as error:
        raise disk_problem(error, path) from error
    return True


def append(path: Path, entries: Sequence[Entry]) -> None:
    """Add lines without syncing them. May fail as an OSError: the game file has the entries all the same."""
    fd = disk.open(path, _APPEND, 0o600)
    try:
        write_all(fd, lines_of(entries))
    finally:
        disk.close(fd)


def sync(path: Path) -> None:
    """Have the journal on disk for good."""
    try:
        fd = disk.open(path, os.O_WRONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            disk.fsync(fd)
        finally:
            disk.close(fd)
    except OSError as error:
        raise disk_problem(error, path, "synced") from error


def _length_before(path: Path, recent: Sequence[Entry]) -> int:
    """Find the length of the sound part before `recent`, after making sure that nothing else would be lost by
    mending."""
    kept = 0
    last, reached = GENESIS, 0
    known = {entry.n: line_of(entry) for entry in recent}
    for number, line in enumerate(_lines(path), 1):
        entry = _parse(line)
        if entry is None or entry.n != number:
            if number < recent[0].n:
                raise GameFileProblem(Fault("{path}: entry {n}: the line is broken.", path=path, n=number))
            break
        if number > recent[-1].n:
            raise GameFileProblem(
                Fault(
                    "{path}: the journal goes on to entry {number}, but the game stands at entry {n}.",
                    path=path,
                    number=number,
                    n=recent[-1].n,
                )
            )
        if number in known and line != known[number]:
            raise GameFileProblem(Fault("{path}: entry {n}: it differs from the game file.", path=path, n=number))
        if number < recent[0].n:
            kept += len(line)
            last, reached = entry.hash, number
    if reached != recent[0].n - 1 or last != recent[0].prev:
        raise GameFileProblem(
            Fault("{path}: entry {n}: it is missing; restore the journal from a backup.", path=path, n=reached + 1)
        )
    return kept


class Lines:
    """The lines of an open journal; of one that is not there, none."""

    def __init__(self, file: BinaryIO | None) -> None:
        self.file = file

    def readline(self) -> bytes:
        return self.file.readline(LINE_LIMIT) if self.file is not None else b""

    def rest(self, most: int) -> bytes:
        """Read what is left, at most so many bytes of it."""
        return self.file.read(most) if self.file is not None else b""


@contextmanager
def open_lines(path: Path, offset: int = 0) -> Iterator[Lines]:
    """Open a journal for reading, from an offset on."""
    try:
        fd = disk.open(path, READ)
    except FileNotFoundError:
        yield Lines(None)
        return
    except OSError as error:
        raise GameFileProblem(Fault("{path}: {why}; it was not read.", path=path, why=error.strerror)) from error
    with disk.reader(fd) as file:
        refuse_odd(disk.fstat(fd), path)
        file.seek(offset)
        yield Lines(file)


def _lines(path: Path) -> Iterator[bytes]:
    with open_lines(path) as lines:
        while line := lines.readline():
            yield line


def _parse(line: bytes) -> Entry | None:
    if not line.endswith(b"\n"):
        return None
    try:
        return Entry.model_validate_json(line)
    except ValidationError:
        return None


def _never() -> bool:
    return False


def read_entries(path: Path, recent: Sequence[Entry] = (), moved_on: Callable[[], bool] = _never) -> Iterator[Entry]:
    """Yield all entries in order, one after the other, `recent` standing in for lines that a crash tore or lost.

    Whoever reads without the game's lock says by `moved_on` whether the game has more entries by now: then lines behind
    the last one that it knows were added meanwhile, and are left out (fault 252).

    Each line must be exactly what we would write for its entry, so that no changed byte goes unnoticed. The hashes are
    not compared here: see `read_chain`.
    """
    known = {entry.n: entry for entry in recent}
    number = 0
    lines = _lines(path)
    for line in lines:
        number += 1
        if recent and number > recent[-1].n and moved_on():
            return
        problem = ""
        try:
            entry = Entry.model_validate_json(line)
            if entry.n != number:
                problem = Fault("the journal has entry {n} in its place", n=entry.n)
            elif line_of(entry) != line:
                problem = Fault("its text was changed")
        except ValidationError as error:
            problem = model_sentence(error)
        if problem:
            if _torn(line, lines, [entry for entry in recent if entry.n >= number]):
                number -= 1
                break
            raise GameFileProblem(Fault("{path}: entry {n}: {problem}.", path=path, n=number, problem=problem))
        if number in known and line_of(known[number]) != line:
            raise GameFileProblem(Fault("{path}: entry {n}: it differs from the game file.", path=path, n=number))
        if recent and number > recent[-1].n:
            raise GameFileProblem(
                Fault(
                    "{path}: the journal goes on to entry {number}, but the game stands at entry {n}.",
                    path=path,
                    number=number,
                    n=recent[-1].n,
                )
            )
        yield entry
    if recent and number + 1 < recent[0].n:
        raise GameFileProblem(
            Fault("{path}: entry {n}: it is missing; restore the journal from a backup.", path=path, n=number + 1)
        )
    yield from (entry for entry in recent if entry.n > number)


def _torn(line: bytes, lines: Iterator[bytes], missing: Sequence[Entry]) -> bool:
    """Tell whether what is left of the journal is only what a crash leaves of the missing lines: their beginning, with
    or without zeros behind it. Somebody wrote anything else."""
    wanted = lines_of(missing)
    rest = bytearray(line)
    for more in lines:
        if len(rest) > len(wanted):
            return False
        rest += more
    return wanted.startswith(rest.rstrip(b"\0"))


def read_chain(path: Path, recent: Sequence[Entry] = (), moved_on: Callable[[], bool] = _never) -> Iterator[Entry]:
    """Yield all entries in order, each compared with its hash and with the one before it (fault 186)."""
    last, n = GENESIS, 1
    for entry in read_entries(path, recent, moved_on):
        problem = chain_problem([entry], first_prev=last, first_n=n)
        if problem is not None:
            raise GameFileProblem(Fault("{path}: {problem}.", path=path, problem=problem))
        yield entry
        last, n = entry.hash, n + 1


def check_journal(path: Path, recent: Sequence[Entry], head: str, moved_on: Callable[[], bool] = _never) -> int:
    """Check the whole chain from its beginning to the game's head; return the number of entries (fault 186)."""
    count, last = 0, GENESIS
    for entry in read_chain(path, recent, moved_on):
        count, last = entry.n, entry.hash
    if last != head:
        raise GameFileProblem(
            Fault("{path}: entry {n}: it is not the head that the game file names.", path=path, n=count)
        )
    return count
