"""Deadlines of open questions, by the clock rules that a game was made with; turns counted for the players' figures.

Everything here changes a game in memory; the commit that follows saves it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pbem.core.kept import text_of
from pbem.engine.gamefile import OFFERS, Deadline, Entry, GameFile, Stop
from pbem.engine.journal import moment, stamp
from pbem.engine.sides import ADOPTED, half_time, proposed_by
from pbem.store.rows import AT_ONCE

if TYPE_CHECKING:
    from pbem.engine.clock.rules import ClockRules

NEVER = "9999-12-31T00:00:00Z"
PENDING = "pending"
"""Moves that were counted and wait for the end of minimum time and cooling-off, by seat."""
FORFEITED = "forfeited"
ASK_AGAIN = "ask_again"
"""When an open question is mailed once more because its mail came back, by seat."""
SECOND = timedelta(seconds=1)


def clock_rules(game: GameFile) -> ClockRules:
    """Read the clock rules among the game's options."""
    return _rules(tuple((key, str(value)) for key, value in game.options.items()))


@lru_cache(maxsize=64)
def _rules(options: tuple[tuple[str, str], ...]) -> ClockRules:
    from pbem.engine.clock import CLOCK_KEYS, parse_clock_options

    return parse_clock_options({key: value for key, value in options if key in CLOCK_KEYS})


def set_deadlines(game: GameFile, now: datetime, outages: Iterable[Stop] = ()) -> None:
    """Give every open question that has none its deadline, credit outages, and note when the clock must look next."""
    if game.status == "running" and game.deadlines:
        rules = clock_rules(game)
        if not game.untimed and credit(game, outages, rules, game.deadlines):
            renew_deadlines(game, now)
        for seat, deadline in game.deadlines.items():
            if deadline.due is None and not game.untimed:
                deadline.due = stamp(due(game, seat, deadline, rules, now))
        share(game, rules, now)
    pending = game.moderation.notes.get(PENDING, {})
    again = game.moderation.notes.get(ASK_AGAIN, {})
    for kept in (pending, again):
        for seat in [seat for seat in kept if seat not in game.deadlines]:
            del kept[seat]
    if not again:
        game.moderation.notes.pop(ASK_AGAIN, None)
    game.moderation.notes["wake"] = wake(game, now)


# -- when the clock must look ----------------------------------------------------------------------------


def wake(game: GameFile, now: datetime) -> str:
    """Say when the clock must look at this game next; what an act of a person ends needs no look."""
    if game.moderation.farewells or game.moderation.wishes:
        return AT_ONCE
    looks = _offers_looked_at(game)
    if game.status != "running" or not game.deadlines:
        return min(looks, default=NEVER)
    rules = clock_rules(game)
    times = [at for seat in game.deadlines for at in _times(game, seat, rules, now)]
    return min([*looks, *map(stamp, times)], default=NEVER)


def _offers_looked_at(game: GameFile) -> list[str]:
    """Say when offers of seats need the clock."""
    if OFFERS not in game.moderation.notes:
        return []
    from pbem.engine.adjudication.offers import looks

    return looks(game, AT_ONCE)


def _times(game: GameFile, seat: str, rules: ClockRules, now: datetime) -> list[datetime]:
    deadline = game.deadlines[seat]
    if held_by(game, seat, now) is not None:
        return []
    adopted = [max(at, now)] if (at := adoption(game, seat)) is not None else []
    return [*adopted, *_own_times(game, seat, deadline, rules, now)]


def _own_times(game: GameFile, seat: str, deadline: Deadline, rules: ClockRules, now: datetime) -> list[datetime]:
    from pbem.engine.clock import next_reminder_at

    again = game.moderation.notes.get(ASK_AGAIN, {}).get(seat)
    asking = [moment(again)] if again else []
    if deadline.due is None:
        return asking
    waiting = game.moderation.notes.get(PENDING, {}).get(seat)
    if waiting:
        return [moment(waiting["ready"])]
    if seat in game.moderation.notes.get(FORFEITED, []):
        return [now]
    until = moment(deadline.due)
    reminder = next_reminder_at(until, rules, now, asked=moment(deadline.since))
    lapses = [] if deadline.missed else [max(until + rules.grace + SECOND, now)]
    return [*lapses, *([reminder] if reminder is not None else []), *asking]


