"""Whole games through real mail: an SMTP server in process on both sides, Maildirs for the players."""

from __future__ import annotations

import mailbox
import smtplib
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller

from pbem.core.errors import Busy
from pbem.desk.receiving.listener import serve
from pbem.engine.gamefile import GameFile
from pbem.engine.play import Play
from pbem.store import spool
from tests.desk.mailing import Town, parsed

SEATS = {"crane": "ania", "heron": "bela", "otter": "zaneta"}


class Boxes:
    """The players' mail server: one Maildir for each address."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.envelopes: list[tuple[str, str]] = []

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        for recipient in envelope.rcpt_tos:
            box = mailbox.Maildir(self.root / recipient.split("@")[0])
            box.add(envelope.content)
            self.envelopes.append((envelope.mail_from, recipient))
        return "250 taken"

    def mails(self, name: str) -> list[EmailMessage]:
        box = mailbox.Maildir(self.root / name)
        return [parsed(box.get_bytes(key)) for key in sorted(box.keys())]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as one:
        return int(one.getsockname()[1])


@contextmanager
def players_server(tmp_path: Path) -> Iterator[tuple[Boxes, int]]:
    boxes = Boxes(tmp_path / "boxes")
    (tmp_path / "boxes").mkdir()
    controller = Controller(boxes, hostname="127.0.0.1", port=free_port())
    controller.start()
    try:
        yield boxes, controller.port
    finally:
        controller.stop()


@contextmanager
def serving(town: Town) -> Iterator[int]:
    """`pbem mail serve` in a thread; yields the port it listens on."""
    stop, ready = threading.Event(), threading.Event()
    ports: list[int] = []

    def note(controller: Any) -> None:
        ports.append(controller.port)
        ready.set()

    thread = threading.Thread(target=lambda: serve(town.desk, stop=stop, ready=note), daemon=True)
    thread.start()
    assert ready.wait(20)
    try:
        yield ports[0]
    finally:
        stop.set()
        thread.join(20)
        assert not thread.is_alive()


def whole_move(play: Play, seat: str) -> str:
    """A legal turn, found as a player would: option after option, up to the end or a reveal."""
    lines: list[str] = []
    while True:
        if lines:
            seen = play.preview(seat, "\n".join(lines))
            if seen.complete:
                return "\n".join(lines)
            question = seen.questions[seat]
        else:
            found = play.question_for(seat)
            assert found is not None
            question = found
        keys = play.title.prefer(play.table, seat, question)
        lines.append(f"{question.name}: {', '.join(keys) or 'none'}")


def hand_in(port: int, mail: EmailMessage, text: str, number: int) -> None:
    """A player's mail program: reply above the quote, sent by SMTP to our listener."""
    to = mail["Reply-To"].addresses[0].addr_spec
    reply = EmailMessage()
    reply["From"] = str(mail["To"])
    reply["To"] = str(mail["Reply-To"])
    reply["Subject"] = f"Re: {mail['Subject']}"
    reply["Message-ID"] = f"<{number}@client.example>"
    reply["In-Reply-To"] = mail["Message-ID"]
    quoted = "\n".join(f"> {line}" for line in str(mail.get_content()).split("\n"))
    reply.set_content(f"{text}\n\nOn Wed, 1 Jul 2026 at 12:00, pbem <pbem@localhost> wrote:\n{quoted}\n")
    with smtplib.SMTP("127.0.0.1", port, timeout=10) as client:
        client.send_message(reply, from_addr=mail["To"].addresses[0].addr_spec, to_addrs=[to])


def settled(town: Town, entry: int) -> GameFile:
    """Wait until the game stands beyond an entry and every mail is handed over."""
    for _ in range(400):
        game: GameFile = town.game()
        if game.entry > entry and not spool.names(town.home.mail / "out") and not spool.names(town.home.mail / "in"):
            return game
        time.sleep(0.05)
    raise AssertionError(f"the game still stands at entry {town.game().entry}; held: {town.held()}")


def settings(port: int) -> str:
    return (
        f'[smtp]\nhost = "127.0.0.1"\nport = {port}\ntls = "none"\n'
        '[listen]\nprotocol = "smtp"\nport = 0\nevery = 1\n'
    )  # fmt: skip


def play_on(town: Town, boxes: Boxes, port: int, turns: int) -> bool:
    """Let the players answer so many questions; True when the game is over."""
    for _ in range(turns):
        game: GameFile = town.game()
        if game.status != "running":
            return True
        session = town.desk.read("river")
        seat = next(iter(session.play.questions()))
        asked = game.deadlines[seat].entry
        mail = [m for m in boxes.mails(SEATS[seat]) if f"#{asked}]" in m["Subject"]][-1]
        hand_in(port, mail, whole_move(session.play, seat), game.entry * 10)
        settled(town, game.entry)
    return False


