"""Chance that players can verify: labelled draws from a committed seed.

A draw is made from HMAC-SHA-256 over the seed. Its message is the game id, the label, the counter of that label and a
block number, each on its own line. The 32 bytes of a block are four big-endian 64-bit words; a word is used for a
range of n values if it lies below the largest multiple of n, else the next word is tried, so no value is favoured.
A shuffle walks from the last place to the first and uses one word stream of its own. Labels do not disturb each
other, so a new kind of draw never changes an old one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from struct import Struct
from typing import Protocol

from pbem.core.errors import Fault
from pbem.core.records import record

WORD = 1 << 64
FOUR = Struct(">4Q")
INNER_PAD = bytes(byte ^ 0x36 for byte in range(256))
OUTER_PAD = bytes(byte ^ 0x5C for byte in range(256))
"""What HMAC makes of each byte of its key before the inner and the outer hash."""


@record()
class Draw:
    """One journaled draw: a number below `of`, or the order of a shuffle."""

    label: str
    counter: int
    of: int
    value: int | None = None
    order: list[int] | None = None
    hidden: bool = False


class ChanceSource(Protocol):
    """Where numbers come from: a seed, or the draws of an imported record."""

    def number(self, label: str, counter: int, of: int) -> int: ...

    def order(self, label: str, counter: int, of: int) -> list[int]: ...

    def arrange(self, label: str, counter: int, things: Sequence[object]) -> list[int]:
        """Return the order of these things; only who must guess it looks at what they are."""
        return self.order(label, counter, len(things))


def commitment(seed: bytes) -> str:
    """Return what is published at the start: it pins the seed without showing it."""
    return sha256(seed).hexdigest()


class SeedChance(ChanceSource):
    """Draws computed from the seed."""

    def __init__(self, seed: bytes, game: str) -> None:
        self.seed = seed
        self.game = game
        # HMAC begins every message with the same two blocks: hashed once here, which makes a draw three times as quick.
        key = (seed if len(seed) <= 64 else sha256(seed).digest()).ljust(64, b"\0")
        self._inner = sha256(key.translate(INNER_PAD))
        self._outer = sha256(key.translate(OUTER_PAD))

    def __deepcopy__(self, memo: object) -> SeedChance:
        """Return itself: it never changes, and half-made hashes cannot be copied in depth."""
        return self

    def block(self, message: bytes) -> bytes:
        """Return HMAC-SHA-256 of the message under the seed."""
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(message)
        outer.update(inner.digest())
        return outer.digest()

    def words(self, label: str, counter: int) -> Iterator[int]:
        block = 0
        while True:
            raw = self.block(f"{self.game}\n{label}\n{counter}\n{block}".encode())
            yield from FOUR.unpack(raw)
            block += 1

    def number(self, label: str, counter: int, of: int) -> int:
        return below(self.words(label, counter), of)

    def order(self, label: str, counter: int, of: int) -> list[int]:
        order = list(range(of))
        words = self.words(label, counter)
        for place in range(of - 1, 0, -1):
            other = below(words, place + 1)
            order[place], order[other] = order[other], order[place]
        return order


def whole_order(order: Sequence[int] | None, label: str, counter: int, of: int) -> list[int]:
    """Return the order that a record gives of so many things, if it is one."""
    if order is None or sorted(order) != list(range(of)):
        raise LookupError(
            Fault(
                "the record's draw {label} number {counter} is not an order of {of} things",
                label=label,
                counter=counter,
                of=of,
            )
        )
    return list(order)


class GivenChance(ChanceSource):
    """Draws taken from a record; a draw that the record lacks is an error of the record."""

    def __init__(self, draws: list[Draw]) -> None:
        self.draws = {(draw.label, draw.counter): draw for draw in draws}

    def find(self, label: str, counter: int, of: int) -> Draw:
        draw = self.draws.get((label, counter))
        if draw is None or draw.of != of:
            raise LookupError(
                Fault("the record gives no draw {label} number {counter} of {of}", label=label, counter=counter, of=of)
            )
        return draw

    def number(self, label: str, counter: int, of: int) -> int:
        value = self.find(label, counter, of).value
        if value is None or not 0 <= value < of:
            raise LookupError(
                Fault(
                    "the record's draw {label} number {counter} is not a number below {of}",
                    label=label,
                    counter=counter,
                    of=of,
                )
            )
        return value

    def order(self, label: str, counter: int, of: int) -> list[int]:
        return whole_order(self.find(label, counter, of).order, label, counter, of)


def below(words: Iterator[int], of: int) -> int:
    """Find the first usable word, reduced to 0..of-1 without bias."""
    limit = WORD - WORD % of
    for word in words:
        if word < limit:
            return word % of
    raise AssertionError("the word stream never ends")
