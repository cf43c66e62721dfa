"""Every rule of the digest is cited by the code or by a test.

Cited means: its id stands there, it lies in a range such as "T-CARD-S01 to T-CARD-S04", a test is named after it
(`test_tab_07_statues`), or - for cards and tiles - a test has a row with the short id.
"""

from __future__ import annotations

import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from pbem.titles.tekhenu import TITLE
from tests.titles.tekhenu import rule_mutations
from tests.titles.tekhenu.citing import ID, RANGE, between, citing

ROOT = Path(__file__).parents[3]
NAMED = re.compile(r"def test_(ex|tab|rul|dec|hv)_(\d+)")
SHORT = re.compile(r"[\"' ]([BTDSAP]\d\d)\b")


@cache
def sources() -> tuple[str, str]:
    """The text of the title's code, and of its tests (without this one)."""
    code = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "pbem/titles/tekhenu").rglob("*.py"))]
    tests = [
        path.read_text(encoding="utf-8")
        for path in sorted(Path(__file__).parent.glob("*.py"))
        if path.name != Path(__file__).name
    ]
    return "\n".join(code), "\n".join(tests)


@cache
def cited() -> frozenset[str]:
    code, tests = sources()
    text = " ".join(f"{code}\n{tests}".split())
    found = set(re.findall(rf"\b{ID}\b", text))
    found |= set(re.findall(r"\bT-[A-Z]+-\d*[A-Z]*\b", text))
    for first, last in RANGE.findall(text):
        found |= between(first, last)
    for kind, number in NAMED.findall(tests):
        found.add(f"{kind.upper()}-{number}")
    return frozenset(found | in_rows())


@cache
def in_rows() -> frozenset[str]:
    """Cards and tiles whose short id stands in a test."""
    found = SHORT.findall(sources()[1])
    return frozenset(f"T-TILE-{short}" if short[0] == "P" else f"T-CARD-{short}" for short in found)


def rule_ids() -> list[str]:
    """Those of the base game; the expansion has a list of its own."""
    return [ident for ident in TITLE.rule_ids() if not ident.startswith(("S-", "SD-", "X-"))]


def test_the_digest_is_there() -> None:
    """The list is not empty by accident."""
    ids = rule_ids()
    assert len(ids) >= 400
    assert {"T-SETUP-1", "T-MAAT-4", "T-END-3", "T-CARD-D24", "T-TILE-P27", "RUL-68", "DEC-60", "EX-18"} <= set(ids)


@pytest.mark.parametrize("group", sorted({ident.rsplit("-", 1)[0] for ident in rule_ids()}))
def test_every_rule_is_cited(group: str) -> None:
    """No rule is left out."""
    missing = [ident for ident in rule_ids() if ident.rsplit("-", 1)[0] == group and ident not in cited()]
    assert missing == []


def test_every_card_and_tile_has_a_row() -> None:
    """Not only cited: named in a test."""
    wanted = {ident for ident in rule_ids() if re.fullmatch(r"T-(CARD-[BTDSA]|TILE-P)\d\d", ident)}
    assert len(wanted) == 88 + 27
    assert sorted(wanted - in_rows()) == []


def test_every_rule_has_a_break() -> None:
    """`rules.mut`: a change of the code for each rule, ruling and decision, or the reason why no code decides it; cards
    and tiles are taken away hook by hook instead, examples, tables and house values are tests themselves."""
    breaks, reasons = rule_mutations.table()
    broken = {ident for change in breaks for ident in change.ids}
    broken = {ident for ident in broken if not ident.startswith(("S-", "SD-"))}
    reasons = {ident: why for ident, why in reasons.items() if not ident.startswith(("S-", "SD-"))}
    wanted = {ident for ident in rule_ids() if not re.match(r"T-CARD-[BTDSA]\d|T-TILE-P|EX-|TAB-|HV-", ident)}
    assert len({ident for ident in wanted if ident.startswith("T-BOT-")}) == 52
    assert wanted == broken | set(reasons) and not broken & set(reasons)
    assert all(change.out and change.put and change.out != change.put for change in breaks)


def test_every_break_still_breaks_a_rule(tmp_path: Path) -> None:
    """Its text stands in the code exactly once, and what is put there is sound code: one that ends in a syntax error or
    an unknown name would be noticed by any test."""
    breaks, _ = rule_mutations.table()
    for number, change in enumerate(breaks):
        found = rule_mutations.applied(rule_mutations.ROOT, change)
        assert found is not None, change.name
        (tmp_path / f"{change.ids[0]} {number}.py").write_text(found[1], encoding="utf-8")
    command = [sys.executable, "-m", "ruff", "check", "--isolated", "--no-cache", "--select", "F82", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:]


def test_every_rule_with_a_break_is_cited_by_a_test() -> None:
    """By the name, the text or the table of a test, not just somewhere in a file."""
    breaks, _ = rule_mutations.table()
    cited = citing()
    assert sorted({ident for change in breaks for ident in change.ids} - set(cited)) == []
