"""Abilities of the 27 Pillar tiles (T-TILE-P01 to T-TILE-P27), resolved at T-RA-5.

The component tables say which tile has which ability and under which light; here is what the abilities do, one function
a kind. A function may return a procedure to run before the Pillar is put on the tile.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from pbem.core.asking import Asked
from pbem.core.procedures import Ask, Call, Done, Outcome, Procedure
from pbem.core.questions import Keys, Pick, Seat
from pbem.core.trial import supposed
from pbem.core.words import Listed, Say
from pbem.titles.tekhenu.board import GREEDY, RESOURCES
from pbem.titles.tekhenu.components import Ability
from pbem.titles.tekhenu.phases.market import draw_card
from pbem.titles.tekhenu.state import Tekhenu
from pbem.titles.tekhenu.turns.moments import first

if TYPE_CHECKING:
    from pbem.titles.tekhenu.actions.god import GodAction
    from pbem.titles.tekhenu.actions.ra import Ra

REPEATED = frozenset((*RESOURCES, "faith"))


ASKED = (
    Asked(
        "ability",
        (Say("only P12 and P15 leave a choice, and only if they work now"), "RUL-40"),
        judge=f"{GREEDY}:judge_ability",
    ),
)
"""The questions of this module."""


def use(t: Tekhenu, ra: Ra, ability: Ability) -> Procedure | None:
    """Resolve the ability of the tile just placed."""
    found: Procedure | None = t.book.abilities[ability.kind](t, ra, ability)
    return found


def gain(t: Tekhenu, ra: Ra, ability: Ability) -> None:
    """Gain what the tile shows (P01 to P03, P07 to P09, P16 to P18)."""
    t.gain(ra.seat, ability.gain, ra.tile)


def matching_edges(t: Tekhenu, ra: Ra, ability: Ability) -> None:
    """Gain one more per matching edge, on a corner three in all (P04, P05, RUL-41)."""
    t.gain(ra.seat, {"vp": ability.vp_each * ra.matching(t, ra.turned)}, ra.tile)


def buildings_in_line(t: Tekhenu, ra: Ra, ability: Ability) -> None:
    """Gain one more per Building of any owner (P06)."""
    t.gain(ra.seat, {"vp": ability.vp_each * ra.buildings(t)}, ra.tile)


def repeat_space(t: Tekhenu, ra: Ra, ability: Ability) -> None:
    """Gain resources and Faith of the covered space once more, nothing else it shows (P19 to P21, RUL-41)."""
    reward = t.book.numbers["space"](t, ra.space)
    t.gain(ra.seat, {what: n for what, n in reward.items() if what in REPEATED}, ra.tile)


def draw(t: Tekhenu, ra: Ra, ability: Ability) -> None:
    """Draw the top Decree, which is kept and kept secret (P13, P14)."""
    card = draw_card(t, ability.draw)
    if card:
        t.players[ra.seat].decrees.append(card)
        t.tell("drew_decree", ra.seat, to=[ra.seat], twin={"why": ra.tile}, card=card, why=ra.tile)


def god_action(t: Tekhenu, ra: Ra, ability: Ability) -> Procedure | None:
    """Perform a god action with a fixed or named value; what is impossible fizzles (P10 to P12, P15, RUL-40)."""
    action = t.book.actions[ability.god]
    costs = [
        cost
        for value in ability.values
        if action.possible(t, ra.seat, value) and (cost := action.cost(t, ra.seat, value)) is not None
    ]
    if not costs:
        return None
    # A card that only a refresh would bring costs papyrus, so it may be declined as well.
    optional = ability.optional or all(cost.n for cost in costs)
    return TileAction(seat=ra.seat, god=ability.god, values=list(ability.values), optional=optional)


ABILITIES: dict[str, Callable[[Tekhenu, Ra, Ability], Procedure | None]] = {
    "gain": gain,
    "matching_edges": matching_edges,
    "buildings_in_line": buildings_in_line,
    "repeat_space": repeat_space,
    "draw": draw,
    "god": god_action,
}


@dataclass(eq=False, repr=False)
class TileAction(Procedure):
    """A god action granted by a tile; those that cost something may be declined (RUL-40)."""

    kind: ClassVar[str] = "tekhenu.tile_action"
    name: ClassVar[str] = "ability"
    """Its question."""
    seat: Seat
    god: str
    values: list[int]
    optional: bool

    def start(self, t: Tekhenu) -> Outcome:
        if self.optional or supposed(t):
            return first(t, self.seat, self.choose)
        # What would keep the turn from being completed cannot be carried out, so it fizzles (RUL-40).
        risky = t.book.careful(t, self.seat) is not None
        return Done() if risky and not t.book.leads_on(t, self, self.decide, [self.god]) else self.perform(t)

    def choose(self, t: Tekhenu) -> Outcome:
        value = Listed(map(str, self.values), Say(" or "))
        question = Pick(
            self.name,
            Say("Use the tile: {god} action as with a {value}?", god=self.god, value=value),
            [self.god],
            low=0,
            text=lambda key: Say("{key} action as with a {value}: {said}", key=key, value=value, said=self.said(t)),
        )
        if t.book.careful(t, self.seat) is not None:
            t.book.narrow(t, self, question, self.decide)
        return Ask(self.seat, question, self.decide) if question.options else Done()

    def said(self, t: Tekhenu) -> str:
        action = t.book.actions[self.god]
        said: str = action.said_of(t, self.seat, self.values)
        return said

    def decide(self, t: Tekhenu, keys: Keys) -> Outcome:
        return self.perform(t) if keys else Done()

    def perform(self, t: Tekhenu) -> Outcome:
        return Call(self.action(t), self.done)

    def action(self, t: Tekhenu) -> GodAction:
        action: GodAction = t.book.actions[self.god].with_values(self.seat, self.values)
        return action
