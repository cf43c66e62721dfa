"""The clock of one game: what is agreed when the game is made and shown in every mail.

Weekday and hour mask say when a deadline may *fall*, as in the deadline settings the hobby knows: a deadline that
would fall outside is moved on to the next moment inside, never back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import time, timedelta
from typing import Annotated, Literal, Self, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from pbem.core.words import Say, Verbatim
from pbem.engine.clock.durations import DURATION_EXAMPLES, duration_text, parse_duration, shorten
from pbem.engine.clock.fields import AsTuple, Duration
from pbem.engine.clock.problems import ClockProblem
from pbem.engine.clock.zones import zone_of, zone_suggestions
from pbem.patterns import late

Weekday = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
OnLate = Literal["wait", "default", "orders", "bot", "substitute", "forfeit"]
AbsencePolicy = Literal["pause", "skip", "orders"]
RunningDeadline = Literal["moves", "stands"]

WEEKDAYS: tuple[Weekday, ...] = get_args(Weekday)
AT_DEADLINE = "deadline"
DAILY = "daily"

SHORTEST_TURN = timedelta(minutes=1)
LONGEST_TURN = timedelta(days=366)


class ClockRules(BaseModel):
    """All that decides deadlines in one game; fixed at creation, changed only by a moderator's event."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    turn: Duration = timedelta(days=7)
    minimum: Duration = timedelta(0)
    grace: Duration = timedelta(0)
    cooling: Duration = timedelta(0)
    days: Annotated[tuple[Weekday, ...], AsTuple] = WEEKDAYS
    hours: str = "any"
    zone: str = "UTC"
    reminders: Annotated[tuple[str, ...], AsTuple] = ("2d", "12h", AT_DEADLINE, DAILY)
    on_late: OnLate = "wait"
    late_count: int = Field(default=0, ge=0, le=99)
    absence_budget: int = Field(default=30, ge=0, le=366)
    absence_policy: AbsencePolicy = "pause"
    absence_running: RunningDeadline = "moves"
    outage: Duration = timedelta(hours=25)
    jump: Duration = timedelta(days=30)

    @field_validator("days")
    @classmethod
    def _some_days(cls, days: tuple[Weekday, ...]) -> tuple[Weekday, ...]:
        if not days:
            raise ClockProblem("days", "", Say("leaves no day for a deadline"), POSSIBLE["days"])
        return tuple(day for day in WEEKDAYS if day in days)

    @field_validator("hours")
    @classmethod
    def _canonical_hours(cls, hours: str) -> str:
        return _hours(hours)

    @field_validator("reminders")
    @classmethod
    def _canonical_reminders(cls, reminders: tuple[str, ...]) -> tuple[str, ...]:
        return _reminders(",".join(reminders) or "none")

    @model_validator(mode="after")
    def _fit_together(self) -> Self:
        if not SHORTEST_TURN <= self.turn <= LONGEST_TURN:
            raise ClockProblem("turn", duration_text(self.turn), Say("is not between 1m and 366d"), DURATION_EXAMPLES)
        if self.minimum > self.turn:
            possible = Say("0 to {most}", most=Verbatim(duration_text(self.turn)))
            raise ClockProblem("minimum", duration_text(self.minimum), Say("is longer than the turn"), possible)
        if self.jump <= self.outage:
            why = Say("is not longer than outage ({length})", length=Verbatim(duration_text(self.outage)))
            raise ClockProblem("jump", duration_text(self.jump), why, DURATION_EXAMPLES)
        return self

    @property
    def window(self) -> tuple[time, time] | None:
        """Wall times between which a deadline may fall; None is the whole day."""
        if self.hours == "any":
            return None
        first, _, last = self.hours.partition("-")
        return time.fromisoformat(first), time.fromisoformat(last or first)

    @property
    def leads(self) -> tuple[timedelta, ...]:
        """Lengths before the deadline at which a reminder is due, longest first."""
        return tuple(parse_duration(word) for word in self.reminders if word not in (AT_DEADLINE, DAILY))


def clock_options(rules: ClockRules) -> dict[str, str]:
    """Write every option of the clock in its canonical text; `parse_clock_options` of it gives the same rules."""
    texts = {key: str(value) for key, value in rules.model_dump().items()}
    texts["days"] = days_text(rules.days)
    texts["reminders"] = ",".join(rules.reminders) or "none"
    return texts


