"""Standard input, which a service manager or a script may have closed."""

from __future__ import annotations

import sys

from pbem.core.errors import Misuse


def is_open() -> bool:
    return sys.stdin is not None


def read_bytes(most: int = -1) -> bytes:
    """What stands on standard input, at most so many bytes of it."""
    if not is_open():
        raise Misuse("Standard input is closed: nothing can be read from it.")
    return sys.stdin.buffer.read(most)
