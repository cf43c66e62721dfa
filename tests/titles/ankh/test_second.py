"""The rules against the same rules written a second time: the same questions with the same options, and the same table
after every answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any

import pytest

from pbem.core.chance import SeedChance
from pbem.core.interpreter import Run
from pbem.core.questions import Question
from pbem.engine.computers.computer import Luck
from pbem.titles.ankh import TITLE
from pbem.titles.ankh.components import GODS
from pbem.titles.ankh.options import Options
from pbem.titles.ankh.state import Ankh
from tests.titles.ankh.second.ground import RAW
from tests.titles.ankh.second.table import GUARDIAN, POWER
from tests.titles.ankh.second.turns import Second

SCENARIOS = ("middle-kingdom", "old-kingdom", "peoples-revolt")
LEVELS = (1, 1, 2, 2, 3, 3)


class Pair:
    """One game in both programs."""

    def __init__(self, players: int, seed: str, rich: bool = False, **options: Any) -> None:
        key = sha256(seed.encode()).digest()
        self.luck = Luck(key)
        gods = self.draw(list(GODS), players)
        chosen = Options(**{"first": gods[0], "conflict_mode": "table", **options})
        modules = TITLE.modules(chosen, players)
        live = TITLE.live(SeedChance(key, "second"), self.box(modules), chosen, frozenset(TITLE.fixes), modules)
        live.listening = False
        self.t = TITLE.setup(gods, live)
        self.run = Run(self.t)
        self.run.advance()
        self.second = self.beside(chosen)
        if rich:
            self.enrich()
        self.game = self.second.play()
        self.stop: dict[str, Any] | None = next(self.game)
        self.conserved = TITLE.conserved(self.t)

    def box(self, modules: Sequence[str]) -> Any:
        return TITLE.prepare(RAW)

    def beside(self, chosen: Options) -> Second:
        """The other program, laid out alike."""
        return Second(list(self.t.order), chosen.scenario, list(self.t.guardians), chosen.model_dump())

    def draw(self, some: list[str], n: int) -> list[str]:
        return [some.pop(self.luck.below(len(some))) for _ in range(n)]

    def enrich(self) -> None:
        """Followers, Devotion, powers and Guardians as late in a game."""
        t, second = self.t, self.second
        for side in t.order:
            space = 1 + self.luck.below(25)
            t.shift(side, space)
            second.step(side, space)
            t.gods[side].followers = second.followers[side] = self.luck.below(9)
            for nth, level in enumerate(LEVELS[: self.luck.below(7)], 1):
                free = [power for power, row in POWER.items() if row == level and power not in t.gods[side].powers]
                (power,) = self.draw(free, 1)
                t.gods[side].powers.append(power)
                second.powers[side].append(power)
                kinds = [kind for kind in t.guardians if GUARDIAN[kind]["level"] == {2: 1, 4: 2, 5: 3}.get(nth)]
                for kind in kinds:
                    if t.guardians[kind]:
                        t.guardians[kind] -= 1
                        t.gods[side].guardians.append(kind)
                        second.figures[kind] -= 1
                        second.pool[side].append(kind)

    def compare(self) -> None:
        """Who is asked what, and what lies where."""
        asked = self.run.questions()
        assert self.stop is not None
        assert set(asked) == set(self.stop), (list(asked), self.stop)
        for seat, (name, options, low, high) in self.stop.items():
            question = asked[seat]
            listed = list(question.options)
            assert (question.name, len(listed)) == (name, len(set(listed)))
            assert set(listed) == options, (name, sorted(options - set(listed)), sorted(set(listed) - options))
            assert (question.low, question.high) == (low, high), name
        self.look()

    def look(self) -> None:
        """A win in the middle of an action leaves the action markers where they are."""
        here, there = self.lies(), self.described()
        if self.run.over:
            del here["steps"]
        if here["tokens"] is None:
            del here["tokens"], there["tokens"]
        for name, value in here.items():
            assert value == there[name], name

    def lies(self) -> dict[str, Any]:
        return lies(self.t)

    def described(self) -> dict[str, Any]:
        return described(self.second)

    def answer(self) -> None:
        """The same random answer to both."""
        given: dict[str, list[str]] = {}
        for seat, question in self.run.questions().items():
            given[seat] = self.choose(question)
        for seat, keys in given.items():
            self.run.give(seat, keys)
        assert TITLE.problems(self.t) == []
        assert TITLE.conserved(self.t) == self.conserved
        try:
            self.stop = self.game.send(given)
        except StopIteration:
            self.stop = None

    def choose(self, question: Question) -> list[str]:
        """Mostly something: an empty answer to a window ends more than it tries."""
        for _ in range(2):
            keys = self.luck.answer(question)
            if keys:
                break
        return keys

    def play(self) -> Iterator[str]:
        """Names of the questions that were compared."""
        while self.stop is not None:
            self.compare()
            yield from (question.name for question in self.run.questions().values())
            self.answer()
        assert self.run.over
        assert self.t.winner == (self.second.winner or "")
        self.look()


RESTING = ("ankh.caravan", "ankh.consolidation")
"""Procedures in which order tokens lie provisionally until the last answer."""


def lies(t: Ankh) -> dict[str, Any]:
    """The table in words of its own."""
    tokens = {token: frozenset(t.lay.spaces[anchor]) for anchor, token in t.tokens.items()}
    return {
        "units": {at: (u.owner, u.kind, u.sun, u.claws) for at, u in t.units.items()},
        "monuments": {at: (m.kind, m.owner) for at, m in t.monuments.items()},
        "ladder": [(side, t.devotion[side]) for side in t.ladder],
        "gods": {
            seat: (g.followers, g.warriors, sorted(g.guardians), g.ankhs, g.powers, sorted(g.hand))
            for seat, g in t.gods.items()
            if seat not in t.forgotten
        },
        "steps": t.tracks,
        "event": t.event,
        "supply": t.supply,
        "figures": t.guardians,
        "camels": {frozenset(name.split("|")) for name in t.camels},
        "trapped": sorted(t.trapped),
        "suns": t.suns,
        "underworld": set(t.underworld),
        "merged": (t.greater, t.lesser),
        "forgotten": t.forgotten,
        "tokens": None if t.stack and t.stack[-1].kind in RESTING else tokens,
    }


def described(s: Second) -> dict[str, Any]:
    return {
        "units": {at: (u.owner, u.kind, u.sun, u.claws) for at, u in s.units.items()},
        "monuments": {at: (m.kind, m.owner) for at, m in s.monuments.items()},
        "ladder": [(side, n) for n, stack in enumerate(s.stacks) for side in stack],
        "gods": {
            seat: (
                s.followers[seat],
                s.warriors[seat],
                sorted(s.pool[seat]),
                s.ankhs[seat],
                s.powers[seat],
                s.hand[seat],
            )
            for seat in s.order
            if seat not in s.forgotten
        },
        "steps": s.steps,
        "event": s.event,
        "supply": s.supply,
        "figures": s.figures,
        "camels": set(s.camels),
        "trapped": sorted(s.trapped),
        "suns": s.suns,
        "underworld": s.underworld,
        "merged": (s.greater, s.lesser),
        "forgotten": s.forgotten,
        "tokens": s.tokens,
    }


def played(n: int) -> set[str]:
    """The n-th game: players, scenario, options and wealth by turns; says what was asked in it."""
    options = {
        "control_optional": n % 5 == 0,
        "bountiful_everywhere": n % 3 != 0,
        "followers_limited": n % 7 == 0,
    }
    pair = Pair(2 + n % 4, f"second {n}", n % 11 != 0, scenario=SCENARIOS[n // 4 % 3], **options)
    return set(pair.play())


@pytest.mark.parametrize("first", range(0, 12, 4))
def test_random_games(first: int) -> None:
    """A-RUL-3, A-RUL-37, A-COMP-2: a game of each number of players in each scenario, most of them rich, with options
    decided either way."""
    compared = set().union(*(played(n) for n in range(first, first + 4)))
    assert {"action", "move", "summon", "unlock", "card", "bid"} <= compared
    assert ("consolidate" if first == 8 else "caravan") in compared  # of The People's Revolt, and of the others


@pytest.mark.slow
@pytest.mark.parametrize("first", range(100, 1100, 50))
def test_many_random_games(first: int) -> None:
    """A push needs Satet and somebody beside it, so not every fifty games have one."""
    compared = set().union(*(played(n) for n in range(first, first + 50)))
    assert {"claws", "mummy", "keep", "take", "underworld", "relocate", "consolidate", "exchange"} <= compared
