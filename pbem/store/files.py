"""Games at rest: every load and every save is checked, one rename is the commit.

Order of a save: journal's end made sound (and synced, once in 8 entries) - new file checked as if it were loaded - old
file linked into history - index marked - durable replace: **the commit** - journal lines - index row. Killed anywhere,
the next command finds the old state or the new one; everything behind the commit is made good from the file itself.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from pydantic_core import PydanticSerializationError

from pbem.core.behind import behind
from pbem.core.errors import Fault, GameFileProblem, Refused, RulesBug, UnknownGame, unchanged
from pbem.core.words import Say, Verbatim
from pbem.engine.gamefile import Entry, GameFile
from pbem.medium import disk, lexists
from pbem.store import index, journals
from pbem.store.checking import Loaded, check_bytes
from pbem.store.disk import (
    NotSafe,
    commit_replace,
    disk_problem,
    durable_replace,
    make_folder,
    read_plain,
    sync_folder,
    temporary,
    write_new,
)
from pbem.store.home import Home
from pbem.store.reading import parse_json


def _warn(text: str, *values: object) -> None:
    import logging

    logging.getLogger("pbem.store").warning(text, *values)


# -- loading --------------------------------------------------------------------------------------------------------


def load_game(home: Home, game_id: str) -> Loaded:
    """Load a game, running or finished, fully checked. Readers need no lock: a file is always whole."""
    path = home.locate(game_id)
    return _load(home, path, game_id)


def _load(home: Home, path: Path, game_id: str) -> Loaded:
    try:
        raw, info = read_plain(path, home.game_limit)
    except FileNotFoundError:  # moved to the finished games between the look and the read
        path = home.locate(game_id)
        raw, info = read_plain(path, home.game_limit)
    loaded = check_bytes(raw, str(path), home, game_id, path)
    loaded.mark = _mark(info)
    return loaded


def _mark(info: os.stat_result) -> tuple[int, int, int]:
    return info.st_ino, info.st_mtime_ns, info.st_size


def journal_entries(loaded: Loaded) -> Iterator[Entry]:
    """Yield all entries of a game, lazily, mended from the game file where a crash tore the journal. Each is compared
    with its hash before anybody makes words or moves of it."""
    return journals.read_chain(loaded.journal, loaded.recent, lambda: has_moved_on(loaded))


def has_moved_on(loaded: Loaded) -> bool:
    """Tell whether the file has more entries by now than it had when it was loaded."""
    try:
        raw, _ = read_plain(loaded.home.locate(loaded.game.id), loaded.home.game_limit)
        return int(parse_json(raw, "")["entry"]) > loaded.entry
    except (GameFileProblem, UnknownGame, OSError, LookupError, TypeError, ValueError):
        return False


# -- saving ---------------------------------------------------------------------------------------------------------


def dump_game(game: GameFile) -> bytes:
    """Write the game as its file: indented, keys in their order, newline at the end."""
    return game.model_dump_json(indent=2, warnings="error").encode() + b"\n"


def _checked(game: GameFile, home: Home, path: Path) -> Loaded:
    """Judge what is about to be written as if it had been read. A fault here is ours."""
    try:
        return check_bytes(dump_game(game), str(path), home, game.id, path)
    except GameFileProblem as problem:
        raise RulesBug(
            Fault("The new state is not sound and was not saved. {problem}", problem=problem.message)
        ) from problem
    except PydanticSerializationError as error:
        raise RulesBug(
            Fault("The new state cannot be written as JSON and was not saved. {error}", error=error)
        ) from error


def save_game(loaded: Loaded, game: GameFile | None = None) -> Loaded:
    """Put the new state in place of the one that was loaded. The caller holds the game's lock since before the load.

    New entries stand at the end of `game.recent`; entries that the journal has for good are dropped from it here.
    One durable replace; no other sync but the journal's own, once in 8 entries.
    """
    game = loaded.game if game is None else game
    home, path = loaded.home, loaded.path
    _check_unchanged(loaded)
    new = _new_entries(loaded, game)
    journal = loaded.journal
    if journals.mend(journal, loaded.recent):
        _warn("the journal of %s was mended from the game file", game.id)
    if new and len(loaded.recent) >= journals.SYNC_EVERY:
        journals.sync(journal)
        game.recent = list(new)
    fresh = _checked(game, home, path)
    if new or loaded.migrated:
        keep_history(loaded)
    index.mark(home, game.id)
    info = commit_replace(path, fresh.raw)
    fresh.mark = _mark(info)
    _follow_up(fresh, journal, new, info)
    return fresh


def _check_unchanged(loaded: Loaded) -> None:
    """Notice whoever changes the file without our lock (an editor, a synchronised folder), and do not overwrite it."""
    try:
        now = _mark(disk.lstat(loaded.path))
    except OSError as error:
        raise disk_problem(error, loaded.path, "found again") from error
    if now != loaded.mark:
        path = Verbatim(str(loaded.path))
        raise Refused(Say("{path} was changed by something else meanwhile; it was left as it is.", path=path))


def _new_entries(loaded: Loaded, game: GameFile) -> list[Entry]:
    new = [entry for entry in game.recent if entry.n > loaded.entry]
    if game.recent[: -len(new) or None] != loaded.recent:
        raise RulesBug(Fault("entries that are already recorded were changed; nothing was saved"))
    if [entry.n for entry in new] != list(range(loaded.entry + 1, game.entry + 1)):
        raise RulesBug(
            Fault(
                "the entries {first} to {last} are not all there; nothing was saved",
                first=loaded.entry + 1,
                last=game.entry,
            )
        )
    return new


def _follow_up(fresh: Loaded, journal: Path, new: list[Entry], info: os.stat_result) -> None:
    """Do what comes after the commit: if it fails, the change counts all the same and this is made good later."""
    game = fresh.game
    named = {"game": Verbatim(game.id)}
    with behind("journal", Say("the journal of {game} could not be written (the next change mends it)", **named)):
        if new:
            journals.append(journal, new)
    with behind("index", Say("the row of {game} in the list of games could not be written", **named)):
        index.note(fresh.home, game, fresh.path, info)


def add_game(home: Home, game: GameFile) -> Loaded:
    """Store a new game. The caller holds `home.lock(id, new=True)` and has pinned its tables."""
    path = home.game_path(game.id)
    if home.exists(game.id):
        raise Refused(unchanged(Say("There is already a game {game}.", game=Verbatim(game.id))))
    journal = home.journal_path(game.id)
    if lexists(journal) or lexists(home.history_folder(game.id)):
        here_before = Say(
            "A game {game} was here before: its journal or history is in the way.", game=Verbatim(game.id)
        )
        raise Refused(unchanged(here_before))
    make_folder(home.games)
    fresh = _checked(game, home, path)
    index.mark(home, game.id)
    info = commit_replace(path, fresh.raw)
    fresh.mark = _mark(info)
    _follow_up(fresh, journal, list(game.recent), info)
    return fresh


# -- history --------------------------------------------------------------------------------------------------------


def keep_history(loaded: Loaded) -> None:
    """Keep the old state as `history/ID/ENTRY.json`: a second name for the same file, so nothing is copied."""
    folder = loaded.home.history_folder(loaded.game.id)
    target = folder / f"{loaded.entry}.json"
    try:
        _link(loaded.path, target)
    except FileNotFoundError:
        make_folder(loaded.home.history)
        make_folder(folder)
        try:
            _link(loaded.path, target)
        except OSError as error:
            raise disk_problem(error, target) from error
    except OSError as error:
        if error.errno not in (errno.EPERM, errno.EOPNOTSUPP, errno.EMLINK, errno.EXDEV, errno.ENOSYS):
            raise disk_problem(error, target) from error
        _copy(loaded.raw, target)  # a file system without second names


def _link(path: Path, target: Path) -> None:
    try:
        disk.link(path, target)
    except FileExistsError:
        if os.path.samestat(disk.stat(path), disk.stat(target)):  # an earlier try died between this link and the commit
            return
        # A state of the same entry that only mail or clock has changed since: the later one is kept.
        new = temporary(target)
        with suppress(FileNotFoundError):
            disk.unlink(new)
        disk.link(path, new)
        disk.rename(new, target)


def _copy(raw: bytes, target: Path) -> None:
    new = temporary(target)
    with suppress(OSError):
        disk.unlink(new)
    try:
        write_new(new, raw)
        disk.rename(new, target)
    except OSError as error:
        raise disk_problem(error, target) from error


def history_entries(home: Home, game_id: str) -> list[int]:
    """List entries whose state is in the history, in order."""
    try:
        names = disk.listdir(home.history_folder(game_id))
    except FileNotFoundError:
        return []
    return sorted(int(name[:-5]) for name in names if name.endswith(".json") and name[:-5].isdecimal())


def load_at(home: Home, game_id: str, entry: int) -> Loaded | None:
    """Load the game as it was after an entry: the present file, or one of the history; None if that state is not kept.

    A kept state that is damaged counts as none: it can be made again by replay.
    """
    loaded = load_game(home, game_id)
    if loaded.entry == entry:
        return loaded
    try:
        return _load_kept(home, game_id, entry)
    except FileNotFoundError:
        return None
    except GameFileProblem as problem:
        _warn("an earlier state is damaged and is not used: %s", problem.message)
        return None


def _load_kept(home: Home, game_id: str, entry: int) -> Loaded:
    path = home.history_folder(game_id) / f"{entry}.json"
    raw, info = read_plain(path, home.game_limit)
    old = check_bytes(raw, str(path), home, game_id, path)
    old.mark = _mark(info)
    if old.entry != entry:
        raise GameFileProblem(
            Fault("{where}: {key}: {value} is not the name of the file.", where=path, key="entry", value=old.entry)
        )
    return old


def restore_game(home: Home, game_id: str) -> Loaded:
    """Bring back a game whose file was deleted, from the last state of its history (fault 190).

    The journal is at least one entry ahead of that state. Its further lines are put aside as
    `history/ID/after-ENTRY.jsonl`, so that nothing is lost and the game can go on. The caller holds
    `home.lock(id, new=True)`.
    """
    if home.exists(game_id):
        raise Refused(Say("The game {game} is there; nothing was restored.", game=Verbatim(game_id)))
    entries = history_entries(home, game_id)
    if not entries:
        raise Refused(Say("There is no history of a game {game}.", game=Verbatim(game_id)))
    folder = home.history_folder(game_id)
    loaded = _last_kept(home, game_id, entries)
    _put_aside(home.journal_path(game_id), loaded, folder / f"after-{loaded.entry}.jsonl")
    commit_replace(home.game_path(game_id), loaded.raw)
    index.drop(home)
    return load_game(home, game_id)


def _last_kept(home: Home, game_id: str, entries: list[int]) -> Loaded:
    """Load the last state of the history that is sound; raise the first fault if there is none."""
    faults: list[GameFileProblem] = []
    for entry in reversed(entries):
        try:
            return _load_kept(home, game_id, entry)
        except GameFileProblem as problem:
            faults.append(problem)
    raise faults[0]


def _put_aside(journal: Path, loaded: Loaded, aside: Path) -> None:
    kept: list[Entry] = []
    size = 0
    for entry in journals.read_entries(journal):
        if entry.n <= loaded.entry:
            size += len(journals.line_of(entry))
        else:
            kept.append(entry)
    if kept:
        durable_replace(aside, journals.lines_of(kept))
        disk.truncate(journal, size)


# -- finished games -------------------------------------------------------------------------------------------------


def put_aside(home: Home, game_id: str) -> None:
    """Take a game out of the games, into `games/deleted`; the caller holds its lock. The file goes first: without it
    there is no game."""
    place, stem = home.games / "deleted", game_id
    make_folder(place)
    number = 1
    while lexists(place / f"{stem}.json"):
        number += 1
        stem = f"{game_id}-{number}"
    index.mark(home, game_id)
    moves = [(home.locate(game_id), f"{stem}.json"), (home.journal_path(game_id), f"{stem}.journal.jsonl")]
    for path, name in [*moves, (home.history_folder(game_id), f"{stem}.history")]:
        if lexists(path):
            disk.rename(path, place / name)
    sync_folder(place)
    _sync_both(home)


def move_game(home: Home, game_id: str, *, finished: bool = True) -> Path:
    """Move a game to the finished ones, or back. The caller holds the game's lock.

    The game file moves last, when all else is safe: as long as it lies in the old place the next call goes on. Until
    then the journal is found in either place.
    """
    path = home.locate(game_id)
    target = home.game_path(game_id, finished=finished)
    journal = home.journal_path(game_id)
    wanted = target.with_name(f"{game_id}.journal.jsonl")
    if finished:
        make_folder(home.finished)
    index.mark(home, game_id)
    try:
        if journal != wanted and lexists(journal):
            disk.rename(journal, wanted)
        if path != target:
            _sync_both(home)
            disk.rename(path, target)
    except OSError as error:
        raise disk_problem(error, target, "moved") from error
    try:
        _sync_both(home)
    except OSError as error:
        raise NotSafe(target, error) from error
    return target


def _sync_both(home: Home) -> None:
    """Sync both places of a game; a home in which no game ever ended has the first alone."""
    sync_folder(home.games)
    if lexists(home.finished):
        sync_folder(home.finished)
