"""Replaying for the record: every draw, every event, every state, and what a spectator saw after each entry."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pbem.archive.models import Sight, Tables, first_tables, series_of
from pbem.core.errors import GameFileProblem
from pbem.core.table import Live
from pbem.core.titles import Title
from pbem.engine.gamefile import Entry, GameFile
from pbem.engine.journal import record, salt, split_events, text_digest
from pbem.engine.play import Play
from pbem.engine.replay import Replayer


class AuditProblem(GameFileProblem):
    """A difference found while replaying; `check` is the check that found it."""

    def __init__(self, check: str, message: str) -> None:
        super().__init__(message)
        self.check = check


class Auditor(Replayer):
    """A replay that also compares events and salts, and counts what it compared. The chain was checked before."""

    def __init__(self, game: GameFile, title: Title, entries: Sequence[Entry], tables: Tables) -> None:
        undoing = any(entry.kind in ("undo", "redo") for entry in entries)
        super().__init__(game, title, first_tables(entries, tables), hashes=True, keep_states=undoing)
        self.find_tables = lambda digest: find(tables, digest)
        self.draws = self.answers = self.hashed = 0

    def _check_chain(self, entry: Entry) -> None:
        if entry.secret is None:
            raise AuditProblem("moves", f"entry {entry.n}: its secret part is missing, so it cannot be replayed")

    def _compare(self, entry: Entry) -> None:
        assert self.play is not None and entry.secret is not None
        live: Live = self.play.table.live
        self._compare_draws(entry, live)
        self.answers += len(entry.answers)
        public, secret = split_events(live.events)
        if public != entry.events or secret != entry.secret.events:
            raise AuditProblem("moves", f"entry {entry.n}: played again, other things happen")
        live.draws, live.events = [], []
        text = self.play.table.model_dump_json()
        if self.keep_states:
            self.states[entry.n] = text
        if text_digest(text) != entry.secret.state:
            raise AuditProblem("tables", f"entry {entry.n}: the table after it is not the recorded one")
        if entry.secret.salt != salt(self.seed, self.game.id, entry.n):
            raise AuditProblem("tables", f"entry {entry.n}: its salt is not made from the seed")
        self.hashed += 1

    def _compare_draws(self, entry: Entry, live: Live) -> None:
        assert entry.secret is not None
        shown = [record(draw) for draw in live.draws if not draw.hidden]
        hidden = [record(draw) for draw in live.draws if draw.hidden]
        for made, told in ((shown, entry.chance), (hidden, entry.secret.chance)):
            if made != told:
                wrong = next((a for a, b in zip(told, made, strict=False) if a != b), None)
                where = f" ({wrong.label} number {wrong.counter})" if wrong else ""
                raise AuditProblem("draws", f"entry {entry.n}: its draws are not those of the seed{where}")
            self.draws += len(made)


def find(tables: Tables, digest: str) -> dict[str, Any]:
    if digest not in tables:
        raise GameFileProblem(f"the component tables {digest[:12]} are missing")
    return tables[digest]


def audit(game: GameFile, title: Title, entries: Sequence[Entry], tables: Tables) -> tuple[Auditor, Play]:
    """Replay a whole journal; the first difference raises AuditProblem."""
    auditor = Auditor(game, title, entries, tables)
    return auditor, replay(auditor, entries)


def replay(auditor: Auditor, entries: Iterable[Entry]) -> Play:
    try:
        return auditor.run(entries)
    except AuditProblem:
        raise
    except GameFileProblem as problem:
        raise AuditProblem("moves", problem.message) from problem
    except Exception as problem:  # a journal from outside may break the rules in any way; that is what we report
        where = f"entry {auditor.n + 1}: it cannot be played again: {type(problem).__name__}: {problem}"
        raise AuditProblem("moves", where) from problem


def sights(game: GameFile, title: Title, entries: Sequence[Entry], tables: Tables) -> tuple[list[Sight], Auditor, Play]:
    """Replay, and note what a spectator saw after each entry."""
    seen: list[Sight] = []
    auditor = Auditor(game, title, entries, tables)
    drawn: dict[str, tuple[str, str]] = {}
    """Text and picture of the last view: many entries leave the board as it was."""

    def look(entry: Entry, table: Any) -> None:
        view = title.view(table, None)
        key = view.model_dump_json()
        if key not in drawn:
            drawn.clear()
            drawn[key] = title.summary(view), title.picture(view)
        seen.append(Sight(entry.n, dict(title.scores(table)), *drawn[key], series_of(title, table)))

    auditor.watch = look
    play = replay(auditor, entries)
    return seen, auditor, play
