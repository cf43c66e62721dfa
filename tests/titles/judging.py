"""Breaks rules in a copy of the project, one after the other, and looks whether a test that cites the rule notices.

A title has tables of breaks (`*.mut`): ids of rules, lines taken out of its code (`- `) and lines put in their place
(`+ `), or a reason why no code decides the rule (`ID = reason`). The tests of a break run in a child of a process that
has loaded everything but the title, in a compiled copy in memory, which makes hundreds of them bearable.
With `--log FILE` every verdict is kept with its commit, what the file calls killed is not judged again, and the test
that noticed a break before is asked first; `--again` judges what was killed on other commits again; `--minutes N`
begins no further break after so long.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MEMORY = Path("/dev/shm")
IGNORED = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache", "build", "dist")
LOADED = (
    "hypothesis.extra.pytestplugin", "pydantic", "pytest_timeout", "xdist.plugin", "pbem.core.titles",
    "pbem.engine.submission.lines", "pbem.engine.play", "pbem.engine.create",
)  # fmt: skip
"""What no break changes and every child needs."""
PATIENCE = 120
"""Seconds for the tests of one break: one that makes a game endless counts as noticed."""
PLAIN = ("-x", "-q", "-n0", "-p", "no:randomly", "-p", "no:cacheprovider", "-m", "not slow",
         "-W", "ignore::pytest.PytestAssertRewriteWarning")  # fmt: skip


@dataclass
class Break:
    """Text that is taken out of the code and what is put in its place. `base`: in the rules of the base game, though
    its ids are an expansion's."""

    ids: list[str]
    out: list[str] = field(default_factory=list)
    put: list[str] = field(default_factory=list)
    base: bool = False

    @property
    def name(self) -> str:
        return f"{' '.join(self.ids)}: {self.put[0].strip() if self.put else 'nothing'}"


@dataclass(frozen=True)
class Verdict:
    """What became of a break for one rule. `by`: the test that noticed it."""

    rule: str
    name: str
    kind: str
    by: str = ""
    commit: str = ""


@dataclass(frozen=True)
class Subject:
    """What is judged. `applied` says which file of a copy a break changes and what it then holds."""

    breaks: list[Break]
    applied: Callable[[Path, Break], tuple[Path, str] | None]
    cited: dict[str, list[str]]


def table(texts: Iterable[str]) -> tuple[list[Break], dict[str, str]]:
    """The breaks of tables, and reasons for rules that have none."""
    found: list[Break] = []
    reasons: dict[str, str] = {}
    for line in "\n".join(texts).splitlines():
        sign, text = line[:2].rstrip(), line[2:]
        if line.startswith("#"):
            continue
        if sign == "-":
            found[-1].out.append(text)
        elif sign == "+":
            found[-1].put.append(text)
        elif " = " in line:
            ident, _, reasons[ident] = line.partition(" = ")
        elif line:
            words = line.split()
            found.append(Break([word for word in words if word != "base"], base="base" in words))
    return found, reasons


def replaced(paths: Iterable[Path], change: Break) -> tuple[Path, str] | None:
    """The file among these that a break changes, and what it then holds; None if its text is not there exactly once."""
    out, put = "\n".join(change.out), "\n".join(change.put)
    texts = {path: text for path in paths if out in (text := path.read_text(encoding="utf-8"))}
    if sum(text.count(out) for text in texts.values()) != 1:
        return None
    return next((path, text.replace(out, put)) for path, text in texts.items())


def is_wanted(ident: str, wanted: set[str]) -> bool:
    """Whether a rule is named, alone or by how its id begins (`S-BOT-`); all are if none is."""
    return not wanted or any(ident == one or (one.endswith("-") and ident.startswith(one)) for one in wanted)


# -- the copy ----------------------------------------------------------------------------------------------------------


def ignored(folder: str, names: list[str]) -> set[str]:
    """What is left out of the copy; the stored games of the project, but no folder of that name elsewhere."""
    return {*IGNORED(folder, names), *(["games"] if Path(folder) == ROOT else [])}


