"""Figures people can check: numerator, denominator, excused time left out, one record per tenure."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.engine.clock import (
    ClockProblem,
    Reliability,
    Tenure,
    figures_of,
    meets,
    parse_clock_options,
    parse_minimum,
    reliability_text,
    turn_outcome,
)

DUE = datetime(2026, 7, 3, tzinfo=UTC)


def test_figures_over_tenures() -> None:
    figures = figures_of(
        [
            Tenure(game="karnak", seat="red", due=20, in_time=19, end="finished"),
            Tenure(game="luxor", seat="blue", due=10, in_time=4, excused=3, end="lost"),
            Tenure(game="abydos", seat="blue", due=4, in_time=4, end="released"),
            Tenure(game="edfu", seat="red", due=1, in_time=1),
        ]
    )
    assert figures == Reliability(in_time=28, due=35, kept=2, held=3, finished=1, excused=3)
    assert reliability_text(figures) == "28 of 35 turns in time (80 %), 2 of 3 seats kept (66 %), 3 excused"


def test_a_newcomer_has_no_percentage_and_may_join() -> None:
    figures = figures_of([])
    assert reliability_text(figures) == "0 of 0 turns in time, 0 of 0 seats kept"
    assert meets(figures, 100)


def test_a_minimum_is_held_against_both_figures() -> None:
    figures = Reliability(in_time=9, due=10, kept=1, held=1, finished=0, excused=0)
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


@given(st.lists(st.sampled_from(["in_time", "late", "excused"])))
def test_counting_turn_by_turn(outcomes: list[str]) -> None:
    tenure = Tenure(game="g1", seat="red")
    for outcome in outcomes:
        tenure = tenure.with_turn(outcome)  # type: ignore[arg-type]
    assert tenure.in_time == outcomes.count("in_time")
    assert tenure.due == len(outcomes) - outcomes.count("excused")
    assert tenure.excused == outcomes.count("excused")


def test_more_in_time_than_due_is_no_record() -> None:
    with pytest.raises(ValueError, match="2 turns in time of 1 due"):
        Tenure(game="g1", seat="red", due=1, in_time=2)
