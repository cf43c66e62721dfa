"""The component tables as text, to be compared with the box: every value with where it comes from.

What has no mark is printed in the rulebook; `(public)`, `(house)` and `(owner)` mark the other sources.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.core.words import Listed, Say
from pbem.kit.sources import mark_of, part
from pbem.titles.ankh.components import default_raw
from pbem.titles.ankh.options import decides_set_up

__all__ = ["option_text", "tables"]

Node = Mapping[str, Any]
ASIDE = frozenset({"source", "note", "where", "id", "special_rules"})
"""What is said beside a value, not a value itself."""
PLAIN = ("counts", "setup", "limits", "devotion_track")
LISTS = ("battle_cards", "gods", "guardians")
UNMARKED = "A value without a mark is from the rulebook."


def tables(raw: Node) -> str:
    """All tables, part by part."""
    parts = [
        part("Sources", [*(f"{name}: {text}" for name, text in raw["source_convention"].items()), UNMARKED]),
        *(part(head, lines) for head, lines in option_lines(raw["options"]).items() if lines),
        *(part(name.replace("_", " ").capitalize(), plain(raw[name], default_raw()[name])) for name in PLAIN),
        part("Map", map_lines(raw["map"])),
        part("Action tracks", track_lines(raw["action_tracks"])),
        part("Event track", event_lines(raw["event_track"])),
        part("Ankh powers", power_lines(raw["ankh_powers"])),
        *(part(name.replace("_", " ").capitalize(), list(rows(raw[name]))) for name in LISTS),
        *(part(f"Scenario: {row['name']}", scenario_lines(row)) for row in raw["scenarios"]),
        part("Please check against your box", list(raw["unverified"])),
    ]
    return "\n".join(parts)


def option_lines(options: Node) -> dict[str, list[str]]:
    """Switches, which a ruling may set in a running game, apart from what only the set-up reads."""
    found: dict[str, list[str]] = {"Options, also by `mod rule`": [], "Decided when the game is set up": []}
    switches, laid = found.values()
    for name, option in options.items():
        (laid if decides_set_up(name) else switches).append(option_text(name, option))
    return found


def option_text(name: str, option: Node) -> str:
    """`conflict_mode = sealed (house), or per_battle, table; A-PBEM-3`"""
    others = Listed(map(word, option["alternatives"]))
    return Say(
        "{name} = {value}{mark}, or {others}; {ruling}", name=name, value=word(option["value"]), mark=mark_of(option),
        others=others, ruling=option["ruling"],
    )  # fmt: skip


def word(value: Any) -> str:
    """A value as it is written in options and corrections."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def plain(table: Node, shipped: Node) -> list[str]:
    """A table of single values. A correction marks the whole table; values that it left alone keep their mark."""
    lines = [
        f"{name} = {value_text(value)}{mark_of(shipped if value == shipped.get(name) else table)}"
        for name, value in table.items() if name not in ASIDE
    ]  # fmt: skip
    return [*lines, *aside(table)]


def value_text(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {value_text(below)}" for name, below in value.items() if name not in ASIDE)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return " ".join(value_text(below) for below in value)
    return "-" if value is None else word(value)


def aside(node: Node) -> list[str]:
    """What the table says of its values, and of where they were found."""
    return [f"  {key}: {node[key]}" for key in ("where", "note") if key in node]


def map_lines(table: Node) -> list[str]:
    """Spaces by terrain, and rivers."""
    mark = mark_of(table)
    found: dict[str, list[str]] = {}
    for space in table["hexes"]:
        found.setdefault(space["terrain"], []).append(space["id"])
    lines = [f"{terrain}{mark}, {len(spaces)}: {' '.join(spaces)}" for terrain, spaces in found.items()]
    rivers = " ".join("|".join(pair) for pair in table["river_edges"])
    names = [f"{key} = {name}{mark}" for key, name in table["region_names"].items()]
    return [*lines, f"rivers{mark}, {len(table['river_edges'])}: {rivers}", *names, *aside(table)]


def track_lines(table: Node) -> list[str]:
    mark = mark_of(table)
    lines = []
    for track in table["tracks"]:
        labels = value_text(track["labels"])
        lines.append(f"{track['id']}{mark}: spaces {labels}; steps by players {value_text(track['steps'])}")
    return [*lines, *aside(table)]


def event_lines(table: Node) -> list[str]:
    mark = mark_of(table)
    lines = []
    for space in table["spaces"]:
        more = [f"{key} {value}" for key, value in space.items() if key not in ("id", "type")]
        lines.append(f"{space['id']}: {' '.join([space['type'], *more])}{mark}")
    return [*lines, *aside(table)]


def power_lines(table: Node) -> list[str]:
    symbol = table["guardian_symbol"]
    single = {key: table[key] for key in ("max_per_level", "cost_by_level", "unlock_order_levels")}
    lines = plain({**single, "source": table.get("source")}, default_raw()["ankh_powers"])
    lines.append(f"guardian_symbol = {value_text(symbol['level_by_unlock'])}{mark_of(symbol, table)}")
    return [*lines, *aside(symbol), *rows(table)]


def rows(table: Node) -> Iterator[str]:
    """One line a row: id, name, values, mark, rule."""
    for row in table["list"]:
        values = [f"{key} {value_text(value)}" for key, value in row.items() if key not in (*ASIDE, "name", "rule")]
        yield f"{row['id']}: {', '.join([row['name'], *values])}{mark_of(row, table)}; {row['rule']}"
        yield from aside(row)
    yield from aside(table)


def scenario_lines(row: Node) -> list[str]:
    """The set-up for each number of players."""
    lines = [f"{row['id']}{mark_of(row)}", *aside(row)]
    lines += [f"special rule: {value_text(rule)}" for rule in row["special_rules"]]
    for setup in row["setups"]:
        mark = mark_of(setup, row)
        tokens = ", ".join(f"{region['id']} at {region['anchor']}" for region in setup["regions"])
        lines.append(f"{setup['id']} players{mark}: order tokens {tokens}")
        camels = " ".join("|".join(pair) for pair in setup["camels"])
        lines.append(f"  camels: {camels or 'none'}")
        lines.append(f"  neutral: {monuments(setup['neutral_monuments'])}")
        lines += [f"  {line.strip()}" for line in aside(setup)]
        for start in setup["players"]:
            own = monuments(start["monuments"])
            lines.append(f"  player {start['id']}: God {start['god']}, Warriors {' '.join(start['warriors'])}, {own}")
    return lines


def monuments(places: Sequence[Node]) -> str:
    return ", ".join(f"{row['type']} {row['at']}" for row in places) or "no Monument"
