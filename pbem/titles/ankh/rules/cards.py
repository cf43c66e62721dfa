"""The seven Battle cards and the six Guardians, declared once (A-CARD, A-GUARD).

Windows of cards: `build` and `plague` are phases of a Battle, `cycle` brings cards back. Windows of Guardians: `curse`
(others lose Devotion when it dies), `push`, `water` (it may be summoned there), `return` (it is summoned again),
`claws`, `neutralise`.
"""

from __future__ import annotations

from pbem.core.cards import Card, Deck, Facts
from pbem.core.questions import Seat
from pbem.titles.ankh.hooks import Reward
from pbem.titles.ankh.rules.devotion import award
from pbem.titles.ankh.state import Ankh

__all__ = ["CARDS", "GUARDIANS", "PREFERRED"]

PREFERRED = ("chariots", "drought", "flood", "build", "miracle", "plague", "cycle")
"""What is played for somebody without an order: the first of these in hand (A-PBEM-9)."""


def drought(t: Ankh, side: Seat, ident: str, reward: Reward) -> Reward:
    """Give 1 more for each own unit on a desert space of the region, part of the winning gain (A-CARD-DROUGHT)."""
    reward.more += sum(t.terrain(place) == "desert" for place in t.units_in(reward.token, side))
    return reward


def flood(t: Ankh, side: Seat, ident: str, facts: Facts) -> None:
    """Give Followers at once, and protection for the units that stand there (A-CARD-FLOOD, A-RUL-21)."""
    assert t.battle is not None
    places = [place for place in t.units_in(t.battle.token, side) if t.terrain(place) == "flood"]
    t.battle.flooded += places
    t.tell("followers_gained", side, n=t.gain_followers(side, len(places)), why=ident)


def miracle(t: Ankh, side: Seat, ident: str, facts: Facts) -> None:
    """Make one gain for all own units killed in this Battle, Plague included (A-CARD-MIRACLE)."""
    assert t.battle is not None
    award(t, side, t.battle.killed.get(side, 0), ident, t.battle.token)


def cycle(t: Ankh, side: Seat, ident: str, facts: Facts) -> None:
    """Bring all used cards back, this one too (A-CARD-CYCLE, A-RUL-36)."""
    god = t.gods[side]
    back, god.used = god.used, []
    god.hand = [card for card in t.data.cards if card in god.hand or card in back]
    t.tell("cards_back", side, cards=list(back))
    for come_back in t.book.recovering.values():
        come_back(t, side)


CARDS = Deck("card")
CARDS.add(
    Card("plague", window="plague"),
    Card("build", window="build"),
    Card("chariots"),
    Card("cycle", reacts={"cycle": cycle}),
    Card("drought", adjusts={"win": drought}),
    Card("flood", reacts={"revealed": flood}),
    Card("miracle", reacts={"miracle": miracle}),
)

GUARDIANS = Deck("guardian")
GUARDIANS.add(
    Card("cat_mummy", window="curse"),
    Card("satet", window="push"),
    Card("apep", window="water"),
    Card("mummy", window="return"),
    Card("giant_scorpion", window="claws"),
    Card("androsphinx", window="neutralise"),
)
