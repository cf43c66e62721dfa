"""One sentence for what a checker found: `table.seats[2].gold: -1 is less than 0`.

Neither jsonschema's nor pydantic's own wording is stable or short, so it is made here from the kind of the fault.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from pbem.core.errors import Fault, own_words
from pbem.core.words import Listed, Say, Verbatim, as_said
from pbem.store.reading import path_text, shorten, shown

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError as SchemaError
    from pydantic import ValidationError as ModelError

TYPES = {
    "integer": Say("a whole number"),
    "number": Say("a number"),
    "string": Say("a text"),
    "boolean": Say("true or false"),
    "array": Say("a list"),
    "object": Say("an object"),
    "null": Verbatim("null"),
}


def quoted(expected: str) -> str:
    """List what a model allows, `'a', 'b' or 'c'`, with its conjunction in any language."""
    return Listed([Verbatim(one) for one in re.findall("'[^']*'", expected)], Say(" or "))


def listed(values: Sequence[Any], most: int = 12) -> str:
    words = [Verbatim(value) if isinstance(value, str) else as_said(shown(value)) for value in values]
    return Listed([*words[:most], *([Verbatim("...")] if len(words) > most else [])])


def _type(value: Any, wanted: Any) -> str:
    kinds = [wanted] if isinstance(wanted, str) else list(wanted)
    return _differs(value, Listed([TYPES.get(kind, Verbatim(kind)) for kind in kinds], Say(" or ")))


def _differs(value: Any, wanted: str) -> str:
    return Fault("{value} is not {wanted}", value=shown(value), wanted=wanted)


_SENTENCES: dict[str, Callable[[Any, Any], str]] = {
    "minimum": lambda value, limit: Fault("{value} is less than {limit}", value=shown(value), limit=limit),
    "maximum": lambda value, limit: Fault("{value} is greater than {limit}", value=shown(value), limit=limit),
    "exclusiveMinimum": lambda value, limit: Fault(
        "{value} is not greater than {limit}", value=shown(value), limit=limit
    ),
    "exclusiveMaximum": lambda value, limit: Fault("{value} is not less than {limit}", value=shown(value), limit=limit),
    "minItems": lambda value, limit: Fault("{n} entries are fewer than {limit}", n=len(value), limit=limit),
    "maxItems": lambda value, limit: Fault("{n} entries are more than {limit}", n=len(value), limit=limit),
    "minLength": lambda value, limit: Fault(
        "{value} is shorter than {limit} characters", value=shown(value), limit=limit
    ),
    "maxLength": lambda value, limit: Fault(
        "{value} is longer than {limit} characters", value=shown(value), limit=limit
    ),
    "minProperties": lambda value, limit: Fault("{n} keys are fewer than {limit}", n=len(value), limit=limit),
    "maxProperties": lambda value, limit: Fault("{n} keys are more than {limit}", n=len(value), limit=limit),
    "enum": lambda value, allowed: _none_of(value, listed(allowed)),
    "const": lambda value, only: _differs(value, shown(only)),
    "pattern": lambda value, form: Fault("{value} does not have the form {form}", value=shown(value), form=form),
    "uniqueItems": lambda value, _: Fault("an entry stands twice"),
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
        return _at([*path, missing], Fault("missing"))
    if rule in ("additionalProperties", "unevaluatedProperties"):
        known = error.schema.get("properties", {}) if isinstance(error.schema, dict) else {}
        strange = next((key for key in instance if key not in known), None)
        if strange is not None and error.validator_value is False:
            return _at([*path, strange], Fault("unknown key"))
    sentence = _SENTENCES.get(rule)
    why = sentence(error.instance, error.validator_value) if sentence else shorten(error.message, 160)
    return _at(path, why)


def _at(path: list[str | int], why: str) -> str:
    return Fault("{key}: {problem}", key=path_text(path), problem=why)


def _none_of(value: Any, allowed: str) -> str:
    return Fault("{value} is none of {allowed}", value=shown(value), allowed=allowed)


_LIMITS = {
    "greater_than_equal": ("ge", "minimum"),
    "less_than_equal": ("le", "maximum"),
    "greater_than": ("gt", "exclusiveMinimum"),
    "less_than": ("lt", "exclusiveMaximum"),
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
        why: str = Fault("missing")
    elif kind == "extra_forbidden":
        why = Fault("unknown key")
    elif kind in _LIMITS:
        limit, rule = _LIMITS[kind]
        why = _SENTENCES[rule](value, context[limit])
    elif kind in _KINDS:
        why = _type(value, _KINDS[kind])
    elif kind == "value_error":
        why = _cause(context["error"])
    elif kind == "literal_error":
        why = _none_of(value, quoted(context["expected"]))
    else:
        message = str(first["msg"])
        why = shorten(message[0].lower() + message[1:], 160)
    return _at(path, why)


def _cause(error: Any) -> str:
    """Return a validator's own words; a procedure's model inside one gives its own path."""
    if hasattr(error, "errors"):
        return model_sentence(error)
    return shorten(own_words(error), 160)
