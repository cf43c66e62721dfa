"""The one answer that a mail gets: composed, laid into `mail/out`, and remembered for copies of the same mail."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pbem.core.errors import GameFileProblem
from pbem.desk.outbox import put, reader_of, templates_of
from pbem.desk.trouble import NotNow
from pbem.engine.gamefile import OwedMail
from pbem.engine.journal import stamp
from pbem.engine.notices import ANSWER
from pbem.mail.compose import compose, page
from pbem.mail.context import House, MailContext, Reader
from pbem.mail.guard import mail_key
from pbem.mail.register import Register, Seen
from pbem.mail.words import COUNTED, NOT_COUNTED

if TYPE_CHECKING:
    from datetime import datetime

    from pbem.desk.answering import Answer
    from pbem.desk.desk import Desk, Session
    from pbem.engine.gamefile import SeatInfo
    from pbem.mail.reading.message import Incoming
    from pbem.store.roster import Person, Roster


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
    """Put this mail aside for the moderator."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@dataclass(slots=True)
class Came:
    """One mail that a person wrote, with what is known of it before anybody asks for which seat it is."""

    mail: Incoming
    key: str
    """By what a copy is known again."""
    earlier: Seen | None
    """What became of a mail with the same Message-ID."""
    now: datetime
    """The time of receipt: it is journaled and decides deadlines, however long the mail lay in the spool."""
    released: bool = False
    """The moderator gave it back: it is not asked again who sent it."""
    retried: bool = False
    """It was tried before: known, it is the same mail, not a copy of it."""

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

    def roster(self) -> Roster:
        """The roster; one that cannot be read is no fault of any mail."""
        try:
            return self.desk.roster()
        except GameFileProblem as problem:
            raise NotNow(problem.message) from problem

    def person(self, who: SeatInfo) -> Person | None:
        return self.roster().find(who.player)

    def may_answer(self, address: str, now: datetime) -> bool:
        """Whether this address has not yet had its day's answers to mail that was not counted (P6)."""
        return self.register.answers_today(address, now) < self.home.settings.limits.answers_a_day

    def context(self, session: Session, who: SeatInfo, person: Person, now: datetime) -> MailContext:
        home = self.home
        return MailContext(
            kind="answer", game=session.game, title=session.title, play=session.play,
            reader=reader_of(home, who, person), house=self.house, when=now, entry=session.game.entry,
            templates=lambda name: templates_of(home, name),
        )  # fmt: skip

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
    ) -> Handled:
        """Compose the one answer, lay it into `mail/out`, and remember it."""
        key = key or (mail_key(mail.message_id) if mail else "")
        number = key[:16] or "0"
        handled = Handled(answer.verdict, answer.why, "", session.game.id, answer.entry)
        if answer.verdict == COUNTED or self.may_answer(person.address, now):
            context = self.context(session, who, person, now)
            context.number, context.note = number, answer.note()
            context.entries = answer.entries
            context.in_reply_to = safe_id(mail.message_id) if mail else None
            handled.answer = answer_id(key) if key else "answer-0"
            put(self.home, handled.answer, compose(context))
        return self.remember(person.address, key, handled, now, content)

    def owe(self, session: Session, who: SeatInfo, person: Person, answer: Answer, came: Came) -> OwedMail | None:
        """The answer to a mail that changed something: named by the same commit, composed from it (P4)."""
        if answer.verdict != COUNTED and not self.may_answer(person.address, came.now):
            return None
        game, number = session.game, came.key[:16]
        note: dict[str, Any] = {**answer.note(), "number": number, "when": stamp(came.now)}
        if answer.entries:
            note["entries"] = [entry.n for entry in answer.entries]
        if reply_to := safe_id(came.mail.message_id):
            note["in_reply_to"] = reply_to
        return OwedMail(id=answer_id(came.key), seat=who.seat, kind=ANSWER, entry=game.entry, note=note)

    def say_outside(self, person: Person, why: str, text: str, key: str, now: datetime, mail: Incoming | None) -> str:
        """A NOT COUNTED answer that belongs to no seat; the id of its file."""
        reader = Reader("", person.name, person.address, language=person.language or self.home.settings.language)
        raw = page(
            self.house, reader, subject=why, text=text, when=now, ident=key[:24], verdict=NOT_COUNTED,
            in_reply_to=safe_id(mail.message_id) if mail else None,
        )  # fmt: skip
        put(self.home, f"page-{key[:24]}", raw)
        return f"page-{key[:24]}"

    def remember(self, address: str, key: str, handled: Handled, now: datetime, content: str = "") -> Handled:
        if handled.verdict != COUNTED and handled.answer:
            self.register.answered(address, now)
        seen = Seen(content, stamp(now), handled.verdict, handled.answer, handled.game, handled.entry)
        self.register.add(key, seen)
        return handled

    def again(self, came: Came) -> Handled:
        """A copy changes nothing; the answer it got is sent once more, the same bytes (fault 158)."""
        earlier, sender, now, out = came.earlier, came.sender, came.now, self.home.mail / "out"
        assert earlier is not None
        if came.retried:
            return Handled(earlier.verdict, "it was answered before", earlier.answer, earlier.game, earlier.entry)
        if earlier.answer and self.may_answer(sender, now):
            try:
                os.rename(out / "cur" / f"{earlier.answer}.eml", out / "new" / f"{earlier.answer}.eml")  # noqa: PTH104
                self.register.answered(sender, now)
            except FileNotFoundError:
                pass  # it still waits to be sent, or was cleared away
        return Handled("copy", f"a copy of a mail that was answered {earlier.verdict}", earlier.answer, earlier.game)


def answer_id(key: str) -> str:
    """The id of the answer to a mail, by the digest of that mail."""
    return f"answer-{key[:16]}"


def safe_id(message_id: str) -> str | None:
    """A foreign Message-ID as it may stand in our header; None if it is odd."""
    good = message_id.isascii() and message_id.isprintable() and " " not in message_id and len(message_id) <= 300
    return message_id if good else None
