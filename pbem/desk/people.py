"""People at the desk: how reliable they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.engine.lines import fold

if TYPE_CHECKING:
    from pbem.desk.desk import Desk
    from pbem.engine.clock.reliability import Reliability
    from pbem.store.roster import Person

Figures = tuple[int, int, int]


def running_turns(desk: Desk) -> dict[str, Figures]:
    """Turns in time, due and excused of everybody in games that still run, from the index."""
    from pbem.store.index import rows

    found: dict[str, Figures] = {}
    for row in rows(desk.home).values():
        if row.status not in ("running", "paused"):
            continue
        for seat, (in_time, due, excused) in row.book().get("turns", {}).items():
            name = fold(row.person(seat))
            old = found.get(name, (0, 0, 0))
            found[name] = (old[0] + in_time, old[1] + due, old[2] + excused)
    return found


def reliability(person: Person, running: dict[str, Figures]) -> Reliability:
    """A person's figures: turns of ended and of running seats; a seat counts as held or kept when it ends."""
    ended = person.figures()
    in_time, due, excused = running.get(fold(person.name), (0, 0, 0))
    return ended._replace(in_time=ended.in_time + in_time, due=ended.due + due, excused=ended.excused + excused)
