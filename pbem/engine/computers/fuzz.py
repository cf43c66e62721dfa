"""Complete legal games by computer, with every invariant on.

A computer player plays its turn on a copy until the turn is over or something hidden would come to light, writes its
answers down as lines, and submits them as one text, so parsing, order, all-or-nothing, orders and journal are exercised
with the rules. With `ahead` it also ranks answers to what the title foresees.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any, Literal

from pbem.core.chance import SeedChance
from pbem.core.errors import Ambiguous, PbemError, PlayerError, RevealAhead, RulesBug
from pbem.core.interpreter import Run
from pbem.core.procedures import AskAll
from pbem.core.questions import Keys, Question, Seat, answer_line
from pbem.core.table import Live, Table
from pbem.core.titles import Result, Title
from pbem.engine.computers.computer import Chooser, Itself, Luck, TurnEnd, copied, first_question
from pbem.engine.computers.sent_ahead import Along, SentAhead
from pbem.engine.computers.sight import asked, bare, opened_anew, seen, unanswerable, understood, with_key
from pbem.engine.create import box_of, create_game
from pbem.engine.gamefile import Entry, GameFile
from pbem.engine.replay import Replayer
from pbem.engine.submission import lines as reading

Player = Literal["random", "greedy"]

BEGINNING = datetime(2026, 1, 1, 12, tzinfo=UTC)
"""Computer games have no wall clock: they begin here, and every submission takes a minute."""
ENDLESS = 20_000
"""Submissions after which a game counts as one that never ends."""


@dataclass(frozen=True, slots=True)
class Checks:
    """How often each check is made: at every n-th stop, 0 for never."""

    sound: int = 1
    """Questions can be answered, `problems` finds nothing, what is conserved is all there."""
    round_trip: int = 1
    """Written and read back, the table asks the same, and asking changed nothing."""
    secrecy: int = 5
    """Views, texts and public questions stay the same when what their reader does not know is exchanged."""
    typed: int = 3
    """Every listed answer is understood when typed, in canonical and bare form."""
    applied: int = 11
    """One listed answer is given on a copy, in either form."""
    bad_lines: int = 13
    """Nonsense is refused and changes nothing."""
    replay: int = 1
    """At the end (0: not): the journal, played again, reproduces every hash."""


TEXTS = 4
"""Secrecy is looked at in the texts too at every fourth of its stops: they cost much more than the view."""
NO_CHECKS = Checks(0, 0, 0, 0, 0, 0, 0)
RECENT = 8
"""Entries that the game file keeps, as the store does between two syncs of the journal."""


class BrokenGame(PbemError):
    """A game that broke an invariant, with the game as it stood: the reproduction."""

    exit_code = 3
    kind = "bug"

    def __init__(self, message: str, game: GameFile, entries: list[Entry], move: str = "") -> None:
        super().__init__(message)
        self.game = game
        self.entries = entries
        self.move = move
        """The submission under which it broke (empty: it broke at rest)."""


@dataclass(slots=True)
class Report:
    """What one game took."""

    game: GameFile
    decisions: int = 0
    """Answers that players gave, defaults and rankings not counted."""
    submissions: int = 0
    """Texts that players sent."""
    unasked: int = 0
    """Texts among them that nobody waited for: answers changed before they are opened, proposals of a partner."""
    stops: int = 0
    """Times the game stood and waited."""
    ahead: int = 0
    """Answers that came from rankings on file."""
    result: Result | None = None
    entries: list[Entry] = field(default_factory=list)


def play_game(
    title: Title,
    players: int,
    seed: str,
    *,
    chooser: Player | Chooser = "random",
    ahead: bool = False,
    checks: Checks | None = None,
    options: Mapping[str, Any] | None = None,
    watch: Callable[[Fuzz], None] | None = None,
) -> Report:
    """Play one game to its end. Raise `BrokenGame` at the first thing that must not be. `watch` is shown every stop;
    what it raises breaks the game too."""
    return Fuzz(title, players, seed, chooser, ahead, checks or Checks(), options or {}, watch).play()


class Fuzz:
    """One game in play."""

    def __init__(
        self,
        title: Title,
        players: int,
        seed: str,
        chooser: Player | Chooser,
        ahead: bool,
        checks: Checks,
        options: Mapping[str, Any],
        watch: Callable[[Fuzz], None] | None = None,
    ) -> None:
        self.title = title
        self.watch = watch
        self.ahead = ahead
        self.checks = checks
        self.seed = sha256(f"{title.name}\n{players}\n{seed}".encode()).digest()
        self.luck = Luck(self.seed)
        self.aside = Luck(sha256(self.seed).digest())
        """What checks choose at random, so that checking more or less changes no game."""
        if chooser == "random":
            chooser = self._random
        self.choose: Chooser = title.prefer if chooser == "greedy" else chooser
        self.along: Along = title.along if chooser == "greedy" else lambda table, seat, question: []
        self.sent_ahead = SentAhead(title, self.luck, self.choose, self._answer, self.along)
        self.now = BEGINNING
        self.play_of = create_game(
            title,
            game_id=f"{title.name}-{players}-{self.seed.hex()[:8]}",
            players=[f"Computer {n}" for n in range(1, players + 1)],
            moderator=None,
            options=options,
            clock={},
            seed=self.seed,
            chance_kind="given",
            raw_data=title.components(box_of(title, options, players)),
            now=self.now,
        )
        self.report = Report(self.play_of.game, entries=list(self.play_of.game.recent))
        self.conserved = dict(title.conserved(self.table))
        self.move = ""
        self.hopeful = False
        """The move goes on behind a reveal with lines that may come too early."""

    @property
    def table(self) -> Table:
        return self.play_of.table

    def _random(self, table: Table, seat: Seat, question: Question) -> Keys:
        return self.luck.answer(question)

    # -- play ----------------------------------------------------------------------------------------------------------

    def play(self) -> Report:
        try:
            while self.play_of.game.status == "running":
                self._check()
                self._submit()
                if self.report.submissions > ENDLESS:
                    raise RulesBug(f"the game has not ended after {ENDLESS} submissions")
            self._end()
        except BrokenGame:
            raise
        except Exception as error:
            raise self._broken(f"{type(error).__name__}: {error}") from error
        return self.report

    def _broken(self, message: str) -> BrokenGame:
        return BrokenGame(
            f"{self.play_of.game.id}, entry {self.play_of.game.entry}: {message}",
            self.play_of.game, self.report.entries, self.move,
        )  # fmt: skip

    def _submit(self) -> None:
        seat = self._who()
        self.hopeful = False
        self.move = "\n".join(self._turn(seat))
        self.now += timedelta(minutes=1)
        before = self.play_of.game.entry
        run = self.play_of.run
        unasked = seat not in run.questions() and not run.owed(seat)
        receipt = self.play_of.submit(seat, self.move, self.now)
        if receipt.error is not None and not (self.hopeful and self.ahead and receipt.entries):
            raise self._broken(f"a legal turn of {seat} was cut short: {receipt.error.message}")
        if self.play_of.game.entry == before and not receipt.ahead:
            raise self._broken(f"the turn of {seat} left no entry")
        answers = [answer for entry in receipt.entries for answer in entry.answers]
        self.report.decisions += sum(answer.source == "line" for answer in answers)
        self.report.ahead += sum(answer.source == "ahead" for answer in answers)
        self.report.submissions += 1
        self.report.unasked += unasked
        self.report.entries += receipt.entries
        self.play_of.game.recent = self.play_of.game.recent[-RECENT:]
        self.move = ""

    def _who(self) -> Seat:
        """Choose one of the seats that are asked; now and then one that owes a choice or may still change its
        answer."""
        run = self.play_of.run
        asked = list(run.questions())
        others = [s for s in self.table.seats if s not in asked and (run.owed(s) or s in run.changeable())]
        if others and self.luck.one_in(8):
            return others[self.luck.below(len(others))]
        return asked[self.luck.below(len(asked))]

    def _turn(self, seat: Seat) -> list[str]:
        """Write a whole turn as lines, found on a copy: up to its end or the first thing that would come to light."""
        given: list[tuple[Question, Keys]] = []
        along: dict[int, list[str]] = {}
        run = copied(self.play_of, preview=True)
        ended, itself = TurnEnd(seat), Itself(run, seat, given)
        run.on_turn_over = ended
        foreseen: list[Question] = []
        last = False
        try:
            question = first_question(run, seat)
            while question is not None:
                along[len(given)] = self.along(run.table, seat, question)
                given.append((question, keys := self._answer(run.table, seat, question)))
                self.move = "\n".join(answer_line(*pair) for pair in given)
                last = isinstance(run.open, AskAll)
                if last:  # whoever answers last cannot know that: what comes to light then comes after the mail
                    foreseen = [q for q in self.title.foresee(run.table, seat) if q.name != question.name]
                run.give(seat, keys)
                question = None if last else run.questions().get(seat)
            if not last:
                foreseen = self.title.foresee(run.table, seat)
        except ended.Over:
            foreseen = self.title.foresee(run.table, seat)
        except RevealAhead:
            # Whether the turn ends behind the reveal is not known; if it does, what was sent ahead is kept.
            if not last:
                foreseen = self.title.foresee(run.table, seat)
            self.hopeful = True
        written = [line for lines in along.values() for line in lines]
        sent = self.sent_ahead.lines(run.table, seat, foreseen, written) if self.ahead else []
        return self._lines(given, itself, along) + sent

    def _answer(self, table: Table, seat: Seat, question: Question) -> Keys:
        wrong = unanswerable(question)
        if wrong:
            raise self._broken(f"the question {question.name} of {seat} {wrong}")
        keys = self.choose(table, seat, question)
        if not question.allows(keys):
            raise self._broken(f"{keys} was chosen for {question.name}, which does not list it")
        return keys

    def _lines(self, given: list[tuple[Question, Keys]], itself: Itself, along: Mapping[int, list[str]]) -> list[str]:
        """Write the lines of the answers. A default may go unsaid where no later line can be taken for it."""
        lines: list[str] = []
        for at, (question, keys) in enumerate(given):
            lines += [*itself.said(at), *along[at]]
            following = given[at + 1][0].name if at + 1 < len(given) else None
            later = any(other.name == question.name and said != other.default for other, said in given[at + 1 :])
            named = following == question.name or later
            unsaid = keys == question.default and len(given) > 1 and not named and not self.ahead
            if not unsaid or self.luck.one_in(2):
                lines.append(answer_line(question, keys))
        return lines or [answer_line(*given[0])]

    def _end(self) -> None:
        self.report.result = self.title.result(self.table)
        if self.report.result is None:
            raise self._broken("the game is over and has no result")
        placed = sorted(seat for place in self.report.result.places for seat in place)
        if placed != sorted(self.table.seats):
            raise self._broken(f"the result places {placed}")
        self._sound()
        if self.checks.replay:
            tables = self.title.components(self.play_of.game.rules.modules)
            again = Replayer(self.play_of.game, self.title, tables).run(self.report.entries)
            if again.table.model_dump_json() != self.table.model_dump_json():
                raise self._broken("the journal, played again, ends otherwise")

    # -- checks --------------------------------------------------------------------------------------------------------

    def _check(self) -> None:
        at = self.report.stops
        self.report.stops += 1
        for every, check in (
            (self.checks.sound, self._sound),
            (self.checks.round_trip, self._round_trip),
            (self.checks.secrecy, self._secrecy),
            (self.checks.typed, self._typed),
            (self.checks.applied, self._applied),
            (self.checks.bad_lines, self._bad_lines),
        ):
            if every and at % every == 0:
                check()
        if self.watch is not None:
            self.watch(self)

    def _sound(self) -> None:
        for seat, question in self.play_of.questions().items():
            wrong = unanswerable(question)
            if wrong:
                raise self._broken(f"the question {question.name} of {seat} {wrong}")
        if not self.play_of.questions() and not self.play_of.run.over:
            raise self._broken("the game stands and asks nobody")
        self._check_table(self.table, "the table")

    def _check_table(self, table: Table, what: str) -> None:
        problems = self.title.problems(table)
        if problems:
            raise self._broken(f"{what} is unsound: {'; '.join(problems)}")
        now = dict(self.title.conserved(table))
        if now != self.conserved:
            raise self._broken(f"{what} holds {now}, the game began with {self.conserved}")

    def _round_trip(self) -> None:
        written = self.table.model_dump_json()
        run = copied(self.play_of)
        if run.table.model_dump_json() != written:
            raise self._broken("read back and asked again, the table is another")
        self._same(asked(run, None, show_all=True), asked(self.play_of.run, None, show_all=True), "read back, the game")

    def _secrecy(self) -> None:
        written = self.table.model_dump_json()
        texts = self.report.stops % TEXTS == 1
        for reader in (None, *self.table.seats):
            run = self.exchanged(reader)
            self._check_table(run.table, f"what {reader or 'a spectator'} does not know, exchanged,")
            who = f"a spectator's sight of {self.title.name}" if reader is None else f"the sight of {reader}"
            before = seen(self.title, self.play_of.run, reader, texts=texts)
            after = seen(self.title, run, reader, texts=texts)
            self._same(after, before, f"{who}, with hidden things exchanged,")
        if self.table.model_dump_json() != written:
            raise self._broken("looking at the table changed it")

    def exchanged(self, reader: Seat | None) -> Run:
        """Return the game with everything exchanged that this reader does not know: hidden things and sealed
        answers."""
        live: Live = self.table.live
        elsewhere = SeedChance(sha256(self.seed + str(reader).encode()).digest(), "elsewhere")
        table = self.title.reshuffle(self.table, reader, live.anew(elsewhere))
        return opened_anew(table, self.side_of(reader), self.aside)

    def side_of(self, seat: Seat | None) -> list[Seat]:
        """List the seats that know what this one knows: those of its side."""
        sides = self.title.sides(self.table)
        return [other for other in self.table.seats if seat and sides.get(other, other) == sides.get(seat, seat)]

    def _same(self, found: Mapping[str, Any], wanted: Mapping[str, Any], what: str) -> None:
        for key in sorted({*found, *wanted}):
            if found.get(key) != wanted.get(key):
                raise self._broken(f"{what} differs in {key}: {found.get(key)!r} instead of {wanted.get(key)!r}")

    def _typed(self) -> None:
        for seat, question in self.play_of.questions().items():
            for key in question.options:
                keys = with_key(question, key)
                for text in (answer_line(question, keys), bare(keys)):
                    read = understood(question, text)
                    if read != keys:
                        raise self._broken(f"{text!r}, listed for {seat}, is read as {read}")

    def _applied(self) -> None:
        for seat, question in self.play_of.questions().items():
            options = list(question.options)
            keys = with_key(question, options[self.aside.below(len(options))])
            self._try(seat, answer_line(question, keys), ambiguous=False)
            self._try(seat, bare(keys), ambiguous=self._fits_owed_too(seat, question, keys))

    def _try(self, seat: Seat, text: str, *, ambiguous: bool) -> None:
        """Check that a listed answer is taken, unless bare words fit two questions: then it must be refused as that."""
        try:
            self.play_of.preview(seat, text)
        except Ambiguous as error:
            if not ambiguous:
                raise self._broken(f"{text!r}, listed for {seat}, is refused: {error.message}") from error
        except PlayerError as error:
            raise self._broken(f"{text!r}, listed for {seat}, is refused: {error.message}") from error
        else:
            if ambiguous:
                raise self._broken(f"{text!r} of {seat} fits two questions and was taken for one")

    def _fits_owed_too(self, seat: Seat, question: Question, keys: Keys) -> bool:
        if not self.play_of.run.owed(seat):
            return False
        run = copied(self.play_of)
        run.take_up(seat)
        owed = run.questions().get(seat)
        return owed is not None and owed.name != question.name and reading.reads(owed, reading.fold(bare(keys)))

    def _bad_lines(self) -> None:
        before = self.play_of.game.model_dump_json()
        for seat in self.table.seats:
            question = self.play_of.questions().get(seat)
            name = question.name if question else "answer"
            for text in ("xyzzy", "xyzzy: 1", f"{name}: no such thing", f"{name}:", "", "\x00\x07;;#", "😀" * 300):
                try:
                    self.play_of.submit(seat, text, self.now)
                except PlayerError:
                    pass
                else:
                    raise self._broken(f"{text[:40]!r} was accepted from {seat}")
                if self.play_of.game.model_dump_json() != before:
                    raise self._broken(f"{text[:40]!r} was refused and changed the game")
