"""The cards of the guide are put into a copy of the project as it says, proved by their test rows, and played."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "adding-a-card.md").read_text(encoding="utf-8")
BLESSING, DECREE, POLICY, CARD, GUARDIAN = (
    json.loads(text) for text in re.findall(r"^```json\n(.*?)\n```$", PAGE, re.M | re.S)
)
BLESSING_TEST, DECREE_TEST, POLICY_TEST, CARD_TEST, GUARDIAN_TEST = re.findall(
    r"^```text\n(.*?)\n```$", PAGE, re.M | re.S
)
TITLES = Path("pbem/titles")
PYTEST = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist")
PLAY = """
from pbem.titles.tekhenu import TITLE
from pbem.titles.tekhenu.components import default_components
from pbem.engine.computers.fuzz import NO_CHECKS, play_game
assert "B29" in default_components().blessings
assert TITLE.check_components(TITLE.components(["seth"])) == [] and TITLE.explain("B29")
reports = [play_game(TITLE, 4, str(seed), checks=NO_CHECKS) for seed in range(3)]
seen = sum("B29" in entry.model_dump_json() for report in reports for entry in report.entries)
print(seen)
"""
TIME = """
from pbem.titles.tekhenu import TITLE
from pbem.engine.computers.fuzz import NO_CHECKS, play_game
reports = [play_game(TITLE, 4, str(seed), checks=NO_CHECKS, options={"expansion": "seth"}) for seed in range(1)]
print(sum(card in entry.model_dump_json() for report in reports for entry in report.entries for card in ("B29", "D29")))
"""
REIGN = """
from pbem.titles.ankh import TITLE
from pbem.engine.computers.fuzz import NO_CHECKS, play_game
reports = [play_game(TITLE, 2, str(seed), checks=NO_CHECKS, options={"expansion": "pharaoh"}) for seed in range(3)]
print(sum("harvest_feast" in entry.model_dump_json() for report in reports for entry in report.entries))
"""
FIGHTS = """
from pbem.titles.ankh import TITLE
from pbem.engine.computers.fuzz import NO_CHECKS, play_game
assert TITLE.check_components(TITLE.components([])) == []
asked = {"conflict_mode": "table"}
reports = [play_game(TITLE, 2, str(seed), checks=NO_CHECKS, options=asked) for seed in range(2)]
print(sum("rising_waters" in entry.model_dump_json() for report in reports for entry in report.entries))
"""
PUSHES = """
from pbem.core.words import said
from pbem.titles.ankh import TITLE
from pbem.titles.ankh.wording.log import thing
from pbem.engine.computers.fuzz import NO_CHECKS, play_game
reports = [play_game(TITLE, 3, "1", checks=NO_CHECKS, options={"guardians": "Sobek"})]
assert said(thing("sobek"), None) == "Sobek"
print(sum("sobek" in entry.model_dump_json() for report in reports for entry in report.entries))
"""


def changed(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{path}: {old!r}"
    path.write_text(text.replace(old, new), encoding="utf-8")


def put_row(path: Path, behind: str, row: dict[str, Any]) -> None:
    """Write a row behind another one, as an editor would: nothing else of the file changes."""
    text = path.read_text(encoding="utf-8")
    name = f'"id": "{behind}"'
    assert text.count(name) == 1, name
    _, end = json.JSONDecoder().raw_decode(text, start := text.rindex("{", 0, text.index(name)))
    assert start < end
    path.write_text(f"{text[:end]},\n{json.dumps(row, ensure_ascii=False)}{text[end:]}", encoding="utf-8")


def raise_count(path: Path, name: str, now: int, more: int = 1) -> None:
    changed(path, f'"{name}": {now}', f'"{name}": {now + more}')


def with_cards(copy: Path) -> None:
    """Do what the page says: each row with the number of its deck, and its test row. No other file is touched."""
    ankh, tekhenu = (copy / TITLES / name / "components.json" for name in ("ankh", "tekhenu"))
    seth, pharaoh = (copy / TITLES / name / "components.json" for name in ("tekhenu/seth", "ankh/pharaoh"))
    base, policies = (json.loads(path.read_text(encoding="utf-8")) for path in (tekhenu, pharaoh))
    put_row(tekhenu, "B24", BLESSING)
    raise_count(tekhenu, "blessing", base["decks"]["blessing"])
    raise_count(tekhenu, "total", base["decks"]["total"])
    put_row(seth, "D28", DECREE)
    put_row(pharaoh, policies["policies"]["list"][-1]["id"], POLICY)
    raise_count(pharaoh, "policy_cards", policies["counts"]["policy_cards"], POLICY["copies"])
    put_row(ankh, "miracle", CARD)
    raise_count(ankh, "battle_cards_per_god", 7)
    put_row(ankh, "androsphinx", GUARDIAN)
    rows = "ROWS: list[tuple[str, str, dict[str, int], list[str], Look]] = [\n"
    changed(copy / "tests" / "titles" / "tekhenu" / "test_blessings.py", rows, f"{rows}{BLESSING_TEST}\n")
    changed(
        copy / "tests" / "titles" / "tekhenu" / "test_seth_cards.py", "DECREES = [\n", f"DECREES = [\n{DECREE_TEST}\n"
    )
    rows = "ROWS: dict[str, tuple[str, str, Callable[[Ankh], object], Check, object]] = {\n"
    changed(copy / "tests" / "titles" / "ankh" / "test_pharaoh_cards.py", rows, f"{rows}{POLICY_TEST}\n")
    rows = "CARDS: dict[str, tuple[int, Callable[[], None]]] = {\n"
    changed(copy / "tests" / "titles" / "ankh" / "test_battles.py", rows, f"{rows}{CARD_TEST}\n")
    rows = "GUARDIANS: dict[str, Callable[[], None]] = {\n"
    changed(copy / "tests" / "titles" / "ankh" / "test_guardians.py", rows, f"{rows}{GUARDIAN_TEST}\n")


def run(copy: Path, *arguments: str, seconds: int = 300) -> subprocess.CompletedProcess[str]:
    environ = {**os.environ, "PYTHONPATH": str(copy), "PYTEST_XDIST_WORKER": ""}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=copy,
        env=environ,
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project with all of them."""
    made = tmp_path_factory.mktemp("cards")
    left_out = shutil.ignore_patterns("__pycache__", "653b68f", "8ef4515", "corpora", "boards")
    for name in ("pbem", "tests", "schemas", "templates", "docs"):
        shutil.copytree(ROOT / name, made / name, ignore=left_out)
    shutil.copy(ROOT / "pyproject.toml", made)
    with_cards(made)
    return made


