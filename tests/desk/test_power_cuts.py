"""A power cut loses what was not synced: every mail that a game owes is there afterwards all the same, once."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pbem.cli.clock_command import run_clock
from pbem.desk.post.held_mail import listing
from pbem.desk.sending.dispatch import by_age, compose_left, run
from pbem.desk.upkeep.clockwork import tick
from pbem.desk.upkeep.heartbeat import read_beat
from pbem.store import spool
from pbem.store.outgoing import is_composed
from tests.desk.mailing import Town
from tests.mail.smtp_script import scripted
from tests.store.power import Disk


def composed(town: Town) -> dict[str, bytes]:
    folder = town.home.mail / "out" / "new"
    return {name: (folder / name).read_bytes() for name in by_age(folder)}


@pytest.mark.parametrize("names", [True, False], ids=["names and bytes are lost", "bytes are lost"])
@pytest.mark.parametrize("then", ["send", "move"])
def test_composed_mails_outlive_a_power_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, names: bool, then: str
) -> None:
    """Owed until durable: the next look, or the next move, makes again what was lost, byte by byte."""
    town = Town(tmp_path / "home")
    disk = Disk(town.home.root, monkeypatch)
    town.new_game()
    before = composed(town)
    asked = town.last("ania", "begins")
    assert len(before) == 5
    disk.cut(names=names)
    if then == "send":
        compose_left(town.desk)
        assert composed(town) == before
        return
    assert town.deliver(town.answer(asked, "bid: 0"))[0].verdict == "COUNTED"
    assert composed(town).items() >= before.items()


def test_no_mail_is_forgotten_before_its_name_is_safe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commit that drops a mail from the outbox syncs the folder it lies in first; if that fails it stays owed."""
    town = Town(tmp_path / "home")
    disk = Disk(town.home.root, monkeypatch)
    town.new_game()
    first = composed(town)
    assert town.reply("ania", "bid: 0", "begins").verdict == "COUNTED"
    assert not {mail.id for mail in town.game().outbox} & {name.removesuffix(".eml") for name in first}
    disk.cut()
    compose_left(town.desk)
    assert composed(town).items() >= first.items()


def test_a_look_is_remembered_only_when_what_it_saw_is_safe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`mail send` looks only at games changed since the last look: that mark must not outrun the mails."""
    town = Town(tmp_path / "home")
    disk = Disk(town.home.root, monkeypatch)
    town.new_game()
    before = composed(town)
    compose_left(town.desk)
    mark = (town.home.mail / "out" / ".looked").read_bytes()
    disk.cut()
    (town.home.mail / "out" / ".looked").write_bytes(mark)  # the mark itself may well have survived
    os.utime(town.home.game_path("river"), (1, 1))  # the game was saved long before the look
    compose_left(town.desk)
    assert composed(town) == before


def test_what_was_left_is_composed_although_the_clock_was_set_back(tmp_path: Path) -> None:
    """The game is saved by a clock that stands before the last look: its mails were owed until it changed again."""
    town = Town(tmp_path / "home")
    town.new_game()
    compose_left(town.desk)
    before = composed(town)
    mark = town.home.mail / "out" / ".looked"
    ahead = mark.stat().st_mtime + 30 * 3600
    os.utime(mark, (ahead, ahead))
    for name in before:
        (town.home.mail / "out" / "new" / name).unlink()
    assert compose_left(town.desk) == len(before) and composed(town) == before


def test_a_box_that_lost_a_folder_takes_mail(tmp_path: Path) -> None:
    """A power cut may take `new`, which was never synced, and leave `tmp`."""
    town = Town(tmp_path / "home")
    town.new_game()
    raw = town.answer(town.last("ania", "begins"), "bid: 0")
    spool.make_box(town.home.mail / "in")
    (town.home.mail / "in" / "new").rmdir()
    assert town.deliver(raw)[0].verdict == "COUNTED"


def test_answers_and_notes_are_safe_before_their_cause_is_done_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody owes an answer again once its mail left the spool: it is synced, and its name, too."""
    town = Town(tmp_path / "home", '[moderation]\nmoderator = "Root <root@example.org>"\n')
    town.new_game()
    disk = Disk(town.home.root, monkeypatch)
    assert town.reply("ania", "help", "begins").verdict == "INFORMATION"
    disk.cut()
    assert "help" in town.answered("ania").lower()


