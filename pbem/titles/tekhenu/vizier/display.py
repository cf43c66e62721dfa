"""What people see of the Vizier."""

from __future__ import annotations

from typing import Any

from pbem.core.document import Para, Section
from pbem.core.table import View
from pbem.core.words import Name, Say
from pbem.titles.tekhenu.state import Tekhenu
from pbem.titles.tekhenu.vizier.part import POINTS, first, second, vizier

Data = dict[str, Any]


class VizierView(View):
    """Everything of it lies open."""

    area: str
    aside: str
    first: str
    second: str


def view(t: Tekhenu) -> VizierView:
    part = vizier(t)
    return VizierView(area=part.area, aside=part.aside, first=first(t), second=second(t))


def section(v: VizierView) -> Section:
    """Describe where it stands, whom it pays, and the Destiny card that nobody may take."""
    if v.area:
        where = Say(
            "It stands at {area}: a die that {second} takes there brings {first} {n} VP.",
            area=Name(v.area),
            second=v.second,
            first=v.first,
            n=POINTS,
        )
    else:
        where = Say("It is not placed yet.")
    blocks = [Para(where)]
    if v.aside:
        blocks.append(Para(Say("Set aside until the next Maat phase: {card}.", card=v.aside)))
    return Section(Say("VIZIER"), [*blocks])


LINES = {
    "aside": lambda d: Say("set the Destiny card {card} aside", card=d["card"]),
    "placed": lambda d: Say("put the Vizier on {area}", area=Name(d["area"])),
    "paid": lambda d: Say("gained {vp} VP by the Vizier at {area}", vp=d["vp"], area=Name(d["area"])),
}
