"""How far long work has come: a line on standard error, on terminals only."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from time import monotonic

from pbem.cli.speech import in_home_language

WIDTH = 30
SOONEST = 0.1
"""Seconds between two looks: a terminal need not be written to for every entry."""


class Progress:
    """A bar that is drawn again in its place, and gone when the work is done."""

    def __init__(self, what: str, total: int, quiet: bool = False) -> None:
        self.shown = not quiet and sys.stderr.isatty()
        self.what, self.total = in_home_language(what) if self.shown else what, max(total, 1)
        self.last = 0.0

    def __call__(self, done: int, what: str = "") -> None:
        """Show that so much of it is done."""
        now = monotonic()
        if not self.shown or (done < self.total and now - self.last < SOONEST):
            return
        self.last = now
        full = WIDTH * min(done, self.total) // self.total
        bar = f"[{'#' * full}{'.' * (WIDTH - full)}]"
        sys.stderr.write(f"\r\x1b[K{bar} {done}/{self.total} {(in_home_language(what) or self.what)[:WIDTH]}")
        sys.stderr.flush()

    def of(self, done: int, total: int, what: str = "") -> None:
        """Show so much of so much: for work that learns on its way how long it will be."""
        self.total = max(total, 1)
        self(done, what)

    def __enter__(self) -> Progress:
        self(0)
        return self

    def __exit__(self, *_: object) -> None:
        if self.shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def steps(items: Sequence[str], quiet: bool) -> Iterator[str]:
    """Yield the items one by one, with a bar that names the one at work."""
    if not items:
        return
    with Progress("", len(items), quiet) as bar:
        for at, item in enumerate(items):
            bar(at, item)
            yield item
