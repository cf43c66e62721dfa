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
from pathlib import Path
from typing import Any

from pbem.core.errors import Fault, GameFileProblem
from pbem.core.titles import get_title
from pbem.resources import data_root
from pbem.store.findings import schema_sentence

Check = Callable[[Any], bool]
Schema = dict[str, Any]
Modules = tuple[str, ...]


@cache
def schema_text(name: str) -> str | None:
    """Return the text of a schema file; None if there is none of that name."""
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
        raise GameFileProblem(
            Fault("The schema {name} of this installation is broken: install pbem again.", name=name)
        ) from None
    return schema


@cache
def schema_for(name: str, title: str | None = None, modules: Modules = ()) -> Schema:
    """Return a schema by name. For a game it holds the table of its one title with the parts and procedures of its
    modules, so that nothing of another box is ever compiled."""
    schema = read_schema(name)
    if title is None:
        return schema
    own = f"table-{title}"
    defs = schema["$defs"]
    if own not in defs:  # a title that does not ship with pbem: its schema is made from its models
        from pbem.store.schema_writer import part_name, part_schemas, table_schema

        outside = get_title(title)
        defs = {**defs, own: table_schema(outside)}
        defs |= {part_name(title, module): part for module, part in part_schemas(outside).items()}
    parts = {module: defs[f"part-{title}-{module}"] for module in modules if f"part-{title}-{module}" in defs}
    shared = {key: value for key, value in defs.items() if not key.startswith(("table-", "part-"))}
    whole = {key: value for key, value in schema.items() if key != "allOf"}
    whole["properties"] = {**whole["properties"], "table": {"$ref": defs[own]["$id"]}}
    whole["$defs"] = {**shared, own: _boxed(defs[own], modules, parts)}
    whole["$defs"] |= {f"part-{title}-{module}": part for module, part in parts.items()}
    return whole


def _boxed(table: Schema, modules: Modules, parts: Mapping[str, Schema]) -> Schema:
    """Cut a table's schema to a box: its parts are required, and procedures of other modules are unknown."""
    foreign = {
        key for key, value in table["$defs"].items() if value.get("x-module") and value["x-module"] not in modules
    }
    refs = {f"#/$defs/{key}" for key in foreign}
    procedure = table["$defs"]["Procedure"]
    if "discriminator" in procedure:
        kinds = {kind: ref for kind, ref in procedure["discriminator"]["mapping"].items() if ref not in refs}
        procedure = {
            **procedure,
            "properties": {"kind": {"enum": sorted(kinds)}},
            "discriminator": {**procedure["discriminator"], "mapping": kinds},
            "allOf": [row for row in procedure["allOf"] if row["then"]["$ref"] not in refs],
        }
    defs = {key: value for key, value in table["$defs"].items() if key not in foreign}
    refs_to = {module: {"$ref": part["$id"]} for module, part in parts.items()}
    held = {"type": "object", "properties": refs_to, "required": list(parts), "additionalProperties": False}
    cut = {**table, "properties": {**table["properties"], "parts": held}, "$defs": {**defs, "Procedure": procedure}}
    if parts:
        cut["required"] = [*table.get("required", []), "parts"]
    return cut


@cache
def fast_check(name: str, title: str | None = None, modules: Modules = ()) -> Check | None:
    """Return the verdict by jsonschema-rs; None where it is not installed."""
    try:
        import jsonschema_rs
    except ImportError:
        return None
    check: Check = jsonschema_rs.Draft202012Validator(schema_for(name, title, modules)).is_valid
    return check


def _discriminator(validator: Any, rule: Mapping[str, Any], instance: Any, schema: Any) -> Iterator[Any]:
    kind = instance.get(rule["propertyName"]) if isinstance(instance, dict) else None
    if isinstance(kind, str) and kind in rule["mapping"]:  # anything else is reported by the enum beside us
        yield from validator.descend(instance, {"$ref": rule["mapping"][kind]})


def _pattern(validator: Any, pattern: str, instance: Any, schema: Any) -> Iterator[Any]:
    """Match as the standard means it: `$` is the end and nothing before it, digits are ASCII."""
    from jsonschema.exceptions import ValidationError

    if isinstance(instance, str) and not re.search(re.sub(r"\$$", r"\\Z", pattern), instance, re.ASCII):
        yield ValidationError(f"{instance!r} does not match {pattern!r}")


@cache
def slow_validator(name: str, title: str | None = None, modules: Modules = ()) -> Any:
    """Return the validator of jsonschema, with direct dispatch over unions."""
    from jsonschema import Draft202012Validator
    from jsonschema.validators import extend

    plain = Draft202012Validator.VALIDATORS["allOf"]

    def all_of(validator: Any, parts: Any, instance: Any, schema: Any) -> Iterator[Any]:
        if "discriminator" not in schema:  # else it is the if/then list, already dispatched
            yield from plain(validator, parts, instance, schema) or ()

    kind = extend(  # type: ignore[no-untyped-call]
        Draft202012Validator, {"discriminator": _discriminator, "allOf": all_of, "pattern": _pattern}
    )
    return kind(schema_for(name, title, modules))


def is_valid(document: Any, name: str, title: str | None = None, modules: Modules = ()) -> bool:
    """Give the verdict, by whichever checker is installed."""
    fast = fast_check(name, title, modules)
    return fast(document) if fast is not None else bool(slow_validator(name, title, modules).is_valid(document))


def schema_problem(document: Any, name: str, title: str | None = None, modules: Modules = ()) -> str | None:
    """Say what is wrong with a document, in one sentence with its place; None if nothing is."""
    fast = fast_check(name, title, modules)
    if fast is not None and fast(document):
        return None
    from jsonschema.exceptions import best_match

    error = best_match(slow_validator(name, title, modules).iter_errors(document))
    if error is not None:
        return schema_sentence(error)
    return None if fast is None else Fault("it does not fit the schema {name}", name=name)


def main() -> int:
    """Write every schema anew."""
    import sys

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
