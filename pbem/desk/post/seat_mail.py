"""Mail with a good token: what it may do in its game, and what its writer is told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NoReturn

from pbem.core.words import Say, Verbatim
from pbem.desk.commands.vocabulary import vocabulary
from pbem.desk.commands.work import Answer, Asker, Work, unread_text
from pbem.desk.games.aftermath import all_or_later
from pbem.desk.games.preparation import ANSWERS
from pbem.desk.letters.notes import tell_moderator
from pbem.desk.letters.outbox import compose_owed, tail
from pbem.desk.people.wishes import grant, is_carried_out
from pbem.desk.post.comparison import read_reply, unreadable
from pbem.desk.post.confirmations import Case, check_new, check_standing, wait_is_over
from pbem.desk.post.optouts import stop_mails
from pbem.desk.post.replies import FLOOD, Came, Handled, Hold, Replies, answer_id
from pbem.desk.post.strangers import former_token, wrong_sender
from pbem.desk.post.trust import Standing, judge, note_pass, same_person, trusted
from pbem.desk.post.unread_lines import aside_section, set_aside, why_aside
from pbem.desk.walk import walk
from pbem.mail.guard import content_key, mail_key
from pbem.mail.reading.unsubscribe import asks_to_stop
from pbem.mail.typed.commands import Script
from pbem.mail.typed.own_words import read_script
from pbem.mail.typed.spelling import command_meant
from pbem.mail.words import COUNTED, NOT_COUNTED
from pbem.store.outgoing import is_composed

if TYPE_CHECKING:
    from pbem.desk.interface import Session, Told
    from pbem.engine.gamefile import Entry, GameFile, OwedMail, SeatInfo
    from pbem.mail.composing.context import MailContext
    from pbem.mail.reading.reply import Reply
    from pbem.mail.tokens import Ticket
    from pbem.mail.typed.asides import Aside
    from pbem.store.roster import Person


def seat_of(game: GameFile, seat: str) -> SeatInfo:
    who = next((info for info in game.seats if info.seat == seat), None)
    if who is None:
        raise Hold(Say("there is no seat {seat} in {game}", seat=Verbatim(seat), game=Verbatim(game.id)))
    return who


class Settled(Exception):
    """The mail is done with before anything of it is carried out."""

    def __init__(self, handled: Handled) -> None:
        super().__init__(handled.verdict)
        self.handled = handled


@dataclass(slots=True)
class Request:
    """What a mail asks for: its script, or the answer that it gets without one."""

    context: MailContext
    content: str
    script: Script | None = None
    asides: list[Aside] = field(default_factory=list)
    answer: Answer | None = None


@dataclass(slots=True)
class Outcome:
    """What a mail came to on the table in memory."""

    request: Request
    answer: Answer
    changes: bool = False
    owed: Sequence[OwedMail] = ()
    readers: Told = field(default_factory=dict)


class SeatMail:
    """The way of a mail with a good token through its game."""

    def __init__(self, replies: Replies, ticket: Ticket, came: Came) -> None:
        self.replies, self.ticket, self.came = replies, ticket, came

    def identify(self, session: Session) -> Case:
        """Find out whose mail it is, and whether it is really theirs. What is not, or was here before, is settled at
        once."""
        replies, ticket, came = self.replies, self.ticket, self.came
        who = seat_of(session.game, ticket.seat)
        person = replies.person(who)
        if person is None:
            seat, named = Verbatim(ticket.seat), Verbatim(ticket.game)
            raise Hold(Say("nobody on file holds the seat {seat} of {game}", seat=seat, game=named))
        _note_reached(replies, session, who, person, came)
        if came.earlier is None and is_carried_out(session.game, came.key):
            raise Settled(_finish(replies, session, who, ticket, came))
        self.standing: Standing = "good" if came.released else judge(came.mail, person, replies.trust)
        if self.standing == "other":
            raise Settled(wrong_sender(replies, session, who, person, came))
        if ticket.entry < who.since and not came.released:
            raise Settled(former_token(replies, session, who, person, came))
        return Case(replies, session, who, person, came)

    def read(self, session: Session, who: Case) -> Request:
        """Read what was typed, compared with the mail that it answers; require proofs and limits that need the
        words."""
        replies, ticket, came = self.replies, self.ticket, self.came
        reply = read_reply(replies.home, replies.house, came.mail, session.game, ticket)
        check_standing(who, self.standing, reply.typed)
        check_flood(replies, session, who.who, who.person, came)
        note_pass(replies.desk, came.mail, who.person, replies.trust)
        if came.released:
            wait_is_over(session, who.who)
        content = content_key(came.sender, reply.typed)
        if came.earlier is not None:
            if came.earlier.content and came.earlier.content != content:
                _same_id(who, content)
            raise Settled(replies.again(came, came.earlier, who.person.address))
        context = replies.context(session, who.who, who.person, came.now)
        return _understand(session, who, ticket, reply, came, Request(context, content))

    def carry_out(self, session: Session, who: Case, request: Request) -> Outcome:
        self.case, ticket, came = who, self.ticket, self.came
        if request.answer is not None:
            return Outcome(request, request.answer)
        if request.script is None:  # a person who wants no more mail
            answer = stop_mails(session, who.who, came, request.context)
            answer.sections += aside_section(request.context, request.asides)
            return Outcome(request, answer)

        def owe(answer: Answer) -> OwedMail | None:
            _explain(request.context, session.game, ticket, came, answer)
            return self.replies.owe(session, who.who, who.person, answer, came)

        work = Work(session, Asker(who.who, ticket.entry, ticket.asked, came.key), came.now, request.context)
        work.owe, work.asides = owe, request.asides
        answer = work.carry_out(request.script)
        if not work.changes:
            _explain(request.context, session.game, ticket, came, answer)
        return Outcome(request, answer, work.changes, work.owed, work.readers)

    def saving(self) -> AbstractContextManager[None]:
        return all_or_later()

    def answer(self, session: Session, done: Outcome) -> Handled:
        """Give the answer that the game owes now, or one that only tells."""
        replies, came, answer, person = self.replies, self.came, done.answer, self.case.person
        if answer.saved:
            made = _made(replies, session, came)
            handled = Handled(answer.verdict, answer.why, made, session.game.id, answer.entry, answer.draft)
            return replies.remember(person.address, came.key, handled, came.now, done.request.content)
        return replies.say(
            session, self.case.who, person, answer, came.mail, came.now, key=came.key, content=done.request.content
        )


def _same_id(case: Case, content: str) -> NoReturn:
    """Hold a different mail under a Message-ID that was used before; its writer knows (fault 160). Released, it counts
    as the mail that it is, not as a copy of the first."""
    replies, came = case.replies, case.came
    key = mail_key(f"{came.key} {content}")
    seen = replies.seen(key)
    if seen is not None and not came.retried:
        raise Settled(replies.again(came, seen, case.person.address))
    if seen is None:
        say = replies.context(case.session, case.who, case.person, came.now).say
        answer = Answer(NOT_COUNTED, say("same-id"), [("h-do", say("same-id-do"))])
        replies.say(case.session, case.who, case.person, answer, came.mail, came.now, key=key, content=content)
    raise Hold(Say("another mail with the same Message-ID was processed before, and it said something else"), key=key)


def in_game(replies: Replies, session: Session, ticket: Ticket, came: Came) -> Handled:
    """Take a mail in the game that is opened for it."""
    try:
        return walk(session, SeatMail(replies, ticket, came))
    except Settled as settled:
        return settled.handled


def _finish(replies: Replies, session: Session, who: SeatInfo, ticket: Ticket, came: Came) -> Handled:
    """Finish a mail that was carried out before, by a process that died or forgot it: what it still calls for, and its
    answer.

    Nobody is asked again who sent it: it may have changed the sender's own address.
    """
    compose_owed(session)
    grant(session)
    game, person = session.game, replies.person(who)
    ident = answer_id(came.key)
    note = next((mail.note for mail in game.outbox if ident in (mail.id, mail.note.get(ANSWERS))), {})
    n = _journaled(session, ticket, came.key)
    again = Say("your move is entry #{n}", n=n) if n else Say("it was carried out before")
    why = str(note["why"]) if note.get("why") else again
    handled = Handled(str(note.get("verdict", COUNTED)), why, _made(replies, session, came), game.id, n or 0)
    reply = read_reply(replies.home, replies.house, came.mail, game, ticket)
    address = person.address if person is not None else came.sender
    return replies.remember(address, came.key, handled, came.now, content_key(came.sender, reply.typed))


def _made(replies: Replies, session: Session, came: Came) -> str:
    """Return the id of the answer that the game owes, or owed until it was composed; empty if there is none."""
    ident = answer_id(came.key)
    for mail in session.game.outbox:
        if ident in (mail.id, mail.note.get(ANSWERS)):
            return mail.id
    return ident if is_composed(replies.home, ident) else ""


def _note_reached(replies: Replies, session: Session, who: SeatInfo, person: Person, came: Came) -> None:
    """Note that whoever writes can be reached, whatever came back: the post lifts the hold when the game is put
    back."""
    doubted = person.hold is not None or person.returned or who.seat in session.game.moderation.unreachable
    if not doubted or came.released or not trusted(came.mail, person, replies.trust):
        return
    if same_person(came.sender, person.address, replies.trust):
        replies.reached.add(person.address)


def check_flood(replies: Replies, session: Session, who: SeatInfo, person: Person, came: Came) -> None:
    """Count a mail that is proved to be this person's; hold the rest of a flood, and let its writer know (fault 138).
    What only names a person was turned away before: mail of others blocks nobody."""
    most, register = replies.home.settings.limits.mails_a_day, replies.register
    # Tried again, it is the same mail: it was counted when it came.
    count = (register.mails_today if came.retried else register.arrived)(person.address, came.now)
    if came.released or came.waited or count <= most:
        return
    about = f"many {came.now:%Y-%m-%d} {mail_key(person.address)}"
    if not register.known(about):
        text = Say(
            "More than {n} came from {name} today. The rest of today's are held: `pbem mail held`.",
            n=most,
            name=Verbatim(person.name),
        )
        tell_moderator(replies.desk, replies.house, Say("Too many mails from one sender"), text, ident=about)
        answer = Answer(NOT_COUNTED, replies.context(session, who, person, came.now).say("flood", n=most))
        replies.say(session, who, person, answer, came.mail, came.now, key=came.key, about=FLOOD)
        register.once(about, came.now)
    raise Hold(Say("too many mails from this sender today"))


def _understand(session: Session, case: Case, ticket: Ticket, reply: Reply, came: Came, request: Request) -> Request:
    """Read commands and answers out of what was typed; a mail without any gets its answer here."""
    context = request.context
    words = vocabulary(session.play, ticket.seat)
    refusal = unreadable(came.mail, reply, case.replies.home.settings.limits.mail_lines, context.language)
    if refusal:
        asides = set_aside(reply, came.mail, Script(), words)
        why = refusal[0] if reply.typed.strip() else why_aside(context, asides) or refusal[0]
        request.answer = Answer(NOT_COUNTED, why, [*refusal[1], *aside_section(context, asides)], form=True)
        return request
    counted = _journaled(session, ticket, came.key)
    if counted is not None:
        # The move was saved, but we died before the answer: say it now.
        request.answer = Answer(COUNTED, context.say("counted-entry", n=counted), entry=counted)
        return request
    script = read_script(reply.typed, context.words, words)
    check_new(case, ticket, script)
    request.asides = set_aside(reply, came.mail, script, words)
    if not script.empty:
        request.script = script
    elif not asks_to_stop(came.mail.subject, reply.typed):
        request.answer = _empty(context, ticket, came, script, request.asides)
    return request


def _empty(context: MailContext, ticket: Ticket, came: Came, script: Script, asides: list[Aside]) -> Answer:
    """Answer a mail without any answer or command."""
    why = why_aside(context, asides) or _nothing_read(context, ticket, came, bool(script.unread))
    meant = command_meant(script.unread)
    if meant:
        why += f"; {context.say('command-meant', verb=meant)}"
    unread = [("not-read", unread_text(script))] if script.unread else []
    empty = Answer(NOT_COUNTED, why, [*unread, *aside_section(context, asides)], form=True)
    if "cut-off" in came.mail.problems:
        empty.why = f"{context.say('refuse-cut-off')}: {empty.why}"  # its end is missing (fault 31)
    return empty


def _explain(context: MailContext, game: GameFile, ticket: Ticket, came: Came, answer: Answer) -> None:
    """Explain why a mail was not counted, where its writer cannot know."""
    _explain_stale(context, game, ticket, answer)
    if answer.verdict == NOT_COUNTED and "cut-off" in came.mail.problems:
        answer.why = f"{context.say('refuse-cut-off')}: {answer.why}"  # its end is missing (fault 31)


def _nothing_read(context: MailContext, ticket: Ticket, came: Came, words: bool) -> str:
    """Say why a mail without any answer or command is not counted: the nearest reason first (faults 148, 150, 151)."""
    game = context.game
    if game.status != "running":
        return context.say("not-running", game=game.id, status=context.say(f"state-{game.status}"))
    asked = game.deadlines.get(ticket.seat)
    if asked is None and game.deadlines:
        return context.say("awaited-others", who=context.say("and").join(map(game.person, game.deadlines)))
    if asked is not None and ticket.asked and asked.entry != ticket.entry:
        return context.say("stale-question", old=ticket.entry, new=asked.entry)
    if any(part.reason in ("attachment", "attached text", "forwarded mail") for part in came.mail.dropped):
        return context.say("no-line-attached")  # attachments are not read (fault 56)
    return context.say("no-line" if words else "no-answer")


def _explain_stale(context: MailContext, game: GameFile, ticket: Ticket, answer: Answer) -> None:
    """Tell the writer of a second move that the turn was already moved (faults 147, 159, 162)."""
    if answer.verdict != NOT_COUNTED or not ticket.asked:
        return
    asked = game.deadlines.get(ticket.seat)
    if asked is not None and asked.entry == ticket.entry:
        return
    mine = [entry.n for entry in game.recent if entry.seat == ticket.seat and entry.n > ticket.entry]
    if mine:
        answer.sections.append(("h-why", context.say("answered-by", question=ticket.entry, entry=mine[0])))


def _journaled(session: Session, ticket: Ticket, key: str) -> int | None:
    """Find the entry that this very mail made, if it did. Entries that left the game file matter only where the
    question is closed."""
    entries: Iterable[Entry] = session.game.recent
    asked = session.game.deadlines.get(ticket.seat)
    if ticket.asked and (asked is None or asked.entry != ticket.entry):
        entries = [*tail(session.loaded.journal), *entries]
    return next((e.n for e in entries if e.secret is not None and e.secret.mail == key), None)
