"""Playing: one game opened for reading questions, taking submissions, previewing and replaying.

A submission is a list of lines. They meet the questions as the contract's "Moves" says: a window takes the next
unused line if that fits, else its default; a required question takes the first unused line of its name; a line passed
over or left over is an error. The submission is applied to the loaded table and kept whole or not at all, except that
everything up to and including a reveal stays.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from pbem.core.chance import ChanceSource, SeedChance
from pbem.core.errors import (
    Ambiguous,
    NotAsked,
    NotPossible,
    NotUnderstood,
    OutOfDate,
    PlayerError,
    RevealAhead,
    RulesBug,
    Unfinished,
)
from pbem.core.procedures import AskAll, Run
from pbem.core.questions import NONE, Amount, Keys, Question, Seat, answer_line
from pbem.core.table import Live, Table, View
from pbem.core.titles import Title, make_options
from pbem.engine import lines as reading
from pbem.engine.gamefile import Ahead, Answer, By, Deadline, Entry, GameFile, Orders
from pbem.engine.journal import full_answers, make_entry, stamp
from pbem.engine.lines import Line

Filler = Callable[[Table, Seat, Question], Keys]


class _TurnEnded(Exception):
    """In a preview: the seat's turn is over."""


@dataclass(slots=True)
class Receipt:
    """What became of a submission."""

    seat: Seat
    entries: list[Entry] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    ahead: list[str] = field(default_factory=list)
    """Lines kept as answers sent ahead."""
    unused: list[str] = field(default_factory=list)
    """Lines dropped because something was revealed before them."""
    error: PlayerError | None = None
    """Why lines were dropped."""
    finished: bool = False
    """The seat's turn is over."""
    ready: datetime | None = None
    """When a move that was counted, but must wait (minimum time, cooling-off), is played."""

    @property
    def again(self) -> bool:
        """The seat is asked again because new things came to light."""
        return not self.finished


@dataclass(slots=True)
class Preview:
    """Where part of a move leads, seen on a copy: the questions then open, and whether the move is whole."""

    questions: dict[Seat, Question]
    complete: bool
    reveal: bool = False
    texts: dict[str, dict[str, str]] = field(default_factory=dict)
    passed: list[str] = field(default_factory=list)
    """Names of the questions that were answered on the way, windows that took their default among them."""


