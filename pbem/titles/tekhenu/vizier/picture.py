"""The strip of the picture for the Vizier: whom it pays, and the Destiny card set aside."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.titles.tekhenu.show import shapes as s
from pbem.titles.tekhenu.vizier.part import POINTS
from pbem.titles.tekhenu.vizier.show import VizierView

HEIGHT = 34.0
LETTER = 8.0
"""The width that a letter takes at most."""


def where(v: VizierView) -> str:
    if not v.area:
        return "Vizier: not placed yet"
    return f"Vizier on {v.area.capitalize()}: a die that {v.second} takes there brings {v.first} {POINTS} VP"


def parts(v: VizierView) -> Iterator[str]:
    aside = f". Set aside until the next Maat phase: {v.aside}" if v.aside else ""
    line = f"{where(v)}{aside}"
    yield s.panel([s.text(20, 20, line, 13, "start", bold=True)], 16, 4, LETTER * len(line) + 20, 24)
