"""Every rule of Time of Seth is cited by a test or by the code, and those that code decides have a break."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from pbem.titles.tekhenu import TITLE
from tests.titles.tekhenu import rule_mutations
from tests.titles.tekhenu.citing import ID, RANGE, between, citing

ROOT = Path(__file__).parents[3]
NAMED = re.compile(r"def test_[xX]_(\d+)")
TESTS = ("test_seth_*.py", "test_vizier.py")


def rule_ids() -> list[str]:
    return [ident for ident in TITLE.rule_ids() if ident.startswith(("S-", "SD-", "X-"))]


@cache
def cited() -> frozenset[str]:
    tests = [path for pattern in TESTS for path in Path(__file__).parent.glob(pattern)]
    paths = [*(ROOT / "pbem/titles/tekhenu").rglob("*.py"), *tests]
    text = " ".join(path.read_text(encoding="utf-8") for path in sorted(paths) if path.name != Path(__file__).name)
    flat = " ".join(text.split())
    found = set(re.findall(rf"\b{ID}\b", flat))
    for first, last in RANGE.findall(flat):
        found |= between(first, last)
    return frozenset(found | {f"X-{number}" for number in NAMED.findall(text)})


def test_the_digest_is_there() -> None:
    ids = set(TITLE.rule_ids())
    assert {f"S-R-{n:02d}" for n in range(1, 50)} | {f"X-{n:02d}" for n in range(1, 29)} <= ids
    assert {f"SD-{n:02d}" for n in range(1, 21)} | {f"S-TILE-C{n:02d}" for n in range(1, 13)} <= ids


@pytest.mark.parametrize("group", sorted({ident.rsplit("-", 1)[0] for ident in rule_ids()}))
def test_every_rule_is_cited(group: str) -> None:
    """No rule is left out."""
    assert [ident for ident in rule_ids() if ident.rsplit("-", 1)[0] == group and ident not in cited()] == []


def test_every_card_tile_and_region_has_a_row() -> None:
    tested = set(citing())
    wanted = {ident for ident in rule_ids() if re.match(r"S-(CARD|TILE|REGION)-", ident)}
    assert sorted(wanted - tested) == []
    raw = TITLE.components(["seth"])["seth"]
    rows = {f"S-TILE-{row['id']}" for row in raw["conquest_tiles"]} | {
        f"S-REGION-{row['id']}" for row in raw["regions"]
    }
    rows |= {row["rule"] for table in raw.values() if isinstance(table, list) for row in table if "rule" in row}
    assert sorted(wanted - rows) == [], "of each the tables have a row"


def test_every_break_is_of_a_rule_that_a_test_cites() -> None:
    breaks, _ = rule_mutations.table()
    broken = {ident for change in breaks for ident in change.ids if ident.startswith(("S-", "SD-"))}
    assert broken <= set(rule_ids()) and sorted(broken - set(citing())) == []


def test_every_rule_has_a_break_or_a_reason() -> None:
    """Cards, tiles and regions have rows of their own (`test_seth_cards.py`), house values are data."""
    breaks, reasons = rule_mutations.table()
    broken = {ident for change in breaks for ident in change.ids}
    wanted = {ident for ident in rule_ids() if not re.match(r"S-(CARD|TILE|REGION|HV)-|X-", ident)}
    assert sorted(wanted - broken - reasons.keys()) == [] and not broken & reasons.keys()
