"""Small builders for the solo game: a table as laid out, a bare one, and turns of the bot."""

from __future__ import annotations

from typing import Any

from pbem.core.chance import SeedChance
from pbem.core.interpreter import Run
from pbem.titles.tekhenu import TITLE
from pbem.titles.tekhenu.components import default_components
from pbem.titles.tekhenu.fixes import FIXES
from pbem.titles.tekhenu.options import Options
from pbem.titles.tekhenu.phases.setup import lay_out
from pbem.titles.tekhenu.solo.bot_choices import Choice
from pbem.titles.tekhenu.solo.part import BOT, solo
from pbem.titles.tekhenu.solo.turn import BotTurn, perform
from pbem.titles.tekhenu.state import Player, Tekhenu

ME = "orange"
SEEDS = [f"seed {n}" for n in range(12)]
"""Enough for every outcome of a draw among two or three things to come up."""


def empty(seed: str, **options: Any) -> Tekhenu:
    chance, agreed = SeedChance(seed.encode(), "test"), Options(**options)
    box = list(TITLE.modules(agreed, 1))
    data = default_components() if box == ["solo"] else TITLE.prepare(TITLE.components(box))
    live = TITLE.live(chance, data, agreed, frozenset(FIXES), box)
    return Tekhenu(seats=[ME, BOT], live=live)


def laid(seed: str = "solo", **options: Any) -> Tekhenu:
    """A solo table as laid out, before anything is asked."""
    t = empty(seed, **options)
    lay_out(t)
    return t


def begun(seed: str = "solo", **options: Any) -> tuple[Tekhenu, Run]:
    """The set-up at its first question."""
    t = empty(seed, **options)
    t.stack = [t.book.procedures["setup"]()]
    running = Run(t)
    running.advance()
    return t, running


def bare(dice: str = "", seed: str = "solo", **options: Any) -> Tekhenu:
    """A table without dice, Statues or pieces. The arrow stands before Horus: Horus and Osiris are sunny, Ra and Thoth
    shaded, Hathor and Bastet dark; positions 1 to 6 hold the gods in the order of the wheel."""
    t = laid(seed, **options)
    t.arrow = 0
    t.horus = list(t.data.gods)
    t.statues = {god: [] for god in t.statues}
    bot(t).statues = t.data.statues
    t.dice = {god: [] for god in t.dice}
    for entry in filter(None, dice.split(", ")):
        god, _, die = entry.partition(" ")
        t.dice[god].append(die)
    t.live.events.clear()
    return t


def bot(t: Tekhenu) -> Player:
    return t.players[BOT]


def me(t: Tekhenu) -> Player:
    return t.players[ME]


def act(t: Tekhenu, god: str, die: str, legal: bool = True) -> Tekhenu:
    """The bot performs the action of a section with a die, bonuses included."""
    perform(t, Choice(god, die, "pure", legal=legal))
    return t


def turn(t: Tekhenu, tile: str) -> Run:
    """A whole turn of the bot, whose marker comes to this tile."""
    part = solo(t)
    part.pyramid = [tile, *(other for other in part.pyramid if other != tile)]
    part.at = -1
    t.stack = [BotTurn()]
    running = Run(t)
    running.advance()
    return running


def told(t: Tekhenu, kind: str) -> list[dict[str, Any]]:
    return [event.data for event in t.live.events if event.kind == kind]


def line(t: Tekhenu, kind: str) -> str:
    """How the mail tells the first event of a kind."""
    return TITLE.line(next(event for event in t.live.events if event.kind == kind), None)
