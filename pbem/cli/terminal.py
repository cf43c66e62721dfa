"""What a terminal gets more than a pipe: tables with colours and local times, and a pager for what is longer than the
screen.

Pipes get what they always got. rich comes with typer; it is imported when a table is drawn and not before.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from io import StringIO
from shutil import get_terminal_size

from pbem.cli.output import out, visible
from pbem.cli.speech import home_words
from pbem.core.words import Catalogue, Say, phrase, said

PAGED = frozenset({"show", "log", "list", "options", "roster", "stats", "titles", "rules", "data"})
"""Commands that may print more than a screen."""
NEVER = frozenset({"--json", "--svg", "--png", "--open", "--csv", "--help", "-h"})
STYLES = {
    "running": "green", "paused": "yellow", "finished": "dim", "terminated": "dim", "invited": "cyan", "broken": "red"
}  # fmt: skip
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(\.\d+)?Z")
_NUMBER = re.compile(r"[-+]?\d+(\.\d+)?%?|-|")


def local_time(text: str, words: Catalogue | None = None) -> str:
    """Write `2026-11-06T17:00:00Z` where the terminal stands: `Fri 6 Nov 18:00`, with the year unless it is this one.
    Other languages have `2026-11-06 18:00`, as subjects of mails do."""
    if not _TIME.fullmatch(text):
        return text
    at = datetime.fromisoformat(text).astimezone()
    if words is not None:
        return f"{at:%Y-%m-%d %H:%M}"
    year = "" if at.year == datetime.now(UTC).astimezone().year else f" {at.year}"
    return f"{at:%a} {at.day} {at:%b}{year} {at:%H:%M}"


def style_of(head: str, cell: str) -> str:
    """Choose the colour of a cell: how a game stands, and deadlines that are near or past."""
    if head in ("status", "hold"):
        return "red" if head == "hold" and cell else STYLES.get(cell, "")
    if head == "due" and _TIME.fullmatch(cell):
        left = datetime.fromisoformat(cell) - datetime.now(UTC)
        return "bold red" if left < timedelta(0) else "yellow" if left < timedelta(days=1) else ""
    return "bold" if head in ("game", "name", "player") else ""


HEADS = {
    "game": Say("game"), "title": Say("title"), "status": Say("status"), "entry": Say("entry"),
    "awaited": Say("awaited"), "since": Say("since"), "due": Say("due"), "remarks": Say("remarks"),
    "last contact": Say("last contact"), "turns": Say("turns"), "days": Say("days"),
    "submissions": Say("submissions"), "mails": Say("mails"), "scores": Say("scores"), "score": Say("score"),
    "games": Say("games"), "finished": Say("finished"), "seat": Say("seat"), "wins": Say("wins"), "mean": Say("mean"),
    "low": Say("low"), "high": Say("high"), "player": Say("player"), "best": Say("best"), "apart": Say("apart"),
    "first": Say("first"), "points": Say("points"), "share": Say("share"), "rating": Say("rating"),
    "opponent": Say("opponent"), "draws": Say("shared"), "losses": Say("losses"), "name": Say("name"),
    "address": Say("address"), "zone": Say("zone"), "language": Say("language"), "news": Say("news"),
    "hold": Say("hold"), "in_time": Say("in time"), "kept": Say("kept"), "at": Say("at"), "what": Say("what"),
    "before": Say("before"), "after": Say("after"), "by": Say("by"), "reason": Say("reason"),
}  # fmt: skip
"""What columns are called on a terminal; for scripts nothing is called anything."""


def table(rows: Iterable[Sequence[str]], heads: Sequence[str]) -> None:
    """Print headings, columns and colours on a terminal, tab-separated fields for scripts."""
    lines = [list(row) for row in rows]
    if sys.stdout.isatty():
        draw_table(lines, heads, home_words())
        return
    for row in lines:
        out("\t".join(row))


def draw_table(rows: Sequence[Sequence[str]], heads: Sequence[str], words: Catalogue | None = None) -> None:
    """Draw headings, columns as wide as they need be, figures to the right; as wide as the terminal at most."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    empty = [not any(row[at] for row in rows) for at in range(len(heads))]
    shown = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold", show_edge=False, padding=(0, 1, 0, 0))
    for at, head in enumerate(heads):
        if empty[at] and rows:
            continue
        figures = rows and all(_NUMBER.fullmatch(row[at]) for row in rows)
        shown.add_column(said(HEADS[head], words), justify="right" if figures else "left", overflow="fold")
    for row in rows:
        cells = [
            Text(visible(local_time(_cell(head, cell, words), words)), style_of(head, cell))
            for head, cell in zip(heads, row, strict=True)
        ]
        shown.add_row(*(cell for cell, left_out in zip(cells, empty, strict=True) if not (left_out and rows)))
    Console(file=sys.stdout, highlight=False).print(shown)


OURS = frozenset({"status", "reason", "by"})
"""Columns whose words are mostly ours; what a person wrote is in no catalogue."""


def _cell(head: str, cell: str, words: Catalogue | None) -> str:
    """Return what stands in a cell, as its reader says it."""
    return said(phrase(cell) if head in OURS else cell, words)


class _Screen(StringIO):
    """What a command prints, until it is known how long it is."""

    def isatty(self) -> bool:
        return True


@contextmanager
def paged(args: Sequence[str]) -> Iterator[None]:
    """Hold back what a command prints on a terminal; if it is longer than the screen, the pager shows it."""
    if not wants_pager(args, sys.stdin, sys.stdout):
        yield
        return
    terminal, screen = sys.stdout, _Screen()
    sys.stdout = screen
    try:
        yield
    finally:
        sys.stdout = terminal
        text = screen.getvalue()
        if text.count("\n") < get_terminal_size().lines:
            terminal.write(text)
        else:
            from pydoc import pager

            os.environ.setdefault("LESS", "FRX")  # colours as they are; what fits after all is left on the screen
            pager(text)


def wants_pager(args: Collection[str], *streams: object) -> bool:
    """Tell whether a command may be paged: a terminal on both ends, a command of much text, and a pager not switched
    off."""
    words = [arg for arg in args if not arg.startswith("-")]
    if not words or words[0] not in PAGED or {arg.partition("=")[0] for arg in args} & NEVER:
        return False
    if os.environ.get("PAGER", "less") in ("", "cat") or os.environ.get("TERM", "dumb") == "dumb":
        return False
    return all(stream is not None and getattr(stream, "isatty", bool)() for stream in streams)
