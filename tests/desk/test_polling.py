"""Fetching from a Maildir and from IMAP: everything once, nothing lost, whoever else reads the box."""

from __future__ import annotations

import errno
import mailbox
import os
from pathlib import Path

import pytest

from pbem.core.errors import Busy, MailProblem, Misuse
from pbem.desk.post.held_mail import drop, listing, release, show
from pbem.desk.post.spool_run import process_spool
from pbem.desk.receiving import mailboxes as polling
from pbem.desk.receiving.mailboxes import poll
from pbem.store import spool
from pbem.store.disk import DiskProblem
from pbem.store.locks import Lock
from tests.desk.imap_script import ImapServer, imap_server
from tests.desk.mailing import Town


def maildir_town(tmp_path: Path) -> tuple[Town, mailbox.Maildir]:
    box = mailbox.Maildir(tmp_path / "box")
    town = Town(tmp_path / "home", f'[poll]\nmaildir = "{tmp_path / "box"}"\n')
    town.new_game()
    return town, box


def imap_town(tmp_path: Path, server: ImapServer, secret: str = "secret") -> Town:
    (tmp_path / "password").write_text(secret)
    settings = (
        f'[imap]\nhost = "127.0.0.1"\nport = {server.port}\ntls = "none"\nuser = "pbem"\ntimeout = 5\n'
        f'password_file = "{tmp_path / "password"}"\n'
    )
    town = Town(tmp_path / "home", settings)
    town.new_game()
    return town


# -- Maildir -------------------------------------------------------------------------------------------------------


def test_a_maildir_is_emptied_once_in_the_order_of_arrival(tmp_path: Path) -> None:
    town, box = maildir_town(tmp_path)
    for n, name in enumerate(("ania", "bela", "zaneta")):
        key = box.add(town.answer(town.last(name), "bid: 1"))
        os.utime(next((tmp_path / "box" / "new").glob(f"{key}*")), (1000 + n, 1000 + n))
    assert poll(town.desk) == 3
    assert [one.verdict for one in process_spool(town.desk)] == ["COUNTED"] * 3
    assert [entry.seat for entry in town.game().recent[1:4]] == ["crane", "heron", "otter"]
    assert poll(town.desk) == 0 and process_spool(town.desk) == []


def test_a_mail_somebody_has_read_already_is_found(tmp_path: Path) -> None:
    """fault 45: state is kept by us, not by the seen flag."""
    town, box = maildir_town(tmp_path)
    message = mailbox.MaildirMessage(town.answer(town.last("ania"), "bid: 1"))
    message.set_subdir("cur")
    message.set_flags("S")
    box.add(message)
    assert poll(town.desk) == 1 and process_spool(town.desk)[0].verdict == "COUNTED"


def test_odd_things_in_a_maildir_stop_nothing(tmp_path: Path) -> None:
    """fault 38, 39, 40."""
    town, box = maildir_town(tmp_path)
    folder = tmp_path / "box"
    (folder / "tmp" / "half").write_bytes(b"From: x")
    (folder / "new" / "a-folder").mkdir()
    (folder / "new" / "a-link").symlink_to("/etc/passwd")
    (folder / "new" / os.fsdecode(b"odd-\xff\xfe-bytes")).write_bytes(b"From: who@else.example\n\nhello\n")
    box.add(town.answer(town.last("ania"), "bid: 1"))
    assert poll(town.desk) == 2
    assert sorted(one.verdict for one in process_spool(town.desk)) == ["COUNTED", "held"]


def test_two_polls_at_once_do_not_meet(tmp_path: Path) -> None:
    """fault 254."""
    town, _ = maildir_town(tmp_path)
    spool.make_box(town.home.mail / "in")
    with Lock(town.home.mail / "poll.lock", "x"), pytest.raises(Busy):
        poll(town.desk)


def test_polling_nothing_says_what_to_set(tmp_path: Path) -> None:
    town = Town(tmp_path / "home")
    with pytest.raises(Misuse, match=r"poll\.maildir"):
        poll(town.desk)


# -- IMAP ----------------------------------------------------------------------------------------------------------


