"""What comes behind a commit at the desk: the roster, and the folder in which a game lies.

Nothing here takes the change back. Whatever fails is told (`pbem/core/behind.py`) and made good later, by the clock or
by the next change.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pbem.core.behind import behind, committed, keeping_ledger, leave_undone
from pbem.core.errors import Refused
from pbem.core.words import Say, Verbatim
from pbem.desk.letters.outbox import compose_owed
from pbem.desk.people import farewells, wishes
from pbem.engine.gamefile import OFFERS
from pbem.store.files import load_game, move_game, put_aside
from pbem.store.outgoing import settled

if TYPE_CHECKING:
    from pbem.desk.interface import Session


DELETED = "deleted"
"""Note of a game that was a mistake: it ended before its first move."""


def discard(session: Session) -> None:
    """Put a game that was made by mistake away, where no command finds it; nothing is lost."""
    home, game = session.desk.home, session.game
    left = Say("{game} is ended, but not put away yet (`mod delete` again does it)", game=Verbatim(game.id))
    with behind("finished", left):
        if len(settled(home, [mail.id for mail in game.outbox])) < len(game.outbox):
            raise Refused(Say("mails are owed"))
        put_aside(home, game.id)


def follow_up(session: Session) -> None:
    """Do everything that a commit calls for outside the game file, besides the mails."""
    game = session.game
    named = {"game": Verbatim(game.id)}
    if game.moderation.wishes:
        left = Say("what was asked for in {game} is not in the roster yet (`pbem clock` does it)", **named)
        with behind("roster", left):
            wishes.grant(session)
    if game.moderation.farewells:
        with behind("roster", Say("who left {game} is not entered in the roster yet (`pbem clock` does it)", **named)):
            farewells.carry_out(session)
    if OFFERS in game.moderation.notes:
        from pbem.desk.people import standby

        with behind("roster", Say("offers of seats in {game} are not all mailed yet (`pbem clock` does it)", **named)):
            standby.follow(session)
    if game.moderation.notes.get(DELETED):
        discard(session)
    elif not farewells.is_open(game):
        put_away(session)
    else:
        bring_back(session)


@contextmanager
def all_or_later() -> Iterator[None]:
    """Finish a commit that a mail asked for: the mail is done with when the change is safe and the roster knows of it.

    Otherwise raise what is missing, and the mail waits: its next try finds that it was carried out, and does the rest.
    """
    with keeping_ledger() as ledger:
        yield
    if ledger.saved:
        committed()
    for problem in ledger.undone:
        leave_undone(problem)
    for problem in ledger.undone:
        if problem.kind in ("sync", "roster"):
            raise problem from problem.cause


def put_away(session: Session) -> bool:
    """Move a game that is over to the finished ones and write its archive beside it; tell whether all was done."""
    from pbem.archive.stored import file_away

    home, game = session.desk.home, session.game.id
    named = {"game": Verbatim(game)}
    left = Say("{game} is not among the finished games yet (`pbem clock` tries again)", **named)
    with behind("finished", left) as moved:
        move_game(home, game)
    left = Say("the archive of {game} is not written yet (`pbem clock` tries again)", **named)
    with behind("archive", left) as filed:
        file_away(load_game(home, game))
    return moved.done and filed.done


def bring_back(session: Session) -> None:
    """Bring a game that an undo opened again back from the finished ones; its archives are withdrawn."""
    home, game = session.desk.home, session.game
    if session.loaded.path.parent != home.finished:
        return
    from pbem.archive.stored import withdraw

    left = Say("{game} still lies among the finished games (`pbem clock` brings it back)", game=Verbatim(game.id))
    with behind("finished", left):
        withdraw(home, game.id)
        move_game(home, game.id, finished=False)
        fresh = load_game(home, game.id)
        fresh.game = game
        session.loaded = fresh


def see_off(session: Session) -> None:
    """Carry out farewells to the end, then strike them off. The clock's next look tries what could not be done."""
    from pbem.archive.stored import is_filed

    compose_owed(session)
    farewells.carry_out(session)
    game, home = session.game, session.desk.home
    away = is_filed(home, game.id) and session.loaded.path.parent == home.finished
    if not farewells.is_open(game) and not away and not put_away(session):
        return
    fresh = load_game(home, game.id)  # it may have gone to the finished games
    fresh.game = game
    session.loaded = fresh
    game.moderation.farewells = []
    done = settled(home, [mail.id for mail in game.outbox])
    game.outbox = [mail for mail in game.outbox if mail.id not in done]
    session.desk.set_deadlines(game)
    session.keep()
