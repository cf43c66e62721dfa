"""Move and Summon with Priests (P-PAL-2, P-PAL-3): the base actions, and what happens in the Palace beside them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from pbem.core.asking import Asked
from pbem.core.procedures import Ask, Call, Done, Next, Outcome, Procedure
from pbem.core.questions import Keys, Pick, Seat
from pbem.core.words import Say
from pbem.titles.ankh.actions.move import destinations
from pbem.titles.ankh.actions.summon import Summon
from pbem.titles.ankh.pharaoh.part import NAME, court, enter, in_pool, open_chambers, steps_from, to_pool
from pbem.titles.ankh.pharaoh.show import denials, prompts
from pbem.titles.ankh.state import Ankh

__all__ = ["ASKED", "MoveAll", "SummonAll", "can_move", "can_summon", "chambers_for", "own_steps", "whole_action"]


# -- Priests -----------------------------------------------------------------------------------------------------------


def chambers_for(t: Ankh, side: Seat) -> list[str]:
    """Find where a Priest of a side may be placed; nowhere without one in the pool."""
    return open_chambers(t) if in_pool(t, side) else []


def place_priest(t: Ankh, side: Seat, chamber: str) -> None:
    to_pool(t, side, -1)
    enter(t, side, chamber)
    t.tell("pharaoh/priest_placed", side, chamber=chamber)


def own_steps(t: Ankh, side: Seat, arrived: dict[str, int]) -> list[str]:
    """List `law-war`: steps of Priests that have not arrived where they stand in this action (P-RUL-30)."""
    return [
        f"{chamber}-{other}"
        for chamber, there in court(t).chambers.items()
        if there.get(side, 0) > arrived.get(chamber, 0)
        for other in steps_from(t, chamber)
    ]


@dataclass(eq=False, repr=False)
class MoveAll(Procedure):
    """A whole Move action: units, then Priests. `arrived` counts Priests by the chamber they stepped into."""

    kind: ClassVar[str] = "ankh.move_all"
    module: ClassVar[str] = NAME
    seat: str
    arrived: dict[str, int] = field(default_factory=dict)

    def start(self, t: Ankh) -> Outcome:
        return Call(t.book.inner["move"](seat=self.seat), then=self.step_priest)

    def step_priest(self, t: Ankh) -> Outcome:
        """Let each own Priest make one step (P-PAL-3, P-DEC-3)."""
        side = t.side(self.seat)
        options = own_steps(t, side, self.arrived)
        if not options:
            return Done()
        question = Pick(
            "step", prompts.step_prompt(), options, low=0, default=[],
            text=lambda key: prompts.step_text(t, key), spelled=prompts.spelled_step(t),
            why_not=lambda text: prompts.why_no_step(t, side, text),
            series=lambda text: [f"step: {part.strip()}" for part in text.split(",") if part.strip()],
        )  # fmt: skip
        return Ask(self.seat, question, self.stepped)

    def stepped(self, t: Ankh, keys: Keys) -> Outcome:
        if not keys:
            return Next(self.done)
        side = t.side(self.seat)
        start, end = keys[0].split("-")
        enter(t, side, start, -1)
        enter(t, side, end)
        self.arrived[end] = self.arrived.get(end, 0) + 1
        t.tell("pharaoh/priest_moved", self.seat, owner=side, start=start, end=end)
        return Next(self.step_priest)


@dataclass(eq=False, repr=False)
class SummonAll(Procedure):
    """A whole Summon action: units and a Priest, who comes before or after them (P-RUL-18). `units` counts the side's
    units on the map before, `placed` says that the Priest came."""

    kind: ClassVar[str] = "ankh.summon_all"
    module: ClassVar[str] = NAME
    seat: str
    units: int = 0
    placed: bool = False

    def start(self, t: Ankh) -> Outcome:
        self.units = len(t.units_of(t.side(self.seat)))
        return Next(self.before)

    def before(self, t: Ankh) -> Outcome:
        side = t.side(self.seat)
        if not chambers_for(t, side) or not can_summon(t, side):
            return Next(self.summon)
        return Ask(self.seat, self.question(t, must=False, default=[]), self.came_first)

    def question(self, t: Ankh, *, must: bool, default: Keys | None = None) -> Pick:
        side = t.side(self.seat)
        return Pick(
            "priest", prompts.priest_prompt(must), chambers_for(t, side), low=1 if must else 0, default=default,
            text=lambda key: prompts.chamber_text(t, key), spelled=prompts.spelled_chamber(t),
            why_not=lambda text: prompts.why_no_chamber(t, side, text),
        )  # fmt: skip

    def came_first(self, t: Ankh, keys: Keys) -> Outcome:
        self.place(t, keys)
        return Next(self.summon)

    def place(self, t: Ankh, keys: Keys) -> None:
        for chamber in keys:
            place_priest(t, t.side(self.seat), chamber)
            self.placed = True

    def summon(self, t: Ankh) -> Outcome:
        return Call(t.book.inner["summon"](seat=self.seat), then=self.after)

    def after(self, t: Ankh) -> Outcome:
        """Ask for a Priest: with a unit one must come if the pool has one, without one may (P-RUL-17, P-RUL-19,
        P-DEC-2)."""
        side = t.side(self.seat)
        if self.placed or not chambers_for(t, side):
            return Done()
        must = len(t.units_of(side)) > self.units
        return Ask(self.seat, self.question(t, must=must, default=None if must else []), self.came)

    def came(self, t: Ankh, keys: Keys) -> Outcome:
        self.place(t, keys)
        return Next(self.done)


# -- whether an action could do anything -------------------------------------------------------------------------------


def can_move(t: Ankh, side: Seat, far: int, *, priests: bool = False) -> bool:
    """Tell whether a unit of a side could move so far, or a Priest step."""
    units = any(True for place in t.units_of(side) for _ in destinations(t, side, place, far))
    return units or (priests and bool(own_steps(t, side, {})))


def can_summon(t: Ankh, side: Seat, *, priest: bool = False) -> bool:
    return bool(Summon(seat=side).options(t, side)) or (priest and bool(chambers_for(t, side)))


def whole_action(t: Ankh, action: str, seat: Seat) -> Procedure:
    """Build an action as it is resolved between the Policy cards around it."""
    if action == "move":
        return MoveAll(seat=seat)
    if action == "summon":
        return SummonAll(seat=seat)
    return t.book.inner[action](seat=seat)


MINDS = "pbem.titles.ankh.pharaoh.minds"
ASKED = (
    Asked(
        "step",
        (Say("Priests step from chamber to chamber in a Move action"), "P-PAL-3"),
        judge=f"{MINDS}:step",
        misplaced=denials.why_step_misplaced,
    ),
    Asked("priest", (Say("a Priest is placed in a Summon action"), "P-PAL-2"), judge=f"{MINDS}:chamber"),
)
