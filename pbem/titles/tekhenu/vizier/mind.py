"""What the computer thinks of the Vizier's two questions."""

from __future__ import annotations

from pbem.core.questions import Seat
from pbem.titles.tekhenu.board import FORBIDDEN
from pbem.titles.tekhenu.cards.destiny_cards import ankh
from pbem.titles.tekhenu.state import Tekhenu


def judge_aside(t: Tekhenu, seat: Seat, key: str) -> float:
    """Keep the highest Ankh value from the other player: it breaks ties of the next turn order."""
    return float(ankh(t.data, key))


def judge_area(t: Tekhenu, seat: Seat, key: str) -> float:
    """Judge an area by the dice that the other player could take there, high ones before low ones."""
    legal = [die for die in t.dice[key] if t.purity(key, die.split()[0]) != FORBIDDEN]
    return sum(1 + int(die.split()[1]) / 10 for die in legal)
