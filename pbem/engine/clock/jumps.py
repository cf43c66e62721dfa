"""When the machine's own clock is not to be believed.

`last_seen` is the time of the last run that touched any game, whatever command it was. Seen from one moment alone, a
machine that was off for three weeks and a clock wrongly set three weeks ahead look the same; so a silence up to a
limit is taken for an outage and given back (fault 240), and a larger step stops everything automatic until the
moderator has looked (fault 242). In neither case does a deadline fire because of it.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal

from pbem.core.words import Say, Verbatim
from pbem.engine.clock.durations import duration_text
from pbem.engine.clock.fields import as_utc, instant_text

# Time services set a clock right by less than this; a step back that small is no news.
SLACK = timedelta(minutes=5)

Jump = Literal["back", "ahead"]


def clock_jump(last_seen: datetime | None, now: datetime, limit: timedelta, slack: timedelta = SLACK) -> Jump | None:
    """Return `back` when the clock runs behind what was already seen, `ahead` when it is more than `limit` past it."""
    if last_seen is None:
        return None
    step = as_utc(now) - as_utc(last_seen)
    if step < -slack:
        return "back"
    return "ahead" if step > limit else None


def jump_text(last_seen: datetime, now: datetime) -> str:
    """Say what the moderator is told; nothing automatic happens until he has answered."""
    step = as_utc(now) - as_utc(last_seen)
    values = {
        "length": Verbatim(duration_text(abs(step))),
        "last": Verbatim(instant_text(last_seen)),
        "now": Verbatim(instant_text(now)),
    }
    if step > timedelta(0):
        return Say(
            "The clock of this machine went ahead by {length}: last run {last}, now {now}. No deadline was applied and "
            "no reminder sent.",
            **values,
        )
    return Say(
        "The clock of this machine went back by {length}: last run {last}, now {now}. No deadline was applied and no "
        "reminder sent.",
        **values,
    )
