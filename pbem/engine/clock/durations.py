"""Lengths of time as people type them (`3d`, `36h`, `90m`, `1w`, `1d12h`) and the form in which they are stored.

A day is 24 hours, also in the nights when the clocks change: a player is promised hours, and no change of the wall
clock may take one of them away.
"""

from __future__ import annotations

import re
from datetime import timedelta

from pbem.core.words import Say
from pbem.engine.clock.problems import ClockProblem
from pbem.patterns import late

DURATION_EXAMPLES = "3d, 36h, 90m, 1w, 1d12h"
LONGEST = timedelta(days=3660)

_FORM = late(
    r"(?:([0-9]{1,6})w(?:eeks?)?)?(?:([0-9]{1,6})d(?:ays?)?)?(?:([0-9]{1,6})h(?:ours?)?)?(?:([0-9]{1,6})m(?:in(?:utes?)?)?)?"
)
_ZERO = frozenset({"0", "none", "off"})


def parse_duration(text: str, key: str = "duration") -> timedelta:
    """Read the length meant by `text`; weeks, days, hours and minutes, largest first, each at most once."""
    plain = "".join(text.casefold().split())
    if plain in _ZERO:
        return timedelta(0)
    found = _FORM.fullmatch(plain)
    if not plain or found is None:
        why = Say("has no unit") if re.fullmatch(r"[0-9]+", plain) else Say("is not a length of time")
        raise ClockProblem(key, shorten(text), why, DURATION_EXAMPLES)
    weeks, days, hours, minutes = (int(part or 0) for part in found.groups())
    length = timedelta(weeks=weeks, days=days, hours=hours, minutes=minutes)
    if length > LONGEST:
        raise ClockProblem(key, shorten(text), Say("is longer than ten years"), DURATION_EXAMPLES)
    return length


def duration_text(length: timedelta) -> str:
    """Write the canonical text of a length: days, hours, minutes, without the parts that are nothing; `0` for none."""
    minutes = length // timedelta(minutes=1)
    days, rest = divmod(minutes, 24 * 60)
    hours, minutes = divmod(rest, 60)
    return "".join(f"{n}{unit}" for n, unit in ((days, "d"), (hours, "h"), (minutes, "m")) if n) or "0"


def shorten(text: str, limit: int = 60) -> str:
    """Make what was read fit to be shown back: one line, no control characters, not longer than `limit`."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return line if len(line) <= limit else line[: limit - 3] + "..."
