"""The outbox: mails that a game file owes, composed once from the state of their entry into `mail/out`.

A mail is composed when it lies there durable and readable (`pbem/store/outgoing.py`); until then the game owes it, and
what a crash or a power cut took is made again, byte by byte.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.core.behind import leave_undone, undone_by
from pbem.core.errors import Fault
from pbem.core.words import Say
from pbem.desk.letters.contexts import house_of, mail_context, reader_of
from pbem.desk.letters.mail_pictures import Pictures
from pbem.desk.letters.notes import tell_moderator
from pbem.desk.letters.points import Sources, by_source
from pbem.engine.gamefile import Entry, GameFile, OwedMail, SeatInfo
from pbem.engine.journal import entry_digests, events_for, full_answers, moment
from pbem.engine.notices import ANSWER, QUIET, REPORT
from pbem.engine.submission.pledges import KIND as ORDER
from pbem.mail.composing.compose import compose, fitted
from pbem.mail.composing.fitting import ORDER_FORMS
from pbem.mail.composing.sections import entry_lines, tells_whole
from pbem.medium import disk
from pbem.plain import refuse_odd
from pbem.store.disk import READ
from pbem.store.outgoing import is_composed, put_owed, skip
from pbem.store.roster import load_roster

if TYPE_CHECKING:
    from pbem.desk.interface import Session
    from pbem.mail.composing.context import House, MailContext
    from pbem.store.roster import Person

ASKED_AGAIN = frozenset({"turn", "question"})
TAIL = 262_144
PIECE = 16_384
MOST = 80


def compose_owed(session: Session) -> int:
    """Compose what the game owes and nobody has composed yet; return how many. Nothing here can undo the commit."""
    owed = [mail for mail in session.game.outbox if not is_composed(session.desk.home, mail.id)]
    if not owed:
        return 0
    try:
        return _compose(session, owed)
    except Exception as problem:
        # The game is saved and names its mails; `pbem mail send` composes them later.
        what = Fault(
            "the mails of {game} could not be composed now (`pbem mail send` makes them)", game=session.game.id
        )
        leave_undone(undone_by(problem, "mail", what))
        session.desk.unmade = True
        return 0


def _compose(session: Session, owed: list[OwedMail]) -> int:
    home = session.desk.home
    roster = load_roster(home)
    house = house_of(home)
    people = {info.seat: info for info in session.game.seats}
    earlier = Earlier(session.loaded.journal)
    pictures = Pictures(home.settings.mail.pictures)
    made: list[tuple[str, bytes]] = []
    try:
        for mail in owed:
            info = people.get(mail.seat)
            found = roster.find(info.player) if info else None
            if info is None or found is None:
                continue
            person = as_wished(session.game, found)
            wants = wanted(mail, person, info, session.game)
            context = context_for(session, mail, info, person, house, earlier) if wants else None
            outbox = session.game.outbox
            if context is None or not worth_sending(context) or told_beside(session, mail, context, outbox, earlier):
                skip(home, mail.id, session.game.id)
                continue
            context.picture = pictures.of(context)
            made.append((mail.id, compose(context)))
            tell_problems(session, context)
    finally:  # what was made before something went wrong
        put_owed(home, made)
    return len(made)


SHAPE = frozenset({"format", "plain"})


def as_wished(game: GameFile, person: Person) -> Person:
    """Give somebody the shape of mails that a text of this commit asked for: the answer to it has that shape already.
    Its language and its address are those until then, so that it is read where it was asked."""
    asked: dict[str, Any] = {
        w.key: w.value for w in game.moderation.wishes if w.key in SHAPE and w.player == person.name
    }
    return person.model_copy(update=asked) if asked else person


def tell_problems(session: Session, context: MailContext) -> None:
    """Tell the moderator of an owner's text that could not be used, once a text (fault 266)."""
    for problem in context.problems:
        tell_moderator(session.desk, context.house, Say("a mail text cannot be used"), problem, ident=problem)


def worth_sending(context: MailContext) -> bool:
    """Tell whether news tell this reader anything; else they are not sent: too much mail is the hobby's oldest
    complaint."""
    if context.kind != "news" or context.note.get("late"):
        return True
    for entry in reversed(context.entries):
        if entry_lines(context, entry):
            return True
        if entry.by != "orders" and entry.kind != ORDER:  # what orders did, or promise, belongs to the entry before it
            return False
    return False


