"""Every command, refused by the disk at one call after the other: what it says is true of what it did.

Before the commit it refuses and nothing is changed; behind it the change counts, the exit code is 5, and the ordinary
result is printed with what could not be done beside it.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import tests.toy  # noqa: F401  (registers the toy)
from pbem.archive.build import archive_bytes  # noqa: F401  (loaded before any call is refused)
from pbem.archive.container import read_zip
from pbem.archive.verify import verify  # noqa: F401
from pbem.cli import main
from pbem.core.behind import behind, keeping_ledger
from pbem.core.errors import unchanged
from pbem.core.questions import answer_line
from pbem.desk.desk import Desk
from pbem.engine.computers.computer import turn_text
from pbem.store.files import load_game
from pbem.store.home import Home
from tests.said import Pbem, Said

CALLS = ("open", "write", "fsync", "rename", "link", "unlink", "mkdir", "utime", "replace", "truncate")
STRIDE = int(os.environ.get("FAULT_STRIDE", "7"))
"""A fixed part of all calls in every run of the tests; with 1 every call."""


class Refusing:
    """A disk that refuses the n-th call that changes something under a folder."""

    def __init__(self, root: Path, n: int, number: int) -> None:
        self.root = str(root)
        self.left = n
        self.number = number
        self.where = ""
        self.real = {name: getattr(os, name) for name in CALLS}

    def ours(self, first: Any) -> str:
        try:
            place = self.real_path(first)
        except OSError:
            return ""
        return place if place.startswith(self.root) else ""

    @staticmethod
    def real_path(first: Any) -> str:
        return os.readlink(f"/proc/self/fd/{first}") if isinstance(first, int) else os.path.abspath(os.fspath(first))

    def wrap(self, name: str) -> Callable[..., Any]:
        real = self.real[name]

        def call(first: Any, *args: Any, **kwargs: Any) -> Any:
            place = self.ours(first)
            reads = name == "open" and not (args and args[0] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))
            if place and not reads:
                self.left -= 1
                if self.left == 0:
                    self.where = f"{name} {place}"
                    raise OSError(self.number, os.strerror(self.number), place)
            return real(first, *args, **kwargs)

        return call

    @contextmanager
    def installed(self) -> Iterator[None]:
        with pytest.MonkeyPatch.context() as patch:
            for name in CALLS:
                patch.setattr(os, name, self.wrap(name))
            yield


# -- homes ----------------------------------------------------------------------------------------------------------


def play_on(desk: Desk) -> str:
    """One move by whoever is asked; the status it leaves."""
    with desk.game("river") as session:
        seat, question = next(iter(session.play.questions().items()))
        text = turn_text(session.play, seat, lambda table, seat, question: question.harmless())
        desk.take(session, seat, text or answer_line(question, question.harmless()))
        return session.game.status


@cache
def homes(root: Path) -> dict[str, Path]:
    """A home with a game at its beginning, one before its last move, and one with the game over."""
    made = root / "running"
    desk = Desk(Home(made, {}))
    people = ["Ania <ania@example.org>", "Bartek <bartek@example.org>"]
    made.mkdir()
    desk.create("toy", people, "Kasia <k@example.org>", [], "river", ["nights=1", "turn=3d"], "07" * 32)
    here = root / "over"
    shutil.copytree(made, here)
    desk = Desk(Home(here, {}))
    before = root / "last"
    while True:
        shutil.rmtree(before, ignore_errors=True)
        shutil.copytree(here, before)
        if play_on(desk) == "finished":
            return {"running": made, "last": before, "over": here}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("homes")


def last_move(home: Path) -> list[str]:
    session = Desk(Home(home, {})).read("river")
    seat, question = next(iter(session.play.questions().items()))
    text = turn_text(session.play, seat, lambda table, seat, question: question.harmless())
    return ["move", "river", text or answer_line(question, question.harmless()), "--as", seat]


def record(home: Path) -> list[str]:
    path = home / "record.txt"
    path.write_bytes(read_zip((home / "games" / "finished" / "river.zip").read_bytes())["record.txt"])
    return ["import", str(path), "--id", "copy"]


NEW = ["new", "toy", "--player", "Cili <c@example.org>", "--player", "Dora <d@example.org>", "--id", "brook"]
WORK: dict[str, tuple[str, Callable[[Path], list[str]]]] = {
    "move": ("running", lambda home: ["move", "river", "bid: 1", "--as", "ania"]),
    "setting": ("running", lambda home: ["move", "river", "news daily", "--as", "ania"]),
    "end": ("last", last_move),
    "new": ("running", lambda home: NEW),
    "mod end": ("running", lambda home: ["mod", "end", "river", "--reason", "enough"]),
    "mod undo": ("over", lambda home: ["mod", "undo", "river", "4", "--reason", "a mistake"]),
    "substitute": (
        "running",
        lambda home: ["mod", "substitute", "river", "ania", "Ola <o@example.org>", "--reason", "she left"],
    ),
    "roster": ("running", lambda home: ["roster", "Ania", "--address", "ania@example.net"]),
    "archive": ("over", lambda home: ["archive", "river", "-o", str(home / "river.zip")]),
    "archive of secrets": (
        "running",
        lambda home: ["archive", "river", "--full", "--reason", "a look", "-o", str(home / "river.zip")],
    ),
    "import": ("over", record),
    "forget": ("over", lambda home: ["roster", "Ania", "--forget"]),
}  # fmt: skip


def snapshot(home: Path) -> dict[str, str]:
    """What counts: the heads of all games, the roster, the archive that was asked for."""
    store = Home(home, {})
    found = {game: load_game(store, game).game.head for game in store.game_ids()}
    for path in (store.roster_path, home / "river.zip"):
        found[path.name] = sha256(path.read_bytes()).hexdigest() if path.exists() else ""
    return found


def judge(said: Said, ordinary: set[str], before: dict[str, str], after: dict[str, str], where: str) -> None:
    """The exit code and every word fit what is on the disk."""
    document = json.loads(said.out)
    assert "Traceback" not in said.err, where
    games = {key: value for key, value in after.items() if key not in ("roster.json", "river.zip")}
    saved = any(before.get(key) != value for key, value in games.items())
    if saved or said.code in (0, 5):
        assert said.code in (0, 5) and "error" not in document, (where, said)
        assert document.keys() - {"undone"} >= ordinary, (where, said)
        assert "othing was changed" not in said.out + said.err, (where, said)
        assert ("undone" in document) == (said.code == 5), (where, said)
        for row in document.get("undone", []):
            assert set(row) == {"kind", "message"} and row["message"].startswith("saved, but "), where
    else:
        assert said.code in (1, 3) and set(document) == {"error"}, (where, said)
        if "Nothing was changed" in document["error"]["message"]:
            assert after == before, (where, said)


@pytest.mark.parametrize("name", WORK)
def test_every_word_is_true_whatever_call_fails(
    root: Path, tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Faults 201 to 206 at each call that changes something, from the command line; afterwards the home heals."""
    which, args_of = WORK[name]
    source = homes(root)[which]
    home = tmp_path / "home"
    monkeypatch.setenv("PBEM_HOME", str(home))

    def run(*args: str, n: int = 0) -> tuple[Said, Refusing]:
        faulty = Refusing(home, n, errno.EIO if n % 2 else errno.ENOSPC)
        capsys.readouterr()
        with faulty.installed():
            code = main([*args, "--json"])
        streams = capsys.readouterr()
        return Said(code, streams.out, streams.err), faulty

    def fresh() -> list[str]:
        shutil.rmtree(home, ignore_errors=True)
        shutil.copytree(source, home)
        return args_of(home)

    plain, counted = run(*fresh())
    assert plain.code == 0, plain
    ordinary, calls = set(plain.json), -counted.left
    assert calls > 3
    seen = set()
    for n in range(1 + len(name) % STRIDE, calls + 1, STRIDE):
        args = fresh()
        before = snapshot(home)
        said, faulty = run(*args, n=n)
        judge(said, ordinary, before, snapshot(home), f"{name}, call {n}: {faulty.where}")
        seen.add(said.code)
        healed(run, home, args, said)
    assert seen <= {0, 1, 5}


