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


def due(game: GameFile, seat: str, deadline: Deadline, rules: Any, now: datetime) -> datetime:
    """Until when a seat may answer: absences and stops that concern it do not count."""
    from pbem.engine.clock import Stop, absence_between, due_at

    absences = [
        absence_between(moment(a.start), moment(a.end), rules.zone, announced=moment(a.at))
        for a in game.moderation.absences
        if a.seat == seat
    ]
    stops = [
        Stop(s.cause, moment(s.start), moment(s.end) if s.end else None, s.reason)
        for s in game.moderation.stops
        if s.seat in (None, seat)
    ]
    previous = moment(deadline.due) if deadline.due else None
    extra = timedelta(minutes=deadline.extra)
    found: datetime = due_at(moment(deadline.since), rules, absences, stops, now=now, previous=previous, extra=extra)
    return found


def renew_deadlines(game: GameFile, now: datetime) -> None:
    """Reckon every deadline again, after an absence, a stop or an extension; never earlier than it was."""
    rules = clock_rules(game)
    for seat, deadline in game.deadlines.items():
        deadline.due = stamp(due(game, seat, deadline, rules, now))
