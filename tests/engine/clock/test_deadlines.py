"""When an answer is due: masks, both changes of the wall clock, stops, absences; what follows when nothing comes."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from typing import cast
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.engine.clock import (
    Absence,
    ClockRules,
    Lapse,
    Stop,
    StopKind,
    absence_between,
    due_at,
    in_time,
    instant,
    instant_text,
    lapse,
    next_allowed,
    parse_clock_options,
    ready_at,
    running_stop,
    stop_text,
)

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


def at(text: str) -> datetime:
    """`2026-07-03 18:00` in UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def rules(**options: str) -> ClockRules:
    return parse_clock_options(options)


def away(start: str, end: str, announced: str | None = None) -> Absence:
    return absence_between(at(start), at(end), announced=at(announced or "2026-01-01"))


def stop(start: str, end: str | None, kind: str = "pause") -> Stop:
    return Stop(cast("StopKind", kind), at(start), None if end is None else at(end))


# --- the plain sum and the mask


def test_a_turn_is_hours_and_not_wall_clock_days() -> None:
    """Over the spring change three days end at another wall time, but nobody gets 71 hours."""
    due = due_at(at("2026-03-27 17:00"), rules(turn="3d", zone="Europe/Warsaw"))
    assert due == at("2026-03-30 17:00")
    assert due.astimezone(ZoneInfo("Europe/Warsaw")).hour == 19


def test_seconds_are_rounded_up_to_what_is_printed() -> None:
    assert due_at(at("2026-07-01 10:00:01"), rules(turn="1h")) == at("2026-07-01 11:01")


@pytest.mark.parametrize(
    ("moment", "options", "expected"),
    [
        ("2026-07-03 10:00", {"days": "mon-fri"}, "2026-07-03 10:00"),  # a Friday
        ("2026-07-04 10:00", {"days": "mon-fri"}, "2026-07-06 00:00"),
        ("2026-07-04 00:00", {"days": "mon-fri"}, "2026-07-06 00:00"),
        ("2026-07-03 23:59", {"days": "mon-fri"}, "2026-07-03 23:59"),
        ("2026-07-03 23:59:30", {"days": "mon-fri"}, "2026-07-06 00:00"),
        ("2026-07-03 05:00", {"hours": "8-22"}, "2026-07-03 08:00"),
        ("2026-07-03 22:00", {"hours": "8-22"}, "2026-07-03 22:00"),
        ("2026-07-03 22:01", {"hours": "8-22"}, "2026-07-04 08:00"),
        ("2026-07-03 22:01", {"hours": "8-22", "days": "mon-fri"}, "2026-07-06 08:00"),
        ("2026-07-03 19:00", {"hours": "18:00"}, "2026-07-04 18:00"),
        ("2026-07-03 01:00", {"hours": "20:00-02:00"}, "2026-07-03 01:00"),
        ("2026-07-03 03:00", {"hours": "20:00-02:00"}, "2026-07-03 20:00"),
        ("2026-07-04 01:00", {"hours": "20:00-02:00", "days": "fri"}, "2026-07-04 01:00"),  # Friday's night
        ("2026-07-03 23:00", {"hours": "18:00-24:00"}, "2026-07-03 23:00"),
        ("2026-07-03 21:30", {"hours": "8-22", "zone": "Europe/Warsaw"}, "2026-07-04 06:00"),
        ("2026-07-04 23:00", {"days": "sun", "zone": "Europe/Warsaw"}, "2026-07-04 23:00"),  # Sunday there already
        ("2026-07-04 23:00", {"days": "sat", "zone": "America/New_York"}, "2026-07-04 23:00"),
    ],
)
def test_a_deadline_outside_the_mask_moves_on(moment: str, options: dict[str, str], expected: str) -> None:
    assert next_allowed(at(moment), rules(**options)) == at(expected)


# --- the nights of the change, # fault 243


