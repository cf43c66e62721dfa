"""The Palace (P-PAL): at the end of every Control Monument event its chambers are resolved in their order.

In the mode `auto` nobody is waited for: lines on file decide, else defaults; but whoever triggered the event gives the
order within the turn, since nothing of what it depends on is unknown then (P-PBEM-1). In the mode `ask` all winners
without an order are called at once (P-PBEM-2); whoever becomes a winner only then is asked when the chamber comes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from pbem.core.procedures import Ask, Call, Done, Next, Outcome, Procedure, TurnOver
from pbem.core.questions import Keys, Pick, Seat
from pbem.titles.ankh.conflict.orders import ask_sides
from pbem.titles.ankh.fixes import ORDER_IN_TURN
from pbem.titles.ankh.pharaoh.palace.palace_questions import PALACE, facts, solves
from pbem.titles.ankh.pharaoh.part import NAME, box, court, enter, refill, ruler, to_pool
from pbem.titles.ankh.pharaoh.show import prompts
from pbem.titles.ankh.pharaoh.verbs.effects import ASKED, LAPSE, OWN, Effects
from pbem.titles.ankh.state import Ankh

__all__ = ["LINES", "Palace", "PalaceControl", "lines_of", "order_question", "winner_of", "winners"]

READY = "ready"
LINES = {
    "law": ("law",),
    "war": ("sphinx", "riddle", "drawn", "infantry", "flock"),
    "court": ("court",),
    "throne": ("throne", "journey"),
}
"""Questions of each chamber whose lines make up a palace order."""
SOLVING = {"drawn": "policy", "infantry": "token", "flock": "summon"}
"""Those that only some Riddles ask, with the verb of such a Riddle."""


def lines_of(t: Ankh, chamber: str) -> list[str]:
    """List the lines that may be said of a chamber under the Pharaoh in play."""
    return [name for name in LINES[chamber] if name not in SOLVING or solves(t, SOLVING[name])]


def winner_of(t: Ankh, chamber: str) -> Seat | None:
    """Find who wins a chamber: most Priests, of tied sides the one with the least Devotion at this moment (P-PAL-6,
    P-RUL-2)."""
    there = court(t).chambers[chamber]
    most = max(there.values(), default=0)
    return next((side for side in t.ladder if most and there.get(side) == most), None)


def winners(t: Ankh) -> dict[str, Seat]:
    """Find the chambers that somebody would win as things stand."""
    found = {chamber: winner_of(t, chamber) for chamber in box(t).chambers}
    return {chamber: side for chamber, side in found.items() if side is not None}


def order_question(t: Ankh, side: Seat) -> Pick:
    """Call for a palace order: its lines are kept, and any of them says that it is complete."""
    won = [chamber for chamber, winner in winners(t).items() if winner == side]
    names = [name for chamber in won for name in lines_of(t, chamber)]
    implied = {f"{name}{suffix}": READY for name in names for suffix in ("", f"-{t.event}")}
    return Pick(
        "palace", prompts.palace_prompt(t, won, names), [READY], occasions=[PALACE], facts=facts(t, side),
        implied=implied, confirm=True, text=lambda _: prompts.ready_text(),
    )  # fmt: skip


@dataclass(eq=False, repr=False)
class PalaceControl(Procedure):
    """A Control Monument event, whatever comes of it, then the Palace, then what the Pharaoh does (P-PAL-5,
    P-RUL-1). `at` is the ability that was carried out last."""

    kind: ClassVar[str] = "ankh.palace_control"
    module: ClassVar[str] = NAME
    seat: str
    at: int = 0

    def start(self, t: Ankh) -> Outcome:
        return Call(t.book.inner["control"](seat=self.seat), then=self.order)

    def order(self, t: Ankh) -> Outcome:
        """Ask the triggering player for the order, who knows the state and includes it; one on file will do
        (P-PBEM-1)."""
        side = t.side(self.seat)
        waits = t.options.palace_mode == ASKED or ORDER_IN_TURN not in t.live.fixes
        if waits or side not in winners(t).values():
            return Next(self.leave)
        return Ask(self.seat, order_question(t, side), self.ordered)

    def ordered(self, t: Ankh, keys: Keys) -> Outcome:
        return Next(self.leave)

    def leave(self, t: Ankh) -> Outcome:
        """End the player's own part before the Palace is resolved, which concerns everybody."""
        return TurnOver(self.seat, then=self.palace)

    def palace(self, t: Ankh) -> Outcome:
        return Call(Palace(), then=self.reign)

    def reign(self, t: Ankh) -> Outcome:
        """Carry out the ruler's abilities at a Control event (P-RAMESSES-2); nothing once the game is won
        (P-RUL-27)."""
        abilities = [ability for ability in ruler(t).abilities if ability.at == "control"]
        if t.over or self.at >= len(abilities):
            return Done()
        ability = abilities[self.at]
        self.at += 1
        return Call(Effects(seat=self.seat, source=f"ability {ability.id}", manner=OWN), then=self.reign)


@dataclass(eq=False, repr=False)
class Palace(Procedure):
    """`at` is the chamber that was resolved last, `called` are the sides that were asked for an order."""

    kind: ClassVar[str] = "ankh.palace"
    module: ClassVar[str] = NAME
    at: str = ""
    called: list[str] = field(default_factory=list)

    def start(self, t: Ankh) -> Outcome:
        return Next(self.call if t.options.palace_mode == ASKED else self.next_chamber)

    def call(self, t: Ankh) -> Outcome:
        """Call all winners without an order at once (P-PBEM-2)."""
        sides = list(dict.fromkeys(winners(t).values()))
        if not sides:
            return Next(self.next_chamber)
        return ask_sides(t, {side: order_question(t, side) for side in sides}, self.ready)

    def ready(self, t: Ankh, answers: dict[Seat, Keys]) -> Outcome:
        self.called = list(answers)
        return Next(self.next_chamber)

    def next_chamber(self, t: Ankh) -> Outcome:
        """Let the winner take back all own Priests of the chamber, then resolve its effect (P-PAL-7)."""
        chambers = list(box(t).chambers)
        left = chambers[chambers.index(self.at) + 1 :] if self.at else chambers
        self.at = next((chamber for chamber in left if winner_of(t, chamber) is not None), "")
        if t.over or not self.at:
            return Next(self.close)
        side = winner_of(t, self.at)
        assert side is not None
        priests = court(t).chambers[self.at][side]
        enter(t, side, self.at, -priests)
        to_pool(t, side, priests)
        t.tell("pharaoh/chamber_won", side, chamber=self.at, priests=priests)
        waits = t.options.palace_mode == ASKED and side not in self.called
        effects = Effects(seat=side, source=f"chamber {self.at}", manner=ASKED if waits else LAPSE)
        return Call(effects, then=self.next_chamber)

    def close(self, t: Ankh) -> Outcome:
        """Lay out new cards, only after the last chamber (P-PAL-8); none once the game is won (P-RUL-27)."""
        if not t.over:
            refill(t)
        return Done()
