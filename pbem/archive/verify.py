"""Verifying an archive: from its bytes alone, without home, settings or network, and without writing anything.

Each check says in one line what it looked at; the first that fails names the place, and checks that need what it
found broken are not made. A full copy is replayed with its seed under its own tables, and all its texts and boards are
made again. A public copy has its chain, and its texts are made again from that; what nobody can prove without the
secret parts stands in a line of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from pbem.archive.audit import Auditor, AuditProblem, Spectator, find, readers_of, replay
from pbem.archive.build import Source, build_id, made_by, maker_line, members, sums
from pbem.archive.checks import (
    Check,
    Failed,
    chained_end,
    known_fixes,
    passed,
    same_boards,
    same_game,
    same_member,
    same_pins,
    same_record,
    score_words,
    spans,
    wrong_sum,
)
from pbem.archive.container import read_loosely, read_zip, write_zip
from pbem.archive.mails import compare_mails
from pbem.archive.models import GAME, JOURNAL, NEEDED, PAGE, RECORD, REPORT, SUMS, VIEWS, PublicGame, Sight
from pbem.archive.opening import NotInstalled, load, open_members
from pbem.archive.other_builds import Reworded, foreign_texts, known_members, same_figures, same_view
from pbem.archive.page import Shows, rules_of, shown_by
from pbem.archive.public_replay import PublicReplayer, tells_view
from pbem.archive.public_views import Drawer, read_views
from pbem.archive.record import RecordRefused
from pbem.archive.spoken import bare
from pbem.core.errors import GameFileProblem, Misuse
from pbem.core.kept import told
from pbem.engine.deals import deal_problem
from pbem.engine.gamefile import PRIVATE
from pbem.engine.journal import chain_problem
from pbem.engine.play import Play
from pbem.engine.seeds import all_seeds, seeds_problem
from pbem.engine.submission.pledges import opening_problem

NO_SECRETS = "a public copy has no seed and no secret parts"
NO_REPLAY = f"{NO_SECRETS}: it cannot be played again"
GUESSED = f"{NO_SECRETS}: it was played with guesses for them, and other hidden things may explain it as well"
LONGEST = 100
Verdict = Literal["proved", "proved-other-build", "repacked", "not-these-mails", "broken"]
EXIT_CODES: dict[Verdict, int] = {
    "proved": 0, "proved-other-build": 0, "repacked": 1, "not-these-mails": 3, "broken": 3
}  # fmt: skip


def verify(source: Path | bytes, mails: Path | None = None) -> list[Check]:
    """Make all checks of an archive. With `mails`, compare a player's kept mails with the journal."""
    return Verifier(source, mails).run()


