"""A game from a text record: every move is judged by the questions, every draw is taken from the record.

The game is marked: its chance comes from the record and cannot be verified. The first line that is not legal, or does
not follow from the lines before it, refuses the whole record.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from pbem.archive.models import Tables
from pbem.archive.record import UNKNOWN, Line, Record, RecordEntry, RecordRefused, read_record
from pbem.core.chance import Draw, GivenChance
from pbem.core.errors import Fault, Misuse, PbemError, PlayerError
from pbem.core.kept import told
from pbem.core.overlay import digest_of
from pbem.core.questions import Question
from pbem.core.titles import Title, get_title, make_options
from pbem.engine.adjudication.undoing import undone_after
from pbem.engine.create import Holder, box_of, check_options, create_game
from pbem.engine.gamefile import Answer, Entry, Ruling, Secret
from pbem.engine.journal import GENESIS, moment
from pbem.engine.names import check_name
from pbem.engine.play import Play
from pbem.engine.replay import Replayer, replay_entry
from pbem.engine.submission import lines as reading
from pbem.engine.submission import picks

TABLE_KINDS = frozenset({"undo", "redo", "rule", "patch", "data"})


def record_title(record: Record) -> Title:
    name = record.one("Title")
    if not isinstance(name, str):
        raise RecordRefused(record.line_of("Title"), Fault('the tag [Title "..."] is missing.'))
    try:
        return get_title(name)
    except Misuse as problem:
        raise RecordRefused(record.line_of("Title"), problem.message) from None


def import_record(
    text: str, *, game_id: str | None = None, seed: bytes, now: datetime, tables: Tables | None = None
) -> Play:
    """Replay a record into a game. `tables` holds component tables by digest; a record without the one that it names is
    refused. `seed` serves the salts, and draws that a running game makes after the record ends."""
    record = read_record(text)
    title = record_title(record)
    return Importer(record, title, _tables(record, title, tables or {}), seed, now).run(game_id)


def _tables(record: Record, title: Title, tables: Tables) -> dict[str, dict[str, Any]]:
    own = title.components(_box(record, title))
    known = {digest_of(own): own, **tables}
    wanted = record.one("Data")
    if wanted is None:
        return {"": own, **known}
    if wanted not in known:
        raise RecordRefused(
            record.line_of("Data"), Fault("this game was played with other component tables than are installed here.")
        )
    return {"": known[wanted], **known}


def _box(record: Record, title: Title) -> list[str]:
    """List the modules that a record's options call for."""
    fields = title.options_model.model_fields
    options = {key: value for key, value in _options(record, title).items() if key in fields}
    return box_of(title, options, len(record.all("Seat")))


def _options(record: Record, title: Title) -> dict[str, Any]:
    """Read the options, each judged at its line; those that the title does not know are the clock's."""
    options: dict[str, Any] = {}
    for number, values in record.all("Option"):
        if len(values) != 2 or not isinstance(values[0], str):
            raise RecordRefused(number, Fault('an option is written [Option "name" value].'))
        options[values[0]] = values[1]
        if values[0] in title.options_model.model_fields:
            try:
                check_options(title, {values[0]: values[1]})
            except Misuse as problem:
                raise RecordRefused(number, problem.message) from None
    return options


