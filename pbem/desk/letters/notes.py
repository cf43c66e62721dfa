"""Notes to the moderator of the home."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from pbem.core.errors import PbemError
from pbem.core.words import said
from pbem.desk.letters.contexts import house_of
from pbem.mail.composing.compose import page
from pbem.mail.composing.context import House, Reader
from pbem.mail.guard import mail_key
from pbem.mail.tokens import blotted
from pbem.store.index import rows
from pbem.store.outgoing import is_composed, put
from pbem.store.roster import parse_person

if TYPE_CHECKING:
    from pbem.desk.interface import Desk

log = logging.getLogger("pbem.post")


def tell_moderator(desk: Desk, house: House, subject: str, text: str, *, ident: str) -> bool:
    """Send a note to the home's moderator, with an empty envelope sender: it can never come back (fault 28).

    `ident` says what it is about: the same note is written once, however often it is called for.
    """
    note = moderators_note(desk, house, subject, text, ident=ident)
    if note is None:
        log.warning("%s: %s", subject, blotted(text))
        return False
    name, raw = note
    if not is_composed(desk.home, name):
        put(desk.home, name, raw)
    return True


def moderators_note(desk: Desk, house: House, subject: str, text: str, *, ident: str) -> tuple[str, bytes] | None:
    """Write the id and the bytes of such a note; None if the settings name nobody."""
    named = desk.home.settings.moderation.moderator
    name, address = parse_person(named) if named else ("", None)
    if address is None:
        return None
    number = mail_key(f"{ident} {subject}")[:24]
    return f"note-{number}", _note(desk, house, (name, address), subject, text, number)


def _note(desk: Desk, house: House, to: tuple[str, str], subject: str, text: str, number: str) -> bytes:
    """Write a note to one person, in the language on file for them, else that of the home."""
    from pbem.core.catalogues import words_for

    name, address = to
    language = desk.language_of(name)
    words = words_for(None, language)
    reader = Reader("moderator", name, address, language=language)
    return page(
        house, reader, subject=blotted(said(subject, words)), text=blotted(said(text, words)), when=desk.now(),
        ident=number, bounce=False,
    )  # fmt: skip


def tell_moderators(desk: Desk, subject: str, text: str, *, ident: str, game: str | None = None) -> int:
    """Send a note to the home's moderator and to that of one game, or those of all running ones; return how many there
    were."""
    house = house_of(desk.home)
    told = int(tell_moderator(desk, house, subject, text, ident=ident))
    settings = desk.home.settings
    for name, address in moderators(desk, game):
        if settings.moderation.moderator and f"<{address}>" in settings.moderation.moderator:
            continue
        number = mail_key(f"{ident} {subject} {address}")[:24]
        if is_composed(desk.home, f"note-{number}"):
            told += 1
            continue
        put(desk.home, f"note-{number}", _note(desk, house, (name, address), subject, text, number))
        told += 1
    return told


def moderators(desk: Desk, game: str | None = None) -> list[tuple[str, str]]:
    """List name and address of who moderates a game, or of everybody who moderates a running one, from the index."""
    found = rows(desk.home)
    if game is None:
        names = {row.book().get("moderator") for row in found.values() if row.status in ("running", "paused")}
    else:
        names = {found[game].book().get("moderator")} if game in found else set()
    try:
        people = desk.roster().people
    except PbemError:
        return []
    return [(person.name, person.address) for person in people if person.name in names]
