"""How strong the computer players are: first places of a greedy seat, and results against automata."""

from __future__ import annotations

import statistics
from collections.abc import Mapping
from random import Random
from typing import Any

from pbem.core.chance import SeedChance
from pbem.core.interpreter import Run
from pbem.core.titles import Result, Title, get_title, make_options
from pbem.engine.create import box_of

GAMES = 200
LEVELS = ("easy", "medium", "hard")


def played(title: Title, seats: list[str], number: int, greedy: set[str], options: Mapping[str, Any]) -> Result:
    """Play one game straight on the interpreter: some seats judge, the others answer by chance."""
    chosen = make_options(title, dict(options))
    people = len(seats)
    holders = [*seats, *title.automata(chosen, seats)]
    modules = box_of(title, dict(options), people)
    data = title.prepare(title.components(modules))
    chance = SeedChance(number.to_bytes(32, "big"), "bench")
    live = title.live(chance, data, chosen, frozenset(title.fixes), modules)
    live.listening = False
    table = title.setup(holders, live)
    run = Run(table)
    run.advance()
    picker = Random(number)
    while not run.over:
        seat, question = next(iter(run.questions().items()))
        if seat in greedy:
            run.give(seat, title.prefer(table, seat, question))
            continue
        keys = list(question.options)
        picked = picker.sample(keys, picker.randint(question.low, min(question.high, len(keys))))
        while len(picked) > question.low and not question.allows(picked):
            picked.pop()
        run.give(seat, picked if question.allows(picked) else question.harmless())
    result = title.result(table)
    assert result is not None
    return result


def first_places(name: str, games: int, goal: int, players: int = 4, **options: Any) -> tuple[str, str]:
    """Set one greedy seat, which rotates, against random ones; a shared first place counts."""
    title = get_title(name)
    seats = list(title.seat_names[:players])
    won = 0
    for number in range(games):
        one = seats[number % players]
        won += one in played(title, seats, number, {one}, options).places[0]
    kind = " ".join([name, *(f"{key}={value}" for key, value in options.items())])
    what = f"{kind}: greedy against {players - 1} random players, first places of {games} games (at least {goal} %)"
    return what, f"{100 * won / games:.1f} %"


def with_pharaoh() -> tuple[str, str]:
    return first_places("ankh", 100, 80, expansion="pharaoh", pharaoh="random")


def against_bot(games: int = GAMES, **options: Any) -> list[tuple[str, str]]:
    """Set a greedy player against the three levels of Botankhamun, over the same seeds: a finding, not a gate."""
    kind = " ".join(["tekhenu", *(f"{key}={value}" for key, value in options.items())])
    title = get_title("tekhenu")
    seat = title.seat_names[0]
    rows = []
    for level in LEVELS:
        level_of = {**options, "difficulty": level}
        scores = [played(title, [seat], number, {seat}, level_of).scores for number in range(games)]
        margins = [one[seat] - sum(n for other, n in one.items() if other != seat) for one in scores]
        error = statistics.stdev(margins) / len(margins) ** 0.5
        own = statistics.mean(one[seat] for one in scores)
        wins = sum(1 for margin in margins if margin > 0)
        rows.append((
            f"{kind}: greedy alone against Botankhamun ({level}), mean margin of {games} games",
            f"{statistics.mean(margins):+.1f} VP, standard error {error:.1f} (own {own:.1f} VP, won {wins})",
        ))  # fmt: skip
    return rows


def players() -> list[tuple[str, str]]:
    return [
        first_places("tekhenu", GAMES, 90),
        first_places("tekhenu", 100, 90, expansion="seth"),
        first_places("ankh", 100, 80),
        with_pharaoh(),
        *against_bot(),
        *against_bot(60, expansion="seth"),
    ]
