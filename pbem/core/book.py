"""Books: what one game is played by, put together from modules.

A title registers nothing globally. Its base game is a module, an expansion is another, and a game's options say which
of them are in its box. Each module adds to the title's `Book`: cards, actions, steps of a phase, scoring lines, words.
A book is made once for each set of modules, so two games of one process that differ in their boxes never meet.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from pbem.core.asking import Asked
from pbem.core.errors import Fault, Unregistered
from pbem.core.procedures import BASE
from pbem.core.words import Listed, Say, Verbatim

if TYPE_CHECKING:
    from pbem.core.document import Section
    from pbem.core.questions import Seat
    from pbem.core.table import View
    from pbem.core.words import Catalogue

Thing = TypeVar("Thing")


class Register(dict[str, Thing]):
    """Named things in a fixed order: actions, steps of a phase, scoring lines.

    Adding a name twice is an error, because it would silently change a game. A module that means to change what another
    registered says so with `replace` or `wrap`. Asking (`get`) for a name that nobody registered gives None; whoever
    needs it (`register[name]`) is told in a sentence which name it is and what there is, because a game that needs it
    was begun with another box. It is a dict, so that the rules, which look things up all day, do so without a call.
    """

    __slots__ = ("what",)

    def __init__(self, what: str) -> None:
        super().__init__()
        self.what = what

    def add(self, name: str, thing: Thing, *, before: str | None = None, after: str | None = None) -> None:
        """Add a thing at the end, or beside one that is there."""
        if name in self:
            raise ValueError(f"{self.what}: {name} is registered twice")
        beside = before if before is not None else after
        if beside is None:
            super().__setitem__(name, thing)
            return
        self._need(beside)
        rows = list(self.items())
        at = next(place for place, (known, _) in enumerate(rows) if known == beside) + (before is None)
        super().clear()
        super().update([*rows[:at], (name, thing), *rows[at:]])

    def include(self, things: Mapping[str, Thing]) -> None:
        """Add things in their order."""
        for name, thing in things.items():
            self.add(name, thing)

    def replace(self, name: str, thing: Thing) -> None:
        """Put another thing in the place of one that is there."""
        self._need(name)
        super().__setitem__(name, thing)

    def wrap(self, name: str, make: Callable[[Thing], Thing]) -> None:
        """Put what `make` makes of a thing in its place."""
        self._need(name)
        super().__setitem__(name, make(self[name]))

    def remove(self, name: str) -> None:
        self._need(name)
        super().__delitem__(name)

    def _refuse(self, *_: Any, **__: Any) -> Any:
        """Refuse what a dict can do besides: nobody sees whether it would add, replace or remove."""
        raise TypeError(f"{self.what}: say add, include, replace, wrap or remove")

    __setitem__ = __delitem__ = __ior__ = update = setdefault = pop = popitem = clear = _refuse

    def __deepcopy__(self, memo: dict[int, Any]) -> Register[Thing]:
        """Give a register of the same things: what is registered is code and never copied."""
        copied: Register[Thing] = Register(self.what)
        copied.include(self)
        return copied

    def __missing__(self, name: str) -> Thing:
        known = Listed([Verbatim(one) for one in self]) if self else Say("nothing")
        raise Unregistered(
            Fault("{what}: {name} is not registered; known: {known}", what=self.what, name=name, known=known)
        )

    def _need(self, name: str) -> None:
        if name not in self:
            raise ValueError(f"{self.what}: {name} is not registered; known: {', '.join(self) or 'nothing'}")

    def first(self) -> str | None:
        """Return the name that stands first."""
        return next(iter(self), None)

    def next_to(self, name: str) -> str | None:
        """Return the name behind this one, None behind the last: how a phase finds its next step."""
        if name not in self:
            self.__missing__(name)
        names = list(self)
        at = names.index(name) + 1
        return names[at] if at < len(names) else None


class Book:
    """What a game is played by. A title's own subclass holds its decks and registers as attributes."""

    def __init__(self, modules: Sequence[str] = ()) -> None:
        self.modules: frozenset[str] = frozenset((BASE, *modules))
        """Names of the modules in it, the base among them."""
        self.added = tuple(modules)
        """Those besides the base, in the order in which they extend it."""
        self.parts: Register[type[Any]] = Register("parts")
        """Models of what modules keep on the table, by the module's name."""
        self.questions: Register[Asked] = Register("questions")
        """Every kind of question, declared where it is asked."""
        self.agreement = ""
        """The module by which copies without secrets are held against themselves. Its `TOLD` names the questions whose
        answers an open event of the same entry always tells (`took_die {god} {die}`: the kind of the event, and the
        data that make the answer); its `agree` says what else of an entry contradicts the views around it."""
        self.idle: Callable[[Any, Seat], tuple[str, str] | None] | None = None
        """Why a seat that is asked nothing cannot act now, with the rule."""
        self.mail_lines = 0
        """How many lines more a turn mail may have for what modules show."""
        self.hides = False
        """Whether a module hides something on the table from somebody; for the base game `Title.hides` says so."""

    def asks(self, *kinds: Asked) -> None:
        """Register kinds of questions."""
        for kind in kinds:
            self.questions.add(kind.name, kind)

    def close(self) -> None:
        """Work out what is looked up often; called once, after the last module."""


