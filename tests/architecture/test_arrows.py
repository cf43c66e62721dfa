"""The layers keep to themselves: these tests read the source, so nobody has to remember."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.core.titles import SHIPPED
from tests.architecture.source import PBEM, SOURCES, relative, source

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
files lie), `medium` (the calls that reach files), `plain` (reading a file that may be a pipe) and `patterns` (compiled
when used) are leaves that all may use; `desk` and `cli` join everything."""
LEAVES = {"resources", "plain", "medium", "patterns"}


def layer(path: Path) -> str:
    return path.relative_to(PBEM).parts[0].removesuffix(".py")


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Every import statement of a file, inside functions too, as (line, module)."""
    for line, module, names, _ in source(path).imports:
        yield line, module
        yield from ((line, f"{module}.{name}") for name in names if module == "pbem")


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
        wrong += [
            f"{relative(path)}:{call.line} calls {call.name}()"
            for call in source(path).calls
            if call.owner and call.name in FORBIDDEN_CALLS
        ]
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
        for line, owner, name, _ in source(path).calls
        if (name in OPENING and owner not in ("", "os", "disk")) or (owner, name) == ("", "open")
        if (relative(path), name) not in OUR_OWN
    ]
    assert wrong == []


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


ROLES = {
    "module", "part", "components", "component_check", "invariants", "setup", "actions", "turn", "mind", "display",
    "picture", "printed_tables",
}  # fmt: skip
"""What a box brings, each in a file of this name: the base game's and every expansion's."""


def test_modules_are_told_apart_by_name() -> None:
    """Titles are built alike, so each may use the names of another, and their boxes those of roles; elsewhere a name
    leads to one file."""
    named: dict[str, dict[str, list[str]]] = {}
    for path in SOURCES:
        if not path.name.startswith("__"):
            parts = path.relative_to(PBEM).parts
            house = "/".join(parts[:2]) if parts[0] == "titles" else ""
            named.setdefault(path.stem, {}).setdefault(house, []).append(relative(path))
    twice = [paths for name, found in named.items() if name not in ROLES for paths in found.values() if len(paths) > 1]
    borrowed = [found for found in named.values() if "" in found and len(found) > 1]
    assert twice == [] and borrowed == []


def test_late_imports_are_few() -> None:
    """Fewer than 4.8 a hundred functions; none hides that modules import each other (ADR 15)."""
    functions = sum(source(path).functions_in_all for path in SOURCES)
    late = sum(statement.inside for path in SOURCES for statement in source(path).imports)
    assert late * 100 < functions * 4.8, f"{late} late imports in {functions} functions"
