"""Archives of games that lie in a home."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pbem.archive.audit import Tell
from pbem.archive.build import archive_bytes
from pbem.archive.container import FILE_LIMIT, is_archive
from pbem.archive.models import FULL, Variant
from pbem.core.errors import GameFileProblem, Refused, unchanged
from pbem.core.words import Say, Verbatim, as_said
from pbem.engine.gamefile import Entry
from pbem.medium import discard, is_file
from pbem.store.checking import Loaded
from pbem.store.disk import durable_replace, make_folder, read_plain
from pbem.store.files import journal_entries
from pbem.store.home import Home
from pbem.store.tables import load_tables


def tables_of(home: Home, loaded: Loaded, entries: Iterable[Entry]) -> dict[str, dict[str, Any]]:
    """Collect every set of component tables that the journal names, by digest."""
    digests = {str(entry.note["data"]) for entry in entries if entry.kind in ("setup", "data") and "data" in entry.note}
    known = {loaded.game.rules.data: loaded.tables}
    return {digest: known.get(digest) or load_tables(home, digest) for digest in sorted(digests)}


def archive_of(
    loaded: Loaded, variant: Variant = FULL, tell: Tell | None = None, language: str | None = None
) -> tuple[bytes, list[Entry]]:
    """Build the archive of a stored game, in the language of its home unless another is asked for, and its entries."""
    language = language or loaded.home.settings.language
    entries = list(journal_entries(loaded))
    tables = tables_of(loaded.home, loaded, entries)
    return archive_bytes(loaded.game, entries, tables, variant, tell, language), entries


def file_name(game_id: str, variant: Variant) -> str:
    """Name the file, `karnak.zip` or `karnak.public.zip`: no id holds a dot, so no two games meet in one name."""
    extra = variant.name.removeprefix("full").removeprefix("-")
    return f"{game_id}{'.' + extra if extra else ''}.zip"


def refuse_foreign(path: Path) -> None:
    """Refuse to replace what is no archive of ours: another file, a link, a pipe, a device."""
    try:
        raw, _ = read_plain(path, FILE_LIMIT)
    except FileNotFoundError:
        return
    except GameFileProblem as problem:
        raise Refused(unchanged(Say("{what} It was not replaced.", what=as_said(problem.message)))) from None
    if not is_archive(raw):
        foreign = Say("{path} is there and is no archive of pbem; it was not replaced.", path=Verbatim(str(path)))
        raise Refused(unchanged(foreign))


def file_away(loaded: Loaded) -> Path:
    """Write the full archive of a game that is over beside the finished games."""
    made, _ = archive_of(loaded)
    make_folder(loaded.home.finished)
    path = loaded.home.finished / file_name(loaded.game.id, FULL)
    refuse_foreign(path)
    durable_replace(path, made)
    return path


def is_filed(home: Home, game_id: str) -> bool:
    """Tell whether the archive of a game that is over is there; it is the last thing that we write of it."""
    return is_file(home.finished / file_name(game_id, FULL))


def withdraw(home: Home, game_id: str) -> None:
    """Remove the archives of a finished game that goes on: they tell an end that is none. The journal keeps all that
    stood in them, and new ones are written when it ends again."""
    for variant in (Variant(secrets, anonymous) for secrets in (True, False) for anonymous in (True, False)):
        discard(home.finished / file_name(game_id, variant))
