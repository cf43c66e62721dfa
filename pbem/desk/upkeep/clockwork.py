"""`pbem clock`: reminders, deadlines, absences and what follows when no move comes.

Only games whose time has come are opened; the index says which. Mail that has arrived is processed first, because the
time of receipt decides (fault 246). A machine that was off gives its players their time back; a clock that jumps raises
no deadline and is told to the moderator once.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from pbem.core.errors import Busy, PlayerError
from pbem.core.kept import kept
from pbem.core.words import Count, Listed, Say, Verbatim, as_said
from pbem.desk.games.aftermath import bring_back, see_off
from pbem.desk.games.turn_times import (
    ASK_AGAIN,
    FORFEITED,
    absences_of,
    adoption,
    clock_rules,
    count_turn,
    drop_pending,
    held_by,
    pending_of,
    set_deadlines,
)
from pbem.desk.letters.notes import tell_moderators
from pbem.desk.people.farewells import end_tenure, is_open
from pbem.desk.people.invitations import follow_all
from pbem.desk.people.standby import settle as settle_offers
from pbem.desk.people.wishes import grant
from pbem.desk.post.spool_run import process_spool
from pbem.desk.upkeep.broken_games import mail_trouble, note_trouble
from pbem.desk.upkeep.heartbeat import beat_now, jump, last_seen, outages, read_beat, write_beat
from pbem.desk.upkeep.trouble import games_waited_for
from pbem.engine.adjudication import moderation
from pbem.engine.adjudication.veiling import Veil
from pbem.engine.clock import lapse, reminders_due
from pbem.engine.gamefile import Deadline, Entry, OwedMail, Stop
from pbem.engine.journal import full_answers, moment, stamp
from pbem.engine.notices import owed
from pbem.engine.people import named_text
from pbem.engine.sides import adopt
from pbem.store import index
from pbem.store.spool import names

if TYPE_CHECKING:
    from pbem.desk.interface import Desk, Session
    from pbem.engine.clock.rules import ClockRules

log = logging.getLogger("pbem.clock")
PATIENCE = 3
"""So many runs in a row wait for mail that cannot be processed; then deadlines are applied all the same."""
REASONS = {
    "default": Say("the deadline passed: default answers were played"),
    "orders": Say("the deadline passed: orders on file and default answers were played"),
    "bot": Say("the deadline passed: a computer player moved"),
    "forfeited": Say("the seat was forfeited: default answers are played"),
}


@dataclass(slots=True)
class Run:
    """What one run of the clock did."""

    looked: int = 0
    reminded: int = 0
    forced: int = 0
    played: int = 0
    late: list[str] = field(default_factory=list)
    alerts: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    code: int = 0
    """The exit code that the problems call for."""

    def add(self, part: Run) -> None:
        """Count what was done with one game, once it is saved."""
        self.looked += part.looked
        self.reminded += part.reminded
        self.forced += part.forced
        self.played += part.played
        for mine, theirs in ((self.late, part.late), (self.alerts, part.alerts), (self.problems, part.problems)):
            mine += theirs
        self.code = max(self.code, part.code)

    def data(self) -> dict[str, Any]:
        return {
            "looked": self.looked, "reminded": self.reminded, "forced": self.forced, "played": self.played,
            "late": self.late, "alerts": self.alerts, "problems": self.problems,
        }  # fmt: skip


# -- one run ---------------------------------------------------------------------------------------------


def tick(desk: Desk, *, accept_jump: bool = False) -> Run:
    """Run the clock once over all games whose time has come."""
    run = Run()
    now = desk.now()
    beat = read_beat(desk)
    trouble = None if accept_jump else jump(desk, beat, now)
    if trouble is not None:
        alert_once(desk, beat, trouble, run)
        return run
    awaited = post_is_done(desk, beat, run)
    if awaited is None:
        return run
    silence = beat_now(desk, beat, now)
    if silence is not None and accept_jump:
        span = {"start": Verbatim(silence.start), "end": Verbatim(silence.end or "")}
        run.alerts.append(Say("Outage from {start} to {end}; players get the time back.", **span))
    run.problems += follow_all(desk)
    due = set(index.due(desk.home, stamp(now))) - awaited
    broken = index.broken(desk.home) if due else set()
    for game_id in sorted(due):
        try:
            run.add(one_game(desk, game_id, silence, now, accepted=accept_jump))
            if game_id in broken:
                index.note_sound(desk.home, game_id)
        except Busy:
            continue  # somebody moves right now; the next run looks again (fault 253)
        except Exception as problem:  # whatever is wrong with one game, the others have their clock
            words, code = note_trouble(desk, game_id, problem)
            run.problems.append(words)
            run.code = max(run.code, code)
    return run


def one_game(desk: Desk, game_id: str, silence: Stop | None, now: datetime, *, accepted: bool) -> Run:
    """Do what is due in one game; tell it only if it was saved."""
    part = Run()
    with desk.game(game_id) as session:
        grant(session)
        settle_offers(session)
        if session.game.moderation.farewells:
            see_off(session)
        if is_open(session.game):
            bring_back(session)
        if is_open(session.game) and not jumped(session, silence, now, part, accepted=accepted):
            look(session, now, part)
    part.looked = 1
    for words in part.problems:
        mail_trouble(desk, game_id, words)
        part.code = 1
    return part


def alert_once(desk: Desk, beat: dict[str, Any], trouble: str, run: Run) -> None:
    """Tell the moderators of a jump, once for each; every run says so on its own output."""
    run.alerts.append(trouble)
    seen = last_seen(beat)
    mark = stamp(seen) if seen else ""
    if beat.get("alerted") == mark:
        return
    tell_moderators(desk, Say("The clock of this machine jumped"), trouble, ident=f"jump {mark}")
    write_beat(desk, {**beat, "alerted": mark})


def post_is_done(desk: Desk, beat: dict[str, Any], run: Run) -> set[str] | None:
    """Process what lies in the spool before any deadline is applied. The games for which mail waits because of trouble
    of ours: theirs are left alone; None if a move for any game may still be there."""
    spool = desk.home.mail / "in"
    if not names(spool):
        return set()

    try:
        process_spool(desk, send=False)
    except Busy:
        run.alerts.append(Say("Mail is being processed by another command; deadlines are looked at in the next run."))
        return None
    left = len(names(spool))
    waited_for = games_waited_for(desk) if left else {}
    if waited_for is not None and (left == len(waited_for) or beat.get("blocked", 0) >= PATIENCE):
        beat.pop("blocked", None)
        if waited_for:
            games = Verbatim(", ".join(sorted(set(waited_for.values()))))
            told = Say("Mail for {games} waits because of trouble here: no deadline there is applied now.", games=games)
            run.alerts.append(told)
        return set(waited_for.values())
    write_beat(desk, {**beat, "blocked": beat.get("blocked", 0) + 1})
    run.alerts.append(Say("Mail waits that could not be processed; deadlines are looked at in the next run."))
    return None


# -- one game --------------------------------------------------------------------------------------------


def jumped(session: Session, silence: Stop | None, now: datetime, run: Run, *, accepted: bool) -> bool:
    """Pause a game after a silence longer than its own `jump`, until its moderator resumes it; tell whether it was
    so."""
    game = session.game
    if silence is None or silence.end is None or accepted or game.status != "running":
        return False
    length = moment(silence.end) - moment(silence.start)
    if length <= clock_rules(game).jump:
        return False
    reason = Say(
        "the clock went ahead by {length}: {start} to {end}",
        length=Count(length.days, "{n} day", "{n} days"),
        start=Verbatim(silence.start),
        end=Verbatim(silence.end),
    )
    set_deadlines(game, now, outages(session.desk, now))
    moderation.pause(session.play, now, reason, by="clock")
    session.put_back()
    paused = Say("{game} is paused: {reason}. `pbem mod resume {game}` goes on.", game=Verbatim(game.id), reason=reason)
    run.alerts.append(paused)
    return True


def look(session: Session, now: datetime, run: Run) -> None:
    """Look at one game: play kept moves, send reminders, act on deadlines; save only if something changed."""
    game = session.game
    before = game.model_dump_json()
    mails: list[OwedMail] = []
    set_deadlines(game, now, outages(session.desk, now))
    if game.status == "running":
        rules = clock_rules(game)
        for seat in list(game.deadlines):
            if seat in game.deadlines and game.status == "running" and held_by(game, seat, now) is None:
                mails += look_at(session, seat, rules, now, run)
    set_deadlines(game, now)
    if mails or game.model_dump_json() != before:
        session.put_back(mails)


def look_at(session: Session, seat: str, rules: ClockRules, now: datetime, run: Run) -> list[OwedMail]:
    game = session.game
    waiting = pending_of(game, seat)
    if waiting is not None:
        return play_kept(session, seat, waiting, now, run) if moment(waiting["ready"]) <= now else []
    if (at := adoption(game, seat)) is not None and at <= now:
        adopt(session.play, seat, now)
        run.played += 1
        return []
    if seat in game.moderation.notes.get(FORFEITED, []):
        return force(session, seat, "forfeited", now, run)
    again = ask_again(session, seat, now)
    return [*again, *remind(session, seat, rules, now, run), *act_on(session, seat, rules, now, run)]


def ask_again(session: Session, seat: str, now: datetime) -> list[OwedMail]:
    """Ask the open question once more, a day after its mail came back, as long as there is time to answer it."""
    game = session.game
    when = game.moderation.notes.get(ASK_AGAIN, {}).get(seat)
    if when is None or moment(when) > now:
        return []
    del game.moderation.notes[ASK_AGAIN][seat]
    due = game.deadlines[seat].due
    if due is not None and moment(due) <= now:
        return []
    game.moderation.chat += 1
    return [owed(game, seat, "turn", number=game.moderation.chat)]


def play_kept(session: Session, seat: str, sent: dict[str, Any], now: datetime, run: Run) -> list[OwedMail]:
    """Play a move whose minimum time and cooling-off are over."""
    game, came = session.game, Verbatim(sent["at"])
    drop_pending(game, seat)
    try:
        session.play.submit(
            seat, str(sent["text"]), now, entry=sent.get("entry"), mail=sent.get("mail"), note={"received": sent["at"]}
        )
    except PlayerError as problem:
        text = Say(
            "Your move of {at} could not be played when its time came. {problem}", at=came, problem=problem.message
        )
        sections = [["NOT COUNTED", text], ["read", str(sent["text"])]]
        return [owed(game, seat, "receipt", {"sections": sections, "when": stamp(now)}, 800)]
    run.played += 1
    text = Say("Your move of {at} is played now: its minimum time and cooling-off are over.", at=came)
    return [owed(game, seat, "receipt", {"sections": [["h-now", text], ["read", str(sent["text"])]]}, 801)]


def remind(session: Session, seat: str, rules: ClockRules, now: datetime, run: Run) -> list[OwedMail]:
    """Owe the newest reminder that has come due; count older ones as sent with it."""
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


def act_on(session: Session, seat: str, rules: ClockRules, now: datetime, run: Run) -> list[OwedMail]:
    """Do what the game's continuation rule says about a deadline that passed."""
    game = session.game
    deadline = game.deadlines[seat]
    partners = [other for other in deadline.side if other in game.deadlines]
    if deadline.due is None or any(held_by(game, other, now) is not None for other in partners):
        return []
    missed = game.moderation.late.get(seat, 0)
    found = lapse(rules, moment(deadline.due), now, missed, absences_of(game, seat, rules))
    if found is None:
        return []
    run.late.append(f"{game.id}: {game.person(seat)}")
    first = not deadline.missed
    if first:
        deadline.missed = True
        session.asked.pop(seat, None)  # counted here, not when it is answered
        count_turn(game, seat, "excused" if found.excused else "late")
        if not found.excused:
            game.moderation.late[seat] = found.missed
    if found.action == "again":
        game.deadlines[seat] = Deadline(
            entry=deadline.entry, since=stamp(now), reminded=deadline.reminded, side=deadline.side
        )
        return tell_late(session, seat, now, found.missed) if first else []
    if found.action in ("default", "orders", "bot"):
        return force(session, seat, found.action, now, run)
    if found.action == "forfeit":
        return forfeit(session, seat, now, run)
    if not first:
        return []
    return wanted(session, seat, now) if found.action == "substitute" else tell_late(session, seat, now)


