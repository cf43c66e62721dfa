"""Fair Day: the book of the base game, its questions, and how a day goes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from pbem.core.asking import Asked
from pbem.core.book import Book, Register
from pbem.core.procedures import Ask, AskAll, Call, Next, Outcome, Procedure, TurnOver
from pbem.core.questions import Amount, Keys, Occasion, Pick, Question, Seat
from pbem.core.words import Say
from tests.fair.state import JOINING, Fair, worth

Hidden = list[tuple[Seat | None, list[str]]]
"""Things of one kind that not everybody may see: whose they are (None: nobody's, a pile face down), and the list."""


@dataclass(frozen=True)
class Automaton:
    """A seat without a person: what it shows and bids, and its turn at the row, a procedure that asks nothing."""

    name: str
    card: Callable[[Fair], str]
    bid: Callable[[Fair], int]
    turn: type[Procedure]


class FairBook(Book):
    """What a game of Fair Day is played by. The base game registers here as any module does."""

    def __init__(self, modules: Sequence[str] = ()) -> None:
        super().__init__(modules)
        self.cards: Register[Callable[[Mapping[str, Any]], list[str]]] = Register("cards")
        self.layout: Register[Callable[[Fair], None]] = Register("layout")
        self.phases: Register[type[Procedure]] = Register("phases")
        self.automata: Register[Automaton] = Register("automata")
        self.joining: Register[Callable[[Fair, Seat, Seat], None]] = Register("joining")
        self.scoring: Register[Callable[[Fair, Seat], int]] = Register("scoring")
        self.hidden: Register[Callable[[Fair], Hidden]] = Register("hidden")
        self.places: Register[Callable[[Fair], Iterable[list[str]]]] = Register("places")
        self.counts: Register[Callable[[Fair], int]] = Register("counts")


def register(book: FairBook) -> None:
    """Register the base game."""
    book.cards.add("wares", lambda raw: [f"{ware} {n}" for ware in raw["wares"] for n in range(1, raw["ranks"] + 1)])
    book.layout.add("wares", lay_wares)
    book.phases.include({"stalls": Stalls, "row": Row})
    book.joining.add("wares", join_wares)
    book.scoring.add("prizes", lambda t, leader: t.points[leader])
    book.scoring.add("purse", lambda t, leader: t.coins[leader] // 3)
    book.hidden.add("wares", lambda t: [(None, t.deck), *t.hands.items()])
    book.places.add("wares", lambda t: [t.deck, t.row, t.out, list(t.played.values()), *t.hands.values()])
    book.counts.add("coins", lambda t: t.bank + sum(t.coins.values()))
    book.asks(
        Asked("card", judge=lambda t, seat, key: worth(key), ahead=cards_ahead),
        Asked("bid", mind=bold, ahead=bids_ahead),
        Asked("take", judge=lambda t, seat, key: 2 if key == "coin" else worth(key), ahead=takes_ahead),
    )


# -- set-up, and two sides that become one ----------------------------------------------------------------------------


def lay_wares(t: Fair) -> None:
    raw = t.live.data
    t.bank = raw["coins"]
    t.deck = t.shuffle("deck", box(t))
    for seat in t.seats:
        t.points[seat], t.coins[seat] = 0, 0
    for seat in t.deciding():
        t.hands[seat] = t.draw(t.deck, raw["hand"])
        t.take_coins(seat, raw["purse"])
    t.refill(t.row, raw["row"])


def box(t: Fair) -> list[str]:
    """List every card in the box of this game."""
    return [card for made in t.live.book.cards.values() for card in made(t.live.data)]


def join_wares(t: Fair, lesser: Seat, leader: Seat) -> None:
    t.hands[leader] += t.hands.pop(lesser)
    t.coins[leader] += t.coins.pop(lesser)
    t.points[leader] += t.points.pop(lesser)


# -- questions: a joint one is made for the side, whoever of it answers -----------------------------------------------


def occasions(day: int, stalls: Iterable[int]) -> tuple[Occasion, ...]:
    """Name the occasions: `card-2` for one stall, `card` for the whole day."""
    return *(Occasion(str(n), f"day {day}, stall {n}") for n in stalls), Occasion("", f"day {day}")


def coming(t: Fair, cards: bool) -> tuple[Occasion, ...]:
    """List the occasions that are still to come: of today, in the evening of tomorrow."""
    day, first = (t.day, t.stall + (cards and t.shown)) if t.stall else (t.day + 1, 1)
    stalls = range(first, len(t.prizes) + 1)
    return occasions(day, stalls) if stalls and day <= t.live.options.length else ()


def card_question(t: Fair, seat: Seat, when: tuple[Occasion, ...]) -> Pick:
    hand = t.hands[t.leader(seat)]

    def why_not(key: str) -> tuple[str, str] | None:
        return (f"{key} is not in your hand", "F2") if key in box(t) else None

    facts = {"prize": lambda: prize(t), "rich": lambda: t.coins[t.leader(seat)] >= 4}
    return Pick("card", Say("Show a ware, or none"), list(hand), low=0, known=box(t), private=True, why_not=why_not,
                facts=facts, occasions=when)  # fmt: skip


def bid_question(t: Fair, seat: Seat, when: tuple[Occasion, ...]) -> Amount:
    leader = t.leader(seat)

    def needed() -> int:
        """Reckon what it takes to be ahead of every card that lies open."""
        rivals = [worth(card) for other, card in t.played.items() if other != leader]
        return max(0, max(rivals, default=0) - worth(t.played.get(leader, "")) + 1)

    facts = {"prize": lambda: prize(t), "ahead": lambda: needed() == 0}
    words: dict[str, Callable[[], int | None]] = {
        "all": lambda: t.coins[leader],
        "outbid": lambda: needed() if needed() <= t.coins[leader] else None,
    }
    return Amount("bid", Say("Coins beside your ware"), 0, t.coins[leader], facts=facts, amounts=words, occasions=when)


def prize(t: Fair) -> int:
    return t.prizes[t.stall - 1] if t.stall else t.prizes[0]


def take_question(t: Fair) -> Pick:
    return Pick("take", Say("Take a ware of the row, or a coin"), ["coin", *t.row], known=["coin", *box(t)])


def cards_ahead(t: Fair, seat: Seat) -> Iterator[Question]:
    if t.leader(seat) in t.hands and (when := coming(t, True)):
        yield card_question(t, seat, when)


def bids_ahead(t: Fair, seat: Seat) -> Iterator[Question]:
    if t.leader(seat) in t.hands and (when := coming(t, False)):
        yield bid_question(t, seat, when)


def takes_ahead(t: Fair, seat: Seat) -> Iterator[Question]:
    if t.leader(seat) in t.hands and (t.stall or t.day < t.live.options.length):
        yield take_question(t)


def bold(t: Fair, seat: Seat) -> Callable[[str], float]:
    """Bid as much as a prize is worth, and no more than it takes."""
    needed = bid_question(t, seat, ()).amounts["outbid"]()  # type: ignore[index]
    wanted = needed if needed is not None and needed < prize(t) else 0
    return lambda key: -abs(int(key) - wanted)


# -- procedures -------------------------------------------------------------------------------------------------------


@dataclass(eq=False, repr=False)
class Game(Procedure):
    """As many days as were agreed; on the second the two poorest of three or more sides join. [F1, F5]"""

    kind: ClassVar[str] = "fair.game"

    def start(self, t: Fair) -> Outcome:
        return Call(Day(), then=self.dusk)

    def dusk(self, t: Fair) -> Outcome:
        if t.day == t.live.options.length:
            return Next(self.done)
        t.day, t.stall = t.day + 1, 1
        for seat in t.deciding():
            t.refill(t.hands[seat], t.live.data["hand"])
        return Next(self.join if t.day == JOINING and len(t.leaders()) > 2 else self.start)

    def join(self, t: Fair) -> Outcome:
        lesser, leader = sorted(t.deciding(), key=lambda seat: (score(t, seat), t.order.index(seat)))[:2]
        t.company[lesser] = leader
        for join in t.live.book.joining.values():
            join(t, lesser, leader)
        t.tell("joined", lesser, leader=leader)
        return Next(self.start)


def score(t: Fair, leader: Seat) -> int:
    return sum(line(t, leader) for line in t.live.book.scoring.values())


@dataclass(eq=False, repr=False)
class Day(Procedure):
    """One phase after the other, as the book lists them."""

    kind: ClassVar[str] = "fair.day"
    phase: str = ""

    def start(self, t: Fair) -> Outcome:
        phases = t.live.book.phases
        name = phases.next_to(self.phase) if self.phase else phases.first()
        if name is None:
            return Next(self.done)
        self.phase = name
        return Call(phases[name](), then=self.start)


@dataclass(eq=False, repr=False)
class Stalls(Procedure):
    """At each stall all show a ware in secret, then whoever showed one bids in secret. [F2, F3]"""

    kind: ClassVar[str] = "fair.stalls"
    bids: dict[str, int] = field(default_factory=dict)

    def start(self, t: Fair) -> Outcome:
        asked = {seat: card_question(t, seat, occasions(t.day, [t.stall])) for seat in t.deciding()}
        return AskAll(asked, then=self.show, sealed=True, partners=proposing(t, asked))

    def show(self, t: Fair, answers: dict[Seat, Keys]) -> Outcome:
        for seat, keys in answers.items():
            for card in keys:
                t.hands[seat].remove(card)
                t.played[seat] = card
        for seat, automaton in t.live.book.automata.items():
            t.played[seat] = automaton.card(t)
        t.played = {seat: card for seat, card in t.played.items() if card}
        t.shown = True
        t.tell("showed", stall=t.stall, cards=listed(t.played))
        return Next(self.ask_bids)

    def ask_bids(self, t: Fair) -> Outcome:
        asked = {seat: bid_question(t, seat, occasions(t.day, [t.stall])) for seat in t.deciding() if seat in t.played}
        if not asked or len(t.played) == 1:
            return Next(self.award)
        return AskAll(asked, then=self.offer, sealed=True, partners=proposing(t, asked))

    def offer(self, t: Fair, answers: dict[Seat, Keys]) -> Outcome:
        self.bids = {seat: int(keys[0]) for seat, keys in answers.items()}
        for seat, automaton in t.live.book.automata.items():
            self.bids[seat] = automaton.bid(t)
        return Next(self.award)

    def award(self, t: Fair) -> Outcome:
        strength = {seat: worth(card) + self.bids.get(seat, 0) for seat, card in t.played.items()}
        if strength:
            winner = max((seat for seat in t.order if seat in strength), key=strength.__getitem__)
            if winner not in t.live.book.automata:
                t.take_coins(winner, -self.bids.get(winner, 0))
            t.points[winner] += prize(t)
            t.tell("won", winner, stall=t.stall, prize=prize(t), strengths=listed(strength))
        t.out += t.played.values()
        t.played, t.shown, self.bids = {}, False, {}
        t.stall = (t.stall + 1) % (len(t.prizes) + 1)
        return Next(self.start if t.stall else self.done)


def proposing(t: Fair, asked: Iterable[Seat]) -> dict[Seat, Seat]:
    """Say who may propose an answer to whom: the leader's own goes before it."""
    return {partner: leader for leader in asked for partner in t.partners(leader)}


def listed(things: Mapping[Seat, object]) -> str:
    return ", ".join(f"{seat} {thing}" for seat, thing in things.items()) or "nothing"


@dataclass(eq=False, repr=False)
class Row(Procedure):
    """In the evening each side takes from the row. [F4]"""

    kind: ClassVar[str] = "fair.row"
    waiting: list[str] = field(default_factory=list)

    def start(self, t: Fair) -> Outcome:
        self.waiting = t.leaders()
        return Next(self.turns)

    def turns(self, t: Fair) -> Outcome:
        t.refill(t.row, t.live.data["row"])
        if not self.waiting:
            return Next(self.done)
        seat = self.waiting.pop(0)
        automaton = t.live.book.automata.get(seat)
        return Call(Turn(seat) if automaton is None else automaton.turn(), then=self.turns)


@dataclass(eq=False, repr=False)
class Turn(Procedure):
    """Whoever of the side answers first takes for it. [F4, F5]"""

    kind: ClassVar[str] = "fair.turn"
    seat: str

    def start(self, t: Fair) -> Outcome:
        return Ask(self.seat, take_question(t), then=self.take, also=t.partners(self.seat))

    def take(self, t: Fair, keys: Keys) -> Outcome:
        if keys == ["coin"]:
            t.take_coins(self.seat, 1)
        else:
            t.row.remove(keys[0])
            t.hands[self.seat].append(keys[0])
        t.tell("took", self.seat, what=keys[0])
        return TurnOver(self.seat, then=self.done)
