"""What the solo module keeps on the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from pydantic import Field

from pbem.core.questions import Seat
from pbem.core.table import Known, Model, no_list
from pbem.titles.tekhenu.box_names import BOT as BOT
from pbem.titles.tekhenu.box_names import SOLO as SOLO

if TYPE_CHECKING:
    from pbem.titles.tekhenu.state import Tekhenu


class Solo(Model):
    """The pyramid, where the marker stands on it, and the cards that the bot has taken: they never work, so they lie
    here and not with the cards of a player (T-BOT-THOTH-1, T-BOT-RUL-10)."""

    known: ClassVar[Known] = Known(open=("pyramid", "at", "coin", "blessings", "technologies", "decrees"))

    pyramid: list[str] = Field(default_factory=no_list)
    """Tiles by place: 0 to 3 the base from the left, 4 to 6 the row above, 7 and 8, 9 the top. A god, or the first of
    the resources on the tile."""
    at: int = Field(default=-1, ge=-1, le=9)
    """Where the progress marker stands; -1 is left of the base."""
    coin: str = ""
    """How the coin fell last: `up` or `right`; empty before the first toss of a pyramid."""
    blessings: list[str] = Field(default_factory=no_list)
    technologies: list[str] = Field(default_factory=no_list)
    decrees: list[str] = Field(default_factory=no_list)

    def cards(self) -> list[str]:
        return self.blessings + self.technologies + self.decrees


def solo(t: Tekhenu) -> Solo:
    """Return the module's part of the table."""
    part: Solo = t.parts[SOLO]  # type: ignore[assignment]
    return part


def human(t: Tekhenu) -> Seat:
    return next(seat for seat in t.seats if seat != BOT)
