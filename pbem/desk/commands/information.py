"""Commands that only tell: nothing in the game changes by them."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from pbem.core.errors import Refused
from pbem.core.kept import text_of
from pbem.core.questions import Question, answer_line
from pbem.desk.commands.handlers import MailCommand
from pbem.desk.commands.work import Work
from pbem.engine.adjudication.decisions import decided
from pbem.engine.clock.times import deadline_text
from pbem.engine.journal import moment
from pbem.engine.submission.drafts import behind_draft
from pbem.engine.submission.lines import fold
from pbem.kit.digests import Reading
from pbem.mail.composing.layout import wrap
from pbem.mail.composing.on_file import draft_lines
from pbem.mail.composing.sections import entry_head, entry_lines, side_lines
from pbem.mail.help import help_text
from pbem.mail.typed.commands import Command
from pbem.mail.words import kind_word

if TYPE_CHECKING:
    from pbem.engine.gamefile import Entry
    from pbem.engine.play import Play
    from pbem.mail.composing.context import MailContext

MOST_HISTORY = 400


class Help(MailCommand):
    verb = "help"
    observers = True

    def carry_out(self, work: Work, command: Command) -> None:
        work.tell("h-help", help_text(command.text, work.context.language))


class Rules(MailCommand):
    verb = "rules"
    observers = True

    def carry_out(self, work: Work, command: Command) -> None:
        title, language = work.session.title, work.context.language
        ident = command.text.strip().strip("`.,")
        book = title.rulebook(language)
        if not ident:
            if book is not None:
                shelf = Reading(book, title.words(language)).sections()
                work.tell("h-rules", f"{shelf}\n\n" + work.say("rules-id", id=next(iter(book.entries))))
                return
            work.tell("h-rules", work.say("rules-ids", ids=", ".join(title.rule_ids()) or work.say("none")))
            return
        text = title.explain(ident, language=language) or title.explain(ident.upper(), language=language)
        if text is None and book is not None:
            text = Reading(book, title.words(language)).found(ident)
        if not text:
            near = ", ".join(get_close_matches(ident, list(title.rule_ids()), 3))
            hint = f" {work.say('nearest', near=near)}" if near else ""
            raise Refused(work.say("no-rule", ident=repr(ident[:40])) + hint)
        work.tell(f"{work.say('h-rules')}: {ident}", text)


class Rulings(MailCommand):
    verb = "rulings"
    observers = True

    def carry_out(self, work: Work, command: Command) -> None:
        lines = []
        for ruling in work.game.rules.rulings:
            line = f"{ruling.number}. (#{ruling.entry}, {ruling.author}) {ruling.reason}"
            line += f" [{', '.join(ruling.rules)}]" if ruling.rules else ""
            option = work.say("ruling-option", option=ruling.option, value=ruling.value) if ruling.option else ""
            lines.append(f"{line} {option}".rstrip())
        work.tell("h-rulings", "\n".join(lines) or work.say("no-rulings"))


class Options(MailCommand):
    """Every legal answer to the open question, or to one that may follow; `after` tries some answers first."""

    verb = "options"

    def carry_out(self, work: Work, command: Command) -> None:
        work.need_player()
        wanted = command.text.strip()
        if fold(wanted).startswith("after"):
            work.preview(wanted[5:].lstrip(" :"))
            return
        open_question = behind_draft(work.play, work.asker.seat) or work.play.question_for(work.asker.seat)
        known = [question for question in [open_question, *_menu(work)] if question is not None]
        if wanted:
            name = fold(wanted).rstrip(":.")
            chosen = [question for question in known if question.name == name]
            if not chosen:
                names = ", ".join(dict.fromkeys(work.context.typed(one.name) for one in known)) or work.say("none")
                raise Refused(work.say("no-question", name=repr(wanted[:40]), names=names))
            known = chosen
        elif open_question is not None:
            known = [open_question]
        else:
            raise Refused(work.say("nothing-asked"))
        work.tell("answers", "\n\n".join("\n".join(work.question_lines(question)) for question in known))


def _menu(work: Work) -> list[Question]:
    title, table, seat = work.session.title, work.play.table, work.asker.seat
    menu = title.menu(table, seat)
    listed = {question.name for question in menu}
    return [*menu, *(question for question in title.foresee(table, seat) if question.name not in listed)]


class Status(MailCommand):
    verb = "status"
    observers = True

    def carry_out(self, work: Work, command: Command) -> None:
        work.after.append(lambda: work.tell("h-status", "\n".join(status_lines(work))))


def status_lines(work: Work) -> list[str]:
    """Say whose answer is awaited until when, and what is on file."""
    game, context = work.game, work.context
    status = work.say(f"state-{game.status}")
    lines = [work.say("status-game", title=work.session.title.full_name, game=game.id, entry=game.entry, status=status)]
    for other, asked in game.deadlines.items():
        until = ""
        if asked.due is not None:
            when = deadline_text(moment(asked.due), work.now, context.reader.zone, context.language)
            until = work.say("status-until", when=when)
        lines.append(work.say("status-awaited", who=work.context.named(other), entry=asked.entry, until=until))
    if not game.deadlines:
        lines.append(work.say("nobody"))
    question = work.play.question_for(work.asker.seat) if work.asker.plays and game.status == "running" else None
    if question is not None:
        example = answer_line(question, question.harmless())
        lines.append(
            work.say(
                "status-question",
                prompt=question.prompt,
                name=work.context.typed(question.name),
                example=work.context.typed(example),
            )
        )
    lines += side_lines(context)
    sealed = sealed_answer(work.play, work.asker.seat) if work.asker.plays else None
    if sealed is not None:
        lines.append(work.say("status-sealed", answer=work.context.typed(sealed)))
    lines += draft_lines(context)
    scores = work.session.title.scores(work.play.table)
    if scores:
        points = ", ".join(f"{work.person(seat)} {points}" for seat, points in scores.items())
        lines.append(work.say("status-points", points=points))
    if game.anonymous and work.asker.info.role == "moderator":
        lines.append(work.say("seats-are", who=", ".join(work.context.named(info.seat) for info in game.players())))
    return lines + _on_file(work)


def sealed_answer(play: Play, seat: str) -> str | None:
    """Say what a seat has answered to a question that others are still asked; for its owner alone."""
    stack = play.table.stack
    if not stack or seat not in stack[-1].given:
        return None
    question = play.run.changeable().get(seat)
    words = ", ".join(stack[-1].given[seat]) or "none"
    return f"{question.name}: {words}" if question is not None else words


def _on_file(work: Work) -> list[str]:
    """List requests, absences and addresses that do not work."""
    book = work.game.moderation
    lines = []
    for request in book.requests:
        if request.status == "open":
            kind = kind_word(work.context.language, request.kind)
            lines.append(work.say("status-request", n=request.number, who=work.person(request.seat), kind=kind))
    lines += [
        work.say("status-away", who=work.person(absence.seat), start=absence.shown()[0], end=absence.shown()[1])
        for absence in book.absences
        if moment(absence.end) > work.now
    ]
    return lines + [work.say("status-bounce", who=work.person(seat)) for seat in book.unreachable]


class Show(MailCommand):
    verb = "show"
    observers = True

    def carry_out(self, work: Work, command: Command) -> None:
        wanted = command.text.strip().strip("#.")
        if not wanted.isdecimal():
            work.answer.board = True
            return
        past = work.session.desk.at(work.game.id, int(wanted))
        reader = work.context.reader
        view = past.title.view(past.play.table, reader.eyes)
        words = work.context.words
        shown = view, past.play.data, reader.plain, words
        text = f"{past.title.summary(*shown)}\n\n{past.title.own(*shown)}"
        work.tell(work.say("board-after", n=wanted), text)


class History(MailCommand):
    verb = "history"
    observers = True

    def carry_out(self, work: Work, command: Command) -> None:
        work.after.append(lambda: _history(work, command.text.strip().strip("#.")))


def _history(work: Work, wanted: str) -> None:
    entries = list(work.session.journal())
    most = min(int(wanted), MOST_HISTORY) if wanted.isdecimal() and int(wanted) else MOST_HISTORY
    left = len(entries) - most
    lines = [work.say("history-left", n=left)] if left > 0 else []
    for entry in entries[-most:]:
        lines += past_lines(work.context, entry)
    work.tell("h-history", "\n".join(lines) or work.say("history-empty"))


def past_lines(context: MailContext, entry: Entry) -> list[str]:
    """Tell one entry of the history: what a mail says of it, and what it decided."""
    told = entry_lines(context, entry)
    lines = [] if entry.kind == "mail" else list(map(context.tell_timed, decided(entry)))
    if lines and not told:
        reason = text_of(entry.note.get("reason"))
        told = wrap(entry_head(context, entry), "", "  ")
        lines += [context.say("reason", reason=reason)] if reason else []
    return [*told, *(part for line in lines for part in wrap(line, "  ", "    "))]


class Resend(MailCommand):
    """The order form once more."""

    verb = "resend"
    observers = True

    def carry_out(self, work: Work, command: Command) -> None:
        work.answer.form = True
        work.answer.board = True
