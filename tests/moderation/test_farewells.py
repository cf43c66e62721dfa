"""A seat changes hands or a game ends, and the machine dies at any moment: nothing is lost or done twice."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.cli.check import check_one
from pbem.desk.upkeep.clockwork import tick
from pbem.store.home import Home
from tests.moderation.village import Village
from tests.store.crash_worker import KILLED, Faulty


def copied(village: Village, root: Path) -> Village:
    """The same village in a copy of its home."""
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(village.home.root, root)
    twin = Village(root)
    twin.time = village.time
    return twin


def killed_at(n: int, work: Callable[[], object]) -> bool:
    """Run something in a process of its own that dies before its n-th call to the system; whether it died."""
    child = os.fork()
    if child == 0:
        try:
            Faulty(n, "kill").install()
            work()
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == KILLED


def recovered(village: Village) -> Village:
    """The next runs of the clock, by a fresh process: it needs no help, and a second run changes nothing more."""
    fresh = Village(village.home.root)
    fresh.time = village.time
    for _ in range(2):
        fresh.later(minutes=15)
        run = tick(fresh.desk)
        assert run.problems == []
    return fresh


def former_notes(village: Village) -> int:
    return len([mail for mail in village.mails_to("ania") if "has another player now" in str(mail["Subject"])])


@pytest.mark.timeout(120)
def test_a_substitute_and_a_crash_at_every_call(tmp_path: Path) -> None:
    """fault 236: the figures of the former holder are counted once and the note is written once, or nothing happened"""
    source = Village(tmp_path / "home")
    source.new_game(nights=2, turn="3d")
    source.bids()
    tick(source.desk)
    outcomes: list[bool] = []
    n = 1
    while n < 400:
        village = copied(source, tmp_path / "work")
        done = not killed_at(n, lambda v=village: v.mod("substitute", "Ania", "Ewa <ewa@example.org>", reason="ill"))
        after = recovered(village)
        happened = after.game().person("crane") == "Ewa"
        ania = after.desk.roster().need("Ania")
        counted = (ania.reliability.turns_in_time, ania.reliability.turns_due, len(ania.counted))
        assert counted == ((1, 1, 1) if happened else (0, 0, 0)), n
        assert former_notes(after) == int(happened), n
        assert after.game().moderation.farewells == [] and check_one(after.desk, "river", replay=True)["sound"]
        outcomes.append(happened)
        if done:
            break
        n += 1 if happened else 5  # what lies before the commit is looked at in the store's own test
    assert outcomes == sorted(outcomes) and outcomes[0] is False and outcomes[-1] is True
    assert outcomes.count(True) > 10  # the commit is followed by steps, and a crash was tried at each


@pytest.mark.timeout(120)
def test_the_end_of_a_game_and_a_crash_at_every_call(tmp_path: Path) -> None:
    """fault 234: everybody's figures, and the way to the finished games"""
    source = Village(tmp_path / "home")
    source.new_game(nights=2, turn="3d")
    source.bids()
    tick(source.desk)
    outcomes: list[bool] = []
    for n in range(1, 600, 4):
        village = copied(source, tmp_path / "work")
        done = not killed_at(n, lambda v=village: v.mod("end", "Ania", reason="enough"))
        after = recovered(village)
        over = after.game().status == "terminated"
        figures = after.desk.roster().need("Béla")
        assert (figures.reliability.turns_due, len(figures.counted)) == ((1, 1) if over else (0, 0)), n
        assert (after.home.finished / "river.json").exists() == over, n
        assert not over or (after.home.finished / "river.zip").exists()
        assert after.game().moderation.farewells == []
        outcomes.append(over)
        if done:
            break
    assert outcomes == sorted(outcomes) and outcomes[0] is False and outcomes[-1] is True


def test_a_note_is_written_once_and_struck_off_by_the_clock(tmp_path: Path) -> None:
    village = Village(tmp_path / "home")
    village.new_game(nights=2, turn="3d")
    village.bids()
    village.mod("substitute", "Ania", "Ewa <ewa@example.org>", reason="ill")
    assert [one.player for one in village.game().moderation.farewells] == ["Ania"]
    assert tick(village.desk).looked == 1 and village.game().moderation.farewells == []
    assert former_notes(village) == 1
    assert tick(Village(village.home.root).desk).problems == []
    assert Home(village.home.root, {}).locate("river").read_text().count("Ania") == 0
    village.audit()
