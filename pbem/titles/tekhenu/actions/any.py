"""One action of any kind with any value: the extra action at happiness 21, and Decree D23 (T-PEOPLE-5, RUL-23)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pbem.core.asking import Asked
from pbem.core.procedures import Call, Done, Outcome, Procedure
from pbem.core.questions import Keys, Pick, Seat
from pbem.core.words import Say
from pbem.titles.tekhenu.actions.god import possible
from pbem.titles.tekhenu.actions.produce import Produce, produce_text
from pbem.titles.tekhenu.board import AHEAD, BASIC, GREEDY, VALUES
from pbem.titles.tekhenu.state import Tekhenu
from pbem.titles.tekhenu.turns.moments import first

ASKED = (
    Asked(
        "bonus",
        (Say("only happiness 21 gives an extra action, once"), "T-PEOPLE-5"),
        judge=f"{GREEDY}:judge_bonus",
        ahead=f"{AHEAD}:extra",
    ),
)
"""The questions of this module."""


def any_actions(t: Tekhenu, seat: Seat, waive: bool = False) -> list[str]:
    """List all actions a seat can perform completely, `ra 5` or `bread 3`: production needs no colour (RUL-23)."""
    found = [f"{god} {value}" for god in t.book.actions for value in VALUES if possible(t, seat, god, value, waive)]
    found += [f"{resource} {value}" for resource in BASIC for value in VALUES]
    return found


def any_text(t: Tekhenu, seat: Seat, key: str, waive: bool = False) -> str:
    """Say what an action with a named value is; `waive`: its resources are not paid."""
    what, value = key.split()
    if what in BASIC:
        return produce_text(t, seat, what, int(value))
    action = t.book.actions[what]
    if action.price(t, seat, int(value), waive) is None:  # answered ahead of time, and things may have changed by then
        return Say(
            "{what} action with {value}: not possible as things stand, {lack}",
            what=what,
            value=value,
            lack=action.lack(t, seat, int(value)),
        )
    return Say(
        "{what} action with {value}: {said}", what=what, value=value, said=action.said(t, seat, int(value), waive)
    )


@dataclass(eq=False, repr=False)
class AnyAction(Procedure):
    """Name an action and a value, and perform it. It may be declined, but only in so many words (RUL-22).

    `name` is the question's name, `prefix` stands before each answer (`D23 `), `waive` drops the resource cost.
    """

    kind: ClassVar[str] = "tekhenu.any_action"
    seat: Seat
    name: str = "bonus"
    prefix: str = ""
    waive: bool = False

    def start(self, t: Tekhenu) -> Outcome:
        return first(t, self.seat, self.choose)

    def choose(self, t: Tekhenu) -> Outcome:
        skip = len(self.prefix)
        return t.book.offer(
            t,
            self,
            Pick(
                self.name,
                Say("Perform one action with any value you name, without its cost")
                if self.waive
                else Say("Perform one action with any value you name"),
                [self.prefix + key for key in any_actions(t, self.seat, self.waive)],
                low=0,
                text=lambda key: any_text(t, self.seat, key[skip:], self.waive),
                why_not=lambda key: self.why_not(t, key[skip:]),
            ),
            self.perform,
        )

    def perform(self, t: Tekhenu, keys: Keys) -> Outcome:
        self.chosen(t, bool(keys))
        if not keys:
            return Done()
        what, value = keys[0][len(self.prefix) :].split()
        if what in BASIC:
            return Call(Produce(seat=self.seat, resource=what, value=int(value)), self.done)
        return Call(t.book.actions[what](seat=self.seat, value=int(value), waive=self.waive), self.done)

    def chosen(self, t: Tekhenu, used: bool) -> None:
        """Do what else the decision means."""
        t.tell("extra_action" if used else "extra_action_declined", self.seat)

    def why_not(self, t: Tekhenu, key: str) -> tuple[str, str] | None:
        what, _, value = key.lower().partition(" ")
        if what not in t.book.actions and what not in BASIC:
            return None
        if not value.isdecimal() or int(value) not in VALUES:
            return Say("Name a value from 1 to 6"), "T-PEOPLE-5"
        return Say(
            "You cannot perform a {what} action with value {value} completely", what=what, value=value
        ), "T-TURN-6"