GUIDES = [
    (("tekhenu/test_blessings.py", "-k", "B29"), ("tekhenu/test_components.py", "-k", "counts"), PLAY),
    (("tekhenu/test_seth_cards.py", "-k", "decrees"), ("tekhenu/test_seth_rules.py", "-k", "laid_out or house"), TIME),
    (("ankh/test_pharaoh_cards.py", "-k", "what_a_card_does"), ("ankh/test_pharaoh_rows.py", "-k", "harvest"), REIGN),
    (("ankh/test_battles.py", "-k", "rising_waters"), ("ankh/test_rows.py", "-k", "rising or missing"), FIGHTS),
    (("ankh/test_guardians.py", "-k", "sobek"), ("ankh/test_rows.py", "-k", "sobek or missing"), PUSHES),
]  # fmt: skip
"""The test row, what else counts the cards of the deck, and games in which the card must be seen."""
NAMES = ["blessing", "decree of seth", "policy", "battle card", "guardian"]


@pytest.mark.parametrize(("row", "others", "games"), GUIDES, ids=NAMES)
def test_the_card_of_the_page_works(copy: Path, row: tuple[str, ...], others: tuple[str, ...], games: str) -> None:
    for test, *chosen in (row, others):
        done = run(copy, *PYTEST, f"tests/titles/{test}", *chosen)
        assert done.returncode == 0 and "passed" in done.stdout, done.stdout + done.stderr
    played = run(copy, "-c", games)
    assert played.returncode == 0 and int(played.stdout) > 0, played.stderr


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_no_other_test_of_the_titles_fails(tmp_path: Path) -> None:
    """Counts are read from the decks, and what compares a whole board or what chance brings plays with the tables as
    printed (`tests/titles/conftest.py`)."""
    left_out = shutil.ignore_patterns(".*", "__pycache__", "dist", "build")
    shutil.copytree(ROOT, tmp_path / "whole", ignore=left_out)
    with_cards(tmp_path / "whole")
    chosen = "not slow and not mail and not page and not faults and not modes"
    done = run(tmp_path / "whole", *PYTEST, "--tb=short", "-m", chosen, "tests/titles", seconds=3000)
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr
