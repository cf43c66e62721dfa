"""Gains and losses of Devotion (A-DEV), majorities and what they bring (A-MAJ)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.core.questions import Seat
from pbem.titles.ankh.hooks import Award, adjusted
from pbem.titles.ankh.state import Ankh

__all__ = ["award", "curse", "due", "majorities", "score_majorities"]


def award(t: Ankh, side: Seat, n: int, why: str, token: int = 0, kinds: Sequence[str] = ()) -> int:
    """Make one gain: Bountiful looks at it once, and the win is checked as the marker stops (A-ENG-5). A gain of 0 is
    no gain. Nothing happens once the game is won (A-RUL-24)."""
    if n <= 0 or t.over:
        return 0
    whole = due(t, side, n, why, token)
    if whole <= 0:
        t.tell("devotion_cancelled", side, why=why, token=token)
        return 0
    gained = t.gain_devotion(side, whole)
    space, bonus = t.devotion[side], whole - n
    t.tell("devotion_gained", side, n=gained, why=why, space=space, bonus=bonus, token=token, kinds=list(kinds))
    return gained


def due(t: Ankh, side: Seat, n: int, why: str, token: int = 0) -> int:
    """Say what a gain would bring: some add to it, and it may be cancelled."""
    return adjusted(t, side, "devotion", Award(n, why, token)).n


def curse(t: Ankh, figures: Mapping[Seat, int]) -> None:
    """Curse the others when Cat Mummies died: every other god loses 1 for each figure it does not own, in one ascending
    pass (A-GUARD-CAT-1, A-RUL-31). `figures` counts them by owner."""
    whole, kinds = sum(figures.values()), t.book.guardians.windows.get("curse", {})
    kind = next(kind for kind in (*t.guardians, *kinds) if kind in kinds)
    for side in t.ascending(t.ladder):
        due = whole - figures.get(side, 0)
        lost = t.lose_devotion(side, due)
        if due:
            t.tell("devotion_lost", side, n=lost, why=kind, space=t.devotion[side])


def majorities(t: Ankh, token: int) -> dict[str, Seat]:
    """Find for each kind of Monument the side that controls more of it in a region than every other one, with or
    without units there (A-MAJ-1). Ties give nobody anything."""
    counts: dict[str, dict[Seat, int]] = {}
    within = t.region(token)
    for place, monument in t.monuments.items():
        if monument.owner and place in within:
            of_kind = counts.setdefault(monument.kind, {})
            of_kind[monument.owner] = of_kind.get(monument.owner, 0) + 1
    found: dict[str, Seat] = {}
    for kind, of_kind in counts.items():
        most = max(of_kind.values())
        leaders = [side for side, n in of_kind.items() if n == most]
        if len(leaders) == 1:
            found[kind] = leaders[0]
    return found


def score_majorities(t: Ankh, token: int) -> None:
    """Give 1 Devotion for each majority of a side with a unit in the region, one gain a side, ascending (A-MAJ-2)."""
    led = majorities(t, token)
    for side in t.sides_in(token):
        kinds = sorted(kind for kind, leader in led.items() if leader == side)
        award(t, side, len(kinds), "majority", token, kinds)
