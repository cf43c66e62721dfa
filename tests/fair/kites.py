"""Kites, an expansion of Fair Day: silk among the wares, and kites that rise in the evening."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from pydantic import Field

from pbem.core.asking import Asked
from pbem.core.book import Module
from pbem.core.document import Para, Section
from pbem.core.procedures import AskAll, Next, Outcome, Procedure
from pbem.core.questions import Keys, Pick, Question, Seat
from pbem.core.table import Known, Model, View
from pbem.core.words import Say
from tests.fair.rules import FairBook, Hidden, proposing
from tests.fair.state import Fair

KITES = "kites"
TABLES: dict[str, Any] = {"kinds": ["carp", "dragon", "moth", "swallow"], "each": 3, "silk": [4, 7], "held": 2}


class Kites(Model):
    """What the expansion keeps on the table, under `parts`."""

    known: ClassVar[Known] = Known(open=("sky",), counted=("deck", "held"))

    deck: list[str] = Field(default_factory=list)
    held: dict[Seat, list[str]] = Field(default_factory=dict)
    sky: dict[Seat, list[str]] = Field(default_factory=dict)


def kites(t: Fair) -> Kites:
    found: Kites = t.parts[KITES]  # type: ignore[assignment]
    return found


def box(raw: Mapping[str, Any]) -> list[str]:
    return [f"{kind} {n}" for kind in raw[KITES]["kinds"] for n in range(1, raw[KITES]["each"] + 1)]


def lay_kites(t: Fair) -> None:
    part = t.parts[KITES] = Kites()
    part.deck = t.shuffle("kites/deck", box(t.live.data))
    for seat in t.deciding():
        part.held[seat], part.sky[seat] = t.draw(part.deck, t.live.data[KITES]["held"]), []


def join_kites(t: Fair, lesser: Seat, leader: Seat) -> None:
    part = kites(t)
    part.held[leader] += part.held.pop(lesser)
    part.sky[leader] += part.sky.pop(lesser)


def fly_question(t: Fair, seat: Seat) -> Pick:
    held = kites(t).held[t.leader(seat)]
    return Pick("fly", Say("Let a kite rise"), list(held), low=0, default=[], known=box(t.live.data), private=True)


def fly_ahead(t: Fair, seat: Seat) -> Iterator[Question]:
    if t.leader(seat) in kites(t).held and kites(t).held[t.leader(seat)]:
        yield fly_question(t, seat)


def kinds(t: Fair, leader: Seat) -> set[str]:
    return {kite.split()[0] for kite in kites(t).sky.get(leader, [])}


def new_kind(t: Fair, seat: Seat, key: str) -> float:
    return 1 if key.split()[0] not in kinds(t, t.leader(seat)) else 0


@dataclass(eq=False, repr=False)
class Fly(Procedure):
    """In the evening everybody may let a kite rise, and draws another. [K2]"""

    kind: ClassVar[str] = "fair.fly"
    module: ClassVar[str] = KITES

    def start(self, t: Fair) -> Outcome:
        asked = {seat: fly_question(t, seat) for seat in t.deciding() if kites(t).held[seat]}
        return AskAll(asked, then=self.rise, partners=proposing(t, asked)) if asked else Next(self.done)

    def rise(self, t: Fair, answers: dict[Seat, Keys]) -> Outcome:
        part = kites(t)
        for seat, keys in answers.items():
            for kite in keys:
                part.held[seat].remove(kite)
                part.sky[seat].append(kite)
                t.tell("kites/rose", seat, kite=kite)
                part.held[seat] += t.draw(part.deck, min(1, len(part.deck)))
        return Next(self.done)


class KitesView(View):
    deck: int
    sky: dict[Seat, list[str]]
    held: list[str]


def hidden(t: Fair) -> Hidden:
    return [(None, kites(t).deck), *kites(t).held.items()]


def everywhere(t: Fair) -> Iterable[list[str]]:
    return [kites(t).deck, *kites(t).held.values(), *kites(t).sky.values()]


class KitesModule(Module):
    name: ClassVar[str] = KITES
    part: ClassVar[type[Kites]] = Kites
    view_model: ClassVar[type[KitesView]] = KitesView
    lines: ClassVar[dict[str, str]] = {"rose": "{seat} lets {kite} rise."}

    def extend(self, book: FairBook) -> None:
        book.cards.add(KITES, lambda raw: [f"silk {n}" for n in raw[KITES]["silk"]])
        book.layout.add(KITES, lay_kites)
        book.phases.add(KITES, Fly, after="stalls")
        book.joining.add(KITES, join_kites)
        book.scoring.add(KITES, lambda t, leader: len(kinds(t, leader)) ** 2)
        book.hidden.add(KITES, hidden)
        book.counts.add(KITES, lambda t: sum(map(len, everywhere(t))))
        book.asks(Asked("fly", judge=new_kind, ahead=fly_ahead))

    def components(self) -> dict[str, Any]:
        return dict(TABLES)

    def check_components(self, raw: Mapping[str, Any]) -> list[str]:
        return [] if len(raw["kinds"]) * raw["each"] >= 5 * raw["held"] else ["each: too few kites for five sides"]

    def view(self, table: Fair, seat: Seat | None) -> KitesView:
        part = kites(table)
        held = part.held.get(table.leader(seat), []) if seat else []
        return KitesView(deck=len(part.deck), sky={s: list(k) for s, k in part.sky.items()}, held=sorted(held))

    def board(self, view: KitesView, data: Any) -> list[Section]:
        sky = [
            Para(f"{seat}: {', '.join(flown) or 'none'}", bullet=True, indent="  ") for seat, flown in view.sky.items()
        ]
        return [Section("Kites in the sky", sky, note=f"({view.deck} in the deck):")]

    def holdings(self, view: KitesView, data: Any) -> list[Section]:
        return [Section("", [Para(f"Your kites: {', '.join(view.held) or 'none'}.")])]


MODULE = KitesModule()
