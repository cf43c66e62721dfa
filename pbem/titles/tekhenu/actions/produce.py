"""Producing resources (T-PROD)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pbem.core.procedures import Ask, Done, Outcome, Procedure
from pbem.core.questions import Keys, Pick, Seat
from pbem.titles.tekhenu.cards import adjusted, held, play, react
from pbem.titles.tekhenu.state import Tekhenu


@dataclass(eq=False, repr=False)
class Produce(Procedure):
    """Produce one resource with a value; however it came about, it is a production action (RUL-58).

    Blessings of the moment are asked for in one window (DEC-23)."""

    kind: ClassVar[str] = "tekhenu.produce"
    seat: Seat
    resource: str
    value: int

    def start(self, t: Tekhenu) -> Outcome:
        cards = held(t, self.seat, "produce")
        if not cards:
            return self.produce(t, [])
        return Ask(
            self.seat,
            Pick(
                "play",
                f"Blessings for this production of {self.value} {self.resource}",
                cards,
                low=0,
                high=len(cards),
                default=[],
                text=lambda key: t.data.cards[key].text,
                why_not=lambda key: why_not_card(t, self.seat, key),
            ),
            self.produce,
        )

    def produce(self, t: Tekhenu, keys: Keys) -> Outcome:
        """Each repetition is checked and reacted to on its own; added resources are gained once (RUL-27)."""
        times = 1
        for card in keys:
            times += t.data.cards[card].effect.get("repeat_production", 0)
            play(t, self.seat, card)
        for _ in range(times):
            over = t.produce(self.seat, self.resource, self.value)
            t.tell("produced", self.seat, resource=self.resource, value=self.value, over=over)
            if t.players[self.seat].technologies:
                react(t, self.seat, "produced", resource=self.resource, value=self.value, over=over)
                react(t, self.seat, "acted", value=self.value)
        return Done()


def produced(t: Tekhenu, seat: Seat, resource: str, value: int) -> dict[str, int]:
    """What a production brings for certain: what is kept, and what Technologies add to it."""
    return {resource: adjusted(t, seat, "produced more", min(value, t.players[seat].production[resource]))}


def why_not_card(t: Tekhenu, seat: Seat, key: str) -> tuple[str, str] | None:
    """Why a card cannot be played at this moment."""
    card = key.split()[0].upper() if key.split() else ""
    if card not in t.data.cards:
        return None
    if card not in t.players[seat].blessings:
        return f"You do not hold {card}", "T-CARD-0a"
    return f"{card} cannot be played at this moment", t.data.cards[card].rule
