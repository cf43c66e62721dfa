"""What is in the box of a game: the modules of a title, its books, and what its modules show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, ClassVar

from pbem.core.book import Book, Mark, Module, Strip
from pbem.core.chance import ChanceSource
from pbem.core.document import Section
from pbem.core.errors import Misuse
from pbem.core.questions import Seat
from pbem.core.table import Live, Table, View
from pbem.core.words import Say, Verbatim

_modules: dict[tuple[str, str], Module] = {}
_books: dict[tuple[str, tuple[str, ...]], Book] = {}


class Boxed:
    """A title by its modules: each game has the base and those that its options put into the box."""

    name: ClassVar[str]
    full_name: ClassVar[str]
    table_model: ClassVar[type[Table]]
    book_type: ClassVar[type[Book]] = Book
    modules_at: ClassVar[Mapping[str, str]] = {}
    """Where the modules besides the base are, `package.module:NAME`; imported when a game has them in its box."""

    # -- modules: what is in the box of a game -----------------------------------------------------------------------

    def modules(self, options: Any, people: int) -> Sequence[str]:
        """List the modules besides the base that so many people play by with these options, in the order they extend
        it."""
        return ()

    def base(self, book: Any) -> None:
        """Register the base game: the first module of every book."""

    def module(self, name: str) -> Module:
        """Return a module by its name; its code is imported now and not before."""
        made = _modules.get((self.name, name))
        if made is None:
            if name not in self.modules_at:
                known = ", ".join(self.modules_at) or "none"
                raise Misuse(
                    Say(
                        "{full_name} has no module {name}. Modules: {known}.",
                        full_name=Verbatim(self.full_name),
                        name=Verbatim(f"{name!r}"),
                        known=Verbatim(known),
                    )
                )
            place, attribute = self.modules_at[name].split(":")
            made = _modules[self.name, name] = getattr(import_module(place), attribute)
        return made

    def book(self, modules: Sequence[str] = ()) -> Book:
        """Return the book of a set of modules, made once."""
        key = (self.name, tuple(modules))
        book = _books.get(key)
        if book is None:
            book = self.book_type(modules)
            self.base(book)
            for at, name in enumerate(modules):
                module = self.module(name)
                if name in modules[:at]:
                    raise Misuse(Say("The module {name} is named twice.", name=Verbatim(name)))
                lacking = [other for other in module.needs if other not in modules[:at]]
                if lacking:
                    raise Misuse(
                        Say(
                            "The module {name} needs {lacking} before it.",
                            name=Verbatim(name),
                            lacking=Verbatim(" and ".join(lacking)),
                        )
                    )
                if module.part is not None:
                    self.table_model.part_models[name] = module.part
                    book.parts.add(name, module.part)
                module.extend(book)
            book.close()
            _books[key] = book
        return book

    def live(
        self,
        chance: ChanceSource,
        data: Any,
        options: Any,
        fixes: frozenset[str] = frozenset(),
        modules: Sequence[str] = (),
    ) -> Live:
        """Return what a table of this title runs with."""
        return Live(chance, data, options, fixes, self.book(modules))

    # -- what modules show: for titles whose view has `parts: PartViews` -----------------------------------------------

    def part_views(self, table: Any, seat: Seat | None) -> dict[str, View]:
        """Return what one seat may know of the parts of modules, each under its module's name."""
        found = ((name, self.module(name).view(table, seat)) for name in table.live.book.added)
        return {name: view for name, view in found if view is not None}

    def with_parts(self, view: Any, table: Any, seat: Seat | None) -> View:
        """Give a view those of the modules' parts, once the table is laid out."""
        view.parts = self.part_views(table, seat) if table.parts else {}
        whole: View = view
        return whole

    def read_whole(self, model: type[View], raw: Mapping[str, Any]) -> View:
        """Read back a view that was written down, with its parts."""
        view: Any = model.model_validate({**raw, "parts": {}})
        view.parts = self.read_part_views(raw.get("parts", {}))
        whole: View = view
        return whole

    def read_part_views(self, raw: Mapping[str, Any]) -> dict[str, View]:
        """Read back views of parts that were written down; raise ValueError if they are none."""
        found: dict[str, View] = {}
        for name, part in raw.items():
            module = self.module(name) if name in self.modules_at else None
            if module is None or module.view_model is None:
                raise ValueError(f"{name!r:.40} is no part of a view")
            found[name] = module.view_model.model_validate(part)
        return found

    def part_stock(self, table: Any, seat: Seat) -> dict[str, int]:
        """Return what modules add to a seat's stock."""
        return {what: n for name in table.parts for what, n in self.module(name).stock(table, seat).items()}

    def part_board(self, parts: Mapping[str, View], data: Any) -> list[Section]:
        """Return the sections that modules add to the board."""
        return [section for name, view in parts.items() for section in self.module(name).board(view, data)]

    def part_holdings(self, parts: Mapping[str, View], data: Any) -> list[Section]:
        """Return the sections that modules add to the reader's own things."""
        return [section for name, view in parts.items() for section in self.module(name).holdings(view, data)]

    def part_strips(self, parts: Mapping[str, View], data: Any) -> list[Strip]:
        """Draw the strips that modules add to the picture."""
        found = (self.module(name).strip(view, data) for name, view in parts.items())
        return [strip for strip in found if strip is not None]

    def part_marks(self, parts: Mapping[str, View], data: Any) -> dict[str, Mark]:
        """Return what of modules lies on places of the board, by place."""
        return {mark[0]: mark for name, view in parts.items() for mark in self.module(name).marks(view, data)}

    def part_line(self, kind: str) -> Any:
        """Return the words that a module declares for its event `module/kind`; None for events of the base game."""
        name, _, own = kind.partition("/")
        return self.module(name).lines.get(own) if own and name in self.modules_at else None
