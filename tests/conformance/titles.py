"""Which titles the suite is run over: the test title, and every shipped one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import tests.toy  # noqa: F401  (registers the test title)
from pbem.core.chance import ChanceSource
from pbem.core.procedures import Run
from pbem.core.table import Live
from pbem.core.titles import SHIPPED, Title, get_title, make_options
from pbem.engine.create import check_game, new_table, take_seats
from pbem.engine.fuzz import BrokenGame, Report, play_game

GAMES = 25
"""Random games for each player count; `make fuzz` plays more."""
BATCH = 5

NAMES = ["toy", *SHIPPED]
ONCE = [get_title(name) for name in NAMES]
TABLES = [
    pytest.param(get_title(name), players, id=f"{name}-{players}")
    for name in NAMES
    for players in get_title(name).players
]
BATCHES = [
    pytest.param(get_title(name), players, range(first, first + BATCH), id=f"{name}-{players}-{first}")
    for name in NAMES
    for players in get_title(name).players
    for first in range(0, GAMES, BATCH)
]


def live_for(title: Title, players: int, chance: ChanceSource, **options: Any) -> Live:
    """What a table for so many people runs with."""
    chosen = make_options(title, check_game(title, options, players))
    modules = list(title.modules(chosen, players))
    return title.live(chance, title.prepare(title.components(modules)), chosen, frozenset(title.fixes), modules)


def laid_out(title: Title, players: int, live: Live) -> Run:
    """A new table for so many people, run to its first questions."""
    taken = take_seats(title, [None] * players, live)
    run = Run(new_table(title, taken.all, live, taken.drawn))
    run.advance()
    return run


def played(folder: Path, title: Title, players: int, seed: str, **how: Any) -> Report:
    """A game played to its end; a broken one is written down, and the failure says where."""
    try:
        return play_game(title, players, seed, **how)
    except BrokenGame as broken:
        path = folder / f"{broken.game.id}.json"
        path.write_text(broken.game.model_dump_json(indent=2) + "\n")
        journal = folder / f"{broken.game.id}.journal.jsonl"
        journal.write_text("".join(entry.model_dump_json() + "\n" for entry in broken.entries))
        move = f"\nunder the move:\n{broken.move}" if broken.move else ""
        pytest.fail(f"seed {seed!r}: {broken.message}{move}\nkept as {path}")
