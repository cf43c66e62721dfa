"""One submission meeting the questions of one seat: which line a question takes, and what becomes of the others.

The order is that of `docs/move-language.md`: a window takes the next unused line if that fits, else its default; a
required question takes the first unused line of its name; a line passed over or left over is an error, found before
anything more is revealed. What is kept after a reveal is for `Play` to say; an attempt notes how far it had come.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pbem.core.errors import NotAsked, PlayerError, Unfinished, unchanged
from pbem.core.procedures import Ask, AskAll
from pbem.core.questions import DONE, NONE, Amount, Keys, Question, Seat
from pbem.core.table import Live, Table
from pbem.core.titles import Title
from pbem.engine.gamefile import Ahead, Answer
from pbem.engine.submission import lines as reading
from pbem.engine.submission import picks, reasons
from pbem.engine.submission.ahead import Foresight, names_of
from pbem.engine.submission.lines import Line
from pbem.engine.submission.refusals import Refusals

if TYPE_CHECKING:
    from pbem.engine.submission.opened_game import OpenedGame

Filler = Callable[[Table, Seat, Question], Keys]
"""Answers for a seat that did not: defaults, or a computer player."""


class Bot:
    """A computer player of a seat that no person moves: it also decides where a window has a default."""

    source = "bot"

    def __init__(self, title: Title) -> None:
        self.title = title

    def __call__(self, table: Table, seat: str, question: Question) -> list[str]:
        return self.title.prefer(table, seat, question)


SIDE, PROPOSES = "side", "proposes"
"""Words of an entry's note: seats that were asked the same; the seat for which an answer is proposed."""


class TurnEnded(Exception):
    """In a preview: the seat's turn is over."""


