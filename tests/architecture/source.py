"""What the files of `pbem` import, call and define. Each is parsed once for all tests; its tree, which is large, is not
kept."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple

PBEM = Path(__file__).parents[2] / "pbem"
SOURCES = sorted(PBEM.rglob("*.py"))


class Import(NamedTuple):
    """One statement: `from module import names`, or `import module` without names."""

    line: int
    module: str
    names: tuple[str, ...]
    inside: int
    """How many functions stand around it."""


class Call(NamedTuple):
    line: int
    owner: str
    """What stands before the dot: a name or a path of names, `?` for anything else."""
    name: str
    given: bool
    """Whether anything is passed by position."""


@dataclass
class Source:
    imports: list[Import] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    functions: dict[str, int] = field(default_factory=dict)
    """Lines of each; of those with one name, of the longest."""
    functions_in_all: int = 0
    attributes: set[str] = field(default_factory=set)
    openings: list[tuple[int, str]] = field(default_factory=list)
    """How docstrings of functions that are no properties begin, with their lines."""


@cache
def source(path: Path) -> Source:
    found = Source()
    _read(ast.parse(path.read_bytes(), str(path)), 0, found, path)
    return found


def _read(node: ast.AST, inside: int, found: Source, path: Path) -> None:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        inside += 1
        found.functions_in_all += 1
        lines = (node.end_lineno or node.lineno) - node.lineno + 1
        found.functions[node.name] = max(lines, found.functions.get(node.name, 0))
        if (text := ast.get_docstring(node)) and not any(map(_makes_property, node.decorator_list)):
            found.openings.append((node.lineno, text[:60]))
    elif isinstance(node, ast.Import):
        found.imports += [Import(node.lineno, name.name, (), inside) for name in node.names]
    elif isinstance(node, ast.ImportFrom):
        assert node.level == 0, f"{path}:{node.lineno}: write imports in full"
        names = tuple(name.name for name in node.names)
        found.imports.append(Import(node.lineno, node.module or "", names, inside))
    elif isinstance(node, ast.Attribute):
        found.attributes.add(node.attr)
    elif isinstance(node, ast.Call):
        called = node.func
        if isinstance(called, ast.Name):
            found.calls.append(Call(called.lineno, "", called.id, bool(node.args)))
        elif isinstance(called, ast.Attribute):
            found.calls.append(Call(called.lineno, _dotted(called.value), called.attr, bool(node.args)))
    for child in ast.iter_child_nodes(node):
        _read(child, inside, found, path)


def _makes_property(decorator: ast.AST) -> bool:
    """A property is read like a field, so its docstring names what it is."""
    return _dotted(decorator).endswith(("property", ".setter"))


def _dotted(node: ast.AST) -> str:
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute) and (before := _dotted(node.value)) != "?":
        return f"{before}.{node.attr}"
    return "?"


def relative(path: Path) -> str:
    return path.relative_to(PBEM.parent).as_posix()
