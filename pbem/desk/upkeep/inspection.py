"""The inspection: every run of the clock checks some journals, so that damage is found while a backup still helps.

Games are taken in the order of their ids, round after round, so the one that was checked longest ago comes first. A run
takes two seconds at most, and a long journal is checked in parts. What is damaged is confirmed under the game's lock,
looked at again in every run, and told: on the clock's output, by mail, on the daily page. A running game whose own file
turns out to be broken is told of as the clock does. `games/.inspection.json` holds where the round stands; lost, it
begins again.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Iterator
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from pbem.core.errors import Busy, GameFileProblem, UnknownGame
from pbem.core.words import Say, Verbatim
from pbem.desk.letters.contexts import house_of
from pbem.desk.letters.notes import tell_moderator, tell_moderators
from pbem.desk.upkeep.broken_games import note_trouble
from pbem.engine.journal import moment, stamp
from pbem.medium import exists, is_folder
from pbem.plain import read_file
from pbem.store.disk import replace_whole
from pbem.store.files import load_game
from pbem.store.journal_check import Place, check_part
from pbem.store.journals import check_journal

if TYPE_CHECKING:
    from pathlib import Path

    from pbem.desk.interface import Desk

log = logging.getLogger("pbem.clock")
BUDGET = 2.0
"""Seconds of one run."""
ROUND = timedelta(days=30)
"""Every journal is checked at least once in this time, or the operator is told that it is not."""


def inspect_journals(desk: Desk, budget: float = BUDGET) -> tuple[list[str], list[str]]:
    """Check journals for `budget` seconds: a sentence for each that is known to be damaged, and warnings."""
    book = _read(desk)
    games = desk.home.game_ids()
    begin = time.monotonic()
    for game in _suspects(book, games):
        if time.monotonic() >= begin + budget / 2:  # many of them must not keep us from the others
            break
        _inspect(desk, book, game, begin + budget)
    for game in _turns(desk, book, games):
        if time.monotonic() >= begin + budget:
            break
        _inspect(desk, book, game, begin + budget)
    late = _late(desk, book, budget)
    _write(desk, book)
    return [f"{game}: {why}" for game, why in sorted(book["damaged"].items())], late


def damaged(desk: Desk) -> dict[str, str]:
    """Return the journals that were found damaged, by game, and why; for the daily page."""
    return {str(game): str(why) for game, why in _read(desk)["damaged"].items()}


def damage_lines(desk: Desk, games: set[str] | None, lost: set[str]) -> list[str]:
    """List for the daily page the damaged journals of these games, or of all, but of those that cannot be read at
    all."""
    found = [(game, why) for game, why in sorted(damaged(desk).items()) if game not in lost]
    lines = [f"  {why}" for game, why in found if games is None or game in games]
    return [Say("JOURNAL DAMAGED"), *lines, ""] if lines else []


# -- the round ------------------------------------------------------------------------------------------------------


def _suspects(book: dict[str, Any], games: list[str]) -> list[str]:
    """List the journals that were found damaged before; of games that are gone nothing is remembered."""
    known = set(games)
    book["damaged"] = {game: why for game, why in book["damaged"].items() if game in known}
    return sorted(book["damaged"])


def _turns(desk: Desk, book: dict[str, Any], games: list[str]) -> Iterator[str]:
    """Yield games in the order in which they are checked, each once: those behind the last one, then a new round."""
    after = str(book["after"])
    begun = book["part"].get("game")
    rest = sorted((game for game in games if game > after), key=lambda game: (game != begun, game))
    for game in rest:
        yield game
        _through(book, game)
    book["after"], book["begun"] = "", stamp(desk.now())
    for game in games:
        if game <= after:
            yield game
            _through(book, game)


def _through(book: dict[str, Any], game: str) -> None:
    """Note that the game is done with in this round, unless a part of its journal is left."""
    if book["part"].get("game") != game:
        book["after"] = game


def _late(desk: Desk, book: dict[str, Any], budget: float) -> list[str]:
    """Say that a round takes too long; once a round by mail."""
    if desk.now() - moment(book["begun"]) <= ROUND:
        return []
    text = Say(
        "The journals of this home were not all checked within 30 days: there are too many for {seconds:g} seconds a "
        "run. Run `pbem clock` more often, or `pbem check` once a month.",
        seconds=budget,
    )
    _tell(desk, Say("Journals are not checked often enough"), text, ident=f"inspection {book['begun']}")
    return [text]


# -- one journal ----------------------------------------------------------------------------------------------------


def _inspect(desk: Desk, book: dict[str, Any], game: str, until: float) -> None:
    """Check one journal, or go on with it, and note what was found."""
    try:
        try:
            left = _check(desk, game, _place(book, game), until)
            problem = None
        except GameFileProblem:
            left, problem = None, _confirmed(desk, game)
    except (Busy, UnknownGame):
        return  # somebody moves right now, or it was moved away; the next round looks again
    book["part"] = {} if left is None else {"game": game, "place": [left.offset, left.entry, left.hash]}
    if problem is not None:
        book["damaged"][game] = problem.message
        if _unreadable(desk, game):
            note_trouble(desk, game, problem)
        else:
            log.warning("%s: %s", game, problem.message)
            _alarm(desk, game, problem.message)
    elif left is None:
        book["damaged"].pop(game, None)


def _place(book: dict[str, Any], game: str) -> Place:
    part = book["part"]
    try:
        return Place(*part["place"]) if part.get("game") == game else Place()
    except (LookupError, TypeError):
        return Place()


def _check(desk: Desk, game: str, place: Place, until: float) -> Place | None:
    loaded = load_game(desk.home, game)
    return check_part(loaded.journal, loaded.recent, place, lambda: time.monotonic() >= until)


def _confirmed(desk: Desk, game: str) -> GameFileProblem | None:
    """Check the same under the game's lock, from the beginning: somebody may have moved while we read."""
    with desk.home.lock(game, wait=0):
        try:
            loaded = load_game(desk.home, game)
            check_journal(loaded.journal, loaded.recent, loaded.game.head)
        except GameFileProblem as problem:
            return problem
    return None


