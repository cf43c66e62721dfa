"""Breaks every rule of Ankh in turn and looks whether a test that cites the rule notices.

`python -m tests.titles.ankh.breaking [ID ...]` prints what became of each break in `rules.mut` and, for the expansion,
in `pharaoh.mut`; `A-` and `P-` stand for all ids that begin so. It takes minutes (`tests/titles/judging.py` says how to
take it in portions) and is run by hand when rules or their tests have changed.
"""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path

from tests.titles import judging
from tests.titles.judging import ROOT, Break
from tests.titles.tekhenu import citing

FOLDER = Path(__file__).parent
TITLE = Path("pbem/titles/ankh")
SKIP = frozenset(("pharaoh", "show", "wording", "views", "computer", "component_check.py"))
"""What looks at rules and decides none, or belongs to an expansion."""
SHOWN = frozenset(("computer", "minds.py", "picture.py", "component_check.py", "views"))
"""The same for breaks of the expansion, which may lie in its own files, its tables included, or in the base game's."""
TABLES = ("rules.mut", "pharaoh.mut")
ID = re.compile(r"\b[AP]-(?:[A-Z]+-)+(?:\d+[a-f]?|[A-Z]+)\b")
RANGE = re.compile(r"\b([AP]-(?:[A-Z]+-)+)(\d+) to [AP]-(?:[A-Z]+-)+(\d+)\b")
COVERAGE = ("test_coverage.py", "test_pharaoh_coverage.py")


def breaks(*tables: str) -> tuple[list[Break], dict[str, str]]:
    """The breaks of tables, the base game's if none is named, and reasons for rules that have none."""
    return judging.table((FOLDER / name).read_text(encoding="utf-8") for name in tables or TABLES[:1])


def applied(root: Path, change: Break) -> tuple[Path, str] | None:
    """The file that a break changes and what it then holds; None if its text is not there exactly once."""
    expansion = change.ids[0].startswith("P-")
    skip = SHOWN if expansion else SKIP
    files = [path for path in sorted((root / TITLE).rglob("*.py")) if skip.isdisjoint(path.relative_to(root).parts)]
    return judging.replaced(files + ([root / TITLE / "pharaoh/components.json"] if expansion else []), change)


def named(text: str) -> set[str]:
    """Rules that a text names, ranges such as A-MOVE-1 to A-MOVE-3 included."""
    flat = " ".join(text.split())
    found = set(ID.findall(flat))
    for stem, first, last in RANGE.findall(flat):
        found |= {f"{stem}{n}" for n in range(int(first), int(last) + 1)}
    return found


@cache
def cited() -> dict[str, list[str]]:
    """Rule -> tests whose text or table names it; an example by the test's own name (`test_a_ex_adj`)."""
    found: dict[str, list[str]] = {}
    for path in sorted(FOLDER.glob("test_*.py")):
        if path.name not in COVERAGE:
            for test, text in citing.tests_of(path):
                example = {test.removeprefix("test_").upper().replace("_", "-")} if "_ex_" in test else set()
                for ident in named(text) | example:
                    found.setdefault(ident, []).append(f"{path.relative_to(ROOT)}::{test}")
    return found


if __name__ == "__main__":
    sys.exit(bool(judging.run(judging.Subject(breaks(*TABLES)[0], applied, cited()), sys.argv[1:])))
