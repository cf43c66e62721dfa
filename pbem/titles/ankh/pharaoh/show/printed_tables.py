"""The expansion's tables as text, to be compared with the box: every value with where it comes from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pbem.core.overlay import unmarked
from pbem.core.words import Catalogue, Listed, Say, Verbatim, phrase
from pbem.kit.sources import mark_of, part
from pbem.titles.ankh.show.printed_tables import did, said

__all__ = ["tables"]

Node = Mapping[str, Any]


def tables(raw: Node, words: Catalogue | None = None) -> str:
    """Write all tables, part by part, in the words of a language (None: English)."""
    sources = raw["about"]["sources"].items()
    infantry, missing = raw["infantry"], [phrase(text) for text in raw["about"]["missing"]]
    parts: list[tuple[str, Iterable[str]]] = [
        (Say("sources"), [Say("{name}: {text}", name=Verbatim(name), text=phrase(text)) for name, text in sources]),
        (Say("pieces and start"), [*numbers(raw["counts"]), *numbers(raw["setup"])]),
        (Say("chambers of the Palace"), list(chambers(raw))),
        (Say("Policy cards"), list(policies(raw["policies"]))),
        (Say("Pharaohs"), list(pharaohs(raw["pharaohs"]))),
        (Say("tokens"), [Say("infantry{mark}: {note}", mark=mark_of(infantry), note=phrase(infantry.get("note", "")))]),
        (Say("not in the rulebook; please type it in from your box"), missing),
    ]
    title = Verbatim(raw["about"]["title"])
    return "\n".join(part(Say("{title}: {part}", title=title, part=name), lines, words) for name, lines in parts)


def numbers(table: Node) -> Iterator[str]:
    yield from (f"{name} = {value}{mark_of(table)}" for name, value in unmarked(table).items())


def chambers(raw: Node) -> Iterator[str]:
    table, beside = raw["chambers"], raw["adjacent"]
    for row in table["list"]:
        yield Say(
            "{n} {id}: {name}{named}; {text}{mark}; {rule}", n=row["no"], id=Verbatim(row["id"]), name=row["name"],
            named=mark_of({"source": row["name_source"]}), text=phrase(row["text"]), mark=mark_of(row, table),
            rule=Verbatim(row["rule"]),
        )  # fmt: skip
        yield f"  {did(row['effects'])}"
    pairs = Verbatim(", ".join("-".join(pair) for pair in beside["pairs"]))
    yield Say("adjacent{mark}: {pairs}; P-PAL-4", mark=mark_of(beside), pairs=pairs)


WHEN = {"before": Say("before the action"), "after": Say("after the action"), "either": Say("before or after it")}


def policies(table: Node) -> Iterator[str]:
    for row in table["list"]:
        yield Say(
            "{n} {id}: {name}; {copies} x, with {actions}, {when}; {text}{mark}", n=row["no"], id=Verbatim(row["id"]),
            name=row["name"], copies=row["copies"], actions=Listed(row["actions"]), when=WHEN[row["when"]],
            text=phrase(row["text"]), mark=mark_of(row, table),
        )  # fmt: skip
        yield f"  {did(row['effects'])}"


TOKENS = {
    "tokens_on": Say("  Pharaoh tokens on Conflicts {row}{mark}"),
    "death_on": Say("  Death token on Conflicts {row}{mark}"),
}
PLACED = {
    "first": Say("{id}: {name}, placed by the first player"),
    "last": Say("{id}: {name}, placed by the last player"),
}


def pharaohs(table: Node) -> Iterator[str]:
    for row in table["list"]:
        placed = PLACED[row["placed_by"]]
        yield Say(placed, id=Verbatim(row["id"]), name=row["name"])
        for key, text in TOKENS.items():
            if row[key]:
                where = Listed(map(str, row[key]), " ")
                yield Say(text, row=where, mark=mark_of({"source": row["tokens_source"]}))
        for ability in row["abilities"]:
            yield Say(
                "  {name}: {text}{mark}; {rule}", name=ability["name"], text=phrase(ability["text"]),
                mark=mark_of(ability), rule=Verbatim(ability["rule"]),
            )  # fmt: skip
            yield f"    {did(ability['effects']) if 'effects' in ability else standing(ability)}"
        riddle = row["riddle"]
        yield Say(
            "  Riddle: {text}{mark}; {rule}", text=phrase(riddle["text"]), mark=mark_of(riddle),
            rule=Verbatim(riddle["rule"]),
        )  # fmt: skip
        yield f"    {did(riddle['effects'])}"


def standing(ability: Node) -> str:
    more = {key: ability[key] for key in ("n", "chamber") if key in ability}
    return f"standing: {ability['standing']}{said(more)}"
