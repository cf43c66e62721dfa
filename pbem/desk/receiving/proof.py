"""Whether a mail proves itself before it is stored: by a genuine token from the address on file, or as a bounce to an
address that we signed. Asked only while so much mail is held that nothing unproved is taken any more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.core.errors import PbemError
from pbem.desk.letters.contexts import house_of
from pbem.desk.post.held_mail import is_full
from pbem.desk.post.trust import trusted
from pbem.mail.reading.message import read_message

if TYPE_CHECKING:
    from pbem.desk.interface import Desk
    from pbem.store.roster import Person

REFUSAL = "too much mail is held here; mail that proves nothing is not taken now"


def admitted(desk: Desk, raw: bytes) -> bool:
    """Tell whether a mail may come in: always, but while held mail is at its limit only if it proves itself."""
    return not is_full(desk.home, len(raw)) or proved(desk, raw)


def proved(desk: Desk, raw: bytes) -> bool:
    mail = read_message(raw)
    home = desk.home
    try:
        signer = house_of(home).signer
        recipients = list(dict.fromkeys([*(one.address for one in mail.to), *mail.envelope_to]))
        if mail.kind == "bounce":

            def address_of(game: str, seat: str) -> str | None:
                person = _holder(desk, game, seat)
                return person.address if person is not None else None

            return any(signer.read_envelope(one, address_of, home.game_ids) for one in recipients)
        found = signer.find(
            subject=mail.subject, recipients=recipients, in_reply_to=mail.in_reply_to, references=mail.references,
            games=home.game_ids,
        ).ticket  # fmt: skip
        person = _holder(desk, found.game, found.seat) if found is not None else None
        return person is not None and trusted(mail, person, home.settings.trust)
    except PbemError:
        return False  # what cannot be proved now may come again


def _holder(desk: Desk, game: str, seat: str) -> Person | None:
    info = next((info for info in desk.read(game).game.seats if info.seat == seat), None)
    return desk.roster().find(info.player) if info is not None else None
