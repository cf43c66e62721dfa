"""The moderator at the desk: one function for each verb, the same for the command line and for mail.

Each leaves an entry with a reason that players read, and owes the mails that tell them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from pbem.core.errors import Misuse, Refused
from pbem.desk.timing import renew_deadlines
from pbem.engine import moderation
from pbem.engine.create import check_name, check_people, parse_value
from pbem.engine.gamefile import Deadline, Entry, Tenure
from pbem.engine.journal import stamp
from pbem.engine.notices import owed
from pbem.engine.people import find_seat

if TYPE_CHECKING:
    from pbem.desk.desk import Desk, Session

VERBS = (
    "act", "undo", "redo", "patch", "rule", "extend", "pause", "resume", "substitute", "process", "announce", "end",
)  # fmt: skip


@dataclass(slots=True)
class Act:
    """One moderator's command, as typed or mailed."""

    verb: str
    game: str
    words: list[str] = field(default_factory=list)
    reason: str | None = None
    seat: str | None = None
    entry: int | None = None
    draws: str = "same"
    rules: list[str] = field(default_factory=list)
    option: str | None = None
    dry_run: bool = False
    force: bool = False


@dataclass(slots=True)
class Done:
    """What was done, in words and as data."""

    text: str
    data: dict[str, Any] = field(default_factory=dict)


def moderate(desk: Desk, act: Act) -> Done:
    """Carry out one command."""
    with desk.game(act.game) as session:
        done = on_session(session, act)
        frame = {"game": act.game, "verb": act.verb, "dry_run": act.dry_run, "entry": session.game.entry}
        return Done(done.text, {**frame, **done.data})


def on_session(session: Session, act: Act) -> Done:
    """Carry one command out on a game that is open already."""
    if act.verb not in VERBS:
        raise Misuse(f"`mod {act.verb}` is not known. Verbs: {', '.join(VERBS)}.")
    return _HANDLERS[act.verb](session, act)


def _seat(session: Session, act: Act) -> str:
    text = act.seat or (act.words.pop(0) if act.words else None)
    if text is None:
        raise Misuse(f"`mod {act.verb}` needs a seat (--as NAME).")
    return find_seat(session.game, text).seat


# -- moves -----------------------------------------------------------------------------------------------


def _act(session: Session, act: Act) -> Done:
    seat = _seat(session, act)
    text = " ".join(act.words)
    if act.dry_run:
        seen = session.play.preview(seat, text)
        return Done(f"Legal{' and complete' if seen.complete else ', but not complete'}. Nothing was changed.")
    receipt = moderation.act(session.play, seat, text, session.desk.now(), act.reason or "")
    session.commit([owed(session.game, seat, "receipt", {"text": text, "reason": act.reason or ""})])
    return Done(f"Moved for {session.game.person(seat)}: entry {session.game.entry}.",
                {"answers": [f"{a.name}: {', '.join(a.keys or ['none'])}" for a in receipt.answers]})  # fmt: skip


def _process(session: Session, act: Act) -> Done:
    game = session.game
    entry = act.entry if act.entry is not None else _number(act, "the entry the game stands at (--entry N)")
    seats = [find_seat(game, act.seat).seat] if act.seat else list(session.play.questions())
    if act.dry_run:
        if entry != game.entry:
            raise Refused(f"The game stands at entry {game.entry}, not {entry}. Nothing was changed.")
        plans = [f"{game.person(s)}: {q.name} -> {_harmless(session, s)}" for s, q in session.play.questions().items()]
        return Done("Would be played:\n" + "\n".join(plans) + "\nNothing was changed.", {"plans": plans})
    moderation.process(session.play, session.desk.now(), act.reason or "", entry, seats=seats)
    session.commit()
    return Done(f"The turn was forced; the game stands at entry {session.game.entry}.")


def _harmless(session: Session, seat: str) -> str:
    question = session.play.questions()[seat]
    filed = session.play.on_file(seat, question)
    keys = filed[0] if filed else question.harmless()
    # A private question's answer would show the seat's secrets to the moderator.
    return "an answer that only the seat may see" if question.private else ", ".join(keys) or "none"


# -- undo and redo ---------------------------------------------------------------------------------------


def _number(act: Act, what: str) -> int:
    text = act.words.pop(0) if act.words else ""
    if not text.lstrip("#").isdecimal():
        raise Misuse(f"`mod {act.verb}` needs {what}; {text!r} was read.")
    return int(text.lstrip("#"))


