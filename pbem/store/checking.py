"""Judging a game file by itself: JSON, format, schema, models, steps, invariants, head of the chain, seed.

Every load and every save goes through here; the first fault is one sentence that names the place.
"""

from __future__ import annotations

import json
from dataclasses import field
from itertools import pairwise
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from pydantic_core import to_json

from pbem.core.chance import SeedChance
from pbem.core.errors import Fault, GameFileProblem, Misuse
from pbem.core.records import record
from pbem.core.table import Table
from pbem.core.titles import Title, get_title, make_options
from pbem.core.words import Unstopped
from pbem.engine.gamefile import Entry, GameFile
from pbem.engine.journal import GENESIS, entry_hash, secret_digest, state_digest
from pbem.engine.play import title_options
from pbem.engine.seeds import seeds_problem
from pbem.store.findings import model_sentence
from pbem.store.home import Home
from pbem.store.migrate import migrate
from pbem.store.reading import parse_json, shown
from pbem.store.rows import wrong_time
from pbem.store.schemas import schema_problem
from pbem.store.tables import prepared


@record()
class Loaded:
    """A game as it was read: the bytes, what they mean, and everything needed to play on.

    `Play(loaded.game, loaded.title, loaded.data)` opens it. `entry` and `recent` are those of the file, whatever is
    done to `game` afterwards.
    """

    home: Home
    path: Path
    raw: bytes
    doc: dict[str, Any]
    game: GameFile
    title: Title
    tables: dict[str, Any]
    """The pinned component tables, raw."""
    data: Any
    """The same, as the rules read them."""
    entry: int = 0
    recent: list[Entry] = field(default_factory=list)
    mark: tuple[int, int, int] = (0, 0, 0)
    migrated: bool = False

    @property
    def journal(self) -> Path:
        return self.home.journal_path(self.game.id)


def check_bytes(raw: bytes, where: str, home: Home, game_id: str | None = None, path: Path | None = None) -> Loaded:
    """Check the game that these bytes are; what is wrong raises GameFileProblem, in words that begin with `where`."""
    try:
        return _check(raw, where, home, game_id, path or Path(where))
    except RecursionError:
        raise GameFileProblem(Fault("{where}: lists or objects are nested too deeply.", where=where)) from None


MOST_JUDGED = 64
_judged: dict[bytes, None] = {}
"""Files that this process found sound, the latest last: what it saves it mostly loads next, and judges only once."""


def _note_judged(raw: bytes) -> None:
    _judged.pop(raw, None)
    _judged[raw] = None
    if len(_judged) > MOST_JUDGED:
        del _judged[next(iter(_judged))]


def _check(raw: bytes, where: str, home: Home, game_id: str | None, path: Path) -> Loaded:
    judged = raw in _judged
    doc = json.loads(raw) if judged else parse_json(raw, where)
    if not isinstance(doc, dict):
        raise GameFileProblem(Fault("{where}: {value} is not a game.", where=where, value=shown(doc)))
    doc, migrated = migrate(doc, where)
    if game_id is not None and doc.get("id") != game_id:
        raise GameFileProblem(
            Fault(
                "{where}: {key}: {value} is not the name of the file.",
                where=where,
                key="id",
                value=shown(doc.get("id")),
            )
        )
    title = _title(doc, where)
    modules = open_box(doc, title, where)
    problem = None if judged else schema_problem(doc, "game", title.name, modules)
    if problem is not None:
        raise GameFileProblem(Fault("{where}: {problem}.", where=where, problem=problem))
    game = _models(doc, title, where)
    _check_version(game, title, where)
    tables, data = prepared(home, title, game.rules.data, f"{where}: rules.data", game.rules.modules)
    _attach(game, title, data, where)
    problem = None if judged else _state_problem(game, title, doc)
    if problem is not None:
        raise GameFileProblem(Fault("{where}: {problem}.", where=where, problem=problem))
    _note_judged(raw)
    return Loaded(home, path, raw, doc, game, title, tables, data, game.entry, list(game.recent), migrated=migrated)


def _state_problem(game: GameFile, title: Title, doc: dict[str, Any]) -> str | None:
    return _table_problem(game, title) or _head_problem(game) or seeds_problem(game) or _times_problem(doc)


def _times_problem(doc: dict[str, Any]) -> str | None:
    found = wrong_time(doc)
    return Fault("{key}: {value} is not a time", key=found[0], value=shown(found[1])) if found else None


def _title(doc: dict[str, Any], where: str) -> Title:
    name = doc.get("title")
    if not isinstance(name, str):
        problem = Fault("missing") if name is None else Fault("{value} is not a text", value=shown(name))
        raise GameFileProblem(Fault("{where}: {key}: {problem}.", where=where, key="title", problem=problem))
    try:
        return get_title(name)
    except Misuse as error:
        raise GameFileProblem(
            Fault("{where}: {key}: {problem}", where=where, key="title", problem=error.message)
        ) from None


