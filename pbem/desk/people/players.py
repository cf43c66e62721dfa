"""People at the desk: who is named for a game, and how reliable they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pbem.core.errors import Refused
from pbem.core.words import Say, Verbatim
from pbem.engine.clock import meets, parse_minimum, reliability_text
from pbem.engine.create import COMPUTER, computer_name
from pbem.engine.names import check_name, check_people
from pbem.engine.submission.lines import fold
from pbem.store.index import rows
from pbem.store.roster import parse_person

if TYPE_CHECKING:
    from pbem.core.titles import Title
    from pbem.desk.interface import Desk
    from pbem.engine.clock.reliability import Reliability
    from pbem.store.roster import Person

Figures = tuple[int, int, int]
COMMAND_WORDS = (
    "preview", "options", "status", "show", "history", "help", "rules", "resend", "say", "orders", "away", "undo",
    "resign", "pass", "rulings", "appeal", "mod", "all", "none", "any", "moderator", "observer", "everybody",
)  # fmt: skip


def people_named(
    desk: Desk, title: Title, players: Sequence[str], moderator: str | None, observers: Sequence[str]
) -> tuple[dict[str, list[str]], dict[str, str | None]]:
    """Return names by their role, as they stand on file, and the addresses that were given; refuse what a game may not
    do with a person."""
    named: dict[str, list[str]] = {"player": [], "moderator": [], "observer": []}
    addresses: dict[str, str | None] = {}
    asked = [("player", text) for text in players] + [("observer", text) for text in observers]
    if moderator is None:
        moderator = desk.home.settings.moderation.moderator
    if moderator is not None:
        asked.append(("moderator", moderator))
    roster = desk.roster()
    for role, text in asked:
        if role == "player" and text.strip().lower() == COMPUTER.lower():
            named[role].append(computer_name(named[role]))
            continue
        name, address = parse_person(text)
        name = roster.spelled(check_name(name))
        named[role].append(name)
        addresses[name] = address
        if address is not None:
            roster.check_known(name, address)
    everybody = [name for names in named.values() for name in names]
    check_people(everybody, [*title.seat_names, *COMMAND_WORDS])
    return named, addresses


def check_reliability(desk: Desk, players: Sequence[str], house: dict[str, Any]) -> None:
    """Refuse players below the minimum that a game asks for at the start; newcomers have no figures and may play."""
    least = parse_minimum(str(house.get("reliability", "0")))
    if not least:
        return
    roster, running = desk.roster(), running_turns(desk)
    for person in filter(None, map(roster.find, players)):
        figures = reliability(person, running)
        if not meets(figures, least):
            raise Refused(
                Say(
                    "{name} has {figures}; this game asks for {least} %.",
                    name=Verbatim(person.name),
                    figures=reliability_text(figures),
                    least=least,
                )
            )


def running_turns(desk: Desk) -> dict[str, Figures]:
    """Count turns in time, due and excused of everybody in games that still run, from the index."""
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
    """Reckon a person's figures: turns of ended and of running seats; a seat counts as held or kept when it ends."""
    ended = person.figures()
    in_time, due, excused = running.get(fold(person.name), (0, 0, 0))
    return ended._replace(in_time=ended.in_time + in_time, due=ended.due + due, excused=ended.excused + excused)
