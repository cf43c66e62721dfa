"""Whom a mail is from: the roster's address as second factor beside the token, and our own server's word."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pbem.mail.guard import authentic
from pbem.mail.reading.address import same_address
from pbem.store.roster import changing_roster

if TYPE_CHECKING:
    from pbem.desk.interface import Desk
    from pbem.engine.gamefile import GameFile, SeatInfo
    from pbem.mail.reading.incoming import Incoming
    from pbem.store.roster import Person, Roster
    from pbem.store.settings import TrustSettings


def same_person(one: str, other: str, trust: TrustSettings) -> bool:
    """Tell whether two addresses are one, as the settings compare them (fault 114)."""
    return same_address(one, other, ignore_case=trust.match != "exact", ignore_tag=trust.match == "tags")


Standing = Literal["good", "other", "doubt", "ours"]
"""A mail with a good token is this person's, somebody else's, or perhaps theirs; or our server did not do its work."""


def judge(mail: Incoming, person: Person, trust: TrustSettings) -> Standing:
    """Judge a sender by the roster's address, and our own server's word where the settings name one (faults 145, 154).

    A mail that failed is doubted, and so is one without a result where this person's mail from that domain passed
    before: whoever has one of their mails has token and address, but not their server.
    """
    known = any(same_person(mail.sender or "", box, trust) for box in person.boxes())
    if trust.wrong_sender != "allow" and not known:
        return "other"
    if trust.authserv is None:
        return "good"
    said = authentic(mail, trust.authserv)
    if said == "nothing":
        return "ours"
    if said == "fail" or (said == "none" and (trust.require_pass or domain_of(mail) in person.passed)):
        return "doubt"
    return "good"


def trusted(mail: Incoming, person: Person, trust: TrustSettings) -> bool:
    return judge(mail, person, trust) == "good"


def domain_of(mail: Incoming) -> str:
    return (mail.sender or "").rpartition("@")[2].lower()


def note_pass(desk: Desk, mail: Incoming, person: Person, trust: TrustSettings) -> None:
    """Remember, once, that a person's mail from a domain passed: from now on it must."""
    domain = domain_of(mail)
    if trust.authserv is None or domain in person.passed or authentic(mail, trust.authserv) != "pass":
        return

    with changing_roster(desk.home) as roster:
        known = roster.find(person.name)
        if known is not None and domain not in known.passed:
            known.passed.append(domain)


def former_holder(game: GameFile, who: SeatInfo, sender: str, roster: Roster, trust: TrustSettings) -> Person | None:
    """Find who held this seat before and writes from the address on file; the roster remembers tenures."""
    mark = f"{game.id}/{who.seat}/"
    for person in roster.people:
        if same_person(sender, person.address, trust) and any(one.startswith(mark) for one in person.counted):
            return person
    return None
