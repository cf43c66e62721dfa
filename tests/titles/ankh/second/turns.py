"""Turns, the four actions and the events of one player (A-TURN, A-MOVE to A-UNLOCK, A-CTRL, A-CARA)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

from tests.titles.ankh.second.conflicts import Conflicts
from tests.titles.ankh.second.ground import Edge, lines, water, within
from tests.titles.ankh.second.table import EVENTS, GUARDIAN, POWER, WORD, Stop, Unit, Won, does

ACTIONS = ["move", "summon", "gain", "unlock"]
Leave = Callable[[str, str, str], set[str]]
"""Side, kind and space: by what leave a unit may be summoned there."""


class Second(Conflicts):
    """A whole game."""

    def play(self) -> Stop:
        try:
            while self.winner is None:
                for seat in self.order:
                    if self.side(seat) in self.ladder and self.winner is None:
                        yield from self.turn(seat)
        except Won:
            pass

    def turn(self, seat: str) -> Stop:
        """A-TURN-1 to A-TURN-7"""
        allowed = ACTIONS
        for nth in (1, 2):
            (action,) = yield from self.one(seat, "action", allowed)
            self.steps[action] += 1
            yield from self.act(action, seat)
            if self.steps[action] == self.players + (action != "unlock"):
                self.event += 1
                row = EVENTS[self.event - 1]
                yield from getattr(self, row["type"])(seat)
                self.steps[action] = 0
                return
            allowed = ACTIONS[ACTIONS.index(action) + 1 :]
            if nth == 2 or not allowed or seat in (self.greater, self.lesser):
                return

    def act(self, action: str, seat: str) -> Stop:
        yield from getattr(self, f"do_{action}")(seat, self.side(seat))

    # -- actions -----------------------------------------------------------------------------------------------------

    def pushes(self, start: str, end: str) -> list[str]:
        """A-GUARD-SATET-1, A-RUL-7, A-RUL-32"""
        owner = self.units[end].owner
        satet = self.units.pop(start)
        found = [at for at in self.ground.around[end] if self.enterable(owner, at)]
        self.units[start] = satet
        return found

    def moves(self, side: str, done: set[str], far: int) -> dict[str, tuple[str, str]]:
        options = {}
        for start in self.own(side):
            unit = self.units[start]
            for end in within(start, far) if start not in done else ():
                other = self.units.get(end)
                pushed = (
                    does(unit.kind, "push") and other is not None and other.owner != side and not water(end)
                    and (end not in self.underworld or side == self.able("osiris")) and self.pushes(start, end)
                )  # fmt: skip
                if pushed or self.enterable(side, end):
                    options[f"{unit.word} {start}-{end}"] = start, end
        return options

    def do_move(self, seat: str, side: str, single: bool = False) -> Stop:
        """`single`: one unit, and it must move."""
        done: set[str] = set()
        while True:
            options = self.moves(side, done, 3 if single else self.far)
            if not options or (single and done):
                return
            keys = yield from self.one(seat, "move", options, low=int(single), window=bool(done))
            if not keys:
                return
            start, end = options[keys[0]]
            to = ""
            if end in self.units:
                (to,) = yield from self.one(seat, "push", self.pushes(start, end))
            unit = self.units.pop(start)
            if to:
                self.units[to] = self.units.pop(end)
                if does(self.units[to].kind, "claws"):
                    self.owed.append((self.units[to].owner, to))
            self.units[end] = unit
            done.add(end)
            if does(self.units[end].kind, "claws"):
                yield from self.one_claw(seat, end)

    def one_claw(self, seat: str, place: str) -> Stop:
        """As any question: what the seat owes comes first."""
        (claws,) = yield from self.one(seat, "claws", ["N-NE", "NE-SE", "SE-S", "S-SW", "SW-NW", "NW-N"])
        self.units[place].claws = claws

    def leave_for(self, side: str, kind: str, place: str) -> set[str]:
        """By what a unit may be summoned to a space: as the regular summon, beside a Pyramid, on the Underworld."""
        found = set()
        apep = does(kind, "water") and water(place) and place not in self.units
        land = self.enterable(side, place)
        around = self.ground.around[place]
        if apep or (land and any(at in self.own(side) or at in self.built(side) for at in around)):
            found.add("regular")
        if "pyramid_attuned" in self.powers[side] and (apep or land):
            found.update(at for at in self.built(side, "pyramid") if at in around)
        if land and place in self.underworld and side == self.able("osiris"):
            found.add("underworld")
        return found

    def kinds(self, side: str) -> dict[str, str]:
        kinds = {WORD.get(kind, kind): kind for kind in self.pool[side]}
        kinds |= {"warrior": "warrior"} if self.warriors[side] else {}
        return kinds | ({"ransom": "warrior"} if side in self.trapped and self.followers[side] else {})

    def summons(self, side: str, made: list[set[str]], leave_for: Leave | None = None) -> dict[str, set[str]]:
        """What may be summoned where, and by what leave."""
        options: dict[str, set[str]] = {}
        fits: dict[frozenset[str], bool] = {}
        for word, kind in self.kinds(side).items():
            for place in self.ground.around:
                leave = (leave_for or self.leave_for)(side, kind, place)
                if leave and fits.setdefault(frozenset(leave), shared([*made, leave])):
                    options[f"{word} {place}"] = leave
        return options

    def do_summon(self, seat: str, side: str, leave_for: Leave | None = None, single: bool = False) -> Stop:
        """`single`: one unit, and it must come."""
        made: list[set[str]] = []
        while True:
            options = self.summons(side, made, leave_for)
            if not options or (single and made):
                return
            keys = yield from self.one(seat, "summon", options, low=int(single), window=bool(made))
            if not keys:
                return
            made.append(options[keys[0]])
            word, place = keys[0].split()
            kinds = self.kinds(side)
            if word == "ransom":
                self.trapped.remove(side)
                self.followers[side] -= 1
                self.followers[self.able("anubis")] += 1
            elif word == "warrior":
                self.warriors[side] -= 1
            else:
                self.pool[side].remove(kinds[word])
            self.units[place] = Unit(side, kinds[word])
            if side == self.able("ra") and self.suns:
                yield from self.shine(seat, place)
            if does(kinds[word], "claws"):
                yield from self.one_claw(seat, place)

    def shine(self, seat: str, place: str) -> Stop:
        if (yield from self.one(seat, "sun", ["yes", "no"])) == ["yes"]:
            self.suns -= 1
            self.units[place].sun = True

    def do_gain(self, seat: str, side: str) -> Stop:
        """A-GAIN-1"""
        paying = [at for at, m in self.monuments.items() if m.owner in ("", side) and self.near(at, side)]
        self.pay(side, len(paying) + ("revered" in self.powers[side]))
        yield from ()

    def unlocks(self, side: str, cheaper: int = 0) -> list[str]:
        had = self.powers[side]
        level = len(had) // 2 + 1
        free = [power for power, row in POWER.items() if row == level and power not in had]
        return free if level <= 3 and self.followers[side] >= level - cheaper else []

    def do_unlock(self, seat: str, side: str, must: bool = False) -> Stop:
        """A-UNLOCK-1 to A-UNLOCK-3"""
        had = self.powers[side]
        level = len(had) // 2 + 1
        keys = yield from self.one(seat, "unlock", self.unlocks(side, self.cheaper), low=int(must))
        if not keys:
            return
        self.followers[side] -= level - self.cheaper
        had.append(keys[0])
        wanted = {2: 1, 4: 2, 5: 3}.get(len(had))
        for kind, left in self.figures.items():
            if GUARDIAN[kind]["level"] == wanted and left and self.bases(side, GUARDIAN[kind]["base"]):
                self.figures[kind] -= 1
                self.pool[side].append(kind)

    # -- events ------------------------------------------------------------------------------------------------------

    def control(self, seat: str) -> Stop:
        """A-CTRL-1 to A-CTRL-3, A-RUL-3, A-RUL-4"""
        side = self.side(seat)
        neutral = [at for at, m in self.monuments.items() if not m.owner]
        others = [at for at, m in self.monuments.items() if m.owner and m.owner != side]
        options = [at for at in neutral or others if self.near(at, side)] if self.ankhs[side] else []
        if not options:
            return
        keys = yield from self.one(seat, "control", options, low=0 if self.options["control_optional"] else 1)
        for place in keys:
            kind, owner = self.monuments[place].kind, self.monuments[place].owner
            self.raze(place)
            self.erect(place, kind, side)
            assert owner != side

    def camel(self, seat: str) -> Stop:
        """A-CARA-1 to A-CARA-5; in The People's Revolt a consolidation."""
        if self.revolt:
            yield from self.consolidate(seat)
            return
        whole = lines(self.camels, min(6, 30 - len(self.camels))) if self.spare else []
        if not whole:
            return
        laid: set[Edge] = set()
        while laid not in whole:
            left = {edge for line in whole if laid <= line for edge in line - laid}
            names = {"|".join(sorted(edge)): edge for edge in left}
            keys = yield from self.one(seat, "caravan", names, low=1 if laid else 0)
            if not keys:
                return
            laid.add(names[keys[0]])
        some = min(min(laid, key=sorted))
        old = next(token for token, region in self.tokens.items() if some in region)
        region = self.tokens.pop(old)
        self.camels |= laid
        parts = {min(part): part for part in self.ground.regions if part <= region}
        (kept,) = yield from self.one(seat, "token", parts)
        new = self.spare.pop(0)
        for name, part in parts.items():
            self.tokens[old if name == kept else new] = part
        pairs = {f"{min(a, b)}-{max(a, b)}": (a, b) for a in (old, new) for b in self.tokens if a != b}
        keys = yield from self.one(seat, "exchange", pairs, low=0, window=True)
        for key in keys:
            one, other = pairs[key]
            self.tokens[one], self.tokens[other] = self.tokens[other], self.tokens[one]

    def consolidate(self, seat: str) -> Stop:
        """A-SCEN-REVOLT-3, A-RUL-40"""
        if self.event in self.lying:
            self.lying.remove(self.event)
            self.pay(self.side(seat), 1)
        of = {name: token for token, region in self.tokens.items() for name in region}
        pairs: dict[str, set[Edge]] = {}
        for camel in self.camels:
            low, high = sorted(of[name] for name in camel)
            if low != high:
                pairs.setdefault(f"{low}-{high}", set()).add(camel)
        if not pairs:
            return
        (key,) = yield from self.one(seat, "consolidate", pairs)
        one, other = map(int, key.split("-"))
        highest = max(self.tokens)
        self.camels -= pairs[key]
        both = self.tokens.pop(one) | self.tokens.pop(other)
        if highest == other:
            self.tokens[one] = both
            return
        where = self.tokens.pop(highest)
        (moved,) = yield from self.one(seat, "token", [str(one), str(other)])
        self.tokens[int(moved)] = where
        self.tokens[other if int(moved) == one else one] = both


def shared(made: list[set[str]]) -> bool:
    """Whether every summon can have a leave of its own: tried out."""
    every = sorted(set().union(*made))
    return len(made) <= len(every) and any(
        all(leave in summon for leave, summon in zip(given, made, strict=True))
        for given in permutations(every, len(made))
    )
