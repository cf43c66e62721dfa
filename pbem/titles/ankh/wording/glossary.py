"""What translators need besides the sentences in the code: words that players type, names and texts of the tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pbem.titles.ankh.components import ACTIONS, MONUMENTS
from pbem.titles.ankh.notation import LABELS
from pbem.titles.ankh.show import boards
from pbem.titles.ankh.wording import log, turn_words

__all__ = ["phrases", "words"]

ANSWERS = (
    *("ready", "yes", "no", "all", "outbid", "ransom", "small", "large", "if", "enemy", "followers", "units"),
    *("enemies", "strength", "enemy_strength", "enemy_max", "stake", "plagues", "rivals", "cat mummy"),
    *("giant scorpion", "denounce", "devotion", "lead", "least", "most", "sphinxes", "policies", "priests", "used"),
    *("event", "conflict", "region", "the Palace", "the Palace at event", "the end of Conflict"),
    *("the end of a Conflict",),
)
"""Words of answers and of conditions that no table has."""
REASONS = (
    *("Majority", "Dominance", "Win", "Gain", "Merge", "Forgotten", "Revolt", "Conflict", "Control", "Caravan"),
    *("Move", "Summon", "Unlock", "Consolidate", "Delta", "East", "West", "Middle Kingdom", "Old Kingdom"),
    *("Peoples Revolt", "Law", "Court", "Throne", "Chamber Court", "Chamber Law", "Chamber War", "Chamber Throne"),
    *("War", "Riddle", "God", "Warrior", "Pharaoh", "Infantry", "Lead Expedition", "Legacy", "Flock", "Sphinx"),
)
"""What log lines and the board call actions, events, reasons, lands and chambers (see `log.thing`)."""
TYPED = ("ankh_powers", "battle_cards", "gods", "chambers", "policies")
"""Tables whose ids are answers; those of Policy cards are typed with blanks."""


def words(raw: Any, questions: Iterable[str]) -> list[str]:
    """List names of questions, words of answers, and names that are shown as they stand in the tables."""
    tables = {**raw, **raw.get("pharaoh", {})}
    idents = [row["id"] for table in TYPED for row in tables[table]["list"]]
    typed = [ident if ident.endswith("_attuned") else ident.replace("_", " ") for ident in idents]
    names = [row[key] for row in _rows(raw) for key in ("name", "ability") if isinstance(row.get(key), str)]
    kinds = [kind.capitalize() for kind in MONUMENTS]
    found = [*questions, *ACTIONS, *LABELS.values(), *MONUMENTS, *typed, *ANSWERS, *names, *kinds, *REASONS]
    return list(dict.fromkeys(found))


def phrases(raw: Any) -> Iterator[str]:
    """Yield texts of cards and powers, and sentences that the code keeps in tables."""
    yield from ("flood", "desert", "water")
    for table in (turn_words.EFFECTS, boards.AFTER, boards.EVENTS, boards.SHORT, log.DECLINED, log.SUMMONED):
        yield from table.values()
    for row in _rows(raw):
        if isinstance(row.get("text"), str):
            yield row["text"]
    yield from _asides(raw)
    yield from raw["source_convention"].values()
    yield from (*raw["map"]["region_names"].values(), *raw["unverified"])
    about = raw.get("pharaoh", {}).get("about", {})
    yield from (*about.get("sources", {}).values(), *about.get("missing", ()))
    yield from ("level", "strength", "ability", "figures", "base")


def _asides(raw: Any) -> Iterator[str]:
    """Yield what the tables say of their values, and of where they were found."""
    for node in _nodes(raw):
        if "do" not in node:
            yield from (node[key] for key in ("where", "note") if isinstance(node.get(key), str))


def _rows(raw: Any) -> Iterator[dict[str, Any]]:
    yield from (node for node in _nodes(raw) if "id" in node or "text" in node)


def _nodes(raw: Any) -> Iterator[dict[str, Any]]:
    """Yield every object of the tables."""
    if isinstance(raw, dict):
        yield raw
    if isinstance(raw, dict | list):
        for value in raw.values() if isinstance(raw, dict) else raw:
            yield from _nodes(value)
