"""The base game as a module: everything that the rules look up in the book."""

from __future__ import annotations

from typing import Any

from pbem.titles.tekhenu.actions import any as any_action
from pbem.titles.tekhenu.actions import god, hathor, horus, osiris, ra, thoth
from pbem.titles.tekhenu.actions.bastet import Bastet
from pbem.titles.tekhenu.actions.hathor import Hathor
from pbem.titles.tekhenu.actions.horus import Horus
from pbem.titles.tekhenu.actions.osiris import Osiris
from pbem.titles.tekhenu.actions.ra import Ra
from pbem.titles.tekhenu.actions.thoth import Thoth
from pbem.titles.tekhenu.cards import pillars
from pbem.titles.tekhenu.cards.blessings import BLESSINGS
from pbem.titles.tekhenu.cards.decrees import COUNTS, DECREES
from pbem.titles.tekhenu.cards.destiny_cards import DESTINY
from pbem.titles.tekhenu.cards.pillars import ABILITIES
from pbem.titles.tekhenu.cards.starting import STARTING
from pbem.titles.tekhenu.cards.technologies import TECHNOLOGIES
from pbem.titles.tekhenu.game_book import TekhenuBook
from pbem.titles.tekhenu.phases import decree, destiny, end, maat, rotation, scoring, setup
from pbem.titles.tekhenu.phases.decree import DecreeAction
from pbem.titles.tekhenu.phases.destiny import Destiny
from pbem.titles.tekhenu.phases.end import End
from pbem.titles.tekhenu.phases.market import open_sections
from pbem.titles.tekhenu.phases.off_turn import OffTurn
from pbem.titles.tekhenu.phases.rotation import Rotation
from pbem.titles.tekhenu.turns import outlook, pay, prospects, taking, turn
from pbem.titles.tekhenu.turns.turn import Turn

__all__ = ["ACTIONS", "register"]

ACTIONS: dict[str, Any] = {
    "horus": Horus,
    "ra": Ra,
    "hathor": Hathor,
    "bastet": Bastet,
    "thoth": Thoth,
    "osiris": Osiris,
}
PROCEDURES: dict[str, Any] = {
    "setup": setup.SetUp,
    "turn": Turn,
    "off_turn": OffTurn,
    "rotation": Rotation,
    "maat": maat.Maat,
    "destiny": Destiny,
    "scoring": scoring.Scoring,
    "decree": DecreeAction,
    "end": End,
}


NUMBERS: dict[str, Any] = {
    "scale": maat.scale,
    "faith asked": maat.faith_asked,
    "faith ahead": maat.faith_question,
    "destiny asked": lambda t, seat, cards: destiny.destiny_question(t, cards),
    "faith placed": maat.faith_placed,
    "refill": rotation.refill,
    "anubis said": taking.anubis_said,
    "balance": maat.balance,
    "penalty": maat.penalty,
    "ankh": maat.ankh_value,
    "bread due": scoring.uncovered_bread,
    "bonus": god.position_bonus,
    "buildings": lambda t, seat: t.data.buildings,
    "space": hathor.printed_reward,
    "space kind": hathor.space_kind,
    "temple line": hathor.rewards,
}
ASKING = (
    *(setup, destiny, taking, turn, any_action, pay, horus, ra, pillars, thoth, hathor, osiris, maat, scoring),
    *(decree, end),
)
"""Modules that declare questions."""


def register(book: TekhenuBook) -> None:
    """Enter the base game."""
    for deck, declared in (
        (book.blessings, BLESSINGS), (book.technologies, TECHNOLOGIES), (book.decrees, DECREES),
        (book.destiny, DESTINY), (book.starting, STARTING),
    ):  # fmt: skip
        deck.include(declared)
    for asking in ASKING:
        book.asks(*asking.ASKED)
    book.actions.include(ACTIONS)
    book.abilities.include(ABILITIES)
    book.procedures.include(PROCEDURES)
    book.layout.include(setup.LAYOUT)
    book.scoring.include(scoring.SCORING)
    book.numbers.include(NUMBERS)
    book.counts.include(COUNTS)
    book.maat_start.add("technologies", maat.give_faith)
    book.clearing.add("scales", maat.clear_scales)
    book.clearing.add("destiny", maat.clear_destiny)
    book.performed.include(god.PERFORMED)
    book.prospects.include(prospects.OF_GOD)
    book.reached.add("market", open_sections)
    book.agreement = "pbem.titles.tekhenu.show.told"
    book.offer, book.narrow, book.together = outlook.offer, outlook.narrow, outlook.together
    book.careful, book.leads_on = outlook.careful, outlook.leads_on
