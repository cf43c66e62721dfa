"""What a comment, a docstring or a page refers to stands in the repository."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
TEXTS = {
    path: path.read_text(encoding="utf-8")
    for folder, ends in (("pbem", ".py"), ("tests", ".py"), ("bench", ".py"), ("docs", ".md"))
    for path in (ROOT / folder).rglob(f"*{ends}")
    if path != Path(__file__)
} | {path: path.read_text(encoding="utf-8") for path in ROOT.glob("*.md")}
DECISIONS = {int(path.name[:4]) for path in (ROOT / "docs" / "adr").glob("0*.md")}


def test_pages_and_decisions_are_there() -> None:
    lost = [
        f"{path.relative_to(ROOT)}: {name}"
        for path, text in TEXTS.items()
        for name in re.findall(r"\bdocs/[\w/-]+\.md\b", text)
        if not (ROOT / name).exists()
    ]
    lost += [
        f"{path.relative_to(ROOT)}: ADR {number}"
        for path, text in TEXTS.items()
        for number in re.findall(r"\bADR (\d+)\b", text)
        if int(number) not in DECISIONS
    ]
    assert lost == []


def test_nothing_is_said_of_a_page_that_is_elsewhere() -> None:
    """Promises stand in README.md and docs; whoever reads the code has no other contract."""
    told = re.compile(r"(?<!\.)\b[Cc]ontract\b(?!\.)")
    assert [str(path.relative_to(ROOT)) for path, text in TEXTS.items() if told.search(text)] == []


def test_a_decision_says_why() -> None:
    for path in (ROOT / "docs" / "adr").glob("0*.md"):
        for part in ("Status", "Context", "Decision", "Alternatives", "Consequences"):
            assert f"**{part}" in TEXTS[path], f"{path.name}: {part}"
