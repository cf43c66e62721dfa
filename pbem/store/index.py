"""The index of games: who is awaited since when and when the clock must look, without opening any game.

`games/index.tsv` is a log that every save appends to, never synced, because it can be made again from the files. A
save marks its game before the commit and writes its row after it, so a game whose mark is the last word is read again.
Files that came or went by other hands are found by their names; after a restart of the machine, when unsynced lines
may be lost, and always in homes of moderate size, each file's time and size are compared too. Readers rewrite the log
when most of its lines are outdated; writers share it without waiting for each other.
"""

from __future__ import annotations

import fcntl
import gc
import os
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path

from pbem.core.behind import behind
from pbem.core.errors import GameFileProblem
from pbem.core.records import record
from pbem.core.words import Say
from pbem.engine.gamefile import RESERVED_IDS, GameFile
from pbem.medium import discard, disk, is_folder
from pbem.store import index_log
from pbem.store.disk import read_plain, write_all
from pbem.store.home import Home
from pbem.store.ids import is_id
from pbem.store.rows import (
    AT_ONCE,
    BROKEN,
    END,
    STATUS,
    WAKE,
    WIDTH,
    Row,
    as_known,
    mark_of,
    read_row,
    row_before,
    row_of,
)

#: Up to so many games each file is compared by time and size on every listing.
COMPARED = 2_000
SPARE = 1_000
WAIT = 1.0
GONE = "gone"
#: Stands for an empty `wake` in the line of them; no time is written so.
NEVER = "-"


# -- writing --------------------------------------------------------------------------------------------------------


def mark(home: Home, game: str) -> None:
    """Say that a game is about to change. Where that cannot be said, the row that follows tells."""
    if not _append(home, f"?\t{game}\t{END}"):
        with suppress(OSError):
            discard(home.index_path)


def note(home: Home, game: GameFile, path: Path, info: os.stat_result) -> None:
    """Note the row of a game that was just saved."""
    _row(home, row_of(game, path, info))


def note_broken(home: Home, game: str) -> None:
    """Note that a game's file looks sound and is not: it is listed as broken, and the clock looks at it in every
    run."""
    before = read_row(home, game)
    if before is not None and before.status != BROKEN:
        _row(home, before._replace(status=BROKEN, wake=AT_ONCE, awaited=""))


def note_sound(home: Home, game: str) -> None:
    """Note that a game that was listed as broken can be read."""
    row = read_row(home, game)
    if row is not None:
        _row(home, row)


def _row(home: Home, row: Row) -> None:
    if not _append(home, "\t".join(row)):
        drop(home)


def _append(home: Home, line: str) -> bool:
    """Add a line to the log if there is one. False: it could not be added, so the log is worthless and must go."""
    try:
        return _try_append(home.index_path, index_log.added(line).encode())
    except FileNotFoundError:
        return True
    except OSError:
        return False


