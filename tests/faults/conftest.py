"""How many faults were tried, in the last lines of `make faults`."""

from __future__ import annotations

from collections import Counter

import pytest

WORDS = {"kill": "killed", "EIO": "refused by EIO", "ENOSPC": "refused by ENOSPC", "power": "states after a power cut"}


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    count: Counter[str] = Counter()
    for reports in terminalreporter.stats.values():
        for report in reports:
            count.update({name: n for name, n in getattr(report, "user_properties", []) if name in WORDS})
    if count:
        told = ", ".join(f"{count[how]} {words}" for how, words in WORDS.items() if count[how])
        terminalreporter.write_line(f"{count.total()} tries: {told}")
