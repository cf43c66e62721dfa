"""The options of the clock: what is read, what it becomes, and how a refusal speaks."""

import subprocess
import sys
from datetime import time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from pbem.engine import clock
from pbem.engine.clock import (
    CLOCK_KEYS,
    MEANING,
    POSSIBLE,
    ClockProblem,
    ClockRules,
    clock_options,
    duration_text,
    parse_clock_options,
    parse_duration,
    rules_text,
    split_options,
)

HOUR = timedelta(hours=1)


@pytest.mark.parametrize(
    ("text", "hours", "canonical"),
    [
        ("3d", 72, "3d"),
        ("36h", 36, "1d12h"),
        ("90m", 1.5, "1h30m"),
        ("1w", 168, "7d"),
        ("1d12h", 36, "1d12h"),
        (" 2 Days 3 hours ", 51, "2d3h"),
        ("1w2d3h4m", 219 + 4 / 60, "9d3h4m"),
        ("0", 0, "0"),
    ],
)
def test_durations_are_read_and_written_in_one_form(text: str, hours: float, canonical: str) -> None:
    length = parse_duration(text)
    assert timedelta(hours=hours) == length
    assert canonical == duration_text(length)


@pytest.mark.parametrize(
    "text", ["", "3", "3x", "d", "-3d", "3d3d", "12h1d", "1.5d", "99999d", "999999999d", "٣d", "3d\n4h x"]
)
def test_a_bad_duration_says_what_is_possible(text: str) -> None:
    with pytest.raises(ClockProblem) as caught:
        parse_duration(text, "turn")
    assert caught.value.key == "turn"
    assert "36h" in str(caught.value)


@given(st.integers(min_value=0, max_value=3660 * 24 * 60))
def test_every_canonical_duration_reads_back(minutes: int) -> None:
    length = timedelta(minutes=minutes)
    assert length == parse_duration(duration_text(length))


def test_defaults_are_a_week_that_waits() -> None:
    rules = parse_clock_options({})
    assert rules == ClockRules()
    assert (rules.turn, rules.cooling, rules.on_late) == (7 * 24 * HOUR, timedelta(0), "wait")
    assert rules.leads == (48 * HOUR, 12 * HOUR)


def test_every_option_is_read() -> None:
    rules = parse_clock_options(
        {
            "turn": "3d",
            "minimum": "12h",
            "grace": "6h",
            "cooling": "30m",
            "days": "mon-fri",
            "hours": "8-22:30",
            "zone": "Europe/Warsaw",
            "reminders": "12h, 48h, 0, daily",
            "On-Late": "Orders",
            "late_count": "2",
            "absence_budget": "21d",
            "absence_policy": "skip",
            "absence_running": "stands",
            "outage": "2h",
            "jump": "10d",
        }
    )
    assert rules.days == ("mon", "tue", "wed", "thu", "fri")
    assert rules.window == (time(8), time(22, 30))
    assert rules.reminders == ("2d", "12h", "deadline", "daily")
    assert (rules.on_late, rules.late_count, rules.absence_budget) == ("orders", 2, 21)
    assert rules == parse_clock_options(clock_options(rules))
    assert rules == ClockRules.model_validate_json(rules.model_dump_json())
    assert rules == ClockRules.model_validate(rules.model_dump())
    assert rules == parse_clock_options({"turn": "3d"}, base=rules)


@pytest.mark.parametrize(
    ("key", "value", "possible"),
    [
        ("turn", "3x", "36h"),
        ("turn", "0", "36h"),
        ("turn", "400d", "36h"),
        ("minimum", "8d", "7d"),
        ("days", "mon-xyz", "mon-fri"),
        ("days", "", "mon-fri"),
        ("days", "t", "mon-fri"),
        ("hours", "25:00", "08:00-22:00"),
        ("hours", "8:60", "08:00-22:00"),
        ("hours", "morning", "08:00-22:00"),
        ("zone", "Warsaw", "Europe/Warsaw"),
        ("zone", "Europe/Warsav", "Europe/Warsaw"),
        ("zone", "../../etc/passwd", "Europe/Warsaw"),
        ("zone", "qqqqqqqq", "UTC"),
        ("reminders", "", "daily"),
        ("reminders", "soon", "36h"),
        ("on_late", "kill", "substitute"),
        ("late_count", "-1", "0 to 99"),
        ("late_count", "1000", "0 to 99"),
        ("absence_budget", "many", "0 to 366"),
        ("absence_policy", "die", "pause"),
        ("jump", "1h", "36h"),
    ],
)
def test_a_refusal_names_key_value_and_what_is_possible(key: str, value: str, possible: str) -> None:
    with pytest.raises(ClockProblem) as caught:
        parse_clock_options({key: value})
    text = str(caught.value)
    assert text.startswith(f"{key}: ")
    assert possible in text
    assert caught.value.data()["expected"] == [caught.value.possible]


def test_an_unknown_option_lists_the_known_ones() -> None:
    with pytest.raises(ClockProblem, match=r"trun.*no option of the clock.*turn, minimum"):
        parse_clock_options({"trun": "3d"})


def test_options_of_the_title_are_left_to_the_title() -> None:
    clock, rest = split_options({"turn": "3d", "on-late": "bot", "seth": "yes"})
    assert clock == {"turn": "3d", "on-late": "bot"}
    assert rest == {"seth": "yes"}


def test_the_model_takes_nothing_else() -> None:
    with pytest.raises(ValidationError):
        ClockRules.model_validate({"turn": "3d", "speed": 3})
    with pytest.raises(ValidationError):
        ClockRules.model_validate({"late_count": "3"})
    with pytest.raises(ValidationError):
        ClockRules.model_validate({"reminders": ["later"]})
    with pytest.raises(ValidationError, match="frozen"):
        ClockRules().turn = HOUR  # type: ignore[misc]


def test_every_field_is_an_option_with_meaning_and_choices() -> None:
    assert list(ClockRules.model_fields) == list(CLOCK_KEYS) == list(MEANING) == list(POSSIBLE)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [("any", "any"), ("sat-mon", "mon,sat,sun"), ("wed,Monday", "mon,wed"), ("tue-thu", "tue-thu"), ("sun", "sun")],
)
def test_weekdays_in_their_canonical_order(text: str, canonical: str) -> None:
    assert clock_options(parse_clock_options({"days": text}))["days"] == canonical


def test_the_clock_is_one_line_for_every_mail() -> None:
    line = rules_text(parse_clock_options({"turn": "3d", "grace": "12h", "days": "mon-fri", "on_late": "bot"}))
    assert line == (
        "Clock: turn 3d, grace 12h, days mon-fri, zone UTC, reminders 2d,12h,deadline,daily, on_late bot, "
        "absence 30d pause"
    )
    assert rules_text(ClockRules(), "pl").startswith("Zegar: tura 7d")


def test_every_public_name_is_where_it_is_said_to_be() -> None:
    for name in clock.__all__:
        assert getattr(clock, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = clock.nothing


def test_zone_data_is_not_loaded_for_utc() -> None:
    """A cold command that needs no zone must not pay for one."""
    code = (
        "import sys\n"
        "from datetime import datetime, UTC\n"
        "from pbem.engine.clock import ClockRules, due_at, deadline_text\n"
        "now = datetime(2026, 1, 1, tzinfo=UTC)\n"
        "deadline_text(due_at(now, ClockRules()), now, 'UTC')\n"
        "heavy = ('tzdata', 'difflib', 'asyncio', 'jsonschema', 'pbem.engine.clock.absences')\n"
        "print([name for name in heavy if name in sys.modules])\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert run.stdout.strip() == "[]"
