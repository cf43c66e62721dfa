"""A Battle, phase by phase in the order of A-BATTLE: relocations, announcement, cards, Build, Plague, majorities,
resolution, and what comes after it. Each phase is a procedure of its own, so that a module may put others between."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar

from pbem.core.asking import Asked
from pbem.core.procedures import Call, Done, Next, Outcome, Procedure
from pbem.core.questions import Amount, Keys, Question, Seat
from pbem.core.words import Say
from pbem.titles.ankh.actions.claws import Claws, has_claws
from pbem.titles.ankh.components import MONUMENTS
from pbem.titles.ankh.conflict import order_lines
from pbem.titles.ankh.conflict.killing import Killing
from pbem.titles.ankh.conflict.orders import (
    PER_BATTLE,
    SEALED,
    ask_side,
    ask_sides,
    conflict_pick,
    facts,
    follow_ups,
    here,
    lapses,
    richest,
)
from pbem.titles.ankh.hooks import adjusted, announced
from pbem.titles.ankh.notation import move_key
from pbem.titles.ankh.rules.devotion import score_majorities
from pbem.titles.ankh.state import GOD, Ankh, Battle
from pbem.titles.ankh.wording import battle_words as words

ASKED = (
    Asked(
        "relocate",
        (Say("Obelisk-Attuned relocates units as a Battle begins"), "A-POW-OBELISK"),
        ahead=order_lines.relocate,
        late=words.why_late,
        pledged=True,
        mind="pbem.titles.ankh.computer.greedy:relocate",
    ),
    Asked(
        "amun",
        (Say("only Amun announces, once a Conflict, before cards are chosen"), "A-GOD-AMUN-1"),
        ahead=order_lines.amun,
        late=words.why_late,
        pledged=True,
        judge="pbem.titles.ankh.computer.greedy:amun",
    ),
    Asked(
        "card",
        (Say("a card is played in a Battle in which you have a unit"), "A-BATTLE-1"),
        ahead=order_lines.card,
        late=words.why_late,
        pledged=True,
        mind="pbem.titles.ankh.computer.greedy:card",
    ),
    Asked(
        "build",
        (Say("a Monument is built by the card Build Monument"), "A-CARD-BUILD"),
        ahead=order_lines.build,
        late=words.why_late,
        pledged=True,
        mind="pbem.titles.ankh.computer.greedy:build",
    ),
    Asked(
        "bid",
        (Say("bids are made when a Plague of Locusts is resolved"), "A-CARD-PLAGUE"),
        ahead=order_lines.bid,
        late=words.why_late,
        pledged=True,
        mind="pbem.titles.ankh.computer.greedy:bid",
    ),
)

__all__ = ["ASKED", "PHASES", "BattleRun", "battle", "build_options", "may_announce"]


def battle(t: Ankh) -> Battle:
    assert t.battle is not None
    return t.battle


def playing(t: Ankh, window: str) -> list[Seat]:
    """List the sides that played a card with this window, ascending as things stand (A-RUL-19)."""
    cards = t.book.cards.windows.get(window, {})
    return t.ascending(side for side, played in battle(t).cards.items() if any(card in cards for card in played))


@dataclass(eq=False, repr=False)
class BattleRun(Procedure):
    """One Battle; `at` is the phase that runs or ran last."""

    kind: ClassVar[str] = "ankh.battle"
    token: int
    at: str = ""

    def start(self, t: Ankh) -> Outcome:
        t.battle = Battle(token=self.token, sides=t.sides_in(self.token))
        t.tell("battle_began", token=self.token, sides=list(t.battle.sides))
        return Next(self.go_on)

    def go_on(self, t: Ankh) -> Outcome:
        """Go on to the next phase; a god who has won ends everything at once (A-WIN-1)."""
        phase = t.book.phases.next_to(self.at) if self.at else t.book.phases.first()
        if t.over or phase is None:
            t.tell("battle_over", token=self.token)
            t.battle = None
            return Done()
        self.at = phase
        return Call(t.book.phases[phase](), then=self.go_on)


# -- 0a: relocations -----------------------------------------------------------------------------------------------


def relocations(t: Ankh, side: Seat, moved: list[str]) -> list[str]:
    """List relocations: own units from anywhere to empty spaces adjacent to own Obelisks of the region, each unit once
    (A-POW-OBELISK, A-RUL-20)."""
    within = t.region(battle(t).token)
    obelisks = [place for place in t.monuments_of(side, "obelisk") if place in within]
    spaces = sorted({at for place in obelisks for at in t.lay.adjacent[place] if t.open_to(side, at)})
    units = [place for place in t.units_of(side) if place not in moved]
    return [move_key(t.units[start].kind, start, end) for start in units for end in spaces]


@dataclass(eq=False, repr=False)
class Relocate(Procedure):
    """`queue` are the sides that may still move a unit, one each in rotation; `moved` where moved units stand."""

    kind: ClassVar[str] = "ankh.relocate"
    queue: list[str] = field(default_factory=list)
    moved: list[str] = field(default_factory=list)

    def start(self, t: Ankh) -> Outcome:
        self.queue = [side for side in t.sides_in(battle(t).token) if t.has(side, "relocate")]
        return Next(self.choose)

    def choose(self, t: Ankh) -> Outcome:
        if not self.queue:
            return Done()
        side = self.queue[0]
        options = relocations(t, side, self.moved)
        if not options:
            self.queue.pop(0)
            return Next(self.choose)
        question = conflict_pick(
            t, side, "relocate", words.relocate_prompt(battle(t).token), options, low=0, default=[],
            text=lambda key: words.move_text(t, key), spelled=lambda text: words.spelled_move(t, side, text),
            why_not=lambda text: words.why_no_relocation(t, side, self.moved, text),
        )  # fmt: skip
        return ask_side(t, side, question, self.chosen)

    def chosen(self, t: Ankh, keys: Keys) -> Outcome:
        """Relocate the unit; who stops is out."""
        side = self.queue.pop(0)
        if not keys:
            return Next(self.choose)
        start, end = keys[0].split()[-1].split("-")
        t.units[end] = t.units.pop(start)
        self.moved.append(end)
        self.queue.append(side)
        t.tell("relocated", side, unit=t.units[end].kind, start=start, end=end)
        if has_claws(t, end):
            return Call(Claws(seat=side, place=end), then=self.choose)
        return Next(self.choose)


# -- 0b: Amun --------------------------------------------------------------------------------------------------------


def may_announce(t: Ankh, token: int) -> Seat | None:
    """Find the side that may announce two cards in a region: once a Conflict, with two cards (A-GOD-AMUN-1,
    A-RUL-36)."""
    assert t.conflict is not None
    if not t.conflict.amun:
        return None
    sides = t.sides_in(token)
    found = next((side for side in sides if t.has(side, "announce") and len(t.gods[side].hand) > 1), None)
    return found if len(sides) > 1 else None


@dataclass(eq=False, repr=False)
class Announce(Procedure):
    """In the mode `sealed` it was asked as the Conflict began (A-PBEM-10)."""

    kind: ClassVar[str] = "ankh.announce"

    def start(self, t: Ankh) -> Outcome:
        token = battle(t).token
        side = may_announce(t, token)
        if side is None or t.options.conflict_mode == SEALED:
            return Done()
        question = conflict_pick(t, side, "amun", words.amun_prompt(), [str(token)], low=0, default=[])
        return ask_side(t, side, question, self.announced)

    def announced(self, t: Ankh, keys: Keys) -> Outcome:
        assert t.conflict is not None
        if keys:
            t.conflict.announced = int(keys[0])
            t.tell("announced", may_announce(t, battle(t).token), token=t.conflict.announced)
        return Next(self.done)


# -- 1: cards --------------------------------------------------------------------------------------------------------


@dataclass(eq=False, repr=False)
class Cards(Procedure):
    """Everybody with a unit in the region plays a card, in secret, and all are revealed together (A-BATTLE-1)."""

    kind: ClassVar[str] = "ankh.cards"

    def start(self, t: Ankh) -> Outcome:
        """Fix who takes part (A-ENG-3)."""
        battle(t).sides = t.sides_in(battle(t).token)
        return Next(self.choose)

    def choose(self, t: Ankh) -> Outcome:
        questions = {side: self.question(t, side) for side in battle(t).sides}
        return ask_sides(t, questions, self.revealed, sealed=True)

    def question(self, t: Ankh, side: Seat) -> Question:
        """Ask for a card, the call of the mode `per_battle`: for the last card, too, if more may be asked
        (A-PBEM-7)."""
        hand = [card for card in t.data.preferred if card in t.gods[side].hand]
        n = 2 if self.doubled(t, side) else 1
        return conflict_pick(
            t, side, "card", words.card_prompt(battle(t).token, n), hand, low=n, high=n,
            default=hand[:n] if lapses(t, "card") and len(hand) > n else None,
            text=lambda key: words.card_text(t, side, key), why_not=lambda text: words.why_no_card(t, side, text),
            known=t.data.cards,
            confirm=len(hand) == n and t.options.conflict_mode == PER_BATTLE and follow_ups(t, side),
        )  # fmt: skip

    def doubled(self, t: Ankh, side: Seat) -> bool:
        """Tell whether a side must play two cards: announced means exactly two (A-GOD-AMUN-1, A-RUL-36)."""
        assert t.conflict is not None
        token = battle(t).token
        return t.conflict.announced == token and side == may_announce(t, token)

    def revealed(self, t: Ankh, answers: dict[Seat, Keys]) -> Outcome:
        """Lay the played cards open (A-BATTLE-7); what works on the reveal works now."""
        assert t.conflict is not None
        if any(self.doubled(t, side) for side in answers):
            t.conflict.amun = False
        for side, cards in answers.items():
            god = t.gods[side]
            god.hand = [card for card in god.hand if card not in cards]
            god.used += cards
            battle(t).cards[side] = list(cards)
        t.tell("cards", token=battle(t).token, cards={side: list(cards) for side, cards in answers.items()})
        for side in t.ascending(answers):
            announced(t, t.book.cards, side, answers[side], "revealed")
        return Next(self.done)


# -- 2: Build --------------------------------------------------------------------------------------------------------


def build_options(t: Ankh, side: Seat) -> list[str]:
    """List `temple D4`: a kind of the supply on an empty space of the region, if cost and Ankh token are there
    (A-CARD-BUILD); not on the Underworld (A-GOD-OSIRIS-3)."""
    god = t.gods[side]
    if not god.ankhs or god.followers < build_cost(t, side):
        return []
    spaces = [
        place for place in t.lay.spaces[t.anchor_of(battle(t).token)] if t.is_empty(place) and place not in t.underworld
    ]
    return [f"{kind} {place}" for kind in MONUMENTS if t.supply[kind] for place in spaces]


def build_cost(t: Ankh, side: Seat) -> int:
    return adjusted(t, side, "build cost", t.data.build_cost)


@dataclass(eq=False, repr=False)
class Build(Procedure):
    """`queue` are the sides still to build, ascending (A-BATTLE-2)."""

    kind: ClassVar[str] = "ankh.build"
    queue: list[str] = field(default_factory=list)

    def start(self, t: Ankh) -> Outcome:
        self.queue = playing(t, "build")
        return Next(self.choose)

    def choose(self, t: Ankh) -> Outcome:
        if not self.queue:
            return Done()
        side = self.queue[0]
        options = build_options(t, side)
        if not options:
            t.tell("no_building", self.queue.pop(0))
            return Next(self.choose)
        question = conflict_pick(
            t, side, "build", words.build_prompt(build_cost(t, side)), options, low=0, default=[],
            text=lambda key: words.space_text(t, key.split()[1]), why_not=lambda text: words.why_no_building(t, text),
            spelled=words.spelled_building,
        )  # fmt: skip
        return ask_side(t, side, question, self.chosen)

    def chosen(self, t: Ankh, keys: Keys) -> Outcome:
        side = self.queue.pop(0)
        if not keys:
            t.tell("no_building", side)
            return Next(self.choose)
        kind, place = keys[0].split()
        cost = build_cost(t, side)
        t.pay_followers(side, cost)
        t.raise_monument(place, kind, side)
        t.tell("built", side, monument=kind, place=place, cost=cost)
        return Next(self.choose)


# -- 3: Plague -------------------------------------------------------------------------------------------------------


@dataclass(eq=False, repr=False)
class Bids(Procedure):
    """`queue` are the sides whose Plague is still to be resolved, ascending: each is a bid and a killing of its own
    (A-BATTLE-3, A-RUL-9)."""

    kind: ClassVar[str] = "ankh.bids"
    queue: list[str] = field(default_factory=list)

    def start(self, t: Ankh) -> Outcome:
        self.queue = playing(t, "plague")
        return Next(self.bid)

    def bid(self, t: Ankh) -> Outcome:
        """Let all with a unit there bid; who is alone is the highest bidder whatever it bids (A-RUL-33, A-PBEM-7)."""
        bidders = t.sides_in(battle(t).token)
        if not self.queue or not bidders:
            return Done()
        if len(bidders) == 1:
            return Next(self.alone)
        questions = {side: self.question(t, side) for side in bidders}
        return ask_sides(t, questions, self.revealed, sealed=True)

    def question(self, t: Ankh, side: Seat) -> Question:
        return Amount(
            "bid", words.bid_prompt(self.queue[0]), 0, t.gods[side].followers,
            default=["0"] if lapses(t, "bid") else None, facts=facts(t, side), occasions=here(t),
            amounts=bid_words(t, side), lapses=lapses(t, "bid"), capped=True,
            why_not=lambda text: words.why_no_bid(t, side, text),
        )  # fmt: skip

    def alone(self, t: Ankh) -> Outcome:
        self.resolve(t, dict.fromkeys(t.sides_in(battle(t).token), 0))
        return Next(self.bid)

    def revealed(self, t: Ankh, answers: dict[Seat, Keys]) -> Outcome:
        doomed = self.resolve(t, {side: int(keys[0]) for side, keys in answers.items()})
        return Call(Killing(places=doomed), then=self.bid)

    def resolve(self, t: Ankh, bids: dict[Seat, int]) -> list[str]:
        """Pay all bids; everybody's Warriors and Guardians die but those of the strictly highest bidder. On a tie
        nobody is spared (A-CARD-PLAGUE, A-RUL-10)."""
        owner = self.queue.pop(0)
        for side, n in bids.items():
            t.pay_followers(side, n)
        battle(t).bids.append(dict(bids))
        most = max(bids.values())
        best = [side for side, n in bids.items() if n == most]
        spared = best[0] if len(best) == 1 else ""
        t.tell("plague", owner, token=battle(t).token, bids=dict(bids), spared=spared)
        places = t.units_in(battle(t).token)
        return [at for at in places if t.units[at].kind != GOD and t.units[at].owner != spared]


def bid_words(t: Ankh, side: Seat) -> dict[str, Callable[[], int | None]]:
    """Offer `all`, and `outbid`: one more than the richest other bidder owns, if that can be paid (A-PBEM-5)."""

    def outbid() -> int | None:
        wanted = richest(t, side) + 1
        return wanted if wanted <= t.gods[side].followers else None

    return {"all": lambda: t.gods[side].followers, "outbid": outbid}


# -- 4: majorities -----------------------------------------------------------------------------------------------------


@dataclass(eq=False, repr=False)
class Majorities(Procedure):
    """A-BATTLE-4"""

    kind: ClassVar[str] = "ankh.majorities"

    def start(self, t: Ankh) -> Outcome:
        score_majorities(t, battle(t).token)
        return Done()


PHASES: dict[str, Callable[..., Procedure]] = {
    "relocate": Relocate,
    "announce": Announce,
    "cards": Cards,
    "build": Build,
    "plague": Bids,
    "majorities": Majorities,
}
"""The phases before the resolution."""
