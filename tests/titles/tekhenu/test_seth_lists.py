"""What a turn with Time of Seth offers is exact (S-R-12, S-R-40): compared with an exhaustive search."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from pbem.titles.tekhenu.seth.components import PRIEST, WARRIOR
from pbem.titles.tekhenu.seth.part import SETH, seth, tables
from pbem.titles.tekhenu.state import Tekhenu
from tests.titles.tekhenu.build import ME, YOU
from tests.titles.tekhenu.comparing import ACTING, TECHNOLOGIES, crowd, walk
from tests.titles.tekhenu.seths import BOX, build_in, table

NEW_BLESSINGS = ("B25", "B26", "B27", "B28")
HELPING = ("B07", "B09", "B11", "B13", "B15", "B21", "B23")
NEW_TECHNOLOGIES = ("T25", "T26", "T27")
COLOURS = ("red", "blue", "green", "grey", "white")


def position(random: Random) -> Tekhenu:
    """A crowded board with dice of the expansion, few Warriors and Priests, and a hand of cards and Artifacts."""
    t = table(
        random.choice((2, 3)), spare=False, artifacts=random.sample(tables(table()).artifacts, random.choice((0, 1, 2)))
    )
    crowd(t, random)
    for god in random.sample(list(t.data.gods), random.choice((1, 2))):
        colour = random.choice(COLOURS)
        t.dice[god] = [f"{colour} {random.randint(2, 5)}"]
    t.dice[SETH] = [f"grey {random.randint(1, 6)}" for _ in range(random.choice((0, 1, 1)))]
    if not any(t.dice.values()):
        t.dice["ra"] = ["red 3"]
    me = t.players[ME]
    for what in (WARRIOR, PRIEST):
        me.stock[what] = random.choice((0, 0, 1, 2, 4, 9))
    for region in range(1, 7):
        for seat in random.sample([ME, YOU], random.choice((0, 1, 1, 2))):
            build_in(t, region, seat)
    me.buildings = random.choice((0, 2, 2, 2))
    t.statues[SETH] = random.choice(([], [ME], [YOU]))
    part = seth(t)
    part.stack = ["C09"] * 3
    free = [space for space in range(25) if not t.tiles[space]]
    part.covers[random.choice(free)] = random.choice(("C01", "C05", "C07", "C10", "C11", "C12", ""))
    me.blessings = random.sample((*NEW_BLESSINGS, *NEW_BLESSINGS, *HELPING, *ACTING), random.choice((0, 1, 2, 3)))
    me.blessings = list(dict.fromkeys(me.blessings))
    me.technologies = random.sample((*NEW_TECHNOLOGIES, *TECHNOLOGIES), random.choice((0, 1, 2)))
    return t


@pytest.mark.parametrize("part", [0, *(pytest.param(part, marks=pytest.mark.slow) for part in range(1, 4))])
def test_offers_against_every_continuation(part: int) -> None:
    """Each list of a turn holds exactly the answers from which the turn can be completed."""
    names: Counter[str] = Counter()
    for number in range(20):
        random = Random(f"seth {part} {number}")
        walk(position(random), random, names)
    assert names["too large"] < sum(names.values()) / 8
    assert {"die"} <= set(names)


def test_the_box_is_seth() -> None:
    """The positions are of the expansion alone, so its turn is what is compared."""
    assert position(Random(1)).live.book.added == tuple(BOX)
