"""The moderator's commands by mail: `mod VERB ... reason: TEXT`, the same verbs as `pbem mod`."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from pbem.core.errors import Refused
from pbem.engine import moderation
from pbem.engine.journal import moment, stamp
from pbem.engine.people import find_seat

if TYPE_CHECKING:
    from pbem.desk.desk import Session

_REASON = re.compile(r"\s*(?:--)?reason\s*[:=]?\s+|\s*reason:\s*", re.IGNORECASE)
VERBS = ("act", "announce", "end", "extend", "pause", "process", "redo", "resume", "rule", "undo")


def moderate(session: Session, author: str, text: str, now: datetime) -> str:
    """Carry one command out on the opened game (the caller saves); what was done, in words."""
    words, _, rest = text.strip().partition(" ")
    verb = words.lower()
    what, reason = split_reason(rest)
    handler = globals().get(f"_{verb}") if verb in VERBS else None
    if handler is None:
        raise Refused(f"There is no moderator's command {words[:30]!r} by mail. Commands: {', '.join(VERBS)}.")
    said: str = handler(session, author, what, reason, now)
    return said


def split_reason(text: str) -> tuple[str, str]:
    """What stands before and behind `reason:`."""
    found = _REASON.search(text)
    return (text[: found.start()].strip(), text[found.end() :].strip()) if found else (text.strip(), "")


def _act(session: Session, author: str, what: str, reason: str, now: datetime) -> str:
    name, _, move = what.partition(" ")
    who = find_seat(session.game, name.rstrip(":"))
    receipt = moderation.act(session.play, who.seat, move, now, reason)
    return f"moved for {who.player}: entry #{receipt.entries[0].n}" if receipt.entries else f"kept for {who.player}"


def _announce(session: Session, author: str, what: str, reason: str, now: datetime) -> str:
    entry = moderation.announce(session.play, now, " ".join(part for part in (what, reason) if part))
    return f"announced as entry #{entry.n}"


def _end(session: Session, author: str, what: str, reason: str, now: datetime) -> str:
    return f"the game is ended by entry #{moderation.end(session.play, now, reason or what, None).n}"


def _pause(session: Session, author: str, what: str, reason: str, now: datetime) -> str:
    return f"paused by entry #{moderation.pause(session.play, now, reason or what).n}"


def _resume(session: Session, author: str, what: str, reason: str, now: datetime) -> str:
    return f"resumed by entry #{moderation.resume(session.play, now, reason or what).n}"


def _extend(session: Session, author: str, what: str, reason: str, now: datetime) -> str:
    """`mod extend Ania 2d reason: ...`: a later deadline for one seat."""
    from pbem.engine.clock import parse_duration

    name, _, length = what.rpartition(" ")
    who = find_seat(session.game, name)
    asked = session.game.deadlines.get(who.seat)
    if asked is None:
        raise Refused(f"Nothing is asked of {who.player} now.")
    more: timedelta = parse_duration(length)
    asked.due = stamp((moment(asked.due) if asked.due else now) + more)
    note: dict[str, Any] = {"reason": moderation.need_reason(reason), "seat": who.seat, "due": asked.due}
    entry = session.play.write(now, who.seat, "moderator", kind="extend", note=note)
    return f"{who.player} has time until {asked.due}: entry #{entry.n}"


def _process(session: Session, author: str, what: str, reason: str, now: datetime) -> str:
    digits = what.strip("# ")
    if not digits.isdecimal():
        raise Refused("Name the entry that the game stands at: `mod process 17 reason: ...`.")
    done = moderation.process(session.play, now, reason, int(digits))
    return f"{len(done)} turn{'s'[len(done) == 1 :]} forced"


def _rule(session: Session, author: str, what: str, reason: str, now: datetime) -> str:
    """`mod rule R-014, L4 option=value reason: ...`."""
    words = re.split(r"[\s,]+", what) if what else []
    option, _, value = next((word for word in words if "=" in word), "").partition("=")
    from pbem.engine.create import parse_value

    rules = [word for word in words if word and "=" not in word]
    made = moderation.rule(
        session.play, now, author, reason, rules, option or None, parse_value(value) if option else None
    )
    return f"ruling {made.number} is entry #{made.entry}"


def _undo(session: Session, author: str, what: str, reason: str, now: datetime) -> str:
    words = what.lower().replace("#", "").split()
    number = next((word for word in words if word.isdecimal()), None)
    if number is None:
        raise Refused("Name the entry to go back before: `mod undo 17 reason: ...`.")
    plan = moderation.plan_undo(session.play, session.journal(), int(number))
    draws: moderation.Draws = "fresh" if "fresh" in words else "same"
    entry = moderation.undo(session.play, plan, lambda n: _table(session, n), now, reason, draws)
    return f"undone to before #{number} by entry #{entry.n}"


def _redo(session: Session, author: str, what: str, reason: str, now: datetime) -> str:
    last = list(session.journal())[-1]
    entry = moderation.redo(session.play, last, lambda n: _table(session, n), now, reason or what)
    return f"redone by entry #{entry.n}"


def _table(session: Session, entry: int) -> str:
    return session.desk.at(session.game.id, entry).play.table.model_dump_json()
