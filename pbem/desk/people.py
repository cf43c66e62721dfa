"""People at the desk: deleting somebody from everything that holds a name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.engine.lines import fold

if TYPE_CHECKING:
    from pbem.desk.desk import Desk

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
