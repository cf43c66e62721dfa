"""What must hold of the expansion whenever the table rests: Priests, cards, Sphinxes, Infantry (P-COMP-1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pbem.core.errors import Flaw
from pbem.core.words import Verbatim
from pbem.titles.ankh.pharaoh.components import SPHINX
from pbem.titles.ankh.pharaoh.part import NAME, box, court, in_play, ruler
from pbem.titles.ankh.state import Ankh

__all__ = ["conserved", "problems"]


def conserved(t: Ankh, found: dict[str, int]) -> None:
    """Count Priests of every god, Policy cards, Pharaoh tokens. With one common pool nobody can say which of the nine
    figures of a god are Priests: three of them are. Sphinxes are counted with the Monuments."""
    if NAME not in t.parts:
        return
    part, common = court(t), in_play(t, "common pool") is not None
    for seat in sorted(t.gods):
        inside = sum(there.get(seat, 0) for there in part.chambers.values())
        if common:
            found[f"{seat} warriors"] += inside - box(t).priests
            found[f"{seat} priests"] = box(t).priests
        else:
            found[f"{seat} priests"] = inside + part.priests.get(seat, 0) + t.out.get(f"{seat} priest", 0)
    piles = (part.deck, part.row, part.discard, part.drawn, part.removed, *part.hand.values(), *part.used.values())
    cards = Counter(card for pile in piles for card in pile if card)
    found |= {f"policy {card}": cards[card] for card in box(t).cards}
    found["pharaoh tokens"] = len(part.tokens) + part.on_card + t.out.get("pharaoh token", 0)


def problems(t: Ankh) -> Iterator[str]:
    """Name broken invariants, each with the place."""
    if NAME not in t.parts:
        return
    part, tables = court(t), box(t)
    where = f"parts.{NAME}"
    if part.ruler not in tables.pharaohs:
        yield Flaw("{where}.ruler: there is no Pharaoh {ruler!r}", where=where, ruler=part.ruler)
        return
    if part.at and (part.dead or part.at not in t.lay.anchor):
        yield Flaw("{where}.at: he cannot stand on {at}", where=where, at=part.at)
    if not part.at and not part.dead and t.turn:
        yield Flaw("{where}.at: the Pharaoh is nowhere", where=where)
    if part.infantry != sorted(set(part.infantry)) or set(part.infantry) & set(t.underworld):
        yield Flaw("{where}.infantry: {infantry}", where=where, infantry=part.infantry)
    if part.infantry and not in_play(t, "blockade"):
        yield Flaw("{where}.infantry: {name} has none", where=where, name=ruler(t).name)
    yield from palace_problems(t, where)
    yield from card_problems(t, where)
    if t.supply.get(SPHINX, 0) + sum(m.kind == SPHINX for m in t.monuments.values()) != tables.sphinxes:
        yield Flaw("{key}: the Sphinxes do not add up", key=Verbatim("supply.sphinx"))


def palace_problems(t: Ankh, where: str) -> Iterator[str]:
    part = court(t)
    if list(part.chambers) != list(box(t).chambers):
        yield Flaw("{where}.chambers: {chambers}", where=where, chambers=list(part.chambers))
    for chamber, there in part.chambers.items():
        for side, n in there.items():
            if side not in t.ladder or n < 1:
                yield Flaw(
                    "{where}.chambers.{chamber}: {n} Priests of {side}", where=where, chamber=chamber, n=n, side=side
                )
    common = in_play(t, "common pool")
    for seat, n in part.priests.items():
        inside = sum(there.get(seat, 0) for there in part.chambers.values())
        gone = t.out.get(f"{seat} priest", 0)
        if n < 0 or (common and n) or (not common and n + inside + gone != box(t).priests):
            yield Flaw(
                "{where}.priests.{seat}: {n} in the pool, {inside} in the Palace",
                where=where,
                seat=seat,
                n=n,
                inside=inside,
            )


def card_problems(t: Ankh, where: str) -> Iterator[str]:
    part, tables = court(t), box(t)
    if len(part.row) != tables.slots:
        yield Flaw("{where}.row: {n} spaces", where=where, n=len(part.row))
    piles = (part.deck, part.row, part.discard, part.drawn, part.removed, *part.hand.values(), *part.used.values())
    if Counter(card for pile in piles for card in pile if card) != Counter(tables.deck()):
        yield Flaw("{where}.deck: the Policy cards are not those of the box", where=where)
    for seat in t.gods:
        if t.side(seat) != seat and (part.hand.get(seat) or part.used.get(seat)):
            yield Flaw("{where}.hand.{seat}: cards of a lesser god", where=where, seat=seat)
