"""Component tables that games are pinned to.

A new game takes the title's tables with the owner's corrections (`data/TITLE.json`) laid over them. What it takes is
kept under its digest in `games/data/`, in canonical form, so that the digest of the file's bytes is its name: a table
edited under a running game is noticed, and one corrected later reaches new games only (fault 189).
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from pbem.core.errors import Fault, GameFileProblem, Misuse
from pbem.core.overlay import OverlayError
from pbem.core.titles import Title
from pbem.core.words import Unstopped
from pbem.engine.journal import canonical
from pbem.medium import disk, exists
from pbem.store.disk import disk_problem, make_folder, read_plain, sync_folder, write_new
from pbem.store.home import Home
from pbem.store.reading import parse_json

LIMIT = 8_000_000
ODD = (LookupError, ValueError, TypeError, AttributeError, ArithmeticError, AssertionError)
"""What odd values in a table may lead to, wherever they are used first."""
_prepared: dict[tuple[Path, str, str], tuple[dict[str, Any], Any]] = {}


def corrected_tables(home: Home, title: Title, modules: Sequence[str] = ()) -> dict[str, Any]:
    """Return the tables that a game begun now would have; refuse faulty corrections with file and place."""
    path = home.corrections / f"{title.name}.json"
    try:
        raw, _ = read_plain(path, LIMIT)
    except FileNotFoundError:
        return title.components(modules)
    try:
        corrections = parse_json(raw, str(path))
    except GameFileProblem as problem:
        raise Misuse(problem.message) from None
    if not isinstance(corrections, dict):
        raise Misuse(Fault("{path}: an object is needed.", path=path))
    try:
        tables = title.corrected(corrections, modules)
    except (OverlayError, *ODD) as error:
        raise Misuse(Fault("{path}: {problem}.", path=path, problem=error)) from None
    faults = _faults(title, tables, modules)
    if faults:
        raise Misuse(Fault("{path}: {problem}.", path=path, problem=Unstopped(faults[0])))
    return tables


def _faults(title: Title, tables: dict[str, Any], modules: Sequence[str]) -> list[str]:
    """Say what is wrong with corrected tables, each fault with its place: as the title says it where it can, by their
    shape, or by the correction that makes them unusable."""
    from pbem.core.shapes import first_unusable, module_faults

    def usable(found: dict[str, Any]) -> bool:
        """Tell whether tables can be judged, and if they are good, played with and printed."""
        try:
            if not title.check_components(found):
                title.prepare(found)
                title.tables(found)
        except ODD:
            return False
        return True

    good = usable(tables)
    faults = (title.check_components(tables) if good else []) or list(module_faults(title, tables))
    if faults or good:
        return faults
    return [first_unusable(title.components(modules), tables, title.overlay_rules(), usable)]


def tables_for(home: Home, title: Title, modules: Sequence[str] = ()) -> tuple[dict[str, Any], str]:
    """Return the tables for a new game, and their digest, under which they are now stored."""
    tables = corrected_tables(home, title, modules)
    return tables, pin(home, tables)


def pin(home: Home, tables: dict[str, Any]) -> str:
    """Store tables under their digest, unless they are there as they should be."""
    raw = canonical(tables)
    digest = sha256(raw).hexdigest()
    path = home.pins / f"{digest}.json"
    with suppress(FileNotFoundError, GameFileProblem):
        if read_plain(path, LIMIT)[0] == raw:
            return digest
    make_folder(home.games)
    make_folder(home.pins)
    new = home.pins / f".{digest}.{os.getpid()}.tmp"
    try:
        write_new(new, raw)
        disk.rename(new, path)  # two writers have the same bytes
        sync_folder(home.pins)
    except OSError as error:
        raise disk_problem(error, path) from error
    return digest


def load_tables(home: Home, digest: str, where: str = "rules.data") -> dict[str, Any]:
    """Load the tables of a digest, unchanged since they were stored."""
    if len(digest) != 64 or not digest.isalnum() or not digest.isascii():
        raise GameFileProblem(Fault("{where}: it is not a digest.", where=where))
    path = home.pins / f"{digest}.json"
    try:
        raw, _ = read_plain(path, LIMIT)
    except FileNotFoundError:
        raise GameFileProblem(
            Fault("{where}: the component tables {path} are missing; restore them.", where=where, path=path)
        ) from None
    if sha256(raw).hexdigest() != digest:
        raise GameFileProblem(
            Fault(
                "{path}: the component tables were changed after games began with them; put the old file back "
                "(corrections for new games belong in {corrections}).",
                path=path,
                corrections=home.corrections,
            )
        )
    tables = parse_json(raw, str(path))
    if not isinstance(tables, dict):
        raise GameFileProblem(Fault("{path}: an object is needed.", path=path))
    return tables


def prepared(
    home: Home, title: Title, digest: str, where: str = "rules.data", modules: Sequence[str] = ()
) -> tuple[dict[str, Any], Any]:
    """Return the tables and the form of them that rules read; made once in a process."""
    key = (home.pins, title.name, digest)
    if key not in _prepared:
        tables = _pinned_or_shipped(home, title, digest, where, modules)
        try:
            _prepared[key] = (tables, title.prepare(tables))
        except ODD as error:
            why = Fault("these tables do not fit this version of {title}: {error}", title=title.full_name, error=error)
            raise GameFileProblem(Fault("{where}: {problem}.", where=where, problem=why)) from None
    return _prepared[key]


def _pinned_or_shipped(home: Home, title: Title, digest: str, where: str, modules: Sequence[str]) -> dict[str, Any]:
    """Find the tables that ship with its title for a game file that was carried elsewhere, if it began with those."""
    if not exists(home.pins / f"{digest}.json"):
        shipped = title.components(modules)
        if sha256(canonical(shipped)).hexdigest() == digest:
            return shipped
    return load_tables(home, digest, where)
