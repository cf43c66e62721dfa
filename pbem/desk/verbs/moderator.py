"""The moderator at the desk: one function for each verb, the same for the command line and for mail.

Each leaves an entry with a reason that players read, and owes the mails that tell them. A verb works on an opened game
and saves nothing itself; whoever opened the game commits once. A dry run does the same on a copy and forgets it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pbem.core.errors import Misuse, PbemError, Refused
from pbem.core.words import Listed, Say, Verbatim
from pbem.desk.people.invitations import end_invitation
from pbem.desk.verbs import circle, course, rulings, seats
from pbem.desk.verbs import forced_moves as moves
from pbem.desk.verbs import settlements as settling
from pbem.desk.verbs import takebacks as undoing
from pbem.desk.verbs.acts import Act, Done, reason_of
from pbem.engine.adjudication.moderation import go_on, need_reason
from pbem.engine.adjudication.veiling import Veil
from pbem.engine.people import keep_nameless
from pbem.mail.tokens import blotted
from pbem.store.invited import is_invited

if TYPE_CHECKING:
    from pbem.desk.interface import Desk, Session

HANDLERS: dict[str, Callable[[Session, Act], Done]] = {
    "act": moves.act, "undo": undoing.undo, "redo": undoing.redo, "patch": rulings.patch, "rule": rulings.rule,
    "extend": course.extend, "pause": course.pause, "resume": course.resume, "substitute": seats.substitute,
    "process": moves.process, "announce": course.announce, "end": course.end, "data": rulings.data,
    "answer": settling.answer, "moderator": circle.moderator, "observe": circle.observe, "person": circle.person,
    "delete": circle.delete, "standby": circle.standby,
}  # fmt: skip
LOOKING = frozenset({"standby"})
"""Verbs that change nothing and need no reason."""
VERBS = tuple(HANDLERS)
NOTHING_CHANGED = Say("Nothing was changed.")
REASON_IN_WORDS = ("announce", "pause", "resume", "redo")
"""Verbs whose words, if there are any, are the reason."""


def moderate(desk: Desk, act: Act) -> Done:
    """Carry out one command and save."""
    if is_invited(desk.home, act.game):
        return _invited(desk, act)
    if act.dry_run or act.verb in LOOKING:
        act.dry_run = True
        return dry_run(desk, act)
    with desk.game(act.game) as session:
        done = perform(session, act)
        session.put_back(done.mails, done.told)
        return Done(done.text, frame(session, act, done))


def _invited(desk: Desk, act: Act) -> Done:
    """End a game that has not begun; nothing else can be done with it."""
    if act.verb != "end":
        raise Refused(
            Say(
                "The game {game} has not begun: not all have accepted. `mod end` ends the invitation.",
                game=Verbatim(act.game),
            )
        )
    reason = need_reason(reason_of(act))
    if act.dry_run:
        would = Say("The invitation to {game} would be ended.", game=Verbatim(act.game))
        return Done(Listed([would, NOTHING_CHANGED], "\n"), {"game": act.game})
    text = end_invitation(desk, act.game, reason)
    return Done(text, {"game": act.game, "verb": act.verb, "dry_run": False, "entry": 0})


def dry_run(desk: Desk, act: Act) -> Done:
    """Show what a command would do, on a copy of the game that is then forgotten."""
    session = desk.read(act.game)
    done = perform(session, act)
    if act.verb in LOOKING:
        return Done(done.text, frame(session, act, done), looks=True)
    said = done.would or Say("This would be done: {text}", text=done.text)
    return Done(Listed([said, NOTHING_CHANGED], "\n"), frame(session, act, done))


def frame(session: Session, act: Act, done: Done) -> dict[str, Any]:
    about = {"game": session.game.id, "verb": act.verb, "dry_run": act.dry_run, "entry": session.game.entry}
    return {**about, **done.data}


def perform(session: Session, act: Act) -> Done:
    """Carry a command out on an opened game; the caller commits, or forgets it."""
    if act.verb not in HANDLERS:
        raise Misuse(Say("`mod {verb}` is not known. Verbs: {verbs}.", verb=act.verb, verbs=", ".join(VERBS)))
    act.words, act.reason = list(map(blotted, act.words)), blotted(act.reason) if act.reason else None
    named = session.game.moderator()
    words = " ".join(act.words) if act.verb in REASON_IN_WORDS else ""
    if act.dry_run:
        act.reason = act.reason or (None if words else Say("a dry run"))
    else:
        need_reason(act.reason or words)  # before anything is touched
    keep_nameless(session.game, f"{words} {act.reason or ''}")
    if act.author == "moderator" and named is not None:
        act.author = named.player
    typed = " ".join([*act.words, act.seat or "", act.option or ""])
    try:
        done = HANDLERS[act.verb](session, act)
        go_on(session.play, session.desk.now())
        return done
    except PbemError as error:
        Veil(session.play, typed).cover(error)
        raise


__all__ = ["VERBS", "Act", "Done", "dry_run", "moderate", "perform"]