class Play:
    """A game opened for play. Create one for each load; after an error raised by `submit` it stands as before."""

    def __init__(self, game: GameFile, title: Title, data: Any, source: ChanceSource | None = None) -> None:
        self.game = game
        self.title = title
        self.data = data
        self.source = source
        self.seed = bytes.fromhex(game.seed)
        self._restore_from = b""
        self._seen: tuple[str, Table, View] | None = None
        self._attach(game.table)

    # -- the table and its surroundings ----------------------------------------------------------------------

    def _attach(self, table: Table) -> None:
        chance = self.source or SeedChance(self.seed, self.game.id)
        options = make_options(self.title, title_options(self.title, self.game.options))
        table.live = Live(chance, self.data, options, frozenset(self.game.rules.fixes))
        self.game.table = table
        self.run = Run(table)
        self.run.advance()
        self._put = self._marks()

    def lay(self, table: Table) -> None:
        """Lay another table under this play (undo, correction, ruling); its open question is made anew. A question
        that comes out different is put anew by the next entry."""
        before = self._put
        self._attach(table)
        self._put = before

    def _snapshot(self) -> None:
        self._restore_from = self.game.table.model_dump_json().encode()

    def _restore(self) -> None:
        self.lay(self.title.table_model.model_validate_json(self._restore_from))

    @property
    def table(self) -> Table:
        return self.game.table

    def view(self, seat: Seat | None) -> View:
        """What a seat may know after the last entry (None: a spectator); what all know is gathered once an entry."""
        seen = self._seen
        if seen is None or seen[0] != self.game.head or seen[1] is not self.table:
            view = self.title.view(self.table, seat)
            self._seen = self.game.head, self.table, view
            return view
        return self.title.for_reader(seen[2], self.table, seat)

    def questions(self) -> dict[Seat, Question]:
        """What is asked of whom now."""
        return self.run.questions()

    def question_for(self, seat: Seat) -> Question | None:
        """The question a seat may answer now: an open one, one it may still change, or an owed one."""
        found = self.run.questions().get(seat) or self.run.changeable().get(seat)
        if found is None and self.run.owed(seat):
            return self.on_copy(lambda play: play.owed_question(seat))  # type: ignore[no-any-return]
        return found

    def owed_question(self, seat: Seat) -> Question | None:
        self.run.take_up(seat)
        return self.run.questions().get(seat)

    def on_copy(self, look: Callable[[Play], Any]) -> Any:
        """Run something on a copy of the table and return what it saw."""
        copy = self.game.model_copy()
        copy.table = self.title.table_model.model_validate_json(self.game.table.model_dump_json())
        return look(Play(copy, self.title, self.data, self.source))

    # -- submissions -----------------------------------------------------------------------------------------

    def submit(
        self,
        seat: Seat,
        text: str,
        now: datetime,
        *,
        by: By = "player",
        mail: str | None = None,
        entry: int | None = None,
        filler: Filler | None = None,
        note: dict[str, Any] | None = None,
    ) -> Receipt:
        """Apply a submission and everything that follows by itself. Errors leave the game as it was."""
        self._check_running(seat)
        self.check_entry(seat, entry)
        lines = reading.split_lines(text)
        if not lines and filler is None:
            raise NotUnderstood(f"No answer was found in the text. {self._asked(seat)} Nothing was changed.")
        receipt = self._attempt(seat, lines, now, by, mail, filler, note)
        self.follow_orders(now, receipt)
        self.close(now)
        return receipt

    def _check_running(self, seat: Seat) -> None:
        if self.game.status != "running":
            raise NotAsked(f"The game {self.game.id} is {self.game.status}. Nothing was changed.")
        if seat not in self.table.seats:
            raise NotAsked(f"{seat} is no seat of {self.game.id}. Nothing was changed.")

    def check_entry(self, seat: Seat, entry: int | None) -> None:
        if entry is None:
            return
        open_at = self.game.deadlines.get(seat)
        if open_at is None or open_at.entry != entry:
            now = f"your open question is #{open_at.entry}" if open_at else "nothing is asked of you now"
            raise OutOfDate(f"This answers question #{entry}; {now}. Nothing was changed.")

    def _asked(self, seat: Seat) -> str:
        question = self.question_for(seat)
        if question is not None:
            return f"Asked: {question.prompt} ({question.name}). {reading.possible(question)}"
        waiting = ", ".join(f"{s} ({q.name})" for s, q in self.questions().items())
        return f"It is not {seat}'s turn; awaited: {waiting or 'nobody'}."

    def _attempt(
        self,
        seat: Seat,
        lines: list[Line],
        now: datetime,
        by: By,
        mail: str | None,
        filler: Filler | None,
        note: dict[str, Any] | None,
    ) -> Receipt:
        self._snapshot()
        attempt = Attempt(self, seat, lines, filler)
        try:
            attempt.go()
        except PlayerError as error:
            if not attempt.kept:
                self._restore()
                raise
            self._keep(attempt)
            error.message = error.message.replace(" Nothing was changed.", "")  # what came before stays
            attempt.stopped = error
        except (RulesBug, AssertionError, RevealAhead):
            self._restore()
            raise
        return self._receipt(attempt, now, by, mail, note)

    def _keep(self, attempt: Attempt) -> None:
        """Run again from the loaded table as far as the last reveal."""
        self._restore()
        attempt.rewind()
        if attempt.took_up:
            self.run.take_up(attempt.seat)
        for answer, _ in attempt.answers:
            assert answer.keys is not None
            self.run.give(answer.seat, answer.keys)

    def _receipt(
        self, attempt: Attempt, now: datetime, by: By, mail: str | None, note: dict[str, Any] | None
    ) -> Receipt:
        receipt = Receipt(attempt.seat, answers=[answer for answer, _ in attempt.answers], finished=attempt.finished)
        if attempt.stopped is not None and not attempt.clean:
            receipt.error = attempt.stopped
            receipt.unused = [line.raw for line in attempt.lines if not line.used]
        orders = self.game.orders.setdefault(attempt.seat, Orders())
        orders.ahead = [a for a in orders.ahead if a not in attempt.spent]
        for name, keys, raw in attempt.ahead:
            orders.ahead = [a for a in orders.ahead if a.name != name]
            orders.ahead.append(Ahead(name=name, keys=keys, entry=self.game.entry + 1))
            receipt.ahead.append(raw)
        if attempt.answers:
            if attempt.took_up:
                note = {**(note or {}), "owed": True}
            receipt.entries.append(self.write(now, attempt.seat, by, attempt.answers, mail, note))
        if not orders.ahead and not orders.standing:
            del self.game.orders[attempt.seat]
        return receipt

    # -- the journal -----------------------------------------------------------------------------------------

    def write(
        self,
        now: datetime,
        seat: Seat | None,
        by: By,
        answers: Sequence[tuple[Answer, bool]] = (),
        mail: str | None = None,
        note: dict[str, Any] | None = None,
        kind: Any = "move",
        secret_note: dict[str, Any] | None = None,
    ) -> Entry:
        """Add an entry for what has happened on the table since the last one."""
        live: Live = self.table.live
        game = self.game
        entry = make_entry(
            n=game.entry + 1, prev=game.head, now=now, game=game.id, seed=self.seed, table=self.table, kind=kind,
            seat=seat, by=by, answers=answers, events=live.events, draws=live.draws, mail=mail, note=note,
            secret_note=secret_note,
        )  # fmt: skip
        game.entry, game.head = entry.n, entry.hash
        game.recent.append(entry)
        live.events, live.draws = [], []
        self._ask_stamps(now, {answer.seat for answer, _ in answers})
        return entry

    def _ask_stamps(self, now: datetime, answered: set[Seat]) -> None:
        """Note for each seat at which entry its open question was put; a question that others' answers left as it was
        keeps its entry."""
        deadlines = self.game.deadlines
        marks = self._marks()
        for seat in [s for s in deadlines if s not in marks]:
            del deadlines[seat]
        for seat, mark in marks.items():
            if seat not in deadlines or seat in answered or mark != self._put.get(seat):
                deadlines[seat] = Deadline(entry=self.game.entry, since=stamp(now))
        self._put = marks

    def _marks(self) -> dict[Seat, object]:
        """What is asked of each seat, in a form that can be compared."""
        stack = self.table.stack
        return {
            seat: (len(stack), stack[-1].kind, stack[-1].step, question.name, question.prompt, tuple(question.options))
            for seat, question in self.run.questions().items()
        }

    # -- orders on file --------------------------------------------------------------------------------------

    def on_file(self, seat: Seat, question: Question) -> tuple[Keys, Ahead | None] | None:
        """The answer that the seat's orders give: answers sent ahead first, then standing orders."""
        orders = self.game.orders.get(seat)
        if orders is None:
            return None
        for sent in orders.ahead:
            if sent.name == question.name:
                keys = reading.rank(question, sent.keys)
                if keys is not None:
                    return keys, sent
        standing = orders.standing.get(question.name)
        if standing is not None:
            keys = reading.rank(question, standing)
            if keys is not None:
                return keys, None
        return None

    def follow_orders(self, now: datetime, receipt: Receipt | None = None) -> list[Entry]:
        """Let orders on file answer what is asked now, each as an entry of its own; a question that lapses takes its
        default where there are none."""
        written: list[Entry] = []
        tried: set[Seat] = set()
        while not self.run.over:
            asked = self.questions().items()
            seat = next((s for s, q in asked if s not in tried and (q.lapses or self.on_file(s, q) is not None)), None)
            if seat is None:
                break
            try:
                done = self._attempt(seat, [], now, "orders", None, None, None)
            except PlayerError:
                tried.add(seat)  # the orders do not carry to the end of the turn: ask the player
                continue
            tried.clear()
            written += done.entries
        if receipt is not None:
            receipt.entries += written
        return written

    def close(self, now: datetime) -> None:
        """If the game is over: its result and its status."""
        if not self.run.over or self.game.status != "running":
            return
        result = self.title.result(self.table)
        self.game.status = "finished"
        self.game.moderation.result = result.data() if result else None
        self.game.deadlines.clear()

    # -- preview ---------------------------------------------------------------------------------------------

    def preview(self, seat: Seat, text: str) -> Preview:
        """Apply part of a move on a copy, stopping before the first reveal. Illegal lines raise as in `submit`."""
        self._check_running(seat)
        return self.on_copy(lambda play: play.look(seat, reading.split_lines(text)))  # type: ignore[no-any-return]

    def look(self, seat: Seat, lines: list[Line]) -> Preview:
        """The preview itself; this Play is the copy and is spent afterwards."""
        self.table.live.preview = True
        attempt = Attempt(self, seat, lines, None, looking=True)
        try:
            attempt.go()
        except RevealAhead:
            return Preview({}, True, reveal=True, passed=attempt.passed())
        except _TurnEnded:
            return Preview({}, True, passed=attempt.passed())
        seen = self.run.questions()
        told = {s: texts(q) for s, q in seen.items()}
        preview = Preview(dict(seen), False, texts=told, passed=attempt.passed())
        preview.complete = seat not in seen or self._ends_by_defaults(seat)
        return preview

    def _ends_by_defaults(self, seat: Seat) -> bool:
        try:
            Attempt(self, seat, [], None, looking=True, defaults=True).go()
        except (RevealAhead, _TurnEnded):
            return True
        except Unfinished:
            return False
        return seat not in self.run.questions()

    # -- replay ----------------------------------------------------------------------------------------------

    def replay_answers(self, entry: Entry) -> None:
        """Give the recorded answers of an entry again."""
        if entry.note.get("owed") and entry.seat is not None:
            self.run.take_up(entry.seat)
        for answer in full_answers(entry):
            if answer.keys is None:
                raise RulesBug(f"entry {entry.n}: the answer to {answer.name} is sealed and its secret is missing")
            self.run.give(answer.seat, answer.keys)


