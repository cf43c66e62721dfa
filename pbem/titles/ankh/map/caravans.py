"""Caravans: every line of camels that may be laid on a map (A-CARA).

A line is a simple path of edges whose two ends touch a border (River, Water, Camel, rim) and whose inner corners do
not. It is legal if it cuts its region into exactly two, each large enough.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pbem.titles.ankh.map.geometry import Lay

__all__ = ["Line", "lines_of"]

Corner = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Line:
    """One legal line: its edges in a fixed order, and the two parts that it makes."""

    edges: tuple[str, ...]
    parts: tuple[frozenset[str], frozenset[str]]

    @property
    def sizes(self) -> tuple[int, int]:
        one, other = map(len, self.parts)
        return (one, other) if one <= other else (other, one)


def lines_of(lay: Lay, most: int, least: int) -> dict[str, list[Line]]:
    """Legal lines of at most `most` camels by region, the most even cuts first (A-CARA-1 to A-CARA-3)."""
    found: dict[str, dict[tuple[str, ...], Line]] = {anchor: {} for anchor in lay.spaces}
    if most < 1:
        return {anchor: [] for anchor in found}
    borders = _borders(lay)
    ways = _ways(lay)
    for start in sorted(borders):
        for path in _paths(ways, borders, start, most):
            edges = tuple(sorted(path))
            anchor = lay.anchor[edges[0].split("|")[0]]
            if edges not in found[anchor]:
                parts = _parts(lay, anchor, frozenset(edges))
                if parts is not None and min(map(len, parts)) >= least:
                    found[anchor][edges] = Line(edges, parts)
    return {
        anchor: sorted(lines.values(), key=lambda line: (-line.sizes[0], len(line.edges), line.edges))
        for anchor, lines in found.items()
    }


def _borders(lay: Lay) -> set[Corner]:
    """Corners that touch River, Water, Camel or the rim (A-CARA-2)."""
    board = lay.board
    touching: dict[Corner, int] = {}
    found: set[Corner] = set()
    for name in board.hexes:
        for corner in board.corners[name]:
            touching[corner] = touching.get(corner, 0) + 1
            if name in board.is_water:
                found.add(corner)
    found.update(corner for corner, hexes in touching.items() if hexes < 3)
    found.update(corner for closed in lay.closed for corner in board.ends[closed])
    return found


def _ways(lay: Lay) -> dict[Corner, list[tuple[str, Corner]]]:
    """From each corner along edges between two land spaces that carry neither River nor Camel (A-CARA-1)."""
    board = lay.board
    ways: dict[Corner, list[tuple[str, Corner]]] = {}
    for name, (one, other) in board.ends.items():
        first, second = name.split("|")
        if name not in lay.closed and first not in board.is_water and second not in board.is_water:
            ways.setdefault(one, []).append((name, other))
            ways.setdefault(other, []).append((name, one))
    return ways


def _paths(
    ways: dict[Corner, list[tuple[str, Corner]]], borders: set[Corner], start: Corner, most: int
) -> Iterator[list[str]]:
    """Simple paths from one border corner to another that keep clear of borders on the way."""
    todo: list[tuple[Corner, list[str], list[Corner]]] = [(start, [], [start])]
    while todo:
        at, path, seen = todo.pop()
        for name, corner in ways.get(at, ()):
            if corner in seen:
                continue
            if corner in borders:
                if start < corner:  # the other way round it is the same line
                    yield [*path, name]
            elif len(path) + 1 < most:
                todo.append((corner, [*path, name], [*seen, corner]))


def _parts(lay: Lay, anchor: str, line: frozenset[str]) -> tuple[frozenset[str], frozenset[str]] | None:
    """The two parts that a line leaves of a region, if it leaves two and lies between them (A-CARA-3)."""
    pairs = [name.split("|") for name in line]
    one = _filled(lay, pairs[0][0], line)
    other = _filled(lay, pairs[0][1], line)
    if pairs[0][1] in one or len(one) + len(other) != len(lay.spaces[anchor]):
        return None
    if any((first in one) == (second in one) for first, second in pairs):
        return None
    return one, other


def _filled(lay: Lay, start: str, line: frozenset[str]) -> frozenset[str]:
    water = lay.board.is_water
    found, todo = {start}, [start]
    while todo:
        name = todo.pop()
        for other in lay.adjacent[name]:
            if other in found or other in water:
                continue
            if (f"{name}|{other}" if name < other else f"{other}|{name}") not in line:
                found.add(other)
                todo.append(other)
    return frozenset(found)