@pytest.mark.parametrize(
    ("moment", "hours", "expected"),
    [
        # Warsaw, 2026-03-29: 02:00-03:00 does not exist. 02:30 is moved on by the hour left out.
        ("2026-03-28 22:00", "02:30", "2026-03-29 01:30"),
        ("2026-03-28 22:00", "02:15-02:45", "2026-03-29 01:15"),
        ("2026-03-28 22:00", "02:30-03:00", "2026-03-29 01:30"),
        # 2026-10-25: 02:00-03:00 comes twice, at 00:00Z and at 01:00Z.
        ("2026-10-24 22:00", "02:30", "2026-10-25 00:30"),
        ("2026-10-25 00:45", "02:15-02:30", "2026-10-25 00:45"),  # between both: the period lasts to the second
        ("2026-10-25 01:30", "02:30", "2026-10-25 01:30"),
        ("2026-10-25 01:31", "02:30", "2026-10-26 01:30"),
    ],
)
def test_the_hour_that_is_missing_and_the_hour_that_comes_twice(moment: str, hours: str, expected: str) -> None:
    assert next_allowed(at(moment), rules(hours=hours, zone="Europe/Warsaw")) == at(expected)


def test_a_midnight_that_does_not_exist() -> None:
    """Cairo changes at midnight: Friday 2026-04-24 begins at 01:00."""
    friday = rules(days="fri", zone="Africa/Cairo")
    assert next_allowed(at("2026-04-23 12:00"), friday) == at("2026-04-23 22:00")
    assert next_allowed(at("2026-04-23 21:59"), rules(days="thu", zone="Africa/Cairo")) == at("2026-04-23 21:59")


def test_a_day_that_does_not_exist() -> None:
    """Samoa had no Friday 2011-12-30; the mask still finds a moment."""
    found = next_allowed(at("2011-12-30 09:00"), rules(days="fri", zone="Pacific/Apia"))
    assert at("2011-12-30 09:00") <= found <= at("2012-01-07 09:00")


def test_the_mask_of_an_unknown_zone_is_in_utc() -> None:
    """# fault 244: rules of a game made where the zone was known."""
    lost = ClockRules(hours="18:00", zone="Mars/Olympus")
    assert next_allowed(at("2026-07-03 12:00"), lost) == at("2026-07-03 18:00")


@pytest.mark.parametrize(
    "start",
    ["2016-12-31 23:59:59", "2028-02-29 12:00", "2038-01-19 03:14:07", "9989-12-31 12:00", "9999-12-31 23:59:59"],
)
def test_odd_dates_do_not_crash(start: str) -> None:
    """# fault 245"""
    for options in ({"turn": "366d"}, {"turn": "366d", "days": "mon", "hours": "18:00", "zone": "Europe/Warsaw"}):
        due = due_at(at(start), rules(**options), stops=[stop("2000-01-01", "9999-12-30")])
        assert due.tzinfo is UTC and due.year >= 2017


def test_a_time_without_a_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="without a zone"):
        due_at(datetime(2026, 7, 1), ClockRules())  # noqa: DTZ001


# --- stops, absences, extensions


@pytest.mark.parametrize(
    ("stops", "absences", "expected"),
    [
        ([], [], "2026-07-04 12:00"),
        ([("2026-07-02 12:00", "2026-07-03 12:00")], [], "2026-07-05 12:00"),
        ([("2026-06-20", "2026-06-25")], [], "2026-07-04 12:00"),  # over before the question
        ([("2026-06-20", "2026-07-02 12:00")], [], "2026-07-05 12:00"),  # only what was left of it
        ([("2026-07-04 12:00", "2026-07-09")], [], "2026-07-04 12:00"),  # begins when all was over
        ([("2026-07-02 12:00", "2026-07-03 12:00"), ("2026-07-03", "2026-07-04")], [], "2026-07-06 00:00"),
        ([], [("2026-07-03 12:00", "2026-07-13 12:00")], "2026-07-14 12:00"),
        # fault 249: pause and absence overlap and are counted once
        ([("2026-07-02 12:00", "2026-07-05 12:00")], [("2026-07-03 12:00", "2026-07-06 12:00")], "2026-07-08 12:00"),
    ],
)
def test_stops_add_their_length_once(
    stops: list[tuple[str, str]], absences: list[tuple[str, str]], expected: str
) -> None:
    due = due_at(
        at("2026-07-01 12:00"),
        rules(turn="3d"),
        [away(*span) for span in absences],
        [stop(*span) for span in stops],
    )
    assert due == at(expected)


