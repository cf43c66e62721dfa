"""No modules of pbem import each other, not even in a circle of several, late or for the sake of a type."""

from __future__ import annotations

from pathlib import Path

from tests.architecture.source import PBEM, SOURCES, Import, source

Graph = dict[str, set[str]]


def rings(graph: Graph) -> list[list[str]]:
    """Groups of modules that reach each other by imports (Tarjan)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        stack.append(name)
        for other in sorted(graph.get(name, ())):
            if other not in index:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in stack:
                low[name] = min(low[name], index[other])
        if low[name] == index[name]:
            ring = []
            while not ring or ring[-1] != name:
                ring.append(stack.pop())
            if len(ring) > 1 or name in graph.get(name, ()):
                found.append(sorted(ring))

    for name in sorted(graph):
        if name not in index:
            visit(name)
    return found


def module(path: Path) -> str:
    return ".".join(path.relative_to(PBEM.parent).with_suffix("").parts).removesuffix(".__init__")


def named(statement: Import, known: set[str]) -> set[str]:
    """The modules that a statement names: `from package import module` means the module, not the package."""
    if not statement.names:
        return {statement.module} & known
    whole = {f"{statement.module}.{name}" for name in statement.names}
    return (whole & known) | ({statement.module} & known if whole - known else set())


def graph() -> Graph:
    """Every import of every module, those inside functions and those for types among them."""
    known = {module(path) for path in SOURCES}
    return {module(path): set().union(*(named(one, known) for one in source(path).imports)) for path in SOURCES}


def test_nothing_imports_what_imports_it() -> None:
    """A type that goes the other way is a protocol beside whoever uses it (`pbem/desk/interface.py`); code that does
    belongs elsewhere."""
    assert rings(graph()) == []


def test_imports_are_read_late_and_for_types_too() -> None:
    """`Session.commit` prepares a commit, and the rooms of the desk know a session by its description."""
    found = graph()
    assert "pbem.desk.games.preparation" in found["pbem.desk.desk"]
    assert "pbem.desk.interface" in found["pbem.desk.games.preparation"]
    assert "pbem.desk.interface" in found["pbem.desk.walk"]


def test_rings_are_found() -> None:
    assert rings({"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": set()}) == [["a", "b", "c"]]
    assert rings({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []
    known = {"pbem.core", "pbem.core.table"}
    assert named(Import(1, "pbem.core", ("table",), 0), known) == {"pbem.core.table"}
    assert named(Import(1, "pbem.core.table", ("Table",), 1), known) == {"pbem.core.table"}
    assert named(Import(1, "pbem.core", ("table", "VERSION"), 0), known) == known
