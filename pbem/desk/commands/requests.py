"""Commands that change something besides the board: orders, absences, requests, messages, the moderator's verbs."""

from __future__ import annotations

from pbem.core import words as texts
from pbem.core.errors import Refused, unchanged
from pbem.desk.commands.handlers import MailCommand
from pbem.desk.commands.information import sealed_answer
from pbem.desk.commands.moderator_mail import moderate
from pbem.desk.commands.vocabulary import question_names, vocabulary
from pbem.desk.commands.work import Work
from pbem.desk.verbs.petitions import ask_appeal, ask_away, ask_undo, ask_vote, away_text, consent, file_request
from pbem.desk.verbs.seats import offered
from pbem.engine.adjudication.moderation import request as write_request
from pbem.engine.gamefile import By
from pbem.engine.gamefile import Orders as OrdersOnFile
from pbem.engine.people import find_seat, keep_nameless, named_text
from pbem.engine.submission.conditions import split_member
from pbem.engine.submission.drafts import draft_of, drop_draft
from pbem.engine.submission.lines import fold, read_line
from pbem.engine.submission.picks import check_members
from pbem.mail.composing.on_file import order_lines
from pbem.mail.typed.commands import Command
from pbem.mail.typed.spelling import without_reason

# -- orders --------------------------------------------------------------------------------------------------------


class Orders(MailCommand):
    verb = "orders"

    def carry_out(self, work: Work, command: Command) -> None:
        work.need_player()
        seat, text = work.asker.seat, command.text.strip()
        words = fold(text).split()
        orders = work.game.orders.get(seat, OrdersOnFile())
        if not text or words == ["list"]:
            work.after.append(lambda: _list_orders(work))
            return
        if words[0] == "clear":
            _clear(work, orders, words[1:])
        else:
            _set_order(work, orders, text, command.number)
        if not orders.is_empty():
            work.game.orders[seat] = orders
        else:
            work.game.orders.pop(seat, None)
        work.after.append(lambda: _list_orders(work))


def _list_orders(work: Work) -> None:
    if not any(heading == "orders" for heading, _ in work.told):
        work.tell("orders", "\n".join(order_lines(work.context)) or work.say("no-orders"))


def _clear(work: Work, orders: OrdersOnFile, names: list[str]) -> None:
    wanted = [name.rstrip(":,") for name in names]
    known = {*orders.standing, *(sent.name for sent in orders.ahead)}
    missing = [name for name in wanted if name not in known]
    if missing:
        on_file = ", ".join(map(work.context.typed, sorted(known))) or work.say("none")
        raise Refused(work.say("no-such-order", name=repr(work.context.typed(missing[0])), known=on_file))
    gone = set(wanted) or known
    orders.standing = {name: keys for name, keys in orders.standing.items() if name not in gone}
    orders.ahead = [sent for sent in orders.ahead if sent.name not in gone]
    names_gone = ", ".join(map(work.context.typed, sorted(gone)))
    work.changed.append(work.say("orders-cleared", names=names_gone or work.say("orders-were-none")))


def _set_order(work: Work, orders: OrdersOnFile, text: str, number: int) -> None:
    """Keep a standing order: a ranking as any other, conditions included, read as far as its question is known."""
    line = read_line(number, text)
    if line is None or line.name is None or not line.words:
        raise Refused(work.say("order-form"))
    question = next((q for q in vocabulary(work.play, work.asker.seat).questions if q.name == line.name), None)
    words = [part.strip() for part in line.words.split(",") if part.strip()]
    if question is None:
        if line.name not in question_names(work.play):
            raise Refused(work.say("order-unknown", name=repr(line.name)))
        keys = _unconditional(work.context.typed(line.name), words)
    else:
        keys = check_members(question, line, words)
    orders.standing[line.name] = keys
    typed = work.context.typed
    work.changed.append(work.say("order-set", name=typed(line.name), keys=typed(", ".join(keys), line.name)))


def _unconditional(name: str, words: list[str]) -> list[str]:
    """Refuse conditions of a question that is not known yet: nobody could tell whether they can be read."""
    conditional = next((word for word in words if split_member(word)[1]), None)
    if conditional is not None:
        raise Refused(
            unchanged(
                texts.Say(
                    '"{member}": conditions can be read when {name} is asked, or may be answered ahead; it cannot now. '
                    "Send this order then, or without a condition.",
                    member=texts.Verbatim(conditional), name=texts.Verbatim(name),
                )
            )
        )  # fmt: skip
    return words


