"""The command line and the system around it: streams, signals, locales, other processes, its own files."""

from __future__ import annotations

import base64
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from hashlib import sha256
from pathlib import Path

import pytest

from pbem.cli.check import installation
from pbem.resources import changed_files
from tests.contract.conftest import PLAYERS, SEED
from tests.said import Pbem

MOVE = ("move", "karnak", "keep: D18", "--as", "ania")


def start(home: Path, *args: str, **more: str) -> subprocess.Popen[bytes]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith("PBEM_")}
    return subprocess.Popen(
        [sys.executable, "-m", "pbem", *args], cwd=home, env={**kept, "PBEM_HOME": str(home), **more},
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def finish(running: subprocess.Popen[bytes]) -> int:
    running.communicate(timeout=120)
    return running.returncode


def entry(home: Path) -> int:
    return int(json.loads((home / "games" / "karnak.json").read_text())["entry"])


def test_a_log_that_cannot_be_written_stops_no_move(karnak: Pbem, tmp_path: Path) -> None:
    """fault 211: a warning, and the move counts."""
    (tmp_path / "pbem.toml").write_text('[log]\nfile = "nowhere/pbem.log"\n')
    said = karnak(*MOVE)
    assert said.code == 0 and said.out.startswith("COUNTED") and "cannot be written" in said.err


@pytest.mark.parametrize(
    ("line", "entry_after"),
    [("show karnak | head -1", 1), ("show karnak >&-", 1), ("move karnak 'keep: D18' --as ania >&- 2>&-", 2),
     ("move karnak 'keep: D18' --as ania > /dev/full", 2), ("list --json >&-", 1)],
)  # fmt: skip
def test_a_reader_that_is_gone_changes_nothing(
    karnak: Pbem, shell: Pbem, tmp_path: Path, line: str, entry_after: int
) -> None:
    """fault 212: a quiet end, no traceback; a change already made is not undone."""
    said = shell(f"pbem {line}")
    assert "Traceback" not in said.err and "not prepared" not in said.err, said.err
    assert entry(tmp_path) == entry_after and karnak("check", "--replay").code == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP], ids=lambda one: one.name)
def test_a_signal_at_any_time_leaves_a_step_whole(karnak: Pbem, tmp_path: Path, number: signal.Signals) -> None:
    """fault 213, and fault 237: the move is stopped sooner and later, and each time begun again."""
    for pause in (0.15, 0.3, 0.45, 0.6):
        running = start(tmp_path, *MOVE)
        time.sleep(pause)
        running.send_signal(number)
        running.send_signal(number)
        finish(running)
        assert karnak("check", "--replay").code == 0 and entry(tmp_path) in (1, 2)
    last = karnak(*MOVE)
    assert (last.code == 0 or "already counted as entry #2" in last.err) and entry(tmp_path) == 2
    assert not list((tmp_path / "games").glob(".*"))


def test_the_same_game_whatever_the_surroundings(tmp_path: Path) -> None:
    """fault 215: hash seed, time zone, locale and optimisation change no byte."""
    surroundings = [
        {"PYTHONHASHSEED": "1", "TZ": "UTC"},
        {"PYTHONHASHSEED": "2", "TZ": "Asia/Tokyo", "LC_ALL": "C", "PYTHONOPTIMIZE": "2"},
    ]
    seen = set()
    for number, around in enumerate(surroundings):
        home = tmp_path / str(number)
        home.mkdir()
        args = ("fuzz", "tekhenu", "--players", "2", "--games", "1", "--seed", "x", "--save", "s")
        assert finish(start(home, *args, **around)) == 0
        seen.add(b"".join(path.read_bytes() for path in sorted((home / "s").glob("*.json*"))))
    assert len(seen) == 1 and len(seen.pop()) > 10_000