def tell_late(session: Session, seat: str, now: datetime, missed: int = 0) -> list[OwedMail]:
    """Tell the others once that a deadline passed, and whether the seat has a fresh full time after so many missed."""
    game = session.game
    who = named_text(game, seat)
    text = Say("The deadline of {who} has passed; the game waits.", who=who)
    if missed:
        text = Say("The deadline of {who} has passed; it has a fresh full time (missed: {n}).", who=who, n=missed)
    # A number of its own for each late seat: two at once are two mails to everybody else.
    place = [info.seat for info in game.seats].index(seat)
    number = 900 + 1000 * place + len(game.deadlines[seat].reminded) + game.moderation.late.get(seat, 0)
    note = {"late": seat, "when": stamp(now), "sections": [["h-late", text]]}
    return [owed(game, info.seat, "news", note, number) for info in game.seats if info.seat != seat]


def played_lines(entries: list[Entry], seat: str) -> str:
    """Write what was played for a seat, for this seat's eyes only."""
    lines = [
        Say("  {name}: {keys}", name=answer.name, keys=Listed(answer.keys or ["none"]))
        for entry in entries
        for answer in full_answers(entry)
        if answer.seat == seat
    ]
    return Listed(lines or [Say("  nothing")], "\n")


def receipt_mail(session: Session, seat: str, entries: list[Entry], reason: str, text: str = "") -> OwedMail:
    """Tell the holder of a seat for which a move was made the reason, the full text, and what it came to."""
    sections = [["h-reason", reason]]
    if text:
        sections.append(["read", text])
    sections.append(["h-played", played_lines(entries, seat)])
    return owed(session.game, seat, "receipt", {"sections": sections})


