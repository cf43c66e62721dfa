"""A Destiny card or an Artifact (S-MAAT-4 to S-MAAT-9): one ranking names both kinds, `destiny: R06, gold, faith`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pbem.core.procedures import Ask, Call, Done, Outcome
from pbem.core.questions import Keys, Pick, Seat
from pbem.core.words import Say
from pbem.titles.tekhenu.board import card_said, counted
from pbem.titles.tekhenu.cards import adjusted
from pbem.titles.tekhenu.cards.destiny_cards import ankh, answers, rewards
from pbem.titles.tekhenu.phases.destiny import Destiny, destiny_question
from pbem.titles.tekhenu.seth.components import PRIEST
from pbem.titles.tekhenu.seth.part import SETH, seth, tables
from pbem.titles.tekhenu.state import Tekhenu


def artifact_cost(t: Tekhenu, seat: Seat, card: str) -> int:
    """Count the Priests that an Artifact costs a seat (S-MAAT-5)."""
    return adjusted(t, seat, "artifact cost", tables(t).priests[card])


def destiny_of(t: Tekhenu, artifact: str) -> str:
    """Find the Destiny card with the Ankh value of an Artifact."""
    value = t.data.cards[artifact].ankh
    return next(card for card in t.data.destiny_cards if ankh(t.data, card) == value)


def artifact_words(t: Tekhenu, seat: Seat, artifact: str) -> list[str]:
    """Say how an Artifact is named: with the reward of its Destiny card where that comes too and leaves a choice
    (T29)."""
    if not adjusted(t, seat, "destiny reward", False):
        return [artifact]
    words = list(rewards(t.data, destiny_of(t, artifact)))
    return [artifact] if len(words) == 1 else [f"{artifact} {word}" for word in words]


def artifact_said(t: Tekhenu, seat: Seat, card: str) -> str:
    """Say an Artifact with its cost, as it is offered."""
    return Say(
        "{card}, {name}, for {priests}, Ankh {ankh}: {text}",
        card=card, name=Say(tables(t).names[card]), priests=counted(artifact_cost(t, seat, card), PRIEST),
        ankh=t.data.cards[card].ankh, text=card_said(t.data.cards[card].text),
    )  # fmt: skip


def choice_question(t: Tekhenu, seat: Seat, cards: list[str]) -> Pick:
    """Ask for a Destiny card, or an Artifact whose Destiny card is free and whose Priests are there (SD-03, SD-04)."""
    question = destiny_question(t, cards)
    part, have = seth(t), t.players[seat].stock[PRIEST]
    free = [card for card in part.artifacts if destiny_of(t, card) in cards]
    offered = {
        word: card for card in free if artifact_cost(t, seat, card) <= have for word in artifact_words(t, seat, card)
    }
    base_text, base_why, base_known = question.text, question.why_not, question.known
    assert base_text is not None and base_why is not None and base_known is not None

    def text(word: str) -> str:
        card = offered.get(word)
        if card is None:
            return base_text(word)
        return artifact_said(t, seat, card)

    def why_not(word: str) -> tuple[str, str] | None:
        card = word.split()[0].upper() if word.split() else ""
        if card not in tables(t).artifacts:
            return base_why(word)
        if card not in part.artifacts:
            return Say("{card} is not beside the Destiny cards", card=card), "S-MAAT-9"
        destiny = destiny_of(t, card)
        if destiny not in cards:
            return Say(
                "{card} goes with {destiny}, which is no longer on offer", card=card, destiny=destiny
            ), "S-MAAT-5"
        cost = artifact_cost(t, seat, card)
        if cost > have:
            priests = counted(cost, PRIEST)
            return Say("{card} costs {priests}, and you have {have}", card=card, priests=priests, have=have), "S-MAAT-5"
        return base_why(word)

    def spelled(words: str) -> str | None:
        """Read an Artifact alone, as named before T29 is there: with the first reward of its Destiny card."""
        card, _, word = words.partition(" ")
        artifact = card.upper()
        if artifact not in tables(t).artifacts or (word and word not in rewards(t.data, destiny_of(t, artifact))):
            return None
        return next((key for key, one in offered.items() if one == artifact), None)

    both = {f"{card} {word}" for card in tables(t).artifacts for word in rewards(t.data, destiny_of(t, card))}
    known = {*tables(t).artifacts, *both}
    question.options = [*question.options, *offered]
    question.text, question.why_not, question.spelled = text, why_not, spelled
    question.known = frozenset((*known, *answers(t.data, list(t.data.destiny_cards))))
    question.prompt = Say("Take a Destiny card or an Artifact") if part.artifacts else question.prompt
    return question


@dataclass(eq=False, repr=False)
class SethDestiny(Destiny):
    """One seat takes a Destiny card with its reward, or an Artifact with the Destiny card and without the reward."""

    kind: ClassVar[str] = "tekhenu.seth_destiny"
    module: ClassVar[str] = SETH

    def start(self, t: Tekhenu) -> Outcome:
        return Ask(self.seat, choice_question(t, self.seat, t.destinies), self.take)

    def take(self, t: Tekhenu, keys: Keys) -> Outcome:
        artifact, _, word = keys[0].partition(" ")
        if artifact not in tables(t).artifacts:
            return super().take(t, keys)
        part, card = seth(t), destiny_of(t, artifact)
        cost = artifact_cost(t, self.seat, artifact)
        t.players[self.seat].stock[PRIEST] -= cost
        part.artifacts.remove(artifact)
        part.held[self.seat].append(artifact)
        part.taken[self.seat] += 1
        t.destinies.remove(card)
        t.players[self.seat].destiny = card
        t.tell("seth/artifact", self.seat, card=artifact, destiny=card, priests=cost)
        if adjusted(t, self.seat, "destiny reward", False):
            word = word or next(iter(rewards(t.data, card)))
            effect = t.book.destiny[card].play
            assert effect is not None, card
            effect(t, self.seat, card, word)
        return Call(t.book.procedures["off_turn"](), then=self.done) if t.extra else Done()
