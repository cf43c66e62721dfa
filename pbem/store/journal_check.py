"""A journal checked in parts, so that a long one holds nobody up: each part goes on where the last one stopped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from pbem.core.errors import Fault, GameFileProblem
from pbem.engine.gamefile import Entry
from pbem.engine.journal import GENESIS, chain_problem
from pbem.store.journals import line_of, lines_of, open_lines


@dataclass(frozen=True, slots=True)
class Place:
    """How far a journal was found sound: in bytes, in entries, and the hash of the last one."""

    offset: int = 0
    entry: int = 0
    hash: str = GENESIS


def check_part(path: Path, recent: Sequence[Entry], place: Place, stop: Callable[[], bool]) -> Place | None:
    """Check lines from `place` on until `stop`; where it stopped, None at the end.

    The first entry that is not as it was written raises GameFileProblem. What a crash tore of the entries that the game
    file still has (`recent`) is no damage.
    """
    first = recent[0].n
    with open_lines(path, place.offset) as lines:
        while place.entry + 1 < first:
            if stop():
                return place
            place = _next(path, lines.readline(), place)
        _compare_end(path, lines.rest(len(lines_of(recent)) + 1), recent, place)
    return None


def _next(path: Path, line: bytes, place: Place) -> Place:
    n = place.entry + 1
    if not line:
        raise GameFileProblem(
            Fault("{path}: entry {n}: it is missing; restore the journal from a backup.", path=path, n=n)
        )
    try:
        entry = Entry.model_validate_json(line)
        problem = chain_problem([entry], first_prev=place.hash, first_n=n)
        if problem is None and line_of(entry) != line:
            problem = Fault("entry {n}: its text was changed", n=n)
    except ValidationError:
        problem = Fault("entry {n}: the line is broken", n=n)
    if problem is not None:
        raise GameFileProblem(Fault("{path}: {problem}.", path=path, problem=problem))
    return Place(place.offset + len(line), n, entry.hash)


def _compare_end(path: Path, rest: bytes, recent: Sequence[Entry], place: Place) -> None:
    """Compare the end of the journal with the entries that the game file has; a crash may have left less of them."""
    wanted = lines_of(recent[max(0, place.entry + 1 - recent[0].n) :])
    if rest != wanted and not wanted.startswith(rest.rstrip(b"\0")):
        raise GameFileProblem(
            Fault("{path}: entry {n}: the end of the journal differs from the game file.", path=path, n=recent[-1].n)
        )
    problem = chain_problem(recent, first_prev=place.hash, first_n=recent[0].n) if place.entry < recent[0].n else None
    if problem is not None:
        raise GameFileProblem(Fault("{path}: {problem}.", path=path, problem=problem))