def states_of(session: Session) -> moderation.States:
    """The table after each entry, played again from the journal."""
    from pbem.engine.replay import Replayer

    known: dict[int, str] = {}

    def state(n: int) -> str:
        if not known:
            replayer = Replayer(session.game, session.title, session.loaded.tables)
            replayer.find_tables = session.desk.pinned
            replayer.run(list(session.journal()))
            known.update(replayer.states)
        return known[n]

    return state


def _undo(session: Session, act: Act) -> Done:
    before = act.entry if act.entry is not None else _number(act, "the entry to go back before")
    if act.draws not in ("same", "fresh"):
        raise Misuse("--draws is same or fresh.")
    plan = moderation.plan_undo(session.play, session.journal(), before)
    told = [_learned(session, learned) for learned in plan.learned]
    data = {"before": before, "entries": plan.entries, "learned": told}
    if act.dry_run:
        lines = told or ["Nobody learned anything hidden since then."]
        text = f"Would be undone: entries {', '.join(map(str, plan.entries))}.\n" + "\n".join(lines)
        return Done(f"{text}\nNothing was changed.", data)
    states = states_of(session)
    draws: moderation.Draws = "fresh" if act.draws == "fresh" else "same"
    moderation.undo(session.play, plan, states, session.desk.now(), act.reason or "", draws)
    session.reopen()
    session.commit()
    return Done(f"Undone to before entry {before}; the undo is entry {session.game.entry}.", data)


def _learned(session: Session, learned: moderation.Learned) -> str:
    who = "everybody" if learned.seats is None else ", ".join(session.game.person(s) for s in learned.seats)
    return f"Entry {learned.entry}: {who}: {learned.what}."


def _redo(session: Session, act: Act) -> Done:
    last = session.game.recent[-1]
    moderation.redo(session.play, last, states_of(session), session.desk.now(), act.reason or "")
    session.commit()
    return Done(f"The undo was taken back: entry {session.game.entry}.")


# -- rulings and corrections -----------------------------------------------------------------------------


def _rule(session: Session, act: Act) -> Done:
    option, value = None, None
    if act.option is not None:
        option, sign, text = act.option.partition("=")
        if not sign:
            raise Misuse("--option needs K=V.")
        value = parse_value(text)
    unknown = [ident for ident in act.rules if session.title.explain(ident) is None]
    if unknown:
        raise Refused(f"{session.title.full_name} has no rule {unknown[0]!r}. Nothing was changed.")
    if act.dry_run:
        moderation.need_reason(act.reason)
        return Done("The ruling could be made. Nothing was changed.")
    made = moderation.rule(session.play, session.desk.now(), "moderator", act.reason or "", act.rules, option, value)
    session.commit()
    setting = f" {option} is {value} from now on." if option else ""
    return Done(f"Ruling {made.number}.{setting}", {"ruling": made.number, "option": option, "value": value})


def _patch(session: Session, act: Act) -> Done:
    text = " ".join(act.words)
    try:
        patch = json.loads(text)
    except ValueError as problem:
        raise Refused(f"The patch is not JSON: {problem}. Nothing was changed.") from None
    planned = moderation.plan_patch(session.play, patch, force=act.force)
    changes = [{"place": place, "before": before, "after": after} for place, before, after in planned.changes]
    told = "\n".join(f"{c['place']}: {json.dumps(c['before'])} -> {json.dumps(c['after'])}" for c in changes)
    if act.dry_run:
        return Done(f"{told}\nNothing was changed.", {"changes": changes})
    moderation.correct(session.play, planned, patch, session.desk.now(), act.reason or "")
    session.commit()
    return Done(told, {"changes": changes})


# -- the clock -------------------------------------------------------------------------------------------


