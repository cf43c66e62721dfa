"""Answering: what the commands of one text come to, for a mail and for the command line alike.

Everything a text changes is saved by one commit. A move decides the verdict; without one, COUNTED means that something
was changed, NOT COUNTED that something was refused, INFORMATION that only something was asked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from pbem.core.errors import Ambiguous, NotPossible, NotUnderstood, PbemError, PlayerError, Refused
from pbem.core.questions import Question, answer_line
from pbem.desk.taking import take_move
from pbem.engine.gamefile import Entry, GameFile, Orders, OwedMail, Request, SeatInfo
from pbem.engine.journal import full_answers, moment, stamp
from pbem.engine.lines import fold, known_key, read_line
from pbem.engine.notices import owed
from pbem.mail.commands import Command, Glance, Script, Vocabulary
from pbem.mail.words import COUNTED, INFORMATION, NOT_COUNTED

if TYPE_CHECKING:
    from pbem.desk.desk import Session
    from pbem.engine.play import Play, Receipt
    from pbem.mail.context import MailContext

MOST_HISTORY = 400
OBSERVING = frozenset({"status", "show", "history", "help", "rules", "resend", "rulings", "say", "news", "language",
                       "zone", "plain", "address"})  # fmt: skip


@dataclass(slots=True)
class Asker:
    """Who wrote: a player, the moderator or an observer of this game."""

    info: SeatInfo
    entry: int | None = None
    """The question that the token is for; None on the command line."""
    asked: bool = True
    """Whether the mail that carried the token asked something."""
    mail: str | None = None
    """By what a copy of the mail is known again."""

    @property
    def seat(self) -> str:
        return self.info.seat

    @property
    def plays(self) -> bool:
        return self.info.role == "player"


@dataclass(slots=True)
class Answer:
    """What is said back."""

    verdict: str = INFORMATION
    why: str = ""
    sections: list[tuple[str, str]] = field(default_factory=list)
    form: bool = False
    """Repeat the open question with its answers."""
    board: bool = False
    entries: list[Entry] = field(default_factory=list)
    receipt: Receipt | None = None
    entry: int = 0

    def note(self) -> dict[str, object]:
        return {
            "verdict": self.verdict, "why": self.why, "sections": [list(part) for part in self.sections],
            "form": self.form, "board": self.board, "news": bool(self.entries),
        }  # fmt: skip


Changes = Callable[[], None]


class Work:
    """One text being carried out on one game."""

    def __init__(self, session: Session, asker: Asker, now: datetime, context: MailContext) -> None:
        self.session = session
        self.game: GameFile = session.game
        self.play: Play = session.play
        self.asker = asker
        self.now = now
        self.context = context
        """How this reader is spoken to; its game is this one."""
        self.answer = Answer()
        self.changed: list[str] = []
        self.refused: list[str] = []
        self.told: list[tuple[str, str]] = []
        self.owed: list[OwedMail] = []
        self.readers: dict[str, Sequence[tuple[str, str]]] = {}
        """Sections for the mails that new entries call for, by seat."""
        self.after: list[Changes] = []

    def run(self, script: Script) -> Answer:
        """Carry everything out, save once, and say what became of it."""
        for command in script.commands:
            if command.verb == "orders":
                self._try(command)
        moved = self._moves(script)
        if self.changed and moved is None and not script.answers:
            # A new order may answer the question that is open now.
            self.answer.entries = self.play.follow_orders(self.now)
            self.play.close(self.now)
        for command in script.commands:
            if command.verb not in ("orders", "pass"):
                self._try(command)
        if self.changed or (moved is not None and moved.entries) or (moved is not None and moved.ahead):
            self.game.moderation.contact[self.asker.seat] = stamp(self.now)
            self.session.commit(self.owed, self.readers)
        for change in self.after:
            change()
        self._verdict(script, moved)
        return self.answer

    # -- moves -----------------------------------------------------------------------------------------------------

    def _moves(self, script: Script) -> Receipt | None:
        text = self._with_pass(script)
        if script.nearly:
            for near in script.nearly:
                meant = " or ".join(f'"{line}"' for line in near.meant[:3])
                shown = near.text[:80]
                line = f"Line {near.number}: " if near.number else ""
                self.refused.append(f'{line}"{shown}" is not quite an answer. Did you mean {meant}?')
            return None
        if not text.strip():
            return None
        if not self.asker.plays:
            self.refused.append("Only players move.")
            return None
        if script.preview:
            self._guarded(lambda: self._preview(text))
            return None
        try:
            guard = self._guard_entry()
            receipt = take_move(self.session, self.asker.seat, text, self.now, entry=guard, mail=self.asker.mail)
        except PlayerError as error:
            self.refused.append(error.message)
            return None
        self.answer.receipt = receipt
        return receipt

    def _with_pass(self, script: Script) -> str:
        """`pass` is `none` where that is possible; where it is a listed answer it was read as one."""
        text = script.move
        for command in script.commands:
            if command.verb == "pass":
                question = self.play.question_for(self.asker.seat) if self.asker.plays else None
                if question is not None and question.low == 0:
                    text += f"\n{question.name}: none"
                else:
                    self.refused.append("Passing is not possible now.")
        return text

    def _guard_entry(self) -> int | None:
        """The entry that the rules check. A token whose question is closed plays nothing; but a simultaneous question
        may be answered again while it is open to others, and a mail that asked nothing may bring answers ahead."""
        entry, seat, deadlines = self.asker.entry, self.asker.seat, self.game.deadlines
        if entry is None or seat in deadlines:
            return entry
        if seat in self.play.run.changeable() and deadlines and entry >= min(d.entry for d in deadlines.values()):
            return None
        return entry if self.asker.asked else None

    def _preview(self, text: str) -> None:
        seen = self.play.preview(self.asker.seat, text)
        lines = []
        if seen.reveal:
            lines.append("The move leads to something hidden; what comes then is not shown before it is played.")
        elif seen.complete:
            lines.append("The move is whole: it could be sent as it is.")
        else:
            lines.append("The move is not whole yet.")
        for seat, question in seen.questions.items():
            if seat == self.asker.seat:
                lines += ["", *self._question(question, seen.texts.get(seat))]
        self.told.append(("Preview, nothing was played", "\n".join(lines)))

    def _question(self, question: Question, texts: dict[str, str] | None = None, limit: int | None = None) -> list[str]:
        from pbem.mail.layout import question_lines

        if texts is not None and hasattr(question, "text"):
            question.text = texts.__getitem__ if texts else None
        return question_lines(question, self.context.language, limit)

    # -- commands --------------------------------------------------------------------------------------------------

    def _try(self, command: Command) -> None:
        if self.asker.info.role == "observer" and command.verb not in OBSERVING:
            self.refused.append(f"`{command.verb}` is for players.")
            return
        handler = getattr(self, f"_do_{command.verb}", None)
        if handler is None:
            self.refused.append(f"`{command.verb}` cannot be used here.")
            return
        self._guarded(lambda: handler(command))

    def _guarded(self, work: Callable[[], None]) -> None:
        try:
            work()
        except PbemError as error:
            self.refused.append(error.message)
        except ValueError as error:  # the clock's own problems are ValueErrors with a message for people
            self.refused.append(str(error))

    def _need_player(self) -> None:
        if not self.asker.plays:
            raise Refused("Only players can do that.")

    def _tell(self, heading: str, text: str) -> None:
        self.told.append((heading, text))

    def _do_help(self, command: Command) -> None:
        from pbem.mail.help import help_text

        self._tell("Help", help_text(command.text))

    def _do_rules(self, command: Command) -> None:
        ident = command.text.strip().strip("`.,")
        if not ident:
            ids = ", ".join(self.session.title.rule_ids())
            self._tell("Rules", f"Write `rules ID` with one of: {ids or 'none'}.")
            return
        text = self.session.title.explain(ident) or self.session.title.explain(ident.upper())
        if text is None:
            from difflib import get_close_matches

            near = get_close_matches(ident, list(self.session.title.rule_ids()), 3)
            raise Refused(f"There is no rule {ident[:40]!r}." + (f" Nearest: {', '.join(near)}." if near else ""))
        self._tell(f"Rules: {ident}", text)

    def _do_rulings(self, command: Command) -> None:
        lines = [
            f"{ruling.number}. (#{ruling.entry}, {ruling.author}) {ruling.reason}"
            + (f" [{', '.join(ruling.rules)}]" if ruling.rules else "")
            + (f" {ruling.option} is {ruling.value} from then on." if ruling.option else "")
            for ruling in self.game.rules.rulings
        ]
        self._tell("Rulings", "\n".join(lines) or "There are none in this game.")

    def _do_options(self, command: Command) -> None:
        self._need_player()
        wanted = command.text.strip()
        if fold(wanted).startswith("after"):
            self._preview(wanted[5:].lstrip(" :"))
            return
        open_question = self.play.question_for(self.asker.seat)
        known = [q for q in [open_question, *self._menu()] if q is not None]
        if wanted:
            name = fold(wanted).rstrip(":.")
            chosen = [q for q in known if q.name == name]
            if not chosen:
                names = ", ".join(dict.fromkeys(q.name for q in known)) or "none"
                raise Refused(f"No question {wanted[:40]!r} can be listed now. Questions: {names}.")
            known = chosen
        elif open_question is not None:
            known = [open_question]
        else:
            raise Refused("Nothing is asked of you now.")
        self._tell("answers", "\n\n".join("\n".join(self._question(q)) for q in known))

    def _menu(self) -> list[Question]:
        title, table = self.session.title, self.play.table
        menu = title.menu(table, self.asker.seat)
        listed = {question.name for question in menu}
        return [*menu, *(q for q in title.foresee(table, self.asker.seat) if q.name not in listed)]

    def _do_status(self, command: Command) -> None:
        self.after.append(lambda: self._tell("Status", "\n".join(status_lines(self))))

    def _do_show(self, command: Command) -> None:
        wanted = command.text.strip().strip("#.")
        if wanted.isdecimal():
            past = self.session.desk.at(self.game.id, int(wanted))
            view = past.title.view(past.play.table, self.context.reader.eyes)
            plain = self.context.reader.plain
            own = past.title.own(view, plain=plain)
            self._tell(f"The board after entry {wanted}", f"{past.title.summary(view, plain=plain)}\n\n{own}")
            return
        self.answer.board = True

    def _do_history(self, command: Command) -> None:
        self.after.append(lambda: self._history(command.text.strip().strip("#.")))

    def _history(self, wanted: str) -> None:
        from pbem.mail.sections import entry_lines

        entries = list(self.session.journal())
        most = min(int(wanted), MOST_HISTORY) if wanted.isdecimal() and int(wanted) else MOST_HISTORY
        left = len(entries) - most
        lines = [f"({left} earlier entries are left out)"] if left > 0 else []
        for entry in entries[-most:]:
            lines += entry_lines(self.context, entry)
        self._tell("History", "\n".join(lines) or "Nothing has happened yet.")

    def _do_resend(self, command: Command) -> None:
        self.answer.form = True
        self.answer.board = True

    # -- orders, absences, requests --------------------------------------------------------------------------------

    def _do_orders(self, command: Command) -> None:
        self._need_player()
        seat, text = self.asker.seat, command.text.strip()
        words = fold(text).split()
        orders = self.game.orders.get(seat, Orders())
        if not text or words == ["list"]:
            self.after.append(self._list_orders)
            return
        if words[0] == "clear":
            self._clear(orders, words[1:])
        else:
            self._set_order(orders, text)
        if orders.standing or orders.ahead:
            self.game.orders[seat] = orders
        else:
            self.game.orders.pop(seat, None)
        self.after.append(self._list_orders)

    def _list_orders(self) -> None:
        from pbem.mail.sections import order_lines

        lines = order_lines(self.game, self.asker.seat)
        if not any(heading == "orders" for heading, _ in self.told):
            self._tell("orders", "\n".join(lines) or "You have no orders on file.")

    def _clear(self, orders: Orders, names: list[str]) -> None:
        wanted = [name.rstrip(":,") for name in names]
        known = {*orders.standing, *(sent.name for sent in orders.ahead)}
        missing = [name for name in wanted if name not in known]
        if missing:
            raise Refused(f"You have no order for {missing[0]!r}. On file: {', '.join(sorted(known)) or 'none'}.")
        gone = set(wanted) or known
        orders.standing = {name: keys for name, keys in orders.standing.items() if name not in gone}
        orders.ahead = [sent for sent in orders.ahead if sent.name not in gone]
        self.changed.append(f"orders cleared: {', '.join(sorted(gone)) or 'there were none'}")

    def _set_order(self, orders: Orders, text: str) -> None:
        line = read_line(1, text)
        if line is None or line.name is None or not line.words:
            raise Refused("An order is written `orders NAME: first, second, any`.")
        question = next((q for q in vocabulary(self.play, self.asker.seat).questions if q.name == line.name), None)
        words = [part.strip() for part in line.words.split(",") if part.strip()]
        if question is None:
            if line.name not in question_names(self.play):
                raise Refused(f"There is no question {line.name!r} in this game, as far as can be seen now.")
            keys = words
        else:
            keys = [known_key(question, part) or ("none" if part == "none" else "") for part in words]
            bad = [part for part, key in zip(words, keys, strict=True) if not key]
            if bad:
                raise Refused(f"{bad[0]!r} is no answer to {question.name}.")
        orders.standing[line.name] = keys
        self.changed.append(f"standing order {line.name}: {', '.join(keys)}")

    def _do_away(self, command: Command) -> None:
        self._need_player()
        from pbem.desk.requests import ask_away

        reader = self.context.reader
        said = ask_away(self.session, self.asker.seat, command.text, self.now, reader.zone, self.context.language)
        self.changed.append(said)
        self._to_moderator(f"{self.asker.info.player} ({self.asker.seat}): {said}.")

    def _request(self, kind: str, text: str, said: str, **note: object) -> Request:
        requests = self.game.moderation.requests
        mine = [r for r in requests if r.seat == self.asker.seat and r.status == "open"]
        if any(r.kind == kind and r.text == text for r in mine):
            raise Refused("This is on file already and waits for the moderator.")
        request = Request(
            number=len(requests) + 1, seat=self.asker.seat, kind=kind,  # type: ignore[arg-type]
            text=text, entry=self.game.entry, at=stamp(self.now), note=dict(note),
        )  # fmt: skip
        requests.append(request)
        self.changed.append(f"{said} (request {request.number})")
        who = f"{self.asker.info.player} ({self.asker.seat})"
        self._to_moderator(f"{who} asks, request {request.number}: {kind}{': ' + text if text else ''}")
        return request

    def _do_undo(self, command: Command) -> None:
        self._need_player()
        from pbem.desk.requests import ask_undo

        said, mails = ask_undo(self.session, self.asker.seat, command.text, self.now)
        self.changed.append(said)
        self.owed += mails

    def _do_appeal(self, command: Command) -> None:
        self._need_player()
        from pbem.desk.requests import ask_appeal

        said, mails = ask_appeal(self.session, self.asker.seat, command.text, self.now)
        self.changed.append(said)
        self.owed += mails

    def _do_resign(self, command: Command) -> None:
        self._need_player()
        word = fold(command.text).strip(" .!")
        if word == "cancel":
            for request in self.game.moderation.requests:
                if request.seat == self.asker.seat and request.kind == "resign" and request.status == "open":
                    request.status = "withdrawn"
                    self.changed.append("your resignation is withdrawn")
                    return
            raise Refused("You have not resigned.")
        if word not in ("confirm", "confirmed", "yes"):
            self._tell("Resign", "Do you really want to give up your seat? Then reply with `resign confirm`.")
            return
        self._request("resign", "", "your resignation is with the moderator, who looks for a substitute")

    def _consent(self, command: Command, agrees: bool) -> None:
        self._need_player()
        from pbem.desk.requests import consent

        digits = command.text.strip("#. ")
        if not digits.isdecimal():
            raise Refused(f"There is no request {command.text[:20]!r}.")
        said, done = consent(self.session, self.asker.seat, int(digits), agrees)
        self.changed.append(said)
        if done is not None:
            self.owed += done.mails
            self.readers = {**self.readers, **done.told}
        word = "agree" if agrees else "refuse"
        self._to_moderator(f"{self.asker.info.player} ({self.asker.seat}) says to request {digits}: {word}.")

    def _do_agree(self, command: Command) -> None:
        self._consent(command, True)

    def _do_refuse(self, command: Command) -> None:
        self._consent(command, False)

    # -- messages --------------------------------------------------------------------------------------------------

    def _do_say(self, command: Command) -> None:
        text = command.text.strip()
        if not text:
            raise Refused("The message is empty.")
        seats, whom = self._addressees(command.to)
        if whom == "all" and self.asker.info.role == "player":
            # Public press belongs to the record; the messages themselves go out as mails of their own.
            self.play.write(self.now, self.asker.seat, "player", kind="announce", note={"reason": text})
        for seat in seats:
            self._message(seat, text, self.asker.info.player, whom)
        self.changed.append(f"message passed on to {whom}")

    def _addressees(self, to: str) -> tuple[list[str], str]:
        from pbem.engine.people import find_seat

        wanted = fold(to)
        others = [info.seat for info in self.game.seats if info.seat != self.asker.seat]
        if wanted in ("all", "everybody", "everyone", ""):
            return others, "all"
        if wanted in ("moderator", "mod", "gm"):
            if self.game.moderator() is None:
                raise Refused("This game has no moderator.")
            return ["moderator"], "the moderator"
        info = find_seat(self.game, to, roles=("player", "moderator", "observer"))
        if info.seat == self.asker.seat:
            raise Refused("That is yourself.")
        return [info.seat], info.player

    def _message(self, seat: str, text: str, who: str, whom: str) -> None:
        self.game.moderation.chat += 1
        number = self.game.moderation.chat
        note = {"who": who, "to": whom, "text": text, "when": stamp(self.now)}
        self.owed.append(owed(self.game, seat, "message", note, number))

    def _to_moderator(self, text: str) -> None:
        if self.game.moderator() is not None and self.asker.info.role != "moderator":
            self._message("moderator", text, self.asker.info.player, "the moderator")

    # -- the person's own settings ---------------------------------------------------------------------------------

    def _do_news(self, command: Command) -> None:
        word = fold(command.text).strip(".")
        self._setting("news", word, {"each": "each", "daily": "daily", "digest": "daily", "asked": "asked"})

    def _do_plain(self, command: Command) -> None:
        self._setting("plain", fold(command.text).strip("."), {"on": True, "yes": True, "off": False, "no": False})

    def _do_language(self, command: Command) -> None:
        self._setting("language", fold(command.text).strip("."), {name: name for name in ("en", "pl", "hu")})

    def _do_zone(self, command: Command) -> None:
        from pbem.engine.clock.zones import zone_of, zone_suggestions

        name = command.text.strip().rstrip(".")
        if zone_of(name).note is not None:
            near = ", ".join(zone_suggestions(name))
            raise Refused(f"There is no time zone {name[:40]!r}." + (f" Did you mean {near}?" if near else ""))
        self._setting("zone", name, {name: name})

    def _setting(self, key: str, word: str, values: dict[str, object]) -> None:
        from pbem.store.roster import changing_roster

        if word not in values:
            raise Refused(f"`{key}` takes one of: {', '.join(values)}.")
        value = values[word]
        name = self.asker.info.player

        def change() -> None:
            with changing_roster(self.session.desk.home) as roster:
                setattr(roster.need(name), key, value)

        self.after.append(change)
        self.changed.append(f"{key} is {word} from now on")

    def _do_address(self, command: Command) -> None:
        """A new address must be confirmed from the old one, with words that only the old box has got (fault 275)."""
        import secrets

        from pbem.mail.letter import check_address
        from pbem.store.roster import AddressChange, changing_roster

        words = command.text.split()
        if words and fold(words[0]) == "confirm":
            self._confirm_address(words[-1])
            return
        new = check_address(command.text.strip().strip("<>"))
        code = secrets.token_hex(5)
        name = self.asker.info.player

        def ask() -> None:
            with changing_roster(self.session.desk.home) as roster:
                person = roster.need(name)
                person.change = AddressChange(address=new, asked=stamp(self.now), token=code)
            self._tell(
                "Your address",
                f"To change it to {new}, reply to this mail from your present address with the line\n\n"
                f"  address confirm {code}\n\nWithout that nothing changes.",
            )

        self.after.append(ask)

    def _confirm_address(self, code: str) -> None:
        import hmac

        from pbem.desk.notes import lift
        from pbem.store.roster import changing_roster

        with changing_roster(self.session.desk.home) as roster:
            person = roster.need(self.asker.info.player)
            if person.change is None or not hmac.compare_digest(person.change.token.encode(), code.lower().encode()):
                raise Refused("There is no change of address that waits for this confirmation.")
            person.address, person.change, person.hold = person.change.address, None, None
        name = self.asker.info.player
        lift(self.game, name, self.now)
        self.after.append(lambda: self._lift_elsewhere(name))
        self.changed.append("your address is changed; this answer went to the old one")

    def _lift_elsewhere(self, name: str) -> None:
        from pbem.desk.notes import reachable

        reachable(self.session.desk, name, without=self.game.id)

    def _do_mod(self, command: Command) -> None:
        if self.asker.info.role != "moderator":
            self._to_moderator(f"{self.asker.info.player} ({self.asker.seat}) sent a moderator's command: refused.")
            raise Refused("Only the moderator can do that; the moderator was told.")
        from pbem.desk.modmail import moderate

        done = moderate(self.session, command.text, self.asker.info.player)
        if done.data.get("dry_run"):
            self._tell("Dry run", done.text)
            return
        self.session.reopen()
        self.game, self.play = self.session.game, self.session.play
        self.owed += done.mails
        self.readers = {**self.readers, **done.told}
        self.after += done.after
        self.changed.append(done.text)

    # -- the verdict -----------------------------------------------------------------------------------------------

    def _verdict(self, script: Script, moved: Receipt | None) -> None:
        answer = self.answer
        answer.sections = list(self.told)
        if moved is not None:
            self._counted(moved)
        elif self.refused:
            answer.verdict, answer.why = NOT_COUNTED, self.refused[0]
            self.refused = self.refused[1:]
            answer.form = answer.form or bool(script.answers or script.nearly)
        elif self.changed:
            answer.verdict, answer.why = COUNTED, self.changed[0]
            self.changed = self.changed[1:]
        else:
            answer.verdict = INFORMATION
            answer.why = "what you asked for" if self.told or answer.board or answer.form else "nothing was asked"
        more = [*self.changed, *(f"Not possible: {text}" for text in self.refused)]
        if more:
            answer.sections.append(("Also", "\n".join(more)))
        if script.unread:
            shown = "\n".join(f"  {line[:160]}" for line in script.unread[:20])
            answer.sections.append(("not-read", shown))
        answer.entry = self.game.entry

    def _counted(self, receipt: Receipt) -> None:
        answer = self.answer
        answer.verdict, answer.board = COUNTED, True
        answer.entries = receipt.entries
        if receipt.ready is not None:
            from pbem.engine.clock.wording import moment_text

            when = moment_text(receipt.ready, self.context.reader.zone, self.context.language)
            answer.why = f"your move is on file and is played at {when}; a new mail replaces it, `undo` withdraws it"
        elif receipt.entries:
            answer.why = f"your move is entry #{receipt.entries[0].n}"
        else:
            answer.why = "kept for the question it answers"
        if receipt.unused:
            answer.why += "; something came to light, and you are asked again"
        lines = [_answered(entry) for entry in receipt.entries if entry.seat == self.asker.seat]
        text = "\n".join(line for block in lines for line in block)
        if receipt.ahead:
            text += "\n" + "\n".join(f"  {line}  # kept for later" for line in receipt.ahead)
        answer.sections.insert(0, ("read", text))
        if receipt.unused:
            dropped = "\n".join(f"  {line}" for line in receipt.unused)
            why = receipt.error.message if receipt.error else ""
            answer.sections.insert(1, ("Not used, because something was revealed before", f"{dropped}\n{why}"))


def _answered(entry: Entry) -> list[str]:
    """The player's own answers, in full, with where each came from."""
    sources = {"default": "default", "ahead": "sent ahead", "order": "standing order", "clock": "clock", "bot": "bot"}
    lines = []
    for answer in full_answers(entry):
        mark = f"  # {sources[answer.source]}" if answer.source in sources else ""
        lines.append(f"  {answer.name}: {', '.join(answer.keys or ['none'])}{mark}")
    return lines


