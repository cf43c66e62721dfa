"""Killed or refused by the system at every call: the old state or the new one, never a third."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pbem.core.errors import Busy
from pbem.store import journals
from pbem.store.checking import Loaded
from pbem.store.disk import DiskProblem, durable_replace
from pbem.store.files import load_game
from pbem.store.home import Home
from tests.store.games import play_one

WORKER = Path(__file__).with_name("crash_worker.py")


def run(tmp_path: Path, what: str, how: str) -> list[dict[str, Any]]:
    arguments = [sys.executable, str(WORKER), str(tmp_path), what, how]
    out = subprocess.run(arguments, capture_output=True, text=True, timeout=250, check=False)
    assert out.returncode == 0, out.stderr
    tries = [json.loads(line) for line in out.stdout.splitlines()]
    assert tries[-1]["result"] == "done" and len(tries) > 8
    return tries


SOME_MORE = pytest.mark.modes
"""The same property once more: run by `make test-modes`."""


@pytest.mark.parametrize(
    ("what", "how"),
    [
        *((what, "kill") for what in ("move", "history", "new", "finish")),
        *((what, "after") for what in ("move", "finish")),
        *(pytest.param(what, "after", marks=SOME_MORE) for what in ("history", "new")),
    ],
)
def test_killed_at_every_call(tmp_path: Path, what: str, how: str) -> None:
    """Faults 216 to 227, 235: sooner is the old state, later the new one; the next command needs no help."""
    tries = run(tmp_path, what, how)
    assert [one for one in tries if one["trouble"]] == []
    assert {one["result"] for one in tries[:-1]} == {"killed"}
    if what != "finish":
        entries = [one["entry"] for one in tries]
        assert entries == sorted(entries) and entries[0] == 0 and entries[-1] == 1


@pytest.mark.parametrize(
    "how", ["ENOSPC", "EIO", *(pytest.param(how, marks=SOME_MORE) for how in ("EROFS", "EMFILE", "EDQUOT"))]
)
def test_refused_at_every_call(tmp_path: Path, how: str) -> None:
    """Faults 201, 203, 205, 206, 208: refused in words with nothing changed, or done; the same command works later."""
    tries = run(tmp_path, "move", how)
    assert [one for one in tries if one["trouble"]] == []
    for one in tries[:-1]:
        word = one["result"].split()[0]
        assert word in ("refused", "survived"), one
        if word == "refused":
            assert "Traceback" not in one["result"]
            # Only a folder sync that fails may leave the new state behind, and it says so.
            assert one["entry"] == 0 or "does not confirm" in one["result"], one
        else:
            assert one["entry"] == 1, one
    assert {one["result"].split()[0] for one in tries[:-1]} == {"refused", "survived"}


def test_a_file_larger_than_the_system_allows(tmp_path: Path, home: Home, game: Loaded) -> None:  # fault 205
    before = home.game_path("karnak").read_bytes()
    code = (
        "import resource, sys; sys.path.insert(0, sys.argv[1])\n"
        "from pathlib import Path\n"
        "from tests.store.games import play_one\n"
        "from pbem.store.home import Home\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))\n"
        "play_one(Home(Path(sys.argv[2]), {}))\n"
    )
    root = str(Path(__file__).resolve().parents[2])
    arguments = [sys.executable, "-c", code, root, str(home.root)]
    out = subprocess.run(arguments, capture_output=True, text=True, check=False)
    assert out.returncode == 1 and "larger than the system allows" in out.stderr
    assert home.game_path("karnak").read_bytes() == before
    assert not list(home.games.glob(".*"))
    assert play_one(home).entry == 2


def test_short_writes_are_completed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # fault 204
    real = os.write
    monkeypatch.setattr(os, "write", lambda fd, data: real(fd, bytes(data)[:7]))
    durable_replace(tmp_path / "x.json", b"0123456789" * 100)
    assert (tmp_path / "x.json").read_bytes() == b"0123456789" * 100


def test_interrupted_by_an_exception_nothing_remains(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fault 213: a signal whose handler raises, in the middle of a write."""
    (tmp_path / "x.json").write_bytes(b"old")

    def stopped(*args: Any) -> None:
        raise KeyboardInterrupt

    for call in ("write", "fsync", "rename"):
        with monkeypatch.context() as patch:
            patch.setattr(os, call, stopped)
            with pytest.raises(KeyboardInterrupt):
                durable_replace(tmp_path / "x.json", b"new")
        assert [path.name for path in tmp_path.iterdir()] == ["x.json"]
        assert (tmp_path / "x.json").read_bytes() == b"old"


def test_temporary_files_lie_beside_their_target(tmp_path: Path) -> None:  # fault 207
    with pytest.raises(DiskProblem, match="folder is missing"):
        durable_replace(tmp_path / "no" / "x.json", b"x")


PLAYER = """
import sys; sys.path.insert(0, sys.argv[1])
from pathlib import Path
from tests.store.games import play_one
from pbem.store.home import Home
from pbem.core.errors import PbemError
home = Home(Path(sys.argv[2]), {})
home.wait = 60
done = 0
for game in sys.argv[3:]:
    try:
        play_one(home, game)
        done += 1
    except StopIteration:
        pass
print(done)
"""


def start(home: Home, *games: str) -> subprocess.Popen[str]:
    root = str(Path(__file__).resolve().parents[2])
    arguments = [sys.executable, "-c", PLAYER, root, str(home.root), *games]
    return subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_many_processes_on_one_game_and_on_several(home: Home) -> None:  # faults 250, 251, 252
    from pbem.store import index
    from tests.store.games import new_game

    for name in ("karnak", "luxor", "edfu"):
        new_game(home, name, players=4)
    index.rows(home)
    children = [start(home, *["karnak"] * 3) for _ in range(3)]
    children += [start(home, "luxor", "edfu", "luxor") for _ in range(2)]
    done = 0
    while any(child.poll() is None for child in children):
        for name in ("karnak", "luxor", "edfu"):  # readers never wait and never see half a file
            load_game(home, name)
        index.rows(home)
    for child in children:
        out, errors = child.communicate()
        assert child.returncode == 0, errors
        done += int(out)
    assert done == 3 * 3 + 2 * 3
    for name, entry in (("karnak", 10), ("luxor", 5), ("edfu", 3)):
        loaded = load_game(home, name)
        assert loaded.entry == entry
        assert journals.check_journal(loaded.journal, loaded.recent, loaded.game.head) == entry
        assert index.rows(home)[name].entry == str(entry)


def test_a_second_move_waits_and_sees_the_first(home: Home, game: Loaded) -> None:  # fault 250
    with home.lock("karnak"):
        child = start(home, "karnak")
        with pytest.raises(Busy):
            home.lock("karnak", wait=0.05).__enter__()
        assert child.poll() is None or child.returncode == 0
        loaded = load_game(home, "karnak")
        from pbem.store.files import save_game
        from tests.store.games import apply_one

        apply_one(loaded)
        save_game(loaded)
    out, errors = child.communicate(timeout=60)
    assert (out, child.returncode) == ("1\n", 0), errors
    assert load_game(home, "karnak").entry == 3


def test_running_out_of_file_descriptors(home: Home, game: Loaded) -> None:  # fault 208
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    held: list[int] = []
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 256), hard))
    try:
        try:
            while True:
                held.append(os.open("/dev/null", os.O_RDONLY))
        except OSError:
            pass
        with pytest.raises(DiskProblem, match="too many files"):
            home.lock("karnak").__enter__()
    finally:
        for fd in held:
            os.close(fd)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert play_one(home).entry == 2
