"""Which tests cite a rule: by their name, their text, or a table that a decorator of theirs names."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[3]
FOLDER = Path(__file__).parent
SETH = r"S-(?:BOT-)?[A-Z]+-[A-Z]?\d+|SD-\d+|X-\d+"
ID = (
    r"(?:T-(?:BOT-)?[A-Z]+-[A-Z]?\d+[A-Za-z]?|T-BOT-BLOCKED|(?<!BOT-)RUL-\d+|DEC-\d+|EX-\d+|TAB-\d+|(?<!S-)HV-\d+"
    rf"|{SETH})"
)
RANGE = re.compile(rf"\b({ID}) (?:to|through|-|–) ((?:T-(?:BOT-)?[A-Z]+-)?[A-Z]?\d+|{ID})\b")
NAMED = re.compile(r"(?:t_(?!o_)[a-z]+|s_(?:bot_)?[a-z]+|sd|rul|dec)_\d+[a-h]?(?:_to_\d+)?(?=_|$)")


@cache
def citing() -> dict[str, list[str]]:
    """Rule -> tests whose name, text or table names it."""
    found: dict[str, list[str]] = {}
    for path in sorted(FOLDER.glob("test_*.py")):
        if path.name != "test_coverage.py":
            for test, text in tests_of(path):
                for ident in ids_in(test, text):
                    found.setdefault(ident, []).append(f"{path.relative_to(ROOT)}::{test}")
    return found


def tests_of(path: Path) -> Iterator[tuple[str, str]]:
    """The tests of a file, each with its own text and the tables that its decorators name."""
    source = path.read_text(encoding="utf-8")
    lines, tree = source.splitlines(), ast.parse(source)
    tables: dict[str, str] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                if isinstance(target, ast.Name):
                    tables[target.id] = text_of(lines, node)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            decorators = "\n".join(text_of(lines, one) for one in node.decorator_list)
            used = [text for name, text in tables.items() if re.search(rf"\b{name}\b", decorators)]
            yield node.name, "\n".join([decorators, *used, text_of(lines, node)])


def text_of(lines: list[str], node: ast.stmt | ast.expr) -> str:
    """The lines of a statement or decorator. (`ast.get_source_segment` splits the whole file for each.)"""
    return "\n".join(lines[node.lineno - 1 : node.end_lineno])


def ids_in(name: str, text: str) -> set[str]:
    flat = " ".join(text.split())
    found = set(re.findall(rf"\b{ID}\b", flat)) | set(re.findall(r"\bT-CARD-0[a-d]\b", flat))
    for first, last in RANGE.findall(flat):
        found |= between(first, last)
    for word in NAMED.findall(name.removeprefix("test_").lower()):
        first, _, last = word.upper().replace("_TO_", " ").replace("_", "-").partition(" ")
        found |= between(first, last) if last else {first}
    return found


def between(first: str, last: str) -> set[str]:
    """All ids of a range of numbers with one stem."""
    stem, low, tail = split(first)
    _, high, _ = split(last)
    return {f"{stem}{str(n).zfill(len(low))}{tail}" for n in range(int(low), int(high) + 1)}


def split(ident: str) -> tuple[str, str, str]:
    found = re.fullmatch(r"(.*?)(\d+)([A-Za-z]?)", ident)
    assert found is not None, ident
    return found[1], found[2], found[3]
