"""Seats that change hands, and what belonged to the person who held them."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from pbem.core.errors import Misuse, Refused, unchanged
from pbem.core.words import Listed, Say, Verbatim
from pbem.desk.games.turn_times import ASK_AGAIN, FORFEITED, drop_pending
from pbem.desk.people.addresses import stop_held
from pbem.desk.people.farewells import end_tenure
from pbem.desk.people.standby import candidates, free
from pbem.desk.verbs.acts import Act, Done, seat_of, substitute_command
from pbem.engine.adjudication import moderation, offers
from pbem.engine.create import COMPUTER, computer_name
from pbem.engine.gamefile import Deadline, Entry, GameFile, OwedMail, SeatInfo, Tenure
from pbem.engine.journal import moment, stamp
from pbem.engine.names import check_name, check_people
from pbem.engine.notices import owed
from pbem.store.roster import parse_person

if TYPE_CHECKING:
    from pbem.desk.interface import Session

STANDBY = "standby"
"""In place of a name: whoever stands by."""
OFFER, BACK = "offer", "back"
"""In place of a name: all who stand by are asked; and what takes that back."""


def substitute(session: Session, act: Act) -> Done:
    """Give a seat to another person, with everything this seat ever knew and a fresh full time; or to the computer."""
    game, now = session.game, session.desk.now()
    moderation.need_open(game)
    reason = moderation.need_reason(act.reason)
    seat = seat_of(session, act, ("player", "automaton"))
    if seat in moderation.own_automata(session.play):
        title = Verbatim(session.title.full_name)
        refusal = Say("{seat} is played by the rules of {title}; nobody takes it over.", seat=seat, title=title)
        raise Refused(unchanged(refusal))
    lost = act.words[-1:] == ["lost"] or "lost" in act.rules
    words = act.words[:-1] if act.words[-1:] == ["lost"] else act.words
    if not words:
        raise Refused(offered(session, seat, typed=act.typed))
    info = next(info for info in game.seats if info.seat == seat)
    if [word.lower() for word in words] == [COMPUTER.lower()]:
        return computer(session, info, lost, reason)
    if words[0].lower() == OFFER:
        return to_all(session, info, words[1:], lost, reason)
    name = newcomer(session, act, seat, words)
    observing = [one for one in game.seats if one.role == "observer" and one.player == name]
    old, note = info.player, dict[str, Any](reason=reason, seat=seat)
    if info.role == "automaton":
        note["automaton"] = False
    entry = session.play.write(now, seat, "moderator", kind="substitute", note=note)
    text = changed_hands(game, seat, name, old, reason)
    end_tenure(game, seat, "lost" if lost or seat in game.moderation.notes.get(FORFEITED, []) else "released", text)
    info.player, info.role, info.since = name, "player", entry.n
    game.seats = [one for one in game.seats if one not in observing]  # who read along plays from now on
    game.moderation.tenures.append(Tenure(seat=seat, since=entry.n))
    forget_holder(session, seat)
    for one in observing:
        game.moderation.contact.pop(one.seat, None)
    session.play.put_questions(now)
    fresh_time(session, seat, entry)
    stop_held(session.desk, game, now)
    told = {"sections": [["h-reason", reason]], "seat": seat}
    values = {"name": Verbatim(name), "seat": seat}
    done = Done(
        Say("{name} now holds {seat}.", **values), {"seat": seat, "player": name}, [owed(game, seat, "handover", told)],
        would=Say("{name} would hold {seat} in place of {old}.", **values, old=Verbatim(old)),
    )  # fmt: skip
    done.told = {i.seat: [("h-hands", text)] for i in game.seats if i.seat != seat}
    return done


def changed_hands(game: GameFile, seat: str, name: str, old: str, reason: str) -> str:
    """Say what everybody is told, the former holder too."""
    why = Verbatim(reason)
    if game.anonymous:
        return Say("Another takes over {seat}: {reason}", seat=seat, reason=why)
    values = {"name": Verbatim(name), "old": Verbatim(old), "reason": why}
    return Say("{name} takes over {seat} from {old}: {reason}", seat=seat, **values)


def newcomer(session: Session, act: Act, seat: str, words: list[str]) -> str:
    """Find the person who is to take a seat: by name, on file or with an address, or the first who stands by."""
    game, roster = session.game, session.desk.roster()
    if [word.lower() for word in words] == [STANDBY]:
        words = [first_of_standby(session)]
    name, address = parse_person(" ".join(words))
    name = roster.spelled(check_name(name))
    others = [i.player for i in game.seats if i.seat != seat and not (i.role == "observer" and i.player == name)]
    check_people([name, *others], list(game.table.seats))
    if address is not None:
        roster.check_known(name, address)
    elif roster.find(name) is None:
        raise Refused(unchanged(Say("{name} is not on file: give an address, 'Name <address>'.", name=Verbatim(name))))
    if game.holder(seat) == name:
        raise Refused(unchanged(Say("{name} holds {seat} already.", name=Verbatim(name), seat=seat)))
    if address and not act.dry_run:
        session.desk.enter({name: address})
    return name


def computer(session: Session, info: SeatInfo, lost: bool, reason: str) -> Done:
    """Give a seat to the title's greedy player, which goes on at once where it is asked."""
    game, seat = session.game, info.seat
    if info.role == "automaton":
        raise Refused(unchanged(Say("A computer holds {seat} already.", seat=seat)))
    if game.alone:
        raise Refused(unchanged(Say("No other person plays; `mod end` ends the game.")))
    name, old = computer_name([one.player for one in game.seats]), info.player
    note = {"reason": reason, "seat": seat, "automaton": True}
    entry = session.play.write(session.desk.now(), seat, "moderator", kind="substitute", note=note)
    text = changed_hands(game, seat, name, old, reason)
    end_tenure(game, seat, "lost" if lost or seat in game.moderation.notes.get(FORFEITED, []) else "released", text)
    info.player, info.role, info.since = name, "automaton", entry.n
    forget_holder(session, seat)
    game.orders.pop(seat, None)
    session.play.put_questions(session.desk.now())
    session.asked.pop(seat, None)
    return Done(
        Say("{name} now plays {seat}.", name=Verbatim(name), seat=seat), {"seat": seat, "player": name},
        would=Say("{name} would play {seat} in place of {old}.", name=Verbatim(name), seat=seat, old=Verbatim(old)),
        told={i.seat: [("h-hands", text)] for i in game.seats if i.seat != seat},
    )  # fmt: skip


