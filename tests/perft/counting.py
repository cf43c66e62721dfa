"""Counting answer sequences from a saved position: when a number changes, the rules have changed.

`python -m tests.perft.counting` writes the positions and their numbers anew; explain a difference in the commit. To
find it, compare `divide` of both versions: the number of sequences below each first answer.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

from pbem.core.chance import SeedChance
from pbem.core.procedures import Run
from pbem.core.questions import Keys, Question, Seat
from pbem.core.table import Live, Table
from pbem.core.titles import Title, get_title, make_options

FOLDER = Path(__file__).parent
DEPTH = 3
MOST = 4_000
"""No deeper than this many sequences."""


def live_for(title: Title, seed: str) -> Live:
    return title.live(SeedChance(seed.encode(), "perft"), title.prepare(title.components()), make_options(title, {}))


def opened(title: Title, written: str, live: Live) -> Run:
    table = title.table_model.model_validate_json(written)
    table.live = live.anew()
    table.live.listening = False
    run = Run(table)
    run.advance()
    return run


def answers(question: Question) -> Iterator[Keys]:
    """Every legal answer, the order of picks left aside."""
    for size in range(question.low, min(question.high, len(question.options)) + 1):
        yield from (list(keys) for keys in combinations(question.options, size))


def divide(title: Title, written: str, live: Live) -> list[tuple[Seat, Keys, str]]:
    """Each first answer and the table after it; of several seats asked at once the first one answers."""
    found = []
    asked = opened(title, written, live).questions()
    if asked:
        seat, question = next(iter(asked.items()))
        for keys in answers(question):
            run = opened(title, written, live)
            run.give(seat, keys)
            found.append((seat, keys, run.table.model_dump_json()))
    return found


def count(title: Title, written: str, live: Live, depth: int = DEPTH) -> list[int]:
    """Sequences of one, two, ... answers, as deep as is bearable."""
    level = [written]
    numbers: list[int] = []
    while len(numbers) < depth and level and len(level) * 12 < MOST:
        level = [after for before in level for _, _, after in divide(title, before, live)]
        numbers.append(len(level))
    return numbers


# -- saved positions -------------------------------------------------------------------------------------------------


def load(name: str) -> dict[str, Any]:
    saved: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return saved


def names() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("*.json"))


def position(title: Title, players: int, seed: str, asked: str, skip: int) -> Table:
    """A position of a greedy game: the `skip`-th time that a question of that name stands open."""
    live = live_for(title, seed)
    live.listening = False
    table = title.setup(list(title.seat_names[:players]), live)
    run = Run(table)
    run.advance()
    while not run.over:
        seat, question = next(iter(run.questions().items()))
        if question.name == asked:
            if not skip:
                return table
            skip -= 1
        run.give(seat, title.prefer(table, seat, question))
    raise LookupError(f"no such position: {asked} in {seed}")


POSITIONS = {
    "tekhenu-2-early": ("tekhenu", 2, "early", "die", 3),
    "tekhenu-3-late": ("tekhenu", 3, "late", "die", 40),
    "tekhenu-4-maat": ("tekhenu", 4, "maat", "faith", 4),
}


def write() -> None:
    """Write every position and its numbers."""
    for name, (title_name, players, seed, asked, skip) in POSITIONS.items():
        title = get_title(title_name)
        table = position(title, players, seed, asked, skip)
        written = table.model_dump_json()
        saved = {
            "title": title_name,
            "seed": seed,
            "counts": count(title, written, live_for(title, seed)),
            "table": json.loads(written),
        }
        (FOLDER / f"{name}.json").write_text(json.dumps(saved, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