def test_pause_extension_absence_and_mask_make_one_deadline() -> None:
    """# fault 249"""
    agreed = rules(turn="3d", days="mon-fri", hours="18:00")
    asked = at("2026-07-01 12:00")  # Wednesday; promised is Monday the 6th, 18:00
    assert due_at(asked, agreed) == at("2026-07-06 18:00")
    paused = [stop("2026-07-05 18:00", "2026-07-06 18:00")]  # after the 72 hours, before the printed deadline
    assert due_at(asked, agreed, stops=paused) == at("2026-07-07 18:00")
    gone = [away("2026-07-06 00:00", "2026-07-08 00:00")]
    assert due_at(asked, agreed, gone, paused) == at("2026-07-09 18:00")
    assert due_at(asked, agreed, gone, paused, extra=DAY) == at("2026-07-10 18:00")


def test_a_deadline_never_falls_into_a_stop() -> None:
    agreed = rules(turn="1d", hours="18:00")
    late_night = [stop("2026-07-02 17:00", "2026-07-02 17:30"), stop("2026-07-03 12:00", "2026-07-05 12:00")]
    assert due_at(at("2026-07-01 18:00"), agreed, stops=late_night) == at("2026-07-05 18:00")


def test_a_stop_that_still_runs_carries_the_deadline_along() -> None:
    open_stop = [stop("2026-07-02 12:00", None, "appeal")]
    asked, agreed = at("2026-07-01 12:00"), rules(turn="3d")
    assert due_at(asked, agreed, stops=open_stop, now=at("2026-07-03 12:00")) == at("2026-07-05 12:00")
    assert due_at(asked, agreed, stops=open_stop, now=at("2026-07-23 12:00")) == at("2026-07-25 12:00")
    assert due_at(asked, agreed, stops=open_stop, now=at("2026-07-02 11:00")) == at("2026-07-04 12:00")
    with pytest.raises(ValueError, match="needs `now`"):
        due_at(asked, agreed, stops=open_stop)


def test_which_stop_runs() -> None:
    pause, bounce = stop("2026-07-01", "2026-07-02"), stop("2026-07-05", None, "bounce")
    assert running_stop([pause, bounce], at("2026-07-01 12:00")) == pause
    assert running_stop([pause, bounce], at("2026-07-02")) is None
    assert running_stop([pause, bounce], at("2026-08-05")) == bounce


def test_the_log_says_for_how_long_and_why() -> None:
    bounced = Stop(kind="bounce", start=at("2026-07-01"), end=at("2026-07-03 04:00"), reason="no such user")
    assert stop_text(bounced, at("2026-07-09")) == "clock stopped for 2d4h (bounce: no such user)"
    assert stop_text(stop("2026-07-01", None), at("2026-07-09")) == "clock stopped since 2026-07-01T00:00:00Z (pause)"


def test_an_instant_reads_back_from_its_text() -> None:
    moment = at("2026-07-01 00:00:01.5")
    assert instant(instant_text(moment)) == moment
    assert instant_text(at("2026-07-01 12:00")) == "2026-07-01T12:00:00Z"
    assert instant("2026-07-01T14:00:00+02:00") == at("2026-07-01 12:00")
    for bad in ("2026-07-01T12:00:00", "9999-12-31T23:59:59-05:00", "soon"):  # fault 245
        with pytest.raises(ValueError, match=r"zone|calendar|Invalid"):
            instant(bad)


