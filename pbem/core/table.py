"""The table: the live state of one game, and what every title's rules may do with it."""

from __future__ import annotations

from json import dumps
from operator import not_
from typing import Annotated, Any, ClassVar, Self, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    PlainSerializer,
    PlainValidator,
    SerializeAsAny,
    WithJsonSchema,
    field_validator,
)
from pydantic.json_schema import SkipJsonSchema

import pbem
from pbem.core.chance import ChanceSource, Draw
from pbem.core.errors import Fault, RevealAhead
from pbem.core.events import Event, Json
from pbem.core.procedures import Procedure, dump_frame, load_frame
from pbem.core.questions import Seat
from pbem.core.records import record

Thing = TypeVar("Thing")
VALUES = "values"
"""Under this name an option's field lists the words of which its value is made, where its type does not say so."""


_looked_for: Any = BaseModel.__dict__.get("__getattr__")
if pbem.own_process and _looked_for is not None:
    # Where a class has a `__getattr__`, Python reads every attribute of its objects the long way (ADR 18).
    del BaseModel.__getattr__  # type: ignore[attr-defined]


@record(frozen=True)
class Known:
    """What everybody may know of a model, by the names of its fields."""

    open: tuple[str, ...] = ()
    """Known as they are. A dict is told as a list of pairs: its order may matter to the board."""
    nested: tuple[str, ...] = ()
    """Models (or lists and dicts of models) that say themselves what is known of them; dicts in the order of their
    keys."""
    ordered: tuple[str, ...] = ()
    """Dicts among `nested` of which the order matters too: told as pairs."""
    loose: tuple[str, ...] = ()
    """Lists of which the content is known but not the order: a bag."""
    counted: tuple[str, ...] = ()
    """Hidden lists (or dicts of lists) of which the number is known: a deck, the hands."""
    phases: tuple[str, ...] = ()
    """Of a table: kinds of procedures of which everybody knows that they run."""


class Model(BaseModel):
    """Base of everything that is stored: strict, closed, mutable."""

    # Built when first used: a process meets few of them, and building is what a cold start pays for.
    model_config = ConfigDict(extra="forbid", strict=True, validate_default=False, defer_build=True)

    known: ClassVar[Known | None] = None
    """What everybody may know of it, where it lies on a table; None if it does not say."""

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        """Let a model with private attributes find them (ADR 18)."""
        super().__pydantic_init_subclass__(**kwargs)
        if cls.__private_attributes__ and pbem.own_process:
            cls.__getattr__ = _looked_for  # type: ignore[attr-defined]


class Piece(Model):
    """Base of small things of which a table holds many: a piece is never changed, another takes its place. So copies of
    a table share them, and whoever writes a table again knows them by sight. A kind of piece has no kinds of its own:
    what can change in those, copies would share."""

    model_config = ConfigDict(frozen=True)

    def __init_subclass__(cls, **kwargs: Any) -> None:
        if Piece not in cls.__bases__:
            raise TypeError(f"{cls.__name__}: a kind of piece has no kinds of its own; write {cls.__name__}(Piece)")
        super().__init_subclass__(**kwargs)

    def with_changes(self, **changes: Any) -> Self:
        """Return the same piece with other values in some fields."""
        return type(self)(**{**self.__dict__, **changes})


def no_list() -> list[Any]:
    """Return an empty list, the default of a list in a model. Not `list` itself: pydantic asks a factory for its
    parameters, and those of a builtin are parsed from a text, which was a tenth of building a model."""
    return []


def no_dict() -> dict[str, Any]:
    """Return an empty dict, the default of a dict in a model; see `no_list`."""
    return {}


class View(BaseModel):
    """Base of what leaves the system: built field by field from nothing. It holds ids and numbers; what is printed on
    a thing, who draws it finds by its id in the component tables (`Title.board`, ADR 14)."""

    model_config = ConfigDict(extra="forbid", defer_build=True)


PartViews = dict[str, SerializeAsAny[View]]
"""Views of the parts of modules, by the module's name."""


def _load_stack(raw: Any) -> list[Procedure]:
    if not isinstance(raw, list):
        raise ValueError(Fault("a list of procedures is needed"))
    return [load_frame(item) for item in raw]


def _dump_stack(frames: list[Procedure]) -> list[dict[str, Any]]:
    return [dump_frame(frame) for frame in frames]


Stack = Annotated[
    list[Procedure],
    PlainValidator(_load_stack),
    PlainSerializer(_dump_stack, return_type=list[dict[str, Any]]),
    WithJsonSchema({"type": "array", "items": {"$ref": "#/$defs/Procedure"}}),
]


is_empty = not_
"""Fields that came later are left out of files while they are empty, so that old hashes hold. Not a function of ours:
the serialiser asks it for each piece on a map."""


def _as_they_are(parts: dict[str, Model]) -> dict[str, Any]:
    return parts


Parts = Annotated[
    dict[str, Model],
    # Each part is written as its own class writes it. Not `SerializeAsAny`: that makes a dict of the part first.
    PlainSerializer(_as_they_are, return_type=dict[str, Any]),
    WithJsonSchema({"type": "object", "x-parts": True}),
]


