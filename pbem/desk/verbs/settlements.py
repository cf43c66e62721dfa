"""What players asked for is granted or refused: an undo, an appeal, a resignation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pbem.core.errors import Misuse, Refused, unchanged
from pbem.core.kept import text_of
from pbem.core.words import Listed, Say, Small, Text, Verbatim
from pbem.desk.games.turn_times import end_stops
from pbem.desk.verbs.acts import Act, Done, no_more, number_of
from pbem.desk.verbs.takebacks import carry_undo
from pbem.engine.adjudication import moderation, undoing
from pbem.engine.gamefile import Request
from pbem.engine.notices import owed
from pbem.engine.people import person_text

if TYPE_CHECKING:
    from pbem.desk.interface import Session


def answer(session: Session, act: Act) -> Done:
    """Grant or refuse what a player asked: an undo, an appeal, a resignation."""
    number = number_of(act, Say("the number of the request"))
    words = [word.lower() for word in act.words]
    granted = words[0] in _GRANTS if words and words[0] in _ANSWERS else None
    if granted is None:
        raise Misuse(Say("`mod answer GAME N granted` or `mod answer GAME N refused`."))
    no_more(act, act.words[1:])
    request = open_request(session, number)
    reason = moderation.need_reason(act.reason)
    return settle(session, request, granted, reason, by="moderator")


_GRANTS = ("grant", "granted", "yes")
_ANSWERS = (*_GRANTS, "refuse", "refused", "no")


def open_request(session: Session, number: int) -> Request:
    found = next((r for r in session.game.moderation.requests if r.number == number), None)
    if found is None or found.status != "open":
        open_now = [str(r.number) for r in session.game.moderation.requests if r.status == "open"]
        listed = Listed(open_now) or Say("none")
        raise Refused(
            unchanged(
                Say(
                    "There is no open request {number}. Open: {listed}.",
                    number=number,
                    listed=listed,
                )
            )
        )
    return found


KINDS: dict[str, str] = {
    "undo": Say("undo"), "resign": Say("resign"), "appeal": Say("appeal"), "address": Say("address"),
    "vote": Say("vote"),
}  # fmt: skip
"""What was asked for, in the reader's words."""


def settle(
    session: Session, request: Request, granted: bool, reason: str, by: Literal["moderator", "player"] = "player"
) -> Done:
    """Close a request, by the moderator's word or by the consent of all players; a granted undo is carried out, the
    answer to an appeal starts the clock again."""
    game, now = session.game, session.desk.now()
    word = "granted" if granted else "refused"
    said = reason if isinstance(reason, Text) else Verbatim(reason)
    if request.kind == "vote" and granted:
        places = request.note.get("places")
        moderation.end(session.play, now, reason, {"places": places} if places else {}, by=by)
    elif request.kind == "undo" and granted:
        plan = undoing.plan_undo(session.play, session.journal(), int(request.note["before"]), session.reveals())
        why = Say("request {n} of {seat} is granted: {reason}", n=request.number, seat=request.seat, reason=said)
        carry_undo(session, plan, why, by=by)
    elif request.kind == "appeal":
        moderation.answer_appeal(session.play, request.number, granted, now, reason)
    else:
        values = {"n": request.number, "who": request.seat, "kind": KINDS[request.kind], "reason": said}
        note = {"reason": Small(_settled(granted, values)), "request": request.number, "answer": word}
        session.play.write(now, None, "moderator", kind="announce", note=note)
    request.status = "granted" if granted else "refused"
    left = [r for r in game.moderation.requests if r.kind == "appeal" and r.status == "open"]
    if request.kind == "appeal" and not left:
        end_stops(game, now, "appeal")
    values = {"n": request.number, "who": person_text(game, request.seat), "kind": KINDS[request.kind]}
    would = Say("Request {n} of {who} ({kind}) would be granted.", **values) if granted else (
        Say("Request {n} of {who} ({kind}) would be refused.", **values))  # fmt: skip
    text = _settled(granted, {**values, "reason": said})
    if request.kind == "appeal":
        about = _about(request)
        text = Listed([text, about, Say("The clock runs again; the time it stood is given back.")], "\n")
        mails = [owed(game, info.seat, "announce", {"text": text}) for info in game.seats]
        return Done(text, {"request": request.number, "answer": word}, mails, would=would)
    done = granted and request.kind in ("vote", "undo")  # else the announcement itself says it
    sections = {} if not done else {info.seat: [("h-request", text)] for info in game.seats}
    return Done(text, {"request": request.number, "answer": word}, told=sections, would=would)


def _settled(granted: bool, values: dict[str, object]) -> str:
    if granted:
        return Say("Request {n} of {who} ({kind}) is granted: {reason}", **values)
    return Say("Request {n} of {who} ({kind}) is refused: {reason}", **values)


def _about(request: Request) -> str:
    """Say what an appeal was about, and its words."""
    said = Verbatim(text_of(request.text))
    if "ruling" in request.note:
        return Say("The appeal was about ruling {n}: {text}", n=request.note["ruling"], text=said)
    return Say("The appeal was about entry {n}: {text}", n=request.note.get("about"), text=said)
