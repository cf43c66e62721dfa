"""The register: rows with checksums, a damaged file begun anew, and a file of an earlier version taken over."""

from __future__ import annotations

import os
import random
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pbem.mail.handover.retry import Tries
from pbem.mail.register import Register, Seen, Wait

NOW = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)
WAIT = Wait("w1", "karnak", Tries(2, "2026-07-01T12:00:00Z", "2026-07-01T12:05:00Z", "the disk is full", False))
OLD = """
create table seen (key text primary key, content text not null, at text not null, verdict text not null,
    answer text not null, game text not null, entry integer not null);
create table days (day text not null, who text not null, mails integer not null default 0,
    answers integer not null default 0, told integer not null default 0, primary key (day, who));
create table tries (name text primary key, count integer not null);
create table told (what text primary key, at text not null);
insert into seen values ('k', 'c', '2026-06-01T00:00:00Z', 'COUNTED', 'answer-1', 'karnak', 7);
insert into told values ('daily 2026-06-30', '2026-06-30T00:00:00+00:00');
insert into tries values ('mail', 2);
"""
SEEN = {f"key{n}": Seen(f"content{n}", f"2026-06-{n + 1:02d}T00:00:00Z", "COUNTED", f"answer-{n}", "karnak", n)
        for n in range(25)}  # fmt: skip


def filled(path: Path) -> bytes:
    register = Register(path)
    for key, seen in SEEN.items():
        register.add(key, seen)
        register.once(f"said {key}", NOW)
    register.begin("mail")
    register.wait(WAIT)
    for _ in range(3):
        register.arrived("ania@example.org", NOW)
    register.close()
    return path.read_bytes()


def test_what_is_kept(tmp_path: Path) -> None:
    filled(tmp_path / "r.sqlite")
    register = Register(tmp_path / "r.sqlite")
    assert {key: register.find(key) for key in SEEN} == SEEN and register.find("other") is None
    assert register.waits() == [WAIT] and register.known("said key3") and not register.known("said x")
    assert not register.once("said key3", NOW) and register.once("said x", NOW)
    assert register.begin("mail") == 2 and register.begin("mail") == 3
    assert register.mails_today("ania@example.org", NOW) == 3 and register.arrived("ania@example.org", NOW) == 4
    assert register.said_at("said key3") == NOW
    register.tidy(NOW + timedelta(days=500))
    assert register.find("key3") is None and register.mails_today("ania@example.org", NOW) == 0
    register.close()


def test_a_file_of_an_earlier_version_is_taken_over(tmp_path: Path) -> None:
    path = tmp_path / "r.sqlite"
    with sqlite3.connect(path) as db:
        db.executescript(OLD)
    db.close()
    register = Register(path)
    assert register.find("k") == Seen("c", "2026-06-01T00:00:00Z", "COUNTED", "answer-1", "karnak", 7)
    assert register.known("daily 2026-06-30") and register.begin("mail") == 3 and register.waits() == []
    register.close()
    assert not path.with_suffix(".broken").exists()


@pytest.mark.parametrize("seed", range(3))
def test_one_wrong_byte_says_nothing_wrong(tmp_path: Path, seed: int) -> None:
    """Whatever byte it is: a row is as it was or not there, counters do not jump, and the register goes on."""
    path = tmp_path / "r.sqlite"
    good = filled(path)
    chance = random.Random(seed)
    places = [*range(100), *chance.sample(range(100, len(good)), 150)]
    for at in places[seed::3]:
        wrong = chance.choice([0, 9, 65, 255, good[at] ^ 1, good[at] ^ 128])
        path.write_bytes(good[:at] + bytes([wrong]) + good[at + 1 :])
        path.with_name("r.sqlite-journal").unlink(missing_ok=True)
        register = Register(path)
        for key, seen in SEEN.items():
            assert register.find(key) in (seen, None), at
        assert register.waits() in ([WAIT], []), at
        assert register.arrived("ania@example.org", NOW) in (1, 4), at
        assert register.begin("mail") in (1, 2), at
        for key in SEEN:
            register.known(f"said {key}")
        register.add("new", SEEN["key1"])
        register.say("said key5", NOW)
        assert register.find("new") == SEEN["key1"], at
        register.tidy(NOW)
        register.close()


@pytest.mark.parametrize("value", [3, 9, 129, 255])
def test_a_byte_that_makes_it_read_only_is_damage(tmp_path: Path, value: int) -> None:
    """SQLite takes it for a file of a later version; mail waited for a disk that was sound."""
    path = tmp_path / "r.sqlite"
    good = filled(path)
    path.write_bytes(good[:18] + bytes([value]) + good[19:])
    register = Register(path)
    assert register.begin("mail") == 1
    register.close()
    assert path.with_suffix(".broken").exists()


@pytest.mark.timeout(20)
@pytest.mark.parametrize("shape", ["pipe", "folder", "link", "text", "empty"])
def test_what_is_no_register_is_put_aside(tmp_path: Path, shape: str) -> None:
    path, real = tmp_path / "r.sqlite", tmp_path / "real"
    real.write_bytes(b"precious")
    if shape == "pipe":
        os.mkfifo(path)
    elif shape == "folder":
        path.mkdir()
    elif shape == "link":
        path.symlink_to(real)
    else:
        path.write_bytes(b"" if shape == "empty" else b"This is no database at all.\n" * 50)
    register = Register(path)
    register.add("k", SEEN["key1"])
    assert register.find("k") == SEEN["key1"] and real.read_bytes() == b"precious"
    register.close()
    assert os.path.lexists(path.with_suffix(".broken")) == (shape != "empty")


def test_a_register_in_use_is_not_damaged(tmp_path: Path) -> None:
    """Another process writes right now: that is our trouble, and no reason to begin anew."""
    path = tmp_path / "r.sqlite"
    filled(path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("begin exclusive")
    register = Register(path)
    with pytest.MonkeyPatch.context() as patch:
        real = sqlite3.connect
        patch.setattr(sqlite3, "connect", lambda *args, **more: real(*args, **{**more, "timeout": 0}))
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            register.find("key1")
    other.execute("rollback")
    other.close()
    assert register.find("key1") == SEEN["key1"] and not path.with_suffix(".broken").exists()
    register.close()
