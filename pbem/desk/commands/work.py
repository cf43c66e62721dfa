"""Answering: what the commands of one text come to, for a mail and for the command line alike.

Everything a text changes is saved by one commit. A move decides the verdict; without one, COUNTED means that something
was changed, NOT COUNTED that something was refused, INFORMATION that only something was asked. What each command does
stands in `information`, `requests` and `preferences`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Literal

from pbem.core.errors import (
    AlreadyCounted,
    NotPossible,
    NotUnderstood,
    OutOfDate,
    PbemError,
    PlayerError,
    Refused,
    Unfinished,
    without_promise,
)
from pbem.core.words import Say, Verbatim
from pbem.desk.commands.handlers import find_command
from pbem.desk.games.moves import take_move
from pbem.desk.people.wishes import remember
from pbem.desk.post.unread_lines import aside_section, why_aside
from pbem.desk.upkeep.trouble import trouble
from pbem.engine.gamefile import Draft, Entry, GameFile, OwedMail, SeatInfo, Wish
from pbem.engine.journal import full_answers, stamp
from pbem.engine.notices import owed
from pbem.engine.submission.drafts import additions, draft_of, drop_draft, keep_draft
from pbem.engine.submission.lines import look_alikes
from pbem.mail.composing.layout import question_lines
from pbem.mail.typed.commands import Command, Nearly, Script
from pbem.mail.typed.spelling import MOST_REASON
from pbem.mail.words import COUNTED, INFORMATION, NOT_COUNTED

if TYPE_CHECKING:
    from pbem.core.questions import Question
    from pbem.desk.interface import Session
    from pbem.engine.play import Play, Receipt
    from pbem.engine.submission.outcomes import Preview
    from pbem.mail.composing.context import MailContext
    from pbem.mail.typed.asides import Aside

WishKey = Literal["news", "plain", "format", "language", "zone", "address", "public", "standby"]
MOST_UNREAD = 6


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
    long: bool = False
    """Its reader asked for more than a receipt or a refusal: a list, the board, the order form."""
    draft: bool = False  # part of a turn was kept; what comes next is asked
    token: bool = False
    """The subject carries a token: the mail that is answered had lost everything else."""
    free: bool = False  # a moderator tried something out: none of the answers of a day to mail that is not counted
    saved: bool = False
    """Whether the text changed something: the game then owes this answer, and names it by the same commit."""

    def note(self) -> dict[str, object]:
        return {
            "verdict": self.verdict, "why": self.why, "sections": [list(part) for part in self.sections],
            "form": self.form, "board": self.board, "news": bool(self.entries),
            **{key: True for key in ("long", "draft", "token") if getattr(self, key)},
        }  # fmt: skip


class Work:
    """One text being carried out on one game."""

    def __init__(
        self, session: Session, asker: Asker, now: datetime, context: MailContext, *, whole: bool = False
    ) -> None:
        self.session = session
        self.whole = whole
        """All or nothing, as on a command line: the first refusal is raised, and nothing is saved."""
        self.game: GameFile = session.game
        self.play: Play = session.play
        self.asker = asker
        self.now = now
        self.context = context
        """How this reader is spoken to; its game is this one."""
        self.answer = Answer()
        self.changes = False
        """Whether there is anything to save."""
        self.changed: list[str] = []
        self.refused: list[PbemError] = []
        self.told: list[tuple[str, str]] = []
        self.beside: list[tuple[str, str]] = []
        """Sections that nobody asked for."""
        self.owed: list[OwedMail] = []
        self.readers: dict[str, Sequence[tuple[str, str]]] = {}
        """Sections for the mails that new entries call for, by seat."""
        self.after: list[Callable[[], None]] = []
        """What adds to the answer once everything is carried out; it changes nothing in the game."""
        self.owe: Callable[[Answer], OwedMail | None] | None = None
        """Names the answer as a mail that the game owes; None where it is printed."""
        self.asides: list[Aside] = []
        """What looks like an answer and was not read."""
        self.same = 0
        """The entry that has this very move already."""

    def carry_out(self, script: Script) -> Answer:
        """Carry everything out on the table in memory, and say what becomes of it."""
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
        if self.whole and self.refused:
            raise self.refused[0]
        for look in self.after:
            look()
        # A refusal may owe a mail, too: the moderator is told of what others tried.
        self.changes = bool(
            self.answer.draft or self.changed or self.owed or (moved is not None and (moved.entries or moved.ahead))
        )
        self._verdict(script, moved)
        if self.changes:
            self._seal()
        return self.answer

    def _seal(self) -> None:
        """Seal the text: the commit that follows saves what it changed, its digest and its answer (promises 3, 4)."""
        self.game.moderation.contact[self.asker.seat] = stamp(self.now)
        if self.asker.mail is not None:
            remember(self.game, self.asker.mail)
        answer = self.owe(self.answer) if self.owe is not None else None
        self.owed = [*self.owed, *([answer] if answer is not None else [])]
        self.answer.saved = True

    # -- what commands need ----------------------------------------------------------------------------------------

    def say(self, key: str, /, **values: object) -> str:
        return self.context.say(key, **values)

    def tell(self, heading: str, text: str) -> None:
        """Add a section of the answer; its heading is a key of the frame texts."""
        self.told.append((heading, text))

    def need_player(self) -> None:
        if not self.asker.plays:
            raise Refused(self.say("only-players"))

    def question_lines(self, question: Question, texts: dict[str, str] | None = None) -> list[str]:
        if texts is not None and hasattr(question, "text"):
            question.text = texts.__getitem__ if texts else None
        return question_lines(question, self.context.language, whole=True, words=self.context.words)

    def message(self, seat: str, text: str, who: str, whom: str) -> None:
        """Send a mail from one to another; `whom` is `all`, `moderator` or a player's name."""
        self.game.moderation.chat += 1
        note = {"who": who, "to": whom, "text": text, "when": stamp(self.now)}
        self.owed.append(owed(self.game, seat, "message", note, self.game.moderation.chat))

    def person(self, seat: str) -> str:
        """Say who holds a seat, as whoever asks may know."""
        return self.game.person(seat, self.asker.info.role)

    def wish(self, key: WishKey, value: str | bool, reason: str = "") -> None:
        """Note something that the roster is to learn."""
        wish = Wish(player=self.asker.info.player, key=key, value=value, reason=reason[:MOST_REASON])
        self.game.moderation.wishes.append(wish)

    @property
    def asker_text(self) -> str:
        """`Ania (crane)`, for the moderator."""
        return Say("{name} ({seat})", name=Verbatim(self.asker.info.player), seat=self.asker.seat)

    def to_moderator(self, text: str) -> None:
        """Send a note of ours to the moderator, said in the moderator's language."""
        if self.game.moderator() is not None and self.asker.info.role != "moderator":
            self.message("moderator", text, self.asker.info.player, "moderator")

    # -- moves -----------------------------------------------------------------------------------------------------

    def _moves(self, script: Script) -> Receipt | None:
        text = self._with_pass(script)
        if script.nearly:
            for near in script.nearly:
                self.refused.append(self._nearly(near))
            return None
        aside = why_aside(self.context, self.asides)
        if aside:
            self.refused.append(NotUnderstood(aside))
            return None
        if not text.strip():
            return None
        if not self.asker.plays:
            self.refused.append(Refused(self.say("only-players-move")))
            return None
        if script.preview:
            self._guarded(lambda: self.preview(text, script.wish))
            return None
        try:
            receipt = self._taken(text)
        except AlreadyCounted as same:
            if self.whole:
                raise
            self.same = same.entry
            return None
        except PlayerError as error:
            self.refused.append(error)
            return None
        self.answer.receipt = receipt
        return receipt

    def _taken(self, text: str) -> Receipt | None:
        """Take a move that is complete, together with the draft on file; keep one that is not as a draft if it came by
        mail and all of its lines are legal."""
        seat, game = self.asker.seat, self.game
        kept = draft_of(game, seat) if self.drafts else None
        failed: PlayerError | None = None
        for whole in additions(kept, text, self._left_open(kept)):
            try:
                guard = self._guard_entry()
                receipt = take_move(self.session, seat, whole, self.now, entry=guard, mail=self.asker.mail)
            except (AlreadyCounted, OutOfDate):
                raise
            except PlayerError as error:
                if isinstance(error, Unfinished) and self._keep(whole):
                    return None
                failed = error
            else:
                drop_draft(game, seat)
                return receipt
        assert failed is not None
        if kept is not None:
            lines = "; ".join(map(self.context.typed, kept.lines))
            self.beside.append(("h-draft", self.say("draft-stays", lines=lines)))
        raise failed

    def _left_open(self, kept: Draft | None) -> str:
        """Name the question that a draft leaves open."""
        seen = self.play.preview(self.asker.seat, "\n".join(kept.lines)) if kept is not None else None
        question = seen.questions.get(self.asker.seat) if seen is not None else None
        return question.name if question is not None else ""

    @property
    def drafts(self) -> bool:
        """Only a mail makes drafts: whoever types a move can type the rest of it."""
        return not self.whole and self.asker.mail is not None and self.asker.seat in self.game.deadlines

    def _keep(self, text: str) -> bool:
        """Keep part of a turn; False where one of its lines has no place in it."""
        if not self.drafts:
            return False
        try:
            seen = self.play.preview(self.asker.seat, text, through=True)
        except PlayerError:
            return False
        kept = keep_draft(self.game, self.asker.seat, text, seen, self.now)
        if kept is None:
            return False
        self.answer.draft = True
        self.told.append(("h-draft", "\n".join(f"  {self.context.typed(line)}" for line in kept.lines)))
        happens = self._happens(seen)
        if happens:
            self.told.append(("h-preview", "\n".join(happens)))
        return True

    def _nearly(self, near: Nearly) -> NotUnderstood:
        """Say what a line that is almost an answer or a command may mean."""
        line = self.say("in-line", n=near.number) if near.number else ""
        if near.verb:
            text = self.say("nearly-command", line=line, text=near.text[:80], verb=near.verb)
        else:
            meant = self.say("or").join(f'"{self.context.typed(line)}"' for line in near.meant[:3])
            text = self.say("nearly", line=line, text=near.text[:80], meant=meant)
        return NotUnderstood(text + look_alikes(near.text[:80]), line=near.number or None, expected=near.meant[:3])

    def _with_pass(self, script: Script) -> str:
        """Write `none` for `pass` where that is possible; where it is a listed answer it was read as one."""
        text = script.move
        for command in script.commands:
            if command.verb == "pass":
                question = self.play.question_for(self.asker.seat) if self.asker.plays else None
                if question is not None and question.low == 0:
                    text += f"\n{question.name}: none"
                else:
                    self.refused.append(NotPossible(self.say("no-pass")))
        return text

    def _guard_entry(self) -> int | None:
        """Return the entry that the rules check. A token whose question is closed plays nothing; but a simultaneous
        question may be answered again while others are asked, and a mail that asked nothing may bring answers ahead."""
        entry, seat, deadlines = self.asker.entry, self.asker.seat, self.game.deadlines
        if entry is None or seat in deadlines:
            return entry
        if seat in self.play.run.changeable() and deadlines and entry >= min(d.entry for d in deadlines.values()):
            return None
        return entry if self.asker.asked else None

    def _happens(self, seen: Preview) -> list[str]:
        """Say what a move would do as far as it was tried: events as the seat may know them, stock and points before
        and after."""
        seat, title = self.asker.seat, self.play.title
        told = [self.context.tell(line) for event in seen.events if (line := title.line(event, seat))]
        changed = seen.compared(*self.play.standing(seat))
        return [*told, *([self.context.tell(changed)] if changed else [])]

    def preview(self, text: str, wish: str = "") -> None:
        """Show what a move would come to, up to the first thing it would reveal; `wish` are the words that asked."""
        seen = self.play.preview(self.asker.seat, text, through=True)
        key = "preview-hidden" if seen.reveal else "preview-whole" if seen.complete else "preview-part"
        lines = [self.say("preview-wish", text=wish[:80])] if wish else []
        lines += [self.say(key), *self._happens(seen)]
        for seat, question in seen.questions.items():
            if seat == self.asker.seat:
                lines += ["", *self.question_lines(question, seen.texts.get(seat))]
        self.tell("h-preview", "\n".join(lines))

    # -- commands --------------------------------------------------------------------------------------------------

    def _try(self, command: Command) -> None:
        found = find_command(command.verb)
        if self.asker.info.role == "observer" and (found is None or not found.observers):
            self.refused.append(Refused(self.say("for-players", verb=command.verb)))
        elif found is None:
            self.refused.append(Refused(self.say("not-here", verb=command.verb)))
        else:
            self._guarded(lambda: found.carry_out(self, command))

    def _guarded(self, work: Callable[[], None]) -> None:
        try:
            work()
        except PbemError as error:
            if not self.whole and trouble(error) is not None:
                raise  # our trouble, not the text's: it is tried again later
            self.refused.append(error)
        except ValueError as error:  # the clock's own problems are ValueErrors with a message for people
            self.refused.append(Refused(str(error)))

    # -- the verdict -----------------------------------------------------------------------------------------------

    def _verdict(self, script: Script, moved: Receipt | None) -> None:
        answer = self.answer
        answer.sections = list(self.told)
        answer.long = bool(self.told) or answer.board or answer.form
        if moved is not None:
            self._counted(moved)
        elif answer.draft:
            answer.verdict, answer.why, answer.form = NOT_COUNTED, self.say("draft-kept"), True
        elif self.refused:
            why, self.refused = self.refused[0].message, self.refused[1:]
            answer.verdict, answer.why = NOT_COUNTED, self.context.tell(without_promise(why) if self.changed else why)
            answer.form = answer.form or bool(script.answers or script.nearly)
        elif self.changed:
            answer.verdict, answer.why = COUNTED, self.changed[0]
            self.changed = self.changed[1:]
        else:
            asked = self.told or answer.board or answer.form
            answer.verdict, answer.why = INFORMATION, self.say("what-asked" if asked else "asked-nothing")
        if self.same:
            said = self.say("already-counted", n=self.same)
            if answer.verdict == INFORMATION:
                answer.why = said
            else:
                answer.sections.append(("h-also", said))
        more = [*self.changed, *(self.say("not-possible", text=without_promise(one.message)) for one in self.refused)]
        if more:
            answer.sections.append(("h-also", "\n".join(more)))
        answer.sections += [*self.beside, *aside_section(self.context, self.asides)]
        if answer.verdict == COUNTED and any(aside.reason != "quote" for aside in self.asides):
            answer.why += f"; {self.say('aside-below')}"
        if script.unread:
            answer.sections.append(("not-read", unread_text(script)))
        answer.entry = self.game.entry

    def _counted(self, receipt: Receipt) -> None:
        answer = self.answer
        answer.verdict = COUNTED
        answer.entries = receipt.entries
        if receipt.ready is not None:
            from pbem.engine.clock.times import moment_text

            when = moment_text(receipt.ready, self.context.reader.zone, self.context.language)
            answer.why = self.say("kept-until", when=when)
        elif receipt.entries:
            answer.why = self.say("counted-entry", n=receipt.entries[0].n)
        else:
            answer.why = self.say("kept-ahead")
        if receipt.unused:
            answer.why += f"; {self.say('asked-again')}"
        lines = [line for entry in receipt.entries if entry.seat == self.asker.seat for line in self._answered(entry)]
        lines += [f"  {self.context.typed(line)}  # {self.say('for-later')}" for line in receipt.waiting(self.game)]
        lines += [f"  {self.context.typed(line)}  # {self.say('not-needed')}" for line in receipt.unneeded]
        answer.sections.insert(0, ("read", "\n".join(lines)))
        if receipt.unused:
            dropped = "\n".join(f"  {self.context.typed(line)}" for line in receipt.unused)
            why = self.context.tell(receipt.error.message) if receipt.error else ""
            answer.sections.insert(1, ("h-unused", f"{dropped}\n{why}"))

    def _answered(self, entry: Entry) -> list[str]:
        """List the player's own answers, in full, with where each came from."""
        lines = []
        for answer in full_answers(entry):
            mark = f"  # {self.say(f'source-{answer.source}')}" if answer.source != "line" else ""
            typed = self.context.typed(f"{answer.name}: {', '.join(answer.keys or ['none'])}")
            lines.append(f"  {typed}{mark}")
        return lines


def unread_text(script: Script) -> str:
    """List lines that are shown back as not read."""
    more = [f"  ... (+{len(script.unread) - MOST_UNREAD})"] if len(script.unread) > MOST_UNREAD else []
    return "\n".join([*(f"  {line[:160]}" for line in script.unread[:MOST_UNREAD]), *more])
