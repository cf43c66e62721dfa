"""The map: neighbours by coordinates, adjacency, regions, caravans (A-MAP, A-REG, A-ADJ, A-CARA)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from pbem.titles.ankh.components import default_raw

Edge = frozenset[str]

SOURCE = "".join(path.read_text(encoding="utf-8") for path in sorted(Path(__file__).parent.glob("*.py")))


def read_here(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows that this program names. Powers and Policy cards are read here one by one; one that is not is left out
    of the tables with which both programs play."""
    return [row for row in rows if f'"{row["id"]}"' in SOURCE or f"use_{row['id']}(" in SOURCE]


RAW: dict[str, Any] = default_raw()
RAW["ankh_powers"]["list"] = read_here(RAW["ankh_powers"]["list"])
AT = {row["id"]: (row["q"], row["r"]) for row in RAW["map"]["hexes"]}
NAMED = {place: name for name, place in AT.items()}
TERRAIN = {row["id"]: row["terrain"] for row in RAW["map"]["hexes"]}
RIVERS = frozenset(frozenset(pair) for pair in RAW["map"]["river_edges"])
COMPASS = {"N": (0, -1), "NE": (1, -1), "SE": (1, 0), "S": (0, 1), "SW": (-1, 1), "NW": (-1, 0)}
DIRECTIONS = list(COMPASS)
CORNERS = {
    "N": ("NW", "NE"),
    "NE": ("NE", "E"),
    "SE": ("E", "SE"),
    "S": ("SE", "SW"),
    "SW": ("SW", "W"),
    "NW": ("W", "NW"),
}
CORNER_AT = {"E": (2, 0), "SE": (1, 1), "SW": (-1, 1), "W": (-2, 0), "NW": (-1, -1), "NE": (1, -1)}


def water(name: str) -> bool:
    return TERRAIN[name] == "water"


def beside(name: str, direction: str) -> str | None:
    """The hex in a direction; None beyond the rim."""
    (q, r), (dq, dr) = AT[name], COMPASS[direction]
    return NAMED.get((q + dq, r + dr))


def distance(one: str, other: str) -> int:
    dq, dr = AT[one][0] - AT[other][0], AT[one][1] - AT[other][1]
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


def within(name: str, far: int) -> list[str]:
    return [other for other in AT if other != name and distance(name, other) <= far]


class Ground:
    """The map with camels on it."""

    def __init__(self, camels: frozenset[Edge]) -> None:
        self.camels = camels
        self.closed = RIVERS | camels
        self.around = {name: [o for d in DIRECTIONS if (o := beside(name, d)) and self.open(name, o)] for name in AT}
        self.regions = self._regions()

    def open(self, one: str, other: str) -> bool:
        """A-ADJ-1, A-ADJ-2"""
        return water(one) or water(other) or frozenset((one, other)) not in self.closed

    def _regions(self) -> list[frozenset[str]]:
        """Land only, by spreading numbers until none changes."""
        number = {name: at for at, name in enumerate(AT) if not water(name)}
        changed = True
        while changed:
            changed = False
            for name in number:
                least = min(number[o] for o in [name, *self.around[name]] if o in number)
                changed |= least != number[name]
                number[name] = least
        return [frozenset(n for n in number if number[n] == low) for low in sorted(set(number.values()))]

    def whole(self, region: frozenset[str]) -> frozenset[str]:
        """A region with the water that it touches, river or not (A-MAP-5)."""
        wet = {n for n in AT if water(n) and any(beside(n, d) in region for d in DIRECTIONS)}
        return region | wet

    def lines(self, most: int) -> list[frozenset[Edge]]:
        """Every line of camels that cuts one region in two (A-CARA-1 to A-CARA-3): all simple paths of so many edges,
        wherever they end, of which those stay that leave exactly two parts, large enough, and lie between them."""
        ways: dict[tuple[int, int], list[tuple[Edge, tuple[int, int]]]] = {}
        for name in AT:
            for direction in DIRECTIONS[:3]:
                other = beside(name, direction)
                line = frozenset((name, other or ""))
                if other is None or water(name) or water(other) or line in self.closed:
                    continue
                one, two = (corner(name, at) for at in CORNERS[direction])
                ways.setdefault(one, []).append((line, two))
                ways.setdefault(two, []).append((line, one))
        found: set[frozenset[Edge]] = set()
        tried: set[frozenset[Edge]] = set()
        for start in ways:
            for path in paths(ways, (start,), (), most):
                line_set = frozenset(path)
                if line_set not in tried:
                    tried.add(line_set)
                    if self.cuts(line_set):
                        found.add(line_set)
        return sorted(found, key=sorted_line)

    def cuts(self, line: frozenset[Edge]) -> bool:
        some = min(min(line, key=sorted))
        region = next(region for region in self.regions if some in region)
        first = self.part(some, line)
        rest = region - first
        if min(len(first), len(rest)) < RAW["limits"]["min_region_spaces"]:
            return False
        return self.part(min(rest), line) == rest and all(len(first & camel) == 1 for camel in line)

    def part(self, start: str, line: frozenset[Edge]) -> frozenset[str]:
        found, todo = {start}, [start]
        while todo:
            name = todo.pop()
            for other in self.around[name]:
                if not water(other) and other not in found and frozenset((name, other)) not in line:
                    found.add(other)
                    todo.append(other)
        return frozenset(found)


def corner(name: str, at: str) -> tuple[int, int]:
    (q, r), (x, y) = AT[name], CORNER_AT[at]
    return 3 * q + x, 2 * r + q + y


def paths(ways: Any, seen: tuple[Any, ...], line: tuple[Edge, ...], most: int) -> Iterator[tuple[Edge, ...]]:
    if line:
        yield line
    if len(line) < most:
        for name, end in ways[seen[-1]]:
            if end not in seen:
                yield from paths(ways, (*seen, end), (*line, name), most)


def sorted_line(line: frozenset[Edge]) -> list[list[str]]:
    return sorted(sorted(name) for name in line)


@cache
def ground(camels: frozenset[Edge]) -> Ground:
    return Ground(camels)


@cache
def lines(camels: frozenset[Edge], most: int) -> list[frozenset[Edge]]:
    return ground(camels).lines(most)
