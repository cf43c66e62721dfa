"""Tables of Ankh for tests: laid out as a test says, without the engine around them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from pbem.core.chance import SeedChance
from pbem.core.errors import PlayerError
from pbem.core.interpreter import Run
from pbem.core.procedures import Procedure
from pbem.engine.submission import lines as reading
from pbem.engine.submission import picks
from pbem.titles.ankh import TITLE
from pbem.titles.ankh.conflict.battle import BattleRun
from pbem.titles.ankh.conflict.conflict import ConflictEvent
from pbem.titles.ankh.map.geometry import edge
from pbem.titles.ankh.options import Options
from pbem.titles.ankh.state import GOD, Ankh, Conflict, Monument, Unit

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
    clear_map(t)
    return t


def clear_map(t: Ankh) -> None:
    """Everything back in pools and supply."""
    for unit in t.units.values():
        if unit.kind != GOD:
            t.to_pool(unit)
    t.units.clear()
    for place in list(t.monuments):
        t.destroy(place)
    camels(t, [])


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


def say(runner: Run, seat: str, text: str) -> None:
    """Answer the open question of a seat as it would be typed, `move: god B6-C9`; each answer a line of its own."""
    for line in reading.split_lines(text):
        question = runner.questions().get(seat)
        assert question is not None, f"{seat} is asked nothing; {list(runner.questions())} are"
        assert line.name in (question.name, None), f"{question.name} is asked, not {line.name}"
        runner.give(seat, picks.read_keys(question, line, line.words))


def asked(runner: Run) -> dict[str, str]:
    """Who is asked what."""
    return {seat: question.name for seat, question in runner.questions().items()}


def options(runner: Run, seat: str) -> list[str]:
    return list(runner.questions()[seat].options)


def refused(runner: Run, seat: str, text: str) -> tuple[str, str | None]:
    """The words and the rule with which an answer is refused."""
    (line,) = reading.split_lines(text)
    question = runner.questions()[seat]
    try:
        picks.read_keys(question, line, line.words)
    except PlayerError as error:
        return error.message, error.rule
    raise AssertionError(f"{text} was taken")


def conflict(t: Ankh, number: int = 1, by: str = "") -> Run:
    """A Conflict that is triggered now."""
    event = next(event for event in t.data.events if event.conflict == number)
    t.event = event.index
    return run(t, ConflictEvent(seat=by or t.order[0]))


def fight(t: Ankh, token: int, holder: str = "", number: int = 1) -> Run:
    """The Battle of one region alone."""
    t.event = next(event.index for event in t.data.events if event.conflict == number)
    t.conflict = Conflict(number=number, holder=holder or t.order[0], token=token)
    return run(t, BattleRun(token=token))


def at(t: Ankh, **spaces: int) -> None:
    """Put Devotion markers on spaces, one after another, so that later ones lie on top."""
    for side, space in spaces.items():
        t.shift(side, space)


def told(t: Ankh, kind: str) -> list[dict[str, Any]]:
    """What was announced of a kind, with its seat."""
    return [{"seat": event.seat, **event.data} for event in t.live.events if event.kind == kind]
