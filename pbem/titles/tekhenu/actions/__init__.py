"""The actions: six gods and production.

`ACTIONS[god]` is the procedure of a god's action; `possible(t, seat, god, value)` says whether it can be performed
completely, its cost included (T-TURN-6).
"""

from __future__ import annotations

from pbem.core.questions import Seat
from pbem.titles.tekhenu.actions.bastet import Bastet
from pbem.titles.tekhenu.actions.god import GodAction
from pbem.titles.tekhenu.actions.hathor import Hathor
from pbem.titles.tekhenu.actions.horus import Horus
from pbem.titles.tekhenu.actions.osiris import Osiris
from pbem.titles.tekhenu.actions.produce import Produce
from pbem.titles.tekhenu.actions.ra import Ra
from pbem.titles.tekhenu.actions.thoth import Thoth
from pbem.titles.tekhenu.state import Tekhenu

__all__ = ["ACTIONS", "Bastet", "GodAction", "Hathor", "Horus", "Osiris", "Produce", "Ra", "Thoth", "possible"]

ACTIONS: dict[str, type[GodAction]] = {
    "horus": Horus,
    "ra": Ra,
    "hathor": Hathor,
    "bastet": Bastet,
    "thoth": Thoth,
    "osiris": Osiris,
}


def possible(t: Tekhenu, seat: Seat, god: str, value: int, waive: bool = False, waivers: bool = True) -> bool:
    """Whether a seat can perform a god's action with a value now; `waive`: without cost, `waivers`: Blessings too."""
    return ACTIONS[god].possible(t, seat, value, waive, waivers)
