"""A Conflict: what it begins with, its regions in order, and what follows it (A-CONF)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from pbem.core.asking import Asked
from pbem.core.procedures import Call, Done, Next, Outcome, Procedure, Settle
from pbem.core.questions import Keys, Pick, Question, Seat
from pbem.core.words import Say
from pbem.titles.ankh.conflict import order_lines
from pbem.titles.ankh.conflict.battle import BattleRun, may_announce
from pbem.titles.ankh.conflict.orders import (
    SEALED,
    ask_side,
    ask_sides,
    facts,
    follow_ups,
    here,
    lapses,
    occasions,
    regions_left,
)
from pbem.titles.ankh.conflict.resolution import Dominance
from pbem.titles.ankh.hooks import announced
from pbem.titles.ankh.map.geometry import DIRECTIONS
from pbem.titles.ankh.state import Ankh, Conflict, Unit
from pbem.titles.ankh.wording import battle_words as words
from pbem.titles.ankh.wording.call import call_lines

__all__ = ["ASKED", "OPENING", "READY", "ConflictEvent", "battles", "called", "order_question"]

READY = "ready"
ORDERED = (
    *("card", "bid", "build", "relocate", "claws", "tiebreak", "keep", "underworld", "worship", "trap", "mummy", "sun"),
)
"""Questions whose lines make up an order (A-PBEM-4)."""


def worship_everywhere(t: Ankh) -> None:
    """Pay the powers that pay at the start of a Conflict: Omnipresent (A-CONF-1b)."""
    for side in t.ascending(t.ladder):
        announced(t, t.book.powers, side, t.held(side), "conflict")


def strike(t: Ankh) -> None:
    """Destroy the Monuments that the claws of every Giant Scorpion point at in its region (A-CONF-1c,
    A-GUARD-SCORPION-2, A-RUL-28)."""
    struck: dict[str, Unit] = {}
    for place, unit in sorted(t.units.items()):
        for direction in unit.claws.split("-") if unit.claws else ():
            target = t.data.board.around[place][DIRECTIONS.index(direction)]
            if target in t.monuments and target in t.lay.adjacent[place]:
                struck.setdefault(target, unit)
    for target, by in struck.items():
        monument = t.destroy(target)
        t.tell("destroyed", by.owner, place=target, monument=monument.kind, owner=monument.owner, why=by.kind)


OPENING: dict[str, Callable[[Ankh], None]] = {"powers": worship_everywhere, "claws": strike}


def battles(t: Ankh) -> dict[int, list[Seat]]:
    """Find regions where a Battle would be fought as things stand, with who is there."""
    found = {token: t.sides_in(token) for token in t.book.order_of_regions(t)}
    return {token: sides for token, sides in found.items() if len(sides) > 1}


def called(t: Ankh) -> list[Seat]:
    """List sides that have something to decide in the Battles to come (A-PBEM-7)."""
    fighting = [side for sides in battles(t).values() for side in sides]
    return [side for side in t.ascending(fighting) if has_choice(t, side, fighting.count(side))]


def has_choice(t: Ankh, side: Seat, times: int) -> bool:
    """Tell whether an order of this side could say anything: more than one card in hand, or a second Battle for which
    the last one brings all back (A-RUL-25); units to relocate; whatever else a Battle may ask."""
    return len(t.gods[side].hand) > 1 or times > 1 or t.has(side, "relocate") or follow_ups(t, side)


@cache
def _order_names(regions: tuple[str, ...]) -> Mapping[str, str]:
    """Return every name of a line of an order: for these regions, and for all of them."""
    particular = {f"{name}-{region}": READY for name in ORDERED for region in regions}
    return dict.fromkeys(ORDERED, READY) | particular


def order_question(t: Ankh, side: Seat) -> Question:
    """Call for an order: its lines are kept, and this says that it is complete. Any line of an order says so, too; one
    that was sent before an announcement must have heeded it (A-PBEM-2, A-PBEM-6, A-PBEM-10)."""
    coming = occasions(t)
    names = _order_names(tuple(one.word for one in coming if one.word))
    known = t.conflict is not None and t.conflict.announced and not t.has(side, "announce")
    return Pick(
        "order",
        words.order_prompt(t),
        [READY],
        occasions=coming[-1:],
        implied=names,
        heeds="amun" if known else "",
        confirm=True,
        brief=lambda: call_lines(t, side),
    )


ASKED = (
    Asked(
        "order",
        (Say("an order is sent for a Conflict"), "A-PBEM-4"),
        ahead=order_lines.order,
        late=words.why_late,
        along="pbem.titles.ankh.computer.sealed_order:order_lines",
    ),
)


@dataclass(eq=False, repr=False)
class ConflictEvent(Procedure):
    """One Conflict, triggered by `seat`; `closed` is what was done last at its end."""

    kind: ClassVar[str] = "ankh.conflict"
    later: ClassVar[tuple[str, ...]] = ("closed",)
    seat: str
    closed: str = ""

    def start(self, t: Ankh) -> Outcome:
        """Give the Tie-breaker to the triggering player's side (A-CONF-1a). Claws that others moved are aimed first."""
        event = t.data.events[t.event - 1]
        t.conflict = Conflict(number=event.conflict, holder=t.side(self.seat))
        t.tell("conflict_began", self.seat, number=event.conflict)
        return Settle(then=self.begin)

    def begin(self, t: Ankh) -> Outcome:
        for step in t.book.opening.values():
            step(t)
        return Next(self.announce if t.options.conflict_mode == SEALED else self.next_region)

    # -- the call of a sealed Conflict ---------------------------------------------------------------------------------

    def announce(self, t: Ankh) -> Outcome:
        """Take Amun's announcement from his order; it stands in the call (A-PBEM-10)."""
        tokens = [token for token in battles(t) if may_announce(t, token)]
        if not tokens:
            return Next(self.call)
        side = may_announce(t, tokens[0])
        assert side is not None
        question = Pick(
            "amun", words.amun_prompt(), [str(token) for token in tokens], low=0, default=[], lapses=lapses(t, "amun"),
            occasions=here(t)[1:], facts=facts(t, side),
        )  # fmt: skip
        return ask_side(t, side, question, self.announced)

    def announced(self, t: Ankh, keys: Keys) -> Outcome:
        assert t.conflict is not None
        if keys:
            t.conflict.announced = int(keys[0])
            t.tell("announced", may_announce(t, int(keys[0])), token=int(keys[0]))
        return Next(self.call)

    def call(self, t: Ankh) -> Outcome:
        questions = {side: order_question(t, side) for side in called(t)}
        if not questions:
            return Next(self.next_region)
        return ask_sides(t, questions, self.ordered)

    def ordered(self, t: Ankh, answers: dict[Seat, Keys]) -> Outcome:
        return Next(self.next_region)

    # -- regions -------------------------------------------------------------------------------------------------------

    def next_region(self, t: Ankh) -> Outcome:
        """Resolve the regions by ascending order tokens, each looked at when its turn comes (A-CONF-2)."""
        assert t.conflict is not None
        token = next(iter(regions_left(t)), 0)
        if t.over or not token:
            return Next(self.close)
        t.conflict.token = token
        sides = t.sides_in(token)
        if not sides:
            t.tell("region_skipped", token=token)
            return Next(self.next_region)
        if len(sides) == 1:
            return Call(Dominance(token=token), then=self.next_region)
        return Call(BattleRun(token=token), then=self.next_region)

    def close(self, t: Ankh) -> Outcome:
        """Put Tie-breaker and Amun token back; then do what the space says (A-CONF-3)."""
        assert t.conflict is not None
        t.tell("conflict_over", number=t.conflict.number)
        t.conflict = None
        after = t.data.events[t.event - 1].after
        if t.over or not after:
            return Next(self.close_up)
        return Call(t.book.after[after](), then=self.close_up)

    def close_up(self, t: Ankh) -> Outcome:
        """Do what comes after all else; nothing once the game has ended."""
        name = t.book.closing.next_to(self.closed) if self.closed else t.book.closing.first()
        if t.over or name is None:
            return Done()
        self.closed = name
        return Call(t.book.closing[name](), then=self.close_up)
