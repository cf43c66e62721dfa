"""The thorough check of the expansion's tables: shape, then effects by the vocabulary. Loaded only when asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from pbem.titles.ankh.components import ACTIONS
from pbem.titles.ankh.pharaoh.reign import STANDING
from pbem.titles.ankh.pharaoh.verbs import gains, things, units
from pbem.titles.ankh.pharaoh.verbs.effects import VERBS

__all__ = ["check"]

DECLARING = (gains, units, things)
"""The modules that declare verbs: loaded, so that all are known."""
MOMENTS = ("control", "token", "death")
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
                yield f"{table}.{key}: a whole number is expected here, not {value!r}"
    for table, texts in TEXTS.items():
        rows = raw[table].get("list") if isinstance(raw.get(table), Mapping) else None
        if not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
            yield f"{table}.list: a list of objects is expected here"
            continue
        for at, row in enumerate(rows):
            for key in texts:
                if not isinstance(row.get(key), str) or not row[key]:
                    yield f"{_place(table, row, at)}.{key}: a text is expected here, not {row.get(key)!r}"


def _place(table: str, row: Mapping[str, Any], at: int) -> str:
    ident = row.get("id")
    return f"{table}.list[{ident if isinstance(ident, str) else at}]"


# -- effects -----------------------------------------------------------------------------------------------------------


def _effects(effects: Any, path: str) -> Iterator[str]:
    if not isinstance(effects, list) or not effects:
        yield f"{path}: a list of effects is expected here"
        return
    for at, effect in enumerate(effects):
        yield from _effect(effect, f"{path}[{at}]")


def _effect(effect: Any, path: str) -> Iterator[str]:
    """Check one effect: a verb that is known, parameters that it takes, each with a value that it can use."""
    if not isinstance(effect, Mapping):
        yield f'{path}: an object with a verb under "do" is expected here, not {effect!r:.40}'
        return
    verb = effect.get("do")
    if verb not in VERBS:
        near = get_close_matches(str(verb), VERBS, 1)
        hint = f"; did you mean {near[0]}?" if near else ""
        yield f"{path}.do: {verb!r} is no effect{hint} (known: {', '.join(sorted(VERBS))})"
        return
    params = VERBS[verb].params
    for key, value in effect.items():
        if key == "do":
            continue
        if key not in params:
            known = ", ".join(params) or "nothing"
            yield f"{path}.{key}: {verb} takes no {key!r} (known: {known})"
        elif expected := params[key](value):
            yield f"{path}.{key}: {value!r} is not possible; expected: {expected}"
    yield from (f"{path}.{key}: {verb} needs it" for key in NEEDED.get(verb, ()) if key not in effect)
    either = EITHER.get(verb, ())
    if either and sum(key in effect for key in either) != 1:
        yield f"{path}: {verb} needs one of {' or '.join(either)}"


# -- sense -------------------------------------------------------------------------------------------------------------


def _twice(rows: Sequence[Mapping[str, Any]], table: str) -> Iterator[str]:
    counts = Counter(row["id"] for row in rows)
    yield from (f"{table}.list: {ident} is there twice" for ident, n in counts.items() if n > 1)


def _cards(raw: Mapping[str, Any]) -> Iterator[str]:
    rows = raw["policies"]["list"]
    yield from _twice(rows, "policies")
    for at, row in enumerate(rows):
        path = _place("policies", row, at)
        actions = row.get("actions")
        if not isinstance(actions, list) or not actions or not set(actions) <= set(ACTIONS):
            yield f"{path}.actions: {actions!r} is not possible; expected: a list of {', '.join(ACTIONS)}"
        if row.get("when") not in ("before", "after", "either"):
            yield f"{path}.when: {row.get('when')!r} is not possible; expected: one of before, after, either"
        if not isinstance(row.get("copies"), int) or row["copies"] < 1:
            yield f"{path}.copies: {row.get('copies')!r} is not possible; expected: a whole number of at least 1"
        yield from _effects(row.get("effects"), f"{path}.effects")
    total = sum(row["copies"] for row in rows if isinstance(row.get("copies"), int))
    if total != raw["counts"]["policy_cards"]:
        yield f"policies.list: {total} cards, counts.policy_cards says {raw['counts']['policy_cards']}"


def _palace(raw: Mapping[str, Any]) -> Iterator[str]:
    rows = raw["chambers"]["list"]
    names = [row["id"] for row in rows]
    if names != ["law", "war", "court", "throne"]:
        yield f"chambers.list: law, war, court, throne are needed in this order, not {', '.join(names)}"
    for at, row in enumerate(rows):
        yield from _effects(row.get("effects"), f"{_place('chambers', row, at)}.effects")
    pairs = raw.get("adjacent", {}).get("pairs")
    good = isinstance(pairs, list) and all(isinstance(p, list) and len(p) == 2 and set(p) <= set(names) for p in pairs)
    if not good or any(one == other for one, other in pairs):
        yield f"adjacent.pairs: {pairs!r:.60} are not pairs of chambers"
    setup = raw["setup"]
    if setup["priests_in_pool"] + setup["priests_in_law"] != raw["counts"]["priests_per_god"]:
        yield "setup.priests_in_pool: Priests of the pool and of the Chamber of Law are all there are"


def _pharaohs(raw: Mapping[str, Any]) -> Iterator[str]:
    rows = raw["pharaohs"]["list"]
    yield from _twice(rows, "pharaohs")
    for at, row in enumerate(rows):
        path = _place("pharaohs", row, at)
        if row.get("placed_by") not in ("first", "last"):
            yield f"{path}.placed_by: {row.get('placed_by')!r} is not possible; expected: first or last"
        for key in ("tokens_on", "death_on"):
            if not isinstance(row.get(key), list) or not all(n in range(1, 6) for n in row[key]):
                yield f"{path}.{key}: {row.get(key)!r} is not possible; expected: a list of Conflicts 1 to 5"
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
            yield f"{path}.standing: {standing!r} is not known (known: {', '.join(known)})"
        return
    if ability.get("at") not in MOMENTS:
        yield f"{path}.at: {ability.get('at')!r} is not possible; expected: one of {', '.join(MOMENTS)}"
    yield from _effects(ability.get("effects"), f"{path}.effects")
