"""The outbox: mails that a game file owes, composed once from the state of their entry into `mail/out`.

A composed mail is a file named by the mail's id, in `new` until it is handed over, then in `cur`; so it is known
without opening anything whether a mail is still to be made. It needs no sync: lost, it is made again, byte by byte.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.engine.gamefile import Entry, OwedMail, SeatInfo
from pbem.engine.journal import moment
from pbem.engine.notices import ANSWER
from pbem.store.home import Home

if TYPE_CHECKING:
    from pbem.desk.desk import Session
    from pbem.mail.context import House, MailContext, Reader
    from pbem.store.roster import Person

log = logging.getLogger("pbem.desk")
TAIL = 262_144
PIECE = 16_384
MOST = 80
TRACE = False
TMP = "tmp"


def is_composed(home: Home, mail_id: str) -> bool:
    out = f"{home.mail}/out"
    # A refused mail lies among the held ones: made again, it would only be refused again.
    held = f"{home.mail}/held/new/{mail_id}.eml"
    places = (f"{out}/new/{mail_id}.eml", f"{out}/cur/{mail_id}.eml", f"{out}/skipped/{mail_id}", held)
    return any(os.path.lexists(place) for place in places)


def is_skipped(home: Home, mail_id: str) -> bool:
    """Whether a mail was found not worth sending."""
    return os.path.lexists(f"{home.mail}/out/skipped/{mail_id}")


def put(home: Home, mail_id: str, raw: bytes) -> Path:
    """Lay a composed mail into `mail/out/new`, whole or not at all."""
    from pbem.store.disk import make_folder

    out = f"{home.mail}/out"
    new, target = f"{out}/{TMP}/{mail_id}.{os.getpid()}", f"{out}/new/{mail_id}.eml"
    try:
        _lay(new, target, raw)
    except FileNotFoundError:
        folder = home.mail / "out"
        for place in (home.mail, folder, folder / "tmp", folder / "new", folder / "cur"):
            if not place.is_dir():
                make_folder(place)
        _lay(new, target, raw)
    # The file system's own stamps are coarse; mails of one moment keep their order by this one.
    made = time.time_ns()
    os.utime(target, ns=(made, made))
    return Path(target)


def _lay(new: str, target: str, raw: bytes) -> None:
    """Not synced: lost in a power cut, a mail is made again from the game file."""
    from pbem.store.disk import write_all

    fd = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        write_all(fd, raw)
    finally:
        os.close(fd)
    os.rename(new, target)


def house_of(home: Home) -> House:
    """Our side of every mail, as the settings say."""
    from pbem.mail.context import House
    from pbem.mail.tokens import Signer

    mail = home.settings.mail
    return House(Signer(home.key(), mail.plus), mail.sender, mail.name, mail.reply, mail.bounces)


def reader_of(home: Home, info: SeatInfo, person: Person) -> Reader:
    from pbem.mail.context import Reader

    return Reader(
        info.seat, info.player, person.address, info.role, person.language or home.settings.language,
        person.zone or home.settings.zone, person.plain,
    )  # fmt: skip


def templates_of(home: Home, name: str) -> str | None:
    """An owner's own mail text."""
    from pbem.store.disk import read_plain

    if not os.path.lexists(home.templates):
        return None
    try:
        raw, _ = read_plain(home.templates / f"{name}.txt", 100_000)
        return raw.decode("utf-8")
    except (OSError, ValueError):
        return None


def compose_owed(session: Session) -> int:
    """Compose what the game owes and nobody has composed yet; returns how many. Nothing here can undo the commit."""
    owed = [mail for mail in session.game.outbox if not is_composed(session.desk.home, mail.id)]
    if not owed:
        return 0
    try:
        return _compose(session, owed)
    except Exception as problem:
        # The game is saved and names its mails; `pbem mail send` composes them later.
        log.warning("the mails of %s could not be composed now: %s", session.game.id, problem, exc_info=TRACE)
        session.desk.unmade = True
        return 0


def _compose(session: Session, owed: list[OwedMail]) -> int:
    from pbem.mail.compose import compose
    from pbem.store.roster import load_roster

    home = session.desk.home
    roster = load_roster(home)
    house = house_of(home)
    people = {info.seat: info for info in session.game.seats}
    earlier = Earlier(session.loaded.journal)
    made = 0
    for mail in owed:
        info = people.get(mail.seat)
        person = roster.find(info.player) if info else None
        if info is None or person is None:
            continue
        context = context_for(session, mail, info, person, house, earlier) if wanted(mail, person) else None
        if context is None or not worth_sending(context):
            skip(home, mail.id)
            continue
        put(home, mail.id, compose(context))
        tell_problems(session, context)
        made += 1
    return made


def tell_problems(session: Session, context: MailContext) -> None:
    """An owner's text that could not be used is told to the moderator, once a text (fault 266)."""
    for problem in context.problems:
        from pbem.desk.notes import tell_moderator

        tell_moderator(session.desk, context.house, "a mail text cannot be used", problem, ident=problem)


def skip(home: Home, mail_id: str) -> None:
    """Nobody wants this mail: an empty file beside those handed over says that it is done with."""
    folder = home.mail / "out" / "skipped"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    (folder / mail_id).touch(mode=0o600)


