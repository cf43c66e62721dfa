"""What people see of the expansion: the Palace, Policy cards, the Pharaoh, and log lines.

Everything lies open but the order of the deck, so every reader sees the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pbem.core.document import Block, Para, Section
from pbem.core.questions import Seat
from pbem.core.table import View
from pbem.core.words import Count, Listed, Say
from pbem.titles.ankh.components import Components
from pbem.titles.ankh.pharaoh.components import Ability, Pharaoh
from pbem.titles.ankh.pharaoh.palace.palace import winner_of
from pbem.titles.ankh.pharaoh.part import NAME, box, court, his_region, in_pool, sphinxes_of
from pbem.titles.ankh.state import Ankh
from pbem.titles.ankh.wording.log import thing

__all__ = ["LINES", "ChamberView", "CourtView", "board", "view"]

Data = dict[str, Any]


class ChamberView(View):
    """One chamber: Priests by side, and who would win it now (empty: nobody)."""

    id: str
    no: int
    priests: dict[Seat, int]
    winner: Seat


class CourtView(View):
    """What everybody knows. `ruler` is the Pharaoh in play, `at` his space, `region` the order token there; `tokens`
    and `death` are spaces of the event track; `pools` counts Priests left to place, `sphinxes` says where those of each
    side stand, `row` are the face-up cards from the left (empty: no card)."""

    ruler: str
    at: str
    region: int
    dead: bool
    infantry: list[str]
    tokens: list[int]
    death: int
    on_card: int
    chambers: list[ChamberView]
    pools: dict[Seat, int]
    sphinxes: dict[Seat, list[str]]
    row: list[str]
    deck: int
    discard: list[str]
    drawn: list[str]
    hands: dict[Seat, list[str]]
    used: dict[Seat, list[str]]


def view(t: Ankh, seat: Seat | None) -> CourtView:
    part, tables = court(t), box(t)
    return CourtView(
        ruler=part.ruler,
        at=part.at,
        region=his_region(t),
        dead=part.dead,
        infantry=list(part.infantry),
        tokens=list(part.tokens),
        death=part.death,
        on_card=part.on_card,
        chambers=[
            ChamberView(
                id=one.id,
                no=one.no,
                priests=dict(part.chambers[one.id]),
                winner=winner_of(t, one.id) or "",
            )
            for one in tables.chambers.values()
        ],
        pools={side: in_pool(t, side) for side in t.ladder},
        sphinxes={side: sphinxes_of(t, side) for side in t.ladder},
        row=list(part.row),
        deck=len(part.deck),
        discard=list(part.discard),
        drawn=list(part.drawn),
        hands={side: list(part.hand[side]) for side in t.ladder},
        used={side: list(part.used[side]) for side in t.ladder},
    )


# -- the board ---------------------------------------------------------------------------------------------------------


def called(data: Components, ident: str) -> str:
    return Say(data.names[ident])


def named(data: Components, idents: Sequence[str]) -> str:
    """Name cards; count two copies."""
    counts = {ident: list(idents).count(ident) for ident in idents}
    said = [
        called(data, one) if n == 1 else Say("{n} {name}", n=n, name=called(data, one)) for one, n in counts.items()
    ]
    return Listed(said) if said else Say("none")


def board(v: CourtView, data: Components) -> list[Section]:
    """Describe where the Pharaoh stands, the chambers, the cards."""
    rows = [chamber_line(data, one) for one in v.chambers]
    rows += [cards_line(v, data), *(side_line(v, data, side) for side in v.pools)]
    blocks: list[Block] = [Para(words, " ", "  ", bullet=True) for words in [*pharaoh_lines(v, data), *rows]]
    note = Say("most Priests win, then least Devotion; * would win now")
    return [Section(Say("PALACE"), blocks, note, Para(Say("Palace")))]


def ability(one: Ability) -> str:
    """Name what a Pharaoh does; a text that is our own is marked."""
    return Say("{name} (house)", name=Say(one.name)) if one.facts["source"] == "house" else Say(one.name)


def pharaoh_lines(v: CourtView, data: Components) -> list[str]:
    pharaoh: Pharaoh = data.boxes[NAME].pharaohs[v.ruler]
    name = Say(pharaoh.name)
    if v.dead:
        where = Say("{name} is dead; no Priest enters the Throne Room", name=name)
    elif v.at:
        where = Say("{name} on {place}, region {region}", name=name, place=v.at, region=v.region)
    else:
        where = Say("{name} is not placed yet", name=name)
    said: list[str] = [where, Listed([ability(one) for one in pharaoh.abilities])]
    if v.tokens:
        said.append(Say("tokens on events {events}", events=Listed(map(str, v.tokens), " ")))
    if v.death:
        said.append(Say("death at event {event}", event=v.death))
    if v.on_card:
        said.append(Count(v.on_card, "{n} token on his card", "{n} tokens on his card"))
    if v.infantry:
        said.append(Say("Infantry on {places}", places=Listed(v.infantry, " ")))
    return [Say("{facts}.", facts=Listed(said, "; "))]


def chamber_line(data: Components, one: ChamberView) -> str:
    """Write `2 War Room (war): Isis 2*, Ra 1.`"""
    there = [
        Say("{god} {n}{star}", god=called(data, side), n=n, star="*" if side == one.winner else "")
        for side, n in one.priests.items()
    ]
    priests = Listed(there) if there else Say("no Priest")
    return Say("{no} {name} ({word}): {priests}.", no=one.no, name=called(data, one.id), word=one.id, priests=priests)


def cards_line(v: CourtView, data: Components) -> str:
    shown = Listed([called(data, card) for card in v.row if card]) or Say("none")
    words = Say("Policies face up: {cards}; {n} in the deck.", cards=shown, n=v.deck)
    if v.drawn:
        words = Say("{cards} Drawn: {drawn}.", cards=words, drawn=named(data, v.drawn))
    if v.discard:
        words = Say("{cards} Discarded: {n}.", cards=words, n=len(v.discard))
    return words


def side_line(v: CourtView, data: Components, side: Seat) -> str:
    """Write `Isis: 2 Priests to place; Policies Census, Ferrymen; used Great Works.`"""
    said: list[str] = [Count(v.pools[side], "{n} Priest to place", "{n} Priests to place")]
    if v.sphinxes[side]:
        said.append(Say("Sphinxes on {places}", places=Listed(v.sphinxes[side], " ")))
    if v.hands[side]:
        said.append(Say("Policies {cards}", cards=named(data, v.hands[side])))
    if v.used[side]:
        said.append(Say("used {cards}", cards=named(data, v.used[side])))
    return Say("{god}: {facts}.", god=called(data, side), facts=Listed(said, "; "))


# -- log lines ---------------------------------------------------------------------------------------------------------


def _things(idents: Sequence[str]) -> str:
    return Listed([thing(ident) for ident in idents])


def priest_moved(d: Data) -> str:
    return Say("moved a Priest of {god} from {start} to {end}", god=thing(d["owner"]), start=d["start"], end=d["end"])


LINES: dict[str, Callable[[Data], str]] = {
    "placed": lambda d: Say("placed the Pharaoh on {place}", place=d["place"]),
    "moved": lambda d: Say("moved the Pharaoh from {start} to {end}", start=d["start"], end=d["end"]),
    "policy_used": lambda d: Say("used the Policy {card} with {action}", card=thing(d["card"]), action=d["action"]),
    "policies_back": lambda d: Say("took back the Policies {cards}", cards=_things(d["cards"])),
    "priest_placed": lambda d: Say("placed a Priest in {chamber}", chamber=thing(d["chamber"])),
    "priest_moved": priest_moved,
    "chamber_won": lambda d: Say("won {chamber} with {n}", chamber=thing(d["chamber"]),
                                 n=Count(d["priests"], "{n} Priest", "{n} Priests")),
    "took": lambda d: Say("took the Policy {card}", card=thing(d["card"])),
    "took_nothing": lambda d: Say("took no Policy"),
    "drawn": lambda d: Say("drew {cards}", cards=_things(d["cards"])),
    "kept": lambda d: Say("kept {card}", card=thing(d["card"])),
    "denounced": lambda d: Say("removed the Policy {card} from the game", card=thing(d["card"])),
    "refilled": lambda d: Say("New Policies: {cards}.", cards=_things(d["cards"])),
    "reshuffled": lambda d: Say("The discarded Policies are the new deck ({n}).", n=d["cards"]),
    "sphinx": lambda d: Say("replaced the {kind} on {place} with a Sphinx", kind=thing(d["monument"]),
                            place=d["place"]),
    "paid": lambda d: Say("paid {n}", n=Count(d["n"], "{n} Follower", "{n} Followers")),
    "audited": lambda d: Say("took 1 Follower from {god}", god=thing(d["victim"])),
    "recalled": lambda d: Say("took back {card}", card=thing(d["card"])),
    "escorted": lambda d: Say("moved {unit} {start}-{end} to the Pharaoh", unit=thing(d["unit"]), start=d["start"],
                              end=d["end"]),
    "ferried": lambda d: Say("exchanged the units on {one} and {other}", one=d["one"], other=d["other"]),
    "buried": lambda d: Say("took the Warrior on {place} back to the pool", place=d["place"]),
    "drafted": lambda d: Say("placed Infantry on {place}", place=d["place"]),
    "infantry_moved": lambda d: Say("moved Infantry {start}-{end}", start=d["start"], end=d["end"]),
    "disbanded": lambda d: Count(d["n"], "{n} Infantry leaves the map.", "{n} Infantry leave the map."),
    "ability": lambda d: Say("{ability} is resolved.", ability=thing(d["ability"])),
    "died": lambda d: Say("The Pharaoh dies; no Priest enters the Throne Room any more."),
}  # fmt: skip
