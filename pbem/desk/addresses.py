"""Addresses: where a person's mail goes, what follows when it comes back, and who hears of a change."""

from __future__ import annotations

import logging
import re
from datetime import datetime
from typing import TYPE_CHECKING

from pbem.core.errors import PbemError
from pbem.desk.notes import tell_moderator
from pbem.engine.gamefile import GameFile, OwedMail, Stop
from pbem.engine.journal import stamp
from pbem.engine.lines import fold
from pbem.engine.notices import owed

if TYPE_CHECKING:
    from pbem.desk.desk import Desk
    from pbem.mail.context import House

log = logging.getLogger("pbem.post")


def change_address(desk: Desk, name: str, address: str) -> None:
    """The operator's word: from now on a person's mail goes there, in all games. Both addresses are told; a hold ends
    and the open question is mailed again. The same address again only lifts the hold."""
    from pbem.store.roster import changing_roster

    with changing_roster(desk.home) as roster:
        former = roster.move(name, address)
        known = roster.need(name).name
        tell_change(desk, known, former, address, to=(former or "", address))
    reachable(desk, known)


def tell_change(desk: Desk, name: str, former: str | None, address: str, *, to: tuple[str, ...]) -> None:
    """Tell a person that mail goes elsewhere from now on, so that nobody is moved unknowingly; called before the roster
    is saved, so that no change goes untold. Without a `former` address nothing was changed.

    Neither mail shows the other address in full: whoever should not have it does not learn it here. The notes have an
    empty envelope sender: an address that is left because it is dead must not come back.
    """
    from pbem.desk.outbox import house_of, put
    from pbem.mail.compose import page
    from pbem.mail.context import Reader
    from pbem.mail.guard import mail_key
    from pbem.mail.words import word

    if former is None:
        return
    person = desk.roster().need(name)
    language = person.language or desk.home.settings.language
    now = desk.now()
    for box in to:
        left = box == former
        text = word(language, "moved-away" if left else "moved-here", other=masked(address if left else former))
        text += f"\n\n{word(language, 'moved-do')}"
        ident = mail_key(f"moved {former} {address} {box} {stamp(now)}")[:24]
        reader = Reader("", person.name, box, language=language)
        raw = page(
            house_of(desk.home), reader, subject=word(language, "moved"), text=text, when=now, ident=ident, bounce=False
        )  # fmt: skip
        put(desk.home, f"moved-{ident}", raw)


def masked(address: str) -> str:
    """Enough of an address for its owner to know it, and too little for anybody else."""
    local, _, domain = address.rpartition("@")
    return f"{local[:1]}...@{domain}"


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
        known = any(fold(one) == fold(name) for one in row.names())
        if row.id == without or row.status not in ("running", "paused") or not known:
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
        if fold(info.player) == fold(name) and info.seat in game.deadlines:
            game.moderation.chat += 1
            mails.append(owed(game, info.seat, "turn", number=game.moderation.chat))
    return mails


def lift(game: GameFile, name: str, now: datetime) -> bool:
    """In one game: the seat is reachable again and its clock runs on; the caller saves."""
    from pbem.desk.timing import end_stops

    found = False
    for info in game.seats:
        if fold(info.player) == fold(name) and game.moderation.unreachable.pop(info.seat, None) is not None:
            end_stops(game, now, "bounce", info.seat)
            found = True
    return found
