"""The base game as a module: everything that the rules look up in the book."""

from __future__ import annotations

from pbem.titles.ankh.actions import claws, move, summon, unlock
from pbem.titles.ankh.actions.gain import Gain
from pbem.titles.ankh.conflict import battle, conflict, killing, resolution
from pbem.titles.ankh.events import caravan, control
from pbem.titles.ankh.game_book import AnkhBook
from pbem.titles.ankh.phases import merge, turn
from pbem.titles.ankh.phases.setup import SETUP
from pbem.titles.ankh.rules.cards_and_guardians import CARDS, GUARDIANS
from pbem.titles.ankh.rules.powers import ABILITIES, POWERS
from pbem.titles.ankh.wording.turn_words import not_your_turn

__all__ = ["register"]


ASKING = (turn, move, claws, summon, unlock, control, caravan, conflict, battle, killing, resolution, merge)
"""Modules that declare questions."""


def register(book: AnkhBook) -> None:
    """Enter the base game."""
    book.powers.include(POWERS)
    book.gods.include(ABILITIES)
    book.cards.include(CARDS)
    book.guardians.include(GUARDIANS)
    for asking in ASKING:
        book.asks(*asking.ASKED)
    book.idle = not_your_turn
    book.actions.include({"move": move.Move, "summon": summon.Summon, "gain": Gain, "unlock": unlock.Unlock})
    book.events.include({"control": control.Control, "camel": caravan.Caravan, "conflict": conflict.ConflictEvent})
    book.after.include(merge.AFTER)
    book.agreement = "pbem.titles.ankh.wording.told"
    book.opening.include(conflict.OPENING)
    book.phases.include({**battle.PHASES, **resolution.AFTERMATH})
    book.doomed, book.dominated = resolution.doomed, resolution.spared
    book.setup.include(SETUP)
    book.grounds.include(summon.GROUNDS)
