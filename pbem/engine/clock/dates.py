"""Dates in the languages of the players: names of months and days as they are typed and as they are printed."""

from __future__ import annotations

import unicodedata

LANGUAGES = ("en", "pl", "hu", "de", "fr")

# As typed: every language's nominative, for Polish the genitive too ("3 lipca"). Accents are taken off first (`plain`).
_MONTHS = (
    "january januar janvier styczen stycznia jaenner janner",
    "february februar fevrier luty lutego feber",
    "march marz maerz mrz mars marzec marca marcius",
    "april avril kwiecien kwietnia aprilis",
    "may mai maj maja majus",
    "june juni juin czerwiec czerwca junius",
    "july juli juillet lipiec lipca julius",
    "august aout sierpien sierpnia augusztus",
    "september septembre wrzesien wrzesnia szeptember",
    "october oktober octobre pazdziernik pazdziernika",
    "november novembre listopad listopada",
    "december dezember decembre grudzien grudnia",
)
_DAYS = (
    "monday montag lundi poniedzialek poniedzialku poniedzialkiem hetfo hetfotol hetfoig",
    "tuesday dienstag mardi wtorek wtorku kedd keddtol keddig",
    "wednesday mittwoch mercredi sroda srody srode szerda szerdatol szerdaig",
    "thursday donnerstag jeudi czwartek czwartku csutortok csutortoktol csutortokig",
    "friday freitag vendredi piatek piatku pentek pentektol pentekig",
    "saturday samstag sonnabend samedi sobota soboty sobote szombat szombattol szombatig",
    "sunday sonntag dimanche niedziela niedzieli niedziele vasarnap vasarnaptol vasarnapig",
)
_NEAR = (
    "today now heute jetzt ma mostantol dzis dzisiaj teraz aujourdhui",
    "tomorrow morgen holnap jutro jutra demain",
)

WEEKDAY_NAMES: dict[str, tuple[str, ...]] = {
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "pl": ("poniedziałek", "wtorek", "środa", "czwartek", "piątek", "sobota", "niedziela"),
    "hu": ("hétfő", "kedd", "szerda", "csütörtök", "péntek", "szombat", "vasárnap"),
    "de": ("Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"),
    "fr": ("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"),
}


def word_set(words: str) -> frozenset[str]:
    """Read a list of words, written as one line of them."""
    return frozenset(words.split())


def plain(text: str) -> str:
    """Write a text in small letters without accents: the same people type `Środa` and `sroda`."""
    small = text.casefold().replace("ł", "l").replace("'", "").replace("’", "")
    return "".join(c for c in unicodedata.normalize("NFKD", small) if not unicodedata.combining(c))


def month_number(word: str) -> int | None:
    """Return 1 to 12 for a month's name in any of our languages, or its beginning of three letters or more."""
    return _find(word, _MONTHS, shortest=3, base=1)


def weekday_number(word: str) -> int | None:
    """Return 0 (Monday) to 6 for a weekday's name, or its beginning of three letters or more."""
    return _find(word, _DAYS, shortest=3, base=0)


def days_ahead(word: str) -> int | None:
    """Return 0 for "today", 1 for "tomorrow"; whole words only."""
    for number, names in enumerate(_NEAR):
        if word in names.split():
            return number
    return None


def _find(word: str, table: tuple[str, ...], shortest: int, base: int) -> int | None:
    """Find the one row with a name that begins with `word`; none when two rows have one (`son`: Sonntag, Sonnabend)."""
    if len(word) < shortest:
        return None
    exact = [number for number, names in enumerate(table) if word in names.split()]
    rows = exact or [n for n, names in enumerate(table) if any(name.startswith(word) for name in names.split())]
    return rows[0] + base if len(rows) == 1 else None


def language_of(language: str | None) -> str:
    """Choose one of our languages for `pl`, `pl-PL`, `PL_pl`; English for what we do not speak."""
    short = (language or "en").casefold().replace("_", "-").partition("-")[0]
    return short if short in LANGUAGES else "en"


def plural(number: int, forms: tuple[str, str, str], language: str) -> str:
    """Choose the form for one, few or many. Only Polish tells few (2-4, 22-24, not 12-14) from many; French counts 0 as
    one."""
    if number == 1 or (language == "fr" and number == 0):
        return forms[0]
    if language == "pl" and number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14):
        return forms[1]
    return forms[2]
