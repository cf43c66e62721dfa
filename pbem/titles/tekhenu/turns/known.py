"""Cards that a turn may count on: what lies open, and what refreshes are certain to lay out (RUL-66).

A deck that runs out is made again from its discards, which all have seen: where all of them come at once, they are
known. What a card may do for a turn depends on what can still come in it (`Ahead`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import NamedTuple

from pbem.core.questions import Seat
from pbem.titles.tekhenu.board import TOKENS
from pbem.titles.tekhenu.components import Components
from pbem.titles.tekhenu.fixes import EACH_KIND
from pbem.titles.tekhenu.state import Tekhenu
from pbem.titles.tekhenu.turns.means import AFTER, Means

MEANS = frozenset((*TOKENS, "population", "happiness"))
LATER = frozenset(("took pure", "anubis", "maat start", "after maat"))
"""Events that are past once the die is taken, or come after the turn."""
IDLE_NUMBERS = frozenset(("pillar vp", "forbidden", "ankh", "bread due"))
"""What Technologies may change without any bearing on what a turn can still do."""
PRODUCING = frozenset(("produced", "free produce", "produced more", "first"))
"""What Technologies react to or change in productions only."""
OF_ACTIONS = frozenset(("before", "after", "early"))
"""Moments of the action of one god."""


class Ahead(NamedTuple):
    """What may still come in a turn whose die is placed."""

    gods: frozenset[str]
    """Gods whose action may come or is running."""
    owes: bool
    """Whether steps of its value are left to be covered."""
    most: dict[str, int]
    """The most of each token, and where the markers on the people track can come to."""
    cards: Collection[str]
    """Known cards that may be taken."""


# -- what a card may do ------------------------------------------------------------------------------------------------


def helps(t: Tekhenu, card: str) -> bool:
    """Tell whether a card taken within a turn may change what else is possible in it. Blessings for the taking of a die
    come too late for that, Decrees act at the end, and some Technologies bring VP only."""
    if card in t.book.blessings:
        windows = t.book.blessings.windows
        return any(card in windows.get(window, ()) for window in ("any", "produce", "waive stone", "waive food"))
    if card not in t.book.technologies:
        return False
    declared = t.book.technologies[card]
    if not IDLE_NUMBERS.issuperset(declared.adjusts):
        return True
    return not LATER.issuperset(declared.reacts) and _brings_means(t.data.cards[card].effect)


def serves(t: Tekhenu, card: str, coming: Ahead | None) -> bool:
    """Tell whether a card helps in what may still come. Where that can be told, no production is among it, and a waiver
    does nothing for the action of another god."""
    if not helps(t, card):
        return False
    if coming is None:
        return True
    if card in t.book.blessings:
        windows = t.book.blessings.windows
        return any(card in windows.get(window, ()) for window in ("any", *(f"waive {god}" for god in coming.gods)))
    declared = t.book.technologies[card]
    return any(_concerns(what, coming) for what in (*declared.adjusts, *declared.reacts))


def _concerns(what: str, coming: Ahead) -> bool:
    """Tell whether something that a Technology changes or reacts to may come."""
    if what == "free god":
        return coming.owes
    if what in PRODUCING or what in LATER or what in IDLE_NUMBERS:
        return False
    moment, _, god = what.partition(" ")
    return moment not in OF_ACTIONS or god in coming.gods


def _brings_means(effect: object) -> bool:
    """Tell whether an effect speaks of tokens or of the people track."""
    if not isinstance(effect, dict):
        return False
    return any(what in MEANS or _brings_means(inner) for what, inner in effect.items())


@lru_cache(maxsize=8)
def namesakes(data: Components) -> dict[str, str]:
    """Map Blessings that say the same to the first of them."""
    first: dict[str, str] = {}
    found = {}
    for card in data.cards.values():
        if card.kind == "blessing" and card.effect:
            found[card.id] = first.setdefault(repr(card.effect), card.id)
    return found


# -- what may come to light --------------------------------------------------------------------------------------------


def certain(t: Tekhenu, section: str, hand: Iterable[str] = ()) -> bool:
    """Tell whether a refresh of this section is certain to lay out a card that helps: so few of a kind are left that
    all of them come (RUL-66), or come back once they were played from a hand."""
    kinds = next(entry.slots for entry in t.data.sections if entry.id == section)
    for kind in set(kinds):
        lying = [card for card in t.market[section] if card and t.data.cards[card].kind == kind]
        coming = [*t.discards[kind], *lying]
        if len(t.decks[kind]) + len(coming) <= kinds.count(kind):
            played = [card for card in hand if t.data.cards[card].kind == kind]
            if any(helps(t, card) for card in (*coming, *played)):
                return True
    return False


def thin(t: Tekhenu, turn: Means) -> list[str]:
    """List the kinds of card whose deck can run out in this turn, after which the discards come."""
    actions = 1 + len({card for card, god in turn.extra_pairs(t) if god == "thoth"})
    every = EACH_KIND in t.live.fixes  # a section that opens is filled from the decks, too
    places = [entry.slots for entry in t.data.sections if every or t.market[entry.id]]
    return [kind for kind, deck in t.decks.items() if len(deck) < actions * sum(slots.count(kind) for slots in places)]


def by_kind(t: Tekhenu, turn: Means | None) -> bool:
    """Tell whether it matters of which kind a useless card is that a Thoth action takes: another one may follow, and
    what stays on the market decides whether its refreshes are certain of anything (F8)."""
    if turn is None or EACH_KIND not in t.live.fixes:
        return False
    again = (turn.stage != AFTER and "thoth" in turn.gods(t)) or any(god == "thoth" for _, god in turn.extra_pairs(t))
    return (again or bool(t.extra)) and bool(thin(t, turn))


def known_to_come(t: Tekhenu, turn: Means, coming: Ahead | None, hand: Collection[str] = ()) -> set[str]:
    """Find the kinds of card of which refreshes may lay out known ones that serve: such a card lies on the market,
    among the discards or in a hand, and the deck can run out (RUL-66)."""
    return {kind for kind in thin(t, turn) if any(serves(t, card, coming) for card in _seen(t, kind, hand))}


def _seen(t: Tekhenu, kind: str, hand: Iterable[str]) -> list[str]:
    """List the cards of a kind that lie open, were discarded, or are in a hand."""
    open_cards = (card for cards in t.market.values() for card in cards if card)
    return [card for card in (*open_cards, *t.discards[kind], *hand) if t.data.cards[card].kind == kind]


def worth_refreshing(t: Tekhenu, turn: Means, sections: Iterable[str], coming: Ahead | None) -> list[str]:
    """List the sections of which a refresh that nothing forces may bring a card that serves, there or with the next
    one."""
    hand = t.players[turn.seat].blessings
    if not any(serves(t, card, coming) for kind in t.decks for card in _seen(t, kind, hand)):
        return []
    left = {kind for kind in t.decks if t.decks[kind] or t.discards[kind]}
    if EACH_KIND in t.live.fixes:  # cards of another kind may make the section large enough
        kinds = known_to_come(t, turn, None, hand)
        wanted = {entry.id for entry in t.data.sections if kinds.intersection(entry.slots)} if kinds else set()
    else:
        wanted, left = set(sections), left & known_to_come(t, turn, None)
    wanted &= {entry.id for entry in t.data.sections if left.intersection(entry.slots)}
    return [section for section in sections if section in wanted]


def to_come(t: Tekhenu, taken: int) -> set[str]:
    """Find known cards that a turn which takes so many may take: what lies open, and what a refresh or a section that
    opens may lay out for certain, which is all discards of a kind or none of them (RUL-66)."""
    if not taken:
        return set()
    found = {card for cards in t.market.values() for card in cards if card}
    for kind, pile in t.discards.items():
        for entry in t.data.sections:
            lying = sum(1 for card in t.market[entry.id] if card and t.data.cards[card].kind == kind)
            if len(pile) + max(0, lying - taken) <= entry.slots.count(kind):
                found.update(pile)
    return found


@contextmanager
def supposing(t: Tekhenu, seat: Seat, cards: Collection[str], amounts: Mapping[str, int]) -> Iterator[None]:
    """Suppose that cards are a seat's already, and tokens."""
    me = t.players[seat]
    before = me.stock.copy(), me.technologies, me.blessings
    me.technologies = [*me.technologies, *(card for card in cards if card in t.book.technologies)]
    me.blessings = [*me.blessings, *(card for card in cards if card in t.book.blessings)]
    for token in me.stock:
        me.stock[token] += amounts.get(token, 0)
    try:
        yield
    finally:
        me.stock.update(before[0])
        me.technologies, me.blessings = before[1:]
