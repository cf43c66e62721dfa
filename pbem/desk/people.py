"""People at the desk: how reliable they are, and deleting somebody from everything that holds a name."""

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


DELETED = "the player's data were deleted"


def forget(desk: Desk, name: str) -> list[str]:
    """Delete a person from the roster and their name from every game; no hash covers it. The games that changed.

    A seat of a running game then has nobody; its clock runs on, and the moderator sees it among the bounces.
    """
    from pbem.store.index import rows
    from pbem.store.roster import changing_roster

    with changing_roster(desk.home) as roster:
        person = roster.forget(name)
    changed: list[str] = []
    for row in list(rows(desk.home).values()):
        if person.name not in row.names():
            continue
        with desk.game(row.id) as session:
            for info in session.game.seats:
                if fold(info.player) == fold(person.name):
                    info.player = info.seat
                    if session.game.status in ("running", "paused"):
                        session.game.moderation.unreachable[info.seat] = DELETED
            for ruling in session.game.rules.rulings:
                if ruling.author == person.name:
                    ruling.author = "moderator"
            session.keep()
        changed.append(row.id)
    return changed
