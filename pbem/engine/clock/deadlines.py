"""From "asked at" to "due at": one effective deadline, whatever pauses, absences and extensions overlap (fault 249).

The promise is made first, without any interruption: asked + turn, moved on into the weekday and hour mask, and what
the moderator added on top. The time promised that way runs only while nothing stops it; stops that overlap are counted
once. The result then moves on to the next moment that is inside the mask and inside no stop. Every step can only make a
deadline later when a stop, an absence or an extension is added: that is what "absence never shortens anybody's time"
rests on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Literal, NamedTuple

from pbem.core.records import record
from pbem.core.words import Say, Verbatim, as_said
from pbem.engine.clock.durations import duration_text
from pbem.engine.clock.fields import as_utc, instant_text
from pbem.engine.clock.rules import WEEKDAYS, ClockRules
from pbem.engine.clock.zones import begins, ends, zone_of

StopKind = Literal["pause", "bounce", "outage", "appeal", "absence", "moderator"]

MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)

# Arithmetic saturates here, so that no sum of years can leave the calendar (fault 245).
FAR = datetime(9990, 1, 1, tzinfo=UTC)


@record(frozen=True)
class Stop:
    """A time during which a seat's clock stood still, and why. `end` None: it still does."""

    kind: StopKind
    start: datetime
    end: datetime | None = None
    reason: str = ""

    def length(self, now: datetime) -> timedelta:
        """Say for how long, so far."""
        return max(timedelta(0), (self.end or as_utc(now)) - self.start)


@record(frozen=True)
class Absence:
    """Days on which a player is away, whole days in the player's own zone, announced at a certain instant."""

    first: date
    last: date
    start: datetime
    end: datetime
    announced: datetime | None = None
    zone: str = "UTC"
    note: str = ""

    @property
    def days(self) -> int:
        return (self.last - self.first).days + 1

    def covers(self, moment: datetime) -> bool:
        return self.start <= as_utc(moment) < self.end


class _Span(NamedTuple):
    start: datetime
    end: datetime


def due_at(
    start: datetime,
    rules: ClockRules,
    absences: Iterable[Absence] = (),
    stops: Iterable[Stop] = (),
    *,
    now: datetime | None = None,
    previous: datetime | None = None,
    extra: timedelta = timedelta(0),
) -> datetime:
    """Reckon when the answer to a question put at `start` is due (UTC, whole minutes, rounded up).

    `now` closes stops that still run: while one does, the deadline moves along with the time. `previous` is a deadline
    already announced for this seat; the new one is never earlier. `extra` is what the moderator added.
    """
    asked = min(as_utc(start), FAR)
    spans = _merged(asked, [*_absence_spans(asked, rules, absences), *_stop_spans(stops, now)])
    promised = next_allowed(_later(asked, rules.turn), rules) - asked + extra
    due = _outside(_run(asked, promised, spans), rules, spans)
    return due if previous is None else max(due, as_utc(previous))


def next_allowed(moment: datetime, rules: ClockRules) -> datetime:
    """Find the first moment, not before `moment`, at which the mask lets a deadline fall; in whole minutes."""
    earliest = min(_whole_minute(as_utc(moment)), FAR)
    window = rules.window
    if window is None and len(rules.days) == len(WEEKDAYS):
        return earliest
    info = zone_of(rules.zone).info
    today = earliest.astimezone(info).date()
    # From yesterday, whose window may run over midnight; ten days on is past any week and any skipped date.
    for offset in range(-1, 11):
        day = today + offset * DAY
        if WEEKDAYS[day.weekday()] not in rules.days:
            continue
        opens, closes = _window_on(day, window, info)
        if earliest <= closes:
            return max(earliest, opens)
    raise AssertionError(f"no weekday of {rules.days} within ten days of {earliest}")


def time_left(due: datetime, now: datetime) -> timedelta:
    """Reckon what is left until the deadline; negative when it has passed."""
    return as_utc(due) - as_utc(now)


def in_time(received: datetime, due: datetime, rules: ClockRules) -> bool:
    """Tell whether a mail received at that instant counts: receipt decides, the last instant included (fault 246)."""
    return as_utc(received) <= _later(as_utc(due), rules.grace)


def ready_at(asked: datetime, counted: datetime, rules: ClockRules) -> datetime:
    """Say when a turn completed at `counted` may be processed: minimum time and cooling-off are both over."""
    return max(_later(as_utc(asked), rules.minimum), _later(as_utc(counted), rules.cooling))


def running_stop(stops: Iterable[Stop], now: datetime) -> Stop | None:
    """Find the stop that holds the clock at this moment, if any: while it does, nothing is due and nothing is sent."""
    moment = as_utc(now)
    for stop in stops:
        if stop.start <= moment and (stop.end is None or moment < stop.end):
            return stop
    return None


