"""The thorough check of a component table: shape first, then sense. Loaded only when a table is checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.titles.ankh.components import ACTIONS, GODS, MONUMENTS, default_raw
from pbem.titles.ankh.map.geometry import Board, edge

__all__ = ["check"]

PLAYERS = ("2", "3", "4", "5")
TERRAIN = ("flood", "desert", "water")
EVENTS = ("control", "camel", "conflict")
SINGLE = ("event_markers", "tie_breaker_tokens", "amun_tokens")
TEXTS = frozenset({"source", "where", "note"})


def check(raw: Mapping[str, Any]) -> list[str]:
    """Find all faults of a table, each with its path; sense is tested only where the shape is right."""
    shape = [fault for fault in _shape(raw, default_raw(), "") if fault]
    return shape or list(_sense(raw))


def _shape(found: Any, wanted: Any, path: str) -> Iterator[str]:
    """Compare the keys and kinds of values with the shipped table; lists may differ in length."""
    if isinstance(wanted, Mapping):
        if not isinstance(found, Mapping):
            yield f"{path}: an object is expected here"
            return
        for key in wanted:
            if key not in found and key not in TEXTS:
                yield f"{path}.{key}".lstrip(".") + ": is missing"
        for key, value in found.items():
            below = f"{path}.{key}".lstrip(".")
            if key in TEXTS:
                if not isinstance(value, str):
                    yield f"{below}: a text is expected here"
            elif key in wanted:
                yield from _shape(value, wanted[key], below)
            elif wanted:
                yield f"{below}: is not a known key"
    elif isinstance(wanted, list):
        yield from _list_shape(found, wanted, path)
    elif not _alike(found, wanted):
        yield f"{path}: {found!r} is of the wrong kind"


def _list_shape(found: Any, wanted: Sequence[Any], path: str) -> Iterator[str]:
    if not isinstance(found, list):
        yield f"{path}: a list is expected here"
        return
    for at, value in enumerate(found):
        if wanted:
            pattern = wanted[at] if at < len(wanted) else wanted[-1]
            yield from _shape(value, pattern, f"{path}[{at}]")


def _alike(found: Any, wanted: Any) -> bool:
    """Tell whether numbers stand for numbers and texts for texts; a null of the table may be a text."""
    if isinstance(found, bool) or isinstance(wanted, bool):
        return isinstance(found, bool) == isinstance(wanted, bool)
    if isinstance(wanted, int):
        return isinstance(found, int)
    return found is None or isinstance(found, str)


def _sense(raw: Mapping[str, Any]) -> Iterator[str]:
    """Find what no single value shows: counts, each thing once, references that lead somewhere."""
    yield from _map(raw["map"])
    yield from _tracks(raw)
    yield from _pieces(raw)
    if not list(_map(raw["map"])):
        board = Board(raw["map"])
        for scenario in raw["scenarios"]:
            for setup in scenario["setups"]:
                at = f"scenarios[{scenario['id']}].setups[{setup['id']}]"
                yield from (f"{at}: {fault}" for fault in _setup(board, raw, setup))


def _map(raw: Mapping[str, Any]) -> Iterator[str]:
    names = [row["id"] for row in raw["hexes"]]
    yield from (f"map.hexes: {name} is there twice" for name, n in Counter(names).items() if n > 1)
    places = Counter((row["q"], row["r"]) for row in raw["hexes"])
    yield from (f"map.hexes: two hexes at {place}" for place, n in places.items() if n > 1)
    for row in raw["hexes"]:
        if row["terrain"] not in TERRAIN:
            yield f"map.hexes[{row['id']}].terrain: {row['terrain']!r} is not one of {', '.join(TERRAIN)}"
    near = {row["id"]: (row["q"], row["r"]) for row in raw["hexes"]}
    for pair in raw["river_edges"]:
        if len(pair) != 2 or any(name not in near for name in pair):
            yield f"map.river_edges: {pair} are not two hexes"
            continue
        (q, r), (u, v) = near[pair[0]], near[pair[1]]
        if (u - q, v - r) not in ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)):
            yield f"map.river_edges: {pair[0]} and {pair[1]} share no edge"


def _tracks(raw: Mapping[str, Any]) -> Iterator[str]:
    if [track["id"] for track in raw["action_tracks"]["tracks"]] != list(ACTIONS):
        yield f"action_tracks.tracks: {', '.join(ACTIONS)} are needed, from top to bottom"
    for track in raw["action_tracks"]["tracks"]:
        for players in PLAYERS:
            if players not in track["labels"] or not track["steps"].get(players):
                yield f"action_tracks.tracks[{track['id']}]: no start for {players} players"
    for at, space in enumerate(raw["event_track"]["spaces"], 1):
        if space["id"] != at or space["type"] not in EVENTS:
            yield f"event_track.spaces[{at}]: {space['type']!r} with the number {space['id']}"
    numbers = [space["conflict"] for space in raw["event_track"]["spaces"] if space["type"] == "conflict"]
    if numbers != list(range(1, len(numbers) + 1)) or raw["event_track"]["spaces"][-1].get("after") != "game_end":
        yield f"event_track.spaces: Conflicts {numbers}; the last event is a Conflict that ends the game"
    devotion = raw["devotion_track"]
    if not 0 < devotion["last_red"] < devotion["top"]:
        yield f"devotion_track: red ends at {devotion['last_red']}, the top is {devotion['top']}"


def _pieces(raw: Mapping[str, Any]) -> Iterator[str]:
    counts, powers = raw["counts"], raw["ankh_powers"]
    yield from (f"counts.{name}: {n} is below 0" for name, n in counts.items() if isinstance(n, int) and n < 0)
    if counts["ankh_tokens_on_god_board_at_start"] != len(powers["unlock_order_levels"]):
        yield "counts.ankh_tokens_on_god_board_at_start: one token for each power to unlock is needed"
    left = counts["ankh_tokens_per_god"] - counts["ankh_tokens_on_god_board_at_start"]
    if counts["ankh_tokens_in_pool_at_start"] != left:
        yield f"counts.ankh_tokens_in_pool_at_start: {left} are left"
    for name in SINGLE:
        if counts[name] != 1:
            yield f"counts.{name}: the rules know one"
    for name, row in default_raw()["options"].items():
        if raw["options"][name]["value"] != row["value"] or raw["options"][name]["alternatives"] != row["alternatives"]:
            yield f"options.{name}: is chosen for each game, `pbem new ankh --option {name}=...`"
    if sorted(row["id"] for row in raw["gods"]["list"]) != sorted(GODS):
        yield f"gods.list: {', '.join(GODS)} are needed"
    if len(raw["battle_cards"]["list"]) != counts["battle_cards_per_god"]:
        yield f"battle_cards.list: {counts['battle_cards_per_god']} cards are needed"
    for level in sorted(set(powers["unlock_order_levels"])):
        if sum(row["level"] == level for row in powers["list"]) < 2 * powers["max_per_level"]:
            yield f"ankh_powers.list: too few powers of level {level}"
        if not any(row["level"] == level for row in raw["guardians"]["list"]):
            yield f"guardians.list: none of level {level}"
    for row in raw["guardians"]["list"]:
        if row["base"] not in ("small", "large"):
            yield f"guardians.list[{row['id']}].base: {row['base']!r}"


def _setup(board: Board, raw: Mapping[str, Any], setup: Mapping[str, Any]) -> Iterator[str]:
    """Check that everything stands on a land space of its own, that each region has one token, and that there are
    pieces enough."""
    inner = {name for name in board.ends if board.is_water.isdisjoint(name.split("|"))} - board.rivers
    camels = [edge(*pair) for pair in setup["camels"]]
    wrong = [name for name in camels if name not in inner]
    if wrong or len(set(camels)) != len(camels):
        yield f"camels: no edge for one, or two on one: {', '.join(wrong or camels)}"
        return
    if len(camels) > raw["counts"]["camels"]:
        yield f"{len(camels)} Camels, more than the {raw['counts']['camels']} of the box"
    anchor = board.lay(tuple(sorted(camels))).anchor
    found = [anchor.get(region["anchor"], "") for region in setup["regions"]]
    if sorted(found) != sorted(set(anchor.values())):
        yield "regions: exactly one order token for each region is needed"
    monuments = setup["neutral_monuments"] + [m for start in setup["players"] for m in start["monuments"]]
    places = [m["at"] for m in monuments]
    places += [place for start in setup["players"] for place in (start["god"], *start["warriors"])]
    for place, n in Counter(places).items():
        if n > 1 or place not in anchor:
            yield f"{place}: no land space, or two things on it"
    for kind, n in Counter(m["type"] for m in monuments).items():
        if kind not in MONUMENTS or n > raw["counts"][f"{kind}s"]:
            yield f"{n} {kind}s"
    if [int(start["id"]) for start in setup["players"]] != list(range(1, int(setup["id"]) + 1)):
        yield "players: one start for each seat is needed"
