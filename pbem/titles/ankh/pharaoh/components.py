"""The component tables of the expansion as the rules use them.

`components.json` holds cards, chambers, Riddles and abilities as effects, each an object with its verb under `do`
(`effects.py`) and what the verb needs to know. A text is declared there and nowhere else.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

__all__ = ["Ability", "Box", "Card", "Chamber", "Effect", "Pharaoh", "build", "default_raw"]

Effect = Mapping[str, Any]
SPHINX = "sphinx"
INFANTRY = "infantry"
PHARAOH = "pharaoh"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Card:
    """A Policy card: with which actions and when it is used, and what it does."""

    id: str
    no: int
    name: str
    copies: int
    actions: tuple[str, ...]
    when: str
    text: str
    effects: tuple[Effect, ...]
    source: str
    """Where its text comes from: `house` until an owner has typed it in."""

    @property
    def key(self) -> str:
        """What it is called in lines."""
        return self.id.replace("_", " ")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Chamber:
    id: str
    no: int
    name: str
    rule: str
    text: str
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Ability:
    """What a Pharaoh does: effects `at` a moment, or a `standing` change with its parameters."""

    id: str
    name: str
    rule: str
    text: str
    at: str
    by: str
    standing: str
    effects: tuple[Effect, ...]
    facts: Effect


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Pharaoh:
    id: str
    name: str
    placed_by: str
    tokens_on: tuple[int, ...]
    """Conflicts on whose spaces of the event track Pharaoh tokens lie."""
    death_on: tuple[int, ...]
    abilities: tuple[Ability, ...]
    riddle: str
    riddle_rule: str
    riddle_effects: tuple[Effect, ...]
    riddle_source: str
    standing: Mapping[str, Ability] = field(default_factory=dict)


class Box:
    """Everything the rules of the expansion look up."""

    def __init__(self, raw: Mapping[str, Any]) -> None:
        counts, setup = raw["counts"], raw["setup"]
        self.priests: int = counts["priests_per_god"]
        self.priests_in_pool: int = setup["priests_in_pool"]
        self.priests_in_law: int = setup["priests_in_law"]
        self.sphinxes: int = counts["sphinx_tokens"]
        self.slots: int = counts["face_up_policy_slots"]
        self.tokens: int = counts["pharaoh_tokens"]
        self.chambers: dict[str, Chamber] = {row["id"]: _chamber(row) for row in raw["chambers"]["list"]}
        """In the order of their numbers."""
        self.adjacent: dict[str, tuple[str, ...]] = _adjacent(list(self.chambers), raw["adjacent"]["pairs"])
        self.cards: dict[str, Card] = {
            row["id"]: _card({"source": raw["policies"]["source"], **row}) for row in raw["policies"]["list"]
        }
        self.spelled: dict[str, str] = {card.key: card.id for card in self.cards.values()}
        self.pharaohs: dict[str, Pharaoh] = {row["id"]: _pharaoh(row) for row in raw["pharaohs"]["list"]}
        self.names: dict[str, str] = {SPHINX: raw["sphinx"]["name"], INFANTRY: "Infantry", PHARAOH: "Pharaoh"}
        self.names |= {row.id: row.name for row in self.chambers.values()}
        self.names |= {row.id: row.name for row in self.cards.values()}
        self.names |= {row.id: row.name for row in self.pharaohs.values()}

    def deck(self) -> list[str]:
        """List all Policy cards, copies included."""
        return [card.id for card in self.cards.values() for _ in range(card.copies)]


def _effects(row: Mapping[str, Any]) -> tuple[Effect, ...]:
    return tuple(row.get("effects", ()))


def _chamber(row: Mapping[str, Any]) -> Chamber:
    return Chamber(row["id"], row["no"], row["name"], row["rule"], row["text"], _effects(row))


def _card(row: Mapping[str, Any]) -> Card:
    return Card(
        row["id"], row["no"], row["name"], row["copies"], tuple(row["actions"]), row["when"], row["text"],
        _effects(row), row["source"],
    )  # fmt: skip


def _ability(row: Mapping[str, Any]) -> Ability:
    return Ability(
        row["id"], row["name"], row["rule"], row["text"], row.get("at", ""), row.get("by", ""),
        row.get("standing", ""), _effects(row), row,
    )  # fmt: skip


def _pharaoh(row: Mapping[str, Any]) -> Pharaoh:
    abilities = tuple(_ability(ability) for ability in row["abilities"])
    riddle = row["riddle"]
    return Pharaoh(
        row["id"], row["name"], row["placed_by"], tuple(row["tokens_on"]), tuple(row["death_on"]), abilities,
        riddle["text"], riddle["rule"], _effects(riddle), riddle["source"],
        {one.standing: one for one in abilities if one.standing},
    )  # fmt: skip


def _adjacent(chambers: Sequence[str], pairs: Sequence[Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """Map each chamber to those beside it, in the order of their numbers (P-PAL-4)."""
    both = {(one, other) for one, other in pairs} | {(other, one) for one, other in pairs}
    return {one: tuple(other for other in chambers if (one, other) in both) for one in chambers}


def build(raw: Mapping[str, Any]) -> Box:
    return Box(raw)


def default_raw() -> dict[str, Any]:
    """Read a fresh copy of the shipped table, sources included."""
    raw: dict[str, Any] = json.loads(Path(__file__).with_name("components.json").read_text(encoding="utf-8"))
    return raw
