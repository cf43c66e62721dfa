"""The one dispatcher between rules and cards.

`react` announces an event to the Technologies of a seat, `adjusted` asks them for a number, `held` says which Blessings
fit a moment, `play` plays one. With `trigger_once_per_turn` (RUL-16) each reaction works at most once in a turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from pbem.core.questions import Seat
from pbem.core.words import Say
from pbem.titles.tekhenu.state import Tekhenu

__all__ = ["adjusted", "held", "holder", "more_words", "play", "react", "why_not_card"]

Value = TypeVar("Value")
NOTHING: dict[str, Any] = {}
"""What no card registered."""


def react(t: Tekhenu, seat: Seat, event: str, among: Sequence[str] | None = None, **facts: Any) -> None:
    """Let the Technologies of a seat react to an event, in the order in which they were taken; `among`: only these."""
    technologies = t.players[seat].technologies if among is None else among
    if not technologies:
        return
    hooks = t.live.book.technologies.reacting.get(event)
    if hooks is None:
        return
    for card in technologies:
        hook = hooks.get(card)
        if hook is not None and (not t.options.trigger_once_per_turn or t.once(seat, f"{card} {event}")):
            hook(t, seat, card, facts)


def adjusted(t: Tekhenu, seat: Seat, name: str, value: Value) -> Value:
    """A number or set as the Technologies of a seat change it."""
    technologies = t.players[seat].technologies
    if technologies:
        hooks = t.live.book.technologies.adjusting.get(name, NOTHING)
        for card in technologies:
            hook = hooks.get(card)
            if hook is not None:
                value = hook(t, seat, card, value)
    return value


def holder(t: Tekhenu, seat: Seat, name: str) -> str:
    """The Technology by which a seat adjusts something; empty if it has none."""
    hooks = t.book.technologies.adjusting.get(name, NOTHING)
    return next((card for card in t.players[seat].technologies if card in hooks), "")


def held(t: Tekhenu, seat: Seat, window: str) -> list[str]:
    """The Blessings of a seat that may be played at a moment (T-CARD-0a)."""
    blessings = t.players[seat].blessings
    if not blessings:
        return []
    cards = t.live.book.blessings.windows.get(window)
    return [card for card in blessings if card in cards] if cards else []


def play(t: Tekhenu, seat: Seat, card: str, word: str = "") -> None:
    """Play a Blessing: it is used once and discarded (T-CARD-0a, T-MARKET-7); then what reacts to it."""
    t.players[seat].blessings.remove(card)
    t.discards["blessing"].append(card)
    t.tell("played", seat, card=card, word=word)
    effect = t.book.blessings[card].play
    if effect is not None:
        effect(t, seat, card, word)
    react(t, seat, "played")


def why_not_card(t: Tekhenu, seat: Seat, key: str) -> tuple[str, str] | None:
    """Why a card cannot be played at this moment."""
    card = key.split()[0].upper() if key.split() else ""
    if card not in t.data.cards:
        return None
    if card not in t.players[seat].blessings:
        return Say("You do not hold {card}", card=card), "T-CARD-0a"
    return Say("{card} cannot be played at this moment", card=card), t.data.cards[card].rule


def more_words(t: Tekhenu, seat: Seat, window: str, key: str, what: str) -> tuple[str, str] | None:
    """A Blessing named without what it is played for."""
    card = key.upper()
    if card not in held(t, seat, window):
        return None
    return Say("{card} is played together with {what}", card=card, what=what), t.data.cards[card].rule