def stop_text(stop: Stop, now: datetime) -> str:
    """Write the log's line: for how long the clock stood, and why."""
    kind = Say(stop.kind)
    why = Say("{kind}: {reason}", kind=kind, reason=as_said(stop.reason)) if stop.reason else kind
    if stop.end is None:
        return Say("clock stopped since {start} ({why})", start=Verbatim(instant_text(stop.start)), why=why)
    stood = stop.length(now)
    length = Verbatim(duration_text(stood)) if stood >= MINUTE else Say("less than a minute")
    return Say("clock stopped for {length} ({why})", length=length, why=why)


class Lapse(NamedTuple):
    """What follows from a deadline that passed without a move."""

    action: Literal["wait", "again", "default", "orders", "bot", "substitute", "forfeit"]
    missed: int  # missed deadlines of this tenure, this one included where it counts
    excused: bool  # announced absence: it counts neither as missed nor against the player's figures


def lapse(
    rules: ClockRules, due: datetime, now: datetime, missed: int = 0, absences: Iterable[Absence] = ()
) -> Lapse | None:
    """Say what the clock does about a question due at `due`; None while a move would still count.

    `missed` is how many deadlines of this player in this seat passed before. While that is less than `late_count` the
    seat gets a fresh full turn from `now` (`again`), so that no game hangs on a count that cannot grow. An absence
    under `skip` or `orders` acts at the deadline, not sooner: whoever is back early has the whole time. `wait` is
    answered at every call as long as the question stays open; the caller counts the miss once per deadline.
    """
    if as_utc(now) <= _later(as_utc(due), rules.grace):
        return None
    if rules.absence_policy != "pause" and any(absence.covers(due) for absence in absences):
        return Lapse("default" if rules.absence_policy == "skip" else "orders", missed, excused=True)
    if missed < rules.late_count:
        return Lapse("again", missed + 1, excused=False)
    return Lapse(rules.on_late, missed + 1, excused=False)


def _absence_spans(asked: datetime, rules: ClockRules, absences: Iterable[Absence]) -> list[_Span]:
    """List absences that stop the clock: only under `pause`, and not for the time before they were announced."""
    if rules.absence_policy != "pause":
        return []
    spans = []
    for absence in absences:
        announced = absence.announced or absence.start
        if rules.absence_running == "stands" and announced > asked:
            continue
        spans.append(_Span(max(absence.start, min(announced, absence.end)), absence.end))
    return spans


def _stop_spans(stops: Iterable[Stop], now: datetime | None) -> list[_Span]:
    spans = []
    for stop in stops:
        end = stop.end
        if end is None:
            if now is None:
                raise ValueError(f"a stop that still runs needs `now`: {stop.kind} since {stop.start}")
            end = as_utc(now)
        spans.append(_Span(stop.start, end))
    return spans


def _merged(asked: datetime, spans: Sequence[_Span]) -> list[_Span]:
    """Return the union of the spans from `asked` on, in order: what overlaps stops the clock once, not twice."""
    merged: list[_Span] = []
    for span in sorted(spans):
        begin, end = max(span.start, asked), min(span.end, FAR)
        if begin >= end:
            continue
        if merged and begin <= merged[-1].end:
            merged[-1] = _Span(merged[-1].start, max(merged[-1].end, end))
        else:
            merged.append(_Span(begin, end))
    return merged


def _run(asked: datetime, length: timedelta, spans: Sequence[_Span]) -> datetime:
    """Find the instant at which `length` of time outside the spans has passed."""
    at, left = asked, length
    for span in spans:
        if span.start - at >= left:
            break
        left -= span.start - at
        at = span.end
    return _later(at, left)


def _outside(moment: datetime, rules: ClockRules, spans: Sequence[_Span]) -> datetime:
    """Find the first moment from there on that the mask allows and no stop holds."""
    due = next_allowed(moment, rules)
    for span in spans:
        if span.start < due < span.end:
            due = next_allowed(span.end, rules)
    return due


def _window_on(day: date, window: tuple[time, time] | None, info: tzinfo) -> tuple[datetime, datetime]:
    """Return first and last instant of a day at which a deadline may fall."""
    if window is None:
        # The last minute of the day, so that a forbidden day's midnight stays forbidden.
        opens, closes = begins(day, time(0), info), begins(day + DAY, time(0), info) - MINUTE
    else:
        first, last = window
        opens, closes = begins(day, first, info), ends(day + DAY if last < first else day, last, info)
    return opens, max(opens, closes)


def _whole_minute(moment: datetime) -> datetime:
    """Round up: mails print no seconds, and the time printed and the time that counts shall be the same."""
    floor = moment.replace(second=0, microsecond=0)
    return floor if floor == moment else _later(floor, MINUTE)


def _later(moment: datetime, length: timedelta) -> datetime:
    """Reckon `moment + length`, stopping at the end of the calendar."""
    if moment >= FAR or length >= FAR - moment:
        return FAR
    return moment + length
