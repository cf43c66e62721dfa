"""The whole board and the reader's own things, as documents to be played from on a phone."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.core.document import Block, Doc, Para, Section
from pbem.titles.tekhenu.show import board as sections
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
    """Counters and what comes next."""
    order = " > ".join(mine(v, seat) for seat in v.order)
    what = "Picking order" if v.starting else "Turn order"
    paras = [Para(now_words(v)), Para(next_words(v), "", "  ")]
    paras.append(Para(f"{what}: {order}." + (f" Now: {mine(v, v.active)}." if v.active else "")))
    if v.extra:
        paras.append(Para(f"Extra action of happiness {v.triangles[-1]} due: {listed(v.extra)}."))
    return Section("", [para for para in paras if para.text])


def now_words(v: TekhenuView) -> str:
    """`Round 10 of 16. Done: rotation 4 of 8, Maat 2 of 4, scoring 1 of 2.`"""
    if v.phase == "set-up":
        return "Set-up."
    if v.phase == "over":
        return "The game is over."
    rotations = v.rounds // v.rounds_per_rotation
    phases = rotations // v.rotations_per_maat
    counts = [
        f"rotation {v.rotation} of {rotations}",
        f"Maat {v.maat} of {phases}",
        f"scoring {v.scoring} of {phases // v.maat_per_scoring}",
    ]
    at = f"Round {v.round} of {v.rounds}."
    if v.phase == "turns":
        return f"{at} So far: {', '.join(counts)}."
    return f"{at} Now after it: {counts[('rotation', 'maat', 'scoring').index(v.phase)]}."


def next_words(v: TekhenuView) -> str:
    """What follows, `Next: rotation 2, Maat 1 after round 4; scoring 1 after round 8.`"""
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
    for what, size in zip(("rotation", "Maat", "scoring"), sizes, strict=True):
        at = -(-max(begun, 1) // size) * size
        if at <= v.rounds:
            coming.setdefault(at, []).append(f"{what} {at // size}")
    if v.rounds in coming:
        coming[v.rounds].append("end")
    if not coming:
        return ""
    return "Next: " + "; ".join(f"{', '.join(what)} after round {at}" for at, what in sorted(coming.items())) + "."


def offers(v: TekhenuView) -> Section:
    """Starting cards, and Destiny cards while they are chosen."""
    blocks: list[Block] = []
    if v.starting:
        blocks.append(Para("STARTING CARDS on offer"))
        blocks += [Para(card_words(card), " ", "  ", bullet=True) for card in v.starting]
    destinies = offered(v)
    if destinies:
        blocks.append(Para(f"DESTINY CARDS on offer: {'; '.join(map(card_words, destinies))}.", "", "  "))
    return Section("", blocks)


def technologies(v: TekhenuView) -> Section:
    """What the Technologies of the others do; the reader's own stand with the own things."""
    blocks: list[Block] = [
        Para(f"{card_words(card)} ({p.seat})", " ", "     ", bullet=True)
        for p in v.players
        if p.seat != v.reader
        for card in p.technologies
    ]
    heading = "TECHNOLOGIES of others" if v.own else "TECHNOLOGIES"
    return Section(heading, blocks) if blocks else Section("", [])


_last: tuple[list[object], list[Section]] = ([], [])


def shared_sections(v: TekhenuView) -> list[Section]:
    """Sections that are the same for every reader: views of one table share what they are made of (`for_reader`)."""
    global _last
    public = [value for name, value in v if name not in ("reader", "own")]
    before, parts = _last
    if len(before) != len(public) or any(one is not other for one, other in zip(before, public, strict=True)):
        parts = [part(v) for part in sections.BOARD[1:]]
        _last = public, parts
    return parts


def board(v: TekhenuView, further: Sequence[Section] = ()) -> Doc:
    """The whole board; `further` are the sections of modules."""
    if not v.players:
        return Doc([head(v)])
    parts = [head(v), sections.players(v), *shared_sections(v), offers(v), technologies(v)]
    parts += further
    if v.house:
        parts.append(Section("", [Para("(h) house value: not found in print, see `pbem data tekhenu`.")]))
    return Doc(parts)


def own(v: TekhenuView) -> Doc:
    """The reader's own things, secrets included; empty for spectators."""
    if v.own is None:
        return Doc([])
    me = next(p for p in v.players if p.seat == v.own.seat)
    blocks: list[Block] = [Para(f"You are {me.seat}. {own_reach(v, me)}")]
    hidden = [card for card in v.own.decrees if card.id not in {c.id for c in me.shown}]
    for title, cards in (
        (f"Your decrees, secret; types{marked(v, 'HV-12')} in brackets:", hidden),
        ("Your decrees, known to all:", [card for card in me.shown if card.id not in me.scored]),
        ("Drawn, secret, choose from:", v.own.drawn),
        ("Your blessings:", me.blessings),
        ("Your technologies:", me.technologies),
    ):
        if cards:
            blocks.append(Para(title))
            for card in cards:
                kind = f"[{card.type}] " if card.type else ""
                blocks.append(Para(f"{card.id} {kind}{card.text}", " ", "     ", bullet=True))
    return Doc([Section("", blocks)])


def own_reach(v: TekhenuView, me: PlayerView) -> str:
    """Which sections of the market the reader may take cards from."""
    reach = [section.id for section in v.market if section.is_open and me.happiness >= section.needs_happiness]
    if not reach:
        return f"With happiness {me.happiness} Thoth gives you no cards."
    return f"With happiness {me.happiness} Thoth gives you cards from section {' or '.join(reach)}."
