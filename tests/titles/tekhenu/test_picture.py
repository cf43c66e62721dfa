"""The picture of the board: well-formed, self-contained, complete, the same for everybody."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from pbem.core.table import Live
from pbem.titles.tekhenu import TITLE
from pbem.titles.tekhenu.components import build, default_raw
from pbem.titles.tekhenu.show.picture import AT, WHEEL
from pbem.titles.tekhenu.state import Tekhenu
from pbem.titles.tekhenu.views.view import view
from tests.panels import beyond, too_wide
from tests.titles.tekhenu.build import ME
from tests.titles.tekhenu.walk import middle_game, walk

SVG = "{http://www.w3.org/2000/svg}"


def drawn(t: Tekhenu, reader: str | None = None) -> ElementTree.Element:
    return ElementTree.fromstring(TITLE.picture(view(t, reader), t.data))


def titles(root: ElementTree.Element) -> list[str]:
    return [entry.text or "" for entry in root.iter(f"{SVG}title")]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_dice_and_pieces_are_drawn(players: int) -> None:
    for t, _ in walk(players, f"picture {players}", every=37):
        root = drawn(t)
        dice = sum(map(len, t.dice.values())) + sum(player.dice for player in t.players.values())
        assert sum(1 for part in root.iter(f"{SVG}g") if part.get("class") == "die") == dice
        said = titles(root)
        for seat, player in t.players.items():
            assert f"{seat}: population {player.population}" in said
            assert f"{seat}: happiness {player.happiness}" in said
        assert sum(1 for text in said if re.match(r"[NESW]\d: building of", text)) == len(t.buildings)
        assert sum(1 for text in said if re.match(r"[a-e]\d: P\d\d of", text)) == sum(map(bool, t.tiles))
        works = [text for text in said if re.match(r"\w+ row \d: (orange|blue|red|green)$", text)]
        assert len(works) == sum(map(bool, t.osiris))


def test_everybody_gets_the_same_picture() -> None:
    t = middle_game()
    assert TITLE.picture(view(t, ME), t.data) == TITLE.picture(view(t, None), t.data)


def test_it_stands_alone() -> None:
    """No script, no reference to anything outside, nothing that asks a network."""
    t = middle_game()
    text = TITLE.picture(view(t, None), t.data)
    assert re.findall(r"https?://[^\"]*", text) == ["http://www.w3.org/2000/svg"]
    assert not re.search(r"<script|href|url\(|<image|<style|\son\w+=", text)
    assert len(text) < 100_000


def test_it_says_what_it_shows() -> None:
    root = drawn(middle_game())
    assert root.get("role") == "img"
    said = {entry.get("id", ""): entry.text for entry in root if entry.get("id")}
    assert root.get("aria-labelledby") == " ".join(said)
    assert said["board-title"] == "Tekhenu, round 7 of 16"
    assert "red 10, orange 31, green 10, blue 10" in (said["board-desc"] or "")


def test_everything_lies_within_the_frame() -> None:
    root = drawn(middle_game())
    width, height = map(float, (root.get("viewBox") or "").split()[2:])
    for part in root.iter(f"{SVG}rect"):
        assert 0 <= float(part.get("x") or 0) <= float(part.get("x") or 0) + float(part.get("width") or 0) <= width
        assert 0 <= float(part.get("y") or 0) <= float(part.get("y") or 0) + float(part.get("height") or 0) <= height


@pytest.mark.parametrize("language", ["en", "pl", "hu"])
def test_what_is_written_on_sections_side_by_side_does_not_touch(language: str) -> None:
    """By the widths of a sans serif; what a narrow page says below instead names the section and its light."""
    from PIL import ImageFont

    font = ImageFont.load_default(12)
    t = middle_game()
    v, shown = view(t, None), []
    for turn in range(6):  # every bonus on every place of the wheel
        for section, bonus in zip(v.wheel, [s.bonus for s in v.wheel][turn:] * 2, strict=False):
            section.bonus = bonus
        root = ElementTree.fromstring(TITLE.picture(v, t.data, TITLE.words(language)))
        shown += [text for text in root.iter(f"{SVG}text") if text.get("data-below")]
    assert len(shown) == 36
    for text in shown:
        aside, half = abs(float(text.get("x", 0)) - AT["wheel"][0]), 1.08 * font.getlength(text.text or "") / 2
        assert half + 3 < aside and half + aside < WHEEL[1], text.text
        assert (text.text or "") in str(text.get("data-below")) and "(" in str(text.get("data-below"))


def test_panels_hold_what_they_draw_and_fit_a_phone() -> None:
    for players in (2, 4):
        for t, _ in walk(players, f"picture {players}", every=90):
            assert beyond(drawn(t)) == [] and too_wide(TITLE.picture(view(t, None), t.data)) == []


def test_a_new_turn_order_moves_no_board() -> None:
    """The reading page would mark all of them as changed."""
    t = middle_game()
    v = view(t, None)
    turned = v.model_copy(update={"players": v.players[::-1]})
    drawings = [TITLE.picture(one, t.data) for one in (v, turned)]
    boards = [re.findall(r'data-box="([^"]*)"><g><title>(\w+): \d+ VP', one) for one in drawings]
    assert len(boards[0]) == 4 and boards[0] == boards[1]


def test_texts_of_an_owner_are_escaped() -> None:
    raw = default_raw()
    raw["pillar_tiles"][16]["text"] = "</text><script>alert(1)</script>"
    t = middle_game()
    t.live = Live(t.live.chance, build(raw), t.live.options, t.live.fixes, t.live.book)
    assert "<script" not in TITLE.picture(view(t, None), t.data)
    assert any("<script>" in text for text in titles(drawn(t)))
