"""Mail that came back: a delivery report finds its game and seat by the signed envelope sender of the mail."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING

from pbem.core.errors import PbemError
from pbem.core.words import Say, Verbatim
from pbem.desk.people.addresses import mail_returned
from pbem.desk.post.replies import Handled, Replies
from pbem.engine.journal import stamp
from pbem.mail.guard import mail_key
from pbem.mail.register import Seen

if TYPE_CHECKING:
    from datetime import datetime

    from pbem.mail.reading.incoming import Incoming
    from pbem.mail.tokens import Bounced

log = logging.getLogger("pbem.post")


def came_back(replies: Replies, mail: Incoming, recipients: Iterable[str], now: datetime) -> Handled:
    """Count a delivery report only with the signed address we gave that mail (fault 132).

    The signature covers the address that the mail went to, so a late report about an address that the player has left
    is no report about the player.
    """
    replies.register.add(f"auto {mail_key(mail.message_id)}", Seen("", stamp(now), "bounce", ""))
    present: dict[tuple[str, str], str | None] = {}

    def address_of(game: str, seat: str) -> str | None:
        if (game, seat) not in present:
            present[game, seat] = _present_address(replies, game, seat)
        return present[game, seat]

    ours: Bounced | None = None
    for address in recipients:
        ours = ours or replies.house.signer.read_envelope(address, address_of, replies.home.game_ids)
    if ours is None:
        log.info("a delivery report without our signed address, or about a former address, was passed over")
        return Handled("bounce", Say("without our signed address, or about a former one"))
    if mail.bounce is None or not mail.bounce.permanent:
        return Handled("bounce", Say("delivery is delayed"), game=ours.game)
    words = next((one.diagnostic for one in mail.bounce.recipients if one.diagnostic), mail.bounce.status)
    to = present[ours.game, ours.seat]
    which, words = f"{ours.game} {ours.entry} {ours.kind} {ours.number}", words or Say("the mail came back")
    mail_returned(replies.desk, replies.house, ours.game, ours.seat, words, now, mail=which, address=to)
    told = Say("a mail to {seat} of {game} came back", seat=ours.seat, game=Verbatim(ours.game))
    return Handled("bounce", told, game=ours.game)


def _present_address(replies: Replies, game: str, seat: str) -> str | None:
    try:
        seats = replies.desk.read(game).game.seats
    except PbemError:
        return None
    who = next((info for info in seats if info.seat == seat), None)
    person = replies.person(who) if who is not None else None
    return person.address if person is not None else None
