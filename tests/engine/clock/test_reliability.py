"""Figures people can check: numerator, denominator, excused time left out, one record per tenure."""

from datetime import UTC, datetime, timedelta

import pytest

from pbem.engine.clock import (
    ClockProblem,
    Reliability,
    meets,
    parse_clock_options,
    parse_minimum,
    reliability_text,
    turn_outcome,
)

DUE = datetime(2026, 7, 3, tzinfo=UTC)


def test_figures_are_rounded_down() -> None:
    figures = Reliability(in_time=28, due=35, kept=2, held=3, excused=3)
    assert reliability_text(figures) == "28 of 35 turns in time (80 %), 2 of 3 seats kept (66 %), 3 excused"


def test_a_newcomer_has_no_percentage_and_may_join() -> None:
    figures = Reliability(in_time=0, due=0, kept=0, held=0, excused=0)
    assert reliability_text(figures) == "0 of 0 turns in time, 0 of 0 seats kept"
    assert meets(figures, 100)


def test_a_minimum_is_held_against_both_figures() -> None:
    figures = Reliability(in_time=9, due=10, kept=1, held=1, excused=0)
    assert meets(figures, 90) and not meets(figures, 91)
    assert not meets(figures._replace(held=2), 90)


@pytest.mark.parametrize(("text", "least"), [("90", 90), ("90%", 90), (" 0 % ", 0), ("100", 100)])
def test_a_minimum_is_read(text: str, least: int) -> None:
    assert parse_minimum(text) == least


@pytest.mark.parametrize("text", ["", "101", "-1", "high", "９０", "9999"])
def test_a_bad_minimum_is_refused(text: str) -> None:
    with pytest.raises(ClockProblem, match="0 to 100"):
        parse_minimum(text)


def test_how_a_turn_counts() -> None:
    rules = parse_clock_options({"grace": "1h"})
    hour = timedelta(hours=1)
    assert turn_outcome(DUE, DUE + hour, rules) == "in_time"
    assert turn_outcome(DUE, DUE + 2 * hour, rules) == "late"
    assert turn_outcome(DUE, None, rules) == "late"
    assert turn_outcome(DUE, None, rules, excused=True) == "excused"
    assert turn_outcome(DUE, DUE, rules, excused=True) == "in_time"
