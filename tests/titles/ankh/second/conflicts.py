"""Conflicts, and what follows them (A-CONF, A-BATTLE, A-MERGE, A-FORGET, A-WIN), in the mode `table`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from tests.titles.ankh.second.ground import beside, water
from tests.titles.ankh.second.table import CARD, DOES, EVENTS, GUARDIAN, RED, Board, Stop, Unit, does


@dataclass
class Fight:
    """One Battle. `safe` are units that Flood protects."""

    token: int
    sides: list[str]
    cards: dict[str, list[str]] = field(default_factory=dict)
    safe: list[Unit] = field(default_factory=list)
    dead: list[str] = field(default_factory=list)
    """Owners of the killed."""
    winner: str = ""
    strength: dict[str, int] = field(default_factory=dict)


class Conflicts(Board):
    def ask(
        self, side: str, name: str, options: Iterable[str], low: int = 1, high: int = 1, window: bool = False
    ) -> Stop:
        """Ask a side in a Conflict."""
        return (yield from self.all({side: (name, frozenset(options), low, high)}, window))[side]

    def conflict(self, seat: str) -> Stop:
        """A-CONF-1 to A-CONF-3"""
        for owner, place in self.owed:
            yield from self.aim(owner, place)
        self.owed = []
        self.holder, self.tie, self.amun = self.side(seat), True, True
        for side in self.ladder:
            if "omnipresent" in self.powers[side]:
                self.pay(side, sum(bool(self.standing(token, side)) for token in self.tokens))
        struck = set()
        for place, unit in self.units.items():
            for direction in unit.claws.split("-") if unit.claws else ():
                target = beside(place, direction)
                if target in self.monuments and target in self.ground.around[place]:
                    struck.add(target)
        for place in struck:
            self.raze(place)
        for token in self.in_order():
            self.here = token
            present = self.present(token)
            if len(present) == 1:
                yield from self.dominate(token, present[0])
            elif present:
                yield from self.battle(Fight(token, present))
        self.here = 0
        after = EVENTS[self.event - 1].get("after", "")
        if after == "merge_gods" and self.players >= 3:
            yield from self.merge()
        elif after == "forgotten_gods":
            self.forget()
        elif after == "game_end":
            self.winner = self.ladder[-1]
        if self.winner is None:
            yield from self.close()

    # -- what an expansion changes -----------------------------------------------------------------------------------

    def in_order(self) -> list[int]:
        return sorted(self.tokens)

    def close(self) -> Stop:
        """After everything else."""
        yield from ()

    def weak(self, at: str) -> bool:
        """Whether a unit has no strength."""
        owner = self.units[at].owner
        near = [self.units[o] for o in self.ground.around[at] if o in self.units]
        return any(does(other.kind, "neutralise") and other.owner != owner for other in near)

    def recover(self, side: str) -> None:
        self.hand[side] = sorted(CARD)

    def depart(self, side: str) -> None:
        """What else a god takes with it."""

    # -- majorities and dominance ------------------------------------------------------------------------------------

    def majorities(self, token: int) -> None:
        """A-MAJ-1, A-MAJ-2"""
        region = self.tokens[token]
        prizes = {}
        for side in self.present(token):
            n = 0
            for kind in self.supply:
                counts = {o: sum(at in region for at in self.built(o, kind)) for o in self.ladder}
                n += all(counts[side] > other for o, other in counts.items() if o != side)
            prizes[side] = n
        for side, n in prizes.items():
            self.gain(side, n, region=True)

    def shining(self, token: int, side: str) -> bool:
        return side == self.able("ra") and any(self.units[at].sun for at in self.standing(token, side))

    def dominate(self, token: int, side: str) -> Stop:
        """A-DOM-1, A-RUL-39"""
        self.majorities(token)
        self.gain(side, 1 + self.shining(token, side), region=True)
        if self.revolt:
            yield from self.slay([at for at in self.standing(token, side) if self.units[at].mortal], None)

    # -- battle ------------------------------------------------------------------------------------------------------

    def battle(self, fight: Fight) -> Stop:
        """A-BATTLE-0a to A-BATTLE-6"""
        yield from self.relocate(fight)
        amun = self.able("amun")
        double = False
        if amun in fight.sides and self.amun and len(self.hand[amun]) >= 2:
            double = bool((yield from self.ask(amun, "amun", [str(fight.token)], low=0, window=True)))
            self.amun = not double
        fight.sides = self.present(fight.token)
        asked = {}
        for side in fight.sides:
            n = 2 if double and side == amun else 1
            asked[side] = ("card", frozenset(self.hand[side]), n, n)
        fight.cards = yield from self.all(asked)
        for side, cards in fight.cards.items():
            self.hand[side] = [card for card in self.hand[side] if card not in cards]
        for side in self.upwards(fight.sides):
            for effect in self.effects(fight, side, "followers"):
                self.pay(side, effect["n"] * len(self.on(fight, side, effect)))
            for effect in self.effects(fight, side, "protect"):
                fight.safe += [self.units[at] for at in self.on(fight, side, effect)]
        for side in self.playing(fight, "build"):
            yield from self.build(fight, side)
        for _ in self.playing(fight, "plague"):
            yield from self.plague(fight)
        self.majorities(fight.token)
        yield from self.resolve(fight)
        for side in self.playing(fight, "devotion_for_dead"):
            for effect in self.effects(fight, side, "devotion_for_dead"):
                self.gain(side, effect["n"] * fight.dead.count(side))
        for side in self.playing(fight, "cards_back"):
            self.recover(side)
        osiris = self.able("osiris")
        if osiris in fight.sides and osiris != fight.winner:
            yield from self.open_gate(fight, osiris)
        for side in self.upwards(s for s in fight.sides if "worshipful" in self.powers[s]):
            if self.followers[side] < 2 or not self.fertile():
                continue
            if (yield from self.ask(side, "worship", ["yes", "no"])) == ["yes"]:
                self.followers[side] -= 2
                self.gain(side, 1)

    def effects(self, fight: Fight, side: str, effect: str) -> list[dict[str, Any]]:
        """What the cards that a side played say with an effect."""
        return [DOES[card][effect] for card in fight.cards[side] if does(card, effect)]

    def on(self, fight: Fight, side: str, effect: dict[str, Any]) -> list[str]:
        return [at for at in self.standing(fight.token, side) if self.terrain(at) == effect["terrain"]]

    def playing(self, fight: Fight, effect: str) -> list[str]:
        return self.upwards(side for side in fight.cards if self.effects(fight, side, effect))

    def relocate(self, fight: Fight) -> Stop:
        """A-POW-OBELISK, A-RUL-20: one unit each in rotation, each unit once; who stops or cannot is out."""
        turn = [side for side in fight.sides if "obelisk_attuned" in self.powers[side]]
        gone: list[Unit] = []
        while turn:
            side = turn.pop(0)
            region = self.tokens[fight.token]
            beside_one = {n for at in self.built(side, "obelisk") if at in region for n in self.ground.around[at]}
            ends = [at for at in beside_one if self.enterable(side, at)]
            units = [at for at in self.own(side) if not any(self.units[at] is unit for unit in gone)]
            options = {f"{self.units[at].word} {at}-{end}": (at, end) for at in units for end in ends}
            keys = (yield from self.ask(side, "relocate", options, low=0, window=True)) if options else []
            if not keys:
                continue
            start, end = options[keys[0]]
            unit = self.units[end] = self.units.pop(start)
            gone.append(unit)
            turn.append(side)
            if does(unit.kind, "claws"):
                yield from self.aim(side, end)

    def build(self, fight: Fight, side: str) -> Stop:
        """A-CARD-BUILD, A-POW-INSPIRING"""
        cost = 0 if "inspiring" in self.powers[side] else 3
        spaces = [at for at in self.tokens[fight.token] if self.free(at) and at not in self.underworld]
        kinds = [kind for kind in ("obelisk", "temple", "pyramid") if self.supply[kind]]
        options = [f"{kind} {at}" for kind in kinds for at in spaces]
        if not options or self.followers[side] < cost or not self.ankhs[side]:
            return
        for key in (yield from self.ask(side, "build", options, low=0, window=True)):
            kind, place = key.split()
            self.followers[side] -= cost
            self.erect(place, kind, side)

    def plague(self, fight: Fight) -> Stop:
        """A-CARD-PLAGUE, A-RUL-9, A-RUL-10, A-RUL-33"""
        bidders = self.present(fight.token)
        if len(bidders) < 2:
            return
        asked = {s: ("bid", frozenset(map(str, range(self.followers[s] + 1))), 1, 1) for s in bidders}
        answers = yield from self.all(asked)
        bids = {side: int(keys[0]) for side, keys in answers.items()}
        for side, n in bids.items():
            self.followers[side] -= n
        best = [side for side in bids if bids[side] == max(bids.values())]
        spared = best[0] if len(best) == 1 else ""
        doomed = [at for at in self.standing(fight.token) if self.units[at].mortal and self.units[at].owner != spared]
        yield from self.kill(doomed, fight)

    def might(self, fight: Fight, side: str) -> int:
        """A-BATTLE-5a"""
        places = self.standing(fight.token, side)
        if not places:
            return 0
        total = sum(CARD[card] for card in fight.cards[side])
        for at in places:
            unit = self.units[at]
            if self.weak(at):
                continue
            total += 1
            if unit.kind == "god":
                three = any(len(self.built(side, kind)) >= 3 for kind in self.supply)
                total += 2 if three and "resplendent" in self.powers[side] else 0
                total += len(self.trapped) if side == self.able("anubis") else 0
        if "temple_attuned" in self.powers[side]:
            temples = [at for at in self.built(side, "temple") if at in self.tokens[fight.token]]
            total += 2 * sum(self.near(at, side) for at in temples)
        return total

    def resolve(self, fight: Fight) -> Stop:
        """A-BATTLE-5b to A-BATTLE-5f"""
        fight.strength = {side: self.might(fight, side) for side in fight.sides}
        living = {side: fight.strength[side] for side in fight.sides if self.standing(fight.token, side)}
        best = [side for side in living if living[side] == max(living.values())]
        if len(best) == 1:
            fight.winner = best[0]
        elif self.holder in best and self.tie:
            answer = yield from self.ask(self.holder, "tiebreak", ["yes", "no"])
            fight.winner, self.tie = (self.holder, False) if answer == ["yes"] else ("", True)
        if fight.winner:
            self.reward(fight, fight.winner)
        losers = self.upwards(side for side in fight.sides if side != fight.winner)
        for side in losers:
            if "magnanimous" in self.powers[side] and len(self.standing(fight.token, side)) >= 2:
                self.gain(side, 2)
        everybody = [at for at in self.standing(fight.token) if self.units[at].mortal]
        if self.revolt:
            doomed = [at for at in everybody if self.units[at].owner == fight.winner]
        else:
            doomed = [at for at in everybody if self.units[at].owner != fight.winner]
        doomed = [at for at in doomed if not any(self.units[at] is unit for unit in fight.safe)]
        yield from self.slay(doomed, fight)

    def reward(self, fight: Fight, side: str) -> None:
        """A-BATTLE-5c"""
        others = [n for other, n in fight.strength.items() if other != side]
        glory = "glorious" in self.powers[side] and fight.strength[side] - max(others) >= 3
        prize = (3 if glory else 1) + self.shining(fight.token, side)
        for effect in self.effects(fight, side, "devotion_for_win"):
            prize += effect["n"] * len(self.on(fight, side, effect))
        self.gain(side, prize, region=True)
        if "commanding" in self.powers[side]:
            self.pay(side, 3)

    # -- killing -----------------------------------------------------------------------------------------------------

    def slay(self, doomed: list[str], fight: Fight | None) -> Stop:
        """The killing of a resolution: Isis may keep units beside enemies (A-GOD-ISIS-1)."""
        isis = self.able("isis")
        kept = []
        for at in doomed:
            near = [o for o in self.ground.around[at] if o in self.units and self.units[o].owner != isis]
            if isis and self.units[at].owner == isis and near:
                kept.append(at)
        if kept:
            saved = yield from self.ask(isis, "keep", kept, low=0, high=len(kept), window=True)
            doomed = [at for at in doomed if at not in saved]
        yield from self.kill(doomed, fight)

    def kill(self, doomed: list[str], fight: Fight | None) -> Stop:
        """A-GOD-ANUBIS-1, A-GUARD-MUMMY-1, A-GUARD-CAT-1"""
        dead = [self.units.pop(at) for at in doomed]
        for unit in dead:
            self.suns += unit.sun
            if unit.kind == "warrior":
                self.warriors[unit.owner] += 1
            else:
                self.pool[unit.owner].append(unit.kind)
            if fight is not None:
                fight.dead.append(unit.owner)
        anubis = self.able("anubis")
        enemies = {unit.owner for unit in dead if unit.kind == "warrior" and unit.owner != anubis}
        if anubis and enemies and len(self.trapped) < 3:
            for owner in (yield from self.ask(anubis, "trap", enemies, low=0, window=True)):
                self.warriors[owner] -= 1
                self.trapped.append(owner)
        mummies = [unit.owner for unit in dead if does(unit.kind, "return")]
        for owner in [side for side in self.upwards(mummies) for _ in range(mummies.count(side))]:
            yield from self.come_back(owner)
        cats = [unit.owner for unit in dead if does(unit.kind, "curse")]
        for side in self.ladder:
            self.step(side, -sum(owner != side for owner in cats))

    def come_back(self, owner: str) -> Stop:
        god = next(at for at, unit in self.units.items() if (unit.owner, unit.kind) == (owner, "god"))
        spaces = [at for at in self.ground.around[god] if self.enterable(owner, at)]
        if not spaces:
            return
        (place,) = yield from self.ask(owner, "mummy", spaces)
        kind = next(kind for kind in self.pool[owner] if does(kind, "return"))
        self.pool[owner].remove(kind)
        self.units[place] = Unit(owner, kind)
        if owner == self.able("ra") and self.suns and (yield from self.ask(owner, "sun", ["yes", "no"])) == ["yes"]:
            self.suns -= 1
            self.units[place].sun = True

    def open_gate(self, fight: Fight, osiris: str) -> Stop:
        """A-GOD-OSIRIS-1, A-RUL-35"""
        spaces = [at for at in self.tokens[fight.token] if self.free(at) and at not in self.underworld]
        full = len(self.underworld) == 3
        options = [f"{old}-{at}" for old in self.underworld for at in spaces] if full else spaces
        if options:
            for key in (yield from self.ask(osiris, "underworld", options, low=0, window=True)):
                *old, place = key.split("-")
                self.underworld = self.underworld - set(old) | {place}
                assert not water(place)

    # -- after -------------------------------------------------------------------------------------------------------

    def merge(self) -> Stop:
        """A-MERGE-1 to A-MERGE-10"""
        lesser, greater = self.ladder[:2]
        for place in self.built(lesser):
            self.raze(place)
        for place in self.own(lesser):
            if self.units[place].kind in ("god", "warrior"):
                self.suns += self.units.pop(place).sun
        self.trapped = [owner for owner in self.trapped if owner != lesser]
        if lesser == "anubis":
            self.warriors[greater] += self.trapped.count(greater)
            self.trapped = [owner for owner in self.trapped if owner != greater]
        self.warriors[lesser] = self.ankhs[lesser] = 0
        self.hand[lesser], self.powers[lesser] = [], []
        self.followers[greater] += self.followers[lesser]
        self.followers[lesser] = 0
        self.depart(lesser)
        low = self.space(lesser)
        self.stacks[self.space(greater)].remove(greater)
        self.stacks[low][self.stacks[low].index(lesser)] = greater
        self.greater, self.lesser = greater, lesser
        figures = {f"{self.units[at].word} {at}": at for at in self.own(lesser)}
        pooled: dict[str, str] = {}
        for kind in self.pool[lesser]:
            word = Unit("", kind).word
            pooled[f"{word} pool{'+' * sum(k.startswith(f'{word} pool') for k in pooled)}"] = kind
        taken: list[str] = []
        if figures or pooled:
            taken = yield from self.ask(
                greater, "take", [*figures, *pooled], low=0, high=len(figures) + len(pooled), window=True
            )
        for key, at in figures.items():
            if key in taken:
                self.units[at].owner = greater
            else:
                self.suns += self.units.pop(at).sun
        self.pool[lesser] = []
        self.pool[greater] += [kind for key, kind in pooled.items() if key in taken]
        assert all(self.bases(greater, size) >= 0 for size in ("small", "large")), GUARDIAN

    def forget(self) -> None:
        """A-FORGET-1, A-FORGET-2"""
        for side in [side for side in self.ladder if self.space(side) <= RED]:
            gods = [side, self.lesser] if side == self.greater else [side]
            for place in self.built(side):
                self.raze(place)
            for place in self.own(side):
                self.suns += self.units.pop(place).sun
            self.trapped = [owner for owner in self.trapped if owner != side]
            if "anubis" in gods:
                for owner in self.trapped:
                    self.warriors[owner] += 1
                self.trapped = []
            if "osiris" in gods:
                self.underworld = set()
            self.warriors[side] = self.followers[side] = 0
            self.pool[side] = []
            self.depart(side)
            self.stacks[self.space(side)].remove(side)
            self.forgotten.append(side)
        if len(self.ladder) < 2:
            self.winner = self.ladder[0] if self.ladder else ""