class Draft(MailCommand):
    """`draft` shows the part of a turn that is on file, `draft clear` empties it."""

    verb = "draft"

    def carry_out(self, work: Work, command: Command) -> None:
        work.need_player()
        words = fold(command.text).strip(" .!")
        if words not in ("", "show", "clear"):
            raise Refused(work.say("draft-form"))
        kept = draft_of(work.game, work.asker.seat)
        if kept is None:
            raise Refused(work.say("draft-none"))
        if words == "clear":
            drop_draft(work.game, work.asker.seat)
            work.changed.append(work.say("draft-cleared"))
            return
        work.tell("h-draft", "\n".join(f"  {work.context.typed(line)}" for line in kept.lines))


# -- absences and requests -----------------------------------------------------------------------------------------


class Away(MailCommand):
    verb = "away"

    def carry_out(self, work: Work, command: Command) -> None:
        work.need_player()
        asker, reader = work.asker, work.context.reader
        said = ask_away(work.session, asker.seat, command.text, work.now, reader.zone, work.context.language)
        work.changed.append(said)
        work.to_moderator(away_text(work.session, asker.seat, work.now, work.asker_text))


class Undo(MailCommand):
    verb = "undo"

    def carry_out(self, work: Work, command: Command) -> None:
        work.need_player()
        had = sealed_answer(work.play, work.asker.seat)
        said, mails = ask_undo(work.session, work.asker.seat, command.text, work.now, work.context.language)
        if had is not None and not mails:
            holds = sealed_answer(work.session.play, work.asker.seat)
            said += "; " + (work.say("undo-holds", answer=holds) if holds else work.say("undo-open", answer=had))
        work.changed.append(said)
        work.owed += mails


class Vote(MailCommand):
    verb = "vote"

    def carry_out(self, work: Work, command: Command) -> None:
        work.need_player()
        said, mails = ask_vote(work.session, work.asker.seat, command.text, work.now, work.context.language)
        work.changed.append(said)
        work.owed += mails


class Appeal(MailCommand):
    verb = "appeal"

    def carry_out(self, work: Work, command: Command) -> None:
        work.need_player()
        said, mails = ask_appeal(work.session, work.asker.seat, command.text, work.now, work.context.language)
        work.changed.append(said)
        work.owed += mails


class Resign(MailCommand):
    verb = "resign"

    def carry_out(self, work: Work, command: Command) -> None:
        work.need_player()
        text, why = without_reason(command.text)
        said = fold(text).strip(" .!")
        if said == "cancel":
            for request in work.game.moderation.requests:
                if request.seat == work.asker.seat and request.kind == "resign" and request.status == "open":
                    request.status = "withdrawn"
                    write_request(work.play, work.asker.seat, work.now, "cancel", request.number)
                    work.changed.append(work.say("resign-withdrawn"))
                    return
            raise Refused(work.say("resign-none"))
        if said not in ("confirm", "confirmed", "yes"):
            work.tell("h-resign", work.say("resign-sure"))
            return
        _file_resignation(work, why)


def _file_resignation(work: Work, why: str) -> None:
    asker = work.asker
    number = file_request(work.session, "resign", asker.seat, why, work.now, work.context.language, why).number
    work.changed.append(work.say("request-filed", said=work.say("resign-filed"), n=number))
    resigns = texts.Say("{who} asks, request {n}: resign", who=work.asker_text, n=number)
    asks = texts.Listed([resigns, *([texts.Verbatim(why)] if why else [])], ": ")
    how = texts.Say(
        "You answer with `mod answer {n} granted reason: TEXT`, or `refused`; everybody reads the reason.", n=number
    )
    work.to_moderator(texts.Listed([asks, how, offered(work.session, asker.seat)], "\n"))


class Agree(MailCommand):
    verb = "agree"

    def carry_out(self, work: Work, command: Command) -> None:
        _consent(work, command, True)


class Refuse(MailCommand):
    verb = "refuse"

    def carry_out(self, work: Work, command: Command) -> None:
        _consent(work, command, False)


