"""Effects: how the texts of cards, chambers, Riddles and abilities are carried out.

A text is a list of effects in the component tables, each with its verb under `do`. There is one function set for each
verb (`VERBS`); cards are data. Effects run one after another, each asking what it needs to know. On a player's own turn
they are asked as the turn goes; in the Palace their questions can be answered ahead (`palace.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from pbem.core.procedures import Ask, Call, Done, Next, Outcome, Procedure
from pbem.core.questions import Keys, Pick, Seat
from pbem.titles.ankh.conflict.orders import ask_side, ending
from pbem.titles.ankh.pharaoh.components import Effect
from pbem.titles.ankh.pharaoh.part import NAME, box, ruler
from pbem.titles.ankh.state import Ankh

__all__ = ["ASKED", "LAPSE", "OWN", "TURN", "VERBS", "Effects", "Verb", "effects_of", "may_use"]

TURN, OWN, ASKED, LAPSE = "turn", "own", "ask", "lapse"
"""How an effect asks: within a player's turn; the same player behind it; a side that is waited for; one that is not."""

Params = Mapping[str, Callable[[Any], str]]


@dataclass(frozen=True, slots=True)
class Verb:
    """One verb of the vocabulary.

    `apply` carries the effect out, with what was answered; it may return a procedure that finishes it. `question` asks
    first; where a verb that `needs` an answer has nothing to ask there is nothing to carry out. `possible` says whether
    the effect could do anything. `begin` comes before the question. With `again` the question is asked until it is
    passed by. `needs` says, too, that a card cannot be used where this effect of it is not possible.
    """

    apply: Callable[[Ankh, Effects, Keys], Procedure | None]
    possible: Callable[[Ankh, Seat, Effect], bool]
    question: Callable[[Ankh, Effects], Pick | None] | None = None
    begin: Callable[[Ankh, Effects], None] | None = None
    again: bool = False
    needs: bool = True
    params: Params = field(default_factory=dict)
    """What the verb may be told, with the check of each value: empty if it is good, else what is."""


VERBS: dict[str, Verb] = {}


def effects_of(t: Ankh, source: str) -> Sequence[Effect]:
    """Return the effects of `policy ID`, `chamber ID`, `ability ID` or of the `riddle`."""
    kind, _, ident = source.partition(" ")
    if kind == "policy":
        return box(t).cards[ident].effects
    if kind == "chamber":
        return box(t).chambers[ident].effects
    if kind == "ability":
        return next(ability.effects for ability in ruler(t).abilities if ability.id == ident)
    return ruler(t).riddle_effects


def may_use(t: Ankh, side: Seat, effects: Sequence[Effect], action: str = "") -> bool:
    """Tell whether a text can do anything: all that it needs is there, and something comes of it (P-RUL-20)."""
    told = [{**effect, "action": action} for effect in effects]
    verbs = [VERBS[effect["do"]] for effect in effects]
    possible = [verb.possible(t, side, effect) for verb, effect in zip(verbs, told, strict=True)]
    return any(possible) and all(can or not verb.needs for verb, can in zip(verbs, possible, strict=True))


@dataclass(eq=False, repr=False)
class Effects(Procedure):
    """The effects of one text, carried out for `seat`. `at` is the one that runs, `seen` what it has to remember,
    `action` the action that a Policy card was used with, `manner` how it asks."""

    kind: ClassVar[str] = "ankh.effects"
    module: ClassVar[str] = NAME
    seat: str
    source: str
    manner: str = TURN
    action: str = ""
    at: int = 0
    seen: list[str] = field(default_factory=list)

    def effect(self, t: Ankh) -> Effect:
        return effects_of(t, self.source)[self.at]

    def verb(self, t: Ankh) -> Verb:
        return VERBS[self.effect(t)["do"]]

    def start(self, t: Ankh) -> Outcome:
        """Carry out the next effect; a god who has won ends everything at once (P-RUL-27)."""
        if t.over or self.at >= len(effects_of(t, self.source)):
            return Done()
        self.seen = []
        begin = self.verb(t).begin
        if begin is not None:
            begin(t, self)
        return Next(self.choose)

    def choose(self, t: Ankh) -> Outcome:
        verb = self.verb(t)
        question = verb.question(t, self) if verb.question is not None else None
        if question is None:
            return Next(self.pass_on if verb.question is not None and verb.needs else self.carry_out)
        if self.manner == TURN:
            return Ask(self.seat, question, self.chosen)
        if self.manner == OWN:
            return Ask(self.seat, question, ending(self.seat, self.chosen))
        return ask_side(t, t.side(self.seat), question, self.chosen)

    def chosen(self, t: Ankh, keys: Keys) -> Outcome:
        verb = self.verb(t)
        more = verb.apply(t, self, keys)
        goes_on = verb.again and keys and not t.over
        step = self.choose if goes_on else self.pass_on
        return Next(step) if more is None else Call(more, then=step)

    def carry_out(self, t: Ankh) -> Outcome:
        more = self.verb(t).apply(t, self, [])
        return Next(self.pass_on) if more is None else Call(more, then=self.pass_on)

    def pass_on(self, t: Ankh) -> Outcome:
        self.at += 1
        return Next(self.start)
