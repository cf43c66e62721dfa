"""What `docs/file-format.md` says is enough for a stranger: its own script and validator are run."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.gamefile import Entry, GameFile, Secret
from pbem.engine.journal import digest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "file-format.md").read_text(encoding="utf-8")
VALIDATOR, SCRIPT = re.findall(r"^```python\n(.*?)^```$", PAGE, re.M | re.S)
GAMES = sorted((ROOT / "games").glob("*.journal.jsonl"))


def checked(folder: Path, game: Path, journal: Path) -> subprocess.CompletedProcess[str]:
    (folder / "check.py").write_text(SCRIPT, encoding="utf-8")
    command = [sys.executable, "-I", "check.py", str(game), str(journal)]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize("journal", GAMES, ids=lambda path: path.stem)
def test_the_printed_script_verifies_every_stored_game(tmp_path: Path, journal: Path) -> None:
    done = checked(tmp_path, journal.with_name(journal.name.replace(".journal.jsonl", ".json")), journal)
    entries = len(journal.read_text(encoding="utf-8").splitlines())
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"{entries} entries and ")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"source":"line"', '"source":"order"', "was changed"),
        ('"salt":"', '"salt":"0', "the secret part of entry"),
        ('{"n":9,', '{"n":8,', "entry 9 is out of its place"),
    ],
)
def test_the_printed_script_finds_a_change(tmp_path: Path, old: str, new: str, words: str) -> None:
    journal = GAMES[0]
    changed = tmp_path / "journal.jsonl"
    changed.write_text(journal.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    done = checked(tmp_path, journal.with_name(journal.name.replace(".journal.jsonl", ".json")), changed)
    assert done.returncode == 1 and words in done.stderr


def test_the_printed_validator_takes_every_stored_file() -> None:
    names: dict[str, object] = {}
    exec(VALIDATOR, names)
    validator = names["validator"]
    for journal in GAMES:
        game = json.loads(journal.with_name(journal.name.replace(".journal.jsonl", ".json")).read_text("utf-8"))
        validator(ROOT / "schemas", "game").validate(game)  # type: ignore[operator]
        for line in journal.read_text("utf-8").splitlines()[:3]:
            validator(ROOT / "schemas", "journal").validate(json.loads(line))  # type: ignore[operator]
        broken = {**game, "table": {**game["table"], "seats": 3}}
        assert not validator(ROOT / "schemas", "game").is_valid(broken)  # type: ignore[operator]


def test_the_tables_of_keys_are_the_models() -> None:
    file_part, journal_part = PAGE.split("## The journal")
    named = [key for row in re.findall(r"^\| (`.*?) \|", file_part, re.M) for key in re.findall(r"`(\w+)`", row)]
    assert named == list(GameFile.model_fields)
    rows = re.findall(r"^\| (`.*?) \| (.*) \|$", journal_part, re.M)
    named = [key for row, _ in rows for key in re.findall(r"`(\w+)`", row)]
    assert set(named) == set(Entry.model_fields)
    secret = dict(rows)["`secret`"]
    assert set(Secret.model_fields) <= set(re.findall(r"`(\w+)`", secret))


def test_the_printed_script_checks_sealed_orders(tmp_path: Path) -> None:
    """A game with promised and opened lines verifies; a line opened otherwise than promised does not."""
    from tests.titles.ankh.games import NOW
    from tests.titles.ankh.games import game as begun

    play = begun("ra", "isis")
    blocks = re.findall(
        r"^```move (\w+)\n(.*?)^```$", (ROOT / "docs" / "ankh-by-mail.md").read_text("utf-8"), re.M | re.S
    )
    for seat, text in blocks:
        play.submit(seat, text, NOW)
    (tmp_path / "game.json").write_text(play.game.model_dump_json(), encoding="utf-8")
    journal = tmp_path / "journal.jsonl"
    journal.write_text("".join(entry.model_dump_json() + "\n" for entry in play.game.recent), encoding="utf-8")
    done = checked(tmp_path, tmp_path / "game.json", journal)
    assert (done.returncode, done.stderr) == (0, "")
    opened = next(n for n, entry in enumerate(play.game.recent) if entry.note.get("opened"))
    play.game.recent[opened].note["opened"][0]["text"] = "card-1: flood"
    lines = [json.loads(entry.model_dump_json()) for entry in play.game.recent]
    again = _rehashed(lines)
    journal.write_text("".join(json.dumps(line) + "\n" for line in again), encoding="utf-8")
    done = checked(tmp_path, tmp_path / "game.json", journal)
    assert done.returncode == 1 and "opens another line" in done.stderr


def _rehashed(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The chain made to fit again, as a forger would."""
    prev = "0" * 64
    for line in lines:
        line["prev"] = prev
        public = {key: value for key, value in line.items() if key not in ("hash", "secret")}
        line["hash"] = prev = digest(public)
    return lines
