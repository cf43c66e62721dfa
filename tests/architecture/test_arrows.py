"""The layers keep to themselves: these tests read the source, so nobody has to remember."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.core.titles import SHIPPED

PBEM = Path(__file__).parents[2] / "pbem"
SOURCES = sorted(PBEM.rglob("*.py"))
PURE = [path for path in SOURCES if path.relative_to(PBEM).parts[0] in ("core", "kit", "titles", "engine")]

ARROWS: dict[str, set[str]] = {
    "core": {"core"},
    "kit": {"core", "kit"},
    "titles": {"core", "kit", "titles"},
    "engine": {"core", "engine"},
    "store": {"core", "engine", "store"},
    "mail": {"core", "engine", "mail"},
    "archive": {"core", "engine", "store", "archive"},
}
"""Which packages each package may import. Titles are reached through the register in core. `resources` (where packaged
files lie), `medium` (the calls that reach files) and `plain` (reading a file that may be a pipe) are leaves that all
may use; `desk` and `cli` join everything."""
LEAVES = {"resources", "plain", "medium"}


def layer(path: Path) -> str:
    return path.relative_to(PBEM).parts[0].removesuffix(".py")


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Every import statement of a file, inside functions too, as (line, module)."""
    for node in ast.walk(ast.parse(path.read_bytes(), str(path))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, name.name) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: write imports in full"
            yield node.lineno, node.module or ""
            yield from ((node.lineno, f"{node.module}.{name.name}") for name in node.names if node.module == "pbem")


def relative(path: Path) -> str:
    return path.relative_to(PBEM.parent).as_posix()


def test_there_is_something_to_read() -> None:
    assert {layer(path) for path in SOURCES} >= set(ARROWS)


@pytest.mark.parametrize("package", ARROWS)
def test_imports_point_one_way(package: str) -> None:
    wrong = [
        f"{relative(path)}:{line} imports {module}"
        for path in SOURCES
        if layer(path) == package
        for line, module in imports(path)
        if module.startswith("pbem.") and module.split(".")[1] not in ARROWS[package] | LEAVES
    ]
    assert wrong == []


def test_leaves_import_nothing_of_ours() -> None:
    for leaf in LEAVES:
        path = PBEM / f"{leaf}.py"
        if path.exists():
            ours = {module for _, module in imports(path) if module.startswith("pbem.")}
            assert ours <= {"pbem.medium"}


def test_titles_do_not_know_each_other() -> None:
    wrong = [
        f"{relative(path)}:{line} imports {module}"
        for path in SOURCES
        if layer(path) == "titles" and len(path.relative_to(PBEM).parts) > 2
        for line, module in imports(path)
        if module.startswith("pbem.titles.") and module.split(".")[2] != path.relative_to(PBEM).parts[1]
    ]
    assert wrong == []


def test_core_and_engine_name_no_title() -> None:
    """The register is the one line that names them."""
    names = re.compile("|".join(SHIPPED), re.IGNORECASE)
    found = [
        f"{relative(path)}:{number}: {line.strip()}"
        for path in SOURCES
        if layer(path) in ("core", "engine")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if names.search(line) and not line.startswith("SHIPPED")
    ]
    assert found == []


FORBIDDEN_MODULES = {"random", "secrets", "time", "uuid", "locale"}
FORBIDDEN_CALLS = {"now", "utcnow", "today", "urandom", "getrandom"}


def test_rules_know_no_clock_and_no_other_chance() -> None:
    """Time enters as `now`, chance through the table; a machine's clock or language decides nothing."""
    wrong = []
    for path in PURE:
        wrong += [f"{relative(path)}:{n} imports {m}" for n, m in imports(path) if m.split(".")[0] in FORBIDDEN_MODULES]
        for node in ast.walk(ast.parse(path.read_bytes())):
            called = node.func if isinstance(node, ast.Call) else None
            if isinstance(called, ast.Attribute) and called.attr in FORBIDDEN_CALLS:
                wrong.append(f"{relative(path)}:{called.lineno} calls {called.attr}()")
    assert wrong == []


