""" "What did I know then?": a game as it stood after any of its entries, from the journal alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pbem.archive.audit import find
from pbem.archive.models import PAGE, PublicGame, Tables, first_tables
from pbem.archive.opening import load, open_archive_bytes
from pbem.archive.page import shown_by
from pbem.core.errors import Refused
from pbem.core.table import Table
from pbem.core.titles import Title
from pbem.core.words import Say, Verbatim
from pbem.engine.adjudication.undoing import undone_after
from pbem.engine.gamefile import PRIVATE, Deadline, Entry, GameFile
from pbem.engine.journal import moment
from pbem.engine.play import Play
from pbem.engine.replay import Replayer


@dataclass(slots=True)
class Looked:
    """A game to look at, as it stood after `entry`; nothing can be saved through it."""

    play: Play
    entries: list[Entry]
    """All entries of the journal, later ones too."""

    @property
    def game(self) -> GameFile:
        return self.play.game

    @property
    def title(self) -> Title:
        return self.play.title

    def journal(self) -> list[Entry]:
        return self.entries


def open_archive(source: Path | bytes, n: int | None = None) -> Looked:
    """Open a full archive for looking, as the game stood after entry n (None: at its end).

    The zip and its checksums are checked, the moves are replayed; `verify` compares everything else.
    """
    opened = open_archive_bytes(load(source))
    game = opened.full
    if game is None:
        raise Refused(
            Say(
                "This archive is a public copy of {game}: it holds no table to look at. What spectators saw after each "
                "entry is in its page.html.",
                game=Verbatim(opened.game.id),
            )
        )
    return Looked(play_at(game, opened.entries, opened.title, opened.tables, n), opened.entries)


def no_entry(game: str, last: int, wanted: int) -> str:
    """Word the refusal of an entry that a game does not have."""
    told = {"game": Verbatim(game), "last": last, "n": wanted}
    return Say("{game} has entries 1 to {last}; there is no entry {n}.", **told)


@dataclass(slots=True)
class Seen:
    """What everybody saw of a game after one entry, from a public archive."""

    game: PublicGame
    entry: int
    text: str
    scores: dict[str, int]
    view: dict[str, Any] | None
    """The view itself; a public copy holds the last one only."""


def public_sight(source: Path | bytes, n: int | None = None) -> Seen | None:
    """Return what a public archive shows of entry n (None: the last); None if the archive is a full one.

    The texts are those of its reading page, which its checksums vouch for; `verify` says what more is proved.
    """
    opened = open_archive_bytes(load(source))
    game = opened.game
    if not isinstance(game, PublicGame):
        return None
    found = {sight.n: sight for sight in shown_by(opened.members[PAGE].decode("utf-8", "replace")).sights}
    wanted = game.entry if n is None else n
    if wanted not in found:
        raise Refused(no_entry(game.id, game.entry, wanted))
    sight = found[wanted]
    return Seen(game, wanted, sight.text, sight.scores, game.view if wanted == game.entry else None)


class _Follower:
    """Keeps the game around the table as it stood: entry, head, open questions, what was undone, status."""

    def __init__(self) -> None:
        self.replayer: Replayer | None = None

    def __call__(self, entry: Entry, table: Table) -> None:
        assert self.replayer is not None and self.replayer.play is not None
        play = self.replayer.play
        game = play.game
        game.entry, game.head = entry.n, entry.hash
        game.recent = [*game.recent, entry][-8:]
        self._status(game, entry)
        if entry.kind in ("undo", "redo"):
            game.deadlines.clear()
        play.put_questions(moment(entry.at), {answer.seat for answer in entry.answers})
        if game.status == "running":
            play.close(moment(entry.at))
        if game.status in ("finished", "terminated"):
            game.deadlines.clear()

    @staticmethod
    def _status(game: GameFile, entry: Entry) -> None:
        moderation = game.moderation
        moderation.undone = undone_after(moderation.undone, entry.kind, entry.note)
        if entry.kind == "undo":
            game.status, moderation.result = "running", None
        elif entry.kind == "end":
            game.status, moderation.result = "terminated", entry.note.get("result")
        elif entry.kind in ("pause", "resume"):
            game.status = "paused" if entry.kind == "pause" else "running"


def play_at(
    game: GameFile, entries: Sequence[Entry], title: Title, tables: Tables | dict[str, Any], n: int | None
) -> Play:
    """Replay the game from the journal as it stood after entry n (None: the last). The game given is not changed.

    `tables` are component tables by digest, or the one set of tables with which the game began.
    """
    journal = list(entries)
    last = journal[-1].n if journal else 0
    wanted = last if n is None else n
    if not 1 <= wanted <= last:
        raise Refused(no_entry(game.id, last, wanted))
    if any(entry.secret is None and entry.kind not in PRIVATE for entry in journal[:wanted]):
        told = {"game": Verbatim(game.id), "n": wanted}
        raise Refused(Say("This copy of {game} is a public one: it cannot be replayed to entry {n}.", **told))
    digests = _by_digest(journal, tables)
    fresh = game.model_copy(deep=False)
    fresh.moderation = type(game.moderation)(announce_secrets=game.moderation.announce_secrets)
    fresh.rules = game.rules.model_copy(update={"rulings": [r for r in game.rules.rulings if r.entry <= wanted]})
    fresh.deadlines, fresh.recent, fresh.outbox, fresh.orders, fresh.status = {}, [], [], {}, "running"
    follower = _Follower()
    replayer = Replayer(fresh, title, first_tables(journal, digests), hashes=False, watch=follower)
    replayer.find_tables = lambda digest: find(digests, digest)
    follower.replayer = replayer
    play = replayer.run(journal[:wanted])
    if wanted == last:
        _last_deadlines(play.game, game)
    return play


def _by_digest(entries: Sequence[Entry], tables: Tables | dict[str, Any]) -> Tables:
    first = str(entries[0].note.get("data", "")) if entries else ""
    return tables if first in tables else {first: dict(tables)}


def _last_deadlines(then: GameFile, now: GameFile) -> None:
    """Take the present deadlines from the game file, which alone knows them; earlier ones are not recorded."""
    for seat, deadline in now.deadlines.items():
        if seat in then.deadlines and then.deadlines[seat].entry == deadline.entry:
            then.deadlines[seat] = Deadline(**deadline.model_dump())
