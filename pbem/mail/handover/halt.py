"""Stop a hand-over from another thread: a mail server that hangs must not block anything else."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Halt:
    """A switch: once it is set, every running hand-over ends at once, and none begins."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._told = False
        self._ways: list[Callable[[], object]] = []

    @property
    def told(self) -> bool:
        return self._told

    def now(self) -> None:
        with self._lock:
            self._told = True
            for way in self._ways:
                way()

    @contextmanager
    def during(self, way: Callable[[], object]) -> Iterator[None]:
        """Let `way` end the block from any thread while it runs."""
        with self._lock:
            self._ways.append(way)
            if self._told:
                way()
        try:
            yield
        finally:
            with self._lock:
                self._ways.remove(way)
