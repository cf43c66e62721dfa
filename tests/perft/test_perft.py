"""The number of answer sequences from saved positions is what it was."""

from __future__ import annotations

import json

import pytest

from pbem.core.titles import get_title
from tests.perft.counting import POSITIONS, count, divide, live_for, load, names, opened


def test_positions_are_saved() -> None:
    assert names() == sorted(POSITIONS)


@pytest.mark.parametrize("name", sorted(POSITIONS))
def test_perft(name: str) -> None:
    """As many sequences of one, two and three answers as when the position was saved."""
    saved = load(name)
    title = get_title(saved["title"])
    written = json.dumps(saved["table"])
    assert (
        count(title, written, live_for(title, saved["seed"], saved.get("fixes", ()), saved.get("options")))
        == saved["counts"]
    )
    assert len(saved["counts"]) >= 2 and saved["counts"][0] > 1


@pytest.mark.parametrize("name", sorted(POSITIONS))
def test_every_first_answer_leads_to_a_sound_table(name: str) -> None:
    """No answer breaks an invariant, and none leads to the same table as another."""
    saved = load(name)
    title = get_title(saved["title"])
    live = live_for(title, saved["seed"], saved.get("fixes", ()), saved.get("options"))
    written = json.dumps(saved["table"])
    after = divide(title, written, live)
    for _, keys, table in after:
        assert title.problems(opened(title, table, live).table) == [], keys
    assert len({table for _, _, table in after}) == len(after)
