"""Tables of Ankh for tests: laid out as a test says, without the engine around them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from pbem.core.chance import SeedChance
from pbem.core.procedures import Procedure, Run
from pbem.titles.ankh import TITLE
from pbem.titles.ankh.geometry import edge
from pbem.titles.ankh.options import Options
from pbem.titles.ankh.state import GOD, Ankh, Monument, Unit

SEED = bytes(range(32))


@cache
def data() -> Any:
    return TITLE.prepare(TITLE.components())


def table(*gods: str, **options: Any) -> Ankh:
    """A new game of these gods in seat order, the first one beginning, laid out and asked for its first action."""
    chosen = Options(**{"first": gods[0], **options})
    modules = TITLE.modules(chosen, len(gods))
    live = TITLE.live(SeedChance(SEED, "test"), data(), chosen, frozenset(TITLE.fixes), modules)
    t = TITLE.setup(list(gods), live)
    Run(t).advance()
    return t


def bare(*gods: str, **options: Any) -> Ankh:
    """As `table`, with nothing on the map, no camels, and everything back in pools and supply."""
    t = table(*gods, **options)
    for unit in t.units.values():
        if unit.kind != GOD:
            t.to_pool(unit)
    t.units.clear()
    for place in list(t.monuments):
        t.destroy(place)
    camels(t, [])
    return t


def camels(t: Ankh, edges: Sequence[str | Sequence[str]]) -> None:
    """Lay camels, and give the regions order tokens from 1 on in the order of their first hex."""
    t.camels = sorted(name if isinstance(name, str) else edge(*name) for name in edges)
    t.tokens = {anchor: token for token, anchor in enumerate(sorted(t.lay.spaces), 1)}
    t.spare = [token for token in range(1, t.data.order_tokens + 1) if token not in t.tokens.values()]


def put(t: Ankh, units: Mapping[str, str], **how: Any) -> None:
    """`{"D4": "ra warrior"}`: units from their pools; Guardians come from their cards if the pool has none."""
    for place, text in units.items():
        owner, kind = text.split()
        god = t.gods[owner]
        if kind == "warrior":
            god.warriors -= 1
        elif kind in god.guardians:
            god.guardians.remove(kind)
        elif kind != GOD:
            t.guardians[kind] = t.guardians.get(kind, t.data.guardians[kind].figures) - 1
        t.units[place] = Unit(kind=kind, owner=owner, **how)


def build(t: Ankh, monuments: Mapping[str, str]) -> None:
    """`{"E5": "temple", "F4": "ra obelisk"}`: Monuments from the supply, neutral or with a token of their owner."""
    for place, text in monuments.items():
        *owner, kind = text.split()
        t.raise_monument(place, kind, owner[0] if owner else "")


def run(t: Ankh, *stack: Procedure) -> Run:
    """The table with other things to do, run to its first question."""
    if stack:
        t.stack = list(stack)
    runner = Run(t)
    runner.advance()
    return runner


def monument(t: Ankh, place: str) -> Monument:
    return t.monuments[place]
