"""What `pbem rules ankh` prints: our wording of a rule, the rulings that touch it and the values it speaks of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from pbem.core.rulebook import Entry, folded
from pbem.core.titles import get_title
from pbem.core.words import ENGLISH, Catalogue, Listed, Say, Word, said
from pbem.kit.digests import Digests, Reading, explained
from pbem.kit.sources import hanging, indented, mark_of
from pbem.titles.ankh.components import default_raw
from pbem.titles.ankh.pharaoh.components import default_raw as further_raw
from pbem.titles.ankh.show.printed_tables import option_text

__all__ = ["DIGESTS", "card_texts", "explain"]

RULES = ("ankh", "ankh-pharaoh")
"""Digests: of the base game, and of its expansion."""
LISTS = ("ankh_powers", "battle_cards", "gods", "guardians")


def _names(words: Catalogue | None) -> dict[str, str]:
    """Say what a language calls powers, cards, gods and Guardians, with their rules; in English by their ids, too."""
    return _called(default_raw(), words)


def _called(raw: Mapping[str, Any], words: Catalogue | None) -> dict[str, str]:
    rows = [row for name in LISTS for row in raw[name]["list"]]
    if words is None:
        return {row["id"]: row["rule"] for row in rows}
    return {words.message(row["name"]): row["rule"] for row in rows}


DIGESTS = Digests("ankh", RULES, _names)


def card_texts(language: str = ENGLISH) -> dict[str, str]:
    """Return Battle cards, powers and Guardians, and what the expansion has, by the names that texts print."""
    words = get_title("ankh").words(language)
    own, further = default_raw(), further_raw()
    rows = [row for name in LISTS if name != "gods" for row in own[name]["list"]]
    rows += [row for name in ("policies", "chambers", "pharaohs") for row in further[name]["list"]]
    named = [(row["name"], row["id"]) for row in rows]
    found = {said(Say(name), words): explain(ident, language=language) for name, ident in named}
    return {name: text for name, text in found.items() if text}


_shipped = cache(default_raw)
"""The tables as they ship, to read values from: a reading page explains every id there is."""


def explain(ident: str, raw: Mapping[str, Any] | None = None, language: str = ENGLISH) -> str | None:
    """Explain a rule, ruling, decision, example, power, card, god or Guardian in our wording; of an option its value.
    The name of a group (`A-CARA`) gives all of it. `raw` are the tables to take values from, the shipped ones by
    default."""
    tables, reading = raw if raw is not None else _shipped(), DIGESTS.reading(language)

    def item(entry: Entry) -> str:
        return reading.item(entry, list(_values_of(entry.id, tables)))

    def value() -> str | None:
        name = _typed(ident)
        if name in tables["options"]:
            return indented(option_text(name, tables["options"][name])) + "\n"
        return _further(name, tables, reading)

    return explained(reading, ident, item, value, _group(ident, tables, reading))


def _further(name: str, raw: Mapping[str, Any], reading: Reading) -> str | None:
    """Explain a Policy card, chamber or Pharaoh of the expansion, with its texts and where they come from."""
    tables = raw.get("pharaoh") or further_raw()
    kinds = {"policies": Say("Policy cards"), "chambers": Say("Chambers"), "pharaohs": Say("Pharaohs")}
    for table, kind in kinds.items():
        for row in tables[table]["list"]:
            if name in (row["id"], _typed(row["name"]), _typed(reading.phrase(row["name"]))):
                rows = [row, *row.get("abilities", ()), *([row["riddle"]] if "riddle" in row else [])]
                texts = [
                    hanging(
                        reading.phrase(one.get("name", "Riddle")),
                        f"{reading.phrase(one['text'])}{mark_of(one, tables[table])}",
                        2,
                    )
                    for one in rows
                    if "text" in one
                ]
                return "\n".join([f"{reading.phrase(row['name'])}  ({reading.say(kind)})", *texts]) + "\n"
    return None


def _typed(name: str) -> str:
    """Write a name as an id is written, without accents."""
    return folded(name.strip()).replace(" ", "_").replace("-", "_")


def _group(ident: str, raw: Mapping[str, Any], reading: Reading) -> str:
    """Explain a god or Guardian as a group of rules: `satet` is A-GUARD-SATET."""
    wanted = _typed(ident)
    rules = {_typed(row["name"]): row["rule"] for name in LISTS for row in raw[name]["list"]}
    rules |= {_typed(said): rule for words in (reading.words, None) for said, rule in _called(raw, words).items()}
    return str(rules.get(wanted, ident))


def _values_of(ident: str, raw: Mapping[str, Any]) -> Iterator[str]:
    """Yield the values of the tables that belong to an id, with their marks."""
    for name, option in raw["options"].items():
        if option["ruling"] == ident:
            yield option_text(name, option)
    for name in LISTS:
        for row in raw[name]["list"]:
            if row["rule"] == ident:
                facts: list[str] = [Word(row["name"])]
                facts += [Say("strength {n}", n=row["strength"])] if "strength" in row else []
                facts += [Say("level {n}", n=row["level"])] if "level" in row else []
                yield Say("{facts}{mark}", facts=Listed(facts), mark=mark_of(row, raw[name]))
