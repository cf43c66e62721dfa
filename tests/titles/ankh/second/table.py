"""What lies on the table, and what is done to it (A-UNIT, A-MON, A-DEV, A-SETUP)."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass
from typing import Any

from tests.titles.ankh.second.ground import RAW, TERRAIN, Edge, Ground, ground, water

Asked = tuple[str, frozenset[str], int, int]
"""Name of the question, options, the fewest and the most answers."""
Stop = Generator[dict[str, Asked], dict[str, list[str]], Any]

POWER = {row["id"]: row["level"] for row in RAW["ankh_powers"]["list"]}
CARD = {row["id"]: row["strength"] for row in RAW["battle_cards"]["list"]}
GUARDIAN = {row["id"]: row for row in RAW["guardians"]["list"]}
EVENTS = RAW["event_track"]["spaces"]
TOP, RED = RAW["devotion_track"]["top"], RAW["devotion_track"]["last_red"]
WORD = {row["id"]: row["word"] for row in RAW["guardians"]["list"] if "word" in row}
DOES: dict[str, dict[str, Any]] = {
    row["id"]: {one["do"]: one for one in row["effects"]}
    for table in ("battle_cards", "guardians") for row in RAW[table]["list"]
}  # fmt: skip
CLAWS = ["N-NE", "NE-SE", "SE-S", "S-SW", "SW-NW", "NW-N"]


def does(ident: str, effect: str) -> bool:
    """Whether the row of a Battle card or a Guardian names an effect; what each is stands here a second time."""
    return effect in DOES.get(ident, {})


class Won(Exception):
    """Somebody entered the top space: nothing else happens (A-WIN-1)."""


@dataclass
class Unit:
    owner: str
    kind: str
    sun: bool = False
    claws: str = ""

    @property
    def mortal(self) -> bool:
        return self.kind != "god"

    @property
    def word(self) -> str:
        return WORD.get(self.kind, self.kind)


@dataclass
class Monument:
    kind: str
    owner: str = ""


class Board:
    """The whole table. `stacks` are the spaces of the Devotion track, each from the bottom to the top."""

    def __init__(self, order: list[str], scenario: str, guardians: Iterable[str], options: dict[str, Any]) -> None:
        self.order, self.options, self.revolt = order, options, scenario == "peoples-revolt"
        self.players = len(order)
        self.stacks: list[list[str]] = [[] for _ in range(TOP + 1)]
        self.stacks[0] = order[::-1]
        self.followers = dict.fromkeys(order, 1)
        self.warriors = dict.fromkeys(order, 6)
        self.pool: dict[str, list[str]] = {god: [] for god in order}
        self.ankhs = dict.fromkeys(order, 9)
        self.powers: dict[str, list[str]] = {god: [] for god in order}
        self.hand = {god: sorted(CARD) for god in order}
        self.steps = dict.fromkeys(("move", "summon", "gain", "unlock"), 0)
        self.event = 0
        self.supply = {"obelisk": 10, "temple": 10, "pyramid": 10}
        self.units: dict[str, Unit] = {}
        self.monuments: dict[str, Monument] = {}
        most = {2: 1, 3: 2, 4: 3, 5: 3}[self.players]
        self.figures = {kind: min(GUARDIAN[kind]["figures"], most) for kind in guardians}
        self.trapped: list[str] = []
        self.suns = 3 if "ra" in order else 0
        self.underworld: set[str] = set()
        self.greater = self.lesser = ""
        self.forgotten: list[str] = []
        self.owed: list[tuple[str, str]] = []
        self.winner: str | None = None
        self.here = 0
        """Order token of the region that a Conflict resolves."""
        self.far, self.cheaper = 3, 0
        """How far units move, and what an unlock costs less."""
        self.lying = {row["id"] for row in EVENTS if row["type"] == "camel"} if self.revolt else set()
        self._lay(scenario)

    def _lay(self, scenario: str) -> None:
        rows = next(row for row in RAW["scenarios"] if row["id"] == scenario)["setups"]
        setup = next(row for row in rows if row["id"] == self.players)
        self.camels: frozenset[Edge] = frozenset(frozenset(pair) for pair in setup["camels"])
        homes = {row["id"]: row["anchor"] for row in setup["regions"]}
        self.tokens = {t: next(r for r in self.ground.regions if home in r) for t, home in homes.items()}
        self.spare = [n for n in range(1, 9) if n not in self.tokens]
        for row in setup["neutral_monuments"]:
            self.erect(row["at"], row["type"], "")
        for god, row in zip(self.order, sorted(setup["players"], key=lambda row: row["id"]), strict=True):
            self.units[row["god"]] = Unit(god, "god")
            for place in row["warriors"]:
                self.warriors[god] -= 1
                self.units[place] = Unit(god, "warrior")
            for monument in row["monuments"]:
                self.erect(monument["at"], monument["type"], god)

    # -- looking -----------------------------------------------------------------------------------------------------

    @property
    def ground(self) -> Ground:
        return ground(self.camels)

    def side(self, seat: str) -> str:
        return self.greater if seat == self.lesser else seat

    @property
    def ladder(self) -> list[str]:
        """Sides from least to most Devotion."""
        return [side for stack in self.stacks for side in stack]

    def upwards(self, sides: Iterable[str]) -> list[str]:
        wanted = set(sides)
        return [side for side in self.ladder if side in wanted]

    def space(self, side: str) -> int:
        return next(n for n, stack in enumerate(self.stacks) if side in stack)

    def able(self, god: str) -> str:
        """The side that has the ability of a god; empty if none has."""
        side = self.side(god)
        return side if side in self.ladder else ""

    def whole(self, token: int) -> frozenset[str]:
        return self.ground.whole(self.tokens[token])

    def standing(self, token: int, side: str = "") -> list[str]:
        region = self.whole(token)
        return sorted(at for at, unit in self.units.items() if at in region and side in ("", unit.owner))

    def present(self, token: int) -> list[str]:
        return self.upwards(self.units[at].owner for at in self.standing(token))

    def own(self, side: str) -> list[str]:
        return sorted(at for at, unit in self.units.items() if unit.owner == side)

    def built(self, side: str, kind: str = "") -> list[str]:
        return sorted(at for at, m in self.monuments.items() if m.owner == side and kind in ("", m.kind))

    def near(self, place: str, side: str) -> bool:
        """Whether a unit of a side is adjacent."""
        return any(at in self.units and self.units[at].owner == side for at in self.ground.around[place])

    def free(self, place: str) -> bool:
        return place not in self.units and place not in self.monuments

    def enterable(self, side: str, place: str) -> bool:
        return self.free(place) and not water(place) and (place not in self.underworld or side == self.able("osiris"))

    def terrain(self, place: str) -> str:
        return "" if place in self.underworld else TERRAIN[place]

    def bases(self, side: str, size: str) -> int:
        bound = [*self.pool[side], *(u.kind for u in self.units.values() if u.owner == side and u.kind in GUARDIAN)]
        return 2 - sum(GUARDIAN[kind]["base"] == size for kind in bound)

    # -- changing ----------------------------------------------------------------------------------------------------

    def erect(self, place: str, kind: str, owner: str) -> None:
        self.supply[kind] -= 1
        self.monuments[place] = Monument(kind, owner)
        if owner:
            self.ankhs[owner] -= 1

    def raze(self, place: str) -> None:
        monument = self.monuments.pop(place)
        self.supply[monument.kind] += 1
        if monument.owner:
            self.ankhs[monument.owner] += 1

    def pay(self, side: str, n: int) -> None:
        """Followers to a side, as many as there are."""
        if self.options["followers_limited"]:
            n = min(n, 70 - sum(self.followers.values()))
        self.followers[side] += n

    def step(self, side: str, by: int) -> None:
        """Move a marker; on top wherever it enters (A-DEV-2)."""
        old = self.space(side)
        new = max(0, min(TOP, old + by))
        if new == old:
            return
        self.stacks[old].remove(side)
        self.stacks[new].append(side)
        if new == TOP:
            self.winner = side
            raise Won

    def gain(self, side: str, n: int, region: bool = False) -> None:
        """One gain, one look at Bountiful (A-POW-BOUNTIFUL)."""
        if n <= 0 or not self.fertile():
            return
        wide = region or self.options["bountiful_everywhere"]
        bonus = "bountiful" in self.powers[side] and self.space(side) <= RED and wide
        self.step(side, n + bonus)

    def fertile(self) -> bool:
        """Whether Devotion can be gained where something is resolved now."""
        return True

    # -- asking ------------------------------------------------------------------------------------------------------

    def one(
        self, seat: str, name: str, options: Iterable[str], low: int = 1, high: int = 1, window: bool = False
    ) -> Stop:
        """Ask a seat; claws that others moved come first, and what has one answer is not asked."""
        for owner, place in [pair for pair in self.owed if pair[0] == seat]:
            self.owed.remove((owner, place))
            yield from self.aim(owner, place)
        return (yield from self.all({seat: (name, frozenset(options), low, high)}, window))[seat]

    def all(self, asked: dict[str, Asked], window: bool = False) -> Stop:
        def forced(question: Asked) -> bool:
            _, options, low, _ = question
            return low == len(options) and (low > 0 or not window)

        answers = {seat: sorted(question[1]) for seat, question in asked.items() if forced(question)}
        stop = {seat: question for seat, question in asked.items() if seat not in answers}
        if stop:
            answers |= yield stop
        return answers

    def aim(self, seat: str, place: str) -> Stop:
        """A-GUARD-SCORPION-1"""
        unit = self.units.get(place)
        if unit is not None and does(unit.kind, "claws") and unit.owner == self.side(seat):
            (unit.claws,) = (yield from self.all({seat: ("claws", frozenset(CLAWS), 1, 1)}))[seat]
