"""Long lists in a few lines: moves and summons by unit, caravans by their most even cuts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pbem.core.words import Count, Say, Word

if TYPE_CHECKING:
    from pbem.titles.ankh.map.caravans import Line
    from pbem.titles.ankh.state import Ankh

__all__ = ["by_unit", "even_cuts"]

CUTS = 2
"""Caravans that a mail lists for each region."""


def by_unit(name: str, options: Sequence[str]) -> list[str]:
    """Write `# god B5: A3 A4 B2`: where each unit may go, or be summoned; the first line is an example to edit."""
    if not options:
        return []
    reach: dict[str, list[str]] = {}
    for key in options:
        unit, _, place = key.rpartition("-" if "-" in key else " ")
        reach.setdefault(unit, []).append(place)
    joint = "-" if "-" in options[0] else " "
    example = ", ".join(f"{unit}{joint}{places[0]}" for unit, places in list(reach.items())[:2])
    return [f"{name}: {example}  # " + Say("for example"),
            *(Word(f"# {unit}: {' '.join(sorted(places))}") for unit, places in reach.items())]  # fmt: skip


def even_cuts(t: Ankh, lines: Sequence[Line]) -> list[str]:
    """List the most even lines of each region, and how to get the others (A-CARA-2)."""
    said: list[str] = []
    shown: dict[int, int] = {}
    for line in lines:
        token = t.tokens_at(line.edges[0].split("|")[0])[0]
        shown[token] = shown.get(token, 0) + 1
        if shown[token] <= CUTS:
            small, large = line.sizes
            sizes = Say("region {token}: {small} and {large} spaces", token=token, small=small, large=large)
            said.append(f"caravan: {' '.join(line.edges)}  # " + sizes)
    more = sum(shown.values()) - len(said)
    lines_more = Count(more, "{n} more line", "{n} more lines")
    way = Say(
        "{lines}: `options caravan` lists the edges, `options after caravan: EDGE` what goes on", lines=lines_more
    )
    return [*said, *(["# " + way] if more else []), Word("caravan: none")]