def to_all(session: Session, info: SeatInfo, words: list[str], lost: bool, reason: str) -> Done:
    """Mail all who stand by: the first who accepts takes the seat; `back` takes the offer back."""
    game, seat, now = session.game, info.seat, session.desk.now()
    back = [word.lower() for word in words] == [BACK]
    if words and not back:
        raise Misuse(Verbatim("`mod substitute SEAT offer [back]`."))
    if offers.is_offered(game, seat, now) != back:
        known = Say("{seat} is not offered to anybody.", seat=seat) if back else (
            Say("{seat} is offered already; `offer back` takes that back.", seat=seat))  # fmt: skip
        raise Refused(unchanged(known))
    people = free(session)
    if not people and not back:
        raise Refused(unchanged(Say("Nobody stands by for this title.")))
    note = {"reason": reason, "did": "offer back" if back else "offer", "seat": seat}
    entry = session.play.write(now, None, "moderator", kind="people", note=note)
    values = {"seat": seat, "n": len(people), "reason": Verbatim(reason)}
    if back:
        offers.withdraw(game, seat)
        text = Say("{seat} is no longer offered to those who stand by: {reason}", **values)
        done = Done(Say("{seat} is no longer offered; whoever was asked is told.", seat=seat), {"seat": seat},
                    would=Say("{seat} would no longer be offered.", seat=seat))  # fmt: skip
    else:
        offers.begin(game, seat, entry.n, now, reason, lost)
        text = Say(
            "{seat} is offered to those who stand by; nothing changes until one of them accepts: {reason}", **values
        )
        said = Say("{seat} is offered by mail to those who stand by ({n}); the first who accepts takes it.", **values)
        done = Done(said, {"seat": seat, "offered": len(people)},
                    would=Say("{seat} would be offered by mail to those who stand by ({n}).", **values))  # fmt: skip
    done.told = {one.seat: [("h-offer", text)] for one in game.seats}
    return done


def first_of_standby(session: Session) -> str:
    """Find whoever stands by for this title and is the most reliable."""
    listed = candidates(session)
    if not listed:
        raise Refused(unchanged(Say("Nobody stands by for this title.")))
    return listed[0][0]


def offered(session: Session, seat: str, *, typed: bool = False) -> str:
    """Say who stands by, with the command for each, where nobody was named."""
    lines = [
        Say(
            "  {command}   # {figures}",
            command=substitute_command(session.game.id, seat, name, typed=typed),
            figures=figures,
        )
        for name, figures in candidates(session)
    ]
    lead = Say("Who is to take {seat}? Write the name, or 'Name <address>', or `computer`.", seat=seat)
    if not lines:
        return Listed([lead, Say("Nobody stands by for this title.")], " ")
    by = Say("Standing by (`standby` takes the first, `offer` asks all by mail):")
    return Listed([Listed([lead, by], " "), *lines], "\n")


def offer(session: Session, seat: str, now: datetime) -> list[OwedMail]:
    """Tell the moderator that a substitute is wanted, and who stands by, with the command for each."""
    game = session.game
    if game.moderator() is None:
        return []
    game.moderation.chat += 1
    note = {"who": "pbem", "to": "moderator", "text": offered(session, seat), "when": stamp(now)}
    return [owed(game, "moderator", "message", note, game.moderation.chat)]


def forget_holder(session: Session, seat: str) -> None:
    """Forget what belonged to the person and not to the seat: lateness, bounces, absences, requests, a kept move."""
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
    """Give a newcomer the full time; the former holder's token is out of date."""
    if seat in session.game.deadlines:
        side = session.game.deadlines[seat].side
        session.game.deadlines[seat] = Deadline(entry=entry.n, since=stamp(session.desk.now()), side=side)
        session.asked.pop(seat, None)
