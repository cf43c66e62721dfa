"""JSON Patch (RFC 6902) on plain documents, with errors that name the place, and a readable before/after."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from pbem.core.errors import Refused
from pbem.core.words import Say, Verbatim

EXAMPLE = '[{"op": "replace", "path": "/players/orange/gold", "value": 2}]'
OPERATIONS = ("add", "remove", "replace", "move", "copy", "test")


def apply_patch(document: Any, patch: Any) -> Any:
    """Return a patched copy of a document."""
    if not isinstance(patch, list) or not patch:
        raise Refused(Say("A patch is a list of operations, for example {example}.", example=Verbatim(EXAMPLE)))
    result = deepcopy(document)
    for number, operation in enumerate(patch, 1):
        try:
            result = _apply(result, operation)
        except _Wrong as wrong:
            raise Refused(Say("Operation {n} of the patch: {problem}.", n=number, problem=wrong.args[0])) from None
    return result


class _Wrong(Exception):
    pass


def _apply(document: Any, operation: Any) -> Any:
    if not isinstance(operation, dict) or operation.get("op") not in OPERATIONS:
        raise _Wrong(Say("`op` must be one of {operations}", operations=Verbatim(", ".join(OPERATIONS))))
    kind, path = operation["op"], operation.get("path")
    if kind in ("add", "replace", "test") and "value" not in operation:
        raise _Wrong(Say("{kind} needs a `value`", kind=Verbatim(kind)))
    if kind in ("move", "copy"):
        value = deepcopy(_get(document, _parts(operation.get("from"))))
        if kind == "move":
            document = _remove(document, _parts(operation["from"]))
        return _add(document, _parts(path), value)
    parts = _parts(path)
    if kind == "add":
        return _add(document, parts, deepcopy(operation["value"]))
    if kind == "remove":
        return _remove(document, parts)
    if kind == "test":
        if _get(document, parts) != operation["value"]:
            raise _Wrong(
                Say("{path} is not {operation}", path=Verbatim(path), operation=Verbatim(f"{operation['value']!r}"))
            )
        return document
    _get(document, parts)
    return _add(_remove(document, parts), parts, deepcopy(operation["value"])) if parts else operation["value"]


def _parts(path: Any) -> list[str]:
    if not isinstance(path, str) or (path and not path.startswith("/")):
        raise _Wrong(Say("{path} is no path; paths begin with /", path=Verbatim(f"{path!r}")))
    return [part.replace("~1", "/").replace("~0", "~") for part in path.split("/")[1:]]


def _index(holder: list[Any], part: str, *, end: bool) -> int:
    if end and part == "-":
        return len(holder)
    most = len(holder) if end else len(holder) - 1
    if not part.isascii() or not part.isdecimal() or int(part) > most:
        raise _Wrong(Say("{part} is no place in a list of {n}", part=Verbatim(f"{part!r}"), n=len(holder)))
    return int(part)


def _get(document: Any, parts: list[str]) -> Any:
    for part in parts:
        if isinstance(document, list):
            document = document[_index(document, part, end=False)]
        elif isinstance(document, dict) and part in document:
            document = document[part]
        else:
            known = ""
            if isinstance(document, dict):
                known = Say(" (there is {names})", names=Verbatim(", ".join(list(document)[:12])))
            raise _Wrong(Say("there is no {part} on the way{known}", part=Verbatim(f"{part!r}"), known=known))
    return document


def _add(document: Any, parts: list[str], value: Any) -> Any:
    if not parts:
        return value
    holder = _get(document, parts[:-1])
    if isinstance(holder, list):
        holder.insert(_index(holder, parts[-1], end=True), value)
    elif isinstance(holder, dict):
        holder[parts[-1]] = value
    else:
        raise _Wrong(Say("nothing can be put below {parts}", parts=Verbatim(f"{parts[-1]!r}")))
    return document


def _remove(document: Any, parts: list[str]) -> Any:
    if not parts:
        raise _Wrong(Say("the whole position cannot be removed"))
    holder = _get(document, parts[:-1])
    _get(holder, parts[-1:])
    if isinstance(holder, list):
        del holder[_index(holder, parts[-1], end=False)]
    else:
        del holder[parts[-1]]
    return document


def _label(at: int, pair: tuple[Any, Any]) -> str:
    """Say what a place in a list is called: by its seat or name where both have the same, else by its number."""
    before, after = pair
    if isinstance(before, dict) and isinstance(after, dict):
        for key in ("seat", "name", "id"):
            if isinstance(before.get(key), str) and before[key] == after.get(key):
                return str(before[key])
    return str(at)


def differences(before: Any, after: Any, path: str = "") -> list[tuple[str, Any, Any]]:
    """List every place where two documents differ: (path, before, after); None stands for nothing there."""
    if isinstance(before, dict) and isinstance(after, dict):
        found: list[tuple[str, Any, Any]] = []
        for key in [*before, *(key for key in after if key not in before)]:
            found += differences(before.get(key), after.get(key), f"{path}.{key}" if path else key)
        return found
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        return [
            d
            for at, pair in enumerate(zip(before, after, strict=True))
            for d in differences(*pair, path=f"{path}[{_label(at, pair)}]")
        ]
    return [] if before == after else [(path, before, after)]
