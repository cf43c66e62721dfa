"""Who is meant: seats named by player (any unambiguous prefix, case-insensitive), colour or god."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches

from pbem.core.errors import Ambiguous, NotSeated, Refused
from pbem.engine.gamefile import GameFile, SeatInfo
from pbem.engine.submission.lines import fold, look_alikes


def find_seat(game: GameFile, text: str, *, roles: tuple[str, ...] = ("player",), asker: str = "moderator") -> SeatInfo:
    """The seat that a word names; prefixes must fit one only. In an anonymous game a player who asks cannot find
    anybody by name, or a message would tell who sits where; and no refusal names anybody."""
    info = _find(game, text, [info for info in game.known_to(asker) if info.role in roles])
    return next(one for one in game.seats if one.seat == info.seat)


def _find(game: GameFile, text: str, people: list[SeatInfo]) -> SeatInfo:
    wanted = fold(text)
    for info in people:
        if wanted in (info.seat, fold(info.player)):
            return info
    found = [info for info in people if wanted and (info.seat.startswith(wanted) or _name_begins(info, wanted))]
    if len(found) == 1:
        return found[0]
    names = ", ".join(game.named(info.seat) for info in (found or people))
    if found:
        raise Ambiguous(f"{text!r:.60} fits several seats: {names}.", expected=[info.seat for info in found])
    known = {fold(info.player): info for info in people} | {info.seat: info for info in people}
    near = get_close_matches(wanted, known, 1)
    hint = f" Did you mean {game.person(known[near[0]].seat)}?" if near else ""
    raise NotSeated(f"Nobody called {text!r:.60} sits at {game.id}.{look_alikes(text)}{hint} Seats: {names}.")


def holder_then(seats: Iterable[SeatInfo], seat: str, entry: int, called: str | None = None) -> str:
    """Who did something as this seat at an entry: `Ania (crane)`, or the seat alone if another person held it then. A
    reader's language may have its own word for the seat."""
    name = next((info.player for info in seats if info.seat == seat and info.since <= entry), None)
    return f"{name} ({called or seat})" if name and name != seat else called or seat


def keep_nameless(game: GameFile, text: str) -> None:
    """Refuse a moderator's words for everybody that name a player of an anonymous game: they could not be unsaid."""
    for info in game.players() if game.anonymous else []:
        if re.search(rf"(?<!\w){re.escape(info.player)}(?!\w)", text):
            raise Refused(
                f"This game is anonymous, and everybody reads these words: they name {info.player}. Write "
                f"{info.seat} in place of the name. Nothing was changed."
            )


def only_seat(game: GameFile) -> SeatInfo | None:
    """The one seat that is asked now, if it is just one."""
    asked = [info for info in game.players() if info.seat in game.deadlines]
    return asked[0] if len(asked) == 1 else None


def _name_begins(info: SeatInfo, wanted: str) -> bool:
    return fold(info.player).startswith(wanted)
