"""Runs one change of a home again and again, stopped or failing at the first, second, third ... call to the system.

Started as a process of its own (it forks): `python crash_worker.py HOME HOW`, prints one JSON line with the result of
each try. HOW is `kill` (the process dies before the call), `after` (right after it), or the name of an errno.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from pbem.core.errors import PbemError
from pbem.store import index, journals
from pbem.store.files import load_game, move_game
from pbem.store.home import Home
from tests.store.games import new_game, play_one

CALLS = ("open", "write", "pwrite", "fsync", "rename", "link", "unlink", "ftruncate", "mkdir")
KILLED = 99


class Faulty:
    """Counts calls and stops or fails at the n-th."""

    def __init__(self, n: int, how: str) -> None:
        self.left = n
        self.how = how
        self.where = ""

    def install(self) -> None:
        for name in CALLS:
            setattr(os, name, self.wrap(name, getattr(os, name)))
        fcntl.flock = self.wrap("flock", fcntl.flock)

    def wrap(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            self.left -= 1
            if self.left != 0:
                return real(*args, **kwargs)
            self.where = f"{name} {args[0] if isinstance(args[0], str | Path) else ''}"
            if self.how == "kill":
                os._exit(KILLED)
            if self.how == "after":
                try:
                    if name in ("write", "pwrite") and len(args[1]) > 1:
                        real(args[0], bytes(args[1])[: len(args[1]) // 2], *args[2:])  # torn in the middle
                    else:
                        real(*args, **kwargs)
                finally:
                    os._exit(KILLED)
            raise OSError(getattr(errno, self.how), os.strerror(getattr(errno, self.how)))

        return call


def change(home: Home, what: str) -> None:
    if what == "move":
        play_one(home)
    elif what == "new":
        new_game(home, "luxor")
    else:
        with home.lock("karnak"):
            move_game(home, "karnak")


def attempt(home: Home, what: str, n: int, how: str) -> str:
    """`done` if the change went through, `killed`, or the words of its refusal."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        faulty = Faulty(n, how)
        code, words = 0, ""
        try:
            faulty.install()
            change(home, what)
            words = "done" if faulty.left > 0 else f"survived {faulty.where}"
        except PbemError as error:
            words = f"refused {error.exit_code} {error.message}"
        except BaseException as error:
            words = f"crashed at {faulty.where}: {error!r}"
        os.writev(write, [words.encode()])
        os._exit(code)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        words = pipe.read().decode()
    _, status = os.waitpid(child, 0)
    return "killed" if os.waitstatus_to_exitcode(status) == KILLED else words


def snapshot(home: Home, game: str) -> tuple[int, bytes]:
    try:
        loaded = load_game(home, game)
    except PbemError as error:
        if error.exit_code == 3:
            raise
        return 0, b""
    return loaded.entry, loaded.raw


def recover(home: Home, what: str) -> str:
    """The next command, with nothing done by hand: must leave a sound game, journal and index, and no left-overs."""
    game = "luxor" if what == "new" else "karnak"
    if what == "new" and not home.exists("luxor"):
        new_game(home, "luxor")
    play_one(home, game)
    loaded = load_game(home, game)
    journals.check_journal(loaded.journal, loaded.recent, loaded.game.head)
    row = index.rows(home)[game]
    if row.entry != str(loaded.entry):
        return f"the index says entry {row.entry}, the file {loaded.entry}"
    left = [path.name for path in home.games.rglob(".*")]
    return f"left behind: {left}" if left else ""


def main(root: Path, what: str, how: str) -> None:
    source = root / "source"
    home = Home(source, {})
    new_game(home, players=4)
    for _ in range(7):  # the next move also syncs the journal
        play_one(home)
    index.rows(home)
    if what == "history":
        what = "move"
        shutil.rmtree(source / "games" / "history")
    game = "luxor" if what == "new" else "karnak"
    old = snapshot(home, game)
    for n in range(1, 200):
        work = root / "work"
        shutil.rmtree(work, ignore_errors=True)
        shutil.copytree(source, work)
        trial = Home(work, {})
        result = attempt(trial, what, n, how)
        trouble = ""
        entry = -1
        try:
            entry, raw = snapshot(trial, game)
            if entry == old[0] and raw != old[1] and what != "finish":
                trouble = "a third state"
            trouble = trouble or recover(trial, what)
        except BaseException as error:
            trouble = repr(error)
        print(json.dumps({"n": n, "result": result, "entry": entry - old[0], "trouble": trouble}), flush=True)
        if result == "done":
            return


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], sys.argv[3])
