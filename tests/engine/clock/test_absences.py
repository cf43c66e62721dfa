"""`away ...` in the words people use, and the budget."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pbem.engine.clock import (
    ClockProblem,
    absence_between,
    absence_text,
    back_early,
    budget,
    parse_absence,
    parse_clock_options,
    require_budget,
)

TODAY = date(2026, 6, 20)  # a Saturday
PIECES = ["3", "17", "31", "Jul", "lipca", "to", "-", "2026-07-03", "3.7.", "Friday", "next", "99999", "days", "2027"]
PIECES += ["from", ".", "until", "0", "-ig", "tomorrow"]
JULY = ("2026-07-03", "2026-07-17")


def days(text: str, today: date = TODAY) -> tuple[str, str]:
    found = parse_absence(text, today, "Europe/Warsaw")
    return str(found.first), str(found.last)


@pytest.mark.parametrize(
    "text",
    [
        "3 Jul to 17 Jul",
        "away 3 Jul to 17 Jul",
        "from 3 Jul - to 17 Jul",
        "Jul 3 - Jul 17",
        "July 3rd until July 17th.",
        "3rd of July till 17th of July",
        "Fri 3 July to Fri 17 July",
        "3-17 Jul",
        "3 to 17 July 2026",
        "3 Jul to 17 Jul 2026",
        "3 Jul 2026-17 Jul 2026",
        "3 Jul to 17",
        "3 Jul for 15 days",
        "2026-07-03 to 2026-07-17",
        "2026-07-03/2026-07-17",
        "2026-07-03..2026-07-17",
        "2026-07-03 2026-07-17",
        "2026.07.03 - 2026.07.17",
        "3.7.-17.7.",
        "3.7.2026 – 17.7.2026",
        "07/03 - 07/17",
        "3 lipca do 17 lipca",
        "od 3 do 17 lipca",
        "od piątku 3 lipca do 17 lip",
        "vom 3. bis 17. Juli",
        "3. JULI – 17. JULI",
        "július 3-tól július 17-ig",
        "júl. 3-17.",
        "2026. július 3. - 2026. július 17.",
        "du 3 au 17 juillet",
    ],
)
def test_two_weeks_in_july(text: str) -> None:
    assert days(text) == JULY


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("3 Jul", "2026-07-03", "2026-07-03"),
        ("17", "2026-07-17", "2026-07-17"),
        ("until 17 Jul", "2026-06-20", "2026-07-17"),
        ("július 17-ig", "2026-06-20", "2026-07-17"),
        ("today", "2026-06-20", "2026-06-20"),
        ("jutro", "2026-06-21", "2026-06-21"),
        ("ab morgen 5 Tage", "2026-06-21", "2026-06-25"),
        ("10 days", "2026-06-20", "2026-06-29"),
        ("for 2 weeks", "2026-06-20", "2026-07-03"),
        ("Friday to Monday", "2026-06-26", "2026-06-29"),
        ("Montag bis Montag", "2026-06-22", "2026-06-29"),
        ("péntektől vasárnapig", "2026-06-26", "2026-06-28"),
        ("od piątku do niedzieli", "2026-06-26", "2026-06-28"),
        ("sobota", "2026-06-20", "2026-06-20"),
        ("next Saturday", "2026-06-27", "2026-06-27"),
        ("28 Jul to 3 Aug", "2026-07-28", "2026-08-03"),
        ("28 to 3 Aug", "2026-07-28", "2026-08-03"),
        ("1 Jun to 30 Jun", "2026-06-20", "2026-06-30"),  # already away
        ("2026-06-01 to 2026-06-30", "2026-06-20", "2026-06-30"),
    ],
)
def test_what_is_missing_is_the_next_that_comes(text: str, first: str, last: str) -> None:
    assert days(text) == (first, last)


def test_over_the_new_year() -> None:
    assert days("28 Dec to 3 Jan", date(2026, 12, 1)) == ("2026-12-28", "2027-01-03")
    assert days("3 Jan", date(2026, 12, 1)) == ("2027-01-03", "2027-01-03")
    assert days("28 Dec to 3 Jan 2027", date(2026, 12, 1)) == ("2026-12-28", "2027-01-03")


def test_the_leap_day() -> None:
    """# fault 245"""
    assert days("29 Feb", date(2028, 2, 1)) == ("2028-02-29", "2028-02-29")
    with pytest.raises(ClockProblem, match="2028-02-29, more than 120 days ahead"):
        days("29 Feb", date(2026, 2, 1))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "names no day"),
        ("Jul", "names no day"),
        ("away", "names no day"),
        ("banana", '"banana"'),
        ("3 Jul to", "until when"),
        ("from 3 Jul", "until when"),
        ("3/7", "3 Jul and 7 Mar"),
        ("31 Jun", "does not exist"),
        ("0 Jul", "does not exist"),
        ("32.13.", "does not exist"),
        ("Mon 3 Jul", "weekday that 2026-07-03 is not"),
        ("19 Jun", "2027-06-19, more than 120 days"),
        ("1 May to 3 May", "2027-05-01, more than 120 days"),
        ("2026-05-01 to 2026-05-03", "is over"),
        ("17 Jul to 3 Jul", "longer than 120 days"),
        ("2026-07-17 to 2026-07-03", "before it begins"),
        ("20 Jun to 1 Dec", "longer than 120 days"),
        ("999 weeks", "longer than 120 days"),
        ("99999-01-01", "99999"),
        ("3 Jul 9999", "9999"),
        ("3 Jul 12026", "12026"),
        ("3 Jul to 5 Jul to 6 Jul", "more than two"),
        ("3 Jul 4 Aug", "two values"),
        ("3 Jul to 5 days", "length"),
        ("son", '"son"'),  # Sonntag or Sonnabend
        ("3 Jul 18:00", '":"'),
        ("x" * 300, "too long"),
    ],
)
def test_what_cannot_be_used_says_why_and_how_to_write_it(text: str, why: str) -> None:
    with pytest.raises(ClockProblem) as caught:
        days(text)
    assert why in str(caught.value)
    assert "3 Jul to 17 Jul" in caught.value.possible


