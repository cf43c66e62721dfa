"""Thoth: cards from the market (T-THOTH)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import ClassVar

from pbem.core.procedures import Ask, Next, Outcome
from pbem.core.questions import Keys, Pick, Seat
from pbem.titles.tekhenu.actions.god import GodAction
from pbem.titles.tekhenu.market import refresh
from pbem.titles.tekhenu.pay import Cost, can_pay, paying, spare
from pbem.titles.tekhenu.state import Tekhenu


@dataclass(eq=False, repr=False)
class Thoth(GodAction):
    """Pay Papyrus, refresh sections if you like, take all cards of one section (T-THOTH-1 to T-THOTH-4)."""

    kind: ClassVar[str] = "tekhenu.thoth"
    god: ClassVar[str] = "thoth"
    paid_in: ClassVar[str] = "papyrus"
    refreshed: list[str] = field(default_factory=list)
    section: str = ""

    @classmethod
    def price(cls, t: Tekhenu, seat: Seat, value: int, waive: bool = False) -> int | None:
        """One section must hold all the cards; gaps are filled at the end of the turn only (RUL-47), unless the section
        is refreshed (RUL-66), which is never waived (RUL-35)."""
        data = t.data
        n = data.thoth_cards[value]
        cards = 0 if waive else data.thoth_papyrus[value]
        happiness = t.players[seat].happiness
        for section in data.sections:
            if happiness < section.needs_happiness:
                break
            slots = t.market[section.id]
            if len(slots) - slots.count("") >= n:
                return cards
        return cards + data.refresh_papyrus if refillable(t, seat, n) else None

    @classmethod
    def said(cls, t: Tekhenu, seat: Seat, value: int) -> str:
        n, cost = t.data.thoth_cards[value], t.data.thoth_papyrus[value]
        return f"{n} card{'s' if n > 1 else ''} for {f'{cost} papyrus' if cost else 'nothing'}"

    def act(self, t: Tekhenu) -> Outcome:
        cost = t.data.thoth_papyrus[self.value]
        return paying(t, self.seat, "papyrus", cost, self.offer_refresh, self.god, self.waive)

    def offer_refresh(self, t: Tekhenu) -> Outcome:
        """T-THOTH-3: any open section, also out of reach (RUL-20), each once in an action."""
        price = t.data.refresh_papyrus
        n = t.data.thoth_cards[self.value]
        within = reachable(t, self.seat, n)
        needed = not within
        paid = Cost("papyrus", price)
        if not needed and not (
            can_pay(t, self.seat, "papyrus", price)
            and any(leaves_enough(t, self.seat, section, n, paid) for section in within)
        ):
            return self.choose_section(t)
        options = [section for section, slots in t.market.items() if slots and section not in self.refreshed]
        if needed:
            options = refillable(t, self.seat, n)
        if not options:
            return self.choose_section(t)
        return Ask(
            self.seat,
            Pick(
                "refresh",
                f"Replace all cards of a section for {price} papyrus" + (", too few lie there" if needed else ""),
                options,
                low=1 if needed else 0,
                default=None if needed else [],
                text=lambda key: f"replace all cards of section {key} for {price} papyrus",
                why_not=lambda key: self.why_not_refresh(t, key),
            ),
            self.pay_refresh,
        )

    def pay_refresh(self, t: Tekhenu, keys: Keys) -> Outcome:
        if not keys:
            return Next(self.choose_section)
        self.section = keys[0]
        return paying(t, self.seat, "papyrus", t.data.refresh_papyrus, self.replace)

    def replace(self, t: Tekhenu) -> Outcome:
        refresh(t, self.section, self.seat)
        self.refreshed.append(self.section)
        return Next(self.offer_refresh)

    def choose_section(self, t: Tekhenu) -> Outcome:
        n = t.data.thoth_cards[self.value]
        return Ask(
            self.seat,
            Pick(
                "section",
                f"Take {n} card{'s' if n > 1 else ''} from one section",
                [section for section in reachable(t, self.seat, n) if leaves_enough(t, self.seat, section, n)],
                text=lambda key: f"section {key}: {', '.join(card for card in t.market[key] if card)}",
                why_not=lambda key: self.why_not_section(t, key),
            ),
            self.enter,
        )

    def enter(self, t: Tekhenu, keys: Keys) -> Outcome:
        self.section = keys[0]
        return Next(self.choose_cards)

    def choose_cards(self, t: Tekhenu) -> Outcome:
        """DEC-21: a ranking may name cards that are not there yet."""
        n = t.data.thoth_cards[self.value]
        return Ask(
            self.seat,
            Pick(
                "cards",
                f"Take {n} card{'s' if n > 1 else ''} of section {self.section}",
                [card for card in t.market[self.section] if card],
                low=n,
                high=n,
                text=lambda key: t.data.cards[key].text,
                why_not=lambda key: self.why_not_card(t, key),
                known=t.data.cards,
            ),
            self.take,
        )

    def take(self, t: Tekhenu, keys: Keys) -> Outcome:
        """T-THOTH-4; the gaps stay until the end of the turn (RUL-19)."""
        slots = t.market[self.section]
        player = t.players[self.seat]
        for card in keys:
            slots[slots.index(card)] = ""
            kind = t.data.cards[card].kind
            if kind == "blessing":
                player.blessings.append(card)
            elif kind == "technology":
                player.technologies.append(card)
            else:
                player.decrees.append(card)
        t.tell("took_cards", self.seat, section=self.section, cards=list(keys))
        return self.finish(t)

    def why_not_refresh(self, t: Tekhenu, key: str) -> tuple[str, str] | None:
        section = key.upper()
        if section in self.refreshed:
            return f"Section {section} was refreshed in this action already", "T-THOTH-3"
        if section in t.market and not t.market[section]:
            return f"Section {section} is not open yet", "T-MARKET-3"
        if section in t.market:
            return f"Section {section} would not have enough cards within your reach", "RUL-47"
        return None

    def why_not_section(self, t: Tekhenu, key: str) -> tuple[str, str] | None:
        entry = next((entry for entry in t.data.sections if entry.id == key.upper()), None)
        if entry is None:
            return None
        if not t.market[entry.id]:
            return f"Section {entry.id} is not open yet", "T-MARKET-3"
        if t.players[self.seat].happiness < entry.needs_happiness:
            return f"Section {entry.id} needs happiness {entry.needs_happiness}", "T-THOTH-2"
        return f"Section {entry.id} has too few cards left in this turn", "RUL-47"

    def why_not_card(self, t: Tekhenu, key: str) -> tuple[str, str] | None:
        card = key.upper()
        if card not in t.data.cards:
            return None
        for section, slots in t.market.items():
            if card in slots:
                return f"{card} lies in section {section}; all cards come from section {self.section}", "T-THOTH-2"
        return f"{card} is not on the market", "T-THOTH-1"


def reachable(t: Tekhenu, seat: Seat, n: int) -> list[str]:
    """Open sections that the seat's Happiness reaches (TAB-04) and that hold n cards."""
    happiness = t.players[seat].happiness
    found = []
    for section in t.data.sections:
        slots = t.market[section.id]
        if happiness >= section.needs_happiness and len(slots) - slots.count("") >= n:
            found.append(section.id)
    return found


