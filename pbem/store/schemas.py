"""Checking documents against `schemas/`, and `python -m pbem.store.schemas` to write them anew.

The verdict comes from jsonschema-rs where it is installed, else from jsonschema with a `discriminator` keyword that
goes straight to the right kind of a union; the message always comes from jsonschema. Schemas are never fetched, and
never checked themselves while serving: that would cost more than everything else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from pbem.core.errors import GameFileProblem
from pbem.core.titles import get_title
from pbem.resources import data_root
from pbem.store.wording import schema_sentence

Check = Callable[[Any], bool]
Schema = dict[str, Any]


@cache
def schema_text(name: str) -> str | None:
    """The text of a schema file; None if there is none of that name."""
    file = data_root().joinpath("schemas", f"{name}.schema.json")
    try:
        return file.read_text("utf-8")
    except FileNotFoundError:
        return None


def read_schema(name: str) -> Schema:
    text = schema_text(name)
    if text is None:
        raise FileNotFoundError(f"there is no schema {name}")
    try:
        schema: Schema = json.loads(text)
    except ValueError:
        raise GameFileProblem(f"The schema {name} of this installation is broken: install pbem again.") from None
    return schema


@cache
def schema_for(name: str, title: str | None = None) -> Schema:
    """A schema by name. For a game it holds the table of its one title, so that no other title's is ever compiled."""
    schema = read_schema(name)
    if title is None:
        return schema
    own = f"table-{title}"
    table: Schema | None = schema["$defs"].get(own)
    if table is None:  # a title that does not ship with pbem: its schema is made from its models
        from pbem.store.schema_writer import table_schema

        table = table_schema(get_title(title))
    shared = {key: value for key, value in schema["$defs"].items() if not key.startswith("table-")}
    whole = {key: value for key, value in schema.items() if key != "allOf"}
    whole["properties"] = {**whole["properties"], "table": {"$ref": table["$id"]}}
    whole["$defs"] = {**shared, own: table}
    return whole


@cache
def fast_check(name: str, title: str | None = None) -> Check | None:
    """The verdict by jsonschema-rs; None where it is not installed."""
    try:
        import jsonschema_rs
    except ImportError:
        return None
    check: Check = jsonschema_rs.Draft202012Validator(schema_for(name, title)).is_valid
    return check


def _discriminator(validator: Any, rule: Mapping[str, Any], instance: Any, schema: Any) -> Iterator[Any]:
    kind = instance.get(rule["propertyName"]) if isinstance(instance, dict) else None
    if isinstance(kind, str) and kind in rule["mapping"]:  # anything else is reported by the enum beside us
        yield from validator.descend(instance, {"$ref": rule["mapping"][kind]})


def _pattern(validator: Any, pattern: str, instance: Any, schema: Any) -> Iterator[Any]:
    """As the standard means it: `$` is the end and nothing before it, digits are ASCII."""
    from jsonschema.exceptions import ValidationError

    if isinstance(instance, str) and not re.search(re.sub(r"\$$", r"\\Z", pattern), instance, re.ASCII):
        yield ValidationError(f"{instance!r} does not match {pattern!r}")


@cache
def slow_validator(name: str, title: str | None = None) -> Any:
    """The validator of jsonschema, with direct dispatch over unions."""
    from jsonschema import Draft202012Validator
    from jsonschema.validators import extend

    plain = Draft202012Validator.VALIDATORS["allOf"]

    def all_of(validator: Any, parts: Any, instance: Any, schema: Any) -> Iterator[Any]:
        if "discriminator" not in schema:  # else it is the if/then list, already dispatched
            yield from plain(validator, parts, instance, schema) or ()

    kind = extend(  # type: ignore[no-untyped-call]
        Draft202012Validator, {"discriminator": _discriminator, "allOf": all_of, "pattern": _pattern}
    )
    return kind(schema_for(name, title))


def is_valid(document: Any, name: str, title: str | None = None) -> bool:
    """The verdict, by whichever checker is installed."""
    fast = fast_check(name, title)
    return fast(document) if fast is not None else bool(slow_validator(name, title).is_valid(document))


def schema_problem(document: Any, name: str, title: str | None = None) -> str | None:
    """What is wrong with a document, in one sentence with its place; None if nothing is."""
    fast = fast_check(name, title)
    if fast is not None and fast(document):
        return None
    from jsonschema.exceptions import best_match

    error = best_match(slow_validator(name, title).iter_errors(document))
    if error is not None:
        return schema_sentence(error)
    return None if fast is None else f"it does not fit the schema {name}"


def main() -> int:
    """Write every schema anew."""
    import sys
    from pathlib import Path

    from pbem.store.schema_writer import all_schemas, text_of

    folder = Path(__file__).resolve().parents[2] / "schemas"
    for name, schema in all_schemas():
        path = folder / f"{name}.schema.json"
        text = text_of(schema)
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")
            sys.stderr.write(f"written: {path.name}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
