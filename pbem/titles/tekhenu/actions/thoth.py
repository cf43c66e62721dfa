"""Thoth: cards from the market (T-THOTH)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from pbem.core.asking import Asked
from pbem.core.procedures import Ask, Call, Done, Next, Outcome, Procedure
from pbem.core.questions import Keys, Pick, Seat
from pbem.core.words import Count, Listed, Say
from pbem.titles.tekhenu.actions.god import GodAction
from pbem.titles.tekhenu.board import GREEDY, WORTH, card_said, counted
from pbem.titles.tekhenu.phases.market import refresh
from pbem.titles.tekhenu.state import Tekhenu
from pbem.titles.tekhenu.turns.moments import first, then
from pbem.titles.tekhenu.turns.pay import can_pay, paying

ASKED = (
    Asked(
        "refresh",
        (Say("sections are refreshed in a Thoth action, for papyrus, before the cards are taken"), "T-THOTH-3"),
        judge=f"{GREEDY}:judge_refresh",
    ),
    Asked(
        "section",
        (Say("cards come from one section, in a Thoth action"), "T-THOTH-2"),
        judge=f"{GREEDY}:judge_section",
    ),
    Asked(
        "cards", (Say("cards are taken by a Thoth action, from one section"), "T-THOTH-1"), judge=f"{WORTH}:card_worth"
    ),
)
"""The questions of this module."""


@dataclass(eq=False, repr=False)
class Thoth(GodAction):
    """Pay Papyrus, refresh sections if you like, take all cards of one section (T-THOTH-1 to T-THOTH-4)."""

    kind: ClassVar[str] = "tekhenu.thoth"
    god: ClassVar[str] = "thoth"
    paid_in: ClassVar[str] = "papyrus"
    needs: ClassVar[str] = Say("there is no section within your happiness that holds enough cards for it")
    refreshed: list[str] = field(default_factory=list)
    section: str = ""
    least: ClassVar[int] = 1
    """How many sections must be named: 0 where the action may still be declined."""

    @classmethod
    def price(cls, t: Tekhenu, seat: Seat, value: int, waive: bool = False) -> int | None:
        """Reckon the price: one section must hold all the cards; gaps are filled at the end of the turn only (RUL-47),
        unless the section is refreshed (RUL-66), which is never waived (RUL-35)."""
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
    def said(cls, t: Tekhenu, seat: Seat, value: int, waive: bool = False) -> str:
        """Say what it costs; a refresh is never waived (RUL-35)."""
        n, cost = t.data.thoth_cards[value], cls.price(t, seat, value, waive) or 0
        found = {"cards": cards_said(n), "cost": counted(cost, "papyrus") if cost else Say("nothing")}
        if cost > (0 if waive else t.data.thoth_papyrus[value]):
            return Say("{cards} for {cost}, a refresh included", **found)
        return Say("{cards} for {cost}", **found)

    def act(self, t: Tekhenu) -> Outcome:
        cost = t.data.thoth_papyrus[self.value]
        return paying(t, self.seat, "papyrus", cost, self.offer_refresh, self.god, self.waive)

    def offer_refresh(self, t: Tekhenu) -> Outcome:
        """Offer to refresh any open section, also out of reach (T-THOTH-3, RUL-20), each once in an action."""
        return first(t, self.seat, self.ask_refresh)

    def ask_refresh(self, t: Tekhenu) -> Outcome:
        price = t.data.refresh_papyrus
        n = t.data.thoth_cards[self.value]
        needed = not reachable(t, self.seat, n)
        if not needed and not self.affords_refresh(t):
            return self.choose_section(t)
        options = [section for section, slots in t.market.items() if slots and section not in self.refreshed]
        if needed:
            options = refillable(t, self.seat, n)
        if not options:
            return self.choose_section(t)
        asked = t.book.offer(
            t,
            self,
            Pick(
                "refresh",
                Say("Replace all cards of a section for {cost}, too few lie there", cost=counted(price, "papyrus"))
                if needed
                else Say("Replace all cards of a section for {cost}", cost=counted(price, "papyrus")),
                options,
                low=self.least if needed else 0,
                default=None if needed else [],
                text=lambda key: Say(
                    "replace all cards of section {section} for {cost}: {coming}",
                    section=key,
                    cost=counted(price, "papyrus"),
                    coming=self.coming(t, key),
                ),
                why_not=lambda key: self.why_not_refresh(t, key),
            ),
            self.pay_refresh,
        )
        return asked if asked.question.options else self.choose_section(t)

    def affords_refresh(self, t: Tekhenu) -> bool:
        return can_pay(t, self.seat, "papyrus", t.data.refresh_papyrus)

    def coming(self, t: Tekhenu, section: str) -> str:
        """Say how many new cards a refresh lays out."""
        return Count(len(t.market[section]), "{n} new one", "{n} new ones")

    def pay_refresh(self, t: Tekhenu, keys: Keys) -> Outcome:
        if not keys:
            return then(t, self.seat, self.choose_section)
        self.section = keys[0]
        return paying(t, self.seat, "papyrus", t.data.refresh_papyrus, self.replace)

    def replace(self, t: Tekhenu) -> Outcome:
        refresh(t, self.section, self.seat)
        self.refreshed.append(self.section)
        return Next(self.offer_refresh)

    def choose_section(self, t: Tekhenu) -> Outcome:
        n = t.data.thoth_cards[self.value]
        return t.book.offer(
            t,
            self,
            Pick(
                "section",
                Say("Take {cards} from one section", cards=cards_said(n)),
                reachable(t, self.seat, n),
                low=self.least,
                text=lambda key: Say(
                    "section {section}: {cards}", section=key, cards=Listed(card for card in t.market[key] if card)
                ),
                why_not=lambda key: self.why_not_section(t, key),
            ),
            self.enter,
        )

    def enter(self, t: Tekhenu, keys: Keys) -> Outcome:
        self.section = keys[0]
        return then(t, self.seat, self.choose_cards)

    def choose_cards(self, t: Tekhenu) -> Outcome:
        """Ask for the cards (DEC-21): a ranking may name cards that are not there yet. If what the turn still has to do
        hangs on one of them, they are asked for one by one."""
        n = t.data.thoth_cards[self.value]
        question = Pick(
            "cards",
            Say("Take {cards} of section {section}", cards=cards_said(n), section=self.section),
            [card for card in t.market[self.section] if card],
            low=n,
            high=n,
            text=lambda key: card_said(t.data.cards[key].text),
            why_not=lambda key: self.why_not_card(t, key),
            known=t.data.cards,
        )
        if t.book.together(t, self, question, self.take):
            return Ask(self.seat, question, self.take)
        return Call(CardByCard(seat=self.seat, section=self.section, left=n), self.finish)

    def take(self, t: Tekhenu, keys: Keys) -> Outcome:
        """Take the cards (T-THOTH-4); the gaps stay until the end of the turn (RUL-19)."""
        take_cards(t, self.seat, self.section, keys)
        return self.finish(t)

    def why_not_refresh(self, t: Tekhenu, key: str) -> tuple[str, str] | None:
        section = key.upper()
        if section in self.refreshed:
            return Say("Section {section} was refreshed in this action already", section=section), "T-THOTH-3"
        if section in t.market and not t.market[section]:
            return Say("Section {section} is not open yet", section=section), "T-MARKET-3"
        if section in t.market:
            return Say("Section {section} would not have enough cards within your reach", section=section), "RUL-47"
        return None

    def why_not_section(self, t: Tekhenu, key: str) -> tuple[str, str] | None:
        entry = next((entry for entry in t.data.sections if entry.id == key.upper()), None)
        if entry is None:
            return None
        if not t.market[entry.id]:
            return Say("Section {section} is not open yet", section=entry.id), "T-MARKET-3"
        if t.players[self.seat].happiness < entry.needs_happiness:
            return Say("Section {section} needs happiness {n}", section=entry.id, n=entry.needs_happiness), "T-THOTH-2"
        return Say("Section {section} has too few cards left in this turn", section=entry.id), "RUL-47"

    def why_not_card(self, t: Tekhenu, key: str) -> tuple[str, str] | None:
        return why_not_card(t, self.section, key)


@dataclass(eq=False, repr=False)
class CardByCard(Procedure):
    """Take cards of a section one at a time: the standard action still due hangs on one of them (T-TURN-6)."""

    kind: ClassVar[str] = "tekhenu.card_by_card"
    seat: Seat
    section: str
    left: int

    def start(self, t: Tekhenu) -> Outcome:
        if not self.left:
            return Done()
        question = Pick(
            "cards",
            Say("Take a card of section {section}, {left} in all", section=self.section, left=self.left),
            [card for card in t.market[self.section] if card],
            text=lambda key: card_said(t.data.cards[key].text),
            why_not=lambda key: why_not_card(t, self.section, key),
            known=t.data.cards,
            again=True,
        )
        return t.book.offer(t, self, question, self.take)

    def take(self, t: Tekhenu, keys: Keys) -> Outcome:
        take_cards(t, self.seat, self.section, keys)
        self.left -= 1
        return then(t, self.seat, self.start)


def take_cards(t: Tekhenu, seat: Seat, section: str, cards: Keys) -> None:
    """Take cards from the market into the hand; nothing takes their place yet."""
    slots = t.market[section]
    player = t.players[seat]
    for card in cards:
        slots[slots.index(card)] = ""
        kind = t.data.cards[card].kind
        if kind == "blessing":
            player.blessings.append(card)
        elif kind == "technology":
            player.technologies.append(card)
        else:
            player.decrees.append(card)
    t.tell("took_cards", seat, section=section, cards=list(cards))


def why_not_card(t: Tekhenu, taken_from: str, key: str) -> tuple[str, str] | None:
    card = key.upper()
    if card not in t.data.cards:
        return None
    for section, slots in t.market.items():
        if card not in slots:
            continue
        if section == taken_from:
            return Say(
                "Without another card of section {section} the action of the die would be impossible", section=section
            ), "T-TURN-6"
        return Say(
            "{card} lies in section {section}; all cards come from section {here}",
            card=card,
            section=section,
            here=taken_from,
        ), "T-THOTH-2"
    return Say("{card} is not on the market", card=card), "T-THOTH-1"


def cards_said(n: int) -> str:
    return Count(n, "{n} card", "{n} cards")


def reachable(t: Tekhenu, seat: Seat, n: int) -> list[str]:
    """List open sections that the seat's Happiness reaches (TAB-04) and that hold n cards."""
    happiness = t.players[seat].happiness
    found = []
    for section in t.data.sections:
        slots = t.market[section.id]
        if happiness >= section.needs_happiness and len(slots) - slots.count("") >= n:
            found.append(section.id)
    return found


def refillable(t: Tekhenu, seat: Seat, n: int) -> list[str]:
    """List open sections in reach that hold n cards after a refresh: what lies there is discarded, and each place gets
    a card of its kind while there are any (RUL-66, T-MARKET-6)."""
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
