"""Once a day: the digest for those who want no mail a turn, one page for each moderator, and old mail cleared away."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from pbem.core.catalogues import words_for
from pbem.core.errors import Busy, GameFileProblem, PbemError
from pbem.core.titles import get_title
from pbem.core.words import ENGLISH, Count, Say, Text, Verbatim, Word, said
from pbem.desk.letters.contexts import house_of, mail_context, reader_of
from pbem.desk.letters.outbox import MANY, news_wish, tail
from pbem.desk.people.addresses import agree_with_roster
from pbem.desk.post.held_mail import listing, recount, weigh
from pbem.desk.upkeep.broken_games import broken_lines, note_trouble
from pbem.desk.upkeep.housekeeping import told, went_lines
from pbem.desk.upkeep.inspection import damage_lines
from pbem.engine.clock import zone_of
from pbem.engine.gamefile import Entry
from pbem.engine.journal import moment, stamp
from pbem.engine.notices import digest_id
from pbem.mail.composing.compose import compose, page
from pbem.mail.composing.context import House, Reader
from pbem.mail.composing.sections import news_lines
from pbem.mail.guard import mail_key
from pbem.mail.register import Register, open_register
from pbem.store.index import GONE, rows
from pbem.store.locks import Lock
from pbem.store.outgoing import is_composed, put
from pbem.store.roster import parse_person
from pbem.store.rows import BROKEN
from pbem.store.spool import names, sweep, sweep_beside

if TYPE_CHECKING:
    from pbem.desk.interface import Desk, Session
    from pbem.store.rows import Row

log = logging.getLogger("pbem.daily")
DAY = timedelta(days=1)
MOST = 60
"""So many games are on the page; the rest is counted."""


@dataclass(frozen=True, slots=True)
class Day:
    """One day's mails: begun at `now`, those of the day before at `since`."""

    since: datetime
    now: datetime
    register: Register


def daily(desk: Desk) -> int:
    """Compose digests and pages if today's are not made yet; return how many mails.

    The day is marked as done when all of them are safe. A run that dies before that is begun again by the next one, for
    the same time and under the same names; what was made is not made twice.
    """
    now = desk.now()
    with open_register(desk.home.mail / "register.sqlite") as register:
        if register.known(f"daily {now:%Y-%m-%d}"):
            return 0
        try:
            with Lock(desk.home.mail / "daily.lock", Say("Making the daily mails"), wait=0):
                made = sum(_finish(desk, register, begun) for begun in _begun(register, now))
        except Busy:
            return 0  # another clock makes them
        register.tidy(now)
    _tidy_mail(desk)
    return made


def _begun(register: Register, now: datetime) -> list[datetime]:
    """Say when the mails to be made were begun: today's, after those of an earlier day that a run has left
    unfinished."""
    begun, until = register.said_at("daily begun"), register.said_at("daily until")
    if begun is None or begun > now or (until is not None and begun <= until):
        begun = None
    days = [*([begun] if begun is not None else []), *([now] if begun is None or begun.date() < now.date() else [])]
    register.say("daily begun", days[0])
    return days


def _finish(desk: Desk, register: Register, begun: datetime) -> int:
    """Make the mails of one day and mark it as done."""
    since = register.said_at("daily until")
    if since is None or since >= begun:
        since = begun - DAY
    register.say("daily begun", begun)
    made = _make(desk, Day(since, begun, register))
    register.say(f"daily {begun:%Y-%m-%d}", begun)
    register.say("daily until", begun)
    return made


def _make(desk: Desk, day: Day) -> int:
    everything = rows(desk.home)
    found = [row for row in everything.values() if row.status in ("running", "paused")]
    broken = [row for row in everything.values() if row.status in (BROKEN, GONE)]
    house = house_of(desk.home)
    _agree_with_roster(desk, house, found)
    wish, usual = _digest_readers(desk)
    wanted = [row for row in found if _changed(row, day) and _has_readers(row, wish, usual)]
    made = sum(_digests(desk, session, house, day) for row in wanted for session in _open(desk, row.id))
    made += _pages(desk, found, broken, house, day.now)
    told(desk)
    return made


