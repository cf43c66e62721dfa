"""The whole board and the reader's own things, as documents to be played from on a phone."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.core.document import Block, Doc, Para, Section
from pbem.core.words import Listed, Say
from pbem.titles.tekhenu.components import Components
from pbem.titles.tekhenu.show import boards as sections
from pbem.titles.tekhenu.show.wording import (
    card_words,
    listed,
    marked,
    mine,
    offered,
)
from pbem.titles.tekhenu.views.view_models import PlayerView, TekhenuView

__all__ = ["board", "own"]


def head(v: TekhenuView) -> Section:
    """Describe counters and what comes next."""
    seats = Listed((mine(v, seat) for seat in v.order), " > ")
    order: str = Say("Picking order: {seats}.", seats=seats) if v.starting else Say("Turn order: {seats}.", seats=seats)
    if v.active:
        order = Listed((order, Say("Now: {seat}.", seat=mine(v, v.active))), " ")
    paras = [Para(now_words(v)), Para(next_words(v), "", "  "), Para(order)]
    if v.extra:
        due = Say("Extra action of happiness {n} due: {seats}.", n=v.triangles[-1], seats=listed(v.extra))
        paras.append(Para(due))
    return Section("", [para for para in paras if para.text])


def now_words(v: TekhenuView) -> str:
    """Write `Round 10 of 16. Done: rotation 4 of 8, Maat 2 of 4, scoring 1 of 2.`"""
    if v.phase == "set-up":
        return Say("Set-up.")
    if v.phase == "over":
        return Say("The game is over.")
    rotations = v.rounds // v.rounds_per_rotation
    phases = rotations // v.rotations_per_maat
    counts = {
        "rotation": Say("rotation {n} of {all}", n=v.rotation, all=rotations),
        "maat": Say("Maat {n} of {all}", n=v.maat, all=phases),
        "scoring": Say("scoring {n} of {all}", n=v.scoring, all=phases // v.maat_per_scoring),
    }
    at = Say("Round {n} of {all}.", n=v.round, all=v.rounds)
    if v.phase == "turns":
        return Listed((at, Say("So far: {counts}.", counts=Listed(counts.values()))), " ")
    return Listed((at, Say("Now after it: {what}.", what=counts[v.phase])), " ")


def next_words(v: TekhenuView) -> str:
    """Write what follows, `Next: rotation 2, Maat 1 after round 4; scoring 1 after round 8.`"""
    if v.phase == "over":
        return ""
    # In a phase after a round, that round is over.
    begun = v.round if v.phase == "turns" else v.round + 1
    sizes = (
        v.rounds_per_rotation,
        v.rounds_per_rotation * v.rotations_per_maat,
        v.rounds_per_rotation * v.rotations_per_maat * v.maat_per_scoring,
    )
    coming: dict[int, list[str]] = {}
    for what, size in zip((Say("rotation {n}"), Say("Maat {n}"), Say("scoring {n}")), sizes, strict=True):
        at = -(-max(begun, 1) // size) * size
        if at <= v.rounds:
            coming.setdefault(at, []).append(Say(what, n=at // size))
    if v.rounds in coming:
        coming[v.rounds].append(Say("end"))
    if not coming:
        return ""
    ahead = [Say("{what} after round {n}", what=Listed(what), n=at) for at, what in sorted(coming.items())]
    return Say("Next: {what}.", what=Listed(ahead, "; "))


def offers(v: TekhenuView, data: Components) -> Section:
    """Describe Starting cards, and Destiny cards while they are chosen."""
    blocks: list[Block] = []
    if v.starting:
        blocks.append(Para(Say("STARTING CARDS on offer")))
        blocks += [Para(card_words(data, card), " ", "  ", bullet=True) for card in v.starting]
    destinies = offered(v)
    if destinies:
        cards = Listed([card_words(data, card) for card in destinies], "; ")
        blocks.append(Para(Say("DESTINY CARDS on offer: {cards}.", cards=cards), "", "  "))
    return Section("", blocks)


def technologies(v: TekhenuView, data: Components) -> Section:
    """Describe what the Technologies of the others do; the reader's own stand with the own things."""
    blocks: list[Block] = [
        Para(Say("{card} ({seat})", card=card_words(data, card), seat=p.seat), " ", "     ", bullet=True)
        for p in v.players
        if p.seat != v.reader
        for card in p.technologies
    ]
    heading = Say("TECHNOLOGIES of others") if v.own else Say("TECHNOLOGIES")
    return Section(heading, blocks) if blocks else Section("", [])


_last: tuple[list[object], list[Section]] = ([], [])


def shared_sections(v: TekhenuView, data: Components) -> list[Section]:
    """List the sections that are the same for every reader: views of one table share what they are made of
    (`for_reader`)."""
    global _last
    public = [data, *(value for name, value in v if name not in ("reader", "own"))]
    before, parts = _last
    if len(before) != len(public) or any(one is not other for one, other in zip(before, public, strict=True)):
        parts = sections.shared(v, data)
        _last = public, parts
    return parts


def board(v: TekhenuView, data: Components, further: Sequence[Section] = ()) -> Doc:
    """Describe the whole board; `further` are the sections of modules."""
    if not v.players:
        return Doc([head(v)])
    parts = [head(v), sections.players(v), *shared_sections(v, data), offers(v, data), technologies(v, data)]
    parts += further
    if v.house:
        parts.append(Section("", [Para(Say("(h) house value: not found in print, see `pbem data tekhenu`."))]))
    return Doc(parts)


def own(v: TekhenuView, data: Components) -> Doc:
    """Describe the reader's own things, secrets included; empty for spectators."""
    if v.own is None:
        return Doc([])
    me = next(p for p in v.players if p.seat == v.own.seat)
    blocks: list[Block] = [Para(Listed((Say("You are {seat}.", seat=me.seat), own_reach(v, me)), " "))]
    hidden = [card for card in v.own.decrees if card.id not in {c.id for c in me.shown}]
    for title, cards in (
        (Say("Your decrees, secret; types{mark} in brackets:", mark=marked(v, "HV-12")), hidden),
        (Say("Your decrees, known to all:"), [card for card in me.shown if card.id not in me.scored]),
        (Say("Drawn, secret, choose from:"), v.own.drawn),
        (Say("Your blessings:"), me.blessings),
        (Say("Your technologies:"), me.technologies),
    ):
        if cards:
            blocks.append(Para(title))
            blocks += [Para(card_words(data, card), " ", "     ", bullet=True) for card in cards]
    return Doc([Section("", blocks)])


def own_reach(v: TekhenuView, me: PlayerView) -> str:
    """Say which sections of the market the reader may take cards from."""
    reach = [section.id for section in v.market if section.is_open and me.happiness >= section.needs_happiness]
    if not reach:
        return Say("With happiness {n} Thoth gives you no cards.", n=me.happiness)
    sections = Listed(reach, Say(" or "))
    return Say("With happiness {n} Thoth gives you cards from section {sections}.", n=me.happiness, sections=sections)
