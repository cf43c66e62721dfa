"""What all god actions share: resources that come first, then the action, then everything that reacts to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from pbem.core.procedures import Done, Outcome, Procedure
from pbem.core.questions import Seat
from pbem.core.words import Say
from pbem.titles.tekhenu.board import counted
from pbem.titles.tekhenu.cards import adjusted, react
from pbem.titles.tekhenu.fixes import NEWCOMERS
from pbem.titles.tekhenu.state import AT_ONCE, Tekhenu
from pbem.titles.tekhenu.turns.pay import Cost, can_pay, funds

OWN_ACTION = "owner_performs_action"


@dataclass(eq=False, repr=False)
class GodAction(Procedure):
    """One god action of a seat with a value. `waive`: its resource cost is not paid (D23); a waiver never covers
    actions nested in this one (RUL-64)."""

    god: ClassVar[str]
    paid_in: ClassVar[str] = "gold"
    """What the action is paid with."""
    house: ClassVar[str] = ""
    """The house value that tells how much."""
    needs: ClassVar[str] = Say("there is no piece or space for it")
    """Why it cannot be done although it could be paid."""
    seat: Seat
    value: int
    waive: bool = False
    stood: bool = False
    """Whether the actor had a Statue at this god before the action began (RUL-17)."""
    owned: int | None = None
    """How many Technologies the actor had as the action began, where later ones do not pay for it (RUL-69)."""
    later: ClassVar[tuple[str, ...]] = ("owned",)

    @classmethod
    def possible(cls, t: Tekhenu, seat: Seat, value: int, waive: bool = False, waivers: bool = True) -> bool:
        """Tell whether the action can be performed completely, its cost included (T-TURN-6)."""
        n = cls.price(t, seat, value, waive)
        return n is not None and (not n or can_pay(t, seat, cls.paid_in, n, cls.god, waivers))

    @classmethod
    def price(cls, t: Tekhenu, seat: Seat, value: int, waive: bool = False) -> int | None:
        """Reckon the least it costs, 0 if waived; None if a piece, a space or a card is lacking."""
        raise AssertionError(f"{cls.kind} does not say what it costs")

    @classmethod
    def cost(cls, t: Tekhenu, seat: Seat, value: int, waive: bool = False) -> Cost | None:
        """Reckon the least it costs, with what comes first; None if it is impossible whatever is paid."""
        n = cls.price(t, seat, value, waive)
        if n is None:
            return None
        return Cost(cls.paid_in, n, cls.god, {cls.paid_in: adjusted(t, seat, "early " + cls.god, 0)})

    @classmethod
    def thinkable(cls, t: Tekhenu, seat: Seat, value: int) -> bool:
        """Tell whether the action may become possible within this turn: pieces and spaces that are gone do not come
        back."""
        return True

    @classmethod
    def cost_said(cls, t: Tekhenu, seat: Seat, value: int) -> str:
        """Say in words the least it costs."""
        n = cls.price(t, seat, value)
        return counted(n, cls.paid_in) if n else Say("no cost")

    @classmethod
    def lack(cls, t: Tekhenu, seat: Seat, value: int) -> str:
        """Say in words why it cannot be performed."""
        n = cls.price(t, seat, value)
        if n is None:
            return cls.needs
        return Say(
            "it costs {cost}, and you can pay {funds}",
            cost=counted(n, cls.paid_in),
            funds=funds(t, seat, cls.paid_in),
        )

    @classmethod
    def said(cls, t: Tekhenu, seat: Seat, value: int, waive: bool = False) -> str:
        """Say cost and immediate gain in a few words, for option texts; without a cost that is waived."""
        raise AssertionError(f"{cls.kind} does not say what it does")

    @classmethod
    def said_of(cls, t: Tekhenu, seat: Seat, values: Sequence[int], waive: bool = False) -> str:
        """Say the same for an action whose value is one of several, the first unless it is named."""
        return cls.said(t, seat, values[0], waive)

    @classmethod
    def with_values(cls, seat: Seat, values: list[int]) -> GodAction:
        """Make the action with one of several values."""
        return cls(seat=seat, value=values[0])

    def start(self, t: Tekhenu) -> Outcome:
        self.stood = self.seat in t.statues[self.god]
        if NEWCOMERS in t.live.fixes and not t.options.new_technology_pays:
            self.owned = len(t.players[self.seat].technologies)
        self.announce(t)
        return self.act(t)

    def announce(self, t: Tekhenu) -> None:
        """Let come what comes ahead of the action (T-CARD-0d)."""
        react(t, self.seat, f"before {self.god}")

    def act(self, t: Tekhenu) -> Outcome:
        raise AssertionError(f"{self.kind} does nothing")

    def finish(self, t: Tekhenu) -> Outcome:
        """Let Technologies of the actor react that were there before the action (RUL-69), then Statues at this god
        (T-TURN-8, T-CARD-0d, RUL-16)."""
        working = t.players[self.seat].technologies[: self.owned]
        for follow in t.book.performed.values():
            follow(t, self, working)
        return Done()


def technologies_react(t: Tekhenu, action: GodAction, working: Sequence[str]) -> None:
    if working:
        react(t, action.seat, f"after {action.god}", working)
        react(t, action.seat, "acted", working, value=action.value)


def statues_pay(t: Tekhenu, action: GodAction, working: Sequence[str]) -> None:
    if t.statues[action.god]:
        statue_bonuses(t, action.seat, action.god, action.stood, working)


PERFORMED = {"technologies": technologies_react, "statues": statues_pay}
"""What follows a god action in the base game."""


def possible(t: Tekhenu, seat: Seat, god: str, value: int, waive: bool = False, waivers: bool = True) -> bool:
    """Tell whether a seat can perform a god's action with a value now, its cost included (T-TURN-6); `waive`: without
    cost, `waivers`: Blessings too."""
    found: bool = t.live.book.actions[god].possible(t, seat, value, waive, waivers)
    return found


def statue_bonuses(t: Tekhenu, actor: Seat, god: str, stood: bool, working: Sequence[str]) -> None:
    """Give the bonus once to each other owner of a Statue at the god of an action (T-HORUS-5, T-HORUS-7); with two
    players to the actor too, if the Statue stood before (T-HORUS-6, RUL-17)."""
    owners = t.statues[god]
    for seat in t.others(actor):
        if seat in owners:
            horus_bonus(t, seat, god)
    if stood and OWN_ACTION in t.data.horus_when[len(t.seats)]:
        horus_bonus(t, actor, god, working)


def position_bonus(t: Tekhenu, seat: Seat, god: str) -> Mapping[str, int]:
    """Return the bonus of a god's position (T-TILE-H2, RUL-13)."""
    return t.data.horus_bonus[t.position_of(god)]


def horus_bonus(t: Tekhenu, seat: Seat, god: str, working: Sequence[str] | None = None, at_once: bool = False) -> None:
    """Give the bonus of the Horus position that belongs to a god (T-HORUS-4, T-TILE-H2, RUL-13), and what reacts to it.
    All bonuses are fixed, so nothing is asked (DEC-31). `at_once`: it comes with the building of the Statue, which is
    no action that triggers it (S-R-43)."""
    if not t.triggers(seat, f"statue at {god}", AT_ONCE if at_once else ""):
        return
    other = t.book.bonuses.get(god)
    if other is not None:
        other(t, seat)
        react(t, seat, "horus bonus", working)
        return
    bonus: Mapping[str, int] = t.book.numbers["bonus"](t, seat, god)
    t.tell("horus_bonus", seat, god=god, amounts=dict(bonus))
    t.gain(seat, bonus)
    react(t, seat, "horus bonus", working)
