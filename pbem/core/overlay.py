"""Corrections laid over component tables.

A title ships its tables with a source for every value. Somebody who owns the box may correct values in a file that
holds only what differs. Laying it over must be forgiving about what is left out and strict about what is misspelt: a
key that the tables do not know is refused with its path, because a correction without effect is worse than none.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from pbem.core.errors import Fault, Refused
from pbem.core.records import record
from pbem.core.words import Listed, Say, Verbatim

#: How the objects of a list are told apart: the first of these that all of them carry, and carry differently.
LIST_KEYS: tuple[tuple[str, ...], ...] = (
    ("id",),
    ("row", "col"),
    ("row", "district"),
    ("slot",),
    ("position",),
    ("at",),
)

#: Keys that describe a value instead of being one; a correction may add them anywhere.
MARKS: frozenset[str] = frozenset({"source", "where", "note"})


def unmarked(table: Mapping[str, Any]) -> dict[str, Any]:
    """Return an object whose keys are data without the marks that a correction put beside them."""
    return {key: value for key, value in table.items() if key not in MARKS}


class OverlayError(Refused):
    """A correction that does not fit; `path` says where, such as `temple.spaces.list[row=1,col=2].rewards`."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(Fault("{key}: {problem}", key=path or "(top)", problem=reason))
        self.path = path
        self.reason = reason


@record(frozen=True, slots=False)
class OverlayRules:
    """What a title allows beyond changing values that are there.

    whole: keys whose object is exchanged as a whole (a reward, a bonus): its keys are data, not names of fields.
    extendable: paths of lists that may gain entries, or lose them by `"remove": true`.
    source: the mark set on every object that a correction touches without naming a source of its own.
    drop: marks that no longer hold once a value has been corrected.
    """

    whole: frozenset[str] = frozenset()
    extendable: frozenset[str] = frozenset()
    source: str = "owner"
    drop: frozenset[str] = frozenset({"where", "note", "house"})


def overlay(
    base: Mapping[str, Any], corrections: Mapping[str, Any], rules: OverlayRules | None = None
) -> dict[str, Any]:
    """Make a new table: `base` with `corrections` laid over; neither is changed. Raise `OverlayError` where they do not
    fit."""
    return _over_object(base, corrections, "", rules or OverlayRules())


def digest_of(raw: Mapping[str, Any]) -> str:
    """Return SHA-256 of the table in canonical JSON (sorted keys, no spaces, UTF-8), as 64 hexadecimal digits."""
    text = json.dumps(raw, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def _over_object(base: Mapping[str, Any], new: Mapping[str, Any], path: str, rules: OverlayRules) -> dict[str, Any]:
    result = dict(base)
    touched = False
    for key, value in new.items():
        below = f"{path}.{key}" if path else key
        if key in MARKS:
            result[key] = value
            continue
        if key not in base:
            raise OverlayError(
                below, Fault("unknown key; known here: {keys}", keys=", ".join(k for k in base if k not in MARKS))
            )
        old = base[key]
        if isinstance(old, dict) and key not in rules.whole:
            result[key] = _over_tagged(old, value, below, rules)
        elif _is_object_list(old):
            result[key] = _over_list(old, value, below, rules)
        else:
            _same_shape(old, value, below)
            result[key] = value
            touched = touched or key not in _key_names(base)
    if touched:
        for mark in rules.drop:
            if mark not in new:
                result.pop(mark, None)
        if "source" not in new and path:  # the tables as a whole have no source
            result["source"] = rules.source
    return result


def _over_tagged(old: Mapping[str, Any], value: Any, path: str, rules: OverlayRules) -> dict[str, Any]:
    """Correct an object below; writing x alone corrects `{"value": x, "source": ...}`."""
    if isinstance(value, Mapping):
        return _over_object(old, value, path, rules)
    if "value" not in old:
        raise OverlayError(path, Fault("an object is expected here"))
    return _over_object(old, {"value": value}, path, rules)


def _is_object_list(value: Any) -> bool:
    if not isinstance(value, list) or not value:
        return False
    return all(isinstance(item, dict) for item in value) and list_key(value) is not None


def list_key(items: list[dict[str, Any]]) -> tuple[str, ...] | None:
    """Return the keys that tell the objects of a list apart; None if nothing does."""
    for names in LIST_KEYS:
        if not all(name in item for item in items for name in names):
            continue
        if len({tuple(str(item[name]) for name in names) for item in items}) == len(items):
            return names
    return None


def _key_names(item: Mapping[str, Any]) -> frozenset[str]:
    """Return the names that only say which entry is meant; naming them is not a correction."""
    for names in LIST_KEYS:
        if all(name in item for name in names):
            return frozenset(names)
    return frozenset()


def _over_list(old: list[dict[str, Any]], new: Any, path: str, rules: OverlayRules) -> list[dict[str, Any]]:
    names = list_key(old) or ()
    if not isinstance(new, list) or not all(isinstance(item, Mapping) for item in new):
        raise OverlayError(path, Fault("a list of objects is expected here, each with {names}", names=_row(names)))
    result = [dict(item) for item in old]
    place = {tuple(item[name] for name in names): i for i, item in enumerate(old)}
    removed: set[int] = set()
    seen: set[tuple[Any, ...]] = set()
    for i, item in enumerate(new):
        if not all(name in item for name in names):
            raise OverlayError(f"{path}[{i}]", Fault("{names} missing", names=_row(names)))
        key = tuple(item[name] for name in names)
        where = f"{path}[{','.join(f'{name}={value}' for name, value in zip(names, key, strict=True))}]"
        if not all(isinstance(part, str | int) for part in key):
            raise OverlayError(where, Fault("{names} must be text or a number", names=_row(names)))
        if key in seen:
            raise OverlayError(where, Fault("named twice"))
        seen.add(key)
        if path in rules.extendable and item.get("remove") is True:
            if key not in place:
                raise OverlayError(where, Fault("no such entry to remove"))
            removed.add(place[key])
        elif key in place:
            result[place[key]] = _over_object(old[place[key]], item, where, rules)
        elif path in rules.extendable:
            result.append({**item, "source": item.get("source", rules.source)})
        else:
            raise OverlayError(where, Fault("no such entry"))
    return [item for i, item in enumerate(result) if i not in removed]


def _same_shape(old: Any, value: Any, path: str) -> None:
    """Refuse anything but an object for an object, a list for a list, a plain value for a plain value."""
    if old is not None and _shape(old) != _shape(value):
        raise OverlayError(path, Fault("{shape} is expected here", shape=_shape(old)))


def _shape(value: Any) -> str:
    if isinstance(value, Mapping):
        return Fault("an object")
    return Fault("a list") if isinstance(value, list) else Fault("a plain value")


def _row(names: tuple[str, ...]) -> str:
    """List names of keys, which no language changes."""
    return Listed([Verbatim(name) for name in names], Say(" and "))