def _tidy_mail(desk: Desk) -> None:
    """Tidy up what dead deliveries and dead writers left behind (fault 39); what is merely old goes in slices
    (`keeping`). Held mail is counted anew."""
    recount(desk.home)
    weigh(desk.home)
    home = desk.home
    for box in ("in", "out", "held"):
        sweep(home.mail / box)
        sweep_beside(home.mail / box / "notes")
    for folder in (home.root, home.games, home.pins, home.finished, home.mail):
        sweep_beside(folder)


def _agree_with_roster(desk: Desk, house: House, found: list[Row]) -> None:
    try:
        agree_with_roster(desk, house, found)
    except PbemError as error:
        log.warning("holds could not be compared with the games: %s", error.message)


def _digest_readers(desk: Desk) -> tuple[set[str], set[str]]:
    """Find who wants one mail a day, and who said nothing. Only their games are opened, and of those only what changed
    lately: the index tells."""
    try:
        people = [person for person in desk.roster().people if person.hold is None]
    except PbemError:
        return set(), set()
    return {one.name for one in people if one.news == "daily"}, {one.name for one in people if one.news is None}


def _has_readers(row: Row, wish: set[str], usual: set[str]) -> bool:
    """Tell whether somebody of a game gets a digest; who said nothing gets one where many play."""
    names = row.names()
    if not wish.isdisjoint(names):
        return True
    seats = row.book().get("seats", [])
    return not usual.isdisjoint(names) and sum(not one.startswith(("moderator", "observer")) for one in seats) >= MANY


def _changed(row: Row, day: Day) -> bool:
    mark = row.mark.partition(":")[0]
    return mark.isdecimal() and int(mark) / 1e9 >= (day.since - DAY).timestamp()


def _open(desk: Desk, game: str) -> list[Session]:
    """Open a game for its digests; one that cannot be read is told of as the clock would, and has none."""
    try:
        return [desk.read(game)]
    except GameFileProblem as problem:
        note_trouble(desk, game, problem)
        return []


# -- digests -------------------------------------------------------------------------------------------------------


def _digests(desk: Desk, session: Session, house: House, day: Day) -> int:
    """Tell what happened in one game since the last digest, to everybody who asked for a daily mail."""
    roster = desk.roster()
    game, now = session.game, day.now
    entries = _told(session, day)
    made = 0
    for info in game.seats:
        person = roster.find(info.player)
        if person is None or not entries or person.hold is not None or news_wish(person, info, game) != "daily":
            continue
        number = int(f"{now:%Y%m%d}")
        ident = digest_id(game, info.seat, number)
        if is_composed(desk.home, ident):
            continue
        reader = reader_of(desk.home, info, person)
        context = mail_context(session, "digest", reader, house, now, home=desk.home, number=number, entries=entries)
        if news_lines(context, 60):
            put(desk.home, ident, compose(context))
            made += 1
    return made


def _told(session: Session, day: Day) -> list[Entry]:
    """List the entries that today's digests of a game tell: those since the last ones, up to the last at the first try.

    Counted by number, because an entry may be written long after the receipt that its time tells.
    """
    game, number = session.game, f"{day.now:%Y%m%d}"
    lately = list(_lately(session))
    told = (day.register.words(f"digest {game.id}") or "").split()
    if len(told) == 3 and told[0] == number:
        first, last = int(told[1]), int(told[2])
    else:
        first, last = int(told[2]) if len(told) == 3 else game.entry + 1, game.entry
        if first > last:  # never told, or the game was brought back from a backup
            first = max((entry.n for entry in lately if moment(entry.at) <= day.since), default=0)
        day.register.keep(f"digest {game.id}", f"{number} {first} {last}")
    # The set-up came to everybody as the mail that begins the game.
    return [entry for entry in lately if first < entry.n <= last and entry.kind != "setup"]


