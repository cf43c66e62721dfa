"""An owner's corrections in one file of the home, from the command line: printed, played with, brought into a game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pbem.cli import main

PLAYERS = ("--player", "ra=Ania <ania@example.org>", "--player", "isis=Bela <bela@example.org>")


def run(home: Path, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    capsys.readouterr()
    code = main([*words, "--home", str(home)])
    said = capsys.readouterr()
    return code, said.out + said.err


def correct(home: Path, corrections: dict[str, Any]) -> None:
    (home / "data").mkdir(parents=True, exist_ok=True)
    (home / "data" / "ankh.json").write_text(json.dumps(corrections), encoding="utf-8")


def test_a_correction_is_printed_and_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    correct(tmp_path, {"devotion_track": {"last_red": 18}, "limits": {"build_cost": 2}})
    code, said = run(tmp_path, capsys, "data", "ankh")
    assert code == 0 and "last_red = 18 (owner)" in said and "move_distance = 3\n" in said
    assert run(tmp_path, capsys, "new", "ankh", "--create", "--no-send", "--id", "nile", *PLAYERS)[0] == 0
    assert "red up to 18" in run(tmp_path, capsys, "show", "nile")[1]
    (tmp_path / "data" / "ankh.json").unlink()
    assert "red up to 18" in run(tmp_path, capsys, "show", "nile")[1], "a game keeps the tables it began with"
    assert run(tmp_path, capsys, "mod", "data", "nile", "--reason", "as printed", "--no-send")[0] == 0
    assert "red up to 20" in run(tmp_path, capsys, "show", "nile")[1]
    assert run(tmp_path, capsys, "check", "nile", "--replay")[0] == 0


def test_one_that_does_not_fit_begins_no_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    correct(tmp_path, {"counts": {"camelz": 20}})
    for words in (("data", "ankh"), ("new", "ankh", "--create", "--no-send", *PLAYERS)):
        code, said = run(tmp_path, capsys, *words)
        assert code and "counts.camelz: unknown key" in said
    assert not (tmp_path / "games").exists() or not list((tmp_path / "games").glob("ankh-*.json"))
