"""The component tables as text, to be compared with the box: every value with where it comes from.

What has no mark is printed in the rulebook; `(public)`, `(house)` and `(owner)` mark the other sources.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pbem.core.words import Catalogue, Listed, Say, Verbatim, phrase
from pbem.kit.sources import mark_of, part
from pbem.titles.ankh.components import default_raw
from pbem.titles.ankh.options import decides_set_up

__all__ = ["did", "option_text", "said", "tables"]

Node = Mapping[str, Any]
ASIDE = frozenset({"source", "note", "where", "id", "special_rules"})
"""What is said beside a value, not a value itself."""
OURS = ("effects", "default_order", "word")
"""What no box prints: how the program carries a row out, and what is typed."""
PLAIN = {
    "counts": Say("Counts"), "setup": Say("Setup"), "limits": Say("Limits"), "devotion_track": Say("Devotion track"),
}  # fmt: skip
LISTS = {"battle_cards": Say("Battle cards"), "gods": Say("Gods"), "guardians": Say("Guardians")}
UNMARKED = Say("A value without a mark is from the rulebook.")


def tables(raw: Node, words: Catalogue | None = None) -> str:
    """Write all tables, part by part, in the words of a language (None: English). Names of values are those of the file
    in which an owner corrects them, the same in every language."""
    sources = [
        Say("{name}: {text}", name=Verbatim(name), text=phrase(text)) for name, text in raw["source_convention"].items()
    ]
    parts: list[tuple[str, Iterable[str]]] = [
        (Say("Sources"), [*sources, UNMARKED]),
        *((head, lines) for head, lines in option_lines(raw["options"]) if lines),
        *((head, plain(raw[name], default_raw()[name])) for name, head in PLAIN.items()),
        (Say("Map"), map_lines(raw["map"])),
        (Say("Action tracks"), track_lines(raw["action_tracks"])),
        (Say("Event track"), event_lines(raw["event_track"])),
        (Say("Ankh powers"), power_lines(raw["ankh_powers"])),
        *((head, list(rows(raw[name]))) for name, head in LISTS.items()),
        *((Say("Scenario: {name}", name=phrase(row["name"])), scenario_lines(row)) for row in raw["scenarios"]),
        (Say("Please check against your box"), [phrase(text) for text in raw["unverified"]]),
    ]
    return "\n".join(part(head, lines, words) for head, lines in parts)


def option_lines(options: Node) -> list[tuple[str, list[str]]]:
    """List switches, which a ruling may set in a running game, apart from what only the set-up reads."""
    switches: list[str] = []
    laid: list[str] = []
    for name, option in options.items():
        (laid if decides_set_up(name) else switches).append(option_text(name, option))
    return [(Say("Options, also by `mod rule`"), switches), (Say("Decided when the game is set up"), laid)]


def option_text(name: str, option: Node) -> str:
    """Write `conflict_mode = sealed (house), or per_battle, table; A-PBEM-3`."""
    others = Listed(map(word, option["alternatives"]))
    return Say(
        "{name} = {value}{mark}, or {others}; {ruling}", name=name, value=word(option["value"]), mark=mark_of(option),
        others=others, ruling=option["ruling"],
    )  # fmt: skip


def word(value: Any) -> str:
    """Write a value as it is written in options and corrections."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def plain(table: Node, shipped: Node) -> list[str]:
    """Write a table of single values. A correction marks the whole table; values that it left alone keep their mark."""
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
    """Say what the table says of its values, and of where they were found."""
    told = {
        "where": Say("  where: {text}", text=_prose(node, "where")),
        "note": Say("  note: {text}", text=_prose(node, "note")),
    }
    return [text for key, text in told.items() if key in node]


def _prose(node: Node, key: str) -> str:
    return phrase(str(node.get(key, "")))


def map_lines(table: Node) -> list[str]:
    """List spaces by terrain, and rivers."""
    mark = mark_of(table)
    found: dict[str, list[str]] = {}
    for space in table["hexes"]:
        found.setdefault(space["terrain"], []).append(space["id"])
    lines = [
        Say("{terrain}{mark}, {n}: {spaces}", terrain=phrase(terrain), mark=mark, n=len(spaces), spaces=_ids(spaces))
        for terrain, spaces in found.items()
    ]
    edges = _ids("|".join(pair) for pair in table["river_edges"])
    rivers = Say("rivers{mark}, {n}: {spaces}", mark=mark, n=len(table["river_edges"]), spaces=edges)
    names = [
        Say("{key} = {name}{mark}", key=Verbatim(key), name=phrase(name), mark=mark)
        for key, name in table["region_names"].items()
    ]
    return [*lines, rivers, *names, *aside(table)]


