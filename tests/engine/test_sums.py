"""Sums (`1 gold 2 bread`) are read in any order of their parts."""

from __future__ import annotations

import pytest

from pbem.core.questions import Pick
from pbem.engine.submission import lines as reading
from pbem.engine.submission import picks

SUMS = Pick("pay", "Pay 3 bread", ["2 bread 1 gold", "1 bread 2 gold", "1 bread 1 gold 1 scribe", "3 bread"],
            known=frozenset({"4 bread 1 gold"}))  # fmt: skip


@pytest.mark.parametrize(
    ("words", "key"),
    [
        ("2 bread 1 gold", "2 bread 1 gold"),
        ("1 gold 2 bread", "2 bread 1 gold"),
        ("1 gold and 2 bread", "2 bread 1 gold"),
        ("2 gold + 1 bread", "1 bread 2 gold"),
        ("1 scribe 1 gold 1 bread", "1 bread 1 gold 1 scribe"),
        ("1 gold 4 bread", None),
        ("3 gold", None),
        ("2 gold", None),
        ("1 gold 1 gold 1 bread", None),
        ("gold bread", None),
    ],
)
def test_the_parts_of_a_sum_stand_in_any_order(words: str, key: str | None) -> None:
    """What is listed is meant, however its parts are put; nothing is added up or guessed."""
    assert reading.match(SUMS, words) == key


def test_a_ranking_knows_sums_in_any_order() -> None:
    assert reading.known_key(SUMS, "1 gold 4 bread") == "4 bread 1 gold"
    assert reading.known_key(SUMS, "1 gold 5 bread") is None
    assert picks.rank(SUMS, ["1 gold 4 bread", "1 gold 2 bread"]) == ["2 bread 1 gold"]
