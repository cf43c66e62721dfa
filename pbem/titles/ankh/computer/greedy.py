"""A computer player for Ankh that looks one step ahead: what each answer is worth to it, from what everybody sees.

It counts what every region would bring if a Conflict came (majorities, dominance, the chance to win a Battle), likes
spaces beside Monuments that pay or can be taken, unlocks powers as soon as it can pay, and weighs cards and bids
against what the others may hold. All of the table is public but sealed answers, which it never reads.
"""

from __future__ import annotations

from math import prod

from pbem.core.asking import Judge
from pbem.core.questions import Seat
from pbem.titles.ankh.actions.move import destinations
from pbem.titles.ankh.components import CONFLICT
from pbem.titles.ankh.map.geometry import DIRECTIONS
from pbem.titles.ankh.notation import read_move
from pbem.titles.ankh.rules.devotion import majorities
from pbem.titles.ankh.rules.lookups import followers_due, next_cost, next_guardian, next_level, steps_of
from pbem.titles.ankh.rules.strength import side_strength, unit_strength
from pbem.titles.ankh.state import GOD, NEUTRAL, Ankh

__all__ = [
    *("action", "amun", "bid", "build", "caravan", "card", "claws", "control", "exchange", "keep", "move", "mummy"),
    *("push", "relocate"),
    *("summon", "trap", "underworld", "unlock", "worship"),
]

POWERS = {
    "revered": 5, "omnipresent": 4.5, "commanding": 4, "inspiring": 3.5,
    "pyramid_attuned": 5, "temple_attuned": 4.5, "resplendent": 2.5, "obelisk_attuned": 3,
    "bountiful": 6, "glorious": 5, "worshipful": 4, "magnanimous": 3,
}  # fmt: skip
FOLLOWER = 0.35
"""What a Follower is worth beside Devotion."""
SPARE = 0.15
"""What one is worth that is left when the next power is paid."""
UNIT = 0.6
"""What a unit is worth that may be lost."""
SPARED = 1.2
"""What a unit is worth that a bid spares where all others die."""


# -- regions ---------------------------------------------------------------------------------------------------------


class Ground:
    """What a side makes of the map, region by region: strengths of all sides, and the majorities that it has."""

    def __init__(self, t: Ankh, side: Seat) -> None:
        self.t, self.side = t, side
        self.own: dict[int, float] = {}
        self.others: dict[int, list[float]] = {}
        self.led: dict[int, int] = {}
        for token in t.tokens.values():
            self.own[token] = side_strength(t, token, side)
            self.others[token] = [
                side_strength(t, token, other) + _card(t, other) for other in t.sides_in(token) if other != side
            ]
            self.led[token] = sum(leader == side for leader in majorities(t, token).values())

    def worth(self, token: int, more: float = 0, units: int = 0) -> float:
        """Judge what a region brings with so much strength more, and so many units more (less, if negative)."""
        strength = self.own[token] + more
        present = len(self.t.units_in(token, self.side)) + units > 0
        if not present:
            return 0.0
        others = self.others[token]
        if not others:
            return 1.6 + self.led[token]
        chance = _chance(strength + _card(self.t, self.side) - max(others))
        lost = max(strength - 1, 0) * UNIT
        return self.led[token] + chance * 2.2 + 0.3 * len(others) * chance - (1 - chance) * lost

    def gain(self, token: int, strength: float, units: int) -> float:
        """Judge what a change of units there is worth."""
        return self.worth(token, strength, units) - self.worth(token)

    def all(self) -> float:
        return sum(self.worth(token) for token in self.own)


def _card(t: Ankh, side: Seat) -> float:
    """Guess the strength that a side's next card is likely to add."""
    hand = [t.data.cards[card] for card in t.gods[side].hand]
    return (max(hand, default=0) + sum(hand) / max(len(hand), 1)) / 2


def _chance(margin: float) -> float:
    return min(max(0.5 + margin * 0.2, 0.03), 0.97)


def _place(t: Ankh, side: Seat, place: str, without: str = "") -> float:
    """Judge what standing on a space is worth by itself: Monuments that pay or can be taken, not yet beside another
    unit."""
    found = 0.0
    adjacent = t.lay.adjacent
    for at in adjacent[place]:
        monument = t.monuments.get(at)
        if monument is None:
            continue
        if any(one != without and one in t.units and t.units[one].owner == side for one in adjacent[at]):
            continue
        if monument.owner in (NEUTRAL, side):
            found += 0.5
        if monument.owner != side and (monument.owner == NEUTRAL or not _free_left(t)):
            found += 0.7
    return found


