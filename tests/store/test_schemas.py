"""Schemas: made from the models, checked in, and judged alike by every checker."""

from __future__ import annotations

import copy
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem.store import schemas
from pbem.store.checking import Loaded
from pbem.store.home import Home
from pbem.store.schema_writer import all_schemas, table_schema, text_of
from tests.store.games import new_game, play_one

FOLDER = Path(__file__).resolve().parents[2] / "schemas"


def test_checked_in_schemas_are_those_of_the_models() -> None:
    """If this fails: `python -m pbem.store.schemas`, and read the difference."""
    made = {f"{name}.schema.json": json.loads(text_of(schema)) for name, schema in all_schemas()}
    found = {path.name: json.loads(path.read_text("utf-8")) for path in FOLDER.glob("*.json")}
    assert found.keys() == made.keys()
    for name, schema in made.items():
        assert found[name] == schema, f"{name} differs from the models"


def test_schemas_are_sound_draft_2020_12() -> None:
    from jsonschema import Draft202012Validator

    for name, schema in all_schemas():
        Draft202012Validator.check_schema(schema)
        assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
        assert schema["$id"] == f"urn:pbem:schema:{name}:1"


def test_every_schema_needs_no_other_file() -> None:
    """Whatever is referred to stands in the same file, so that a plain validator is told of nothing else. A table alone
    refers to the parts of its modules, which are files of their own."""
    from pbem.store.schema_writer import _refs

    parts = {schema["$id"] for name, schema in all_schemas() if name.startswith("part-")}
    for file, schema in all_schemas():
        inside = {name: part for name, part in schema.get("$defs", {}).items() if "$id" in part}
        own = {**schema, "$defs": {name: part for name, part in schema.get("$defs", {}).items() if name not in inside}}
        ids = {part["$id"] for part in inside.values()} | (parts if file.startswith("table-") else set())
        for resource in (own, *inside.values()):
            for ref in _refs(resource):
                assert ref in ids or ref.removeprefix("#/$defs/") in resource["$defs"], ref


def test_the_game_schema_names_the_table_of_each_title() -> None:
    from pbem.core.titles import SHIPPED

    game = schemas.read_schema("game")
    tables = [part for part in game["allOf"] if "rules" not in part["if"]["properties"]]
    named = {part["if"]["properties"]["title"]["const"]: part["then"] for part in tables}
    assert set(named) == set(SHIPPED)
    for title, then in named.items():
        assert then["properties"]["table"]["$ref"] == f"urn:pbem:schema:table-{title}:1"
    assert set(game["required"]) == set(game["properties"])


def test_procedures_are_told_apart_by_kind() -> None:
    from pbem.core.titles import get_title

    schema = table_schema(get_title("toy"))
    procedure = schema["$defs"]["Procedure"]
    assert "oneOf" not in json.dumps(schema)
    assert procedure["properties"]["kind"]["enum"] == ["toy.game", "toy.night", "toy.thanks", "toy.turn"]
    assert len(procedure["allOf"]) == 4
    assert schema["properties"]["owed"]["items"] == {"$ref": "#/$defs/Procedure"}


def verdicts(document: Any) -> set[bool]:
    """By jsonschema-rs, by our validator, and by plain jsonschema."""
    from jsonschema import Draft202012Validator

    fast = schemas.fast_check("game", "toy")
    assert fast is not None
    plain = Draft202012Validator(schemas.schema_for("game", "toy"))
    return {fast(document), schemas.slow_validator("game", "toy").is_valid(document), plain.is_valid(document)}


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Any:
    home = Home(tmp_path_factory.mktemp("schemas"), {})
    new_game(home)
    for _ in range(5):
        loaded = play_one(home)
    return loaded.doc


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path] if path else []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        found += places(item, (*path, key))
    return found


ODD = [None, True, 0, -1, 7, 10**9, "", "x", "toy.night", "running", [], ["x"], {}, {"kind": "toy.game"}, {"x": 1}]


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(data=st.data())
def test_all_checkers_agree_on_mutated_files(sample: Any, data: st.DataObject) -> None:
    document = copy.deepcopy(sample)
    for _ in range(data.draw(st.integers(1, 2))):
        path = data.draw(st.sampled_from(places(document)))
        place = document
        for key in path[:-1]:
            place = place[key]
        how = data.draw(st.sampled_from(["put", "cut", "add", "kind"]))
        if how == "cut":
            del place[path[-1]]
        elif how == "add" and isinstance(place, dict):
            place["strange"] = data.draw(st.sampled_from(ODD))
        elif how == "kind" and isinstance(place, dict) and "kind" in place:
            place["kind"] = data.draw(st.sampled_from([*ODD, "toy.turn"]))
        else:
            place[path[-1]] = copy.deepcopy(data.draw(st.sampled_from(ODD)))
    assert len(verdicts(document)) == 1
    problem = schemas.schema_problem(document, "game", "toy")
    assert (problem is None) == schemas.is_valid(document, "game", "toy")
    assert problem is None or (problem.isprintable() and len(problem) < 400 and ": " in problem)


def test_the_sound_file_is_sound_for_all(sample: Any) -> None:
    assert verdicts(sample) == {True}


@pytest.mark.parametrize("text", ["karnak\n", "karnak", "Karnak", "k٣"])
def test_patterns_mean_the_same_for_all(sample: Any, text: str) -> None:
    document = {**sample, "id": text}
    fast = schemas.fast_check("game", "toy")
    assert fast is not None
    assert fast(document) == schemas.slow_validator("game", "toy").is_valid(document) == (text == "karnak")


def test_without_jsonschema_rs_the_verdict_is_the_same(
    home: Home, game: Loaded, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "jsonschema_rs", None)
    schemas.fast_check.cache_clear()
    try:
        assert schemas.fast_check("game", "toy") is None
        assert play_one(home).entry == 2
        assert schemas.schema_problem({**game.doc, "entry": -1}, "game", "toy") == "entry: -1 is less than 0"
    finally:
        schemas.fast_check.cache_clear()


def test_loading_the_store_loads_nothing_heavy() -> None:
    import subprocess

    code = "import sys, pbem.store.files, pbem.store.spool; print([m for m in %r if m in sys.modules])"
    heavy = ("jsonschema", "jsonschema_rs", "sqlite3", "asyncio", "tomllib", "logging", "pbem.titles.tekhenu")
    out = subprocess.run([sys.executable, "-c", code % (heavy,)], capture_output=True, text=True, check=True)
    assert out.stdout == "[]\n"


def test_a_mail_is_stored_without_loading_anything() -> None:
    import subprocess

    code = "import sys, pbem.store.spool; print([m for m in ('pydantic', 'email', 'pbem.core') if m in sys.modules])"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout == "[]\n"
