"""The course of a game: more time, a pause, a word to everybody, an end before its time."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from pbem.core.errors import Misuse, Refused, unchanged
from pbem.core.words import Say
from pbem.desk.games.turn_times import renew_deadlines
from pbem.desk.verbs.acts import Act, Done
from pbem.engine import moderation
from pbem.engine.gamefile import Deadline
from pbem.engine.journal import moment
from pbem.engine.people import find_seat

if TYPE_CHECKING:
    from pbem.desk.interface import Session


def extend(session: Session, act: Act) -> Done:
    """A later deadline: counted from the present one, or from now if that has passed. It never shortens anything."""
    from pbem.engine.clock import parse_duration

    game, now = session.game, session.desk.now()
    moderation.need_open(game)
    reason = moderation.need_reason(act.reason)
    words = list(act.words)
    seats = [find_seat(game, act.seat).seat] if act.seat else list(game.deadlines)
    if act.seat is None and len(words) > 1:
        seats = [find_seat(game, words.pop(0)).seat]
    if not words:
        raise Misuse(Say("`mod extend` needs a length of time, for example 2d."))
    length: timedelta = parse_duration(words[0], "extension")
    if not length:
        raise Refused(unchanged(Say("An extension of nothing is none; a deadline is never moved back.")))
    seats = [seat for seat in seats if seat in game.deadlines]
    if game.untimed:
        raise Refused(unchanged(Say("This game is played alone and has no deadlines.")))
    if not seats:
        raise Refused(unchanged(Say("Nobody is asked anything, so no deadline can be extended.")))
    for seat in seats:
        _lengthen(game.deadlines[seat], length, now)
    renew_deadlines(game, now)
    note = {"reason": reason, "seats": seats, "by": words[0]}
    session.play.write(now, None, "moderator", kind="extend", note=note)
    due = {seat: game.deadlines[seat].due for seat in seats}
    text = "\n".join(f"{game.person(seat)} ({seat}) has time until {_minute(due[seat])}." for seat in seats)
    sections = {info.seat: [("Time", text)] for info in game.seats}
    return Done(f"Extended by {words[0]} for {', '.join(map(game.person, seats))}.", {"due": due}, told=sections)


def _minute(due: str | None) -> str:
    return f"{due[:16].replace('T', ' ')} UTC" if due else "further notice"


def _lengthen(deadline: Deadline, length: timedelta, now: Any) -> None:
    passed = max(timedelta(0), now - moment(deadline.due)) if deadline.due else timedelta(0)
    deadline.extra += int((passed + length).total_seconds() // 60) + (1 if passed else 0)


def pause(session: Session, act: Act) -> Done:
    moderation.pause(session.play, session.desk.now(), act.reason or " ".join(act.words))
    return Done("The game is paused: its clock stands still and no move is taken.")


def resume(session: Session, act: Act) -> Done:
    moderation.resume(session.play, session.desk.now(), act.reason or " ".join(act.words))
    renew_deadlines(session.game, session.desk.now())
    return Done("The game goes on; nobody lost time.")


def announce(session: Session, act: Act) -> Done:
    text = " ".join(part for part in (" ".join(act.words), act.reason) if part)
    moderation.announce(session.play, session.desk.now(), text)
    return Done(f"Announced: {text}")


def end(session: Session, act: Act) -> Done:
    result: dict[str, Any] = {}
    if act.words:
        winners = [find_seat(session.game, word.strip(",")).seat for word in act.words]
        rest = [seat for seat in session.game.table.seats if seat not in winners]
        result["places"] = [winners, *([rest] if rest else [])]
    moderation.end(session.play, session.desk.now(), act.reason or "", result)
    return Done("The game was ended with a declared result.", {"result": session.game.moderation.result})
