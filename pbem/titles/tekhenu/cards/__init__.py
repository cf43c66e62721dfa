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

__all__ = [
    "adjusted",
    "adjusts",
    "held",
    "holder",
    "in_hand",
    "more_words",
    "play",
    "played_gold",
    "react",
    "why_not_card",
]

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
        if hook is None or not t.triggers(seat, f"{card} {event}", event):
            continue
        if hook(t, seat, card, facts) is False:
            t.untriggered(seat, f"{card} {event}")


def adjusted(t: Tekhenu, seat: Seat, name: str, value: Value) -> Value:
    """Adjust a number or set as the Technologies of a seat change it."""
    technologies = t.players[seat].technologies
    if technologies:
        hooks = t.live.book.technologies.adjusting.get(name)
        if hooks:
            for card in technologies:
                if card in hooks:
                    value = hooks[card](t, seat, card, value)
    return value


def adjusts(t: Tekhenu, seat: Seat, name: str) -> bool:
    """Tell whether a Technology of a seat has a say in a number or set."""
    hooks = t.live.book.technologies.adjusting.get(name)
    return bool(hooks) and not hooks.keys().isdisjoint(t.players[seat].technologies)


def holder(t: Tekhenu, seat: Seat, name: str) -> str:
    """Find the Technology by which a seat adjusts something; empty if it has none."""
    hooks = t.book.technologies.adjusting.get(name, NOTHING)
    return next((card for card in t.players[seat].technologies if card in hooks), "")


def held(t: Tekhenu, seat: Seat, window: str) -> list[str]:
    """List the Blessings of a seat that may be played at a moment (T-CARD-0a)."""
    book = t.live.book
    found: list[str] = []
    blessings = t.players[seat].blessings
    if blessings:
        cards = book.blessings.windows.get(window)
        if cards and not cards.keys().isdisjoint(blessings):
            found = [card for card in blessings if card in cards]
    if book.hands:
        for hand, deck in book.hands.values():
            found += deck.held(window, hand(t, seat))
    return found


def play(t: Tekhenu, seat: Seat, card: str, word: str = "") -> None:
    """Play a Blessing: it is used once and discarded (T-CARD-0a, T-MARKET-7); then what reacts to it."""
    declared = t.book.blessings.cards.get(card)
    if declared is None:
        play_other(t, seat, card, word)
        return
    t.players[seat].blessings.remove(card)
    t.discards["blessing"].append(card)  # used Blessings are discarded (T-MARKET-7)
    t.tell("played", seat, card=card, word=word)
    if declared.play is not None:
        declared.play(t, seat, card, word)
    react(t, seat, "played")


def play_other(t: Tekhenu, seat: Seat, card: str, word: str) -> None:
    """Play a card of a module that has the windows of Blessings but is none."""
    taken = [name for name, take in t.book.played.items() if take(t, seat, card)]
    assert taken, f"{seat} does not have {card}"
    t.tell("played", seat, card=card, word=word)
    effect = t.book.declared(card).play
    if effect is not None:
        effect(t, seat, card, word)


def played_gold(t: Tekhenu, seat: Seat, card: str) -> int:
    """Count the Gold that comes with playing a card: Technologies react to Blessings only (T-CARD-T24)."""
    return adjusted(t, seat, "play gold", 0) if card in t.live.book.blessings else 0


def in_hand(t: Tekhenu, seat: Seat, card: str) -> bool:
    """Tell whether a seat has a card that it could play."""
    return card in t.players[seat].blessings or any(card in hand(t, seat) for hand, _ in t.book.hands.values())


def holding_rule(t: Tekhenu, card: str) -> str:
    """Return the rule by which only its holder plays a card."""
    further = any(card in deck for _, deck in t.book.hands.values())
    return t.data.cards[card].rule if further else "T-CARD-0a"


def why_not_card(t: Tekhenu, seat: Seat, key: str) -> tuple[str, str] | None:
    """Say why a card cannot be played at this moment."""
    card = key.split()[0].upper() if key.split() else ""
    if card not in t.data.cards:
        return None
    if not in_hand(t, seat, card):
        return Say("You do not hold {card}", card=card), holding_rule(t, card)
    return Say("{card} cannot be played at this moment", card=card), t.data.cards[card].rule


def more_words(t: Tekhenu, seat: Seat, window: str, key: str, what: str) -> tuple[str, str] | None:
    """Explain what a Blessing lacks that is named without what it is played for."""
    card = key.upper()
    if card not in held(t, seat, window):
        return None
    return Say("{card} is played together with {what}", card=card, what=what), t.data.cards[card].rule
