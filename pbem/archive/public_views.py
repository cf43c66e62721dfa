"""What everybody knew after each entry: `views.jsonl` of a public copy, and the boards that are drawn from it.

A line `{"n": 17, "view": {...}}` is a JSON merge patch (RFC 7386): what changed since the line before. An entry without
a line left everything as it was. The entry itself holds version and digest of the view (`docs/file-format.md`), so the
chain vouches for all of them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic_core import to_json

from pbem.archive.agreement import disagreement
from pbem.archive.models import JOURNAL, VIEWS, PublicGame, Sight, Tables, first_tables, series_of
from pbem.core.chance import GivenChance
from pbem.core.errors import Fault, GameFileProblem
from pbem.core.known.facts import facts_of, lay
from pbem.core.table import Live, Table
from pbem.core.titles import Title, make_options
from pbem.engine.gamefile import Entry
from pbem.engine.journal import IN_ORDER_OF_NAMES, facts_digest, form_of, view_digest
from pbem.engine.play import title_options
from pbem.store.reading import parse_json

Facts = dict[str, Any]


def known_now(table: Table) -> bytes | None:
    """Return the facts of a table as bytes, which later moves do not change."""
    found = facts_of(table)
    return None if found is None else to_json(found)


# -- writing -----------------------------------------------------------------------------------------------------------


def write_views(entries: Sequence[Entry], known: Mapping[int, bytes | None]) -> bytes:
    """Write the member from what everybody knew after each entry; it is empty if no entry has a view."""
    lines: list[bytes] = []
    before: Facts = {}
    for entry in entries:
        raw = known.get(entry.n)
        if entry.view is None or raw is None:
            continue
        now: Facts = json.loads(raw)
        if to_json(now) == to_json(before):
            continue
        lines.append(to_json({"n": entry.n, "view": difference(before, now)}) + b"\n")
        before = now
    return b"".join(lines)


def difference(before: Facts, now: Facts) -> Facts:
    """Return the merge patch that turns one object into another."""
    patch: Facts = {}
    for key, value in now.items():
        old = before.get(key)
        if isinstance(old, dict) and isinstance(value, dict):
            inner = difference(old, value)
            if inner:
                patch[key] = inner
        elif key not in before or to_json(old) != to_json(value):
            patch[key] = value
    return {**patch, **{key: None for key in before if key not in now}}


def patched(before: Any, patch: Facts) -> Facts:
    """Apply a merge patch to an object, its keys in order."""
    now = dict(before) if isinstance(before, dict) else {}
    for key, value in patch.items():
        if value is None:
            now.pop(key, None)
        else:
            now[key] = patched(now.get(key), value) if isinstance(value, dict) else value
    return {key: now[key] for key in sorted(now)}


# -- reading -----------------------------------------------------------------------------------------------------------


def read_views(raw: bytes, entries: Sequence[Entry], title: Title, modules: Sequence[str]) -> dict[int, Facts]:
    """Read what everybody knew after each entry that has a view, compare it with its digest, and name the first that
    differs."""
    title.book(modules)  # which makes the models of the parts known
    lines = _lines(raw)
    found: dict[int, Facts] = {}
    now: Facts = {}
    for entry in entries:
        line = lines.pop(entry.n, None)
        if entry.view is None:
            if line is not None:
                raise GameFileProblem(Fault("{file}: entry {n} has no view", file=VIEWS, n=entry.n))
            continue
        before = now
        if line is not None:
            now = patched(now, line["view"])
        if entry.view != _digest(title, entry, now):
            raise GameFileProblem(
                Fault("{file}: entry {n}: it is not the view that the journal tells of", file=VIEWS, n=entry.n)
            )
        if line is not None and to_json(difference(before, now)) != to_json(line["view"]):
            raise GameFileProblem(
                Fault("{file}: entry {n}: it is not written as pbem writes it", file=VIEWS, n=entry.n)
            )
        found[entry.n] = now
    if lines:
        raise GameFileProblem(Fault("{file}: there is no entry {n}", file=VIEWS, n=min(lines)))
    return found


def last_facts(raw: bytes) -> Facts:
    """Read what everybody knew at the end, without comparing anything."""
    now: Facts = {}
    for line in _lines(raw).values():
        now = patched(now, line["view"])
    return now


def _digest(title: Title, entry: Entry, facts: Facts) -> str | None:
    """Make the digest of facts again, in the form that the entry names."""
    form = form_of(entry.view, title.table_model)
    if form is None:
        number = str(entry.view).partition(":")[0]
        raise GameFileProblem(
            Fault(
                "{file}: entry {n}: this pbem does not know views of version {version}",
                file=VIEWS,
                n=entry.n,
                version=number,
            )
        )
    if form == IN_ORDER_OF_NAMES:
        return f"{form}:{facts_digest(facts)}"
    return view_digest(_laid(title, entry, facts, None), form)


def _laid(title: Title, entry: Entry, facts: Facts, live: Live | None) -> Table:
    """Lay the table that everybody knew after an entry."""
    try:
        return lay(title.table_model, facts, live)
    except (ValueError, LookupError, TypeError, AttributeError):
        raise GameFileProblem(
            Fault("{file}: entry {n}: it is no view of {title}", file=VIEWS, n=entry.n, title=title.full_name)
        ) from None


def _lines(raw: bytes) -> dict[int, dict[str, Any]]:
    found: dict[int, dict[str, Any]] = {}
    if raw and not raw.endswith(b"\n"):
        raise GameFileProblem(Fault("{file}: its last line is cut off", file=VIEWS))
    for number, text in enumerate(raw.split(b"\n")[:-1], 1):
        line = parse_json(text, f"{VIEWS}: line {number}")
        if not isinstance(line, dict) or set(line) != {"n", "view"} or not isinstance(line["view"], dict):
            raise GameFileProblem(Fault("{file}: line {line}: it is no line of views", file=VIEWS, line=number))
        n = line["n"]
        if type(n) is not int or any(n <= other for other in found):
            raise GameFileProblem(Fault("{file}: line {line}: it is out of its place", file=VIEWS, line=number))
        if to_json(line) != text:
            raise GameFileProblem(
                Fault("{file}: line {line}: it is not written as pbem writes it", file=VIEWS, line=number)
            )
        found[n] = line
    return found


# -- drawing -----------------------------------------------------------------------------------------------------------


class Drawer:
    """Draws the boards of a public copy from its views, under the tables and options that each entry had."""

    def __init__(self, game: PublicGame, title: Title, entries: Sequence[Entry], tables: Tables) -> None:
        self.game, self.title, self.tables = game, title, tables
        note = entries[0].note
        self.options: dict[str, Any] = dict(note.get("options", {}))
        self.fixes: list[str] = list(note.get("fixes", []))
        self.data = title.prepare(first_tables(entries, tables))
        title.book(game.rules.modules)  # which makes the models of the parts known
        self.last: tuple[bytes, Any, tuple[str, str]] = b"", None, ("", "")
        """The last view with its tables, its words and its picture."""
        self.view: Facts | None = None
        """The last view, in words too."""

    def follow(self, entry: Entry) -> None:
        """Use the ruling or the other component tables that hold from this entry on."""
        if entry.kind == "rule" and entry.note.get("option"):
            self.options[entry.note["option"]] = entry.note.get("value")
        if entry.kind == "data":
            self.fixes = list(entry.note["fixes"])
            self.data = self.title.prepare(self.tables[entry.note["data"]])

    def live(self) -> Live:
        options = make_options(self.title, title_options(self.title, self.options))
        chance = GivenChance([])
        return self.title.live(chance, self.data, options, frozenset(self.fixes), self.game.rules.modules)

    def table(self, entry: Entry, facts: Facts) -> Table | None:
        """Lay the table as everybody knew it; None if the facts are of another version than ours."""
        model = self.title.table_model
        if form_of(entry.view, model) is None:
            return None
        return _laid(self.title, entry, facts, self.live())

    def sight(self, entry: Entry, table: Table) -> Sight:
        """Draw again what a spectator saw."""
        view = self.title.view(table, None)
        self.view = view.model_dump(mode="json")
        key = to_json(view)
        if key != self.last[0] or self.data is not self.last[1]:
            self.last = key, self.data, (self.title.summary(view, self.data), self.title.picture(view, self.data))
        return Sight(entry.n, dict(self.title.scores(table)), *self.last[2], series_of(self.title, table))

    def draw(self, entries: Sequence[Entry], facts: Mapping[int, Facts]) -> dict[int, Sight]:
        """Draw every board that the views of a public copy prove, by entry; name the first entry that contradicts
        itself, or the views around it."""
        found: dict[int, Sight] = {}
        before: Table | None = None
        book = self.title.book(self.game.rules.modules)
        for entry in entries:
            self.follow(entry)
            table = self.table(entry, facts[entry.n]) if entry.n in facts else None
            wrong = disagreement(book, entry, before, table)
            if wrong is not None:
                raise GameFileProblem(Fault("{file}: entry {n}: {problem}", file=JOURNAL, n=entry.n, problem=wrong))
            self.view = None
            if table is not None:
                found[entry.n] = self.sight(entry, table)
            before = table
        return found