Strip = tuple[float, Sequence[str]]
"""A strip of a picture that a module draws: its height, and shapes that begin at its upper left corner. The title lays
strips below its own board and says how wide they may be."""

Mark = tuple[str, str, str]
"""Something of a module that lies on a place of the title's own board: the place, a few words, all there is to say."""


class Module:
    """One box: the base game, an expansion, a solo opponent."""

    name: ClassVar[str]
    part: ClassVar[type[Any] | None] = None
    """What it keeps on the table, under `table.parts[name]`."""
    needs: ClassVar[tuple[str, ...]] = ()
    """Modules that must stand in the book before it: what two boxes need of each other is a module of its own."""
    whole: ClassVar[frozenset[str]] = frozenset()
    """Keys of its component tables below which any words may stand: it checks them itself."""

    def extend(self, book: Any) -> None:
        """Add to the book. Base first, then the others in the order that the title gives."""

    def components(self) -> dict[str, Any]:
        """Return its component tables as shipped; they stand under its name in those of the game."""
        return {}

    def check_components(self, raw: Mapping[str, Any]) -> list[str]:
        """Say what is wrong with its (corrected) component tables, with the path; [] if nothing."""
        return []

    def prepare(self, data: Any, tables: Mapping[str, Any]) -> Any:
        """Return the prepared tables of the game (`Title.prepare`) with what its own tables add or change."""
        return data

    # -- what people see ---------------------------------------------------------------------------------------------

    lines: ClassVar[Mapping[str, Any]] = {}
    """Log lines of its events. A module tells `t.tell("lamps/rose", ...)`, its name before the stroke; the words stand
    here under `rose`, in whatever form the title's other lines have."""
    view_model: ClassVar[type[View] | None] = None
    """What a reader may know of its part, if there is anything."""

    def view(self, table: Any, seat: Seat | None) -> View | None:
        """Build what one seat may know of its part (None: a spectator), field by field from nothing."""
        return None

    def board(self, view: Any, data: Any) -> Sequence[Section]:
        """Return its sections of the board, from its own view and the prepared tables of the game."""
        return ()

    def holdings(self, view: Any, data: Any) -> Sequence[Section]:
        """Return its sections of the reader's own things, from its own view and the prepared tables."""
        return ()

    def stock(self, table: Any, seat: Seat) -> Mapping[str, int]:
        """Count what a seat has of it that a preview compares before and after."""
        return {}

    def tables(self, raw: Mapping[str, Any], words: Catalogue | None = None) -> str:
        """Write its component tables as text to compare with the box, in a language (None: English)."""
        return ""

    def strip(self, view: Any, data: Any) -> Strip | None:
        """Draw its strip of the picture, from its own view and the prepared tables; None: it draws nothing."""
        return None

    def marks(self, view: Any, data: Any) -> Sequence[Mark]:
        """Return what of it lies on the title's own board, for the title to draw there."""
        return ()
