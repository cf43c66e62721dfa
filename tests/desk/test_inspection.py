"""The clock checks journals: a slice a run, the longest unchecked first, and an alarm where one is damaged."""

from __future__ import annotations

import os
import shutil
import time
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.cli import main
from pbem.core.errors import GameFileProblem
from pbem.desk.upkeep import inspection
from pbem.desk.upkeep.daily_round import daily
from pbem.desk.upkeep.inspection import damaged, inspect_journals
from pbem.store.files import has_moved_on, journal_entries, load_game
from pbem.store.journal_check import Place, check_part
from pbem.store.journals import check_journal, lines_of
from tests.desk.mailing import Town

ROOT = '[moderation]\nmoderator = "Root <root@example.org>"\n'


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Town:
    town = Town(tmp_path_factory.mktemp("source"), ROOT)
    town.new_game(nights=3)
    for name in ("ania", "bela", "zaneta"):
        town.reply(name, "bid: 0", "begins")
    for n in range(9):
        town.reply("ania", f"say to all: word {n}")
    return town


@pytest.fixture
def town(tmp_path: Path, source: Town) -> Town:
    """A home with a game whose first entries are in the journal alone."""
    shutil.copytree(source.home.root, tmp_path / "home")
    town = Town(tmp_path / "home")
    town.count = source.count
    return town


def hurt(town: Town, game: str = "river", n: int = 2) -> None:
    """One letter of an early entry is another one; the line is as long as before and still JSON."""
    path = town.home.journal_path(game)
    lines = path.read_bytes().splitlines(keepends=True)
    assert b'"crane"' in lines[n - 1]
    lines[n - 1] = lines[n - 1].replace(b'"crane"', b'"crate"', 1)
    path.write_bytes(b"".join(lines))


def notes(town: Town, name: str) -> list[str]:
    return [str(mail["Subject"]) for mail in town.mails_to(name) if "damaged" in str(mail["Subject"])]


def test_a_damaged_journal_raises_an_alarm_until_it_is_mended(town: Town) -> None:
    assert inspect_journals(town.desk) == ([], [])
    good = town.home.journal_path("river").read_bytes()
    hurt(town)
    for _ in range(3):
        (alarm,), _ = inspect_journals(town.desk)
        assert alarm.startswith("river: ") and "entry 2" in alarm
        town.later(minutes=5)
    assert len(notes(town, "root")) == 1 and len(notes(town, "kasia")) == 1, "by mail once"
    daily(town.desk)
    for name in ("root", "kasia"):
        assert "JOURNAL DAMAGED" in str(town.mails_to(name)[-1].get_content())
    town.home.journal_path("river").write_bytes(good)
    assert inspect_journals(town.desk) == ([], []) and damaged(town.desk) == {}