def told_beside(
    session: Session, mail: OwedMail, context: MailContext, owed: Iterable[OwedMail], earlier: Iterable[Entry]
) -> bool:
    """Tell whether a report is in another mail of the same commit from its first line to its last: then one mail
    does."""
    if not mail.note.get(REPORT):
        return False
    beside = (one for one in owed if (one.seat, one.entry) == (mail.seat, mail.entry))
    main = next((one for one in beside if one.kind in ORDER_FORMS or one.kind == "over"), None)
    if main is None:
        return False
    told = news_of(session, main, earlier)
    other = replace(context, kind=main.kind, number=main.number, note=main.note, entries=told, made={}, problems=[])
    return tells_whole(other, fitted(other)[1].news, context.entries)


MANY = 3
"""With so many players news comes once a day, unless somebody wishes otherwise."""


def news_wish(person: Person, info: SeatInfo, game: GameFile) -> str:
    """Say how often somebody wants news of a game; a moderator who said nothing hears of every turn."""
    usual = "daily" if len(game.players()) >= MANY and info.role != "moderator" else "each"
    return person.news or usual


def wanted(mail: OwedMail, person: Person, info: SeatInfo, game: GameFile) -> bool:
    """Tell whether a mail is wanted. News goes to those who want each turn; others read it in their digest or when they
    ask. Reminders go to all but those who asked for none (fault 140). That somebody is late does not wait for a digest,
    nor does a report of the own sealed orders, unless they asked for one mail a day."""
    if mail.kind == "reminder":
        return person.news != "none"
    wish = news_wish(person, info, game)
    urgent = bool(mail.note.get("late")) or (bool(mail.note.get(REPORT)) and not person.news)
    return mail.kind != "news" or wish == "each" or (wish == "daily" and urgent)


def context_for(
    session: Session, mail: OwedMail, info: SeatInfo, person: Person, house: House, earlier: Earlier
) -> MailContext:
    """Collect what an owed mail is made from: the game as it was when the mail was called for."""
    home = session.desk.home
    at = session if session.game.entry == mail.entry else session.desk.at(session.game.id, mail.entry)
    context = mail_context(
        at, mail.kind, reader_of(home, info, person), house, moment(mail.note.get("when") or at.game.recent[-1].at),
        home=home, number=mail.note.get("number", mail.number), entries=news_of(session, mail, earlier), note=mail.note,
        in_reply_to=mail.note.get("in_reply_to"),
    )  # fmt: skip
    if mail.kind == "over":
        context.note = {**mail.note, "sources": earlier.sources(session)}
    if mail.kind == "handover":
        context.note = {**mail.note, "sections": [*mail.note.get("sections", []), *packet(session, context)]}
        context.entries = []
    return context


def packet(session: Session, context: MailContext) -> list[list[str]]:
    """Collect what a newcomer gets besides the position and the question: everything this seat was ever shown, its own
    answers, sealed ones too, and the rulings of the game."""
    seat, typed = context.reader.seat, context.typed
    lines: list[str] = []
    for entry in session.journal():
        if entry.n > context.entry:
            break
        told = entry_lines(context, entry)
        own = [a for a in full_answers(entry) if a.seat == seat and entry.kind == "move"]
        said = [(typed(a.name), ", ".join([typed(key, a.name) for key in a.keys or ["none"]])) for a in own]
        answers = ["  " + context.say("answered", seat=typed(seat), name=name, keys=keys) for name, keys in said]
        head = told[:1] or ([f"#{entry.n} {typed(seat)}"] if answers else [])
        lines += [*head, *answers, *told[1:]]
    rulings = [f"{ruling.number}. (#{ruling.entry}) {ruling.reason}" for ruling in context.game.rules.rulings]
    found = [["h-shown", "\n".join(lines)]]
    return [*found, ["h-rulings", "\n".join(rulings)]] if rulings else found


