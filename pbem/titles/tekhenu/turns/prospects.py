"""The most that may still come within a turn: where not even that would pay, nothing has to be tried (T-TURN-6).

All of it is counted generously, every token by itself and nothing taken away, so what is called hopeless here is. What
cannot be counted (new cards that help, the action of happiness 21, a tile that brings another action) ends the count.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pbem.core.questions import Seat
from pbem.titles.tekhenu.actions.god import OWN_ACTION, GodAction
from pbem.titles.tekhenu.board import ANUBIS, BASTET_SCRIBES, ROW2, open_spots
from pbem.titles.tekhenu.cards import adjusted, held
from pbem.titles.tekhenu.fixes import SURE, WHOLE
from pbem.titles.tekhenu.state import AT_ONCE, Tekhenu
from pbem.titles.tekhenu.turns.known import Ahead, certain, helps, known_to_come, supposing, to_come
from pbem.titles.tekhenu.turns.means import AFTER, CARD, GOD, MOVED, Means
from pbem.titles.tekhenu.turns.moments import offers
from pbem.titles.tekhenu.turns.pay import Cost, funds, payable

INSIDE = frozenset(("tekhenu.pay", "tekhenu.card_by_card"))
"""Frames of a turn that lead to nothing but the action they belong to."""

Amounts = Mapping[str, int]


class Countless(Exception):
    """Something may come whose worth cannot be counted."""


# -- the turn ----------------------------------------------------------------------------------------------------------


def hopeless(t: Tekhenu, turn: Means) -> bool:
    """Tell whether what a turn has to do with the value it has could not be paid with all that may still come."""
    if turn.stage != AFTER and (turn.idle or turn.can_produce):
        return False  # a production may pay for what comes after it
    if turn.seat in t.extra or turn.countless(t):
        return False
    try:
        most = _most(t, turn)
    except Countless:
        coming = ahead(t, turn)
        return coming is not None and beyond(t, turn, coming)
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
    """Tell whether Happiness may come to where it brings an extra action within this turn."""
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
        return ahead(t, turn) is None
    return me.happiness + most["happiness"] >= t.data.extra_action_at


def _least(t: Tekhenu, turn: Means) -> list[Cost] | None:
    """Reckon what the turn still costs at least; None if pieces or spaces are lacking."""
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
    """Reckon the most of each kind that cards in hand may bring before the turn is completed."""
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
    if lost and (_card_in_reach(t, me.happiness + most["happiness"] - min(lost)) or card_to_come(t, turn)):
        raise Countless
    waiting = [at for at in (*data.happiness_gains, data.extra_action_at) if at not in me.reached]
    if waiting and me.happiness + most["happiness"] >= min(waiting):
        raise Countless
    return most


def _extras(t: Tekhenu, turn: Means, gold: int) -> dict[str, list[str]]:
    """Find the cards for extra actions with the gods they reach; none if what the first of them costs cannot be
    paid."""
    gods: dict[str, list[str]] = {}
    for card, god in turn.extra_pairs(t):
        gods.setdefault(card, []).append(god)
    purse = funds(t, turn.seat, "scribe") + gold
    return gods if any(t.data.cards[card].effect["cost"].get("scribe", 0) <= purse for card in gods) else {}


# -- with known cards --------------------------------------------------------------------------------------------------


def ahead(t: Tekhenu, turn: Means) -> Ahead | None:
    """Say what may still come in a turn; None if that may be anything (F7)."""
    if WHOLE not in t.live.fixes or not turn.purity or t.extra or turn.countless(t):
        return None
    if turn.stage != AFTER and (turn.idle or turn.can_produce):
        return None
    running = _running(t, turn)
    if running is None or ("thoth" not in running and all(god != "thoth" for _, god in turn.extra_pairs(t))):
        return None  # without Thoth no cards come, and `_most` counts all there is
    last = [] if turn.stage == AFTER else [*turn.gods(t)]
    try:
        coming = _whole(t, turn, running)
        top = coming.most
        if last and turn.debt:  # else the turn is complete as its standard action begins
            top = dict(top)
            with supposing(t, turn.seat, coming.cards, {}):
                _add(top, _best(_gains(t, turn.seat, god, turn.value) for god in last))
    except Countless:
        return None
    me = t.players[turn.seat]
    if t.data.extra_action_at not in me.reached and min(top["happiness"], top["population"]) >= t.data.extra_action_at:
        return None
    return coming._replace(gods=coming.gods.union(last))


def _running(t: Tekhenu, turn: Means) -> list[str] | None:
    """List the gods whose actions are running or paid for already; None if something else runs."""
    running = [turn.action] if turn.pending == CARD else []
    for frame in t.stack[t.stack.index(turn) + 1 :] if turn in t.stack else []:
        if isinstance(frame, GodAction):
            running.append(frame.god)
        elif frame.kind not in INSIDE:
            return None
    return running


def _whole(t: Tekhenu, turn: Means, running: Sequence[str]) -> Ahead:
    """Collect all that may come before the turn is completed: extra actions count once they could be paid with what the
    others may bring."""
    wanted = len(list(turn.extra_pairs(t)))
    extra = _imaginable(t, turn)
    while True:
        coming = _utmost(t, turn, [*([god] for god in running), *extra.values()])
        if sum(map(len, extra.values())) == wanted:
            return coming
        with supposing(t, turn.seat, coming.cards, coming.most):
            more = _imaginable(t, turn)
        if more == extra:
            return coming
        extra = more


def _imaginable(t: Tekhenu, turn: Means) -> dict[str, list[str]]:
    """Find the cards for extra actions with the gods they reach, if what a seat has pays for both."""
    found: dict[str, list[str]] = {}
    for card, god in turn.extra_pairs(t):
        action = t.book.actions[god]
        costs = [Cost("scribe", t.data.cards[card].effect["cost"].get("scribe", 0))]
        if god not in MOVED and god != "ra":  # `_least` says what makes the others cheaper
            cost = action.cost(t, turn.seat, turn.value)
            if cost is None:
                continue
            costs.append(cost)
        if action.thinkable(t, turn.seat, turn.value) and payable(t, turn.seat, costs):
            found.setdefault(card, []).append(god)
    return found


def _utmost(t: Tekhenu, turn: Means, actions: Sequence[Sequence[str]]) -> Ahead:
    """Reckon the most of each kind that actions may bring, each with the gods it may be of, whatever known cards are
    taken; of markers on the people track, where they can come to."""
    me = t.players[turn.seat]
    taken = sum("thoth" in gods for gods in actions) * t.data.thoth_cards[turn.value]
    cards = to_come(t, taken)
    coming = frozenset(god for gods in actions for god in gods)
    most = {"happiness": me.happiness, "population": me.population, "gold": 0}
    played, moved = len(me.blessings) + taken, len(held(t, turn.seat, "any")) + taken
    with supposing(t, turn.seat, cards, {}):
        of_god = {god: _gains(t, turn.seat, god, turn.value) for god in coming}
        for gods in actions:
            _add(most, _best(of_god[god] for god in gods))
        best = _best(offer for card in held(t, turn.seat, "any") for offer in offers(t, card))
        _add(most, {what: n * moved for what, n in best.items()})
        most["gold"] += adjusted(t, turn.seat, "play gold", 0) * played
    waiting = {at: gains for at, gains in t.data.happiness_gains.items() if at not in me.reached}
    highest = min(most["happiness"] + sum(gains.get("happiness", 0) for gains in waiting.values()), t.data.track_max)
    for at, gains in waiting.items():
        if at <= highest:
            _add(most, gains)
    return Ahead(coming, bool(turn.debt), most, cards)


def beyond(t: Tekhenu, turn: Means, coming: Ahead) -> bool:
    """Tell whether what is still due could not be paid with everything that is known and may come (F7)."""
    with supposing(t, turn.seat, coming.cards, coming.most):
        least = _least(t, turn)
        return least is None or not payable(t, turn.seat, least)


# -- sums --------------------------------------------------------------------------------------------------------------


def _add(most: dict[str, int], amounts: Amounts) -> None:
    for what, n in amounts.items():
        most[what] = most.get(what, 0) + n


def _best(offers: Iterable[Amounts]) -> dict[str, int]:
    """Find the most of each kind among several offers."""
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
    """Reckon the bonus of a Statue at a god, with what reacts to it."""
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
    """Reckon a space, perhaps twice, and a tile; after another Ra action it may be any tile of the display."""
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
    most = _best(rewards(t, seat, line)[1] for line in {spot.line for spot in free})
    _add(most, {"population": value})
    return most


def _bastet(t: Tekhenu, seat: Seat, value: int) -> Amounts:
    return {"scribe": BASTET_SCRIBES[value], "happiness": value}


def _thoth(t: Tekhenu, seat: Seat, value: int) -> Amounts:
    """Reckon nothing for cards: see `_card_in_reach`."""
    return {}


def _card_in_reach(t: Tekhenu, happiness: int) -> bool:
    """Tell whether a card that helps lies where a Thoth action with that Happiness may take it. What is laid out anew
    does not help, unless it is known (`card_to_come`)."""
    sections = [section.id for section in t.data.sections if section.needs_happiness <= happiness]
    return any(card and helps(t, card) for section in sections for card in t.market[section])


def card_to_come(t: Tekhenu, turn: Means) -> bool:
    """Tell whether a refresh may be certain to bring a card that helps."""
    if SURE not in t.live.fixes:
        return False
    hand = t.players[turn.seat].blessings
    if WHOLE in t.live.fixes:
        return bool(known_to_come(t, turn, None, hand))
    return any(cards and certain(t, section, hand) for section, cards in t.market.items())


def _osiris(t: Tekhenu, seat: Seat, value: int) -> Amounts:
    row = [t.data.osiris_at(value, at) for at in range(len(t.data.districts))]
    most = _best(space.gain for space in row if not t.osiris[space.index])
    _add(most, {"gold": t.gold_on.get(ROW2, 0) if value == 2 else 0})
    return most


OF_GOD = {"horus": _horus, "ra": _ra, "hathor": _hathor, "bastet": _bastet, "thoth": _thoth, "osiris": _osiris}
