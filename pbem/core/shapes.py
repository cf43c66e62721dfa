"""The shape of component tables: corrected ones have the keys and the kinds of values of those that ship.

Whatever a title checks of its tables besides may rely on that. And whatever it does not foresee has a place all the
same: `first_unusable` finds the correction with which tables can no longer be used. Loaded when tables are checked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pbem.core.errors import Fault
from pbem.core.overlay import MARKS, OverlayRules, list_key

if TYPE_CHECKING:
    from pbem.core.titles import Title

LONGEST = 60
"""So many characters of a value stand in a sentence."""


def module_faults(title: Title, tables: Mapping[str, Any]) -> Iterator[str]:
    """Compare the tables of the modules of a box with those that ship, whether or not a module checks them itself."""
    rules = title.overlay_rules()
    for name, found in title.split_components(tables)[1].items():
        module = title.module(name)
        for fault in shape_faults(found, module.components(), replace(rules, whole=rules.whole | module.whole)):
            yield Fault("{name}.{fault}", name=name, fault=fault)


def shape_faults(found: Any, wanted: Any, rules: OverlayRules, path: str = "") -> Iterator[str]:
    """Compare keys and kinds of values with the shipped tables; lists may differ in length, and what may stand in
    things that are exchanged whole is for the title to say."""
    if isinstance(wanted, Mapping):
        yield from _object(found, wanted, rules, path)
    elif isinstance(wanted, list):
        if not isinstance(found, list):
            yield Fault("{path}: a list is expected here", path=path)
            return
        for at, value in enumerate(found if wanted else ()):
            yield from shape_faults(value, wanted[min(at, len(wanted) - 1)], rules, f"{path}[{_row(value, at)}]")
    elif not _alike(found, wanted):
        yield Fault("{path}: {value} is of the wrong kind", path=path, value=shown(found))


def _row(value: Any, at: int) -> str:
    """Name an entry of a list as corrections do, by its id if it has one."""
    ident = value.get("id") if isinstance(value, Mapping) else None
    return f"id={ident}" if isinstance(ident, str | int) else f"{at}"


def _object(found: Any, wanted: Mapping[str, Any], rules: OverlayRules, path: str) -> Iterator[str]:
    if not isinstance(found, Mapping):
        yield Fault("{path}: an object is expected here", path=path)
        return
    for key in wanted:
        if key not in found and key not in MARKS | rules.drop:  # a correction drops these
            yield Fault("{path}: is missing", path=f"{path}.{key}".lstrip("."))
    for key, value in found.items():
        below = f"{path}.{key}".lstrip(".")
        if key in MARKS:
            if not (isinstance(value, str) or (key == "where" and _texts(value))):
                yield Fault("{path}: a text is expected here", path=below)
        elif key in rules.whole and key in wanted:
            yield from shape_faults(value, type(wanted[key])(), rules, below)
        elif key in wanted:
            yield from shape_faults(value, wanted[key], rules, below)
        elif wanted:
            yield Fault("{path}: is not a known key", path=below)


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _alike(found: Any, wanted: Any) -> bool:
    """Tell whether numbers stand for numbers and texts for texts; a null of the table may be a text."""
    if isinstance(found, bool) or isinstance(wanted, bool):
        return isinstance(found, bool) == isinstance(wanted, bool)
    if isinstance(wanted, int):
        return isinstance(found, int)
    return found is None or isinstance(found, str)


def shown(value: Any) -> str:
    """Show a value in a sentence, however long it is."""
    return f"{value!r:.{LONGEST}}"


# -- what nobody foresaw -----------------------------------------------------------------------------------------------

Change = tuple[str, tuple[str | int, ...], Any]
"""One difference between two tables: its place in words, its place, and what stands there now."""
GONE = object()
"""What stands where a correction took something away."""


def first_unusable(
    shipped: Mapping[str, Any], found: Mapping[str, Any], rules: OverlayRules, usable: Callable[[dict[str, Any]], bool]
) -> str:
    """Name the correction with which tables can no longer be used, by its place and its value. Those that ship can be
    used and those found cannot: among the steps from one to the other there is one that makes the difference."""
    changes = list(_changes(shipped, found, rules, "", ()))
    good, bad = 0, len(changes)
    while bad - good > 1:
        half = (good + bad) // 2
        if usable(_changed(shipped, changes[:half])):
            good = half
        else:
            bad = half
    place, _, value = changes[bad - 1]
    if value is GONE:
        return Fault("{path}: is missing", path=place)
    return Fault("{path}: {value} cannot be used here", path=place, value=shown(value))


def _changes(old: Any, new: Any, rules: OverlayRules, path: str, at: tuple[str | int, ...]) -> Iterator[Change]:
    """Yield what differs, as small as it can be: things exchanged whole, plain lists and lists that became longer or
    shorter are one change each."""
    key = at[-1] if at else ""
    if isinstance(old, Mapping) and isinstance(new, Mapping) and key not in rules.whole:
        for name in [*old, *(name for name in new if name not in old)]:
            below = f"{path}.{name}".lstrip(".")
            yield from _changes(old.get(name, GONE), new.get(name, GONE), rules, below, (*at, name))
    elif _rows(old) and _rows(new) and len(old) == len(new):
        names = list_key(old) or ()
        for n, (before, now) in enumerate(zip(old, new, strict=True)):
            row = ",".join(f"{name}={before[name]}" for name in names) or str(n)
            yield from _changes(before, now, rules, f"{path}[{row}]", (*at, n))
    elif old != new or type(old) is not type(new):
        yield path, at, new


def _rows(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(row, Mapping) for row in value)


def _changed(shipped: Mapping[str, Any], changes: Sequence[Change]) -> dict[str, Any]:
    tables: Any = deepcopy(dict(shipped))
    for _, (*above, last), value in changes:
        node = tables
        for key in above:
            node = node[key]
        if value is GONE:
            del node[last]
        else:
            node[last] = value
    return tables  # type: ignore[no-any-return]