def parse_clock_options(options: Mapping[str, str], base: ClockRules | None = None) -> ClockRules:
    """Read the rules meant by `turn=3d`-like options; take what is not named from `base` (else the defaults)."""
    values: dict[str, object] = {} if base is None else dict(base.model_dump())
    for written, value in options.items():
        key = option_key(written)
        if key not in _READERS:
            raise ClockProblem(shorten(written), shorten(value), Say("is no option of the clock"), ", ".join(_READERS))
        values[key] = _READERS[key](value)
    try:
        return ClockRules.model_validate(values)
    except ValidationError as error:
        raise _plain(error) from None


def split_options(options: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Split options into those of the clock and all others (the title's)."""
    clock = {key: value for key, value in options.items() if option_key(key) in _READERS}
    return clock, {key: value for key, value in options.items() if key not in clock}


def option_key(written: str) -> str:
    """Read a key: `On-Late` and `on_late` are one."""
    return written.strip().casefold().replace("-", "_")


def days_text(days: tuple[Weekday, ...]) -> str:
    """Write `any`, `mon-fri` or `mon,wed,fri`."""
    if len(days) == len(WEEKDAYS):
        return "any"
    first = WEEKDAYS.index(days[0])
    if len(days) > 2 and days == WEEKDAYS[first : first + len(days)]:
        return f"{days[0]}-{days[-1]}"
    return ",".join(days)


def _plain(error: ValidationError) -> ClockProblem:
    """Say in the clock's own words what pydantic found; only limits of numbers and rules across fields get here."""
    first = error.errors()[0]
    cause = first.get("ctx", {}).get("error")
    if isinstance(cause, ClockProblem):
        return cause
    key = str(first["loc"][0]) if first["loc"] else "clock"
    return ClockProblem(
        key,
        shorten(str(first["input"])),
        Say("is not possible ({why})", why=Verbatim(first["msg"])),
        POSSIBLE.get(key, ""),
    )


def _length(key: str) -> Callable[[str], timedelta]:
    return lambda text: parse_duration(text, key)


def _word(key: str, words: tuple[str, ...]) -> Callable[[str], str]:
    def read(text: str) -> str:
        word = text.strip().casefold()
        if word not in words:
            raise ClockProblem(key, shorten(text), Say("is not one of the choices"), ", ".join(words))
        return word

    return read


def _number(key: str, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        plain = text.strip().casefold().removesuffix("days").removesuffix("d").strip()
        if not re.fullmatch(r"[0-9]{1,6}", plain) or int(plain) > most:
            raise ClockProblem(key, shorten(text), Say("is not a whole number in range"), Say("0 to {most}", most=most))
        return int(plain)

    return read


def _days(text: str) -> tuple[Weekday, ...]:
    plain = "".join(text.casefold().split())
    if plain in ("any", "all"):
        return WEEKDAYS
    found: set[Weekday] = set()
    for part in plain.split(","):
        first, dash, last = part.partition("-")
        start = _weekday(first, text)
        stop = _weekday(last, text) if dash else start
        # `sat-mon` runs over the end of the week.
        found |= {WEEKDAYS[(start + n) % 7] for n in range((stop - start) % 7 + 1)}
    return tuple(day for day in WEEKDAYS if day in found)


def _weekday(word: str, text: str) -> int:
    fits = [n for n, day in enumerate(WEEKDAYS) if len(word) >= 3 and _DAY_NAMES[day].startswith(word)]
    if len(fits) != 1:
        raise ClockProblem(
            "days",
            shorten(text),
            Say('names "{word}", which is no weekday', word=Verbatim(shorten(word))),
            POSSIBLE["days"],
        )
    return fits[0]


_DAY_NAMES: dict[Weekday, str] = {
    "mon": "monday",
    "tue": "tuesday",
    "wed": "wednesday",
    "thu": "thursday",
    "fri": "friday",
    "sat": "saturday",
    "sun": "sunday",
}
_HOURS = late(r"([0-9]{1,2})(?::([0-9]{2}))?(?:-([0-9]{1,2})(?::([0-9]{2}))?)?")


def _hours(text: str) -> str:
    """Read hours: `8-22` and `08:00-22:00` are one; `18:00` alone means every deadline falls at that time."""
    plain = "".join(text.casefold().split())
    if plain in ("any", "all", "0-24", "00:00-24:00"):
        return "any"
    found = _HOURS.fullmatch(plain)
    if found is None:
        raise ClockProblem("hours", shorten(text), Say("is no time of day and no span of two"), POSSIBLE["hours"])
    first = _time_of_day(found[1], found[2], text)
    last = first if found[3] is None else _time_of_day(found[3], found[4], text)
    return first if first == last else f"{first}-{last}"


def _time_of_day(hour: str, minute: str | None, text: str) -> str:
    hours, minutes = int(hour), int(minute or 0)
    if (hours, minutes) == (24, 0):
        hours = 0  # the end of a day is the beginning of the next; `18:00-24:00` runs over midnight as `18:00-00:00`
    if hours > 23 or minutes > 59:
        raise ClockProblem("hours", shorten(text), Say("is no time of day"), POSSIBLE["hours"])
    return f"{hours:02d}:{minutes:02d}"


def _zone(text: str) -> str:
    zone = zone_of(text)
    if zone.note is None:
        return zone.name
    near = zone_suggestions(text)
    raise ClockProblem("zone", shorten(text), Say("is not a known time zone"), ", ".join(near) or POSSIBLE["zone"])


def _reminders(text: str) -> tuple[str, ...]:
    words = [word for word in re.split(r"[\s,;+]+", text.casefold()) if word]
    if words == ["none"]:
        return ()
    leads = {parse_duration(word, "reminders") for word in words if word not in (AT_DEADLINE, DAILY)}
    kept = [duration_text(lead) for lead in sorted(leads, reverse=True) if lead]
    # `0` before the deadline is the deadline itself.
    if AT_DEADLINE in words or timedelta(0) in leads:
        kept.append(AT_DEADLINE)
    if DAILY in words:
        kept.append(DAILY)
    if not words or len(kept) > 12:
        raise ClockProblem("reminders", shorten(text), Say("is not a list of 1 to 12 reminders"), POSSIBLE["reminders"])
    return tuple(kept)


_READERS: dict[str, Callable[[str], object]] = {
    "turn": _length("turn"),
    "minimum": _length("minimum"),
    "grace": _length("grace"),
    "cooling": _length("cooling"),
    "days": _days,
    "hours": _hours,
    "zone": _zone,
    "reminders": _reminders,
    "on_late": _word("on_late", get_args(OnLate)),
    "late_count": _number("late_count", 99),
    "absence_budget": _number("absence_budget", 366),
    "absence_policy": _word("absence_policy", get_args(AbsencePolicy)),
    "absence_running": _word("absence_running", get_args(RunningDeadline)),
    "outage": _length("outage"),
    "jump": _length("jump"),
}

CLOCK_KEYS: tuple[str, ...] = tuple(_READERS)

POSSIBLE: dict[str, str] = {
    "turn": DURATION_EXAMPLES,
    "minimum": DURATION_EXAMPLES,
    "grace": DURATION_EXAMPLES,
    "cooling": DURATION_EXAMPLES,
    "days": "any, mon-fri, mon,wed,fri",
    "hours": "any, 08:00-22:00, 18:00",
    "zone": Say("names such as UTC, Europe/Warsaw, America/New_York"),
    "reminders": Say("none, or lengths with deadline and daily: 48h,12h,deadline,daily"),
    "on_late": ", ".join(get_args(OnLate)),
    "late_count": Say("0 to {most}", most=99),
    "absence_budget": Say("0 to 366 (days a game)"),
    "absence_policy": ", ".join(get_args(AbsencePolicy)),
    "absence_running": ", ".join(get_args(RunningDeadline)),
    "outage": DURATION_EXAMPLES,
    "jump": DURATION_EXAMPLES,
}

MEANING: dict[str, str] = {
    "turn": Say("time to answer a question"),
    "minimum": Say("a complete turn is not processed sooner than this after it was asked"),
    "grace": Say("time after the deadline in which a move still counts as if in time"),
    "cooling": Say("a counted move may still be changed for this long"),
    "days": Say("weekdays on which a deadline may fall"),
    "hours": Say("time of day at which a deadline may fall"),
    "zone": Say("time zone of days and hours"),
    "reminders": Say("when a reminder is sent"),
    "on_late": Say("what happens when no move comes"),
    "late_count": Say("missed deadlines of a seat that are let pass, with a fresh full time, before on_late applies"),
    "absence_budget": Say("days of absence a player may announce in a game"),
    "absence_policy": Say(
        "what an absence does: stop the clock, play default answers at the deadline, or standing orders"
    ),
    "absence_running": Say("whether an absence announced after the question was put moves its deadline"),
    "outage": Say("a silence of the machine longer than this is an outage, given back to the players"),
    "jump": Say("a step of the clock larger than this stops everything automatic until the moderator has looked"),
}
