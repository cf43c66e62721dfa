"""Whole games of every title under simulated faults: nothing lost, nothing doubled, and the game an undisturbed one.

Three hundred seeds are played by `make faults`, twenty of them, cut short, by every `make test`. What fails prints its
story and the command that plays it again.
"""

from __future__ import annotations

import gc
from dataclasses import replace

import pytest

from pbem.core.errors import GameFileProblem
from pbem.mail.handover.transport import Done
from pbem.mail.letter import Stored
from tests.faults.calls import unnumbered
from tests.faults.office import Office
from tests.faults.simulation import GAMES, MATCHES, Broken, Final, judge_mails, played, undisturbed

QUICK = {"toy": 5, "fair": 3, "tekhenu": 2, "seth": 2, "vizier": 2, "solo": 2, "ankh": 2, "pharaoh": 2}
ALL = {"toy": 116, "fair": 72, "tekhenu": 16, "seth": 16, "vizier": 12, "solo": 24, "ankh": 24, "pharaoh": 20}
"""Most of them of the short games: what fails lies in what all titles share, and these try it most often."""
FEW = 10
"""Submissions of a game in `make test`."""
SHARE = 10
CHUNKS = [
    (name, seeds[at : at + SHARE])
    for name, count in ALL.items()
    for game in range(GAMES)
    for seeds in [[seed for seed in range(count) if seed % GAMES == game]]
    for at in range(0, len(seeds), SHARE)
]


def test_the_seeds_are_shared_over_all_matches() -> None:
    assert ALL.keys() == QUICK.keys() == MATCHES.keys()
    assert (sum(QUICK.values()), sum(ALL.values())) == (20, 300)
    assert sum(len(seeds) for _, seeds in CHUNKS) == 300
    assert all(match.most <= 40 for match in MATCHES.values())


@pytest.mark.parametrize("name", QUICK)
def test_a_few_games(name: str) -> None:
    """All of one game, so that it is played undisturbed once."""
    for seed in range(QUICK[name]):
        played(name, seed * GAMES, FEW)


@pytest.mark.faults
@pytest.mark.timeout(900)
@pytest.mark.parametrize(("name", "seeds"), CHUNKS, ids=[f"{name}-{seeds[0]}" for name, seeds in CHUNKS])
def test_many_games(name: str, seeds: list[int]) -> None:
    for seed in seeds:
        played(name, seed)


def test_a_seed_tells_the_same_story_again() -> None:
    first, second = (list(map(unnumbered, played("toy", 4, FEW))) for _ in range(2))
    assert first == second and any(" at call " in line for line in first)


@pytest.mark.parametrize("place", ["judge", "undisturbed"])
@pytest.mark.parametrize("mishap", [Broken("a mail is missing"), GameFileProblem("river.json: not JSON")])
def test_whatever_fails_prints_its_seed(mishap: Exception, place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: object) -> None:
        raise mishap

    monkeypatch.setattr(f"tests.faults.simulation.{place}", failing)
    with pytest.raises(Broken, match=f"{mishap}(?s:.)*SEED: python -m tests.faults.simulation toy 4 {FEW}$"):
        played("toy", 4, FEW)


def test_nothing_of_a_game_is_kept_in_memory() -> None:
    """`serve` runs for months: what grows with every mail would fill the machine. Only caches with a bound may."""
    counts = []
    for n in range(5):
        undisturbed(replace(MATCHES["toy"], most=FEW), f"kept {n}")
        gc.collect()
        counts.append(len(gc.get_objects()))
    assert counts[4] - counts[2] < 4 * FEW, counts


def test_a_mail_that_is_missing_or_too_many_is_noticed() -> None:
    whole = Final("table", "running", ("crane",), frozenset({"<a@b>", "<c@d>"}))
    for mails in ({"<a@b>"}, {"<a@b>", "<c@d>", "<e@f>"}):
        with pytest.raises(Broken, match="mails"):
            judge_mails(Final("table", "running", ("crane",), frozenset(mails)), whole)


def test_a_mail_that_is_handed_over_again_without_need_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Under its own Message-ID it would only be thrown away by who reads it: nobody else notices."""
    whole = Office.send_batch

    def twice(
        office: Office, server: object, mails: list[tuple[str, Stored]], done: Done, halt: object = None
    ) -> object:
        return whole(office, server, [*mails, *mails[:1]], done, halt)

    monkeypatch.setattr(Office, "send_batch", twice)
    with pytest.raises(Broken, match="is handed over again"):
        played("toy", 4, FEW + 1)


def test_a_clock_that_is_believed_whatever_it_says_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step of 100 days is past every deadline."""
    monkeypatch.setattr("pbem.desk.upkeep.clockwork.jump", lambda *_: None)
    with pytest.raises(Broken, match="counted were answers of"):
        played("toy", 200)
