"""The card market: opening, refilling and refreshing its sections (T-MARKET)."""

from __future__ import annotations

from pbem.core.questions import Seat
from pbem.core.trial import supposed
from pbem.titles.tekhenu.fixes import SURE
from pbem.titles.tekhenu.state import Tekhenu


def worthless(t: Tekhenu, kind: str) -> str:
    """Return a card that helps with nothing in the turn in which it comes."""
    idle = {
        "blessing": t.book.blessings.windows.get("anubis"),
        "technology": t.book.technologies.reacting.get("took pure"),
    }
    if found := idle.get(kind):
        return min(found)
    return next(card.id for card in t.data.cards.values() if card.kind == kind)


def draw_card(t: Tekhenu, kind: str) -> str:
    """Draw the top card of a deck; an empty deck is rebuilt from its own discards (T-MARKET-6). Empty text: none
    left."""
    _trust_no_luck(t, [kind])
    return _top(t, kind)


def _trust_no_luck(t: Tekhenu, wanted: list[str]) -> None:
    """Hide in a trial the discards that are shuffled for a draw: they are known only if all of them come (RUL-66)."""
    if not supposed(t) or SURE not in t.live.fixes:
        return
    for kind in set(wanted):
        deck, pile, n = t.decks[kind], t.discards[kind], wanted.count(kind)
        if len(deck) < n < len(deck) + len(pile):
            t.discards[kind] = [worthless(t, kind)] * len(pile)


def _top(t: Tekhenu, kind: str) -> str:
    deck = t.decks[kind]
    if not deck:
        pile = t.discards[kind]
        if not pile:
            return ""
        deck.extend(t.shuffle(f"deck/{kind}", pile))
        pile.clear()
        t.tell("reshuffled", deck=kind, cards=len(deck))
    return t.draw(deck)[0]


def fill(t: Tekhenu, section: str) -> list[str]:
    """Fill every gap of a section with a card of the gap's kind (T-MARKET-5). Say what came."""
    kinds = next(entry.slots for entry in t.data.sections if entry.id == section)
    slots = t.market[section]
    came = []
    _trust_no_luck(t, [kind for kind, card in zip(kinds, slots, strict=True) if not card])
    for at, card in enumerate(slots):
        if not card:
            slots[at] = _top(t, kinds[at])
            if slots[at]:
                came.append(slots[at])
    return came


def open_section(t: Tekhenu, section: str) -> None:
    """Open a section and fill it at once (T-MARKET-2, T-MARKET-3); it never closes again (T-MARKET-4)."""
    entry = next(entry for entry in t.data.sections if entry.id == section)
    t.market[section] = [""] * len(entry.slots)
    fill(t, section)
    t.tell("market_opened", section=section, cards=list(t.market[section]))


def open_sections(t: Tekhenu, population: int) -> None:
    """Open what a Population marker has reached (T-PEOPLE-4); also in the middle of an action (RUL-21)."""
    if t.market["IV"]:
        return
    for entry in t.data.sections:
        if entry.opens_population and population >= entry.opens_population and not t.market[entry.id]:
            open_section(t, entry.id)


def refill(t: Tekhenu) -> None:
    """Give every gap of every open section a card, at the end of a turn (T-MARKET-5, RUL-19)."""
    for section, slots in t.market.items():
        if "" in slots:
            came = fill(t, section)
            if came:
                t.tell("market_filled", section=section, cards=list(came))


def refresh(t: Tekhenu, section: str, seat: Seat) -> None:
    """Discard all cards of a section and fill all of its slots at once (T-THOTH-3, RUL-19, RUL-66)."""
    slots = t.market[section]
    gone = [card for card in slots if card]
    t.discard(gone)
    t.market[section] = [""] * len(slots)
    fill(t, section)
    t.tell("refreshed", seat, section=section, gone=list(gone), cards=list(t.market[section]))
