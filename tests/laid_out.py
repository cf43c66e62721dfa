"""Homes that are made once and laid out for every test that begins with them."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from pbem.medium import disk

WATCHED: dict[ModuleType, tuple[str, ...]] = {
    os: ("open", "write", "fsync", "fdatasync", "rename", "link", "unlink", "mkdir"),
    secrets: ("token_bytes",),
}


class Kept(NamedTuple):
    """A file or, without content, a folder of a home that is laid out again."""

    name: Path
    content: bytes | None
    mode: int
    changed: int


_OWN = {(module, name): getattr(module, name) for module, names in WATCHED.items() for name in names}


def untouched() -> bool:
    """Whether nobody watches or exchanges what a home is made with; who does, wants to see it made."""
    return not vars(disk) and all(getattr(module, name) is own for (module, name), own in _OWN.items())


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
