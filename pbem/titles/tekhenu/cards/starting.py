"""Starting cards (T-CARD-S01 to T-CARD-S12): rewards of the set-up, and the initiative printed on them (T-SETUP-12B).

A card either gives what is printed at once, or says by `asks` which question its reward needs: `build` (S01 to S03),
`mix` (S04, S09, S10), `keep` (S05, S06).
"""

from __future__ import annotations

from pbem.core.cards import Deck
from pbem.core.questions import Seat
from pbem.titles.tekhenu.state import Tekhenu

__all__ = ["BUILD", "KEEP", "MIX", "STARTING", "processing_order"]

STARTING = Deck("starting")
BUILD, MIX, KEEP = "build", "mix", "keep"


def gain_printed(t: Tekhenu, seat: Seat, card: str, word: str) -> None:
    t.gain(seat, t.data.cards[card].effect["gain"], card)


STARTING.twins("S01 S02 S03", window=BUILD)
STARTING.twins("S04", window=MIX)
STARTING.twins("S05 S06", window=KEEP)
STARTING.twins("S07 S08", play=gain_printed)
STARTING.twins("S09 S10", window=MIX)
STARTING.twins("S11 S12", play=gain_printed)


def processing_order(cards: list[str], deck: Deck = STARTING) -> list[str]:
    """Order a player's own rewards as they are given (RUL-45 leaves it to the player).

    Plain gains first, because they may open the market and show more; then a card kept, because a Technology kept may
    react to a building; buildings last. No order ends better (a test tries all of them), so nobody is asked, but where
    the market opens: see `Rewards.next_card`.
    """
    rank = {"": 0, KEEP: 1, MIX: 2, BUILD: 3}
    return sorted(cards, key=lambda card: (rank[deck[card].window], card))
