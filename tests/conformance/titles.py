"""Which games the suite plays: of the test titles and every shipped one, for each number of players and each box.

A box is a set of modules. The options that change it, alone or two together, are found by asking the title, so an
expansion inherits the suite by being an option.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import tests.fair
import tests.toy  # noqa: F401  (register the test titles)
from pbem.core.chance import SeedChance
from pbem.core.table import Live, Table
from pbem.core.titles import SHIPPED, Title, get_title, make_options
from pbem.engine.computers.fuzz import BrokenGame, Report, play_game
from pbem.engine.create import box_of, check_options, new_table, take_seats

GAMES = 25
"""Random games for each player count of a base game; `make fuzz` plays more."""
QUICK = 2
"""So many of them in `make test`, the others in `make test-modes`."""
BATCH = 2
FEW = 1
"""Random games of a box with modules, and of titles that are not named in `MANY`: their variants are many."""
MANY = ("toy", "tekhenu")

NAMES = ["toy", "fair", *SHIPPED]
ONCE = [get_title(name) for name in NAMES]


def other_settings(title: Title) -> list[dict[str, Any]]:
    """Each option of a title at each value it may have besides its default (numbers: the least and the greatest), with
    the options it needs beside it."""
    found: list[dict[str, Any]] = []
    for name, field in title.options_model.model_json_schema()["properties"].items():
        values = field.get("enum", [])
        if field.get("type") == "boolean":
            values = [False, True]
        elif field.get("type") == "integer" and not values:
            values = [field.get("minimum", field["default"]), field.get("maximum", field["default"])]
        found += [{**field.get("needs", {}), name: value} for value in values if value != field["default"]]
    return found


def possible(title: Title, options: Mapping[str, Any], players: int) -> bool:
    return title.check(make_options(title, check_options(title, options)), players) is None


def fewest(title: Title, options: Mapping[str, Any]) -> int:
    """The number of players to try options with: one that they allow, with as little besides the base as may be."""
    return min(
        (n for n in title.players if possible(title, options, n)), key=lambda n: (len(box_of(title, options, n)), n)
    )


class Kind(NamedTuple):
    """A game to be played: title, number of people, and the options that make its box."""

    title: Title
    players: int
    options: dict[str, Any]

    @property
    def name(self) -> str:
        return "-".join([self.title.name, str(self.players), *map(str, self.options.values())])

    @property
    def modules(self) -> list[str]:
        return box_of(self.title, self.options, self.players)

    def raw(self) -> dict[str, Any]:
        return self.title.components(self.modules)

    def live(self, seed: bytes, game: str) -> Live:
        """What a table of this kind runs with."""
        title = self.title
        options = make_options(title, check_options(title, self.options))
        fixes = frozenset(title.fixes)
        return title.live(SeedChance(seed, game), title.prepare(self.raw()), options, fixes, self.modules)

    def table(self, live: Live) -> Table:
        """A new table at its first questions."""
        taken = take_seats(self.title, [None] * self.players, live)
        return new_table(self.title, taken.all, live, taken.drawn)


def kinds() -> Iterator[Kind]:
    for title in ONCE:
        for players in title.players:
            boxes = {tuple(box_of(title, {}, players)): dict[str, Any]()}
            settings = [options for options in other_settings(title) if possible(title, options, players)]
            for options in settings:
                boxes.setdefault(tuple(box_of(title, options, players)), options)
            for one, two in combinations(list(boxes.values()), 2):
                both = {**one, **two}
                if both not in (one, two) and possible(title, both, players):
                    boxes.setdefault(tuple(box_of(title, both, players)), both)
            yield from (Kind(title, players, options) for options in boxes.values())


KINDS = list(kinds())
LONG = ("pharaoh",)
"""Modules whose games are long: everything is tried where they come alone, in `make test` with the fewest players; with
another module one random game is played, and every Pharaoh in `test_modes.py`."""


def is_long(kind: Kind) -> bool:
    return any(module in LONG for module in kind.modules) and not is_single(kind)


def is_single(kind: Kind) -> bool:
    """Whether one option brings the box."""
    return kind.options in other_settings(kind.title)


def is_quick(kind: Kind) -> bool:
    """Whether a kind belongs to `make test`: each base game with every number of players, and each further box that one
    option brings with the fewest that it allows. The others are played by `make test-modes`."""
    if kind.options == {}:
        return True
    return is_single(kind) and not any(
        other.title is kind.title and other.modules == kind.modules and other.players < kind.players for other in KINDS
    )


def marks(kind: Kind) -> list[pytest.MarkDecorator]:
    return [] if is_quick(kind) else [pytest.mark.modes]


def batch(kind: Kind) -> int:
    """How many random games are played in one test."""
    if any(module in LONG for module in kind.modules):
        return 1
    return BATCH if kind.title.name in MANY and not kind.modules else FEW


TABLES = [pytest.param(kind, id=kind.name, marks=marks(kind)) for kind in KINDS if not is_long(kind)]
BATCHES = [
    pytest.param(
        kind,
        range(first, first + batch(kind)),
        id=f"{kind.name}-{first}",
        marks=marks(kind) if first < QUICK else [pytest.mark.modes],
    )
    for kind in KINDS
    for first in range(0, GAMES if kind.title.name in MANY and not kind.modules else batch(kind), batch(kind))
]


def played(folder: Path, kind: Kind, seed: str, **how: Any) -> Report:
    """A game played to its end; a broken one is written down, and the failure says where."""
    try:
        return play_game(kind.title, kind.players, seed, **{"options": kind.options, **how})
    except BrokenGame as broken:
        path = folder / f"{broken.game.id}.json"
        path.write_text(broken.game.model_dump_json(indent=2) + "\n")
        journal = folder / f"{broken.game.id}.journal.jsonl"
        journal.write_text("".join(entry.model_dump_json() + "\n" for entry in broken.entries))
        move = f"\nunder the move:\n{broken.move}" if broken.move else ""
        pytest.fail(f"seed {seed!r}: {broken.message}{move}\nkept as {path}")
