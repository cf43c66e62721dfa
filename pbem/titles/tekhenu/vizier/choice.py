"""The first player's two decisions: the Destiny card that is set aside, and where the Vizier goes (SD-17, SD-18)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from pbem.core.asking import Asked
from pbem.core.procedures import Ask, Call, Done, Next, Outcome, Procedure
from pbem.core.questions import Facts, Keys, Pick, Question, Seat
from pbem.core.words import Count, Listed, Name, Say
from pbem.titles.tekhenu.cards.destiny_cards import ankh, rewards
from pbem.titles.tekhenu.foresight import ranked
from pbem.titles.tekhenu.state import Tekhenu
from pbem.titles.tekhenu.vizier.part import POINTS, VIZIER, first, second, vizier

ITSELF = "destiny itself"
"""The procedure of a Destiny choice without the Vizier, under this name in the book."""
TURN = "turn itself"
MIND, HERE = "pbem.titles.tekhenu.vizier.mind", "pbem.titles.tekhenu.vizier.choice"
ASKED = (
    Asked(
        "aside",
        (Say("a Destiny card is set aside after the first choice"), "S-VIZ-2"),
        judge=f"{MIND}:judge_aside",
        ahead=f"{HERE}:aside_ahead",
    ),
    Asked(
        VIZIER,
        (Say("the Vizier is placed after the second choice"), "S-VIZ-3"),
        judge=f"{MIND}:judge_area",
        ahead=f"{HERE}:vizier_ahead",
    ),
)
"""The questions of this module."""


def aside_question(t: Tekhenu, cards: list[str]) -> Pick:
    """Ask for one of the cards that are left, with what the other player would miss (S-VIZ-2)."""

    def text(card: str) -> str:
        gains = (Say("{n} {word}", n=n, word=word) for one in rewards(t.data, card).values() for word, n in one.items())
        brings = Listed(gains, Say(" or "))
        return Say("{card}: {brings}, Ankh {ankh}", card=card, brings=brings, ankh=ankh(t.data, card))

    def why_not(card: str) -> tuple[str, str] | None:
        return (Say("that Destiny card is taken"), "S-VIZ-2") if card in t.data.destiny_cards else None

    return Pick(
        "aside",
        Say("Set a Destiny card aside, which the other player cannot take"),
        list(cards),
        text=text,
        why_not=why_not,
        known=frozenset(t.data.destiny_cards),
    )


def vizier_question(t: Tekhenu) -> Pick:
    """Ask for any area in the set-up, later for another one than now (S-VIZ-3). Members may depend on the card that the
    other player took (S-R-30)."""
    now = vizier(t).area
    lying = {god: len(dice) for god, dice in t.dice.items()}

    def text(god: str) -> str:
        return Say("{god}, {dice} there now", god=Name(god), dice=Count(lying[god], "{n} die", "{n} dice"))

    def why_not(god: str) -> tuple[str, str] | None:
        return (Say("the Vizier must go to another area than the one it is on"), "S-VIZ-3") if god == now else None

    return Pick(
        VIZIER,
        Say("Put the Vizier on an area: a die taken there by the other player brings you {n} VP", n=POINTS),
        [god for god in t.dice if god != now],
        text=text,
        why_not=why_not,
        known=frozenset(t.dice),
        facts=taken_facts(t),
    )


def taken_facts(t: Tekhenu) -> Facts:
    """Offer `if A02`: the other player took A02."""
    return {card: lambda card=card: t.players[second(t)].destiny == card for card in t.data.destiny_cards}  # type: ignore[misc]


@dataclass(eq=False, repr=False)
class VizierDestiny(Procedure):
    """A Destiny choice, and what the Vizier's challenge adds behind it."""

    kind: ClassVar[str] = "tekhenu.vizier_destiny"
    module: ClassVar[str] = VIZIER
    seat: Seat

    def start(self, t: Tekhenu) -> Outcome:
        return Call(t.book.procedures[ITSELF](seat=self.seat), then=self.chosen)

    def chosen(self, t: Tekhenu) -> Outcome:
        """Ask behind the first choice for S-VIZ-2; behind the second for S-VIZ-3, but in the set-up with the first
        player's first turn, because no dice are rolled before it (S-R-30)."""
        if self.seat == first(t):
            return Ask(self.seat, aside_question(t, t.destinies), self.set_aside)
        if not t.round:
            return Done()
        return Ask(first(t), vizier_question(t), self.place)

    def set_aside(self, t: Tekhenu, keys: Keys) -> Outcome:
        vizier(t).aside = keys[0]
        t.destinies.remove(keys[0])
        t.tell("vizier/aside", self.seat, card=keys[0])
        return Done()

    def place(self, t: Tekhenu, keys: Keys) -> Outcome:
        put(t, keys[0])
        return Done()


@dataclass(eq=False, repr=False)
class VizierTurn(Procedure):
    """A turn; before the first one of the game the Vizier is placed (S-R-30)."""

    kind: ClassVar[str] = "tekhenu.vizier_turn"
    module: ClassVar[str] = VIZIER
    seat: Seat

    def start(self, t: Tekhenu) -> Outcome:
        if vizier(t).area or self.seat != first(t):
            return Next(self.play)
        return Ask(self.seat, vizier_question(t), self.place)

    def place(self, t: Tekhenu, keys: Keys) -> Outcome:
        put(t, keys[0])
        return Next(self.play)

    def play(self, t: Tekhenu) -> Outcome:
        return Call(t.book.procedures[TURN](seat=self.seat), then=self.done)


def put(t: Tekhenu, area: str) -> None:
    vizier(t).area = area
    t.tell("vizier/placed", first(t), area=area)


def pay(t: Tekhenu, seat: Seat, section: str) -> None:
    """Pay the first player, whatever the die is used for, and before that (S-VIZ-4, S-R-45); the first player pays
    nobody."""
    if seat == second(t) and section == vizier(t).area:
        t.add_vp(first(t), POINTS)
        t.tell("vizier/paid", first(t), area=section, vp=POINTS)


def aside_ahead(t: Tekhenu, seat: Seat) -> Iterator[Question]:
    """Yield what the first player may send with the Destiny answer: who that is after a Maat phase nobody knows yet, so
    both may; it lapses for the second."""
    from pbem.titles.tekhenu.foresight import destiny_due

    offered = destiny_due(t, seat)
    if offered is not None:
        yield ranked(aside_question(t, offered), Say("if you are first; or rank them"))


def vizier_ahead(t: Tekhenu, seat: Seat) -> Iterator[Question]:
    """Yield where the first player would place the Vizier, on the same occasion, if the option allows it."""
    from pbem.titles.tekhenu.foresight import destiny_due

    if t.options.vizier_with_destiny_order and t.round and destiny_due(t, seat) is not None:
        yield ranked(vizier_question(t), Say("if you are first; or rank them"))
