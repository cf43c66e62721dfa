"""Data on standard output, notes on standard error; nothing from outside reaches a terminal unescaped."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from typing import Any


def visible(text: str) -> str:
    """Text with control characters shown as escapes, so that no foreign text can steer a terminal (fault 265)."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in "\n\t" else c.encode("unicode_escape").decode() for c in text)


_printed: list[bool] = []


def begin() -> None:
    """A new command: no document is printed yet."""
    _printed.clear()


def has_printed() -> bool:
    """Whether the command's one JSON document is out."""
    return bool(_printed)


def print_json(document: Any) -> None:
    _printed.append(True)
    sys.stdout.write(json.dumps(document, ensure_ascii=False, indent=2) + "\n")


def out(text: str = "") -> None:
    sys.stdout.write(visible(text) + "\n")


def note(text: str) -> None:
    sys.stderr.write(f"pbem: {visible(text)}\n")


def table(rows: Iterable[Sequence[str]], heads: Sequence[str]) -> None:
    """Aligned columns on a terminal, tab-separated fields for scripts."""
    lines = [list(row) for row in rows]
    if not sys.stdout.isatty():
        for row in lines:
            out("\t".join(row))
        return
    widths = [max(len(cell) for cell in column) for column in zip(heads, *lines, strict=True)]
    for row in [list(heads), *lines]:
        out("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