def healed(run: Callable[..., tuple[Said, Refusing]], home: Path, args: list[str], said: Said) -> None:
    """With the disk back nothing is missing: the refused command works, and the clock does what was left undone."""
    if said.code == 1:
        again, _ = run(*args)
        assert again.code == 0, (args, again)
    clock, _ = run("clock", "--no-send")
    assert clock.code == 0, clock
    store = Home(home, {})
    for game in store.game_ids():
        loaded = load_game(store, game)
        if loaded.game.status == "finished" and game == "river":
            assert loaded.path.parent == store.finished and (store.finished / "river.zip").is_file()
    check, _ = run("check")
    assert check.code == 0, check
    assert not list(store.games.glob(".*.tmp")), list(store.games.glob(".*.tmp"))


# -- the words themselves -------------------------------------------------------------------------------------------


def test_an_error_behind_a_commit_is_told_without_its_promise() -> None:
    from pbem.core.errors import Refused

    with keeping_ledger() as ledger:
        with behind("archive", "the archive is not written") as step:
            raise Refused(unchanged("The disk is full."))
        with behind("archive", "the archive is not written"):
            raise Refused(unchanged("The disk is full."))
        with behind("roster", "nobody is counted") as good:
            pass
    assert not step.done and good.done
    assert [problem.row() for problem in ledger.undone] == [
        {"kind": "archive", "message": "saved, but the archive is not written: The disk is full."}
    ]


