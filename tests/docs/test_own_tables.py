"""The example of an owner's corrections in docs/own-tables.md is laid over the tables, printed and played with."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from pbem.core.titles import get_title
from pbem.desk.desk import Desk
from pbem.engine.clock import CLOCK_KEYS
from pbem.store.home import Home
from tests.cli.conftest import pbem  # noqa: F401  (a fixture)
from tests.said import Pbem

PAGE = Path("docs/own-tables.md").read_text(encoding="utf-8")
EXAMPLE = next(iter(re.findall(r"```json\n(.*?)```", PAGE, re.S)))


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "tekhenu.json").write_text(EXAMPLE, encoding="utf-8")
    return tmp_path


def test_the_example_is_laid_over_the_shipped_tables(home: Path) -> None:
    """Every correction is there, marked as the owner's; everything beside it is as it ships."""
    raw = Desk(Home(home)).tables(get_title("tekhenu"), ["seth"])
    shipped = get_title("tekhenu").components(["seth"])
    assert raw["statues"]["costs_granite_left_to_right"]["value"] == [2, 2, 3, 3, 4, 5]
    assert raw["statues"]["scoring_by_count"] == shipped["statues"]["scoring_by_count"]
    assert [row["vp"] for row in raw["building_row"]["left_to_right"]] == [0, 2, 0, 2, 0, 3, 0, 4, 0, 5]
    tile, was = raw["pillar_tiles"][0], shipped["pillar_tiles"][0]
    assert (tile["cost"]["limestone"], tile["edges"]["n"], tile["edges"]["e"]) == (3, "blue", was["edges"]["e"])
    assert (tile["cost"]["source"], "house" in tile["cost"]) == ("owner", False)
    assert raw["temple"]["spaces"]["list"][0]["reward"] == {"bread": 2}
    assert [spot["warriors"] for spot in raw["seth"]["regions"][0]["spots"]["3-4"]] == [4, 4]


def test_it_is_printed_checked_and_played_with(home: Path, pbem: Pbem) -> None:  # noqa: F811
    data = pbem("data", "tekhenu")
    assert data.code == 0 and "(owner)" in data.out
    assert pbem("check").code == 0
    people = ["--player", "Ania <a@example.org>", "--player", "Ola <o@example.org>", "--no-send", "--id", "karnak"]
    assert pbem("new", "tekhenu", *people).code == 0
    table = json.loads((home / "games" / "karnak.json").read_text(encoding="utf-8"))
    pinned = json.loads((home / "games" / "data" / f"{table['rules']['data']}.json").read_text(encoding="utf-8"))
    assert pinned["pillar_tiles"][0]["cost"]["limestone"] == 3


def test_a_misspelt_key_is_refused_with_its_path(home: Path, pbem: Pbem) -> None:  # noqa: F811
    (home / "data" / "tekhenu.json").write_text(EXAMPLE.replace('"vp"', '"points"'), encoding="utf-8")
    told = pbem("check")
    assert told.code != 0
    assert "building_row.left_to_right[slot=2].points: unknown key; known here: slot, bread, vp" in told.out + told.err


def test_every_option_of_the_clock_has_its_line_in_the_handbook() -> None:
    page = Path("docs/moderator.md").read_text(encoding="utf-8")
    section = page.split("\n## The clock\n", 1)[1].split("\n## ", 1)[0]
    named = set(
        re.findall(r"`(\w+)`", "\n".join(line.split("|")[1] for line in section.split("\n") if line[:1] == "|"))
    )
    assert named == set(CLOCK_KEYS)
