"""Counting answer sequences from a saved position: when a number changes, the rules have changed.

`python -m tests.perft.counting` writes the positions and their numbers anew; explain a difference in the commit. To
find it, compare `divide` of both versions: the number of sequences below each first answer.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

from pbem.core.chance import SeedChance
from pbem.core.interpreter import Run
from pbem.core.questions import Keys, Question, Seat
from pbem.core.table import Live, Table
from pbem.core.titles import Title, get_title, make_options

FOLDER = Path(__file__).parent
DEPTH = 3
MOST = 4_000
"""No deeper than this many sequences."""


def live_for(
    title: Title, seed: str, fixes: Iterable[str] = (), options: Mapping[str, Any] | None = None, players: int = 2
) -> Live:
    chosen = make_options(title, options or {})
    modules = title.modules(chosen, players) if options else ()
    chance, data = SeedChance(seed.encode(), "perft"), title.prepare(title.components(modules))
    return title.live(chance, data, chosen, frozenset(fixes), modules)


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
        yield from (list(keys) for keys in combinations(question.options, size) if question.allows(keys))


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
        numbers.append(sum(next_answers(title, before, live) for before in level))
        if len(numbers) < depth and numbers[-1] * 12 < MOST:  # the last answers are counted, not given
            level = [after for before in level for _, _, after in divide(title, before, live)]
        else:
            level = []
    return numbers


def next_answers(title: Title, written: str, live: Live) -> int:
    """How many answers the first seat asked may give."""
    asked = opened(title, written, live).questions()
    return sum(1 for _ in answers(next(iter(asked.values())))) if asked else 0


# -- saved positions -------------------------------------------------------------------------------------------------


def load(name: str) -> dict[str, Any]:
    saved: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return saved


def names() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("*.json"))


def dealt(table: Any, seat: Seat, cards: Iterable[str]) -> Table:
    """Give a seat of Tekhenu Blessings that lie in the deck or among the discards."""
    for card in cards:
        pile = next(pile for pile in (table.decks["blessing"], table.discards["blessing"]) if card in pile)
        pile.remove(card)
        table.players[seat].blessings.append(card)
    return table  # type: ignore[no-any-return]


def position(
    title: Title, players: int, seed: str, asked: str, skip: int, fixes: Iterable[str], hand: Iterable[str] = (),
    options: Mapping[str, Any] | None = None,
) -> Table:  # fmt: skip
    """A position of a greedy game: the `skip`-th time that a question of that name stands open; then its seat gets
    cards."""
    live = live_for(title, seed, fixes, options)
    live.listening = False
    table = title.setup(list(title.seat_names[:players]), live)
    run = Run(table)
    run.advance()
    while not run.over:
        seat, question = next(iter(run.questions().items()))
        if question.name == asked:
            if not skip:
                return dealt(table, seat, hand)
            skip -= 1
        run.give(seat, title.prefer(table, seat, question))
    raise LookupError(f"no such position: {asked} in {seed}")


NO_FIXES: tuple[str, ...] = ()
F3 = ("F1", "F2", "F3")
F4 = (*F3, "F4")
POSITIONS: dict[str, Any] = {
    "tekhenu-2-early": ("tekhenu", 2, "early", "die", 3, NO_FIXES),
    "tekhenu-3-late": ("tekhenu", 3, "late", "die", 40, NO_FIXES),
    "tekhenu-4-maat": ("tekhenu", 4, "maat", "faith", 4, NO_FIXES),
    "tekhenu-2-early-f3": ("tekhenu", 2, "early", "die", 3, F3),
    "tekhenu-3-late-f3": ("tekhenu", 3, "late", "die", 40, F3),
    "tekhenu-4-maat-f3": ("tekhenu", 4, "maat", "faith", 4, F3),
    "tekhenu-2-hand": ("tekhenu", 2, "hand", "die", 10, NO_FIXES, ("B07", "B17", "B20")),
    "tekhenu-2-hand-f3": ("tekhenu", 2, "hand", "die", 10, F3, ("B07", "B17", "B20")),
    "tekhenu-3-seth": ("tekhenu", 3, "seth 0", "die", 30, F4, ("B25", "B27")),
    "ankh-3-move": ("ankh", 3, "move", "move", 12, NO_FIXES),
    "ankh-4-battle": ("ankh", 4, "battle", "card", 6, NO_FIXES),
    "ankh-3-policy": ("ankh", 3, "policy", "policy", 6, NO_FIXES),
}
"""Positions by name, with the fixes they are played under. Those of games without a fix stay: such games go on."""
OPTIONS: dict[str, dict[str, Any]] = {
    "ankh-3-policy": {"expansion": "pharaoh", "pharaoh": "akhenaten"},
    "tekhenu-3-seth": {"expansion": "seth"},
}
"""Options of games that are not played by the defaults."""


def write() -> None:
    """Write every position and its numbers."""
    for name, (title_name, players, seed, asked, skip, fixes, *hand) in POSITIONS.items():
        title = get_title(title_name)
        options = OPTIONS.get(name)
        table = position(title, players, seed, asked, skip, fixes, *hand, options=options)
        written = table.model_dump_json()
        saved = {
            "title": title_name,
            "seed": seed,
            **({"fixes": list(fixes)} if fixes else {}),
            **({"options": options} if options else {}),
            "counts": count(title, written, live_for(title, seed, fixes, options)),
            "table": json.loads(written),
        }
        (FOLDER / f"{name}.json").write_text(json.dumps(saved, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
