"""What the expansion keeps on the table, and the small changes its rules are made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pydantic import Field

from pbem.core.questions import Seat
from pbem.core.table import Known, Model, no_dict, no_list
from pbem.titles.ankh.pharaoh.components import INFANTRY, PHARAOH, SPHINX, Ability, Box, Pharaoh
from pbem.titles.ankh.state import Ankh

__all__ = ["NAME", "Court", "box", "court", "in_play"]

NAME = "pharaoh"


class Court(Model):
    """Pharaoh, Palace and Policy cards. What belongs to gods is kept by side."""

    known: ClassVar[Known] = Known(
        open=(
            "ruler", "at", "dead", "priests", "chambers", "row", "discard", "drawn", "hand", "used", "removed",
            "infantry", "tokens", "death", "on_card", "change",
        ),
        counted=("deck",),
    )  # fmt: skip

    ruler: str = ""
    """Which Pharaoh is in play."""
    at: str = ""
    """Where he stands; empty before he is placed and after his death."""
    dead: bool = False
    priests: dict[Seat, int] = Field(default_factory=no_dict)
    """Priests in the pools; with one common pool they are counted there (P-AKH-1)."""
    chambers: dict[str, dict[Seat, int]] = Field(default_factory=no_dict)
    """Priests in each chamber, by side."""
    deck: list[str] = Field(default_factory=no_list)
    """Face down, the top card last."""
    row: list[str] = Field(default_factory=no_list)
    """The face-up spaces from the left; an empty one is an empty text."""
    discard: list[str] = Field(default_factory=no_list)
    drawn: list[str] = Field(default_factory=no_list)
    """Cards that a Riddle has drawn and of which one will be kept; they lie open."""
    hand: dict[Seat, list[str]] = Field(default_factory=no_dict)
    used: dict[Seat, list[str]] = Field(default_factory=no_dict)
    removed: list[str] = Field(default_factory=no_list)
    """Policy cards that left the game."""
    infantry: list[str] = Field(default_factory=no_list)
    """Spaces with Infantry."""
    tokens: list[int] = Field(default_factory=no_list)
    """Event spaces with a Pharaoh token."""
    death: int = Field(default=0, ge=0)
    """The event space with the Death token; 0 if there is none."""
    on_card: int = Field(default=0, ge=0)
    """Pharaoh tokens on his card."""
    change: str = ""
    """The Policy card that changes the action being resolved."""


def court(t: Ankh) -> Court:
    """Return the module's part of the table."""
    part: Court = t.parts[NAME]  # type: ignore[assignment]
    return part


def box(t: Ankh) -> Box:
    """Return its component tables."""
    tables: Box = t.data.boxes[NAME]
    return tables


def ruler(t: Ankh) -> Pharaoh:
    """Return the Pharaoh in play."""
    return box(t).pharaohs[court(t).ruler]


def in_play(t: Ankh, standing: str) -> Ability | None:
    """Return the ability of the Pharaoh in play that makes a standing change, if he has it."""
    return ruler(t).standing.get(standing) if NAME in t.parts else None


# -- the map -----------------------------------------------------------------------------------------------------------


def his_region(t: Ankh) -> int:
    """Return the order token of the region in which the Pharaoh stands; 0 if he does not (P-RUL-29)."""
    place = court(t).at
    return t.tokens[t.lay.anchor[place]] if place else 0


def filling(t: Ankh) -> Mapping[str, str]:
    """Return the spaces that the Pharaoh and Infantry fill (P-PHAR-1, P-RUL-13)."""
    if NAME not in t.parts:
        return {}
    part = court(t)
    found = dict.fromkeys(part.infantry, INFANTRY)
    return {**found, part.at: PHARAOH} if part.at else found


def sphinxes_of(t: Ankh, side: Seat) -> list[str]:
    return sorted(at for at, monument in t.monuments.items() if monument.kind == SPHINX and monument.owner == side)


# -- Priests -----------------------------------------------------------------------------------------------------------


def in_pool(t: Ankh, side: Seat) -> int:
    """Count the figures that may be placed as Priests: with one common pool Warriors, too (P-AKH-1)."""
    if in_play(t, "common pool"):
        return t.gods[side].warriors
    return court(t).priests.get(side, 0)


def to_pool(t: Ankh, side: Seat, n: int) -> None:
    """Put Priests back into the pool; a negative number takes them from it."""
    if in_play(t, "common pool"):
        t.gods[side].warriors += n
    else:
        court(t).priests[side] += n


def enter(t: Ankh, side: Seat, chamber: str, n: int = 1) -> None:
    """Put Priests into a chamber; a negative number takes them out."""
    there = court(t).chambers[chamber]
    there[side] = there.get(side, 0) + n
    if not there[side]:
        del there[side]


def open_chambers(t: Ankh) -> list[str]:
    """List the chambers that Priests may enter: after Tutankhamun's death not the Throne Room (P-TUT-4, P-RUL-33)."""
    closed = in_play(t, "closed chamber")
    shut = str(closed.facts["chamber"]) if closed is not None and court(t).dead else ""
    return [chamber for chamber in box(t).chambers if chamber != shut]


def steps_from(t: Ankh, chamber: str) -> list[str]:
    """List the chambers that a Priest may step to (P-PAL-3, P-PAL-4)."""
    opened = open_chambers(t)
    return [other for other in box(t).adjacent[chamber] if other in opened]


# -- Policy cards ------------------------------------------------------------------------------------------------------


def draw_policies(t: Ankh, n: int) -> list[str]:
    """Draw cards from the deck, one at a time; once it is empty, the discard pile becomes the deck (P-POL-5,
    P-RUL-28)."""
    part = court(t)
    found: list[str] = []
    for _ in range(n):
        if not part.deck and part.discard:
            part.deck, part.discard = t.shuffle("pharaoh/policies", sorted(part.discard)), []
            t.tell("pharaoh/reshuffled", cards=len(part.deck))
        if not part.deck:
            break
        found += t.draw(part.deck)
    return found


def refill(t: Ankh) -> None:
    """Fill empty face-up spaces from left to right (P-PAL-8)."""
    part = court(t)
    empty = [at for at, card in enumerate(part.row) if not card]
    new = draw_policies(t, len(empty))
    for at, card in zip(empty, new, strict=False):
        part.row[at] = card
    if new:
        t.tell("pharaoh/refilled", cards=list(new))


def come_back(t: Ankh, side: Seat) -> None:
    """Bring used Policy cards back with used Battle cards (P-POL-3)."""
    part = court(t)
    back, part.used[side] = part.used[side], []
    part.hand[side] += back
    if back:
        t.tell("pharaoh/policies_back", side, cards=list(back))


# -- gods that leave ---------------------------------------------------------------------------------------------------


def leave(t: Ankh, side: Seat) -> None:
    """Remove the Priests and Policy cards of a side from the game (P-MERGE-1, P-RUL-15, P-RUL-16)."""
    part = court(t)
    common = in_play(t, "common pool") is not None
    gone = part.priests.get(side, 0)
    part.priests[side] = 0
    for there in part.chambers.values():
        gone += there.pop(side, 0)
    t.leave(f"{side} warrior" if common else f"{side} priest", gone)
    part.removed += part.hand[side] + part.used[side]
    part.hand[side], part.used[side] = [], []
