"""The component tables as the rules use them: plain frozen objects with everything looked up beforehand.

`components.json` holds the values with their sources; `build` turns such a table into `Components`. The hot path
imports only the standard library; the thorough check is `tables/component_check.py`. The
objects are compared by identity and not printed, because making those methods is most of what a cold start would pay.

Conventions: gods, sections of the wheel and districts are numbered from 0 in the order of the table; temple spaces are
numbered 0 to 24 row by row from the north-west and named by column letter and row number (`a1` to `e5`); lines of the
temple are 0 to 4 for rows and 5 to 9 for columns; sides are always north, east, south, west. Die values and Horus
positions stay 1 to 6, so tables indexed by them have an unused entry 0.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from pbem.core.overlay import OverlayError, OverlayRules, digest_of, overlay
from pbem.titles.tekhenu.tables.component_build import build
from pbem.titles.tekhenu.tables.component_parts import (
    SIDES,
    Ability,
    Bot,
    BuildingSpot,
    Card,
    Components,
    MarketSection,
    OptionSpec,
    OsirisSpace,
    PeopleSpot,
    Space,
    Tile,
)

__all__ = [
    "OVERLAY_RULES",
    "SIDES",
    "Ability",
    "Bot",
    "BuildingSpot",
    "Card",
    "Components",
    "MarketSection",
    "OptionSpec",
    "OsirisSpace",
    "OverlayError",
    "PeopleSpot",
    "Space",
    "Tile",
    "build",
    "corrected",
    "default_components",
    "default_raw",
    "digest_of",
    "overlay",
    "shipped",
]

#: Rewards and the like are exchanged whole; Building spots may be added or struck out (HV-05 is a house layout).
OVERLAY_RULES = OverlayRules(
    whole=frozenset({"reward", "bonus", "advance", "gain", "effect"}),
    extendable=frozenset({"temple.building_spots.list"}),
)


def default_raw() -> dict[str, Any]:
    """Read a fresh copy of the shipped table, sources included."""
    return shipped(__file__)


def shipped(beside: str) -> dict[str, Any]:
    """Read the table that lies beside a file of a module."""
    raw: dict[str, Any] = json.loads(Path(beside).with_name("components.json").read_text(encoding="utf-8"))
    return raw


@cache
def default_components() -> Components:
    """Build the shipped table, once."""
    return build(default_raw())


def corrected(corrections: Mapping[str, Any] | None) -> dict[str, Any]:
    """Lay an owner's corrections over the shipped table. Raise `OverlayError` where they do not fit."""
    return overlay(default_raw(), corrections, OVERLAY_RULES) if corrections else default_raw()
