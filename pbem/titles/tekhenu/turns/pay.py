"""Paying (T-PAY): Gold for any basic resource, exchanges by Technologies, waivers by Blessings.

Resources on the scale are no part of the stock, so they can never be spent (T-PAY-3, T-PROD-3). Every cost is a number
of one token. `can_pay` is the feasibility check with the best payment (T-TURN-6, T-PAY-2), `payable` the same for
several costs that fall due one after another; `paying` pays at once where there is one way only, and asks `pay` where
there is a choice. The question is a window: without a line the printed token is used first. A payment that would leave
too little for what the turn still has to do is not offered (`outlook`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from pbem.core.asking import Asked
from pbem.core.errors import RulesBug
from pbem.core.procedures import Call, Done, Next, Outcome, Procedure
from pbem.core.questions import Keys, Pick, Seat
from pbem.core.records import record
from pbem.core.words import Listed, Say
from pbem.titles.tekhenu.board import BASIC, GREEDY, mix_words
from pbem.titles.tekhenu.cards import adjusted, adjusts, held, play, played_gold, react
from pbem.titles.tekhenu.state import Tekhenu
from pbem.titles.tekhenu.turns.moments import first

ASKED = (Asked("pay", (Say("here is nothing to choose in paying"), "T-PAY-4"), judge=f"{GREEDY}:judge_pay"),)
"""The questions of this module."""


def tokens_for(t: Tekhenu, seat: Seat, what: str) -> dict[str, str]:
    """List the tokens that may pay for a token, best first, each with the Technology that allows it (T-PAY-1,
    T-PAY-4)."""
    tokens = {what: "", "gold": ""} if what in BASIC else {what: ""}
    return adjusted(t, seat, "tokens", tokens)


def funds(t: Tekhenu, seat: Seat, what: str) -> int:
    """Say how many of a token a seat can pay at most."""
    player = t.players[seat]
    stock = player.stock
    if not player.technologies or not adjusts(t, seat, "tokens"):
        return stock[what] + stock["gold"] if what in BASIC else stock[what]
    return sum(stock[token] for token in tokens_for(t, seat, what))


def can_pay(t: Tekhenu, seat: Seat, what: str, n: int, god: str = "", waivers: bool = True) -> bool:
    """Tell whether a cost can be paid in full, by whatever mix. `god`: the cost of that god's action before it begins,
    with what will come first and with waivers."""
    stock = t.players[seat].stock
    if stock[what] >= n:
        return True
    have = funds(t, seat, what)
    if have >= n:
        return True
    if god:
        if have + adjusted(t, seat, "early " + god, 0) >= n:
            return True
        return waivers and bool(held(t, seat, "waive " + god))
    return False


@record(frozen=True)
class Cost:
    """A cost of n tokens. `god`: of that god's action, so Blessings may waive it; `before`: what comes just ahead."""

    what: str
    n: int
    god: str = ""
    before: Mapping[str, int] = field(default_factory=dict)


def payable(t: Tekhenu, seat: Seat, costs: Sequence[Cost], waivers: bool = True, used: tuple[str, ...] = ()) -> bool:
    """Tell whether costs that fall due one after another can all be paid, by some choice of mixes and waivers."""
    if _covered(t, seat, costs):
        return True
    if not waivers:
        return False
    for at, cost in enumerate(costs):
        card = next((card for card in held(t, seat, "waive " + cost.god) if card not in used), "") if cost.n else ""
        if card:
            rest = [*costs[:at], replace(cost, n=0), *costs[at + 1 :]]
            gold = played_gold(t, seat, card)
            if gold and at + 1 < len(rest):
                before = rest[at + 1].before
                rest[at + 1] = replace(rest[at + 1], before={**before, "gold": before.get("gold", 0) + gold})
            if payable(t, seat, rest, waivers, (*used, card)):
                return True
    return False


def _covered(t: Tekhenu, seat: Seat, costs: Sequence[Cost]) -> bool:
    """Tell whether tokens can be dealt out to the costs: every group of costs must find enough of the tokens that may
    pay for one of them and have come by then (the marriage theorem)."""
    stock = t.players[seat].stock
    printed: dict[str, int] = {}
    for cost in costs:
        printed[cost.what] = printed.get(cost.what, 0) + cost.n
    if all([stock[what] >= n for what, n in printed.items()]):  # by far the most common: nothing but printed tokens
        return True
    if len(costs) == 1 and stock[costs[0].what] >= costs[0].n:
        return True
    due = [(at, cost.n, tokens_for(t, seat, cost.what)) for at, cost in enumerate(costs) if cost.n]
    for group in range(1, 1 << len(due)):
        need = 0
        last: dict[str, int] = {}
        for bit, (at, n, tokens) in enumerate(due):
            if group >> bit & 1:
                need += n
                last.update(dict.fromkeys(tokens, at))
        have = sum(stock[token] for token in last)
        if have < need:
            have += sum(costs[i].before.get(token, 0) for token, at in last.items() for i in range(at + 1))
            if have < need:
                return False
    return True


