"""What a mail is made from: our side, its reader, the game, and the owner's own texts. Every context is built here."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from pbem.mail.composing.context import House, MailContext, Reader
from pbem.mail.tokens import Signer
from pbem.medium import lexists
from pbem.store.disk import read_plain

if TYPE_CHECKING:
    from pbem.desk.interface import Session
    from pbem.engine.gamefile import Entry, SeatInfo
    from pbem.store.home import Home
    from pbem.store.roster import Person


def mail_context(
    session: Session,
    kind: str,
    reader: Reader,
    house: House,
    when: datetime,
    *,
    home: Home | None,
    number: int | str = 0,
    entries: Sequence[Entry] = (),
    note: dict[str, Any] | None = None,
    in_reply_to: str | None = None,
) -> MailContext:
    """Prepare a mail of this kind about the game as it lies there; without a home it uses no text of an owner."""
    return MailContext(
        kind=kind, game=session.game, title=session.title, play=session.play, reader=reader, house=house, when=when,
        entry=session.game.entry, number=number, entries=entries, note=note if note is not None else {},
        templates=lambda name: templates_of(home, name) if home is not None else None, in_reply_to=in_reply_to,
    )  # fmt: skip


def house_of(home: Home) -> House:
    """Describe our side of every mail, as the settings say."""
    mail = home.settings.mail
    return House(Signer(home.key(), mail.plus), mail.sender, mail.name, mail.reply, mail.bounces)


def reader_of(home: Home, info: SeatInfo, person: Person) -> Reader:
    """Describe whoever holds a seat, as the roster knows how to write to them."""
    return Reader(
        info.seat, info.player, person.address, info.role, person.language or home.settings.language,
        person.zone or home.settings.zone, person.plain, person.format,
        person.loses,
    )  # fmt: skip


def templates_of(home: Home, name: str) -> str | None:
    """Read an owner's own mail text."""
    if not lexists(home.templates):
        return None
    try:
        raw, _ = read_plain(home.templates / f"{name}.txt", 100_000)
        return raw.decode("utf-8")
    except (OSError, ValueError):
        return None
