"""The twelve Ankh powers and the five gods, declared once (A-POW, A-GOD).

What needs a decision opens a window that the rules look for: `relocate`, `worship`, `announce`, `trap`, `protect`,
`underworld`, `sun`.
"""

from __future__ import annotations

from pbem.core.cards import Card, Deck, Facts
from pbem.core.questions import Seat
from pbem.titles.ankh.hooks import Award, Force, Reward
from pbem.titles.ankh.rules.devotion import award
from pbem.titles.ankh.state import Ankh

__all__ = ["ABILITIES", "POWERS"]

COMMANDING = 3
RESPLENDENT = 3
"""Monuments of one kind that are needed, and the strength that they give."""
TEMPLE = 2
GLORIOUS = 3
"""The margin that is needed, and the reward that it gives."""
MAGNANIMOUS = 2
"""Units that are needed, and the Devotion that they give."""
IN_REGION = ("majority", "dominance", "win")
"""Gains that Bountiful adds to whatever the option says (A-RUL-37)."""


# -- level 1 -------------------------------------------------------------------------------------------------------


def commanding(t: Ankh, side: Seat, ident: str, facts: Facts) -> None:
    """Give Followers to the winner of a Battle (A-POW-COMMANDING)."""
    t.tell("followers_gained", side, n=t.gain_followers(side, COMMANDING), why=ident)


def inspiring(t: Ankh, side: Seat, ident: str, cost: int) -> int:
    """Build a Monument for nothing (A-POW-INSPIRING)."""
    return 0


def omnipresent(t: Ankh, side: Seat, ident: str, facts: Facts) -> None:
    """Give a Follower for each region with an own unit; one on Water counts for every region that it touches
    (A-POW-OMNIPRESENT, A-RUL-6)."""
    regions = {token for place in t.units_of(side) for token in t.tokens_at(place)}
    t.tell("followers_gained", side, n=t.gain_followers(side, len(regions)), why=ident)


def revered(t: Ankh, side: Seat, ident: str, n: int) -> int:
    """Gain one Follower more (A-POW-REVERED)."""
    return n + 1


# -- level 2 -------------------------------------------------------------------------------------------------------


def resplendent(t: Ankh, side: Seat, ident: str, strength: int) -> int:
    """Strengthen the God while the side controls enough Monuments of one kind (A-POW-RESPLENDENT)."""
    return max(strength, RESPLENDENT) if max(t.kinds_with(side).values()) >= RESPLENDENT else strength


def temple_attuned(t: Ankh, side: Seat, ident: str, force: Force) -> Force:
    """Add strength for Temples; neutralised units count for it (A-POW-TEMPLE, A-RUL-38)."""
    within, adjacent = t.region(force.token), t.lay.adjacent
    for temple in t.monuments_of(side, "temple"):
        if temple in within and any(at in t.units and t.units[at].owner == side for at in adjacent[temple]):
            force.strength += TEMPLE
    return force


def pyramid_attuned(t: Ankh, side: Seat, ident: str, summons: list[str]) -> list[str]:
    """Allow one more summon beside each own Pyramid (A-POW-PYRAMID)."""
    return summons + t.monuments_of(side, "pyramid")


# -- level 3 -------------------------------------------------------------------------------------------------------


def glorious(t: Ankh, side: Seat, ident: str, reward: Reward) -> Reward:
    """Raise the prize of a win with a large enough margin (A-POW-GLORIOUS)."""
    if reward.margin >= GLORIOUS:
        reward.basic = GLORIOUS
    return reward


def magnanimous(t: Ankh, side: Seat, ident: str, facts: Facts) -> None:
    """Award Devotion to a loser with enough units (A-POW-MAGNANIMOUS)."""
    if facts["units"] >= MAGNANIMOUS:
        award(t, side, MAGNANIMOUS, ident, facts["token"])


def bountiful(t: Ankh, side: Seat, ident: str, gain: Award) -> Award:
    """Gain one more while in the red, judged before the gain is made (A-POW-BOUNTIFUL, A-RUL-18)."""
    if t.is_red(side) and (t.options.bountiful_everywhere or gain.why in IN_REGION):
        gain.n += 1
    return gain


POWERS = Deck("power")
POWERS.add(
    Card("commanding", reacts={"won": commanding}),
    Card("inspiring", adjusts={"build cost": inspiring}),
    Card("omnipresent", reacts={"conflict": omnipresent}),
    Card("revered", adjusts={"gain": revered}),
    Card("resplendent", adjusts={"god strength": resplendent}),
    Card("obelisk_attuned", window="relocate"),
    Card("temple_attuned", adjusts={"strength": temple_attuned}),
    Card("pyramid_attuned", adjusts={"summons": pyramid_attuned}),
    Card("glorious", adjusts={"win": glorious}),
    Card("magnanimous", reacts={"lost": magnanimous}),
    Card("bountiful", adjusts={"devotion": bountiful}),
    Card("worshipful", window="worship"),
)


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
