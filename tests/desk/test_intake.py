"""Mails of any size and shape on the line: none is refused, the beginning is kept, and the player reads our answer."""

from __future__ import annotations

import asyncio
import smtplib
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pbem.cli.receive import LIMIT
from pbem.desk.receiving.intake import END, beginning
from tests.desk.mailing import Town
from tests.desk.test_whole_game import serving as served

SIZE = 50_000_000
LISTEN = '[listen]\nprotocol = "{}"\nport = 0\nevery = 60\n'


def large(town: Town) -> bytes:
    """A move with a holiday film behind it."""
    raw = town.answer(town.last("ania"), "bid: 1", quote=False)
    head, _, text = raw.partition(b"\n\n")
    head = b"\n".join(line for line in head.split(b"\n") if not line.lower().startswith(b"content-"))
    film = (b"A" * 76 + b"\n") * (SIZE // 77)
    parts = b"--x\nContent-Type: text/plain\n\n" + text + b"\n--x\nContent-Type: video/mp4\n"
    parts += b"Content-Transfer-Encoding: base64\n\n" + film + b"--x--\n"
    return head + b"\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n" + parts


@contextmanager
def quickly() -> Iterator[None]:
    begun = time.monotonic()
    yield
    assert time.monotonic() - begun < 60


@pytest.mark.parametrize("protocol", ["lmtp", "smtp"])
def test_fifty_megabytes_are_refused_as_politely_as_by_the_pipe(tmp_path: Path, protocol: str) -> None:
    pipe, line = (Town(tmp_path / name, LISTEN.format(protocol)) for name in ("pipe", "line"))
    for town in (pipe, line):
        town.new_game()
    pipe.deliver(large(pipe)[:LIMIT])  # what `pbem mail receive` keeps of it
    answer = pipe.last("ania")
    assert str(answer.get_content()).startswith("NOT COUNTED")
    kind = smtplib.LMTP if protocol == "lmtp" else smtplib.SMTP
    count = len(line.mails_to("ania"))
    with quickly(), served(line) as port:
        with kind("127.0.0.1", port, timeout=60) as client:
            client.ehlo_or_helo_if_needed()
            assert not client.has_extn("size")  # a server that is told a size would bounce the mail itself
            assert client.sendmail("ania@example.org", ["pbem@localhost"], large(line), [f"SIZE={SIZE}"]) == {}
        while len(line.mails_to("ania")) == count:
            time.sleep(0.05)
    assert line.game().entry == 1
    first = [str(town.last("ania").get_content()).split("\n\n")[0] for town in (pipe, line)]
    assert first[0] == first[1]
    sizes = [file.stat().st_size for file in line.home.mail.rglob("*") if file.is_file()]
    assert max(sizes) < 1_100_000  # of fifty


def read(raw: bytes, keep: int, limit: int = 64) -> bytes:
    async def run() -> bytes:
        reader = asyncio.StreamReader(limit=limit)
        reader.feed_data(raw)
        reader.feed_eof()
        return await beginning(reader, keep)

    return asyncio.run(run())


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        (b"a\r\nb\r\n", b"a\r\nb\r\n"),
        (b"", b""),
        (b"..\r\n..a\r\n.b\r\n", b".\r\n.a\r\nb\r\n"),
        (b"x" * 500 + b"\r\ny\r\n", b"x" * 500 + b"\r\ny\r\n"),
        (b"x" * 63 + b"\r\n" + b"y" * 64 + b"\r\n", b"x" * 63 + b"\r\n" + b"y" * 64 + b"\r\n"),
        (b"." + b"x" * 200 + b".\r\n", b"x" * 200 + b".\r\n"),
        (b"x" * 64 + b".\r\nz\r\n", b"x" * 64 + b".\r\nz\r\n"),
        (b"a\n.\nb\r.\rc\r\n", b"a\n.\nb\r.\rc\r\n"),
        (b"a\n.\r\n\r\n", b"a\n.\r\n\r\n"),
    ],
)
def test_the_end_is_a_line_with_a_dot_and_nothing_else(sent: bytes, kept: bytes) -> None:
    """Dots that lines begin with are taken off; a dot behind a bare line feed ends nothing: that would smuggle mail."""
    assert read(sent + END + b"MAIL FROM:<next>\r\n", 10_000) == kept
    assert read(sent + END, 5) == kept[:5]
