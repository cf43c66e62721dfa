"""Destiny cards (T-CARD-A01 to T-CARD-A04): a reward when taken, and an Ankh value for the next Maat phase.

A card is chosen by its reward: `gold`, `scribe`, `faith`, and A03 as two answers, `population` and `happiness`, so that
one ranking settles card and track (DEC-42).
"""

from __future__ import annotations

from collections.abc import Mapping

from pbem.core.cards import Card, Deck
from pbem.core.questions import Seat
from pbem.titles.tekhenu.cards.card_rows import ROWS
from pbem.titles.tekhenu.components import Components
from pbem.titles.tekhenu.state import Tekhenu

__all__ = ["DESTINY", "ankh", "answers", "rewards"]

DESTINY = Deck("destiny")


def gain_printed(t: Tekhenu, seat: Seat, card: str, word: str) -> None:
    t.gain(seat, rewards(t.data, card)[word], card)


DESTINY.add(*(Card(row["id"], play=gain_printed) for row in ROWS["destiny_cards"]))


def rewards(data: Components, card: str) -> dict[str, Mapping[str, int]]:
    """Return what a card offers, by the word it is chosen with."""
    effect = data.cards[card].effect
    offered = effect["choose_one"] if "choose_one" in effect else [effect["gain"]]
    return {next(iter(amounts)): amounts for amounts in offered}


def answers(data: Components, cards: list[str]) -> dict[str, str]:
    """Map each word to its card, for cards on offer."""
    return {word: card for card in cards for word in rewards(data, card)}


def ankh(data: Components, card: str) -> int:
    """Return the printed Ankh value (T-MAAT-5)."""
    return data.cards[card].ankh if card else 0