def _free_left(t: Ankh) -> bool:
    return any(monument.owner == NEUTRAL for monument in t.monuments.values())


# -- turns -----------------------------------------------------------------------------------------------------------


def action(t: Ankh, seat: Seat, key: str) -> float:
    """Judge what an action brings, and the event that it would trigger."""
    side = t.side(seat)
    god = t.gods[side]
    known = {"move": _best_move, "summon": _best_summon, "gain": _gain, "unlock": _unlock}.get(key)
    worth = known(t, seat, side) if known is not None else 0.5  # a track of a module
    first = not any(frame.kind == "ankh.turn" and getattr(frame, "did", []) for frame in t.stack)
    if first and key == "unlock":
        worth -= 1.2  # a turn that begins with it has no second action
    if steps_of(t, key) - t.tracks[key] == 1 and t.event < len(t.data.events):
        worth += _event(t, side) - (1.0 if first and key != "unlock" else 0)
    if key == "gain" and next_level(t, side) and god.followers < next_cost(t, side):
        worth += 0.6
    return worth


def _event(t: Ankh, side: Seat) -> float:
    """Judge what triggering the next event is worth."""
    event = t.data.events[t.event]
    if event.type == CONFLICT:
        own = Ground(t, side).all()
        return 0.5 + own - max((Ground(t, other).all() for other in t.enemies(side)), default=0) * 0.9
    if event.type == "control":
        taking = any(
            monument.owner == NEUTRAL and _place_beside(t, side, place) for place, monument in t.monuments.items()
        )
        return 2.4 if taking else -0.2
    return 0.4


def _place_beside(t: Ankh, side: Seat, place: str) -> bool:
    return any(at in t.units and t.units[at].owner == side for at in t.lay.adjacent[place])


def _gain(t: Ankh, seat: Seat, side: Seat) -> float:
    return followers_due(t, side) * FOLLOWER * 1.6


def _unlock(t: Ankh, seat: Seat, side: Seat) -> float:
    level = next_level(t, side)
    if not level or t.gods[side].followers < next_cost(t, side):
        return -1.0
    return 3.2 + (1.0 if next_guardian(t, side) else 0.0) - next_cost(t, side) * 0.3


def _best_move(t: Ankh, seat: Seat, side: Seat) -> float:
    """Judge the three best moves together, as things stand."""
    judge = move(t, seat)
    best = [
        max((judge(f"x {place}-{end}") for end in destinations(t, side, place, t.data.move_distance)), default=0.0)
        for place in t.units_of(side)
    ]
    return sum(sorted((n for n in best if n > 0), reverse=True)[:3]) * 0.8


def _best_summon(t: Ankh, seat: Seat, side: Seat) -> float:
    god = t.gods[side]
    if not god.warriors and not god.guardians:
        return -0.5
    judge = summon(t, seat)
    own = [*t.units_of(side), *t.monuments_of(side)]
    places = {at for place in own for at in t.lay.adjacent[place] if t.open_to(side, at)}
    return 0.5 + max((judge(f"warrior {place}") for place in places), default=0.0)


def move(t: Ankh, seat: Seat) -> Judge:
    """Judge moves: where a unit does more than where it stands."""
    side = t.side(seat)
    ground = Ground(t, side)
    seen: dict[tuple[str, int], float] = {}
    left: dict[str, float] = {}

    def judge(key: str) -> float:
        found = read_move(key.lower())
        if found is None:
            return 0.0
        _, start, end = found
        target = t.tokens_at(end)[0]
        if (start, target) not in seen:
            strength = max(unit_strength(t, start), 1)
            leaving = [token for token in t.tokens_at(start) if token != target]
            change = sum(ground.gain(token, -strength, -1) for token in leaving)
            if target not in t.tokens_at(start):
                change += ground.gain(target, strength, 1)
            seen[start, target] = change
        if start not in left:
            left[start] = _place(t, side, start, start)
        pushed = 0.5 if end in t.units else 0.0
        return seen[start, target] + _place(t, side, end, start) - left[start] + pushed - 0.15

    return judge


