"""The bytes of what everybody knows of a table: the table's own JSON with everything hidden masked.

The same facts as in `pbem.core.facts`, in the order in which the models declare their fields. The serialiser of the
table writes them in one go, and a replay, which compares them after every entry, pays half of what it pays for facts
made one by one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import is_, not_
from typing import TYPE_CHECKING, Any

from pydantic_core import SchemaSerializer, core_schema, to_json

from pbem.core.facts import plain_kind
from pbem.core.table import Known

if TYPE_CHECKING:
    from pbem.core.table import Model, Table

Schema = dict[str, Any]
_masks: dict[type, SchemaSerializer] = {}


def known_bytes(table: Table) -> bytes | None:
    """Write what everybody knows of a table; None if it, or a module in its box, does not say what is known of it."""
    return completed(table, _masked(table)) if is_told(table) else None


def is_told(table: Table) -> bool:
    """Tell whether a table, and every module in its box, says what is known of it."""
    parts = table.parts
    return type(table).known is not None and not (parts and any(type(part).known is None for part in parts.values()))


def completed(table: Table, written: bytes) -> bytes:
    """Put behind the fields of a table which procedures run and what is known of its parts."""
    known, parts = type(table).known, table.parts
    phases = known.phases if known is not None else ()
    running = [frame.kind for frame in table.stack if frame.kind in phases] if phases else None
    if running:
        written = written[:-1] + b',"running":' + to_json(running) + b"}"
    if parts:
        told = [to_json(name) + b":" + _masked(parts[name]) for name in sorted(parts)]
        written = written[:-1] + b',"parts":{' + b",".join(told) + b"}}"
    return written


def _masked(model: Model) -> bytes:
    mask = _masks.get(type(model)) or _mask(type(model))
    return mask.to_json(model)


def _mask(kind: type[Model]) -> SchemaSerializer:
    """Build the serialiser of what is known of a model, once."""
    mask = _masks[kind] = SchemaSerializer(_veiled(schema_of(kind)))
    return mask


def schema_of(kind: type[Model]) -> Schema:
    """Return the schema by which pydantic writes a model."""
    kind.model_rebuild()
    return kind.__pydantic_core_schema__  # type: ignore[return-value]


def veiled_fields(kind: type[Model]) -> Schema:
    """Return the fields of a model as they are written of what is known of it; its schema must be that of a model."""
    return fields_of(_veiled_model(schema_of(kind)))


def fields_of(schema: Schema) -> Schema:
    """Find the fields in the schema of a model."""
    while schema["type"] != "model-fields":
        schema = schema["schema"]
    fields: Schema = schema["fields"]
    return fields


def of_fields(fields: Schema) -> Schema:
    """Return the schema of a model that has these fields."""
    return {"type": "model", "cls": _Anything, "schema": core_schema.model_fields_schema(fields)}


def _veiled(schema: Any) -> Any:
    """Copy a schema with every model in it that says what is known of it reduced to that."""
    if isinstance(schema, list):
        return [_veiled(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if schema.get("type") == "model":
        return _veiled_model(schema)
    return {name: _veiled(each) for name, each in schema.items()}


class _Anything:
    """Stands for the class in the schema of a masked model: for the class itself pydantic takes the serialiser that it
    has already, which hides nothing."""


def _veiled_model(schema: Schema) -> Schema:
    kind: type[Model] = schema["cls"]
    known = kind.known or Known()  # of whoever does not say, nothing is told
    names = {*known.open, *known.nested, *known.loose, *known.counted}
    if "stack" in kind.model_fields:  # a table
        names.add("seats")
    fields = {name: _field(kind, known, name, field) for name, field in fields_of(schema).items() if name in names}
    masked = of_fields(fields)
    return {**masked, "ref": schema["ref"]} if "ref" in schema else masked


def _field(kind: type[Model], known: Known, name: str, field: Schema) -> Any:
    """Cut one field to what is known. Leave it out while it is empty; 0 is a number, and what every table must
    have is never empty."""
    plain, optional = plain_kind(kind.model_fields[name].annotation)
    tell: Callable[[Any], Any] | None = None
    schema: Any = None if name in (*known.loose, *known.counted) else _veiled(field["schema"])
    if name in known.loose:
        tell = sorted
    elif name in known.counted:
        tell = _counts if "dict" in str(plain) else len
    elif name in known.nested and name not in known.ordered and str(plain).startswith("dict"):
        tell = _in_order
    if tell is not None:
        told = core_schema.plain_serializer_function_ser_schema(tell, return_schema=schema)
        schema = core_schema.any_schema(serialization=told)
    empty: Callable[[Any], bool] | None = not_
    if plain is int:
        empty = partial(is_, None) if optional else None
    elif kind.model_fields[name].is_required():
        empty = None
    return core_schema.model_field(schema, serialization_exclude_if=empty)


def _counts(piles: dict[str, list[Any]]) -> dict[str, int]:
    return {name: len(pile) for name, pile in piles.items()}


def _in_order(models: dict[str, Any]) -> dict[str, Any]:
    return {name: models[name] for name in sorted(models)}
