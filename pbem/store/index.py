"""The index of games: who is awaited since when and when the clock must look, without opening any game.

`games/index.tsv` is a log that every save appends to, never synced, because it can be made again from the files. A
save marks its game before the commit and writes its row after it, so a game whose mark is the last word is read again.
Files that came or went by other hands are found by their names; after a restart of the machine, when unsynced lines
may be lost, and always in homes of moderate size, each file's time and size are compared too. Readers rewrite the log
when most of its lines are outdated; writers share it without waiting for each other.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from pbem.core.errors import GameFileProblem
from pbem.engine.gamefile import GameFile
from pbem.store.disk import make_folder, read_plain, temporary, write_all
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


def _read_log(path: Path) -> _Log | None:
    try:
        raw, _ = read_plain(path, 1 << 31)
        text = raw.decode()
    except (FileNotFoundError, GameFileProblem, UnicodeDecodeError):
        return None
    lines = text.split("\n")
    head = lines[0].split("\t")
    if head[0] != MAGIC or len(head) != 3:
        return None
    rows: dict[str, str] = {}
    dirty: set[str] = set()
    sound = head[1] == _boot()
    ending = f"\t{END}"
    for line in lines[1:]:
        if not line:
            continue
        if line[0] == "?":
            dirty.add(line[2:-2])
        elif line.endswith(ending):
            game = line[: line.index("\t")]
            rows[game] = line
            if dirty:
                dirty.discard(game)
        else:
            sound = False
    return _Log(rows, dirty, sound, len(lines))


def rows(home: Home) -> dict[str, Row]:
    """Every game's row by id, sorted; games whose file is broken or gone have that status."""
    home.check_games_folder()
    log = _read_log(home.index_path)
    if log is None:
        return rebuild(home)
    kept = {game: row for game, line in log.lines.items() if len(row := line.split("\t")) == len(Row._fields)}
    found = {game: Row._make(row) for game, row in kept.items()}
    changed = _refresh(home, found, log)
    if changed or not log.sound or log.length > 2 * len(found) * 2 + SPARE:
        _rewrite(home, found)
    return dict(sorted(found.items()))


def _refresh(home: Home, found: dict[str, Row], log: _Log) -> bool:
    """Read again what may be outdated; tells whether anything was."""
    places = _places(home)
    stale = {game for game in log.dirty if game in places}
    stale.update(places.keys() - found.keys())
    gone = {game for game in found.keys() - places.keys() if found[game].status != GONE}
    moved = {game for game, row in found.items() if places.get(game, row.place) != row.place}
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
    for game in log.dirty - places.keys():
        found.pop(game, None)
    return bool(stale or gone or moved)


def _places(home: Home) -> dict[str, str]:
    """Which games there are, by file names alone, and in which folder."""
    found: dict[str, str] = {}
    for folder in (home.finished, home.games):
        try:
            names = os.listdir(folder)  # noqa: PTH208  (names only: no object for each of 100,000 files)
        except (FileNotFoundError, NotADirectoryError):
            continue
        place = folder.name
        found.update((name[:-5], place) for name in names if name.endswith(".json") and name[0] != ".")
    for odd in [name for name in found if not is_id(name)]:
        del found[odd]
    return found


def _differing(home: Home, found: dict[str, Row], places: dict[str, str]) -> Iterable[str]:
    folders = {"games": home.games, "finished": home.finished}
    for game, place in places.items():
        row = found.get(game)
        try:
            info = (folders[place] / f"{game}.json").lstat()
        except OSError:
            yield game
        else:
            if row is None or row.mark != _mark(info):
                yield game


def rebuild(home: Home) -> dict[str, Row]:
    """The index made anew from every file."""
    found: dict[str, Row] = {}
    for game in home.game_ids():
        row = read_row(home, game)
        if row is not None:
            found[game] = row
    if found or home.games.is_dir():
        _rewrite(home, found, fresh=True)
    return found


def _rewrite(home: Home, found: dict[str, Row], *, fresh: bool = False) -> None:
    """Replace the log, unless somebody adds to it right now: then the next reader will."""
    path = home.index_path
    try:
        make_folder(home.games)
        fd = -1
        with suppress(FileNotFoundError):
            fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            if fd >= 0 and not _flock(fd, fcntl.LOCK_EX, 0):
                return
            if fd >= 0 and not fresh:
                # Lines added since we read: their games are read again, so nothing newer is overwritten.
                found = _with_newer(home, found)
            _write_log(path, found)
        finally:
            if fd >= 0:
                os.close(fd)
    except OSError:
        return  # a listing works without being able to write


def _with_newer(home: Home, found: dict[str, Row]) -> dict[str, Row]:
    log = _read_log(home.index_path)
    if log is None:
        return found
    newer = dict(found)
    for game, line in log.lines.items():
        parts = line.split("\t")
        if len(parts) != len(Row._fields):
            continue
        row = Row._make(parts)
        if game not in newer or (newer[game].mark != row.mark and newer[game].status not in (BROKEN, GONE)):
            again = read_row(home, game)
            if again is not None:
                newer[game] = again
    for game in log.dirty:
        newer.pop(game, None)  # without a row it is read when it is next listed
    return newer


def _write_log(path: Path, found: dict[str, Row]) -> None:
    text = "\n".join([f"{MAGIC}\t{_boot()}\t{END}", *("\t".join(row) for row in found.values()), ""])
    new = temporary(path).with_name(f".index.tsv.{os.getpid()}.tmp")
    fd = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        write_all(fd, text.encode())
    except OSError:
        with suppress(OSError):
            new.unlink()
        raise
    finally:
        os.close(fd)
    new.rename(path)


def select(home: Home, wanted: Callable[[Row], bool]) -> list[Row]:
    return [row for row in rows(home).values() if wanted(row)]


def due(home: Home, now: str) -> list[str]:
    """Ids of games that the clock must look at: their `wake` has come (times are compared as the files write them)."""
    return [row.id for row in rows(home).values() if row.wake and row.wake <= now]
