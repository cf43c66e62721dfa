"""What people see of the expansion: Palace, Policy cards, the Pharaoh, and log lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.core.document import Block, Para, Section
from pbem.core.questions import Seat
from pbem.core.table import View
from pbem.core.words import Listed, Say
from pbem.titles.ankh.pharaoh.part import box, court, his_region, in_pool, ruler
from pbem.titles.ankh.state import Ankh

__all__ = ["LINES", "CourtView", "board", "view"]

Data = dict[str, Any]


class ChamberView(View):
    id: str
    no: int
    name: str
    priests: dict[Seat, int]


class CourtView(View):
    """What everybody knows: all but the order of the deck."""

    ruler: str
    name: str
    abilities: list[str]
    riddle: str
    at: str
    region: int
    dead: bool
    infantry: list[str]
    tokens: list[int]
    death: int
    on_card: int
    sphinxes_left: int
    chambers: list[ChamberView]
    pools: dict[Seat, int]
    row: list[str]
    deck: int
    discard: list[str]
    drawn: list[str]
    hands: dict[Seat, list[str]]
    used: dict[Seat, list[str]]
    names: dict[str, str]


def view(t: Ankh, seat: Seat | None) -> CourtView:
    part, tables, pharaoh = court(t), box(t), ruler(t)
    return CourtView(
        ruler=part.ruler,
        name=pharaoh.name,
        abilities=[f"{one.name}: {one.text}" for one in pharaoh.abilities],
        riddle=pharaoh.riddle,
        at=part.at,
        region=his_region(t),
        dead=part.dead,
        infantry=list(part.infantry),
        tokens=list(part.tokens),
        death=part.death,
        on_card=part.on_card,
        sphinxes_left=t.supply["sphinx"],
        chambers=[
            ChamberView(id=one.id, no=one.no, name=one.name, priests=dict(part.chambers.get(one.id, {})))
            for one in tables.chambers.values()
        ],
        pools={side: in_pool(t, side) for side in t.ladder},
        row=list(part.row),
        deck=len(part.deck),
        discard=list(part.discard),
        drawn=list(part.drawn),
        hands={side: list(part.hand[side]) for side in t.ladder},
        used={side: list(part.used[side]) for side in t.ladder},
        names={**tables.names, **{seat: t.data.names[seat] for seat in t.gods}},
    )


def board(v: CourtView) -> Sequence[Section]:
    return [palace(v)]


def named(v: CourtView, idents: Sequence[str]) -> str:
    return Listed([v.names[ident] for ident in idents]) if idents else Say("none")


def palace(v: CourtView) -> Section:
    where = Say("{name} on {place}, region {region}", name=v.name, place=v.at, region=v.region)
    if v.dead:
        where = Say("{name} is dead", name=v.name)
    elif not v.at:
        where = Say("{name} is not placed yet", name=v.name)
    said: list[str] = [where]
    for one in v.chambers:
        there = Listed([Say("{god} {n}", god=v.names[side], n=n) for side, n in one.priests.items()])
        said.append(Say("{no} {name}: {there}", no=one.no, name=one.name, there=there or Say("no Priest")))
    blocks: list[Block] = [Para(words, " ", "  ", bullet=True) for words in said]
    return Section(Say("PALACE"), blocks)


LINES: dict[str, Any] = {}
