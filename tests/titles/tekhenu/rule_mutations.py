"""Breaks every rule of the digest in turn and looks whether a test that cites the rule notices.

`rules.mut` and `seth.mut` hold the breaks: one or more for each rule, ruling and decision, or a reason why no code
decides it. Each is applied in a copy of the project, never in the project itself (`tests/titles/judging.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tests.titles import judging
from tests.titles.judging import ROOT, Break
from tests.titles.tekhenu.citing import citing

FOLDER = Path(__file__).parent
TABLES = (FOLDER / "rules.mut", FOLDER / "seth.mut")
TITLE = Path("pbem/titles/tekhenu")
EXPANSION = ("seth", "seth_solo", "vizier")
"""Folders of the modules of the expansion."""


def table() -> tuple[list[Break], dict[str, str]]:
    """The breaks, and reasons for rules that have none."""
    return judging.table(path.read_text(encoding="utf-8") for path in TABLES)


def applied(root: Path, change: Break) -> tuple[Path, str] | None:
    """The file that a break changes and what it then holds; None if its text is not there exactly once."""
    return judging.replaced(code(root, change), change)


def code(root: Path, change: Break) -> list[Path]:
    """Where the text of a break is looked for: rules of the base game outside the expansion, its own rules in it unless
    the base game decides them (`base` stands before their ids)."""
    own = change.ids[0].startswith(("S-", "SD-")) and not change.base
    return [
        path
        for path in sorted((root / TITLE).rglob("*.py"))
        if (path.relative_to(root / TITLE).parts[0] in EXPANSION) == own
    ]


def run(words: Sequence[str]) -> int:
    """Judge the breaks that the command line names; says how many were not noticed."""
    return judging.run(judging.Subject(table()[0], applied, citing()), words)


__all__ = ["ROOT", "applied", "run", "table"]
