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
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from pbem.core.errors import GameFileProblem
from pbem.engine.gamefile import RESERVED_IDS, GameFile
from pbem.store.disk import read_plain, write_all
from pbem.store.home import Home
from pbem.store.ids import is_id
from pbem.store.reading import parse_json

MAGIC = "pbem-index-1"
END = "."
#: Up to so many games each file is compared by time and size on every listing.
COMPARED = 2_000
SPARE = 1_000
WAIT = 1.0
BROKEN = "broken"
GONE = "gone"


class Row(NamedTuple):
    """One game as the index knows it; all fields are text. `wake` is when the clock must look next, empty for never."""

    id: str
    place: str
    """`games` or `finished`."""
    mark: str
    """Time and size of the file this was read from."""
    status: str
    title: str
    entry: str
    wake: str
    awaited: str
    people: str
    end: str

    def waits(self) -> list[tuple[str, str, str, str]]:
        """Awaited seats: seat, person, since, due (empty without a deadline)."""
        return [_four(part.split("\x1f")) for part in self.awaited.split("\x1e")] if self.awaited else []

    def names(self) -> list[str]:
        """Everybody in the game, players first."""
        return self.people.split("\x1e") if self.people else []


def _four(parts: list[str]) -> tuple[str, str, str, str]:
    seat, player, since, due = parts
    return seat, player, since, due


# -- rows -----------------------------------------------------------------------------------------------------------


def _clean(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else " " for letter in text)


def _mark(info: os.stat_result) -> str:
    return f"{info.st_mtime_ns}:{info.st_size}"


def row_of(game: GameFile, path: Path, info: os.stat_result) -> Row:
    return _row(
        game.id, path, info, game.status, game.title, game.entry, game.moderation.notes.get("wake"),
        [(seat, wait.since, wait.due) for seat, wait in game.deadlines.items()],
        [(one.seat, one.player) for one in game.seats],
    )  # fmt: skip


def _row(
    game: str,
    path: Path,
    info: os.stat_result,
    status: str,
    title: str,
    entry: int,
    wake: Any,
    waits: list[tuple[str, str, str | None]],
    people: list[tuple[str, str]],
) -> Row:
    """`wake` is what the clock noted in the game; without a note it is the earliest deadline."""
    names = dict(reversed(people))
    running = status in ("running", "paused")
    dues = [due for _, _, due in waits if due]
    when = wake if isinstance(wake, str) else min(dues, default="")
    awaited = "\x1e".join(
        "\x1f".join((_clean(seat), _clean(names.get(seat, seat)), _clean(since), _clean(due or "")))
        for seat, since, due in waits
    )
    return Row(
        game, path.parent.name, _mark(info), _clean(status), _clean(title), str(entry),
        _clean(when) if running else "", awaited if running else "",
        "\x1e".join(_clean(player) for _, player in people), END,
    )  # fmt: skip


def read_row(home: Home, game: str) -> Row | None:
    """The row of a game from its file, lightly read; None if there is no file."""
    try:
        path = home.locate(game)
        raw, info = read_plain(path, home.game_limit)
    except FileNotFoundError:
        return None
    except GameFileProblem:
        return _broken(home, game)
    except Exception as error:  # the game is unknown
        if getattr(error, "kind", "") == "unknown-game":
            return None
        raise
    try:
        doc = parse_json(raw, str(path))
        waits = [(seat, wait["since"], wait.get("due")) for seat, wait in doc["deadlines"].items()]
        people = [(one["seat"], one["player"]) for one in doc["seats"]]
        wake = doc["moderation"].get("notes", {}).get("wake")
        return _row(game, path, info, doc["status"], doc["title"], doc["entry"], wake, waits, people)
    except (GameFileProblem, LookupError, TypeError, AttributeError):
        return _broken(home, game, path, info)


def _broken(home: Home, game: str, path: Path | None = None, info: os.stat_result | None = None) -> Row:
    path = path or home.game_path(game)
    if info is None:
        with suppress(OSError):
            info = path.lstat()
    return Row(game, path.parent.name, _mark(info) if info else "", BROKEN, "", "", "", "", "", END)


