"""What everybody knows of a table, as ids and numbers: the spectator's view without words and pictures.

A table, a part of a module and every model in them declare it beside their fields (`Model.known`). What is not named
there is told to nobody. The facts of a table stand under each entry's hash (`view`), so that a copy without secrets can
prove its boards; `lay` puts a table on the desk again that has these facts and nothing hidden, and from that a title
makes the spectator's view as from any other.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from json import dumps
from typing import Any, ClassVar, Union, get_args, get_origin

from pbem.core.records import record
from pbem.core.table import Live, Model, Table

UNKNOWN = "?"
"""Stands for a hidden thing of which only the number is known."""


@record()
class Mark:
    """Stands on a laid table for a procedure that runs; everything else of it is nobody's business."""

    kind: str
    step: ClassVar[str] = ""


def facts_of(table: Table) -> dict[str, Any] | None:
    """Return the facts of a table in JSON values; None if it, or a module in its box, does not say what is known of
    it."""
    known = type(table).known
    if known is None or any(type(part).known is None for part in table.parts.values()):
        return None
    found = facts(table)
    running = [frame.kind for frame in table.stack if frame.kind in known.phases]
    if running:
        found["running"] = running
    if table.parts:
        found["parts"] = {name: facts(table.parts[name]) for name in sorted(table.parts)}
    found["seats"] = table.seats
    return {name: found[name] for name in sorted(found)}


def facts(model: Model) -> dict[str, Any]:
    """Tell what is known of one model, all keys in the order of their names. Leave out empty fields; 0 is a number."""
    kind = type(model)
    plan = _plans.get(kind) or _plan(kind)
    own = model.__dict__
    found: dict[str, Any] = {}
    for name, tell in plan:
        value = own[name]
        if value or type(value) is int:
            found[name] = value if tell is None else tell(value)
    return found


def _pairs(value: dict[str, Any]) -> list[Any]:
    return list(value.items())


def _deep(value: Any) -> Any:
    if isinstance(value, dict):
        return [(key, _deep(each)) for key, each in value.items()]
    return [_deep(each) for each in value] if isinstance(value, list) else value


def _model_pairs(value: dict[str, Any]) -> list[Any]:
    return [(key, facts(each)) for key, each in value.items()]


def _models(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: facts(value[key]) for key in sorted(value)}
    return [facts(each) for each in value] if isinstance(value, list) else facts(value)


def _counts(value: Any) -> Any:
    return [(key, len(pile)) for key, pile in value.items()] if isinstance(value, dict) else len(value)


def _open(kind: Any) -> Tell | None:
    """Say how a field that is known as it is must be told; tell dicts of dicts pair by pair, too."""
    plain, _ = plain_kind(kind)
    if "dict" not in str(plain):
        return None
    shallow = get_origin(plain) is dict and "dict" not in str(get_args(plain))
    return _pairs if shallow else _deep


Tell = Callable[[Any], Any]
_plans: dict[type, list[tuple[str, Tell | None]]] = {}


def _plan(kind: type[Model]) -> list[tuple[str, Tell | None]]:
    """Work out once how each field is told."""
    known = kind.known
    assert known is not None, f"{kind.__name__} does not say what is known of it"
    how: dict[str, Tell | None] = {name: _open(kind.model_fields[name].annotation) for name in known.open}
    how |= dict.fromkeys(known.nested, _models) | dict.fromkeys(known.loose, sorted)
    how |= dict.fromkeys(known.ordered, _model_pairs)
    how |= dict.fromkeys(known.counted, _counts)
    plan = _plans[kind] = sorted(how.items())
    return plan


# -- laying ------------------------------------------------------------------------------------------------------------


def lay(model: type[Table], told: Mapping[str, Any], live: Live | None) -> Table:
    """Lay a table of which everybody knows these facts, with nothing hidden on it; ValueError if it is none."""
    raw = dict(told)
    running, seats, parts = raw.pop("running", []), raw.pop("seats", None), raw.pop("parts", {})
    if not isinstance(running, list) or not isinstance(parts, dict):
        raise ValueError("these are no facts of a table")
    values = _values(model, raw)
    values["seats"] = seats
    values["parts"] = {name: _values(_part(model, name), part) for name, part in parts.items()}
    table = model.model_validate_json(dumps(values))
    phases = model.known.phases if model.known else ()
    if not set(running) <= set(phases):
        raise ValueError("the procedures that run are not those of the title")
    table.stack = [Mark(kind) for kind in running]  # type: ignore[misc]
    table.live = live
    return table


