"""The board and a reader's own things as documents."""

from __future__ import annotations

from pbem.core.document import Doc, Para, Section
from pbem.titles.ankh.show.board import sections
from pbem.titles.ankh.view_models import AnkhView

__all__ = ["board", "own"]


def board(v: AnkhView) -> Doc:
    """The whole board: what comes next, the map, and what lies beside it."""
    return Doc(sections(v))


def own(v: AnkhView) -> Doc:
    mine = next((god for god in v.gods if god.seat == v.side), None)
    if v.reader is None or mine is None:
        return Doc([])
    text = f"Followers {mine.followers}, Warriors in the pool {mine.warriors}, cards in hand {', '.join(mine.hand)}."
    return Doc([Section("", [Para(text)])])