class Live:
    """What a running table needs and no file holds: chance, book, component tables, options, the ear of the journal."""

    __slots__ = (
        "book", "chance", "data", "draws", "events", "fixes", "listening", "options", "preview", "reveals", "trail",
    )  # fmt: skip

    def __init__(
        self, chance: ChanceSource, data: Any, options: Any, fixes: frozenset[str] = frozenset(), book: Any = None
    ) -> None:
        self.book = book
        self.chance = chance
        self.data = data
        self.options = options
        self.fixes = fixes
        self.events: list[Event] = []
        self.draws: list[Draw] = []
        self.reveals = 0
        self.preview = False
        self.listening = True
        self.trail: dict[str, list[list[str]]] = {}
        """Answers by which a search came to its end, by question: the next search tries them first."""

    def anew(self, chance: ChanceSource | None = None) -> Live:
        """Return the same surroundings for another table, with nothing heard yet."""
        return Live(chance or self.chance, self.data, self.options, self.fixes, self.book)


class Table(Model):
    """Base of every title's table. `counters` says how many draws each label has had; `epoch` is raised by an undo
    that asks for fresh draws; `stack` and `owed` are the place in the rules; `itself` holds what answered itself for a
    seat since its last answer or turn, as lines; `parts` is what modules keep, each under its name."""

    part_models: ClassVar[dict[str, type[Model]]] = {}
    """Models of the parts, entered when a book with their module is made."""
    form: ClassVar[int] = 2
    """Version of the facts that everybody knows (`known`) and of how their digest is made. A title raises it when the
    facts of a table that is already possible would be others; a field that comes and is empty for such a table changes
    nothing."""
    earlier_forms: ClassVar[tuple[int, ...]] = (1,)
    """Forms of entries of earlier builds that can still be compared; none where a title raised `form` because its facts
    became others."""

    guessable: ClassVar[bool] = False
    """Whether a copy without secrets is played again with guesses for what is hidden. A title says so whose tests show
    that guesses are found for every honest game: little is hidden, and most of it comes to light."""

    seats: list[Seat]
    counters: dict[str, int] = Field(default_factory=no_dict)
    epoch: int = Field(default=0, ge=0)
    stack: Stack = Field(default_factory=no_list)
    owed: Stack = Field(default_factory=no_list)
    itself: dict[Seat, list[str]] = Field(default_factory=no_dict)
    parts: Parts = Field(default_factory=no_dict, exclude_if=is_empty)
    live: Annotated[Any, SkipJsonSchema()] = Field(default=None, exclude=True)

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.part_models = {}

    @field_validator("parts", mode="plain")
    @classmethod
    def _load_parts(cls, raw: Any) -> dict[str, Model]:
        """Load parts by their models, through JSON as frames are."""
        if not isinstance(raw, dict):
            raise ValueError(Fault("an object is needed"))
        return {name: cls._load_part(name, part) for name, part in raw.items()}

    @classmethod
    def _load_part(cls, name: str, raw: Any) -> Model:
        model = cls.part_models.get(name)
        if model is None:
            raise ValueError(Fault("unknown part {name}", name=repr(name)))
        return raw if isinstance(raw, model) else model.model_validate_json(dumps(raw))

    # -- chance: the only sources of what nobody can foresee ------------------------------------------------------

    def mark_reveal(self) -> None:
        """Mark that something hidden becomes known: what led here can no longer be taken back by its player."""
        live: Live = self.live
        if live.preview:
            raise RevealAhead
        live.reveals += 1

    def _count(self, label: str) -> tuple[str, int]:
        full = f"{label}@{self.epoch}" if self.epoch else label
        counter = self.counters.get(full, 0)
        self.counters[full] = counter + 1
        return full, counter

    def chance(self, label: str, of: int, *, hidden: bool = False) -> int:
        """Draw a number from 0 to of-1. Hidden draws are journaled under seal (their result must not be shown yet)."""
        self.mark_reveal()
        full, counter = self._count(label)
        live: Live = self.live
        value = live.chance.number(full, counter, of)
        live.draws.append(Draw(full, counter, of, value=value, hidden=hidden))
        return value

    def shuffle(self, label: str, things: list[Thing], *, hidden: bool = True) -> list[Thing]:
        """Put the things into a new order; hidden by default, because a shuffled pile lies face down. That alone
        reveals nothing, so a preview goes on behind it: what lies in the pile can still be learned through `draw`
        only."""
        if not hidden:
            self.mark_reveal()
        full, counter = self._count(label)
        live: Live = self.live
        order = live.chance.arrange(full, counter, things)
        live.draws.append(Draw(full, counter, len(things), order=order, hidden=hidden))
        return [things[at] for at in order]

    def draw(self, pile: list[Thing], n: int = 1) -> list[Thing]:
        """Take n things from the top (the end) of a face-down pile: the only way to a hidden card or tile."""
        if n > len(pile):
            raise AssertionError(f"{n} wanted from a pile of {len(pile)}")
        if n <= 0:
            return []
        self.mark_reveal()
        drawn = pile[-n:][::-1]
        del pile[-n:]
        return drawn

    # -- telling ---------------------------------------------------------------------------------------------------

    def tell(
        self,
        kind: str,
        seat: Seat | None = None,
        *,
        to: list[Seat] | None = None,
        twin: dict[str, Json] | None = None,
        **data: Json,
    ) -> None:
        """Announce an event to everybody, or to the seats in `to` (the others get the twin, if there is one)."""
        live: Live = self.live
        if live.listening:
            live.events.append(Event(kind, seat, data, to, twin))

    def owe(self, choice: Procedure) -> None:
        """Put aside a choice that its owner (`choice.seat`) may make later; it comes before the owner's next question
        or at the next settling point."""
        self.owed.append(choice)


def table_bytes(table: Table) -> bytes:
    """Write the JSON of a table in the order of the game file. As `model_dump_json`, without the way from bytes to text
    and back: a replay does this for every entry."""
    return table.__pydantic_serializer__.to_json(table)
