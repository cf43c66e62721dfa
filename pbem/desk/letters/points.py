"""Points by source, for the last mail: added up from the public events of a game."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.core.events import Event
from pbem.core.questions import Seat
from pbem.core.titles import Title

Sources = dict[str, dict[Seat, int]]


def by_source(title: Title, events: Iterable[Event]) -> Sources:
    """Sum up points: source -> seat -> points. Seats that become one side have the same points from then on: what the
    partner had is set against what the pair goes on with."""
    found: Sources = {}
    partner: dict[Seat, Seat] = {}
    for event in events:
        if event.seat is None:
            continue
        for source, n in title.earned(event).items():
            for seat in (event.seat, partner.get(event.seat)):
                if seat is not None:
                    _add(found, source, seat, n)
        joined = title.joined(event)
        if joined is not None:
            source, other = joined
            partner[event.seat] = other
            _add(found, source, event.seat, _sum(found, other) - _sum(found, event.seat))
    return found


def _add(found: Sources, source: str, seat: Seat, n: int) -> None:
    row = found.setdefault(source, {})
    row[seat] = row.get(seat, 0) + n


def _sum(found: Sources, seat: Seat) -> int:
    return sum(row.get(seat, 0) for row in found.values())