class Attempt:
    """One submission meeting the questions of one seat."""

    def __init__(
        self,
        play: Play,
        seat: Seat,
        lines: list[Line],
        filler: Filler | None,
        *,
        looking: bool = False,
        defaults: bool = False,
    ) -> None:
        self.play = play
        self.seat = seat
        self.lines = lines
        self.filler = filler
        self.looking = looking
        self.defaults = defaults
        self.answers: list[tuple[Answer, bool]] = []
        self.ahead: list[tuple[str, list[str], str]] = []
        self.spent: list[Ahead] = []
        self.kept = 0
        self.kept_lines = 0
        self.kept_spent = 0
        self.used_order: list[Line] = []
        self.finished = False
        self.took_up = False
        self.depth = 0
        self.stopped: PlayerError | None = None
        self.denied: dict[int, PlayerError] = {}
        """Why a line did not say the same as a question that answered itself, by the line's identity."""
        self.met: dict[str, Question] = {}
        """Questions answered so far, by name."""

    @property
    def clean(self) -> bool:
        """The submission ended at its reveal: nothing was dropped."""
        return isinstance(self.stopped, Unfinished) and all(line.used for line in self.lines)

    def passed(self) -> list[str]:
        return [answer.name for answer, _ in self.answers]

    def rewind(self) -> None:
        """Forget what came after the last reveal."""
        self.answers = self.answers[: self.kept]
        self.spent = self.spent[: self.kept_spent]
        for line in self.used_order[self.kept_lines :]:
            line.used = False
        self.ahead = []
        self.finished = False

    def go(self) -> None:
        run = self.play.run
        run.on_turn_over = self._turn_over
        run.on_forced = self._answered_itself
        try:
            if not self._begin():
                return
            while not self.finished:
                question = run.questions().get(self.seat)
                if question is None or (self.answers and self._owed_done()):
                    self._end()
                    self.finished = True
                    return
                if self.looking and not self.defaults and not self._left():
                    return
                self._answer(question)
        finally:
            run.on_turn_over = None
            run.on_forced = None

    # -- where the seat stands -------------------------------------------------------------------------------

    def _begin(self) -> bool:
        """Find the seat's first question; False if the lines could only be kept for later."""
        run = self.play.run
        asked = run.questions().get(self.seat)
        if run.owed(self.seat) and (asked is None or self._means_owed(asked)):
            self.took_up = True
            self.depth = len(self.play.table.stack)
            run.take_up(self.seat)
            return True
        if asked is not None:
            self._said_already(asked)
            return True
        if self.seat in run.changeable() and not self.defaults:
            question = run.changeable()[self.seat]
            if any(reading.fits(question, line) for line in self.lines):
                self._answer(question)
                self._end()
                self.finished = True
                return False
        if not self.lines:
            raise NotAsked(f"{self.play._asked(self.seat)} Nothing was changed.")
        self.judge_left(self._left(), early=True)
        return False

    def _said_already(self, asked: Question) -> None:
        """Lines may begin by saying what answered itself before the seat was asked; one that says otherwise will be
        refused with that."""
        for known in self.play.table.itself.get(self.seat, []):
            left = self._left()
            if not left or reading.fits(asked, left[0]):
                return
            line, same = left[0], reading.read_line(0, known)
            if same is None or line.name not in (same.name, None):
                continue
            if line.words == same.words:
                self._use(line)
            elif line.name is not None:
                self.denied[id(line)] = NotPossible(
                    f'Line {line.number}: "{line.shown()}" is not possible: there was one answer only, "{known}". '
                    "Nothing was changed.",
                    line=line.number, text=line.raw, expected=[known],
                )  # fmt: skip

    def _means_owed(self, asked: Question) -> bool:
        """Beside a simultaneous question a seat may have an owed one: the first line says which it answers."""
        if not self.lines:
            return False
        owed = self.play.on_copy(lambda play: play.owed_question(self.seat))
        line = self.lines[0]
        if owed is None or not reading.fits(owed, line):
            return False
        if reading.fits(asked, line):
            both = [f"{asked.name}: {line.words}", f"{owed.name}: {line.words}"]
            raise Ambiguous(
                f'Line {line.number}: "{line.shown()}" fits two questions: "{both[0]}" and "{both[1]}". Please write '
                "the name. Nothing was changed.",
                line=line.number, text=line.raw, expected=both,
            )  # fmt: skip
        return True

    def _owed_done(self) -> bool:
        """Only owed choices were taken up, they are answered, and no line is left for anything else."""
        return self.took_up and len(self.play.table.stack) <= self.depth and not self._left()

    def _left(self) -> list[Line]:
        return [line for line in self.lines if not line.used]

    # -- one question ----------------------------------------------------------------------------------------

    def _answer(self, question: Question) -> None:
        play = self.play
        keys, source = self._choose(question)
        self.met[question.name] = question
        run = play.run
        sealed = run.sealed
        together = isinstance(run.open, AskAll)
        if together:
            self._end()
        self.answers.append(
            (Answer(seat=self.seat, name=question.name, keys=keys, source=source), question.private or sealed)
        )
        live: Live = play.table.live
        before = live.reveals
        # A reveal commits the answers before it even if the rules stop later in the same answer.
        run.give(self.seat, keys)
        if live.reveals != before:
            self.kept = len(self.answers)
            self.kept_lines = len(self.used_order)
            self.kept_spent = len(self.spent)
        if together:
            # Whoever answers last cannot know that: what follows is asked anew, even of the same seat.
            self.finished = True
            if self.looking:
                raise _TurnEnded

    def _choose(self, question: Question) -> tuple[Keys, Any]:
        found = self._line_for(question)
        if found is not None:
            return self._take(question, found), "line"
        filed = self.play.on_file(self.seat, question)
        if filed is not None:
            keys, ahead = filed
            if ahead is not None:
                self.spent.append(ahead)
                self._carry_on(question, ahead.keys, keys, ", ".join(ahead.keys))
                return keys, "ahead"
            return keys, "order"
        source = getattr(self.filler, "source", "clock")
        if question.default is not None and source != "bot":
            return list(question.default), "default"
        if self.filler is not None:
            return self.filler(self.play.table, self.seat, question), source
        raise self._unfinished(question)

    def _line_for(self, question: Question) -> Line | None:
        """The line that a question takes, by the contract's order."""
        left = self._left()
        if not left:
            return None
        if question.default is not None:
            return left[0] if reading.fits(question, left[0]) else None
        for line in left:
            if line.name == question.name or (line.name is None and reading.reads(question, line.words)):
                self._passed_over(question, left[: left.index(line)])
                return line
        if left[0].name is None:
            raise reading.refusal(question, left[0], left[0].words)
        return None

    def _passed_over(self, question: Question, passed: list[Line]) -> None:
        if passed:
            raise self._surplus(passed[0], question, early=False)

    def _take(self, question: Question, line: Line) -> Keys:
        """Read the line, and the ones right behind it that go on picking for the same question."""
        self._use(line)
        keys = reading.read_keys(question, line, line.words)
        self._carry_on(question, [part.strip() for part in line.words.split(",")], keys, line.raw)
        if question.high <= 1 or isinstance(question, Amount):
            return keys
        for more in self.lines[self.lines.index(line) + 1 :]:
            if len(keys) >= question.high or more.used or more.name != question.name or "," in more.words:
                break
            extra = reading.read_keys(question, more, more.words)
            if not extra or extra[0] in keys:
                break
            self._use(more)
            keys = keys + extra
        return keys

    def _carry_on(self, question: Question, ranking: list[str], used: Keys, raw: str) -> None:
        """Keep the rest of a ranking for the next question of the same name, where the title says that it serves."""
        rest = [key for key in (reading.known_key(question, reading.fold(word)) for word in ranking) if key not in used]
        if question.again and rest:
            self.ahead.append((question.name, [key for key in rest if key], raw))

    def _answered_itself(self, seat: Seat, question: Question) -> None:
        """A question with one answer needs no line; one that says the same is accepted in its place."""
        left = self._left()
        if seat != self.seat or self.finished or not left or not reading.fits(question, left[0]):
            return
        try:
            keys = reading.read_keys(question, left[0], left[0].words)
        except PlayerError as error:
            self.denied.setdefault(id(left[0]), error)
            return
        if sorted(keys) == sorted(question.forced or []):
            self._use(left[0])

    def _use(self, line: Line) -> None:
        line.used = True
        self.used_order.append(line)

    def _unfinished(self, question: Question) -> PlayerError:
        left = self._left()
        if left and id(left[0]) in self.denied:
            return self.denied[id(left[0])]
        if left:
            reason, rule = self._misplaced(left[0])
            return NotAsked(
                f'Line {left[0].number}: "{left[0].shown()}" does not answer what is asked next: {question.prompt} '
                f"({question.name}).{reason} {reading.possible(question)} Nothing was changed.",
                line=left[0].number, text=left[0].raw, rule=rule, expected=reading.nearest(question, left[0].words),
            )  # fmt: skip
        return Unfinished(
            f"The move is not finished: {question.prompt} ({question.name}). {reading.possible(question)} "
            "Nothing was changed; please send the whole move again.",
            expected=[answer_line(question, [key]) for key in question.options[: reading.SHOWN]],
        )

    # -- the end of the seat's part --------------------------------------------------------------------------

    def _turn_over(self, seat: Seat) -> None:
        if seat != self.seat or self.finished:
            return
        self._end()
        self.finished = True
        if self.looking:
            raise _TurnEnded

    def _end(self) -> None:
        """Judge left-over lines before anything more is revealed."""
        self.judge_left(self._left())

    def judge_left(self, left: list[Line], *, early: bool = False) -> None:
        """Keep lines that answer a foreseen question; any other is an error."""
        if not left:
            return
        foreseen = {q.name: q for q in self.play.title.foresee(self.play.table, self.seat)}
        for line in left:
            question = self._foreseen(foreseen, line)
            if question is None:
                raise self._surplus(line, None, early)
            keys = self._ahead_keys(question, line)
            self._use(line)
            self.ahead.append((question.name, keys, line.raw))

    def _foreseen(self, foreseen: dict[str, Question], line: Line) -> Question | None:
        if line.name is not None:
            return foreseen.get(line.name)
        fitting = [q for q in foreseen.values() if reading.reads(q, line.words)]
        return fitting[0] if len(fitting) == 1 else None

    def _ahead_keys(self, question: Question, line: Line) -> list[str]:
        """The words of a line sent ahead, each of which must be one the question may come to know."""
        parts = [part.strip() for part in line.words.split(",") if part.strip()]
        keys: list[str] = []
        for part in parts:
            key = reading.known_key(question, part)
            if key is None and part == NONE and question.low == 0:
                key = NONE
            if key is None:
                raise reading.refusal(question, line, part)
            keys.append(key)
        if not keys:
            raise reading.refusal(question, line, line.words)
        return keys

    def _surplus(self, line: Line, at: Question | None, early: bool) -> PlayerError:
        if id(line) in self.denied:
            return self.denied[id(line)]
        if early:
            why = self.play._asked(self.seat)
        elif at is not None:
            why = f"{at.prompt} ({at.name}) comes first, and no question before it takes this line."
        else:
            why = "the move is complete without it."
        before = next((one for one in self.used_order if one.name == line.name is not None), None)
        if before is not None and not early:
            why = f"line {before.number} has answered {line.name} already."
        reason, rule = self._misplaced(line) if not early else ("", None)
        known = self.met.get(line.name or "") or at
        return NotAsked(
            f'Line {line.number}: "{line.shown()}" answers no question: {why}{reason} Nothing was changed.',
            line=line.number, text=line.raw, rule=rule, expected=reading.nearest(known, line.words) if known else [],
        )  # fmt: skip

    def _misplaced(self, line: Line) -> tuple[str, str | None]:
        """The title's reason as a further sentence, and its rule."""
        found = self.play.title.misplaced(self.play.table, self.seat, line.name or "", line.words)
        if found is None:
            return "", None
        text, rule = found
        return f" {text[0].upper()}{text[1:]}{f' ({rule})' if rule not in text else ''}.", rule


def texts(question: Question) -> dict[str, str]:
    """What each option means, read now (a preview's table does not last)."""
    if isinstance(question, Amount):
        return {}
    return {key: question.describe(key) for key in question.options}


def title_options(title: Title, options: dict[str, Any]) -> dict[str, Any]:
    """Those of a game's options that are the title's (the others are the clock's)."""
    return {key: value for key, value in options.items() if key in title.options_model.model_fields}
