"""Who is meant: seats named by player (any unambiguous prefix, case-insensitive), colour or god."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from pbem.core.errors import Ambiguous, NotSeated
from pbem.engine.gamefile import GameFile, SeatInfo
from pbem.engine.lines import fold, look_alikes


def find_seat(game: GameFile, text: str, *, roles: tuple[str, ...] = ("player",)) -> SeatInfo:
    """The seat that a word names; prefixes must fit one only."""
    wanted = fold(text)
    people = [info for info in game.seats if info.role in roles]
    for info in people:
        if wanted in (info.seat, fold(info.player)):
            return info
    found = [info for info in people if wanted and (info.seat.startswith(wanted) or _name_begins(info, wanted))]
    if len(found) == 1:
        return found[0]
    names = ", ".join(f"{info.player} ({info.seat})" for info in (found or people))
    if found:
        raise Ambiguous(f"{text!r:.60} fits several seats: {names}.", expected=[info.seat for info in found])
    known = {fold(info.player): info for info in people} | {info.seat: info for info in people}
    near = get_close_matches(wanted, known, 1)
    hint = f" Did you mean {known[near[0]].player}?" if near else ""
    raise NotSeated(f"Nobody called {text!r:.60} sits at {game.id}.{look_alikes(text)}{hint} Seats: {names}.")


def holder_then(seats: Iterable[SeatInfo], seat: str, entry: int) -> str:
    """Who did something as this seat at an entry: `Ania (crane)`, or the seat alone if another person held it then."""
    name = next((info.player for info in seats if info.seat == seat and info.since <= entry), None)
    return f"{name} ({seat})" if name else seat


def only_seat(game: GameFile) -> SeatInfo | None:
    """The one seat that is asked now, if it is just one."""
    asked = [info for info in game.players() if info.seat in game.deadlines]
    return asked[0] if len(asked) == 1 else None


def _name_begins(info: SeatInfo, wanted: str) -> bool:
    return fold(info.player).startswith(wanted)
