"""The component tables as the rules use them: plain objects with everything looked up beforehand.

`components.json` holds the values with their sources; `build` turns such a table into `Components`. Only the standard
library is imported here; the thorough check is `component_check`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pbem.core.overlay import OverlayRules, unmarked
from pbem.titles.ankh.map.geometry import Board, edge

__all__ = [
    "ACTIONS",
    "CONFLICT",
    "DECLARED",
    "GODS",
    "MONUMENTS",
    "OVERLAY_RULES",
    "Components",
    "Event",
    "Guardian",
    "Power",
    "Scenario",
    "Start",
    "build",
    "default_components",
    "default_raw",
    "shipped",
]

GODS = ("amun", "anubis", "isis", "osiris", "ra")
MONUMENTS = ("obelisk", "temple", "pyramid")
ACTIONS = ("move", "summon", "gain", "unlock")
"""Tracks from top to bottom (A-TURN-2)."""
CONFLICT = "conflict"

CARDS = "battle_cards"
DECLARED = ("ankh_powers", CARDS, "guardians")
"""Tables whose rows say what a thing does."""

OVERLAY_RULES = OverlayRules()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Power:
    """An Ankh power."""

    id: str
    name: str
    level: int
    rule: str


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Guardian:
    """One kind of Guardian: its level, how many figures there are, and the base they stand on."""

    id: str
    name: str
    level: int
    figures: int
    base: str
    rule: str


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Event:
    """One space of the event track; `conflict` is the number of a Conflict, `after` what follows it."""

    index: int
    type: str
    conflict: int
    after: str


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Start:
    """Where one player begins: God, Warriors, own Monuments as (kind, space)."""

    god: str
    warriors: tuple[str, ...]
    monuments: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Scenario:
    """A set-up for one number of players (A-SCEN-1)."""

    id: str
    name: str
    camels: tuple[str, ...]
    tokens: tuple[tuple[str, int], ...]
    """Order tokens by the anchor of their region."""
    players: tuple[Start, ...]
    neutral: tuple[tuple[str, str], ...]


class Components:
    """Everything the rules look up."""

    def __init__(self, raw: Mapping[str, Any]) -> None:
        counts, limits = raw["counts"], raw["limits"]
        self.move_distance: int = limits["move_distance"]
        self.camels_per_caravan: int = limits["camels_per_caravan"]
        self.build_cost: int = limits["build_cost"]
        self.merge_min_players: int = limits["merge_min_players"]
        self.board = Board(raw["map"], limits["min_region_spaces"])
        self.warriors: int = counts["warriors_per_god"]
        self.bases: dict[str, int] = {"small": counts["small_bases_per_god"], "large": counts["large_bases_per_god"]}
        self.ankhs: int = counts["ankh_tokens_per_god"]
        self.ankhs_on_board: int = counts["ankh_tokens_on_god_board_at_start"]
        self.monuments: dict[str, int] = {kind: counts[f"{kind}s"] for kind in MONUMENTS}
        self.camels: int = counts["camels"]
        self.order_tokens: int = counts["conflict_order_tokens"]
        self.follower_tokens: int = counts["follower_tokens"]
        self.suns: int = counts["sun_tokens"]
        self.underworlds: int = counts["underworld_tokens"]
        self.slots: int = counts["anubis_slots"]
        self.starting_followers: int = raw["setup"]["starting_followers"]
        self.figures: dict[int, int] = _numbered(raw["setup"]["guardian_figures_by_players"])
        self.steps: dict[str, dict[int, int]] = {
            track["id"]: _numbered(track["steps"]) for track in raw["action_tracks"]["tracks"]
        }
        self.labels: dict[str, tuple[str | None, ...]] = {
            track["id"]: tuple(track["labels"]) for track in raw["action_tracks"]["tracks"]
        }
        self.events: tuple[Event, ...] = tuple(
            Event(space["id"], space["type"], space.get("conflict", 0), space.get("after", ""))
            for space in raw["event_track"]["spaces"]
        )
        self.last_red: int = raw["devotion_track"]["last_red"]
        self.top: int = raw["devotion_track"]["top"]
        self.boxes: dict[str, Any] = {}
        """Component tables of modules, by name, as their rules use them."""
        self._raw_scenarios = {row["id"]: row for row in raw["scenarios"]}
        self._scenarios: dict[tuple[str, int], Scenario] = {}
        self._read_lists(raw)

    def _read_lists(self, raw: Mapping[str, Any]) -> None:
        """Read what is named: powers, Battle cards, Guardians, gods."""
        powers = raw["ankh_powers"]
        self.power_cost: dict[int, int] = _numbered(powers["cost_by_level"])
        self.unlock_levels: tuple[int, ...] = tuple(powers["unlock_order_levels"])
        self.guardian_at: dict[int, int] = _numbered(powers["guardian_symbol"]["level_by_unlock"])
        """Level of the Guardian that the nth unlock uncovers (A-UNLOCK-3)."""
        self.powers: dict[str, Power] = {
            row["id"]: Power(row["id"], row["name"], row["level"], row["rule"]) for row in powers["list"]
        }
        self.cards: dict[str, int] = {row["id"]: row["strength"] for row in raw["battle_cards"]["list"]}
        """Strength of each Battle card."""
        self.card_rules: dict[str, str] = {row["id"]: row["rule"] for row in raw["battle_cards"]["list"]}
        self.guardians: dict[str, Guardian] = {
            row["id"]: Guardian(row["id"], row["name"], row["level"], row["figures"], row["base"], row["rule"])
            for row in raw["guardians"]["list"]
        }
        self.effects: dict[str, dict[str, Mapping[str, Any]]] = {
            row["id"]: {one["do"]: one for one in _printed(table, row, "effects", ())}
            for table in DECLARED for row in raw[table]["list"]
        }  # fmt: skip
        """What powers, cards and Guardians do, by id and by the name of the effect, with the numbers that go along."""
        order = {row["id"]: _printed(CARDS, row, "default_order", len(self.cards)) for row in raw[CARDS]["list"]}
        self.preferred: tuple[str, ...] = tuple(sorted(self.cards, key=lambda card: order[card]))
        """What is played for somebody without an order: the first of these in hand (A-PBEM-9)."""
        self.names: dict[str, str] = _names(raw)
        """What things are called, by id."""
        self.abilities: dict[str, str] = {row["id"]: row["ability"] for row in raw["gods"]["list"]}

    def scenario(self, ident: str, players: int) -> Scenario:
        """Return the set-up of a scenario for so many players."""
        found = self._scenarios.get((ident, players))
        if found is None:
            found = self._scenarios[ident, players] = _scenario(self.board, self._raw_scenarios[ident], players)
        return found

    def guardians_of(self, level: int) -> list[str]:
        return [kind for kind, guardian in self.guardians.items() if guardian.level == level]


def _numbered(table: Mapping[str, Any]) -> dict[int, Any]:
    """Return what stands under numbers; a corrected table has a mark beside them."""
    return {int(n): value for n, value in unmarked(table).items()}


def _printed(table: str, row: Mapping[str, Any], key: str, otherwise: Any) -> Any:
    """Return a value of a row. Games that began before rows had it keep the tables that they are pinned to; for them
    the shipped row says it."""
    if key in row:
        return row[key]
    known: Mapping[str, Any] = next((one for one in shipped()[table]["list"] if one["id"] == row["id"]), {})
    return known.get(key, otherwise)


def _names(raw: Mapping[str, Any]) -> dict[str, str]:
    lists = (raw["ankh_powers"], raw["battle_cards"], raw["gods"], raw["guardians"])
    names = {row["id"]: row["name"] for table in lists for row in table["list"]}
    names |= {row["id"]: row["name"] for row in raw["scenarios"]}
    names |= {kind: kind.capitalize() for kind in MONUMENTS}
    return {**names, "god": "God", "warrior": "Warrior"}


def _scenario(board: Board, row: Mapping[str, Any], players: int) -> Scenario:
    setup = next(setup for setup in row["setups"] if setup["id"] == players)
    camels = tuple(sorted(edge(*pair) for pair in setup["camels"]))
    anchor = board.lay(camels).anchor
    starts = sorted(setup["players"], key=lambda start: int(start["id"]))
    return Scenario(
        row["id"],
        row["name"],
        camels,
        tuple((anchor[region["anchor"]], region["id"]) for region in setup["regions"]),
        tuple(Start(s["god"], tuple(s["warriors"]), _monuments(s["monuments"])) for s in starts),
        _monuments(setup["neutral_monuments"]),
    )


def _monuments(rows: list[Mapping[str, str]]) -> tuple[tuple[str, str], ...]:
    return tuple((row["type"], row["at"]) for row in rows)


def build(raw: Mapping[str, Any]) -> Components:
    return Components(raw)


def default_raw() -> dict[str, Any]:
    """Read a fresh copy of the shipped table, sources included."""
    path = Path(__file__).with_name("components.json")
    raw: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return raw


@cache
def shipped() -> Mapping[str, Any]:
    """Return the shipped table, read once: to look things up in, never to be changed."""
    return default_raw()


@cache
def default_components() -> Components:
    """Build the shipped table, once."""
    return build(default_raw())
