"""Every rule of the expansion's digest is cited, can be looked up, and has a break that a citing test must notice."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from pbem.core.rulebook import parse
from pbem.titles.ankh import TITLE
from tests.titles.ankh import breaking

ROOT = breaking.ROOT
TABLE = "pharaoh.mut"
IDS = [entry.id for entry in parse((ROOT / "docs/rules/ankh-pharaoh.md").read_text(encoding="utf-8"))]
ELSEWHERE = frozenset({"P-SCEN-1", "P-SCEN-2", "P-SCEN-3", "P-SCEN-4"})
"""Notes on scenarios that were not found (A-SCEN-2)."""


@cache
def in_code() -> frozenset[str]:
    files = sorted((ROOT / breaking.TITLE).rglob("*.py"))
    return frozenset(breaking.named(" ".join(path.read_text(encoding="utf-8") for path in files)))


@cache
def in_tests() -> frozenset[str]:
    return frozenset(breaking.cited())


@pytest.mark.parametrize("ident", IDS)
def test_every_rule_is_cited(ident: str) -> None:
    assert ident in in_code() | in_tests() or ident in ELSEWHERE


def test_nothing_is_cited_that_does_not_exist() -> None:
    assert {ident for ident in in_code() | in_tests() if ident.startswith("P-")} <= set(IDS)


def test_every_rule_has_a_break() -> None:
    """`pharaoh.mut`: a change of code or tables for each, or the reason why none decides it; examples are tests."""
    changes, reasons = breaking.breaks(TABLE)
    broken = {ident for change in changes for ident in change.ids}
    assert {ident for ident in IDS if not ident.startswith("P-EX-")} == broken | set(reasons)
    assert set(reasons) == ELSEWHERE
    assert all(change.out and change.put and change.out != change.put for change in changes)


def test_every_rule_with_a_break_is_cited_by_a_test() -> None:
    assert {ident for change in breaking.breaks(TABLE)[0] for ident in change.ids} <= in_tests()
    assert {ident for ident in IDS if ident.startswith("P-EX-")} <= in_tests()


def test_every_break_still_breaks_a_rule(tmp_path: Path) -> None:
    """Its text stands there exactly once, and what is put there is sound."""
    for number, change in enumerate(breaking.breaks(TABLE)[0]):
        found = breaking.applied(ROOT, change)
        assert found is not None, change.name
        (tmp_path / f"{change.ids[0]} {number}{found[0].suffix}").write_text(found[1], encoding="utf-8")
    command = [sys.executable, "-m", "ruff", "check", "--isolated", "--no-cache", "--select", "F82", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:]


def test_every_rule_can_be_looked_up() -> None:
    assert set(IDS) <= set(TITLE.rule_ids())
    assert "least" in (TITLE.explain("P-PAL-6") or "")


def test_cards_and_pharaohs_can_be_looked_up() -> None:
    assert "(house)" in (TITLE.explain("great works") or "")
    assert "Restorer" in (TITLE.explain("tutankhamun") or "")