@contextlib.contextmanager
def copied(subject: Subject) -> Iterator[Path]:
    """A compiled copy, which this process then loads instead of the project."""
    with tempfile.TemporaryDirectory(dir=MEMORY if os.access(MEMORY, os.W_OK) else None) as folder:
        copy = Path(folder) / "copy"
        shutil.copytree(ROOT, copy, ignore=ignored)
        compiled = ["compileall", "-q", "--invalidation-mode", "checked-hash", str(copy / "pbem")]
        subprocess.run([sys.executable, "-m", *compiled], check=True)
        files = sorted({test.partition("::")[0] for tests in subject.cited.values() for test in tests})
        collected = [sys.executable, "-m", "pytest", "--collect-only", *PLAIN[1:], *files]
        subprocess.run(collected, cwd=copy, check=True, capture_output=True)
        os.chdir(copy)
        sys.path.insert(0, str(copy))
        sys.dont_write_bytecode = True
        for name in [name for name in sys.modules if name.split(".")[0] in ("pbem", "tests")]:
            del sys.modules[name]
        for name in LOADED:
            __import__(name)
        yield copy
        os.chdir(ROOT)


# -- one break ---------------------------------------------------------------------------------------------------------


def heard(tests: list[str]) -> str:
    """What tests say in a child of this process: the one that failed, or nothing if none did."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        signal.alarm(PATIENCE)
        said = io.StringIO()
        try:
            with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
                code = pytest.main([*PLAIN, *tests])
            failed = re.search(r"^(?:FAILED|ERROR) \S*?::(\S+)", said.getvalue(), re.M)
            text = failed[1] if failed else "" if code == 0 else f"broken: {said.getvalue()[-400:]}"
            os.write(writing, f"={text}".encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    return text[1:] if text else "no end"


def judged(subject: Subject, copy: Path, change: Break, ident: str, first: str) -> tuple[str, str]:
    """What became of a break for one rule, and the test that noticed. `first`: the test that did so before."""
    tests = subject.cited.get(ident, [])
    found = subject.applied(copy, change)
    if found is None or not tests:
        return ("stale" if found is None else "uncited"), ""
    path, text = found
    before = path.read_text(encoding="utf-8")
    path.write_text(text, encoding="utf-8")
    try:
        known = [test for test in tests if test.endswith(f"::{first.partition('[')[0]}")]
        by = (heard(known) if known else "") or heard(tests)
    finally:
        path.write_text(before, encoding="utf-8")
    return ("broken" if by.startswith("broken: ") else "killed" if by else "SURVIVED"), by


# -- all of them -------------------------------------------------------------------------------------------------------


def commit() -> str:
    """The commit that is judged, with a + if files differ from it."""
    said = [subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()
            for words in (["rev-parse", "--short", "HEAD"], ["status", "--porcelain", "pbem", "tests"])]  # fmt: skip
    return said[0] + ("+" if said[1] else "")


def remembered(log: Path | None) -> dict[tuple[str, str], Verdict]:
    """The last verdict of each break for each rule."""
    lines = log.read_text(encoding="utf-8").splitlines() if log and log.exists() else []
    return {(one.rule, one.name): one for one in (Verdict(**json.loads(line)) for line in lines)}


def run(subject: Subject, words: Sequence[str]) -> int:
    """Judge the breaks that the command line names; says how many were not noticed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("ids", nargs="*")
    parser.add_argument("--log", type=Path)
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--minutes", type=float, default=1e6)
    given = parser.parse_args(words)
    log = given.log.resolve() if given.log else None
    known, now, began = remembered(log), commit(), time.monotonic()
    todo = [(change, ident) for change in subject.breaks for ident in change.ids if is_wanted(ident, set(given.ids))]
    kinds: Counter[str] = Counter()
    with copied(subject) as copy:
        for change, ident in todo:
            old = known.get((ident, change.name))
            if old and old.kind == "killed" and (old.commit == now or not given.again):
                kinds["killed before"] += 1
            elif time.monotonic() - began > 60 * given.minutes:
                kinds["left"] += 1
            else:
                kind, by = judged(subject, copy, change, ident, old.by if old else "")
                kinds[kind] += 1
                print(f"{ident:22} {kind:9} {by or change.name}", flush=True)
                if log:
                    with log.open("a", encoding="utf-8") as file:
                        file.write(json.dumps(asdict(Verdict(ident, change.name, kind, by, now))) + "\n")
    print(", ".join(f"{n} {kind}" for kind, n in kinds.most_common()))
    return kinds.total() - kinds["killed"] - kinds["killed before"]
