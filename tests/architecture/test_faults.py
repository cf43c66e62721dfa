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
    text = LIST.read_text(encoding="utf-8")
    kept = re.compile(r"\b[Pp]romises? ((?:\d{1,2}(?:, | and | to )?)+)")
    lists = [group for path in SOURCE.rglob("*.py") for group in kept.findall(path.read_text(encoding="utf-8"))]
    found = {number for group in lists for number in re.findall(r"\d+", group)}
    assert found and [number for number in sorted(found) if f"| promise {number} |" not in text] == []


def test_p_numbers_are_rows_of_the_figures() -> None:
    """One series of them only: what things cost. Tiles of a title are called P12, too, so titles are left out."""
    rows = set(
        re.findall(r"^\| (P\d\w?) \|", (LIST.parent / "performance.md").read_text(encoding="utf-8"), re.MULTILINE)
    )
    files = [path for path in SOURCE.rglob("*.py") if "titles" not in path.parts]
    files += [
        *(TESTS.parent / "bench").rglob("*.py"),
        *(TESTS.parent / "docs").glob("*.md"),
        *LIST.parent.glob("adr/*.md"),
    ]
    cites = {name for path in files for name in re.findall(r"\bP\d[a-z]?\b", path.read_text(encoding="utf-8"))}
    assert rows and sorted(cites - rows) == []


def test_every_page_of_the_docs_that_is_cited_exists() -> None:
    root = TESTS.parent
    files = [*SOURCE.rglob("*.py"), *TESTS.rglob("*.py"), *(root / "docs").rglob("*.md"), *root.glob("*.md")]
    cites = {name for path in files for name in re.findall(r"\bdocs/[\w/-]+\.md\b", path.read_text(encoding="utf-8"))}
    assert cites and [name for name in sorted(cites) if not (root / name).exists()] == []


def test_every_decision_has_its_status_alternatives_and_reason() -> None:
    pages = sorted((LIST.parent / "adr").glob("*.md"))
    wanted = ("Status", "Context", "Decision", "Alternatives")
    texts = {page.name: page.read_text(encoding="utf-8") for page in pages}
    lacking = {name: part for name, text in texts.items() for part in wanted if f"**{part}.**" not in text}
    assert len(pages) >= 18 and lacking == {}


def test_a_citation_is_read_in_each_of_its_forms() -> None:
    text = "fault 7, faults 10, 13 and 15; fault 225 to 231"
    assert [group.rstrip(" ,") for group in _CITED.findall(text)] == ["7", "10, 13 and 15", "225 to 231"]
