"""The register of titles."""

from __future__ import annotations

import pytest

import tests.toy  # noqa: F401  (registers the test title)
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
