"""Old Crow: the opponent of somebody who plays alone. It draws what it shows, and its turns ask nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from pydantic import Field

from pbem.core.book import Module
from pbem.core.document import Para, Section
from pbem.core.procedures import Outcome, Procedure, TurnOver
from pbem.core.questions import Seat
from pbem.core.table import Known, Model, View
from tests.fair.rules import Automaton, FairBook
from tests.fair.state import Fair

CROW = "crow"
NAME = "Old Crow"


class Nest(Model):
    """What it has carried away."""

    known: ClassVar[Known] = Known(open=("wares",))

    wares: list[str] = Field(default_factory=list)


class NestView(View):
    wares: list[str]


def nest(t: Fair) -> Nest:
    found: Nest = t.parts[CROW]  # type: ignore[assignment]
    return found


@dataclass(eq=False, repr=False)
class CrowTurn(Procedure):
    """It carries the first ware of the row to its nest. [F6]"""

    kind: ClassVar[str] = "fair.crow_turn"
    module: ClassVar[str] = CROW

    def start(self, t: Fair) -> Outcome:
        if t.row:
            nest(t).wares.append(t.row.pop(0))
            t.tell("crow/stole", CROW, ware=nest(t).wares[-1])
        return TurnOver(CROW, then=self.done)


def show(t: Fair) -> str:
    return t.draw(t.deck)[0] if t.deck else ""


class Crow(Module):
    name: ClassVar[str] = CROW
    part: ClassVar[type[Nest]] = Nest
    view_model: ClassVar[type[NestView]] = NestView
    lines: ClassVar[dict[str, str]] = {"stole": "Old Crow carries {ware} to its nest."}

    def extend(self, book: FairBook) -> None:
        book.automata.add(CROW, Automaton(NAME, show, lambda t: t.chance("crow", 3), CrowTurn))
        book.layout.add(CROW, lambda t: t.parts.__setitem__(CROW, Nest()))
        book.places.add(CROW, lambda t: [nest(t).wares] if CROW in t.parts else [])
        book.scoring.add(CROW, lambda t, leader: len(nest(t).wares) if leader == CROW else 0)

    def view(self, table: Fair, seat: Seat | None) -> NestView:
        return NestView(wares=list(nest(table).wares))

    def board(self, view: NestView, data: Any) -> list[Section]:
        return [Section("Old Crow's nest:", [Para(", ".join(view.wares) or "empty", indent="  ", hang="  ")])]


MODULE = Crow()
