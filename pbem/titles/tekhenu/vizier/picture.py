"""The strip of the picture for the Vizier: whom it pays, and the Destiny card set aside."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.words import Listed, Name, Say
from pbem.titles.tekhenu.board import counted
from pbem.titles.tekhenu.show import drawn_shapes as s
from pbem.titles.tekhenu.vizier.display import VizierView
from pbem.titles.tekhenu.vizier.part import POINTS

HEIGHT = 34.0


def where(v: VizierView) -> str:
    if not v.area:
        return Say("Vizier: not placed yet")
    return Say(
        "Vizier on {god}: a die that {second} takes there brings {first} {vp}",
        god=Name(v.area), second=v.second, first=v.first, vp=counted(POINTS, "vp"),
    )  # fmt: skip


def parts(v: VizierView) -> Iterator[str]:
    aside = Say("Set aside until the next Maat phase: {card}", card=v.aside)
    yield s.written(20, 20, Listed([where(v), aside], ". ") if v.aside else where(v), 13, bold=True)
