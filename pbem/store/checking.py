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
from pbem.core.errors import GameFileProblem, Misuse
from pbem.core.records import record
from pbem.core.table import Table
from pbem.core.titles import Title, get_title, make_options
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
        raise GameFileProblem(f"{where}: lists or objects are nested too deeply.") from None


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
        raise GameFileProblem(f"{where}: {shown(doc)} is not a game.")
    doc, migrated = migrate(doc, where)
    if game_id is not None and doc.get("id") != game_id:
        raise GameFileProblem(f"{where}: id: {shown(doc.get('id'))} is not the name of the file.")
    title = _title(doc, where)
    modules = open_box(doc, title, where)
    problem = None if judged else schema_problem(doc, "game", title.name, modules)
    if problem is not None:
        raise GameFileProblem(f"{where}: {problem}.")
    game = _models(doc, title, where)
    _check_version(game, title, where)
    tables, data = prepared(home, title, game.rules.data, f"{where}: rules.data", game.rules.modules)
    _attach(game, title, data, where)
    problem = None if judged else _state_problem(game, title, doc)
    if problem is not None:
        raise GameFileProblem(f"{where}: {problem}.")
    _note_judged(raw)
    return Loaded(home, path, raw, doc, game, title, tables, data, game.entry, list(game.recent), migrated=migrated)


def _state_problem(game: GameFile, title: Title, doc: dict[str, Any]) -> str | None:
    return _table_problem(game, title) or _head_problem(game) or seeds_problem(game) or _times_problem(doc)


def _times_problem(doc: dict[str, Any]) -> str | None:
    found = wrong_time(doc)
    return f"{found[0]}: {shown(found[1])} is not a time" if found else None


def _title(doc: dict[str, Any], where: str) -> Title:
    name = doc.get("title")
    if not isinstance(name, str):
        raise GameFileProblem(f"{where}: title: {'missing' if name is None else f'{shown(name)} is not a text'}.")
    try:
        return get_title(name)
    except Misuse as error:
        raise GameFileProblem(f"{where}: title: {error.message}") from None


def open_box(doc: dict[str, Any], title: Title, where: str) -> tuple[str, ...]:
    """Import the modules that a game names before anything of theirs is read. Nonsense is left to the schema."""
    rules = doc.get("rules")
    names = rules.get("modules", []) if isinstance(rules, dict) else []
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        return ()
    try:
        title.book(names)
    except Misuse as error:
        raise GameFileProblem(f"{where}: rules.modules: {error.message}") from None
    return tuple(names)


def _models(doc: dict[str, Any], title: Title, where: str) -> GameFile:
    """Read the models strictly; the table through JSON, since strict models take lists for tuples only from there."""
    try:
        table: Table = title.table_model.model_validate_json(to_json(doc["table"]))
    except ValidationError as error:
        raise GameFileProblem(f"{where}: {model_sentence(error, ['table'])}.") from None
    try:
        return GameFile.model_validate({**doc, "table": table})
    except ValidationError as error:
        raise GameFileProblem(f"{where}: {model_sentence(error)}.") from None


def _check_version(game: GameFile, title: Title, where: str) -> None:
    """Refuse a game of newer rules than ours: it is not ours to play (fault 188)."""
    unknown = [fix for fix in game.rules.fixes if fix not in title.fixes]
    if unknown or _numbers(game.rules.version) > _numbers(title.version):
        what = f"fix {unknown[0]}" if unknown else f"version {game.rules.version}"
        raise GameFileProblem(
            f"{where}: rules: this game is played under {what} of {title.full_name}; installed is {title.version}."
        )


def _numbers(version: str) -> list[int]:
    return [int(part) for part in version.split(".") if part.isdecimal()]


def _attach(game: GameFile, title: Title, data: Any, where: str = "") -> None:
    """Give the table what it needs to be looked at: tables, options, chance."""
    try:
        options = make_options(title, title_options(title, game.options))
    except ValidationError as error:
        raise GameFileProblem(f"{where}: {model_sentence(error, ['options'])}.") from None
    try:
        seed = bytes.fromhex(game.seed)
    except ValueError:
        raise GameFileProblem(f"{where}: seed: it is not hexadecimal.") from None
    rules = game.rules
    game.table.live = title.live(SeedChance(seed, game.id), data, options, frozenset(rules.fixes), rules.modules)


def _head_problem(game: GameFile) -> str | None:
    """Say what is wrong with the head: it must be the last entry and fit the table; the entries before must lead to
    it."""
    recent = game.recent
    if not recent:
        return "recent: the last entry is missing"
    last = recent[-1]
    if (last.n, last.hash) != (game.entry, game.head):
        return f"entry {last.n}: it is not the head that the file names"
    if (recent[0].n == 1) != (recent[0].prev == GENESIS):
        return f"entry {recent[0].n}: it does not follow the entry before it"
    for before, after in pairwise(recent):
        if (after.n, after.prev) != (before.n + 1, before.hash):
            return f"entry {after.n}: it does not follow the entry before it"
    if last.secret is None or secret_digest(last.secret) != last.sealed or entry_hash(last) != last.hash:
        return f"entry {last.n}: its text does not fit its hash"
    if state_digest(game.table) != last.secret.state:
        return f"entry {last.n}: the table is not the one this entry left (corrections are made with `mod patch`)"
    return None


def _table_problem(game: GameFile, title: Title) -> str | None:
    problem = _box_problem(game, title)
    if problem is not None:
        return problem
    try:
        problems = title.problems(game.table)
    except (LookupError, ValueError, TypeError, AttributeError, AssertionError) as error:
        return f"table: it cannot be judged: {type(error).__name__} {error}"
    if problems and game.moderation.notes.get("unsound"):
        return None  # a moderator forced a correction against an invariant (fault 273); `check` keeps saying so
    return f"table: {problems[0].rstrip('.')}" if problems else None


def _box_problem(game: GameFile, title: Title) -> str | None:
    """Say what is wrong with the box: the parts of the table are those of the pinned modules, and no frame is of
    another."""
    book, table = game.table.live.book, game.table
    if set(table.parts) != set(book.parts):
        wrong = sorted(set(table.parts) ^ set(book.parts))[0]
        return f"table.parts: {wrong} {'is not in the box of this game' if wrong in table.parts else 'is missing'}"
    for frame in (*table.stack, *table.owed):
        if frame.module not in book.modules:
            return f"table.stack: {frame.kind} is not in the box of this game"
    return None
