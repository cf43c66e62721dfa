"""Trying out: copies of a table on which rules run without changing the game.

Exact lists, menus, previews, drafts and computer players ask "what if". They run the rules themselves on a copy. What a
copy must not share is read from the models, so a field added to a table is copied without anybody thinking of it; what
is shared is only what cannot change (texts, numbers, tuples, pieces) and the surroundings named in `SHARED`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import cached_property
from itertools import chain, combinations
from types import NoneType, UnionType
from typing import Annotated, Any, Generic, Literal, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel

from pbem.core.chance import ChanceSource
from pbem.core.errors import RevealAhead, RulesBug
from pbem.core.interpreter import Run
from pbem.core.procedures import Ask, Outcome, Procedure
from pbem.core.questions import Amount, Keys, Pick, Question, Seat
from pbem.core.table import Live, Piece, Table

SHARED = frozenset({"live"})
"""Fields of a table that a copy shares: what it runs with. A trial gets surroundings of its own."""

Copied = TypeVar("Copied", bound=BaseModel)
AnyTable = TypeVar("AnyTable", bound=Table)
Copy = Callable[[Any], Any]
Trail = dict[str, list[Keys]]
"""Answers by which searches came to their ends, by question, the last first."""
MOST_LIKELY = 4
"""How many of them are kept for a question: a turn pays several times."""

_PLAIN = (str, int, float, bool, bytes, NoneType)
_plans: dict[type, tuple[tuple[str, Copy], ...]] = {}
_worked_out: dict[type, tuple[str, ...]] = {}


# -- copies --------------------------------------------------------------------------------------------------------


def twin(model: Copied) -> Copied:
    """Make a copy that shares nothing which can change. As `model_copy(deep=True)`, in a small part of the time: a
    search copies thousands of times."""
    copy = model.__class__.__new__(model.__class__)
    values = model.__dict__.copy()
    for name, copied in _plan(model.__class__):
        values[name] = copied(values[name])
    for name in _worked_out[model.__class__]:
        values.pop(name, None)
    private = model.__pydantic_private__
    object.__setattr__(copy, "__dict__", values)
    object.__setattr__(copy, "__pydantic_fields_set__", model.__pydantic_fields_set__.copy())
    object.__setattr__(copy, "__pydantic_extra__", None)
    object.__setattr__(copy, "__pydantic_private__", None if private is None else _plain_copy(private))
    return copy


def twin_frame(frame: Procedure) -> Any:
    """Copy a frame of the stack; its fields are plain JSON values."""
    copy = object.__new__(type(frame))
    copy.__dict__ = {name: _plain_copy(value) for name, value in frame.__dict__.items()}
    return copy


def _plan(cls: type[BaseModel]) -> tuple[tuple[str, Copy], ...]:
    """Say which fields of a model are copied, and how. What a `cached_property` worked out from them is left behind:
    the copy works it out from its own."""
    plan = _plans.get(cls)
    if plan is None:
        known = {name: value for base in cls.__mro__[::-1] for name, value in base.__dict__.items()}
        _worked_out[cls] = tuple(name for name, value in known.items() if isinstance(value, cached_property))
        found = ((name, _copier(info.annotation)) for name, info in cls.model_fields.items() if name not in SHARED)
        plan = _plans[cls] = tuple((name, copied) for name, copied in found if copied is not None)
    return plan


def _copier(kind: Any) -> Copy | None:
    """Say how values of a type are copied; None if they cannot change."""
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _copier(args[0])
    if kind in _PLAIN or origin is Literal or kind is None:
        return None
    if origin in (Union, UnionType):
        return _plain_copy if any(_copier(arg) for arg in args) else None
    if isinstance(kind, type) and issubclass(kind, Procedure):
        return twin_frame
    if isinstance(kind, type) and issubclass(kind, Piece) and not _plan(kind) and not kind.__private_attributes__:
        return None
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return twin
    if origin is list:
        item = _copier(args[0])
        return list.copy if item is None else lambda things: [item(thing) for thing in things]
    if origin is dict:
        value = _copier(args[1])
        return dict.copy if value is None else lambda things: {key: value(thing) for key, thing in things.items()}
    if origin is tuple and not any(_copier(arg) for arg in args if arg is not Ellipsis):
        return None
    return _plain_copy


def _plain_copy(value: Any) -> Any:
    """Copy any value; plain lists and dicts, which are most, go the short way."""
    if isinstance(value, _PLAIN):
        return value
    if type(value) is list:
        return [_plain_copy(item) for item in value]
    if type(value) is dict:
        return {key: _plain_copy(item) for key, item in value.items()}
    if isinstance(value, BaseModel):
        return twin(value)
    if isinstance(value, Procedure):
        return twin_frame(value)
    return deepcopy(value)


# -- trials --------------------------------------------------------------------------------------------------------


class Supposition(Live):
    """What a trial runs with: nobody listens, and no chance is left."""

    __slots__ = ()


class NoChance(ChanceSource):
    """Nothing is drawn in a trial. A pile that is shuffled keeps its order, what was added lying at the bottom: in a
    trial all cards of a hidden pile are alike."""

    def number(self, label: str, counter: int, of: int) -> int:
        raise RevealAhead

    def order(self, label: str, counter: int, of: int) -> list[int]:
        return list(range(of))[::-1]


def supposed(t: Table) -> bool:
    """Tell whether this table is a trial: there everything is tried, so nothing needs to be looked at ahead."""
    return isinstance(t.live, Supposition)


def suppose(t: AnyTable, hide: Callable[[AnyTable], None] | None = None) -> AnyTable:
    """Copy the table to try things on. `hide` exchanges what nobody can know for what helps with nothing; a trial that
    is copied stays as it is."""
    table = twin(t)
    if not supposed(t):
        live: Live = t.live
        table.live = Supposition(NoChance(), live.data, live.options, live.fixes, live.book)
        table.live.listening = False
        if hide is not None:
            hide(table)
    return table


class TurnOverAhead(Exception):
    """The supposed turn came to its end."""


def _turn_over(seat: Seat) -> None:
    raise TurnOverAhead


class Search(Generic[AnyTable]):
    """A way to the end of a turn, depth first. A title says what counts as an end, which answers are worth trying, and
    where a way cannot lead on; without that all answers are tried."""

    most: int | None = None
    """Answers followed before a search is given up; a turn has an end, so it need not be."""

    def __init__(self, trail: Trail | None = None) -> None:
        """Begin with a `trail`: what led to an end before. A way that was open for one answer mostly is for the next;
        and what a search that is not given up finds does not hang on where it begins."""
        self.tried = 0
        self.trail = trail

    # -- what a title may know better ------------------------------------------------------------------------------

    def complete(self, t: AnyTable, ask: object) -> bool:
        """Tell whether the turn can certainly be completed from here."""
        return not isinstance(ask, Ask)

    def hopeless(self, t: AnyTable, ask: Ask) -> bool:
        """Tell whether it certainly cannot."""
        return False

    def answers(self, t: AnyTable, question: Question) -> Iterable[Keys]:
        """Return answers worth trying, the most promising first."""
        return all_answers(question)

    # -- the search --------------------------------------------------------------------------------------------------

    def leads_on(self, t: AnyTable, step: Callable[[AnyTable], Outcome]) -> bool:
        """Take a step on a trial and go on from there. Where the rules find no answer the way has ended."""
        self.tried += 1
        run = Run(t, _turn_over)
        try:
            run.follow(step(t))
            run.advance()
        except TurnOverAhead:
            return True
        except (RulesBug, RevealAhead):
            return False
        return self._goes_on(t, run.open)

    def _goes_on(self, t: AnyTable, ask: object) -> bool:
        if self.complete(t, ask):
            return True
        if not isinstance(ask, Ask) or self.hopeless(t, ask):
            return False
        answers = self.answers(t, ask.question)
        if self.trail:
            answers = likely_first(ask.question, answers, self.trail.get(ask.question.name, ()))
        return any(self._try(t, ask, keys, last) for keys, last in marked(answers) if self.left)

    @property
    def left(self) -> bool:
        """Whether the search goes on."""
        return self.most is None or self.tried < self.most

    def _try(self, t: AnyTable, ask: Ask, keys: Keys, last: bool) -> bool:
        table = t if last else suppose(t)  # nobody looks at this copy again
        found = self.leads_on(table, lambda on: answering(on, ask.then.__name__, keys))
        if found and self.trail is not None:
            known = self.trail.setdefault(ask.question.name, [])
            known[:] = [keys, *(before for before in known if before != keys)][:MOST_LIKELY]
        return found


def likely_first(question: Question, answers: Iterable[Keys], known: Sequence[Keys]) -> Iterable[Keys]:
    """Put the answers into another order: those that led to an end before come first."""
    likely = [keys for keys in known if question.allows(keys)]
    return chain(likely, (keys for keys in answers if keys not in likely)) if likely else answers


def marked(answers: Iterable[Keys]) -> Iterator[tuple[Keys, bool]]:
    """Yield each answer, and whether it is the last; look one answer ahead and no further."""
    waiting: Keys | None = None
    for keys in answers:
        if waiting is not None:
            yield waiting, False
        waiting = keys
    if waiting is not None:
        yield waiting, True


def answering(t: Table, step: str, keys: Keys) -> Outcome:
    """Return what the running frame of a trial does with an answer."""
    outcome: Outcome = getattr(t.stack[-1], step)(t, keys)
    return outcome


def all_answers(question: Question) -> Iterator[Keys]:
    """Yield every answer to a question, passing it by first and larger choices before smaller ones."""
    if question.low == 0:
        yield []
    for size in range(min(question.high, len(question.options)), max(question.low, 1) - 1, -1):
        for keys in combinations(question.options, size):
            if question.allows(keys):
                yield list(keys)


# -- menus ---------------------------------------------------------------------------------------------------------


def previews(t: Table, seat: Seat, most: int = 24) -> list[Question]:
    """Return what the open question of a seat may lead to: the questions that follow its first answers, each once with
    all answers seen. Nothing hidden is looked at, and nothing is tried behind the end of the turn."""
    found: dict[str, Question] = {}
    queue: list[Table] = [_watched(t)]
    for _ in range(most):
        if not queue:
            break
        table = queue.pop(0)
        asked = _asked(table, seat)
        if asked is None:
            continue
        question, then = asked
        for keys in _few(question, most):
            trial = twin(table)
            following = _after(trial, then, keys, seat)
            if following is not None:
                seen = following.name in found
                merge_question(found, following)
                if not seen:
                    queue.append(trial)
    return list(found.values())


def _watched(t: Table) -> Table:
    """Make a trial in which the first thing that would come to light ends the way."""
    table = suppose(t)
    table.live.preview = True
    return table


def _asked(t: Table, seat: Seat) -> tuple[Question, str] | None:
    run = Run(t)
    try:
        run.advance()
    except (RulesBug, RevealAhead):
        return None
    ask = run.open
    return (ask.question, ask.then.__name__) if isinstance(ask, Ask) and seat in (ask.seat, *ask.also) else None


def _few(question: Question, most: int) -> list[Keys]:
    """Choose some answers of every size of list: all of a short one, the first of a long one."""
    answers: list[Keys] = []
    for keys in all_answers(question):
        answers.append(keys)
        if len(answers) == most:
            break
    return answers


def _after(t: Table, step: str, keys: Keys, seat: Seat) -> Question | None:
    """Return the next question of the seat after an answer, if it is asked before its turn ends or something is
    revealed."""
    run = Run(t, _turn_over)
    try:
        run.follow(answering(t, step, keys))
        run.advance()
    except (TurnOverAhead, RulesBug, RevealAhead):
        return None
    ask = run.open
    return ask.question if isinstance(ask, Ask) and seat in (ask.seat, *ask.also) else None


def merge_question(found: dict[str, Question], question: Question) -> None:
    """Add what a question lists to what was seen of its name."""
    known = found.get(question.name)
    if known is None:
        found[question.name] = question
    elif isinstance(known, Pick) and isinstance(question, Pick):
        before, after = replace(known), question
        known.options = [*before.options, *(key for key in after.options if key not in before.options)]
        known.text = lambda key: before.describe(key) if key in before.options else after.describe(key)
    elif isinstance(known, Amount) and isinstance(question, Amount):
        known.min, known.max = min(known.min, question.min), max(known.max, question.max)
