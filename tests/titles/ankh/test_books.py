"""`pbem rules ankh` and `pbem data ankh`: every id, every value with its origin, an owner's corrections."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.titles import ankh as package
from pbem.titles.ankh import TITLE
from pbem.titles.ankh.components import default_raw
from pbem.titles.ankh.options import Options

ASIDE = {"source", "q", "r", "col", "row", "schema", "game", "title", "spaces", "start_region"}
"""Values that follow from others, or that the form of the file is made of."""


def test_every_rule_is_explained() -> None:
    ids = list(TITLE.rule_ids())
    assert "A-CARA-2" in ids
    assert len(ids) > 150
    for ident in ids:
        text = TITLE.explain(ident)
        assert text is not None and text.startswith(ident)
    assert TITLE.explain("a cara 2") == TITLE.explain("A-CARA-2")


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("plague", "A-CARD-PLAGUE"),
        ("obelisk_attuned", "A-POW-OBELISK"),
        ("giant scorpion", "A-GUARD-SCORPION-1"),
        ("A-GOD-RA", "A-GOD-RA-1"),
        ("control_optional", "control_optional = false (house)"),
        ("A-RUL-3", "control_optional = false (house)"),
        ("A-CARD-PLAGUE", "strength 1 (public)"),
    ],
)
def test_things_are_found_by_name(word: str, said: str) -> None:
    text = TITLE.explain(word)
    assert text is not None and said in text


def test_nothing_is_invented() -> None:
    assert TITLE.explain("A-NILE-99") is None


def test_every_rule_that_the_code_cites_is_there() -> None:
    """A refusal names its rule, and whoever asks for it must get it; a group (A-MAJ) counts."""
    folder = Path(str(package.__file__)).parent
    known = set(TITLE.rule_ids())
    for path in folder.rglob("*.py"):
        for ident in re.findall(r'"(A-[A-Z]+(?:-[A-Za-z0-9]+)*)"', path.read_text(encoding="utf-8")):
            assert ident in known or any(one.startswith(f"{ident}-") for one in known) or "pharaoh" in path.parts, ident


RB = "rulebook"

# -- tables ----------------------------------------------------------------------------------------------------------


def leaves(node: Any, key: str = "") -> Iterator[str]:
    if isinstance(node, dict):
        for name, below in node.items():
            if name not in ASIDE and not (key == "map" and name == "coordinates"):
                yield from leaves(below, name)
    elif isinstance(node, list):
        for below in node:
            yield from leaves(below, key)
    elif node is not None and node != "":
        yield str(node).lower() if isinstance(node, bool) else str(node)


def test_every_value_is_shown() -> None:
    raw = default_raw()
    text = " ".join(TITLE.tables(raw).split())
    missing = [value for value in leaves(raw) if " ".join(value.split()) not in text]
    assert missing == []


def test_every_mark_is_explained_and_so_is_none() -> None:
    """Each origin that the tables know; what has no mark is from the rulebook, and nothing but that has none."""
    raw = default_raw()
    text = TITLE.tables(raw)
    assert "\nA value without a mark is from the rulebook.\n" in text
    assert (
        "followers_limited = false, or true; A-COMP-2" in text and raw["options"]["followers_limited"]["source"] == RB
    )
    for name, option in raw["options"].items():
        marked = f"{name} = {str(option['value']).lower()} ({option['source']})" in text
        assert marked is (option["source"] != RB), name
    assert {raw[part]["source"] for part in ("counts", "setup") if "source" in raw[part]} == {RB}


def test_tables_fit_a_screen() -> None:
    assert max(map(len, TITLE.tables(default_raw()).splitlines())) <= 78


def test_an_owners_correction_is_marked() -> None:
    """One file holds what differs; what it touches is marked wherever it is shown."""
    raw = TITLE.corrected({"devotion_track": {"top": 30}, "battle_cards": {"list": [{"id": "plague", "strength": 2}]}})
    assert TITLE.check_components(raw) == []
    assert "top = 30 (owner)" in TITLE.tables(raw)
    assert "last_red = 20 (public)" in TITLE.tables(raw)
    assert "strength 2 (owner)" in (TITLE.explain("plague", raw) or "")


IDLE = [
    ({"options": {"conflict_mode": {"value": "table"}}}, "--option conflict_mode=..."),
    ({"counts": {"ankh_tokens_in_pool_at_start": 8}}, "9 are left"),
    ({"counts": {"tie_breaker_tokens": 2}}, "the rules know one"),
    ({"counts": {"camels": 20}}, "26 Camels, more than the 20 of the box"),
    ({"battle_cards": {"list": [{"id": "plague", "strength": "one"}]}}, "of the wrong kind"),
]


@pytest.mark.parametrize(("corrections", "why"), IDLE, ids=[row[1] for row in IDLE])
def test_a_correction_that_could_have_no_effect(corrections: dict[str, Any], why: str) -> None:
    """It is refused with its place: one that changes nothing would be worse than none."""
    problems = TITLE.check_components(TITLE.corrected(corrections))
    assert any(why in problem for problem in problems), problems


def test_the_options_are_those_of_the_tables() -> None:
    """Every switch that the tables list can be set, to every value that they name."""
    for name, row in default_raw()["options"].items():
        assert Options.model_fields[name].default == row["value"]
        for value in row["alternatives"]:
            assert getattr(Options(**{name: value}), name) == value
