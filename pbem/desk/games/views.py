"""Looking at a game: as it is, as it was, or everything (which is journaled)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

from pbem import medium
from pbem.core.errors import PbemError, Refused
from pbem.core.words import Say, Verbatim
from pbem.desk.games.turn_times import set_deadlines
from pbem.engine.journal import moment
from pbem.engine.notices import mail_id, notices_after, owed
from pbem.plain import read_file
from pbem.store.ids import is_id

if TYPE_CHECKING:
    from pbem.desk.interface import Desk, Session
    from pbem.engine.gamefile import Entry, GameFile, OwedMail
    from pbem.mail.composing.context import Reader


def look(desk: Desk, game: str, *, turn: int | None, secret: bool, reason: str | None) -> Session:
    """Open the session to show; opening a secret needs a reason and leaves an entry. A file name means an archive."""
    if game.endswith(".zip") or is_file(game):
        return from_archive(game, turn)
    if secret:
        return open_secret(desk, game, reason)
    return desk.read(game) if turn is None else desk.at(game, turn)


def is_file(name: str) -> bool:
    """Tell whether a name that cannot be a game's id is that of a file: an archive may be called as its owner likes."""
    try:
        return not is_id(name) and medium.is_file(name)
    except OSError:  # a name that no file can have
        return False


def from_archive(name: str, turn: int | None) -> Session:
    """Open an archive for looking: it has play, game, title and journal of a session, and cannot be saved."""
    from pbem.archive.look import open_archive

    path = Path(name)
    if not medium.is_file(path):
        there = Say("{name} is not a plain file.", name=Verbatim(name))
        raise Refused(there if medium.lexists(path) else Say("There is no file {name}.", name=Verbatim(name)))
    return cast("Session", open_archive(path, turn))


MAILS = ("over", "handover", "adjudication", "announce", "turn", "question", "start", "news")


def mails_then(desk: Desk, session: Session, seat: str) -> list[str]:
    """Return the texts of the mails that a seat got at this entry: as they were sent where that is kept, else made
    again.

    Made again, a decision's mail lacks what its verb put in besides the entry (the list of what an undo took back, the
    packet of a handover): that was written for the day and is in no journal.
    """
    game = session.game
    kept = [raw for kind in MAILS for raw in _kept(desk, mail_id(game, game.entry, seat, kind))]
    if kept:
        from pbem.mail.letter import body_text

        return [body_text(raw) for raw in kept]
    # An earlier state of a game does not know its later entries; the game as it is now has them all.
    entries = list(desk.read(game.id).journal() if hasattr(session, "loaded") else session.journal())
    together = saved_together(entries, game.entry)
    if not together:
        return []
    sides = session.title.sides(session.play.table)
    owed = [mail for mail in notices_after(game, together, together[0].n - 1, sides) if mail.seat == seat]
    reader = reader_then(desk, game, seat)
    made = [_made_again(session, reader, mail, owed, entries[game.entry - 1 :: -1]) for mail in owed]
    return [text for text in made if text is not None]


def saved_together(entries: list[Entry], n: int) -> list[Entry]:
    """Return the entries that were mailed at entry n: what orders on file answered at once belongs to the entry before
    it. There are none if such an answer followed entry n itself."""

    def follows(at: int) -> bool:
        return at < len(entries) and entries[at].by == "orders" and entries[at].at == entries[at - 1].at

    if follows(n):
        return []
    first = n
    while first > 1 and follows(first - 1):
        first -= 1
    return entries[first - 1 : n]


def reader_then(desk: Desk, game: GameFile, seat: str) -> Reader:
    """Say who reads: with language and zone where this home knows the person, else as a mail to nobody in
    particular."""
    from pbem.desk.letters.contexts import reader_of
    from pbem.mail.composing.context import Reader

    info = next(info for info in game.seats if info.seat == seat)
    try:
        person = desk.roster().find(info.player)
    except PbemError:  # an archive is looked at wherever it is
        person = None
    if person is not None:
        return reader_of(desk.home, info, person)
    return Reader(seat, info.player, "reader@localhost", info.role)


def _kept(desk: Desk, name: str) -> list[bytes]:
    found = []
    for place in ("cur", "new"):
        path = desk.home.mail / "out" / place / f"{name}.eml"
        if medium.is_file(path):
            found.append(read_file(path))
    return found


def _made_again(
    session: Session, reader: Reader, mail: OwedMail, owed: list[OwedMail], earlier: list[Entry]
) -> str | None:
    """Make the same text again without its envelope: no address, no token and no key are needed for it. None if it told
    nothing, or nothing that is not in another one, and was not sent. `earlier` are the entries, the last one first."""
    from pbem.desk.letters.contexts import mail_context
    from pbem.desk.letters.outbox import news_of, told_beside, worth_sending
    from pbem.mail.composing.compose import body
    from pbem.mail.composing.context import House
    from pbem.mail.tokens import Signer

    game = session.game
    set_deadlines(game, moment(game.recent[-1].at))
    context = mail_context(
        session, mail.kind, reader, House(Signer(bytes(32))), moment(game.recent[-1].at), home=None,
        note=mail.note, entries=news_of(session, mail, earlier),
    )  # fmt: skip
    if not worth_sending(context) or told_beside(session, mail, context, owed, earlier):
        return None
    return body(context)


def open_secret(desk: Desk, game: str, reason: str | None) -> Session:
    from pbem.engine.adjudication.moderation import need_reason

    why = need_reason(reason)
    with desk.game(game) as session:
        if session.game.status in ("finished", "terminated"):
            return session
        session.play.write(desk.now(), None, "moderator", kind="secret", note={"reason": why})
        session.put_back(secret_opened(session, why))
        return session


def secret_opened(session: Session, why: str) -> list[OwedMail]:
    """Tell everybody, by game option, that the moderator looked, and why; the journal says so in any case."""
    game = session.game
    if not game.moderation.announce_secrets:
        return []
    text = Say("The moderator has looked at what is hidden in this game. Reason: {reason}", reason=Verbatim(why))
    return [owed(game, info.seat, "announce", {"text": text}) for info in game.seats]


__all__ = ["Refused", "look", "open_secret"]
