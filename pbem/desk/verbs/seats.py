"""Seats that change hands, and what belonged to the person who held them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.core.errors import Refused, unchanged
from pbem.core.words import Say, Verbatim
from pbem.desk.games.turn_times import ASK_AGAIN, FORFEITED, drop_pending
from pbem.desk.people.addresses import stop_held
from pbem.desk.people.farewells import end_tenure
from pbem.desk.verbs.acts import Act, Done, seat_of
from pbem.desk.verbs.circle import candidates
from pbem.engine import moderation
from pbem.engine.create import check_name, check_people
from pbem.engine.gamefile import Deadline, Entry, Tenure
from pbem.engine.journal import moment, stamp
from pbem.engine.notices import owed
from pbem.store.roster import parse_person

if TYPE_CHECKING:
    from pbem.desk.interface import Session


def substitute(session: Session, act: Act) -> Done:
    """Another person takes a seat, with everything this seat ever knew and a fresh full time."""
    desk, game, now = session.desk, session.game, session.desk.now()
    moderation.need_open(game)
    reason = moderation.need_reason(act.reason)
    seat = seat_of(session, act)
    lost = act.words[-1:] == ["lost"] or "lost" in act.rules
    words = act.words[:-1] if act.words[-1:] == ["lost"] else act.words
    if not words:
        raise Refused(offered(session, seat))
    name, address = parse_person(" ".join(words))
    roster = desk.roster()
    name = roster.spelled(check_name(name))
    observing = [info for info in game.seats if info.role == "observer" and info.player == name]
    others = [info.player for info in game.seats if info.seat != seat and info not in observing]
    check_people([name, *others], list(game.table.seats))
    if address is not None:
        roster.check_known(name, address)
    elif roster.find(name) is None:
        raise Refused(unchanged(Say("{name} is not on file: give an address, 'Name <address>'.", name=Verbatim(name))))
    info = next(info for info in game.seats if info.seat == seat)
    old = info.player
    if old == name:
        raise Refused(unchanged(Say("{name} holds {seat} already.", name=Verbatim(name), seat=seat)))
    if address and not act.dry_run:
        desk.enter({name: address})
    entry = session.play.write(now, seat, "moderator", kind="substitute", note={"reason": reason, "seat": seat})
    text = f"{name} takes over {seat} from {old}: {reason}"
    end_tenure(game, seat, "lost" if lost or seat in game.moderation.notes.get(FORFEITED, []) else "released", text)
    info.player, info.since = name, entry.n
    game.seats = [one for one in game.seats if one not in observing]  # who read along plays from now on
    game.moderation.tenures.append(Tenure(seat=seat, since=entry.n))
    forget_holder(session, seat)
    fresh_time(session, seat, entry)
    stop_held(desk, game, now)
    note = {"sections": [["Reason", reason]], "old": old, "new": name, "seat": seat}
    done = Done(f"{name} now holds {seat}.", {"seat": seat, "player": name}, [owed(game, seat, "handover", note)],
                would=f"{name} would hold {seat} in place of {old}.")  # fmt: skip
    done.told = {i.seat: [("A seat changes hands", text)] for i in game.seats if i.seat != seat}
    return done


def offered(session: Session, seat: str) -> str:
    """Nobody was named: who stands by, with the command for each."""
    listed = "\n".join(f"  mod substitute {seat} {name}   ({figures})" for name, figures in candidates(session))
    lead = f"Who is to take {seat}? Write the name, or 'Name <address>'."
    return f"{lead} Standing by:\n{listed}" if listed else f"{lead} Nobody stands by for this title."


def forget_holder(session: Session, seat: str) -> None:
    """What belonged to the person and not to the seat: lateness, bounces, absences, requests, a kept move."""
    book, now = session.game.moderation, session.desk.now()
    for counted in (book.late, book.unreachable, book.contact):
        counted.pop(seat, None)
    book.notes[FORFEITED] = [s for s in book.notes.get(FORFEITED, []) if s != seat]
    book.absences = [absence for absence in book.absences if absence.seat != seat]
    for request in book.requests:
        if request.seat == seat and request.status == "open":
            request.status = "withdrawn"
    book.notes.get(ASK_AGAIN, {}).pop(seat, None)
    drop_pending(session.game, seat)
    for stop in book.stops:
        if stop.seat == seat and stop.end is None:
            stop.end = stamp(max(now, moment(stop.start)))


def fresh_time(session: Session, seat: str, entry: Entry) -> None:
    """A newcomer has the full time, and the former holder's token is out of date."""
    if seat in session.game.deadlines:
        side = session.game.deadlines[seat].side
        session.game.deadlines[seat] = Deadline(entry=entry.n, since=stamp(session.desk.now()), side=side)
        session.asked.pop(seat, None)
