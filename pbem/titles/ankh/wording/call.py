"""The call of a Conflict: its regions in order with who is there and what everybody has, and a complete order made of
the defaults, to be edited or sent as it is (A-PBEM-2, A-PBEM-4, A-PBEM-9)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.questions import Seat
from pbem.core.words import Count, Listed, Say, Word
from pbem.titles.ankh.notation import CLAWS
from pbem.titles.ankh.rules.strength import side_strength
from pbem.titles.ankh.state import Ankh
from pbem.titles.ankh.wording.log import followers, thing

__all__ = ["call_lines", "order_form"]


def call_lines(t: Ankh, side: Seat) -> list[str]:
    """Write the regions in the order in which they are resolved; then the order of this side. Before a Conflict the
    board beside it says the same of the regions, and they may change."""
    said = list(_heading(t))
    if t.conflict is not None:
        said += [*(_region(t, token) for token in sorted(t.tokens.values())), *_hands(t, side)]
    return [*("# " + line for line in (*said, _how(t, side))), *order_form(t, side)]


def _heading(t: Ankh) -> Iterator[str]:
    if t.conflict is None:
        yield Say("What is on file when the Conflict comes is played without asking you. As things stand:")
        return
    yield Say("Tie-breaker: {god}.", god=thing(t.conflict.holder))
    if t.conflict.announced:
        yield Say("Two cards are announced for region {token}.", token=t.conflict.announced)


def _region(t: Ankh, token: int) -> str:
    """Write `Region 2, Battle: Ra 3 units, strength 4; Isis 2 units, strength 2`."""
    sides = t.sides_in(token)
    if not sides:
        return Say("Region {token}: nobody.", token=token)
    shares = [
        Say("{god} {units}, strength {strength}", god=thing(side), strength=side_strength(t, token, side),
            units=Count(len(t.units_in(token, side)), "{n} unit", "{n} units"))
        for side in sides
    ]  # fmt: skip
    listed = Listed(shares, "; ")
    if len(sides) > 1:
        return Say("Region {token}, Battle: {shares}.", token=token, shares=listed)
    return Say("Region {token}, dominance: {shares}.", token=token, shares=listed)


def _hands(t: Ankh, side: Seat) -> Iterator[str]:
    """Write cards left and Followers of everybody who fights, the reader's own last."""
    fighting = {one for token in t.tokens.values() for one in t.sides_in(token) if len(t.sides_in(token)) > 1}
    for one in [*(one for one in t.ladder if one in fighting and one != side), side]:
        god = t.gods[one]
        hand = Listed([card for card in t.data.preferred if card in god.hand])
        cards = Count(len(god.hand), "{n} card in hand", "{n} cards in hand")
        yield Say("{god}: {followers}; {cards}: {hand}.", god=thing(one), followers=followers(god.followers),
                  cards=cards, hand=hand)  # fmt: skip


def _how(t: Ankh, side: Seat) -> str:
    """Say in one sentence how to edit it."""
    return Say(
        "Your order, all defaults: edit it, or send it as it is. The first card still in hand and the first bid whose "
        "condition holds count: `bid: outbid if stake>=2, all-1 if enemy_max<=3, 0`."
    )


def order_form(t: Ankh, side: Seat) -> list[str]:
    """Write the lines of a complete order: cards and bids for each Battle of this side, then what is said once for
    all."""
    hand = ", ".join(card for card in t.data.preferred if card in t.gods[side].hand)
    doubled = t.conflict.announced if t.conflict is not None else 0
    lines: list[str] = []
    for token in sorted(t.tokens.values()):
        sides = t.sides_in(token)
        if side in sides and len(sides) > 1:
            card: str = Word(f"card-{token}: {hand}")
            if doubled == token and t.has(side, "announce"):
                card += Say("  # two of them are played")
            lines += [card, Word(f"bid-{token}: 0")]
    lines += [Word(f"card: {hand}"), Word("bid: 0"), Word("build: none  # obelisk D4, temple D5")]
    return [*lines, *_abilities(t, side)]


def _abilities(t: Ankh, side: Seat) -> Iterator[str]:
    """Write what only some sides are asked, with the default of each (A-DEC-10 to A-DEC-20)."""
    if t.conflict is None and t.has(side, "announce"):
        yield "amun: none  # " + Say("or the number of a region: two cards there")
    if t.has(side, "relocate"):
        yield Word("relocate: none  # warrior B4-C4, god D5-C3")
        if any(kind in t.book.guardians.windows.get("claws", {}) for kind in t.guardians_with(side)):
            why = Say("a Giant Scorpion that is relocated; unchanged without this line")
            yield f"# claws: {CLAWS[0]}  # " + why
    if t.conflict is None or t.conflict.holder == side:
        yield Word("tiebreak: yes")
    if t.has(side, "worship"):
        yield Word("worship: no  # yes if followers>=4")
    if t.has(side, "underworld"):
        yield Word("underworld: none  # D4, E5")
    if t.has(side, "protect"):
        yield "keep: any  # none, " + Say("or") + " D4, E5"
    if any(kind in t.book.guardians.windows.get("return", {}) for kind in t.guardians_with(side)):
        yield Word("mummy: any  # D4, E5")
        if t.has(side, "sun"):
            yield Word("sun: yes")
    if t.has(side, "trap"):
        yield Word(f"trap: {', '.join(reversed(t.enemies(side)))}")
