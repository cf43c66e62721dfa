"""`pbem clock`: reminders, deadlines, absences and what follows when no move comes.

Only games whose time has come are opened; the index says which. The run leaves a heartbeat, so that a machine which
was off, or a clock that jumps, is noticed: an outage is credited to the players, a jump raises no deadline and is
told to the moderator.
"""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from pbem.core.errors import Busy, PbemError, PlayerError
from pbem.desk.timing import clock_rules, due, renew_deadlines, stops_of
from pbem.engine import moderation
from pbem.engine.gamefile import Deadline, OwedMail, Stop
from pbem.engine.journal import moment, stamp
from pbem.engine.notices import owed

if TYPE_CHECKING:
    from pbem.desk.desk import Desk, Session

log = logging.getLogger("pbem.clock")
NEVER = "9999-12-31T00:00:00Z"
KEPT_OUTAGES = 50


@dataclass(slots=True)
class Run:
    """What one run of the clock did."""

    looked: int = 0
    reminded: int = 0
    forced: int = 0
    late: list[str] = field(default_factory=list)
    alerts: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def data(self) -> dict[str, Any]:
        return {
            "looked": self.looked, "reminded": self.reminded, "forced": self.forced, "late": self.late,
            "alerts": self.alerts, "problems": self.problems,
        }  # fmt: skip


# -- the heartbeat ---------------------------------------------------------------------------------------


def read_beat(desk: Desk) -> dict[str, Any]:
    try:
        found = json.loads((desk.home.games / ".clock.json").read_text(encoding="utf-8"))
        return found if isinstance(found, dict) else {}
    except (OSError, ValueError):
        return {}


def write_beat(desk: Desk, beat: dict[str, Any]) -> None:
    from pbem.store.disk import durable_replace, make_folder

    make_folder(desk.home.games)
    durable_replace(desk.home.games / ".clock.json", json.dumps(beat).encode() + b"\n")


def heartbeat(desk: Desk, now: datetime, run: Run, *, accept: bool = False) -> list[Stop] | None:
    """Note that we are alive; the outages to credit, or None if the clock jumped and nothing may be raised."""
    from pbem.engine.clock import ClockRules, clock_jump, jump_text, outage_stop

    beat = read_beat(desk)
    last = moment(beat["seen"]) if isinstance(beat.get("seen"), str) else None
    rules = ClockRules()
    jump = None if accept else clock_jump(last, now, rules.jump)
    if jump is not None and last is not None:
        run.alerts.append(jump_text(last, now))
        if beat.get("alerted") != stamp(last):
            write_beat(desk, {**beat, "alerted": stamp(last)})
        return None
    outages = [Stop(**stop) for stop in beat.get("outages", [])][-KEPT_OUTAGES:]
    stop = outage_stop(last, now, rules)
    if stop is not None and stop.end is not None:
        why = "the machine was not running"
        outages.append(Stop(start=stamp(stop.start), end=stamp(stop.end), reason=why, cause="outage"))
        run.alerts.append(f"Outage from {stamp(stop.start)} to {stamp(stop.end)}; players get the time back.")
    kept = [stop.model_dump() for stop in outages]
    write_beat(desk, {"seen": stamp(now), "outages": kept, "daily": beat.get("daily")})
    return outages


# -- one run ---------------------------------------------------------------------------------------------


def tick(desk: Desk, *, accept_jump: bool = False) -> Run:
    """One run of the clock over all games whose time has come."""
    from pbem.store import index

    run = Run()
    now = desk.now()
    outages = heartbeat(desk, now, run, accept=accept_jump)
    if outages is None:
        return run
    for game_id in sorted(index.due(desk.home, stamp(now))):
        try:
            with desk.game(game_id) as session:
                look(session, now, outages, run)
                run.looked += 1
        except Busy:
            continue  # somebody moves right now; the next run looks again
        except PbemError as problem:
            run.problems.append(f"{game_id}: {problem.message}")
            log.warning("%s: %s", game_id, problem.message)
    return run


def look(session: Session, now: datetime, outages: list[Stop], run: Run) -> None:
    """One game: credit outages, send reminders, act on deadlines; saved only if something changed."""
    game = session.game
    before = game.model_dump_json()
    mails: list[OwedMail] = []
    credit(session, now, outages)
    if game.status == "running":
        rules = clock_rules(game)
        for seat in list(game.deadlines):
            if seat in game.deadlines and not stopped(session, seat, now):
                mails += remind(session, seat, rules, now, run)
                mails += act_on(session, seat, rules, now, run)
    game.moderation.notes["wake"] = wake(session, now)
    if mails or game.model_dump_json() != before:
        session.commit(mails)


def credit(session: Session, now: datetime, outages: list[Stop]) -> None:
    """Outages that fell into a running question stop its clock, once."""
    game = session.game
    known = {(stop.start, stop.end) for stop in game.moderation.stops if stop.cause == "outage"}
    first = min((d.since for d in game.deadlines.values()), default=None)
    new = [o for o in outages if first and o.end and o.end > first and (o.start, o.end) not in known]
    if new:
        game.moderation.stops += new
        renew_deadlines(game, now)


