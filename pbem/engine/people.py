"""Who is meant: seats named by player (any unambiguous prefix, case-insensitive), colour or god."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches

from pbem.core.errors import Ambiguous, NotSeated, Refused, unchanged
from pbem.core.words import Listed, Say, Verbatim, Word
from pbem.engine.gamefile import GameFile, SeatInfo
from pbem.engine.submission.lines import fold, look_alikes


def find_seat(game: GameFile, text: str, *, roles: tuple[str, ...] = ("player",), asker: str = "moderator") -> SeatInfo:
    """Find the seat that a word names; prefixes must fit one only. In an anonymous game a player who asks cannot find
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
    names = Listed(named_text(game, info.seat) for info in (found or people))
    shown = Verbatim(f"{text!r:.60}")
    if found:
        seats = [info.seat for info in found]
        raise Ambiguous(Say("{text} fits several seats: {names}.", text=shown, names=names), expected=seats)
    known = {fold(info.player): info for info in people} | {info.seat: info for info in people}
    near = get_close_matches(wanted, known, 1)
    hint = Say(" Did you mean {name}?", name=person_text(game, known[near[0]].seat)) if near else ""
    raise NotSeated(
        Say(
            "Nobody called {text} sits at {game}.{alike}{hint} Seats: {names}.",
            text=shown,
            game=Verbatim(game.id),
            alike=look_alikes(text),
            hint=hint,
            names=names,
        )
    )


def person_text(game: GameFile, seat: str) -> str:
    """Say who holds a seat, as everybody may know: a name, or in an anonymous game the reader's word for the seat."""
    person = game.person(seat)
    return seat if person == seat else Verbatim(person)


def named_text(game: GameFile, seat: str) -> str:
    """Write `Ania (crane)`, as everybody may know, with the reader's word for the seat."""
    person = person_text(game, seat)
    return person if person == seat else Say("{name} ({seat})", name=person, seat=seat)


def name_then(seats: Iterable[SeatInfo], seat: str, entry: int) -> str:
    """Say who held a seat at an entry, of people as a reader may know them; the seat itself if that was somebody
    else."""
    return next((info.player for info in seats if info.seat == seat and info.since <= entry), seat)


def holder_then(seats: Iterable[SeatInfo], seat: str, entry: int, called: str | None = None) -> str:
    """Say who did something as this seat at an entry: `Ania (crane)`, or the seat alone if another person held it then.
    A reader's language may have its own word for the seat."""
    name = name_then(seats, seat, entry)
    return f"{name} ({called or seat})" if name != seat else called or seat


def holder_text(seats: Iterable[SeatInfo], seat: str, entry: int) -> str:
    """Say the same, as a text that each reader is told in their own language."""
    name = name_then(seats, seat, entry)
    return Say("{name} ({seat})", name=Verbatim(name), seat=seat) if name != seat else Word(seat)


def keep_nameless(game: GameFile, text: str) -> None:
    """Refuse a moderator's words for everybody that name a player of an anonymous game: they could not be unsaid."""
    hidden = [info for info in game.seats if info.role in ("player", "observer")] if game.anonymous else []
    for info in hidden:
        parts = [info.player, *(part for part in info.player.split() if len(part) > 2)]  # no initials
        if any(re.search(rf"(?<!\w){re.escape(part)}(?!\w)", text) for part in parts):
            raise Refused(
                unchanged(
                    Say(
                        "This game is anonymous, and everybody reads these words: they name {name}. Write {seat} in "
                        "place of the name.",
                        name=Verbatim(info.player),
                        seat=info.seat,
                    )
                )
            )


def only_seat(game: GameFile) -> SeatInfo | None:
    """Return the one seat that is asked now, if it is just one."""
    asked = [info for info in game.players() if info.seat in game.deadlines]
    return asked[0] if len(asked) == 1 else None


def seat_meant(game: GameFile, name: str | None) -> str:
    """Find the seat that is meant: the one named, else the only one asked."""
    if name is not None:
        return find_seat(game, name).seat
    one = only_seat(game)
    if one is None:
        names = Verbatim(", ".join(info.player for info in game.known_to() if info.role == "player"))
        raise NotSeated(Say("Several seats are asked, or none: say for whom with --as ({names}).", names=names))
    return one.seat


def _name_begins(info: SeatInfo, wanted: str) -> bool:
    return fold(info.player).startswith(wanted)
