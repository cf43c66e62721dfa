"""Opening an archive: its members read as models, within limits, not yet believed. Nothing is replayed here."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from pbem.archive.build import sums
from pbem.archive.container import FILE_LIMIT, read_zip
from pbem.archive.models import (
    ABOUT,
    GAME,
    JOURNAL,
    SUMS,
    TABLES,
    About,
    PublicGame,
    Shown,
    Variant,
    dump,
    journal_bytes,
)
from pbem.archive.record import LINES_LIMIT
from pbem.archive.spoken import spoken
from pbem.core.errors import Fault, GameFileProblem, Misuse
from pbem.core.titles import Title, get_title
from pbem.engine.gamefile import Entry, GameFile
from pbem.medium import is_file
from pbem.plain import read_file
from pbem.store.checking import open_box
from pbem.store.findings import model_sentence
from pbem.store.migrate import migrate
from pbem.store.reading import parse_json
from pbem.store.schemas import schema_problem

_DIGEST = re.compile(r"[0-9a-f]{64}\Z")


@dataclass(slots=True)
class Opened:
    """An archive that was read: what its members say, not yet believed."""

    members: dict[str, bytes]
    about: About
    game: Shown
    entries: list[Entry]
    documents: list[dict[str, Any]]
    """The entries as JSON."""
    tables: dict[str, dict[str, Any]]
    title: Title

    @property
    def full(self) -> GameFile | None:
        return self.game if isinstance(self.game, GameFile) else None


def load(source: Path | bytes) -> bytes:
    """Read the bytes of an archive file, within limits."""
    if isinstance(source, bytes):
        return source
    try:
        if not is_file(source):
            raise GameFileProblem(Fault("{source}: there is no such file.", source=source))
        return read_file(source, FILE_LIMIT + 1)
    except OSError as error:
        raise GameFileProblem(Fault("{source}: {reason}.", source=source, reason=error.strerror)) from None


def open_archive_bytes(data: bytes) -> Opened:
    """Open an archive's contents, with zip and checksums checked but nothing replayed."""
    found = read_zip(data)
    if SUMS not in found or found[SUMS] != sums(found):
        raise GameFileProblem(Fault("The archive's members do not fit their checksums; see `pbem verify`."))
    return open_members(found)


def open_members(found: dict[str, bytes]) -> Opened:
    """Read the members as models; the first fault raises GameFileProblem with member and place."""
    about = _about(found)
    variant = _variant(about)
    document = _json(found, GAME)
    if not isinstance(document, dict) or not isinstance(document.get("title"), str):
        raise GameFileProblem(Fault("{file}: it is not a game", file=GAME))
    title = spoken(_installed(document["title"]), about.language)
    game: Shown = _full(document, title) if variant.secrets else _public(document)
    if dump(game) != found[GAME]:
        raise GameFileProblem(Fault("{file}: it is not written as pbem writes it", file=GAME))
    entries, documents = _entries(found[JOURNAL])
    return Opened(found, about, game, entries, documents, _component_tables(found, entries), title)


class NotInstalled(GameFileProblem):
    """Without the rules of its title nothing of an archive can be proved, nor refuted."""


def _installed(name: str) -> Title:
    """Find the title of an archive."""
    try:
        return get_title(name)
    except Misuse as problem:
        raise NotInstalled(Fault("{file}: {problem}", file=GAME, problem=problem)) from None


def _json(found: dict[str, bytes], name: str) -> Any:
    if name not in found:
        raise GameFileProblem(Fault("{file}: this member is missing", file=name))
    return parse_json(found[name], name)


def _about(found: dict[str, bytes]) -> About:
    document = _json(found, ABOUT)
    try:
        about = About.model_validate(document)
    except ValidationError as error:
        raise GameFileProblem(Fault("{file}: {problem}", file=ABOUT, problem=model_sentence(error))) from None
    if dump(about) != found[ABOUT]:
        raise GameFileProblem(Fault("{file}: it is not written as pbem writes it", file=ABOUT))
    return about


def _variant(about: About) -> Variant:
    try:
        variant = Variant.of(about.variant)
    except ValueError as problem:
        raise GameFileProblem(Fault("{file}: {problem}", file=ABOUT, problem=problem)) from None
    if variant.name != about.variant:
        raise GameFileProblem(Fault("{file}: {name} is no kind of archive", file=ABOUT, name=repr(about.variant)))
    return variant


def _full(document: dict[str, Any], title: Title) -> GameFile:
    document, _ = migrate(document, GAME)
    problem = schema_problem(document, "game", title.name, open_box(document, title, GAME))
    if problem is not None:
        raise GameFileProblem(Fault("{file}: {problem}", file=GAME, problem=problem))
    try:
        table = title.table_model.model_validate_json(json.dumps(document["table"]))
        return GameFile.model_validate({**document, "table": table})
    except ValidationError as error:
        raise GameFileProblem(Fault("{file}: {problem}", file=GAME, problem=model_sentence(error))) from None


def _public(document: dict[str, Any]) -> PublicGame:
    try:
        return PublicGame.model_validate(document)
    except ValidationError as error:
        raise GameFileProblem(Fault("{file}: {problem}", file=GAME, problem=model_sentence(error))) from None


def _entries(raw: bytes) -> tuple[list[Entry], list[dict[str, Any]]]:
    entries: list[Entry] = []
    documents: list[dict[str, Any]] = []
    if not raw.endswith(b"\n") or raw.count(b"\n") > LINES_LIMIT:
        raise GameFileProblem(Fault("{file}: its last line is cut off, or it is too long", file=JOURNAL))
    for number, line in enumerate(raw.split(b"\n")[:-1], 1):
        try:
            entry = Entry.model_validate_json(line)
        except ValidationError as error:
            raise GameFileProblem(
                Fault("{file}: line {line}: {problem}", file=JOURNAL, line=number, problem=model_sentence(error))
            ) from None
        entries.append(entry)
        documents.append(entry.model_dump(mode="json"))
        problem = schema_problem(documents[-1], "journal")
        if problem is not None:
            raise GameFileProblem(Fault("{file}: line {line}: {problem}", file=JOURNAL, line=number, problem=problem))
    if journal_bytes(entries) != raw:
        wrong = next(n for n, (e, line) in enumerate(zip(entries, raw.split(b"\n"), strict=False), 1)
                     if journal_bytes([e]) != line + b"\n")  # fmt: skip
        raise GameFileProblem(
            Fault("{file}: line {line}: it is not written as pbem writes it", file=JOURNAL, line=wrong)
        )
    return entries, documents


def _component_tables(found: dict[str, bytes], entries: Sequence[Entry]) -> dict[str, dict[str, Any]]:
    """Return the tables of the archive, each under its own digest."""
    tables: dict[str, dict[str, Any]] = {}
    for name, raw in found.items():
        if not name.startswith(TABLES):
            continue
        digest = name.removeprefix(TABLES).removesuffix(".json")
        if not _DIGEST.match(digest) or sha256(raw).hexdigest() != digest:
            raise GameFileProblem(Fault("{file}: its content does not fit its name", file=name))
        table = _json(found, name)
        if not isinstance(table, dict):
            raise GameFileProblem(Fault("{file}: it is not an object", file=name))
        tables[digest] = table
    wanted = {str(entry.note.get("data")) for entry in entries if entry.kind in ("setup", "data")}
    if wanted != set(tables):
        raise GameFileProblem(
            Fault(
                "{file}: the journal names {n} sets of tables, {here} are here",
                file=TABLES,
                n=len(wanted),
                here=len(tables),
            )
        )
    return tables
