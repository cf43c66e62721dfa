"""Trouble of ours is charged to no mail: it waits, others go on, and after an hour somebody is told."""

from __future__ import annotations

import errno
import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from pbem.core.errors import PbemError
from pbem.desk import desk as desks
from pbem.desk.post.spool_run import process_spool
from pbem.desk.upkeep.clockwork import tick
from pbem.desk.upkeep.trouble import trouble
from pbem.engine.journal import stamp
from pbem.mail.register import Register
from pbem.store import spool
from pbem.store.disk import DiskProblem, disk_problem
from pbem.store.locks import Lock
from tests.desk.mailing import BEGIN, Town

ROOT = '[moderation]\nmoderator = "Root <root@example.org>"\n'
FULL = OSError(errno.ENOSPC, "No space left on device")


@pytest.fixture
def town(tmp_path: Path) -> Town:
    town = Town(tmp_path / "home", ROOT)
    town.new_game()
    return town


def store(town: Town, name: str, text: str, what: str = "river #1") -> str:
    """A mail in the spool, received now."""
    raw = town.answer(town.last(name, what), text)
    return spool.store(town.home.mail / "in", raw, now=town.time.timestamp())


def waits(town: Town) -> list[tuple[str, str]]:
    register = Register(town.home.mail / "register.sqlite")
    try:
        return [(wait.game, wait.tries.words) for wait in register.waits()]
    finally:
        register.close()


def notes(town: Town) -> list[str]:
    return [str(mail.get_content()) for mail in town.mails_to("root") if "Mail waits" in mail["Subject"]]


def failing(code: int) -> Any:
    def call(*_: object, **__: object) -> Any:
        raise OSError(code, os.strerror(code))

    return call


@contextmanager
def game_cannot_be_saved(game: str) -> Iterator[None]:
    """The disk takes everything but one game."""
    save = desks.save_game

    def refuse(loaded: Any, new: Any = None) -> Any:
        if loaded.game.id == game:
            raise disk_problem(FULL, loaded.path) from FULL
        return save(loaded, new)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(desks, "save_game", refuse)
        yield


DISKS = {
    "no sync": (os, "fsync", errno.EIO),
    "no rename": (os, "rename", errno.EROFS),
    "no second name": (os, "link", errno.EDQUOT),
    "no room": (os, "write", errno.ENOSPC),
    "no lock": (fcntl, "flock", errno.ENOLCK),
}


@pytest.mark.parametrize("disk", DISKS)
@pytest.mark.parametrize("text", ["bid: 1", "news daily", "say to all: hello", "status"])
def test_a_disk_that_refuses_for_a_while_costs_nobody_a_move(town: Town, disk: str, text: str) -> None:
    """faults 201 to 206: however often it was tried meanwhile, the mail counts with its time of receipt."""
    place, name, code = DISKS[disk]
    store(town, "ania", text)
    received = town.time
    before = len(town.out())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(place, name, failing(code))
        for _ in range(6):
            tried(town)
            town.later(minutes=5)
        if text not in ("news daily", "status"):  # these need less of the disk
            assert len(spool.names(town.home.mail / "in")) == 1
    process_spool(town.desk)
    assert town.held() == [] and spool.names(town.home.mail / "in") == [] and waits(town) == []
    first = str(town.mails_to("ania")[-1].get_content()).splitlines()[0]
    assert first.startswith("INFORMATION" if text == "status" else "COUNTED")
    answers = [mail for mail in town.mails_to("ania") if mail["In-Reply-To"] == "<1@client.example>"]
    assert len(answers) == 1 and len(town.out()) - before == {"bid: 1": 1, "say to all: hello": 5}.get(text, 1)
    if text == "bid: 1":
        assert town.game().recent[-1].at == stamp(received)


def tried(town: Town) -> None:
    """If nothing at all can be done, the command says so and ends."""
    try:
        process_spool(town.desk)
    except DiskProblem:
        return


