"""Jumps of the machine's clock, and time given back after an outage."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.engine.clock import (
    ClockRules,
    Stop,
    clock_jump,
    due_at,
    jump_text,
    lapse,
    parse_clock_options,
    reminders_due,
)

DAY = timedelta(days=1)
SEEN = datetime(2026, 7, 1, 12, tzinfo=UTC)


def away_until(back: datetime) -> Stop:
    """The machine was off since it was last seen."""
    return Stop(kind="outage", start=SEEN, end=back, reason="the machine was not running")


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        (timedelta(0), None),
        (timedelta(minutes=-4), None),  # a time service at work
        (timedelta(hours=-1), "back"),  # fault 241
        (-DAY, "back"),
        (-3650 * DAY, "back"),
        (30 * DAY, None),
        (30 * DAY + timedelta(seconds=1), "ahead"),
        (3650 * DAY, "ahead"),  # fault 242
    ],
)
def test_jumps(step: timedelta, expected: str | None) -> None:
    assert clock_jump(SEEN, SEEN + step, ClockRules().jump) == expected


def test_the_first_run_knows_no_jump() -> None:
    assert clock_jump(None, SEEN, DAY) is None


def test_three_weeks_off_give_the_promised_hours_back() -> None:
    """# fault 240: nothing fires on return; each player has what he had left."""
    rules = parse_clock_options({"turn": "3d", "on_late": "default"})
    back = SEEN + 21 * DAY
    stop = away_until(back)
    for age in (timedelta(hours=1), DAY, 3 * DAY - timedelta(hours=1)):
        asked = SEEN - age
        before = due_at(asked, rules)
        after = due_at(asked, rules, stops=[stop])
        assert before < back
        assert after - back == before - SEEN
        assert lapse(rules, after, back) is None
        assert len(reminders_due(after, rules, back, asked=asked)) <= 2


def test_a_deadline_that_had_passed_before_stays_passed() -> None:
    rules = parse_clock_options({"turn": "3d"})
    asked = SEEN - 5 * DAY
    assert due_at(asked, rules, stops=[away_until(SEEN + 21 * DAY)]) == asked + 3 * DAY


def test_a_daily_cron_is_no_outage() -> None:
    assert DAY <= ClockRules().outage < 2 * DAY


@pytest.mark.parametrize("step", [-3650 * DAY, -DAY, 3650 * DAY])
def test_the_moderator_is_told_of_a_jump(step: timedelta) -> None:
    """# fault 241, 242"""
    assert "No deadline was applied" in jump_text(SEEN, SEEN + step)
    assert ("ahead" if step > timedelta(0) else "back") in jump_text(SEEN, SEEN + step)


def test_the_moderator_may_say_that_the_years_were_real() -> None:
    assert due_at(SEEN - DAY, ClockRules(), stops=[away_until(SEEN + 400 * DAY)]) == SEEN + 406 * DAY


@given(st.timedeltas(-4000 * DAY, 4000 * DAY))
def test_every_step_is_either_news_or_harmless(step: timedelta) -> None:
    """No gap can make a deadline of the future pass without a jump being seen or the time being given back."""
    rules = parse_clock_options({"turn": "2d"})
    now = SEEN + step
    due = due_at(SEEN, rules)
    if clock_jump(SEEN, now, rules.jump) is not None:
        return
    shifted = due_at(SEEN, rules, stops=[away_until(now)] if step > rules.outage else [], previous=due)
    assert lapse(rules, shifted, now) is None
