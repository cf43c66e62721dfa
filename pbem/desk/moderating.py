"""The moderator at the desk: one function for each verb, the same for the command line and for mail.

Each leaves an entry with a reason that players read, and owes the mails that tell them. A verb works on an opened game
and saves nothing itself; whoever opened the game commits once. A dry run does the same on a copy and forgets it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from pbem.core.errors import Misuse, Refused, RevealAhead
from pbem.desk.clockwork import receipt_mail
from pbem.desk.timing import FORFEITED, drop_pending, end_stops, renew_deadlines
from pbem.engine import moderation
from pbem.engine.create import check_name, check_people, parse_value
from pbem.engine.gamefile import Deadline, Entry, OwedMail, Request, Tenure
from pbem.engine.journal import moment, stamp
from pbem.engine.notices import owed
from pbem.engine.people import find_seat

if TYPE_CHECKING:
    from pbem.desk.desk import Desk, Session, Told

VERBS = (
    "act", "undo", "redo", "patch", "rule", "extend", "pause", "resume", "substitute", "process", "announce", "end",
    "data", "answer",
)  # fmt: skip
SHORT = 300


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
    author: str = "moderator"


@dataclass(slots=True)
class Done:
    """What was done, in words and as data; the mails it owes, what readers are told, and what follows the commit."""

    text: str
    data: dict[str, Any] = field(default_factory=dict)
    mails: list[OwedMail] = field(default_factory=list)
    told: Told = field(default_factory=dict)
    after: list[Callable[[], None]] = field(default_factory=list)


def moderate(desk: Desk, act: Act) -> Done:
    """Carry out one command and save."""
    if act.dry_run:
        return dry_run(desk, act)
    with desk.game(act.game) as session:
        done = perform(session, act)
        session.reopen()
        session.commit(done.mails, done.told)
        for follow in done.after:
            follow()
        return Done(done.text, frame(session, act, done))


def dry_run(desk: Desk, act: Act) -> Done:
    """What a command would do, on a copy of the game that is then forgotten."""
    session = desk.read(act.game)
    done = perform(session, act)
    return Done(f"{done.text}\nNothing was changed.", frame(session, act, done))


def frame(session: Session, act: Act, done: Done) -> dict[str, Any]:
    about = {"game": session.game.id, "verb": act.verb, "dry_run": act.dry_run, "entry": session.game.entry}
    return {**about, **done.data}


def perform(session: Session, act: Act) -> Done:
    """Carry a command out on an opened game; the caller commits, or forgets it."""
    if act.verb not in _HANDLERS:
        raise Misuse(f"`mod {act.verb}` is not known. Verbs: {', '.join(VERBS)}.")
    named = session.game.moderator()
    if act.author == "moderator" and named is not None:
        act.author = named.player
    return _HANDLERS[act.verb](session, act)


def _seat(session: Session, act: Act) -> str:
    text = act.seat or (act.words.pop(0) if act.words else None)
    if text is None:
        raise Misuse(f"`mod {act.verb}` needs a seat (--as NAME).")
    return find_seat(session.game, text.rstrip(":")).seat


def _number(act: Act, what: str) -> int:
    if act.entry is not None:
        return act.entry
    text = act.words.pop(0) if act.words else ""
    if not text.lstrip("#").isdecimal():
        raise Misuse(f"`mod {act.verb}` needs {what}; {text!r} was read.")
    return int(text.lstrip("#"))


# -- moves -----------------------------------------------------------------------------------------------


def _act(session: Session, act: Act) -> Done:
    """Move for a seat; one seat for each command."""
    seat = _seat(session, act)
    text = " ".join(act.words)
    if act.dry_run:
        seen = session.play.preview(seat, text)
        return Done(f"Legal{' and complete' if seen.complete else ', but not complete'}.", {"complete": seen.complete})
    receipt = moderation.act(session.play, seat, text, session.desk.now(), act.reason or "")
    drop_pending(session.game, seat)
    mine = [entry for entry in receipt.entries if entry.seat == seat]
    mail = receipt_mail(session, seat, mine, moderation.need_reason(act.reason), text)
    answers = [f"{a.name}: {', '.join(a.keys or ['none'])}" for a in receipt.answers]
    told = f"Moved for {session.game.person(seat)}: entry {session.game.entry}."
    return Done(told, {"answers": answers, "seat": seat}, [mail])


def _process(session: Session, act: Act) -> Done:
    game = session.game
    entry = _number(act, "the entry the game stands at (--entry N)")
    seats = [find_seat(game, act.seat).seat] if act.seat else list(session.play.questions())
    if entry != game.entry:
        raise Refused(f"The game stands at entry {game.entry}, not {entry}. Nothing was changed.")
    if act.dry_run:
        plans = [line for seat in seats for line in _forced_lines(session, seat)]
        return Done("Would be played:\n" + "\n".join(plans or ["nothing"]), {"plans": plans})
    before = game.entry
    moderation.process(session.play, session.desk.now(), act.reason or "", entry, seats=seats)
    reason = moderation.need_reason(act.reason)
    new = [e for e in game.recent if e.n > before and e.by == "moderator"]
    mails = [receipt_mail(session, seat, [e for e in new if e.seat == seat], reason) for seat in seats]
    return Done(f"The turn was forced; the game stands at entry {game.entry}.", {"seats": seats}, mails)


def _forced_lines(session: Session, seat: str) -> list[str]:
    """What forcing would play for a seat, up to the first reveal; what only the seat may see is not shown."""
    play, lines = session.play, []
    play.table.live.preview = True
    name = session.game.person(seat)
    try:
        while (question := play.questions().get(seat)) is not None:
            filed = play.on_file(seat, question)
            keys = filed[0] if filed else question.harmless()
            hidden = question.private or play.run.sealed
            told = "an answer that only the seat may see" if hidden else ", ".join(keys) or "none"
            lines.append(f"{name}: {question.name} -> {told}")
            if play.run.sealed:
                break
            play.run.give(seat, keys)
    except RevealAhead:
        lines.append(f"{name}: then something hidden comes to light")
    return lines


# -- undo and redo ---------------------------------------------------------------------------------------


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
    before = _number(act, "the entry to go back before")
    words = [word.lower() for word in act.words]
    draws = "fresh" if "fresh" in words else act.draws
    if draws not in ("same", "fresh"):
        raise Misuse("--draws is same or fresh.")
    plan = moderation.plan_undo(session.play, session.journal(), before, session.reveals())
    told = [_learned(session, learned) for learned in plan.learned]
    data = {"before": before, "entries": plan.entries, "learned": told, "draws": draws}
    known = "\n".join(told) or "Nobody learned anything hidden since then."
    if act.dry_run:
        return Done(f"Would be undone: entries {', '.join(map(str, plan.entries)) or 'none'}.\n{known}", data)
    carry_undo(session, plan, act.reason or "", draws)
    again = "The same draws follow the same decisions."
    if draws == "fresh":
        again = "Face-down piles were shuffled anew, and later draws are others."
    text = f"Taken back: entries {', '.join(map(str, plan.entries))}. {again}\n{known}"
    sections = {info.seat: [("Taken back", text)] for info in session.game.seats}
    return Done(f"Undone to before entry {before}; the undo is entry {session.game.entry}.", data, told=sections)


def carry_undo(
    session: Session, plan: moderation.UndoPlan, reason: str, draws: str = "same", by: Any = "moderator"
) -> Entry:
    """The undo itself; whoever held seats of a game that was over plays again."""
    over = session.game.status in ("finished", "terminated")
    kind: moderation.Draws = "fresh" if draws == "fresh" else "same"
    entry = moderation.undo(session.play, plan, states_of(session), session.desk.now(), reason, kind, by)
    for tenure in session.game.moderation.tenures if over else []:
        if tenure.end in ("finished", "released") and _holds(session, tenure):
            tenure.end = "playing"
    session.game.moderation.notes.pop("pending", None)
    return entry


def _holds(session: Session, tenure: Tenure) -> bool:
    return any(info.seat == tenure.seat and info.since == tenure.since for info in session.game.seats)


def _learned(session: Session, learned: moderation.Learned) -> str:
    who = "everybody" if learned.seats is None else ", ".join(session.game.person(s) for s in learned.seats)
    return f"Entry {learned.entry}: {who}: {learned.what}"


def _redo(session: Session, act: Act) -> Done:
    last = session.game.recent[-1]
    moderation.redo(session.play, last, states_of(session), session.desk.now(), act.reason or " ".join(act.words))
    return Done(f"The undo was taken back: entry {session.game.entry}.")


# -- rulings, corrections, tables ------------------------------------------------------------------------


def _rule(session: Session, act: Act) -> Done:
    typed = next((word for word in act.words if "=" in word), None)
    setting = act.option if act.option is not None else typed
    rules = [*act.rules, *(word.strip(",") for word in act.words if "=" not in word)]
    option, value = None, None
    if setting is not None:
        option, sign, text = setting.partition("=")
        if not sign:
            raise Misuse("--option needs K=V.")
        value = parse_value(text)
    unknown = [ident for ident in rules if session.title.explain(ident) is None]
    if unknown:
        raise Refused(f"{session.title.full_name} has no rule {unknown[0]!r}. Nothing was changed.")
    made = moderation.rule(session.play, session.desk.now(), act.author, act.reason or "", rules, option, value)
    said = f" {option} is {made.value} from now on." if option else ""
    text = f"Ruling {made.number} by {act.author}: {made.reason}{said}\n`appeal {made.number} TEXT` appeals against it."
    sections = {info.seat: [("Ruling", text)] for info in session.game.seats}
    data = {"ruling": made.number, "option": option, "value": made.value, "rules": rules}
    return Done(f"Ruling {made.number}.{said}", data, told=sections)


def _patch(session: Session, act: Act) -> Done:
    text = " ".join(act.words)
    try:
        patch = json.loads(text)
    except ValueError as problem:
        raise Refused(f"The patch is not JSON: {problem}. Nothing was changed.") from None
    planned = moderation.plan_patch(session.play, patch, force=act.force)
    moderation.correct(session.play, planned, patch, session.desk.now(), act.reason or "")
    sections = {
        info.seat: [("Before and after", _changes(planned, info.seat if info.role == "player" else None))]
        for info in session.game.seats
    }
    data: dict[str, Any] = {
        "changes": [{"place": p, "before": b, "after": a} for p, b, a in planned.shown[None]],
        "hidden": _hidden(planned, None), "problems": planned.problems,
    }  # fmt: skip
    return Done(_changes(planned, None), data, told=sections)


def _hidden(planned: moderation.Correction, reader: str | None) -> bool:
    """Whether the correction touched something that this reader may not know."""
    return any(changes and changes != planned.shown[reader] for changes in planned.shown.values()) or (
        bool(planned.changes) and not planned.shown[reader]
    )


def _changes(planned: moderation.Correction, reader: str | None) -> str:
    """A correction as a reader may know it."""
    lines = [f"{place}: {_value(before)} -> {_value(after)}" for place, before, after in planned.shown[reader]]
    if _hidden(planned, reader):
        lines.append("Something that is hidden from you was corrected too.")
    lines += [f"Kept against an invariant: {problem}" for problem in planned.problems]
    return "\n".join(lines) or "Nothing that can be seen differs."


def _value(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= SHORT else f"{text[: SHORT - 3]}..."


def _data(session: Session, act: Act) -> Done:
    """Bring the tables and fixes that a game begun today would have into this one."""
    from pbem.store.tables import pin

    raw, fixes = session.desk.tables(session.title), list(session.title.fixes)
    differs = moderation.first_difference(session.game, session.title, raw, fixes, session.journal())
    said = f"Would have differed first: {differs[1]}." if differs else "No past entry would have differed."
    if not act.dry_run:
        pin(session.desk.home, raw)
    entry = moderation.change_data(
        session.play, raw, fixes, differs[0] if differs else None, session.desk.now(), act.reason or ""
    )
    text = f"Component tables and fixes as they are now hold from entry {entry.n} on. {said}"
    sections = {info.seat: [("Tables", text)] for info in session.game.seats}
    return Done(text, {"differs": differs[0] if differs else None, "data": entry.note["data"]}, told=sections)


# -- the clock -------------------------------------------------------------------------------------------


def _extend(session: Session, act: Act) -> Done:
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
        raise Misuse("`mod extend` needs a length of time, for example 2d.")
    length: timedelta = parse_duration(words[0], "extension")
    if not length:
        raise Refused("An extension of nothing is none; a deadline is never moved back. Nothing was changed.")
    seats = [seat for seat in seats if seat in game.deadlines]
    if not seats:
        raise Refused("Nobody is asked anything, so no deadline can be extended. Nothing was changed.")
    for seat in seats:
        _lengthen(game.deadlines[seat], length, now)
    renew_deadlines(game, now)
    note = {"reason": reason, "seats": seats, "by": words[0]}
    session.play.write(now, None, "moderator", kind="extend", note=note)
    due = {seat: game.deadlines[seat].due for seat in seats}
    text = "\n".join(f"{game.person(seat)} ({seat}) has time until {due[seat]}." for seat in seats)
    sections = {info.seat: [("Time", text)] for info in game.seats}
    return Done(f"Extended by {words[0]} for {', '.join(map(game.person, seats))}.", {"due": due}, told=sections)


def _lengthen(deadline: Deadline, length: timedelta, now: Any) -> None:
    passed = max(timedelta(0), now - moment(deadline.due)) if deadline.due else timedelta(0)
    deadline.extra += int((passed + length).total_seconds() // 60) + (1 if passed else 0)


def _pause(session: Session, act: Act) -> Done:
    moderation.pause(session.play, session.desk.now(), act.reason or " ".join(act.words))
    return Done("The game is paused: its clock stands still and no move is taken.")


def _resume(session: Session, act: Act) -> Done:
    moderation.resume(session.play, session.desk.now(), act.reason or " ".join(act.words))
    renew_deadlines(session.game, session.desk.now())
    return Done("The game goes on; nobody lost time.")


# -- requests --------------------------------------------------------------------------------------------


def _answer(session: Session, act: Act) -> Done:
    """Grant or refuse what a player asked: an undo, an appeal, a resignation."""
    number = _number(act, "the number of the request")
    words = [word.lower() for word in act.words]
    granted = next((word in ("grant", "granted", "yes") for word in words if word in _ANSWERS), None)
    if granted is None:
        raise Misuse("`mod answer GAME N granted` or `mod answer GAME N refused`.")
    request = open_request(session, number)
    reason = moderation.need_reason(act.reason)
    return settle(session, request, granted, reason)


_ANSWERS = ("grant", "granted", "yes", "refuse", "refused", "no")


def open_request(session: Session, number: int) -> Request:
    found = next((r for r in session.game.moderation.requests if r.number == number), None)
    if found is None or found.status != "open":
        listed = ", ".join(str(r.number) for r in session.game.moderation.requests if r.status == "open")
        raise Refused(f"There is no open request {number}. Open: {listed or 'none'}. Nothing was changed.")
    return found


def settle(session: Session, request: Request, granted: bool, reason: str) -> Done:
    """Close a request; a granted undo is carried out, the answer to an appeal starts the clock again."""
    game, now = session.game, session.desk.now()
    word = "granted" if granted else "refused"
    if request.kind == "undo" and granted:
        plan = moderation.plan_undo(session.play, session.journal(), int(request.note["before"]), session.reveals())
        carry_undo(session, plan, f"request {request.number} of {request.seat} is granted: {reason}")
    elif request.kind == "appeal":
        moderation.answer_appeal(session.play, request.number, granted, now, reason)
    else:
        text = f"request {request.number} of {request.seat} ({request.kind}) is {word}: {reason}"
        moderation.announce(session.play, now, text)
    request.status = "granted" if granted else "refused"
    left = [r for r in game.moderation.requests if r.kind == "appeal" and r.status == "open"]
    if request.kind == "appeal" and not left:
        end_stops(game, now, "appeal")
    who = game.person(request.seat)
    text = f"Request {request.number} of {who} ({request.kind}) is {word}: {reason}"
    if request.kind == "appeal":
        text += "\nThe clock runs again; the time it stood is given back."
        mails = [owed(game, info.seat, "announce", {"text": text}) for info in game.seats]
        return Done(text, {"request": request.number, "answer": word}, mails)
    sections = {info.seat: [("Request", text)] for info in game.seats}
    return Done(text, {"request": request.number, "answer": word}, told=sections)


# -- people ----------------------------------------------------------------------------------------------


def _substitute(session: Session, act: Act) -> Done:
    """Another person takes a seat, with everything this seat ever knew and a fresh full time."""
    from pbem.store.roster import parse_person

    desk, game, now = session.desk, session.game, session.desk.now()
    moderation.need_open(game)
    reason = moderation.need_reason(act.reason)
    seat = _seat(session, act)
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
    from pbem.mail.compose import Reader, page

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


def _announce(session: Session, act: Act) -> Done:
    text = " ".join(part for part in (" ".join(act.words), act.reason) if part)
    moderation.announce(session.play, session.desk.now(), text)
    return Done(f"Announced: {text}")


def _end(session: Session, act: Act) -> Done:
    result: dict[str, Any] = {}
    if act.words:
        winners = [find_seat(session.game, word.strip(",")).seat for word in act.words]
        rest = [seat for seat in session.game.table.seats if seat not in winners]
        result["places"] = [winners, *([rest] if rest else [])]
    moderation.end(session.play, session.desk.now(), act.reason or "", result)
    return Done("The game was ended with a declared result.", {"result": session.game.moderation.result})


_HANDLERS: dict[str, Callable[[Session, Act], Done]] = {
    "act": _act, "undo": _undo, "redo": _redo, "patch": _patch, "rule": _rule, "extend": _extend, "pause": _pause,
    "resume": _resume, "substitute": _substitute, "process": _process, "announce": _announce, "end": _end,
    "data": _data, "answer": _answer,
}  # fmt: skip
