"""Devotion by source, as the last mail tells it: it adds up to the places of the markers in every stored game."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.core.events import Event
from pbem.desk.letters.points import by_source
from pbem.engine.journal import events_for
from pbem.titles.ankh import TITLE
from tests.conformance.test_stored_games import STORED, stored

ANKH = [path for path in STORED if path.stem.startswith("ankh")]


@pytest.mark.parametrize("path", ANKH, ids=lambda path: path.stem)
def test_sources_add_up(path: Path) -> None:
    """Merged gods included: the greater's lead is lost, then both have what the pair gains (A-MERGE-5)."""
    game, entries, _ = stored(path)
    found = by_source(TITLE, (event for entry in entries for event in events_for(entry, None)))
    scores = TITLE.scores(game.table)
    assert {seat: sum(row.get(seat, 0) for row in found.values()) for seat in scores} == scores
    assert {"Majority", "Win"} <= set(found) <= set(TITLE.vocabulary())
    assert ("Merge" in found) == (len(game.players()) > 2)


def test_losses_count_against() -> None:
    """A Cat Mummy, and an event that moves no marker."""
    lost = Event(kind="devotion_lost", seat="ra", data={"n": 2, "why": "cat_mummy", "space": 0})
    assert by_source(TITLE, [lost, Event(kind="turn_began", seat="ra", data={"number": 1})]) == {
        "Cat Mummies": {"ra": -2}
    }
