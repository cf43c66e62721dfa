"""The module: what the Vizier's challenge adds to the book, whatever else is in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from pbem.core.book import Mark, Module, Strip
from pbem.core.document import Section
from pbem.core.errors import Flaw
from pbem.core.questions import Seat
from pbem.core.table import View
from pbem.core.words import Verbatim
from pbem.titles.tekhenu.components import Components
from pbem.titles.tekhenu.game_book import TekhenuBook
from pbem.titles.tekhenu.state import Tekhenu
from pbem.titles.tekhenu.vizier import choice, display, picture
from pbem.titles.tekhenu.vizier.choice import ITSELF, TURN, VizierDestiny, VizierTurn
from pbem.titles.tekhenu.vizier.part import VIZIER, Vizier, vizier

__all__ = ["MODULE"]


MAIL_LINES = 4
"""By how much a mail may be longer: where the Vizier stands, and the card set aside."""


def lay(t: Tekhenu) -> None:
    t.parts[VIZIER] = Vizier()


def clear(t: Tekhenu) -> None:
    """Bring the card set aside back at the next Maat phase (S-VIZ-2)."""
    vizier(t).aside = ""


def problems(t: Tekhenu) -> Iterator[str]:
    """Check that it stands on an area that there is, and that the card set aside is in nobody's hands and not on
    offer."""
    if VIZIER not in t.parts:
        return
    part = vizier(t)
    if part.area and part.area not in t.dice:
        yield Flaw("{key}: {area}", key=Verbatim("parts.vizier.area"), area=part.area)
    held = [player.destiny for player in t.players.values()]
    if part.aside and (part.aside in t.destinies or part.aside in held):
        yield Flaw("{key}: {aside} is elsewhere too", key=Verbatim("parts.vizier.aside"), aside=part.aside)


class VizierModule(Module):
    """The Vizier's challenge."""

    name: ClassVar[str] = VIZIER
    part: ClassVar[type[Vizier]] = Vizier
    lines: ClassVar[Mapping[str, Any]] = display.LINES
    view_model: ClassVar[type[View]] = display.VizierView

    def view(self, table: Tekhenu, seat: Seat | None) -> View | None:
        return display.view(table) if len(table.order) > 1 else None

    def board(self, view: display.VizierView, data: Components) -> Sequence[Section]:
        return [display.section(view)]

    def strip(self, view: display.VizierView, data: Components) -> Strip:
        return picture.HEIGHT, list(picture.parts(view))

    def marks(self, view: display.VizierView, data: Components) -> Sequence[Mark]:
        return [(view.area, "V", picture.where(view))] if view.area else []

    def extend(self, book: TekhenuBook) -> None:
        book.mail_lines += MAIL_LINES
        book.asks(*choice.ASKED)
        book.layout.add(VIZIER, lay, after="players")
        book.procedures.add(ITSELF, book.procedures["destiny"])
        book.procedures.replace("destiny", VizierDestiny)
        book.procedures.add(TURN, book.procedures["turn"])
        book.procedures.replace("turn", VizierTurn)
        book.taken.add(VIZIER, choice.pay)
        book.clearing.add(VIZIER, clear)
        book.elsewhere.add(VIZIER, lambda t: [vizier(t).aside] if VIZIER in t.parts and vizier(t).aside else [])
        book.problems.add(VIZIER, problems)


MODULE = VizierModule()