def test_a_mistake_of_ours_behind_the_commit_is_no_refusal(
    game: Pbem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever comes up: the move counts, the details are kept, and no traceback is shown."""

    def broken(*_: object, **__: object) -> None:
        raise KeyError("qwertz")

    monkeypatch.setattr("pbem.store.index.row_of", broken)
    said = game("move", "karnak", "bid: 1", "--as", "ania", "--json")
    assert said.code == 5 and said.json["counted"] is True and said.json["undone"][0]["kind"] == "index", said
    assert "KeyError" in said.json["undone"][0]["message"] and "qwertz" not in said.out
    assert "qwertz" in (tmp_path / "pbem-errors.log").read_text()


def test_what_is_raised_behind_the_commit_is_no_refusal_either(game: Pbem, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where nobody thought of it: a command that has saved cannot say that it refused."""
    from pbem.desk.desk import Desk

    def broken(*_: object, **__: object) -> None:
        raise ValueError("no")

    monkeypatch.setattr(Desk, "send", broken)
    said = game("move", "karnak", "bid: 1", "--as", "ania", "--json")
    assert said.code == 5 and said.json["counted"] is True and "ValueError" in said.json["undone"][0]["message"]
    plain = game("move", "karnak", "bid: 1", "--as", "bartek")
    assert plain.code == 5 and plain.out.startswith("COUNTED") and plain.err.startswith("pbem: saved, but ")


def test_the_queue_in_other_hands_is_no_trouble(game: Pbem, tmp_path: Path) -> None:
    """Whoever sends right now sends our mails, too: no word of a busy game behind a move that counts."""
    from pbem.store.locks import Lock

    (tmp_path / "pbem.toml").write_text('[sendmail]\ncommand = ["true"]\n')
    with Lock(tmp_path / "mail" / "out.lock", "the outgoing mail"):
        said = game("move", "karnak", "bid: 1", "--as", "ania")
    assert (said.code, said.err) == (0, "")
