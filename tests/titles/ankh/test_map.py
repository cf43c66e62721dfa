"""The map: adjacency, regions, caravans on the bare map and in every set-up (A-MAP, A-REG, A-ADJ, A-CARA)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pbem.titles.ankh.components import default_components, default_raw
from pbem.titles.ankh.map.caravans import Line
from pbem.titles.ankh.map.geometry import Board, Lay, edge

VECTORS: dict[str, Any] = json.loads(Path(__file__).with_name("vectors.json").read_text())
DATA = default_components()
BOARD = DATA.board
BARE = BOARD.lay(())
SCENARIOS = [(name, n) for name in ("middle-kingdom", "old-kingdom", "peoples-revolt") for n in range(2, 6)]


def test_the_map_has_its_hexes() -> None:
    """A-MAP-1: 101 hexes, 43 flood, 39 desert, 19 water; 31 river edges."""
    assert Counter(BOARD.terrain.values()) == {"flood": 43, "desert": 39, "water": 19}
    assert len(BOARD.ends) == VECTORS["map_edges_between_hexes"]
    assert len(BOARD.rivers) == VECTORS["river_edges"]


def test_three_start_regions() -> None:
    """A-MAP-2, A-REG-3: Delta 22, West 32, East 28; water is not counted."""
    assert {BOARD.country[anchor]: len(spaces) for anchor, spaces in BARE.spaces.items()} == {
        "delta": 22, "west": 32, "east": 28,
    }  # fmt: skip


@pytest.mark.parametrize("pair", VECTORS["pairs"], ids=lambda pair: f"{pair['a']}-{pair['b']}")
def test_pairs(pair: dict[str, Any]) -> None:
    """A-ADJ-1, A-ADJ-2: rivers part, water joins."""
    if "adjacent" in pair:
        assert (pair["b"] in BARE.adjacent[pair["a"]]) is pair["adjacent"]
        assert (edge(pair["a"], pair["b"]) in BOARD.ends) is pair["share_edge"]
    else:
        assert BOARD.distance(pair["a"], pair["b"]) == pair["distance"]


def test_water_belongs_to_every_region_it_touches() -> None:
    """A-MAP-5"""
    for name, countries in VECTORS["water_in_two_start_regions"].items():
        assert sorted(BOARD.country[anchor] for anchor in BARE.regions_of[name]) == countries
    scenario = DATA.scenario("middle-kingdom", 4)
    lay, tokens = BOARD.lay(scenario.camels), dict(scenario.tokens)
    for name, wanted in VECTORS["water_regions_middle_kingdom_4"].items():
        assert sorted(tokens[anchor] for anchor in lay.regions_of[name]) == wanted


def test_distance_is_the_way_over_existing_hexes() -> None:
    """A-MOVE-2: what is within reach by rings is what is within plain distance."""
    for name in BOARD.hexes:
        near = {other for other in BOARD.land if other != name and BOARD.distance(name, other) <= 3}
        assert set(BOARD.within(name, 3)) == near


def flood_fill(closed: frozenset[str]) -> set[frozenset[str]]:
    """Regions by joining sets, written apart from `Lay` (A-REG-1)."""
    home = {name: {name} for name in BOARD.land}
    for name in BOARD.ends:
        one, other = name.split("|")
        if name not in closed and one in home and other in home and home[one] is not home[other]:
            home[one] |= home[other]
            for member in home[other]:
                home[member] = home[one]
    return {frozenset(region) for region in home.values()}


@pytest.mark.parametrize(("name", "players"), SCENARIOS)
def test_regions_by_two_flood_fills(name: str, players: int) -> None:
    """A-REG-1, A-REG-2: the same regions both ways, one token in each."""
    scenario = DATA.scenario(name, players)
    lay = BOARD.lay(scenario.camels)
    assert {frozenset(spaces) for spaces in lay.spaces.values()} == flood_fill(lay.closed)
    assert sorted(anchor for anchor, _ in scenario.tokens) == sorted(lay.spaces)


def cuts(lay: Lay, anchor: str, most: int = 6, least: int = 6) -> set[tuple[str, ...]]:
    """Legal lines by cutting: every division into two connected parts with few edges between them (A-CARA-6). Grown
    from each space, keeping to sets whose border can still become short enough."""
    spaces = frozenset(lay.spaces[anchor])
    inner = {name: [o for o in lay.adjacent[name] if o in spaces] for name in spaces}

    def between(part: frozenset[str]) -> tuple[str, ...]:
        return tuple(sorted(edge(a, b) for a in part for b in inner[a] if b not in part))

    def connected(part: frozenset[str]) -> bool:
        todo, seen = [min(part)], {min(part)}
        while todo:
            for other in inner[todo.pop()]:
                if other in part and other not in seen:
                    seen.add(other)
                    todo.append(other)
        return len(seen) == len(part)

    found: set[tuple[str, ...]] = set()
    edges = sorted({edge(a, b) for a in spaces for b in inner[a]})
    for line in border_sets(edges, most, lay):
        rest = {name: [o for o in inner[name] if edge(name, o) not in line] for name in spaces}
        todo, part = [min(spaces)], {min(spaces)}
        while todo:
            for other in rest[todo.pop()]:
                if other not in part:
                    part.add(other)
                    todo.append(other)
        one, other_part = frozenset(part), spaces - part
        if other_part and connected(other_part) and between(one) == line and min(len(one), len(other_part)) >= least:
            found.add(line)
    return found


def border_sets(edges: list[str], most: int, lay: Lay) -> set[tuple[str, ...]]:
    """Connected sets of up to `most` edges (two edges touch where they share a corner), grown one by one."""
    touching = {
        name: [other for other in edges if other != name and set(BOARD.ends[name]) & set(BOARD.ends[other])]
        for name in edges
    }
    layer = {frozenset((name,)) for name in edges}
    found = set(layer)
    for _ in range(most - 1):
        layer = {some | {other} for some in layer for name in some for other in touching[name] if other not in some}
        layer = {some for some in layer if no_fork(some)}
        found |= layer
    return {tuple(sorted(some)) for some in found}


def no_fork(line: frozenset[str]) -> bool:
    corners = Counter(corner for name in line for corner in BOARD.ends[name])
    return max(corners.values()) <= 2


@pytest.mark.parametrize("country", ["delta", "east", "west"])
def test_caravans_on_the_bare_map(country: str) -> None:
    """A-CARA-6, A-REG-3: as many lines as the digest counts, the same by paths and by cutting."""
    anchor = next(anchor for anchor in BARE.spaces if BOARD.country[anchor] == country)
    lines = BARE.lines(6)[anchor]
    assert len(lines) == VECTORS["legal_caravan_lines_on_the_bare_map"][country]
    assert {line.edges for line in lines} == cuts(BARE, anchor)


def test_caravans_in_the_set_ups() -> None:
    """A-CARA-1 to A-CARA-3: counts by order token."""
    for key, wanted in VECTORS["legal_caravan_lines_in_set_ups_with_camels"].items():
        if key == "note":
            continue
        name, players = key.replace("_", "-").split()
        scenario = DATA.scenario(name, int(players))
        lines = BOARD.lay(scenario.camels).lines(6)
        assert {str(token): len(lines[anchor]) for anchor, token in scenario.tokens} == wanted


def later_maps(seed: int) -> Iterator[Lay]:
    """The map after caravans that were drawn, one after another, from the bare map or a set-up on."""
    luck = Random(seed)
    name, players = luck.choice([*SCENARIOS, ("", 0)])
    camels = list(DATA.scenario(name, players).camels) if name else []
    for _ in range(3):
        lay = BOARD.lay(camels)
        lines = [line for anchor in sorted(lay.spaces) for line in lay.lines(6)[anchor]]
        if not lines:
            return
        camels = sorted([*camels, *luck.choice(lines).edges])
        yield BOARD.lay(camels)


@pytest.mark.parametrize("seed", range(4))
def test_caravans_and_regions_on_random_later_maps(seed: int) -> None:
    """A-CARA-1 to A-CARA-3, A-CARA-6, A-REG-1: as on the bare map; what was worked out for other maps changes
    nothing."""
    fresh = Board(default_raw()["map"])
    for lay in later_maps(seed):
        assert {frozenset(spaces) for spaces in lay.spaces.values()} == flood_fill(lay.closed)
        for anchor, lines in lay.lines(6).items():
            assert lines == fresh.lay(lay.camels).lines(6)[anchor]
            if len(lay.spaces[anchor]) >= 12:
                assert {line.edges for line in lines} == cuts(lay, anchor)
            else:
                assert lines == []


def line_of(lay: Lay, edges: list[list[str]]) -> Line | None:
    wanted = tuple(sorted(edge(*pair) for pair in edges))
    return next((line for lines in lay.lines(6).values() for line in lines if line.edges == wanted), None)


def test_named_lines() -> None:
    """A-CARA-2: a line may end on camels; one that leaves five land spaces is none, whatever water adds."""
    row = VECTORS["line_that_ends_on_camels"]
    name, players = row["setup"].replace("_", "-").split()
    line = line_of(BOARD.lay(DATA.scenario(name, int(players)).camels), row["camels"])
    assert line is not None
    assert list(line.sizes) == row["parts"]
    assert line_of(BARE, VECTORS["line_refused_5_land_and_4_water"]) is None
    for edges in VECTORS["delta_lines_with_5_camels_and_a_6_space_region"]:
        line = line_of(BARE, edges)
        assert line is not None
        assert line.sizes == (6, 16)


def test_no_legal_line_lies_inside_another() -> None:
    """A caravan is finished as soon as its edges are a legal line."""
    for lines in BARE.lines(6).values():
        for one, other in combinations(lines, 2):
            assert not set(one.edges) <= set(other.edges)
            assert not set(other.edges) <= set(one.edges)
