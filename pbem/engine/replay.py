"""Replay: the journal played again from set-up, every hash compared.

Replay is the audit of the record: it uses the seed, the pinned tables and the recorded answers, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from pbem.core.chance import ChanceSource, Draw, GivenChance, SeedChance, commitment
from pbem.core.errors import Fault, GameFileProblem, PbemError
from pbem.core.known.scribe import Scribe
from pbem.core.table import Live, Table
from pbem.core.titles import Title, make_options
from pbem.core.words import Say
from pbem.engine.adjudication.moderation import as_table, put_table
from pbem.engine.adjudication.patch import apply_patch
from pbem.engine.adjudication.undoing import go_back
from pbem.engine.create import new_table, take_seats
from pbem.engine.gamefile import DrawRecord, Entry, GameFile
from pbem.engine.journal import chain_problem, same_view, tables_digest, text_digest
from pbem.engine.play import Play, title_options
from pbem.engine.quick_digests import quick_digests
from pbem.engine.seeds import all_seeds, seeds_problem
from pbem.engine.submission.pledges import opening_problem, pledge_problem


def no_tables(digest: str) -> dict[str, Any]:
    raise GameFileProblem(Fault("the component tables {digest} are missing", digest=digest[:12]))


def same_draws(draws: list[Draw], hidden: bool, recorded: list[DrawRecord]) -> bool:
    """Tell whether the public or the hidden ones among the draws are those recorded."""
    drawn = [(d.label, d.counter, d.of, d.value, d.order) for d in draws if d.hidden == hidden]
    return drawn == [(d.label, d.counter, d.of, d.value, d.order) for d in recorded]


Watcher = Callable[[Entry, Table], None]


class Replayer:
    """Plays a journal again, entry by entry. `states` keeps the table after each entry as JSON, for undo."""

    def __init__(
        self,
        game: GameFile,
        title: Title,
        raw_data: dict[str, Any],
        *,
        hashes: bool = True,
        keep_states: bool = True,
        watch: Watcher | None = None,
    ) -> None:
        self.wrong_seeds = seeds_problem(game)
        self.game = game.model_copy()
        self.title = title
        self.raw_data = raw_data
        self.data = title.prepare(raw_data)
        self.hashes = hashes
        self.keep_states = keep_states
        self.watch = watch
        self.states: dict[int, str] = {}
        self.find_tables: Callable[[str], dict[str, Any]] = no_tables
        """Component tables by digest, for games into which a moderator brought others."""
        self.under: tuple[dict[str, Any], list[str]] | None = None
        """Other tables and fixes under which to try the journal, whatever it says."""
        self.n = 0
        self.play: Play | None = None
        self.scribe = Scribe(title.table_model)
        self.seeds = all_seeds(game)
        """Oldest first; the copy of the game is played with those that its entries had."""
        self.game.seed, self.game.seed_commitment = self.seeds[0].hex(), commitment(self.seeds[0])
        self.game.rules = game.rules.model_copy(update={"seeds": []})
        self.record: list[Draw] | None = [] if game.rules.chance == "record" else None

    def run(self, entries: Iterable[Entry]) -> Play:
        """Replay them all; the first difference raises GameFileProblem naming its entry."""
        if self.wrong_seeds is not None:
            raise GameFileProblem(self.wrong_seeds)
        journal = list(entries)
        self._check_chain(journal)
        for entry in journal:
            self.step(entry)
        if self.play is None:
            raise GameFileProblem(Fault("the journal is empty"))
        return self.play

    def step(self, entry: Entry) -> None:
        if entry.n != self.n + 1:
            raise GameFileProblem(
                Fault("entry {n}: the journal has entry {found} in its place", n=self.n + 1, found=entry.n)
            )
        try:
            self._apply(entry)
        except GameFileProblem:
            raise
        except (PbemError, LookupError, AssertionError, ValueError, TypeError) as problem:
            raise GameFileProblem(
                Fault("entry {n}: it cannot be played again: {problem}", n=entry.n, problem=problem)
            ) from problem
        assert self.play is not None
        self._compare(entry)
        self.n = entry.n
        if self.watch is not None:
            self.watch(entry, self.play.table)

    # -- checks -----------------------------------------------------------------------------------------------------

    def _check_chain(self, entries: list[Entry]) -> None:
        """Check all entries before the first is played: between the moves, with cold caches, it would cost more."""
        if not self.hashes:
            return
        problem = chain_problem(entries, digests=quick_digests)
        if problem is not None:
            raise GameFileProblem(problem)
        for entry in entries:
            if entry.secret is None:
                raise GameFileProblem(
                    Fault("entry {n}: its secret part is missing, so it cannot be replayed", n=entry.n)
                )
        problem = opening_problem(entries)
        if problem is not None:
            raise GameFileProblem(problem)

    def _compare(self, entry: Entry) -> None:
        assert self.play is not None
        live: Live = self.play.table.live
        recorded = entry.secret.chance if entry.secret else []
        if not (same_draws(live.draws, False, entry.chance) and same_draws(live.draws, True, recorded)):
            raise GameFileProblem(Fault("entry {n}: its draws are not those of the seed", n=entry.n))
        live.draws, live.events = [], []
        if not (self.hashes or self.keep_states):
            return
        written, known = self.scribe.write(self.play.table)
        if self.keep_states:
            self.states[entry.n] = written.decode()
        if self.hashes and entry.secret and text_digest(written) != entry.secret.state:
            raise GameFileProblem(Fault("entry {n}: the table after it is not the recorded one", n=entry.n))
        if self.hashes and not same_view(entry, self.play.table, known):
            raise GameFileProblem(Fault("entry {n}: what everybody knows after it is not what is recorded", n=entry.n))

    # -- entries ----------------------------------------------------------------------------------------------------

    def _apply(self, entry: Entry) -> None:
        if entry.kind == "setup":
            self._setup(entry)
        elif entry.kind == "move":
            assert self.play is not None, "the journal does not begin with its set-up"
            self._feed(entry)
            self.play.replay_answers(entry)
        else:
            self._feed(entry)
            replay_entry(self, entry)
            assert self.play is not None
            problem = pledge_problem(entry, self.play.seed, self.game.id) if self.record is None else None
            if problem is not None:
                raise GameFileProblem(problem)

    def _feed(self, entry: Entry) -> None:
        """Feed the draws that an imported record brings."""
        if self.record is not None:
            records: list[DrawRecord] = [*entry.chance, *(entry.secret.chance if entry.secret else [])]
            self.record += [Draw(d.label, d.counter, d.of, d.value, d.order) for d in records]
            if self.play is not None:
                self.play.source = self.play.table.live.chance = GivenChance(self.record)

    def _chance(self) -> ChanceSource:
        """Say where the draws of the set-up come from."""
        return SeedChance(self.seeds[0], self.game.id) if self.record is None else GivenChance(self.record)

    def _setup(self, entry: Entry) -> None:
        note = entry.note
        self._feed(entry)
        fixes = list(note["fixes"])
        if self.under is not None:
            fixes = self.under[1]
        elif tables_digest(self.raw_data) != note["data"]:
            self.data = self.title.prepare(self.find_tables(note["data"]))
        source = self._chance()
        self.game.options = {**self.game.options, **note["options"]}
        self.game.rules = self.game.rules.model_copy(
            update={"fixes": fixes, "data": note["data"], "modules": list(note.get("modules", []))}
        )
        options = make_options(self.title, title_options(self.title, note["options"]))
        live = self.title.live(source, self.data, options, frozenset(fixes), self.game.rules.modules)
        seats: list[str] = list(note["seats"])
        drawn: dict[str, int] = {}
        if "wishes" in note:
            taken = take_seats(self.title, note["wishes"], live)
            drawn = taken.drawn
            if taken.all != seats:
                raise GameFileProblem(Fault("entry {n}: its seats are not those of the seed", n=entry.n))
        table = new_table(self.title, seats, live, drawn)
        self.game.table = table
        self.play = Play(self.game, self.title, self.data, None if isinstance(source, SeedChance) else source)
        self.play.table.live.draws, self.play.table.live.events = live.draws, live.events

    def restore(self, n: int) -> None:
        """Put the table back to what it was after entry n."""
        assert self.play is not None
        if n not in self.states:
            raise GameFileProblem(Fault("there is no state after entry {n}", n=n))
        self.play.lay(self.title.table_model.model_validate_json(self.states[n]))

    def reseed(self, entry: Entry) -> None:
        """Play on with the seed that the entry promises: the game was opened again after its end."""
        assert self.play is not None
        following = self.seeds[len(self.play.game.rules.seeds) + 1 :]
        if not following or commitment(following[0]) != entry.note["commitment"]:
            raise GameFileProblem(Fault("entry {n}: the game file has not the seed that it promises", n=entry.n))
        self.play.reseed(following[0], entry.n)

    def change_data(self, entry: Entry) -> None:
        """Play on under other component tables or fixes, which a moderator brought into the game."""
        assert self.play is not None
        if self.under is not None:
            return
        wanted = entry.note["data"]
        self.data = self.play.data = self.title.prepare(self.find_tables(wanted))
        self.play.game.rules = self.play.game.rules.model_copy(
            update={"data": wanted, "fixes": list(entry.note["fixes"])}
        )
        self.play.lay(self.play.table)


def replay_entry(replayer: Replayer, entry: Entry) -> None:
    """Do again what a moderator's entry did to the table."""
    play = replayer.play
    if play is None:
        raise GameFileProblem(Fault("entry {n}: it stands before the set-up", n=entry.n))
    note = entry.note
    if entry.kind in ("undo", "redo"):
        if "commitment" in note:
            replayer.reseed(entry)
        replayer.restore(int(note["before"] if entry.kind == "undo" else note["undo"]) - 1)
        if "epoch" in note:
            draws = str(note.get("draws", "fresh"))
            told = go_back(play, play.table, int(note["epoch"]), draws, opened="known" in note)
            if told != {key: note[key] for key in ("known", "unsealed") if key in note}:
                raise GameFileProblem(Fault("entry {n}: what it lists as known to all is not what was held", n=entry.n))
    elif entry.kind == "rule" and note.get("option"):
        play.game.options = {**play.game.options, note["option"]: note["value"]}
        put_table(play, play.table)
    elif entry.kind == "patch":
        if entry.secret is None:
            raise GameFileProblem(Fault("entry {n}: the patch is secret and missing", n=entry.n))
        after = apply_patch(play.table.model_dump(mode="json"), entry.secret.note["patch"])
        put_table(play, as_table(play, after))
    elif entry.kind == "data":
        replayer.change_data(entry)


def first_difference(game: GameFile, title: Title, raw: dict[str, Any], fixes: list[str],
                     entries: Iterable[Entry]) -> tuple[int, str] | None:  # fmt: skip
    """Find the first past entry that would have come out differently under other tables or fixes, and how."""
    replayer = Replayer(game, title, raw, hashes=False)
    replayer.under = (raw, fixes)
    for entry in entries:
        try:
            replayer.step(entry)
        except PbemError as problem:
            return entry.n, problem.message
        if entry.secret is not None and text_digest(replayer.states[entry.n]) != entry.secret.state:
            return entry.n, Say("entry {n}: the table after it would be another one", n=entry.n)
    return None
