"""`serve` beside mail servers that hang and disks that refuse: mail is taken, and it stops when it is told to."""

from __future__ import annotations

import errno
import signal
import smtplib
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from pbem.desk.letters import notes
from pbem.desk.receiving import listener as serving
from pbem.desk.receiving.listener import Attempts
from pbem.desk.sending import courier
from pbem.desk.sending.courier import Courier
from pbem.desk.sending.dispatch import by_age
from pbem.mail.handover.halt import Halt
from pbem.mail.handover.program import send_by_program
from pbem.mail.letter import read_stored
from pbem.store import spool
from tests.desk.mailing import Town
from tests.desk.test_whole_game import serving as served
from tests.mail.smtp_script import scripted

STOPPED_WITHIN = 10
LISTEN = '[listen]\nprotocol = "smtp"\nport = 0\nevery = 1\n'


@contextmanager
def hanging(at: str) -> Iterator[Any]:
    """A server that falls silent at one point of the talk and stays so."""
    until = threading.Event()

    def hang(link: socket.socket) -> None:
        until.wait(60)

    with scripted(**{at: hang}) as server:
        try:
            yield server
        finally:
            until.set()


def wait_for(what: Callable[[], bool], seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.05)


def hand_in(port: int, raw: bytes) -> None:
    with smtplib.SMTP("127.0.0.1", port, timeout=10) as client:
        client.sendmail("x@example.org", ["pbem@localhost"], raw.replace(b"\n", b"\r\n"))


def smtp(port: int, timeout: int = 60) -> str:
    return f'{LISTEN}[smtp]\nhost = "127.0.0.1"\nport = {port}\ntls = "none"\ntimeout = {timeout}\n'


@pytest.mark.parametrize("at", ["GREETING", "MAIL", "dot"])
def test_a_server_that_hangs_blocks_neither_mail_nor_the_end(tmp_path: Path, at: str) -> None:
    """fault 3."""
    with hanging(at) as server:
        town = Town(tmp_path / "home", smtp(server.port))
        town.new_game()
        moves = [town.answer(town.last(name), "bid: 1") for name in ("ania", "bela")]
        with served(town) as port:
            wait_for(lambda: server.connections > 0)  # the first mails of the game are under way, and hang
            for n, raw in enumerate(moves):
                hand_in(port, raw)
                wait_for(lambda n=n: town.game().entry == 2 + n)
            begun = time.monotonic()
        assert time.monotonic() - begun < STOPPED_WITHIN
    assert [thread for thread in threading.enumerate() if thread.name == courier.NAME] == []
    assert len(by_age(town.home.mail / "out" / "new")) >= 5  # nothing is lost: it goes out at the next start


CODE = """
import signal, socket, sys, time
import tests.toy
from pbem.cli import main
socket.getaddrinfo, real = (lambda host, *a, **k: time.sleep(60) if host == "mail.example.org" else real(host, *a, **k),
                            socket.getaddrinfo)
sys.exit(main(sys.argv[1:]))
"""


def test_the_process_ends_in_time_even_if_a_name_server_hangs(tmp_path: Path) -> None:
    """Nothing interrupts a thread that waits for a resolver; the process ends all the same."""
    settings = f'{LISTEN}[smtp]\nhost = "mail.example.org"\ntls = "none"\ntimeout = 60\n'
    town = Town(tmp_path / "home", settings)
    town.new_game()
    command = [sys.executable, "-c", CODE, "mail", "serve", "--home", str(town.home.root)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE)
    try:
        lock = town.home.mail / "out.lock"
        wait_for(lambda: lock.exists() and b"mail" in lock.read_bytes(), 40)
        time.sleep(0.5)
        begun = time.monotonic()
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate(timeout=30)
        assert time.monotonic() - begun < STOPPED_WITHIN and process.returncode == 0
        assert b"hangs" in said and b"Traceback" not in said
    finally:
        process.kill()
        process.wait()


