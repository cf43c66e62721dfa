"""Caravans: every line of camels that may be laid on a map (A-CARA).

A line is a simple path of edges whose two ends touch a border (River, Water, Camel, rim) and whose inner corners do
not. It is legal if it cuts its region into exactly two, each large enough.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

__all__ = ["Line", "Region", "lines_of"]

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


def lines_of(region: Region, borders: frozenset[Corner], most: int, least: int) -> list[Line]:
    """Find legal lines of at most `most` camels in a region, the most even cuts first (A-CARA-1 to A-CARA-3); `borders`
    are the corners where one may end."""
    found: dict[tuple[str, ...], Line] = {}
    for start in sorted(region.ways.keys() & borders) if most > 0 else ():
        for path in _paths(region.ways, borders, start, most):
            edges = tuple(sorted(path))
            if edges not in found:
                parts = region.parts(edges, least)
                if parts is not None:
                    found[edges] = Line(edges, parts)
    return sorted(found.values(), key=lambda line: (-line.sizes[0], len(line.edges), line.edges))


class Region:
    """A region's land spaces as bits of numbers: what lies beside what, and the corners that a line may follow."""

    def __init__(
        self,
        spaces: Sequence[str],
        adjacent: Mapping[str, Sequence[str]],
        ends: Mapping[str, tuple[Corner, Corner]],
    ) -> None:
        at = {name: place for place, name in enumerate(spaces)}
        self.spaces = spaces
        self.beside: list[int] = [0] * len(spaces)
        self.sides: dict[str, tuple[int, int]] = {}
        """The two spaces of each edge that may carry a Camel: neither River nor Camel, no Water (A-CARA-1)."""
        self.ways: dict[Corner, list[tuple[str, Corner]]] = {}
        """From each corner along such edges."""
        for name in spaces:
            for other in adjacent[name]:
                if other in at:
                    self.beside[at[name]] |= 1 << at[other]
                    if name < other:
                        self._join(f"{name}|{other}", at[name], at[other], ends)

    def _join(self, edge: str, one: int, other: int, ends: Mapping[str, tuple[Corner, Corner]]) -> None:
        self.sides[edge] = one, other
        first, second = ends[edge]
        self.ways.setdefault(first, []).append((edge, second))
        self.ways.setdefault(second, []).append((edge, first))

    def parts(self, line: Sequence[str], least: int) -> tuple[frozenset[str], frozenset[str]] | None:
        """Return the two parts that a line leaves of the region, if it leaves two that are large enough and lies
        between them (A-CARA-3)."""
        sides = [self.sides[edge] for edge in line]
        one = self._filled(sides[0][0], sides)
        rest = (1 << len(self.spaces)) - 1 & ~one
        if any((one >> first & 1) == (one >> second & 1) for first, second in sides):
            return None
        if min(one.bit_count(), rest.bit_count()) < least or self._filled(sides[0][1], sides) != rest:
            return None
        return self._named(one), self._named(rest)

    def _filled(self, start: int, cut: Sequence[tuple[int, int]]) -> int:
        """Find what can be reached from a space without crossing the line."""
        beside = self.beside
        closed: dict[int, int] = {}
        for first, second in cut:
            closed[first] = closed.get(first, 0) | 1 << second
            closed[second] = closed.get(second, 0) | 1 << first
        found = todo = 1 << start
        while todo:
            lowest = todo & -todo
            place = lowest.bit_length() - 1
            new = beside[place] & ~found
            if place in closed:
                new &= ~closed[place]
            found |= new
            todo = todo ^ lowest | new
        return found

    def _named(self, bits: int) -> frozenset[str]:
        return frozenset(name for place, name in enumerate(self.spaces) if bits >> place & 1)


def _paths(
    ways: dict[Corner, list[tuple[str, Corner]]], borders: frozenset[Corner], start: Corner, most: int
) -> Iterator[list[str]]:
    """Yield simple paths from one border corner to another that keep clear of borders on the way."""
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
