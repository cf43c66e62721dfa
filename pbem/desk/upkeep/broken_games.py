"""Games that the clock could not read or save: said on its output, mailed to who moderates them, and kept on the page.

Nothing of a game that was not saved counts. What went wrong is told once a day and game; the daily page goes on naming
a game that cannot be read until it can.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from pbem.core.errors import Fault, GameFileProblem, PbemError
from pbem.core.words import Listed, Say, Verbatim
from pbem.desk.letters.notes import tell_moderators
from pbem.desk.upkeep.logs import DETAILS, keep_details
from pbem.desk.upkeep.trouble import trouble
from pbem.store.index import note_broken

if TYPE_CHECKING:
    from pbem.desk.interface import Desk
    from pbem.store.rows import Row

log = logging.getLogger("pbem.clock")


def words_of(desk: Desk, problem: Exception) -> tuple[str, int]:
    """Put a problem into a sentence, with the exit code that it calls for. What nobody foresaw leaves its details."""
    if isinstance(problem, PbemError):
        return problem.message, problem.exit_code
    why = trouble(problem)
    if why is not None:
        return Fault("{why}.", why=why), 1
    keep_details(desk.home.root / DETAILS, problem)
    return Fault(
        "pbem met something it was not prepared for: {kind}; see {file}.", kind=type(problem).__name__, file=DETAILS
    ), 1


def note_trouble(desk: Desk, game_id: str, problem: Exception) -> tuple[str, int]:
    """Tell of a game with which the clock could not go on: what to say of it, and the exit code."""
    words, code = words_of(desk, problem)
    log.warning("%s: %s", game_id, words)
    if isinstance(problem, GameFileProblem):
        note_broken(desk.home, game_id)
    mail_trouble(desk, game_id, words)
    return Fault("{game}: {problem}", game=game_id, problem=words), code


def mail_trouble(desk: Desk, game_id: str, words: str) -> None:
    """Send a note to who moderates the game and to the home's moderator, once a day. That it cannot be written, on a
    full disk for one, must not stop the clock for other games: its output says what is wrong."""
    named = Verbatim(game_id)
    until = Say("Until that is mended no deadline of {game} is acted on and no reminder goes out.", game=named)
    subject = Say("{game} needs a look: the clock could not go on", game=named)
    text = Listed([words, until], "\n\n")
    ident = f"clock {desk.now():%Y-%m-%d} {game_id}"
    try:
        tell_moderators(desk, subject, text, ident=ident, game=game_id)
    except (PbemError, OSError) as error:
        log.warning("%s: nobody could be told: %s", game_id, error)


def broken_lines(desk: Desk, rows: list[Row]) -> list[str]:
    """List for the daily page each game that cannot be read, and why. Only these games are opened for it."""
    lines: list[str] = []
    for row in rows:
        try:
            desk.read(row.id)
        except Exception as problem:
            lines.append(Fault("  {problem}", problem=words_of(desk, problem)[0]))
        else:
            lines.append(Say("  {game} can be read again", game=Verbatim(row.id)))
    return [Say("CANNOT BE READ"), *lines, ""] if lines else []