def test_rules_touch_no_files_nor_environment() -> None:
    """Core and engine compute; component data is read by titles through packaged resources only."""
    wrong = [
        f"{relative(path)}:{line} imports {module}"
        for path in PURE
        for line, module in imports(path)
        if module.split(".")[0] in {"os", "io", "socket", "subprocess", "tempfile", "shutil", "asyncio", "smtplib"}
    ]
    assert wrong == []


PACKAGED = {
    "pbem/resources.py", "pbem/archive/build.py", "pbem/archive/page.py", "pbem/mail/composing/compose.py",
    "pbem/mail/words/__init__.py", "pbem/mail/reading/languages.py", "pbem/store/schemas.py",
}  # fmt: skip
"""Modules that read what travels with pbem, as the `components.py` of every title does."""
OPENING = {"open", "read_bytes", "read_text"}
OUR_OWN = {
    ("pbem/store/index.py", "read_text"),
    ("pbem/cli/demo.py", "read_text"),
    ("pbem/cli/pictures.py", "open"),
}
"""The kernel's word for this start of the machine, mails of the demonstration, and a browser."""


def test_only_plain_files_are_read() -> None:
    """A FIFO under any name that we read would stop the program for ever; `pbem.plain` and `pbem.store.disk` do not
    wait for it (fault 191)."""
    wrong = [
        f"{relative(path)}:{line} calls {name}()"
        for path in SOURCES
        if relative(path) not in PACKAGED and path.name != "components.py"
        for line, owner, name in calls(path)
        if (name in OPENING and owner not in ("", "os", "disk")) or (owner, name) == ("", "open")
        if (relative(path), name) not in OUR_OWN
    ]
    assert wrong == []


def calls(path: Path) -> Iterator[tuple[int, str, str]]:
    """Every call of a file as (line, what stands before the dot, name); `?` before it is anything but a name."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        called = node.func if isinstance(node, ast.Call) else None
        if isinstance(called, ast.Name):
            yield called.lineno, "", called.id
        elif isinstance(called, ast.Attribute):
            yield called.lineno, called.value.id if isinstance(called.value, ast.Name) else "?", called.attr


def test_nothing_is_left_for_later() -> None:
    marks = re.compile(r"\b(TODO|FIXME|XXX|HACK|NotImplementedError)\b")
    found = [
        f"{relative(path)}:{number}: {line.strip()}"
        for path in SOURCES
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if marks.search(line)
    ]
    assert found == []


def test_rooms_are_small() -> None:
    """A dozen modules beside the page of the room; the reader of mail is one room, read from top to bottom."""
    floors = [PBEM / name for name in ("desk", "engine", "mail", "kit", "titles/ankh", "titles/ankh/pharaoh")]
    rooms = [*floors, *(path for floor in floors for path in floor.iterdir() if (path / "__init__.py").exists())]
    sizes = {relative(room): len(list(room.glob("*.py"))) - 1 for room in rooms}
    assert len(sizes) > 12 and {room: size for room, size in sizes.items() if size > 12} == {"pbem/mail/reading": 22}


def test_modules_are_told_apart_by_name() -> None:
    """Titles are built alike, so they may use the same names; elsewhere a name leads to one file."""
    named: dict[str, list[str]] = {}
    for path in SOURCES:
        if layer(path) != "titles" and not path.name.startswith("__"):
            named.setdefault(path.stem, []).append(relative(path))
    assert {name: paths for name, paths in named.items() if len(paths) > 1} == {}


def test_late_imports_are_few() -> None:
    """Fewer than five a hundred functions: more would hide that modules import each other (ADR 15)."""
    functions = late = 0
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                functions += 1
                late += sum(isinstance(inner, ast.Import | ast.ImportFrom) for inner in ast.walk(node))
    assert late * 100 < functions * 5, f"{late} late imports in {functions} functions"