def _lately(session: Session) -> Iterable[Entry]:
    known = {entry.n: entry for entry in tail(session.loaded.journal)}
    known |= {entry.n: entry for entry in session.game.recent}
    return [known[n] for n in sorted(known)]


# -- the moderator's page ------------------------------------------------------------------------------------------


def _pages(desk: Desk, found: list[Row], broken: list[Row], house: House, now: datetime) -> int:
    """Write one page for the home's moderator about all games, and one for each other moderator about their own."""
    if not desk.home.settings.moderation.daily:
        return 0
    made, everything = 0, [*found, *broken]
    for name, address, theirs in _moderators(desk, everything):
        zone = _zone_of(desk, name) or desk.home.settings.zone
        ident = f"daily{now:%Y%m%d}{mail_key(address)[:8]}"
        if is_composed(desk.home, ident):
            continue
        rows, lost = ([row for row in theirs if (row in broken) == which] for which in (False, True))
        language = desk.language_of(name)
        words = words_for(None, language)
        reader = Reader("moderator", name, address, language=language)
        subject = said(_subject(now, zone, rows, lost), words)
        mine = None if theirs is everything else {row.id for row in theirs}  # the home's moderator hears of all
        damage = damage_lines(desk, mine, {row.id for row in lost})
        lines = [*broken_lines(desk, lost), *damage, *page_lines(desk, rows, now, zone, language)]
        text = "\n".join(said(line, words) for line in lines)
        # Belongs to no seat whose address could be put on hold, so nobody waits for it to come back.
        put(desk.home, ident, page(house, reader, subject=subject, text=text, when=now, ident=ident, bounce=False))
        made += 1
    return made


def _subject(now: datetime, zone: str | None, found: list[Row], lost: list[Row]) -> str:
    """Say the day as its reader's calendar has it, how many games, and how many are late."""
    day, late = Verbatim(f"{now.astimezone(zone_of(zone).info):%Y-%m-%d}"), sum(_late(row, now) for row in found)
    games = Count(len(found), "{n} game", "{n} games")
    told = Say("{day}: {games}, {late} late", day=day, games=games, late=late)
    return Say("{told}, {n} cannot be read", told=told, n=len(lost)) if lost else told


def _zone_of(desk: Desk, name: str) -> str | None:
    try:
        person = desk.roster().find(name)
    except PbemError:
        return None
    return person.zone if person is not None else None


def _moderators(desk: Desk, found: list[Row]) -> list[tuple[str, str, list[Row]]]:
    named = desk.home.settings.moderation.moderator
    name, address = parse_person(named) if named else ("", None)
    pages = [(name, address, found)] if address else []
    own: dict[str, list[Row]] = {}
    for row in found:
        own.setdefault(str(row.book().get("moderator", "")), []).append(row)
    try:
        people = desk.roster().people
    except PbemError:
        return pages
    pages += [(p.name, p.address, own[p.name]) for p in people if p.name in own and p.address != address and not p.hold]
    return pages


def _late(row: Row, now: datetime) -> bool:
    return any(due and moment(due) < now for _, _, _, due in row.waits())


def page_lines(
    desk: Desk, found: list[Row], now: datetime, zone: str | None = None, language: str = ENGLISH
) -> list[str]:
    """Tell who is awaited since when, who is late, bounces, held mails, absences, requests, last contact, in the
    reader's own time, with the command for what may have to be done; no game is opened for it."""
    lines: list[str] = [Say("AWAITED")]
    for row in sorted(found, key=lambda row: (not _late(row, now), row.id))[:MOST]:
        late = []
        for seat, player, since, due in row.waits():
            mark = Say(" LATE") if due and moment(due) < now else ""
            late += [seat] if mark else []
            until = _local(due, zone) if due else "-"
            player = row.person(seat) if "anonymous" in row.book() else player
            lines.append(Say(
                "  {game}: {player} since {since}, until {until}{mark}", game=Verbatim(f"{row.id} #{row.entry}"),
                player=Verbatim(f"{player} ({_called(row, seat, language)})"), since=Verbatim(_local(since, zone)),
                until=Verbatim(until), mark=mark,
            ))  # fmt: skip
        lines += [f"    pbem mod extend {row.id} {seat} 2d {WHY}" for seat in late]
        lines += [f"    pbem mod process {row.id} {row.entry} {WHY}"] if late else []
    if len(lines) == 1:
        lines.append(Say("  nobody"))
    if len(found) > MOST:
        more = Count(len(found) - MOST, "{n} more game", "{n} more games")
        lines.append(Say("  and {games}: `pbem list`", games=more))
    for row in found[:MOST]:
        lines += _details(row, now, zone)
    return [*lines, "", *_mail_lines(desk, zone)]


