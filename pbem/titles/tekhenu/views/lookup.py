"""What `pbem rules tekhenu` prints: our wording of a rule, the rulings that touch it and the values it speaks of.

Every house value is marked `(house)` wherever it is shown; `(public)` and `(owner)` mark the other sources that are
not the rulebooks themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from pbem.core.rulebook import Entry
from pbem.core.titles import get_title
from pbem.core.words import ENGLISH, Catalogue, Listed, Name, Say, Word
from pbem.kit.digests import Digests, Reading, explained
from pbem.kit.sources import indented, mark_of, walk_tables
from pbem.resources import rules_text
from pbem.titles.tekhenu.board import card_said, words
from pbem.titles.tekhenu.components import SIDES, default_raw
from pbem.titles.tekhenu.seth.components import default_raw as seth_raw
from pbem.titles.tekhenu.seth.printed_tables import entry_of
from pbem.titles.tekhenu.show.printed_tables import (
    CARD_TABLES,
    cost_text,
    edges_text,
    option_text,
    position_text,
    space_name,
    space_text,
    spot_text,
    statue_spot_texts,
)

_TILE = re.compile(r"C\d\d")
"""A Conquest tile; `c3` is a temple space."""
RULES = ("tekhenu", "tekhenu-seth")
"""Digests: of the base game with Botankhamun, and of the expansion with the Vizier's challenge."""

# -- rules -------------------------------------------------------------------------------------------------------------


_NUMBERED = re.compile(r"(?:[TS]-CARD|T-TILE)-([A-Z]\d\d)")
"""Ids of cards and Pillar tiles, which are typed by their number alone."""


def _numbers(words: Catalogue | None) -> dict[str, str]:
    """Map the numbers of cards and tiles, as the digests have them; the same in every language."""
    if words is not None:
        return {}
    text = "\n".join(rules_text(name) for name in RULES)
    return {found[1]: found[0] for found in _NUMBERED.finditer(text) if f"**{found[0]}**" in text}


DIGESTS = Digests("tekhenu", RULES, _numbers)


def near(ident: str, count: int = 3) -> list[str]:
    """Find known ids that look like an unknown one."""
    return DIGESTS.book().near(ident, count)


def explain(ident: str, raw: Mapping[str, Any] | None = None, language: str = ENGLISH) -> str | None:
    """Explain a rule, ruling, decision, example, card, tile, option or house value in our wording; None if there is
    none.

    With it come the rulings that touch it, and what of it is a house value. `raw` are the tables to take values from,
    the shipped ones by default. The name of a group (`T-MAAT`) gives all of it.
    """
    tables, reading = _whole(raw) if raw is not None else _shipped(), DIGESTS.reading(language)

    def item(entry: Entry) -> str:
        return _entry_text(reading, entry, tables)

    def value() -> str | None:
        found = _value_text(ident.strip(), tables)
        if found is None:
            return None
        return "\n".join([reading.say(found[0]), *(indented(reading.say(line)) for line in found[1:])]) + "\n"

    tile = _TILE.fullmatch(ident.strip().upper())
    return explained(reading, f"S-TILE-{ident.strip()}" if tile else ident, item, value)


@cache
def _shipped() -> Mapping[str, Any]:
    """Read all tables as they ship, to read values from: a reading page explains every id there is."""
    return _whole(default_raw())


