"""Notes to the moderator, and what follows when mail to a player comes back."""

from __future__ import annotations

import logging
from datetime import datetime
from typing import TYPE_CHECKING

from pbem.desk.outbox import put
from pbem.engine.gamefile import OwedMail, Stop
from pbem.engine.journal import stamp
from pbem.engine.notices import owed
from pbem.mail.compose import House, Reader, page
from pbem.mail.guard import mail_key

if TYPE_CHECKING:
    from pbem.desk.desk import Desk

log = logging.getLogger("pbem.post")


def tell_moderator(desk: Desk, house: House, subject: str, text: str, *, ident: str) -> bool:
    """A note to the home's moderator, with an empty envelope sender: it can never come back (fault 28)."""
    from pbem.store.roster import parse_person

    named = desk.home.settings.moderation.moderator
    name, address = parse_person(named) if named else ("", None)
    if address is None:
        log.warning("%s: %s", subject, text)
        return False
    reader = Reader("moderator", name, address, language=desk.home.settings.language)
    number = mail_key(f"{ident} {subject}")[:24]
    raw = page(house, reader, subject=subject, text=text, when=desk.now(), ident=number, bounce=False)
    put(desk.home, f"note-{number}", raw)
    return True


def unreachable(desk: Desk, house: House, game_id: str, seat: str, words: str, now: datetime) -> None:
    """Put a seat's address on hold, stop its clock, and tell the moderator once (fault 10)."""
    from pbem.store.roster import Hold, changing_roster

    with desk.game(game_id) as session:
        game = session.game
        who = next((info for info in game.seats if info.seat == seat), None)
        if who is None or seat in game.moderation.unreachable:
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
                "text": f"Mail to {who.player} ({seat}) of {game_id} comes back: {words[:300]}\n"
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
