"""Writing the JSON Schemas from the models: `python -m pbem.store.schemas`.

The models are the one truth; the files in `schemas/` are made from them and compared by a test. A tagged union is
written as a discriminator plus `if`/`then` for each kind, so that our checker can go straight to the right kind and
everybody else's gives a message about the fault instead of "not valid under any of the given schemas".
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from pbem.core.procedures import BASE, REGISTRY, Procedure
from pbem.core.titles import SHIPPED, Title, get_title
from pbem.engine.gamefile import Entry, GameFile

DRAFT = "https://json-schema.org/draft/2020-12/schema"
VERSION = 1
PROCEDURE = "#/$defs/Procedure"
_PROCEDURE_HERE = "x-procedure"
_PARTS_HERE = "x-parts"
MODULE = "x-module"
"""In a table's schema: the module in whose box a procedure is."""
TITLE_PATTERN = "^[a-z][a-z0-9-]{0,39}$"


def urn(name: str) -> str:
    return f"urn:pbem:schema:{name}:{VERSION}"


def table_name(title: str) -> str:
    """Name a title's table schema: `table-NAME.schema.json`."""
    return f"table-{title}"


class SchemaWriter(GenerateJsonSchema):
    """Pydantic's writer with our unions, without the titles it invents for fields, and with the stack's reference."""

    def generate_inner(self, schema: Any) -> JsonSchemaValue:
        written = super().generate_inner(schema)
        items = written.get("items")
        if isinstance(items, dict) and items.get("$ref") == PROCEDURE:
            # The writer looks up every reference it meets; this one is filled in afterwards.
            return {**written, "items": {_PROCEDURE_HERE: True}}
        return written

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def tagged_union_schema(self, schema: core_schema.TaggedUnionSchema) -> JsonSchemaValue:
        written = super().tagged_union_schema(schema)
        rule = written["discriminator"]
        return {**union(rule["propertyName"], rule["mapping"])}


def union(tag: str, kinds: Mapping[str, str]) -> dict[str, Any]:
    """Describe a union of objects told apart by a tag, as a discriminator plus if/then."""
    return {
        "type": "object",
        "required": [tag],
        "properties": {tag: {"enum": sorted(kinds)}},
        "discriminator": {"propertyName": tag, "mapping": dict(sorted(kinds.items()))},
        "allOf": [
            {"if": {"properties": {tag: {"const": kind}}, "required": [tag]}, "then": {"$ref": ref}}
            for kind, ref in sorted(kinds.items())
        ],
    }


def document(name: str, title: str, body: Mapping[str, Any]) -> dict[str, Any]:
    rest = {key: value for key, value in body.items() if key not in ("$defs", "title")}
    made = {"$schema": DRAFT, "$id": urn(name), "title": title, **rest}
    if body.get("$defs"):
        made["$defs"] = dict(sorted(body["$defs"].items()))
    return made


def part_name(title: str, module: str) -> str:
    """Name the schema of what a module keeps on the table: `part-TITLE-MODULE.schema.json`."""
    return f"part-{title}-{module}"


def part_schemas(title: Title) -> dict[str, dict[str, Any]]:
    """Return the schemas of what the title's modules keep on the table, by the module's name."""
    parts = {name: title.module(name).part for name in sorted(title.modules_at)}
    return {
        name: model_schema(part_name(title.name, name), f"What {name} keeps on the table of {title.full_name}", model)
        for name, model in parts.items()
        if model is not None
    }


def model_schema(name: str, title: str, model: type[Any]) -> dict[str, Any]:
    body = TypeAdapter(model).json_schema(schema_generator=SchemaWriter)
    return document(name, title, body)


def table_schema(title: Title) -> dict[str, Any]:
    """Write the schema of one title's table, with all procedures of all its modules that may lie on its stack."""
    parts = part_schemas(title)
    for name in title.modules_at:
        title.module(name)  # brings its procedures
    kinds = {kind: cls for kind, cls in sorted(REGISTRY.items()) if kind.startswith(f"{title.name}.")}
    inputs: list[tuple[str, Any, TypeAdapter[Any]]] = [("table", "validation", TypeAdapter(title.table_model))]
    inputs += [(kind, "validation", TypeAdapter(cls)) for kind, cls in kinds.items()]
    schemas, shared = TypeAdapter.json_schemas(inputs, schema_generator=SchemaWriter)
    defs: dict[str, Any] = dict(shared.get("$defs", {}))
    mapping: dict[str, str] = {}
    for kind in kinds:
        name = f"procedure:{kind}"
        defs[name] = _with_kind(kinds[kind], _follow(schemas[(kind, "validation")], defs))
        mapping[kind] = f"#/$defs/{name}"
    defs["Procedure"] = union("kind", mapping) if mapping else {"type": "object"}
    body = {**_follow(schemas[("table", "validation")], defs), "$defs": defs}
    body = _without_words(_fill(body, {name: {"$ref": schema["$id"]} for name, schema in parts.items()}))
    body["$defs"] = _used(body)
    return document(table_name(title.name), f"The table of {title.full_name}", body)


def outside_texts(title: Title) -> dict[str, str]:
    """Write the schemas of a title that is not shipped, for whose table there is no file, by their names."""
    return _outside_texts(title, frozenset(REGISTRY.items()))


