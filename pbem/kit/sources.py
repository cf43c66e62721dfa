"""Component tables for people: every value beside its mark, so that they can be compared with the box.

A house value is marked `(house)` wherever it is shown; `(public)` and `(owner)` mark the other sources that are not the
rulebooks themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from textwrap import fill, wrap
from typing import Any

from pbem.core.words import Catalogue, said

WIDTH = 78


def house_values(raw: Mapping[str, Any]) -> list[str]:
    """List the paths of all objects that are still house values."""
    return [path for path, node in walk_tables(raw, "") if node.get("source") == "house"]


def part(title: str, lines: Iterable[str], words: Catalogue | None = None) -> str:
    """Write a heading with its lines, in the words of a language (None: English)."""
    head = said(title, words)
    return f"{head}\n{'-' * len(head)}\n{filled(lines, words)}\n"


def filled(lines: Iterable[str], words: Catalogue | None, indent: str = "    ") -> str:
    """Write lines in a language, none longer than the page; what is left of a line stands below it."""
    return "\n".join(fill(said(line, words), WIDTH, subsequent_indent=indent, break_on_hyphens=False) for line in lines)


def mark_of(node: Any, inherited: Mapping[str, Any] | None = None) -> str:
    """Return ` (house)` and the like for an object, or for what its parent says if it has no source of its own."""
    source = node.get("source") if isinstance(node, Mapping) else None
    if source is None and inherited is not None:
        source = inherited.get("source")
    return f" ({source})" if source in ("house", "public", "owner") else ""


def walk_tables(node: Any, path: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    if isinstance(node, Mapping):
        yield path, node
        for key, below in node.items():
            yield from walk_tables(below, f"{path}.{key}" if path else key)
    elif isinstance(node, list):
        for i, below in enumerate(node):
            label = below.get("id", i) if isinstance(below, Mapping) else i
            yield from walk_tables(below, f"{path}[{label}]")


def hanging(ident: str, text: str, indent: int = 0) -> str:
    first = " " * indent + f"{ident}  "
    return "\n".join(wrap(text, WIDTH, initial_indent=first, subsequent_indent=" " * (indent + 4)))


def indented(text: str) -> str:
    return fill(text, WIDTH, initial_indent="  ", subsequent_indent="    ")
