"""Component tables broken at random: whatever an owner writes, file, place and what is wrong there are named."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from pbem.core.errors import Misuse
from pbem.core.overlay import MARKS, list_key
from pbem.core.titles import SHIPPED, Title, get_title
from pbem.store.home import Home
from pbem.store.tables import corrected_tables

ODD: list[Any] = [
    None, True, False, -1, 0, 7, 10**9, 1.5, "", "x", "2", "flood", [], [1], ["x"], [[]], [{}], [None],
    [["a", "b"]], {},
    {"x": 1}, {"value": 3}, {"value": None}, {"source": 3}, {"note": []}, {"gain": {"gold": "x"}}, {"do": []},
]  # fmt: skip
"""Values that hardly any place expects."""
NAMED = re.compile(r"^(?P<file>\S+\.json): (?P<place>[\w(](?:[^\s:\[]|\[[^\]]*\])*): \S")
"""File, place, and what is wrong there."""


def breaking(luck: Random, node: Any, tables: Any, depth: int = 0) -> Any:
    """A correction that reaches somewhere into a table and puts there what does not belong."""
    deeper = depth == 0 or luck.random() > 0.12
    if deeper and isinstance(node, dict) and node:
        key = luck.choice([*sorted(MARKS), "value"] if luck.random() < 0.05 else sorted(node))
        return {key: breaking(luck, node.get(key), tables, depth + 1)}
    if deeper and _rows(node):
        row = luck.choice(node)
        below = breaking(luck, row, tables, depth + 1)
        return [{**{name: row[name] for name in list_key(node) or ()}, **below} if isinstance(below, dict) else below]
    return _some_value(luck, tables) if luck.random() < 0.3 else luck.choice(ODD)


def _rows(node: Any) -> bool:
    return isinstance(node, list) and bool(node) and all(isinstance(row, dict) for row in node)


def _some_value(luck: Random, node: Any) -> Any:
    """A value from elsewhere in the tables."""
    while isinstance(node, dict | list) and node:
        node = node[luck.choice(sorted(node))] if isinstance(node, dict) else luck.choice(node)
    return node


def corrections(title: Title, seed: int) -> tuple[dict[str, Any], list[str]]:
    """One or two things broken, those of modules as often as those of the base game; the box that has them."""
    luck, modules = Random(f"{title.name} {seed}"), list(title.modules_at)
    tables = title.components(modules)
    base, others = title.split_components(tables)
    found: dict[str, Any] = {}
    for _ in range(luck.choice((1, 1, 2))):
        name = luck.choice(["", *others])
        found |= {name: breaking(luck, others[name], tables, 1)} if name else breaking(luck, base, tables)
    return found, modules


def sentence(home: Home, title: Title, found: Any, modules: list[str]) -> str:
    """What is said of corrections; empty if they are accepted."""
    home.corrections.mkdir(parents=True, exist_ok=True)
    (home.corrections / f"{title.name}.json").write_text(json.dumps(found))
    try:
        corrected_tables(home, title, modules)
    except Misuse as problem:
        return str(problem.message).removeprefix(f"{home.corrections}/")
    return ""


def judge(home: Home, name: str, seeds: range) -> int:
    """Break the tables of a title so often; how often that was refused, always with the place."""
    title, refused = get_title(name), 0
    for seed in seeds:
        found, modules = corrections(title, seed)
        said = sentence(home, title, found, modules)
        named = NAMED.match(said)
        assert not said or (named and named["place"] != "(top)"), (seed, said, found)
        if named:
            refused += 1
            first = re.split(r"[.\[]", named["place"])[0]
            assert first in {*title.components(modules), *found}, (seed, said)
    return refused


@pytest.mark.parametrize("name", SHIPPED)
def test_whatever_is_broken_the_place_is_named(home: Home, name: str) -> None:
    assert judge(home, name, range(60)) > 40


@pytest.mark.modes
@pytest.mark.parametrize("name", SHIPPED)
def test_whatever_is_broken_the_place_is_named_many_times(home: Home, name: str) -> None:
    assert judge(home, name, range(60, 1060)) > 700


# -- corrections that change nothing -----------------------------------------------------------------------------------


def as_shipped(node: Any) -> Iterator[Any]:
    """Corrections that write down what the tables say already, value by value."""
    if isinstance(node, dict):
        for key, below in node.items():
            if key not in MARKS:
                yield from ({key: one} for one in as_shipped(below))
    elif _rows(node) and list_key(node):
        for row in node:
            names = {name: row[name] for name in list_key(node) or ()}
            yield from ([{**names, **one}] for one in as_shipped(row))
    else:
        yield node


def merged(one: Any, other: Any) -> Any:
    if isinstance(one, dict) and isinstance(other, dict):
        return {**one, **{key: merged(one[key], other[key]) if key in one else other[key] for key in other}}
    if _rows(one) and _rows(other):
        keys = list_key([*one, *other]) or list_key(one) or ()
        rows = {tuple(row.get(name) for name in keys): row for row in one}
        for row in other:
            ident = tuple(row.get(name) for name in keys)
            rows[ident] = merged(rows[ident], row) if ident in rows else row
        return list(rows.values())
    return other


def written_down(tables: Any) -> Any:
    found: Any = {}
    for one in as_shipped(tables):
        found = merged(found, one)
    return found


@pytest.mark.parametrize("name", SHIPPED)
def test_what_an_owner_writes_as_it_ships_is_accepted(home: Home, name: str) -> None:
    """Everything gets the owner's mark, which must not be taken for a value, and loses others."""
    title = get_title(name)
    modules = list(title.modules_at)
    assert sentence(home, title, written_down(title.components(modules)), modules) == ""


@pytest.mark.modes
@pytest.mark.parametrize("name", SHIPPED)
def test_each_table_may_be_written_down_by_itself(home: Home, name: str) -> None:
    title = get_title(name)
    modules = list(title.modules_at)
    base, others = title.split_components(title.components(modules))
    tables = [{key: value} for key, value in base.items()]
    tables += [{module: {key: value}} for module, rows in others.items() for key, value in rows.items()]
    for table in tables:
        assert sentence(home, title, written_down(table), modules) == "", table
