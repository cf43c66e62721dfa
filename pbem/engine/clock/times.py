"""How times are said to people: ISO date, weekday, wall time, zone with its offset, and the hours left."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from pbem.engine.clock.dates import WEEKDAY_NAMES, language_of, plural
from pbem.engine.clock.deadlines import Absence, time_left
from pbem.engine.clock.durations import duration_text, shorten
from pbem.engine.clock.fields import as_utc
from pbem.engine.clock.rules import ClockRules, days_text
from pbem.engine.clock.zones import offset_text, zone_of

HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)
_Forms = tuple[str, str, str]


class _Words(NamedTuple):
    """One language. `{n}` is the number, `{unit}` its noun in the right form."""

    hour: _Forms
    minute: _Forms
    day: _Forms
    left: str
    late: str
    away: str
    zone_unknown: str
    rules: str
    stopped: str


_WORDS: dict[str, _Words] = {
    "en": _Words(
        hour=("hour", "hours", "hours"),
        minute=("minute", "minutes", "minutes"),
        day=("day", "days", "days"),
        left="{n} {unit} left",
        late="{n} {unit} late",
        away="away from {first} to {last}, {n} {unit}",
        zone_unknown='time zone "{zone}" is not known here',
        rules="Clock",
        stopped="the clock stands still",
    ),
    "pl": _Words(
        hour=("godzina", "godziny", "godzin"),
        minute=("minuta", "minuty", "minut"),
        day=("dzień", "dni", "dni"),
        left="pozostało: {n} {unit}",
        late="po terminie: {n} {unit}",
        away="nieobecność od {first} do {last}, {n} {unit}",
        zone_unknown='nieznana strefa czasowa "{zone}"',
        rules="Zegar",
        stopped="zegar stoi",
    ),
    "hu": _Words(
        hour=("óra", "óra", "óra"),
        minute=("perc", "perc", "perc"),
        day=("nap", "nap", "nap"),
        left="{n} {unit} van hátra",
        late="{n} {unit} késés",
        away="távollét: {first} - {last}, {n} {unit}",
        zone_unknown='ismeretlen időzóna: "{zone}"',
        rules="Óra",
        stopped="az óra áll",
    ),
    "de": _Words(
        hour=("Stunde", "Stunden", "Stunden"),
        minute=("Minute", "Minuten", "Minuten"),
        day=("Tag", "Tage", "Tage"),
        left="noch {n} {unit}",
        late="{n} {unit} zu spät",
        away="abwesend vom {first} bis {last}, {n} {unit}",
        zone_unknown='Zeitzone "{zone}" ist hier nicht bekannt',
        rules="Uhr",
        stopped="die Uhr steht",
    ),
    "fr": _Words(
        hour=("heure", "heures", "heures"),
        minute=("minute", "minutes", "minutes"),
        day=("jour", "jours", "jours"),
        left="encore {n} {unit}",
        late="{n} {unit} de retard",
        away="absence du {first} au {last}, {n} {unit}",
        zone_unknown='fuseau horaire "{zone}" inconnu ici',
        rules="Pendule",
        stopped="la pendule est arrêtée",
    ),
}


_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def moment_text(moment: datetime, zone: str | None, language: str | None = "en") -> str:
    """`2026-07-03 Friday 18:00 Europe/Warsaw (UTC+02:00)`; the offset tells the two 02:30s of one night apart."""
    speech = language_of(language)
    place = zone_of(zone)
    local = as_utc(moment).astimezone(place.info)
    text = f"{local:%Y-%m-%d} {WEEKDAY_NAMES[speech][local.weekday()]} {local:%H:%M} {place.name}"
    if place.name != "UTC":
        text += f" ({offset_text(moment, place.info)})"
    if place.note is not None:
        text += f" ({_WORDS[speech].zone_unknown.format(zone=shorten(zone or ''))})"
    return text


def short_moment(moment: datetime, zone: str | None, language: str | None = "en") -> str:
    """`Fri 6 Nov 18:00` in a reader's zone, for a subject. Other languages have `2026-11-06 18:00`."""
    local = as_utc(moment).astimezone(zone_of(zone).info)
    if language_of(language) != "en":
        return f"{local:%Y-%m-%d %H:%M}"
    return f"{WEEKDAY_NAMES['en'][local.weekday()][:3]} {local.day} {_MONTHS[local.month - 1]} {local:%H:%M}"


def left_text(due: datetime, now: datetime, language: str | None = "en") -> str:
    """`47 hours left`, minutes in the last hour; rounded down, so that never more is promised than there is."""
    speech = language_of(language)
    words = _WORDS[speech]
    left = time_left(due, now)
    pattern = words.left if left >= timedelta(0) else words.late
    hours = abs(left) // HOUR
    number, forms = (hours, words.hour) if hours else (abs(left) // MINUTE, words.minute)
    return pattern.format(n=number, unit=plural(number, forms, speech))


def deadline_text(
    due: datetime, now: datetime, zone: str | None, language: str | None = "en", *, stopped: bool = False
) -> str:
    """Until when, in the reader's zone, and how many hours that is from `now`. A clock that stands still says so."""
    state = f", {_WORDS[language_of(language)].stopped}" if stopped else ""
    return f"{moment_text(due, zone, language)}, {left_text(due, now, language)}{state}"


def absence_text(absence: Absence, language: str | None = "en") -> str:
    """What was understood of an `away`, with weekdays and the number of days."""
    speech = language_of(language)
    names = WEEKDAY_NAMES[speech]
    text = _WORDS[speech].away.format(
        first=f"{absence.first} ({names[absence.first.weekday()]})",
        last=f"{absence.last} ({names[absence.last.weekday()]})",
        n=absence.days,
        unit=plural(absence.days, _WORDS[speech].day, speech),
    )
    text += f", {absence.zone}"
    return f"{text} ({absence.note})" if absence.note else text


def rules_text(rules: ClockRules, language: str | None = "en") -> str:
    """The clock in one line for the foot of every mail, in the words of the options that set it."""
    parts = [f"turn {duration_text(rules.turn)}"]
    lengths = (("minimum", rules.minimum), ("grace", rules.grace), ("cooling", rules.cooling))
    parts += [f"{name} {duration_text(length)}" for name, length in lengths if length]
    if days_text(rules.days) != "any":
        parts.append(f"days {days_text(rules.days)}")
    if rules.hours != "any":
        parts.append(f"hours {rules.hours}")
    parts.append(f"zone {rules.zone}")
    parts.append(f"reminders {','.join(rules.reminders) or 'none'}")
    parts.append(f"on_late {rules.on_late}" + (f" after {rules.late_count}" if rules.late_count else ""))
    parts.append(f"absence {rules.absence_budget}d {rules.absence_policy}")
    return f"{_WORDS[language_of(language)].rules}: {', '.join(parts)}"
