"""Seats that change hands, and what belonged to the person who held them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pbem.core.errors import Refused
from pbem.desk.timing import FORFEITED, drop_pending
from pbem.desk.verbs.commands import Act, Done, seat_of
from pbem.engine import moderation
from pbem.engine.create import check_name, check_people
from pbem.engine.gamefile import Deadline, Entry, Tenure
from pbem.engine.journal import moment, stamp
from pbem.engine.notices import owed

if TYPE_CHECKING:
    from pbem.desk.desk import Session


def substitute(session: Session, act: Act) -> Done:
    """Another person takes a seat, with everything this seat ever knew and a fresh full time."""
    from pbem.store.roster import parse_person

    desk, game, now = session.desk, session.game, session.desk.now()
    moderation.need_open(game)
    reason = moderation.need_reason(act.reason)
    seat = seat_of(session, act)
    lost = act.words[-1:] == ["lost"] or "lost" in act.rules
    words = act.words[:-1] if act.words[-1:] == ["lost"] else act.words
    name, address = parse_person(" ".join(words))
    name = check_name(name)
    others = [info.player for info in game.seats if info.seat != seat]
    check_people([name, *others], list(game.table.seats))
    if address is None and desk.roster().find(name) is None:
        raise Refused(f"{name} is not on file: give an address, 'Name <address>'. Nothing was changed.")
    info = next(info for info in game.seats if info.seat == seat)
    old = info.player
    if old == name:
        raise Refused(f"{name} holds {seat} already. Nothing was changed.")
    if address and not act.dry_run:
        desk.enter({name: address})
    entry = session.play.write(now, seat, "moderator", kind="substitute", note={"reason": reason, "seat": seat})
    end = "lost" if lost or seat in game.moderation.notes.get(FORFEITED, []) else "released"
    closed = mark_tenure(session, seat, end)
    info.player, info.since = name, entry.n
    game.moderation.tenures.append(Tenure(seat=seat, since=entry.n))
    forget_holder(session, seat)
    fresh_time(session, seat, entry)
    note = {"sections": [["Reason", reason]], "old": old, "new": name, "seat": seat}
    text = f"{name} takes over {seat} from {old}: {reason}"
    done = Done(f"{name} now holds {seat}.", {"seat": seat, "player": name}, [owed(game, seat, "handover", note)])
    done.told = {i.seat: [("A seat changes hands", text)] for i in game.seats if i.seat != seat}
    done.after = [lambda: count_closed(session, closed, old), lambda: tell_former(session, seat, old, text)]
    return done


def count_closed(session: Session, closed: list[Tenure], name: str) -> None:
    for tenure in closed:
        session.desk.count_tenure(session.game, tenure, name)


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
    drop_pending(session.game, seat)
    for stop in book.stops:
        if stop.seat == seat and stop.end is None:
            stop.end = stamp(max(now, moment(stop.start)))


def fresh_time(session: Session, seat: str, entry: Entry) -> None:
    """A newcomer has the full time, and the former holder's token is out of date."""
    if seat in session.game.deadlines:
        session.game.deadlines[seat] = Deadline(entry=entry.n, since=stamp(session.desk.now()))
        session.asked.pop(seat, None)


def mark_tenure(session: Session, seat: str, end: Any) -> list[Tenure]:
    """End the tenure of whoever holds the seat; an unanswered late question was counted when it became late."""
    ended = [t for t in session.game.moderation.tenures if t.seat == seat and t.end == "playing"]
    for tenure in ended:
        tenure.end = end
    return ended


def close_tenure(session: Session, seat: str, end: Any) -> None:
    """End a tenure, and add its figures to the roster, once."""
    for tenure in mark_tenure(session, seat, end):
        session.desk.count_tenure(session.game, tenure, session.game.person(seat))


def tell_former(session: Session, seat: str, name: str, text: str) -> None:
    """The former holder hears of it too, at the address on file."""
    from pbem.desk.outbox import house_of, put
    from pbem.mail.compose import page
    from pbem.mail.context import Reader

    desk, game = session.desk, session.game
    person = desk.roster().find(name)
    if person is None or person.hold is not None:
        return
    reader = Reader(seat, person.name, person.address, language=person.language or desk.home.settings.language)
    said = f"{text}\n\nMail about {game.id} that you have sent or still send is not applied. Thank you for playing."
    ident = f"former{game.entry}{seat}{game.id}"
    subject = f"{game.id}: your seat {seat} has another player now"
    raw = page(house_of(desk.home), reader, subject=subject, text=said, when=desk.now(), ident=ident, bounce=False)
    put(desk.home, f"former-{game.id}-{game.entry}-{seat}", raw)
