"""Playing: one game opened for reading questions, taking submissions, previewing and replaying.

A submission is a list of lines; how they meet the questions stands in `attempt`. It is applied to the loaded table and
kept whole or not at all, except that everything up to and including a reveal stays.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from typing import Any

from pbem.core.chance import ChanceSource, SeedChance
from pbem.core.errors import (
    NotAsked,
    NotUnderstood,
    PlayerError,
    RevealAhead,
    RulesBug,
    Unfinished,
    unchanged,
    without_promise,
)
from pbem.core.events import Event
from pbem.core.interpreter import Run
from pbem.core.kept import kept
from pbem.core.questions import Amount, Keys, Question, Seat
from pbem.core.table import Live, Table, View
from pbem.core.titles import Title, make_options
from pbem.core.words import Say, Verbatim
from pbem.engine.gamefile import Ahead, Answer, By, Deadline, Entry, GameFile, Orders
from pbem.engine.journal import full_answers, make_entry, stamp
from pbem.engine.seeds import reseed
from pbem.engine.submission import lines as reading
from pbem.engine.submission import reasons
from pbem.engine.submission.ahead import drop_lapsed, filed_answer, proposed, unattended
from pbem.engine.submission.attempt import Attempt, Bot, Filler, TurnEnded
from pbem.engine.submission.lines import Line
from pbem.engine.submission.outcomes import Preview, Receipt
from pbem.engine.submission.pledges import is_pledged, pledge, reveal

__all__ = ["Play", "Preview", "Receipt", "texts", "title_options"]


class Play:
    """A game opened for play. Create one for each load; after an error raised by `submit` it stands as before."""

    def __init__(self, game: GameFile, title: Title, data: Any, source: ChanceSource | None = None) -> None:
        self.game = game
        self.title = title
        self.data = data
        self.source = source
        self.seed = bytes.fromhex(game.seed)
        self._restore_from = b""
        self._seen: tuple[str, Table, View] | None = None
        self._attach(game.table)

    # -- the table and its surroundings ----------------------------------------------------------------------

    def _attach(self, table: Table) -> None:
        chance = self.source or SeedChance(self.seed, self.game.id)
        options = make_options(self.title, title_options(self.title, self.game.options))
        rules = self.game.rules
        table.live = self.title.live(chance, self.data, options, frozenset(rules.fixes), rules.modules)
        self.game.table = table
        self.run = Run(table)
        self.run.advance()
        self._put = self._marks()

    def lay(self, table: Table) -> None:
        """Lay another table under this play (undo, correction, ruling); its open question is made anew. A question
        that comes out different is put anew by the next entry."""
        before = self._put
        self._attach(table)
        self._put = before

    def reseed(self, seed: bytes, first: int) -> None:
        """Draw and salt from another seed, from entry `first` on; the table is to be laid anew after this."""
        reseed(self.game, seed, first)
        self.seed = seed

    def _snapshot(self) -> None:
        self._restore_from = self.game.table.model_dump_json().encode()

    def _restore(self) -> None:
        self.lay(self.title.table_model.model_validate_json(self._restore_from))

    @property
    def table(self) -> Table:
        return self.game.table

    def view(self, seat: Seat | None) -> View:
        """Return what a seat may know after the last entry (None: a spectator); gather what all know once an entry."""
        seen = self._seen
        if seen is None or seen[0] != self.game.head or seen[1] is not self.table:
            view = self.title.view(self.table, seat)
            self._seen = self.game.head, self.table, view
            return view
        return self.title.for_reader(seen[2], self.table, seat)

    def questions(self) -> dict[Seat, Question]:
        """Return what is asked of whom now; nobody waits for an automaton. What it shares with a person is for that
        person to answer, even where its own answer would go before."""
        asked = self.run.questions()
        computers = [info.seat for info in self.game.automata()]
        spoken = self.run.spoken(computers)
        for seat in computers:
            question = asked.pop(seat, None)
            if question is not None and seat in spoken:
                asked[spoken[seat]] = question
        return asked

    def question_for(self, seat: Seat) -> Question | None:
        """Return the question a seat may answer now: an open one, one it may still change, or an owed one."""
        found = self.run.questions().get(seat) or self.run.changeable().get(seat)
        if found is None and self.run.owed(seat):
            return self.on_copy(lambda play: play.owed_question(seat))  # type: ignore[no-any-return]
        return found

    def owed_question(self, seat: Seat) -> Question | None:
        self.run.take_up(seat)
        return self.run.questions().get(seat)

    def on_copy(self, look: Callable[[Play], Any]) -> Any:
        """Run something on a copy of the table and return what it saw."""
        copy = self.game.model_copy()
        copy.table = self.title.table_model.model_validate_json(self.game.table.model_dump_json())
        return look(Play(copy, self.title, self.data, self.source))

    # -- submissions -----------------------------------------------------------------------------------------

    def submit(
        self,
        seat: Seat,
        text: str,
        now: datetime,
        *,
        by: By = "player",
        mail: str | None = None,
        entry: int | None = None,
        filler: Filler | None = None,
        note: dict[str, Any] | None = None,
    ) -> Receipt:
        """Apply a submission and everything that follows by itself. Errors leave the game as it was."""
        self._check_running(seat)
        self.check_entry(seat, entry, text)
        lines = reading.split_lines(text)
        if not lines and filler is None:
            raise NotUnderstood(unchanged(Say("No answer was found in the text. {asked}", asked=self.asked_text(seat))))
        receipt = self._attempt(seat, lines, now, by, mail, filler, note)
        self.follow_orders(now, receipt)
        self.close(now)
        return receipt

    def _check_running(self, seat: Seat) -> None:
        if self.game.status != "running":
            raise NotAsked(
                unchanged(
                    Say("The game {game} is {status}.", game=Verbatim(self.game.id), status=Say(self.game.status))
                )
            )
        if seat not in self.table.seats:
            raise NotAsked(unchanged(Say("{seat} is no seat of {game}.", seat=seat, game=Verbatim(self.game.id))))

    def check_entry(self, seat: Seat, entry: int | None, text: str = "") -> None:
        """Refuse an answer to a question that is open no longer; one that the seat has answered is not, though it may
        change its answer: so of two equal submissions one is told that the other was first, and where its lines
        belong."""
        open_at = self.game.deadlines.get(seat)
        if entry is None or (open_at is not None and open_at.entry == entry):
            return
        name = next((line.name for line in reading.split_lines(text) if line.name), "")
        kind = self.table.live.book.questions.get(reading.bare_name(name))
        place = kind.why_closed(self.table) if kind is not None else None
        raise reasons.closed(entry, open_at.entry if open_at is not None else None, place, self.question_for(seat))

    def asked_text(self, seat: Seat) -> str:
        question = self.question_for(seat)
        if question is not None:
            return reasons.asked(question)
        return reasons.awaited(seat, self.questions())

    def _attempt(
        self,
        seat: Seat,
        lines: list[Line],
        now: datetime,
        by: By,
        mail: str | None,
        filler: Filler | None,
        note: dict[str, Any] | None,
    ) -> Receipt:
        self._snapshot()
        attempt = Attempt(self, seat, lines, filler)
        try:
            attempt.go()
        except PlayerError as error:
            if not attempt.kept:
                self._restore()
                raise
            self._keep(attempt)
            error.message = without_promise(error.message)  # answers before the wrong line stay
            attempt.stopped = error
        except (RulesBug, AssertionError, RevealAhead):
            self._restore()
            raise
        return self._receipt(attempt, now, by, mail, note)

    def _keep(self, attempt: Attempt) -> None:
        """Run again from the loaded table as far as the last reveal."""
        self._restore()
        attempt.rewind()
        if attempt.took_up:
            self.run.take_up(attempt.seat)
        for answer, _ in attempt.answers:
            assert answer.keys is not None
            self.run.give(answer.seat, answer.keys)

    def _receipt(
        self, attempt: Attempt, now: datetime, by: By, mail: str | None, note: dict[str, Any] | None
    ) -> Receipt:
        receipt = Receipt(attempt.seat, answers=[answer for answer, _ in attempt.answers], finished=attempt.finished)
        receipt.unneeded = attempt.foresight.unneeded
        if attempt.stopped is not None and not attempt.clean:
            receipt.error = attempt.stopped
            receipt.unused = [line.raw for line in attempt.lines if not line.used]
        orders = self.game.orders.setdefault(attempt.seat, Orders())
        orders.ahead = [a for a in orders.ahead if a not in attempt.spent]
        for served, answered in attempt.served:
            served.used = True
            if served.line:
                served.gave.append(answered)
        for occasion, told in attempt.defaulted:
            orders.defaults.setdefault(occasion, []).append(told)
        if by != "orders":
            orders.lapsed = []
        pledged: list[Ahead] = []
        for sent in attempt.foresight.sent:
            orders.ahead = [a for a in orders.ahead if not sent.same(a)]
            orders.ahead.append(sent.filed(self.game.entry + 1))
            receipt.ahead += [sent.raw, *sent.inner]
            receipt.filed.append((orders.ahead[-1], [sent.raw, *sent.inner]))
            if is_pledged(self.table, sent.name):
                pledged.append(orders.ahead[-1])
        if attempt.answers:
            if attempt.took_up:
                note = {**(note or {}), "owed": True}
            note = {**(note or {}), **attempt.note} or None
            receipt.entries.append(self.write(now, attempt.seat, by, attempt.answers, mail, note))
        if pledged:
            receipt.entries.append(pledge(self, now, attempt.seat, pledged))
        if orders.is_empty():
            del self.game.orders[attempt.seat]
        return receipt

    # -- the journal -----------------------------------------------------------------------------------------

    def write(
        self,
        now: datetime,
        seat: Seat | None,
        by: By,
        answers: Sequence[tuple[Answer, bool]] = (),
        mail: str | None = None,
        note: dict[str, Any] | None = None,
        kind: Any = "move",
        secret_note: dict[str, Any] | None = None,
    ) -> Entry:
        """Add an entry for what has happened on the table since the last one."""
        live: Live = self.table.live
        game = self.game
        if self.run.over and game.status == "running":
            # In the chain, so that a public copy's result can be proved without the secrets that led to it.
            result = self.title.result(self.table)
            note = {**(note or {}), "result": result.data() if result else None}
        entry = make_entry(
            n=game.entry + 1, prev=game.head, now=now, game=game.id, seed=self.seed, table=self.table, kind=kind,
            seat=seat, by=by, answers=answers, events=live.events, draws=live.draws, mail=mail, note=kept(note),
            secret_note=secret_note,
        )  # fmt: skip
        game.entry, game.head = entry.n, entry.hash
        game.recent.append(entry)
        live.events, live.draws = [], []
        self.put_questions(now, {answer.seat for answer, _ in answers})
        return entry

    def put_questions(self, now: datetime, answered: Collection[Seat] = ()) -> None:
        """Note for each seat at which entry its open question was put; a question that others' answers left as it was
        keeps its entry."""
        deadlines = self.game.deadlines
        marks = self._marks()
        for seat in [s for s in deadlines if s not in marks]:
            del deadlines[seat]
        for seat, mark in marks.items():
            if seat not in deadlines or seat in answered or mark != self._put.get(seat):
                side = self.run.sharing(seat)
                deadlines[seat] = Deadline(entry=self.game.entry, since=stamp(now), side=side)
        self._put = marks

    def _marks(self) -> dict[Seat, object]:
        """Return what is asked of each person's seat, in a form that can be compared."""
        stack = self.table.stack
        return {
            seat: (len(stack), stack[-1].kind, stack[-1].step, question.name, question.prompt, tuple(question.options))
            for seat, question in self.questions().items()
        }

    # -- orders on file --------------------------------------------------------------------------------------

    def on_file(self, seat: Seat, question: Question) -> tuple[Keys, Ahead | None] | None:
        """Return the answer that the seat's orders give: answers sent ahead first, then standing orders."""
        return filed_answer(self.game.orders.get(seat), question)

    def follow_orders(self, now: datetime, receipt: Receipt | None = None, automata: bool = False) -> list[Entry]:
        """Let automata and (unless `automata` alone are meant) orders on file answer what is asked now, each as an
        entry of its own; a question that lapses takes its default where there are none."""
        written: list[Entry] = []
        computers = {info.seat for info in self.game.automata()}
        tried = left = set(self.table.seats) - computers if automata else set()
        while not self.run.over:
            seat = unattended(self.run, computers, tried, self.on_file)
            if seat is None:
                break
            try:
                if seat in computers:
                    spoken = self.run.spoken(computers).get(seat)
                    lines, filler = proposed(self.run, seat, spoken), None if spoken else Bot(self.title)
                    done = self._attempt(seat, lines, now, "computer", None, filler, None)
                else:
                    done = self._attempt(seat, [], now, "orders", None, None, None)
            except PlayerError:
                tried = tried | {seat}  # the orders do not carry to the end of the turn: ask the player
                continue
            tried = left
            written += done.entries
        written += self._drop_lapsed(now)
        if receipt is not None:
            receipt.entries += written
        return written

    def _drop_lapsed(self, now: datetime) -> list[Entry]:
        """Take answers off file whose occasion neither an open question nor a foreseen one knows any more; those that
        were promised and used are opened."""
        used: list[tuple[Seat, Ahead]] = []
        defaults: dict[Seat, list[str]] = {}
        for seat, orders in self.game.orders.items():
            if orders.defaults or any(sent.occasion for sent in orders.ahead):
                asked = self.question_for(seat)
                known = [*self.title.foresee(self.table, seat), *([asked] if asked else [])]
                marks = {one.mark for question in known for one in question.occasions}
                used += [(seat, sent) for sent in drop_lapsed(orders, marks) if sent.used and sent.line]
                for mark in orders.defaults.keys() - marks:
                    defaults.setdefault(seat, []).extend(orders.defaults.pop(mark))
        return [reveal(self, now, used, defaults)] if used or defaults else []

    def close(self, now: datetime) -> None:
        """Note the result and the status of a game that is over."""
        if not self.run.over or self.game.status != "running":
            return
        result = self.title.result(self.table)
        self.game.status = "finished"
        self.game.moderation.result = result.data() if result else None
        self.game.deadlines.clear()

    # -- preview ---------------------------------------------------------------------------------------------

    def preview(self, seat: Seat, text: str, *, through: bool = False) -> Preview:
        """Apply part of a move on a copy, stopping before the first reveal. Illegal lines raise as in `submit`. A whole
        move is seen `through`: with the windows behind it that would take their defaults."""
        self._check_running(seat)
        return self.on_copy(lambda play: play.look(seat, reading.split_lines(text), through))  # type: ignore[no-any-return]

    def look(self, seat: Seat, lines: list[Line], through: bool = False) -> Preview:
        """Make the preview itself; this Play is the copy and is spent afterwards."""
        self.table.live.preview = True
        attempt = Attempt(self, seat, lines, None, looking=True)
        seen: dict[Seat, Question] = {}
        reveal = ended = False
        try:
            attempt.go()
            seen = dict(self.run.questions())
        except RevealAhead:
            reveal = True
        except TurnEnded:
            ended = True
        asked = {s: texts(q) for s, q in seen.items()}
        preview = Preview(seen, True, reveal, asked, attempt.passed(), *self._so_far(seat), attempt.taken)
        if not (reveal or ended):
            preview.complete = seat not in seen or self._ends_by_defaults(seat)
            if through and preview.complete:
                preview.events, preview.points, preview.stock = self._so_far(seat)
        return preview

    def _so_far(self, seat: Seat) -> tuple[list[Event], dict[Seat, int], dict[str, int]]:
        known = (event.seen_by(seat) for event in self.table.live.events)
        return [event for event in known if event is not None], *self.standing(seat)

    def standing(self, seat: Seat) -> tuple[dict[Seat, int], dict[str, int]]:
        """Return everybody's points and the seat's stock: what a preview compares."""
        return dict(self.title.scores(self.table)), dict(self.title.stock(self.table, seat))

    def behind(self, seat: Seat) -> Question | None:
        """Find what comes if a seat passes by the windows that are open to it, seen on a copy; None if nothing does
        before its turn ends or something is revealed."""
        question = self.run.questions().get(seat)
        if question is None or question.default is None:
            return None
        return self.on_copy(lambda play: play.pass_by(seat))  # type: ignore[no-any-return]

    def pass_by(self, seat: Seat) -> Question | None:
        """Take defaults as far as they go; this Play is the copy and is spent afterwards."""
        self.table.live.preview = True
        return None if self._ends_by_defaults(seat) else self.run.questions().get(seat)

    def _ends_by_defaults(self, seat: Seat) -> bool:
        try:
            Attempt(self, seat, [], None, looking=True, defaults=True).go()
        except (RevealAhead, TurnEnded):
            return True
        except Unfinished:
            return False
        return seat not in self.run.questions()

    # -- replay ----------------------------------------------------------------------------------------------

    def replay_answers(self, entry: Entry) -> None:
        """Give the recorded answers of an entry again."""
        if entry.note.get("owed") and entry.seat is not None:
            self.run.take_up(entry.seat)
        for answer in full_answers(entry):
            if answer.keys is None:
                raise RulesBug(f"entry {entry.n}: the answer to {answer.name} is sealed and its secret is missing")
            self.run.give(answer.seat, answer.keys)


def texts(question: Question) -> dict[str, str]:
    """Say what each option means, read now (a preview's table does not last)."""
    if isinstance(question, Amount):
        return {}
    return {key: question.describe(key) for key in question.options}


def title_options(title: Title, options: dict[str, Any]) -> dict[str, Any]:
    """Return those of a game's options that are the title's (the others are the clock's)."""
    return {key: value for key, value in options.items() if key in title.options_model.model_fields}
