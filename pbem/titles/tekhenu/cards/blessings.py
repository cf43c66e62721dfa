"""The Blessings (T-CARD-B01 to B24), declared by their rows: each is played once, in its window (T-CARD-0a, T-CARD-0c).

Windows: `any` (any moment of the own turn), `value` and `colour` and `extra` and `anubis` (taking a die), `produce`,
`waive GOD` (paying for that action). Where playing is a decision of the rules around it (a colour, a value, a waiver),
the card has no `play` of its own: the window says it all.
"""

from __future__ import annotations

from pbem.core.cards import Card, Deck, Play, Row, named
from pbem.core.questions import Seat
from pbem.titles.tekhenu.cards.card_rows import ROWS
from pbem.titles.tekhenu.state import Tekhenu

BLESSINGS = Deck("blessings")


def gain_printed(t: Tekhenu, seat: Seat, card: str, word: str) -> None:
    """Gain what is printed, which is not produced: outside the overproduction check (T-PROD-4)."""
    t.gain(seat, t.data.cards[card].effect["gain"])


def gain_choice(t: Tekhenu, seat: Seat, card: str, word: str) -> None:
    choice = next(one for one in t.data.cards[card].effect["choose_one"] if word in one)
    t.gain(seat, choice)


Shapes = dict[tuple[str, str], tuple[str, Play | None]]
SHAPES: Shapes = {
    ("produce", "gain"): ("produce", gain_printed),
    ("produce", "repeat_production"): ("produce", None),
    ("own_turn_any", "gain"): ("any", gain_printed),
    ("own_turn_any", "choose_one"): ("any", gain_choice),
    ("take_die", "set_die_value"): ("value", None),
    ("take_die", "recolour_die"): ("colour", None),
    ("take_die", "extra_god_action"): ("extra", None),
    ("god:ra", "waive_cost"): ("waive stone", None),
    ("god:bastet", "waive_cost"): ("waive food", None),
    ("turn_start", "anubis_without_scribes"): ("anubis", None),
}
"""What a row of the tables says first of its moment and of its effect -> the window, and what the card does there."""


def declared(row: Row, shapes: Shapes = SHAPES) -> Card:
    """Declare a Blessing, or a card that is played as one, by its row alone."""
    window, play = named(shapes, (row["when"][0], next(iter(row["effect"]))), row)
    return Card(row["id"], window=window, play=play)


BLESSINGS.add(*map(declared, ROWS["blessings"]))
BLESSINGS.alias("waive stone", "waive ra", "waive horus")
BLESSINGS.alias("waive food", "waive bastet", "waive hathor")
