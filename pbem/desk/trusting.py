"""Whom a mail is from: the roster's address as second factor beside the token, and our own server's word."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.mail.guard import authentic

if TYPE_CHECKING:
    from pbem.engine.gamefile import GameFile, SeatInfo
    from pbem.mail.reading.message import Incoming
    from pbem.store.roster import Person, Roster
    from pbem.store.settings import TrustSettings


def same_person(one: str, other: str, trust: TrustSettings) -> bool:
    """Whether two addresses are one, as the settings compare them (fault 114)."""
    from pbem.mail.reading.address import same_address

    return same_address(one, other, ignore_case=trust.match != "exact", ignore_tag=trust.match == "tags")


def trusted(mail: Incoming, person: Person, trust: TrustSettings) -> bool:
    """The roster's address, and our own server's word where the settings ask for it (faults 145, 154)."""
    verdict = authentic(mail, trust.authserv)
    if verdict is False:
        return False
    if trust.require_pass and trust.authserv is not None and verdict is None:
        return False
    return trust.wrong_sender == "allow" or same_person(mail.sender or "", person.address, trust)


def former_holder(game: GameFile, who: SeatInfo, sender: str, roster: Roster, trust: TrustSettings) -> Person | None:
    """Who held this seat before and writes from the address on file; the roster remembers tenures."""
    mark = f"{game.id}/{who.seat}/"
    for person in roster.people:
        if same_person(sender, person.address, trust) and any(one.startswith(mark) for one in person.counted):
            return person
    return None
