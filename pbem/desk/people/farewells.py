"""Farewells: what follows when somebody's time at a seat ends, by a substitute, a forfeit or the end of the game.

The figures are counted in the roster and the former player is told. Both lie outside the game file, so the commit names
them in the file and they are carried out afterwards; each may be repeated. The clock looks once more at every game that
names one, does what a crash left undone, and strikes it off.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.core.kept import kept, text_of
from pbem.core.words import Listed, Say, Verbatim, said
from pbem.desk.letters.contexts import house_of
from pbem.engine.gamefile import Farewell, GameFile, SeatInfo, Tenure
from pbem.engine.journal import moment
from pbem.mail.composing.compose import page
from pbem.mail.composing.context import Reader
from pbem.store.outgoing import is_composed, put

if TYPE_CHECKING:
    from pbem.desk.interface import Session


def is_open(game: GameFile) -> bool:
    return game.status in ("running", "paused")


def end_tenure(game: GameFile, seat: str, end: str, text: str = "") -> None:
    """End the time of whoever holds the seat; an unanswered late question was counted when it became late."""
    for tenure in game.moderation.tenures:
        if tenure.seat == seat and tenure.end == "playing":
            tenure.end = end  # type: ignore[assignment]
            bid(game, tenure, text)


def end_all(game: GameFile) -> None:
    """End all tenures of a game that is over: whoever still plays has kept the seat; after a termination nobody is
    credited with that."""
    for tenure in game.moderation.tenures:
        if tenure.end == "playing":
            tenure.end = "finished" if game.status == "finished" else "released"
            bid(game, tenure)


def bid(game: GameFile, tenure: Tenure, text: str = "") -> None:
    game.moderation.farewells.append(
        Farewell(
            seat=tenure.seat, since=tenure.since, player=game.holder(tenure.seat), text=kept(text), entry=game.entry
        )
    )


def bid_moderator(game: GameFile, info: SeatInfo, text: str) -> None:
    """Tell the former moderator that the game was handed to another one."""
    book = game.moderation
    book.farewells.append(
        Farewell(seat=info.seat, since=info.since, player=info.player, text=kept(text), entry=game.entry)
    )


def answer_former(game: GameFile, seat: str, name: str, verdict: str, in_reply_to: str | None) -> None:
    """Let the note to somebody who handed a seat on by mail answer that mail."""
    for one in game.moderation.farewells:
        if (one.seat, one.player, one.entry) == (seat, name, game.entry):
            one.verdict, one.in_reply_to = verdict, in_reply_to or ""


def call_back(game: GameFile, tenure: Tenure) -> None:
    """Call a player back to a game that was over and that an undo opened: they have not left."""
    tenure.end = "playing"
    book = game.moderation
    book.farewells = [one for one in book.farewells if (one.seat, one.since) != (tenure.seat, tenure.since)]


def carry_out(session: Session) -> None:
    """Do what the farewells call for; what is done already is not done again."""
    game = session.game
    for farewell in game.moderation.farewells:
        for tenure in game.moderation.tenures:
            if (tenure.seat, tenure.since) == (farewell.seat, farewell.since):
                session.desk.count_tenure(game, tenure, farewell.player)
        if farewell.text:
            tell_former(session, farewell)


def _taken(game: GameFile, seat: str) -> tuple[str, str]:
    """Say what became of a seat, for the subject, and the last words of the mail."""
    values = {"game": Verbatim(game.id)}
    if seat == "moderator":
        return Say("{game} has another moderator now", **values), Say(
            "Mail about {game} that you have sent or still send is not applied. Thank you for moderating.", **values
        )
    return Say("{game}: your seat {seat} has another player now", seat=seat, **values), Say(
        "Mail about {game} that you have sent or still send is not applied. Thank you for playing.", **values
    )


def tell_former(session: Session, farewell: Farewell) -> None:
    """Tell the former holder too, at the address on file."""
    desk, game, seat = session.desk, session.game, farewell.seat
    person = desk.roster().find(farewell.player)
    name = f"former-{game.id}-{farewell.entry}-{seat}"
    if person is None or person.hold is not None or is_composed(desk.home, name):
        return
    language = person.language or desk.home.settings.language
    reader = Reader(seat, person.name, person.address, language=language)
    words = session.title.words(language)
    taken, thanks = _taken(game, seat)
    text = said(Listed([text_of(farewell.text), thanks], "\n\n"), words)
    ident = f"former{farewell.entry}{seat}{game.id}"
    at = next((entry.at for entry in game.recent if entry.n == farewell.entry), None)
    when = moment(at) if at else desk.now()
    put(desk.home, name, page(house_of(desk.home), reader, subject=said(taken, words), text=text, when=when,
                              ident=ident, bounce=False, verdict=farewell.verdict or None,
                              in_reply_to=farewell.in_reply_to or None))  # fmt: skip