def test_others_go_on_and_pauses_grow(town: Town) -> None:
    town.new_game(game="brook")
    mine = store(town, "ania", "bid: 1")
    for mail in town.mails_to("bela"):
        raw = town.answer(mail, "bid: 2")
        spool.store(town.home.mail / "in", raw, now=town.time.timestamp())
    with game_cannot_be_saved("river"):
        assert [(one.game, one.verdict) for one in process_spool(town.desk)] == [("brook", "COUNTED")]
        assert waits(town)[0][0] == "river" and "the disk is full" in waits(town)[0][1]
        assert len(waits(town)) == 2 and waits(town)[1][1] == "an earlier mail for this game waits"
        tries = []
        begin = Register.begin
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Register, "begin", lambda self, name: tries.append((name, town.time)) or begin(self, name))
            for _ in range(240):
                town.later(seconds=5)
                process_spool(town.desk)
    times = [at for name, at in tries if name == mine]
    gaps = [(late - early).seconds for early, late in pairwise(times)]
    assert gaps[:6] == [10, 20, 40, 80, 160, 300] and set(gaps[6:]) <= {300}
    town.later(minutes=5)
    assert [one.verdict for one in process_spool(town.desk)] == ["COUNTED", "COUNTED"]
    assert town.held() == []


def test_no_later_mail_overtakes_one_that_waits(town: Town) -> None:
    """fault 162: the first received counts, whenever the disk works again."""
    store(town, "ania", "bid: 1")
    with game_cannot_be_saved("river"):
        process_spool(town.desk)
    town.later(seconds=1)
    store(town, "ania", "bid: 2")
    assert process_spool(town.desk) == []  # the first one's pause is not over
    town.later(seconds=10)
    assert [one.verdict for one in process_spool(town.desk)] == ["COUNTED", "COUNTED"]
    assert town.desk.read("river").play.table.stack[-1].given["crane"] == ["2"]


def test_after_an_hour_the_operator_is_told_once_and_again_a_day_later(town: Town) -> None:
    store(town, "ania", "bid: 1")
    with game_cannot_be_saved("river"):
        for minutes in [*range(0, 90, 5), *range(90, 24 * 60, 60), *range(24 * 60, 26 * 60, 5)]:
            town.time = BEGIN + timedelta(minutes=minutes)
            process_spool(town.desk)
            assert len(notes(town)) == (minutes >= 60) + (minutes >= 60 + 24 * 60), minutes
    assert "the disk is full" in notes(town)[0] and "river" in notes(town)[0]
    town.later(minutes=5)
    process_spool(town.desk)
    store(town, "bela", "bid: 1")
    with game_cannot_be_saved("river"):  # other trouble, the same day
        for _ in range(14):
            process_spool(town.desk)
            town.later(minutes=5)
    assert len(notes(town)) == 3 and town.held() == []


def test_a_deadline_waits_for_a_move_that_waits_for_us(tmp_path: Path) -> None:
    """fault 246: it came in time, and our disk is no reason to play default answers."""
    town = Town(tmp_path / "home")
    town.new_game(turn="1d", on_late="default")
    town.new_game(game="brook", turn="1d", on_late="default")
    tick(town.desk)
    town.later(hours=23)
    store(town, "ania", "bid: 1")
    with game_cannot_be_saved("river"):
        for _ in range(5):
            town.later(hours=1)
            tick(town.desk)
    assert town.game("brook").recent[-1].by == "clock"
    assert town.game("river").entry == 1
    town.later(hours=1)
    tick(town.desk)
    mine = [entry for entry in town.game("river").recent if entry.seat == "crane"]
    assert (mine[0].by, mine[0].at) == ("player", "2026-07-02T11:00:00Z")