def summon(t: Ankh, seat: Seat) -> Judge:
    """Judge summons: where another unit does most; Guardians before Warriors."""
    side = t.side(seat)
    ground = Ground(t, side)
    kinds = {"warrior": 0.0, "ransom": -0.2}

    def judge(key: str) -> float:
        word, place = key.split()
        tokens = t.tokens_at(place)
        return 0.4 + sum(ground.gain(token, 1, 1) for token in tokens) + _place(t, side, place) + kinds.get(word, 0.5)

    return judge


def push(t: Ankh, seat: Seat, key: str) -> float:
    return -_place(t, t.side(seat), key)


def claws(t: Ankh, seat: Seat) -> Judge:
    """Judge claws: at Monuments of others, not at own ones."""
    side = t.side(seat)
    frame = t.stack[-1]
    place = str(getattr(frame, "place", ""))

    def judge(key: str) -> float:
        worth = 0.0
        for direction in key.split("-"):
            target = t.data.board.around[place][DIRECTIONS.index(direction)] if place else ""
            monument = t.monuments.get(target) if place and target in t.lay.adjacent[place] else None
            worth += 0 if monument is None else -1 if monument.owner == side else 0.5 if monument.owner else -0.2
        return worth

    return judge


def unlock(t: Ankh, seat: Seat, key: str) -> float:
    return POWERS.get(key, 1)


def control(t: Ankh, seat: Seat, key: str) -> float:
    """Judge a Monument: one that makes or guards a majority where own units stand."""
    side = t.side(seat)
    monument = t.monuments[key]
    worth = 1.0 + 0.5 * (monument.owner != NEUTRAL)
    for token in t.tokens_at(key):
        own, others = _count(t, token, side, monument.kind)
        worth += (1.5 if own >= others else 0.3) if t.units_in(token, side) else 0
    return worth


def _count(t: Ankh, token: int, side: Seat, kind: str) -> tuple[int, int]:
    """Count own Monuments of a kind in a region, and the most of another side."""
    within = t.region(token)
    counts: dict[Seat, int] = {}
    for place, monument in t.monuments.items():
        if monument.kind == kind and monument.owner and place in within:
            counts[monument.owner] = counts.get(monument.owner, 0) + 1
    return counts.get(side, 0), max((n for owner, n in counts.items() if owner != side), default=0)


def caravan(t: Ankh, seat: Seat, key: str) -> float:
    """Judge an edge: a line somewhere in the region with most own units makes another region to dominate."""
    side = t.side(seat)
    token = t.tokens_at(key.split("|")[0])[0]
    return len(t.units_in(token, side)) - 1.5


def exchange(t: Ankh, seat: Seat, key: str) -> float:
    return -1.0


# -- Conflicts -------------------------------------------------------------------------------------------------------


def card(t: Ankh, seat: Seat) -> Judge:
    """Judge a card for the Battle that is fought; before it strength first, as the defaults have it."""
    if t.battle is None:
        return lambda ident: float(t.data.cards[ident])
    return card_in(t, t.side(seat), t.battle.token)


def card_in(t: Ankh, side: Seat, token: int) -> Judge:
    """Judge a card by what it adds to the chance of winning against any card of the others, and by its own effect."""
    places = t.units_in(token, side)
    mortal = _mortal(t, side, token)
    own = side_strength(t, token, side)
    others = [other for other in t.sides_in(token) if other != side]

    def won(ident: str) -> float:
        return prod(_beats(t, own + t.data.cards[ident], side_strength(t, token, other), other) for other in others)

    def effect(ident: str, chance: float) -> float:
        god = t.gods[side]
        if ident == "drought":
            return chance * sum(t.terrain(place) == "desert" for place in places)
        if ident == "flood":
            flooded = sum(t.terrain(place) == "flood" for place in places)
            return flooded * (FOLLOWER + (1 - chance) * UNIT)
        if ident == "miracle":
            return (1 - chance) * mortal * 0.9
        if ident == "build":
            return 1.0 if god.followers >= 3 or "inspiring" in t.held(side) else -0.2
        if ident == "cycle":
            return 0.45 * (len(god.used) - 2.5)
        if ident == "plague":
            richer = all(god.followers > t.gods[other].followers for other in others)
            dying = sum(t.units[at].kind != GOD for at in t.units_in(token) if t.units[at].owner != side)
            return dying * 0.6 if richer and god.followers else -mortal * 0.6
        return -0.5  # Chariots are kept for where they decide

    chances = {ident: won(ident) for ident in t.gods[side].hand}

    def judge(ident: str) -> float:
        chance = chances.get(ident, 0.0)
        return 10 + chance * (2.0 + 0.4 * mortal) + effect(ident, chance)

    return judge


