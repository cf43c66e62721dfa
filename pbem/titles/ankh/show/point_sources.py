"""Where Devotion came from, for the table at the end of a game: each event that moves a marker names its source."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.core.events import Event
from pbem.core.questions import Seat
from pbem.titles.ankh.wording.log import thing

__all__ = ["earned", "joined"]

SIGNS = {"devotion_gained": 1, "devotion_lost": -1}


def earned(event: Event) -> Mapping[str, int]:
    """Count the Devotion that an event gave its side or took from it, by source."""
    data: Mapping[str, Any] = event.data
    n = SIGNS[event.kind] * data["n"] if event.kind in SIGNS else 0
    return {str(thing(data["why"])): n} if n else {}


def joined(event: Event) -> tuple[str, Seat] | None:
    """Recognise the merge: from then on the lesser god's player has what the pair gains, which goes on from the
    lesser's space (A-MERGE-5)."""
    return (str(thing("merge")), str(event.data["lesser"])) if event.kind == "merged" else None