def _whole(raw: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the tables with those of the expansion, as shipped where they are not among them."""
    if "seth" in raw:
        return raw

    return {**raw, "seth": seth_raw()}


def _entry_text(reading: Reading, entry: Entry, raw: Mapping[str, Any]) -> str:
    last, houses = [], []
    if entry.kind == "HV":
        still = any(node.get("house") == entry.id for _, node in walk_tables(raw, ""))
        house = Say("This is a house value (house): nothing in print was found for it.")
        last.append(indented(reading.say(house if still else Say("Corrected in these tables by their owner (owner)."))))
    else:
        houses = reading.book.touching(entry.id, "HV")
        if houses:
            last.append(reading.listed(Say("House values (house), please check against the box:"), houses))
    return reading.item(entry, list(_values_of(entry.id, raw)), last, houses)


def _values_of(ident: str, raw: Mapping[str, Any]) -> Iterator[str]:
    """Yield the values of the tables that belong to an id, with their marks."""
    if ident.startswith("T-CARD-"):
        for table, _ in CARD_TABLES:
            for card in raw[table]:
                if card["rule"] == ident:
                    yield from _card_values(card)
    elif ident.startswith("T-TILE-P"):
        for tile in raw["pillar_tiles"]:
            if tile["rule"] == ident:
                yield Say("cost {cost}", cost=cost_text(tile))
                yield Say("edges {edges}", edges=edges_text(tile))
    elif ident.startswith(("S-CARD-", "S-TILE-", "S-REGION-")):
        yield from entry_of(raw["seth"], ident)
    elif ident.startswith(("HV-", "S-HV-")):
        for path, value in _house_paths(ident, raw):
            yield Say("{path}: {value} (house)", path=path, value=value)
    elif ident == "T-TILE-H2":
        yield from (position_text(entry) for entry in raw["horus"]["positions"])
    elif ident.startswith(("RUL-", "T-BOT-", "S-R-")):
        for name, option in _options(raw).items():
            if option["ruling"] == ident:
                yield option_text(name, option)


def _card_values(card: Mapping[str, Any]) -> Iterator[str]:
    if "type" in card:
        yield Say("type {type}{mark}", type=Word(card["type"]["value"]), mark=mark_of(card["type"]))
    if "initiative" in card:
        yield Say("initiative {n}", n=card["initiative"])
    if "ankh" in card:
        yield f"Ankh {card['ankh']}"
    if card.get("min_players"):
        yield Say("from {n} players", n=card["min_players"])


def _value_text(ident: str, raw: Mapping[str, Any]) -> tuple[str, ...] | None:
    """Explain things that have a name in the tables but no id of their own: Horus positions, spots, spaces, options;
    each with where to read on."""
    name = ident.upper()
    if len(name) == 2 and name[0] == "H" and name[1] in "123456":
        entry = next(e for e in raw["horus"]["positions"] if e["position"] == int(name[1]))
        printed = raw["horus"]["preprinted"]
        mark = mark_of(printed) * (name[1] != "4")  # position 4 is printed in EX-13
        without = Say("Without the tiles its god is {god}{mark}.", god=Name(printed[name[1]]), mark=mark)
        return Say("Horus {position}", position=position_text(entry)), without, _see("T-TILE-H2")
    for spot in raw["temple"]["building_spots"]["list"]:
        if spot["id"] == name:
            text = spot_text(spot, raw["temple"]["building_spots"])
            return Say("Building spot {spot}", spot=text), _see("T-HATHOR-0")
    for spot_id, text in statue_spot_texts(raw):
        if spot_id == name:
            return Say("Statue spot {spot}", spot=text), _see("T-HORUS-8")
    for space in raw["temple"]["spaces"]["list"]:
        if space_name(space).upper() == name:
            return Say("Temple space {space}", space=space_text(space, raw["temple"]["spaces"])), _see("T-RA-3")
    for key, option in _options(raw).items():
        if key.upper() == name:
            return Say("Option {option}", option=option_text(key, option)), _see(option["ruling"])
    return _own_card(name, raw)


def _own_card(name: str, raw: Mapping[str, Any]) -> tuple[str, ...] | None:
    """Explain a card of one's own making, which no digest has, by its text."""
    rows = [row for tables in (raw, raw["seth"]) for rows in tables.values() if isinstance(rows, list) for row in rows]
    for row in rows:
        if isinstance(row, dict) and "text" in row and name in (row.get("id"), row.get("rule")):
            return f"{row['rule']}{mark_of(row)}", card_said(row["text"])
    return None


def _options(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Collect the switches of the base game and of its modules; a module that is not in these tables as shipped."""
    title = get_title("tekhenu")
    found: dict[str, Any] = dict(raw["options"])
    for name in title.modules_at:
        found |= raw.get(name, title.module(name).components()).get("options", {})
    return found


def _see(ident: str) -> str:
    return Say("See {rule}.", rule=ident)


def _house_paths(ident: str, raw: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield what is tagged with a house value's id, as path and value; nothing once an owner has corrected it."""
    for path, node in walk_tables(raw, ""):
        if node.get("house") == ident:
            text = _short(node)
            if text:
                yield path, text


def _short(node: Mapping[str, Any]) -> str:
    """Write the value of a tagged object in a few words; leave long ones to the tables."""
    if "value" in node:
        value = node["value"]
        return Listed(Word(str(part)) for part in value) if isinstance(value, list) else card_said(str(value))
    if "bonus" in node:
        return words(node["bonus"])
    if "limestone" in node:
        return words({"limestone": node["limestone"]})
    if "advance" in node:
        both = Listed([Word(what) for what in node["advance"]], Say(" and "))
        return Say("{both} up, gain {gain}", both=both, gain=words(node["gain"]))
    if all(side in node for side in SIDES):
        return Listed([Word(node[side]) for side in SIDES], " ")
    return ""
