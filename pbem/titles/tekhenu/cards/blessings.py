"""The 24 Blessings (T-CARD-B01 to B24): each is played once, in its window (T-CARD-0a, T-CARD-0c).

Windows: `any` (any moment of the own turn), `value` and `colour` and `extra` and `anubis` (taking a die), `produce`,
`waive GOD` (paying for that action). Where playing is a decision of the rules around it (a colour, a value, a waiver),
the card has no `play` of its own: the window says it all.
"""

from __future__ import annotations

from pbem.core.cards import Deck
from pbem.core.questions import Seat
from pbem.titles.tekhenu.state import Tekhenu

BLESSINGS = Deck("blessings")
twins = BLESSINGS.twins


def gain_printed(t: Tekhenu, seat: Seat, card: str, word: str) -> None:
    """Gained, not produced: outside the overproduction check (T-PROD-4)."""
    t.gain(seat, t.data.cards[card].effect["gain"])


def gain_choice(t: Tekhenu, seat: Seat, card: str, word: str) -> None:
    choice = next(one for one in t.data.cards[card].effect["choose_one"] if word in one)
    t.gain(seat, choice)


twins("B01 B02 B03 B04 B05 B06", window="produce", play=gain_printed)
twins("B07 B08", window="any", play=gain_choice)
twins("B09 B10", window="value")
twins("B11 B12", window="colour")
twins("B13 B14", window="waive stone")
twins("B15 B16", window="waive food")
twins("B17 B18", window="extra")
twins("B19 B20", window="extra")
twins("B21 B22", window="produce")
twins("B23 B24", window="anubis")
BLESSINGS.alias("waive stone", "waive ra", "waive horus")
BLESSINGS.alias("waive food", "waive bastet", "waive hathor")