def test_a_new_deadline_is_never_earlier_than_the_last_one() -> None:
    """A player back early, or a stop found to be shorter, takes no announced hour away."""
    asked, agreed = at("2026-07-01 12:00"), rules(turn="3d")
    before = due_at(asked, agreed, [away("2026-07-02", "2026-07-12")])
    assert due_at(asked, agreed, [], previous=before) == before


def test_an_absence_said_on_the_way_counts_from_then() -> None:
    """Hours before the announcement stay used; `stands` keeps the running deadline altogether."""
    gone = [away("2026-07-02 00:00", "2026-07-12 00:00", announced="2026-07-02 12:00")]
    asked = at("2026-07-01 12:00")
    assert due_at(asked, rules(turn="3d"), gone) == at("2026-07-14 00:00")
    assert due_at(asked, rules(turn="3d", absence_running="stands"), gone) == at("2026-07-04 12:00")
    told_before = [away("2026-07-02 00:00", "2026-07-12 00:00", announced="2026-06-30")]
    assert due_at(asked, rules(turn="3d", absence_running="stands"), told_before) == at("2026-07-14 12:00")


@pytest.mark.parametrize("policy", ["skip", "orders"])
def test_other_policies_leave_the_deadline_alone(policy: str) -> None:
    gone = [away("2026-07-02", "2026-07-12")]
    assert due_at(at("2026-07-01"), rules(turn="3d", absence_policy=policy), gone) == at("2026-07-04")


# --- what follows


def test_the_last_instant_counts() -> None:
    """# fault 246: receipt decides, to the second."""
    due, agreed = at("2026-07-04 12:00"), rules(grace="2h")
    assert in_time(at("2026-07-04 14:00"), due, agreed)
    assert not in_time(at("2026-07-04 14:00:01"), due, agreed)
    assert lapse(agreed, due, at("2026-07-04 14:00")) is None
    assert lapse(agreed, due, at("2026-07-04 14:00:01")) == Lapse("wait", 1, False)


@pytest.mark.parametrize("on_late", ["wait", "default", "orders", "bot", "substitute", "forfeit"])
def test_the_continuation_rule_applies_after_the_agreed_number(on_late: str) -> None:
    agreed = rules(on_late=on_late, late_count="2")
    due, now = at("2026-07-04"), at("2026-07-04 00:01")
    assert lapse(agreed, due, now, missed=0) == Lapse("again", 1, False)
    assert lapse(agreed, due, now, missed=1) == Lapse("again", 2, False)
    assert lapse(agreed, due, now, missed=2) == Lapse(on_late, 3, False)  # type: ignore[arg-type]


@pytest.mark.parametrize(("policy", "action"), [("skip", "default"), ("orders", "orders")])
def test_an_absent_player_is_played_for_at_the_deadline_and_excused(policy: str, action: str) -> None:
    agreed = rules(on_late="forfeit", absence_policy=policy)
    gone = [away("2026-07-02", "2026-07-12")]
    assert lapse(agreed, at("2026-07-04"), at("2026-07-03"), 0, gone) is None  # not sooner: he may be back
    assert lapse(agreed, at("2026-07-04"), at("2026-07-05"), 0, gone) == Lapse(action, 0, True)  # type: ignore[arg-type]
    assert lapse(agreed, at("2026-07-14"), at("2026-07-15"), 0, gone) == Lapse("forfeit", 1, False)


def test_minimum_and_cooling_off() -> None:
    agreed = rules(minimum="12h", cooling="30m")
    asked = at("2026-07-01 12:00")
    assert ready_at(asked, at("2026-07-01 13:00"), agreed) == at("2026-07-02 00:00")
    assert ready_at(asked, at("2026-07-02 13:00"), agreed) == at("2026-07-02 13:30")


# --- properties

