"""What people read: reader's zone with its offset, hours left, in five languages."""

from datetime import UTC, datetime, timedelta

import pytest

from pbem.engine.clock import deadline_text, left_text, moment_text, zone_of
from pbem.engine.clock.dates import month_number, plain, plural, weekday_number

DUE = datetime(2026, 7, 3, 16, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "2026-07-03 Friday 18:00 Europe/Warsaw (UTC+02:00), 47 hours left"),
        ("pl", "2026-07-03 piątek 18:00 Europe/Warsaw (UTC+02:00), pozostało: 47 godzin"),
        ("pl-PL", "2026-07-03 piątek 18:00 Europe/Warsaw (UTC+02:00), pozostało: 47 godzin"),
        ("hu", "2026-07-03 péntek 18:00 Europe/Warsaw (UTC+02:00), 47 óra van hátra"),
        ("de", "2026-07-03 Freitag 18:00 Europe/Warsaw (UTC+02:00), noch 47 Stunden"),
        ("fr", "2026-07-03 vendredi 18:00 Europe/Warsaw (UTC+02:00), encore 47 heures"),
        ("xx", "2026-07-03 Friday 18:00 Europe/Warsaw (UTC+02:00), 47 hours left"),
        (None, "2026-07-03 Friday 18:00 Europe/Warsaw (UTC+02:00), 47 hours left"),
    ],
)
def test_a_deadline_in_the_readers_language(language: str | None, expected: str) -> None:
    assert deadline_text(DUE, DUE - 47.9 * HOUR, "Europe/Warsaw", language) == expected


def test_a_clock_that_stands_still_says_so() -> None:
    assert deadline_text(DUE, DUE - HOUR, "UTC", stopped=True) == (
        "2026-07-03 Friday 16:00 UTC, 1 hour left, the clock stands still"
    )


@pytest.mark.parametrize(
    ("left", "expected"),
    [
        (timedelta(days=7), "168 hours left"),
        (timedelta(minutes=119), "1 hour left"),
        (timedelta(minutes=59), "59 minutes left"),
        (timedelta(seconds=59), "0 minutes left"),
        (timedelta(0), "0 minutes left"),
        (timedelta(minutes=-1), "1 minute late"),
        (timedelta(hours=-26), "26 hours late"),
    ],
)
def test_hours_left_are_never_rounded_up(left: timedelta, expected: str) -> None:
    assert left_text(DUE, DUE - left) == expected


def test_the_two_half_past_twos_of_one_night_differ() -> None:
    """# fault 243"""
    first = moment_text(datetime(2026, 10, 25, 0, 30, tzinfo=UTC), "Europe/Warsaw")
    second = moment_text(datetime(2026, 10, 25, 1, 30, tzinfo=UTC), "Europe/Warsaw")
    assert first == "2026-10-25 Sunday 02:30 Europe/Warsaw (UTC+02:00)"
    assert second == "2026-10-25 Sunday 02:30 Europe/Warsaw (UTC+01:00)"


@pytest.mark.parametrize(
    ("zone", "offset"),
    [("Asia/Kathmandu", "UTC+05:45"), ("America/St_Johns", "UTC-02:30"), ("Europe/London", "UTC+01:00")],
)
def test_offsets_that_are_not_whole_hours(zone: str, offset: str) -> None:
    assert moment_text(DUE, zone).endswith(f"{zone} ({offset})")


@pytest.mark.parametrize(
    "zone", ["Mars/Olympus", "../../etc/passwd", "/etc/passwd", "Europe", "a\0b", "x" * 5000, "é", "\ud800"]
)
def test_an_unknown_zone_reads_as_utc_and_says_so(zone: str) -> None:
    """# fault 244"""
    text = moment_text(DUE, zone, "en")
    assert text.startswith("2026-07-03 Friday 16:00 UTC (time zone ")
    assert "is not known here" in text
    assert len(text) < 150 and text.isprintable()
    assert zone_of(zone).note is not None


@pytest.mark.parametrize("zone", [None, "", "utc", "UTC", "Z"])
def test_utc_has_no_note(zone: str | None) -> None:
    assert moment_text(DUE, zone) == "2026-07-03 Friday 16:00 UTC"


@pytest.mark.parametrize(
    ("number", "form"),
    [(0, "godzin"), (1, "godzina"), (2, "godziny"), (5, "godzin"), (12, "godzin"), (23, "godziny"), (112, "godzin")],
)
def test_polish_numbers(number: int, form: str) -> None:
    assert plural(number, ("godzina", "godziny", "godzin"), "pl") == form


@pytest.mark.parametrize(
    ("word", "month"),
    [
        ("marca", 3),
        ("März", 3),
        ("mrz", 3),
        ("május", 5),
        ("lip", 7),
        ("paź", 10),
        ("Oct", 10),
        ("ju", None),
        ("août", 8),
    ],
)
def test_months_in_any_of_our_languages(word: str, month: int | None) -> None:
    assert month_number(plain(word)) == month


@pytest.mark.parametrize(("word", "day"), [("środa", 2), ("Wed", 2), ("csütörtök", 3), ("Sonnabend", 5), ("son", None)])
def test_weekdays_in_any_of_our_languages(word: str, day: int | None) -> None:
    assert weekday_number(plain(word)) == day
