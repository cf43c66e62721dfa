"""The map: hexes, what lies beside what, and the regions that rivers and camels make of it.

A hex is named by column letter and row number (`D4`), an edge by the two hexes it separates (`D4|E4`, the smaller name
first), a region by its first hex (its *anchor*). Nothing here changes: the table keeps its camels, and `Board.lay`
works out once for each set of camels what follows from them (A-ENG-2).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pbem.titles.ankh.map.caravans import Line, Region, lines_of

__all__ = ["DIRECTIONS", "Board", "Lay", "edge"]

DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
"""Clockwise from the top, as in the tables; places in `Board.around`."""

STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
CORNERS = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))
"""Corners around a centre: the edge in direction n joins corners n and n + 1."""
MOST_LAYS = 512


def edge(one: str, other: str) -> str:
    return f"{one}|{other}" if one < other else f"{other}|{one}"


class Board:
    """The printed map (A-MAP-1)."""

    def __init__(self, raw: Mapping[str, Any], least: int = 6) -> None:
        self.least = least
        """Land spaces that a region keeps at least when a caravan cuts it (A-CARA-3)."""
        rows = raw["hexes"]
        self.hexes: tuple[str, ...] = tuple(row["id"] for row in rows)
        self.place: dict[str, tuple[int, int]] = {row["id"]: (row["q"], row["r"]) for row in rows}
        self.columns: dict[str, tuple[int, int]] = {row["id"]: (row["col"], row["row"]) for row in rows}
        self.terrain: dict[str, str] = {row["id"]: row["terrain"] for row in rows}
        self.country: dict[str, str] = {row["id"]: row["start_region"] or "" for row in rows}
        """Part of the country: delta, west, east (A-MAP-2)."""
        self.land = tuple(name for name in self.hexes if self.terrain[name] != "water")
        self.water = tuple(name for name in self.hexes if self.terrain[name] == "water")
        self.is_water = frozenset(self.water)
        self.rivers = frozenset(edge(*pair) for pair in raw["river_edges"])
        self.spelled = {name.lower(): name for name in self.hexes}
        self.around = self._around()
        self._within: dict[tuple[str, int], tuple[str, ...]] = {}
        self.ends = self._ends()
        """The two corners of each edge between two hexes."""
        self.corners = {name: self._corners(name) for name in self.hexes}
        self.margin = self._margin()
        """Corners that touch River, Water or the rim, where a line of Camels may end on the bare map (A-CARA-2)."""
        self._lays: dict[tuple[str, ...], Lay] = {}
        self._lines: dict[tuple[tuple[str, ...], frozenset[str], int], list[Line]] = {}

    def _around(self) -> dict[str, tuple[str, ...]]:
        """List the neighbours of a hex in the order of `DIRECTIONS`; an empty text beyond the rim."""
        at = {place: name for name, place in self.place.items()}
        return {name: tuple(at.get((q + dq, r + dr), "") for dq, dr in STEPS) for name, (q, r) in self.place.items()}

    def distance(self, one: str, other: str) -> int:
        dq, dr = (a - b for a, b in zip(self.place[one], self.place[other], strict=True))
        return (abs(dq) + abs(dr) + abs(dq + dr)) // 2

    def within(self, name: str, most: int) -> tuple[str, ...]:
        """List land spaces at most so far away, the nearest first (A-MOVE-2)."""
        found = self._within.get((name, most))
        if found is None:
            found = self._within[name, most] = self._reach(name, most)
        return found

    def _reach(self, name: str, most: int) -> tuple[str, ...]:
        """Go ring by ring: on this map the way over existing hexes is as short as the plain distance."""
        rings, seen = [[name]], {"", name}
        for _ in range(most):
            ring = sorted({other for inner in rings[-1] for other in self.around[inner] if other not in seen})
            rings.append(ring)
            seen.update(ring)
        return tuple(other for ring in rings[1:] for other in ring if other not in self.is_water)

    def _corners(self, name: str) -> tuple[tuple[int, int], ...]:
        q, r = self.place[name]
        return tuple((3 * q + dx, 2 * r + q + dy) for dx, dy in CORNERS)

    def _ends(self) -> dict[str, tuple[tuple[int, int], tuple[int, int]]]:
        ends = {}
        for name in self.hexes:
            corners = self._corners(name)
            for at, other in enumerate(self.around[name]):
                if other:
                    ends[edge(name, other)] = (corners[at], corners[(at + 1) % 6])
        return ends

    def _margin(self) -> frozenset[tuple[int, int]]:
        touching = Counter(corner for name in self.hexes for corner in self.corners[name])
        wet = (corner for name in self.water for corner in self.corners[name])
        flowing = (corner for river in self.rivers for corner in self.ends[river])
        return frozenset((*(corner for corner, hexes in touching.items() if hexes < 3), *wet, *flowing))

    def edges_of(self, name: str) -> Iterable[str]:
        return (edge(name, other) for other in self.around[name] if other)

    def lay(self, camels: Sequence[str]) -> Lay:
        """Work out what follows from camels on these edges."""
        key = tuple(camels)
        found = self._lays.get(key)
        if found is None:
            if len(self._lays) >= MOST_LAYS:
                self._lays.clear()
            found = self._lays[key] = Lay(self, key)
        return found

    def lines(self, lay: Lay, anchor: str, most: int) -> list[Line]:
        """List legal caravans of a region. They depend on its spaces and on what is closed between them, not on Camels
        elsewhere: a corner that one of those touches has a River, a Camel or Water of its own."""
        spaces = lay.spaces[anchor]
        inner = frozenset(name for name in lay.closed if lay.inside(name, anchor))
        found = self._lines.get((spaces, inner, most))
        if found is None:
            if len(self._lines) >= MOST_LAYS:
                self._lines.clear()
            region = Region(spaces, lay.adjacent, self.ends)
            borders = self.margin.union(corner for name in lay.camels for corner in self.ends[name])
            found = self._lines[spaces, inner, most] = lines_of(region, borders, most, self.least)
        return found


class Lay:
    """The map with its camels: adjacency, regions, water, and the caravans that could come."""

    def __init__(self, board: Board, camels: tuple[str, ...]) -> None:
        self.board = board
        self.camels = camels
        self.closed = board.rivers.union(camels)
        self.adjacent = {name: self._adjacent(name) for name in board.hexes}
        """A-ADJ-1, A-ADJ-2."""
        self.anchor: dict[str, str] = {}
        """Region of each land space."""
        self.spaces: dict[str, tuple[str, ...]] = {}
        """Land spaces of each region (A-REG-1)."""
        for name in board.land:
            if name not in self.anchor:
                self._fill(name)
        self.regions_of = {name: self._regions_of(name) for name in board.hexes}
        """A land space is in one region, water in every one it touches (A-MAP-5)."""
        self.within = {anchor: self._within(anchor) for anchor in self.spaces}
        """All hexes of a region, the water it touches among them."""
        self._lines: dict[int, dict[str, list[Line]]] = {}

    def _adjacent(self, name: str) -> tuple[str, ...]:
        water = self.board.is_water
        return tuple(
            other
            for other in self.board.around[name]
            if other and (name in water or other in water or edge(name, other) not in self.closed)
        )

    def _fill(self, start: str) -> None:
        """Fill a region: a maximal set of land spaces joined over open edges (A-REG-1)."""
        water = self.board.is_water
        found, todo = {start}, [start]
        while todo:
            for other in self.adjacent[todo.pop()]:
                if other not in found and other not in water:
                    found.add(other)
                    todo.append(other)
        self.spaces[start] = tuple(name for name in self.board.land if name in found)
        self.anchor.update(dict.fromkeys(found, start))

    def _regions_of(self, name: str) -> tuple[str, ...]:
        if name in self.anchor:
            return (self.anchor[name],)
        touched = {self.anchor[other] for other in self.board.around[name] if other in self.anchor}
        return tuple(sorted(touched))

    def _within(self, anchor: str) -> frozenset[str]:
        touched = [name for name in self.board.water if anchor in self.regions_of[name]]
        return frozenset((*self.spaces[anchor], *touched))

    def lines(self, most: int) -> dict[str, list[Line]]:
        """List legal caravans of at most so many camels, by region (A-CARA)."""
        found = self._lines.get(most)
        if found is None:
            found = self._lines[most] = {anchor: self.board.lines(self, anchor, most) for anchor in self.spaces}
        return found

    def inside(self, edge: str, anchor: str) -> bool:
        """Tell whether both spaces of an edge lie in a region."""
        return all(self.anchor.get(name) == anchor for name in edge.split("|"))