# -- deadlines -------------------------------------------------------------------------------------------


def due(
    game: GameFile, seat: str, deadline: Deadline, rules: ClockRules, now: datetime, *, away: bool = True
) -> datetime:
    """Say until when a seat may answer: absences and stops that concern it do not count; without `away` only stops."""
    from pbem.engine.clock import due_at

    previous = moment(deadline.due) if deadline.due and away else None
    extra = timedelta(minutes=deadline.extra)
    absences, stops = absences_of(game, seat, rules) if away else [], stops_of(game, seat)
    return due_at(moment(deadline.since), rules, absences, stops, now=now, previous=previous, extra=extra)


def renew_deadlines(game: GameFile, now: datetime) -> None:
    """Reckon every deadline again, after an absence, a stop or an extension; never earlier than it was."""
    if game.untimed:
        return
    rules = clock_rules(game)
    for seat, deadline in game.deadlines.items():
        before = deadline.due
        deadline.due = stamp(due(game, seat, deadline, rules, now))
        if before is not None and deadline.due > before and moment(deadline.due) > now:
            deadline.missed = False
    share(game, rules, now)


def share(game: GameFile, rules: ClockRules, now: datetime) -> None:
    """Reckon what seats of one side have in common: a question put to several is due when the last of them must have
    answered; a proposal is adopted after half the time, which an absence of the one who goes before does not stop."""
    for seat, deadline in game.deadlines.items():
        others = [game.deadlines[other] for other in deadline.side if other in game.deadlines]
        dues = [one.due for one in [deadline, *others] if one.due is not None]
        if others and dues:
            deadline.due = max(dues)
        elif deadline.side:
            until = due(game, seat, deadline, rules, now, away=False) if deadline.due is not None else None
            deadline.half = stamp(half_time(moment(deadline.since), until))


def adoption(game: GameFile, seat: str) -> datetime | None:
    """Say when the proposal that waits for a seat's answer is adopted; None if none does, or if the seat's own is
    kept."""
    deadline = game.deadlines[seat]
    if deadline.half is None or pending_of(game, seat) is not None or proposed_by(game, seat) is None:
        return None
    return moment(deadline.half)


def absences_of(game: GameFile, seat: str, rules: ClockRules) -> list[Any]:
    from pbem.engine.clock import absence_between

    return [
        absence_between(moment(a.start), moment(a.end), rules.zone, announced=moment(a.at))
        for a in game.moderation.absences
        if a.seat == seat
    ]


def stops_of(game: GameFile, seat: str) -> list[Any]:
    """List the stops that hold a seat's clock, or did."""
    from pbem.engine.clock import Stop as ClockStop

    return [
        ClockStop(s.cause, moment(s.start), moment(s.end) if s.end else None, text_of(s.reason))
        for s in game.moderation.stops
        if s.seat in (None, seat)
    ]


def held_by(game: GameFile, seat: str, now: datetime) -> Any | None:
    """Find the stop that holds the seat's clock at this moment, if any."""
    from pbem.engine.clock import running_stop

    return running_stop(stops_of(game, seat), now)


def end_stops(game: GameFile, now: datetime, cause: str, seat: str | None = None) -> int:
    """End the running stops of a cause (of one seat); give back the time they took, and return how many they were."""
    ended = 0
    for stop in game.moderation.stops:
        if stop.cause == cause and stop.end is None and stop.seat == seat:
            stop.end = stamp(max(now, moment(stop.start)))
            ended += 1
    if ended and game.status == "running":
        renew_deadlines(game, now)
    return ended


