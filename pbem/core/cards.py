"""Cards: one declaration each, with the hooks through which the rules meet them.

The rules announce events and ask for adjusted values; they never name a card. A declaration says what a card does;
its text and its printed numbers stand in the title's component tables under the same id.

- `reacts`: event -> function called after (or, by the event's name, before) something happened
- `adjusts`: name of a number or set -> function that changes it
- `window` and `play`: the moment at which the card may be played, and what it does then
- `scores`: points at the end
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field
from typing import Any

from pbem.core.questions import Seat
from pbem.core.records import record

Facts = Mapping[str, Any]
React = Callable[[Any, Seat, str, Facts], bool | None]
"""False: there was nothing to react to after all."""
Adjust = Callable[[Any, Seat, str, Any], Any]
Play = Callable[[Any, Seat, str, str], None]
Scores = Callable[[Any, Seat, str, Any], int]
"""The last argument is what is scored together, where points depend on each other."""


@record(frozen=True)
class Card:
    """One card, tile or power. Every hook is told the table, the owner's seat and the card's id."""

    id: str
    reacts: Mapping[str, React] = field(default_factory=dict)
    adjusts: Mapping[str, Adjust] = field(default_factory=dict)
    window: str = ""
    play: Play | None = None
    scores: Scores | None = None


class Deck:
    """The declarations of one kind of card, indexed by what the rules ask for."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.cards: dict[str, Card] = {}
        self.reacting: dict[str, dict[str, React]] = {}
        self.adjusting: dict[str, dict[str, Adjust]] = {}
        self.windows: dict[str, dict[str, Card]] = {}
        self._aliases: dict[str, list[str]] = {}

    def add(self, *cards: Card) -> None:
        for card in cards:
            if card.id in self.cards:
                raise ValueError(f"{card.id} is declared twice")
            self.cards[card.id] = card
            for event, react in card.reacts.items():
                self.reacting.setdefault(event, {})[card.id] = react
            for name, adjust in card.adjusts.items():
                self.adjusting.setdefault(name, {})[card.id] = adjust
            if card.window:
                for window in (card.window, *self._aliases.get(card.window, ())):
                    self.windows.setdefault(window, {})[card.id] = card

    def alias(self, window: str, *others: str) -> None:
        """Let cards of one window be found under other names too."""
        self._aliases.setdefault(window, []).extend(others)
        for other in others:
            self.windows.setdefault(other, {}).update(self.windows.get(window, {}))

    def include(self, other: Deck) -> None:
        """Add everything that is declared in another deck."""
        for window, others in other._aliases.items():
            self.alias(window, *others)
        self.add(*other)

    def twins(self, ids: str, **hooks: Any) -> None:
        """Declare cards that differ by their number only, `B07 B08`."""
        self.add(*(Card(ident, **hooks) for ident in ids.split()))

    def held(self, window: str, hand: Iterable[str]) -> list[str]:
        """Find which cards of a hand may be played at a moment."""
        cards = self.windows.get(window)
        return [ident for ident in hand if ident in cards] if cards else []

    def __getitem__(self, ident: str) -> Card:
        return self.cards[ident]

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards.values())

    def __contains__(self, ident: object) -> bool:
        return ident in self.cards
