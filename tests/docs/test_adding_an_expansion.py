"""The guide's expansion is the one that is tested: its code, its rules, and what it leaves of base games."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.engine.computers.fuzz import NO_CHECKS, play_game
from tests.fair.kites import KITES
from tests.fair.title import TITLE

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "adding-an-expansion.md").read_text(encoding="utf-8")
QUOTES = re.findall(r"^```python\n# tests/fair/kites\.py\n(.*?)\n```$", PAGE, re.M | re.S)


def test_the_quotes_make_up_the_file() -> None:
    source = (ROOT / "tests" / "fair" / "kites.py").read_text(encoding="utf-8")
    assert PAGE.count("```python") == len(QUOTES)
    assert all(text in source for text in QUOTES)
    wanted = [line for line in source.splitlines() if line.strip()]
    assert [line for text in QUOTES for line in text.splitlines() if line.strip()] == wanted


@pytest.mark.parametrize("seed", range(3))
def test_importing_it_changes_no_base_game(seed: int) -> None:
    """Base games and games with the expansion in one process, in any order: base games are played move for move as in a
    process that never met it, and have no part of it on the table."""
    code = (
        "from pbem.engine.computers.fuzz import NO_CHECKS, play_game\nfrom tests.fair.title import TITLE\n"
        f"print(play_game(TITLE, 3, 'base{seed}', checks=NO_CHECKS).game.head)\n"
        "import sys\nassert 'tests.fair.kites' not in sys.modules"
    )
    alone = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert alone.returncode == 0, alone.stderr
    kinds = ["base", KITES, "base", KITES]
    random.Random(seed).shuffle(kinds)
    for kind in kinds:
        options = {"expansion": KITES} if kind == KITES else {}
        name = f"{'kites' if options else 'base'}{seed}"
        game = play_game(TITLE, 3, name, checks=NO_CHECKS, options=options).game
        assert (KITES in game.table.parts) == bool(options)
        assert (KITES in game.rules.modules) == bool(options)
        if not options:
            assert game.head == alone.stdout.strip()
