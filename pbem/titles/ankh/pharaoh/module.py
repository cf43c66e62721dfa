"""The module: what the expansion adds to the base game's book."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from pbem.core.book import Module, Strip
from pbem.core.document import Section
from pbem.core.procedures import Procedure
from pbem.core.questions import Seat
from pbem.core.table import View
from pbem.core.words import Catalogue, Say
from pbem.titles.ankh.components import MONUMENTS, Components
from pbem.titles.ankh.game_book import AnkhBook
from pbem.titles.ankh.pharaoh import part, reign
from pbem.titles.ankh.pharaoh.actions import ASKED as ACTIONS_ASKED
from pbem.titles.ankh.pharaoh.component_check import check
from pbem.titles.ankh.pharaoh.components import SPHINX, build, default_raw
from pbem.titles.ankh.pharaoh.invariants import conserved, problems
from pbem.titles.ankh.pharaoh.palace import palace_orders
from pbem.titles.ankh.pharaoh.palace.palace import PalaceControl
from pbem.titles.ankh.pharaoh.part import NAME, Court, court
from pbem.titles.ankh.pharaoh.policies import ASKED as POLICIES_ASKED
from pbem.titles.ankh.pharaoh.policies import PolicyAction
from pbem.titles.ankh.pharaoh.show import display as show
from pbem.titles.ankh.pharaoh.show import picture
from pbem.titles.ankh.pharaoh.verbs import gains, things, units
from pbem.titles.ankh.state import Ankh

__all__ = ["MODULE"]

MAIL_LINES = 25
DECLARING = (gains, units, things)
"""Modules that declare verbs: loaded, so that all are known."""


def around(book: AnkhBook, name: str, outer: Callable[..., Procedure]) -> Callable[[Callable[..., Procedure]], Any]:
    """Put a procedure around one that is registered, and keep the inner one at hand."""

    def wrapped(base: Callable[..., Procedure]) -> Callable[..., Procedure]:
        book.inner.add(name, base)
        return outer

    return wrapped


class PharaohModule(Module):
    """Ankh: Pharaoh."""

    name: ClassVar[str] = NAME
    whole: ClassVar[frozenset[str]] = frozenset({"effects"})
    part: ClassVar[type[Court]] = Court
    lines: ClassVar[Mapping[str, Any]] = show.LINES
    view_model: ClassVar[type[View]] = show.CourtView

    def stock(self, table: Ankh, seat: Seat) -> Mapping[str, int]:
        return {Say("Priests to place"): court(table).priests.get(table.side(seat), 0)}

    def extend(self, book: AnkhBook) -> None:
        for action in book.actions:
            book.actions.wrap(action, around(book, action, partial(PolicyAction, action=action)))
        book.events.wrap("control", around(book, "control", PalaceControl))
        book.setup.add(NAME, reign.set_up)
        book.prelude.add(NAME, reign.PlacePharaoh)
        book.closing.add(NAME, reign.EndOfConflict)
        book.standing.include(reign.STANDING)
        book.in_force = reign.in_force
        book.grounds.add(reign.FLOCK, reign.flocking)
        book.fills.add(NAME, part.filling)
        book.neutralising.add(NAME, reign.blocked)
        book.order_of_regions = reign.favoured
        book.counts_as.add(SPHINX, frozenset(MONUMENTS))
        book.recovering.add(NAME, part.come_back)
        book.joining.add(NAME, lambda t, lesser, greater: part.leave(t, lesser))
        book.forgetting.add(NAME, part.leave)
        book.forms.add(NAME, palace_orders.form)
        book.hides = True
        book.mail_lines = MAIL_LINES
        book.piles.add(NAME, lambda t: [court(t).deck] if NAME in t.parts else [])
        book.problems.add(NAME, problems)
        book.conserved.add(NAME, conserved)
        book.asks(*reign.ASKED, *POLICIES_ASKED, *ACTIONS_ASKED, *palace_orders.ASKED)

    # -- component tables ----------------------------------------------------------------------------------------------

    def components(self) -> dict[str, Any]:
        return default_raw()

    def check_components(self, raw: Mapping[str, Any]) -> list[str]:
        return check(raw)

    def prepare(self, data: Components, tables: Mapping[str, Any]) -> Components:
        """Put its tables beside those of the base game."""
        data.boxes[NAME] = box = build(tables)
        data.names |= box.names
        return data

    # -- what people see -----------------------------------------------------------------------------------------------

    def view(self, table: Ankh, seat: Seat | None) -> View:
        return show.view(table, seat)

    def board(self, view: show.CourtView, data: Components) -> Sequence[Section]:
        return show.board(view, data)

    def tables(self, raw: Mapping[str, Any], words: Catalogue | None = None) -> str:
        from pbem.titles.ankh.pharaoh.show.printed_tables import tables

        return tables(raw, words)

    def strip(self, view: show.CourtView, data: Components) -> Strip:
        return picture.HEIGHT, list(picture.parts(view, data))


MODULE = PharaohModule()
