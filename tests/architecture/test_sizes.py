"""Functions and files that can be read at a glance, and no folder without rooms."""

from __future__ import annotations

import ast

from tests.architecture.test_arrows import PBEM, SOURCES, relative

LINES, FILE, COMMANDS = 49, 450, 26


def test_functions_are_short() -> None:
    long = {
        f"{relative(path)} {node.name}": node.end_lineno - node.lineno + 1
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        if node.end_lineno is not None and node.end_lineno - node.lineno >= LINES
    }
    assert long == {}


def test_files_are_short() -> None:
    lengths = {relative(path): path.read_bytes().count(b"\n") for path in SOURCES}
    assert {path: n for path, n in lengths.items() if n > FILE} == {}


def test_the_command_line_has_few_modules() -> None:
    assert len(list((PBEM / "cli").glob("*.py"))) <= COMMANDS
