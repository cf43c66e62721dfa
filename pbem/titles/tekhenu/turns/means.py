"""What a turn has its die for, and what it can afford: the facts of a turn that its steps share.

Nothing is offered that could leave the turn unfinished (T-TURN-6). Without cards that act between die and action the
answer is arithmetic (`finishes`); with them the rest of the turn is tried out (`outlook`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from pbem.core.procedures import Outcome, Procedure
from pbem.core.questions import Seat
from pbem.titles.tekhenu.actions.god import possible
from pbem.titles.tekhenu.actions.produce import produced
from pbem.titles.tekhenu.board import ANUBIS, BARREN, BASIC, SCRIBE_REACH, TAINTED, counted
from pbem.titles.tekhenu.cards import adjusted, held, played_gold
from pbem.titles.tekhenu.fixes import EACH_KIND, EXACT, SURE
from pbem.titles.tekhenu.state import Tekhenu
from pbem.titles.tekhenu.turns.pay import Cost, payable

MOVED = ("thoth", "osiris")
"""Gods whose action depends on the people track."""
MOST_STEPS = 6
"""Steps of the track that a Blessing of any moment moves at most, with a margin for corrected tables."""
TRACKS = ("happiness", "population")
GOD, PRODUCE, NOTHING = "god", "produce", "nothing"
FREE = {GOD: "free god", PRODUCE: "free produce"}
"""Kinds of action, and what Technologies are asked for that change the value of one for nothing."""
OPEN, BEFORE, AFTER = "open", "before", "after"
VALUE, FIRST, SETTLE, CARD, EXTRA = "value", "first", "settle", "card", "extra"
"""What is being paid or performed while the turn still has something to do: see `Means.at_risk`."""


@dataclass(eq=False, repr=False)
class Means(Procedure):
    """The state of one turn of one seat.

    The die has three facts (section, colour, value) of which Anubis keeps the value only. `colour` is what the die is
    treated as, `shown` and `face` are how it lay there. `debt` are steps of a changed value that are left to the free
    changes of the actions performed with the die (RUL-14); what they do not cover costs Scribes as the standard action
    is chosen, or at the end of the turn where an extra action may still cover it.
    """

    seat: Seat
    stage: str = OPEN
    section: str = ""
    shown: str = ""
    face: int = 0
    colour: str = ""
    value: int = 0
    way: str = ""
    """How the die is taken: as it lies (empty), pure or tainted by a Technology, or anubis."""
    purity: str = ""
    steps: int = 0
    """Free steps of value that came with a change of colour."""
    debt: int = 0
    did: list[str] = field(default_factory=list)
    """Kinds of action performed with the die so far: god, produce."""
    held: list[str] = field(default_factory=list)
    """Blessings for extra actions that were in hand as the die was taken (RUL-26)."""
    action: str = ""
    pending: str = ""
    idle: bool = False
    """RUL-15: no legal action was left, so the die may be placed without one."""

    def windows(self, t: Tekhenu) -> Outcome:
        raise AssertionError("a turn has windows")

    # -- what the turn still has to do -------------------------------------------------------------------------------

    def at_risk(self, t: Tekhenu) -> bool:
        """Tell whether what is paid or performed now could leave the turn unfinished."""
        return self.pending in (CARD, FIRST, SETTLE) or not self.easy(t)

    def easy(self, t: Tekhenu) -> bool:
        """Tell whether the turn can be completed without spending anything: a production is always possible."""
        if self.stage == AFTER:
            return not self.due(t, self.did)
        if self.idle and not self.due(t, self.did):
            return True
        return self.can_produce and not self.due(t, [*self.did, PRODUCE])

    def complete(self, t: Tekhenu) -> bool:
        """Tell whether nothing is left that could fail: the standard action has begun, and its value is paid for."""
        if self.pending:
            return False
        if self.step == "acted":  # where the turn waits for its standard action
            return not self.due(t, self.done_then)
        return self.stage == AFTER and not self.due(t, self.did)

    @property
    def done_then(self) -> list[str]:
        """Kinds of action performed with the die once the standard action is."""
        return self.did if self.action == NOTHING else [*self.did, self.kind_of_action]

    @property
    def kind_of_action(self) -> str:
        return PRODUCE if self.action == PRODUCE or self.action in BASIC else GOD

    @property
    def can_produce(self) -> bool:
        """Grey dice cannot produce (T-PROD-1); an Anubis die always can (RUL-24)."""
        return self.colour not in BARREN or self.way == ANUBIS

    def gods(self, t: Tekhenu) -> Sequence[str]:
        """List the gods whose action the die may serve."""
        return t.data.gods if self.way == ANUBIS else (self.section,)

    def countless(self, t: Tekhenu) -> bool:
        """Tell whether things may still come in this turn whose worth cannot be counted ahead."""
        return False

    def taint(self, t: Tekhenu) -> str:
        """Say what the die counts as (RUL-25, RUL-61); Anubis dice are neither pure nor tainted (RUL-24)."""
        return self.way or t.purity(self.section, self.colour)

    def free(self, t: Tekhenu, kinds: list[str]) -> int:
        """Count the steps that kinds of action change for nothing."""
        steps = 0
        if t.players[self.seat].technologies:
            for kind, name in FREE.items():
                if kind in kinds:
                    steps += adjusted(t, self.seat, name, 0)
        return steps

    def due(self, t: Tekhenu, kinds: list[str]) -> int:
        """Count the Scribes that the value still costs if these kinds of action are performed with the die (RUL-14)."""
        return by_scribes(max(0, self.debt - self.free(t, kinds))) if self.debt else 0

    def hopes(self, t: Tekhenu) -> bool:
        """Tell whether cards in hand may act between die and action, so that arithmetic does not tell all: an extra
        action that can be paid, or steps of the people track that reach something. Also the action of happiness 21, if
        a card brought it while the die was taken."""
        if self.seat in t.extra:
            return True
        moving = len(held(t, self.seat, "any"))
        if moving:
            if any(self.extra_pairs(t)) or self.way == ANUBIS or self.section in MOVED or self.pays_to_play(t):
                return True
            reached = t.players[self.seat].happiness + moving * MOST_STEPS
            return reached >= min((*t.data.happiness_gains, t.data.extra_action_at))
        if self.can_produce:
            return any(self.extra_pairs(t))  # a production may pay for what comes after it
        return any(self.extra_payable(t, card, god) for card, god in self.extra_pairs(t))

    def pays_to_play(self, t: Tekhenu) -> bool:
        """Tell whether playing a Blessing brings Gold, whatever else it does."""
        return EXACT in t.live.fixes and bool(adjusted(t, self.seat, "play gold", 0))

    def spared(self, t: Tekhenu) -> bool:
        """Tell whether the turn can be completed without the action of the die's god."""
        return self.can_produce or (self.idle and EXACT in t.live.fixes)

    def finishes(self, t: Tekhenu, costs: Sequence[Cost] = ()) -> bool:
        """Tell whether a standard action is possible right after these costs: production, a god action, or both by a
        Technology. Exact where nothing can come between."""
        seat = self.seat
        if self.can_produce and self.affords(t, costs, self.due(t, [*self.did, PRODUCE])):
            return True
        if self.idle and self.affords(t, costs, self.due(t, self.did)):
            return True
        scribes = self.due(t, [*self.did, GOD])
        for god in self.gods(t):
            cost = t.book.actions[god].cost(t, seat, self.value)
            if cost is not None and payable(t, seat, [*costs, Cost("scribe", scribes), cost]):
                return True
        return self.first_possible(t, costs)

    def affords(self, t: Tekhenu, costs: Sequence[Cost], scribes: int) -> bool:
        if not scribes and not costs:
            return True
        return payable(t, self.seat, [*costs, Cost("scribe", scribes)])

    def can_act(self, t: Tekhenu, god: str, scribes: int = 0) -> bool:
        """Tell whether a god action is possible after spending Scribes."""
        if not scribes:
            return possible(t, self.seat, god, self.value)
        cost = t.book.actions[god].cost(t, self.seat, self.value)
        return cost is not None and payable(t, self.seat, [Cost("scribe", scribes), cost])

    # -- producing first ---------------------------------------------------------------------------------------------

    def first_cost(self, t: Tekhenu) -> dict[str, int]:
        none: dict[str, int] = {}
        return adjusted(t, self.seat, "first", none)

    def may_produce_first(self, t: Tekhenu) -> bool:
        """Tell whether production may come first: not with grey dice, not with Anubis, not for extra actions
        (RUL-28)."""
        if not t.players[self.seat].technologies or self.colour in BARREN or self.taint(t) != TAINTED:
            return False
        return bool(self.first_cost(t))

    def first_possible(self, t: Tekhenu, costs: Sequence[Cost] = ()) -> bool:
        """Tell whether production may come first and the god action is possible after it, with all that Blessings can
        add to the production (more is never worse)."""
        if not self.may_produce_first(t):
            return False
        action = t.book.actions[self.section].cost(t, self.seat, self.value)
        if action is None:
            return False
        first = [Cost(what, n) for what, n in self.first_cost(t).items()]
        resource = t.data.produces[self.colour]
        made = produced(t, self.seat, resource, self.value, held(t, self.seat, "produce"))
        due = self.due(t, [*self.did, GOD, PRODUCE])
        return payable(t, self.seat, [*costs, *first, Cost("scribe", due, before=made), action])

    # -- extra actions -----------------------------------------------------------------------------------------------

    def extra_pairs(self, t: Tekhenu) -> Iterator[tuple[str, str]]:
        """Yield Blessings in hand since the die was taken, with the gods they reach."""
        hand = t.players[self.seat].blessings
        for card in self.held:
            if card in hand:
                for god in self.extra_gods(t, card):
                    yield card, god

    def extra_gods(self, t: Tekhenu, card: str) -> list[str]:
        """List the sections beside or opposite the section that the die came from (also with Anubis, RUL-24)."""
        data = t.data
        if self.section not in data.god_index:
            return []  # the die lay beside the wheel (S-R-08)
        at = data.god_index[self.section]
        if data.cards[card].effect["extra_god_action"] == "opposite_section":
            return [data.gods[data.opposite[at]]]
        return [data.gods[(at - 1) % 6], data.gods[(at + 1) % 6]]

    def extra_payable(self, t: Tekhenu, card: str, god: str) -> bool:
        """Tell whether the extra action itself can be performed and paid (RUL-26); a played Blessing may bring Gold."""
        tokens = {what: n for what, n in t.data.cards[card].effect["cost"].items() if what not in TRACKS}
        with self.tracks_paid(t, card) as paid, self.laid_aside(t, card):
            cost = t.book.actions[god].cost(t, self.seat, self.value) if paid else None
            if cost is None:
                return False
            gold = adjusted(t, self.seat, "play gold", 0)
            return payable(t, self.seat, [Cost("scribe", tokens.get("scribe", 0), before={"gold": gold}), cost])

    @contextmanager
    def laid_aside(self, t: Tekhenu, card: str) -> Iterator[None]:
        """Suppose that a card was played: it lies among the discards, from which a refresh may bring it back."""
        counts = SURE in t.live.fixes
        if counts:
            t.discards["blessing"].append(card)
        try:
            yield
        finally:
            if counts:
                t.discards["blessing"].pop()

    @contextmanager
    def spent(self, t: Tekhenu, card: str) -> Iterator[None]:
        """Suppose that a card was played as the die is taken, with what that brings; it lies with the discards (F8)."""
        me = t.players[self.seat]
        hand, more = me.blessings, played_gold(t, self.seat, card)
        me.stock["gold"] += more
        try:
            if EACH_KIND in t.live.fixes and card in hand:
                me.blessings = [other for other in hand if other != card]
                with self.laid_aside(t, card):
                    yield
            else:
                yield
        finally:
            me.stock["gold"] -= more
            me.blessings = hand

    @contextmanager
    def tracks_paid(self, t: Tekhenu, card: str) -> Iterator[bool]:
        """Suppose that the Happiness and Population that a card costs were lost; False if there is too little."""
        player = t.players[self.seat]
        before = player.happiness, player.population
        cost = t.data.cards[card].effect["cost"]
        try:
            if player.happiness < cost.get("happiness", 0) or player.population < cost.get("population", 0):
                yield False
            else:
                player.happiness -= cost.get("happiness", 0)
                player.population -= cost.get("population", 0)
                player.happiness = min(player.happiness, player.population)
                yield True
        finally:
            player.happiness, player.population = before


def by_scribes(steps: int) -> int:
    """Count the Scribes for a number of steps (T-SCRIBE-1)."""
    return (steps + SCRIBE_REACH - 1) // SCRIBE_REACH


def scribes_said(n: int) -> str:
    return counted(n, "scribe")
