"""The guide's card is added to a copy of the project as the page says, checked, proved by its test row, and played."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "adding-a-card.md").read_text(encoding="utf-8")
ROW = re.search(r"^```json\n(.*?)\n```$", PAGE, re.M | re.S)
(TEST,) = re.findall(r"^```text\n(.*?)\n```$", PAGE, re.M | re.S)
TITLE = Path("pbem/titles/tekhenu")
PYTEST = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist")
PLAY = """
from pbem.titles.tekhenu import TITLE
from pbem.titles.tekhenu.components import default_components
from pbem.engine.computers.fuzz import NO_CHECKS, play_game
assert "B25" in default_components().blessings
reports = [play_game(TITLE, 4, str(seed), checks=NO_CHECKS) for seed in range(3)]
seen = sum("B25" in entry.model_dump_json() for report in reports for entry in report.entries)
print(seen)
"""


def changed(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{path}: {old!r}"
    path.write_text(text.replace(old, new), encoding="utf-8")


def with_card(copy: Path) -> None:
    """Do what the page says: the row and the number of the deck, and the test row. No other file is touched."""
    assert ROW is not None
    tables = copy / TITLE / "components.json"
    raw = json.loads(tables.read_text(encoding="utf-8"))
    raw["blessings"].append(json.loads(ROW[1]))
    raw["decks"]["blessing"] += 1
    raw["decks"]["total"] += 1
    tables.write_text(json.dumps(raw, ensure_ascii=False, indent=1), encoding="utf-8")
    rows = "ROWS: list[tuple[str, str, dict[str, int], list[str], Look]] = [\n"
    changed(copy / "tests" / "titles" / "tekhenu" / "test_blessings.py", rows, f"{rows}{TEST}\n")


def run(copy: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environ = {**os.environ, "PYTHONPATH": str(copy), "PYTEST_XDIST_WORKER": ""}
    return subprocess.run(
        [sys.executable, *arguments], cwd=copy, env=environ, capture_output=True, text=True, timeout=300, check=False
    )


def test_the_card_of_the_page_works(tmp_path: Path) -> None:
    left_out = shutil.ignore_patterns("__pycache__", "653b68f", "8ef4515", "corpora", "boards")
    for name in ("pbem", "tests", "schemas", "templates", "docs"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=left_out)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    with_card(tmp_path)
    rows = run(tmp_path, *PYTEST, "tests/titles/tekhenu/test_blessings.py", "-k", "B25")
    assert rows.returncode == 0 and "passed" in rows.stdout, rows.stdout + rows.stderr
    counts = run(tmp_path, *PYTEST, "tests/titles/tekhenu/test_components.py", "-k", "counts")
    assert counts.returncode == 0, counts.stdout
    played = run(tmp_path, "-c", PLAY)
    assert played.returncode == 0 and int(played.stdout) > 0, played.stderr
