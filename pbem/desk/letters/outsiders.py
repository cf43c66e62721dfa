"""Mails to people who are asked something and hold no seat: an invitation, the offer of a seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.engine.clock.durations import shorten
from pbem.mail.composing import closing, lead
from pbem.mail.composing.layout import tidy, wrap
from pbem.mail.letter import Letter
from pbem.mail.tokens import Ticket, bare_subject

if TYPE_CHECKING:
    from datetime import datetime

    from pbem.mail.composing.context import House
    from pbem.store.roster import Person


SHORTEST = 12
"""Letters of a subject that stay however long the name of a game is."""


def letter(
    house: House, game: str, seat: str, person: Person, language: str, subject: str, text: str,
    when: datetime, *, entry: int = 0, verdict: str | None = None, ident: str = "0", in_reply_to: str | None = None,
    kind: str = "invite",
) -> bytes:  # fmt: skip
    """Write a mail that asks somebody from outside, or answers them; its token says for whom it is."""
    ticket = Ticket(game, seat, entry, mailed=when)
    signer = house.signer
    first = "\n".join(wrap(f"{verdict}: {subject}")) + "\n\n" if verdict else ""
    reply_to = signer.reply_address(house.reply_box, ticket)
    carried = reply_to != house.reply_box
    around = bare_subject(ticket, "") if carried else signer.subject(ticket, "")
    short = shorten(subject, max(lead.SUBJECT_WIDTH - len(around), SHORTEST))
    body = "\n\n".join("\n".join(_wrapped(part)) for part in text.split("\n\n"))
    return Letter(
        envelope=house.bounce_box, sender=(house.name, house.address), to=(person.name, person.address),
        subject=bare_subject(ticket, short) if carried else signer.subject(ticket, short),
        body=tidy(f"{first}{lead.divider(language)}\n\n{body}\n\n{closing.settings(language)}"), when=when,
        message_id=signer.message_id(house.host, Ticket(game, seat, entry), entry, kind, ident),
        reply_to=reply_to, references=[in_reply_to] if in_reply_to else [], in_reply_to=in_reply_to,
        extra=[("X-Loop", house.address), ("X-Pbem", f"kind={kind}")],
    ).as_bytes()  # fmt: skip


def _wrapped(text: str) -> list[str]:
    return [line for raw in text.split("\n") for line in (wrap(raw) if not raw.startswith("  ") else [raw])]
