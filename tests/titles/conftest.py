"""For tests of titles: the tables as they came out of the box."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

import pbem.titles.ankh.components as ankh_tables
import pbem.titles.ankh.title as ankh_title
import pbem.titles.tekhenu.components as tekhenu_tables
import pbem.titles.tekhenu.seth.components as seth_tables
import pbem.titles.tekhenu.seth.module as seth_module
import pbem.titles.tekhenu.title as tekhenu_title
from pbem.titles.tekhenu.views.lookup import DIGESTS
from tests.titles.ankh.build import data

Raw = dict[str, Any]
DECKS = {
    "blessings": "blessing", "technologies": "technology", "decrees": "decree", "starting_cards": "starting",
    "destiny_cards": "destiny", "pillar_tiles": "pillar_tiles",
}  # fmt: skip


def without_own(rows: list[Raw]) -> list[Raw]:
    return [row for row in rows if row.get("source") != "house"]


def tekhenu_printed(raw: Raw) -> Raw:
    for name, kind in DECKS.items():
        raw[name] = without_own(raw[name])
        raw["decks"][kind] = len(raw[name])
    raw["decks"]["total"] = sum(n for kind, n in raw["decks"].items() if kind in [*DECKS.values()][:5])
    return raw


def seth_printed(raw: Raw) -> Raw:
    """All values of the expansion are house values: what its digest has is printed."""
    ids = set(DIGESTS.ids())
    for name, rows in raw.items():
        if isinstance(rows, list):
            raw[name] = [row for row in rows if not isinstance(row, dict) or row.get("rule", "T-RA-0") in ids]
    return raw


def ankh_printed(raw: Raw) -> Raw:
    for name in ("ankh_powers", "battle_cards", "guardians"):
        raw[name]["list"] = without_own(raw[name]["list"])
    raw["counts"]["battle_cards_per_god"] = len(raw["battle_cards"]["list"])
    return raw


@pytest.fixture
def as_printed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The tables of both base games and of Time of Seth without cards of one's own making: for
    a test that compares a whole board, or what came out by chance (`docs/adding-a-card.md`)."""
    boxes: list[tuple[ModuleType, ModuleType, Any]] = [
        (tekhenu_tables, tekhenu_title, tekhenu_printed),
        (seth_tables, seth_module, seth_printed),
        (ankh_tables, ankh_title, ankh_printed),
    ]
    for tables, title, printed in boxes:
        shipped = tables.default_raw
        for module in (tables, title):
            monkeypatch.setattr(module, "default_raw", lambda shipped=shipped, printed=printed: printed(shipped()))
    made = (data, ankh_tables.default_components, tekhenu_tables.default_components)
    for one in made:
        one.cache_clear()
    yield
    monkeypatch.undo()
    for one in made:
        one.cache_clear()
