"""The Decree that acts (D23): one action of any kind before the final scoring (T-SCORE-0, RUL-35)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pbem.core.asking import Asked
from pbem.core.procedures import Ask, Done, Next, Outcome, TurnOver
from pbem.core.questions import Keys
from pbem.core.words import Say
from pbem.titles.tekhenu.actions.any import AnyAction
from pbem.titles.tekhenu.board import AHEAD, GREEDY
from pbem.titles.tekhenu.state import Tekhenu

__all__ = ["DecreeAction"]


ASKED = (
    Asked(
        "decree",
        (Say("only D23 is used ahead of the final scoring"), "T-SCORE-0"),
        judge=f"{GREEDY}:judge_bonus",
        ahead=f"{AHEAD}:decree",
    ),
)
"""The questions of this module."""


@dataclass(eq=False, repr=False)
class DecreeAction(AnyAction):
    """No resource cost; limits and Happiness stay. Using it shows the card and takes one of the three places for
    Decrees. Whether anybody holds it is a secret, so the list of answers is too."""

    kind: ClassVar[str] = "tekhenu.decree"
    name: str = "decree"
    waive: bool = True
    card: str = ""

    def start(self, t: Tekhenu) -> Outcome:
        self.prefix = f"{self.card} "
        t.new_window()
        outcome = self.choose(t)  # no card of any moment is played before it: it is nobody's turn
        assert isinstance(outcome, Ask)
        outcome.question.private = True
        return outcome

    def perform(self, t: Tekhenu, keys: Keys) -> Outcome:
        outcome = super().perform(t, keys)
        return Next(self.done) if isinstance(outcome, Done) else outcome

    def chosen(self, t: Tekhenu, used: bool) -> None:
        player = t.players[self.seat]
        if used:
            if self.card not in player.shown:  # else an end of the game, since taken back, has shown it
                player.shown.append(self.card)
            player.scored[self.card] = 0
            t.tell("decree_used", self.seat, card=self.card)
        else:
            t.tell("decree_not_used", self.seat, to=[self.seat], card=self.card)

    def done(self, t: Tekhenu) -> Outcome:
        return TurnOver(self.seat, then=self.over)

    def over(self, t: Tekhenu) -> Outcome:
        return Done()