ZONES = ["UTC", "Europe/Warsaw", "America/New_York", "Australia/Lord_Howe", "Africa/Cairo", "Asia/Kathmandu"]
moments = st.integers(0, 3 * 366 * 24 * 3600).map(lambda n: at("2025-01-01") + timedelta(seconds=n))
lengths = st.timedeltas(timedelta(minutes=1), 40 * DAY)
clocks = st.builds(
    ClockRules,
    turn=st.integers(1, 30 * 24 * 60).map(lambda n: timedelta(minutes=n)),
    days=st.sets(st.sampled_from(["mon", "tue", "wed", "thu", "fri", "sat", "sun"]), min_size=1).map(tuple),
    hours=st.sampled_from(["any", "18:00", "08:00-22:00", "02:30", "02:15-02:45", "22:00-02:00", "00:00"]),
    zone=st.sampled_from(ZONES),
    absence_running=st.sampled_from(["moves", "stands"]),
)


def near(start: datetime) -> st.SearchStrategy[list[tuple[datetime, timedelta]]]:
    begin = st.timedeltas(-10 * DAY, 60 * DAY).map(lambda gap: start + gap)
    return st.lists(st.tuples(begin, lengths), max_size=5)


@settings(deadline=None, max_examples=150)
@given(st.data(), moments, clocks)
def test_absences_stops_and_extensions_never_shorten(data: st.DataObject, start: datetime, agreed: ClockRules) -> None:
    pauses = [Stop(kind="pause", start=s, end=s + n) for s, n in data.draw(near(start))]
    absences = [absence_between(s, s + n, announced=s) for s, n in data.draw(near(start))]
    due = due_at(start, agreed, absences, pauses)
    assert due >= due_at(start, agreed) >= start + agreed.turn
    for fewer in range(len(pauses)):
        assert due >= due_at(start, agreed, absences, pauses[:fewer])
    for fewer in range(len(absences)):
        assert due >= due_at(start, agreed, absences[:fewer], pauses)
    assert due <= due_at(start, agreed, absences, pauses, extra=HOUR)


@settings(deadline=None, max_examples=150)
@given(st.data(), moments, clocks)
def test_the_promised_hours_run_outside_every_stop(data: st.DataObject, start: datetime, agreed: ClockRules) -> None:
    """Counted piece by piece between the edges of the stops, against the definition."""
    short = agreed.model_copy(update={"turn": min(agreed.turn, 2 * HOUR)})
    pauses = [Stop(kind="pause", start=s, end=s + n) for s, n in data.draw(near(start))]
    due = due_at(start, short, stops=pauses)
    stopped = {s for pause in pauses for s in (pause.start, pause.end) if s is not None}
    edges = sorted({start, due, *(edge for edge in stopped if start < edge < due)})
    running = timedelta(0)
    for one, two in pairwise(edges):
        if not any(p.start <= one and p.end is not None and two <= p.end for p in pauses):
            running += two - one
    assert running >= short.turn
    assert not any(p.start < due and p.end is not None and due < p.end for p in pauses)


@settings(deadline=None, max_examples=200)
@given(moments, moments, clocks)
def test_the_mask_keeps_order_and_is_kept(one: datetime, two: datetime, agreed: ClockRules) -> None:
    first, second = sorted((one, two))
    assert first <= next_allowed(first, agreed) <= next_allowed(second, agreed)
    found = next_allowed(first, agreed)
    assert next_allowed(found, agreed) == found
    assert found - first <= 9 * DAY


@settings(deadline=None, max_examples=100)
@given(moments, moments, clocks)
def test_later_questions_are_due_later(one: datetime, two: datetime, agreed: ClockRules) -> None:
    first, second = sorted((one, two))
    assert due_at(first, agreed) <= due_at(second, agreed)


def test_an_absence_kept_as_instants_has_its_days_back() -> None:
    warsaw = ZoneInfo("Europe/Warsaw")
    start, end = datetime(2026, 10, 24, tzinfo=warsaw), datetime(2026, 10, 26, tzinfo=warsaw)
    found = absence_between(start, end, "Europe/Warsaw")
    assert (found.first, found.last, found.days) == (date(2026, 10, 24), date(2026, 10, 25), 2)
    assert found.end - found.start == 49 * HOUR
