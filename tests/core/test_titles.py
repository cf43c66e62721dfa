"""The register of titles."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import tests.toy  # noqa: F401  (registers the test title)
from pbem.core import titles
from pbem.core.errors import Misuse
from pbem.core.titles import Result, get_title, make_options, title_names
from tests.toy.title import TITLE


def test_a_registered_title_is_found() -> None:
    assert get_title("toy") is TITLE
    assert "toy" in title_names()


def test_an_unknown_title_is_refused_with_a_hint() -> None:
    with pytest.raises(Misuse, match=r"no title 'toi'\. Did you mean toy\?"):
        get_title("toi")
    with pytest.raises(Misuse, match=r"no title 'zzzzzz'\. Titles: "):
        get_title("zzzzzz")


def test_options_are_strict() -> None:
    assert make_options(TITLE, {"nights": 2}).model_dump() == {"nights": 2}
    for wrong in ({"nights": "2"}, {"nights": 0}, {"days": 2}):
        with pytest.raises(ValueError, match=r"nights|days"):
            make_options(TITLE, wrong)


def test_a_result_as_data() -> None:
    result = Result([["red"], ["blue", "green"]], {"red": 5}, "Red wins.")
    assert result.data() == {"places": [["red"], ["blue", "green"]], "scores": {"red": 5}, "text": "Red wins."}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An installed package that brings titles by the entry point group."""
    info = tmp_path / "harbour-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: harbour\nVersion: 1.0\n")
    points = "[pbem.titles]\nharbour = harbour:TITLE\nwreck = harbour:NOTHING\nbuoy = harbour:OTHER\n"
    (info / "entry_points.txt").write_text(points)
    (tmp_path / "harbour.py").write_text(
        "from tests.toy.title import Lanterns\n\n\nclass Harbour(Lanterns):\n    name = 'harbour'\n\n\n"
        "TITLE = Harbour()\nOTHER = Harbour()\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    titles._outside.cache_clear()
    yield tmp_path
    titles._outside.cache_clear()
    titles._loaded.pop("harbour", None)


def test_a_title_may_come_from_another_package(package: Path) -> None:
    assert get_title("harbour").name == "harbour"
    assert "harbour" in title_names()


@pytest.mark.parametrize(("name", "why"), [("wreck", "cannot be loaded"), ("buoy", "is no title of the name")])
def test_a_package_with_an_unusable_title_is_named(package: Path, name: str, why: str) -> None:
    with pytest.raises(Misuse, match=why):
        get_title(name)
