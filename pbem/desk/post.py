"""The post: every mail that came in, from the spool to its answer.

A mail is read, screened, matched to a seat by its token and sender, its commands are carried out, and one answer is
composed. Whatever happens, it is afterwards in the journal, held with a reason, or recorded in the register; a mail
that breaks us is tried three times and then held, and the mails behind it go through (P1, P10).
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.core.errors import Busy, GameFileProblem, PbemError, RulesBug, UnknownGame
from pbem.desk.answering import Answer, Asker, Work, vocabulary
from pbem.desk.desk import Desk, Session, here
from pbem.desk.notes import tell_moderator, unreachable
from pbem.desk.outbox import house_of, put, reader_of, tail, templates_of
from pbem.engine.gamefile import Entry, GameFile, SeatInfo
from pbem.engine.journal import stamp
from pbem.engine.notices import mail_id
from pbem.mail.commands import parse
from pbem.mail.compose import compose, page
from pbem.mail.context import House, MailContext, Reader
from pbem.mail.guard import REFUSE_WORDS, Screen, authentic, content_key, mail_key, screen
from pbem.mail.letter import body_text
from pbem.mail.reading.message import REFUSE, Incoming, read_message
from pbem.mail.register import Register, Seen
from pbem.mail.tokens import Bounced, Found, Ticket
from pbem.mail.words import COUNTED, NOT_COUNTED

if TYPE_CHECKING:
    from pbem.mail.reading.limits import Limits
    from pbem.mail.reading.reply import Reply
    from pbem.store.roster import Person

log = logging.getLogger("pbem.post")
READ_LIMIT = 26_214_400
LONGEST_IN_SPOOL = timedelta(days=7)


@dataclass(slots=True)
class Handled:
    """What became of one mail."""

    verdict: str
    """COUNTED, NOT COUNTED, INFORMATION, held, dropped, copy or bounce."""
    why: str = ""
    answer: str = ""
    """The id of the answer in `mail/out`; empty if there is none."""
    game: str = ""
    entry: int = 0


class Hold(Exception):
    """Put this mail aside for the moderator; `tell` is what its sender is told, if known."""

    def __init__(self, why: str, tell: str = "") -> None:
        super().__init__(why)
        self.why = why
        self.tell = tell


def process_spool(desk: Desk | None = None, *, send: bool = True) -> list[Handled]:
    """Process everything in `mail/in`, then hand the answers over. One process does this at a time (fault 254)."""
    from pbem.store.locks import Lock
    from pbem.store.spool import make_box

    desk = desk or here()
    make_box(desk.home.mail / "in")
    with Lock(desk.home.mail / "in.lock", "the spool", wait=desk.home.wait), Post(desk) as post:
        handled = post.run()
    if send:
        desk.send(quiet=True)
    return handled


def received(name: str, now: datetime) -> datetime:
    """When a spooled mail arrived. A name from another clock (far off, or in the future) is not believed."""
    from pbem.store.spool import arrival

    at = arrival(name)
    if at is None:
        return now
    then = datetime.fromtimestamp(at, UTC).replace(microsecond=0)
    return then if timedelta(0) <= now - then <= LONGEST_IN_SPOOL else now


class Post:
    """The post office of one home, open for a run."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.home = desk.home
        self.house: House = house_of(desk.home)
        self.register = Register(desk.home.mail / "register.sqlite")
        self.released = False

    def __enter__(self) -> Post:
        return self

    def __exit__(self, *_: object) -> None:
        self.register.close()

    @property
    def spool(self) -> Path:
        return self.home.mail / "in"

    def run(self) -> list[Handled]:
        """All mails that are there, in the order of arrival, also those that arrive meanwhile."""
        from pbem.store.spool import names

        done: list[Handled] = []
        tried: set[str] = set()
        while True:
            fresh = [name for name in names(self.spool) if name not in tried]
            if not fresh:
                return done
            for name in fresh:
                tried.add(name)
                handled = self.one(name)
                if handled is not None:
                    done.append(handled)

    def one(self, name: str) -> Handled | None:
        """One spooled mail. Whatever it does to us, the next one is processed (P10)."""
        from pbem.store import spool

        tries = self.register.begin(name)
        try:
            if tries > self.home.settings.limits.tries:
                return self._hold(name, f"it could not be processed {tries - 1} times; details are in the log")
            try:
                raw = spool.read(self.spool, name, limit=READ_LIMIT + 1)
            except OSError as error:
                log.warning("the file %s cannot be read: %s", name, error.strerror)  # fault 40
                return None
            if raw is None:
                return None
            self.released = bool(spool.read_note(self.spool, name).get("released"))
            handled = self.process(raw, received(name, self.desk.now()))
        except Busy:
            self.register.not_a_try(name)
            return None
        except Hold as hold:
            return self._hold(name, hold.why)
        except Exception:
            log.exception("the mail %s could not be processed (try %d)", name, tries)
            if tries < self.home.settings.limits.tries:
                return None
            self._tell_sender(name)
            return self._hold(name, "it broke the program; details are in the log", story=True)
        spool.mark_cur(self.spool, name, durable=False)
        self.register.end(name)
        return handled

    def _tell_sender(self, name: str) -> None:
        """A short note to the player whose mail broke us, if that much can be found out."""
        from pbem.store import spool

        with suppress(Exception):
            mail = read_message(spool.read(self.spool, name, limit=READ_LIMIT) or b"", self._limits())
            if screen(mail, self.house.signer, self._own_addresses()).action == "read":
                why = "something went wrong here with your mail; the moderator has it, nothing was changed"
                self._note_to(mail, self._ticket(mail), why, self.desk.now())

    def _hold(self, name: str, why: str, *, story: bool = False) -> Handled:
        from pbem.store import spool

        note = {"why": why, "at": stamp(self.desk.now()), "from": name}
        spool.move(self.spool, name, self.home.mail / "held", note)
        self.register.end(name)
        log.warning("the mail %s is held: %s", name, why)
        if story:
            self.tell_moderator(f"A mail is held: {why}", f"`pbem mail held` shows it: {name}", ident=name)
        return Handled("held", why)

    # -- one mail --------------------------------------------------------------------------------------------------

    def process(self, raw: bytes, now: datetime | None = None) -> Handled:
        """What a raw mail comes to. Raises `Hold` for what the moderator must see.

        `now` is the time of receipt: it is journaled and decides deadlines, however long the mail lay in the spool.
        A mail that the moderator released is not asked again who sent it, nor counted against limits.
        """
        mail = read_message(raw, self._limits())
        now = now or self.desk.now()
        verdict = screen(mail, self.house.signer, self._own_addresses())
        if verdict.action == "bounce":
            return self._bounce(mail, now)
        if verdict.action == "drop":
            return self._dropped(mail, verdict, now)
        found = self._ticket(mail)
        if verdict.action == "hold":
            self._hold_with_note(mail, found, verdict.why, now)
        sender = mail.sender
        assert sender is not None  # a mail without one was held
        key = mail_key(mail.message_id)
        earlier = None if self.released else self.register.find(key)
        count = self.register.arrived(sender, now)
        if count > self.home.settings.limits.mails_a_day and not self.released:
            if self.register.once(f"many {now:%Y-%m-%d} {mail_key(sender)}", now):
                self.tell_moderator("Too many mails from one sender", "The rest of today's are held.", ident=key[:16])
            raise Hold("too many mails from this sender today")
        if found.ticket is None:
            return self._without_ticket(mail, found, key, earlier, now)
        return self._with_ticket(mail, found.ticket, key, earlier, now)

    def _limits(self) -> Limits:
        from pbem.mail.reading.limits import Limits

        asked = self.home.settings.limits
        return Limits(size=asked.mail_bytes, parts=asked.mail_parts, depth=asked.mail_nesting)

    def _own_addresses(self) -> list[str]:
        house = self.house
        return [house.address, house.reply_box, house.bounce_box]

    def _recipients(self, mail: Incoming) -> list[str]:
        return list(dict.fromkeys([*(one.address for one in mail.to), *mail.envelope_to]))

    def _ticket(self, mail: Incoming) -> Found:
        return self.house.signer.find(
            subject=mail.subject, recipients=self._recipients(mail), in_reply_to=mail.in_reply_to,
            references=mail.references, games=self.home.game_ids,
        )  # fmt: skip

    def _dropped(self, mail: Incoming, verdict: Screen, now: datetime) -> Handled:
        """Machine mail: recorded, never answered. An autoresponder's news is worth one note (fault 128)."""
        log.info("passed over: %s", verdict.why)
        self.register.add(mail_key(mail.message_id), Seen("", stamp(now), "dropped", ""))
        found = self._ticket(mail).ticket
        if found is not None and "our own" not in verdict.why:
            what = f"auto {found.game} {found.seat} {now:%Y-%m}"
            if self.register.once(what, now):
                text = f"The seat {found.seat} of {found.game} answers automatically: {verdict.why}. Away, perhaps."
                self.tell_moderator("An automatic answer came", text, ident=mail_key(mail.message_id)[:16])
        return Handled("dropped", verdict.why)

    def _hold_with_note(self, mail: Incoming, found: Found, why: str, now: datetime) -> None:
        """Hold it; a player who can be known by token and address is told once."""
        with suppress(PbemError):
            self._note_to(mail, found, why, now)
        raise Hold(why)

    def _note_to(self, mail: Incoming, found: Found, why: str, now: datetime) -> None:
        """Tell the player on file, if token and sender agree on who that is."""
        if found.ticket is None or mail.sender is None:
            return
        session = self.desk.read(found.ticket.game)
        who = self._seat(session.game, found.ticket.seat)
        person = self._person(who)
        if person is not None and self._same(mail.sender, person.address):
            self._say(session, who, person, Answer(NOT_COUNTED, why), mail, now)

    # -- without a ticket ------------------------------------------------------------------------------------------

    def _without_ticket(
        self, mail: Incoming, found: Found, key: str, earlier: Seen | None, now: datetime
    ) -> Handled:
        """Nothing is applied. People on file are told how to go on; strangers and machines get no answer."""
        sender = mail.sender or ""
        roster = self.desk.roster()
        people = [person for person in roster.people if self._same(sender, person.address)]
        if not people:
            raise Hold("no token, and the sender is nobody on file")
        if earlier is not None:
            return self._copy(earlier, key, sender, now)
        if found.contradiction:
            why = "the tokens in this mail contradict each other; reply to the newest mail of your game"
        elif found.wrong:
            why = "the token in this mail is not valid; reply to the newest mail of your game"
        else:
            why = "the mail carries no token; reply to the newest mail of your game, leaving its subject as it is"
        return self._without_applying(mail, people, key, why, now)

    def _without_applying(self, mail: Incoming, people: list[Person], key: str, why: str, now: datetime) -> Handled:
        """The present question with a fresh token, to the address on file (fault 143)."""
        sender = mail.sender or ""
        games = self._games_of({person.name for person in people})
        if not self._may_answer(sender, now):
            self.register.add(key, Seen("", stamp(now), NOT_COUNTED, ""))
            return Handled(NOT_COUNTED, why)
        if len(games) == 1:
            session = self.desk.read(games[0][0])
            who = next(info for info in session.game.seats if info.player == games[0][1])
            person = self._person(who)
            if person is not None:
                return self._say(session, who, person, Answer(NOT_COUNTED, why, form=True), mail, now, key=key)
        reader = Reader("", people[0].name, people[0].address, language=people[0].language or "en")
        listed = "\n".join(f"  {game}: {name}" for game, name in games) or "  none"
        text = f"Nothing was changed. Your games:\n\n{listed}\n\nReply to the newest mail of the one you mean."
        raw = page(
            self.house, reader, subject=why, text=text, when=now, ident=key[:24], verdict=NOT_COUNTED,
            in_reply_to=_safe_id(mail.message_id),
        )  # fmt: skip
        put(self.home, f"page-{key[:24]}", raw)
        return self._answered(sender, key, Handled(NOT_COUNTED, why, f"page-{key[:24]}"), now)

    def _games_of(self, names: set[str]) -> list[tuple[str, str]]:
        """Running games of these people, from the index."""
        from pbem.store.index import rows

        found = []
        for row in rows(self.home).values():
            if row.status in ("running", "paused"):
                found += [(row.id, name) for name in row.names() if name in names]
        return sorted(found)

    # -- with a ticket ---------------------------------------------------------------------------------------------

    def _with_ticket(self, mail: Incoming, ticket: Ticket, key: str, earlier: Seen | None, now: datetime) -> Handled:
        """Lock the game and see whether this mail may do something there."""
        try:
            with self.desk.game(ticket.game) as session:
                return self._in_game(session, mail, ticket, key, earlier, now)
        except UnknownGame:
            raise Hold("its token is genuine, but the game is not here") from None
        except (GameFileProblem, RulesBug) as error:
            self.tell_moderator(f"The game {ticket.game} cannot be opened", error.message, ident=key[:16])
            raise Hold(f"the game {ticket.game} cannot be opened") from None

    def _in_game(
        self, session: Session, mail: Incoming, ticket: Ticket, key: str, earlier: Seen | None, now: datetime
    ) -> Handled:
        sender = mail.sender or ""
        who = self._seat(session.game, ticket.seat)
        person = self._person(who)
        if person is None:
            raise Hold(f"nobody on file holds the seat {ticket.seat} of {ticket.game}")
        if not self._trusted(mail, person):
            return self._wrong_sender(session, who, person, mail, key, now)
        reply = self._reply(mail, session, ticket)
        content = content_key(sender, reply.typed)
        if earlier is not None:
            if earlier.content and earlier.content != content:
                raise Hold("another mail with the same Message-ID was processed before, and it said something else")
            return self._copy(earlier, key, sender, now)
        refusal = self._unreadable(mail, reply)
        if refusal:
            answer = Answer(NOT_COUNTED, refusal[0], sections=refusal[1], form=True)
        else:
            answer = self._carry_out(session, who, person, ticket, reply.typed, key, now)
        return self._say(session, who, person, answer, mail, now, key=key, content=content)

    def _carry_out(
        self, session: Session, who: SeatInfo, person: Person, ticket: Ticket, typed: str, key: str, now: datetime
    ) -> Answer:
        """Do what the typed words say."""
        counted = self._journaled(session, ticket, key)
        if counted is not None:
            # The move was saved, but we died before the answer: say it now.
            return Answer(COUNTED, f"your move is entry #{counted}", board=True, entry=counted)
        script = parse(typed, vocabulary(session.play, ticket.seat))
        if script.empty:
            shown = "\n".join(f"  {line[:160]}" for line in script.unread[:20])
            why = self._nothing_read(session.game, ticket, bool(script.unread))
            return Answer(NOT_COUNTED, why, [("not-read", shown)] if shown else [], form=True)
        asker = Asker(who, ticket.entry, ticket.asked, key)
        answer = Work(session, asker, now, self._context(session, who, person, now)).run(script)
        self._explain_stale(session.game, ticket, answer)
        return answer

    @staticmethod
    def _nothing_read(game: GameFile, ticket: Ticket, words: bool) -> str:
        """Why a mail without any answer or command is not counted: the nearest reason first (faults 148, 150, 151)."""
        if game.status != "running":
            return f"the game {game.id} is {game.status}; nothing is asked any more"
        asked = game.deadlines.get(ticket.seat)
        if asked is None and game.deadlines:
            turn = " and ".join(game.person(seat) for seat in game.deadlines)
            return f"nothing is asked of you now; awaited: {turn}"
        if asked is not None and ticket.asked and asked.entry != ticket.entry:
            return f"this answers question #{ticket.entry}; your open question is #{asked.entry}"
        return "no line of this mail is an answer or a command" if words else "no answer found"

    def _explain_stale(self, game: GameFile, ticket: Ticket, answer: Answer) -> None:
        """A second move for a turn that was already moved is told so (faults 147, 159, 162)."""
        if answer.verdict != NOT_COUNTED or not ticket.asked:
            return
        asked = game.deadlines.get(ticket.seat)
        if asked is not None and asked.entry == ticket.entry:
            return
        mine = [entry.n for entry in game.recent if entry.seat == ticket.seat and entry.n > ticket.entry]
        if mine:
            answer.sections.append((
                "Why", f"Your question #{ticket.entry} was answered by entry #{mine[0]}. If that was a mistake, write "
                "`undo`: the moderator can take it back.",
            ))  # fmt: skip

    @staticmethod
    def _journaled(session: Session, ticket: Ticket, key: str) -> int | None:
        """The entry that this very mail made, if it did. Entries that left the game file matter only where the
        question is closed."""
        entries: Iterable[Entry] = session.game.recent
        asked = session.game.deadlines.get(ticket.seat)
        if ticket.asked and (asked is None or asked.entry != ticket.entry):
            entries = [*tail(session.loaded.journal), *entries]
        return next((e.n for e in entries if e.secret is not None and e.secret.mail == key), None)

    def _seat(self, game: GameFile, seat: str) -> SeatInfo:
        who = next((info for info in game.seats if info.seat == seat), None)
        if who is None:
            raise Hold(f"there is no seat {seat} in {game.id}")
        return who

    def _person(self, who: SeatInfo) -> Person | None:
        return self.desk.roster().find(who.player)

    # -- trust -----------------------------------------------------------------------------------------------------

    def _same(self, one: str, other: str) -> bool:
        from pbem.mail.reading.address import same_address

        how = self.home.settings.trust.match
        return same_address(one, other, ignore_case=how != "exact", ignore_tag=how == "tags")

    def _trusted(self, mail: Incoming, person: Person) -> bool:
        """The roster's address as second factor, and our own server's word where the settings ask for it."""
        if self.released:
            return True
        trust = self.home.settings.trust
        if authentic(mail, trust.authserv) is False:
            return False
        if trust.require_pass and trust.authserv is not None and authentic(mail, trust.authserv) is None:
            return False
        return trust.wrong_sender == "allow" or self._same(mail.sender or "", person.address)

    def _wrong_sender(
        self, session: Session, who: SeatInfo, person: Person, mail: Incoming, key: str, now: datetime
    ) -> Handled:
        """A good token from somebody else: nothing is applied, the player is told at the known address (fault 145)."""
        former = self._former(session.game, who, mail.sender or "")
        if former is not None:
            return self._too_late(session, who, person, former, key, now)
        if self.register.find(key) is None and self._may_answer(person.address, now):
            why = "a mail with your token came from another address; it is held and was not applied"
            text = (
                "If it was you: write from the address on file, or write `address NEW@HOST` from it to change it. If "
                "not, somebody else has one of your mails; the moderator has theirs."
            )
            self._say(session, who, person, Answer(NOT_COUNTED, why, [("What to do", text)]), None, now, key=key)
        raise Hold("its token is genuine, but the sender is not the player on file")

    def _former(self, game: GameFile, who: SeatInfo, sender: str) -> Person | None:
        """Who held this seat before and writes from the address on file; the roster remembers tenures."""
        mark = f"{game.id}/{who.seat}/"
        for person in self.desk.roster().people:
            if self._same(sender, person.address) and any(counted.startswith(mark) for counted in person.counted):
                return person
        return None

    def _too_late(
        self, session: Session, who: SeatInfo, person: Person, former: Person, key: str, now: datetime
    ) -> Handled:
        """A mail that was on its way when its writer was replaced: not applied, held, both are told (fault 274)."""
        if self.register.once(f"former {key}", now):
            why = f"{who.player} holds {who.seat} of {session.game.id} now; your mail was not applied"
            reader = Reader("", former.name, former.address, language=former.language or "en")
            text = "It is held for the moderator, who can tell the new player what it said."
            raw = page(self.house, reader, subject=why, text=text, when=now, ident=key[:24], verdict=NOT_COUNTED)
            put(self.home, f"page-{key[:24]}", raw)
            told = f"a mail of {former.name}, who held your seat before, came late; it is held and was not applied"
            self._say(session, who, person, Answer(NOT_COUNTED, told), None, now, key=f"f{key}")
        raise Hold(f"the sender held {who.seat} before, and {who.player} does now")

    # -- reading ---------------------------------------------------------------------------------------------------

    def _reply(self, mail: Incoming, session: Session, ticket: Ticket) -> Reply:
        from pbem.mail.reading.reply import reply_text

        return reply_text(mail, self._sent(mail, session.game, ticket))

    def _sent(self, mail: Incoming, game: GameFile, ticket: Ticket) -> str | None:
        """The text of the mail that is answered: named by its Message-ID, else the order form of that question."""
        wanted = [names for ident in mail.in_reply_to for names in self._file_names(ident, game)]
        wanted += [mail_id(game, ticket.entry, ticket.seat, kind) for kind in ("turn", "question", "start", "news")]
        out = self.home.mail / "out"
        for name in wanted:
            for box in ("cur", "new"):
                try:
                    raw = (out / box / f"{name}.eml").read_bytes()
                except OSError:
                    continue
                return body_text(raw)
        return None

    def _file_names(self, ident: str, game: GameFile) -> list[str]:
        ticket = self.house.signer.read_message_id(ident)
        if ticket is None or ticket.game != game.id:
            return []
        _, entry, seat, kind, number, *_ = ident.strip("<>").rsplit("@", 1)[0].rsplit(".", 6)
        if kind == "answer":
            return [f"answer-{number}"]
        return [mail_id(game, int(entry), seat, kind, int(number))] if number.isdecimal() else []

    def _unreadable(self, mail: Incoming, reply: Reply) -> tuple[str, list[tuple[str, str]]] | None:
        """Why nothing of this mail may be played, with what was read; None if it can be read."""
        problem = next((problem for problem in mail.problems if problem in REFUSE), None)
        if problem is not None:
            shown = [("read", reply.typed)] if reply.typed.strip() else []
            if reply.other:
                shown.append(("The HTML part says", reply.other))
            return REFUSE_WORDS[problem], shown
        if reply.uncertain:
            both = [("read", reply.typed)] if reply.typed.strip() else []
            if reply.other:
                both.append(("The HTML part says", reply.other))
            return f"it cannot be told what you typed: {reply.doubts[0] if reply.doubts else 'unclear'}", both
        if reply.typed.count("\n") > self.home.settings.limits.mail_lines:
            return "the mail has too many lines", []
        if reply.typed.strip():
            return None
        if mail.dropped and not mail.text.strip():
            return "there was no text in this mail; attachments are not read, please type your answer", []
        if "cut-off" in mail.problems:
            return REFUSE_WORDS["cut-off"], []
        return "there was no answer above the quoted text; please write into the mail itself", []

    # -- answers ---------------------------------------------------------------------------------------------------

    def _may_answer(self, address: str, now: datetime) -> bool:
        return self.register.answers_today(address, now) < self.home.settings.limits.answers_a_day

    def _context(self, session: Session, who: SeatInfo, person: Person, now: datetime) -> MailContext:
        home = self.home
        return MailContext(
            kind="answer", game=session.game, title=session.title, play=session.play,
            reader=reader_of(home, who, person), house=self.house, when=now, entry=session.game.entry,
            templates=lambda name: templates_of(home, name),
        )  # fmt: skip

    def _say(
        self,
        session: Session,
        who: SeatInfo,
        person: Person,
        answer: Answer,
        mail: Incoming | None,
        now: datetime,
        *,
        key: str = "",
        content: str = "",
    ) -> Handled:
        """Compose the one answer, lay it into `mail/out`, and remember it."""
        key = key or (mail_key(mail.message_id) if mail else "")
        number = key[:16] or "0"
        handled = Handled(answer.verdict, answer.why, "", session.game.id, answer.entry)
        if answer.verdict == COUNTED or self._may_answer(person.address, now):
            context = self._context(session, who, person, now)
            context.number, context.note = number, answer.note()
            context.entries = answer.entries
            context.in_reply_to = _safe_id(mail.message_id) if mail else None
            handled.answer = f"answer-{number}"
            put(self.home, handled.answer, compose(context))
        return self._answered(person.address, key, handled, now, content)

    def _answered(self, address: str, key: str, handled: Handled, now: datetime, content: str = "") -> Handled:
        if handled.verdict != COUNTED and handled.answer:
            self.register.answered(address, now)
        seen = Seen(content, stamp(now), handled.verdict, handled.answer, handled.game, handled.entry)
        self.register.add(key, seen)
        return handled

    def _copy(self, earlier: Seen, key: str, sender: str, now: datetime) -> Handled:
        """A copy changes nothing; the answer it got is sent once more, the same bytes (fault 158)."""
        out = self.home.mail / "out"
        if earlier.answer and self._may_answer(sender, now):
            try:
                os.rename(out / "cur" / f"{earlier.answer}.eml", out / "new" / f"{earlier.answer}.eml")  # noqa: PTH104
                self.register.answered(sender, now)
            except FileNotFoundError:
                pass  # it still waits to be sent, or was cleared away
        return Handled("copy", f"a copy of a mail that was answered {earlier.verdict}", earlier.answer, earlier.game)

    # -- bounces ---------------------------------------------------------------------------------------------------

    def _bounce(self, mail: Incoming, now: datetime) -> Handled:
        """A delivery report counts only with the signed address we gave that mail (fault 132)."""
        key = mail_key(mail.message_id)
        self.register.add(key, Seen("", stamp(now), "bounce", ""))
        ours = self._bounced(self._recipients(mail))
        if ours is None:
            log.info("a delivery report without our signed address was passed over")
            return Handled("bounce", "without our signed address")
        if mail.bounce is None or not mail.bounce.permanent:
            return Handled("bounce", "delivery is delayed", game=ours.game)
        words = next((one.diagnostic for one in mail.bounce.recipients if one.diagnostic), mail.bounce.status)
        unreachable(self.desk, self.house, ours.game, ours.seat, words or "the mail came back", now)
        return Handled("bounce", f"{ours.seat} of {ours.game} cannot be reached", game=ours.game)

    def _bounced(self, recipients: Iterable[str]) -> Bounced | None:
        for address in recipients:
            found = self.house.signer.read_envelope(address, self.home.game_ids)
            if found is not None:
                return found
        return None

    # -- the moderator ---------------------------------------------------------------------------------------------

    def tell_moderator(self, subject: str, text: str, *, ident: str) -> None:
        tell_moderator(self.desk, self.house, subject, text, ident=ident)


def _safe_id(message_id: str) -> str | None:
    """A foreign Message-ID as it may stand in our header; None if it is odd."""
    good = message_id.isascii() and message_id.isprintable() and " " not in message_id and len(message_id) <= 300
    return message_id if good else None


__all__ = ["Handled", "Hold", "Post", "process_spool"]