def test_a_program_that_hangs_is_ended(tmp_path: Path) -> None:
    town = Town(tmp_path / "home")
    town.new_game()
    raw = next((town.home.mail / "out" / "new").glob("*.eml")).read_bytes()
    halt = Halt()
    threading.Timer(0.5, halt.now).start()
    begun = time.monotonic()
    done: list[object] = []
    sleeper = [sys.executable, "-c", "import time; time.sleep(60)"]
    trouble = send_by_program(sleeper, [("one", read_stored(raw))], lambda *_: done.append(1), 60, halt)
    assert time.monotonic() - begun < 5 and done == []
    assert trouble is not None and trouble.kind == "stopped"


def test_told_before_it_began_nothing_is_sent(tmp_path: Path) -> None:
    with scripted() as server:
        town = Town(tmp_path / "home", smtp(server.port))
        town.new_game()
        one = Courier(town.desk)
        one.halt.now()
        one._round()
    assert server.mails == []


def test_a_stop_does_not_wait_for_all_the_mail_there_is(tmp_path: Path) -> None:
    town = Town(tmp_path / "home", LISTEN)
    town.new_game()
    for n in range(60):
        raw = town.answer(town.last("ania"), "status", Message_ID=f"<m{n}@x>")
        spool.store(town.home.mail / "in", raw)
    with served(town):
        wait_for(lambda: len(spool.names(town.home.mail / "in")) < 60)
        begun = time.monotonic()
    assert time.monotonic() - begun < STOPPED_WITHIN
    assert spool.names(town.home.mail / "in")


# -- disks ---------------------------------------------------------------------------------------------------------


class Ear:
    """Stands for the courier."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []

    def at_once(self, raw: bytes) -> None:
        self.heard.append(raw)


def test_while_nothing_can_be_processed_it_is_tried_less_and_less_often(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After an hour the operator is told, once, past the disk if that takes nothing."""
    town = Town(tmp_path / "home", '[moderation]\nmoderator = "Root <root@example.org>"\n')
    town.new_game()
    ear: Any = Ear()
    clock = [1000.0]
    monkeypatch.setattr(serving.time, "monotonic", lambda: clock[0])
    attempts = Attempts(town.desk, ear)

    def full(*_: object, **__: object) -> Any:
        raise OSError(errno.ENOSPC, "No space left on device")

    tries: list[float] = []
    with monkeypatch.context() as patch:
        patch.setattr(notes, "put", full)
        while clock[0] < 1000 + 2 * 3600:
            if attempts.due(["one", f"new at {clock[0]}"]):
                tries.append(clock[0] - 1000)
                attempts.in_vain("the disk is full")
            clock[0] += 1
    gaps = [late - early for early, late in pairwise(tries)]
    assert gaps[:9] == [1, 2, 4, 8, 16, 32, 64, 128, 256] and set(gaps[9:]) == {300}
    assert len(ear.heard) == 1
    note = read_stored(ear.heard[0])
    assert note.recipient == "root@example.org" and b"the disk is full" in note.content
    attempts.worked(["one"])
    assert not attempts.due(["one"]) and attempts.due(["one", "two"])
    clock[0] += 5
    assert attempts.due(["one"]) and not attempts.due([])


def test_the_courier_carries_what_the_disk_does_not_take(tmp_path: Path) -> None:
    with scripted() as server:
        town = Town(tmp_path / "home", smtp(server.port))
        town.new_game()
        raw = next((town.home.mail / "out" / "new").glob("*.eml")).read_bytes()
        one = Courier(town.desk)
        one.start()
        one.at_once(raw)
        wait_for(lambda: len(server.mails) == 6)
        assert one.stop()
    assert server.mails[0] in server.mails[1:]


def test_what_one_thread_names_no_other_names(tmp_path: Path) -> None:
    names: list[str] = []
    threads = [
        threading.Thread(target=lambda: names.extend(spool.unique_name(1.0) for _ in range(500))) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(names)) == 2000


def test_a_stop_has_time_for_a_lock_and_a_courier_that_hangs() -> None:
    assert serving.LOOK + serving.LOCK_WAIT + courier.GRACE < STOPPED_WITHIN
