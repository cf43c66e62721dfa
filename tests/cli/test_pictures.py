"""Pictures on request, and finding rules by words."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree

import pytest

from tests.said import Pbem

PLAYERS = ["--player", "Ania <ania@example.org>", "--player", "Bartek <bartek@example.org>"]
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def home(pbem: Pbem, tmp_path: Path) -> Path:
    assert pbem("new", "tekhenu", *PLAYERS, "--id", "karnak", "--no-send").code == 0
    return tmp_path


def test_a_picture_as_svg_and_png(pbem: Pbem, home: Path) -> None:
    svg, png = home / "board.svg", home / "board.png"
    said = pbem("show", "karnak", "--svg", str(svg), "--png", str(png), "--json").json
    assert (said["entry"], said["svg"], said["png"]) == (1, str(svg), str(png))
    assert ElementTree.fromstring(svg.read_text()).get("role") == "img"
    first = png.read_bytes()
    assert first.startswith(PNG) and len(first) < 80_000
    pbem("show", "karnak", "--png", str(png))
    assert png.read_bytes() == first, "the same board, the same bytes"


@pytest.mark.parametrize("more", [["--as", "ania"], ["--secret", "--reason", "a look"]])
def test_a_picture_shows_what_everybody_may_see(pbem: Pbem, home: Path, more: list[str]) -> None:
    said = pbem("show", "karnak", "--svg", str(home / "x.svg"), *more)
    assert said.code == 2 and "everybody" in said.err and not (home / "x.svg").exists()


def test_a_picture_goes_into_no_folder(pbem: Pbem, home: Path) -> None:
    said = pbem("show", "karnak", "--svg", str(home))
    assert said.code == 2 and str(home) in said.err


def test_a_picture_is_opened_in_the_browser(pbem: Pbem, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", lambda address: opened.append(address) or True)
    assert pbem("show", "karnak", "--open").code == 0
    (address,) = opened
    assert "<svg" in Path(unquote(urlsplit(address).path)).read_text() and address.startswith("file://")
    monkeypatch.setattr("webbrowser.open", lambda address: False)
    said = pbem("show", "karnak", "--open")
    assert said.code == 1 and "No browser could be opened; the picture is /" in said.err


def test_rules_by_words(pbem: Pbem) -> None:
    found = pbem("rules", "tekhenu", "ANUBIS", "grey", "--json").json["found"]
    assert "RUL-24" in [row["id"] for row in found]
    assert all("anubis" in f"{row['id']} {row['section']} {row['text']}".lower() for row in found)
    assert "RUL-24" in pbem("rules", "tekhenu", "anubis", "grey").out
    said = pbem("rules", "tekhenu", "xylophone")
    assert said.code == 1 and "'xylophone'" in said.err


def test_rules_without_words_are_a_table_of_contents(pbem: Pbem) -> None:
    said = pbem("rules", "tekhenu").out
    assert "Wheel, light, purity\n  T-DICE-1 .. T-DICE-5 (5)" in said
    assert "T-DICE-3" in pbem("rules", "tekhenu", "--json").json["ids"]
