"""The strip of the picture for the Vizier: whom it pays, and the Destiny card set aside."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.words import Listed, Name, Say
from pbem.titles.tekhenu.board import counted
from pbem.titles.tekhenu.show import shapes as s
from pbem.titles.tekhenu.vizier.part import POINTS
from pbem.titles.tekhenu.vizier.show import VizierView

HEIGHT = 34.0
LETTER = 8.0
"""The width that a letter takes at most."""


def where(v: VizierView) -> str:
    if not v.area:
        return Say("Vizier: not placed yet")
    return Say(
        "Vizier on {god}: a die that {second} takes there brings {first} {vp}",
        god=Name(v.area), second=v.second, first=v.first, vp=counted(POINTS, "vp"),
    )  # fmt: skip


def parts(v: VizierView) -> Iterator[str]:
    aside = Say("Set aside until the next Maat phase: {card}", card=v.aside)
    line = s.spoken(Listed([where(v), aside], ". ") if v.aside else where(v))
    yield s.panel([s.text(20, 20, line, 13, "start", bold=True)], 16, 4, LETTER * len(line) + 20, 24)