def _unreadable(desk: Desk, game: str) -> bool:
    """Tell whether it is a game that has a clock and cannot be played on, whatever its journal holds."""
    try:
        load_game(desk.home, game)
    except GameFileProblem:
        return exists(desk.home.game_path(game))
    return False


def _alarm(desk: Desk, game: str, problem: str) -> None:
    named = Verbatim(game)
    text = Say(
        "{problem}\n\nThe game can be played on as long as its own file is sound, but its record cannot be proved, "
        "and an undo, an archive or `pbem log` may be refused. Put the damaged lines back from a backup of the "
        "journal, then run `pbem check {game} --replay`.",
        problem=Verbatim(problem),
        game=named,
    )
    _tell(desk, Say("The journal of {game} is damaged", game=named), text, ident=f"journal {game} {problem}", game=game)


def _tell(desk: Desk, subject: str, text: str, *, ident: str, game: str | None = None) -> None:
    """Send a note to the home's moderator and to the game's, once. That it cannot be written must not stop the
    clock."""
    try:
        if game is not None:
            tell_moderators(desk, subject, text, ident=ident, game=game)
        else:
            tell_moderator(desk, house_of(desk.home), subject, text, ident=ident)
    except Exception as error:
        log.warning("%s, and nobody could be told: %s", subject, error)


# -- the book -------------------------------------------------------------------------------------------------------


def _path(desk: Desk) -> Path:
    return desk.home.games / ".inspection.json"


def _read(desk: Desk) -> dict[str, Any]:
    book: dict[str, Any] = {"after": "", "begun": stamp(desk.now()), "part": {}, "damaged": {}}
    try:
        found = json.loads(read_file(_path(desk)))
        moment(found["begun"])
        if all(isinstance(found[key], type(value)) for key, value in book.items()):
            return {key: found[key] for key in book}
    except (OSError, ValueError, LookupError, TypeError):
        pass
    return book


def _write(desk: Desk, book: dict[str, Any]) -> None:
    if is_folder(desk.home.games):
        replace_whole(_path(desk), json.dumps(book).encode() + b"\n")
