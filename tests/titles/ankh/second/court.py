"""Ankh: Pharaoh (P-PAL, P-SPH, P-RUL): the Palace, and what the five Pharaohs change."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pbem.titles.ankh.pharaoh.components import default_raw as further
from tests.titles.ankh.second.ground import TERRAIN, distance, read_here, water
from tests.titles.ankh.second.table import EVENTS, Stop, Unit, does
from tests.titles.ankh.second.turns import Second

MORE = further()
MORE["policies"]["list"] = read_here(MORE["policies"]["list"])
ROOMS = ["law", "war", "court", "throne"]
DOORS = {"law": ["war", "court"], "war": ["law", "throne"], "court": ["law", "throne"], "throne": ["war", "court"]}
THREE = ("obelisk", "temple", "pyramid")
CONFLICTS = {row["conflict"]: row["id"] for row in EVENTS if row["type"] == "conflict"}
LAND = [place for place, terrain in TERRAIN.items() if terrain != "water"]


def spoken(card: str) -> str:
    return card.replace("_", " ")


class Palace(Second):
    """The table with a Pharaoh. `king` is his space, `marks` are events with a Pharaoh token, `row` the face-up cards,
    `held` and `spent` Policy cards in hand and used; `shuffles` says how each new deck came out."""

    def __init__(self, ruler: str, deck: list[str], row: list[str], shuffles: Any, *args: Any) -> None:
        super().__init__(*args)
        self.ruler, self.deck, self.row, self.shuffles = ruler, deck, row, shuffles
        self.king, self.dead, self.on_card = "", False, 0
        numbers = {"ramesses": [1, 2, 3, 4], "tutankhamun": [1, 2, 3]}.get(ruler, [])
        self.marks = {CONFLICTS[n] for n in numbers}
        self.doom = CONFLICTS[4] if ruler == "tutankhamun" else 0
        self.supply["sphinx"] = 5
        self.priests = dict.fromkeys(self.order, 2)
        if ruler == "akhenaten":
            self.priests = dict.fromkeys(self.order, 0)
            self.warriors = {god: n + 2 for god, n in self.warriors.items()}
        self.rooms: dict[str, list[str]] = {room: [] for room in ROOMS}
        """Who has a Priest there, each as often as he has one."""
        self.rooms["law"] = list(self.order)
        self.held: dict[str, list[str]] = {god: [] for god in self.order}
        self.spent: dict[str, list[str]] = {god: [] for god in self.order}
        self.discard: list[str] = []
        self.gone: list[str] = []
        self.infantry: set[str] = set()

    def play(self) -> Stop:
        """P-SETUP-4"""
        seat = self.order[0] if self.ruler == "xerxes" else self.order[-1]
        (self.king,) = yield from self.one(seat, "pharaoh", [at for at in LAND if self.free(at)])
        yield from super().play()

    # -- the map -----------------------------------------------------------------------------------------------------

    def free(self, place: str) -> bool:
        """P-PHAR-1, P-RUL-13"""
        return super().free(place) and place != self.king and place not in self.infantry

    def built(self, side: str, kind: str = "") -> list[str]:
        """P-SPH-2: at all times but for majorities."""
        found = [at for at, m in self.monuments.items() if m.owner == side]
        return sorted(at for at in found if kind in ("", self.monuments[at].kind) or self.is_sphinx(at))

    def is_sphinx(self, at: str) -> bool:
        return self.monuments[at].kind == "sphinx"

    def sphinxes(self, side: str) -> list[str]:
        return [at for at in self.built(side) if self.is_sphinx(at)]

    def realm(self) -> int:
        """Order token where the Pharaoh stands."""
        return next((token for token, region in self.tokens.items() if self.king in region), 0)

    def majorities(self, token: int) -> None:
        """P-SPH-2, P-RUL-7: four kinds."""
        counts: dict[tuple[str, str], int] = {}
        for at, monument in self.monuments.items():
            if at in self.tokens[token] and monument.owner:
                key = monument.kind, monument.owner
                counts[key] = counts.get(key, 0) + 1
        prizes = {}
        for side in self.present(token):
            rivals = [side_ for side_ in self.ladder if side_ != side]
            prizes[side] = sum(
                counts.get((kind, side), 0) > max((counts.get((kind, other), 0) for other in rivals), default=0)
                for kind in (*THREE, "sphinx")
            )
        for side, n in prizes.items():
            self.gain(side, n, region=True)

    # -- Pharaohs ----------------------------------------------------------------------------------------------------

    def fertile(self) -> bool:
        """P-XERXES-2"""
        return not (self.ruler == "xerxes" and self.here and self.here == self.realm())

    def shining(self, token: int, side: str) -> int:  # type: ignore[override]
        """P-AMENHOTEP-1"""
        return super().shining(token, side) + (self.ruler == "amenhotep" and token == self.realm())

    def weak(self, at: str) -> bool:
        """P-RAMESSES-3"""
        return super().weak(at) or any(o in self.infantry for o in self.ground.around[at])

    def in_order(self) -> list[int]:
        """P-TUT-2"""
        rest = sorted(self.tokens)
        first = self.realm()
        if self.ruler != "tutankhamun" or not first:
            return rest
        rest.remove(first)
        return [first, *rest]

    def close(self) -> Stop:
        """P-RAMESSES-4, P-TUT-3, P-TUT-4, P-RUL-32"""
        if self.event in self.marks:
            if self.ruler == "ramesses":
                self.infantry = set()
                spaces = [at for at in LAND if self.free(at)]
                for place in (yield from self.out(self.ladder[0], "expedition", spaces, low=0, window=True)):
                    self.king = place
            else:
                self.on_card += 1
                for side in self.present(self.realm()):
                    self.pay(side, self.on_card)
            self.marks.remove(self.event)
        if self.event == self.doom:
            self.king, self.dead, self.doom = "", True, 0

    def leave_for(self, side: str, kind: str, place: str) -> set[str]:
        """P-AKH-2"""
        found = super().leave_for(side, kind, place)
        if self.ruler == "akhenaten":
            wet = does(kind, "water") and water(place) and place not in self.units and place in self.whole(self.realm())
            if wet or (place in self.tokens[self.realm()] and self.enterable(side, place)):
                found.add("flock")
        return found

    # -- Priests and cards -------------------------------------------------------------------------------------------

    def pooled(self, side: str) -> int:
        """P-AKH-1"""
        return self.warriors[side] if self.ruler == "akhenaten" else self.priests[side]

    def pool_priests(self, side: str, n: int) -> None:
        pool = self.warriors if self.ruler == "akhenaten" else self.priests
        pool[side] += n

    def doors(self, room: str = "") -> list[str]:
        """Rooms that may be entered, from one of them or from outside (P-TUT-4)."""
        return [other for other in (DOORS[room] if room else ROOMS) if not (self.dead and other == "throne")]

    def ordain(self, side: str, room: str) -> None:
        self.pool_priests(side, -1)
        self.rooms[room].append(side)

    def draw(self, n: int) -> list[str]:
        """P-POL-5, P-RUL-28"""
        found: list[str] = []
        while len(found) < n:
            if not self.deck:
                if not self.discard:
                    break
                pile = sorted(self.discard)
                self.deck, self.discard = [pile[at] for at in next(self.shuffles)], []
            found.append(self.deck.pop())
        return found

    def recover(self, side: str) -> None:
        """P-POL-3"""
        super().recover(side)
        self.held[side] += self.spent[side]
        self.spent[side] = []

    def depart(self, side: str) -> None:
        """P-MERGE-1, P-RUL-16"""
        self.priests[side] = 0
        self.rooms = {room: [one for one in there if one != side] for room, there in self.rooms.items()}
        self.gone += self.held[side] + self.spent[side]
        self.held[side], self.spent[side] = [], []

    # -- the Palace --------------------------------------------------------------------------------------------------

    def out(
        self, side: str, name: str, options: Iterable[str], low: int = 1, high: int = 1, window: bool = False
    ) -> Stop:
        """Ask a side out of turn; both players of a merged one may speak."""
        if side == self.greater:
            return (yield from self.all({side: (name, frozenset(options), low, high)}, window))[side]
        return (yield from self.one(side, name, options, low, high, window))

    def control(self, seat: str) -> Stop:
        """P-PAL-5 to P-PAL-8"""
        yield from super().control(seat)
        if self.options.get("palace_mode") == "ask":
            winners = {self.leader(room) for room in ROOMS} - {""}
            if winners:
                yield {side: ("palace", frozenset(["ready"]), 1, 1) for side in winners}
        elif self.side(seat) in {self.leader(room) for room in ROOMS}:
            yield {seat: ("palace", frozenset(["ready"]), 1, 1)}
        for room in ROOMS:
            side = self.leader(room)
            if side:
                self.pool_priests(side, self.rooms[room].count(side))
                self.rooms[room] = [one for one in self.rooms[room] if one != side]
                yield from getattr(self, f"room_{room}")(side)
        empty = [at for at, card in enumerate(self.row) if not card]
        for at, card in zip(empty, self.draw(len(empty)), strict=False):
            self.row[at] = card
        if self.ruler == "ramesses":
            home = self.tokens[self.realm()]
            spaces = [at for at in home if self.free(at) and at not in self.underworld]
            if spaces:
                self.infantry |= set((yield from self.one(seat, "draft", spaces)))

    def leader(self, room: str) -> str:
        """P-PAL-6"""
        there = self.rooms[room]
        best = [side for side in self.ladder if there and there.count(side) == max(map(there.count, there))]
        return best[0] if best else ""

    def room_law(self, side: str) -> Stop:
        """P-LAW-1, P-RUL-4, P-RUL-38"""
        names = {f"take {spoken(card)}" for card in self.row if card}
        low = int(bool(names))
        for card in {*self.held[side], *self.spent[side]}:
            both = card in self.held[side] and card in self.spent[side]
            names |= {f"denounce {spoken(card)}{tail}" for tail in ((" used", " hand") if both else ("",))}
        if not names:
            return
        for key in (yield from self.out(side, "law", names, low=low)):
            verb, _, name = key.partition(" ")
            if verb == "take":
                self.take(side, name)
                continue
            card = next(c for c in (*self.held[side], *self.spent[side]) if name.startswith(spoken(c)))
            pile = self.held[side] if card in self.held[side] and not name.endswith(" used") else self.spent[side]
            pile.remove(card)
            self.gone.append(card)
            for other in self.ladder:
                if other != side:
                    self.step(other, -1)

    def take(self, side: str, name: str) -> None:
        at = next(at for at, card in enumerate(self.row) if spoken(card) == name)
        self.held[side].append(self.row[at])
        self.row[at] = ""

    def pick(self, side: str, room: str) -> Stop:
        names = {spoken(card) for card in self.row if card}
        if names:
            (name,) = yield from self.out(side, room, names)
            self.take(side, name)

    def room_war(self, side: str) -> Stop:
        """P-WAR-1, P-RUL-26"""
        own = [at for at in self.built(side) if not self.is_sphinx(at)]
        if own and self.supply["sphinx"]:
            (place,) = yield from self.out(side, "sphinx", own)
            self.raze(place)
            self.erect(place, "sphinx", side)
        if self.solvable(side) and (yield from self.out(side, "riddle", ["yes", "no"])) == ["yes"]:
            yield from getattr(self, f"riddle_{self.ruler}")(side)

    def room_court(self, side: str) -> Stop:
        yield from self.pick(side, "court")
        self.pay(side, 2)

    def room_throne(self, side: str) -> Stop:
        """P-THRONE-1, P-PHAR-3"""
        yield from self.pick(side, "throne")
        if self.king:
            spaces = self.ways(3)
            if spaces:
                for place in (yield from self.out(side, "journey", spaces, low=0, window=True)):
                    self.king = place

    def ways(self, far: int) -> list[str]:
        return [at for at in LAND if self.free(at) and distance(self.king, at) <= far]

    # -- Riddles -----------------------------------------------------------------------------------------------------

    def left(self) -> bool:
        """Whether Followers are left to be given."""
        return not self.options["followers_limited"] or sum(self.followers.values()) < 70

    def solvable(self, side: str) -> bool:
        """Whether the Riddle could bring anything."""
        n = len(self.sphinxes(side))
        if self.ruler == "ramesses":
            return n > 0 and (self.left() or bool(self.marches(set())))
        if self.ruler == "xerxes":
            return any(at not in self.tokens[self.realm()] for at in self.sphinxes(side))
        if self.ruler == "amenhotep":
            return bool(self.deck or self.discard)
        if self.ruler == "tutankhamun":
            return self.left() and n * (3 if self.dead else self.on_card) > 0
        return bool(self.summons(side, [], self.leave_by_sphinx))

    def marches(self, moved: set[str]) -> list[str]:
        """P-RUL-35"""
        return [
            f"{at}-{end}"
            for at in self.infantry - moved
            for end in self.ground.around[at]
            if self.free(end) and not water(end) and end not in self.underworld
        ]

    def riddle_ramesses(self, side: str) -> Stop:
        self.pay(side, len(self.sphinxes(side)))
        moved: set[str] = set()
        while len(moved) < len(self.sphinxes(side)) and (options := self.marches(moved)):
            keys = yield from self.out(side, "infantry", options, low=0, window=True)
            if not keys:
                return
            start, end = keys[0].split("-")
            self.infantry = self.infantry - {start} | {end}
            moved.add(end)

    def riddle_xerxes(self, side: str) -> Stop:
        self.gain(side, min(3, sum(at not in self.tokens[self.realm()] for at in self.sphinxes(side))))
        yield from ()

    def riddle_amenhotep(self, side: str) -> Stop:
        drawn = self.draw(1 + len(self.sphinxes(side)))
        (name,) = yield from self.out(side, "drawn", {spoken(card) for card in drawn})
        card = next(card for card in drawn if spoken(card) == name)
        drawn.remove(card)
        self.held[side].append(card)
        self.discard += drawn

    def riddle_tutankhamun(self, side: str) -> Stop:
        self.pay(side, len(self.sphinxes(side)) * (3 if self.dead else self.on_card))
        yield from ()

    def leave_by_sphinx(self, side: str, kind: str, place: str) -> set[str]:
        apep = does(kind, "water") and water(place) and place not in self.units
        if apep or self.enterable(side, place):
            return {at for at in self.sphinxes(side) if place in self.ground.around[at]}
        return set()

    def riddle_akhenaten(self, side: str) -> Stop:
        """P-AKH-3"""
        made: list[set[str]] = []
        while options := self.summons(side, made, self.leave_by_sphinx):
            keys = yield from self.out(side, "flock", options, low=0, window=True)
            if not keys:
                return
            made.append(options[keys[0]])
            word, place = keys[0].split()
            kind = self.kinds(side)[word]
            if word == "ransom":
                self.trapped.remove(side)
                self.followers[side] -= 1
                self.followers[self.able("anubis")] += 1
            elif word == "warrior":
                self.warriors[side] -= 1
            else:
                self.pool[side].remove(kind)
            self.units[place] = Unit(side, kind)
            ra = side == self.able("ra") and self.suns
            if ra and (yield from self.out(side, "sun", ["yes", "no"])) == ["yes"]:
                self.suns -= 1
                self.units[place].sun = True
            if does(kind, "claws"):
                yield from self.aim(side, place)
