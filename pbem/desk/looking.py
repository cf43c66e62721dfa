"""Looking at a game: as it is, as it was, or everything (which is journaled)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.core.errors import Refused

if TYPE_CHECKING:
    from pbem.desk.desk import Desk, Session


def look(desk: Desk, game: str, *, turn: int | None, secret: bool, reason: str | None) -> Session:
    """The session to show; opening a secret needs a reason and leaves an entry."""
    if secret:
        return open_secret(desk, game, reason)
    return desk.read(game) if turn is None else desk.at(game, turn)


def open_secret(desk: Desk, game: str, reason: str | None) -> Session:
    from pbem.engine.moderation import need_reason

    why = need_reason(reason)
    with desk.game(game) as session:
        if session.game.status in ("finished", "terminated"):
            return session
        session.play.write(desk.now(), None, "moderator", kind="secret", note={"reason": why})
        session.commit()
        return session


__all__ = ["Refused", "look", "open_secret"]
