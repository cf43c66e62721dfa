"""Lantern Night: what lies on the table."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from pbem.core.questions import Seat
from pbem.core.table import Known, Model, Table

COLOURS = ("red", "blue", "green", "white")
LANTERNS = [f"{colour} {light}" for colour in COLOURS for light in range(1, 7)]
COINS = 30
PURSE = 4
HAND = 4


def light(lantern: str) -> int:
    return int(lantern.split()[1])


def colours(lanterns: list[str]) -> set[str]:
    return {lantern.split()[0] for lantern in lanterns}


class Options(Model):
    """What may be set when a game is made: `--option nights=2`."""

    nights: int = Field(default=3, ge=1, le=5)


class River(Table):
    """The live state. Every lantern is in one place, every coin in the bank or in a purse."""

    known: ClassVar[Known] = Known(
        open=("night", "wind", "order", "bank", "afloat", "coins", "points"), counted=("deck", "hands")
    )

    night: int = Field(default=1, ge=1)
    wind: int = Field(default=0, ge=0, le=4)
    order: list[Seat] = Field(default_factory=list)
    bank: int = Field(default=COINS, ge=0)
    deck: list[str] = Field(default_factory=list)
    out: list[str] = Field(default_factory=list)
    hands: dict[Seat, list[str]] = Field(default_factory=dict)
    afloat: dict[Seat, list[str]] = Field(default_factory=dict)
    coins: dict[Seat, int] = Field(default_factory=dict)
    points: dict[Seat, int] = Field(default_factory=dict)

    def take_coins(self, seat: Seat, n: int) -> None:
        """Take coins from the bank; a negative number pays them back."""
        self.bank -= n
        self.coins[seat] += n

    def dim(self, seat: Seat) -> list[str]:
        """List a seat's lanterns that are too weak for tonight's wind."""
        return [lantern for lantern in self.afloat[seat] if light(lantern) < self.wind]
