"""A power cut, simulated: what was not synced is lost, as a disk may lose it.

While a `Disk` watches, every sync and every rename is noted. `cut` then leaves the worst state that the rules of a
file system allow: a file whose bytes were never synced is empty, and a new name whose folder was not synced is gone.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest


class Disk:
    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.root = root
        self.safe: set[int] = set()
        """Inodes whose bytes are on the disk."""
        self.unsafe: set[str] = set()
        """Names whose folder was not synced since they were given."""
        self.before = {path.stat().st_ino for path in self._files()}
        for name in ("fsync", "fdatasync", "rename", "replace"):
            monkeypatch.setattr(os, name, self._watch(name, getattr(os, name)))

    def _files(self) -> list[Path]:
        return [path for path in self.root.rglob("*") if path.is_file() and not path.is_symlink()]

    def _watch(self, name: str, real: Any) -> Any:
        def synced(fd: int) -> None:
            real(fd)
            place = os.readlink(f"/proc/self/fd/{fd}")
            self.safe.add(os.fstat(fd).st_ino)
            self.unsafe = {path for path in self.unsafe if os.path.dirname(path) != place}

        def renamed(source: Any, target: Any) -> None:
            real(source, target)
            self.unsafe.discard(os.path.abspath(source))
            self.unsafe.add(os.path.abspath(target))

        return synced if name in ("fsync", "fdatasync") else renamed

    def cut(self, *, names: bool = True) -> list[str]:
        """The power fails. What is lost, by name; with `names` off only bytes are (names reach a disk sooner)."""
        lost = []
        for path in self._files():
            if names and str(path) in self.unsafe:
                path.unlink()
            elif path.stat().st_ino not in self.safe | self.before and path.stat().st_size:
                os.truncate(path, 0)
            else:
                continue
            lost.append(path.name)
        return sorted(lost)
