"""The one answer that a mail gets: composed, laid into `mail/out`, and remembered for copies of the same mail."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pbem.core.errors import GameFileProblem
from pbem.core.words import Say, Verbatim
from pbem.desk.letters.contexts import mail_context, reader_of
from pbem.desk.people.farewells import answer_former
from pbem.desk.upkeep.trouble import NotNow
from pbem.engine.gamefile import OwedMail
from pbem.engine.journal import stamp
from pbem.engine.notices import ANSWER
from pbem.mail.composing.compose import compose, page
from pbem.mail.composing.context import House, MailContext, Reader
from pbem.mail.guard import mail_key
from pbem.mail.register import Register, Seen
from pbem.mail.words import COUNTED, INFORMATION, NOT_COUNTED, word
from pbem.medium import disk
from pbem.store.outgoing import put

if TYPE_CHECKING:
    from datetime import datetime

    from pbem.desk.commands.work import Answer
    from pbem.desk.interface import Desk, Session
    from pbem.engine.gamefile import SeatInfo
    from pbem.mail.reading.incoming import Incoming
    from pbem.store.roster import Person, Roster


NO_TOKEN, OTHER_SENDER, FLOOD, CODE = "no token", "other sender", "flood", "code"
"""What an answer is about if it is no part of a person's own budget. Mail that proves nothing is counted and remembered
apart: nobody uses up a person's answers, or passes for a copy of that person's mail, by naming the person."""
APART = {NO_TOKEN: 2, FLOOD: 1, CODE: 2}
WARNINGS = {OTHER_SENDER: 1}
TENTH, FEW = 10, 8
"""How many tenths of the answers of a day a kind may have, where there are a few; the rest is the person's own,
whatever is sent in that person's name, and together they are `answers_a_day`; a code answers a mail that is not
counted, too. That somebody else wrote for a seat is no answer to its reader, and comes besides. After a second reply
without its token the subjects carry it."""


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
    free: bool = False
    """Its answer is none of those that a person gets in a day to mail that is not counted: a draft was kept, or a
    moderator tried something out."""


class Hold(Exception):
    """Put this mail aside for the moderator, or for the word of its writer: then `waits` says whose and which. `key` is
    by what it is known from now on, where another mail has its Message-ID."""

    def __init__(self, why: str, waits: dict[str, Any] | None = None, key: str = "") -> None:
        super().__init__(why)
        self.why = why
        self.waits = waits
        self.key = key


@dataclass(slots=True)
class Came:
    """One mail that a person wrote, with what is known of it before anybody asks for which seat it is."""

    mail: Incoming
    key: str
    """By what a copy is known again."""
    earlier: Seen | None
    """What became of a mail of a proved writer with the same Message-ID."""
    now: datetime
    """The time of receipt: it is journaled and decides deadlines, however long the mail lay in the spool."""
    released: bool = False
    """The moderator gave it back: it is not asked again who sent it."""
    retried: bool = False
    """It was tried before: known, it is the same mail, not a copy of it."""
    waited: bool = False
    """It had to wait for us: mails that came later are not counted against it."""

    @property
    def sender(self) -> str:
        return self.mail.sender or ""


class Replies:
    """Answers of one home, counted by day and address."""

    def __init__(self, desk: Desk, house: House, register: Register) -> None:
        self.desk = desk
        self.home = desk.home
        self.house = house
        self.register = register
        self.trust = desk.home.settings.trust
        self.reached: set[str] = set()
        """Addresses that mail comes back from, as we thought, and that wrote to us now."""

    def roster(self) -> Roster:
        """Return the roster; one that cannot be read is no fault of any mail."""
        try:
            return self.desk.roster()
        except GameFileProblem as problem:
            raise NotNow(problem.message) from problem

    def person(self, who: SeatInfo) -> Person | None:
        return self.roster().find(who.player)

    def limit(self, about: str) -> int:
        """Say how many answers a day there are: to a person's own mail, or about a kind that is counted apart."""
        return share(self.home.settings.limits.answers_a_day, about)

    def left(self, address: str, now: datetime, about: str = "") -> int:
        """Count how many answers to mail that is not counted this address may still get today (promise 6). No kind of
        mail uses up the answers of another: a person's own are the same under any attack."""
        return max(0, self.limit(about) - self.register.answers_today(address, now, about))

    def last_words(self, language: str, address: str, now: datetime, about: str = "") -> str:
        """Say in the last answer of a day that it is the last; return nothing for every other one."""
        if self.left(address, now, about) != 1:
            return ""
        n = self.register.answers_today(address, now, about) + 1
        return word(language, "last-unproved" if about else "last-answer", n=n)

    def _add_last_words(self, answer: Answer, language: str, address: str, now: datetime, about: str = "") -> None:
        last = (
            ""
            if answer.verdict == COUNTED or answer.draft or answer.free
            else self.last_words(language, address, now, about)
        )
        if last:
            answer.sections.append(("h-last", last))

    def context(self, session: Session, who: SeatInfo, person: Person, now: datetime) -> MailContext:
        return mail_context(session, "answer", reader_of(self.home, who, person), self.house, now, home=self.home)

    def say(
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
        about: str = "",
    ) -> Handled:
        """Compose the one answer, lay it into `mail/out`, and remember it."""
        key = apart(key or (mail_key(mail.message_id) if mail else ""), about)
        number = key[:16] or "0"
        free = answer.free and answer.verdict == INFORMATION  # as many as `mails_a_day` lets in
        handled = Handled(answer.verdict, answer.why, "", session.game.id, answer.entry, free)
        if answer.verdict == COUNTED or free or self.left(person.address, now, about):
            context = self.context(session, who, person, now)
            self._add_last_words(answer, context.language, person.address, now, about)
            context.number, context.note = number, answer.note()
            context.entries = answer.entries
            context.in_reply_to = safe_id(mail.message_id) if mail else None
            handled.answer = answer_id(key) if key else "answer-0"
            put(self.home, handled.answer, compose(context))
        return self.remember(person.address, key, handled, now, content, about)

    def owe(self, session: Session, who: SeatInfo, person: Person, answer: Answer, came: Came) -> OwedMail | None:
        """Owe the answer to a mail that changed something: named by the same commit, composed from it (promise 4)."""
        if answer.verdict != COUNTED and not answer.draft and not self.left(person.address, came.now):
            return None
        # This very mail may have handed the seat on: then the note to its writer is the answer.
        if who.player != person.name and self.roster().need(who.player).name != person.name:
            answer_former(session.game, who.seat, person.name, answer.verdict, safe_id(came.mail.message_id))
            return None
        self._add_last_words(answer, reader_of(self.home, who, person).language, person.address, came.now)
        game, number = session.game, came.key[:16]
        note: dict[str, Any] = {**answer.note(), "number": number, "when": stamp(came.now)}
        if answer.entries:
            note["entries"] = [entry.n for entry in answer.entries]
        if reply_to := safe_id(came.mail.message_id):
            note["in_reply_to"] = reply_to
        return OwedMail(id=answer_id(came.key), seat=who.seat, kind=ANSWER, entry=game.entry, note=note)

    def say_outside(
        self, person: Person, why: str, text: str, key: str, now: datetime, mail: Incoming | None, about: str = "",
        verdict: str = NOT_COUNTED,
    ) -> str:  # fmt: skip
        """Send an answer that belongs to no seat; return the id of its file."""
        reader = Reader("", person.name, person.address, language=person.language or self.home.settings.language)
        last, key = self.last_words(reader.language, person.address, now, about), apart(key, about)
        raw = page(
            self.house, reader, subject=why, text=f"{text}\n\n{last}" if last else text, when=now, ident=key[:24],
            verdict=verdict, in_reply_to=safe_id(mail.message_id) if mail else None,
        )  # fmt: skip
        put(self.home, f"page-{key[:24]}", raw)
        return f"page-{key[:24]}"

    def seen(self, key: str, about: str = "") -> Seen | None:
        """Say what became of a mail with this key. What only names a person never stands for that person's own mail."""
        found = self.register.find(apart(key, about))
        return found if about or (found is not None and found.content) else None

    def remember(
        self, address: str, key: str, handled: Handled, now: datetime, content: str = "", about: str = ""
    ) -> Handled:
        if handled.verdict != COUNTED and handled.answer and not handled.free:
            self.register.answered(address, now, about)
        seen = Seen(content, stamp(now), handled.verdict, handled.answer, handled.game, handled.entry)
        self.register.add(key, seen)
        return handled

    def again(self, came: Came, earlier: Seen, address: str, about: str = "") -> Handled:
        """Send once more the answer that a copy got, the same bytes (fault 158); the copy changes nothing. The last
        answer of a day is left for one that can say so."""
        now, out = came.now, self.home.mail / "out"
        if came.retried:
            return Handled(earlier.verdict, Say("it was answered before"), earlier.answer, earlier.game, earlier.entry)
        if earlier.answer and self.left(address, now, about) > 1:
            try:
                disk.rename(out / "cur" / f"{earlier.answer}.eml", out / "new" / f"{earlier.answer}.eml")
                self.register.answered(address, now, about)
            except FileNotFoundError:
                pass  # it still waits to be sent, or was cleared away
        told = Say("a copy of a mail that was answered {verdict}", verdict=Verbatim(earlier.verdict))
        return Handled("copy", told, earlier.answer, earlier.game)


def share(most: int, about: str = "") -> int:
    """Return the part of the answers of a day that one kind of mail may have; how many warnings, if it is one."""
    if about in WARNINGS:
        return max(1, most // TENTH) * WARNINGS[about] if most else 0
    part = max(1, most // TENTH) if most >= FEW else 0
    return part * APART[about] if about else most - part * sum(APART.values())


def apart(key: str, about: str) -> str:
    """Return the digest of a mail that proves nothing: whatever is kept under it cannot be taken for the named
    person's."""
    return mail_key(f"{about} {key}") if about else key


def answer_id(key: str) -> str:
    """Return the id of the answer to a mail, by the digest of that mail."""
    return f"answer-{key[:16]}"


def safe_id(message_id: str) -> str | None:
    """Return a foreign Message-ID as it may stand in our header; None if it is odd."""
    good = message_id.isascii() and message_id.isprintable() and " " not in message_id and len(message_id) <= 300
    return message_id if good else None
