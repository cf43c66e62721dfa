"""Starting cards (T-CARD-S01 to T-CARD-S12): rewards of the set-up, and the initiative printed on them (T-SETUP-12B).

Each is declared by its row: it gives what is printed at once, or its window says which question its reward needs,
`build`, `mix` or `keep`.
"""

from __future__ import annotations

from pbem.core.cards import Card, Deck, Play, Row, named
from pbem.core.questions import Seat
from pbem.titles.tekhenu.cards.card_rows import ROWS
from pbem.titles.tekhenu.state import Tekhenu

__all__ = ["BUILD", "KEEP", "MIX", "STARTING", "declared", "processing_order"]

STARTING = Deck("starting")
BUILD, MIX, KEEP = "build", "mix", "keep"


def gain_printed(t: Tekhenu, seat: Seat, card: str, word: str) -> None:
    t.gain(seat, t.data.cards[card].effect["gain"], card)


KINDS: dict[str, tuple[str, Play | None]] = {
    "osiris": (BUILD, None),
    "gain_any": (MIX, None),
    "draw_2_keep_1": (KEEP, None),
    "gain": ("", gain_printed),
}
"""What a row names first of its effect -> the question that its reward needs, or what the card gives at once."""


def declared(row: Row) -> Card:
    """Declare a Starting card by its row alone."""
    window, play = named(KINDS, next(iter(row["effect"])), row)
    return Card(row["id"], window=window, play=play)


STARTING.add(*map(declared, ROWS["starting_cards"]))


def processing_order(cards: list[str], deck: Deck = STARTING) -> list[str]:
    """Order a player's own rewards as they are given (RUL-45 leaves it to the player).

    Plain gains first, because they may open the market and show more; then a card kept, because a Technology kept may
    react to a building; buildings last. No order ends better (a test tries all of them), so nobody is asked, but where
    the market opens: see `Rewards.next_card`.
    """
    rank = {"": 0, KEEP: 1, MIX: 2, BUILD: 3}
    return sorted(cards, key=lambda card: (rank[deck[card].window], card))
