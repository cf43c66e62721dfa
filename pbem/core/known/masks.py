"""What everybody knows of a table, in the order in which the models declare their fields; what is hidden is left out.

The same facts as in `pbem.core.known.facts`, as the views of form 2 have them (ADR 20).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from pydantic_core import to_json

from pbem.core.known.facts import plain_kind
from pbem.core.table import Known

if TYPE_CHECKING:
    from pbem.core.table import Model, Table

Values = dict[str, Any]
Tell = Callable[[Any], Any]
Row = tuple[str, Tell | None, bool]
"""A field that is told, how if not as it is, and whether it is told while it is 0 or empty."""

_rows: dict[type, list[Row]] = {}


def known_bytes(table: Table) -> bytes | None:
    """Write what everybody knows of a table; None if it, or a module in its box, does not say what is known of it."""
    return to_json(completed(table, told(table))) if is_told(table) else None


def is_told(table: Table) -> bool:
    """Tell whether a table, and every module in its box, says what is known of it."""
    parts = table.parts
    return type(table).known is not None and not (parts and any(type(part).known is None for part in parts.values()))


def completed(table: Table, values: Values) -> Values:
    """Put behind the fields of a table which procedures run and what is known of its parts."""
    known, parts = type(table).known, table.parts
    phases = known.phases if known is not None else ()
    running = [frame.kind for frame in table.stack if frame.kind in phases] if phases else None
    if running:
        values["running"] = running
    if parts:
        values["parts"] = {name: told(parts[name]) for name in sorted(parts)}
    return values


def told(model: Model) -> Values:
    """Return what is known of a model."""
    kind = type(model)
    return told_of(model.__dict__, _rows.get(kind) or rows_of(kind))


def told_of(own: Values, rows: Iterable[Row]) -> Values:
    """Return what rows tell of a model's values. Leave out empty ones; 0 is a number, and what every table must have is
    never empty."""
    values = {}
    for name, tell, always in rows:
        value = own[name]
        if value or (always and value is not None):
            values[name] = value if tell is None else tell(value)
    return values


def rows_of(kind: type[Model]) -> list[Row]:
    """Work out once how what is known of a kind of model is told."""
    known = kind.known or Known()  # of whoever does not say, nothing is told
    names = {*known.open, *known.nested, *known.loose, *known.counted}
    if "stack" in kind.model_fields:  # a table
        names.add("seats")
    rows = _rows[kind] = [
        (name, _tell(known, name, info.annotation), plain_kind(info.annotation)[0] is int or info.is_required())
        for name, info in kind.model_fields.items()
        if name in names
    ]
    return rows


def _tell(known: Known, name: str, annotation: Any) -> Tell | None:
    """Say how one field is told."""
    plain = str(plain_kind(annotation)[0])
    if name in known.loose:
        return sorted
    if name in known.counted:
        return _counts if "dict" in plain else len
    if name not in known.nested:
        return None
    if plain.startswith("dict"):
        return _as_they_stand if name in known.ordered else in_order
    return _listed if plain.startswith("list") else told


def _counts(piles: dict[str, list[Any]]) -> dict[str, int]:
    return {name: len(pile) for name, pile in piles.items()}


def in_order(models: dict[str, Model]) -> Values:
    """Return what is known of models, in the order of their names."""
    return {name: told(models[name]) for name in sorted(models)}


def _as_they_stand(models: dict[str, Model]) -> Values:
    return {name: told(model) for name, model in models.items()}


def _listed(models: list[Model]) -> list[Values]:
    return [told(model) for model in models]
