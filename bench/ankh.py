"""The longest lists of options in Ankh: a Move action with every unit on the map, and a caravan nobody has met yet."""

from __future__ import annotations

import statistics
from collections.abc import Callable

from bench.rules import SLOWEST
from bench.yard import cpu
from pbem.core.chance import SeedChance
from pbem.core.interpreter import Run
from pbem.core.procedures import Procedure
from pbem.core.titles import get_title, make_options
from pbem.engine.play import texts
from pbem.titles.ankh.actions.move import Move
from pbem.titles.ankh.components import default_raw
from pbem.titles.ankh.events.caravan import Caravan
from pbem.titles.ankh.map.geometry import Board
from pbem.titles.ankh.state import WARRIOR, Ankh, Unit

PLAYERS = 5
ROUNDS = 11
NAME = "ankh"


def laid() -> Ankh:
    """Lay the set-up for five; the first player's other Warriors and four Guardians stand on the map, too."""
    title = get_title(NAME)
    live = title.live(
        SeedChance(bytes(32), "bench"),
        title.prepare(title.components()),
        make_options(title, {"guardians": "satet, mummy, androsphinx"}),
        frozenset(title.fixes),
    )
    table = title.setup(list(title.seat_names[:PLAYERS]), live)
    assert isinstance(table, Ankh)
    Run(table).advance()
    seat = table.order[0]
    free = iter([place for place in table.data.board.land if table.is_empty(place)][::4])
    units = [*[WARRIOR] * table.gods[seat].warriors, "satet", "mummy", "androsphinx", "androsphinx"]
    for kind, place in zip(units, free, strict=False):
        table.units[place] = Unit(kind=kind, owner=seat)
    return table


def listed(begin: Callable[[Ankh], Procedure]) -> tuple[int, float]:
    """Say how many options a question has, and the milliseconds of own CPU to find and describe them (median)."""
    times, number = [], 0
    for _ in range(ROUNDS):
        table = laid()
        table.data.board = Board(default_raw()["map"], table.data.board.least)  # as in a new process
        table.stack = [begin(table)]
        start = cpu()
        run = Run(table)
        run.advance()
        number = len(texts(next(iter(run.questions().values()))))
        times.append((cpu() - start) * 1000)
    return number, statistics.median(times)


def longest_lists() -> list[tuple[str, str]]:
    rows: list[tuple[str, str]] = []
    for what, begin in (
        ("a Move action with all units", lambda t: Move(seat=t.order[0])),
        ("a caravan", lambda t: Caravan(seat=t.order[0])),
    ):
        number, took = listed(begin)
        rows.append((f"   listing {what}, {number} options (goal {SLOWEST[NAME]} ms)", f"{took:.1f} ms"))
    return rows
