"""The bytes of the index: a head with a checksum over all rows of the last rewrite, and lines added since, each with a
checksum of its own. A wrong byte is noticed wherever it stands: the index is then made again, or compared with files.
"""

from __future__ import annotations

import zlib

from pbem.core.records import record

MAGIC = "pbem-index-4"


@record(frozen=True)
class Parts:
    """An index taken to pieces, none of them looked into yet."""

    boot: str
    """The start of the machine under which the head was written."""
    rows: list[str]
    """The lines of the head: ids, wakes, and a row for each game."""
    added: list[str]
    """The lines behind it, still with their checksums."""


def added(line: str) -> str:
    """Write a line as it is added: on a line of its own even behind one that was cut off."""
    return f"\n{line}\t{zlib.crc32(line.encode()):08x}\n"


def read_added(line: str) -> str | None:
    """Return an added line without its checksum; None if the two do not fit."""
    text, _, checksum = line.rpartition("\t")
    return text if checksum == f"{zlib.crc32(text.encode()):08x}" else None


def written(boot: str, rows: list[str]) -> str:
    """Write the head with its rows."""
    block = "".join(f"{row}\n" for row in rows).encode()
    return f"{MAGIC}\t{boot}\t{len(block)}\t{_checksum(boot, block)}\n{block.decode()}"


def _checksum(boot: str, block: bytes) -> str:
    return f"{zlib.crc32(block, zlib.crc32(boot.encode())):08x}"


def read(raw: bytes) -> Parts | None:
    """Read the parts of an index; None if its head is not as it was written."""
    first, _, rest = raw.partition(b"\n")
    try:
        magic, boot, size, checksum = first.decode("ascii").split("\t")
        length = int(size)
        block = rest[:length]
        if magic != MAGIC or len(block) != length or _checksum(boot, block) != checksum:
            return None
        # A byte that is no text can only stand behind the head, where it costs its own line alone.
        return Parts(boot, block.decode().split("\n")[:-1], rest[length:].decode("utf-8", "replace").split("\n"))
    except ValueError:
        return None
