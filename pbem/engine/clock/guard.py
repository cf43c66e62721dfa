"""When the machine's own clock is not to be believed, and what is given back after the machine was away.

`last_seen` is the time of the last run that touched any game, whatever command it was. Seen from one moment alone, a
machine that was off for three weeks and a clock wrongly set three weeks ahead look the same; so a silence up to the
game's `jump` limit is taken for an outage and given back (fault 240), and a larger step stops everything automatic
until the moderator has looked (fault 242). In neither case does a deadline fire because of it.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal, NamedTuple

from pbem.engine.clock.deadlines import Stop
from pbem.engine.clock.durations import duration_text
from pbem.engine.clock.fields import as_utc, instant_text
from pbem.engine.clock.rules import ClockRules

# Time services set a clock right by less than this; a step back that small is no news.
SLACK = timedelta(minutes=5)

Jump = Literal["back", "ahead"]


def clock_jump(last_seen: datetime | None, now: datetime, limit: timedelta, slack: timedelta = SLACK) -> Jump | None:
    """`back` when the clock runs behind what was already seen, `ahead` when it is more than `limit` past it."""
    if last_seen is None:
        return None
    step = as_utc(now) - as_utc(last_seen)
    if step < -slack:
        return "back"
    return "ahead" if step > limit else None


def jump_text(last_seen: datetime, now: datetime) -> str:
    """What the moderator is told; nothing automatic happens until he has answered."""
    step = as_utc(now) - as_utc(last_seen)
    way = "ahead" if step > timedelta(0) else "back"
    return (
        f"The clock of this machine went {way} by {duration_text(abs(step))}: last run {instant_text(last_seen)}, "
        f"now {instant_text(now)}. No deadline was applied and no reminder sent."
    )


def outage_stop(last_seen: datetime | None, now: datetime, rules: ClockRules) -> Stop | None:
    """The stop that every running question gets because we were away since `last_seen`; None if we were not.

    None also for a jump: whether those years have passed is for the moderator to say (`accepted_outage`).
    """
    if last_seen is None or clock_jump(last_seen, now, rules.jump) is not None:
        return None
    if as_utc(now) - as_utc(last_seen) <= rules.outage:
        return None
    return accepted_outage(last_seen, now)


def accepted_outage(last_seen: datetime, now: datetime, reason: str = "the machine was not running") -> Stop:
    """An outage from the last run until now, of any length: also the moderator's answer to a jump that was real."""
    begin = as_utc(last_seen)
    return Stop(kind="outage", start=begin, end=max(begin, as_utc(now)), reason=reason)


class Shift(NamedTuple):
    """A deadline that an outage moved."""

    before: datetime
    after: datetime


def shift_text(shift: Shift) -> str:
    """One line for the moderator's page: what was shifted, and by how much."""
    length = duration_text(shift.after - shift.before)
    return f"{instant_text(shift.before)} -> {instant_text(shift.after)} (+{length})"