def news_of(session: Session, mail: OwedMail, earlier: Iterable[Entry]) -> list[Entry]:
    """List what a mail tells: everything since the reader's last move. News to those who never move begin where they
    say; an answer tells what its mail set in motion, and so does a mail to whoever is asked again at once."""
    if mail.kind == ANSWER or "entries" in mail.note:
        return _named(session, mail.note.get("entries", ()), earlier)
    found = new_in(mail, since_last_move(session, mail.seat, mail.entry, earlier))
    if found or mail.kind not in ASKED_AGAIN:
        return found
    return [entry for entry in _named(session, [mail.entry], earlier) if _own(entry, mail.seat)]


def _named(session: Session, numbers: Iterable[int], earlier: Iterable[Entry]) -> list[Entry]:
    found = {entry.n: entry for entry in session.game.recent}
    first = min(numbers, default=0)
    for entry in earlier if first and first not in found else ():
        found[entry.n] = entry
        if entry.n <= first:
            break
    return [found[n] for n in numbers if n in found]


def new_in(mail: OwedMail, entries: list[Entry]) -> list[Entry]:
    """Choose, of entries since the reader's last move, those that a mail tells."""
    first = int(mail.note.get("since", 0)) if mail.kind == "news" else 0
    return [entry for entry in entries if entry.n > first]


def since_last_move(session: Session, seat: str, upto: int, earlier: Iterable[Entry]) -> list[Entry]:
    """Find the entries after the seat's own last one, read from the end: the cost does not grow with the game."""
    entries = {entry.n: entry for entry in session.game.recent}
    first = min(entries, default=1)
    if not any(entry.n <= upto and _own(entry, seat) for entry in entries.values()) and first > 1:
        for entry in earlier:
            if entry.n < first:
                entries[entry.n] = entry
                if entry.n <= upto and (_own(entry, seat) or entry.n < upto - MOST):
                    break
    return after_own(entries, seat, upto)


def after_own(entries: dict[int, Entry], seat: str, upto: int) -> list[Entry]:
    """Choose, of entries by number, those up to `upto` that follow the seat's own last move."""
    found: list[Entry] = []
    for n in sorted(entries, reverse=True):
        if n > upto or entries[n].kind in QUIET:  # it came as a mail of its own
            continue
        if _own(entries[n], seat) or len(found) >= MOST:
            break
        found.append(entries[n])
    return found[::-1]


def _own(entry: Entry, seat: str) -> bool:
    return entry.seat == seat and entry.kind == "move" and entry.by in ("player", "moderator")


class Earlier:
    """The last entries of a journal file, the last one first: each is read once, however many mails of a commit tell
    of it."""

    def __init__(self, path: Path) -> None:
        self._read: list[Entry] = []
        self._sources: Sources | None = None
        self._rest = backwards(path)

    def sources(self, session: Session) -> Sources:
        """Sum up points by source and seat, from the whole journal; undone entries gave none."""
        if self._sources is None:
            entries = (entry for entry in session.journal() if entry.n not in session.game.moderation.undone)
            self._sources = by_source(session.title, (event for one in entries for event in events_for(one, None)))
        return self._sources

    def __iter__(self) -> Iterator[Entry]:
        yield from self._read
        for entry in self._rest:
            self._read.append(entry)
            yield entry


def backwards(path: Path) -> Iterator[Entry]:
    """Yield the last entries of a journal file, the last one first; read each when it is asked for.

    A line that a crash tore, or that does not fit its hash, is passed over: no mail tells it. The clock finds it.
    """
    for line in _lines_backwards(path):
        try:
            entry = Entry.model_validate_json(line)
        except ValueError:
            continue
        if entry_digests(entry)[1] == entry.hash:
            yield entry


def _lines_backwards(path: Path) -> Iterator[bytes]:
    """Yield the whole lines of a file's last `TAIL` bytes from the end, a piece at a time: most are asked for a few
    only."""
    try:
        with disk.reader(disk.open(path, READ)) as handle:
            refuse_odd(handle.fileno(), path)
            end = handle.seek(0, os.SEEK_END)
            stop = max(0, end - TAIL)
            rest = b""
            while end > stop:
                start = max(stop, end - PIECE)
                handle.seek(start)
                rest, *lines = (handle.read(end - start) + rest).split(b"\n")
                yield from reversed(lines)
                end = start
            if not stop:
                yield rest
    except OSError:
        return


def tail(path: Path) -> Iterable[Entry]:
    """Read the last entries of a journal file."""
    return list(backwards(path))[::-1]
