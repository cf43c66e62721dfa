"""The resolution of a Battle (A-BATTLE-5), what comes after it (A-BATTLE-6), and dominance (A-DOM)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar

from pbem.core.asking import Asked
from pbem.core.procedures import Call, Done, Next, Outcome, Procedure
from pbem.core.questions import Keys, Seat
from pbem.core.words import Say
from pbem.titles.ankh.conflict import order_lines
from pbem.titles.ankh.conflict.battle import battle
from pbem.titles.ankh.conflict.killing import Slaying, mortal
from pbem.titles.ankh.conflict.orders import ask_side, conflict_pick
from pbem.titles.ankh.hooks import Reward, adjusted, announced
from pbem.titles.ankh.rules.devotion import award, due, score_majorities
from pbem.titles.ankh.rules.strength import side_strength
from pbem.titles.ankh.state import Ankh
from pbem.titles.ankh.wording import battle_words as words

__all__ = ["AFTERMATH", "ASKED", "Dominance", "Resolution", "Underworld", "Worship", "doomed", "spared"]

WORSHIP = 2
"""Followers that Worshipful takes for 1 Devotion (A-POW-WORSHIPFUL)."""


def doomed(t: Ankh, token: int, winner: Seat) -> list[str]:
    """Find who dies in a resolution: all enemies of the winner, everybody if nobody won (A-BATTLE-5e)."""
    return [place for place in t.units_in(token) if t.units[place].owner != winner]


def spared(t: Ankh, token: int, winner: Seat) -> list[str]:
    """Kill nobody when a region is dominated (A-DOM-1)."""
    return []


@dataclass(eq=False, repr=False)
class Resolution(Procedure):
    kind: ClassVar[str] = "ankh.resolution"
    tied: list[str] = field(default_factory=list)

    def start(self, t: Ankh) -> Outcome:
        """Find the winner: strictly the highest; who has no unit left has strength 0 and cannot win, and who alone has
        one wins whatever its strength (A-BATTLE-5a, A-BATTLE-5b, A-RUL-11)."""
        assert t.conflict is not None
        b = battle(t)
        living = [side for side in b.sides if t.units_in(b.token, side)]
        b.strengths = {side: side_strength(t, b.token, side, b.cards[side]) for side in b.sides}
        t.tell("strengths", token=b.token, strengths=dict(b.strengths), living=list(living))
        most = max((b.strengths[side] for side in living), default=0)
        best = [side for side in living if b.strengths[side] == most]
        if len(best) == 1:
            b.winner = best[0]
        elif t.conflict.holder in best and t.conflict.tie_breaker:
            self.tied = best
            return Next(self.ask_tie)
        return Next(self.reward)

    def ask_tie(self, t: Ankh) -> Outcome:
        """Ask the holder whether to use the Tie-breaker (A-DEC-15)."""
        assert t.conflict is not None
        side = t.conflict.holder
        question = conflict_pick(t, side, "tiebreak", words.tie_prompt(self.tied), ["yes", "no"], default=["yes"])
        return ask_side(t, side, question, self.broken)

    def broken(self, t: Ankh, keys: Keys) -> Outcome:
        assert t.conflict is not None
        if keys == ["yes"]:
            t.conflict.tie_breaker = False
            battle(t).winner = t.conflict.holder
            t.tell("tie_broken", t.conflict.holder, token=battle(t).token)
        return Next(self.reward)

    def reward(self, t: Ankh) -> Outcome:
        """Award the winner one gain (A-BATTLE-5c); a win by the Tie-breaker has no margin (A-RUL-12)."""
        b = battle(t)
        t.tell("battle_won" if b.winner else "battle_tied", b.winner or None, token=b.token)
        if b.winner:
            others = [n for side, n in b.strengths.items() if side != b.winner]
            margin = b.strengths[b.winner] - max(others, default=0)
            prize = adjusted(t, b.winner, "win", Reward(b.token, margin), b.cards[b.winner])
            award(t, b.winner, prize.basic + prize.more, "win", b.token)
            announced(t, t.book.powers, b.winner, t.held(b.winner), "won")
        return Next(self.console)

    def console(self, t: Ankh) -> Outcome:
        """Let the losers gain, ascending (A-BATTLE-5d)."""
        b = battle(t)
        for side in t.ascending(side for side in b.sides if side != b.winner):
            announced(t, t.book.powers, side, t.held(side), "lost", units=len(t.units_in(b.token, side)), token=b.token)
        if t.over:
            return Done()
        places = mortal(t, t.book.doomed(t, b.token, b.winner))
        return Call(Slaying(places=places), then=self.done) if places else Done()


# -- after the resolution ------------------------------------------------------------------------------------------


@dataclass(eq=False, repr=False)
class Wonders(Procedure):
    """Miracle ascending, then the Cycle of Ma'at (A-BATTLE-6)."""

    kind: ClassVar[str] = "ankh.wonders"

    def start(self, t: Ankh) -> Outcome:
        cards = battle(t).cards
        for event in ("miracle", "cycle"):
            for side in t.ascending(cards):
                announced(t, t.book.cards, side, cards[side], event)
        return Done()


