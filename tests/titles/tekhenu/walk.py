"""Walks through random games, and positions to look at."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

from pbem.core.chance import SeedChance
from pbem.core.interpreter import Run
from pbem.engine.computers.computer import Luck
from pbem.titles.tekhenu import TITLE
from pbem.titles.tekhenu.components import Components, default_components
from pbem.titles.tekhenu.fixes import FIXES
from pbem.titles.tekhenu.options import Options
from pbem.titles.tekhenu.state import Tekhenu
from tests.titles.tekhenu.build import FOURTH, ME, SEATS, THIRD, YOU, tekhenu


def walk(players: int, seed: str, every: int = 1, data: Components | None = None) -> Iterator[tuple[Tekhenu, Run]]:
    """A random game, standing still at every n-th question and at the end."""
    key = sha256(seed.encode()).digest()
    live = TITLE.live(SeedChance(key, "walk"), data or default_components(), Options(), frozenset(FIXES))
    t = TITLE.setup(list(SEATS[:players]), live)
    run = Run(t)
    run.advance()
    luck = Luck(key)
    number = 0
    while not run.over:
        if number % every == 0:
            yield t, run
        seat, question = next(iter(run.questions().items()))
        run.give(seat, luck.answer(question))
        number += 1
    yield t, run


def first(players: int, seed: str = "first") -> tuple[Tekhenu, Run]:
    return next(walk(players, seed))


def middle_game() -> Tekhenu:
    """Four players in round 7, made by hand so that no change of the rules moves it."""
    t = tekhenu(
        4, "horus white 3, horus yellow 2, horus black 6, ra brown 4, ra grey 1, hathor black 5, thoth yellow 5, "
        "thoth white 1, thoth white 4, bastet white 2",
        blessings=["B07"], technologies=["T04", "T15"], decrees=["D07", "D12"], destiny="A02",
        vp=31, happiness=8, population=13, gold=2, granite=3, papyrus=4, scribe=1,
        left=["white 4"], right=["grey 3", "brown 2"], marker=-2,
    )  # fmt: skip
    t.round, t.rotation, t.maat, t.active = 7, 3, 1, ME
    t.order = [THIRD, ME, FOURTH, YOU]
    t.markers = [2, 4]
    t.ra = ["P17", "", "P12"]
    t.tile_stack = [tile for tile in t.tile_stack if tile not in ("P17", "P12", "P01", "P02")]
    t.tiles[6], t.turns[6], t.pillars[6] = "P01", 1, ME
    t.tiles[7], t.turns[7], t.pillars[7] = "P02", 0, YOU
    t.buildings = {"W2": ME, "N2": YOU, "S3": THIRD}
    t.people = {"TE": FOURTH, "OW": ME}
    t.gold_on = {"TN": 1, "OQ": 1}
    t.osiris[2], t.osiris[9] = YOU, ME
    t.statues["ra"] = [ME, YOU]
    for pile in t.decks.values():
        for card in ("B07", "T04", "T15", "D07", "D12", "D01", "T11"):
            if card in pile:
                pile.remove(card)
    mine = t.players[ME]
    mine.buildings, mine.pillars, mine.statues = 8, 7, 4
    other = t.players[YOU]
    other.decrees, other.technologies, other.overproduced["bread"], other.below = ["D01"], ["T11"], 2, ["black 5"]
    return t