# -- writing --------------------------------------------------------------------------------------------------------


def mark(home: Home, game: str) -> None:
    """Say that a game is about to change."""
    _append(home, f"\n?\t{game}\t{END}\n")


def note(home: Home, game: GameFile, path: Path, info: os.stat_result) -> None:
    """The row of a game that was just saved."""
    _append(home, "\n" + "\t".join(row_of(game, path, info)) + "\n")


def _append(home: Home, text: str) -> None:
    """Add to the log if there is one; what cannot be added makes the log worthless, so it is removed then."""
    try:
        if not _try_append(home.index_path, text.encode()):
            drop(home)
    except FileNotFoundError:
        return
    except OSError:
        drop(home)


def _try_append(path: Path, data: bytes) -> bool:
    until = time.monotonic() + WAIT
    while True:
        fd = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            if _flock(fd, fcntl.LOCK_SH, until):
                if os.fstat(fd).st_ino == path.lstat().st_ino:
                    write_all(fd, data)
                    return True
                # else a reader has just replaced the log: open the new one
            elif time.monotonic() >= until:
                return False
        finally:
            os.close(fd)


def _flock(fd: int, how: int, until: float) -> bool:
    while True:
        try:
            fcntl.flock(fd, how | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= until:
                return False
            time.sleep(0.005)
        else:
            return True


def drop(home: Home) -> None:
    """Have the index made anew by the next command that needs it."""
    with suppress(OSError):
        home.index_path.unlink()


def _boot() -> str:
    """Which start of the machine this is; unsynced lines survive everything but its end."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
    except OSError:
        return "unknown"


# -- reading --------------------------------------------------------------------------------------------------------


class _Log(NamedTuple):
    lines: dict[str, str]
    """The last row of each game, still as text."""
    dirty: set[str]
    sound: bool
    """Every line was whole and the machine was not restarted since."""
    length: int
    ordered: bool
    size: int
    inode: int


def _read_log(path: Path) -> _Log | None:
    try:
        raw, info = read_plain(path, 1 << 31)
        text = raw.decode()
    except (FileNotFoundError, GameFileProblem, UnicodeDecodeError):
        return None
    lines = text.split("\n")
    head = lines[0].split("\t")
    if head[0] != MAGIC or len(head) != 3:
        return None
    rows: dict[str, str] = {}
    dirty: set[str] = set()
    last, ordered = "", True
    sound = head[1] == _boot()
    ending = f"\t{END}"
    for line in lines[1:]:
        if not line:
            continue
        if not line.endswith(ending):
            sound = False
        elif line[0] == "?":
            dirty.add(line[2:-2])
        else:
            game = line[: line.index("\t")]
            if game > last:
                last = game
            elif game not in rows:
                ordered = False
            rows[game] = line
            if dirty:
                dirty.discard(game)
    return _Log(rows, dirty, sound, len(lines), ordered, len(raw), info.st_ino)


def rows(home: Home) -> dict[str, Row]:
    """Every game's row by id, sorted; games whose file is broken or gone have that status."""
    home.check_games_folder()
    collecting = gc.isenabled()
    gc.disable()  # 100,000 small objects, none of them garbage: looking for some would double the time
    try:
        return _rows(home)
    finally:
        if collecting:
            gc.enable()


def _rows(home: Home) -> dict[str, Row]:
    log = _read_log(home.index_path)
    if log is None:
        return rebuild(home)
    width = len(Row._fields)
    make = Row._make
    found = {game: make(row) for game, line in log.lines.items() if len(row := line.split("\t")) == width}
    # Looked at before the files: whoever holds a game may yet change it, everybody else is through with it.
    busy = {game for game in log.dirty if _held(home, game)}
    changed = _refresh(home, found, log)
    if changed - busy or not log.sound or log.length > 4 * len(found) + SPARE:
        _rewrite(home, found, busy, log)
    return found if not changed and log.ordered else {game: found[game] for game in sorted(found)}


def _held(home: Home, game: str) -> bool:
    """Whether a process holds the game's lock now."""
    try:
        fd = os.open(home.games / f"{game}.lock", os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        return not _flock(fd, fcntl.LOCK_SH, 0)
    finally:
        os.close(fd)


def _refresh(home: Home, found: dict[str, Row], log: _Log) -> set[str]:
    """Read again what may be outdated; tells which games that were."""
    places = _places(home)
    stale = {game for game in log.dirty if game in places}
    stale.update(game for game in places.keys() - found.keys() if is_id(game))
    gone = {game for game in found.keys() - places.keys() if found[game].status != GONE}
    moved = {
        game for game, row in found.items() if game in places and (places[game] != row.place or row.status == GONE)
    }
    if len(places) <= COMPARED or not log.sound:
        stale.update(_differing(home, found, places))
    for game in stale | moved:
        row = read_row(home, game)
        if row is not None:
            found[game] = row
    for game in gone:
        if home.history_folder(game).is_dir():
            found[game] = found[game]._replace(status=GONE, wake="", awaited="")
        else:
            del found[game]
    return stale | gone | moved


def _places(home: Home) -> dict[str, str]:
    """Which files are there that may be games, by name alone, and in which folder."""
    found: dict[str, str] = {}
    for folder in (home.finished, home.games):
        try:
            names = os.listdir(folder)  # noqa: PTH208  (names only: no object for each of 100,000 files)
        except (FileNotFoundError, NotADirectoryError):
            continue
        place = folder.name
        found.update(dict.fromkeys([name[:-5] for name in names if name[-5:] == ".json"], place))
    for reserved in RESERVED_IDS:
        found.pop(reserved, None)
    return found


def _differing(home: Home, found: dict[str, Row], places: dict[str, str]) -> Iterable[str]:
    folders = {"games": str(home.games), "finished": str(home.finished)}
    for game, place in places.items():
        if not is_id(game):
            continue
        row = found.get(game)
        try:
            info = os.lstat(f"{folders[place]}/{game}.json")
        except OSError:
            yield game
        else:
            if row is None or row.mark != _mark(info):
                yield game


def rebuild(home: Home) -> dict[str, Row]:
    """The index made anew from every file. Moves made meanwhile are added to it as they happen."""
    if home.games.is_dir():
        with suppress(OSError):
            if home.index_path.is_dir():
                home.index_path.rmdir()
            _write_log(home.index_path, f"{MAGIC}\tbeing made\t{END}\n".encode())
    log = _read_log(home.index_path)
    found: dict[str, Row] = {}
    for game in home.game_ids():
        row = read_row(home, game)
        if row is not None:
            found[game] = row
    if log is not None:
        _rewrite(home, found, set(), log)
    return found


def _rewrite(home: Home, found: dict[str, Row], busy: set[str], log: _Log) -> None:
    """Replace the log that was read by what is known now, followed by what was added to it since.

    Not while somebody is adding to it: then the next reader will.
    """
    path = home.index_path
    lines = [f"{MAGIC}\t{_boot()}\t{END}"]
    lines += ["\t".join(found[game]) for game in sorted(found)]
    lines += [f"?\t{game}\t{END}" for game in sorted(busy)]
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            if not _flock(fd, fcntl.LOCK_EX, 0) or path.lstat().st_ino != log.inode:
                return
            since = os.pread(fd, 1 << 30, log.size)
            _write_log(path, "\n".join([*lines, ""]).encode() + since)
        finally:
            os.close(fd)
    except OSError:
        return  # a listing works without being able to write


def _write_log(path: Path, data: bytes) -> None:
    new = path.with_name(f".index.tsv.{os.getpid()}.tmp")
    fd = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        write_all(fd, data)
    except OSError:
        with suppress(OSError):
            new.unlink()
        raise
    finally:
        os.close(fd)
    new.rename(path)


def due(home: Home, now: str) -> list[str]:
    """Ids of games that the clock must look at: their `wake` has come (times are compared as the files write them)."""
    return [row.id for row in rows(home).values() if row.wake and row.wake <= now]
