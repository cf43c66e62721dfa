"""Botankhamun's strip of the picture."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from pbem.titles.tekhenu import TITLE
from pbem.titles.tekhenu.solo.display import SoloView
from pbem.titles.tekhenu.solo.part import BOT, solo
from pbem.titles.tekhenu.state import Tekhenu
from tests.panels import beyond, too_wide
from tests.titles.tekhenu import solos
from tests.titles.tekhenu.test_picture import SVG, titles


def drawn(t: Tekhenu) -> ElementTree.Element:
    return ElementTree.fromstring(TITLE.picture(TITLE.view(t, None), t.data))


@pytest.mark.parametrize("at", [-1, 0, 5, 9])
@pytest.mark.parametrize("coin", ["", "up", "right"])
def test_the_strip_shows_pyramid_marker_and_coin(at: int, coin: str) -> None:
    t = solos.laid()
    solo(t).at, solo(t).coin = at, coin
    solo(t).decrees.append("D05")
    root = drawn(t)
    assert too_wide(TITLE.picture(TITLE.view(t, None), t.data)) == [] and beyond(root) == []
    said = titles(root)
    view = TITLE.view(t, None).parts["solo"]
    assert isinstance(view, SoloView)
    tiles = [text for text in said if text.startswith("Action tile ")]
    assert len(tiles) == len(view.pyramid)
    assert [text for text in tiles if "(marker)" in text] == (
        [f"Action tile {' '.join(view.pyramid[at])} (marker)"] * (at >= 0)
    )
    assert ("Marker left of the base" in said) == (at < 0)
    toss = {"": "not tossed yet", "up": "up and right", "right": "right"}[coin]
    assert f"Deben: {toss}" in said
    assert any("D05" in (part.text or "") for part in root.iter(f"{SVG}text"))


def test_the_strip_lies_below_the_board() -> None:
    """The picture grows; nothing of the board is covered."""
    t = solos.laid()
    height = float((drawn(t).get("viewBox") or "").split()[3])
    moved = [part.get("transform") for part in drawn(t).iter(f"{SVG}g") if part.get("transform")]
    assert len(moved) == 1
    top = float((moved[0] or "").split()[1].rstrip(")"))
    assert 0 < top < height
    boards = [
        float(part.get("y") or 0) + float(part.get("height") or 0) for part in drawn(t).findall(f"{SVG}g/{SVG}rect")
    ]
    assert max(boards) <= height


def test_the_view_shows_what_the_bot_has_by_its_own_rules() -> None:
    """T-BOT-MAAT-1: Ankh 4 whatever its Destiny card says; T-BOT-SCORE-1: its Building row counts nothing."""
    t = solos.laid(difficulty="hard")
    view = TITLE.view(t, None)
    bot = next(player for player in view.players if player.seat == BOT)
    assert t.players[BOT].buildings < t.data.buildings and bot.row_vp == 0 and bot.bread_due == 0
    assert bot.destiny is not None and bot.ankh == 4
    shown = []
    for t.maat in range(5):
        part = TITLE.view(t, None).parts["solo"]
        assert isinstance(part, SoloView) and part.ankh == 4
        shown.append(part.balance)
    assert shown == [3, 2, 1, 1, 1]
