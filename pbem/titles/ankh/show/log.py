"""One log line for each event."""

from __future__ import annotations

from pbem.core.events import Event
from pbem.core.questions import Seat

__all__ = ["line"]


def line(event: Event, reader: Seat | None) -> str:
    facts = ", ".join(f"{key} {value}" for key, value in event.data.items())
    return " ".join(f"{event.seat or ''} {event.kind.replace('_', ' ')}: {facts}".split())