def ways(t: Tekhenu, seat: Seat, what: str, n: int) -> list[str]:
    """List all mixes that pay n tokens, the one with most of the printed token first: `2 granite 1 gold`."""
    stock = t.players[seat].stock
    tokens = [token for token in tokens_for(t, seat, what) if stock[token]]
    if tokens == [what] or not tokens:
        return [f"{n} {what}"] if stock[what] >= n else []
    found: list[str] = []
    _mixes(stock, tokens, 0, n, "", found)
    return found


def _mixes(stock: dict[str, int], tokens: list[str], at: int, n: int, words: str, found: list[str]) -> None:
    if n == 0:
        found.append(words[1:])
        return
    if at == len(tokens):
        return
    token = tokens[at]
    for used in range(min(n, stock[token]), -1, -1):
        _mixes(stock, tokens, at + 1, n - used, f"{words} {used} {token}" if used else words, found)


def mix_of(words: str) -> dict[str, int]:
    """Read `2 granite 1 gold` as amounts."""
    parts = words.split()
    return {token: int(n) for n, token in zip(parts[::2], parts[1::2], strict=True)}


def spend(t: Tekhenu, seat: Seat, what: str, mix: dict[str, int]) -> None:
    """Pay a mix, and let exchanges count (RUL-29)."""
    stock = t.players[seat].stock
    for token, n in mix.items():
        stock[token] -= n
    t.tell("paid", seat, mix=dict(mix), cost=what)
    if t.players[seat].technologies and len(mix) + (what not in mix) > 1:
        tokens = tokens_for(t, seat, what)
        for card in dict.fromkeys(tokens[token] for token in mix):
            if card:
                react(t, seat, "swapped", card=card)


def paying(
    t: Tekhenu, seat: Seat, what: str, n: int, then: Callable[[Any], Outcome], god: str = "", waive: bool = False
) -> Outcome:
    """Pay now and go on, or ask how. Call it from a step that asks nothing itself."""
    if waive or n == 0:
        return Next(then)
    player = t.players[seat]
    if not player.technologies and not (god and held(t, seat, "waive " + god)):
        stock = player.stock
        if what not in BASIC or not stock["gold"]:
            spend(t, seat, what, {what: n})
            return Next(then)
    return Call(Pay(seat=seat, what=what, n=n, god=god), then)


@dataclass(eq=False, repr=False)
class Pay(Procedure):
    """Choose a mix or a waiver (DEC-17). Whole mixes are the options, so nothing is paid halfway."""

    kind: ClassVar[str] = "tekhenu.pay"
    seat: Seat
    what: str
    n: int
    god: str = ""

    def start(self, t: Tekhenu) -> Outcome:
        return first(t, self.seat, self.choose)

    def choose(self, t: Tekhenu) -> Outcome:
        options = ways(t, self.seat, self.what, self.n)
        if self.god:
            options += held(t, self.seat, "waive " + self.god)
        if not options:
            raise RulesBug(f"{self.seat} cannot pay {self.n} {self.what}")
        return t.book.offer(
            t,
            self,
            Pick(
                "pay",
                Say("Pay {cost}", cost=self.due()),
                options,
                default=options[:1],
                text=lambda key: self.text(t, key),
                why_not=lambda key: self.why_not(t, key),
            ),
            self.settle,
        )

    def settle(self, t: Tekhenu, keys: Keys) -> Outcome:
        if keys[0] in t.players[self.seat].blessings:
            play(t, self.seat, keys[0], "no cost")
        else:
            spend(t, self.seat, self.what, mix_of(keys[0]))
        return Done()

    def text(self, t: Tekhenu, key: str) -> str:
        if key in t.data.cards:
            return Say("play {key}: pay nothing", key=key)
        tokens = tokens_for(t, self.seat, self.what)
        cards = [card for card in dict.fromkeys(tokens[token] for token in mix_of(key)) if card]
        vp = sum(t.data.cards[card].effect["vp_once_per_turn"] for card in cards if self.first_time(t, card))
        paid: str = Say("pay {key}", key=mix_words(key))
        if cards:
            paid = Say("{paid}, using {cards}", paid=paid, cards=Listed(cards, Say(" and ")))
        return Say("{paid}: +{vp} VP", paid=paid, vp=vp) if vp else paid

    def due(self) -> str:
        return mix_words(f"{self.n} {self.what}")

    def first_time(self, t: Tekhenu, card: str) -> bool:
        """Tell whether an exchange brings its point: own turns only, once in each (RUL-29)."""
        return t.active == self.seat and f"{self.seat} {card}" not in t.used

    def why_not(self, t: Tekhenu, key: str) -> tuple[str, str] | None:
        card = key.upper()
        if card in t.data.cards:
            if card not in t.players[self.seat].blessings:
                return Say("You do not hold {card}", card=card), "T-CARD-0a"
            return Say("{card} does not waive this cost", card=card), t.data.cards[card].rule
        return Say("{cost} must be paid in full with tokens you own", cost=self.due()), "T-PAY-2"
