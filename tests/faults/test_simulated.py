"""Whole games of every title under simulated faults: nothing lost, nothing doubled, and the game an undisturbed one.

Three hundred seeds are played by `make faults`, the first twenty of them by every `make test`. What fails prints its
story and the command that plays it again.
"""

from __future__ import annotations

import pytest

from tests.faults.calls import unnumbered
from tests.faults.simulation import GAMES, MATCHES, Broken, Final, judge_mails, played

QUICK = {"toy": 7, "fair": 4, "tekhenu": 4, "solo": 2, "ankh": 3}
ALL = {"toy": 100, "fair": 60, "tekhenu": 60, "solo": 30, "ankh": 50}
SHARE = 10
CHUNKS = [
    (name, seeds[at : at + SHARE])
    for name, count in ALL.items()
    for game in range(GAMES)
    for seeds in [[seed for seed in range(QUICK[name], count) if seed % GAMES == game]]
    for at in range(0, len(seeds), SHARE)
]


def test_the_seeds_are_shared_over_all_matches() -> None:
    assert ALL.keys() == QUICK.keys() == MATCHES.keys()
    assert (sum(QUICK.values()), sum(ALL.values())) == (20, 300)
    assert sum(len(seeds) for _, seeds in CHUNKS) == 280
    assert all(match.most <= 40 for match in MATCHES.values())


@pytest.mark.parametrize("name", QUICK)
def test_a_few_games(name: str) -> None:
    for seed in range(QUICK[name]):
        played(name, seed)


@pytest.mark.faults
@pytest.mark.timeout(900)
@pytest.mark.parametrize(("name", "seeds"), CHUNKS, ids=[f"{name}-{seeds[0]}" for name, seeds in CHUNKS])
def test_many_games(name: str, seeds: list[int]) -> None:
    for seed in seeds:
        played(name, seed)


def test_a_seed_tells_the_same_story_again() -> None:
    first, second = (list(map(unnumbered, played("toy", 3))) for _ in range(2))
    assert first == second and any(" at call " in line for line in first)


def test_a_mail_that_is_missing_or_too_many_is_noticed() -> None:
    whole = Final("table", "running", ("crane",), frozenset({"<a@b>", "<c@d>"}))
    for mails in ({"<a@b>"}, {"<a@b>", "<c@d>", "<e@f>"}):
        with pytest.raises(Broken, match="mails"):
            judge_mails(Final("table", "running", ("crane",), frozenset(mails)), whole)
