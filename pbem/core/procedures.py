"""Procedures: a running piece of rules, its steps, and what a step may answer. `interpreter` runs them.

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

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from json import dumps
from typing import TYPE_CHECKING, Any, ClassVar

from pbem.core.errors import Fault, RulesBug
from pbem.core.questions import Keys, Question, Seat

if TYPE_CHECKING:
    from pydantic import TypeAdapter

BASE = "base"
"""The module of what belongs to none in particular: the base game."""
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
            known = REGISTRY.setdefault(cls.kind, cls)
            if (known.__module__, known.__qualname__) != (cls.__module__, cls.__qualname__):
                raise TypeError(f"{cls.kind} is the kind of {known.__module__}.{known.__qualname__} already")
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

Form = tuple[tuple[str, ...], tuple[tuple[str, Any], ...]]
"""The fields of a class of frames, and the defaults of those that came later."""
_forms: dict[type[Procedure], Form] = {}


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
    names, later = _forms.get(type(frame)) or _form(type(frame))
    values = frame.__dict__
    if tuple(values) != names:  # one was set anew
        values = {name: values[name] for name in names}
    written = {"kind": frame.kind, **values}
    for name, default in later:
        if written[name] == default:
            del written[name]
    return written


def _form(cls: type[Procedure]) -> Form:
    """Say once how frames of a class are written: a replay writes some after every entry."""
    form = _forms[cls] = field_names(cls), tuple((name, getattr(cls, name)) for name in cls.later)
    return form


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