def _extend(session: Session, act: Act) -> Done:
    from pbem.engine.clock import parse_duration

    game, now = session.game, session.desk.now()
    moderation.need_open(game)
    words = list(act.words)
    seats = [find_seat(game, act.seat).seat] if act.seat else list(game.deadlines)
    if words and act.seat is None and len(words) > 1:
        seats = [find_seat(game, words.pop(0)).seat]
    if not words:
        raise Misuse("`mod extend` needs a length of time, for example 2d.")
    length: timedelta = parse_duration(words[0], "extension")
    seats = [seat for seat in seats if seat in game.deadlines]
    if not seats:
        raise Refused("Nobody is asked anything, so no deadline can be extended. Nothing was changed.")
    if act.dry_run:
        return Done(f"Would extend for {', '.join(map(game.person, seats))} by {words[0]}. Nothing was changed.")
    for seat in seats:
        game.deadlines[seat].extra += int(length.total_seconds() // 60)
    note = {"reason": moderation.need_reason(act.reason), "seats": seats, "by": words[0]}
    renew_deadlines(game, now)
    session.play.write(now, None, "moderator", kind="extend", note=note)
    session.commit()
    return Done(f"Extended by {words[0]} for {', '.join(map(game.person, seats))}.",
                {"due": {seat: game.deadlines[seat].due for seat in seats}})  # fmt: skip


def _pause(session: Session, act: Act) -> Done:
    if not act.dry_run:
        moderation.pause(session.play, session.desk.now(), act.reason or "")
        session.commit()
    return Done("The game is paused." if not act.dry_run else "It could be paused. Nothing was changed.")


def _resume(session: Session, act: Act) -> Done:
    if not act.dry_run:
        moderation.resume(session.play, session.desk.now(), act.reason or "")
        renew_deadlines(session.game, session.desk.now())
        session.commit()
    return Done("The game goes on." if not act.dry_run else "It could be resumed. Nothing was changed.")


# -- people ----------------------------------------------------------------------------------------------


def _substitute(session: Session, act: Act) -> Done:
    from pbem.store.roster import parse_person

    desk, game, now = session.desk, session.game, session.desk.now()
    moderation.need_open(game)
    seat = _seat(session, act)
    name, address = parse_person(" ".join(act.words))
    name = check_name(name)
    others = [info.player for info in game.seats if info.seat != seat]
    check_people([name, *others], list(game.table.seats))
    reason = moderation.need_reason(act.reason)
    if act.dry_run:
        return Done(f"{name} could take over {seat}. Nothing was changed.")
    if address:
        desk.enter({name: address})
    entry = session.play.write(now, seat, "moderator", kind="substitute", note={"reason": reason, "seat": seat})
    close_tenure(session, seat, "lost" if "lost" in act.rules else "released")
    info = next(info for info in game.seats if info.seat == seat)
    info.player, info.since = name, entry.n
    game.moderation.tenures.append(Tenure(seat=seat, since=entry.n))
    game.moderation.late.pop(seat, None)
    game.moderation.unreachable.pop(seat, None)
    fresh_time(session, seat, entry)
    session.commit([owed(game, seat, "handover", {"reason": reason})])
    return Done(f"{name} now holds {seat}.", {"seat": seat, "player": name})


def fresh_time(session: Session, seat: str, entry: Entry) -> None:
    """A newcomer has the full time, and the former holder's token is out of date."""
    if seat in session.game.deadlines:
        session.game.deadlines[seat] = Deadline(entry=entry.n, since=stamp(session.desk.now()))


def close_tenure(session: Session, seat: str, end: Any) -> None:
    """The holder's figures go to the roster, once."""
    game = session.game
    for tenure in [t for t in game.moderation.tenures if t.seat == seat and t.end == "playing"]:
        tenure.end = end
        session.desk.count_tenure(game, tenure, game.person(seat))


def _announce(session: Session, act: Act) -> Done:
    text = " ".join(act.words) or act.reason or ""
    if not act.dry_run:
        moderation.announce(session.play, session.desk.now(), text)
        session.commit()
    return Done("Announced." if not act.dry_run else f"Would be announced: {text}")


def _end(session: Session, act: Act) -> Done:
    result: dict[str, Any] = {}
    if act.words:
        winners = [find_seat(session.game, word).seat for word in act.words]
        rest = [seat for seat in session.game.table.seats if seat not in winners]
        result["places"] = [winners, *([rest] if rest else [])]
    if act.dry_run:
        moderation.need_open(session.game)
        return Done("The game could be ended. Nothing was changed.")
    moderation.end(session.play, session.desk.now(), act.reason or "", result)
    session.commit()
    return Done("The game was ended with a declared result.", {"result": session.game.moderation.result})


_HANDLERS = {
    "act": _act, "undo": _undo, "redo": _redo, "patch": _patch, "rule": _rule, "extend": _extend, "pause": _pause,
    "resume": _resume, "substitute": _substitute, "process": _process, "announce": _announce, "end": _end,
}  # fmt: skip
