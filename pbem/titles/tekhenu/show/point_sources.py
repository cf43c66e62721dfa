"""Where points came from, for the table at the end of a game: each event that gives or takes VP names its source."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.core.events import Event

BUILT = {"built_statue": "horus", "built_pillar": "ra", "built_building": "hathor"}
LOST = {"balance_penalty": "Maat", "bread_paid": "bread"}
DECKS = {"B": "blessing", "T": "technology", "A": "destiny", "S": "starting", "P": "ra", "D": "decree"}


def earned(event: Event) -> Mapping[str, int]:
    """Count the VP that an event gave its seat, by source; the sources are words of the vocabulary."""
    data: Mapping[str, Any] = event.data
    if event.kind == "scored":
        return {what: n for what, n in data["points"].items() if n}
    if event.kind == "decrees_scored":
        return {"decree": data["total"]} if data["total"] else {}
    if event.kind in LOST:
        return {LOST[event.kind]: -data["lost"]} if data["lost"] else {}
    amounts = data.get("amounts")
    vp = data.get("vp", 0) + (amounts.get("vp", 0) if isinstance(amounts, Mapping) else 0)
    return {_source(event.kind, str(data.get("why", ""))): vp} if vp else {}


def _source(kind: str, why: str) -> str:
    module, slash, _ = kind.partition("/")
    if kind in BUILT or slash:
        return BUILT.get(kind, module)
    return DECKS.get(why[:1], "action") if why[1:].isdecimal() else why or "action"
