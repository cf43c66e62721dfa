"""The course of a game: more time, a pause, a word to everybody, an end before its time."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from pbem.core.errors import Misuse, Refused, unchanged
from pbem.core.kept import told
from pbem.core.words import Listed, Say, Text, Verbatim, When
from pbem.desk.games.turn_times import renew_deadlines
from pbem.desk.verbs.acts import Act, Done, no_more, reason_of
from pbem.engine.adjudication import moderation
from pbem.engine.clock import parse_duration
from pbem.engine.clock.durations import duration_text
from pbem.engine.gamefile import Deadline
from pbem.engine.journal import moment, stamp
from pbem.engine.people import find_seat, named_text, person_text

if TYPE_CHECKING:
    from pbem.desk.interface import Session


def extend(session: Session, act: Act) -> Done:
    """Set a later deadline: counted from the present one, or from now if that has passed. `back 2d` takes back what was
    added by mistake: never more than that, and whoever is asked keeps a day at least."""
    game, now = session.game, session.desk.now()
    moderation.need_open(game)
    reason = moderation.need_reason(act.reason)
    words = list(act.words)
    seats = [find_seat(game, act.seat).seat] if act.seat else list(game.deadlines)
    if act.seat is None and len(words) > 1 and words[0].lower() != "back":
        seats = [find_seat(game, words.pop(0)).seat]
    back = bool(words) and (words[0].lower() == "back" or words[0].startswith("-"))
    words = words[1:] if words[:1] and words[0].lower() == "back" else [word.lstrip("-") for word in words]
    if not words:
        raise Misuse(Say("`mod extend` needs a length of time, for example 2d."))
    no_more(act, words[1:])
    length: timedelta = parse_duration(words[0], "extension")
    if not length:
        raise Refused(unchanged(Say("An extension of nothing is none; a deadline is never moved back.")))
    seats = [seat for seat in seats if seat in game.deadlines]
    if game.untimed:
        raise Refused(unchanged(Say("This game is played alone and has no deadlines.")))
    if not seats:
        raise Refused(unchanged(Say("Nobody is asked anything, so no deadline can be extended.")))
    was = {seat: game.deadlines[seat].due for seat in seats}
    for seat in seats:
        if back:
            _shorten(game.deadlines[seat], length, now)
        else:
            _lengthen(game.deadlines[seat], length, now)
    if not back:
        renew_deadlines(game, now)
    due = {seat: game.deadlines[seat].due for seat in seats}
    note = {"reason": reason, "seats": seats, "by": f"-{words[0]}" if back else words[0], "was": was, "due": due}
    session.play.write(now, None, "moderator", kind="extend", note=note)
    has = [Say("{who} has time until {due}.", who=named_text(game, seat), due=_minute(due[seat])) for seat in seats]
    would = [
        Say("{who} would have time until {due}.", who=named_text(game, seat), due=_minute(due[seat])) for seat in seats
    ]
    sections = {info.seat: [("h-time", Listed(has, "\n"))] for info in game.seats}
    values = {"length": Verbatim(words[0]), "people": Listed(person_text(game, seat) for seat in seats)}
    done = Say("Shortened by {length} for {people}.", **values) if back else (
        Say("Extended by {length} for {people}.", **values))  # fmt: skip
    planned = Say("The time would be shortened by {length} for {people}.", **values) if back else (
        Say("The time would be extended by {length} for {people}.", **values))  # fmt: skip
    return Done(done, {"due": due, "was": was}, told=sections, would=Listed([planned, *would], "\n"))


def _minute(due: str | None) -> str:
    return When(due) if due else Say("further notice")


def _lengthen(deadline: Deadline, length: timedelta, now: Any) -> None:
    passed = max(timedelta(0), now - moment(deadline.due)) if deadline.due else timedelta(0)
    deadline.extra += int((passed + length).total_seconds() // 60) + (1 if passed else 0)


def _shorten(deadline: Deadline, length: timedelta, now: Any) -> None:
    """Take back what an extension added, at most all of it; a day is left, unless less was left anyway."""
    minutes = int(length.total_seconds() // 60)
    if minutes > deadline.extra:
        raise Refused(
            unchanged(
                Say(
                    "{length} were added to this question by `mod extend`, no more can be taken back.",
                    length=Verbatim(duration_text(timedelta(minutes=deadline.extra))),
                )
            )
        )
    if deadline.due is None:
        raise Refused(unchanged(Say("There is no deadline to move.")))
    due = moment(deadline.due) - length
    if due < now + timedelta(days=1):
        raise Refused(unchanged(Say("Less than a day would be left to answer.")))
    deadline.extra -= minutes
    deadline.due = stamp(due)


def pause(session: Session, act: Act) -> Done:
    moderation.pause(session.play, session.desk.now(), reason_of(act))
    return Done(
        Say("The game is paused: its clock stands still and no move is taken."),
        would=Say("The game would be paused: its clock would stand still and no move be taken."),
    )


def resume(session: Session, act: Act) -> Done:
    moderation.resume(session.play, session.desk.now(), reason_of(act))
    renew_deadlines(session.game, session.desk.now())
    return Done(Say("The game goes on; nobody lost time."), would=Say("The game would go on; nobody would lose time."))


def announce(session: Session, act: Act) -> Done:
    text, why = " ".join(act.words), act.reason or ""
    said: str = Verbatim(text or why)
    if text and why and not isinstance(why, Text):  # what a dry run gives for a reason is nobody's
        said = Say("{text} (reason: {reason})", text=Verbatim(text), reason=Verbatim(why))
    moderation.announce(session.play, session.desk.now(), said)
    return Done(
        Say("Announced: {text}", text=said), would=Say("This would be announced to everybody: {text}", text=said)
    )


def end(session: Session, act: Act) -> Done:
    result: dict[str, Any] = {}
    winners: list[str] = []
    if act.words:
        winners = [find_seat(session.game, word.strip(",")).seat for word in act.words]
        rest = [seat for seat in session.game.table.seats if seat not in winners]
        result["places"] = [winners, *([rest] if rest else [])]
    moderation.end(session.play, session.desk.now(), act.reason or "", result)
    said = Say("The game was ended without a winner.")
    would = Say("The game would be ended without a winner, and its seed opened.")
    if result:
        who = Listed([person_text(session.game, seat) for seat in winners], Say(" and "))
        said = Say("The game was ended with a declared result: won by {who}.", who=who)
        would = Say("The game would be ended with a declared result, won by {who}, and its seed opened.", who=who)
    return Done(
        said, {"result": told(session.game.moderation.result)}, would=would,
    )  # fmt: skip
