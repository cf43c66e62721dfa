"""What a command is given to read: standard input, which a service manager or a script may have closed, and folders."""

from __future__ import annotations

import sys
from pathlib import Path

from pbem.core.errors import Misuse
from pbem.core.words import Say, Verbatim
from pbem.medium import is_folder, lexists


def is_open() -> bool:
    return sys.stdin is not None


def check_folder(path: Path) -> None:
    """Raise Misuse where there is no folder of that name, or something else."""
    if not is_folder(path):
        named = Verbatim(str(path))
        lies = Say("{path} is not a folder.", path=named)
        raise Misuse(lies if lexists(path) else Say("There is no folder {path}.", path=named))


def read_bytes(most: int = -1) -> bytes:
    """Read what stands on standard input, at most so many bytes of it."""
    if not is_open():
        raise Misuse(Say("Standard input is closed: nothing can be read from it."))
    return sys.stdin.buffer.read(most)