def _called(row: Row, seat: str, language: str) -> str:
    """Say the moderator's word for a seat: games of several titles stand on one page, each with words of its own."""
    try:
        words = None if language == ENGLISH else get_title(row.title).words(language)
    except PbemError:  # a title that is not installed here
        words = None
    return said(Word(seat), words)


WHY = "--reason '...'"


def _local(at: str, zone: str | None) -> str:
    """Write a time of a file, to the minute, as the reader's own clock has it."""
    return f"{moment(at).astimezone(zone_of(zone).info):%Y-%m-%d %H:%M}"


def _details(row: Row, now: datetime, zone: str | None = None) -> list[str]:
    book = row.book()
    lines: list[str] = []
    for seat in book.get("bounces", []):
        person = row.person(seat)
        lines.append(Say("  mail to {person} comes back", person=Verbatim(person)))
        lines.append(f"    pbem roster '{person}' --address NEW")
    for number, seat, kind, at in book.get("requests", []):
        day, whom, asked = Verbatim(_local(at, zone)[:10]), Verbatim(row.person(seat)), Say(kind)
        lines.append(Say("  request {n}: {whom}, {kind}, since {day}", n=number, whom=whom, kind=asked, day=day))
        lines.append(f"    pbem mod answer {row.id} {number} granted {WHY}")
    for seat, start, end, *days in book.get("away", []):
        if moment(end) > now:
            first, last = days or (start[:10], end[:10])
            days = {"first": Verbatim(first), "last": Verbatim(last)}
            lines.append(Say("  away: {person}, {first} to {last}", person=Verbatim(row.person(seat)), **days))
    for seat, cause, since in book.get("stops", []):
        stopped = Say("  clock stopped since {at} ({cause}): ", at=Verbatim(_local(since, zone)), cause=Say(cause))
        lines.append(stopped + (Verbatim(row.person(seat)) if seat else Say("everybody")))
        lines += [f"    pbem mod resume {row.id} {WHY}"] if cause == "pause" else []
    contact = [f"{row.person(seat)} {_local(at, zone)[:10]}" for seat, at in book.get("contact", {}).items()]
    if contact:
        lines.append(Say("  last heard of: {people}", people=Verbatim(", ".join(contact))))
    return ["", row.id, *lines] if lines else []


def _mail_lines(desk: Desk, zone: str | None = None) -> list[str]:
    rows, count = listing(desk, 10)
    lines: list[str] = [Say("HELD MAIL: {n}", n=count)]
    for row in rows:
        at, sender = (_local(row["at"], zone) if row["at"] else "-"), row["from"]
        why = row["why"] if isinstance(row["why"], Text) else Verbatim(row["why"])
        lines.append(Say(
            "  {at} {way}, from {sender}: {why}", at=Verbatim(at), why=why,
            way=Say("out") if row["direction"] == "out" else Say("in"),
            sender=Verbatim(sender) if sender else Say("an unknown sender"),
        ))  # fmt: skip
        lines.append(f"    pbem mail held show {row['name'][:30]}")
    waiting = len(names(desk.home.mail / "out")) if desk.home.settings.transport != "maildir" else 0
    at = Verbatim(_local(stamp(desk.now()), zone))
    written = Say("Written at {at}. Times are those of {zone}.", at=at, zone=Verbatim(zone or "UTC"))
    return [*lines, "", *went_lines(desk), Say("OUTBOX: {n} waiting", n=waiting), written]
