"""Commands typed at the desk: `pbem move GAME 'orders bread: 2 bread'` does what the same line does in a mail."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING

from pbem.core.kept import text_of as kept_text
from pbem.desk.commands.vocabulary import vocabulary
from pbem.desk.commands.work import Answer, Asker, Work
from pbem.desk.letters.contexts import house_of, mail_context, reader_of
from pbem.mail.composing.context import MailContext, Reader
from pbem.mail.composing.layout import LIST_LIMIT, tidy
from pbem.mail.composing.sections import answer_lines
from pbem.mail.tokens import blotted
from pbem.mail.typed.commands import Script
from pbem.mail.typed.own_words import read_script
from pbem.mail.words import heading

if TYPE_CHECKING:
    from pbem.desk.interface import Session


class TypedCommands:
    """The way of a text that was typed and holds commands, moves among them: all of it is saved, or it is refused and
    nothing is."""

    def __init__(self, seat: str, text: str, entry: int | None = None, language: str | None = None) -> None:
        self.seat, self.text, self.entry = seat, text, entry
        self.language = language
        """The language of the answer; None for that of whoever holds the seat."""
        self.context: MailContext | None = None
        """What the answer is told by, once it is carried out."""

    def identify(self, session: Session) -> Asker:
        return Asker(next(info for info in session.game.seats if info.seat == self.seat), self.entry)

    def read(self, session: Session, who: Asker) -> Script:
        words = session.title.words(session.desk.language_of(who.info.player))
        return read_script(blotted(self.text), words, vocabulary(session.play, self.seat), talk=False)

    def carry_out(self, session: Session, who: Asker, request: Script) -> Work:
        desk = session.desk
        person = desk.roster().find(who.info.player)
        if person is not None:
            reader = reader_of(desk.home, who.info, person)
        else:
            zone = desk.home.settings.zone
            reader = Reader(self.seat, who.info.player, "nobody@localhost", who.info.role, zone=zone)
        reader = replace(reader, language=self.language or desk.language_of(who.info.player))
        context = mail_context(session, "answer", reader, house_of(desk.home), desk.now(), home=desk.home)
        self.context = context
        work = Work(session, who, desk.now(), context, whole=True)
        work.carry_out(request)
        return work

    def saving(self) -> AbstractContextManager[None]:
        return nullcontext()

    def answer(self, session: Session, done: Work) -> Answer:
        answer, context = done.answer, done.context
        if answer.board:
            view = session.title.view(session.play.table, context.reader.eyes)
            data = session.play.data
            board = session.title.summary(view, data, False, context.words)
            answer.sections.append(("board", f"{board}\n\n{session.title.own(view, data, False, context.words)}"))
        if answer.form:
            answer.sections.append(("answers", "\n".join(answer_lines(context, LIST_LIMIT))))
        return answer


def answer_text(answer: Answer, context: MailContext) -> str:
    """Print the answer: the verdict first, as in a mail."""
    parts = [f"{answer.verdict}: {context.tell_timed(kept_text(answer.why))}"]
    parts += [
        f"{heading(context.language, key)}\n{context.tell_timed(kept_text(text))}" for key, text in answer.sections
    ]
    return tidy("\n\n".join(parts))
