"""Random play, replay and listing of options, with real rules."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Mapping
from typing import Any

from bench.yard import Case, cpu, measure
from pbem.core.chance import SeedChance
from pbem.core.interpreter import Run
from pbem.core.table import Table
from pbem.core.titles import Title, get_title, make_options
from pbem.engine.computers.fuzz import NO_CHECKS, play_game
from pbem.engine.play import texts
from pbem.engine.replay import Replayer

PLAYERS = 4


class RandomGame:
    """One game by random legal answers, straight on the interpreter."""

    def __init__(self, title: Title, data: Any) -> None:
        self.title, self.data = title, data
        self.number = 0
        self.decisions = 0
        self.slowest = 0.0

    def play(self, games: int = 1, listing: bool = False, checked: bool = False) -> None:
        for _ in range(games):
            self.number += 1
            seed = self.number.to_bytes(32, "big")
            picker = random.Random(self.number)
            options = make_options(self.title, {})
            live = self.title.live(SeedChance(seed, "bench"), self.data, options, frozenset(self.title.fixes))
            live.listening = False
            table = self.title.setup(list(self.title.seat_names[:PLAYERS]), live)
            run = Run(table)
            run.advance()
            began = self.title.conserved(table) if checked else {}
            while not run.over:
                seat, question = next(iter(run.questions().items()))
                if listing:
                    start = time.perf_counter()
                    texts(question)
                    self.slowest = max(self.slowest, time.perf_counter() - start)
                keys = list(question.options)
                picked = picker.sample(keys, picker.randint(question.low, min(question.high, len(keys))))
                while question.clash is not None and not question.allows(picked):
                    picked.pop()
                run.give(seat, picked)
                self.decisions += 1
                if checked:
                    self.check(table, began)

    def check(self, table: Table, began: Mapping[str, int]) -> None:
        """Check what `pbem fuzz` looks at where a game rests, after every answer: written and read back the table is
        the same, its invariants hold, and nothing was lost."""
        written = table.model_dump_json()
        again = self.title.table_model.model_validate_json(written)
        if again.model_dump_json() != written:
            raise AssertionError("read back, the table is another")
        again.live = table.live
        problems = self.title.problems(again)
        if problems or self.title.conserved(again) != began:
            raise AssertionError(f"the table is unsound: {problems}")


SLOWEST = {"tekhenu": 20, "ankh": 50}
"""Milliseconds that the longest list of options may take."""


def random_play(name: str = "tekhenu") -> list[tuple[str, str]]:
    title = get_title(name)
    game = RandomGame(title, title.prepare(title.components()))
    case = Case("random game", game.play, 2)
    game.play(2)
    game.decisions = 0
    measure([case])
    games = 2 * 11 + 1
    per_game = game.decisions / games
    rows = [
        (f"P3g complete random {PLAYERS}-player game (first 200, goal 100 mY)", both(case, 1, 0)),
        ("P3 random decision (catanatron 0.22-0.24: first 0.47, goal 0.23 mY)", both(case, per_game, 3)),
        ("   decisions a game", f"{per_game:.0f}"),
    ]
    game.play(3, listing=True)
    goal = f"goal {SLOWEST[name]} ms"
    rows.append((f"   listing all options of one position, slowest ({goal})", f"{game.slowest * 1000:.1f} ms"))
    rows.append(checked_play(game))
    return rows + catan(case, per_game)


def checked_play(game: RandomGame) -> tuple[str, str]:
    """Play the same with every check after every answer, in games a second of own CPU."""
    seconds: list[float] = []

    def timed(n: int) -> None:
        started = cpu()
        game.play(n, checked=True)
        seconds.append((cpu() - started) / n)

    case = Case("checked game", timed, 2)
    measure([case])
    rate = 1 / statistics.median(seconds)
    what = "P3g with round trip, problems, conservation after every answer (goal 5 games/s, 1,000 mY)"
    return what, f"{rate:.1f} games/s, {both(case, 1, 0)}"


def both(case: Case, parts: float, digits: int) -> str:
    """Write the median, and what it costs while nobody else wants the cores."""
    return f"{case.cpu / parts:.{digits}f} mY (best decile {case.best / parts:.{digits}f})"


def catan(ours: Case, per_game: float) -> list[tuple[str, str]]:
    """Measure beside catanatron, where that is installed, turn and turn about."""
    try:
        from catanatron import Color, Game, RandomPlayer  # type: ignore[import-not-found]
    except ImportError:
        return [("P3 catanatron is not installed: pip install catanatron for the ratio", "-")]
    moves: list[int] = []

    def act(n: int) -> None:
        game = Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])
        game.play()
        moves.append(len(getattr(game.state, "actions", None) or game.state.action_records))

    theirs = Case("catanatron", act)
    ours.cpus.clear()
    measure([ours, theirs])
    costs = sorted(cost / n for cost, n in zip(theirs.cpus, moves[1:], strict=True))
    ratio = costs[len(costs) // 2] * 1000 / (ours.cpu / per_game)
    return [("P3 decisions a second, against catanatron's (first 0.5 x, goal 1.0 x)", f"{ratio:.2f} x")]


def replay(name: str = "tekhenu") -> list[tuple[str, str]]:
    title = get_title(name)
    report = play_game(title, PLAYERS, "bench", chooser="random", checks=NO_CHECKS)
    decisions = sum(len(entry.answers) for entry in report.entries)
    raw = title.components()
    plain = Case("plain", lambda n: [replayed(report, title, raw, False) for _ in range(n)])
    checked = Case("hashes", lambda n: [replayed(report, title, raw, True) for _ in range(n)])
    measure([plain, checked])
    ratio = statistics.median(one / two for one, two in zip(checked.cpus, plain.cpus, strict=True))
    return [
        ("P4 replay, a decision (first 1.0, goal 0.4 mY)", both(plain, decisions, 3)),
        ("P4d every hash checked, against plain (first 2.5, goal 1.5 x)", f"{ratio:.2f} x"),
    ]


def replayed(report: Any, title: Title, raw: dict[str, Any], hashes: bool) -> None:
    Replayer(report.game, title, raw, hashes=hashes, keep_states=False).run(report.entries)
