"""Who has won (A-WIN, A-RUL-34)."""

from __future__ import annotations

from pbem.core.questions import Seat
from pbem.core.titles import Result
from pbem.core.words import Listed, Say
from pbem.titles.ankh.state import Ankh

__all__ = ["game_result"]


def game_result(t: Ankh) -> Result | None:
    """Rank the winner first, the others by Devotion, forgotten gods after them without an order; merged players share a
    place. If all are forgotten nobody wins: the first place stays empty."""
    if t.stack:
        return None
    ranked = [t.winner] if t.winner else []
    ranked += [side for side in reversed(t.ladder) if side != t.winner]
    places = [t.members(side) for side in ranked]
    lost = [seat for side in t.forgotten for seat in t.members(side)]
    if not places:
        places = [[]]
    if lost:
        places.append(lost)
    scores: dict[Seat, int] = {seat: t.devotion[t.side(seat)] for seat in t.order}
    who = [t.data.names[seat] for seat in places[0]]
    if not who:
        return Result(places, scores, Say("All gods are forgotten."))
    if len(who) == 1:
        return Result(places, scores, Say("{god} will be worshipped for ever.", god=who[0]))
    return Result(places, scores, Say("{gods} will be worshipped for ever.", gods=Listed(who, Say(" and "))))
