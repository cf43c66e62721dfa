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
from typing import Any, TypeVar

from pbem.core.questions import Seat
from pbem.core.records import record

Name = TypeVar("Name", bound=object)
Thing = TypeVar("Thing")
Facts = Mapping[str, Any]
Row = Mapping[str, Any]
"""A row of component tables."""
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


def named(effects: Mapping[Name, Thing], name: Name, row: Row) -> Thing:
    """Return what a row of data names; say which names there are if nobody declared that one."""
    if name not in effects:
        raise ValueError(f"{row['id']}: no effect is called {name!r}; known: {', '.join(map(repr, effects))}")
    return effects[name]


def combined(row: Row, effects: Mapping[str, Callable[[Row], Card]]) -> Card:
    """Declare a card by its row: each member of its `effect` names one, and together they are the card."""
    return joined(row["id"], [named(effects, name, row)(row) for name in row["effect"]])


def joined(ident: str, parts: Iterable[Card]) -> Card:
    """Make one card of declarations without `play` and `scores`. What two of them do at one moment is done in their
    order."""
    reacts: dict[str, React] = {}
    adjusts: dict[str, Adjust] = {}
    windows: list[str] = []
    for part in parts:
        for event, react in part.reacts.items():
            before = reacts.get(event, react)
            reacts[event] = react if before is react else _both_react(before, react)
        for name, adjust in part.adjusts.items():
            first = adjusts.get(name, adjust)
            adjusts[name] = adjust if first is adjust else _both_adjust(first, adjust)
        windows += [part.window] if part.window else []
    if len(windows) > 1:
        raise ValueError(f"{ident}: {' and '.join(windows)}: a card has one window")
    return Card(ident, reacts=reacts, adjusts=adjusts, window="".join(windows))


def _both_react(first: React, second: React) -> React:
    def react(t: Any, seat: Seat, card: str, facts: Facts) -> bool | None:
        done = [first(t, seat, card, facts), second(t, seat, card, facts)]
        return False if all(one is False for one in done) else None

    return react


def _both_adjust(first: Adjust, second: Adjust) -> Adjust:
    return lambda t, seat, card, value: second(t, seat, card, first(t, seat, card, value))


class Hooks(dict[str, dict[str, Thing]]):
    """What cards of a deck registered: event, value or window -> by card. For a name that no card registered there is
    nothing, and nothing is kept under it."""

    __slots__ = ()

    def __missing__(self, name: str) -> dict[str, Thing]:
        return {}


class Deck:
    """The declarations of one kind of card, indexed by what the rules ask for.

    Whoever asks for a card that no module declared gets one that does nothing (`in` tells the two apart).
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.cards: dict[str, Card] = {}
        self.reacting: Hooks[React] = Hooks()
        self.adjusting: Hooks[Adjust] = Hooks()
        self.windows: Hooks[Card] = Hooks()
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
        return self.cards.get(ident) or Card(ident)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards.values())

    def __contains__(self, ident: object) -> bool:
        return ident in self.cards


class Decks(dict[str, Deck]):
    """The decks of a book by kind. A kind of which no module has cards is an empty deck."""

    __slots__ = ()

    def __missing__(self, kind: str) -> Deck:
        return Deck(kind)
