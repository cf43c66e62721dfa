"""What a text asks for once: digests of mails that were carried out, and wishes that the roster must still learn.

Both stand in the game file and are saved by the commit of the text itself. A mail whose digest is there is never
carried out again, whatever it asked for; what it asked of the roster (a preference, a confirmed address) lies outside
the game, so it is named by the commit, carried out afterwards, and struck off when it is done (ADR 8).
"""

from __future__ import annotations

import hmac
from contextlib import suppress
from typing import TYPE_CHECKING

from pbem.core.errors import Refused
from pbem.core.words import Say
from pbem.desk.letters.outbox import compose_owed
from pbem.engine.gamefile import GameFile, Wish
from pbem.store.roster import changing_roster

if TYPE_CHECKING:
    from pbem.desk.interface import Session
    from pbem.store.roster import Roster

KEPT = 128
"""So many digests are kept in a game: more than the mails of a whole game. Moves are known by the journal besides."""
DIGITS = 32
ASKED = str(Say("asked for by the person"))
"""The reason of a wish that gives no other."""


def by_mail(player: str, game: str) -> str:
    """Say who changed something in the roster, as its journal says it."""
    return f"{player}, mail to {game}"


def remember(game: GameFile, key: str) -> None:
    """Remember that the commit that follows carries this mail out."""
    game.moderation.mails = [*game.moderation.mails, key[:DIGITS]][-KEPT:]


def is_carried_out(game: GameFile, key: str) -> bool:
    return key[:DIGITS] in game.moderation.mails


def grant(session: Session) -> None:
    """Tell the roster what texts asked for; each may be told again. Then strike it off.

    The answers that say so are composed before it: they go where their readers were until then, in their language.
    """
    from pbem.desk.people.addresses import reachable, tell_change

    desk, game = session.desk, session.game
    wishes = game.moderation.wishes
    if not wishes:
        return
    compose_owed(session)
    with changing_roster(desk.home) as roster:
        for wish in wishes:
            with roster.deciding(wish.player, desk.now(), by_mail(wish.player, game.id), wish.reason or ASKED):
                new = _tell(roster, wish)
                if new is not None:  # the answer to the mail goes to the former address
                    tell_change(desk, wish.player, roster.move(wish.player, new), new, to=(new,))
    for wish in wishes:
        if wish.key == "address":
            reachable(desk, wish.player, without=game.id)
    game.moderation.wishes = []
    desk.set_deadlines(game)
    session.keep()


def _tell(roster: Roster, wish: Wish) -> str | None:
    """Carry out a preference; the new address where that is what was asked for."""
    person = roster.find(wish.player)
    if person is None:  # deleted meanwhile
        return None
    if wish.key == "standby":
        person.standby = [str(wish.value)] if wish.value else []
    elif wish.key != "address":
        setattr(person, wish.key, wish.value)
    elif person.change is not None and hmac.compare_digest(person.change.token, str(wish.value)):
        if not person.change.also:
            return person.change.address
        change, person.change = person.change, None
        with suppress(Refused):  # somebody else has it meanwhile: then it stays theirs
            roster.add_box(person.name, change.address)
    return None
