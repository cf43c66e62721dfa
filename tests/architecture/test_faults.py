"""What must be survived (faults of mail, files, system, clock and long life) is tested, and a test says which it is.

A citation is `fault 87`, `faults 10, 13` or `fault 225 to 231`, in a test or in a table that a test reads.
"""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
SOURCE = TESTS.parent / "pbem"
LIST = TESTS.parent / "docs" / "faults.md"
ALL = range(1, 281)
_CITED = re.compile(r"\b[Ff]aults? ((?:\d{1,3}(?:, | and | to |-|, and )?)+)")


def cited(*folders: Path) -> dict[int, set[str]]:
    """Which files cite which fault."""
    found: dict[int, set[str]] = {}
    for path in sorted(path for folder in folders for end in ("*.py", "*.toml") for path in folder.rglob(end)):
        if path == Path(__file__):
            continue
        for group in _CITED.findall(path.read_text(encoding="utf-8")):
            for part in re.split(r", and |, | and ", group):
                ends = [int(number) for number in re.findall(r"\d+", part)]
                for number in range(ends[0], ends[-1] + 1) if ends else ():
                    found.setdefault(number, set()).add(path.name)
    return found


def test_every_fault_is_cited_by_a_test() -> None:
    known = cited(TESTS)
    assert [number for number in ALL if number not in known] == []


def test_every_number_stands_in_the_list_once() -> None:
    rows = re.findall(r"^\| (\d+) \| [^|]+ \| [^|]+ \|$", LIST.read_text(encoding="utf-8"), re.MULTILINE)
    assert [int(number) for number in rows] == list(ALL)
    assert sorted(set(cited(SOURCE, TESTS)) - set(ALL)) == []


def test_every_promise_that_is_cited_stands_in_the_list() -> None:
    """Tiles of a title are called P12, too: titles make no promises."""
    text = LIST.read_text(encoding="utf-8")
    files = [path for path in SOURCE.rglob("*.py") if "titles" not in path.parts]
    found = {name for path in files for name in re.findall(r"\bP\d{1,2}\b", path.read_text(encoding="utf-8"))}
    assert found and [name for name in sorted(found) if f"| {name} |" not in text] == []


def test_a_citation_is_read_in_each_of_its_forms() -> None:
    text = "fault 7, faults 10, 13 and 15; fault 225 to 231"
    assert [group.rstrip(" ,") for group in _CITED.findall(text)] == ["7", "10, 13 and 15", "225 to 231"]
