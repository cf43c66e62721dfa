"""Say at the end of a run what each part of the suite cost, beside what it may cost (docs/performance.md).

Seconds of CPU of all processes together, those that tests start included; what others do on the machine does not count.
Which part a test belongs to is read off its name, so that one file may hold tests of several titles.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Generator

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
_seen = [0.0]


def part_of(nodeid: str) -> str:
    """The first part one of whose words stands in the name of the test."""
    name = nodeid.lower()
    return next((part for part, words, _ in PARTS if any(word in name for word in words)), REST[0])


def cpu() -> float:
    """Seconds of CPU of this process and of those it has waited for."""
    return sum(os.times()[:4])


def pytest_collection_finish() -> None:
    _seen[0] = cpu()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Give every report the CPU since the one before it; a worker sends it along."""
    report = yield
    now = cpu()
    report.cpu, _seen[0] = now - _seen[0], now
    return report


@pytest.hookimpl(optionalhook=True)
def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _spent[part_of(report.nodeid)] += getattr(report, "cpu", 0.0)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if sum(_spent.values()) < LEAST:
        return
    budgets = {part: budget for part, _, budget in PARTS} | dict([REST])
    for part, budget in budgets.items():
        if part in _spent:
            terminalreporter.write_line(f"{part}: {_spent[part]:.0f} s of CPU, {budget} s meant")
