"""Taking a Destiny card: in the set-up (T-SETUP-12C) and at the end of a Maat phase (T-MAAT-8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pbem.core.asking import Asked
from pbem.core.procedures import Ask, Call, Done, Outcome, Procedure
from pbem.core.questions import Keys, Pick, Seat
from pbem.core.words import Say
from pbem.titles.tekhenu.board import AHEAD, GREEDY
from pbem.titles.tekhenu.cards.destiny_cards import ankh, answers, rewards
from pbem.titles.tekhenu.state import Tekhenu

__all__ = ["Destiny", "destiny_question"]


ASKED = (
    Asked(
        "destiny",
        (Say("a Destiny card is taken once in a Maat phase"), "T-MAAT-8"),
        judge=f"{GREEDY}:judge_destiny",
        ahead=f"{AHEAD}:destiny",
    ),
)
"""The questions of this module."""


def destiny_question(t: Tekhenu, cards: list[str]) -> Pick:
    """Ask for one of the cards left, chosen by its reward; a ranking may name them all (DEC-41 with DEC-42)."""
    data = t.data
    offered = answers(data, cards)

    def text(word: str) -> str:
        card = offered[word]
        n = rewards(data, card)[word][word]
        return Say("{card}: +{n} {word}, Ankh {ankh}", card=card, n=n, word=word, ankh=ankh(data, card))

    def why_not(word: str) -> tuple[str, str] | None:
        return (Say("another player has taken that card"), "T-MAAT-8") if word in known else None

    known = answers(data, list(data.destiny_cards))
    return Pick(
        name="destiny",
        prompt=Say("Take a Destiny card"),
        options=list(offered),
        text=text,
        why_not=why_not,
        known=known.keys(),
    )


@dataclass(eq=False, repr=False)
class Destiny(Procedure):
    """One seat takes one Destiny card and its reward."""

    kind: ClassVar[str] = "tekhenu.destiny"
    seat: Seat

    def start(self, t: Tekhenu) -> Outcome:
        return Ask(self.seat, destiny_question(t, t.destinies), self.take)

    def take(self, t: Tekhenu, keys: Keys) -> Outcome:
        word = keys[0]
        card = answers(t.data, t.destinies)[word]
        t.destinies.remove(card)
        t.players[self.seat].destiny = card
        t.tell("destiny_taken", self.seat, card=card, word=word)
        effect = t.book.destiny[card].play
        assert effect is not None, card
        effect(t, self.seat, card, word)
        if not t.extra:
            return Done()
        # Happiness 21 by A03: the extra action comes right after this choice (RUL-22).
        return Call(t.book.procedures["off_turn"](), then=self.done)
