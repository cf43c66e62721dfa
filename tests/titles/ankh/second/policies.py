"""Ankh: Pharaoh (P-POL): the actions with their Priests, and the twenty Policy cards around them."""

from __future__ import annotations

from itertools import permutations

from tests.titles.ankh.second.court import DOORS, MORE, ROOMS, THREE, Palace, spoken
from tests.titles.ankh.second.ground import water
from tests.titles.ankh.second.table import CARD, Stop, does

POLICY = {row["id"]: row for row in MORE["policies"]["list"]}


class Reign(Palace):
    """A whole game with a Pharaoh."""

    def act(self, action: str, seat: str) -> Stop:
        """P-POL-1: one card with the action, before or after it."""
        used = yield from self.policy(seat, action, "before")
        yield from self.perform(action, seat)
        self.far, self.cheaper = 3, 0
        if not used:
            yield from self.policy(seat, action, "after")

    def policy(self, seat: str, action: str, when: str) -> Stop:
        """P-RUL-20, P-RUL-39"""
        side = self.side(seat)
        cards = {
            spoken(card): card
            for card in self.held[side]
            if action in POLICY[card]["actions"]
            and POLICY[card]["when"] in (when, "either")
            and getattr(self, f"can_{card}")(side, action)
        }
        if not cards:
            return False
        keys = yield from self.one(seat, "policy", cards, low=0, window=True)
        for key in keys:
            self.held[side].remove(cards[key])
            self.spent[side].append(cards[key])
            yield from getattr(self, f"use_{cards[key]}")(seat, side, action)
        return bool(keys)

    def perform(self, action: str, seat: str) -> Stop:
        """A whole action (P-PAL-2, P-PAL-3, P-RUL-22)."""
        side = self.side(seat)
        if action == "unlock":
            yield from self.do_unlock(seat, side, must=bool(self.cheaper))
        elif action == "summon":
            yield from self.summon_all(seat, side)
        else:
            yield from getattr(self, f"do_{action}")(seat, side)
        if action == "move":
            yield from self.walk(seat, side)

    def walk(self, seat: str, side: str) -> Stop:
        """P-RUL-30: `left` counts Priests that have not moved."""
        left = {room: self.rooms[room].count(side) for room in ROOMS}
        while True:
            options = [f"{room}-{end}" for room in ROOMS if left[room] for end in self.doors(room)]
            keys = (yield from self.one(seat, "step", options, low=0, window=True)) if options else []
            if not keys:
                return
            start, end = keys[0].split("-")
            left[start] -= 1
            self.rooms[start].remove(side)
            self.rooms[end].append(side)

    def summon_all(self, seat: str, side: str) -> Stop:
        """P-RUL-17 to P-RUL-19, P-AKH-1"""
        if self.pooled(side) and self.summons(side, []):
            for room in (yield from self.one(seat, "priest", self.doors(), low=0, window=True)):
                self.ordain(side, room)
                yield from self.do_summon(seat, side)
                return
        before = len(self.own(side))
        yield from self.do_summon(seat, side)
        if self.pooled(side):
            must = len(self.own(side)) > before
            for room in (yield from self.one(seat, "priest", self.doors(), low=int(must), window=not must)):
                self.ordain(side, room)

    # -- with one action ---------------------------------------------------------------------------------------------

    def can_forced_march(self, side: str, action: str) -> bool:
        return bool(self.moves(side, set(), 4))

    def use_forced_march(self, seat: str, side: str, action: str) -> Stop:
        self.far = 4
        yield from ()

    def can_swift_litters(self, side: str, action: str) -> bool:
        return bool(self.moves(side, set(), 3))

    def use_swift_litters(self, seat: str, side: str, action: str) -> Stop:
        yield from self.do_move(seat, side, single=True)

    def regular(self, side: str, kind: str, place: str) -> set[str]:
        return super().leave_for(side, kind, place) & {"regular"}

    def can_second_levy(self, side: str, action: str) -> bool:
        return bool(self.summons(side, [], self.regular))

    def use_second_levy(self, seat: str, side: str, action: str) -> Stop:
        yield from self.do_summon(seat, side, self.regular, single=True)

    def guard(self, side: str, kind: str, place: str) -> set[str]:
        near = self.king and place in self.ground.around[self.king]
        return {"guard"} if near and kind == "warrior" and self.enterable(side, place) else set()

    def can_palace_guard(self, side: str, action: str) -> bool:
        return bool(self.summons(side, [], self.guard))

    def use_palace_guard(self, seat: str, side: str, action: str) -> Stop:
        yield from self.do_summon(seat, side, self.guard, single=True)

    def can_temple_tithe(self, side: str, action: str) -> bool:
        return self.left()

    def use_temple_tithe(self, seat: str, side: str, action: str) -> Stop:
        self.pay(side, 2)
        yield from ()

    def inhabited(self, side: str) -> int:
        """P-RUL-29"""
        return sum(bool(self.standing(token, side)) for token in self.tokens)

    def can_grain_dole(self, side: str, action: str) -> bool:
        return self.left() and self.inhabited(side) > 0

    def use_grain_dole(self, seat: str, side: str, action: str) -> Stop:
        self.pay(side, self.inhabited(side))
        yield from ()

    def can_royal_scribes(self, side: str, action: str) -> bool:
        return bool(self.unlocks(side))

    def use_royal_scribes(self, seat: str, side: str, action: str) -> Stop:
        yield from self.do_unlock(seat, side, must=True)

    def can_royal_patronage(self, side: str, action: str) -> bool:
        return bool(self.unlocks(side, 1))

    def use_royal_patronage(self, seat: str, side: str, action: str) -> Stop:
        self.cheaper = 1
        yield from ()

    # -- with any action ---------------------------------------------------------------------------------------------

    def can_repeated_edict(self, side: str, action: str) -> bool:
        if action == "move":
            steps = any(self.doors(room) for room in ROOMS if side in self.rooms[room])
            return steps or bool(self.moves(side, set(), 3))
        if action == "summon":
            return self.pooled(side) > 0 or bool(self.summons(side, []))
        if action == "unlock":
            return bool(self.unlocks(side))
        near = [at for at, m in self.monuments.items() if m.owner in ("", side) and self.near(at, side)]
        return self.left() and bool(near or "revered" in self.powers[side])

    def use_repeated_edict(self, seat: str, side: str, action: str) -> Stop:
        yield from self.perform(action, seat)

    def intrigues(self) -> set[str]:
        return {
            f"{side} {room}-{end}"
            for room in ROOMS
            for side in self.rooms[room]
            for end in DOORS[room]
            if end in self.doors()
        }

    def can_court_intrigue(self, side: str, action: str) -> bool:
        return bool(self.intrigues())

    def use_court_intrigue(self, seat: str, side: str, action: str) -> Stop:
        (key,) = yield from self.one(seat, "intrigue", self.intrigues())
        god, step = key.split()
        start, end = step.split("-")
        self.rooms[start].remove(god)
        self.rooms[end].append(god)

    def can_ordination(self, side: str, action: str) -> bool:
        return self.pooled(side) > 0

    def use_ordination(self, seat: str, side: str, action: str) -> Stop:
        (room,) = yield from self.one(seat, "ordain", self.doors())
        self.ordain(side, room)

    def can_royal_progress(self, side: str, action: str) -> bool:
        return bool(self.king and self.ways(2))

    def use_royal_progress(self, seat: str, side: str, action: str) -> Stop:
        (self.king,) = yield from self.one(seat, "progress", self.ways(2))

    def unclaimed(self, side: str) -> list[str]:
        return (
            [at for at, m in self.monuments.items() if not m.owner and self.near(at, side)] if self.ankhs[side] else []
        )

    def can_rededication(self, side: str, action: str) -> bool:
        return self.followers[side] >= 2 and bool(self.unclaimed(side))

    def use_rededication(self, seat: str, side: str, action: str) -> Stop:
        self.followers[side] -= 2
        (place,) = yield from self.one(seat, "claim", self.unclaimed(side))
        kind = self.monuments[place].kind
        self.raze(place)
        self.erect(place, kind, side)

    def can_recalled_decree(self, side: str, action: str) -> bool:
        return len(self.hand[side]) < len(CARD)

    def use_recalled_decree(self, seat: str, side: str, action: str) -> Stop:
        (card,) = yield from self.one(seat, "recall", set(CARD) - set(self.hand[side]))
        self.hand[side] = sorted([*self.hand[side], card])

    def levied(self, side: str) -> list[str]:
        return [at for at in self.own(side) if self.units[at].kind == "warrior"]

    def can_burial_rites(self, side: str, action: str) -> bool:
        return bool(self.levied(side))

    def use_burial_rites(self, seat: str, side: str, action: str) -> Stop:
        (place,) = yield from self.one(seat, "bury", self.levied(side))
        self.suns += self.units.pop(place).sun
        self.warriors[side] += 1
        self.pay(side, 2)

    def ferries(self, side: str) -> set[str]:
        dry = [at for at in self.own(side) if not water(at)]
        return {f"{min(pair)}-{max(pair)}" for pair in permutations(dry, 2)}

    def can_ferrymen(self, side: str, action: str) -> bool:
        return bool(self.ferries(side))

    def use_ferrymen(self, seat: str, side: str, action: str) -> Stop:
        (key,) = yield from self.one(seat, "ferry", self.ferries(side))
        one, other = key.split("-")
        self.units[one], self.units[other] = self.units[other], self.units[one]
        for place in (one, other):
            if does(self.units[place].kind, "claws"):
                yield from self.one_claw(seat, place)

    def escorts(self, side: str) -> dict[str, tuple[str, str]]:
        ends = [at for at in self.ground.around[self.king] if self.enterable(side, at)] if self.king else []
        return {f"{self.units[at].word} {at}-{end}": (at, end) for at in self.own(side) for end in ends}

    def can_royal_summons(self, side: str, action: str) -> bool:
        return bool(self.escorts(side))

    def use_royal_summons(self, seat: str, side: str, action: str) -> Stop:
        options = self.escorts(side)
        (key,) = yield from self.one(seat, "escort", options)
        start, end = options[key]
        self.units[end] = self.units.pop(start)
        if does(self.units[end].kind, "claws"):
            yield from self.one_claw(seat, end)

    def counted(self, side: str) -> dict[str, int]:
        found = {str(token): sum(at in region for at in self.built(side)) for token, region in self.tokens.items()}
        return {token: min(3, n) for token, n in found.items() if n}

    def can_census(self, side: str, action: str) -> bool:
        return self.left() and bool(self.counted(side))

    def use_census(self, seat: str, side: str, action: str) -> Stop:
        (token,) = yield from self.one(seat, "census", self.counted(side))
        self.pay(side, self.counted(side)[token])

    def can_great_works(self, side: str, action: str) -> bool:
        """P-RUL-37: three different Monuments, tried out."""
        kinds = [self.monuments[at].kind for at in self.built(side)]
        return any(
            all(kind in (wanted, "sphinx") for kind, wanted in zip(some, THREE, strict=True))
            for some in permutations(kinds, 3)
        )

    def use_great_works(self, seat: str, side: str, action: str) -> Stop:
        self.gain(side, 1)
        yield from ()

    def richest(self, side: str) -> str:
        others = [other for other in reversed(self.ladder) if other != side and self.followers[other]]
        return max(others, key=lambda other: self.followers[other], default="")

    def can_treasury_audit(self, side: str, action: str) -> bool:
        return bool(self.richest(side))

    def use_treasury_audit(self, seat: str, side: str, action: str) -> Stop:
        self.followers[self.richest(side)] -= 1
        self.followers[side] += 1
        yield from ()
