"""Move (A-MOVE): every own unit up to three spaces, one after another; Satet may push (A-GUARD-SATET-1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from pbem.core.asking import Asked
from pbem.core.procedures import Ask, Call, Done, Next, Outcome, Procedure
from pbem.core.questions import Keys, Pick, Seat
from pbem.core.words import Say
from pbem.titles.ankh.actions.claws import Claws, has_claws
from pbem.titles.ankh.hooks import adjusted
from pbem.titles.ankh.notation import hex_spelled, move_key, series
from pbem.titles.ankh.state import Ankh
from pbem.titles.ankh.wording import turn_words as words
from pbem.titles.ankh.wording.lists import by_unit

__all__ = ["ASKED", "Move", "push_spaces"]

ASKED = (
    Asked("move", (Say("units move in a Move action only"), "A-TURN-2"), mind="pbem.titles.ankh.computer.greedy:move"),
    Asked(
        "push",
        (Say("only Satet pushes, and only when it ends on an enemy unit"), "A-GUARD-SATET-1"),
        judge="pbem.titles.ankh.computer.greedy:push",
    ),
)


def push_spaces(t: Ankh, start: str, end: str) -> list[str]:
    """Find where the unit on `end` may be pushed to: adjacent, empty, no Water, no Underworld of others; the space that
    Satet leaves is empty (A-RUL-7, A-RUL-32)."""
    owner = t.units[end].owner
    return [
        place
        for place in t.lay.adjacent[end]
        if t.open_to(owner, place) or (place == start and not t.closed_to(owner, place) and start in t.lay.anchor)
    ]


def destinations(t: Ankh, side: Seat, start: str, far: int, shut: set[str] | None = None) -> list[str]:
    """Find where a unit that goes at most so far may end (A-MOVE-1 to A-MOVE-3); `shut` where that is known already."""
    units = t.units
    shut = t.shut_to(side) if shut is None else shut
    within = t.data.board.within(start, far)
    if units[start].kind not in t.book.guardians.windows.get("push", {}):
        return [end for end in within if end not in units and end not in shut]
    return [
        end
        for end in within
        if end not in shut and (end not in units or (units[end].owner != side and bool(push_spaces(t, start, end))))
    ]


def moves(t: Ankh, side: Seat, moved: Sequence[str], far: int) -> list[str]:
    """List the keys of all moves of units that have not moved yet, unit by unit."""
    shut, found = t.shut_to(side), list[str]()
    for place in t.units_of(side):
        if place not in moved:
            unit = move_key(t.units[place].kind, place, "")
            found += [unit + end for end in destinations(t, side, place, far, shut)]
    return found


@dataclass(eq=False, repr=False)
class Move(Procedure):
    """`moved` are the spaces on which units stand that have moved; `origin` and `target` belong to the move that is
    being made. `must`: one unit moves, and no more."""

    kind: ClassVar[str] = "ankh.move"
    must: ClassVar[bool] = False
    seat: str
    moved: list[str] = field(default_factory=list)
    origin: str = ""
    target: str = ""

    def start(self, t: Ankh) -> Outcome:
        side = t.side(self.seat)
        options = moves(t, side, self.moved, self.reach(t, side))
        if not options or (self.must and self.moved):
            return Done()
        question = Pick(
            "move",
            words.move_prompt(self.moved),
            options,
            low=int(self.must),
            default=[] if self.moved else None,
            text=lambda key: words.move_text(t, key),
            why_not=lambda text: words.why_no_move(t, side, self.moved, text),
            spelled=lambda text: words.spelled_move(t, side, text),
            series=series("move"),
            brief=lambda: by_unit("move", options),
            whole=not self.moved,
        )
        return Ask(self.seat, question, self.chosen)

    def reach(self, t: Ankh, side: Seat) -> int:
        """Say how far a unit may go (A-MOVE-1)."""
        return adjusted(t, side, "reach", t.data.move_distance)

    def chosen(self, t: Ankh, keys: Keys) -> Outcome:
        if not keys:
            if not self.moved:
                t.tell("declined", self.seat, what="move")
            return Next(self.done)
        self.origin, self.target = keys[0].split()[-1].split("-")
        return Next(self.push if self.target in t.units else self.carry_out)

    def push(self, t: Ankh) -> Outcome:
        question = Pick(
            "push",
            words.push_prompt(t, self.target),
            push_spaces(t, self.origin, self.target),
            spelled=hex_spelled(t.data.board),
            text=lambda key: words.space_text(t, key),
            why_not=lambda text: words.why_no_push(t, self.target, text),
        )
        return Ask(self.seat, question, self.pushed)

    def pushed(self, t: Ankh, keys: Keys) -> Outcome:
        """Push the unit; a pushed Scorpion is aimed again by its owner, who is not waited for (A-RUL-7, A-DEC-9)."""
        unit, satet = t.units.pop(self.target), t.units.pop(self.origin)
        t.units[keys[0]], t.units[self.target] = unit, satet
        t.tell("pushed", self.seat, unit=unit.kind, owner=unit.owner, start=self.target, end=keys[0])
        if has_claws(t, keys[0]):
            t.owe(Claws(seat=unit.owner, place=keys[0], late=True))
        return Next(self.arrive)

    def carry_out(self, t: Ankh) -> Outcome:
        t.units[self.target] = t.units.pop(self.origin)
        return Next(self.arrive)

    def arrive(self, t: Ankh) -> Outcome:
        kind = t.units[self.target].kind
        t.tell("moved", self.seat, unit=kind, start=self.origin, end=self.target)
        self.moved.append(self.target)
        if has_claws(t, self.target):
            return Call(Claws(seat=self.seat, place=self.target), then=self.start)
        return Next(self.start)
