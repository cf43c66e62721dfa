"""A public copy of every title: whatever single answer, event, draw, board or result somebody changes, it is found."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from pbem.archive.build import archive_bytes
from pbem.archive.verify import Verifier
from pbem.core.titles import get_title
from pbem.engine.computers.fuzz import NO_CHECKS, play_game
from pbem.engine.gamefile import Entry
from tests.archive.tampering import Change, Facts, Record, Tampering, tamperings

GAMES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "tekhenu": ("tekhenu", 2, {}),
    "botankhamun": ("tekhenu", 1, {"difficulty": "medium"}),
    "seth-vizier": ("tekhenu", 2, {"expansion": "seth", "vizier": True}),
    "ankh": ("ankh", 3, {}),
    "pharaoh": ("ankh", 3, {"expansion": "pharaoh"}),
}


@cache
def public_copy(name: str, seed: str = "tampering") -> bytes:
    title, players, options = GAMES[name]
    report = play_game(get_title(title), players, seed, checks=NO_CHECKS, options=options)
    tables = get_title(title).components(report.game.rules.modules)
    return archive_bytes(report.game, report.entries, tables, "public")


def missed(name: str, every: int) -> tuple[int, list[str]]:
    """How many changes were tried, and the kinds of those that nobody found."""
    record = Record(public_copy(name))
    tried = list(tamperings(record))[::every]
    return len(tried), [change.kind for change in tried if not record.finds(change)]


def test_a_single_change_is_found() -> None:
    """Each kind of answer, event and draw, the board and the result: a few kinds here, more in `make
    test-modes`, all among the slow tests."""
    tried, unfound = missed("botankhamun", 12)
    assert tried > 6 and unfound == []


@pytest.mark.parametrize(
    ("name", "every"),
    [
        pytest.param(name, n, marks=mark)
        for name in GAMES
        for n, mark in ((6, pytest.mark.modes), (1, pytest.mark.slow))
    ],
)
def test_every_kind_of_change_is_found(name: str, every: int) -> None:
    tried, unfound = missed(name, every)
    assert tried > 40 / every and unfound == [], f"{len(unfound)} of {tried}"


def _number(at: int, value: int) -> Change:
    def change(entry: Entry, facts: Facts) -> None:
        entry.chance[at].value = value

    return change


@pytest.mark.modes
def test_a_number_is_compared_with_the_die_that_it_takes() -> None:
    """The bag is sorted, and what is in it is public. Another grey is the same die to all but the seed."""
    record, title = Record(public_copy("botankhamun")), get_title("tekhenu")
    at, draw = next((at, draw) for at, draw in enumerate(record.entries[0].chance) if draw.label == "dice/colour")
    counts = title.prepare(title.components(["solo"])).bag(1)
    bag = sorted(colour for colour, n in counts.items() for _ in range(n))
    assert draw.value is not None and draw.of == len(bag)
    others = [value for value in range(draw.of) if value != draw.value]
    alike = [value for value in others if bag[value] == bag[draw.value]]
    assert alike
    for value in (*others[::6], alike[0]):
        found = record.finds(Tampering("number", 1, _number(at, value)))
        assert bool(found) == (bag[value] != bag[draw.value]), (draw.value, value, found)


@pytest.mark.modes
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", ["honest/1", "honest/2"])
def test_an_honest_copy_is_explained(name: str, seed: str) -> None:
    """Guesses for hidden piles and sealed answers are found for whatever was really played."""
    verifier = Verifier(public_copy(name, seed))
    failed = [check for check in verifier.run() if check.passed is False]
    assert failed == [] and verifier.explained is not None and not verifier.explained.stopped
