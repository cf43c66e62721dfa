"""Wall clocks: zones by name, and the two nights a year on which an hour is missing or comes twice.

Deadlines are instants (UTC) and are only shown in a zone, so a change of the wall clock cannot move them. Wall times
enter in two places, the weekday and hour mask and the days of an absence, and follow two rules (fault 243):

* a wall time that does not exist is moved on by the hour that was left out (02:30 becomes 03:30);
* of a wall time that comes twice, a period begins at the first and ends at the second: nobody loses the extra hour.

A zone whose name or data is missing reads as UTC, with a note that the mails print (fault 244).
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, tzinfo
from functools import lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from pbem.engine.clock.durations import shorten


class Zone(NamedTuple):
    """A zone to show times in. `note` says, where it is not None, why this is UTC and not what was asked for."""

    name: str
    info: tzinfo
    note: str | None = None


_UTC_NAMES = frozenset({"", "utc", "z", "gmt", "etc/utc"})


@lru_cache(maxsize=256)
def zone_of(name: str | None) -> Zone:
    """Return the zone of that name, or UTC with a note."""
    if name is None or name.strip().casefold() in _UTC_NAMES:
        return Zone("UTC", UTC)
    # Imported here: most commands print UTC or one zone, and a cold start should not pay for the module before that.

    try:
        return Zone(name.strip(), ZoneInfo(name.strip()))
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return Zone("UTC", UTC, f'time zone "{shorten(name)}" is not known here, times are in UTC')


def zone_suggestions(name: str) -> list[str]:
    """Find names of zones that look like `name`; empty also where this machine has no zone data at all."""
    names = sorted(available_timezones())
    wanted = name.strip().casefold().replace(" ", "_")
    ends = [known for known in names if wanted and known.casefold().rsplit("/", 1)[-1] == wanted]
    from difflib import get_close_matches  # for a misspelt zone only

    return ends[:3] or get_close_matches(name.strip(), names, n=3, cutoff=0.6)


def begins(day: date, at: time, info: tzinfo) -> datetime:
    """Find the instant at which a period beginning at this wall time begins: the first of two, or after the gap."""
    return datetime.combine(day, at.replace(fold=0), info).astimezone(UTC)


def ends(day: date, at: time, info: tzinfo) -> datetime:
    """Find the instant at which a period ending at this wall time ends: the second of two, or after the gap."""
    first = begins(day, at, info)
    # In a gap the second reading is the *earlier* instant, hence the larger of both.
    return max(first, datetime.combine(day, at.replace(fold=1), info).astimezone(UTC))


def offset_text(moment: datetime, info: tzinfo) -> str:
    """Write `UTC+02:00`: the offset in force at that instant, which tells the two 02:30s of an autumn night apart."""
    offset = moment.astimezone(info).utcoffset()
    minutes = 0 if offset is None else round(offset.total_seconds() / 60)
    sign = "-" if minutes < 0 else "+"
    return f"UTC{sign}{abs(minutes) // 60:02d}:{abs(minutes) % 60:02d}"