def open_box(doc: dict[str, Any], title: Title, where: str) -> tuple[str, ...]:
    """Import the modules that a game names before anything of theirs is read. Nonsense is left to the schema."""
    rules = doc.get("rules")
    names = rules.get("modules", []) if isinstance(rules, dict) else []
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        return ()
    try:
        title.book(names)
    except Misuse as error:
        raise GameFileProblem(
            Fault("{where}: {key}: {problem}", where=where, key="rules.modules", problem=error.message)
        ) from None
    return tuple(names)


def _models(doc: dict[str, Any], title: Title, where: str) -> GameFile:
    """Read the models strictly; the table through JSON, since strict models take lists for tuples only from there."""
    try:
        table: Table = title.table_model.model_validate_json(to_json(doc["table"]))
    except ValidationError as error:
        raise GameFileProblem(
            Fault("{where}: {problem}.", where=where, problem=model_sentence(error, ["table"]))
        ) from None
    try:
        return GameFile.model_validate({**doc, "table": table})
    except ValidationError as error:
        raise GameFileProblem(Fault("{where}: {problem}.", where=where, problem=model_sentence(error))) from None


def _check_version(game: GameFile, title: Title, where: str) -> None:
    """Refuse a game of newer rules than ours: it is not ours to play (fault 188)."""
    unknown = [fix for fix in game.rules.fixes if fix not in title.fixes]
    if unknown or _numbers(game.rules.version) > _numbers(title.version):
        what = Fault("fix {fix}", fix=unknown[0]) if unknown else Fault("version {version}", version=game.rules.version)
        raise GameFileProblem(
            Fault(
                "{where}: {key}: this game is played under {what} of {title}; installed is {version}.",
                where=where,
                key="rules",
                what=what,
                title=title.full_name,
                version=title.version,
            )
        )


def _numbers(version: str) -> list[int]:
    return [int(part) for part in version.split(".") if part.isdecimal()]


def _attach(game: GameFile, title: Title, data: Any, where: str = "") -> None:
    """Give the table what it needs to be looked at: tables, options, chance."""
    try:
        options = make_options(title, title_options(title, game.options))
    except ValidationError as error:
        raise GameFileProblem(
            Fault("{where}: {problem}.", where=where, problem=model_sentence(error, ["options"]))
        ) from None
    try:
        seed = bytes.fromhex(game.seed)
    except ValueError:
        raise GameFileProblem(Fault("{where}: {key}: it is not hexadecimal.", where=where, key="seed")) from None
    rules = game.rules
    game.table.live = title.live(SeedChance(seed, game.id), data, options, frozenset(rules.fixes), rules.modules)


def _head_problem(game: GameFile) -> str | None:
    """Say what is wrong with the head: it must be the last entry and fit the table; the entries before must lead to
    it."""
    recent = game.recent
    if not recent:
        return Fault("{key}: the last entry is missing", key="recent")
    last = recent[-1]
    if (last.n, last.hash) != (game.entry, game.head):
        return Fault("entry {n}: it is not the head that the file names", n=last.n)
    if (recent[0].n == 1) != (recent[0].prev == GENESIS):
        return Fault("entry {n}: it does not follow the entry before it", n=recent[0].n)
    for before, after in pairwise(recent):
        if (after.n, after.prev) != (before.n + 1, before.hash):
            return Fault("entry {n}: it does not follow the entry before it", n=after.n)
    if last.secret is None or secret_digest(last.secret) != last.sealed or entry_hash(last) != last.hash:
        return Fault("entry {n}: its text does not fit its hash", n=last.n)
    if state_digest(game.table) != last.secret.state:
        return Fault(
            "entry {n}: the table is not the one this entry left (corrections are made with `mod patch`)", n=last.n
        )
    return None


def _table_problem(game: GameFile, title: Title) -> str | None:
    problem = _box_problem(game, title)
    if problem is not None:
        return problem
    try:
        problems = title.problems(game.table)
    except (LookupError, ValueError, TypeError, AttributeError, AssertionError) as error:
        return Fault("{key}: it cannot be judged: {kind} {error}", key="table", kind=type(error).__name__, error=error)
    if problems and game.moderation.notes.get("unsound"):
        return None  # a moderator forced a correction against an invariant (fault 273); `check` keeps saying so
    return Fault("{key}: {problem}", key="table", problem=Unstopped(problems[0])) if problems else None


def _box_problem(game: GameFile, title: Title) -> str | None:
    """Say what is wrong with the box: the parts of the table are those of the pinned modules, and no frame is of
    another."""
    book, table = game.table.live.book, game.table
    if set(table.parts) != set(book.parts):
        wrong = sorted(set(table.parts) ^ set(book.parts))[0]
        if wrong in table.parts:
            return _strange("table.parts", wrong)
        return Fault("{key}: {part} is missing", key="table.parts", part=wrong)
    for frame in (*table.stack, *table.owed):
        if frame.module not in book.modules:
            return _strange("table.stack", frame.kind)
    return None


def _strange(key: str, part: str) -> str:
    return Fault("{key}: {part} is not in the box of this game", key=key, part=part)
