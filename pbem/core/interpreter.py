"""The interpreter: it runs the procedures of a table until somebody must decide, and gives them the answers."""

from __future__ import annotations

from collections.abc import Callable, Collection

from pbem.core.errors import RulesBug
from pbem.core.procedures import Ask, AskAll, Call, Done, Next, Outcome, TurnOver
from pbem.core.questions import Keys, Question, Seat, Sifted, answer_line
from pbem.core.table import Table

RUNAWAY = 20_000


class Run:
    """Runs the procedures of one table until somebody must decide."""

    def __init__(self, table: Table, on_turn_over: Callable[[Seat], None] | None = None) -> None:
        self.table = table
        self.open: Ask | AskAll | None = None
        self.on_turn_over = on_turn_over
        self.on_forced: Callable[[Seat, Question], None] | None = None
        """Told of questions that answer themselves."""

    # -- looking -----------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return not self.table.stack

    def questions(self) -> dict[Seat, Question]:
        """Return what each seat is asked now and has not answered; one that answers itself is never listed."""
        ask = self.open
        if ask is None:
            return {}
        if isinstance(ask, Ask):
            return {seat: ask.question for seat in (ask.seat, *ask.also)}
        given = self.table.stack[-1].given
        return {s: q for s, q in ask.questions.items() if s not in given and q.forced is None}

    def changeable(self) -> dict[Seat, Question]:
        """Return simultaneous questions that a seat has answered and may still answer differently, or may answer for
        its partner."""
        ask = self.open
        if not isinstance(ask, AskAll):
            return {}
        given = self.table.stack[-1].given
        found = {seat: question for seat, question in ask.questions.items() if seat in given}
        for seat, partner in ask.partners.items():
            if seat not in ask.questions and ask.questions[partner].forced is None:
                found[seat] = ask.questions[partner]
        return found

    def invited(self) -> dict[Seat, Question]:
        """Return questions that a seat may answer for its partner, and has not: it may propose an answer."""
        ask = self.open
        if not isinstance(ask, AskAll) or not ask.partners:
            return {}
        given = self.table.stack[-1].given
        return {seat: question for seat, question in self.changeable().items() if seat not in given}

    def sharing(self, seat: Seat) -> list[Seat]:
        """List the other seats that may answer what this one is asked."""
        ask = self.open
        if isinstance(ask, Ask):
            return [other for other in (ask.seat, *ask.also) if other != seat]
        if ask is None:
            return []
        return [partner for partner, other in ask.partners.items() if other == seat and partner not in ask.questions]

    def partner_of(self, seat: Seat) -> Seat | None:
        """Return the seat to which this one may propose an answer."""
        ask = self.open
        return ask.partners.get(seat) if isinstance(ask, AskAll) and seat not in ask.questions else None

    @property
    def given(self) -> dict[Seat, Keys]:
        """Return the simultaneous answers that are already in."""
        return self.table.stack[-1].given if isinstance(self.open, AskAll) else {}

    def spoken(self, deaf: Collection[Seat]) -> dict[Seat, Seat]:
        """Map each asked seat that nobody reads for (`deaf`) to the partner who speaks for their side."""
        ask = self.open
        if not isinstance(ask, AskAll):
            return {}
        found: dict[Seat, Seat] = {}
        for partner, seat in ask.partners.items():
            if seat in deaf and partner not in deaf and partner not in ask.questions:
                found.setdefault(seat, partner)
        return found

    def proposals(self) -> dict[Seat, tuple[Seat, Keys]]:
        """Return answers of partners that wait: the seat that has not answered itself -> who proposed what."""
        ask = self.open
        if not isinstance(ask, AskAll):
            return {}
        given = self.table.stack[-1].given
        return {
            seat: (partner, list(given[partner]))
            for partner, seat in ask.partners.items()
            if partner in given and seat not in given
        }

    def owed(self, seat: Seat) -> bool:
        return any(getattr(frame, "seat", None) == seat for frame in self.table.owed)

    @property
    def sealed(self) -> bool:
        return isinstance(self.open, AskAll) and self.open.sealed

    # -- acting ------------------------------------------------------------------------------------------------

    def give(self, seat: Seat, keys: Keys) -> None:
        """Answer the open question of a seat and run on to the next stop. The question's list is the judge."""
        ask = self.open
        if isinstance(ask, Ask):
            if (seat != ask.seat and seat not in ask.also) or not ask.question.allows(keys):
                raise RulesBug(f"{keys} is no answer of {seat} to {ask.question.name}")
            self.open = None
            self.table.itself.pop(ask.seat, None)
            self._follow(ask.then(self.table, keys), answered=True)
        elif isinstance(ask, AskAll):
            whose = seat if seat in ask.questions else ask.partners.get(seat, seat)
            if whose not in ask.questions or not ask.questions[whose].allows(keys):
                raise RulesBug(f"{keys} is no answer of {seat}")
            self.table.itself.pop(seat, None)
            self.table.stack[-1].given[seat] = keys
            self._maybe_close(ask)
        else:
            raise RulesBug(f"nobody is asked anything, yet {seat} answers {keys}")
        self.advance()

    def take_up(self, seat: Seat) -> None:
        """Put the owed choices of a seat on top of the stack, so that it can answer them now."""
        table = self.table
        mine = [frame for frame in table.owed if getattr(frame, "seat", None) == seat]
        table.owed = [frame for frame in table.owed if getattr(frame, "seat", None) != seat]
        table.stack.extend(reversed(mine))
        self.open = None
        self.advance()

    def advance(self) -> None:
        """Run until a question is open or the game is over."""
        table = self.table
        stack = table.stack
        for _ in range(RUNAWAY):
            if self.open is not None or not stack:
                return
            frame = stack[-1]
            self._follow(getattr(frame, frame.step)(table), answered=False)
        raise RulesBug(f"the rules run away in {stack[-1].kind}.{stack[-1].step}")

    def forget_given(self) -> list[Seat]:
        """Forget simultaneous answers that are in, because they are no secret any more; whose they were. The question
        is to be made anew after this."""
        seats = [seat for frame in self.table.stack for seat in frame.given]
        for frame in self.table.stack:
            frame.given = {}
        return seats

    def reopen(self) -> None:
        """Make the open question anew, after the table was changed from outside."""
        self.open = None
        self.advance()

    def follow(self, outcome: Outcome) -> None:
        """Go on with what a step that took an answer returned; for trials, which take the step themselves."""
        self.open = None
        self._follow(outcome, answered=True)

    # -- outcomes ----------------------------------------------------------------------------------------------

    def _follow(self, outcome: Outcome, answered: bool) -> None:
        stack = self.table.stack
        kind = type(outcome)
        if kind is Next:  # the most frequent first
            stack[-1].step = outcome.step.__name__  # type: ignore[union-attr]
        elif kind is Done:
            stack.pop()
        elif kind is Call:
            stack[-1].step = outcome.then.__name__  # type: ignore[union-attr]
            stack.append(outcome.procedure)  # type: ignore[union-attr]
        elif kind is Ask or kind is AskAll:
            if answered:
                raise RulesBug(f"{stack[-1].kind}: a step that takes an answer must not ask")
            self._ask(outcome)  # type: ignore[arg-type]
        elif kind is TurnOver:
            stack[-1].step = outcome.then.__name__  # type: ignore[union-attr]
            self.table.itself.pop(outcome.seat, None)  # type: ignore[union-attr]
            if self.on_turn_over is not None:
                self.on_turn_over(outcome.seat)  # type: ignore[union-attr]
        else:
            stack[-1].step = outcome.then.__name__  # type: ignore[union-attr]
            stack.extend(reversed(self.table.owed))
            self.table.owed = []

    def _ask(self, ask: Ask | AskAll) -> None:
        table = self.table
        if isinstance(ask, AskAll):
            self._forget_stale(ask)
            self.open = ask
            self._maybe_close(ask)
            return
        if table.owed and self.owed(ask.seat):
            self.take_up(ask.seat)
            return
        question = ask.question
        forced = question.forced
        if forced is not None:
            table.itself.setdefault(ask.seat, []).append(answer_line(question, forced))
            if self.on_forced is not None:
                self.on_forced(ask.seat, question)
            self._follow(ask.then(table, forced), answered=True)
        else:
            self._check_answerable(question)
            self.open = ask

    def _check_answerable(self, question: Question) -> None:
        """Refuse a question that nobody can answer: it would stop the game for ever."""
        options, least = question.options, question.low or 1
        if type(options) is Sifted and options.reaches(least):
            return
        n = len(options)
        if n < least:
            frame = self.table.stack[-1]
            wrong = "is empty" if n == 0 else f"wants {question.low} answers of {n}"
            raise RulesBug(f"{frame.kind}.{frame.step}: the question {question.name} {wrong}")

    def _forget_stale(self, ask: AskAll) -> None:
        """Ask again for answers given before a ruling or patch, which the question made anew no longer allows."""
        given = self.table.stack[-1].given
        for seat, question in ask.questions.items():
            if seat in given:
                if not question.allows(given[seat]):
                    del given[seat]
            elif question.forced is None:
                self._check_answerable(question)
        for partner, seat in ask.partners.items():
            if partner in given and not ask.questions[seat].allows(given[partner]):
                del given[partner]

    def _maybe_close(self, ask: AskAll) -> None:
        """Go on as soon as every seat has answered; questions with one answer count as answered."""
        frame = self.table.stack[-1]
        answers: dict[Seat, Keys] = {}
        for seat, question in ask.questions.items():
            keys = frame.given[seat] if seat in frame.given else question.forced  # noqa: SIM401  (forced costs)
            if keys is None:
                return
            answers[seat] = keys
        if ask.sealed and frame.given:
            self.table.mark_reveal()
        frame.given = {}
        self.open = None
        self._follow(ask.then(self.table, answers), answered=True)
