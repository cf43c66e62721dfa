"""The thorough check of the expansion's tables: shape, then effects by the vocabulary. Loaded only when asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from pbem.core.errors import Fault
from pbem.core.words import Count, Listed, Say, Verbatim
from pbem.titles.ankh.components import ACTIONS
from pbem.titles.ankh.pharaoh.reign import STANDING
from pbem.titles.ankh.pharaoh.verbs import gains, things, units
from pbem.titles.ankh.pharaoh.verbs.effect_values import one_of
from pbem.titles.ankh.pharaoh.verbs.effects import VERBS

__all__ = ["check"]

DECLARING = (gains, units, things)
"""The modules that declare verbs: loaded, so that all are known."""
MOMENTS = ("control", "token", "death")
CHAMBERS = ("law", "war", "court", "throne")
NEEDED = {
    "pay": ("n",), "move_unit": ("reach",), "move_pharaoh": ("reach",), "policy": ("how",), "token": ("what",),
    "summon": ("where",), "put_unit": ("where",),
}  # fmt: skip
"""Parameters that a verb cannot do without."""
EITHER = {"followers": ("n", "per"), "devotion": ("n", "per"), "change_action": ("reach", "cost")}
"""Verbs of whose parameters one is needed."""
TEXTS = {
    "policies": ("id", "name", "text"),
    "chambers": ("id", "name", "text", "rule"),
    "pharaohs": ("id", "name"),
}
NUMBERS = {
    "counts": ("priests_per_god", "sphinx_tokens", "policy_cards", "face_up_policy_slots", "pharaoh_tokens"),
    "setup": ("priests_in_pool", "priests_in_law"),
}


def check(raw: Mapping[str, Any]) -> list[str]:
    """Find all faults of the tables, each with its path; sense is tested only where the shape is right."""
    shape = list(_shape(raw))
    return shape or [*_cards(raw), *_palace(raw), *_pharaohs(raw)]


def _shape(raw: Mapping[str, Any]) -> Iterator[str]:
    for table, keys in NUMBERS.items():
        for key in keys:
            value = raw.get(table, {}).get(key) if isinstance(raw.get(table), Mapping) else None
            if not isinstance(value, int) or isinstance(value, bool) or value < 0:
                path = f"{table}.{key}"
                yield Fault("{path}: a whole number is expected here, not {value}", path=path, value=repr(value))
    for table, texts in TEXTS.items():
        rows = raw[table].get("list") if isinstance(raw.get(table), Mapping) else None
        if not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
            yield Fault("{path}: a list of objects is expected here", path=f"{table}.list")
            continue
        for at, row in enumerate(rows):
            for key in texts:
                if not isinstance(row.get(key), str) or not row[key]:
                    path, value = f"{_place(table, row, at)}.{key}", repr(row.get(key))
                    yield Fault("{path}: a text is expected here, not {value}", path=path, value=value)


def _place(table: str, row: Mapping[str, Any], at: int) -> str:
    ident = row.get("id")
    return f"{table}.list[{ident if isinstance(ident, str) else at}]"


def _wrong(path: str, value: Any, expected: str) -> Fault:
    """Say of a value that it is not possible, and what is."""
    return Fault(
        "{path}: {value} is not possible; expected: {expected}", path=path, value=repr(value), expected=expected
    )


def _either(one: str, other: str) -> str:
    """Name two things as they stand in the table, of which one is needed."""
    return Listed([Verbatim(one), Verbatim(other)], Say(" or "))


# -- effects -----------------------------------------------------------------------------------------------------------


def _effects(effects: Any, path: str) -> Iterator[str]:
    if not isinstance(effects, list) or not effects:
        yield Fault("{path}: a list of effects is expected here", path=path)
        return
    for at, effect in enumerate(effects):
        yield from _effect(effect, f"{path}[{at}]")


def _effect(effect: Any, path: str) -> Iterator[str]:
    """Check one effect: a verb that is known, parameters that it takes, each with a value that it can use."""
    if not isinstance(effect, Mapping):
        yield Fault(
            '{path}: an object with a verb under "do" is expected here, not {value}', path=path, value=f"{effect!r:.40}"
        )
        return
    verb = effect.get("do")
    if verb not in VERBS:
        yield _no_effect(verb, f"{path}.do")
        return
    params = VERBS[verb].params
    for key, value in effect.items():
        if key == "do":
            continue
        if key not in params:
            names = {"verb": verb, "key": repr(key), "known": ", ".join(params) or Say("nothing")}
            yield Fault("{path}: {verb} takes no {key} (known: {known})", path=f"{path}.{key}", **names)
        elif expected := params[key](value):
            yield _wrong(f"{path}.{key}", value, expected)
    for key in NEEDED.get(verb, ()):
        if key not in effect:
            yield Fault("{path}: {verb} needs it", path=f"{path}.{key}", verb=verb)
    if verb in EITHER and sum(key in effect for key in EITHER[verb]) != 1:
        yield Fault("{path}: {verb} needs one of {keys}", path=path, verb=verb, keys=_either(*EITHER[verb]))


def _no_effect(verb: Any, path: str) -> Fault:
    near = get_close_matches(str(verb), VERBS, 1)
    hint = Fault("; did you mean {near}?", near=near[0]) if near else ""
    known = ", ".join(sorted(VERBS))
    return Fault(
        "{path}: {verb} is no effect{hint} (known: {known})", path=path, verb=repr(verb), hint=hint, known=known
    )


# -- sense -------------------------------------------------------------------------------------------------------------


def _twice(rows: Sequence[Mapping[str, Any]], table: str) -> Iterator[str]:
    counts = Counter(row["id"] for row in rows)
    for name in (name for name, n in counts.items() if n > 1):
        yield Fault("{path}: {name} is there twice", path=f"{table}.list", name=name)


def _cards(raw: Mapping[str, Any]) -> Iterator[str]:
    rows = raw["policies"]["list"]
    yield from _twice(rows, "policies")
    for at, row in enumerate(rows):
        path = _place("policies", row, at)
        actions = row.get("actions")
        if not isinstance(actions, list) or not actions or not set(actions) <= set(ACTIONS):
            yield _wrong(f"{path}.actions", actions, Fault("a list of {values}", values=", ".join(ACTIONS)))
        if expected := one_of("before", "after", "either")(row.get("when")):
            yield _wrong(f"{path}.when", row.get("when"), expected)
        if not isinstance(row.get("copies"), int) or row["copies"] < 1:
            yield _wrong(f"{path}.copies", row.get("copies"), Fault("a whole number of at least {lowest}", lowest=1))
        yield from _effects(row.get("effects"), f"{path}.effects")
    total = sum(row["copies"] for row in rows if isinstance(row.get("copies"), int))
    if total != (said := raw["counts"]["policy_cards"]):
        count, path, key = Count(total, "{n} card", "{n} cards"), "policies.list", "counts.policy_cards"
        yield Fault("{path}: {count}, {key} says {n}", path=path, count=count, key=key, n=said)


def _palace(raw: Mapping[str, Any]) -> Iterator[str]:
    rows = raw["chambers"]["list"]
    names = [row["id"] for row in rows]
    if names != [*CHAMBERS]:
        needed, found = ", ".join(CHAMBERS), ", ".join(names)
        yield Fault(
            "{path}: {names} are needed in this order, not {found}", path="chambers.list", names=needed, found=found
        )
    for at, row in enumerate(rows):
        yield from _effects(row.get("effects"), f"{_place('chambers', row, at)}.effects")
    pairs = raw.get("adjacent", {}).get("pairs")
    good = isinstance(pairs, list) and all(isinstance(p, list) and len(p) == 2 and set(p) <= set(names) for p in pairs)
    if not good or any(one == other for one, other in pairs):
        yield Fault("{path}: {pairs} are not pairs of chambers", path="adjacent.pairs", pairs=f"{pairs!r:.60}")
    setup = raw["setup"]
    if setup["priests_in_pool"] + setup["priests_in_law"] != raw["counts"]["priests_per_god"]:
        path = "setup.priests_in_pool"
        yield Fault("{path}: Priests of the pool and of the Chamber of Law are all there are", path=path)


def _pharaohs(raw: Mapping[str, Any]) -> Iterator[str]:
    rows = raw["pharaohs"]["list"]
    yield from _twice(rows, "pharaohs")
    for at, row in enumerate(rows):
        path = _place("pharaohs", row, at)
        if row.get("placed_by") not in ("first", "last"):
            yield _wrong(f"{path}.placed_by", row.get("placed_by"), _either("first", "last"))
        for key in ("tokens_on", "death_on"):
            if not isinstance(row.get(key), list) or not all(n in range(1, 6) for n in row[key]):
                yield _wrong(f"{path}.{key}", row.get(key), Fault("a list of Conflicts 1 to 5"))
        riddle = row.get("riddle")
        yield from _effects(riddle.get("effects") if isinstance(riddle, Mapping) else None, f"{path}.riddle.effects")
        for number, ability in enumerate(row.get("abilities") or ()):
            yield from _ability(ability, f"{path}.abilities[{ability.get('id', number)}]")


def _ability(ability: Mapping[str, Any], path: str) -> Iterator[str]:
    """Check an ability: either a standing change or effects at a moment."""
    standing = ability.get("standing")
    if standing is not None:
        known = sorted(card.id for card in STANDING)
        if standing not in known:
            names = {"value": repr(standing), "known": ", ".join(known)}
            yield Fault("{path}: {value} is not known (known: {known})", path=f"{path}.standing", **names)
        return
    if expected := one_of(*MOMENTS)(ability.get("at")):
        yield _wrong(f"{path}.at", ability.get("at"), expected)
    yield from _effects(ability.get("effects"), f"{path}.effects")
