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
    same_journal,
    same_member,
    same_record,
    score_words,
    wrong_sum,
)
from pbem.archive.container import ZipProblem, read_loosely, read_zip, write_zip
from pbem.archive.mails import compare_mails
from pbem.archive.models import GAME, JOURNAL, NEEDED, PAGE, RECORD, REPORT, SUMS, VIEWS, PublicGame, Sight
from pbem.archive.opening import NotInstalled, load, open_members
from pbem.archive.other_builds import Reworded, first_reworded, foreign_texts, known_members, same_figures, same_view
from pbem.archive.page import Shows, rules_of, shown_by
from pbem.archive.public_replay import PublicReplayer, tells_view
from pbem.archive.public_views import Drawer, read_views
from pbem.archive.record import RecordRefused
from pbem.archive.spoken import bare
from pbem.archive.unproved import NO_SECRETS, WITNESS, limits
from pbem.core.errors import Fault, GameFileProblem, Misuse, own_words
from pbem.core.kept import told
from pbem.core.words import Listed, Say, Unstopped, Verbatim
from pbem.engine.deals import deal_problem
from pbem.engine.gamefile import PRIVATE
from pbem.engine.journal import chain_problem
from pbem.engine.play import Play
from pbem.engine.seeds import all_seeds, seeds_problem
from pbem.engine.submission.pledges import opening_problem
from pbem.store.reading import shorten

