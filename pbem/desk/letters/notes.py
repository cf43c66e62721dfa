"""Notes to the moderator of the home."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from pbem.desk.letters.outbox import is_composed, put
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
