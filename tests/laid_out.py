"""Homes that are made once and laid out for every test that begins with them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple


class Kept(NamedTuple):
    """A file or, without content, a folder of a home that is laid out again."""

    name: Path
    content: bytes | None
    mode: int
    changed: int


def taken_up(root: Path) -> list[Kept]:
    kept = []
    for path in sorted(root.rglob("*")):
        state, content = path.stat(), path.read_bytes() if path.is_file() else None
        kept.append(Kept(path.relative_to(root), content, state.st_mode, state.st_mtime_ns))
    return kept


def lay_out(kept: list[Kept], root: Path) -> None:
    for name, content, mode, changed in kept:
        path = root / name
        if content is None:
            path.mkdir(exist_ok=True)
        else:
            path.write_bytes(content)
        path.chmod(mode)
        if content is not None:
            os.utime(path, ns=(changed, changed))
