"""Claws of a Giant Scorpion: aimed whenever it was summoned or moved (A-GUARD-SCORPION-1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pbem.core.asking import Asked
from pbem.core.procedures import Ask, Done, Next, Outcome, Procedure, TurnOver
from pbem.core.questions import Keys, Pick
from pbem.core.words import Say
from pbem.titles.ankh.conflict import order_lines
from pbem.titles.ankh.conflict.orders import ask_side, facts, here, lapses
from pbem.titles.ankh.notation import CLAWS, claws_spelled
from pbem.titles.ankh.state import Ankh
from pbem.titles.ankh.wording import turn_words as words

__all__ = ["ASKED", "Claws", "has_claws"]

ASKED = (
    Asked(
        "claws",
        (Say("only a Giant Scorpion that was summoned or moved points its claws"), "A-GUARD-SCORPION-1"),
        ahead=order_lines.claws,
        pledged=True,
        mind="pbem.titles.ankh.computer.greedy:claws",
    ),
)


def has_claws(t: Ankh, place: str) -> bool:
    unit = t.units.get(place)
    return unit is not None and unit.kind in t.book.guardians.windows.get("claws", {})


def claws_question(t: Ankh, place: str, *, lapses: bool = False) -> Pick:
    """Ask where claws point: unchanged where nothing is said; those of one that was just summoned have to be aimed
    (A-DEC-4, A-DEC-9, A-DEC-24)."""
    now = t.units[place].claws
    return Pick(
        "claws",
        words.claws_prompt(place),
        CLAWS,
        default=[now] if now else None,
        text=lambda key: words.claws_text(t, place, key),
        spelled=claws_spelled(t.data.board, place),
        lapses=lapses,
    )


@dataclass(eq=False, repr=False)
class Claws(Procedure):
    """The owner of the Scorpion on `place` points its claws. `late` says that it comes after another player's doing:
    then it waits for the owner and may be passed over (A-DEC-9)."""

    kind: ClassVar[str] = "ankh.claws"
    seat: str
    place: str
    late: bool = False

    def start(self, t: Ankh) -> Outcome:
        """Ask where the claws point, unless the Scorpion has died or gone elsewhere in the meantime."""
        if not has_claws(t, self.place) or t.units[self.place].owner != t.side(self.seat):
            return Done()
        if t.battle is not None:
            return self.relocated(t)
        return Ask(self.seat, claws_question(t, self.place, lapses=self.late), self.aimed)

    def relocated(self, t: Ankh) -> Outcome:
        """Let an order say where a Scorpion points that Obelisk-Attuned brought there (A-DEC-24)."""
        question = claws_question(t, self.place, lapses=lapses(t, "claws"))
        question.occasions, question.facts = here(t), facts(t, self.seat)
        return ask_side(t, self.seat, question, self.pointed)

    def pointed(self, t: Ankh, keys: Keys) -> Outcome:
        if t.units[self.place].claws != keys[0]:
            t.turn_unit(self.place, claws=keys[0])
            t.tell("claws", self.seat, place=self.place, claws=keys[0])
        return Next(self.done)

    def aimed(self, t: Ankh, keys: Keys) -> Outcome:
        self.pointed(t, keys)
        if t.conflict is not None:  # out of turn: the owner's mail may end here
            return TurnOver(self.seat, then=self.done)
        return Next(self.done)
