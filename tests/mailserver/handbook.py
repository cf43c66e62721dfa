"""What `docs/operator.md` prints, taken out of it: the tests run these blocks and nothing written beside them.

A block that is run stands under a line `<!-- run: NAME -->`. The names of places and ports in it are those of the
table at the top of the document; a test puts its own in their stead.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[2]
FILE = ROOT / "docs" / "operator.md"
_BLOCK = re.compile(r"^<!-- run: ([a-z-]+) -->\n```[a-z]*\n(.*?)^```$", re.M | re.S)


def blocks() -> dict[str, str]:
    """Every marked block of the document by its name."""
    found = _BLOCK.findall(FILE.read_text(encoding="utf-8"))
    named = dict(found)
    assert len(named) == len(found), "two blocks of docs/operator.md have the same name"
    return named


def printed(name: str, places: Mapping[str, str]) -> str:
    """One block, with the names of our places in it; longer names first, each found as a whole word."""
    text = blocks()[name]
    for word in sorted(places, key=len, reverse=True):
        text = re.sub(rf"(?<![\w.]){re.escape(word)}(?![\w])", lambda _, to=places[word]: to, text)
    return text


def cron_commands(text: str) -> list[tuple[str, str]]:
    """User and command of every line of a file in /etc/cron.d."""
    rows = [line.split(None, 6) for line in text.splitlines() if re.match(r"[*\d]", line)]
    return [(row[5], row[6]) for row in rows]


def unit_values(text: str, key: str) -> list[str]:
    """The values of a key of a systemd unit."""
    return re.findall(rf"^{key}=(.*)$", text, re.M)
