"""Producing resources (T-PROD)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from pbem.core.procedures import Ask, Done, Next, Outcome, Procedure
from pbem.core.questions import Keys, Pick, Seat
from pbem.core.words import Say
from pbem.titles.tekhenu.board import card_said, counted
from pbem.titles.tekhenu.cards import adjusted, held, play, react, why_not_card
from pbem.titles.tekhenu.state import Tekhenu
from pbem.titles.tekhenu.turns.moments import join


@dataclass(eq=False, repr=False)
class Produce(Procedure):
    """Produce one resource with a value; however it came about, it is a production action (RUL-58).

    Blessings of the moment are asked for in one window (DEC-23). If what the turn still has to do hangs on them, those
    that are needed are asked for one by one; `more` are repetitions that came about so."""

    kind: ClassVar[str] = "tekhenu.produce"
    seat: Seat
    resource: str
    value: int
    more: int = 0

    def start(self, t: Tekhenu) -> Outcome:
        cards = held(t, self.seat, "produce")
        if not cards:
            return self.produce(t, [])
        question = Pick(
            "play",
            Say("Blessings for this production of {amount}", amount=counted(self.value, self.resource)),
            cards,
            low=0,
            high=len(cards),
            default=[],
            text=lambda key: card_said(t.data.cards[key].text),
            why_not=lambda key: why_not_card(t, self.seat, key),
        )
        join(t, self.seat, question)
        if t.book.together(t, self, question, self.produce):
            return Ask(self.seat, question, self.produce)
        question.high, question.again = 1, True
        t.book.narrow(t, self, question, self.add)
        return Ask(self.seat, question, self.add)

    def add(self, t: Tekhenu, keys: Keys) -> Outcome:
        if not keys:
            return self.produce(t, keys)
        self.more += self.played(t, keys[0])
        return Next(self.start)

    def played(self, t: Tekhenu, key: str) -> int:
        """Play a Blessing; how many more times it lets the production happen."""
        card, _, word = key.partition(" ")
        play(t, self.seat, card, word)
        more: int = t.data.cards[card].effect.get("repeat_production", 0)
        return more

    def produce(self, t: Tekhenu, keys: Keys) -> Outcome:
        """Produce; check and react to each repetition on its own, and gain added resources once (RUL-27)."""
        times = 1 + self.more + sum([self.played(t, key) for key in keys])
        for _ in range(times):
            over = t.produce(self.seat, self.resource, self.value)
            t.tell("produced", self.seat, resource=self.resource, value=self.value, over=over)
            if t.players[self.seat].technologies:
                react(t, self.seat, "produced", resource=self.resource, value=self.value, over=over)
                react(t, self.seat, "acted", value=self.value)
        return Done()


def produced(t: Tekhenu, seat: Seat, resource: str, value: int, cards: Sequence[str] = ()) -> dict[str, int]:
    """Reckon what a production brings: what is kept, what Technologies add to it, and what Blessings played with it
    give."""
    kept = min(value, t.players[seat].production[resource])
    each = adjusted(t, seat, "produced more", kept) - kept
    times = 1 + sum(t.data.cards[card].effect.get("repeat_production", 0) for card in cards)
    found = {resource: kept * times + (each if t.single else each * times)}
    for card in cards:
        for what, n in t.data.cards[card].effect.get("gain", {}).items():
            found[what] = found.get(what, 0) + n
        found["gold"] = found.get("gold", 0) + adjusted(t, seat, "play gold", 0)
    return found


def produce_text(t: Tekhenu, seat: Seat, resource: str, value: int, price: str = "") -> str:
    """Say what a production costs and brings, in a few words."""
    kept = produced(t, seat, resource, value)[resource]
    over = max(0, value - t.players[seat].production[resource])
    found = {"amount": counted(value, resource), "price": price or Say(" for nothing"), "kept": kept}
    if over:
        return Say("produce {amount}{price}: keep {kept}, {over} overproduced", **found, over=over)
    return Say("produce {amount}{price}: keep {kept}", **found)
