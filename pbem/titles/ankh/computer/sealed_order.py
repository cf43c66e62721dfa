"""The sealed order of the computer player: for each of its Battles cards, a bid and a Monument to build, weighed as
they are where each is asked when it arises (A-PBEM-4)."""

from __future__ import annotations

from math import ceil

from pbem.core.questions import Seat
from pbem.titles.ankh.components import MONUMENTS
from pbem.titles.ankh.computer.greedy import SPARED, bid_in, build_in, card_in, price, worship
from pbem.titles.ankh.conflict.battle import build_cost
from pbem.titles.ankh.conflict.conflict import battles
from pbem.titles.ankh.state import Ankh

__all__ = ["order_lines"]

BUILDINGS = 3
"""Buildings that an order names: a space may be taken by then."""


def order_lines(t: Ankh, seat: Seat) -> list[str]:
    """Write the lines of an order for the Battles that would be fought as things stand; none if this side fights in
    none."""
    side = t.side(seat)
    fought = [token for token, sides in battles(t).items() if side in sides]
    lines = [line for token in fought for line in _region(t, side, token)]
    if lines and t.has(side, "worship"):
        lines.append(f"worship: {max(('no', 'yes'), key=lambda key: worship(t, seat, key))}")
    return lines


def _region(t: Ankh, side: Seat, token: int) -> list[str]:
    hand = sorted(t.gods[side].hand, key=card_in(t, side, token), reverse=True)
    lines = [f"card-{token}: {', '.join(hand)}", f"bid-{token}: {_bid(t, side, token)}"]
    buildings = _buildings(t, side, token) if "build" in hand else []
    return [*lines, f"build-{token}: {', '.join(buildings)}"] if buildings else lines


def _bid(t: Ankh, side: Seat, token: int) -> str:
    """Bid what is best as things stand, if units are at stake when the bids are made; more than the richest rival owns,
    if that is best, the stake is worth it then, and the rival is no richer than now."""
    richest = max(t.gods[other].followers for other in t.sides_in(token) if other != side)
    judge = bid_in(t, side, token)
    best = max(range(t.gods[side].followers + 1), key=lambda n: judge(str(n)))
    if not best:
        return "0"
    if best <= richest:
        return f"{best} if stake>=1, 0"
    enough = max(1, ceil(price(t, side, richest + 1) / SPARED))
    return f"outbid if stake>={enough} and enemy_max<={richest}, {best} if stake>=1, 0"


def _buildings(t: Ankh, side: Seat, token: int) -> list[str]:
    if t.gods[side].followers < build_cost(t, side):
        return []
    spaces = [at for at in t.lay.spaces[t.anchor_of(token)] if t.is_empty(at) and at not in t.underworld]
    found = [f"{kind} {place}" for kind in MONUMENTS if t.supply[kind] for place in spaces]
    return sorted(found, key=build_in(t, side, token), reverse=True)[:BUILDINGS]
