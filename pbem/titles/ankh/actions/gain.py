"""Gain (A-GAIN): Followers for Monuments beside own units. Nothing is asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pbem.core.procedures import Done, Outcome, Procedure
from pbem.titles.ankh.rules.lookups import followers_due
from pbem.titles.ankh.state import Ankh

__all__ = ["Gain"]


@dataclass(eq=False, repr=False)
class Gain(Procedure):
    kind: ClassVar[str] = "ankh.gain"
    seat: str

    def start(self, t: Ankh) -> Outcome:
        side = t.side(self.seat)
        t.tell("followers_gained", self.seat, n=t.gain_followers(side, followers_due(t, side)), why="gain")
        return Done()
