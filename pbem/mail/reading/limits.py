"""How much of one mail is looked at. Every figure is a setting of the home folder with these defaults."""

from typing import NamedTuple


class Limits(NamedTuple):
    size: int = 10_000_000  # bytes of a mail that are looked at; what is behind is cut off and said to be
    depth: int = 50  # multiparts inside each other
    parts: int = 1_000
    header_lines: int = 1_000  # of one header, continuation lines included
    header_bytes: int = 100_000  # of one header field
    text: int = 400_000  # characters of decoded text
    references: int = 100  # only the last ones are looked at
    received: int = 50  # more `Received` lines than this mean a loop


DEFAULT = Limits()