def _try_append(path: Path, data: bytes) -> bool:
    until = time.monotonic() + WAIT
    while True:
        fd = disk.open(path, os.O_WRONLY | os.O_APPEND | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            if _flock(fd, fcntl.LOCK_SH, until):
                if disk.fstat(fd).st_ino == disk.lstat(path).st_ino:
                    write_all(fd, data)
                    return True
                # else a reader has just replaced the log: open the new one
            elif time.monotonic() >= until:
                return False
        finally:
            disk.close(fd)


def _flock(fd: int, how: int, until: float) -> bool:
    while True:
        try:
            disk.flock(fd, how | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= until:
                return False
            time.sleep(0.005)
        else:
            return True


def drop(home: Home) -> None:
    """Have the index made anew by the next command that needs it."""
    with behind("index", Say("the list of games may show an old state")):
        discard(home.index_path)


def _boot() -> str:
    """Say which start of the machine this is; unsynced lines survive everything but its end."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
    except OSError:
        return "unknown"


def stamp(home: Home) -> str:
    """Return what a look at four files tells: the same stamp, and no game was saved, came or went, and nobody on the
    roster changed. Empty where it cannot tell."""
    found = []
    for path in (home.index_path, home.games, home.finished, home.games / "roster.json"):
        try:
            info = disk.lstat(path)
        except OSError:
            if path == home.index_path:
                return ""
            found.append("-")
            continue
        found.append(f"{info.st_ino}.{info.st_size}.{info.st_mtime_ns}")
    return "/".join(found)


# -- reading --------------------------------------------------------------------------------------------------------


@record(slots=False)
class _Log:
    lines: dict[str, str]
    """The last row of each game, still as text."""
    times: tuple[list[str], str]
    """Ids and wakes of the head."""
    later: dict[str, str]
    """Wakes of rows added since."""
    dirty: set[str]
    sound: bool
    """Every line was whole and the machine was not restarted since."""
    length: int
    size: int
    inode: int

    @cached_property
    def wakes(self) -> dict[str, str]:
        """The wake of each game; a listing has no need of them."""
        ids, times = self.times
        return {**(dict(zip(ids, times.split(" "), strict=True)) if ids else {}), **self.later}


def _read_log(path: Path) -> _Log | None:
    """Read the log: a head, the ids and the wakes of all games on a line each, their rows, and what was added since.

    Ids and wakes stand apart because taking 100,000 rows to pieces is what costs.
    """
    try:
        raw, info = read_plain(path, 1 << 31)
    except (FileNotFoundError, GameFileProblem):
        return None
    found = index_log.read(raw)
    if found is None or len(found.rows) < 2:
        return None
    ids, times = found.rows[0].split(), found.rows[1]
    if len(ids) != len(found.rows) - 2 or times.count(" ") != max(len(ids) - 1, 0):
        return None
    log = _Log(
        dict(zip(ids, found.rows[2:], strict=True)), (ids, times), {}, set(), found.boot == _boot(), len(found.added),
        len(raw), info.st_ino,
    )  # fmt: skip
    for line in filter(None, found.added):
        _take(log, index_log.read_added(line))
    return log


def _take(log: _Log, line: str | None) -> None:
    """Take a line that was added: a game is about to change, or has this row now. One that is damaged makes the log
    unsound, and every file is compared with its row."""
    parts = line.split("\t") if line is not None else []
    if parts[:1] == ["?"] and len(parts) == 3:
        log.dirty.add(parts[1])
    elif line is not None and len(parts) == WIDTH and parts[-1] == END:
        log.lines[parts[0]], log.later[parts[0]] = line, parts[WAKE] or NEVER
        log.dirty.discard(parts[0])
    else:
        log.sound = False


def _current(home: Home) -> _Log:
    """Return the log with everything read again that may be outdated."""
    home.check_games_folder()
    log = _read_log(home.index_path)
    if log is None:
        return _rebuilt(home)
    # Looked at before the files: whoever holds a game may yet change it, everybody else is through with it.
    busy = {game for game in log.dirty if _held(home, game)}
    changed = _refresh(home, log)
    if changed - busy or not log.sound or log.length > len(log.lines) + SPARE:
        _rewrite(home, log, busy)
    return log


class Rows(Mapping[str, Row]):
    """Rows by id, sorted, each taken to pieces only when it is looked at."""

    def __init__(self, lines: dict[str, str]) -> None:
        self.lines = lines
        self.ids = sorted(lines)

    def __getitem__(self, game: str) -> Row:
        return Row._make(self.lines[game].split("\t"))

    def __iter__(self) -> Iterator[str]:
        return iter(self.ids)

    def __len__(self) -> int:
        return len(self.ids)

    def texts(self) -> Iterator[str]:
        """Yield every row as text, its fields as they stand in `Row` divided by tabs: making `Row`s of them all
        costs."""
        return map(self.lines.__getitem__, self.ids)


def rows(home: Home) -> Rows:
    """Return every game's row by id, sorted; games whose file is broken or gone have that status."""
    with no_collecting():
        return Rows(_current(home).lines)


@contextmanager
def no_collecting() -> Iterator[None]:
    """Stop the garbage collector: of 100,000 small objects none is garbage, and looking for some would double the
    time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def due(home: Home, now: str) -> list[str]:
    """List ids of games that the clock must look at: their `wake` has come (times are compared as the files write
    them)."""
    with no_collecting():
        wakes = _current(home).wakes
        return sorted([game for game, wake in wakes.items() if wake <= now and wake != NEVER])


def broken(home: Home) -> set[str]:
    """Return ids of games that are listed as broken, of those that the clock looks at in every run."""
    log = _current(home)
    return {game for game, wake in log.wakes.items() if wake == AT_ONCE and _status(log.lines[game]) == BROKEN}


def _held(home: Home, game: str) -> bool:
    """Tell whether a process holds the game's lock now."""
    try:
        fd = disk.open(home.games / f"{game}.lock", os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        return not _flock(fd, fcntl.LOCK_SH, 0)
    finally:
        disk.close(fd)


def _refresh(home: Home, log: _Log) -> set[str]:
    """Read again what may be outdated; tell which games that were."""
    found = log.lines
    if not log.dirty and log.sound and len(found) > COMPARED and _same_names(home, found):
        return set()
    places = _places(home)
    stale = {game for game in log.dirty if game in places}
    stale.update(game for game in places.keys() - found.keys() if is_id(game))
    if len(places) <= COMPARED or not log.sound:
        stale.update(_differing(home, found, places))
    gone = {game for game in found.keys() - places.keys() if _status(found[game]) != GONE}
    for game in stale:
        row = read_row(home, game)
        if row is not None:
            _put(log, _as_known(home, row, found.get(game, "")))
    for game in gone:
        parts = found[game].split("\t")
        if len(parts) == WIDTH and is_folder(home.history_folder(game)):
            row = Row._make(parts)
            wake = AT_ONCE if row.place == home.games.name else ""  # the clock says that it is gone
            _put(log, row._replace(status=GONE, wake=wake, awaited=""))
        else:
            del found[game], log.wakes[game]
    return stale | gone


def _as_known(home: Home, row: Row, before: str) -> Row:
    """Return a row that tells of a broken game what the one before told, or its history."""
    if row.status != BROKEN:
        return row
    parts = before.split("\t")
    known = Row._make(parts) if len(parts) == WIDTH else None
    return as_known(row, known if known is not None and known.people else row_before(home, row.id))


def _put(log: _Log, row: Row) -> None:
    log.lines[row.id], log.wakes[row.id] = "\t".join(row), row.wake or NEVER


def _status(line: str) -> str:
    parts = line.split("\t")
    return parts[STATUS] if len(parts) == WIDTH else ""


def _same_names(home: Home, found: dict[str, str]) -> bool:
    """Tell whether the files are exactly those of the index, without making more of their names than needed."""
    names = _stems(home.games) + _stems(home.finished)
    names = [name for name in names if name not in RESERVED_IDS]
    return len(names) == len(found) and found.keys() == set(names)


def _stems(folder: Path) -> list[str]:
    try:
        names = disk.listdir(folder)
    except (FileNotFoundError, NotADirectoryError):
        return []
    return [name[:-5] for name in names if name.endswith(".json")]


def _places(home: Home) -> dict[str, str]:
    """Find which files are there that may be games, by name alone, and in which folder."""
    found = dict.fromkeys(_stems(home.finished), "finished")
    found.update(dict.fromkeys(_stems(home.games), "games"))
    for reserved in RESERVED_IDS:
        found.pop(reserved, None)
    return found


def _differing(home: Home, found: dict[str, str], places: dict[str, str]) -> Iterable[str]:
    """Find games whose file is not the one, or not in the place, that the row was made from."""
    folders = {"games": str(home.games), "finished": str(home.finished)}
    for game, place in places.items():
        if not is_id(game):
            continue
        try:
            info = disk.lstat(f"{folders[place]}/{game}.json")
        except OSError:
            yield game
            continue
        parts = found.get(game, "").split("\t")
        if len(parts) != WIDTH or parts[1:3] != [place, mark_of(info)] or parts[STATUS] == GONE:
            yield game


def _rebuilt(home: Home) -> _Log:
    """Write a new log from every file. Moves made meanwhile are added to it as they happen."""
    log = _Log({}, ([], ""), {}, set(), False, 0, 0, 0)
    if is_folder(home.games):
        with suppress(OSError):
            if is_folder(home.index_path):
                disk.rmdir(home.index_path)
            _write_log(home.index_path, _text(log, "being-made", ()).encode())
        begun = _read_log(home.index_path)
        log = log if begun is None else begun
    for game in home.game_ids():
        row = read_row(home, game)
        if row is not None:
            _put(log, _as_known(home, row, ""))
    _rewrite(home, log, set())
    return log


def _text(log: _Log, boot: str, busy: Iterable[str]) -> str:
    games = sorted(log.lines)
    rows = [" ".join(games), " ".join(log.wakes[game] for game in games), *(log.lines[game] for game in games)]
    return index_log.written(boot, rows) + "".join(index_log.added(f"?\t{game}\t{END}") for game in sorted(busy))


def _rewrite(home: Home, log: _Log, busy: set[str]) -> None:
    """Replace the log that was read by what is known now, followed by what was added to it since.

    Not while somebody is adding to it: then the next reader will.
    """
    path = home.index_path
    try:
        fd = disk.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            if not _flock(fd, fcntl.LOCK_EX, 0) or disk.lstat(path).st_ino != log.inode:
                return
            since = disk.pread(fd, 1 << 30, log.size)
            _write_log(path, _text(log, _boot(), busy).encode() + since)
        finally:
            disk.close(fd)
    except OSError:
        return  # a listing works without being able to write


def _write_log(path: Path, data: bytes) -> None:
    new = path.with_name(f".index.tsv.{os.getpid()}.tmp")
    fd = disk.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, 0o600)
    try:
        write_all(fd, data)
    except OSError:
        with suppress(OSError):
            disk.unlink(new)
        raise
    finally:
        disk.close(fd)
    disk.rename(new, path)