def _consent(work: Work, command: Command, agrees: bool) -> None:
    work.need_player()
    text, why = without_reason(command.text)
    digits = text.strip("#. ")
    if not digits.isdecimal():
        raise Refused(work.say("no-request", n=repr(command.text[:20])))
    said, done = consent(work.session, work.asker.seat, int(digits), agrees, work.now, work.context.language, why)
    work.changed.append(said)
    if done is not None:
        work.owed += done.mails
        work.readers = {**work.readers, **done.told}
    work.to_moderator(_consent_text(work.asker_text, int(digits), agrees, why))
    request = next(one for one in work.game.moderation.requests if one.number == int(digits))
    if not agrees:  # whoever asked need not wait for what does not come
        asker = work.game.person(work.asker.seat)
        told = _consent_text(named_text(work.game, work.asker.seat), request.number, agrees, why)
        work.message(request.seat, told, asker, work.game.person(request.seat))


def _consent_text(who: str, number: int, agrees: bool, why: str) -> str:
    values = {"who": who, "n": number}
    said = texts.Say("{who} says to request {n}: agree.", **values) if agrees else (
        texts.Say("{who} says to request {n}: refuse.", **values))  # fmt: skip
    return texts.Listed([said, texts.Verbatim(why)], " ") if why else said


# -- messages ------------------------------------------------------------------------------------------------------


class Say(MailCommand):
    verb = "say"
    observers = True

    def carry_out(self, work: Work, command: Command) -> None:
        text = command.text.strip()
        if not text:
            raise Refused(work.say("say-empty"))
        seats, whom = _addressees(work, command.to)
        if work.asker.info.role == "moderator":
            keep_nameless(work.game, text)
        _record(work, seats, whom, text)
        for seat in seats:
            work.message(seat, text, work.game.person(work.asker.seat), whom)
        named = work.say(f"to-{whom}") if whom in ("all", "moderator") else whom
        work.changed.append(work.say("say-passed", whom=named))


def _record(work: Work, seats: list[str], whom: str, text: str) -> None:
    """Record what was said: words belong to the record; the messages themselves go out as mails of their own. Press is
    public, a private message stands under seal, so that whoever takes the seat over can be shown it."""
    asker = work.asker
    by: By = "moderator" if asker.info.role == "moderator" else "player"
    if whom != "all":
        hidden = {"from": asker.seat, "to": seats, "text": text}
        work.play.write(work.now, None, by, kind="say", secret_note=hidden)
    elif asker.plays:
        work.play.write(work.now, asker.seat, by, kind="announce", note={"reason": text})


def _addressees(work: Work, to: str) -> tuple[list[str], str]:
    """Find the seats a message goes to, and what they are called: `all`, `moderator` or a name."""
    wanted = fold(to)
    if wanted in ("all", "everybody", "everyone", ""):
        return [info.seat for info in work.game.seats if info.seat != work.asker.seat], "all"
    if wanted in ("moderator", "mod", "gm"):
        if work.game.moderator() is None:
            raise Refused(work.say("no-moderator"))
        return ["moderator"], "moderator"
    roles = ("player", "moderator", "observer")
    info = find_seat(work.game, to, roles=roles, asker=work.asker.info.role)
    if info.seat == work.asker.seat:
        raise Refused(work.say("yourself"))
    return [info.seat], work.game.person(info.seat)


# -- the moderator -------------------------------------------------------------------------------------------------


class Mod(MailCommand):
    verb = "mod"

    def carry_out(self, work: Work, command: Command) -> None:
        if work.asker.info.role != "moderator":
            if work.whole:
                raise Refused(
                    texts.Say(
                        "On the command line the moderator's commands are `pbem mod VERB GAME ... --reason TEXT`."
                    )
                )
            work.to_moderator(texts.Say("{who} sent a moderator's command: refused.", who=work.asker_text))
            raise Refused(work.say("mod-only"))

        try:
            done = moderate(work.session, command.text, work.asker.info.player, work.context.words)
        finally:
            work.game, work.play = work.session.game, work.session.play  # a refused command leaves the game as it was
        if done.data.get("dry_run"):
            work.tell("h-standby" if done.looks else "h-dry-run", work.context.tell_timed(done.text))
            work.answer.free = True
            return
        work.owed += done.mails
        work.readers = {**work.readers, **done.told}
        work.changed.append(work.context.tell_timed(done.text))