def test_imap_mails_are_stored_then_flagged(tmp_path: Path) -> None:
    with imap_server() as server:
        town = imap_town(tmp_path, server)
        server.mails = {7: town.answer(town.last("ania"), "bid: 1"), 9: town.answer(town.last("bela"), "bid: 2")}
        assert poll(town.desk) == 2 and server.seen == {7, 9}
        assert [one.verdict for one in process_spool(town.desk)] == ["COUNTED"] * 2
        assert poll(town.desk) == 0


def test_a_connection_that_breaks_loses_nothing(tmp_path: Path) -> None:
    """fault 42."""
    with imap_server(drop_after=2) as server:
        town = imap_town(tmp_path, server)
        server.mails = {1: town.answer(town.last("ania"), "bid: 1"), 2: town.answer(town.last("bela"), "bid: 2")}
        with pytest.raises(MailProblem):
            poll(town.desk)
        assert server.seen == {1}
        server.drop_after = None
        assert poll(town.desk) == 1 and server.seen == {1, 2}
    assert [one.verdict for one in process_spool(town.desk)] == ["COUNTED"] * 2


def test_a_rebuilt_box_is_harmless(tmp_path: Path) -> None:
    """fault 43: everything is seen again, and known again."""
    with imap_server() as server:
        town = imap_town(tmp_path, server)
        server.mails = {1: town.answer(town.last("ania"), "bid: 1")}
        poll(town.desk)
        process_spool(town.desk)
        server.validity, server.mails = 2, {5: server.mails[1]}
        assert poll(town.desk) == 1
    assert [one.verdict for one in process_spool(town.desk)] == ["copy"] and town.game().entry == 2


def test_a_mail_larger_than_announced_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """fault 44."""
    monkeypatch.setattr(polling, "LIMIT", 5000)
    with imap_server() as server:
        town = imap_town(tmp_path, server)
        server.mails = {1: b"From: x@else.example\r\n\r\n" + b"x" * 100_000}
        assert poll(town.desk) == 1
    name = spool.names(town.home.mail / "in")[0]
    assert len(spool.read(town.home.mail / "in", name) or b"") == 5001


def test_a_wrong_password_is_not_shown(tmp_path: Path) -> None:
    """fault 262."""
    with imap_server() as server:
        town = imap_town(tmp_path, server, "hunter2")
        with pytest.raises(MailProblem) as problem:
            poll(town.desk)
    assert "hunter2" not in problem.value.message and "127.0.0.1" in problem.value.message


# -- held mail -----------------------------------------------------------------------------------------------------


def test_held_mail_is_listed_shown_and_dropped(tmp_path: Path) -> None:
    town = Town(tmp_path / "home")
    town.new_game()
    town.deliver(b"From: who@else.example\nSubject: \x1b[31mred\n\nhello \x07 bell\n")
    rows, count = listing(town.desk)
    assert count == 1 and "nobody on file" in rows[0]["why"]
    text = show(town.desk, rows[0]["name"])
    assert "\x1b" not in text and "\\x1b[31mred" in text and "\x07" not in text  # fault 87, 265
    assert drop(town.desk, rows[0]["name"]) == rows[0]["name"] and listing(town.desk)[1] == 0


def test_a_held_mail_is_released_to_be_processed(tmp_path: Path) -> None:
    town = Town(tmp_path / "home")
    town.new_game()
    town.deliver(town.answer(town.last("ania"), "bid: 1", From="ania@new.example"))
    assert release(town.desk, listing(town.desk)[0][0]["name"]) == "in"
    assert [one.verdict for one in process_spool(town.desk)] == ["COUNTED"]


@pytest.mark.parametrize("box", ["maildir", "imap"])
def test_a_full_disk_leaves_the_mail_in_its_box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, box: str) -> None:
    """fault 201: said to be the disk, not the connection; the next poll takes it."""

    def full(*_: object, **__: object) -> str:
        raise OSError(errno.ENOSPC, "No space left on device")

    with imap_server() as server:
        if box == "maildir":
            town, folder = maildir_town(tmp_path)
            folder.add(town.answer(town.last("ania"), "bid: 1"))
        else:
            town = imap_town(tmp_path, server)
            server.mails[1] = town.answer(town.last("ania"), "bid: 1")
        with monkeypatch.context() as patch:
            patch.setattr(polling, "store", full)
            with pytest.raises(DiskProblem, match=r"stays in its box.*the disk is full"):
                poll(town.desk)
        assert poll(town.desk) == 1 and process_spool(town.desk)[0].verdict == "COUNTED"