@dataclass
class Verifier:
    source: Path | bytes
    mails: Path | None = None
    checks: list[Check] = field(default_factory=list)
    members: dict[str, bytes] = field(default_factory=dict)
    auditor: Auditor | None = None
    problem: AuditProblem | None = None
    """What the replay stumbled over; told by the check it belongs to."""
    play: Play | None = None
    explained: PublicReplayer | None = None
    """A public copy played again, with guesses for what is hidden."""
    seen: list[Sight] = field(default_factory=list)
    """What a spectator saw, from the replay."""
    boards: dict[int, Sight] = field(default_factory=dict)
    """What a spectator saw, drawn from the views of a public copy."""
    tell: Callable[[int, int, str], None] | None = None
    """Told how far the work has come, for whoever waits."""
    same_words: bool = False
    """Whether every text is the one that this build writes."""
    reworded: list[Reworded] = field(default_factory=list)
    """Sentences of another build, each beside what this one writes."""

    not_installed: bool = False
    """Whether the rules of its title are missing here."""

    def run(self) -> list[Check]:
        names = ["zip", "checksums", "schema", "chain", "seed", "draws", "moves", "tables", "views", "score", "page"]
        names += ["texts", "limits"] if self.mails is None else ["texts", "limits", "mails"]
        for at, name in enumerate(names):
            if self.checks and self.checks[-1].passed is False and not (name == "checksums" and self.members):
                self.checks += [Check(later, None, "not looked at") for later in names[at:]]
                break
            if self.tell is not None:
                self.tell(at, len(names), name)
            self.checks.append(self._one(name, getattr(self, f"_{name}")))
        return self.checks

    @property
    def verdict(self) -> Verdict:
        """What all the checks come to."""
        failed = [check.name for check in self.checks if check.passed is False]
        if not failed:
            return "proved" if self.same_words else "proved-other-build"
        if failed == ["mails"]:
            return "not-these-mails"
        return "repacked" if failed == ["zip"] and self.members else "broken"

    def _one(self, name: str, step: Callable[[], str | None]) -> Check:
        try:
            text = step()
        except (Failed, GameFileProblem, Misuse, RecordRefused) as problem:
            self.not_installed = isinstance(problem, NotInstalled)
            return Check(name, False, str(problem).rstrip("."))
        except RecursionError:
            return Check(name, False, "lists or objects are nested too deeply")
        except Exception as problem:  # content from outside may break anything: that is a finding, not a crash
            return Check(name, False, f"it cannot be judged: {type(problem).__name__}: {str(problem)[:200]}")
        return Check(name, None if text is None or name == "limits" else True, text or NO_SECRETS)

    # -- the file itself ----------------------------------------------------------------------------------------------

    def _zip(self) -> str:
        try:
            data = load(self.source)
            self.members = read_zip(data)
        except GameFileProblem as problem:
            # Somebody may have unpacked it and packed it again: what is in it is judged all the same.
            self.members = read_loosely(load(self.source)) or {}
            raise Failed(problem.message.removeprefix("zip: ").rstrip(".")) from None
        if write_zip(self.members) != data:
            raise Failed("its members are packed otherwise than pbem packs them")
        return f"{len(self.members)} members in {len(data):,} bytes, nothing else in the file"

    def _checksums(self) -> str:
        missing = [name for name in NEEDED if name not in self.members]
        if missing:
            raise Failed(f"{missing[0]}: this member is missing")
        if self.members[SUMS] != sums(self.members):
            raise Failed(wrong_sum(self.members))
        return f"{len(self.members) - 1} members fit {SUMS}"

    # -- what the members say -----------------------------------------------------------------------------------------

    def _schema(self) -> str:
        self.opened = open_members(self.members)
        same_game(self.opened)
        known_fixes(self.opened)
        known_members(self.opened, self.members)
        about, entries = self.opened.about, self.opened.entries
        self.same_build = (about.made_by, about.build) == (made_by(), build_id(bare(self.opened.title)))
        return f"{about.variant} copy of {about.game}, {self.opened.title.full_name}, {len(entries)} entries"

    def _chain(self) -> str:
        game, entries = self.opened.game, self.opened.entries
        problem = chain_problem(entries, documents=self.opened.documents)
        if problem is not None:
            raise Failed(problem)
        if not entries or entries[0].kind != "setup":
            raise Failed("entry 1: it is not the set-up")
        if (entries[-1].n, entries[-1].hash) != (game.entry, game.head):
            raise Failed(f"entry {entries[-1].n}: it is not the head that {GAME} names")
        if any((entry.secret is None) != (self.opened.full is None or entry.kind in PRIVATE) for entry in entries):
            raise Failed(f"the secret parts do not belong to a {self.opened.about.variant} copy")
        problem = opening_problem(entries)
        if problem is not None:
            raise Failed(problem)
        same_pins(self.opened)
        return f"{len(entries)} entries, head {game.head[:12]}"

    # -- the replay ---------------------------------------------------------------------------------------------------

    def _seed(self) -> str | None:
        game = self.opened.full
        if game is None:
            return None
        if game.rules.chance == "record":
            return "this game's draws come from an imported record: its chance cannot be verified"
        problem = seeds_problem(game)
        if problem is not None:
            raise Failed(f"{GAME}: {problem}")
        given = " (the seed was chosen by a person)" if game.rules.chance == "given" else ""
        if game.rules.deal is not None:
            promise = self.opened.entries[0].note.get("deal")
            wrong = deal_problem(game.id, game.rules.deal, all_seeds(game)[0], promise)
            if wrong is not None:
                raise Failed(f"{GAME}: {wrong}")
            given = " (made of a promised secret and the words of all players)"
        fits = [f"{pin.seed_commitment[:12]} until entry {pin.last}" for pin in game.rules.seeds]
        return f"fits the commitment {', then '.join([*fits, game.seed_commitment[:12]])}{given}"

    def _draws(self) -> str | None:
        """Replay the game; this check and the two behind it tell what was found."""
        game, opened = self.opened.full, self.opened
        if game is None:
            return None
        auditor = self.auditor = Auditor(game, opened.title, opened.entries, opened.tables)
        auditor.watch = spectator = Spectator(opened.title, readers_of(game), self._told)
        self.seen = spectator.seen
        try:
            self.play = replay(auditor, opened.entries)
        except AuditProblem as problem:
            self.problem = problem
            if problem.check == "draws":
                raise
        source = "the record" if game.rules.chance == "record" else "the seed"
        return f"{auditor.draws} draws are those of {source}"

    def _told(self, n: int) -> None:
        if self.tell is not None:
            self.tell(n, len(self.opened.entries), "playing again")

    def _moves(self) -> str | None:
        if isinstance(self.opened.game, PublicGame):
            return self._public_moves(self.opened.game)
        if self.auditor is None:
            return None
        if self.problem is not None and self.problem.check == "moves":
            raise self.problem
        return f"{self.auditor.answers} answers are legal and lead to the recorded events"

    def _public_moves(self, game: PublicGame) -> str | None:
        """Play a public copy with its open answers and draws, from the set-up on. Entries of older builds, which do not
        tell what everybody knew, say too little for that."""
        opened = self.opened
        told = all(tells_view(entry, opened.title) for entry in opened.entries)
        if not told or not opened.title.table_model.guessable:
            return None
        try:
            facts = self.facts
        except GameFileProblem:
            return None  # the check of the views says so
        played = self.explained = PublicReplayer(game, opened.title, opened.entries, opened.tables, facts)
        played.watch = lambda entry, table: self._told(entry.n)
        try:
            played.run(opened.entries)
        except GameFileProblem as problem:
            raise Failed(f"{JOURNAL}: {problem.message.rstrip('.')}") from None
        until = f", until the correction of entry {played.patched} left something open" if played.stopped else ""
        return f"{played.answers} open answers and {played.draws} open draws lead to what the entries tell{until}"

    @cached_property
    def facts(self) -> dict[int, dict[str, Any]]:
        """What everybody knew after each entry of a public copy, compared with the chain."""
        opened = self.opened
        return read_views(self.members.get(VIEWS, b""), opened.entries, opened.title, opened.game.rules.modules)

    def _tables(self) -> str | None:
        if self.auditor is None:
            return None
        if self.problem is not None:
            raise self.problem
        assert self.play is not None and self.opened.full is not None
        if self.play.table.model_dump_json() != self.opened.full.table.model_dump_json():
            raise Failed(f"{GAME}: table: it is not the one that the journal leads to")
        return f"{self.auditor.hashed} tables fit their recorded hashes"

    def _views(self) -> str | None:
        """Check that the views of a public copy are those of its chain; draw again every board that they tell."""
        game, opened = self.opened.game, self.opened
        told = sum(entry.view is not None for entry in opened.entries)
        if not isinstance(game, PublicGame):
            return f"{told} views of everybody fit their recorded hashes" if told else "no entry tells its view"
        drawer = Drawer(game, opened.title, opened.entries, opened.tables)
        self.boards = drawer.draw(opened.entries, self.facts)
        if self.same_build and drawer.view is not None and drawer.view != game.view:
            raise Failed(f"{GAME}: view: it is not the one that the journal tells of")
        if drawer.view is not None:
            same_view(game.view, drawer.view)
        return f"{told} views are those of the chain" if told else "no entry tells its view"

    def _score(self) -> str | None:
        """Check that status and result are those that the journal tells and, where it can be played again, that are
        reached."""
        game = self.opened.game
        status, reached = chained_end(self.opened.entries)
        play = self.play if self.explained is None or self.explained.stopped else self.explained.play
        if play is not None and play.run.over and status in ("running", "finished"):
            found = self.opened.title.result(play.table)
            chained, reached = reached, found.data() if found else None
            if status == "finished" and told(chained) != told(reached):
                raise Failed(f"{JOURNAL}: the result it tells is not the one reached, {score_words(reached)}")
            status = "finished"
        elif play is None and (game.status, status) == ("finished", "running"):
            return None  # a journal from before the last entry told the result
        if game.status != status:
            raise Failed(f"{GAME}: status: {game.status} is not {status}")
        if told(game.moderation.result) != told(reached):
            raise Failed(f"{GAME}: moderation.result: by the journal the result is {score_words(reached)}")
        return score_words(reached)

    # -- page and texts -----------------------------------------------------------------------------------------------

    def _page(self) -> str:
        """Check that every score and every board that the page shows is the journal's."""
        self.shows = shown_by(self.members[PAGE].decode("utf-8", "replace"))
        found, opened = self.shows.sights, self.opened
        if [sight.n for sight in found] != [entry.n for entry in opened.entries]:
            raise Failed(f"{PAGE}: it does not show every entry")
        if self.same_build and self.shows.rules != rules_of(opened.title):
            raise Failed(f"{PAGE}: the rules it explains are not ours")
        if self.play is None:
            return self._public_boards(found)
        for shown, sight in zip(found, self.seen, strict=True):
            if not self._same_scores(shown, sight):
                raise Failed(f"{PAGE}: entry {shown.n}: the scores shown are not those of the journal")
        if not self.same_build:
            return f"{len(found)} entries show the scores of the journal"
        same_boards(found, self.seen)
        return f"{len(found)} entries show the scores and boards of the journal"

    def _same_scores(self, shown: Sight, sight: Sight) -> bool:
        """Tell whether scores and figures over time are the same; what a figure is called is another build's own
        word."""
        if self.same_build:
            return (shown.scores, shown.series) == (sight.scores, sight.series)
        return (shown.scores, [*shown.series.values()]) == (sight.scores, [*sight.series.values()])

    def _proved(self) -> list[Sight]:
        """List what the page of a public copy shows of entries that tell their view."""
        return [sight for sight in self.shows.sights if sight.n in self.boards]

    def _public_boards(self, found: list[Sight]) -> str:
        """Check that the boards of a public copy are those of its views; where there are none, that the last is the
        game file's."""
        proved = self._proved()
        for shown in proved:
            sight = self.boards[shown.n]
            if not self._same_scores(shown, sight):
                raise Failed(f"{PAGE}: entry {shown.n}: the scores shown are not those of the journal")
        if self.same_build:
            same_boards(proved, [self.boards[shown.n] for shown in proved])
        if not proved or proved[-1] is not found[-1]:
            return self._last_board(found)
        return (
            f"{len(proved)} of {len(found)} entries show the {'boards' if self.same_build else 'scores'} of the views"
        )

    def _last_board(self, found: list[Sight]) -> str:
        """Check that of a public copy's boards the last is the one of its game file, and that the last scores are the
        result's."""
        game, last, title = self.opened.game, found[-1], self.opened.title
        scores = (game.moderation.result or {}).get("scores")
        if game.status == "finished" and scores and last.scores != scores:
            raise Failed(f"{PAGE}: entry {last.n}: the scores shown are not those of the result")
        raw = getattr(game, "view", None)
        try:
            data = title.prepare(find(self.opened.tables, game.rules.data))
            view = title.read_view(raw, data) if self.same_build and raw is not None else None
        except (ValueError, LookupError):
            raise Failed(f"{GAME}: view: it is not a view of {title.full_name}") from None
        if view is None:
            return f"{len(found)} entries"
        if view.model_dump(mode="json") != raw:
            raise Failed(f"{GAME}: view: it is not written as {title.full_name} writes it")
        same_boards([last], [Sight(last.n, last.scores, title.summary(view), title.picture(view))])
        return f"{len(found)} entries, the last shows the board of {GAME}"

    def _texts(self) -> str:
        """Check that the record says what the journal says, and make every text again. If another build made the
        archive, sentences may have an earlier wording, and boards be drawn otherwise."""
        opened, about = self.opened, self.opened.about
        report = self.members[REPORT].decode("utf-8", "replace").split("\n")
        if not {maker_line(about, title) for title in (opened.title, bare(opened.title))} & {*report}:
            raise Failed(f"{REPORT}: it was not made with this archive")
        same_record(self.members[RECORD].decode("utf-8", "strict"), opened)
        try:
            self._made_again()
            self.same_words = True
        except Failed:
            if self.same_build:
                raise
            self.reworded = foreign_texts(opened, self.members)
            self._figures()
            return f"made by {about.made_by}, another build: {self._first_reworded()}"
        return "record, news, press, page, schemas and report are those of the journal"

    def _figures(self) -> None:
        """Check that boards that another build drew otherwise show the numbers and names of ours."""
        drawn = {sight.n: sight for sight in self.seen} if self.play else self.boards
        found = [sight for sight in self.shows.sights if sight.n in drawn]
        same_figures(self.opened, found, [drawn[sight.n] for sight in found])

    def _first_reworded(self) -> str:
        """Say what comes out otherwise here; of the sentences the first, beside ours."""
        if not self.reworded:
            return "it tells what the journal tells; boards are drawn otherwise here, and were not compared whole"
        one = self.reworded[0]
        return (
            f"it tells what the journal tells, {len(self.reworded)} sentences in an earlier wording, the first in "
            f"entry {one.entry}: there {one.there!r:.{LONGEST}}, here {one.here!r:.{LONGEST}}; boards were not "
            "compared whole"
        )

    def _made_again(self) -> None:
        opened = self.opened
        same_boards(self._proved(), list(self.boards.values()))
        shows = Shows(self.seen if self.play else self.shows.sights, rules_of(opened.title))
        views = self.members.get(VIEWS, b"")
        source = Source(opened.about, opened.game, opened.entries, opened.tables, shows, opened.title, views)
        made = members(source)
        for name in [*sorted({*made, *self.members} - {SUMS, REPORT}), REPORT]:
            same_member(name, made, self.members)

    def _limits(self) -> str:
        """Say what no check of this copy can prove."""
        witness = "who played and when, and that nobody wrote the whole record anew with other legal moves, only kept "
        witness += "mails can show (--mails)"
        if self.opened.full is not None:
            return witness
        unproved = [entry.n for entry in self.opened.entries[:-1] if entry.n not in self.boards]
        boards = f"; the boards of entries {spans(unproved)} in {PAGE} rest on {SUMS} and {REPORT} alone"
        known = NO_REPLAY if self.explained is None else GUESSED
        return f"{known}{boards if unproved else ''}; {witness}"

    # -- a player's mails ---------------------------------------------------------------------------------------------

    def _mails(self) -> str:
        assert self.mails is not None
        return compare_mails(self.mails, self.opened.game.id, self.opened.entries)


__all__ = ["Check", "passed", "verify"]
