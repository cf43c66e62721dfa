"""The Battle cards and the Guardians, declared by their rows (A-CARD, A-GUARD): here is what the effects do that rows
name.

Windows of cards: `build` and `plague` are phases of a Battle, `cycle` brings cards back. Windows of Guardians: `curse`
(others lose Devotion when it dies), `push`, `water` (it may be summoned there), `return` (it is summoned again),
`claws`, `neutralise`.
"""

from __future__ import annotations

from pbem.core.cards import Deck, Facts
from pbem.core.questions import Seat
from pbem.titles.ankh.components import shipped
from pbem.titles.ankh.hooks import Reward
from pbem.titles.ankh.rules.devotion import award
from pbem.titles.ankh.rules.named_effects import Effect, adjusting, declared, opening, printed, reacting
from pbem.titles.ankh.state import Ankh

__all__ = ["CARDS", "CARD_EFFECTS", "GUARDIANS", "GUARDIAN_EFFECTS"]


def devotion_for_win(t: Ankh, side: Seat, ident: str, reward: Reward) -> Reward:
    """Give more for each own unit on a terrain of the region, part of the winning gain (A-CARD-DROUGHT)."""
    effect = printed(t, ident, "devotion_for_win")
    units = [place for place in t.units_in(reward.token, side) if t.terrain(place) == effect["terrain"]]
    reward.more += effect["n"] * len(units)
    return reward


def _standing(t: Ankh, side: Seat, terrain: str) -> list[str]:
    """Find the units of a side on a terrain of the region that is fought for."""
    assert t.battle is not None
    return [place for place in t.units_in(t.battle.token, side) if t.terrain(place) == terrain]


def protect(t: Ankh, side: Seat, ident: str, facts: Facts) -> None:
    """Keep the units safe that stand on a terrain (A-CARD-FLOOD, A-RUL-21)."""
    assert t.battle is not None
    t.battle.flooded += _standing(t, side, printed(t, ident, "protect")["terrain"])


def followers(t: Ankh, side: Seat, ident: str, facts: Facts) -> None:
    """Give Followers at once for units on a terrain (A-CARD-FLOOD)."""
    effect = printed(t, ident, "followers")
    n = effect["n"] * len(_standing(t, side, effect["terrain"]))
    t.tell("followers_gained", side, n=t.gain_followers(side, n), why=ident)


def devotion_for_dead(t: Ankh, side: Seat, ident: str, facts: Facts) -> None:
    """Make one gain for all own units killed in this Battle, Plague included (A-CARD-MIRACLE)."""
    assert t.battle is not None
    dead = t.battle.killed.get(side, 0)
    award(t, side, printed(t, ident, "devotion_for_dead")["n"] * dead, ident, t.battle.token)


def cards_back(t: Ankh, side: Seat, ident: str, facts: Facts) -> None:
    """Bring all used cards back, this one too (A-CARD-CYCLE, A-RUL-36)."""
    god = t.gods[side]
    back, god.used = god.used, []
    god.hand = [card for card in t.data.cards if card in god.hand or card in back]
    t.tell("cards_back", side, cards=list(back))
    for come_back in t.book.recovering.values():
        come_back(t, side)


CARD_EFFECTS: dict[str, Effect] = {
    "plague": opening("plague"),
    "build": opening("build"),
    "cards_back": reacting("cycle", cards_back),
    "devotion_for_win": adjusting("win", devotion_for_win, "terrain", "n"),
    "protect": reacting("revealed", protect, "terrain"),
    "followers": reacting("revealed", followers, "terrain", "n"),
    "devotion_for_dead": reacting("miracle", devotion_for_dead, "n"),
}
"""What a Battle card may do besides its strength."""
GUARDIAN_EFFECTS: dict[str, Effect] = {
    window: opening(window) for window in ("curse", "push", "water", "return", "claws", "neutralise")
}
"""What a Guardian may do: the rules around it say what that is."""

CARDS, GUARDIANS = Deck("card"), Deck("guardian")
CARDS.add(*declared(shipped()["battle_cards"]["list"], CARD_EFFECTS))
GUARDIANS.add(*declared(shipped()["guardians"]["list"], GUARDIAN_EFFECTS))