def worth_sending(context: MailContext) -> bool:
    """News that tells this reader nothing is not sent: too much mail is the hobby's oldest complaint."""
    from pbem.mail.sections import entry_lines

    if context.kind != "news" or context.note.get("late"):
        return True
    for entry in reversed(context.entries):
        if entry_lines(context, entry):
            return True
        if entry.by != "orders":  # what orders on file did belongs to the entry before it
            return False
    return False


def wanted(mail: OwedMail, person: Person) -> bool:
    """News goes to those who want each turn; others read it in their digest or when they ask. Reminders go to all but
    those who asked for none (fault 140)."""
    if mail.kind == "reminder":
        return person.news != "none"
    return mail.kind != "news" or person.news == "each"


def context_for(
    session: Session, mail: OwedMail, info: SeatInfo, person: Person, house: House, earlier: Earlier
) -> MailContext:
    from pbem.mail.context import MailContext

    home = session.desk.home
    at = session if session.game.entry == mail.entry else session.desk.at(session.game.id, mail.entry)
    last = at.game.recent[-1]
    context = MailContext(
        kind=mail.kind, game=at.game, title=at.title, play=at.play, reader=reader_of(home, info, person), house=house,
        when=moment(mail.note.get("when") or last.at), entry=mail.entry, number=mail.note.get("number", mail.number),
        entries=news_of(session, mail, earlier), note=mail.note,
        templates=lambda name: templates_of(home, name), in_reply_to=mail.note.get("in_reply_to"),
    )  # fmt: skip
    if mail.kind == "handover":
        context.note = {**mail.note, "sections": [*mail.note.get("sections", []), *packet(session, context)]}
        context.entries = []
    return context


def packet(session: Session, context: MailContext) -> list[list[str]]:
    """What a newcomer gets besides the position and the question: everything this seat was ever shown, its own answers,
    sealed ones too, and the rulings of the game."""
    from pbem.engine.journal import full_answers
    from pbem.mail.sections import entry_lines

    seat = context.reader.seat
    lines: list[str] = []
    for entry in session.journal():
        if entry.n > context.entry:
            break
        told = entry_lines(context, entry)
        own = [a for a in full_answers(entry) if a.seat == seat and entry.kind == "move"]
        answers = [
            "  " + context.say("answered", seat=seat, name=a.name, keys=", ".join(a.keys or ["none"])) for a in own
        ]
        head = told[:1] or ([f"#{entry.n} {seat}"] if answers else [])
        lines += [*head, *answers, *told[1:]]
    rulings = [f"{ruling.number}. (#{ruling.entry}) {ruling.reason}" for ruling in context.game.rules.rulings]
    found = [["h-shown", "\n".join(lines)]]
    return [*found, ["h-rulings", "\n".join(rulings)]] if rulings else found


def news_of(session: Session, mail: OwedMail, earlier: Earlier) -> list[Entry]:
    """What a mail tells: everything since the reader's last move. News to those who never move begin where they say; an
    answer tells what its mail set in motion."""
    if mail.kind == ANSWER:
        return _named(session, mail.note.get("entries", ()), earlier)
    return new_in(mail, since_last_move(session, mail.seat, mail.entry, earlier))


def _named(session: Session, numbers: Iterable[int], earlier: Earlier) -> list[Entry]:
    found = {entry.n: entry for entry in session.game.recent}
    first = min(numbers, default=0)
    for entry in earlier if first and first not in found else ():
        found[entry.n] = entry
        if entry.n <= first:
            break
    return [found[n] for n in numbers if n in found]


def new_in(mail: OwedMail, entries: list[Entry]) -> list[Entry]:
    """Of entries since the reader's last move those that a mail tells."""
    first = int(mail.note.get("since", 0)) if mail.kind == "news" else 0
    return [entry for entry in entries if entry.n > first]


def since_last_move(session: Session, seat: str, upto: int, earlier: Earlier) -> list[Entry]:
    """The entries after the seat's own last one, read from the end: the cost does not grow with the game."""
    entries = {entry.n: entry for entry in session.game.recent}
    first = min(entries, default=1)
    if not any(_own(entry, seat) for entry in entries.values()) and first > 1:
        for entry in earlier:
            if entry.n < first:
                entries[entry.n] = entry
                if entry.n <= upto and (_own(entry, seat) or entry.n < upto - MOST):
                    break
    return after_own(entries, seat, upto)


def after_own(entries: dict[int, Entry], seat: str, upto: int) -> list[Entry]:
    """Of entries by number, those up to `upto` that follow the seat's own last move."""
    found: list[Entry] = []
    for n in sorted(entries, reverse=True):
        if n > upto or entries[n].kind == "say":  # a message came as a mail of its own
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
        self._rest = backwards(path)

    def __iter__(self) -> Iterator[Entry]:
        yield from self._read
        for entry in self._rest:
            self._read.append(entry)
            yield entry


def backwards(path: Path) -> Iterator[Entry]:
    """The last entries of a journal file, the last one first; each is read when it is asked for."""
    for line in _lines_backwards(path):
        try:
            yield Entry.model_validate_json(line)
        except ValueError:
            continue


def _lines_backwards(path: Path) -> Iterator[bytes]:
    """The whole lines of a file's last `TAIL` bytes from the end, a piece at a time: most are asked for a few only."""
    try:
        with path.open("rb") as handle:
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
    """The last entries of a journal file."""
    return list(backwards(path))[::-1]
