"""Reminders: some time before the deadline, at it, and every day after it, each once.

What was sent is remembered by key, not by the time of the last run: a clock set back sends nothing twice (fault 241),
a deadline that was moved gets reminders of its own.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Literal, NamedTuple

from pbem.engine.clock.durations import duration_text
from pbem.engine.clock.fields import as_utc, instant_text
from pbem.engine.clock.rules import AT_DEADLINE, DAILY, ClockRules

DAY = timedelta(days=1)


class Reminder(NamedTuple):
    """One reminder of one deadline."""

    kind: Literal["before", "deadline", "after"]
    at: datetime
    key: str
    days_late: int = 0


def reminders_due(
    due: datetime,
    rules: ClockRules,
    now: datetime,
    *,
    asked: datetime,
    sent: Collection[str] = (),
) -> tuple[Reminder, ...]:
    """List the reminders whose time has come by `now` and whose key is not in `sent`, oldest first.

    When several came due between two runs, mail only the last and put all their keys on record: a player back from an
    outage of ours wants one letter, not five. Of the daily ones only the newest is named for the same reason. A
    reminder that would have stood before the question itself is none. Ask only while no stop holds the clock.
    """
    deadline, moment = as_utc(due), as_utc(now)
    known = [r for r in _scheduled(deadline, rules, moment) if as_utc(asked) < r.at <= moment and r.key not in sent]
    last_sent = max((_days_late(key, deadline) for key in sent), default=0)
    return tuple(r for r in known if r.kind != "after" or r.days_late > last_sent)


def next_reminder_at(due: datetime, rules: ClockRules, now: datetime, *, asked: datetime) -> datetime | None:
    """Say when the next reminder after `now` is due: for a process that sleeps until something happens."""
    deadline, moment = as_utc(due), as_utc(now)
    times = [deadline - lead for lead in rules.leads]
    if AT_DEADLINE in rules.reminders:
        times.append(deadline)
    if DAILY in rules.reminders:
        times.append(deadline + DAY * (max(0, (moment - deadline) // DAY) + 1))
    return min((at for at in times if at > moment and at > as_utc(asked)), default=None)


def _scheduled(due: datetime, rules: ClockRules, now: datetime) -> list[Reminder]:
    found = [Reminder("before", due - lead, _key(due, f"-{duration_text(lead)}")) for lead in rules.leads]
    if AT_DEADLINE in rules.reminders:
        found.append(Reminder("deadline", due, _key(due, AT_DEADLINE)))
    days = (now - due) // DAY
    if DAILY in rules.reminders and days > 0:
        found.append(Reminder("after", due + days * DAY, _key(due, f"+{days}d"), days))
    return found


def _key(due: datetime, what: str) -> str:
    return f"{instant_text(due)} {what}"


def _days_late(key: str, due: datetime) -> int:
    head = f"{instant_text(due)} +"
    number = key.removeprefix(head).removesuffix("d")
    return int(number) if key.startswith(head) and number.isdecimal() else 0