def gates(t: Ankh, side: Seat) -> list[str]:
    """List `D4`: a token from the pool to an empty space of the region; `A1-D4`: one of three on the map goes there
    (A-GOD-OSIRIS-1, A-RUL-35)."""
    spaces = [
        place for place in t.lay.spaces[t.anchor_of(battle(t).token)] if t.is_empty(place) and place not in t.underworld
    ]
    if len(t.underworld) < t.data.underworlds:
        return spaces
    return [f"{old}-{place}" for old in t.underworld for place in spaces]


@dataclass(eq=False, repr=False)
class Underworld(Procedure):
    """Osiris lost (A-GOD-OSIRIS-1, A-DEC-19)."""

    kind: ClassVar[str] = "ankh.underworld"

    def start(self, t: Ankh) -> Outcome:
        b = battle(t)
        side = next((side for side in b.sides if side != b.winner and t.has(side, "underworld")), None)
        options = gates(t, side) if side is not None else []
        if side is None or not options:
            return Done()
        question = conflict_pick(
            t, side, "underworld", words.underworld_prompt(), options, low=0, default=[],
            text=lambda key: words.space_text(t, key.split("-")[-1]), spelled=words.spelled_gate,
            why_not=lambda text: words.why_no_gate(t, text),
        )  # fmt: skip
        return ask_side(t, side, question, self.opened)

    def opened(self, t: Ankh, keys: Keys) -> Outcome:
        if keys:
            *old, place = keys[0].split("-")
            t.underworld = sorted([at for at in t.underworld if at not in old] + [place])
            t.tell("underworld", t.holder("osiris"), place=place, old=old[0] if old else "")
        return Next(self.done)


@dataclass(eq=False, repr=False)
class Worship(Procedure):
    """Followers for Devotion, ascending, after all Miracles (A-POW-WORSHIPFUL, A-DEC-20)."""

    kind: ClassVar[str] = "ankh.worship"
    queue: list[str] = field(default_factory=list)

    def start(self, t: Ankh) -> Outcome:
        self.queue = t.ascending(side for side in battle(t).sides if t.has(side, "worship"))
        return Next(self.choose)

    def choose(self, t: Ankh) -> Outcome:
        if not self.queue or t.over:
            return Done()
        side = self.queue[0]
        if t.gods[side].followers < WORSHIP or due(t, side, 1, "worshipful", battle(t).token) <= 0:
            self.queue.pop(0)
            return Next(self.choose)
        question = conflict_pick(t, side, "worship", words.worship_prompt(WORSHIP), ["no", "yes"], default=["no"])
        return ask_side(t, side, question, self.chosen)

    def chosen(self, t: Ankh, keys: Keys) -> Outcome:
        side = self.queue.pop(0)
        if keys == ["yes"]:
            t.pay_followers(side, WORSHIP)
            t.tell("worshipped", side, n=WORSHIP)
            award(t, side, 1, "worshipful", battle(t).token)
        return Next(self.choose)


AFTERMATH: dict[str, Callable[..., Procedure]] = {
    "resolution": Resolution,
    "wonders": Wonders,
    "underworld": Underworld,
    "worship": Worship,
}


# -- dominance -----------------------------------------------------------------------------------------------------


@dataclass(eq=False, repr=False)
class Dominance(Procedure):
    """One side alone: majorities, then 1 Devotion (A-DOM-1)."""

    kind: ClassVar[str] = "ankh.dominance"
    token: int

    def start(self, t: Ankh) -> Outcome:
        side = t.sides_in(self.token)[0]
        t.tell("dominated", side, token=self.token)
        score_majorities(t, self.token)
        prize = adjusted(t, side, "dominance", Reward(self.token))
        award(t, side, prize.basic + prize.more, "dominance", self.token)
        places = [] if t.over else mortal(t, t.book.dominated(t, self.token, side))
        return Call(Slaying(places=places), then=self.done) if places else Done()


ASKED = (
    Asked(
        "tiebreak",
        (Say("the Tie-breaker is used by its holder when tied for the most strength"), "A-BATTLE-5b"),
        ahead=order_lines.tiebreak,
        late=words.why_late,
        pledged=True,
    ),
    Asked(
        "underworld",
        (Say("Osiris opens the Underworld after a Battle that he lost"), "A-GOD-OSIRIS-1"),
        ahead=order_lines.underworld,
        late=words.why_late,
        pledged=True,
        judge="pbem.titles.ankh.computer.greedy:underworld",
    ),
    Asked(
        "worship",
        (Say("Worshipful is used after a Battle"), "A-POW-WORSHIPFUL"),
        ahead=order_lines.worship,
        late=words.why_late,
        pledged=True,
        judge="pbem.titles.ankh.computer.greedy:worship",
    ),
)
