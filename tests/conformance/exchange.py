"""Every mail of a computer game, composed twice: from the game, and from one in which everything is exchanged that the
mail's reader may not know. Head, tokens and ids are those of the real game in both.

Exchanged are hidden things on the table, sealed answers, the secret part of every entry (events for others, answers
under seal, hidden draws, messages between others), orders and answers sent ahead by others, and the seed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

from pbem.desk.commands.vocabulary import vocabulary
from pbem.desk.commands.work import Answer, Asker, Work
from pbem.desk.letters.outbox import after_own, packet
from pbem.engine.computers.fuzz import Fuzz
from pbem.engine.gamefile import Ahead, Entry, GameFile, Orders, SeatInfo
from pbem.engine.notices import notices_after
from pbem.engine.play import Play
from pbem.mail.composing.compose import compose
from pbem.mail.composing.context import House, MailContext, Reader
from pbem.mail.composing.layout import width
from pbem.mail.composing.sections import entry_lines
from pbem.mail.letter import body_text
from pbem.mail.tokens import Signer
from pbem.mail.typed.commands import parse

HOUSE = House(Signer(b"conformance" * 3))
WHEN = datetime(2026, 1, 2, 12, tzinfo=UTC)
NOBODY = "exchanged"
SIDE = ("question", "reminder", "digest", "adjudication", "announce", "message", "receipt", "handover")
"""Kinds of mail that a computer game never calls for by itself: one of them at every stop, in turn."""
FORMS = frozenset({"start", "turn", "question", "reminder"})
ASKED = ("status", "options", "show", "history", "resend", "orders", "rulings", "help", "xyzzy: 1", "preview\n{move}",
         "options after {move}", "rules", "pass")  # fmt: skip
"""What a player writes without moving: one of them at every stop, in turn. `xyzzy` is refused."""


class Mailing:
    """What is shown every stop of a game and compares the mails of that stop."""

    format = "text"
    """What readers want: the text alone, or a page beside it."""

    def __init__(self, every: int = 1, *, plain: bool = False, language: str = "en") -> None:
        self.every = every
        self.language = language
        self.bodies: list[str] = []
        """What the mails say, kept where their language is looked at."""
        self.plain = plain
        """Whether all readers want the style without drawings."""
        self.known = 0
        self.counted: Counter[str] = Counter()
        self.longest = self.tallest = 0
        """Columns of all mails, lines of the order forms."""
        self.fuzz: Fuzz | None = None
        self.entries = Entries()

    def __call__(self, fuzz: Fuzz) -> None:
        self.fuzz = fuzz
        if fuzz.report.stops % 9 == 5:
            self.whisper(fuzz)
        new, first = fuzz.report.entries[self.known :], self.known == 0
        self.known = len(fuzz.report.entries)
        if first or fuzz.report.stops % self.every == 0:
            self.stop(fuzz, new)

    def whisper(self, fuzz: Fuzz) -> None:
        """A private message, of which only two may ever know."""
        seats = [info.seat for info in fuzz.play_of.game.players()]
        first = seats[fuzz.report.stops % len(seats)]
        other = "moderator" if fuzz.report.stops % 2 else seats[(fuzz.report.stops + 1) % len(seats)]
        hidden = {"from": first, "to": [other], "text": f"0815, {fuzz.report.stops}"}
        fuzz.report.entries.append(fuzz.play_of.write(fuzz.now, None, "player", kind="say", secret_note=hidden))

    def stop(self, fuzz: Fuzz, new: Sequence[Entry]) -> None:
        """All mails that the new entries call for, the mover's receipt, one of the other kinds and one request."""
        game, at = fuzz.play_of.game, fuzz.report.stops
        with_others(game)
        worlds = Worlds(fuzz, self.entries, self.plain, self.language, self.format)
        before = new[0].n - 1 if new else game.entry
        for owed in notices_after(game, new, before):
            self.compare(worlds, owed.seat, owed.kind, {})
        movers = [entry.seat for entry in new if entry.kind == "move" and entry.seat]
        for seat in movers[:1]:
            self.compare(worlds, seat, "answer", Answer("COUNTED", "entry", board=True, entries=list(new)).note())
        seats = [info.seat for info in game.people()]
        players = [info.seat for info in game.players()]
        kind = SIDE[at % len(SIDE)]
        note = {"text": "0816", "who": "Computer 1", "to": "all", "reason": "0817"}
        self.compare(worlds, seats[at // len(SIDE) % len(seats)], kind, note)
        self.ask(worlds, ASKED[at % len(ASKED)], players[at % len(players)])

    def over(self) -> None:
        """The last mails; everybody gets one."""
        assert self.fuzz is not None
        worlds = Worlds(self.fuzz, self.entries, self.plain, self.language, self.format)
        for info in self.fuzz.play_of.game.people():
            self.compare(worlds, info.seat, "over", {})

    def compare(self, worlds: Worlds, seat: str, kind: str, note: dict[str, Any]) -> None:
        real = compose(worlds.context(seat, kind, note, exchanged=False))
        other = compose(worlds.context(seat, kind, note, exchanged=True))
        assert other.decode() == real.decode(), f"the {kind} mail to {seat} tells of hidden things"
        self.seen(kind, real)

    def ask(self, worlds: Worlds, wanted: str, seat: str) -> None:
        """The answer to a mail that only asks for something, a preview among them, or that is refused."""
        if wanted == "pass" and worlds.may_pass(seat):
            wanted = "status"  # it would be a move
        text = wanted.format(move=worlds.move(seat))
        answers = [worlds.answer(seat, text, exchanged=exchanged) for exchanged in (False, True)]
        assert answers[0].decode() == answers[1].decode(), f"the answer to {text!r} of {seat} tells of hidden things"
        self.seen(wanted.split()[0], answers[0])

    def seen(self, kind: str, raw: bytes) -> None:
        self.counted[kind] += 1
        if self.language != "en":
            self.bodies.append(body_text(raw))
        lines = body_text(raw).split("\n")
        self.longest = max(self.longest, max(map(width, lines)))
        if kind in FORMS:
            self.tallest = max(self.tallest, len(lines) - 1)


def with_others(game: GameFile) -> None:
    """A moderator and an observer: they get mails, too."""
    if game.moderator() is None:
        game.seats.append(SeatInfo(seat="moderator", player="Kasia", role="moderator"))
        game.seats.append(SeatInfo(seat="observer-1", player="Olek", role="observer"))


class Entries:
    """Exchanged entries, each made once for each reader."""

    def __init__(self) -> None:
        self.made: dict[tuple[int, str], Entry] = {}
        self.lines: dict[tuple[str, bool], dict[str, Any]] = {}
        """What was written of each entry, by reader and world: an entry never changes, so its lines neither."""

    def for_reader(self, entries: Sequence[Entry], seat: str) -> list[Entry]:
        for entry in entries:
            if (entry.n, seat) not in self.made:
                self.made[entry.n, seat] = exchanged_entry(entry, seat)
        return [self.made[entry.n, seat] for entry in entries]

    def written(self, context: MailContext, entries: Sequence[Entry], exchanged: bool) -> dict[str, Any]:
        lines = self.lines.setdefault((context.reader.seat, exchanged), {})
        for entry in entries:
            if f"entry {entry.n}" not in lines:
                lines[f"entry {entry.n}"] = entry_lines(context, entry)
        return dict(lines)


class Worlds:
    """The game at one stop, and what it might as well be for each of its readers."""

    def __init__(self, fuzz: Fuzz, made: Entries, plain: bool, language: str = "en", form: str = "text") -> None:
        self.fuzz = fuzz
        self.form = form
        self.language = language
        self.plain = plain
        self.made = made
        self.plays: dict[str, Play] = {}

    def move(self, seat: str) -> str:
        question = self.fuzz.play_of.question_for(seat)
        return f"{question.name}: {', '.join(question.harmless()) or 'none'}" if question else "status"

    def may_pass(self, seat: str) -> bool:
        question = self.fuzz.play_of.question_for(seat)
        return question is not None and question.low == 0

    def reader(self, seat: str) -> Reader:
        info = next(info for info in self.fuzz.play_of.game.seats if info.seat == seat)
        box = f"{seat}@example.org"
        return Reader(seat, info.player, box, info.role, self.language, plain=self.plain, format=self.form)

    def play(self, reader: Reader) -> Play:
        """The exchanged game, in which this reader should see no difference."""
        seat, eyes = reader.seat, reader.eyes
        if seat not in self.plays:
            fuzz = self.fuzz
            game = fuzz.play_of.game.model_copy()
            game.table = fuzz.exchanged(eyes).table
            game.orders = {who: kept if who == eyes else other_orders(kept) for who, kept in game.orders.items()}
            if game.status == "running":
                game.seed = "e" * 64
            game.recent = self.made.for_reader(game.recent, seat)
            self.plays[seat] = Play(game, fuzz.title, fuzz.play_of.data)
        return self.plays[seat]

    def entries(self, seat: str, exchanged: bool, most: int = 0) -> list[Entry]:
        """All entries, or the last ones."""
        found = self.fuzz.report.entries[-most:]
        return self.made.for_reader(found, seat) if exchanged else found

    def context(self, seat: str, kind: str, note: dict[str, Any], *, exchanged: bool) -> MailContext:
        reader = self.reader(seat)
        play = self.play(reader) if exchanged else self.fuzz.play_of
        known = self.entries(seat, exchanged, 0 if kind == "handover" else 60)
        since = after_own({entry.n: entry for entry in known}, seat, play.game.entry)
        context = MailContext(
            kind, play.game, self.fuzz.title, play, reader, HOUSE, WHEN, play.game.entry, entries=since, note=note
        )
        context.made = self.made.written(context, since, exchanged)
        if kind == "handover":
            context.note = {**note, "sections": packet(self.session(play, known), context)}
        return context

    def session(self, play: Play, entries: list[Entry]) -> Any:
        """As much of an opened game as looking at it needs; there is no home here, and nothing is saved."""
        return SimpleNamespace(title=self.fuzz.title, game=play.game, play=play, journal=lambda: iter(entries))

    def answer(self, seat: str, text: str, *, exchanged: bool) -> bytes:
        context = self.context(seat, "answer", {}, exchanged=exchanged)
        session = self.session(context.play, self.entries(seat, exchanged))
        info = next(info for info in context.game.seats if info.seat == seat)
        script = parse(text, vocabulary(context.play, seat))
        said = Work(session, Asker(info), WHEN, context).carry_out(script)
        assert said.verdict != "COUNTED", f"{text!r} was meant to change nothing"
        context.note, context.entries = said.note(), said.entries
        return compose(context)


def other_orders(orders: Orders) -> Orders:
    return Orders(standing={NOBODY: [NOBODY]}, ahead=[Ahead(name=NOBODY, keys=[NOBODY], entry=1) for _ in orders.ahead])


def exchanged_entry(entry: Entry, reader: str) -> Entry:
    """The entry with all of its secrets that are not this reader's made into something else."""
    if entry.secret is None:
        return entry
    secret = entry.secret
    events = [
        event if reader in event.to else event.model_copy(update={"data": {NOBODY: NOBODY}, "kind": NOBODY})
        for event in secret.events
    ]
    answers = {at: keys if entry.answers[int(at)].seat == reader else [NOBODY] for at, keys in secret.answers.items()}
    note = secret.note
    if entry.kind == "say" and reader not in (note["from"], *note["to"]):
        note = {"from": NOBODY, "to": [NOBODY], "text": NOBODY}
    changed = {
        "events": events, "note": note, "answers": answers, "chance": [], "mail": NOBODY, "state": NOBODY,
        "salt": NOBODY,
    }  # fmt: skip
    return entry.model_copy(update={"secret": secret.model_copy(update=changed)})
