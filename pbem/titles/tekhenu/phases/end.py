"""The end of the game (T-END): Decrees, points for the turn order, the winner.

The best legal set of Decrees is found by trying all of them (RUL-38), together with every way to pay for D04; there are
few. With the option off, all players name them at once: `score` up to three, then `tribute` for D04, `again` for D03.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import ClassVar

from pbem.core.asking import Asked
from pbem.core.procedures import AskAll, Done, Next, Outcome, Procedure
from pbem.core.questions import NONE, Keys, Pick, Question, Seat
from pbem.core.titles import Result
from pbem.core.words import Count, Say
from pbem.kit.mixes import mixes, read_mix
from pbem.titles.tekhenu.board import GREEDY, RESOURCES, card_said, mix_words
from pbem.titles.tekhenu.cards import adjusted
from pbem.titles.tekhenu.cards.decrees import BEFORE_FINAL, Claim, points
from pbem.titles.tekhenu.state import Tekhenu

__all__ = ["End", "best_claim", "claim_points", "game_result", "ranking"]


ASKED = (
    Asked(
        "score",
        (Say("at most three Decrees score, and only one of each type"), "T-END-1"),
        judge=f"{GREEDY}:judge_score",
    ),
    Asked("tribute", (Say("only D04 is paid for with resources"), "T-CARD-D04"), judge=f"{GREEDY}:judge_tribute"),
    Asked("again", (Say("only D03 scores a Decree again"), "RUL-01")),
)
"""The questions of this module."""


# -- sets of Decrees -------------------------------------------------------------------------------------------------


def claim_points(t: Tekhenu, seat: Seat, claim: Claim) -> dict[str, int]:
    """Reckon VP by Decree."""
    return {card: points(t, seat, card, claim) for card in claim.decrees}


def used_before(t: Tekhenu, seat: Seat) -> list[str]:
    """List the Decrees used before the final scoring: each takes a place and its type among those scored (RUL-35)."""
    player = t.players[seat]
    return [card for card in t.book.decrees.held(BEFORE_FINAL, player.decrees) if card in player.scored]


def legal_sets(t: Tekhenu, seat: Seat) -> list[tuple[str, ...]]:
    """List sets of at most three Decrees, at most one of a type (T-END-1)."""
    data = t.data
    taken = used_before(t, seat)
    types = {data.cards[card].type for card in taken}
    hand = [card for card in sorted(t.players[seat].decrees) if data.cards[card].type not in types]
    hand = [card for card in hand if t.book.decrees[card].scores]
    found: list[tuple[str, ...]] = []
    for size in range(data.scoring["max_decrees"] - len(taken) + 1):
        for cards in combinations(hand, size):
            if len({data.cards[card].type for card in cards}) == size:
                found.append(cards)
    return found


def tribute_purse(t: Tekhenu, seat: Seat, stock: dict[str, int]) -> list[tuple[str, int]]:
    """Say what may pay for D04: any resource, by T10 Scribes too (RUL-34, RUL-67)."""
    tokens = adjusted(t, seat, "tokens", dict.fromkeys(RESOURCES, ""))
    return [(token, stock[token]) for token in tokens if stock[token]]


def is_tribute(t: Tekhenu, card: str) -> bool:
    """Tell whether a Decree is paid for by the triangle (D04)."""
    return "pay_per_triangle" in t.data.cards[card].effect


def is_repeat(t: Tekhenu, card: str) -> bool:
    """Tell whether a Decree scores another one again (D03)."""
    return "score_again" in t.data.cards[card].effect


def repeat_mixes(t: Tekhenu, seat: Seat, card: str, stock: dict[str, int]) -> list[str]:
    """List the ways to pay the Gold of D03 in full."""
    cost = t.data.cards[card].effect["pay"]["gold"]
    tokens = adjusted(t, seat, "tokens", {"gold": ""})
    every = mixes([(token, stock[token]) for token in tokens if stock[token]], cost)
    return [mix for mix in every if sum(read_mix(mix).values()) == cost]


def claims(t: Tekhenu, seat: Seat, cards: tuple[str, ...]) -> list[Claim]:
    """List all ways to score a set: payments of D04, and what D03 repeats."""
    stock = t.players[seat].stock
    found = [Claim(cards, stock)]
    if any(is_tribute(t, card) for card in cards):
        most = t.data.triangles_reached(t.players[seat].population)
        found = []
        for mix in mixes(tribute_purse(t, seat, stock), most):
            paid = read_mix(mix)
            found.append(Claim(cards, {token: n - paid.get(token, 0) for token, n in stock.items()}, paid))
    if any(is_repeat(t, card) for card in cards):
        others = [card for card in cards if not is_repeat(t, card)]
        found = [Claim(cards, claim.stock, claim.paid, again) for claim in found for again in others]
    return found


def payable(t: Tekhenu, seat: Seat, claim: Claim) -> bool:
    return all(bool(repeat_mixes(t, seat, card, claim.stock)) for card in claim.decrees if is_repeat(t, card))


def best_claim(t: Tekhenu, seat: Seat) -> Claim:
    """Choose the claim with most VP; of equal ones most Scribes left (they break ties), most tokens left, fewest
    Decrees (RUL-38)."""
    best: Claim | None = None
    best_key: tuple[int, ...] = ()
    for cards in legal_sets(t, seat):
        for claim in claims(t, seat, cards):
            if not payable(t, seat, claim):
                continue
            total = sum(claim_points(t, seat, claim).values())
            key = (total, claim.stock["scribe"], sum(claim.stock.values()), -len(cards))
            if best is None or key > best_key:
                best, best_key = claim, key
    assert best is not None, "the empty set is always legal"
    return best


def settle_claim(t: Tekhenu, seat: Seat, claim: Claim) -> None:
    """Score a claim: make payments, give points."""
    player = t.players[seat]
    player.scored = dict.fromkeys(used_before(t, seat), 0) | claim_points(t, seat, claim)
    player.stock = dict(claim.stock)
    paid = dict(claim.paid)
    for card in claim.decrees:
        if is_repeat(t, card):
            for token, n in read_mix(repeat_mixes(t, seat, card, claim.stock)[0]).items():
                player.stock[token] -= n
                paid[token] = paid.get(token, 0) + n
    player.vp += sum(player.scored.values())
    t.tell("decrees_scored", seat, cards=dict(player.scored), paid=dict(paid), total=sum(player.scored.values()))


# -- the result ------------------------------------------------------------------------------------------------------


def ranking(t: Tekhenu) -> list[Seat]:
    """Rank by most VP, then most Scribes, then earlier in turn order (T-END-3, RUL-56)."""
    return sorted(t.order, key=lambda seat: (-t.players[seat].vp, -t.players[seat].stock["scribe"]))


def game_result(t: Tekhenu) -> Result | None:
    if not t.over:
        return None
    places = ranking(t)
    scores = {seat: t.players[seat].vp for seat in places}
    first, second = places[0], places[1]
    how: str = ""
    if scores[first] == scores[second]:
        scribes = t.players[first].stock["scribe"], t.players[second].stock["scribe"]
        how = Say(" by more Scribes") if scribes[0] != scribes[1] else Say(" by turn order")
    text = Say("{seat} wins with {vp} VP{how}.", seat=first, vp=scores[first], how=how)
    return Result([[seat] for seat in places], scores, text)


# -- the procedure ---------------------------------------------------------------------------------------------------


@dataclass(eq=False, repr=False)
class End(Procedure):
    """Decrees, turn order, result. `chosen`, `paid` and `again` are what each seat has named so far."""

    kind: ClassVar[str] = "tekhenu.end"
    chosen: dict[str, list[str]] = field(default_factory=dict)
    paid: dict[str, str] = field(default_factory=dict)
    again: dict[str, str] = field(default_factory=dict)

    def start(self, t: Tekhenu) -> Outcome:
        """Show all Decrees (T-END-1)."""
        t.mark_reveal()
        deciding = [seat for seat in t.order if seat not in t.book.automata]
        for seat in deciding:
            player = t.players[seat]
            player.shown = list(player.decrees)
            t.tell("decrees_shown", seat, cards=list(player.decrees))
        if not t.options.auto_decree_scoring:
            return Next(self.ask_score)
        for seat in deciding:
            settle_claim(t, seat, best_claim(t, seat))
        return Next(self.turn_order)

    def turn_order(self, t: Tekhenu) -> Outcome:
        """Give the first 3 VP, the second 2 VP with three or four players (T-END-2)."""
        for add in t.book.end_points.values():
            add(t)
        rewards = [t.data.scoring["end_first_in_order_vp"]]
        if len(t.seats) > 2:
            rewards.append(t.data.scoring["end_second_in_order_vp_3_or_4_players"])
        for seat, vp in zip(t.order, rewards, strict=False):
            t.gain(seat, {"vp": vp}, "turn order")
        t.over = True
        t.tell("game_over", places=list(ranking(t)), scores={seat: t.players[seat].vp for seat in t.order})
        return Done()

    # -- auto_decree_scoring off -------------------------------------------------------------------------------------

    def ask_score(self, t: Tekhenu) -> Outcome:
        """Ask all at once which Decrees score (DEC-60)."""
        deciding = [seat for seat in t.order if seat not in t.book.automata]
        return AskAll({seat: score_question(t, seat) for seat in deciding}, self.score)

    def score(self, t: Tekhenu, answers: dict[Seat, Keys]) -> Outcome:
        self.chosen = {seat: list(cards) for seat, cards in answers.items()}
        return Next(self.ask_tribute)

    def named(self, t: Tekhenu, what: Callable[[Tekhenu, str], bool]) -> dict[Seat, str]:
        """Find the seats that named a Decree of a kind, with that Decree."""
        return {seat: card for seat, cards in self.chosen.items() for card in cards if what(t, card)}

    def ask_tribute(self, t: Tekhenu) -> Outcome:
        """Ask what D04 is paid with; the Gold of D03 is set aside."""
        repeating = self.named(t, is_repeat)
        return AskAll(
            {seat: tribute_question(t, seat, repeating.get(seat, "")) for seat in self.named(t, is_tribute)},
            self.tribute,
        )

    def tribute(self, t: Tekhenu, answers: dict[Seat, Keys]) -> Outcome:
        self.paid = {seat: keys[0] for seat, keys in answers.items()}
        return Next(self.ask_again)

    def ask_again(self, t: Tekhenu) -> Outcome:
        """Ask what D03 repeats."""
        questions: dict[Seat, Question] = {}
        for seat in self.named(t, is_repeat):
            stock = self._stock(t, seat)
            cards = [card for card in self.chosen[seat] if not is_repeat(t, card)]
            claim = Claim(tuple(self.chosen[seat]), stock, read_mix(self.paid.get(seat, NONE)))
            worth = {card: points(t, seat, card, claim) for card in cards}
            said = {card: Say("score {card} once more: +{vp} VP", card=card, vp=vp) for card, vp in worth.items()}
            questions[seat] = Pick("again", Say("Score which Decree again (D03)"), cards, text=said.__getitem__)
        return AskAll(questions, self.repeat)

    def repeat(self, t: Tekhenu, answers: dict[Seat, Keys]) -> Outcome:
        """Score everything, now that it is named."""
        self.again = {seat: keys[0] for seat, keys in answers.items()}
        for seat in self.chosen:
            cards = tuple(self.chosen[seat])
            paid = read_mix(self.paid.get(seat, NONE))
            settle_claim(t, seat, Claim(cards, self._stock(t, seat), paid, self.again.get(seat, "")))
        return Next(self.turn_order)

    def _stock(self, t: Tekhenu, seat: Seat) -> dict[str, int]:
        paid = read_mix(self.paid.get(seat, NONE))
        return {token: n - paid.get(token, 0) for token, n in t.players[seat].stock.items()}


# -- questions with auto_decree_scoring off --------------------------------------------------------------------------


def score_question(t: Tekhenu, seat: Seat) -> Pick:
    """Ask for Decrees that may score, any that go together; `none` for none of them (DEC-60)."""
    data = t.data
    player = t.players[seat]
    taken = used_before(t, seat)
    types = {data.cards[card].type for card in taken}
    most = data.scoring["max_decrees"] - len(taken)
    options = [
        card for card in player.decrees if most and t.book.decrees[card].scores and data.cards[card].type not in types
    ]
    options = [card for card in options if not is_repeat(t, card) or _repeatable(t, seat, card, options)]

    def text(card: str) -> str:
        worth = points(t, seat, card, Claim((card,), player.stock))
        return (
            card_said(data.cards[card].text) if is_tribute(t, card) or is_repeat(t, card) else Say("+{vp} VP", vp=worth)
        )

    def why_not(card: str) -> tuple[str, str] | None:
        if card.upper() not in data.cards:
            return None
        if card.upper() not in player.decrees:
            return Say("you do not hold {card}", card=card.upper()), "T-END-1"
        return Say("at most three Decrees score, and only one of each type"), "T-END-1"

    def clash(cards: Sequence[str]) -> tuple[str, str] | None:
        if len(cards) > most:
            return Say("at most three Decrees score, and you name {n}", n=len(cards) + len(taken)), "T-END-1"
        if len({data.cards[card].type for card in cards}) < len(cards):
            return Say("only one Decree of each type scores"), "T-END-1"
        if len(cards) == 1 and is_repeat(t, cards[0]):
            return Say("{card} scores another of your Decrees again, so name that one too", card=cards[0]), "RUL-01"
        return None

    prompt = Say("Score up to {most} Decrees of different types, as `score: D07, D12` (none: no Decree)", most=most)
    # Whoever is absent scores what would be scored if nobody were asked (RUL-38).
    best = list(best_claim(t, seat).decrees) if options else None
    return Pick("score", prompt, options, 0, max(len(options), 1), best, text=text, why_not=why_not, clash=clash)


def _repeatable(t: Tekhenu, seat: Seat, card: str, options: list[str]) -> bool:
    """Tell whether D03 has what it needs: its Gold, and a Decree of another type to repeat (RUL-01)."""
    kinds = {t.data.cards[other].type for other in options} - {t.data.cards[card].type}
    return bool(kinds) and bool(repeat_mixes(t, seat, card, t.players[seat].stock))


def tribute_question(t: Tekhenu, seat: Seat, repeat: str = "") -> Pick:
    """Ask how much is paid for D04, and with what."""
    most = t.data.triangles_reached(t.players[seat].population)
    left = dict(t.players[seat].stock)
    if repeat:
        for token, n in read_mix(repeat_mixes(t, seat, repeat, left)[0]).items():
            left[token] -= n
    card = next(card for card in t.players[seat].decrees if is_tribute(t, card))

    def text(key: str) -> str:
        claim = Claim((card,), left, read_mix(key))
        return Say(
            "pay {key}: +{vp} VP",
            key=mix_words(key) if key != NONE else Say("nothing"),
            vp=points(t, seat, card, claim),
        )

    options = mixes(tribute_purse(t, seat, left), most)
    triangles = Count(most, "{n} triangle", "{n} triangles")
    return Pick("tribute", Say("Pay for up to {triangles} (D04)", triangles=triangles), options, text=text)
