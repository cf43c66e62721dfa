"""What the Seth module keeps on the table. Warriors and Priests lie in the stock of each player."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from pydantic import Field

from pbem.core.questions import Seat
from pbem.core.table import Known, Model, no_dict, no_list
from pbem.titles.tekhenu.box_names import SETH as SETH
from pbem.titles.tekhenu.seth.components import SethData

if TYPE_CHECKING:
    from pbem.titles.tekhenu.state import Tekhenu


def _no_buildings() -> list[list[Seat]]:
    return [[] for _ in range(6)]


class Seth(Model):
    """The Seth board, the Conquest tiles, and what players have of the expansion."""

    known: ClassVar[Known] = Known(
        open=(
            "regions", "face", "covers", "out", "blood", "owed", "powers", "follower", "artifacts", "held", "taken",
            "box", "used",
        ),
        counted=("stack",),
    )  # fmt: skip

    regions: list[list[Seat]] = Field(default_factory=_no_buildings)
    """Owners of the Buildings in regions 1 to 6, in the order built: the first spot is taken first."""
    stack: list[str] = Field(default_factory=no_list)
    """Conquest tiles face down, the top at the end."""
    face: str = ""
    """The Conquest tile that lies face up."""
    covers: list[str] = Field(default_factory=lambda: [""] * 25)
    """The Conquest tile on each temple space, also under a Pillar."""
    out: list[str] = Field(default_factory=no_list)
    """Conquest tiles that were discarded or covered by another (S-R-11)."""
    blood: dict[Seat, int] = Field(default_factory=no_dict)
    """Blood on the right scale (S-SET-6)."""
    owed: dict[Seat, int] = Field(default_factory=no_dict)
    """Resources of Statues in honour of Seth that are still to be named (S-R-10)."""
    powers: list[str] = Field(default_factory=no_list)
    """Follower Powers on offer in the draft."""
    follower: dict[Seat, str] = Field(default_factory=no_dict)
    """The Follower Power of each seat."""
    artifacts: list[str] = Field(default_factory=no_list)
    """Artifacts beside their Destiny cards."""
    held: dict[Seat, list[str]] = Field(default_factory=no_dict)
    """Artifacts taken and not yet used."""
    taken: dict[Seat, int] = Field(default_factory=no_dict)
    """How many Artifacts each seat took in the game."""
    box: list[str] = Field(default_factory=no_list)
    """Follower Powers and Artifacts that are not in this game."""
    used: list[str] = Field(default_factory=no_list)
    """Follower Powers nobody took and Artifacts that were used: out of the game, known to all."""

    def cards(self) -> list[str]:
        """List Follower Powers and Artifacts, wherever they lie."""
        held = [card for cards in self.held.values() for card in cards]
        return [*self.powers, *filter(None, self.follower.values()), *self.artifacts, *held, *self.box, *self.used]

    def tiles(self) -> list[str]:
        """List Conquest tiles, wherever they lie."""
        return [*self.stack, *filter(None, [self.face]), *filter(None, self.covers), *self.out]


def seth(t: Tekhenu) -> Seth:
    """Return the module's part of the table."""
    part: Seth = t.parts[SETH]  # type: ignore[assignment]
    return part


def tables(t: Tekhenu) -> SethData:
    """Return the module's component tables."""
    data: SethData = t.live.data.parts[SETH]
    return data
