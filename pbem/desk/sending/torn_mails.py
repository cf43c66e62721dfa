"""Composed mails that a power cut emptied: made again by the game that owes them, else put aside with a reason."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from pbem.core.errors import PbemError
from pbem.core.kept import kept
from pbem.core.words import Say, Verbatim
from pbem.desk.letters.contexts import house_of
from pbem.desk.letters.notes import tell_moderator
from pbem.desk.letters.outbox import compose_owed
from pbem.engine.journal import stamp
from pbem.store import spool
from pbem.store.disk import read_plain
from pbem.store.outgoing import is_torn

if TYPE_CHECKING:
    from pbem.desk.interface import Desk

log = logging.getLogger("pbem.send")
WHY = Say("it is damaged (a power cut empties files that were not yet safe), and no game owes it any more")


def made_again(desk: Desk, name: str) -> bytes | None:
    """Make the bytes of a queued mail again that was found empty; None if nobody can make it again."""
    out = desk.home.mail / "out"
    for game in owing(desk, name.removesuffix(".eml")):
        try:
            compose_owed(desk.read(game))
        except PbemError as error:
            log.warning("%s: %s", game, error.message)
            return None  # its game owes it still; the next run tries again
        raw = spool.read(out, name)
        return None if raw is None or is_torn(raw) else raw
    _put_aside(desk, name)
    return None


def owing(desk: Desk, mail_id: str) -> list[str]:
    """Find the game whose file names a mail among those it owes; files are searched, not opened as games."""
    for game in desk.home.game_ids():
        try:
            raw, _ = read_plain(desk.home.locate(game), desk.home.game_limit)
        except (PbemError, FileNotFoundError):
            continue
        if mail_id.encode() in raw:
            return [game]
    return []


def _put_aside(desk: Desk, name: str) -> None:
    now = stamp(desk.now())
    spool.move(desk.home.mail / "out", name, desk.home.mail / "held", {"why": kept(WHY), "at": now, "out": True})
    log.warning("%s was put aside: %s", name, WHY)
    text = Say(
        "A mail that waited to be sent was lost: {why}.\n\nWho misses a mail may write `resend`; `pbem list` shows "
        "who is awaited. `pbem mail held drop {name}` removes what is left of it.",
        why=WHY,
        name=Verbatim(name),
    )
    tell_moderator(desk, house_of(desk.home), Say("A mail was damaged"), text, ident=name)
