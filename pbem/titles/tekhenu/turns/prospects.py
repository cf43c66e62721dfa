"""The most that may still come within a turn: where not even that would pay, nothing has to be tried (T-TURN-6).

All of it is counted generously, every token by itself and nothing taken away, so what is called hopeless here is. What
cannot be counted (new cards that help, the action of happiness 21, a tile that brings another action) ends the count.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pbem.core.questions import Seat
from pbem.titles.tekhenu.actions.god import OWN_ACTION
from pbem.titles.tekhenu.board import ANUBIS, BASTET_SCRIBES, ROW2, TOKENS, open_spots
from pbem.titles.tekhenu.cards import adjusted, held
from pbem.titles.tekhenu.fixes import SURE, WHOLE
from pbem.titles.tekhenu.state import AT_ONCE, Tekhenu
from pbem.titles.tekhenu.turns.means import AFTER, GOD, MOVED, Means
from pbem.titles.tekhenu.turns.moments import offers
from pbem.titles.tekhenu.turns.pay import Cost, funds, payable

MEANS = frozenset((*TOKENS, "population", "happiness"))
LATER = frozenset(("took pure", "anubis", "maat start", "after maat"))
"""Events that are past once the die is taken, or come after the turn."""
IDLE_NUMBERS = frozenset(("pillar vp", "forbidden", "ankh", "bread due"))
"""What Technologies may change without any bearing on what a turn can still do."""

Amounts = Mapping[str, int]


class Countless(Exception):
    """Something may come whose worth cannot be counted."""


# -- cards -------------------------------------------------------------------------------------------------------------


def helps(t: Tekhenu, card: str) -> bool:
    """Whether a card taken within a turn may change what else is possible in it. Blessings for the taking of a die come
    too late for that, Decrees act at the end, and some Technologies bring VP only."""
    if card in t.book.blessings:
        windows = t.book.blessings.windows
        return any(card in windows.get(window, ()) for window in ("any", "produce", "waive stone", "waive food"))
    if card not in t.book.technologies:
        return False
    declared = t.book.technologies[card]
    if not IDLE_NUMBERS.issuperset(declared.adjusts):
        return True
    return not LATER.issuperset(declared.reacts) and _brings_means(t.data.cards[card].effect)


def certain(t: Tekhenu, section: str, hand: Iterable[str] = ()) -> bool:
    """Whether a refresh of this section is certain to lay out a card that helps: so few of a kind are left that all of
    them come (RUL-66), or come back once they were played from a hand."""
    kinds = next(entry.slots for entry in t.data.sections if entry.id == section)
    for kind in set(kinds):
        lying = [card for card in t.market[section] if card and t.data.cards[card].kind == kind]
        coming = [*t.discards[kind], *lying]
        if len(t.decks[kind]) + len(coming) <= kinds.count(kind):
            played = [card for card in hand if t.data.cards[card].kind == kind]
            if any(helps(t, card) for card in (*coming, *played)):
                return True
    return False


def known_to_come(t: Tekhenu, turn: Means) -> bool:
    """Whether a refresh may be certain to bring a card that helps."""
    if SURE not in t.live.fixes:
        return False
    hand = t.players[turn.seat].blessings
    if WHOLE in t.live.fixes:
        return bool(thin(t, turn, hand))
    return any(cards and certain(t, section, hand) for section, cards in t.market.items())


def thin(t: Tekhenu, turn: Means, hand: Iterable[str] = ()) -> set[str]:
    """Kinds of card of which refreshes may lay out known ones in this turn: their deck can run out, after which the
    discards come, and a card of the kind that helps lies on the market, among the discards or in a hand (RUL-66)."""
    actions = 1 + len({card for card, god in turn.extra_pairs(t) if god == "thoth"})
    found = set()
    for kind, deck in t.decks.items():
        places = sum(entry.slots.count(kind) for entry in t.data.sections if t.market[entry.id])
        if len(deck) < places * actions and any(helps(t, card) for card in _known(t, kind, hand)):
            found.add(kind)
    return found


def _known(t: Tekhenu, kind: str, hand: Iterable[str]) -> list[str]:
    """Cards of a kind that lie open, were discarded, or are in a hand."""
    open_cards = (card for cards in t.market.values() for card in cards if card)
    return [card for card in (*open_cards, *t.discards[kind], *hand) if t.data.cards[card].kind == kind]


def worth_refreshing(t: Tekhenu, turn: Means, section: str) -> bool:
    """Whether a refresh that nothing forces may bring a card that helps, here or with the next one."""
    kinds = next(entry.slots for entry in t.data.sections if entry.id == section)
    return any(t.decks[kind] or t.discards[kind] for kind in thin(t, turn).intersection(kinds))


def _brings_means(effect: object) -> bool:
    """Whether an effect speaks of tokens or of the people track."""
    if not isinstance(effect, dict):
        return False
    return any(what in MEANS or _brings_means(inner) for what, inner in effect.items())


# -- the turn ----------------------------------------------------------------------------------------------------------


def hopeless(t: Tekhenu, turn: Means) -> bool:
    """Whether what a turn has to do with the value it has could not be paid with all that may still come."""
    if turn.stage != AFTER and (turn.idle or turn.can_produce):
        return False  # a production may pay for what comes after it
    if turn.seat in t.extra or turn.countless(t):
        return False
    try:
        most = _most(t, turn)
    except Countless:
        return False
    stock = t.players[turn.seat].stock
    before = stock.copy()
    for token in stock:
        stock[token] += most.get(token, 0)
    try:
        least = _least(t, turn)
        return least is None or not payable(t, turn.seat, least)
    finally:
        stock.update(before)


def may_rise(t: Tekhenu, turn: Means) -> bool:
    """Whether Happiness may come to where it brings an extra action within this turn."""
    me = t.players[turn.seat]
    if t.data.extra_action_at in me.reached:
        return False
    if turn.countless(t):
        return True
    try:
        most = _most(t, turn)
        if turn.stage != AFTER and turn.debt:  # else the turn is complete as its standard action begins
            gods = t.data.gods if turn.way == ANUBIS else (turn.section,)
            _add(most, _best([_gains(t, turn.seat, god, turn.value) for god in gods]))
    except Countless:
        return True
    return me.happiness + most["happiness"] >= t.data.extra_action_at


def _least(t: Tekhenu, turn: Means) -> list[Cost] | None:
    """What the turn still costs at least; None if pieces or spaces are lacking."""
    extra = {god for gods in _extras(t, turn, 0).values() for god in gods}
    if turn.stage == AFTER:
        return [Cost("scribe", turn.due(t, [*turn.did, GOD] if extra else turn.did))]
    action = t.book.actions[turn.section]
    if not action.thinkable(t, turn.seat, turn.value):
        return None
    scribes = Cost("scribe", turn.due(t, [*turn.did, GOD]))
    cost = action.cost(t, turn.seat, turn.value)
    # Steps on the people track or another tile at Ra may make an action cheaper; nothing else does.
    cheaper = turn.section in MOVED or (turn.section == "ra" and "ra" in extra)
    return [scribes] if cost is None or cheaper else [scribes, cost]


def _most(t: Tekhenu, turn: Means) -> dict[str, int]:
    """The most of each kind that cards in hand may bring before the turn is completed."""
    seat = turn.seat
    me = t.players[seat]
    data = t.data
    most = {"gold": adjusted(t, seat, "play gold", 0) * len(me.blessings), "happiness": 0}
    for card in held(t, seat, "any"):
        _add(most, _best(offers(t, card)))
    gods = _extras(t, turn, most["gold"])
    for reached in gods.values():
        _add(most, _best([_gains(t, seat, god, turn.value) for god in reached]))
    lost = [data.cards[card].effect["cost"].get("happiness", 0) for card, reached in gods.items() if "thoth" in reached]
    if lost and (_card_in_reach(t, me.happiness + most["happiness"] - min(lost)) or known_to_come(t, turn)):
        raise Countless
    waiting = [at for at in (*data.happiness_gains, data.extra_action_at) if at not in me.reached]
    if waiting and me.happiness + most["happiness"] >= min(waiting):
        raise Countless
    return most


def _extras(t: Tekhenu, turn: Means, gold: int) -> dict[str, list[str]]:
    """Cards for extra actions with the gods they reach; none if what the first of them costs cannot be paid."""
    gods: dict[str, list[str]] = {}
    for card, god in turn.extra_pairs(t):
        gods.setdefault(card, []).append(god)
    purse = funds(t, turn.seat, "scribe") + gold
    return gods if any(t.data.cards[card].effect["cost"].get("scribe", 0) <= purse for card in gods) else {}


def _add(most: dict[str, int], amounts: Amounts) -> None:
    for what, n in amounts.items():
        most[what] = most.get(what, 0) + n


def _best(offers: Iterable[Amounts]) -> dict[str, int]:
    """The most of each kind among several offers."""
    best: dict[str, int] = {}
    for offer in offers:
        for what, n in offer.items():
            best[what] = max(n, best.get(what, 0))
    return best


# -- what the action of a god brings at most ---------------------------------------------------------------------------


def _gains(t: Tekhenu, seat: Seat, god: str, value: int) -> dict[str, int]:
    most = dict(t.book.prospects[god](t, seat, value))
    for card in t.players[seat].technologies:
        declared = t.book.technologies.cards.get(card)
        if declared is not None and {f"before {god}", f"after {god}", "acted"} & declared.reacts.keys():
            _add(most, t.data.cards[card].effect.get("gain", {}))
    if OWN_ACTION in t.data.horus_when[len(t.seats)]:
        _add(most, _bonus(t, seat, god))
    return most


def _bonus(t: Tekhenu, seat: Seat, god: str) -> dict[str, int]:
    """The bonus of a Statue at a god, with what reacts to it."""
    most = dict(t.data.horus_bonus[t.position_of(god)])
    for card in t.players[seat].technologies:
        if card in t.book.technologies.reacting.get("horus bonus", ()):
            _add(most, t.data.cards[card].effect.get("gain", {}))
    return most


def _horus(t: Tekhenu, seat: Seat, value: int) -> Amounts:
    most = {"gold": max(t.gold_on.values(), default=0)}
    if AT_ONCE in t.data.horus_when[len(t.seats)]:
        _add(most, _bonus(t, seat, t.horus[value - 1]))
    return most


def _ra(t: Tekhenu, seat: Seat, value: int) -> Amounts:
    """A space, perhaps twice, and a tile; after another Ra action it may be any tile of the display."""
    abilities = [ability for tile in t.ra if tile and (ability := t.data.tiles[tile].ability) is not None]
    if any(ability.kind == "god" for ability in abilities):
        raise Countless
    space = _best(t.book.numbers["space"](t, space.index) for space in t.data.spaces if not t.tiles[space.index])
    most = {what: 2 * n for what, n in space.items()}
    _add(most, _best(ability.gain for ability in abilities))
    return most


def _hathor(t: Tekhenu, seat: Seat, value: int) -> Amounts:
    free = [spot for spot in open_spots(t.data, len(t.seats)) if spot.id not in t.buildings]
    rewards = t.book.numbers["temple line"]
    return _best(rewards(t, seat, line)[1] for line in {spot.line for spot in free})


def _bastet(t: Tekhenu, seat: Seat, value: int) -> Amounts:
    return {"scribe": BASTET_SCRIBES[value], "happiness": value}


def _thoth(t: Tekhenu, seat: Seat, value: int) -> Amounts:
    """Cards: see `_card_in_reach`."""
    return {}


def _card_in_reach(t: Tekhenu, happiness: int) -> bool:
    """Whether a card that helps lies where a Thoth action with that Happiness may take it. What is laid out anew does
    not help, unless it is known (`known_to_come`)."""
    sections = [section.id for section in t.data.sections if section.needs_happiness <= happiness]
    return any(card and helps(t, card) for section in sections for card in t.market[section])


def _osiris(t: Tekhenu, seat: Seat, value: int) -> Amounts:
    row = [t.data.osiris_at(value, at) for at in range(len(t.data.districts))]
    most = _best(space.gain for space in row if not t.osiris[space.index])
    _add(most, {"gold": t.gold_on.get(ROW2, 0) if value == 2 else 0})
    return most


OF_GOD = {"horus": _horus, "ra": _ra, "hathor": _hathor, "bastet": _bastet, "thoth": _thoth, "osiris": _osiris}