@pytest.mark.timeout(200)
def test_a_game_is_played_to_its_end_by_mail_alone(tmp_path: Path) -> None:
    """Players' replies go in by SMTP, answers come back by SMTP; the server is stopped and started in the middle."""
    with players_server(tmp_path) as (boxes, sink):
        town = Town(tmp_path / "home", settings(sink))
        town.new_game()
        assert town.desk.send() == 0
        with serving(town) as port:
            assert not play_on(town, boxes, port, 4)
            with pytest.raises(Busy):  # a second server of the same home is refused
                serve(town.desk, stop=threading.Event())
        with serving(town) as port:
            assert play_on(town, boxes, port, 60)
        finals = {name: [m for m in boxes.mails(name) if "the game is over" in m["Subject"]] for name in SEATS.values()}
    assert all(len(mails) == 1 for mails in finals.values())
    game = town.game()
    assert game.seed in str(finals["ania"][0].get_content()) and game.status == "finished"
    ids = [mail["Message-ID"] for name in SEATS.values() for mail in boxes.mails(name)]
    assert len(ids) == len(set(ids))  # nothing doubled
    counted = [m for n in SEATS.values() for m in boxes.mails(n) if str(m.get_content()).startswith("COUNTED")]
    players = [entry for entry in town.desk.read("river").journal() if entry.by == "player" and entry.kind == "move"]
    assert len(counted) == len(players)  # nothing lost: one answer for each move
    assert town.held() == []
    assert [s for s, _ in boxes.envelopes if "+b." not in s and s not in ("", "<>")] == []


def test_a_mail_is_on_disk_before_the_server_says_so(tmp_path: Path) -> None:
    """fault 48, 49: what was answered 250 lies in the spool."""
    town = Town(tmp_path / "home", '[listen]\nprotocol = "smtp"\nport = 0\nevery = 3600\n')
    town.new_game()
    before = len(spool.names(town.home.mail / "in", "cur"))
    with serving(town) as port, smtplib.SMTP("127.0.0.1", port, timeout=10) as client:
        client.sendmail("x@else.example", ["pbem@localhost"], b"From: x@else.example\r\nSubject: hi\r\n\r\nhello\r\n")
        here = [*spool.names(town.home.mail / "in"), *spool.names(town.home.mail / "in", "cur"), *town.held()]
    assert len(here) == before + 1


def test_lmtp_answers_once_for_each_recipient(tmp_path: Path) -> None:
    """Two recipients, two lines: a client that waits for both must not wait for ever."""
    town = Town(tmp_path / "home", '[listen]\nprotocol = "lmtp"\nport = 0\nevery = 3600\n')
    town.new_game()
    with serving(town) as port, socket.create_connection(("127.0.0.1", port), 10) as link:
        stream = link.makefile("rwb")

        def say(text: str, lines: int = 1) -> list[bytes]:
            stream.write(text.encode() + b"\r\n")
            stream.flush()
            return [stream.readline() for _ in range(lines)]

        assert stream.readline().startswith(b"220")
        stream.write(b"LHLO here\r\n")
        stream.flush()
        while not stream.readline().startswith(b"250 "):
            pass
        assert say("MAIL FROM:<x@else.example>")[0].startswith(b"250")
        assert say("RCPT TO:<pbem@localhost>")[0].startswith(b"250")
        assert say("RCPT TO:<pbem+x@localhost>")[0].startswith(b"250")
        assert say("DATA")[0].startswith(b"354")
        answers = say("From: x@else.example\r\nSubject: hi\r\n\r\nhello\r\n.", 2)
        assert [answer[:3] for answer in answers] == [b"250", b"250"]


def test_a_listener_bears_with_odd_clients(tmp_path: Path) -> None:
    """fault 46, 47: too many recipients, long lines, a second mail hidden in the first."""
    town = Town(tmp_path / "home", '[listen]\nprotocol = "smtp"\nport = 0\nevery = 3600\n')
    town.new_game()
    with serving(town) as port:
        with smtplib.SMTP("127.0.0.1", port, timeout=10) as client:
            client.ehlo()
            client.mail("x@else.example")
            codes = [client.rcpt(f"p{n}@localhost")[0] for n in range(30)]
            assert codes[:20] == [250] * 20 and set(codes[20:]) == {452}
            assert client.docmd("X" * 2000)[0] >= 500
        with socket.create_connection(("127.0.0.1", port), 10) as link:
            link.settimeout(5)
            evil = b"one\n.\nMAIL FROM:<a@b>\nRCPT TO:<c@d>\nDATA\nSubject: two\n\nhidden\r.\r\nend"
            talk = [b"EHLO x", b"MAIL FROM:<x@else.example>", b"RCPT TO:<pbem@localhost>", b"DATA", evil + b"\r\n."]
            for line in talk:
                link.sendall(line + b"\r\n")
                time.sleep(0.1)
            link.sendall(b"QUIT\r\n")
            time.sleep(0.2)
            link.recv(65536)
    stored = [*spool.names(town.home.mail / "in"), *spool.names(town.home.mail / "in", "cur"), *town.held()]
    assert len(stored) <= 1
