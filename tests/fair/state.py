"""Fair Day: what is in the box, and what lies on the table."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from pydantic import Field

from pbem.core.questions import Seat
from pbem.core.table import Known, Model, Table

TABLES: dict[str, Any] = {
    "wares": ["apple", "bread", "cheese", "honey", "linen", "wool"],
    "ranks": 6,
    "hand": 3,
    "row": 3,
    "purse": 4,
    "coins": 40,
    "prizes": {"market": [3, 5], "harvest": [4, 7], "duel": [2, 6]},
}
JOINING = 2
"""The day on which the two poorest sides become one."""


def is_none(value: object) -> bool:
    return value == "none"


class Options(Model):
    """What may be set when a game is made. What is not of the base game is left out while nobody wants it."""

    length: int = Field(default=3, ge=2, le=4)
    scenario: Literal["market", "harvest", "duel"] = "market"
    expansion: Literal["none", "kites"] = Field(default="none", exclude_if=is_none)


def worth(card: str) -> int:
    return int(card.split()[1]) if card else 0


class Fair(Table):
    """The live state. Every ware is in one place, every coin in the bank or in a purse. Hand, purse and points of a
    side are those of its leader; `company` says whom a seat has joined."""

    known: ClassVar[Known] = Known(
        open=("day", "stall", "order", "bank", "row", "played", "coins", "points", "company"), counted=("deck", "hands")
    )

    day: int = Field(default=1, ge=1)
    stall: int = Field(default=1, ge=0)
    """The open stall, 0 in the evening; `shown`: its cards lie open."""
    shown: bool = False
    order: list[Seat] = Field(default_factory=list)
    bank: int = Field(default=0, ge=0)
    deck: list[str] = Field(default_factory=list)
    row: list[str] = Field(default_factory=list)
    out: list[str] = Field(default_factory=list)
    played: dict[Seat, str] = Field(default_factory=dict)
    hands: dict[Seat, list[str]] = Field(default_factory=dict)
    coins: dict[Seat, int] = Field(default_factory=dict)
    points: dict[Seat, int] = Field(default_factory=dict)
    company: dict[Seat, Seat] = Field(default_factory=dict)

    @property
    def prizes(self) -> list[int]:
        found: list[int] = self.live.data["prizes"][self.live.options.scenario]
        return found

    def leader(self, seat: Seat) -> Seat:
        return self.company.get(seat, seat)

    def leaders(self) -> list[Seat]:
        """List one seat of each side, in order."""
        return [seat for seat in self.order if seat not in self.company]

    def deciding(self) -> list[Seat]:
        """List the leaders that people hold."""
        return [seat for seat in self.leaders() if seat not in self.live.book.automata]

    def partners(self, leader: Seat) -> list[Seat]:
        return [seat for seat, whom in self.company.items() if whom == leader]

    def take_coins(self, leader: Seat, n: int) -> None:
        """Take coins from the bank; a negative number pays them back."""
        self.bank -= n
        self.coins[leader] += n

    def refill(self, pile: list[str], upto: int) -> None:
        """Draw until so many lie there, as long as the deck lasts."""
        pile += self.draw(self.deck, min(len(self.deck), max(0, upto - len(pile))))
