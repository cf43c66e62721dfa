"""Looking at a game: as it is, as it was, or everything (which is journaled)."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from pbem.core.errors import Refused

if TYPE_CHECKING:
    from pbem.desk.desk import Desk, Session
    from pbem.engine.gamefile import OwedMail


def look(desk: Desk, game: str, *, turn: int | None, secret: bool, reason: str | None) -> Session:
    """The session to show; opening a secret needs a reason and leaves an entry. A file name means an archive."""
    if game.endswith(".zip"):
        return from_archive(game, turn)
    if secret:
        return open_secret(desk, game, reason)
    return desk.read(game) if turn is None else desk.at(game, turn)


def from_archive(name: str, turn: int | None) -> Session:
    """An archive opened for looking: it has play, game, title and journal of a session, and cannot be saved."""
    from pathlib import Path

    from pbem.archive.look import open_archive

    path = Path(name)
    if not path.is_file():
        raise Refused(f"There is no file {name}.")
    return cast("Session", open_archive(path, turn))


def open_secret(desk: Desk, game: str, reason: str | None) -> Session:
    from pbem.engine.moderation import need_reason

    why = need_reason(reason)
    with desk.game(game) as session:
        if session.game.status in ("finished", "terminated"):
            return session
        session.play.write(desk.now(), None, "moderator", kind="secret", note={"reason": why})
        session.commit(secret_opened(session, why))
        return session


def secret_opened(session: Session, why: str) -> list[OwedMail]:
    """By game option everybody is told that the moderator looked, and why; the journal says so in any case."""
    from pbem.engine.notices import owed

    game = session.game
    if not game.moderation.announce_secrets:
        return []
    text = f"The moderator has looked at what is hidden in this game. Reason: {why}"
    return [owed(game, info.seat, "announce", {"text": text}) for info in game.seats]


__all__ = ["Refused", "look", "open_secret"]