def overlaid(below: dict[str, Any], laid: Model) -> dict[str, Any]:
    """Lay what everybody knows of a model over its JSON: what is hidden stays."""
    known, above = type(laid).known, laid.model_dump(mode="json")
    assert known is not None
    shown = {name: above[name] for name in known.open if name in above}
    inner = {name: _overlaid(below.get(name), getattr(laid, name), above.get(name)) for name in known.nested}
    loose = {name: above[name] for name in known.loose if sorted(above[name]) != sorted(below[name])}
    parts = {name: overlaid(below["parts"][name], part) for name, part in getattr(laid, "parts", {}).items()}
    whole = {name: value for name, value in below.items() if name not in known.open}
    return {**whole, **shown, **inner, **loose, **({"parts": parts} if parts else {})}


def _overlaid(below: Any, laid: Any, above: Any) -> Any:
    if isinstance(laid, dict) and isinstance(below, dict):
        return {key: overlaid(below[key], each) if key in below else above[key] for key, each in laid.items()}
    return above


def _part(model: type[Table], name: str) -> type[Model]:
    if name not in model.part_models:
        raise ValueError(f"unknown part {name!r:.40}")
    return model.part_models[name]


def _values(model: type[Model], told: Mapping[str, Any]) -> dict[str, Any]:
    """Read the fields of a model from its facts: what is not told is empty, what is hidden is unknown."""
    known = model.known
    if known is None or not isinstance(told, Mapping):
        raise ValueError(f"{model.__name__}: nothing is known of it")
    names = {*known.open, *known.nested, *known.loose, *known.counted}
    strange = set(told) - names
    if strange:
        raise ValueError(f"{model.__name__}: {min(strange)!r:.40} is not among its facts")
    values: dict[str, Any] = {}
    for name in names:
        kind = model.model_fields[name].annotation
        if name not in told:
            values[name] = _empty(kind)
        elif name in known.counted:
            values[name] = _unknown(kind, told[name])
        elif name in known.nested:
            values[name] = _inner(kind, _from_pairs(told[name]) if name in known.ordered else told[name])
        else:
            values[name] = _read(kind, told[name])
    return values


def plain_kind(kind: Any) -> tuple[Any, bool]:
    """Return a type without `None`, and whether that was among it."""
    if get_origin(kind) in (Union, types.UnionType):
        others = [each for each in get_args(kind) if each is not type(None)]
        return others[0], len(others) < len(get_args(kind))
    return kind, False


def _empty(kind: Any) -> Any:
    plain, optional = plain_kind(kind)
    if optional:
        return None
    origin = get_origin(plain) or plain
    return origin() if origin in (list, dict, int, str, bool) else ""


def _unknown(kind: Any, number: Any) -> Any:
    if get_origin(kind) is dict:
        return {key: _unknown(get_args(kind)[1], each) for key, each in _from_pairs(number).items()}
    if not isinstance(number, int) or not 0 <= number <= 10_000:
        raise ValueError("that is no number of things")
    inner = (get_args(kind) or (str,))[0]
    return [0 if inner is int else UNKNOWN] * number


def _read(kind: Any, told: Any) -> Any:
    """Read a field that is told as it is, its pairs made dicts again."""
    plain, _ = plain_kind(kind)
    origin, args = get_origin(plain), get_args(plain)
    if origin is dict:
        return {key: _read(args[1], each) for key, each in _from_pairs(told).items()}
    if origin is list and isinstance(told, list) and "dict" in str(args):
        return [_read(args[0], each) for each in told]
    return told


def _from_pairs(told: Any) -> dict[str, Any]:
    if not isinstance(told, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in told):
        raise ValueError("these are no pairs")
    return {str(pair[0]): pair[1] for pair in told}


def _inner(kind: Any, told: Any) -> Any:
    plain, _ = plain_kind(kind)
    origin, args = get_origin(plain), get_args(plain)
    if origin is dict and isinstance(told, dict):
        return {key: _values(args[1], each) for key, each in told.items()}
    if origin is list and isinstance(told, list):
        return [_values(args[0], each) for each in told]
    return _values(plain, told)