def _ids(spaces: Iterable[str]) -> str:
    """Write names of spaces, which are the same in all languages."""
    return Verbatim(" ".join(spaces))


def track_lines(table: Node) -> list[str]:
    mark = mark_of(table)
    lines = []
    for track in table["tracks"]:
        lines.append(
            Say(
                "{track}{mark}: spaces {labels}; steps by players {steps}",
                track=track["id"],
                mark=mark,
                labels=value_text(track["labels"]),
                steps=Verbatim(value_text(track["steps"])),
            )
        )
    return [*lines, *aside(table)]


def event_lines(table: Node) -> list[str]:
    mark = mark_of(table)
    lines = []
    for space in table["spaces"]:
        more = [Verbatim(f" {key} {value}") for key, value in space.items() if key not in ("id", "type")]
        kind = Say("{kind}{more}", kind=space["type"], more=Listed(more, ""))
        lines.append(Say("{n}: {kind}{mark}", n=space["id"], kind=kind, mark=mark))
    return [*lines, *aside(table)]


def power_lines(table: Node) -> list[str]:
    symbol = table["guardian_symbol"]
    single = {key: table[key] for key in ("max_per_level", "cost_by_level", "unlock_order_levels")}
    lines = plain({**single, "source": table.get("source")}, default_raw()["ankh_powers"])
    lines.append(f"guardian_symbol = {value_text(symbol['level_by_unlock'])}{mark_of(symbol, table)}")
    return [*lines, *aside(symbol), *rows(table)]


def rows(table: Node) -> Iterator[str]:
    """Write one line a row: id, name, values, mark, rule."""
    for row in table["list"]:
        values = [
            Say("{key} {value}", key=phrase(key), value=value_text(value))
            for key, value in row.items() if key not in (*ASIDE, *OURS, "name", "rule")
        ]  # fmt: skip
        yield Say(
            "{id}: {values}{mark}; {rule}", id=Verbatim(row["id"]), values=Listed([row["name"], *values]),
            mark=mark_of(row, table), rule=Verbatim(row["rule"]),
        )  # fmt: skip
        if row.get("effects"):
            yield f"  {did(row['effects'])}"
        yield from aside(row)
    yield from aside(table)


def did(effects: Sequence[Node]) -> str:
    """Write `do: pay (n 2), control`: what is carried out, as it stands in the file."""
    verbs = [f"{one['do']}{said({key: value for key, value in one.items() if key != 'do'})}" for one in effects]
    return f"do: {', '.join(verbs)}"


def said(values: Node) -> str:
    words = [f"{key} {written(value)}" for key, value in values.items()]
    return f" ({', '.join(words)})" if words else ""


def written(value: Any) -> str:
    """Write a value as it is written in corrections."""
    if isinstance(value, list):
        return " ".join(value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def scenario_lines(row: Node) -> list[str]:
    """Write the set-up for each number of players."""
    lines: list[str] = [Verbatim(row["id"]) + mark_of(row), *aside(row)]
    lines += [Say("special rule: {rule}", rule=Verbatim(value_text(rule))) for rule in row["special_rules"]]
    for setup in row["setups"]:
        tokens = [Say("{n} at {space}", n=region["id"], space=region["anchor"]) for region in setup["regions"]]
        lines.append(
            Say(
                "{n} players{mark}: order tokens {tokens}",
                n=int(setup["id"]),
                mark=mark_of(setup, row),
                tokens=Listed(tokens),
            )
        )
        camels = _ids("|".join(pair) for pair in setup["camels"])
        lines.append(Say("  camels: {camels}", camels=camels) if camels else Say("  camels: none"))
        lines.append(Say("  neutral: {monuments}", monuments=monuments(setup["neutral_monuments"])))
        lines += aside(setup)
        lines += [
            Say(
                "  player {n}: God {god}, Warriors {warriors}, {monuments}",
                n=start["id"],
                god=start["god"],
                warriors=_ids(start["warriors"]),
                monuments=monuments(start["monuments"]),
            )
            for start in setup["players"]
        ]
    return lines


def monuments(places: Sequence[Node]) -> str:
    return Listed(Say("{kind} {space}", kind=row["type"], space=row["at"]) for row in places) or Say("no Monument")
