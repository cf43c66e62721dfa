"""Replaying for the record: every draw, every event, every state, and what a spectator saw after each entry."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from pbem.archive.models import Sight, Tables, first_tables, series_of
from pbem.archive.public_views import known_now
from pbem.core.chance import Draw
from pbem.core.errors import Fault, GameFileProblem
from pbem.core.events import Event
from pbem.core.table import Live, Table, View
from pbem.core.titles import Title
from pbem.engine.gamefile import PRIVATE, DrawRecord, Entry, GameFile
from pbem.engine.journal import salt, same_view, text_digest
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

    def _check_chain(self, entries: list[Entry]) -> None:
        for entry in entries:
            if entry.secret is None and entry.kind not in PRIVATE:
                raise AuditProblem(
                    "moves", Fault("entry {n}: its secret part is missing, so it cannot be replayed", n=entry.n)
                )

    def _compare(self, entry: Entry) -> None:
        assert self.play is not None
        live: Live = self.play.table.live
        if entry.secret is None:  # a private message: nothing happens on the table
            self._compare_view(entry)
            if self.keep_states:
                self.states[entry.n] = self.play.table.model_dump_json()
            return
        self._compare_draws(entry, live)
        self.answers += len(entry.answers)
        if not same_events(live.events, entry):
            raise AuditProblem("moves", Fault("entry {n}: played again, other things happen", n=entry.n))
        live.draws, live.events = [], []
        written, known = self.scribe.write(self.play.table)
        if self.keep_states:
            self.states[entry.n] = written.decode()
        if text_digest(written) != entry.secret.state:
            raise AuditProblem("tables", Fault("entry {n}: the table after it is not the recorded one", n=entry.n))
        if entry.secret.salt != salt(self.play.seed, self.game.id, entry.n):
            raise AuditProblem("tables", Fault("entry {n}: its salt is not made from the seed", n=entry.n))
        self._compare_view(entry, known)
        self.hashed += 1

    def _compare_view(self, entry: Entry, known: bytes | None = None) -> None:
        assert self.play is not None
        if not same_view(entry, self.play.table, known):
            raise AuditProblem(
                "tables", Fault("entry {n}: what everybody knows after it is not what is recorded", n=entry.n)
            )

    def _compare_draws(self, entry: Entry, live: Live) -> None:
        assert entry.secret is not None
        told = {False: iter(entry.chance), True: iter(entry.secret.chance)}
        for draw in live.draws:
            if not same_draw(draw, next(told[draw.hidden], None)):
                self._other_draw(entry, Fault("{label} number {counter}", label=draw.label, counter=draw.counter))
        left = next(told[False], None) or next(told[True], None)
        if left is not None:
            self._other_draw(entry, Fault("{label} number {counter}", label=left.label, counter=left.counter))
        self.draws += len(live.draws)

    def _other_draw(self, entry: Entry, which: str) -> None:
        raise AuditProblem(
            "draws", Fault("entry {n}: its draws are not those of the seed ({which})", n=entry.n, which=which)
        )


def same_draw(draw: Draw, told: DrawRecord | None) -> bool:
    """Tell whether a draw is the one told, field by field: making a model of every draw would cost a third of the
    replay."""
    return (
        told is not None and draw.label == told.label and draw.counter == told.counter and draw.of == told.of
        and draw.value == told.value and draw.order == told.order
    )  # fmt: skip


def same_events(events: Sequence[Event], entry: Entry) -> bool:
    """Tell whether what happened is what the entry tells, openly and under seal."""
    assert entry.secret is not None
    public, secret = iter(entry.events), iter(entry.secret.events)
    seen = 0
    for event in events:
        open_data: Any = event.data if event.to is None else event.twin
        if event.to is not None:
            hidden = next(secret, None)
            if hidden is None or (hidden.after, hidden.kind, hidden.seat, hidden.data, hidden.to, hidden.twin) != (
                seen, event.kind, event.seat, event.data, event.to, event.twin is not None
            ):  # fmt: skip
                return False
        if open_data is not None:
            seen += 1
            told = next(public, None)
            if told is None or (told.kind, told.seat, told.data) != (event.kind, event.seat, open_data):
                return False
    return next(public, None) is None and next(secret, None) is None


def find(tables: Tables, digest: str) -> dict[str, Any]:
    if digest not in tables:
        raise GameFileProblem(Fault("the component tables {digest} are missing", digest=digest[:12]))
    return tables[digest]


def replay(auditor: Auditor, entries: Iterable[Entry]) -> Play:
    """Replay a journal; the first difference raises AuditProblem."""
    try:
        return auditor.run(entries)
    except AuditProblem:
        raise
    except GameFileProblem as problem:
        raise AuditProblem("moves", problem.message) from problem
    except Exception as problem:  # a journal from outside may break the rules in any way; that is what we report
        where = Fault(
            "entry {n}: it cannot be played again: {kind}: {problem}",
            n=auditor.n + 1,
            kind=type(problem).__name__,
            problem=problem,
        )
        raise AuditProblem("moves", where) from problem


def readers_of(game: GameFile) -> list[str]:
    """List the seats whose views a full copy opens: those of the people, once the game is over."""
    over = game.status in ("finished", "terminated")
    return [info.seat for info in game.seats if info.role == "player"] if over else []


Tell = Callable[[int], None]
"""Told each entry that was played again, for whoever waits."""


class Spectator:
    """Watches a replay and notes what a spectator saw after each entry, and what each reader saw."""

    def __init__(self, title: Title, readers: Sequence[str] = (), tell: Tell | None = None) -> None:
        self.title, self.readers, self.tell = title, readers, tell
        self.seen: list[Sight] = []
        self.known: dict[int, bytes | None] = {}
        """What everybody knew after each entry, as ids and numbers."""
        self.last: tuple[str, Any, tuple[str, str]] = "", None, ("", "")
        """The last view with its tables, its words and its picture: many entries leave the board as it was."""

    def __call__(self, entry: Entry, table: Table) -> None:
        if self.tell is not None:
            self.tell(entry.n)
        view, data = self.title.view(table, None), table.live.data
        words, picture = self._board(view, data)
        self.known[entry.n] = known_now(table)
        scores = dict(self.title.scores(table))
        eyes = {seat: self.title.own(self.title.for_reader(view, table, seat), data) for seat in self.readers}
        self.seen.append(Sight(entry.n, scores, words, picture, series_of(self.title, table), eyes))

    def _board(self, view: View, data: Any) -> tuple[str, str]:
        key = view.model_dump_json()
        if key != self.last[0] or data is not self.last[1]:
            self.last = key, data, (self.title.summary(view, data), self.title.picture(view, data))
        return self.last[2]


def sights(
    game: GameFile,
    title: Title,
    entries: Sequence[Entry],
    tables: Tables,
    readers: Sequence[str] = (),
    tell: Tell | None = None,
) -> tuple[Spectator, Play]:
    """Replay, and note what a spectator saw after each entry, and what the readers saw."""
    auditor = Auditor(game, title, entries, tables)
    auditor.watch = spectator = Spectator(title, readers, tell)
    play = replay(auditor, entries)
    return spectator, play