def credit(game: GameFile, outages: Iterable[Stop], rules: ClockRules, asked: Mapping[str, Deadline]) -> bool:
    """Stop the clock once for outages of ours that fell into a running question; return True if there was a new one."""
    first = min((deadline.since for deadline in asked.values()), default=None)
    known = {stop.start: stop for stop in game.moderation.stops if stop.cause == "outage" and stop.seat is None}
    found = False
    for outage in outages:
        if first is None or outage.end is None or outage.end <= first:
            continue
        if moment(outage.end) - moment(outage.start) <= rules.outage:
            continue
        old = known.get(outage.start)
        if old is None:
            game.moderation.stops.append(outage.model_copy())
            found = True
        elif old.end is not None and old.end < outage.end:
            old.end, found = outage.end, True
    return found


# -- turns, counted for the figures ----------------------------------------------------------------------


def count_turns(
    game: GameFile, asked: dict[str, Deadline], entries: Iterable[Entry], now: datetime, outages: Iterable[Stop] = ()
) -> None:
    """Count how the questions that were open before these entries were answered, each once."""
    rules = clock_rules(game)
    done: set[str] = set()
    if not game.untimed and credit(game, outages, rules, asked):
        for one, deadline in asked.items():
            deadline.due = stamp(due(game, one, deadline, rules, now))
    for entry in entries:
        seat = entry.seat
        if seat is None or entry.kind != "move" or seat in done or seat not in asked:
            continue
        done.add(seat)
        if entry.by in ("player", "moderator"):
            game.moderation.contact[seat] = entry.at
        if not asked[seat].missed:
            count_turn(game, seat, _outcome(game, entry, asked[seat], rules))


def _outcome(game: GameFile, entry: Entry, deadline: Deadline, rules: ClockRules) -> str:
    """Judge a turn: one that was forced before its deadline is nobody's fault."""
    from pbem.engine.clock import turn_outcome

    until = moment(deadline.due or entry.at)
    received = moment(entry.note.get("received") or entry.at)
    if entry.note.get(ADOPTED):
        return "excused"  # the side has answered, though not by this seat's holder
    if entry.note.get("forced"):
        return "excused" if received <= until + rules.grace else "late"
    stopped = bool(stops_of(game, entry.seat or "")) and held_by(game, entry.seat or "", received) is not None
    return turn_outcome(until, received, rules, excused=stopped)


def count_turn(game: GameFile, seat: str, outcome: str) -> None:
    """Count one more turn of whoever holds the seat now; who plays alone keeps nobody waiting, so nothing is
    counted."""
    if game.alone:
        return
    for tenure in game.moderation.tenures:
        if tenure.seat == seat and tenure.end == "playing":
            if outcome == "excused":
                tenure.excused += 1
            else:
                tenure.due += 1
                tenure.in_time += outcome == "in_time"


# -- minimum time and cooling-off ------------------------------------------------------------------------


def ready_from(game: GameFile, seat: str, now: datetime) -> datetime | None:
    """Say when a move of this seat that comes now may be played; None if at once."""
    from pbem.engine.clock import ready_at

    rules = clock_rules(game)
    deadline = game.deadlines.get(seat)
    if deadline is None or not (rules.minimum or rules.cooling):
        return None
    ready = ready_at(moment(deadline.since), now, rules)
    return ready if ready > now else None


def pending_of(game: GameFile, seat: str) -> dict[str, Any] | None:
    """Return the move of a seat that is counted and waits, if there is one: `text`, `at`, `ready`, `entry`, `mail`."""
    found = game.moderation.notes.get(PENDING, {}).get(seat)
    return found if isinstance(found, dict) else None


def keep_pending(game: GameFile, seat: str, text: str, now: datetime, ready: datetime, mail: str | None) -> None:
    """Put a checked move on file until it may be played; a later one takes its place."""
    waiting = game.moderation.notes.setdefault(PENDING, {})
    waiting[seat] = {
        "text": text, "at": stamp(now), "ready": stamp(ready), "entry": game.deadlines[seat].entry, "mail": mail,
    }  # fmt: skip


def drop_pending(game: GameFile, seat: str) -> bool:
    waiting = game.moderation.notes.get(PENDING, {})
    return waiting.pop(seat, None) is not None
