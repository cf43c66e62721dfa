"""Notes to the moderator, and what follows when mail to a player comes back."""

from __future__ import annotations

import logging
import re
from datetime import datetime
from typing import TYPE_CHECKING

from pbem.core.errors import PbemError
from pbem.desk.outbox import is_composed, put
from pbem.engine.gamefile import GameFile, OwedMail, Stop
from pbem.engine.journal import stamp
from pbem.engine.notices import owed
from pbem.mail.compose import page
from pbem.mail.context import House, Reader
from pbem.mail.guard import mail_key

if TYPE_CHECKING:
    from pbem.desk.desk import Desk

log = logging.getLogger("pbem.post")


def tell_moderator(desk: Desk, house: House, subject: str, text: str, *, ident: str) -> bool:
    """A note to the home's moderator, with an empty envelope sender: it can never come back (fault 28).

    `ident` says what it is about: the same note is written once, however often it is called for.
    """
    note = moderators_note(desk, house, subject, text, ident=ident)
    if note is None:
        log.warning("%s: %s", subject, text)
        return False
    name, raw = note
    if not is_composed(desk.home, name):
        put(desk.home, name, raw)
    return True


def moderators_note(desk: Desk, house: House, subject: str, text: str, *, ident: str) -> tuple[str, bytes] | None:
    """The id and the bytes of such a note; None if the settings name nobody."""
    from pbem.store.roster import parse_person

    named = desk.home.settings.moderation.moderator
    name, address = parse_person(named) if named else ("", None)
    if address is None:
        return None
    reader = Reader("moderator", name, address, language=desk.home.settings.language)
    number = mail_key(f"{ident} {subject}")[:24]
    raw = page(house, reader, subject=subject, text=text, when=desk.now(), ident=number, bounce=False)
    return f"note-{number}", raw


def unreachable(
    desk: Desk, house: House, game_id: str, seat: str, words: str, now: datetime, *, address: str | None = None
) -> None:
    """Put a seat's address on hold, stop its clock, and tell the moderator once (fault 10).

    `address` is the one that was refused, if known: one that the player has left meanwhile says nothing about them.
    """
    from pbem.store.roster import Hold, changing_roster

    with desk.game(game_id) as session:
        game = session.game
        who = next((info for info in game.seats if info.seat == seat), None)
        if who is None or seat in game.moderation.unreachable:
            return
        known = desk.roster().find(who.player)
        if address is not None and known is not None and known.address != address:
            return
        game.moderation.unreachable[seat] = words[:300]
        if who.role == "player":
            stop = Stop(seat=seat, start=stamp(now), reason=f"mail to {who.player} comes back", cause="bounce")
            game.moderation.stops.append(stop)
        extra: list[OwedMail] = []
        if game.moderator() is not None and seat != "moderator":
            game.moderation.chat += 1
            note = {
                "who": "pbem", "to": "the moderator", "when": stamp(now),
                "text": f"Mail to {who.player} ({seat}) of {game_id} comes back: {words[:300]}\n{explained(words)}"
                "The address is on hold and the seat's clock stands still until it is changed or the hold is lifted.",
            }  # fmt: skip
            extra.append(owed(game, "moderator", "message", note, game.moderation.chat))
        session.commit(extra)
    with changing_roster(desk.home) as roster:
        person = roster.find(who.player)
        if person is not None:
            person.hold = Hold(since=stamp(now), reason=words[:300])
    if not extra:
        tell_moderator(desk, house, f"Mail to {who.player} comes back", words, ident=f"{game_id} {seat} {stamp(now)}")


def explained(words: str) -> str:
    """What a refusal means that is not the player's fault (fault 27)."""
    if re.search(r"dmarc|5\.7\.26|\bspf\b|\bdkim\b", words, re.IGNORECASE):
        return (
            "The receiver does not believe that we may send for our domain (DMARC): From, envelope sender and the "
            "server that signs must belong together. The operator's handbook says how.\n"
        )
    return ""


def reachable(desk: Desk, name: str, *, without: str = "") -> int:
    """Lift the hold on a person in every running game: the address was changed or is said to be good. How many games.

    A game that somebody else holds right now is left out; its moderator sees it on the daily page.
    """
    from pbem.store.index import rows

    lifted = 0
    for row in rows(desk.home).values():
        if row.id == without or row.status not in ("running", "paused") or name not in row.names():
            continue
        try:
            with desk.game(row.id) as session:
                if lift(session.game, name, desk.now()):
                    session.commit(asked_again(session.game, name))
                    lifted += 1
        except PbemError as error:
            log.warning("%s: the hold could not be lifted: %s", row.id, error.message)
    return lifted


def asked_again(game: GameFile, name: str) -> list[OwedMail]:
    """The open question once more: the mail that asked it never arrived."""
    mails = []
    for info in game.seats:
        if info.player == name and info.seat in game.deadlines:
            game.moderation.chat += 1
            mails.append(owed(game, info.seat, "turn", number=game.moderation.chat))
    return mails


def lift(game: GameFile, name: str, now: datetime) -> bool:
    """In one game: the seat is reachable again and its clock runs on; the caller saves."""
    from pbem.desk.timing import end_stops

    found = False
    for info in game.seats:
        if info.player == name and game.moderation.unreachable.pop(info.seat, None) is not None:
            end_stops(game, now, "bounce", info.seat)
            found = True
    return found
