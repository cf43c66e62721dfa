"""Commands typed at the desk: `pbem move GAME 'orders bread: 2 bread'` does what the same line does in a mail."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pbem.desk.commands.vocabulary import vocabulary
from pbem.desk.commands.work import Answer, Asker, Work
from pbem.desk.letters.contexts import house_of, mail_context, reader_of
from pbem.mail.commands import parse
from pbem.mail.context import Reader
from pbem.mail.layout import LIST_LIMIT, tidy
from pbem.mail.sections import answer_lines
from pbem.mail.words import heading

if TYPE_CHECKING:
    from pbem.desk.interface import Session


def carry_out(session: Session, seat: str, text: str, entry: int | None = None) -> Answer:
    """Carry out a text that holds commands, moves among them; all of it is saved, or it is refused and nothing is."""
    desk = session.desk
    info = next(info for info in session.game.seats if info.seat == seat)
    person = desk.roster().find(info.player)
    settings = desk.home.settings
    if person is not None:
        # The command line speaks English, whatever the player's mails speak.
        reader = replace(reader_of(desk.home, info, person), language="en")
    else:
        reader = Reader(seat, info.player, "nobody@localhost", info.role, zone=settings.zone)
    context = mail_context(session, "answer", reader, house_of(desk.home), desk.now(), home=desk.home)
    script = parse(text, vocabulary(session.play, seat), talk=False)
    answer = Work(session, Asker(info, entry), desk.now(), context, whole=True).run(script)
    if answer.board:
        view = session.title.view(session.play.table, context.reader.eyes)
        answer.sections.append(("board", f"{session.title.summary(view)}\n\n{session.title.own(view)}"))
    if answer.form:
        answer.sections.append(("answers", "\n".join(answer_lines(context, LIST_LIMIT))))
    return answer


def answer_text(answer: Answer) -> str:
    """The answer as it is printed: the verdict first, as in a mail."""
    parts = [f"{answer.verdict}: {answer.why}"]
    parts += [f"{heading('en', key)}\n{text}" for key, text in answer.sections]
    return tidy("\n\n".join(parts))
