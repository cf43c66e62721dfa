"""Component tables that were brought into the form which rules read, kept by what they say.

Whoever checks a folder of games meets the same tables again and again, and building them costs more than comparing.
"""

from __future__ import annotations

from collections.abc import Callable
from marshal import dumps
from typing import Any

from pbem.core.titles import Title

__all__ = ["Prepared"]

MOST = 8
"""How many are kept."""


class Prepared:
    """The prepared tables of a title; `build` makes the base game's of all tables, then each module adds its own."""

    def __init__(self, build: Callable[[dict[str, Any]], Any]) -> None:
        self.build = build
        self.kept: dict[bytes, Any] = {}

    def of(self, title: Title, raw: dict[str, Any]) -> Any:
        """Return the tables of a box, prepared once."""
        key = dumps(raw, 2)
        if key not in self.kept:
            found = self.build(raw)  # the house values of all tables are marked
            for name, tables in title.split_components(raw)[1].items():
                found = title.module(name).prepare(found, tables)
            if len(self.kept) >= MOST:
                self.kept.clear()
            self.kept[key] = found
        return self.kept[key]
