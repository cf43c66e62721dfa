"""Boards of whole games: at every stage, in every scenario, with every number of players."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from xml.etree import ElementTree

import pytest

from pbem.core.chance import SeedChance
from pbem.core.interpreter import Run
from pbem.engine.computers.computer import Luck
from pbem.titles.ankh import TITLE
from pbem.titles.ankh.options import Options
from pbem.titles.ankh.state import Ankh
from pbem.titles.ankh.views.view import view
from tests.titles.ankh.build import data
from tests.titles.ankh.positions import GODS

MOST = {2: 80, 3: 90, 4: 95, 5: 100}
"""Lines of a board by players: what a turn mail of 150 to 170 lines has room for."""


def walk(players: int, scenario: str, every: int) -> Iterator[Ankh]:
    """A random game, standing still at every n-th question and at the end."""
    options = Options(scenario=scenario, conflict_mode="per_battle")
    key = sha256(f"{players} {scenario}".encode()).digest()
    live = TITLE.live(SeedChance(key, "walk"), data(), options, frozenset(TITLE.fixes), TITLE.modules(options, players))
    t = TITLE.setup(list(GODS[-players:]), live)
    run, luck, number = Run(t), Luck(key), 0
    run.advance()
    while not run.over:
        if number % every == 0:
            yield t
        seat, question = next(iter(run.questions().items()))
        run.give(seat, luck.answer(question))
        number += 1
    yield t


@pytest.mark.parametrize("scenario", ["middle-kingdom", "old-kingdom", "peoples-revolt"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_board_fits_a_mail(players: int, scenario: str) -> None:
    longest = stages = 0
    for t in walk(players, scenario, every=11):
        v = view(t, t.seats[0])
        for plain in (False, True):
            text = f"{TITLE.summary(v, t.data, plain)}\n{TITLE.own(v, t.data, plain)}"
            assert text.isascii()
            assert max(map(len, text.splitlines())) <= 78
            assert not any(line != line.rstrip() for line in text.splitlines())
        longest = max(longest, TITLE.summary(v, t.data).count("\n") + 1)
        ElementTree.fromstring(TITLE.picture(v, t.data))
        stages += 1
    assert t.over
    assert stages > 5
    assert longest <= MOST[players]
