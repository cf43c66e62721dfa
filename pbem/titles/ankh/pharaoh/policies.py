"""Policy cards (P-POL): one with each action, before or after it, and before the event that it triggers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pbem.core.asking import Asked
from pbem.core.procedures import Ask, Call, Done, Next, Outcome, Procedure
from pbem.core.questions import Keys, Pick, Seat
from pbem.core.words import Say
from pbem.titles.ankh.pharaoh.actions import whole_action
from pbem.titles.ankh.pharaoh.components import Card
from pbem.titles.ankh.pharaoh.palace.palace_questions import spelled_card
from pbem.titles.ankh.pharaoh.part import NAME, box, court
from pbem.titles.ankh.pharaoh.show import prompts
from pbem.titles.ankh.pharaoh.verbs.effects import Effects, may_use
from pbem.titles.ankh.state import Ankh

__all__ = ["ASKED", "PolicyAction", "usable"]

EITHER = "either"


def usable(t: Ankh, side: Seat, action: str, when: str) -> dict[str, Card]:
    """Find cards of the hand that can do something with this action at this moment, by key (P-POL-1, P-RUL-20,
    P-RUL-39)."""
    held = court(t).hand[side]
    cards = (card for card in box(t).cards.values() if card.id in held)
    return {
        card.key: card
        for card in cards
        if action in card.actions and card.when in (when, EITHER) and may_use(t, side, card.effects, action)
    }


@dataclass(eq=False, repr=False)
class PolicyAction(Procedure):
    """One action with the Policy card that may be used with it. `card` is the one that was used."""

    kind: ClassVar[str] = "ankh.policy_action"
    module: ClassVar[str] = NAME
    seat: str
    action: str
    card: str = ""

    def start(self, t: Ankh) -> Outcome:
        return self.ask(t, "before", self.act)

    def ask(self, t: Ankh, when: str, otherwise: object) -> Outcome:
        side = t.side(self.seat)
        cards = usable(t, side, self.action, when)
        if not cards:
            return Next(otherwise)  # type: ignore[arg-type]
        question = Pick(
            "policy", prompts.policy_prompt(t, self.action, when), list(cards), low=0, default=[],
            text=lambda key: prompts.policy_text(cards[key]), spelled=spelled_card,
            why_not=lambda text: prompts.why_no_policy(t, side, self.action, when, text),
        )  # fmt: skip
        return Ask(self.seat, question, self.used_before if when == "before" else self.used_after)

    def use(self, t: Ankh, key: str) -> Effects:
        """Use a card: it lies face up until used Battle cards come back (P-POL-2)."""
        side, part = t.side(self.seat), court(t)
        self.card = box(t).spelled[key]
        part.hand[side].remove(self.card)
        part.used[side].append(self.card)
        t.tell("pharaoh/policy_used", self.seat, card=self.card, action=self.action)
        return Effects(seat=self.seat, source=f"policy {self.card}", action=self.action)

    def used_before(self, t: Ankh, keys: Keys) -> Outcome:
        return Call(self.use(t, keys[0]), then=self.act) if keys else Next(self.act)

    def act(self, t: Ankh) -> Outcome:
        if t.over:
            return Done()
        return Call(whole_action(t, self.action, self.seat), then=self.acted)

    def acted(self, t: Ankh) -> Outcome:
        court(t).change = ""
        return Next(self.done if t.over or self.card else self.after)

    def after(self, t: Ankh) -> Outcome:
        return self.ask(t, "after", self.done)

    def used_after(self, t: Ankh, keys: Keys) -> Outcome:
        return Call(self.use(t, keys[0]), then=self.done) if keys else Next(self.done)


ASKED = (
    Asked(
        "policy", (Say("one Policy card may be used with each action, before or after it"), "P-POL-1"),
        judge="pbem.titles.ankh.pharaoh.minds:policy", misplaced=prompts.why_policy_misplaced,
    ),
)  # fmt: skip
