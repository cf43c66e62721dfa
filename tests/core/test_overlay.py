"""Corrections laid over tables: what is left out stays, what is misspelt is refused with its path."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from pbem.core.overlay import OverlayError, OverlayRules, digest_of, overlay

BASE: dict[str, Any] = {
    "costs": {"value": [2, 2, 3], "source": "house", "note": "a guess"},
    "start": {"gold": 1, "scribe": 1, "source": "rulebook"},
    "grid": [
        {"row": 1, "col": 1, "reward": {"bread": 1}},
        {"row": 1, "col": 2, "reward": {"faith": 2}},
    ],
    "tiles": [
        {"id": "P01", "cost": {"limestone": 2, "source": "house"}, "source": "rulebook"},
        {"id": "P02", "cost": {"limestone": 3, "source": "house"}, "source": "rulebook"},
    ],
    "spots": {"list": [{"id": "W1", "bread": {"value": 2, "source": "house"}}], "source": "house"},
    "pairs": [[1, 2], [3, 4]],
}
RULES = OverlayRules(whole=frozenset({"reward"}), extendable=frozenset({"spots.list"}))


def lay(corrections: dict[str, Any]) -> dict[str, Any]:
    before = copy.deepcopy(BASE)
    result = overlay(BASE, corrections, RULES)
    assert before == BASE, "the tables themselves must not change"
    return result


def test_nothing_laid_over_changes_nothing() -> None:
    assert lay({}) == BASE
    assert digest_of(lay({})) == digest_of(BASE)


def test_a_plain_value_corrects_a_tagged_one_and_the_mark_goes() -> None:
    assert lay({"costs": [1, 1, 1]})["costs"] == {"value": [1, 1, 1], "source": "owner"}
    assert lay({"costs": {"value": [1], "source": "public"}})["costs"] == {"value": [1], "source": "public"}


def test_one_field_of_an_object() -> None:
    assert lay({"start": {"gold": 2}})["start"] == {"gold": 2, "scribe": 1, "source": "owner"}


def test_lists_of_objects_are_merged_by_their_keys() -> None:
    result = lay({"grid": [{"row": 1, "col": 2, "reward": {"granite": 3}}]})
    assert result["grid"][0] == BASE["grid"][0]
    assert result["grid"][1] == {"row": 1, "col": 2, "reward": {"granite": 3}, "source": "owner"}


def test_only_what_was_touched_loses_its_house_mark() -> None:
    result = lay({"tiles": [{"id": "P02", "cost": {"limestone": 1}}]})
    assert result["tiles"][1]["cost"] == {"limestone": 1, "source": "owner"}
    assert result["tiles"][1]["source"] == "rulebook"
    assert result["tiles"][0] == BASE["tiles"][0]


def test_lists_that_may_grow_and_shrink() -> None:
    result = lay({"spots": {"list": [{"id": "W1", "remove": True}, {"id": "N3", "bread": 4}]}})
    assert result["spots"]["list"] == [{"id": "N3", "bread": 4, "source": "owner"}]


@pytest.mark.parametrize(
    ("corrections", "path"),
    [
        ({"cost": [1]}, "cost"),
        ({"start": {"golf": 2}}, "start.golf"),
        ({"start": 5}, "start"),
        ({"start": {"gold": {"value": 2}}}, "start.gold"),
        ({"pairs": 3}, "pairs"),
        ({"grid": [{"row": 9, "col": 9}]}, "grid[row=9,col=9]"),
        ({"grid": [{"row": 1}]}, "grid[0]"),
        ({"grid": {"row": 1}}, "grid"),
        ({"tiles": [{"id": "P01", "remove": True}]}, "tiles[id=P01].remove"),
        ({"tiles": [{"id": "P01"}, {"id": "P01"}]}, "tiles[id=P01]"),
        ({"tiles": [{"id": ["P01"]}]}, "tiles[id=['P01']]"),
        ({"spots": {"list": [{"id": "W9", "remove": True}]}}, "spots.list[id=W9]"),
    ],
)
def test_refused_with_its_path(corrections: dict[str, Any], path: str) -> None:
    with pytest.raises(OverlayError) as refused:
        lay(corrections)
    assert refused.value.path == path
    assert str(refused.value).startswith(path)


def test_the_digest_does_not_depend_on_the_order_of_keys() -> None:
    assert digest_of({"a": 1, "b": [2, "ü"]}) == digest_of({"b": [2, "ü"], "a": 1})
    assert digest_of({"a": 1}) != digest_of({"a": 2})
    assert len(digest_of({})) == 64
