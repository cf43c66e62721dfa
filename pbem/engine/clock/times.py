"""How times are said to people: ISO date, weekday, wall time, zone with its offset, and the hours left."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from pbem.core.words import timed
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
    """Write `2026-07-03 Friday 18:00 Europe/Warsaw (UTC+02:00)`; the offset tells the two 02:30s of one night apart."""
    speech = language_of(language)
    place = zone_of(zone)
    local = as_utc(moment).astimezone(place.info)
    text = f"{local:%Y-%m-%d} {WEEKDAY_NAMES[speech][local.weekday()]} {local:%H:%M} {place.name}"
    if place.name != "UTC":
        text += f" ({offset_text(moment, place.info)})"
    if place.note is not None:
        text += f" ({_WORDS[speech].zone_unknown.format(zone=shorten(zone or ''))})"
    return text


def local(text: str, zone: str | None, language: str | None = "en") -> str:
    """Put the moments of a text of ours into a reader's zone and words."""
    return timed(text, lambda at: moment_text(datetime.fromisoformat(at), zone, language))


def short_moment(moment: datetime, zone: str | None, language: str | None = "en") -> str:
    """Write `Fri 6 Nov 18:00` in a reader's zone, for a subject. Other languages have `2026-11-06 18:00`."""
    local = as_utc(moment).astimezone(zone_of(zone).info)
    if language_of(language) != "en":
        return f"{local:%Y-%m-%d %H:%M}"
    return f"{WEEKDAY_NAMES['en'][local.weekday()][:3]} {local.day} {_MONTHS[local.month - 1]} {local:%H:%M}"


def left_text(due: datetime, now: datetime, language: str | None = "en") -> str:
    """Write `47 hours left`, minutes in the last hour; rounded down, so that never more is promised than there is."""
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
    """Say until when, in the reader's zone, and how many hours that is from `now`. A clock that stands still says
    so."""
    state = f", {_WORDS[language_of(language)].stopped}" if stopped else ""
    return f"{moment_text(due, zone, language)}, {left_text(due, now, language)}{state}"


def absence_text(absence: Absence, language: str | None = "en") -> str:
    """Say what was understood of an `away`, with weekdays and the number of days."""
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


OPTIONS: dict[str, dict[str, str]] = {
    "pl": {
        "turn": "tura", "minimum": "najkrócej", "grace": "czas dodatkowy", "cooling": "na zmianę ruchu", "days": "dni",
        "hours": "godziny", "zone": "strefa", "reminders": "przypomnienia", "on_late": "po terminie",
        "after": "po przekroczeniach:", "absence": "nieobecność", "wait": "gra czeka", "default": "odpowiedzi domyślne",
        "orders": "zapisane polecenia", "bot": "komputer", "substitute": "zastępca", "forfeit": "walkower",
        "pause": "zegar stoi", "skip": "odpowiedzi domyślne", "deadline": "w terminie", "daily": "codziennie",
        "none": "brak", "mon": "pon", "tue": "wt", "wed": "śr", "thu": "czw", "fri": "pt", "sat": "sob", "sun": "nd",
    },
    "hu": {
        "turn": "forduló", "minimum": "legalább", "grace": "türelmi idő", "cooling": "meggondolási idő",
        "days": "napok", "hours": "órák", "zone": "időzóna", "reminders": "emlékeztetők", "on_late": "késéskor",
        "after": "mulasztás után:", "absence": "távollét", "wait": "a játék vár", "default": "alapválaszok",
        "orders": "letett utasítások", "bot": "gép", "substitute": "beugró", "forfeit": "játék nélkül veszít",
        "pause": "az óra áll", "skip": "alapválaszok", "deadline": "határidőkor", "daily": "naponta",
        "none": "nincs", "mon": "H", "tue": "K", "wed": "Sze", "thu": "Cs", "fri": "P", "sat": "Szo", "sun": "V",
    },
    "de": {
        "turn": "Zug", "minimum": "mindestens", "grace": "Nachfrist", "cooling": "Bedenkzeit", "days": "Tage",
        "hours": "Stunden", "zone": "Zone", "reminders": "Erinnerungen", "on_late": "bei Verspätung",
        "after": "nach Versäumnissen:", "absence": "Abwesenheit", "wait": "die Partie wartet",
        "default": "Standardantworten", "orders": "hinterlegte Befehle", "bot": "Computer", "substitute": "Ersatz",
        "forfeit": "kampflos verloren", "pause": "die Uhr steht", "skip": "Standardantworten",
        "deadline": "zum Termin", "daily": "täglich", "none": "keine", "mon": "Mo", "tue": "Di", "wed": "Mi",
        "thu": "Do", "fri": "Fr", "sat": "Sa", "sun": "So",
    },
    "fr": {
        "turn": "tour", "minimum": "au moins", "grace": "délai de grâce", "cooling": "délai de réflexion",
        "days": "jours", "hours": "heures", "zone": "fuseau", "reminders": "rappels", "on_late": "en cas de retard",
        "after": "après oublis :", "absence": "absence", "wait": "la partie attend", "default": "réponses par défaut",
        "orders": "ordres déposés", "bot": "ordinateur", "substitute": "remplaçant", "forfeit": "forfait",
        "pause": "la pendule est arrêtée", "skip": "réponses par défaut", "deadline": "à l'échéance",
        "daily": "chaque jour", "none": "aucun", "mon": "lun", "tue": "mar", "wed": "mer", "thu": "jeu", "fri": "ven",
        "sat": "sam", "sun": "dim",
    },
}  # fmt: skip
"""The words of the clock's options, for the one line that tells a game's clock; English has them as they were typed."""


def clock_word(word: str, language: str) -> str:
    """Say what a language calls an option of the clock or one of its values; English calls them as they are typed."""
    return OPTIONS.get(language, {}).get(word, word)


def clock_words(text: str, language: str) -> str:
    """Say several of them, `mon-fri` or `12h,deadline`: lengths and times are the same in all languages."""
    for mark in ",-":
        if mark in text:
            return mark.join(clock_words(part, language) for part in text.split(mark))
    return clock_word(text, language)


def rules_text(rules: ClockRules, language: str | None = "en") -> str:
    """Write the clock in one line for the foot of every mail; in English in the words of the options that set it."""
    speech = language_of(language)
    told = [("turn", duration_text(rules.turn))]
    lengths = (("minimum", rules.minimum), ("grace", rules.grace), ("cooling", rules.cooling))
    told += [(name, duration_text(length)) for name, length in lengths if length]
    if days_text(rules.days) != "any":
        told.append(("days", clock_words(days_text(rules.days), speech)))
    if rules.hours != "any":
        told.append(("hours", rules.hours))
    told.append(("zone", rules.zone))
    told.append(("reminders", clock_words(",".join(rules.reminders) or "none", speech)))
    after = f" {clock_word('after', speech)} {rules.late_count}" if rules.late_count else ""
    told.append(("on_late", f"{clock_word(rules.on_late, speech)}{after}"))
    told.append(("absence", f"{rules.absence_budget}d {clock_word(rules.absence_policy, speech)}"))
    return f"{_WORDS[speech].rules}: {', '.join(f'{clock_word(name, speech)} {text}' for name, text in told)}"
