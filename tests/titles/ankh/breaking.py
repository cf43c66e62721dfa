"""Breaks every rule of Ankh in turn and looks whether a test that cites the rule notices.

`python -m tests.titles.ankh.breaking [ID ...]` prints what became of each break in `rules.mut` and, for the expansion,
in `pharaoh.mut`; `A-` and `P-` stand for all ids that begin so. Each is applied in a copy of the project, and its tests
run in a child of a process that has loaded everything but the title, which is what makes hundreds of them bearable. It
still takes minutes: it is run by hand when rules or their tests have changed.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shutil
import signal
import sys
import tempfile
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from tests.titles.tekhenu import citing
from tests.titles.tekhenu.rule_mutations import Break, is_wanted

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[2]
TITLE = Path("pbem/titles/ankh")
SKIP = frozenset(("pharaoh", "show", "wording", "views", "computer", "component_check.py"))
"""What looks at rules and decides none, or belongs to an expansion."""
SHOWN = frozenset(("computer", "minds.py", "picture.py", "component_check.py", "views"))
"""The same for breaks of the expansion, which may lie in its own files, its tables included, or in the base game's."""
TABLES = ("rules.mut", "pharaoh.mut")
IGNORED = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache", "build")
LOADED = ("pydantic", "pbem.core.titles", "pbem.engine.submission.lines", "pbem.engine.play", "pbem.engine.create")
PATIENCE = 240
"""Seconds for the tests of one break: one that makes a game endless counts as noticed."""
ID = re.compile(r"\b[AP]-(?:[A-Z]+-)+(?:\d+[a-f]?|[A-Z]+)\b")
RANGE = re.compile(r"\b([AP]-(?:[A-Z]+-)+)(\d+) to [AP]-(?:[A-Z]+-)+(\d+)\b")
COVERAGE = ("test_coverage.py", "test_pharaoh_coverage.py")


def ignored(folder: str, names: list[str]) -> set[str]:
    """What is left out of the copy; the stored games of the project, but no folder of that name elsewhere."""
    return {*IGNORED(folder, names), *(["games"] if Path(folder) == ROOT else [])}


def breaks(table: str = TABLES[0]) -> tuple[list[Break], dict[str, str]]:
    """The breaks of a table, and reasons for rules that have none."""
    found: list[Break] = []
    reasons: dict[str, str] = {}
    for line in (FOLDER / table).read_text(encoding="utf-8").splitlines():
        sign, text = line[:2].strip(), line[2:]
        if line.startswith("#"):
            continue
        if sign == "-":
            found[-1].out.append(text)
        elif sign == "+":
            found[-1].put.append(text)
        elif " = " in line:
            ident, _, reasons_text = line.partition(" = ")
            reasons[ident] = reasons_text
        elif line:
            found.append(Break(line.split()))
    return found, reasons


def applied(root: Path, change: Break) -> tuple[Path, str] | None:
    """The file that a break changes and what it then holds; None if its text is not there exactly once."""
    out, put = "\n".join(change.out), "\n".join(change.put)
    expansion = change.ids[0].startswith("P-")
    skip = SHOWN if expansion else SKIP
    files = [path for path in sorted((root / TITLE).rglob("*.py")) if skip.isdisjoint(path.relative_to(root).parts)]
    files += [root / TITLE / "pharaoh/components.json"] if expansion else []
    texts = {path: text for path in files if out in (text := path.read_text(encoding="utf-8"))}
    if sum(text.count(out) for text in texts.values()) != 1:
        return None
    return next((path, text.replace(out, put)) for path, text in texts.items())


# -- which tests -------------------------------------------------------------------------------------------------------


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


# -- running -----------------------------------------------------------------------------------------------------------


def verdict(tests: list[str]) -> str:
    """What tests say in a child of this process: the one that failed, or nothing if none did."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        signal.alarm(PATIENCE)
        said = io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            plain = ["-x", "-q", "-n0", "-p", "no:randomly", "-p", "no:cacheprovider", "-m", "not slow"]
            code = pytest.main([*plain, *tests])
        failed = re.search(r"^(?:FAILED|ERROR) \S*?::(\S+)", said.getvalue(), re.M)
        text = failed[1] if failed else "" if code == 0 else f"broken: {said.getvalue()[-200:]}"
        os.write(writing, f"={text}".encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    return text[1:] if text else "no end"


def judged(copy: Path, change: Break, tests: dict[str, list[str]], wanted: set[str]) -> Counter[str]:
    """One break, rule by rule."""
    found = applied(copy, change)
    kinds: Counter[str] = Counter()
    path, text = found if found else (copy / "README.md", "")
    before = path.read_text(encoding="utf-8")
    path.write_text(text or before, encoding="utf-8")
    for ident in change.ids:
        if not is_wanted(ident, wanted):
            continue
        by = verdict(tests[ident]) if found and ident in tests else ""
        kind = "stale" if found is None else "uncited" if ident not in tests else "killed" if by else "SURVIVED"
        kinds[kind] += 1
        print(f"{ident:22} {kind:9} {by or change.name}", flush=True)
    path.write_text(before, encoding="utf-8")
    return kinds


def main(wanted: set[str]) -> int:
    tests = cited()
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        shutil.copytree(ROOT, copy, ignore=ignored)
        os.chdir(copy)
        sys.path.insert(0, str(copy))
        sys.dont_write_bytecode = True
        for name in [name for name in sys.modules if name.split(".")[0] in ("pbem", "tests")]:
            del sys.modules[name]
        for name in LOADED:
            __import__(name)
        known = [change for table in TABLES for change in breaks(table)[0]]
        chosen = [change for change in known if any(is_wanted(ident, wanted) for ident in change.ids)]
        kinds = sum((judged(copy, change, tests, wanted) for change in chosen), Counter[str]())
    print(", ".join(f"{n} {kind}" for kind, n in kinds.most_common()))
    return kinds.total() - kinds["killed"]


if __name__ == "__main__":
    sys.exit(bool(main(set(sys.argv[1:]))))
