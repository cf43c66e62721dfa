"""One lock per game, freed by the kernel."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pbem.core.errors import Busy, GameFileProblem
from pbem.store.checking import Loaded
from pbem.store.disk import DiskProblem
from pbem.store.home import Home
from pbem.store.locks import Lock, command

HOLD = """
import sys, time
from pathlib import Path
from pbem.store.locks import Lock
sys.argv = ["pbem", "move", "secret words"]
with Lock(Path(%r), "x"):
    print("held", flush=True)
    time.sleep(60)
"""


def holder(path: Path) -> subprocess.Popen[str]:
    child = subprocess.Popen([sys.executable, "-c", HOLD % str(path)], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    assert child.stdout.readline() == "held\n"
    return child


def end(child: subprocess.Popen[str]) -> None:
    child.kill()
    child.wait()
    assert child.stdout is not None
    child.stdout.close()


def test_a_live_holder_is_named_and_a_dead_one_forgotten(tmp_path: Path) -> None:  # faults 251, 256, 257
    path = tmp_path / "x.lock"
    child = holder(path)
    try:
        began = time.monotonic()
        with pytest.raises(Busy) as caught, Lock(path, "The game x", wait=0.3):
            pass
        assert 0.25 < time.monotonic() - began < 5
        assert caught.value.exit_code == 4
        assert f"process {child.pid} (pbem move)" in caught.value.message
        assert "secret" not in caught.value.message
        child.send_signal(signal.SIGKILL)
        with Lock(path, "The game x", wait=5):
            pass
    finally:
        end(child)
    assert path.exists()


def test_waiting_ends_when_the_holder_does(tmp_path: Path) -> None:
    path = tmp_path / "x.lock"
    child = holder(path)
    os.kill(child.pid, signal.SIGSTOP)
    subprocess.Popen(["sh", "-c", f"sleep 0.3; kill -9 {child.pid}"]).wait()
    with Lock(path, "x", wait=5) as lock:
        assert lock.fd >= 0
    end(child)


def test_other_games_are_not_blocked(home: Home, game: Loaded) -> None:
    from tests.store.games import new_game, play_one

    new_game(home, "luxor")
    child = holder(home.games / "karnak.lock")
    try:
        assert play_one(home, "luxor").entry == 2
        home.wait = 0.1
        with pytest.raises(Busy):
            play_one(home, "karnak")
    finally:
        end(child)


def test_links_and_pipes_are_no_locks(tmp_path: Path) -> None:  # fault 191
    (tmp_path / "target").write_text("untouched")
    (tmp_path / "link.lock").symlink_to(tmp_path / "target")
    with pytest.raises(DiskProblem, match="link"), Lock(tmp_path / "link.lock", "x"):
        pass
    assert (tmp_path / "target").read_text() == "untouched"
    os.mkfifo(tmp_path / "pipe.lock")
    with pytest.raises(GameFileProblem), Lock(tmp_path / "pipe.lock", "x"):
        pass


def test_a_dead_writers_temporary_file_goes(home: Home, game: Loaded) -> None:  # fault 196
    left = home.games / ".karnak.json.tmp"
    left.write_text("half")
    with home.lock("karnak"):
        assert not left.exists()
    assert home.game_ids() == ["karnak"]


def test_the_command_shows_no_arguments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["/usr/bin/pbem", "move", "karnak", "bid: 3"])
    assert command() == "pbem move"
    monkeypatch.setattr(sys, "argv", ["/x/\x1b[2Jevil", "die: osiris"])
    assert command() == "\\x1b[2Jevil"
