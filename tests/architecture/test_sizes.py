"""Functions and files that can be read at a glance, and no folder without rooms."""

from __future__ import annotations

from tests.architecture.source import PBEM, SOURCES, relative, source

LINES, FILE, COMMANDS = 49, 450, 26


def test_functions_are_short() -> None:
    long = {
        f"{relative(path)} {name}": lines
        for path in SOURCES
        for name, lines in source(path).functions.items()
        if lines > LINES
    }
    assert long == {}


def test_files_are_short() -> None:
    lengths = {relative(path): path.read_bytes().count(b"\n") for path in SOURCES}
    assert {path: n for path, n in lengths.items() if n > FILE} == {}


def test_the_command_line_has_few_modules() -> None:
    assert len(list((PBEM / "cli").glob("*.py"))) <= COMMANDS
