"""Deadlines of open questions, by the clock rules that a game was made with."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from pbem.engine.gamefile import Deadline, GameFile
from pbem.engine.journal import moment, stamp


def clock_rules(game: GameFile) -> Any:
    """The clock rules among the game's options."""
    from pbem.engine.clock import CLOCK_KEYS, parse_clock_options

    return parse_clock_options({key: str(game.options[key]) for key in CLOCK_KEYS if key in game.options})


def set_deadlines(game: GameFile, now: datetime) -> None:
    """Give every open question that has none its deadline."""
    waiting = [(seat, deadline) for seat, deadline in game.deadlines.items() if deadline.due is None]
    if not waiting or game.status != "running":
        return
    rules = clock_rules(game)
    for seat, deadline in waiting:
        deadline.due = stamp(due(game, seat, deadline, rules, now))
    game.moderation.notes.pop("wake", None)
    set_wake(game, rules, now)


def set_wake(game: GameFile, rules: Any, now: datetime) -> None:
    """When the clock must look next: the first reminder or the end of the first deadline."""
    from pbem.engine.clock import next_reminder_at

    times = []
    for deadline in game.deadlines.values():
        if deadline.due:
            until = moment(deadline.due)
            reminder = next_reminder_at(until, rules, now, asked=moment(deadline.since))
            times += [until + rules.grace + timedelta(seconds=1), *([reminder] if reminder else [])]
    if times:
        game.moderation.notes["wake"] = stamp(min(times))


def due(game: GameFile, seat: str, deadline: Deadline, rules: Any, now: datetime) -> datetime:
    """Until when a seat may answer: absences and stops that concern it do not count."""
    from pbem.engine.clock import absence_between, due_at

    absences = [
        absence_between(moment(a.start), moment(a.end), rules.zone, announced=moment(a.at))
        for a in game.moderation.absences
        if a.seat == seat
    ]
    stops = stops_of(game, seat)
    previous = moment(deadline.due) if deadline.due else None
    extra = timedelta(minutes=deadline.extra)
    found: datetime = due_at(moment(deadline.since), rules, absences, stops, now=now, previous=previous, extra=extra)
    return found


def renew_deadlines(game: GameFile, now: datetime) -> None:
    """Reckon every deadline again, after an absence, a stop or an extension; never earlier than it was."""
    rules = clock_rules(game)
    for seat, deadline in game.deadlines.items():
        deadline.due = stamp(due(game, seat, deadline, rules, now))


def stops_of(game: GameFile, seat: str) -> list[Any]:
    """The stops that hold a seat's clock, or did."""
    from pbem.engine.clock import Stop

    return [
        Stop(s.cause, moment(s.start), moment(s.end) if s.end else None, s.reason)
        for s in game.moderation.stops
        if s.seat in (None, seat)
    ]