class Attempt(Refusals):
    """One submission meeting the questions of one seat."""

    def __init__(
        self,
        play: OpenedGame,
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
        self.foresight = Foresight(play.title, seat)
        self.spent: list[Ahead] = []
        self.served: list[tuple[Ahead, str]] = []
        """Answers on file that were used and stay there, each with what it answered."""
        self.defaulted: list[tuple[str, str]] = []
        """What was left to its default although a line could have been on file: occasion and answer."""
        self.done = self._said_done()
        """Its writer wants no window that what comes to light may open."""
        self.shown: int | None = None
        """How many events had happened before something came to light."""
        self.kept = 0
        self.kept_lines = 0
        self.kept_spent = 0
        self.kept_served = 0
        self.used_order: list[Line] = []
        self.finished = False
        self.took_up = False
        self.acts_for = {seat}
        """Whose turn it plays: its own, and that of a partner whose question it shares."""
        self.note: dict[str, Any] = {}
        """What its entry says of the other seats of its side."""
        self.taken: list[tuple[str, str]] = []
        """Which question each line answered."""
        self.depth = 0
        self.stopped: PlayerError | None = None
        self.denied: dict[int, PlayerError] = {}
        """Why a line did not say the same as a question that answered itself, by the line's identity."""
        self.met: dict[str, Question] = {}
        """Questions answered so far, by name."""
        self.answered: set[str] = set()
        """Every name under which a line for one of them may be written."""

    def _said_done(self) -> bool:
        """Tell whether a line says `done`, which is no answer to what is asked; lines sent ahead may stand behind
        it."""
        said = [line for line in self.lines if reading.says_done(line)]
        asked = self.play.run.questions().get(self.seat) if said else None
        if not said or (asked is not None and reading.reads(asked, DONE)):
            return False
        for line in said:
            line.used = True
        return True

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
        self.served = self.served[: self.kept_served]
        for line in self.used_order[self.kept_lines :]:
            line.used = False
        self.foresight.forget()
        self.finished = False

    def go(self) -> None:
        run = self.play.run
        if len(self.lines) > 1:
            self.foresight.look(self.play.table)
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
                if self._invited(question):
                    self._end()
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
            if any(reading.fits(question, line) for line in self.lines) or self._proposes(question):
                self._answer(question)
                self._end()
                self.finished = True
                return False
        if not self._left():
            raise NotAsked(unchanged(self.play.asked_text(self.seat)))
        self.judge_left(self._left(), early=True)
        return False

    def _proposes(self, question: Question) -> bool:
        """Tell whether orders on file propose an answer to what the seat's partner is asked, or whether a seat that
        speaks for an automaton must answer now."""
        if self.lines or self.seat not in self.play.run.invited():
            return False
        forced = self.filler is not None and self.seat in self.play.questions()
        return forced or self.play.on_file(self.seat, question) is not None

    def _said_already(self, asked: Question) -> None:
        """Skip lines that begin by saying what answered itself before the seat was asked; one that says otherwise will
        be refused with that."""
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
                self.denied[id(line)] = reasons.one_answer_only(line, known)

    def _means_owed(self, asked: Question) -> bool:
        """Tell whether the first line answers the owed question that a seat may have beside a simultaneous one."""
        if not self.lines:
            return False
        owed = self.play.on_copy(lambda play: play.owed_question(self.seat))
        line = self.lines[0]
        if owed is None or not reading.fits(owed, line):
            return False
        if reading.fits(asked, line):
            raise reasons.fits_two(line, [f"{asked.name}: {line.words}", f"{owed.name}: {line.words}"])
        return True

    def _owed_done(self) -> bool:
        """Tell whether only owed choices were taken up, they are answered, and no line is left for anything else."""
        return self.took_up and len(self.play.table.stack) <= self.depth and not self._left()

    # -- one question ----------------------------------------------------------------------------------------

    def _answer(self, question: Question) -> None:
        play = self.play
        keys, source = self._choose(question)
        self.met[question.name] = question
        self.answered |= names_of(question)
        run = play.run
        sealed = run.sealed
        together = isinstance(run.open, AskAll)
        if together:
            self.judge_left(self._left(), answering=question)
        self._note_side()
        self.answers.append(
            (Answer(seat=self.seat, name=question.name, keys=keys, source=source), question.private or sealed)
        )
        live: Live = play.table.live
        before, told = live.reveals, len(live.events)
        # A reveal commits the answers before it even if the rules stop later in the same answer.
        run.give(self.seat, keys)
        if live.reveals != before:
            self.shown = told if self.shown is None else self.shown
            self.kept = len(self.answers)
            self.kept_lines = len(self.used_order)
            self.kept_spent = len(self.spent)
            self.kept_served = len(self.served)
        if together:
            # Whoever answers last cannot know that: what follows is asked anew, even of the same seat.
            self.finished = True
            if self.looking:
                raise TurnEnded

    def _invited(self, question: Question) -> bool:
        """Tell whether the seat is asked about a window that it did not mention: nothing but windows is left to it, and
        this one could use what came to light."""
        if self.shown is None or question.default is None or self.done or self.filler is not None or self.looking:
            return False
        if not self.foresight.all_later(self.play.table, self._left()):
            return False
        if self.play.on_file(self.seat, question) is not None:
            return False
        events = self.play.table.live.events[self.shown :]
        seen = [event for event in events if event.to is None or self.seat in event.to]
        return self.play.title.invites(self.play.table, self.seat, question, seen)

    def _choose(self, question: Question) -> tuple[Keys, Any]:
        kind = self.play.table.live.book.questions.get(question.name)
        if kind is not None:
            kind.cited(question)
        implied = self._implied(question)
        if implied is not None:
            for line in self._left() if question.confirm else ():
                if line.name == question.name and line.words == implied:
                    self._use(line)  # the last line repeats what the first one implied
            return [implied], "line"
        found = self._line_for(question)
        if found is not None:
            return self._take(question, self._unfolded(question, found)), "line"
        filed = self.play.on_file(self.seat, question)
        if filed is not None:
            keys, ahead = filed
            if ahead is not None:
                # An answer for an occasion serves all its questions and lapses when it is over.
                if question.occasions:
                    self.served.append((ahead, f"{question.occasions[0].mark}: {', '.join(keys) or NONE}"))
                else:
                    self.spent.append(ahead)
                self._bring(ahead.lines)
                self.foresight.carry_on(question, ahead.keys, keys, ", ".join(ahead.keys))
                return keys, "ahead"
            return keys, "order"
        source = getattr(self.filler, "source", "clock")
        if question.default is not None and source != "bot":
            if question.lapses and question.occasions:
                told = f"{question.name}, {question.occasions[0].mark}: {', '.join(question.default) or NONE}"
                self.defaulted.append((question.occasions[-1].mark, told))
            return list(question.default), "default"
        if self.filler is not None:
            return self.filler(self.play.table, self.seat, question), source
        raise self._unfinished(question)

    def _bring(self, lines: list[str]) -> None:
        """Put lines that came with an answer sent ahead before what is left of this submission."""
        at = next((at for at, line in enumerate(self.lines) if not line.used), len(self.lines))
        self.lines = [*self.lines[:at], *reading.split_lines("\n".join(lines)), *self.lines[at:]]

    def _line_for(self, question: Question) -> Line | None:
        """Find the line that a question takes, in the order of the move language."""
        left = self._left()
        if not left:
            return None
        if question.default is not None:
            passed = question.passes is not None and question.passes(left[0].words)
            return left[0] if reading.fits(question, left[0]) and not passed else None
        for line in left:
            if reading.named(question, line) or (line.name is None and reading.reads(question, line.words)):
                self._passed_over(question, left[: left.index(line)])
                return line
        if left[0].name is None:
            raise reading.refusal(question, left[0], left[0].words)
        return None

    def _implied(self, question: Question) -> str | None:
        """Find the answer that the next line gives without saying so: it answers what this question leads to."""
        left = self._left()
        key = question.implied.get(left[0].name or "") if question.implied and left else None
        if key is not None and key not in question.options:
            raise reading.refusal(question, left[0], key)
        return key

    def _unfolded(self, question: Question, line: Line) -> Line:
        """Put the lines that one line stands for in its place; return the first of them."""
        if question.series is None or line.words == NONE:
            return line
        made = [reading.read_line(line.number, piece) for piece in question.series(line.words)]
        lines = [piece for piece in made if piece is not None]
        if len(lines) < 2:
            return line
        at = self.lines.index(line)
        self.lines[at : at + 1] = lines
        return lines[0]

    def _passed_over(self, question: Question, passed: list[Line]) -> None:
        if passed:
            raise self._surplus(passed[0], question, early=False)

    def _take(self, question: Question, line: Line) -> Keys:
        """Read the line, and the ones right behind it that go on picking for the same question."""
        self._use(line)
        self.taken.append((question.name, line.raw))
        keys = picks.read_keys(question, line, line.words)
        self.foresight.carry_on(question, [part.strip() for part in line.words.split(",")], keys, line.raw)
        if question.high <= 1 or isinstance(question, Amount):
            return picks.enough(question, line, keys)
        picks.check_together(question, line, keys)
        for more in self.lines[self.lines.index(line) + 1 :]:
            if len(keys) >= question.high or more.used or not self._goes_on(question, more, len(keys) < question.low):
                break
            extra = picks.read_keys(question, more, more.words)
            if not extra or set(extra) & set(keys) or len(keys) + len(extra) > question.high:
                break
            self._use(more)
            keys = keys + extra
            picks.check_together(question, more, keys)
        return picks.enough(question, line, keys)

    @staticmethod
    def _goes_on(question: Question, line: Line, short: bool) -> bool:
        """Tell whether a line goes on picking. A list of its own does so only while picks are missing: else it may be a
        ranking for a later question of the name; `none` may be for a later window of the name."""
        if not short and ("," in line.words or (line.words == NONE and NONE not in question.options)):
            return False
        return reading.named(question, line) or (line.name is None and reading.reads(question, line.words))

    def _answered_itself(self, seat: Seat, question: Question) -> None:
        """Use a line that says the one answer that a question has; the question would need none."""
        left = self._left()
        if seat != self.seat or self.finished or not left or not reading.fits(question, left[0]):
            return
        try:
            keys = picks.read_keys(question, left[0], left[0].words)
        except PlayerError as error:
            self.denied.setdefault(id(left[0]), error)
            return
        if sorted(keys) == sorted(question.forced or []):
            self._use(left[0])

    def _use(self, line: Line) -> None:
        line.used = True
        self.used_order.append(line)

    # -- the end of the seat's part --------------------------------------------------------------------------

    def _note_side(self) -> None:
        """Note who shares the question that is being answered, or to whom its answer is proposed. What ends the turn of
        the seat whose question it is ends this one's part, too."""
        ask, partners = self.play.run.open, self.play.run.sharing(self.seat)
        if isinstance(ask, Ask):
            self.acts_for.add(ask.seat)
        elif isinstance(ask, AskAll):
            given = self.play.table.stack[-1].given
            partners = [partner for partner in partners if partner in given]  # whose proposal is not used now
            if self.seat not in ask.questions:
                self.note = {PROPOSES: ask.partners[self.seat]}
        if partners:
            self.note = {SIDE: partners}

    def _turn_over(self, seat: Seat) -> None:
        if seat not in self.acts_for or self.finished:
            return
        self._end()
        self.finished = True
        if self.looking:
            raise TurnEnded

    def _end(self) -> None:
        """Judge left-over lines before anything more is revealed."""
        self.judge_left(self._left())

    def judge_left(self, left: list[Line], *, early: bool = False, answering: Question | None = None) -> None:
        """Keep lines for what is foreseen; any other that is left over is an error."""
        if left:
            self.foresight.keep(
                self.play.table, left, answering, self.answered, self._use,
                lambda line: self._surplus(line, None, early),
            )  # fmt: skip
