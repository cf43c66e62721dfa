"""Breaks every rule of the digest in turn and looks whether a test that cites the rule notices.

`rules.mut` holds the breaks: one or more for each rule, ruling and decision, or a reason why no code decides it. Each
is applied in a copy of the project, never in the project itself.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from queue import Queue

from tests.titles.tekhenu.citing import citing

ROOT = Path(__file__).parents[3]
FOLDER = Path(__file__).parent
TABLES = (FOLDER / "rules.mut", FOLDER / "seth.mut")
TITLE = Path("pbem/titles/tekhenu")
EXPANSION = ("seth", "seth_solo", "vizier")
"""Folders of the modules of the expansion."""
PATIENCE = 240
"""Seconds for the tests of one break: one that makes a game endless counts as noticed."""
SKIPPED = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache", "build", "dist", "node_modules")


@dataclass
class Break:
    """Text that is taken out of the code and what is put in its place."""

    ids: list[str]
    out: list[str] = field(default_factory=list)
    put: list[str] = field(default_factory=list)
    base: bool = False

    @property
    def name(self) -> str:
        return f"{' '.join(self.ids)}: {self.put[0].strip() if self.put else 'nothing'}"


@dataclass
class Verdict:
    """What became of a break for one rule. `by`: the test that noticed it."""

    rule: str
    name: str
    kind: str
    by: str = ""


def table() -> tuple[list[Break], dict[str, str]]:
    """The breaks, and reasons for rules that have none."""
    breaks: list[Break] = []
    reasons: dict[str, str] = {}
    for line in "\n".join(path.read_text(encoding="utf-8") for path in TABLES).splitlines():
        if line.startswith("#"):
            continue
        if line[:2] in ("- ", "-"):
            breaks[-1].out.append(line[2:])
        elif line[:2] in ("+ ", "+"):
            breaks[-1].put.append(line[2:])
        elif " = " in line:
            ident, _, reason = line.partition(" = ")
            reasons[ident] = reason
        elif line:
            words = line.split()
            breaks.append(Break([word for word in words if word != "base"], base="base" in words))
    return breaks, reasons


# -- one break --------------------------------------------------------------------------------------------------------


def applied(root: Path, change: Break) -> tuple[Path, str] | None:
    """The file that a break changes and what it then holds; None if its text is not there exactly once."""
    out, put = "\n".join(change.out), "\n".join(change.put)
    holding = [path for path in code(root, change) if out in path.read_text(encoding="utf-8")]
    if len(holding) != 1 or holding[0].read_text(encoding="utf-8").count(out) != 1:
        return None
    return holding[0], holding[0].read_text(encoding="utf-8").replace(out, put)


def code(root: Path, change: Break) -> list[Path]:
    """Where the text of a break is looked for: rules of the base game outside the expansion, its own rules in it unless
    the base game decides them (`base` stands before their ids)."""
    own = change.ids[0].startswith(("S-", "SD-")) and not change.base
    return [
        path
        for path in sorted((root / TITLE).rglob("*.py"))
        if (path.relative_to(root / TITLE).parts[0] in EXPANSION) == own
    ]


def judge(copy: Path, change: Break, cited: dict[str, list[str]], wanted: set[str]) -> list[Verdict]:
    """Apply a break in a copy, run the tests that cite its rules, take it back."""
    ids = [ident for ident in change.ids if is_wanted(ident, wanted)]
    found = applied(copy, change)
    if found is None:
        return [Verdict(ident, change.name, "stale") for ident in ids]
    path, broken = found
    before = path.read_text(encoding="utf-8")
    path.write_text(broken, encoding="utf-8")
    try:
        return [noticed(copy, ident, change.name, cited.get(ident, [])) for ident in ids]
    finally:
        path.write_text(before, encoding="utf-8")


def noticed(copy: Path, ident: str, name: str, tests: list[str]) -> Verdict:
    if not tests:
        return Verdict(ident, name, "uncited")
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n0", "-p", "no:randomly", "-p", "no:cacheprovider", *tests]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            command, cwd=copy, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    except subprocess.TimeoutExpired:
        return Verdict(ident, name, "killed", "no end")
    if done.returncode == 0:
        return Verdict(ident, name, "SURVIVED")
    failed = re.search(r"^(?:FAILED|ERROR) \S*?::(\S+)", done.stdout, re.M)
    return Verdict(ident, name, "killed", failed[1]) if failed else Verdict(ident, name, "broken", done.stdout[-400:])


# -- all of them ------------------------------------------------------------------------------------------------------


def is_wanted(ident: str, wanted: set[str]) -> bool:
    """Whether a rule is named, alone or by how its id begins (`S-BOT-`); all are if none is."""
    return not wanted or any(ident == one or (one.endswith("-") and ident.startswith(one)) for one in wanted)


def run(folder: Path, wanted: set[str], jobs: int) -> list[Verdict]:
    """Judge the breaks of the wanted rules (of all, if none is named), in so many copies at a time."""
    breaks, _ = table()
    cited = citing()
    copies: Queue[Path] = Queue()
    for job in range(jobs):
        copy = folder / f"copy {job}"
        shutil.copytree(ROOT, copy, ignore=SKIPPED)
        compiled = ["compileall", "-q", "--invalidation-mode", "checked-hash", str(copy / "pbem")]
        subprocess.run([sys.executable, "-m", *compiled], check=True)
        copies.put(copy)

    def one(change: Break) -> list[Verdict]:
        copy = copies.get()
        try:
            verdicts = judge(copy, change, cited, wanted)
        finally:
            copies.put(copy)
        for verdict in verdicts:
            print(f"{verdict.rule:12} {verdict.kind:9} {verdict.by or verdict.name}", flush=True)
        return verdicts

    chosen = [change for change in breaks if any(is_wanted(ident, wanted) for ident in change.ids)]
    with ThreadPoolExecutor(jobs) as pool:
        return [verdict for verdicts in pool.map(one, chosen) for verdict in verdicts]
