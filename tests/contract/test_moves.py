"""Moves on the command line, on Tekhenu: what the toy of `tests/engine/test_moves.py` cannot show."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.contract.conftest import Pbem


@pytest.fixture
def draft(pbem: Pbem) -> Pbem:
    """The draft of `make demo`: Bartek must take two Starting cards of S03, S06, S08, S11 and S12."""
    players = [f"--player={name} <{name.lower()}@example.org>" for name in ("Ania", "Bartek", "Celina")]
    assert pbem("new", "tekhenu", *players, "--id", "karnak", "--seed", "5e" * 32).code == 0
    moves = ("ania keep: D24", "bartek keep: D17", "celina keep: D20", "celina start: S05", "ania start: S07")
    for move in moves:
        seat, _, text = move.partition(" ")
        assert pbem("move", "karnak", "--as", seat, text).code == 0, move
    return pbem


@pytest.mark.parametrize(
    "text", ["start: S12, S08", "start: S12; start: S08", "s12; s08", "S12\nstart: S08", "s12, S08."]
)
def test_two_picks_in_one_line_or_in_several(draft: Pbem, text: str) -> None:
    said = draft("move", "karnak", text, "--json", "--entry", "6")
    assert said.code == 0, said.json
    assert said.json["answers"] == [{"name": "start", "keys": ["S12", "S08"], "source": "line"}]


@pytest.mark.parametrize(
    "text", ["start: S12", "S12", "start: S12; start: S12", "start: none", "start: S12; S99", "start:"]
)
def test_too_few_picks_are_refused_as_a_move_not_as_a_bug(draft: Pbem, tmp_path: Path, text: str) -> None:
    before = (tmp_path / "games" / "karnak.json").read_bytes()
    for command in (["move"], ["move", "--dry-run"], ["options", "--after"]):
        said = draft(*command, *(["karnak", text] if command[0] == "move" else [text, "karnak"]), "--json")
        assert (said.code, said.json["error"]["line"]) == (1, 1), said.json
        assert said.json["error"]["expected"], said.json
    assert (tmp_path / "games" / "karnak.json").read_bytes() == before