def stopped(session: Session, seat: str, now: datetime) -> bool:
    from pbem.engine.clock import running_stop

    return running_stop(stops_of(session.game, seat), now) is not None


def remind(session: Session, seat: str, rules: Any, now: datetime, run: Run) -> list[OwedMail]:
    """The newest reminder that has come due; older ones are counted as sent with it."""
    from pbem.engine.clock import reminders_due

    deadline = session.game.deadlines[seat]
    if deadline.due is None:
        return []
    found = reminders_due(
        moment(deadline.due), rules, now, asked=moment(deadline.since), sent=frozenset(deadline.reminded)
    )
    if not found:
        return []
    deadline.reminded += [reminder.key for reminder in found]
    run.reminded += 1
    number = len(deadline.reminded)
    note = {"when": stamp(now), "late": found[-1].days_late, "kind": found[-1].kind}
    return [owed(session.game, seat, "reminder", note, number)]


def act_on(session: Session, seat: str, rules: Any, now: datetime, run: Run) -> list[OwedMail]:
    """What the game's continuation rule says about a deadline that passed."""
    from pbem.engine.clock import lapse

    game = session.game
    deadline = game.deadlines[seat]
    if deadline.due is None:
        return []
    missed = game.moderation.late.get(seat, 0)
    found = lapse(rules, moment(deadline.due), now, missed, absences_of(session, seat, rules))
    if found is None:
        return []
    run.late.append(f"{game.id}: {game.person(seat)}")
    if not deadline.missed and not found.excused:
        game.moderation.late[seat] = found.missed
    first = not deadline.missed
    deadline.missed = True
    action = "default" if seat in game.moderation.notes.get("forfeited", []) else found.action
    if action == "again":
        game.deadlines[seat] = Deadline(entry=deadline.entry, since=stamp(now), reminded=deadline.reminded)
        return []
    if action in ("default", "orders", "bot"):
        return force(session, seat, action, now, run)
    if action == "forfeit":
        return forfeit(session, seat, now, run)
    if action == "substitute":
        return wanted(session, seat, now) if first else []
    return [owed(game, info.seat, "news", {"late": seat, "when": stamp(now)}, 900) for info in game.seats
            if first and info.seat != seat]  # fmt: skip


def absences_of(session: Session, seat: str, rules: Any) -> list[Any]:
    from pbem.engine.clock import absence_between

    return [
        absence_between(moment(a.start), moment(a.end), rules.zone, announced=moment(a.at))
        for a in session.game.moderation.absences
        if a.seat == seat
    ]


def force(session: Session, seat: str, action: str, now: datetime, run: Run) -> list[OwedMail]:
    """Play for a seat that did not: orders on file and defaults, or a bot."""
    reasons = {
        "default": "the deadline passed: default answers were played",
        "orders": "the deadline passed: orders on file and default answers were played",
        "bot": "the deadline passed: a computer player moved",
    }
    try:
        moderation.process(
            session.play, now, reasons[action], session.game.entry, by="clock", bot=action == "bot", seats=[seat]
        )
    except PlayerError as problem:
        run.problems.append(f"{session.game.id}: {problem.message}")
        return []
    run.forced += 1
    return [owed(session.game, seat, "receipt", {"reason": reasons[action]})]


def forfeit(session: Session, seat: str, now: datetime, run: Run) -> list[OwedMail]:
    """With two players the other wins; with more the seat is played by default answers from now on."""
    game = session.game
    others = [s for s in session.play.table.seats if s != seat and s not in game.moderation.notes.get("forfeited", [])]
    reason = f"{seat} forfeits: the deadline passed"
    if len(others) <= 1:
        moderation.end(session.play, now, reason, {"places": [others, [seat]]})
        run.forced += 1
        return []
    game.moderation.notes["forfeited"] = [*game.moderation.notes.get("forfeited", []), seat]
    for tenure in game.moderation.tenures:
        if tenure.seat == seat and tenure.end == "playing":
            tenure.end = "lost"
    session.play.write(now, seat, "clock", kind="announce", note={"reason": reason})
    return force(session, seat, "default", now, run)


def wanted(session: Session, seat: str, now: datetime) -> list[OwedMail]:
    """A substitute is wanted: the game stands, everybody is told."""
    reason = f"the deadline of {seat} passed: a substitute is wanted"
    session.game.moderation.stops.append(Stop(seat=seat, start=stamp(now), reason=reason, cause="moderator"))
    session.play.write(now, seat, "clock", kind="announce", note={"reason": reason})
    return []


def wake(session: Session, now: datetime) -> str:
    """When the clock must look at this game again."""
    from pbem.engine.clock import next_reminder_at

    game = session.game
    if game.status != "running" or not game.deadlines:
        return NEVER
    rules = clock_rules(game)
    times: list[datetime] = []
    for seat, deadline in game.deadlines.items():
        until = moment(deadline.due) if deadline.due else due(game, seat, deadline, rules, now)
        reminder = next_reminder_at(until, rules, now, asked=moment(deadline.since))
        lapses = until + rules.grace + timedelta(seconds=1)
        times += [at for at in (reminder, lapses) if at is not None and at > now]
        if stopped(session, seat, now):
            times.append(now + timedelta(hours=1))
    return stamp(min(times)) if times else stamp(now + timedelta(hours=1))