@lru_cache(maxsize=4)
def _outside_texts(title: Title, registered: frozenset[Any]) -> dict[str, str]:
    parts = {part_name(title.name, module): text_of(part) for module, part in part_schemas(title).items()}
    return {table_name(title.name): text_of(table_schema(title)), **parts}


def _with_kind(cls: type[Procedure], body: Mapping[str, Any]) -> dict[str, Any]:
    """Describe a procedure as it lies in the file: its fields and its kind."""
    properties = {"kind": {"const": cls.kind}, **body.get("properties", {})}
    required = ["kind", *body.get("required", [])]
    module = {MODULE: cls.module} if cls.module != BASE else {}
    return {
        **body, "title": cls.kind, **module, "properties": properties, "required": required,
        "additionalProperties": False,
    }  # fmt: skip


def _follow(body: Mapping[str, Any], defs: Mapping[str, Any]) -> dict[str, Any]:
    """Find the object that a bare reference means."""
    ref = body.get("$ref")
    return dict(defs[ref.removeprefix("#/$defs/")]) if isinstance(ref, str) else dict(body)


def _fill(value: Any, parts: Mapping[str, Any]) -> Any:
    if isinstance(value, dict):
        if value.get(_PROCEDURE_HERE):
            return {"$ref": PROCEDURE}
        if value.get(_PARTS_HERE):
            return {"type": "object", "properties": dict(parts), "additionalProperties": False}
        return {key: _fill(item, parts) for key, item in value.items()}
    return [_fill(item, parts) for item in value] if isinstance(value, list) else value


def _without_words(value: Any) -> Any:
    """Leave the descriptions out: those of rules say nothing about the file, and change more often than it."""
    if isinstance(value, dict):
        return {
            key: _without_words(item)
            for key, item in value.items()
            if not (key == "description" and isinstance(item, str))
        }
    return [_without_words(item) for item in value] if isinstance(value, list) else value


def _refs(value: Any) -> Iterable[str]:
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        for item in value.values():
            yield from _refs(item)
    elif isinstance(value, list):
        for item in value:
            yield from _refs(item)


def _used(body: Mapping[str, Any]) -> dict[str, Any]:
    """Keep only the definitions that something refers to."""
    defs = body["$defs"]
    wanted: set[str] = set()
    queue = [ref for key, value in body.items() if key != "$defs" for ref in _refs(value)]
    while queue:
        name = queue.pop().removeprefix("#/$defs/")
        if name not in wanted and name in defs:
            wanted.add(name)
            queue += _refs(defs[name])
    return {name: defs[name] for name in defs if name in wanted}


def game_schema(titles: Iterable[str]) -> dict[str, Any]:
    """Describe the game file; the schema of its title, which stands inside under its own `$id`, describes its table.

    So a validator needs this one file and looks nothing up elsewhere.
    """
    names = list(titles)
    body = TypeAdapter(GameFile).json_schema(schema_generator=_WithoutTable)
    body["properties"]["title"] = {"type": "string", "pattern": TITLE_PATTERN}
    body["allOf"] = [for_title(name) for name in names]
    body["$defs"] = _used({**body, "$defs": body["$defs"]})
    for name in names:
        title = get_title(name)
        parts = part_schemas(title)
        body["$defs"][table_name(name)] = table_schema(title)
        body["$defs"] |= {part_name(name, module): schema for module, schema in parts.items()}
        body["allOf"] += [for_part(name, module) for module in parts]
    body["required"] = list(body["properties"])
    return document("game", "A game of pbem", body)


def for_title(name: str) -> dict[str, Any]:
    return {
        "if": {"properties": {"title": {"const": name}}, "required": ["title"]},
        "then": {"properties": {"table": {"$ref": urn(table_name(name))}}},
    }


def for_part(title: str, module: str) -> dict[str, Any]:
    """Require that a game that is pinned to a module has that module's part on its table."""
    pinned = {"properties": {"modules": {"contains": {"const": module}}}, "required": ["modules"]}
    return {
        "if": {"properties": {"title": {"const": title}, "rules": pinned}, "required": ["title", "rules"]},
        "then": {
            "properties": {"table": {"properties": {"parts": {"required": [module]}}, "required": ["parts"]}},
        },
    }


class _WithoutTable(SchemaWriter):
    """The game file's own part: whatever model stands in `table`, the title's schema speaks of it."""

    def model_schema(self, schema: core_schema.ModelSchema) -> JsonSchemaValue:
        written = super().model_schema(schema)
        if schema["cls"] is GameFile:
            written["properties"]["table"] = {"type": "object"}
        return written


def all_schemas() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every schema that is checked in, with its file name without the ending."""
    from pbem.engine.deals import Invitation
    from pbem.store.roster import Roster
    from pbem.store.settings import Settings

    yield "game", game_schema(sorted(SHIPPED))
    yield "journal", model_schema("journal", "One line of a journal of pbem", Entry)
    yield "invitation", model_schema("invitation", "An invitation to a game of pbem", Invitation)
    yield "roster", model_schema("roster", "The players on file", Roster)
    yield "settings", model_schema("settings", "The settings in pbem.toml", Settings)
    for name in sorted(SHIPPED):
        title = get_title(name)
        yield table_name(name), table_schema(title)
        yield from ((part_name(name, module), schema) for module, schema in part_schemas(title).items())


def text_of(schema: Mapping[str, Any]) -> str:
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
