"""The files of invitations, `games/invited/ID.json`: schema and models checked, replaced as a whole, one lock each."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from pbem.core.errors import Fault, GameFileProblem, UnknownGame
from pbem.core.words import Say, Verbatim
from pbem.engine.deals import Invitation
from pbem.medium import disk, lexists
from pbem.store.disk import commit_replace, make_folder, read_plain, sync_folder
from pbem.store.findings import model_sentence
from pbem.store.ids import check_id, is_id
from pbem.store.reading import check_format, parse_json
from pbem.store.schemas import schema_problem

if TYPE_CHECKING:
    from pbem.store.home import Home

LIMIT = 1_000_000


def invited_path(home: Home, game: str) -> Path:
    return home.games / "invited" / f"{check_id(game)}.json"


def is_spent(home: Home, game: str) -> bool:
    """Tell whether an id was that of a deleted game. Its mails have the Message-IDs and tokens that a second one of
    this id would have, so nobody would get its mails, and the old ones would rule it."""
    return lexists(home.games / "deleted" / f"{game}.json")


def is_invited(home: Home, game: str) -> bool:
    return lexists(invited_path(home, game))


def invited_ids(home: Home) -> list[str]:
    """List ids of all invitations, by their file names."""
    try:
        names = disk.listdir(home.games / "invited")
    except (FileNotFoundError, NotADirectoryError):
        return []
    return sorted(name[:-5] for name in names if name.endswith(".json") and is_id(name[:-5]))


def load_invitation(home: Home, game: str) -> Invitation:
    """Load an invitation; the first fault is one sentence that names the place."""
    path = invited_path(home, game)
    try:
        raw, _ = read_plain(path, LIMIT)
    except FileNotFoundError:
        raise UnknownGame(
            Say("There is no invitation {game} in {root}.", game=Verbatim(f"{game!r}"), root=Verbatim(home.root))
        ) from None
    document = parse_json(raw, str(path))
    check_format(document, path)
    problem = schema_problem(document, "invitation") if isinstance(document, dict) else Fault("it is not an object")
    if problem is not None:
        raise GameFileProblem(Fault("{path}: {problem}.", path=path, problem=problem))
    try:
        found = Invitation.model_validate(document)
    except ValidationError as error:
        raise GameFileProblem(Fault("{path}: {problem}.", path=path, problem=model_sentence(error))) from None
    if found.id != game:
        raise GameFileProblem(Fault("{path}: it is the invitation to {game}.", path=path, game=found.id))
    return found


def save_invitation(home: Home, invitation: Invitation) -> None:
    """Replace the file; the caller holds the lock. That is the commit."""
    path = invited_path(home, invitation.id)
    make_folder(path.parent)
    Invitation.model_validate(invitation.model_dump())
    commit_replace(path, invitation.model_dump_json(indent=2).encode() + b"\n")


def drop_invitation(home: Home, game: str) -> None:
    """Drop an invitation that is over, or became a game."""
    path = invited_path(home, game)
    with suppress(FileNotFoundError):
        disk.unlink(path)
    sync_folder(path.parent)


@contextmanager
def invitation_lock(home: Home, game: str) -> Iterator[None]:
    """Take the lock of the id: the game that comes of it has the same."""
    with home.lock(game, new=True):
        yield
