"""The thorough check of a component table: shape first, then sense. Loaded only when a table is checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from pbem.core.errors import Fault
from pbem.core.shapes import shape_faults
from pbem.core.words import Count
from pbem.titles.ankh.components import ACTIONS, DECLARED, GODS, MONUMENTS, OVERLAY_RULES, default_raw, shipped
from pbem.titles.ankh.map.geometry import Board, edge

__all__ = ["check"]

PLAYERS = ("2", "3", "4", "5")
TERRAIN = ("flood", "desert", "water")
EVENTS = ("control", "camel", "conflict")
SINGLE = ("event_markers", "tie_breaker_tokens", "amun_tokens")
PLACES = {"terrain": TERRAIN, "kind": MONUMENTS}
"""What members of effects may say that are no numbers."""


def check(raw: Mapping[str, Any]) -> list[str]:
    """Find all faults of a table, each with its path; sense is tested only where the shape is right."""
    return list(shape_faults(raw, default_raw(), OVERLAY_RULES)) or list(_sense(raw))


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
                yield from (Fault("{path}: {fault}", path=at, fault=fault) for fault in _setup(board, raw, setup))


def _map(raw: Mapping[str, Any]) -> Iterator[str]:
    hexes, rivers = "map.hexes", "map.river_edges"
    names = Counter(row["id"] for row in raw["hexes"])
    yield from (Fault("{path}: {name} is there twice", path=hexes, name=name) for name, n in names.items() if n > 1)
    places = Counter((row["q"], row["r"]) for row in raw["hexes"])
    yield from (Fault("{path}: two hexes at {place}", path=hexes, place=place) for place, n in places.items() if n > 1)
    for row in raw["hexes"]:
        if row["terrain"] not in TERRAIN:
            path, value = f"{hexes}[{row['id']}].terrain", repr(row["terrain"])
            yield Fault("{path}: {value} is not one of {known}", path=path, value=value, known=", ".join(TERRAIN))
    near = {row["id"]: (row["q"], row["r"]) for row in raw["hexes"]}
    for pair in raw["river_edges"]:
        if len(pair) != 2 or any(name not in near for name in pair):
            yield Fault("{path}: {pair} are not two hexes", path=rivers, pair=pair)
            continue
        (q, r), (u, v) = near[pair[0]], near[pair[1]]
        if (u - q, v - r) not in ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)):
            yield Fault("{path}: {one} and {other} share no edge", path=rivers, one=pair[0], other=pair[1])


def _tracks(raw: Mapping[str, Any]) -> Iterator[str]:
    if [track["id"] for track in raw["action_tracks"]["tracks"]] != list(ACTIONS):
        path, names = "action_tracks.tracks", ", ".join(ACTIONS)
        yield Fault("{path}: {names} are needed, from top to bottom", path=path, names=names)
    for track in raw["action_tracks"]["tracks"]:
        for players in PLAYERS:
            if players not in track["labels"] or not track["steps"].get(players):
                count = Count(int(players), "{n} player", "{n} players")
                yield Fault("{path}: no start for {count}", path=f"action_tracks.tracks[{track['id']}]", count=count)
    yield from _events(raw)
    devotion = raw["devotion_track"]
    last, top = devotion["last_red"], devotion["top"]
    if not 0 < last < top:
        yield Fault("{path}: red ends at {last}, the top is {top}", path="devotion_track", last=last, top=top)


def _events(raw: Mapping[str, Any]) -> Iterator[str]:
    path = "event_track.spaces"
    for at, space in enumerate(raw["event_track"]["spaces"], 1):
        if space["id"] != at or space["type"] not in EVENTS:
            kind, n = repr(space["type"]), space["id"]
            yield Fault("{path}: {kind} with the number {n}", path=f"{path}[{at}]", kind=kind, n=n)
    numbers = [space["conflict"] for space in raw["event_track"]["spaces"] if space["type"] == "conflict"]
    if numbers != list(range(1, len(numbers) + 1)) or raw["event_track"]["spaces"][-1].get("after") != "game_end":
        yield Fault(
            "{path}: Conflicts {numbers}; the last event is a Conflict that ends the game", path=path, numbers=numbers
        )


def _pieces(raw: Mapping[str, Any]) -> Iterator[str]:
    counts, powers = raw["counts"], raw["ankh_powers"]
    yield from _counts(counts, powers)
    for name, row in default_raw()["options"].items():
        if raw["options"][name]["value"] != row["value"] or raw["options"][name]["alternatives"] != row["alternatives"]:
            yield Fault(
                "{path}: is chosen for each game, `pbem new ankh --option {name}=...`",
                path=f"options.{name}",
                name=name,
            )
    if sorted(row["id"] for row in raw["gods"]["list"]) != sorted(GODS):
        yield Fault("{path}: {names} are needed", path="gods.list", names=", ".join(GODS))
    if len(raw["battle_cards"]["list"]) != counts["battle_cards_per_god"]:
        needed = Count(counts["battle_cards_per_god"], "{n} card is needed", "{n} cards are needed")
        yield Fault("{path}: {needed}", path="battle_cards.list", needed=needed)
    for level in sorted(set(powers["unlock_order_levels"])):
        if sum(row["level"] == level for row in powers["list"]) < 2 * powers["max_per_level"]:
            yield Fault("{path}: too few powers of level {level}", path="ankh_powers.list", level=level)
        if not any(row["level"] == level for row in raw["guardians"]["list"]):
            yield Fault("{path}: none of level {level}", path="guardians.list", level=level)
    yield from _effects(raw)
    for row in raw["guardians"]["list"]:
        if row["base"] not in ("small", "large"):
            yield Fault("{path}: {value}", path=f"guardians.list[{row['id']}].base", value=repr(row["base"]))


def _effects(raw: Mapping[str, Any]) -> Iterator[str]:
    """Check that things do what they do in the shipped table: what may differ is how much, and where."""
    for table in DECLARED:
        usual = {row["id"]: [one["do"] for one in row["effects"]] for row in shipped()[table]["list"]}
        for row in raw[table]["list"]:
            path = f"{table}.list[{row['id']}].effects"
            if [one["do"] for one in row["effects"]] != usual.get(row["id"]):
                yield Fault("{path}: {names} are needed", path=path, names=", ".join(usual.get(row["id"], ())))
            for one in row["effects"]:
                for key, known in PLACES.items():
                    if one.get(key, known[0]) not in known:
                        at, value = f"{path}.{key}", repr(one[key])
                        yield Fault(
                            "{path}: {value} is not one of {known}", path=at, value=value, known=", ".join(known)
                        )


def _counts(counts: Mapping[str, Any], powers: Mapping[str, Any]) -> Iterator[str]:
    for name, n in counts.items():
        if isinstance(n, int) and n < 0:
            yield Fault("{path}: {n} is below 0", path=f"counts.{name}", n=n)
    on_board, in_pool = "ankh_tokens_on_god_board_at_start", "ankh_tokens_in_pool_at_start"
    if counts[on_board] != len(powers["unlock_order_levels"]):
        yield Fault("{path}: one token for each power to unlock is needed", path=f"counts.{on_board}")
    left = counts["ankh_tokens_per_god"] - counts[on_board]
    if counts[in_pool] != left:
        yield Fault("{path}: {left} are left", path=f"counts.{in_pool}", left=left)
    yield from (Fault("{path}: the rules know one", path=f"counts.{name}") for name in SINGLE if counts[name] != 1)


def _setup(board: Board, raw: Mapping[str, Any], setup: Mapping[str, Any]) -> Iterator[str]:
    """Check that everything stands on a land space of its own, that each region has one token, and that there are
    pieces enough."""
    inner = {name for name in board.ends if board.is_water.isdisjoint(name.split("|"))} - board.rivers
    camels = [edge(*pair) for pair in setup["camels"]]
    wrong = [name for name in camels if name not in inner]
    if wrong or len(set(camels)) != len(camels):
        names = ", ".join(wrong or camels)
        yield Fault("{path}: no edge for one, or two on one: {names}", path="camels", names=names)
        return
    if len(camels) > raw["counts"]["camels"]:
        count = Count(len(camels), "{n} Camel", "{n} Camels")
        yield Fault("{count}, more than the {most} of the box", count=count, most=raw["counts"]["camels"])
    anchor = board.lay(tuple(sorted(camels))).anchor
    found = [anchor.get(region["anchor"], "") for region in setup["regions"]]
    if sorted(found) != sorted(set(anchor.values())):
        yield Fault("{path}: exactly one order token for each region is needed", path="regions")
    monuments = setup["neutral_monuments"] + [m for start in setup["players"] for m in start["monuments"]]
    places = [m["at"] for m in monuments]
    places += [place for start in setup["players"] for place in (start["god"], *start["warriors"])]
    for place, n in Counter(places).items():
        if n > 1 or place not in anchor:
            yield Fault("{place}: no land space, or two things on it", place=place)
    for kind, n in Counter(m["type"] for m in monuments).items():
        if kind not in MONUMENTS or n > raw["counts"][f"{kind}s"]:
            yield Fault("{n} {kind}s", n=n, kind=kind)
    if [int(start["id"]) for start in setup["players"]] != list(range(1, int(setup["id"]) + 1)):
        yield Fault("{path}: one start for each seat is needed", path="players")
