"""Lantern Night: how a night goes. Each procedure is one heading of the rules, each step one sentence of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from pbem.core.procedures import Ask, AskAll, Call, Next, Outcome, Procedure, Settle, TurnOver
from pbem.core.questions import Amount, Keys, Pick, Seat
from tests.toy.state import LANTERNS, River, colours, light

# -- questions, made here once: the steps ask them, and `foresee` lists them -----------------------------------------


def bid_question(t: River, seat: Seat) -> Amount:
    return Amount("bid", "Coins for the first place", 0, t.coins[seat])


def float_question(t: River, seat: Seat) -> Pick:
    hand = list(t.hands[seat])

    def why_not(key: str) -> tuple[str, str] | None:
        return (f"{key} is not in your hand", "L3") if key in LANTERNS else None

    return Pick("float", "Set one or two lanterns afloat", hand, 1, min(2, len(hand)),
                why_not=why_not, known=LANTERNS, private=True)  # fmt: skip


def shelter_question() -> Pick:
    return Pick("shelter", "Pay a coin to shelter them from the wind", ["yes"], low=0, default=[])


def rest_question(t: River) -> Pick:
    words = {"coin": "take a coin", "draw": "draw two lanterns and keep one"}
    possible = (["coin"] if t.bank else []) + (["draw"] if len(t.deck) >= 2 else [])
    return Pick("rest", "At the end of your turn", possible, text=words.__getitem__, known=words)


def thanks_question(t: River) -> Pick:
    return Pick("thanks", "Somebody answered your colour: take", ["point", "coin"] if t.bank else ["point"])


# -- procedures -------------------------------------------------------------------------------------------------------


@dataclass
class Game(Procedure):
    """As many nights as were agreed."""

    kind: ClassVar[str] = "toy.game"

    def start(self, t: River) -> Outcome:
        return Call(Night(), then=self.dawn)

    def dawn(self, t: River) -> Outcome:
        for seat in t.seats:
            t.out += t.afloat[seat]
            t.afloat[seat] = []
        if t.night == t.live.options.nights:
            return Next(self.done)
        t.night += 1
        return Next(self.start)


@dataclass
class Night(Procedure):
    """Bids, wind, a turn each; then every owed thanks, because purses decide the next bids. [L1, L2, L5]"""

    kind: ClassVar[str] = "toy.night"
    waiting: list[str] = field(default_factory=list)

    def start(self, t: River) -> Outcome:
        return AskAll({seat: bid_question(t, seat) for seat in t.order}, then=self.bids, sealed=True)

    def bids(self, t: River, answers: dict[Seat, Keys]) -> Outcome:
        bids = {seat: int(keys[0]) for seat, keys in answers.items()}
        first = max(t.order, key=lambda seat: bids[seat])  # of equals the one who was earlier
        t.take_coins(first, -bids[first])
        place = t.order.index(first)
        t.order = t.order[place:] + t.order[:place]
        t.tell("bids", first, bids=", ".join(f"{seat} {bid}" for seat, bid in bids.items()))
        return Next(self.blow)

    def blow(self, t: River) -> Outcome:
        t.wind = 1 + t.chance("wind", 4)
        t.tell("wind", strength=t.wind)
        self.waiting = list(t.order)
        return Next(self.turns)

    def turns(self, t: River) -> Outcome:
        if self.waiting:
            return Call(Turn(self.waiting.pop(0)), then=self.turns)
        return Settle(then=self.done)


@dataclass
class Turn(Procedure):
    """Set lanterns afloat, shelter them, rest. [L3, L4, L6]"""

    kind: ClassVar[str] = "toy.turn"
    seat: str
    drawn: list[str] = field(default_factory=list)

    def start(self, t: River) -> Outcome:
        if not t.hands[self.seat]:
            return Next(self.rest)
        return Ask(self.seat, float_question(t, self.seat), then=self.launch)

    def launch(self, t: River, lanterns: Keys) -> Outcome:
        for lantern in lanterns:
            t.hands[self.seat].remove(lantern)
        t.afloat[self.seat] = list(lanterns)
        t.tell("floated", self.seat, lanterns=", ".join(lanterns))
        return Next(self.shelter)

    def shelter(self, t: River) -> Outcome:
        if not t.dim(self.seat) or not t.coins[self.seat]:
            return Next(self.shine)
        return Ask(self.seat, shelter_question(), then=self.sheltered)

    def sheltered(self, t: River, choice: Keys) -> Outcome:
        if not choice:
            return Next(self.shine)
        t.take_coins(self.seat, -1)
        t.tell("sheltered", self.seat)
        return Next(self.glow)

    def shine(self, t: River) -> Outcome:
        for lantern in t.dim(self.seat):
            t.afloat[self.seat].remove(lantern)
            t.out.append(lantern)
            t.tell("blown", self.seat, lantern=lantern)
        return Next(self.glow)

    def glow(self, t: River) -> Outcome:
        mine = t.afloat[self.seat]
        t.points[self.seat] += sum(light(lantern) for lantern in mine)
        for other in t.seats:
            if other != self.seat and colours(t.afloat[other]) & colours(mine):
                t.owe(Thanks(other))
        return Next(self.rest)

    def rest(self, t: River) -> Outcome:
        question = rest_question(t)
        return Ask(self.seat, question, then=self.rested) if question.options else Next(self.over)

    def rested(self, t: River, choice: Keys) -> Outcome:
        if choice == ["draw"]:
            self.drawn = t.draw(t.deck, 2)
            t.tell("drew", self.seat, to=[self.seat], twin={"lanterns": "two lanterns"}, lanterns=", ".join(self.drawn))
            return Next(self.keep)
        t.take_coins(self.seat, 1)
        t.tell("earned", self.seat)
        return Next(self.over)

    def keep(self, t: River) -> Outcome:
        return Ask(self.seat, Pick("keep", "Keep one of the two", list(self.drawn), private=True), then=self.kept)

    def kept(self, t: River, choice: Keys) -> Outcome:
        self.drawn.remove(choice[0])
        t.hands[self.seat].append(choice[0])
        t.out += self.drawn
        t.tell("shed", self.seat, lantern=self.drawn.pop())
        return Next(self.over)

    def over(self, t: River) -> Outcome:
        return TurnOver(self.seat, then=self.done)


@dataclass
class Thanks(Procedure):
    """A point or a coin for the one whose colour was answered; it waits until its owner is asked again. [L5]"""

    kind: ClassVar[str] = "toy.thanks"
    seat: str

    def start(self, t: River) -> Outcome:
        return Ask(self.seat, thanks_question(t), then=self.thanked)

    def thanked(self, t: River, choice: Keys) -> Outcome:
        if choice == ["coin"]:
            t.take_coins(self.seat, 1)
        else:
            t.points[self.seat] += 1
        t.tell("thanked", self.seat, gift=choice[0])
        return Next(self.done)