def force(session: Session, seat: str, action: str, now: datetime, run: Run) -> list[OwedMail]:
    """Play for a seat that did not: orders on file and defaults, or a bot."""
    game = session.game
    before = game.entry
    try:
        moderation.process(
            session.play, now, REASONS[action], game.entry, by="clock", bot=action == "bot", seats=[seat]
        )
    except PlayerError as problem:
        Veil(session.play).cover(problem)  # it is written for the player, and goes to the operator's log
        run.problems.append(Say("{game}: {why}", game=Verbatim(game.id), why=as_said(problem.message)))
        return []
    run.forced += 1
    if action == "forfeited":
        return []
    mine = [entry for entry in game.recent if entry.n > before and entry.seat == seat]
    return [receipt_mail(session, seat, mine, REASONS[action])]


def forfeit(session: Session, seat: str, now: datetime, run: Run) -> list[OwedMail]:
    """Forfeit a seat: with two players the other wins; with more, default answers play the seat at once, from now
    on."""
    game = session.game
    gone = game.moderation.notes.get(FORFEITED, [])
    others = [s for s in session.play.table.seats if s != seat and s not in gone]
    reason = Say("{seat} forfeits: the deadline passed", seat=seat)
    end_tenure(game, seat, "lost")
    if len(others) <= 1:
        moderation.end(session.play, now, reason, {"places": [others, [seat, *gone]]}, by="clock")
        run.forced += 1
        return []
    game.moderation.notes[FORFEITED] = [*gone, seat]
    session.play.write(now, seat, "clock", kind="announce", note={"reason": reason})
    return force(session, seat, "default", now, run)


def wanted(session: Session, seat: str, now: datetime) -> list[OwedMail]:
    """Call for a substitute: the seat's clock stands still, everybody is told, and the moderator who stands by."""
    from pbem.desk.verbs.seats import offer

    reason = Say("the deadline of {seat} passed: a substitute is wanted", seat=seat)
    session.game.moderation.stops.append(Stop(seat=seat, start=stamp(now), reason=kept(reason), cause="moderator"))
    session.play.write(now, seat, "clock", kind="announce", note={"reason": reason})
    return offer(session, seat, now)
