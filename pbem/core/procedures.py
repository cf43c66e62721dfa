"""Procedures: a running piece of rules, its steps, and the interpreter that runs them.

The stack of procedures lies inside the table and is plain JSON between two questions, so a game can rest anywhere.
A step is a method of a procedure. It returns one outcome:

- `Ask(seat, question, then)` one seat decides; `then(t, keys)` goes on
- `AskAll({seat: question}, then, sealed=...)` several seats decide, in any order; `then(t, {seat: keys})`
- `Call(procedure, then)` run another procedure, then the step `then`
- `Next(step)` go on with that step
- `Settle(then)` first have all owed choices answered
- `TurnOver(seat, then)` the seat's submission may end here; left-over lines are judged before anything behind it
- `Done()` this procedure is finished

A step that asks changes nothing and takes no answer itself, because it is run again after every load: the file
stores its name, and the question is made anew. A step that receives an answer therefore never returns an `Ask`;
it returns `Next(asking_step)`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields
from json import dumps
from typing import TYPE_CHECKING, Any, ClassVar

from pbem.core.book import BASE
from pbem.core.errors import Fault, RulesBug
from pbem.core.questions import Keys, Question, Seat, Sifted, answer_line

if TYPE_CHECKING:
    from pydantic import TypeAdapter

    from pbem.core.table import Table

RUNAWAY = 20_000


NOBODY: tuple[Seat, ...] = ()
NO_PARTNERS: dict[Seat, Seat] = {}


@dataclass(slots=True, eq=False, repr=False)
class Ask:
    """`also` names seats of the same side: whoever answers first answers for all."""

    seat: Seat
    question: Question
    then: Callable[[Any, Keys], Outcome]
    also: Sequence[Seat] = NOBODY


@dataclass(slots=True, eq=False, repr=False)
class AskAll:
    """`partners` maps a seat to the seat of the same side whose question it may answer too: its answer is kept and
    waits, the other seat's own goes before it, and the engine adopts it when that has not come in time."""

    questions: Mapping[Seat, Question]
    then: Callable[[Any, dict[Seat, Keys]], Outcome]
    sealed: bool = False
    partners: Mapping[Seat, Seat] = field(default_factory=lambda: NO_PARTNERS)


@dataclass(slots=True, eq=False, repr=False)
class Call:
    procedure: Procedure
    then: Callable[[Any], Outcome]


@dataclass(slots=True, eq=False, repr=False)
class Next:
    step: Callable[[Any], Outcome]


@dataclass(slots=True, eq=False, repr=False)
class Settle:
    then: Callable[[Any], Outcome]


@dataclass(slots=True, eq=False, repr=False)
class TurnOver:
    seat: Seat
    then: Callable[[Any], Outcome]


@dataclass(slots=True, eq=False, repr=False)
class Done:
    pass


Outcome = Ask | AskAll | Call | Next | Settle | TurnOver | Done

REGISTRY: dict[str, type[Procedure]] = {}


@dataclass(eq=False, repr=False)
class Procedure:
    """One frame of the stack. Subclasses are dataclasses whose fields are their local variables (plain JSON values),
    best with `eq=False, repr=False`: both are here once, and making them for every class costs each cold start.

    `kind` is the name in files, `title.procedure`. `renamed` maps step names of older files to today's. `later` names
    fields that were added when games had been written: they are left out while they have their default, so that those
    games keep their hashes. `module` says in whose box it is: a game without that module cannot rest in it.
    """

    kind: ClassVar[str] = ""
    module: ClassVar[str] = BASE
    renamed: ClassVar[dict[str, str]] = {}
    later: ClassVar[tuple[str, ...]] = ()
    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "strict": True}

    step: str = field(default="start", kw_only=True)
    given: dict[str, list[str]] = field(default_factory=dict, kw_only=True)

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "kind" in cls.__dict__:
            REGISTRY[cls.kind] = cls

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.__dict__ == self.__dict__

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.__dict__.items())})"

    def start(self, t: Any) -> Outcome:
        raise RulesBug(f"{self.kind} has no first step")

    def done(self, t: Any) -> Outcome:
        return Done()


_names: dict[str, tuple[str, ...]] = {}
_adapters: dict[str, TypeAdapter[Procedure]] = {}


def field_names(cls: type[Procedure]) -> tuple[str, ...]:
    names = _names.get(cls.kind)
    if names is None:
        names = _names[cls.kind] = tuple(f.name for f in fields(cls))
    return names


def adapter(cls: type[Procedure]) -> TypeAdapter[Procedure]:
    """Build the strict model of one procedure, only for kinds that are met: building all would cost every start."""
    if cls.kind not in _adapters:
        from pydantic import TypeAdapter

        _adapters[cls.kind] = TypeAdapter(cls)
    return _adapters[cls.kind]


def dump_frame(frame: Procedure) -> dict[str, Any]:
    values, names = frame.__dict__, field_names(type(frame))
    if tuple(values) != names:  # one was set anew
        values = {name: values[name] for name in names}
    written = {"kind": frame.kind, **values}
    for name in frame.later:
        if written[name] == getattr(type(frame), name):
            del written[name]
    return written


def load_frame(raw: Any) -> Procedure:
    """Load a frame from JSON: known kind, sound fields, known step."""
    if isinstance(raw, Procedure):
        return raw
    if not isinstance(raw, dict) or not isinstance(raw.get("kind"), str):
        raise ValueError(Fault("a procedure needs a kind"))
    cls = REGISTRY.get(raw["kind"])
    if cls is None:
        raise ValueError(Fault("unknown procedure {kind}", kind=repr(raw["kind"])))
    # Through JSON, because strict dataclasses take no dict otherwise.
    frame = adapter(cls).validate_json(dumps({key: value for key, value in raw.items() if key != "kind"}))
    frame.step = cls.renamed.get(frame.step, frame.step)
    # A step to rest in takes the table alone; one that takes an answer too cannot be resumed.
    code = getattr(getattr(cls, frame.step, None), "__code__", None)
    if frame.step.startswith("_") or code is None or code.co_argcount != 2:
        raise ValueError(Fault("{kind} has no step {step}", kind=cls.kind, step=repr(frame.step)))
    return frame


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
