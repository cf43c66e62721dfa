"""A table written again and again: its JSON, and what everybody knows of it, as a replay compares them.

Most pieces on a map stay where they are from one entry to the next. They are never changed, only replaced
(`pbem.core.table.Piece`), so whoever wrote them before knows them by sight and need not write them again. The bytes are
those that the table's own serialiser and `pbem.core.masks` write in one go.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, get_args, get_origin

from pydantic_core import SchemaSerializer, core_schema, to_json

from pbem.core.masks import completed, fields_of, is_told, known_bytes, of_fields, schema_of, veiled_fields
from pbem.core.records import record
from pbem.core.table import Piece, table_bytes

if TYPE_CHECKING:
    from pbem.core.masks import Schema
    from pbem.core.table import Table


@record()
class Map:
    """A field of a table that holds pieces by their places: how it is written, and how what is known of it."""

    name: str
    mark: bytes
    """Stands for it in the JSON of the rest; no table holds such a text."""
    write: SchemaSerializer
    mask: SchemaSerializer


@record()
class Manner:
    """How tables of one kind are written: everything but their maps, what is known of that, and the maps."""

    rest: SchemaSerializer
    mask: SchemaSerializer
    maps: list[Map]


_manners: dict[type, Manner | None] = {}


def _is_map(model: type[Table], name: str) -> bool:
    kind = model.model_fields[name].annotation
    return get_origin(kind) is dict and isinstance(get_args(kind)[1], type) and issubclass(get_args(kind)[1], Piece)


def _stand_in(name: str, pieces: object) -> str:
    """Return what is written in place of a map."""
    return f"\x00{name}"


def _marked(fields: Schema, names: list[str]) -> Schema:
    """Let a mark be written in place of each of these fields."""
    marked = dict(fields)
    for name in names:
        told = core_schema.plain_serializer_function_ser_schema(partial(_stand_in, name))
        marked[name] = {**fields[name], "schema": core_schema.any_schema(serialization=told)}
    return marked


def _manner(model: type[Table]) -> Manner | None:
    """Work out once how tables of a kind are written; None if they hold no maps."""
    nested = model.known.nested if model.known is not None else ()
    names = [name for name in nested if _is_map(model, name)]
    own = schema_of(model)
    if not names or own["type"] != "model":
        return None
    open_fields, told_fields = fields_of(own), veiled_fields(model)
    maps = [
        Map(
            name,
            to_json(_stand_in(name, None)),
            SchemaSerializer(open_fields[name]["schema"]),
            SchemaSerializer(told_fields[name]["schema"]),
        )
        for name in names
    ]
    rest, mask = (SchemaSerializer(of_fields(_marked(fields, names))) for fields in (open_fields, told_fields))
    return Manner(rest, mask, maps)


class Scribe:
    """Writes one table after each change."""

    def __init__(self, model: type[Table]) -> None:
        if model not in _manners:
            _manners[model] = _manner(model)
        self._manner = _manners[model]
        self._seen: dict[str, tuple[list[Any], bytes, bytes]] = {}
        """The pieces of each map when it was written last, and how it was."""

    def write(self, table: Table) -> tuple[bytes, bytes | None]:
        """Write a table, and what everybody knows of it; None for that if the title does not say."""
        manner = self._manner
        if manner is None or not is_told(table):
            return table_bytes(table), known_bytes(table)
        written, told = manner.rest.to_json(table), manner.mask.to_json(table)
        for each in manner.maps:
            pieces = list(table.__dict__[each.name].items())
            seen = self._seen.get(each.name)
            if seen is None or seen[0] != pieces:
                value = table.__dict__[each.name]
                seen = self._seen[each.name] = pieces, each.write.to_json(value), each.mask.to_json(value)
            written, told = written.replace(each.mark, seen[1]), told.replace(each.mark, seen[2])
        return written, completed(table, told)
