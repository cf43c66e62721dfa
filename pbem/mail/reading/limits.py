"""How much of one mail is read. These are the defaults; a home can set size, parts and nesting."""

from typing import NamedTuple


class Limits(NamedTuple):
    size: int = 10_000_000  # bytes of a mail; the rest is cut off, and that is reported
    depth: int = 50  # depth of multiparts
    parts: int = 1_000
    header_lines: int = 1_000  # lines of one header, continuations included
    header_bytes: int = 100_000  # bytes of one header field
    text: int = 400_000  # characters of decoded text
    references: int = 100  # ids of `References`; only the last ones are used
    received: int = 50  # more `Received` lines than this mean a loop


DEFAULT = Limits()