NO_VIEW = Say("no entry tells its view")
COPIES = {
    "full": Say("full copy"), "public": Say("public copy"), "full-anonymous": Say("full-anonymous copy"),
    "public-anonymous": Say("public-anonymous copy"),
}  # fmt: skip
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
                self.checks += [Check(later, None, Fault("not looked at")) for later in names[at:]]
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
            return Check(name, False, Unstopped(own_words(problem)))
        except RecursionError:
            return Check(name, False, Fault("lists or objects are nested too deeply"))
        except Exception as problem:  # content from outside may break anything: that is a finding, not a crash
            told = {"kind": type(problem).__name__, "problem": shorten(own_words(problem), 200)}
            return Check(name, False, Fault("it cannot be judged: {kind}: {problem}", **told))
        return Check(name, None if text is None or name == "limits" else True, text or NO_SECRETS)

    # -- the file itself ----------------------------------------------------------------------------------------------

    def _zip(self) -> str:
        try:
            data = load(self.source)
            self.members = read_zip(data)
        except GameFileProblem as problem:
            # Somebody may have unpacked it and packed it again: what is in it is judged all the same.
            self.members = read_loosely(load(self.source)) or {}
            raise Failed(problem.what if isinstance(problem, ZipProblem) else problem.message) from None
        if write_zip(self.members) != data:
            raise Failed("its members are packed otherwise than pbem packs them")
        return Fault("{n} members in {size:,} bytes, nothing else in the file", n=len(self.members), size=len(data))

    def _checksums(self) -> str:
        missing = [name for name in NEEDED if name not in self.members]
        if missing:
            raise Failed("{file}: this member is missing", file=missing[0])
        if self.members[SUMS] != sums(self.members):
            raise Failed(wrong_sum(self.members))
        return Fault("{n} members fit {sums}", n=len(self.members) - 1, sums=SUMS)

    # -- what the members say -----------------------------------------------------------------------------------------

    def _schema(self) -> str:
        self.opened = open_members(self.members)
        same_game(self.opened)
        known_fixes(self.opened)
        known_members(self.opened, self.members)
        about, entries = self.opened.about, self.opened.entries
        self.same_build = (about.made_by, about.build) == (made_by(), build_id(bare(self.opened.title)))
        return Fault(
            "{copy} of {game}, {title}, {n} entries",
            copy=COPIES[about.variant],
            game=about.game,
            title=self.opened.title.full_name,
            n=len(entries),
        )

    def _chain(self) -> str:
        game, entries = self.opened.game, self.opened.entries
        problem = chain_problem(entries, documents=self.opened.documents)
        if problem is not None:
            raise Failed(problem)
        if not entries or entries[0].kind != "setup":
            raise Failed("entry {n}: it is not the set-up", n=1)
        if (entries[-1].n, entries[-1].hash) != (game.entry, game.head):
            raise Failed("entry {n}: it is not the head that {game} names", n=entries[-1].n, game=GAME)
        if any((entry.secret is None) != (self.opened.full is None or entry.kind in PRIVATE) for entry in entries):
            raise Failed("the secret parts do not belong to a {copy}", copy=COPIES[self.opened.about.variant])
        problem = opening_problem(entries)
        if problem is not None:
            raise Failed(problem)
        same_journal(self.opened)
        return Fault("{n} entries, head {head}", n=len(entries), head=game.head[:12])

    # -- the replay ---------------------------------------------------------------------------------------------------

    def _seed(self) -> str | None:
        game = self.opened.full
        if game is None:
            return None
        if game.rules.chance == "record":
            return Fault("this game's draws come from an imported record: its chance cannot be verified")
        problem = seeds_problem(game)
        if problem is not None:
            raise Failed("{file}: {problem}", file=GAME, problem=problem)
        given: str = Fault(" (the seed was chosen by a person)") if game.rules.chance == "given" else ""
        if game.rules.deal is not None:
            promise = self.opened.entries[0].note.get("deal")
            wrong = deal_problem(game.id, game.rules.deal, all_seeds(game)[0], promise)
            if wrong is not None:
                raise Failed("{file}: {problem}", file=GAME, problem=wrong)
            given = Fault(" (made of a promised secret and the words of all players)")
        fits = [
            Fault("{digest} until entry {n}", digest=pin.seed_commitment[:12], n=pin.last) for pin in game.rules.seeds
        ]
        commitments = Listed([*fits, Verbatim(game.seed_commitment[:12])], Say(", then "))
        return Fault("fits the commitment {commitments}{given}", commitments=commitments, given=given)

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
        source = Fault("the record") if game.rules.chance == "record" else Fault("the seed")
        return Fault("{n} draws are those of {source}", n=auditor.draws, source=source)

    def _told(self, n: int) -> None:
        if self.tell is not None:
            self.tell(n, len(self.opened.entries), Fault("playing again"))

    def _moves(self) -> str | None:
        if isinstance(self.opened.game, PublicGame):
            return self._public_moves(self.opened.game)
        if self.auditor is None:
            return None
        if self.problem is not None and self.problem.check == "moves":
            raise self.problem
        return Fault("{n} answers are legal and lead to the recorded events", n=self.auditor.answers)

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
            raise Failed("{file}: {problem}", file=JOURNAL, problem=Unstopped(problem.message)) from None
        until: str = (
            Fault(", until the correction of entry {n} left something open", n=played.patched) if played.stopped else ""
        )
        counts = {"answers": played.answers, "draws": played.draws, "until": until}
        return Fault("{answers} open answers and {draws} open draws lead to what the entries tell{until}", **counts)

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
            raise Failed("{file}: {key}: it is not the one that the journal leads to", key="table", file=GAME)
        return Fault("{n} tables fit their recorded hashes", n=self.auditor.hashed)

    def _views(self) -> str | None:
        """Check that the views of a public copy are those of its chain; draw again every board that they tell."""
        game, opened = self.opened.game, self.opened
        told = sum(entry.view is not None for entry in opened.entries)
        if not isinstance(game, PublicGame):
            return Fault("{n} views of everybody fit their recorded hashes", n=told) if told else NO_VIEW
        drawer = Drawer(game, opened.title, opened.entries, opened.tables)
        self.boards = drawer.draw(opened.entries, self.facts)
        if self.same_build and drawer.view is not None and drawer.view != game.view:
            raise Failed("{file}: {key}: it is not the one that the journal tells of", key="view", file=GAME)
        if drawer.view is not None:
            same_view(game.view, drawer.view)
        return Fault("{n} views are those of the chain", n=told) if told else NO_VIEW

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
                raise Failed(
                    "{file}: the result it tells is not the one reached, {score}",
                    file=JOURNAL,
                    score=score_words(reached),
                )
            status = "finished"
        elif play is None and (game.status, status) == ("finished", "running"):
            return None  # a journal from before the last entry told the result
        if game.status != status:
            raise Failed(
                "{file}: {key}: {value} is not {wanted}", key="status", file=GAME, value=game.status, wanted=status
            )
        if told(game.moderation.result) != told(reached):
            raise Failed(
                "{file}: {key}: by the journal the result is {score}",
                key="moderation.result",
                file=GAME,
                score=score_words(reached),
            )
        return score_words(reached)

    # -- page and texts -----------------------------------------------------------------------------------------------

    def _page(self) -> str:
        """Check that every score and every board that the page shows is the journal's."""
        self.shows = shown_by(self.members[PAGE].decode("utf-8", "replace"))
        found, opened = self.shows.sights, self.opened
        if [sight.n for sight in found] != [entry.n for entry in opened.entries]:
            raise Failed("{file}: it does not show every entry", file=PAGE)
        if self.same_build and self.shows.rules != rules_of(opened.title):
            raise Failed("{file}: the rules it explains are not ours", file=PAGE)
        if self.play is None:
            return self._public_boards(found)
        for shown, sight in zip(found, self.seen, strict=True):
            if not self._same_scores(shown, sight):
                raise Failed("{file}: entry {n}: the scores shown are not those of the journal", file=PAGE, n=shown.n)
        if not self.same_build:
            return Fault("{n} entries show the scores of the journal", n=len(found))
        same_boards(found, self.seen)
        return Fault("{n} entries show the scores and boards of the journal", n=len(found))

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
                raise Failed("{file}: entry {n}: the scores shown are not those of the journal", file=PAGE, n=shown.n)
        if self.same_build:
            same_boards(proved, [self.boards[shown.n] for shown in proved])
        if not proved or proved[-1] is not found[-1]:
            return self._last_board(found)
        n, of = len(proved), len(found)
        if self.same_build:
            return Fault("{n} of {of} entries show the boards of the views", n=n, of=of)
        return Fault("{n} of {of} entries show the scores of the views", n=n, of=of)

    def _last_board(self, found: list[Sight]) -> str:
        """Check that of a public copy's boards the last is the one of its game file, and that the last scores are the
        result's."""
        game, last, title = self.opened.game, found[-1], self.opened.title
        scores = (game.moderation.result or {}).get("scores")
        if game.status == "finished" and scores and last.scores != scores:
            raise Failed("{file}: entry {n}: the scores shown are not those of the result", file=PAGE, n=last.n)
        raw = getattr(game, "view", None)
        try:
            data = title.prepare(find(self.opened.tables, game.rules.data))
            view = title.read_view(raw) if self.same_build and raw is not None else None
            drawn = None if view is None else (title.summary(view, data), title.picture(view, data))
        except (ValueError, LookupError):
            raise Failed(
                "{file}: {key}: it is not a view of {title}", key="view", file=GAME, title=title.full_name
            ) from None
        if view is None or drawn is None:
            return Fault("{n} entries", n=len(found))
        if view.model_dump(mode="json") != raw:
            raise Failed(
                "{file}: {key}: it is not written as {title} writes it", key="view", file=GAME, title=title.full_name
            )
        same_boards([last], [Sight(last.n, last.scores, *drawn)])
        return Fault("{n} entries, the last shows the board of {game}", n=len(found), game=GAME)

    def _texts(self) -> str:
        """Check that the record says what the journal says, and make every text again. If another build made the
        archive, sentences may have an earlier wording, and boards be drawn otherwise."""
        opened, about = self.opened, self.opened.about
        report = self.members[REPORT].decode("utf-8", "replace").split("\n")
        if not {maker_line(about, title) for title in (opened.title, bare(opened.title))} & {*report}:
            raise Failed("{file}: it was not made with this archive", file=REPORT)
        same_record(self.members[RECORD].decode("utf-8", "strict"), opened)
        try:
            self._made_again()
            self.same_words = True
        except Failed:
            if self.same_build:
                raise
            self.reworded = foreign_texts(opened, self.members)
            self._figures()
            return Fault(
                "made by {build}, another build: {what}", build=about.made_by, what=first_reworded(self.reworded)
            )
        return Fault("record, news, press, page, schemas and report are those of the journal")

    def _figures(self) -> None:
        """Check that boards that another build drew otherwise show the numbers and names of ours."""
        drawn = {sight.n: sight for sight in self.seen} if self.play else self.boards
        found = [sight for sight in self.shows.sights if sight.n in drawn]
        same_figures(self.opened, found, [drawn[sight.n] for sight in found])

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
        if self.opened.full is not None:
            return WITNESS
        unproved = [entry.n for entry in self.opened.entries[:-1] if entry.n not in self.boards]
        return limits(unproved, guessed=self.explained is not None)

    # -- a player's mails ---------------------------------------------------------------------------------------------

    def _mails(self) -> str:
        assert self.mails is not None
        return compare_mails(self.mails, self.opened.game.id, self.opened.entries)


__all__ = ["Check", "passed", "verify"]
