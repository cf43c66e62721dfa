"""The Ankh powers, declared by their rows, and the five gods, declared once (A-POW, A-GOD).

What needs a decision opens a window that the rules look for: `relocate`, `worship`, `announce`, `trap`, `protect`,
`underworld`, `sun`.
"""

from __future__ import annotations

from pbem.core.cards import Card, Deck, Facts
from pbem.core.questions import Seat
from pbem.titles.ankh.components import shipped
from pbem.titles.ankh.hooks import Award, Force, Reward
from pbem.titles.ankh.rules.devotion import award
from pbem.titles.ankh.rules.named_effects import Effect, adjusting, declared, opening, printed, reacting
from pbem.titles.ankh.state import Ankh

__all__ = ["ABILITIES", "EFFECTS", "POWERS"]

IN_REGION = ("majority", "dominance", "win")
"""Gains that Bountiful adds to whatever the option says (A-RUL-37)."""


# -- level 1 -------------------------------------------------------------------------------------------------------


def followers_for_win(t: Ankh, side: Seat, ident: str, facts: Facts) -> None:
    """Give Followers to the winner of a Battle (A-POW-COMMANDING)."""
    n = printed(t, ident, "followers_for_win")["n"]
    t.tell("followers_gained", side, n=t.gain_followers(side, n), why=ident)


def build_cost(t: Ankh, side: Seat, ident: str, cost: int) -> int:
    """Build a Monument for nothing, or for what is printed (A-POW-INSPIRING)."""
    n: int = printed(t, ident, "build_cost")["n"]
    return min(cost, n)


def followers_per_region(t: Ankh, side: Seat, ident: str, facts: Facts) -> None:
    """Give a Follower for each region with an own unit; one on Water counts for every region that it touches
    (A-POW-OMNIPRESENT, A-RUL-6)."""
    regions = {token for place in t.units_of(side) for token in t.tokens_at(place)}
    n = printed(t, ident, "followers_per_region")["n"] * len(regions)
    t.tell("followers_gained", side, n=t.gain_followers(side, n), why=ident)


def more_followers(t: Ankh, side: Seat, ident: str, n: int) -> int:
    """Gain one Follower more (A-POW-REVERED)."""
    more: int = printed(t, ident, "more_followers")["n"]
    return n + more


# -- level 2 -------------------------------------------------------------------------------------------------------


def god_strength(t: Ankh, side: Seat, ident: str, strength: int) -> int:
    """Strengthen the God while the side controls enough Monuments of one kind (A-POW-RESPLENDENT)."""
    effect = printed(t, ident, "god_strength")
    return max(strength, effect["n"]) if max(t.kinds_with(side).values()) >= effect["monuments"] else strength


def strength_per_monument(t: Ankh, side: Seat, ident: str, force: Force) -> Force:
    """Add strength for Temples with an own unit beside them; neutralised units count for it (A-POW-TEMPLE,
    A-RUL-38)."""
    within, adjacent = t.region(force.token), t.lay.adjacent
    effect = printed(t, ident, "strength_per_monument")
    for place in t.monuments_of(side, effect["kind"]):
        if place in within and any(at in t.units and t.units[at].owner == side for at in adjacent[place]):
            force.strength += effect["n"]
    return force


def summon_per_monument(t: Ankh, side: Seat, ident: str, summons: list[str]) -> list[str]:
    """Allow one more summon beside each own Pyramid (A-POW-PYRAMID)."""
    return summons + t.monuments_of(side, printed(t, ident, "summon_per_monument")["kind"])


# -- level 3 -------------------------------------------------------------------------------------------------------


def prize_for_margin(t: Ankh, side: Seat, ident: str, reward: Reward) -> Reward:
    """Raise the prize of a win with a large enough margin (A-POW-GLORIOUS)."""
    effect = printed(t, ident, "prize_for_margin")
    if reward.margin >= effect["margin"]:
        reward.basic = effect["n"]
    return reward


def devotion_for_loss(t: Ankh, side: Seat, ident: str, facts: Facts) -> None:
    """Award Devotion to a loser with enough units (A-POW-MAGNANIMOUS)."""
    effect = printed(t, ident, "devotion_for_loss")
    if facts["units"] >= effect["units"]:
        award(t, side, effect["n"], ident, facts["token"])


def more_devotion_in_red(t: Ankh, side: Seat, ident: str, gain: Award) -> Award:
    """Gain one more while in the red, judged before the gain is made (A-POW-BOUNTIFUL, A-RUL-18)."""
    if t.is_red(side) and (t.options.bountiful_everywhere or gain.why in IN_REGION):
        gain.n += printed(t, ident, "more_devotion_in_red")["n"]
    return gain


EFFECTS: dict[str, Effect] = {
    "followers_for_win": reacting("won", followers_for_win, "n"),
    "build_cost": adjusting("build cost", build_cost, "n"),
    "followers_per_region": reacting("conflict", followers_per_region, "n"),
    "more_followers": adjusting("gain", more_followers, "n"),
    "god_strength": adjusting("god strength", god_strength, "monuments", "n"),
    "relocate": opening("relocate"),
    "strength_per_monument": adjusting("strength", strength_per_monument, "kind", "n"),
    "summon_per_monument": adjusting("summons", summon_per_monument, "kind"),
    "prize_for_margin": adjusting("win", prize_for_margin, "margin", "n"),
    "devotion_for_loss": reacting("lost", devotion_for_loss, "units", "n"),
    "more_devotion_in_red": adjusting("devotion", more_devotion_in_red, "n"),
    "worship": opening("worship"),
}
"""What a power may do."""
POWERS = Deck("power")
POWERS.add(*declared(shipped()["ankh_powers"]["list"], EFFECTS))


# -- gods ----------------------------------------------------------------------------------------------------------


def judge(t: Ankh, side: Seat, ident: str, strength: int) -> int:
    """Add strength for each trapped Warrior; the remaining God figure of a merged side has it (A-GOD-ANUBIS-2,
    A-RUL-15)."""
    return strength + len(t.trapped)


def gate(t: Ankh, side: Seat, ident: str, summons: list[str]) -> list[str]:
    """Allow a summon on the Underworld (A-GOD-OSIRIS-2)."""
    return [*summons, "underworld"] if t.underworld else summons


def radiant(t: Ankh, side: Seat, ident: str, reward: Reward) -> Reward:
    """Give one more for a win with a Radiant unit there (A-GOD-RA-2)."""
    if any(t.units[place].sun for place in t.units_in(reward.token, side)):
        reward.more += 1
    return reward


ABILITIES = Deck("god")
ABILITIES.add(
    Card("amun", window="announce"),
    Card("anubis", window="trap", adjusts={"god strength": judge}),
    Card("isis", window="protect"),
    Card("osiris", window="underworld", adjusts={"summons": gate}),
    Card("ra", window="sun", adjusts={"win": radiant, "dominance": radiant}),
)