def amun(t: Ankh, seat: Seat, key: str) -> float:
    """Judge a region for two cards: where they decide most."""
    side = t.side(seat)
    token = int(key)
    strongest = max((side_strength(t, token, other) for other in t.sides_in(token) if other != side), default=0)
    margin = side_strength(t, token, side) - strongest
    return 1.0 - abs(margin) * 0.3 if len(t.gods[side].hand) > 3 else -1.0


def _beats(t: Ankh, own: int, theirs: int, other: Seat) -> float:
    """Reckon how likely a strength is to be above another side's with any card of its hand; a tie counts a little."""
    hand = t.gods[other].hand or ["cycle"]
    return sum(_above(own - theirs - t.data.cards[one]) for one in hand) / len(hand)


def _above(margin: int) -> float:
    return 1.0 if margin > 0 else 0.25 if margin == 0 else 0.0


def bid(t: Ankh, seat: Seat) -> Judge:
    """Judge a bid in the Battle that is fought; bid nothing for Battles that nobody knows."""
    return bid_in(t, t.side(seat), t.battle.token) if t.battle is not None else lambda key: -float(key)


def bid_in(t: Ankh, side: Seat, token: int) -> Judge:
    """Bid as much as the units at stake are worth, against rivals who bid for theirs what they can."""
    stake = _mortal(t, side, token)
    likely = [min(t.gods[o].followers, 3 + 2 * _mortal(t, o, token)) for o in t.sides_in(token) if o != side]

    def judge(key: str) -> float:
        n = int(key)
        return prod(min(n / (most + 1), 1.0) for most in likely) * stake * SPARED - price(t, side, n)

    return judge


def price(t: Ankh, side: Seat, n: int) -> float:
    """Say what so many Followers are worth: those least that no power needs any more."""
    needed = next_cost(t, side) if next_level(t, side) else 0
    spare = min(n, max(t.gods[side].followers - needed, 0))
    return spare * SPARE + (n - spare) * FOLLOWER


def _mortal(t: Ankh, side: Seat, token: int) -> int:
    """Count units of a side that a Plague would kill."""
    return sum(t.units[place].kind != GOD for place in t.units_in(token, side))


def build(t: Ankh, seat: Seat) -> Judge:
    return build_in(t, t.side(seat), t.battle.token) if t.battle is not None else lambda key: -1.0


def build_in(t: Ankh, side: Seat, token: int) -> Judge:
    """Judge what to build: the kind that gives a majority in the region."""
    counts = {kind: _count(t, token, side, kind) for kind in t.supply}

    def judge(key: str) -> float:
        kind, place = key.split()
        own, others = counts[kind]
        return (1.6 if own <= others < own + 1 else 0.6) + 0.1 * len(_own_beside(t, side, place)) - 0.5

    return judge


def _own_beside(t: Ankh, side: Seat, place: str) -> list[str]:
    return [at for at in t.lay.adjacent[place] if at in t.units and t.units[at].owner == side]


def relocate(t: Ankh, seat: Seat) -> Judge:
    """Judge relocations: units that decide the Battle from where they are not needed."""
    side = t.side(seat)
    if t.battle is None:
        return lambda key: -1.0
    ground, here = Ground(t, side), t.battle.token

    def judge(key: str) -> float:
        start = key.split()[-1].split("-")[0]
        if here in t.tokens_at(start):
            return -1.0
        left = sum(ground.gain(token, -1, -1) for token in t.tokens_at(start))
        return left + ground.gain(here, 1, 1) - 0.2

    return judge


def keep(t: Ankh, seat: Seat, key: str) -> float:
    return 1.0


def trap(t: Ankh, seat: Seat, key: str) -> float:
    return 1.0 + t.devotion[key]


def mummy(t: Ankh, seat: Seat, key: str) -> float:
    return _place(t, t.side(seat), key)


def underworld(t: Ankh, seat: Seat, key: str) -> float:
    return 0.5 + _place(t, t.side(seat), key.split("-")[-1])


def worship(t: Ankh, seat: Seat, key: str) -> float:
    """Judge worship: 1 Devotion for Followers that no power needs any more, or that are plenty."""
    side = t.side(seat)
    level = next_level(t, side)
    needed = next_cost(t, side) if level else 0
    spare = t.gods[side].followers - 2 >= needed
    return 1.0 if (key == "yes") == spare else 0.0
