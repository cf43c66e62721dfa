"""Mails made dirty: pieces of real-shaped mails changed, cut, doubled, swapped, mixed with what hurts readers."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

SEEDS = [path.read_bytes() for path in sorted((Path(__file__).resolve().parents[1] / "eml").glob("*.eml"))]
ODD = [
    b"\r\n", b"\n", b"\r", b"--", b">", b"> ", b"=", b"?=", b"=?utf-8?q?", b"=?x?b?", b"\0", b"\xff", b"\xc3",
    b"\xe2\x80\xae", b"Content-Type: ", b"multipart/mixed; boundary=", b'boundary=""', b"charset=utf-7",
    b"charset=zlib", b"charset=\0", b"base64", b"<div>", b"<!--", b"</blockquote>", b"&#x110000;", b"On ", b" wrote:",
    b"From: ", b"napisa\xc5\x82(a):", b"-----Original Message-----", b"\x1b[31m", b"message/rfc822", b"=" * 200,
    b"message/delivery-status", b"format=flowed; delsp=yes", b"die: osiris yellow 4", b"; name*0*=", b"<>", b"@",
    b"\xf0\x9f\x91\x8d", b"\xed\xa0\x80",
]  # fmt: skip


def dirty_mails(count: int, seed: str) -> Iterator[bytes]:
    """So many mails, always the same ones for a seed; one in fifty is nothing but noise."""
    chance = Random(seed)
    for number in range(count):
        if number % 50:
            yield _dirty(chance)
        else:
            yield chance.randbytes(chance.randrange(3_000))


def _dirty(chance: Random) -> bytes:
    raw = bytearray(chance.choice(SEEDS))
    for _ in range(chance.choice([1, 2, 5, 20, 80])):
        place, kind = chance.randrange(len(raw) + 1), chance.randrange(5)
        if kind == 0:
            raw[place:place] = chance.choice(ODD) * chance.choice([1, 1, 1, 3, 200])
        elif kind == 1:
            del raw[place : place + chance.choice([1, 3, 50, 2_000])]
        elif kind == 2:
            raw[place : place + 1] = chance.randbytes(1)
        else:
            other = raw if kind == 3 else chance.choice(SEEDS)
            start = chance.randrange(len(other) + 1)
            raw[place:place] = other[start : start + chance.choice([10, 300, 3_000])]
    return bytes(raw)
