"""What translators need besides the sentences in the code: words that players type, texts of cards and tiles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.titles.tekhenu.seth.display import brief
from pbem.titles.tekhenu.show.brief import short

__all__ = ["WORDS", "phrases"]

WORDS = (
    *("horus", "ra", "hathor", "bastet", "thoth", "osiris", "anubis", "Anubis", "Maat"),
    *("white", "yellow", "black", "brown", "grey"),
    *("orange", "blue", "red", "green", "violet", "purple"),
    *("papyrus", "bread", "limestone", "granite", "gold", "scribe", "faith", "vp", "population", "happiness"),
    *("pure", "tainted", "forbidden", "sunny", "shaded", "dark"),
    *("left", "middle", "right", "north", "east", "south", "west"),
    *("god", "produce", "nothing", "auto", "keep_gold"),
    *("blessing", "technology", "decree", "destiny", "starting"),
    *("statue", "treasury", "scales", "scroll", "people", "temple", "works"),
    *("districts", "statues", "production", "buildings", "cards", "rotation", "scoring", "turn order", "no cost"),
    *("easy", "medium", "hard"),
    *("seth", "warrior", "priest", "blood", "artifact", "follower"),
    *("Libya", "Kush", "Punt", "Canaan", "Amurru", "Hatti", "a statue in honour of Seth"),
)
"""Ids that are shown or typed; the names of questions come from the book."""


def phrases(raw: Any) -> Iterator[str]:
    """Yield the texts of the component tables, in full and in few words; names of Follower Powers and Artifacts."""
    for text in _texts(raw):
        yield text
        yield short(text)
    yield raw["market"]["slot_order"]["value"]
    for table in ("follower_powers", "artifacts"):
        for entry in raw.get("seth", {}).get(table, ()):
            yield entry["name"]
            yield brief(entry["text"])
    yield from (entry.get("note", "") for entry in raw.get("seth", {}).get("options", {}).values())


def _texts(raw: Any) -> Iterator[str]:
    if isinstance(raw, dict):
        for key, value in raw.items():
            if key == "text" and isinstance(value, str):
                yield value
            else:
                yield from _texts(value)
    elif isinstance(raw, list):
        for value in raw:
            yield from _texts(value)