@contextmanager
def gaps(t: Tekhenu, section: str, n: int) -> Iterator[None]:
    """Suppose that n cards of a section were taken."""
    slots = t.market[section]
    left = [card for card in slots if card][n:]
    t.market[section] = left + [""] * (len(slots) - len(left))
    try:
        yield
    finally:
        t.market[section] = slots


def leaves_enough(t: Tekhenu, seat: Seat, section: str, n: int, *costs: Cost) -> bool:
    """Whether what the turn still has to do stays possible without these cards and costs (T-TURN-6)."""
    with gaps(t, section, n):
        return spare(t, seat, *costs)


def refillable(t: Tekhenu, seat: Seat, n: int) -> list[str]:
    """Open sections in reach that hold n cards after a refresh: what lies there is discarded, and each place gets a
    card of its kind while there are any (RUL-66, T-MARKET-6)."""
    happiness = t.players[seat].happiness
    found = []
    for section in t.data.sections:
        slots = t.market[section.id]
        if happiness < section.needs_happiness or len(slots) < n:
            continue
        kinds = section.slots
        lying = [t.data.cards[card].kind for card in slots if card]
        left = {kind: len(t.decks[kind]) + len(t.discards[kind]) + lying.count(kind) for kind in set(kinds)}
        if sum(min(kinds.count(kind), left[kind]) for kind in left) >= n:
            found.append(section.id)
    return found
