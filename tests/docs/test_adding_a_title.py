"""The tutorial builds exactly the test title: its code is that of `tests/toy/`, all of it, in order."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "adding-a-title.md").read_text(encoding="utf-8")
QUOTES = re.findall(r"^```python\n# (tests/toy/\w+\.py)\n(.*?)\n```$", PAGE, re.M | re.S)
FILES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "tests" / "toy").glob("*.py"))


def quoted(name: str) -> list[str]:
    return [text for file, text in QUOTES if file == name]


def test_every_block_of_code_says_where_it_stands() -> None:
    assert PAGE.count("```python") == len(QUOTES)


@pytest.mark.parametrize("name", FILES)
def test_the_quotes_make_up_the_file(name: str) -> None:
    """Put together, with blank lines apart, the quotes are the file."""
    source = (ROOT / name).read_text(encoding="utf-8")
    lines = [line for line in source.splitlines() if line.strip()]
    assert [line for text in quoted(name) for line in text.splitlines() if line.strip()] == lines


@pytest.mark.parametrize("name", FILES)
def test_each_quote_is_verbatim(name: str) -> None:
    source = (ROOT / name).read_text(encoding="utf-8")
    for text in quoted(name):
        assert text in source


def test_the_rules_are_those_of_the_title() -> None:
    from tests.toy.title import RULES

    table = dict(re.findall(r"^\| (L\d) \| (.+) \|$", PAGE, re.M))
    assert table == RULES


def test_every_question_is_in_the_table_of_decisions() -> None:
    from pbem.engine.computers.fuzz import NO_CHECKS, play_game
    from tests.toy.title import TITLE

    names = {
        answer.name
        for seed in range(5)
        for entry in play_game(TITLE, 4, str(seed), checks=NO_CHECKS).entries
        for answer in entry.answers
    }
    decisions = PAGE[PAGE.index("| a decision that") : PAGE.index("## The table")]
    assert names == {"bid", "float", "shelter", "rest", "keep", "thanks"}
    assert all(f"`{name}`" in decisions for name in names)


def test_the_commands_work(tmp_path: Path) -> None:
    """The command lines of the page, one after the other, in an empty home."""
    commands = re.findall(r"^python (-m tests\.toy\.run .+)$", PAGE, re.M)
    assert len(commands) >= 4
    for command in commands:
        done = subprocess.run(
            [sys.executable, *shlex.split(command)], cwd=ROOT, env={**os.environ, "PBEM_HOME": str(tmp_path)},
            capture_output=True, text=True, timeout=60,
        )  # fmt: skip
        assert done.returncode == 0, f"{command}: {done.stderr}"
        assert done.stdout
