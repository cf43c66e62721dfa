"""One sentence for what a checker found: `table.seats[2].gold: -1 is less than 0`.

Neither jsonschema's nor pydantic's own wording is stable or short, so it is made here from the kind of the fault.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from pbem.store.reading import path_text, shorten, shown

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError as SchemaError
    from pydantic import ValidationError as ModelError

TYPES = {
    "integer": "a whole number",
    "number": "a number",
    "string": "a text",
    "boolean": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}


def listed(values: Sequence[Any], most: int = 12) -> str:
    words = [str(value) if isinstance(value, str) else shown(value) for value in values]
    return ", ".join(words[:most]) + (", ..." if len(words) > most else "")


def _type(value: Any, wanted: Any) -> str:
    kinds = [wanted] if isinstance(wanted, str) else list(wanted)
    return f"{shown(value)} is not {' or '.join(TYPES.get(kind, kind) for kind in kinds)}"


_SENTENCES: dict[str, Callable[[Any, Any], str]] = {
    "minimum": lambda value, limit: f"{shown(value)} is less than {limit}",
    "maximum": lambda value, limit: f"{shown(value)} is greater than {limit}",
    "exclusiveMinimum": lambda value, limit: f"{shown(value)} is not greater than {limit}",
    "exclusiveMaximum": lambda value, limit: f"{shown(value)} is not less than {limit}",
    "minItems": lambda value, limit: f"{len(value)} entries are fewer than {limit}",
    "maxItems": lambda value, limit: f"{len(value)} entries are more than {limit}",
    "minLength": lambda value, limit: f"{shown(value)} is shorter than {limit} characters",
    "maxLength": lambda value, limit: f"{shown(value)} is longer than {limit} characters",
    "minProperties": lambda value, limit: f"{len(value)} keys are fewer than {limit}",
    "maxProperties": lambda value, limit: f"{len(value)} keys are more than {limit}",
    "enum": lambda value, allowed: f"{shown(value)} is none of {listed(allowed)}",
    "const": lambda value, only: f"{shown(value)} is not {shown(only)}",
    "pattern": lambda value, pattern: f"{shown(value)} does not have the form {pattern}",
    "uniqueItems": lambda value, _: "an entry stands twice",
    "type": _type,
}


def schema_sentence(error: SchemaError) -> str:
    """Tell path and reason of one error of jsonschema."""
    path: list[str | int] = list(error.absolute_path)
    rule = str(error.validator)
    instance: Any = error.instance
    if rule == "required":
        wanted: Any = error.validator_value
        missing = next(key for key in wanted if key not in instance)
        return f"{path_text([*path, missing])}: missing"
    if rule in ("additionalProperties", "unevaluatedProperties"):
        known = error.schema.get("properties", {}) if isinstance(error.schema, dict) else {}
        strange = next((key for key in instance if key not in known), None)
        if strange is not None and error.validator_value is False:
            return f"{path_text([*path, strange])}: unknown key"
    sentence = _SENTENCES.get(rule)
    why = sentence(error.instance, error.validator_value) if sentence else shorten(error.message, 160)
    return f"{path_text(path)}: {why}"


_LIMITS = {
    "greater_than_equal": ("ge", "is less than"),
    "less_than_equal": ("le", "is greater than"),
    "greater_than": ("gt", "is not greater than"),
    "less_than": ("lt", "is not less than"),
}
_KINDS = {
    "int_type": "integer",
    "int_from_float": "integer",
    "string_type": "string",
    "bool_type": "boolean",
    "list_type": "array",
    "dict_type": "object",
    "model_type": "object",
}


def model_sentence(error: ModelError, before: Sequence[str | int] = ()) -> str:
    """Tell path and reason of the first error of pydantic; `before` is where the model stands in the file."""
    first = error.errors(include_url=False)[0]
    path: list[str | int] = [*before, *first["loc"]]
    kind, context = first["type"], first.get("ctx", {})
    value = first["input"]
    if kind == "missing":
        why = "missing"
    elif kind == "extra_forbidden":
        why = "unknown key"
    elif kind in _LIMITS:
        limit, words = _LIMITS[kind]
        why = f"{shown(value)} {words} {context[limit]}"
    elif kind in _KINDS:
        why = _type(value, _KINDS[kind])
    elif kind == "value_error":
        why = _cause(context["error"])
    elif kind == "literal_error":
        why = f"{shown(value)} is none of {context['expected']}"
    else:
        message = str(first["msg"])
        why = shorten(message[0].lower() + message[1:], 160)
    return f"{path_text(path)}: {why}"


def _cause(error: Any) -> str:
    """Return a validator's own words; a procedure's model inside one gives its own path."""
    if hasattr(error, "errors"):
        return model_sentence(error)
    return shorten(str(error), 160)