@pytest.mark.parametrize(
    "text", ["news daily", "address a@new.example", "mod substitute Ania Ewa <e@x.example> reason: x"]
)
def test_a_roster_in_use_refuses_nothing(town: Town, text: str) -> None:
    who = "kasia" if text.startswith("mod") else "ania"
    store(town, who, text)
    town.home.wait = 0
    with Lock(town.home.games / "roster.lock", "The roster"):
        assert process_spool(town.desk) == []
    assert "The roster is in use" in waits(town)[0][1]
    town.later(minutes=1)
    assert process_spool(town.desk)[0].verdict in ("COUNTED", "INFORMATION")


def test_a_broken_roster_holds_no_mail(town: Town) -> None:
    """fault 199."""
    store(town, "ania", "bid: 1")
    good = town.home.roster_path.read_bytes()
    town.home.roster_path.write_bytes(good[:-20])
    for _ in range(5):
        assert process_spool(town.desk) == [] and town.held() == []
        town.later(minutes=5)
    assert "roster.json" in waits(town)[0][1]
    town.home.roster_path.write_bytes(good)
    assert process_spool(town.desk)[0].verdict == "COUNTED"


def test_a_game_file_that_the_system_does_not_read_now_is_not_broken(town: Town) -> None:
    """faults 203, 208: a broken file is a matter for the moderator, a disk is not."""
    store(town, "ania", "bid: 1")
    with pytest.MonkeyPatch.context() as patch:
        real = os.open

        def refuse(path: Any, *args: Any, **kwargs: Any) -> int:
            if str(path).endswith("river.json"):
                raise OSError(errno.EMFILE, "Too many open files")
            return real(path, *args, **kwargs)

        patch.setattr(os, "open", refuse)
        assert process_spool(town.desk) == []
    assert town.held() == [] and "too many files" in waits(town)[0][1]
    town.later(minutes=5)
    assert process_spool(town.desk)[0].verdict == "COUNTED"


def test_a_register_that_cannot_be_written_stops_the_post_and_nothing_is_lost(town: Town) -> None:
    store(town, "ania", "bid: 1")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Register, "_open", lambda self: (_ for _ in ()).throw(sqlite3.OperationalError("disk is full")))
        for _ in range(5):
            with pytest.raises(DiskProblem, match=r"register.sqlite cannot be used: disk is full"):
                process_spool(town.desk)
    assert process_spool(town.desk)[0].verdict == "COUNTED"


def test_trouble_behind_the_commit_is_answered_with_what_was_done(town: Town) -> None:
    """The folder's sync fails: the change is there, and only the answer waits."""
    store(town, "ania", "say to all: hello")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pbem.store.disk.sync_folder", failing(errno.EIO))
        assert process_spool(town.desk) == []
    town.later(minutes=1)
    assert process_spool(town.desk)[0].verdict == "COUNTED"
    assert [entry.kind for entry in town.game().recent].count("announce") == 1


def test_a_mail_that_was_done_and_could_not_be_put_away_is_answered_once(town: Town) -> None:
    store(town, "ania", "bid: 1")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(spool, "mark_cur", failing(errno.EROFS))
        process_spool(town.desk)
    for path in (town.home.mail / "out" / "new").glob("*.eml"):
        path.rename(town.home.mail / "out" / "cur" / path.name)  # all of it is sent
    town.later(minutes=1)
    assert process_spool(town.desk)[0].verdict == "COUNTED"
    assert spool.names(town.home.mail / "out") == [] and spool.names(town.home.mail / "in") == []


@pytest.mark.parametrize(
    ("error", "ours"),
    [
        (ZeroDivisionError(), False), (ValueError("x"), False), (PbemError("x"), False), (MemoryError(), True),
        (OSError(errno.ENAMETOOLONG, "x"), False), (OSError(errno.EIO, "x"), True), (FULL, True),
        (sqlite3.OperationalError("database is locked"), True), (sqlite3.IntegrityError("x"), False),
    ],
)  # fmt: skip
def test_what_is_ours(error: BaseException, ours: bool) -> None:
    wrapped = PbemError("outer")
    wrapped.__cause__ = error
    assert (trouble(error) is not None, trouble(wrapped) is not None) == (ours, ours)
