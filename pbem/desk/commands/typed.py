"""Commands typed at the desk: `pbem move GAME 'orders bread: 2 bread'` does what the same line does in a mail."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING

from pbem.desk.commands.vocabulary import vocabulary
from pbem.desk.commands.work import Answer, Asker, Work
from pbem.desk.letters.contexts import house_of, mail_context, reader_of
from pbem.mail.composing.context import Reader
from pbem.mail.composing.layout import LIST_LIMIT, tidy
from pbem.mail.composing.sections import answer_lines
from pbem.mail.tokens import blotted
from pbem.mail.typed.commands import Script, parse
from pbem.mail.words import heading

if TYPE_CHECKING:
    from pbem.desk.interface import Session


class TypedCommands:
    """The way of a text that was typed and holds commands, moves among them: all of it is saved, or it is refused and
    nothing is."""

    def __init__(self, seat: str, text: str, entry: int | None = None) -> None:
        self.seat, self.text, self.entry = seat, text, entry

    def identify(self, session: Session) -> Asker:
        return Asker(next(info for info in session.game.seats if info.seat == self.seat), self.entry)

    def read(self, session: Session, who: Asker) -> Script:
        return parse(blotted(self.text), vocabulary(session.play, self.seat), talk=False)

    def carry_out(self, session: Session, who: Asker, request: Script) -> Work:
        desk = session.desk
        person = desk.roster().find(who.info.player)
        if person is not None:
            # The command line speaks English, whatever the player's mails speak.
            reader = replace(reader_of(desk.home, who.info, person), language="en")
        else:
            zone = desk.home.settings.zone
            reader = Reader(self.seat, who.info.player, "nobody@localhost", who.info.role, zone=zone)
        context = mail_context(session, "answer", reader, house_of(desk.home), desk.now(), home=desk.home)
        work = Work(session, who, desk.now(), context, whole=True)
        work.carry_out(request)
        return work

    def saving(self) -> AbstractContextManager[None]:
        return nullcontext()

    def answer(self, session: Session, done: Work) -> Answer:
        answer, context = done.answer, done.context
        if answer.board:
            view = session.title.view(session.play.table, context.reader.eyes)
            answer.sections.append(("board", f"{session.title.summary(view)}\n\n{session.title.own(view)}"))
        if answer.form:
            answer.sections.append(("answers", "\n".join(answer_lines(context, LIST_LIMIT))))
        return answer


def answer_text(answer: Answer) -> str:
    """Print the answer: the verdict first, as in a mail."""
    parts = [f"{answer.verdict}: {answer.why}"]
    parts += [f"{heading('en', key)}\n{text}" for key, text in answer.sections]
    return tidy("\n\n".join(parts))