class Importer:
    """One record on its way into a game."""

    def __init__(
        self, record: Record, title: Title, tables: Mapping[str, dict[str, Any]], seed: bytes, now: datetime
    ) -> None:
        self.record = record
        self.title = title
        self.tables = dict(tables)
        self.seed = seed
        self.now = now
        self.chance = GivenChance([])
        self.line = 1
        self.following: RecordEntry | None = None
        """The entry behind the one that is played."""

    def run(self, game_id: str | None) -> Play:
        entries = self.record.entries
        if not entries or entries[0].kind != "setup":
            raise RecordRefused(entries[0].number if entries else 1, Fault("a record begins with `1. setup`."))
        try:
            self.play = self._create(entries[0], game_id)
            self._check_draws(entries[0], self.play.game.recent[-1])
            for at, entry in enumerate(entries[1:], 2):
                self.following = entries[at] if at < len(entries) else None
                self._entry(entry)
            self._to_the_end()
            self._finish()
        except RecordRefused:
            raise
        except PlayerError as problem:
            raise RecordRefused(self.line, problem.message, problem.expected, problem.rule) from problem
        except (PbemError, LookupError, AssertionError, ValueError, TypeError) as problem:
            raise RecordRefused(self.line, Fault("it cannot be played: {problem}", problem=problem)) from problem
        return self.play

    # -- set-up ---------------------------------------------------------------------------------------------------

    def _create(self, entry: RecordEntry, game_id: str | None) -> Play:
        fixes = self._fixes()
        options = _options(self.record, self.title)
        mine = {key: value for key, value in options.items() if key in self.title.options_model.model_fields}
        people = self._holders(mine)
        seats = [seat for seat, _, _ in people]
        unknown = [seat for seat in seats if seat not in self.title.seat_names]
        if unknown or len(set(seats)) != len(seats):
            wanted = ", ".join(self.title.seat_names)
            raise RecordRefused(
                self.record.line_of("Seat"), Fault("the seats must be different ones of {wanted}.", wanted=wanted)
            )
        wishes = entry.note.pop("wishes", seats)
        if not isinstance(wishes, list) or len(wishes) != len(seats):
            raise RecordRefused(entry.number, Fault("there must be a wish, or null, for each seat."))
        moderators = [self._person(*found)[1] for found in self.record.all("Moderator")]
        observers = [self._person(*found)[1] for found in self.record.all("Observer")]
        self.line = entry.number
        self._feed(entry)
        play = create_game(
            self.title,
            game_id=game_id or str(self.record.one("Game", f"{self.title.name}-record")),
            players=[Holder(name, wish) for (_, name, _), wish in zip(people, wishes, strict=True)],
            moderator=moderators[0] if moderators else None,
            observers=observers,
            options=mine,
            clock={key: value for key, value in options.items() if key not in mine},
            seed=self.seed,
            chance_kind="record",
            raw_data=self.tables[""],
            now=moment(entry.at) if entry.at else self.now,
            source=self.chance,
            start=entry.note or None,
            fixes=fixes,
        )
        computers = {str(values[0]) for _, values in self.record.all("Automaton") if values}
        for info, (_, _, since) in zip(play.game.players(), people, strict=True):
            info.since = since
            if info.seat in computers:
                info.role = "automaton"
        self.replayer = Replayer(play.game, self.title, self.tables[""], hashes=False)
        self.replayer.play = play
        self.replayer.find_tables = self._find_tables
        self.replayer.states[1] = play.table.model_dump_json()
        return play

    def _holders(self, options: dict[str, Any]) -> list[tuple[str, str, int]]:
        """Say who held the seats, in seating order: seat, name, since when. The title's own automata seat
        themselves."""
        rows = sorted([*self.record.all("Seat"), *self.record.all("Automaton")], key=lambda row: row[0])
        people = [self._person(number, values) for number, values in rows]
        seats = [str(values[0]) for _, values in self.record.all("Seat") if values]
        own = self.title.automata(make_options(self.title, check_options(self.title, options)), seats)
        return [person for person in people if person[0] not in own]

    def _fixes(self) -> list[str] | None:
        """Find the fixes under which the game was begun. Those that a title has had since do not hold in it; one that
        is not installed here would make it another game. Take a record that tells nothing of itself for one of
        today."""
        told = self.record.all("Fix")
        for number, values in told:
            self._known(number, values)
        return [values[0] for _, values in told] if told or self.record.all("Record") else None

    def _known(self, number: int, fixes: list[Any]) -> None:
        for fix in fixes:
            if fix not in self.title.fixes:
                known = ", ".join(self.title.fixes) or "none"
                raise RecordRefused(
                    number,
                    Fault(
                        "the fix {fix} of {title} is not installed here (known: {known}); please install the version "
                        "of pbem that has it.",
                        fix=repr(fix),
                        title=self.title.full_name,
                        known=known,
                    ),
                )

    def _find_tables(self, digest: str) -> dict[str, Any]:
        if digest not in self.tables:
            raise RecordRefused(
                self.line, Fault("the component tables {digest} are not installed here.", digest=digest[:12])
            )
        return self.tables[digest]

    def _person(self, number: int, values: list[Any]) -> tuple[str, str, int]:
        if not 2 <= len(values) <= 3 or not all(isinstance(value, str) for value in values[:2]):
            raise RecordRefused(number, Fault('a seat is written [Seat "colour" "Name"].'))
        since = values[2] if len(values) == 3 and isinstance(values[2], int) else 0
        self.line = number
        return values[0], check_name(values[1]), since

    # -- entries --------------------------------------------------------------------------------------------------

    def _feed(self, entry: RecordEntry) -> None:
        """Offer only the draws of this entry: one out of its place is a fault of the record."""
        self.chance.draws = {
            (draw.label, draw.counter): Draw(draw.label, draw.counter, draw.of, draw.value, draw.order)
            for _, draw, _ in entry.draws
        }

    def _check_draws(self, entry: RecordEntry, written: Entry) -> None:
        made = [*written.chance, *(written.secret.chance if written.secret else [])]
        for number, draw, _ in entry.draws:
            if draw not in made:
                raise RecordRefused(
                    number,
                    Fault("the rules make no draw {label} #{counter} here.", label=draw.label, counter=draw.counter),
                )

    def _entry(self, entry: RecordEntry) -> None:
        self.line = entry.number
        self._feed(entry)
        play = self.play
        at = moment(entry.at) if entry.at else self.now
        answers: list[tuple[Answer, bool]] = []
        if entry.kind == "setup":
            raise RecordRefused(entry.number, Fault("a game is set up once."))
        if entry.kind == "move":
            answers = self._moves(entry)
        else:
            self._decide(entry)
        written = play.write(
            at,
            entry.seat,
            entry.by,  # type: ignore[arg-type]
            answers,
            None,
            entry.note or None,
            entry.kind,
            entry.secret or None,
        )
        self._check_draws(entry, written)
        self.replayer.states[written.n] = play.table.model_dump_json()
        self._status(entry, written)
        play.close(at)

    def _moves(self, entry: RecordEntry) -> list[tuple[Answer, bool]]:
        play = self.play
        if play.game.status != "running":
            raise RecordRefused(
                entry.number, Fault("the game is {status}; nobody moves any more.", status=play.game.status)
            )
        if entry.seat not in play.table.seats:
            raise RecordRefused(
                entry.number, Fault("{seat} is no seat of this game.", seat=repr(entry.seat)), expected=play.table.seats
            )
        self._left_out(entry)
        if self._means_owed(entry, entry.seat):
            entry.note = {**entry.note, "owed": True}
            play.run.take_up(entry.seat)
        answers: list[tuple[Answer, bool]] = []
        for line in entry.answers:
            self.line = line.number
            self._answer(line, line.seat or entry.seat, answers)
        while not answers or self._goes_on_without(entry, entry.seat):
            self.line = entry.number
            question = play.run.questions().get(entry.seat)
            if question is None or question.default is None:
                raise RecordRefused(entry.number, Fault("this entry has no answer, and no default is asked for."))
            self._give(entry.seat, question, list(question.default), "default", answers)
        return answers

    # -- defaults that a record leaves out ------------------------------------------------------------------------

    def _goes_on_without(self, entry: RecordEntry, seat: str) -> bool:
        """Tell whether a window that is open to the seat takes its default behind the last line of the entry: what the
        record tells next, a draw of this entry or an answer of somebody else, does not come before it."""
        question, following = self.play.run.questions().get(seat), self.following
        if question is None or question.default is None:
            return False
        if len(self.play.table.live.draws) < len(entry.draws):
            return True
        if following is None:
            return not self.record.all("Record")  # our own records tell every answer: this one is awaited still
        return following.kind == "move" and following.seat != seat and not self._can_answer(following)

    def _can_answer(self, entry: RecordEntry) -> bool:
        """Tell whether the first answer of an entry is asked for now, perhaps behind windows of the same seat."""
        first = entry.answers[0] if entry.answers else None
        seat = (first.seat if first else None) or entry.seat
        question = self.play.question_for(seat) if seat in self.play.table.seats else None
        if question is None:
            return False
        return question.default is not None or (first is not None and question.name == first.name)

    def _left_out(self, entry: RecordEntry) -> None:
        """Supply entries of defaults alone that a record leaves out, in front of one that needs them."""
        run = self.play.run
        while not self._can_answer(entry):
            asked = ((seat, question) for seat, question in run.questions().items() if seat != entry.seat)
            found = next((seat for seat, question in asked if question.default is not None), None)
            if found is None or any(other.kind in ("undo", "redo") for other in self.record.entries):
                return  # the answer is refused where it stands; an undo counts entries, so none may be missing
            self._take_default(found, moment(entry.at) if entry.at else self.now)

    def _take_default(self, seat: str, at: datetime) -> None:
        """Make an entry of one default."""
        question = self.play.run.questions()[seat]
        answers: list[tuple[Answer, bool]] = []
        self._give(seat, question, list(question.default or []), "default", answers)
        written = self.play.write(at, seat, "orders", answers)
        self.replayer.states[written.n] = self.play.table.model_dump_json()

    def _to_the_end(self) -> None:
        """Take the defaults that a record may have left out before the end of a game that it claims."""
        play, run = self.play, self.play.run
        if self.record.one("Status") != "finished" or self.record.all("Record"):
            return
        while play.game.status == "running":
            asked = [seat for seat, question in run.questions().items() if question.default is not None]
            if not asked:
                return
            self._take_default(asked[0], self.now)
            play.close(self.now)

    def _means_owed(self, entry: RecordEntry, seat: str) -> bool:
        """Tell whether the entry begins with a choice that the seat owes; another moderator's record may not say so."""
        run = self.play.run
        if entry.note.get("owed") or not run.owed(seat) or not entry.answers:
            return bool(entry.note.get("owed"))
        asked = run.questions().get(seat) or run.changeable().get(seat)
        return asked is None or asked.name != entry.answers[0].name

    def _answer(self, line: Line, seat: str, answers: list[tuple[Answer, bool]]) -> None:
        """Give an answer; windows before it that the record leaves out take their defaults."""
        question = self._question(line, seat)
        while question.name != line.name and question.default is not None:
            self._give(seat, question, list(question.default), "default", answers)
            question = self._question(line, seat)
        if question.name != line.name:
            given = {"name": line.name, "asked": question.name, "prompt": question.prompt}
            told = Fault("{name} is not asked here but {asked} ({prompt}).", **given)
            raise RecordRefused(line.number, told, expected=[question.name])
        if line.words == UNKNOWN:
            raise RecordRefused(line.number, Fault("this answer is sealed, and this copy does not tell it."))
        typed = reading.Line(line.number, f"{line.name}: {line.words}", line.name, reading.fold(line.words))
        keys = picks.enough(question, typed, picks.read_keys(question, typed, typed.words))
        if not question.allows(keys):
            raise reading.refusal(question, typed, typed.words)
        self._give(seat, question, keys, line.source, answers)

    def _give(
        self, seat: str, question: Question, keys: list[str], source: str, answers: list[tuple[Answer, bool]]
    ) -> None:
        run = self.play.run
        answer = Answer(seat=seat, name=question.name, keys=keys, source=source)  # type: ignore[arg-type]
        answers.append((answer, question.private or run.sealed))
        run.give(seat, keys)

    def _question(self, line: Line, seat: str) -> Question:
        run = self.play.run
        question = run.questions().get(seat) or run.changeable().get(seat)
        if question is None:
            waiting = ", ".join(run.questions()) or "nobody"
            raise RecordRefused(
                line.number, Fault("nothing is asked of {seat}; awaited: {waiting}.", seat=seat, waiting=waiting)
            )
        return question

    # -- what a moderator did -----------------------------------------------------------------------------------------

    def _decide(self, entry: RecordEntry) -> None:
        if entry.kind not in TABLE_KINDS:
            return
        entry.note.pop("commitment", None)  # a seed of the recorded game; this one has its own, and it is not open
        if entry.kind == "data":
            self._known(entry.number, entry.note.get("fixes") or [])
        secret = Secret(salt="", state="", note=entry.secret)
        made = Entry(
            n=entry.n,
            at="",
            kind=entry.kind,  # type: ignore[arg-type]
            note=entry.note,
            sealed="",
            prev=GENESIS,
            hash="",
            secret=secret,
        )
        replay_entry(self.replayer, made)

    def _status(self, entry: RecordEntry, written: Entry) -> None:
        game, note = self.play.game, entry.note
        moderation = game.moderation
        if entry.kind == "pause":
            game.status = "paused"
        elif entry.kind == "resume":
            game.status = "running"
        elif entry.kind == "undo":
            game.status = "running"
            moderation.result = None
            moderation.undone = undone_after(moderation.undone, entry.kind, note)
        elif entry.kind == "redo":
            moderation.undone = undone_after(moderation.undone, entry.kind, note)
        elif entry.kind == "end":
            game.status = "terminated"
            moderation.result = note.get("result")
            game.deadlines.clear()
        elif entry.kind == "rule":
            game.rules.rulings.append(
                Ruling(
                    number=len(game.rules.rulings) + 1, entry=written.n, author="moderator",
                    reason=str(note.get("reason", "")), rules=[str(rule) for rule in note.get("rules", [])],
                    option=note.get("option"), value=note.get("value"),
                )
            )  # fmt: skip

    def _finish(self) -> None:
        """Check that the end that the record claims is the one that was reached."""
        game, record = self.play.game, self.record
        claims = {"Status": game.status, "Entries": game.entry, "Result": game.moderation.result}
        for name, reached in claims.items():
            claimed = record.one(name) if record.all(name) else reached
            if told(claimed) != told(reached):
                self.line = record.line_of(name)
                raise RecordRefused(
                    self.line,
                    Fault(
                        "the record says {told}, played again it is {reached}.",
                        told=repr(record.one(name)),
                        reached=repr(reached),
                    ),
                )
