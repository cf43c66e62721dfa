"""The base game as a module: everything that the rules look up in the book."""

from __future__ import annotations

from pbem.titles.ankh.actions.gain import Gain
from pbem.titles.ankh.actions.unlock import Unlock
from pbem.titles.ankh.book import AnkhBook
from pbem.titles.ankh.cards import CARDS, GUARDIANS
from pbem.titles.ankh.powers import ABILITIES, POWERS
from pbem.titles.ankh.setup import SETUP

__all__ = ["register"]


def register(book: AnkhBook) -> None:
    """Enter the base game."""
    book.powers.include(POWERS)
    book.gods.include(ABILITIES)
    book.cards.include(CARDS)
    book.guardians.include(GUARDIANS)
    book.actions.include({"gain": Gain, "unlock": Unlock})
    book.setup.include(SETUP)
