"""The expansion's tables as text, to be compared with the box: every value with where it comes from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.kit.sources import mark_of, part

__all__ = ["tables"]

Node = Mapping[str, Any]


def tables(raw: Node) -> str:
    """All tables, part by part."""
    title = raw["about"]["title"]
    parts = {
        "sources": [f"{name}: {text}" for name, text in raw["about"]["sources"].items()],
        "pieces and start": [*numbers(raw["counts"]), *numbers(raw["setup"])],
        "chambers of the Palace": list(chambers(raw)),
        "Policy cards": list(policies(raw["policies"])),
        "Pharaohs": list(pharaohs(raw["pharaohs"])),
        "tokens": [f"infantry{mark_of(raw['infantry'])}: {raw['infantry']['note']}"],
        "not in the rulebook; please type it in from your box": list(raw["about"]["missing"]),
    }
    return "\n".join(part(f"{title}: {name}", lines) for name, lines in parts.items())


def numbers(table: Node) -> Iterator[str]:
    yield from (f"{name} = {value}{mark_of(table)}" for name, value in table.items() if name != "source")


def chambers(raw: Node) -> Iterator[str]:
    table, beside = raw["chambers"], raw["adjacent"]
    for row in table["list"]:
        name = f"{row['name']}{mark_of({'source': row['name_source']})}"
        yield f"{row['no']} {row['id']}: {name}; {row['text']}{mark_of(row, table)}; {row['rule']}"
        yield f"  {did(row['effects'])}"
    pairs = ", ".join("-".join(pair) for pair in beside["pairs"])
    yield f"adjacent{mark_of(beside)}: {pairs}; P-PAL-4"


def policies(table: Node) -> Iterator[str]:
    for row in table["list"]:
        used = f"{row['copies']} x, with {' '.join(row['actions'])}, {row['when']}"
        yield f"{row['no']} {row['id']}: {row['name']}; {used}; {row['text']}{mark_of(row, table)}"
        yield f"  {did(row['effects'])}"


def pharaohs(table: Node) -> Iterator[str]:
    for row in table["list"]:
        yield f"{row['id']}: {row['name']}, placed by the {row['placed_by']} player"
        for name, key in (("Pharaoh tokens", "tokens_on"), ("Death token", "death_on")):
            if row[key]:
                where = " ".join(map(str, row[key]))
                yield f"  {name} on Conflicts {where}{mark_of({'source': row['tokens_source']})}"
        for ability in row["abilities"]:
            yield f"  {ability['name']}: {ability['text']}{mark_of(ability)}; {ability['rule']}"
            yield f"    {did(ability['effects']) if 'effects' in ability else standing(ability)}"
        riddle = row["riddle"]
        yield f"  Riddle: {riddle['text']}{mark_of(riddle)}; {riddle['rule']}"
        yield f"    {did(riddle['effects'])}"


def standing(ability: Node) -> str:
    more = {key: ability[key] for key in ("n", "chamber") if key in ability}
    return f"standing: {ability['standing']}{said(more)}"


def did(effects: Sequence[Node]) -> str:
    """`do: pay (n 2), control`: what is carried out, as it stands in the file."""
    verbs = [f"{one['do']}{said({key: value for key, value in one.items() if key != 'do'})}" for one in effects]
    return f"do: {', '.join(verbs)}"


def said(values: Node) -> str:
    words = [f"{key} {written(value)}" for key, value in values.items()]
    return f" ({', '.join(words)})" if words else ""


def written(value: Any) -> str:
    """A value as it is written in corrections."""
    if isinstance(value, list):
        return " ".join(value)
    return str(value).lower() if isinstance(value, bool) else str(value)