@settings(deadline=None, max_examples=300)
@given(
    st.one_of(
        st.text(max_size=40),
        st.lists(
            st.sampled_from(PIECES),
            max_size=8,
        ).map(" ".join),
    ),
    st.dates(date(2020, 1, 1), date(2100, 1, 1)),
)
@example("9" * 190, TODAY)
def test_any_text_is_read_or_refused(text: str, today: date) -> None:
    """No text crashes, and what is read lies ahead and within the limits."""
    try:
        found = parse_absence(text, today, "Europe/Warsaw")
    except ClockProblem:
        return
    assert today <= found.first <= found.last
    assert (found.first - today).days <= 120 and found.days <= 120
    assert found.start < found.end


def test_days_are_whole_days_in_the_players_zone() -> None:
    """Over the autumn change the two days have 49 hours."""
    found = parse_absence("24 to 25 Oct", date(2026, 10, 1), "Europe/Warsaw")
    assert found.start == datetime(2026, 10, 23, 22, tzinfo=UTC)
    assert found.end == datetime(2026, 10, 25, 23, tzinfo=UTC)


def test_today_is_the_players_today() -> None:
    """At 23:30 UTC it is tomorrow in Auckland."""
    now = datetime(2026, 6, 20, 23, 30, tzinfo=UTC)
    found = parse_absence("today", now, "Pacific/Auckland")
    assert (found.first, found.announced) == (date(2026, 6, 21), now)


def test_an_unknown_zone_is_utc_and_said() -> None:
    """# fault 244"""
    found = parse_absence("3 Jul", TODAY, "Mars/Olympus")
    assert found.start == datetime(2026, 7, 3, tzinfo=UTC)
    assert "Mars/Olympus" in absence_text(found)


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "away from 2026-07-03 (Friday) to 2026-07-17 (Friday), 15 days, Europe/Warsaw"),
        ("pl", "nieobecność od 2026-07-03 (piątek) do 2026-07-17 (piątek), 15 dni, Europe/Warsaw"),
        ("hu", "távollét: 2026-07-03 (péntek) - 2026-07-17 (péntek), 15 nap, Europe/Warsaw"),
        ("de", "abwesend vom 2026-07-03 (Freitag) bis 2026-07-17 (Freitag), 15 Tage, Europe/Warsaw"),
        ("fr", "absence du 2026-07-03 (vendredi) au 2026-07-17 (vendredi), 15 jours, Europe/Warsaw"),
    ],
)
def test_what_was_understood_is_said_back(language: str, expected: str) -> None:
    assert absence_text(parse_absence("3 Jul to 17 Jul", TODAY, "Europe/Warsaw"), language) == expected


def test_a_beginning_in_the_past_is_said_back() -> None:
    assert "2026-06-01 is past" in absence_text(parse_absence("1 Jun to 30 Jun", TODAY))


def test_the_budget_counts_shared_days_once() -> None:
    rules = parse_clock_options({"absence_budget": "20"})
    july = parse_absence("3 Jul to 17 Jul", TODAY)
    more = parse_absence("15 Jul to 19 Jul", TODAY)
    found = require_budget(rules, [july], more)
    assert (found.used, found.asked, found.left, found.allowed) == (15, 2, 5, True)
    with pytest.raises(ClockProblem, match="takes 6 days, and 5 of 20 are left"):
        require_budget(rules, [july], parse_absence("15 Jul to 23 Jul", TODAY))
    assert budget(rules, []).left == 20


def test_back_early_gives_the_days_back() -> None:
    july = parse_absence("3 Jul to 17 Jul", TODAY, "Europe/Warsaw")
    left = back_early(july, datetime(2026, 7, 9, 22, 30, tzinfo=UTC))  # the 10th in Warsaw
    assert left is not None
    assert (left.last, left.days, left.end) == (date(2026, 7, 9), 7, datetime(2026, 7, 9, 22, tzinfo=UTC))
    assert back_early(july, datetime(2026, 7, 1, tzinfo=UTC)) is None
    assert back_early(july, datetime(2026, 8, 1, tzinfo=UTC)) == july


def test_an_absence_kept_as_two_instants_is_the_same() -> None:
    july = parse_absence("3 Jul to 17 Jul", datetime(2026, 6, 20, 12, tzinfo=UTC), "Europe/Warsaw")
    assert absence_between(july.start, july.end, "Europe/Warsaw", announced=july.announced) == july
    assert july.covers(july.start) and not july.covers(july.end)
    assert july.end - july.start == timedelta(days=15)