@pytest.mark.parametrize("left", [b"", b"\0" * 300], ids=["empty", "zeros"])
def test_a_mail_that_was_emptied_counts_as_owed(tmp_path: Path, left: bytes) -> None:
    """Also one that an earlier version laid there unsynced: by the next look, and by the next run of the queue."""
    with scripted() as server:
        town = Town(
            tmp_path / "home",
            f'[smtp]\nhost = "127.0.0.1"\nport = {server.port}\ntls = "none"\ntimeout = 2\n'
            '[moderation]\nmoderator = "Root <root@example.org>"\n',
        )
        town.new_game()
        name = by_age(town.home.mail / "out" / "new")[0]
        path = town.home.mail / "out" / "new" / name
        whole = path.read_bytes()
        path.write_bytes(left)
        assert not is_composed(town.home, name.removesuffix(".eml"))
        run(town.desk)
    assert len(server.mails) == 5 and (town.home.mail / "out" / "cur" / name).read_bytes() == whole


@pytest.mark.parametrize("left", [b"", b"\0" * 300, None], ids=["empty", "zeros", "gone"])
def test_the_clock_makes_it_again_where_no_mail_server_is_set_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, left: bytes | None
) -> None:
    """Nothing is handed over there, so nothing else would look at it."""
    town = Town(tmp_path / "home")
    town.new_game()
    before = composed(town)
    path = town.home.mail / "out" / "new" / min(before)
    path.unlink() if left is None else path.write_bytes(left)
    monkeypatch.setattr("pbem.cli.clock_command.here", lambda: town.desk)
    assert run_clock(accept_jump=False, send=True, json=False) == 0
    assert composed(town).items() >= before.items()


def test_an_emptied_mail_that_nobody_owes_any_more_is_told(tmp_path: Path) -> None:
    """It cannot be made again as it was, so it is put aside with its reason, and the moderator hears of it."""
    with scripted() as server:
        town = Town(
            tmp_path / "home",
            f'[smtp]\nhost = "127.0.0.1"\nport = {server.port}\ntls = "none"\ntimeout = 2\n'
            '[moderation]\nmoderator = "Root <root@example.org>"\n',
        )
        town.new_game()
        spool.make_box(town.home.mail / "out")
        (town.home.mail / "out" / "new" / f"{'a' * 32}.eml").write_bytes(b"")
        run(town.desk)
        run(town.desk)
    rows, count = listing(town.desk)
    assert count == 1 and "damaged" in rows[0]["why"] and rows[0]["direction"] == "out"
    assert sum(b"root@example.org" in mail for mail in server.mails) == 1


def test_a_power_cut_is_an_outage_like_any_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock's beat says since when we were away: emptied, every deadline would have passed at once."""
    town = Town(tmp_path / "home")
    town.new_game(turn="3d")
    disk = Disk(town.home.root, monkeypatch)
    tick(town.desk)
    seen = read_beat(town.desk)["seen"]
    disk.cut(names=False)
    town.later(days=20)
    tick(town.desk)
    assert read_beat(town.desk)["outages"][-1]["start"] == seen
    assert not any(deadline.missed for deadline in town.game().deadlines.values())


def test_one_wrong_byte_in_the_beat_moves_no_deadline(tmp_path: Path) -> None:
    """The beat carries a checksum: what is damaged is forgotten, not believed."""
    town = Town(tmp_path / "home")
    town.new_game(turn="3d")
    tick(town.desk)
    town.later(days=2)
    tick(town.desk)
    path = town.home.games / ".clock.json"
    good = path.read_bytes()
    beat = read_beat(town.desk)
    assert beat["outages"] and "sum" not in beat
    for at, byte in enumerate(good[:-1]):
        path.write_bytes(good[:at] + bytes([byte ^ 1]) + good[at + 1 :])
        found = read_beat(town.desk)
        assert not found or {key: found[key] for key in beat} == beat, at


def test_why_a_mail_is_held_outlives_a_power_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    town = Town(tmp_path / "home")
    town.new_game()
    disk = Disk(town.home.root, monkeypatch)
    raw = town.answer(town.last("ania"), "bid: 1", From='"Ania via Games" <games@lists.example>')
    assert town.deliver(raw)[0].verdict == "held"
    why = listing(town.desk)[0][0]["why"]
    disk.cut()
    assert [row["why"] for row in listing(town.desk)[0]] == [why] != ["unknown"]
