"""Setting up (A-SETUP): seats, first player, pieces of each god, scenario, Guardians."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pbem.core.errors import Misuse
from pbem.core.questions import Seat
from pbem.core.table import Table
from pbem.core.words import Say, Verbatim
from pbem.titles.ankh.components import GODS
from pbem.titles.ankh.options import RANDOM, wanted_guardians
from pbem.titles.ankh.state import GOD, WARRIOR, Ankh, God, Unit

__all__ = ["SETUP", "lay_out", "seating"]


def seating(t: Table, wishes: Sequence[Seat | None], first: str) -> list[Seat]:
    """Seat gods as wished, the others drawn; one that is to play first is among them (A-SETUP-1)."""
    wanted = list(wishes)
    free = [at for at, wish in enumerate(wanted) if wish is None]
    left = [god for god in GODS if god not in wanted]
    drawn = t.shuffle("gods", left, hidden=False)[: len(free)] if free else []
    if first != RANDOM and first not in wanted and first not in drawn:
        if not free:
            played = [god for god in wanted if god is not None]
            told = Say(
                "first={first} is not possible: nobody plays {god} (A-SETUP-1). It is one of {gods}.",
                first=Verbatim(first), god=Verbatim(first.capitalize()), gods=Verbatim(", ".join(played)),
            )  # fmt: skip
            raise Misuse(told, expected=played, rule="A-SETUP-1")
        drawn[t.chance("first god", len(drawn))] = first
    for at, god in zip(free, drawn, strict=True):
        wanted[at] = god
    return [god for god in wanted if god is not None]


def lay_out(t: Ankh) -> None:
    """Carry out all steps in their order."""
    for step in t.book.setup.values():
        step(t)


def take_gods(t: Ankh) -> None:
    """Take the pieces of each god; draw the first player unless one is named (A-SETUP-1, A-SETUP-2)."""
    data = t.data
    wish = t.options.first
    at = t.seats.index(wish) if wish != RANDOM else t.chance("first", len(t.seats))
    t.order = t.seats[at:] + t.seats[:at]
    for seat in t.order:
        t.gods[seat] = God(
            followers=data.starting_followers,
            warriors=data.warriors,
            ankhs=data.ankhs - data.ankhs_on_board,
            hand=list(data.cards),
        )
    t.suns = data.suns if "ra" in t.gods else 0


def put_markers(t: Ankh) -> None:
    """Put all Devotion markers on space 0, the first player's on top; the other markers at their start (A-SETUP-3,
    A-SETUP-4)."""
    t.ladder = t.order[::-1]
    t.devotion = dict.fromkeys(t.order, 0)


def lay_scenario(t: Ankh) -> None:
    """Lay Monuments, order tokens, Camels, then units and Ankh tokens by seat from the first player (A-SETUP-5)."""
    data = t.data
    scenario = data.scenario(t.options.scenario, len(t.seats))
    t.supply = dict(data.monuments)
    t.camels = list(scenario.camels)
    t.tokens = dict(scenario.tokens)
    t.spare = [token for token in range(1, data.order_tokens + 1) if token not in t.tokens.values()]
    for kind, place in scenario.neutral:
        t.raise_monument(place, kind)
    for seat, start in zip(t.order, scenario.players, strict=True):
        t.units[start.god] = Unit(kind=GOD, owner=seat)
        for place in start.warriors:
            t.gods[seat].warriors -= 1
            t.units[place] = Unit(kind=WARRIOR, owner=seat)
        for kind, place in start.monuments:
            t.raise_monument(place, kind, seat)


def choose_guardians(t: Ankh) -> None:
    """Choose one kind of Guardian of each level, named or drawn; figures by the number of players (A-SETUP-6)."""
    data = t.data
    named = wanted_guardians(t.options.guardians)
    for level in sorted({guardian.level for guardian in data.guardians.values()}):
        kinds = data.guardians_of(level)
        wish = next((kind for kind in kinds if kind in named), None)
        kind = wish or kinds[t.chance(f"guardian {level}", len(kinds))]
        t.guardians[kind] = min(data.guardians[kind].figures, data.figures[len(t.seats)])


SETUP: dict[str, Callable[[Ankh], None]] = {
    "gods": take_gods,
    "markers": put_markers,
    "scenario": lay_scenario,
    "guardians": choose_guardians,
}
