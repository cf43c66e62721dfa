"""Docstrings of functions that do something are imperative; those that only answer name the answer."""

from __future__ import annotations

import re

from tests.architecture.source import SOURCES, relative, source

THIRD_PERSON = re.compile(
    r"(?!As\b|Its\b|This\b|Process\b|Unless\b)[A-Z][a-z]+s "
    r"(?:`|(?:an?|the|all|every|each|what|whether|it|them|no|its)\b)"
)


def test_no_docstring_tells_what_a_function_does() -> None:
    """`Cut a line`, never `Cuts a line` (CONTRIBUTING.md)."""
    assert THIRD_PERSON.match("Cuts `god c4-d5` into") and THIRD_PERSON.match("Returns the seat")
    assert not THIRD_PERSON.match("Cards of a hand") and not THIRD_PERSON.match("Process the spool")
    found = [
        f"{relative(path)}:{line}: {opening}"
        for path in SOURCES
        for line, opening in source(path).openings
        if THIRD_PERSON.match(opening)
    ]
    assert found == []
