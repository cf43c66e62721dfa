"""Reminders: each once, in time, and nothing twice when the clock goes back."""

from datetime import UTC, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.engine.clock import ClockRules, next_reminder_at, parse_clock_options, reminders_due

HOUR = timedelta(hours=1)
ASKED = datetime(2026, 7, 1, 12, tzinfo=UTC)
DUE = ASKED + timedelta(days=3)
RULES = parse_clock_options({"turn": "3d", "reminders": "48h,12h,deadline,daily"})


def kinds(now: datetime, sent: set[str] | frozenset[str] = frozenset()) -> list[tuple[str, int]]:
    found = reminders_due(DUE, RULES, now, asked=ASKED, sent=sent)
    return [(reminder.kind, int((reminder.at - DUE) / HOUR)) for reminder in found]


def test_each_comes_at_its_time() -> None:
    assert kinds(DUE - 49 * HOUR) == []
    assert kinds(DUE - 48 * HOUR) == [("before", -48)]
    assert kinds(DUE) == [("before", -48), ("before", -12), ("deadline", 0)]
    assert kinds(DUE + 50 * HOUR)[-1] == ("after", 48)


def test_what_was_sent_is_not_sent_again_even_if_the_clock_goes_back() -> None:
    """# fault 241"""
    sent = {reminder.key for reminder in reminders_due(DUE, RULES, DUE + 60 * HOUR, asked=ASKED)}
    assert len(sent) == 4
    for hours in (-60, -48, -1, 0, 1, 24, 30, 48, 60, 71):
        assert kinds(DUE + hours * HOUR, sent) == []
    assert kinds(DUE + 72 * HOUR, sent) == [("after", 72)]


def test_a_moved_deadline_has_reminders_of_its_own() -> None:
    sent = {reminder.key for reminder in reminders_due(DUE, RULES, DUE, asked=ASKED)}
    later = DUE + 24 * HOUR
    found = reminders_due(later, RULES, later - 12 * HOUR, asked=ASKED, sent=sent)
    assert [reminder.kind for reminder in found] == ["before", "before"]


def test_no_reminder_before_the_question() -> None:
    """A day's turn has no reminder two days before its end."""
    day = parse_clock_options({"turn": "1d", "reminders": "48h,24h,12h"})
    due = ASKED + 24 * HOUR
    found = reminders_due(due, day, due + 99 * HOUR, asked=ASKED)
    assert [reminder.at for reminder in found] == [due - 12 * HOUR]


def test_none_is_none() -> None:
    silent = parse_clock_options({"reminders": "none"})
    assert reminders_due(DUE, silent, DUE + 999 * HOUR, asked=ASKED) == ()
    assert next_reminder_at(DUE, silent, ASKED, asked=ASKED) is None


def test_when_the_next_one_is_due() -> None:
    assert next_reminder_at(DUE, RULES, ASKED, asked=ASKED) == DUE - 48 * HOUR
    assert next_reminder_at(DUE, RULES, DUE - 48 * HOUR, asked=ASKED) == DUE - 12 * HOUR
    assert next_reminder_at(DUE, RULES, DUE, asked=ASKED) == DUE + 24 * HOUR
    assert next_reminder_at(DUE, RULES, DUE + 24 * HOUR, asked=ASKED) == DUE + 48 * HOUR


@settings(deadline=None, max_examples=60)
@given(st.lists(st.integers(-100, 300), min_size=1, max_size=40))
def test_whatever_the_clock_does_nothing_is_sent_twice(hours: list[int]) -> None:
    """# fault 241: runs at any times in any order."""
    sent: list[str] = []
    for hour in hours:
        sent += [reminder.key for reminder in reminders_due(DUE, RULES, DUE + hour * HOUR, asked=ASKED, sent=sent)]
    assert len(sent) == len(set(sent))
    expected = {f"-{h}" for h in (48, 12) if max(hours) >= -h}
    assert {"-48" if key.endswith("-2d") else "-12" for key in sent if " -" in key} == expected


@settings(deadline=None, max_examples=60)
@given(st.lists(st.integers(-71, 300), min_size=1, max_size=10, unique=True))
def test_the_sleeper_wakes_for_every_reminder(hours: list[int]) -> None:
    for hour in hours:
        now = DUE + hour * HOUR
        wake = next_reminder_at(DUE, RULES, now, asked=ASKED)
        assert wake is not None and wake > now
        before = {r.key for r in reminders_due(DUE, RULES, now, asked=ASKED)}
        assert len(reminders_due(DUE, RULES, wake, asked=ASKED, sent=before)) == 1


def test_the_default_rules_are_those_of_the_hobby() -> None:
    assert ClockRules().reminders == ("2d", "12h", "deadline", "daily")
