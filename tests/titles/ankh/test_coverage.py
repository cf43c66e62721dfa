"""Every rule of the digest is cited by the code or by a test, and has a break that a citing test must notice."""

from __future__ import annotations

import re
import subprocess
import sys
from functools import cache
from pathlib import Path

from tests.titles.ankh.breaking import ROOT, TITLE, applied, breaks, cited, named

DIGEST = ROOT / "docs/rules/ankh.md"
ENGINE = {"A-PBEM"}
"""Groups about mails rather than rules: cited and tested, but broken where the engine's own tests look."""


@cache
def rule_ids() -> tuple[str, ...]:
    return tuple(re.findall(r"^- \*\*(A-[A-Za-z0-9-]+)\*\*", DIGEST.read_text(encoding="utf-8"), re.M))


@cache
def in_code() -> frozenset[str]:
    files = sorted((ROOT / TITLE).rglob("*.py"))
    return frozenset(named(" ".join(path.read_text(encoding="utf-8") for path in files)))


def group(ident: str) -> str:
    return "-".join(ident.split("-")[:2])


def test_the_digest_is_there() -> None:
    """The list is not empty by accident."""
    assert len(rule_ids()) == len(set(rule_ids())) >= 243
    assert {"A-COMP-1", "A-CARD-FLOOD", "A-POW-TEMPLE", "A-RUL-41", "A-DEC-24", "A-EX-BOUNTIFUL"} <= set(rule_ids())


def test_every_rule_is_cited() -> None:
    """By the code or by a test; what a break decides, by a test."""
    known = in_code() | set(cited())
    reasons = breaks()[1]
    assert [ident for ident in rule_ids() if ident not in known and ident not in reasons] == []


def test_every_rule_has_a_break() -> None:
    """`rules.mut`: a change of the code for each rule, ruling and decision, or the reason why no code decides it;
    examples are tests themselves."""
    changes, reasons = breaks()
    broken = {ident for change in changes for ident in change.ids}
    wanted = {ident for ident in rule_ids() if not ident.startswith("A-EX-") and group(ident) not in ENGINE}
    assert wanted - broken - set(reasons) == set()
    assert broken | set(reasons) <= set(rule_ids())
    assert not broken & set(reasons)
    assert all(change.out and change.put and change.out != change.put for change in changes)


def test_every_break_still_breaks_a_rule(tmp_path: Path) -> None:
    """Its text stands in the code exactly once, and what is put there is sound code."""
    for number, change in enumerate(breaks()[0]):
        found = applied(ROOT, change)
        assert found is not None, change.name
        (tmp_path / f"{change.ids[0]} {number}.py").write_text(found[1], encoding="utf-8")
    command = [sys.executable, "-m", "ruff", "check", "--isolated", "--no-cache", "--select", "F82", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:]


def test_every_rule_with_a_break_is_cited_by_a_test() -> None:
    """By the name, the text or the table of a test, not just somewhere in a file."""
    assert sorted({ident for change in breaks()[0] for ident in change.ids} - set(cited())) == []
