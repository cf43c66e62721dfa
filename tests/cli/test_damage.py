"""Damaged and odd files: a sentence that names the place, never an exception, and nothing told that did not happen."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.laid_out import Kept, lay_out, taken_up
from tests.said import Pbem

READERS = ("log karnak", "log karnak --as ania --json", "archive karnak --public -o out.zip",
           "mod undo karnak 3 --reason x --dry-run", "move karnak --as ania history", "check karnak")  # fmt: skip


_TALKED: list[Kept] = []


@pytest.fixture
def talked(game: Pbem, tmp_path: Path) -> Pbem:
    """A bid and ten messages, so that the first entries stand in the journal alone; made once, then laid out."""
    if _TALKED:
        lay_out(_TALKED, tmp_path)
        return game
    assert game("move", "karnak", "--as", "ania", "bid: 1").code == 0
    for n in range(10):
        assert game("move", "karnak", "--as", "bartek", f"say to all: word {n}").code == 0
    _TALKED[:] = taken_up(tmp_path)
    return game


@pytest.mark.parametrize("command", READERS)
@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"name":"bid"', b'"name":"big"'), (b'"seat":"crane"', b'"seat":"otter"'),
        (b'"kind":"move"', b'"kind":"undo"'), (b'"by":"player"', b'"by":"pirate"'), (b'"n":2', b'"n":"x"'),
        (b'{"n":2', b'["n":2'), (b'"at":"20', b'"at":"2\xff'), (b'"salt":"', b'"salt":"0'),
    ],
)  # fmt: skip
def test_a_damaged_early_line_is_a_sentence(
    talked: Pbem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, old: bytes, new: bytes
) -> None:
    """fault 186: its entry is named, and nothing is made of its words, however well they still read."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "games" / "karnak.journal.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    assert old in lines[1]
    path.write_bytes(b"".join([lines[0], lines[1].replace(old, new, 1), *lines[2:]]))
    said = talked(*command.split())
    words = said.out + said.err
    assert said.code == 3 and "entry 2: " in words, said
    assert "not prepared for" not in words and "Traceback" not in words


def nest(path: str, value: Any) -> dict[str, Any]:
    document: Any = value
    for key in reversed(path.split(".")):
        document = {key: document}
    return dict(document)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("bot.difficulty.hard.where", [["box"]]), ("bot.difficulty.hard.where", [{"a": 1}]),
        ("bot.difficulty.hard.where", None), ("bot.difficulty.hard.where", 3), ("bot.difficulty.hard.where", "box"),
        ("bot.difficulty.hard.where", ["nowhere"]), ("bot.difficulty.hard.source", ["house"]),
        ("bot.difficulty.hard.source", None), ("bot.difficulty.hard.source", "hearsay"), ("wheel.source", {"a": 1}),
        ("public_sources", None), ("public_sources", [1]), ("public_sources", "x"),
        ("bot.tiles.resource.value", [[], -1, None]), ("wheel", None), ("osiris.grid", {"row": 1}),
        ("maat.balance_penalty", [3]), ("gods", [None]),
    ],
)  # fmt: skip
def test_odd_corrections_are_refused_in_a_sentence(pbem: Pbem, tmp_path: Path, path: str, value: Any) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "tekhenu.json").write_text(json.dumps(nest(path, value)))
    players = ["--player", "Ania <a@example.org>", "--player", "Bela <b@example.org>"]
    for args in (["data", "tekhenu"], ["rules", "tekhenu", "B20"], ["new", "tekhenu", *players]):
        said = pbem(*args)
        assert said.code == 2 and "data/tekhenu.json" in said.err, (args, said)
        assert "not prepared for" not in said.err and said.err.count("\n") == 1