def status_lines(work: Work) -> list[str]:
    """Whose answer is awaited until when, and what is on file."""
    from pbem.engine.clock.wording import deadline_text

    game, context, seat = work.game, work.context, work.asker.seat
    lines = [f"{work.session.title.full_name}, game {game.id}, entry #{game.entry}, {game.status}."]
    for other, asked in game.deadlines.items():
        until = ""
        if asked.due is not None:
            until = f", until {deadline_text(moment(asked.due), work.now, context.reader.zone, context.language)}"
        lines.append(f"Awaited: {game.person(other)} ({other}), question #{asked.entry}{until}.")
    if not game.deadlines:
        lines.append("Nobody is awaited.")
    question = work.play.question_for(seat) if work.asker.plays and game.status == "running" else None
    if question is not None:
        example = answer_line(question, question.harmless())
        lines.append(f"Your question: {question.prompt} ({question.name}), for example `{example}`.")
    scores = work.session.title.scores(work.play.table)
    if scores:
        lines.append("Points: " + ", ".join(f"{game.person(s)} {points}" for s, points in scores.items()) + ".")
    for request in game.moderation.requests:
        if request.status == "open":
            lines.append(f"Request {request.number}: {game.person(request.seat)}, {request.kind}.")
    for absence in game.moderation.absences:
        if moment(absence.end) > work.now:
            lines.append(f"Away: {game.person(absence.seat)}, {absence.start[:10]} to {absence.end[:10]}.")
    for unreachable in game.moderation.unreachable:
        lines.append(f"Mail to {game.person(unreachable)} comes back.")
    return lines


# -- what a seat's answers look like ---------------------------------------------------------------------------------


def question_names(play: Play) -> set[str]:
    """Every question name that the title says it may ask; empty if it does not say."""
    return set(getattr(play.title, "question_names", ()))


def vocabulary(play: Play, seat: str) -> Vocabulary:
    """The words of a seat's answers now, and a way to look at what follows some of them."""
    if play.game.status != "running" or seat not in play.table.seats:
        return Vocabulary([], question_names(play))
    title, table = play.title, play.table
    asked = play.question_for(seat)

    def questions() -> list[Question]:
        return [*([asked] if asked else []), *title.foresee(table, seat), *title.menu(table, seat)]

    def ahead(move: str) -> Glance:
        try:
            seen = play.preview(seat, move)
        except (NotUnderstood, NotPossible, Ambiguous):
            return Glance(named=True)
        except PbemError:
            return Glance()
        return Glance(seen.questions.get(seat), taken=not seen.reveal, passed=tuple(seen.passed))

    names = question_names(play)
    if not names or (asked is not None and asked.name not in names):
        return Vocabulary(questions(), names, ahead)
    return Vocabulary(questions, names, ahead)  # a mail of plain answers never asks for them
