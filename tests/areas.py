"""Say at the end of a run how long each part of the suite took, beside what it may take (docs/performance.md).

Seconds of all processes together. Which part a test belongs to is read off its name, so that one file may hold tests of
several titles.
"""

from __future__ import annotations

from collections import defaultdict

import pytest

PARTS = (
    ("Pharaoh", ("pharaoh",), 90),
    ("Seth and Vizier", ("seth", "vizier"), 120),
    ("solo", ("solo", "botankhamun"), 60),
    ("Ankh", ("ankh",), 180),
    ("Tekhenu", ("tekhenu", "perft"), 180),
)
REST = ("engine, mail, store, archive", 300)
LEAST = 60
"""Runs of fewer seconds tell nothing about the parts."""

_spent: defaultdict[str, float] = defaultdict(float)


def part_of(nodeid: str) -> str:
    """The first part one of whose words stands in the name of the test."""
    name = nodeid.lower()
    return next((part for part, words, _ in PARTS if any(word in name for word in words)), REST[0])


@pytest.hookimpl(optionalhook=True)
def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _spent[part_of(report.nodeid)] += report.duration


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if sum(_spent.values()) < LEAST:
        return
    budgets = {part: budget for part, _, budget in PARTS} | dict([REST])
    for part, budget in budgets.items():
        if part in _spent:
            terminalreporter.write_line(f"{part}: {_spent[part]:.0f} s of all cores, {budget} s meant")
