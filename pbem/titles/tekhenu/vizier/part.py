"""What the Vizier's challenge keeps on the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from pbem.core.questions import Seat
from pbem.core.table import Known, Model
from pbem.titles.tekhenu.box_names import VIZIER as VIZIER

if TYPE_CHECKING:
    from pbem.titles.tekhenu.state import Tekhenu

POINTS = 2
"""What a die taken from the Vizier's area brings the first player (S-VIZ-4)."""


class Vizier(Model):
    """Where the Vizier stands and which Destiny card is set aside; empty: nowhere, none."""

    known: ClassVar[Known] = Known(open=("area", "aside"))

    area: str = ""
    aside: str = ""


def vizier(t: Tekhenu) -> Vizier:
    """Return the module's part of the table."""
    part: Vizier = t.parts[VIZIER]  # type: ignore[assignment]
    return part


def first(t: Tekhenu) -> Seat:
    """Find who is first in turn order now (S-R-29)."""
    return t.order[0]


def second(t: Tekhenu) -> Seat:
    return t.order[1]