def test_a_command_beside_a_running_server(karnak: Pbem, tmp_path: Path) -> None:
    """fault 255: both work; a second server is told who holds the place."""
    (tmp_path / "pbem.toml").write_text(f'[listen]\nsocket = "{tmp_path}/s"\nprotocol = "lmtp"\n')
    server = start(tmp_path, "mail", "serve")
    try:
        for _ in range(100):
            if (tmp_path / "s").exists():
                break
            time.sleep(0.1)
        assert (tmp_path / "s").exists(), "the server did not come up"
        assert karnak(*MOVE).code == 0 and entry(tmp_path) == 2
        second = karnak("mail", "serve")
        assert second.code == 4 and str(server.pid) in second.err, second
        assert server.poll() is None
    finally:
        server.terminate()
        finish(server)
    assert karnak("check", "--replay").code == 0


def test_a_copy_of_the_home_at_any_moment_is_whole(karnak: Pbem, tmp_path: Path) -> None:
    """fault 260: while moves are made, every copied game file is a whole one, and its outbox is of the same state."""
    other = tmp_path / "copies"
    running = start(tmp_path, *MOVE)
    count = 0
    while running.poll() is None or count == 0:
        count += 1
        folder = other / str(count)
        folder.mkdir(parents=True)
        shutil.copy(tmp_path / "games" / "karnak.json", folder / "karnak.json")
        time.sleep(0.01)
    finish(running)
    for path in other.rglob("karnak.json"):
        game = json.loads(path.read_text())
        assert all(mail["entry"] <= game["entry"] for mail in game["outbox"])
    assert count > 3 and entry(tmp_path) == 2


def test_a_game_of_a_newer_program_is_left_alone(karnak: Pbem, tmp_path: Path) -> None:
    """fault 277: after a downgrade."""
    path = tmp_path / "games" / "karnak.json"
    newer = path.read_text().replace('"format": 1', '"format": 2', 1)
    path.write_text(newer)
    for args in (MOVE, ("show", "karnak"), ("mod", "pause", "karnak", "--reason", "x"), ("clock",), ("check",)):
        said = karnak(*args)
        assert said.code == 3 or args == ("clock",), (args, said)
        assert path.read_text() == newer
    assert "a newer version of pbem is needed" in karnak("show", "karnak").err


def installed(folder: Path) -> Path:
    """A package as an installer leaves it."""
    package = folder / "pbem"
    package.mkdir(parents=True)
    (package / "rules.json").write_text("{}")
    digest = base64.urlsafe_b64encode(sha256(b"{}").digest()).rstrip(b"=").decode()
    record = folder / "pbem-0.1.0.dist-info"
    record.mkdir()
    (record / "RECORD").write_text(f"pbem/rules.json,sha256={digest},2\npbem-0.1.0.dist-info/RECORD,,\n")
    return package


def test_files_of_the_program_that_were_changed_are_named(
    karnak: Pbem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """fault 270: with the digest that is there now, and exit code 3."""
    package = installed(tmp_path / "site")
    assert changed_files(package) == {}
    (package / "rules.json").write_text('{"gold": 9}')
    digest = sha256(b'{"gold": 9}').hexdigest()
    assert changed_files(package) == {package / "rules.json": digest}
    monkeypatch.setattr("pbem.cli.check.changed_files", lambda _: {package / "rules.json": digest})
    said = karnak("check", "--json")
    told = said.json["error"]["message"]
    assert said.code == 3 and "rules.json was changed" in told and digest in told and not said.json["sound"]
    assert told in karnak("check").err
    (package / "rules.json").unlink()
    assert changed_files(package) == {package / "rules.json": ""}
    monkeypatch.setattr("pbem.cli.check.changed_files", changed_files)
    assert "rules.json is missing" in installation(package)[0]["problem"]


def test_two_homes_begin_the_same_game_from_the_same_seed(tmp_path: Path) -> None:
    """fault 276, fault 278: nothing but the seed and the rules decides; the place of the home does not matter."""
    heads = set()
    for name in ("one", "two"):
        home = tmp_path / name
        home.mkdir()
        assert finish(start(home, "new", "tekhenu", *PLAYERS, "--id", "karnak", "--seed", SEED)) == 0
        home.rename(tmp_path / f"moved-{name}")
        assert finish(start(tmp_path / f"moved-{name}", "check", "--replay")) == 0
        heads.add(json.dumps(json.loads((tmp_path / f"moved-{name}" / "games" / "karnak.json").read_text())["table"]))
    assert len(heads) == 1