def test_the_command_says_so(town: Town, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("PBEM_HOME", str(town.home.root))
    assert main(["clock", "--no-send", "--accept-jump"]) == 0
    hurt(town)
    for _ in range(2):
        capsys.readouterr()
        assert main(["clock", "--no-send"]) == 3
        assert "river.journal.jsonl: entry 2: " in capsys.readouterr().err
    assert main(["clock", "--no-send", "--json"]) == 3
    assert '"problems": [\n    "river: ' in capsys.readouterr().out


@pytest.mark.parametrize("which", ["first", "middle", "lost", "longer", "swapped"])
def test_whatever_is_wrong_is_found_in_parts_as_in_one_piece(town: Town, which: str) -> None:
    loaded = load_game(town.home, "river")
    path = loaded.journal
    lines = path.read_bytes().splitlines(keepends=True)
    assert len(lines) > len(loaded.recent)
    last = lines_of([loaded.recent[-1]])
    changed = {
        "first": [lines[0].replace(b"0", b"1", 1), *lines[1:]],
        "middle": [*lines[:3], lines[3].replace(b"t", b"T", 1), *lines[4:]],
        "lost": [*lines[:2], *lines[3:]],
        "longer": [*lines, last],
        "swapped": [lines[1], lines[0], *lines[2:]],
    }[which]
    path.write_bytes(b"".join(changed))
    for step in (1, 2, 1000):
        with pytest.raises(GameFileProblem, match="entry"):
            in_parts(town, step)


def in_parts(town: Town, step: int) -> int:
    """Check the journal so many entries at a time; how many parts that took."""
    loaded = load_game(town.home, "river")
    place: Place | None = Place()
    parts = 0
    while place is not None:
        left = [step]

        def stop(left: list[int] = left) -> bool:
            left[0] -= 1
            return left[0] < 0

        place = check_part(loaded.journal, loaded.recent, place, stop)
        parts += 1
    return parts


def test_a_long_journal_is_checked_in_parts(town: Town) -> None:
    before = load_game(town.home, "river").recent[0].n - 1
    assert before > 2
    assert in_parts(town, 1) == before and in_parts(town, 1000) == 1
    path = town.home.journal_path("river")
    whole = path.read_bytes()
    path.write_bytes(whole[:-30])  # torn by a crash: the game file has it
    assert in_parts(town, 2) > 1
    path.write_bytes(whole[:-30] + bytes(30))
    assert in_parts(town, 2) > 1


class Watch:
    """A clock that goes ahead with every look at it."""

    def __init__(self, step: float) -> None:
        self.time, self.step = 0.0, step

    def monotonic(self) -> float:
        self.time += self.step
        return self.time


def test_the_longest_unchecked_comes_first_and_everybody_has_a_turn(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [f"game{n:02d}" for n in range(9)]
    for name in names:
        town.new_game(game=name)
    seen: list[str] = []
    real = inspection._check

    def watch(desk: object, game: str, *args: object) -> object:
        seen.append(game)
        return real(desk, game, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(inspection, "_check", watch)
    monkeypatch.setattr(inspection, "time", Watch(0.6))
    runs = []
    for _ in range(12):
        seen.clear()
        inspect_journals(town.desk)
        runs.append(list(seen))
        assert len(seen) <= 4
    order = [game for run in runs for game in run]
    through = [game for at, game in enumerate(order) if order[at : at + 2] != [game, game]]  # parts of one are one turn
    everybody = [*names, "river"]
    assert through[:20] == [*everybody, *everybody]


def test_a_run_takes_no_longer_than_it_may(town: Town) -> None:
    for n in range(20):
        town.new_game(game=f"game{n:02d}")
    start = time.monotonic()
    inspect_journals(town.desk, budget=0.1)
    assert time.monotonic() - start < 1.0
    hurt(town)
    found: list[str] = []
    for _ in range(100):
        found = inspect_journals(town.desk, budget=0.1)[0]
        if found:
            break
    assert found and "river" in found[0]


def test_a_round_that_takes_more_than_thirty_days_is_told(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    town.new_game(game="other")
    monkeypatch.setattr(inspection, "time", Watch(1.5))
    assert inspect_journals(town.desk) == ([], [])
    town.later(days=31)
    _, (warning,) = inspect_journals(town.desk, budget=0)
    assert "within 30 days" in warning
    inspect_journals(town.desk, budget=0)
    assert sum("not checked often enough" in str(mail["Subject"]) for mail in town.mails_to("root")) == 1
    monkeypatch.setattr(inspection, "time", time)
    assert inspect_journals(town.desk) == ([], [])


@pytest.mark.timeout(30)
@pytest.mark.parametrize("left", [b"", b"[]", b'{"after": 3}', b'{"after":"","begun":"x","part":{},"damaged":{}}'])
def test_a_lost_book_only_begins_the_round_again(town: Town, left: bytes) -> None:
    hurt(town)
    path = town.home.games / ".inspection.json"
    path.write_bytes(left)
    assert len(inspect_journals(town.desk)[0]) == 1
    path.unlink()
    os.mkfifo(path)
    assert len(inspect_journals(town.desk)[0]) == 1


def test_a_move_in_between_is_no_damage(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    """fault 252: nobody holds the lock while a journal is read; a new line is no harm to the clock or to `log`."""
    real = inspection.load_game

    def late(home: object, game: str) -> object:
        loaded = real(home, game)  # type: ignore[arg-type]
        monkeypatch.setattr(inspection, "load_game", real)
        town.reply("ania", "say to all: in between")
        return loaded

    monkeypatch.setattr(inspection, "load_game", late)
    assert inspect_journals(town.desk) == ([], []) and notes(town, "root") == []
    loaded = load_game(town.home, "river")
    town.reply("ania", "say to all: and once more")
    assert check_journal(loaded.journal, loaded.recent, loaded.game.head, lambda: has_moved_on(loaded)) == loaded.entry
    with pytest.raises(GameFileProblem, match="goes on to entry"):
        check_journal(loaded.journal, loaded.recent, loaded.game.head)
    assert [entry.n for entry in journal_entries(loaded)] == list(range(1, loaded.entry + 1))


def test_a_game_in_use_is_not_waited_for(town: Town) -> None:
    hurt(town)
    with town.home.lock("river"):
        assert inspect_journals(town.desk) == ([], []), "not confirmed yet"
    assert len(inspect_journals(town.desk)[0]) == 1
    with town.home.lock("river"):
        assert len(inspect_journals(town.desk)[0]) == 1, "and not forgotten"
    assert timedelta(days=30) == inspection.ROUND and inspection.BUDGET == 2.0
