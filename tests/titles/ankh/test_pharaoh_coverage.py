"""Every rule of the expansion's digest is cited by the code or by a test, and can be looked up."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from pbem.core.rulebook import parse
from pbem.titles.ankh import TITLE

ROOT = Path(__file__).parents[3]
IDS = [entry.id for entry in parse((ROOT / "docs/rules/ankh-pharaoh.md").read_text(encoding="utf-8"))]
ELSEWHERE = frozenset({"P-SCEN-1", "P-SCEN-2", "P-SCEN-3", "P-SCEN-4"})
"""Notes on scenarios that were not found (A-SCEN-2)."""


@cache
def cited() -> frozenset[str]:
    """Ids that stand in the code or the tests, ranges such as "P-SETUP-1 to P-SETUP-4" spelled out."""
    folders = (ROOT / "pbem/titles/ankh", Path(__file__).parent)
    files = [path for folder in folders for path in folder.rglob("*.py") if path.name != Path(__file__).name]
    text = " ".join(" ".join(path.read_text(encoding="utf-8").split()) for path in files)
    found = set(re.findall(r"\bP-[A-Z]+-\d+\b", text))
    for name, first, last in re.findall(r"\b(P-[A-Z]+)-(\d+) to P-[A-Z]+-(\d+)", text):
        found |= {f"{name}-{n}" for n in range(int(first), int(last) + 1)}
    found |= {f"P-EX-{n}" for n in re.findall(r"def test_p_ex_(\d+)", text)}
    return frozenset(found)


@pytest.mark.parametrize("ident", IDS)
def test_every_rule_is_cited(ident: str) -> None:
    assert ident in cited() or ident in ELSEWHERE


def test_nothing_is_cited_that_does_not_exist() -> None:
    assert cited() <= set(IDS)


def test_every_rule_can_be_looked_up() -> None:
    assert set(IDS) <= set(TITLE.rule_ids())
    assert "least" in (TITLE.explain("P-PAL-6") or "")


def test_cards_and_pharaohs_can_be_looked_up() -> None:
    assert "(house)" in (TITLE.explain("great works") or "")
    assert "Restorer" in (TITLE.explain("tutankhamun") or "")
