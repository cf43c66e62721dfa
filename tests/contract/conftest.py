"""The command line as a stranger meets it: by its arguments, streams, codes and files alone, in a home of its own."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.cli import main
from tests.said import Pbem, Said

SEED = bytes(range(32)).hex()
PLAYERS = ("--player", "Ania <ania@example.org>", "--player", "Bartek <bartek@example.org>")


@pytest.fixture
def pbem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Pbem:
    """A command in a fresh home."""
    monkeypatch.setenv("PBEM_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)

    def run(*args: str, stdin: str = "") -> Said:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        capsys.readouterr()
        code = main(list(args))
        streams = capsys.readouterr()
        return Said(code, streams.out, streams.err)

    return run


@pytest.fixture
def shell(tmp_path: Path) -> Pbem:
    """A line of shell in the same home, `pbem` being the command, in a process of its own."""

    def run(line: str, **more: str) -> Said:
        kept = {key: value for key, value in os.environ.items() if not key.startswith("PBEM_")}
        done = subprocess.run(
            ["sh", "-c", f'pbem() {{ "{sys.executable}" -m pbem "$@"; }}; {line}'], cwd=tmp_path, timeout=60,
            env={**kept, "PBEM_HOME": str(tmp_path), **more}, capture_output=True, check=False,
        )  # fmt: skip
        return Said(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run


@pytest.fixture
def karnak(pbem: Pbem) -> Pbem:
    """A game of Tekhenu for two at its first questions."""
    said = pbem("new", "tekhenu", *PLAYERS, "--id", "karnak", "--seed", SEED)
    assert said.code == 0, said.err
    return pbem
