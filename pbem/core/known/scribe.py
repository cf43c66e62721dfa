"""A table written again and again: its JSON, and what everybody knows of it, as a replay compares both.

orjson writes plain values in a third of the time in which the table's own serialiser writes models (ADR 22). Most
pieces on a map stay where they are from one entry to the next. They are never changed, only replaced
(`pbem.core.table.Piece`), so whoever wrote them before knows them by sight and need not write them again. The bytes are
those of `table_bytes` and `known_bytes`; a table that holds anything but plain values is left to them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args, get_origin

from orjson import OPT_PASSTHROUGH_DATACLASS, OPT_PASSTHROUGH_DATETIME, OPT_PASSTHROUGH_SUBCLASS, Fragment, dumps
from pydantic import BaseModel, PlainSerializer, WrapSerializer

from pbem.core.known.masks import Values, completed, in_order, is_told, known_bytes, rows_of, told_of
from pbem.core.procedures import Procedure, dump_frame
from pbem.core.records import record
from pbem.core.table import Piece, Table, table_bytes

Form = Callable[[Any], Values]

PLAIN = OPT_PASSTHROUGH_DATACLASS | OPT_PASSTHROUGH_DATETIME | OPT_PASSTHROUGH_SUBCLASS
"""Nothing is written in orjson's own way: a frame has a kind, and pydantic writes a time otherwise."""

_forms: dict[type, Form] = {}
"""How each kind of thing on a table becomes plain values."""


def _values(thing: Any) -> Values:
    """Return a thing on a table as plain values."""
    form = _forms.get(type(thing)) or _form(type(thing))
    return form(thing)


def _form(kind: type) -> Form:
    """Say once how things of a kind become plain values."""
    if issubclass(kind, Procedure):
        form: Form = dump_frame
    elif issubclass(kind, BaseModel) and not _has_its_own_manner(kind):
        form = _form_of_model(kind)
    else:
        raise TypeError(kind.__name__)
    _forms[kind] = form
    return form


def _has_its_own_manner(kind: type[BaseModel]) -> bool:
    """Tell whether a model says how some of its fields are written; of a table's own fields that is known here."""
    said, ours = kind.__pydantic_decorators__, Table.model_fields if issubclass(kind, Table) else ()
    return bool(said.field_serializers or said.model_serializers or said.computed_fields) or any(
        isinstance(note, PlainSerializer | WrapSerializer)
        for name, info in kind.model_fields.items()
        if name not in ours
        for note in info.metadata
    )


def _form_of_model(kind: type[BaseModel]) -> Form:
    """Leave out what stands in no file, and what is left out while it is empty."""
    never = [name for name, info in kind.model_fields.items() if info.exclude]
    empty = [(name, info.exclude_if) for name, info in kind.model_fields.items() if info.exclude_if is not None]
    if not never and not empty:
        return _own

    def form(model: BaseModel) -> Values:
        values = model.__dict__.copy()
        for name in never:
            del values[name]
        for name, is_left_out in empty:
            if is_left_out(values[name]):
                del values[name]
        return values

    return form


def _own(model: BaseModel) -> Values:
    return model.__dict__


@record()
class Seen:
    """A map as it was written last: its places, its pieces, and how they and what is known of them are written."""

    places: list[str]
    pieces: list[Any]
    written: Fragment
    told: Fragment


def _is_map(annotation: Any) -> bool:
    kinds = get_args(annotation)
    return get_origin(annotation) is dict and isinstance(kinds[1], type) and issubclass(kinds[1], Piece)


class Scribe:
    """Writes one table after each change."""

    def __init__(self, model: type[Table]) -> None:
        nested = model.known.nested if model.known is not None else ()
        self._maps = [name for name in nested if _is_map(model.model_fields[name].annotation)]
        self._rows = [(name, None if name in self._maps else tell, always) for name, tell, always in rows_of(model)]
        self._seen: dict[str, Seen] = {}
        self._quick: bool | None = None
        """Whether orjson writes tables of this kind as they write themselves; None while that was not tried."""

    def write(self, table: Table) -> tuple[bytes, bytes | None]:
        """Write a table, and what everybody knows of it; None for that if the title does not say."""
        if self._quick is False or not is_told(table):
            return by_itself(table)
        try:
            written = self._write(table)
        except TypeError:  # something that is no plain value
            self._quick = False
            return by_itself(table)
        if self._quick is None:
            self._quick = written == by_itself(table)
            return self.write(table)
        return written

    def _write(self, table: Table) -> tuple[bytes, bytes]:
        own = table.__dict__
        maps = [(name, self._look(name, own[name])) for name in self._maps]
        values, told = _values(table), told_of(own, self._rows)  # new dicts: `live` stands in no file
        for name, seen in maps:
            values[name] = seen.written
            if name in told:
                told[name] = seen.told
        return dumps(values, _values, PLAIN), dumps(completed(table, told), _values, PLAIN)

    def _look(self, name: str, things: dict[str, Any]) -> Seen:
        """Look at a map, and write it if it is another one."""
        seen, places, pieces = self._seen.get(name), list(things), list(things.values())
        if seen is None or seen.pieces != pieces or seen.places != places:
            written, told = dumps(things, _values, PLAIN), dumps(in_order(things), _values, PLAIN)
            seen = self._seen[name] = Seen(places, pieces, Fragment(written), Fragment(told))
        return seen


def by_itself(table: Table) -> tuple[bytes, bytes | None]:
    """Write a table, and what everybody knows of it, in one go."""
    return table_bytes(table), known_bytes(table)
