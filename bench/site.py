"""Pages of a home: the first run, and a run that finds nothing changed."""

from __future__ import annotations

from pathlib import Path

from bench.crowd import filler, names
from bench.homes import begin, play_on
from bench.yard import cpu
from pbem.desk.desk import Desk
from pbem.desk.site.builder import Site

GAMES = 12
MOST = 60.0
"""Milliseconds of CPU that a running game may take in the first run."""
RATIO = 3.0
"""A run with nothing changed against listing the names."""


def site(folder: Path, others: int = 1_000) -> list[tuple[str, str]]:
    """Measure a site of running games of four in their middle; for the second figure a thousand more names lie beside
    them."""
    desk = begin(folder / "site", "bench")
    for number in range(1, GAMES):
        begin(folder / "site", f"bench-{number}")
    for number in range(GAMES):
        play_on(desk, f"bench-{number}" if number else "bench", 12)
    start = cpu()
    made = Site(desk, folder / "www").build()
    first = 1000 * (cpu() - start) / made.games
    filler(folder / "site", others)
    Site(desk, folder / "www").build()  # they are no games, which is told once
    Site(desk, folder / "www").build()
    again = sorted(_run(desk, folder / "www") for _ in range(21))[10]
    base = sorted(names(folder / "site") for _ in range(21))[10]
    assert first <= MOST, f"the first run took {first:.0f} ms a game, {MOST:.0f} are allowed"
    assert again <= RATIO * base, f"a run with nothing changed took {again / base:.1f} times listing the names"
    return [
        (f"site, first run, CPU of a running game ({MOST:.0f} ms)", f"{first:.1f} ms"),
        (f"site, nothing changed, against listing {others:,} names ({RATIO:.0f} x)", f"{again / base:.2f} x"),
    ]


def _run(desk: Desk, folder: Path) -> float:
    start = cpu()
    made = Site(desk, folder).build()
    assert made.games == 0, "nothing was looked at"
    return cpu() - start
