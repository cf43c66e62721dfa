"""The board and a reader's own things as documents."""

from __future__ import annotations

from pbem.core.document import Doc, Para, Section
from pbem.titles.ankh.view_models import AnkhView

__all__ = ["board", "own"]


def board(v: AnkhView) -> Doc:
    """Devotion from most to least, and what stands in each region."""
    ranks = [Para(f"{s}: Devotion {stack.space}") for stack in v.stacks[::-1] for s in stack.sides[::-1]]
    regions = [
        Para(f"Region {r.token}: {r.outcome}; " + ", ".join(f"{s.side} {s.units} units" for s in r.shares))
        for r in v.regions
    ]
    return Doc([Section("Devotion", [*ranks]), Section("Regions", [*regions])])


def own(v: AnkhView) -> Doc:
    mine = next((god for god in v.gods if god.seat == v.side), None)
    if v.reader is None or mine is None:
        return Doc([])
    text = f"Followers {mine.followers}, Warriors in the pool {mine.warriors}, cards in hand {', '.join(mine.hand)}."
    return Doc([Section("", [Para(text)])])
