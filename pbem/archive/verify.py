"""Verifying an archive: from its bytes alone, without home, settings or network, and without writing anything.

Each check says in one line what it looked at; the first that fails names the place, and checks that need what it
found broken are not made. A full copy is replayed with its seed under its own tables; a public copy has its chain, and
its texts are made again from it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from pbem.archive.audit import Auditor, AuditProblem, replay, sights
from pbem.archive.build import Source, build_id, made_by, members, sums
from pbem.archive.container import FILE_LIMIT, read_zip
from pbem.archive.models import (
    ABOUT,
    GAME,
    JOURNAL,
    NEWS,
    PAGE,
    PRESS,
    RECORD,
    REPORT,
    SCHEMAS,
    SUMS,
    TABLES,
    About,
    PublicGame,
    Shown,
    Sight,
    Variant,
    dump,
    journal_bytes,
    series_of,
    undone_by,
)
from pbem.archive.page import rules_of, shown_by
from pbem.archive.record import LINES_LIMIT, Record, RecordRefused, read_record
from pbem.core.chance import commitment
from pbem.core.errors import GameFileProblem, Misuse
from pbem.core.titles import Title, get_title
from pbem.engine.gamefile import Entry, GameFile
from pbem.engine.journal import chain_problem, full_answers
from pbem.engine.play import Play, title_options

NEEDED = (ABOUT, GAME, JOURNAL, NEWS, PAGE, PRESS, RECORD, REPORT, SUMS)
_DIGEST = re.compile(r"[0-9a-f]{64}\Z")


@dataclass(frozen=True, slots=True)
class Check:
    """One check: passed, failed, or (None) not made."""

    name: str
    passed: bool | None
    text: str

    def line(self) -> str:
        word = {True: "ok", False: "FAILED", None: "-"}[self.passed]
        return f"{word:<7}{self.name:<12}{self.text}"

    def data(self) -> dict[str, Any]:
        return {"check": self.name, "passed": self.passed, "text": self.text}


def passed(checks: Sequence[Check]) -> bool:
    return all(check.passed is not False for check in checks)


class Failed(Exception):
    """A check that failed."""


@dataclass(slots=True)
class Opened:
    """An archive that was read: what its members say, not yet believed."""

    members: dict[str, bytes]
    about: About
    game: Shown
    entries: list[Entry]
    tables: dict[str, dict[str, Any]]
    title: Title

    @property
    def full(self) -> GameFile | None:
        return self.game if isinstance(self.game, GameFile) else None


def verify(source: Path | bytes, mails: Path | None = None, *, redraw: bool = False) -> list[Check]:
    """All checks of an archive. With `mails`, a player's kept mails are compared with the journal; with `redraw`,
    every board and rule of the reading page is made again."""
    return Verifier(source, mails, redraw).run()


def load(source: Path | bytes) -> bytes:
    """The bytes of an archive file, within limits."""
    if isinstance(source, bytes):
        return source
    try:
        if not source.is_file():
            raise GameFileProblem(f"{source}: there is no such file.")
        with source.open("rb") as file:
            return file.read(FILE_LIMIT + 1)
    except OSError as error:
        raise GameFileProblem(f"{source}: {error.strerror}.") from None


@dataclass
class Verifier:
    source: Path | bytes
    mails: Path | None = None
    redraw: bool = False
    checks: list[Check] = field(default_factory=list)
    members: dict[str, bytes] = field(default_factory=dict)
    auditor: Auditor | None = None
    play: Play | None = None
    seen: list[tuple[dict[str, int], dict[str, dict[str, int]]]] = field(default_factory=list)

    def run(self) -> list[Check]:
        names = ("zip", "checksums", "schema", "chain", "seed", "draws", "moves", "tables", "score", "texts", "page")
        steps: list[tuple[str, Callable[[], str | None]]] = [(name, getattr(self, f"_{name}")) for name in names]
        if self.mails is not None:
            steps.append(("mails", self._mails))
        for name, step in steps:
            if self.checks and self.checks[-1].passed is False:
                self.checks += [Check(later, None, "not looked at") for later, _ in steps[len(self.checks) :]]
                break
            self.checks.append(self._one(name, step))
        return self.checks

    def _one(self, name: str, step: Callable[[], str | None]) -> Check:
        try:
            text = step()
        except (Failed, GameFileProblem, Misuse, RecordRefused) as problem:
            return Check(name, False, str(problem).rstrip("."))
        except RecursionError:
            return Check(name, False, "lists or objects are nested too deeply")
        except Exception as problem:  # content from outside may break anything: that is a finding, not a crash
            return Check(name, False, f"it cannot be judged: {type(problem).__name__}: {str(problem)[:200]}")
        return Check(name, None if text is None else True, text or "nothing to compare in this copy")

    # -- the file itself ----------------------------------------------------------------------------------------------

    def _zip(self) -> str:
        try:
            data = load(self.source)
            self.members = read_zip(data)
        except GameFileProblem as problem:
            raise Failed(problem.message.removeprefix("zip: ")) from None
        return f"{len(self.members)} members in {len(data):,} bytes, nothing else in the file"

    def _checksums(self) -> str:
        missing = [name for name in NEEDED if name not in self.members]
        if missing:
            raise Failed(f"{missing[0]}: this member is missing")
        if self.members[SUMS] != sums(self.members):
            raise Failed(self._wrong_sum())
        return f"{len(self.members) - 1} members fit {SUMS}"

    def _wrong_sum(self) -> str:
        told = dict(re.findall(r"^([0-9a-f]{64})  (\S+)$", self.members[SUMS].decode("utf-8", "replace"), re.M))
        told = {name: digest for digest, name in told.items()}
        for name in sorted(self.members):
            if name != SUMS and told.get(name) != sha256(self.members[name]).hexdigest():
                return f"{name}: its content does not fit {SUMS}"
        return f"{SUMS}: it names other members than there are, or is written otherwise"

    # -- what the members say -----------------------------------------------------------------------------------------

    def _schema(self) -> str:
        self.opened = open_members(self.members)
        about, game = self.opened.about, self.opened.game
        told = {"game": game.id, "title": game.title, "entry": game.entry, "head": game.head}
        told["full_name"] = self.opened.title.full_name
        for key, value in told.items():
            if getattr(about, key) != value:
                raise Failed(f"{ABOUT}: {key}: it is not the game's")
        return f"{about.variant} copy of {game.id}, {self.opened.title.full_name}, {len(self.opened.entries)} entries"

    def _chain(self) -> str:
        game, entries = self.opened.game, self.opened.entries
        problem = chain_problem(entries)
        if problem is not None:
            raise Failed(problem)
        if not entries or entries[0].kind != "setup":
            raise Failed("entry 1: it is not the set-up")
        if (entries[-1].n, entries[-1].hash) != (game.entry, game.head):
            raise Failed(f"entry {entries[-1].n}: it is not the head that {GAME} names")
        if any((entry.secret is None) != (self.opened.full is None) for entry in entries):
            raise Failed(f"the secret parts do not belong to a {self.opened.about.variant} copy")
        self._setup()
        return f"{len(entries)} entries, head {game.head[:12]}"

    def _setup(self) -> None:
        """What the first entry pins must be what the game file says."""
        game, entries, title = self.opened.game, self.opened.entries, self.opened.title
        note = entries[0].note
        changed = [entry for entry in entries if entry.kind == "data"]
        pins = changed[-1].note if changed else note
        options: dict[str, Any] = dict(note.get("options", {}))
        for entry in entries:
            if entry.kind == "rule" and entry.note.get("option"):
                options[entry.note["option"]] = entry.note.get("value")
        wanted = {
            "title": (note.get("title"), game.title),
            "rules.version": (note.get("version"), game.rules.version),
            "rules.fixes": (pins.get("fixes"), game.rules.fixes),
            "rules.data": (pins.get("data"), game.rules.data),
            "rules.chance": (note.get("chance"), game.rules.chance),
            "options": (options, title_options(title, game.options)),
            "seats": (note.get("seats"), [info.seat for info in game.seats if info.role == "player"]),
            "seed_commitment": (note.get("commitment"), game.seed_commitment),
            "moderation.undone": (undone_by(entries), game.moderation.undone),
            "rules.rulings": (_rulings(entries), [(r.number, r.entry, r.reason) for r in game.rules.rulings]),
            "seats.role": (sorted({info.seat for info in game.seats}), sorted(info.seat for info in game.seats)),
        }
        for place, (chained, told) in wanted.items():
            if chained != told:
                raise Failed(f"{GAME}: {place}: it is not what the journal says")

    # -- the replay ---------------------------------------------------------------------------------------------------

    def _seed(self) -> str | None:
        game = self.opened.full
        if game is None:
            return None
        if game.rules.chance == "record":
            return "this game's draws come from an imported record: its chance cannot be verified"
        try:
            seed = bytes.fromhex(game.seed)
        except ValueError:
            seed = b""
        if len(seed) != 32 or seed.hex() != game.seed or commitment(seed) != game.seed_commitment:
            raise Failed(f"{GAME}: seed: it does not fit its commitment {game.seed_commitment[:12]}")
        given = " (the seed was chosen by a person)" if game.rules.chance == "given" else ""
        return f"fits the commitment {game.seed_commitment[:12]}{given}"

    def _draws(self) -> str | None:
        """The replay itself runs here; what it found is told by this check and the two behind it."""
        game = self.opened.full
        if game is None:
            return None
        opened = self.opened
        auditor = self.auditor = Auditor(game, opened.title, opened.entries, opened.tables)
        title = opened.title
        auditor.watch = lambda _, table: self.seen.append((dict(title.scores(table)), series_of(title, table)))
        self.problem: AuditProblem | None = None
        try:
            self.play = replay(auditor, opened.entries)
        except AuditProblem as problem:
            self.problem = problem
            if problem.check == "draws":
                raise
        source = "the record" if game.rules.chance == "record" else "the seed"
        return f"{auditor.draws} draws are those of {source}"

    def _moves(self) -> str | None:
        if self.auditor is None:
            return None
        if self.problem is not None and self.problem.check == "moves":
            raise self.problem
        return f"{self.auditor.answers} answers are legal and lead to the recorded events"

    def _tables(self) -> str | None:
        if self.auditor is None:
            return None
        if self.problem is not None:
            raise self.problem
        assert self.play is not None and self.opened.full is not None
        if self.play.table.model_dump_json() != self.opened.full.table.model_dump_json():
            raise Failed(f"{GAME}: table: it is not the one that the journal leads to")
        return f"{self.auditor.hashed} tables fit their recorded hashes"

    def _score(self) -> str | None:
        game, entries = self.opened.game, self.opened.entries
        result, status = game.moderation.result, _status(entries)
        if self.play is None:
            if status and game.status != status:
                raise Failed(f"{GAME}: status: the journal says {status}")
            return None
        reached = None
        if status == "terminated":
            reached = next(e.note.get("result") for e in reversed(entries) if e.kind == "end")
        elif self.play.run.over:
            status = "finished"
            found = self.opened.title.result(self.play.table)
            reached = found.data() if found else None
        if game.status != (status or "running"):
            raise Failed(f"{GAME}: status: {game.status} is not {status or 'running'}")
        if result != reached:
            raise Failed(f"{GAME}: moderation.result: played again, the result is {_scores(reached)}")
        return _scores(reached)

    # -- texts --------------------------------------------------------------------------------------------------------

    def _texts(self) -> str:
        """The record says what the journal says; where the same build made the archive, every text is made again."""
        about = self.opened.about
        report = self.members[REPORT].decode("utf-8", "replace")
        if f"made by {about.made_by}, build {about.build}\n" not in report:
            raise Failed(f"{REPORT}: it was not made with this archive")
        self._compare_record()
        self.shows = shown_by(self.members[PAGE].decode("utf-8", "replace"))
        if (about.made_by, about.build) != (made_by(), build_id(self.opened.title)):
            return f"the record fits the journal; made by {about.made_by}, another build: other texts not made again"
        opened = self.opened
        made = members(Source(about, opened.game, opened.entries, opened.tables, self.shows, opened.title))
        for name in sorted({*made, *self.members} - {SUMS, REPORT}):
            self._same(name, made)
        self._same(REPORT, made)
        return "record, news, press, page, schemas and report are those of the journal"

    def _same(self, name: str, made: dict[str, bytes]) -> None:
        if name not in made:
            raise Failed(f"{name}: this member does not belong here")
        if name not in self.members:
            raise Failed(f"{name}: this member is missing")
        if made[name] == self.members[name]:
            return
        wanted, found = made[name].split(b"\n"), self.members[name].split(b"\n")
        if name == REPORT:
            for line_now, line_then in zip(wanted, found, strict=False):
                if line_now != line_then and line_now[64:] == line_then[64:]:
                    raise Failed(f"{line_now[66:].decode()}: it is not the one that {REPORT} tells of")
        pairs = enumerate(zip(wanted, found, strict=False))
        line = next((n for n, (a, b) in pairs if a != b), min(len(wanted), len(found)))
        raise Failed(f"{name}: line {line + 1} is not what {GAME} and {JOURNAL} give")

    def _compare_record(self) -> None:
        text = self.members[RECORD].decode("utf-8", "strict")
        record = read_record(text)
        entries, game = self.opened.entries, self.opened.game
        if len(record.entries) != len(entries):
            raise Failed(f"{RECORD}: it has {len(record.entries)} entries, the journal {len(entries)}")
        told: dict[str, Any] = {"Game": game.id, "Title": game.title, "Head": game.head}
        told["Data"] = entries[0].note.get("data")
        told |= {"Commitment": game.seed_commitment, "Status": game.status, "Entries": game.entry}
        told |= {"Rules": game.rules.version, "Chance": game.rules.chance}
        for name, value in told.items():
            if record.one(name) != value:
                raise Failed(f"{RECORD}: line {record.line_of(name)}: {name} is not the game's")
        if record.one("Result") != game.moderation.result:
            raise Failed(f"{RECORD}: line {record.line_of('Result')}: the result is not the game's")
        _compare_seats(record, game)
        for written, entry in zip(record.entries, entries, strict=True):
            if not same_entry(written, entry):
                raise Failed(f"{RECORD}: line {written.number}: entry {entry.n} is not the journal's")

    def _page(self) -> str:
        """Every score the page shows is the journal's; with `redraw` every board too."""
        found = self.shows.sights
        if [sight.n for sight in found] != [entry.n for entry in self.opened.entries]:
            raise Failed(f"{PAGE}: it does not show every entry")
        if self.play is None:
            return f"{len(found)} entries; their boards need the secret parts to be drawn again"
        for sight, (scores, series) in zip(found, self.seen, strict=True):
            if (sight.scores, sight.series) != (scores, series):
                raise Failed(f"{PAGE}: entry {sight.n}: the scores shown are not those of the journal")
        opened = self.opened
        if opened.about.build != build_id(opened.title):
            return f"{len(found)} entries show the scores of the journal"
        if self.redraw:
            assert opened.full is not None
            drawn, _, _ = sights(opened.full, opened.title, opened.entries, opened.tables)
            self._compare_boards(found, drawn)
            if self.shows.rules != rules_of(opened.title):
                raise Failed(f"{PAGE}: the rules it explains are not ours")
            return f"{len(found)} entries show the scores and boards of the journal"
        view = opened.title.view(self.play.table, None)
        last = Sight(found[-1].n, found[-1].scores, opened.title.summary(view), opened.title.picture(view))
        self._compare_boards(found[-1:], [last])
        return f"{len(found)} entries show the scores of the journal, the last its board"

    def _compare_boards(self, found: Sequence[Sight], drawn: Sequence[Sight]) -> None:
        for shown, wanted in zip(found, drawn, strict=True):
            same_picture = shown.picture.replace("\n", "") == wanted.picture.replace("\n", "")
            if shown.text != wanted.text or not same_picture:
                raise Failed(f"{PAGE}: entry {shown.n}: the board shown is not that of the journal")

    # -- a player's mails ---------------------------------------------------------------------------------------------

    def _mails(self) -> str:
        from pbem.archive.mails import compare_mails

        assert self.mails is not None
        return compare_mails(self.mails, self.opened.game.id, self.opened.entries)


# -- helpers ----------------------------------------------------------------------------------------------------------


def _status(entries: Sequence[Entry]) -> str | None:
    """What the moderator's entries say of the status; None where the table must tell."""
    status: str | None = None
    for entry in entries:
        if entry.kind == "pause":
            status = "paused"
        elif entry.kind == "end":
            status = "terminated"
        elif entry.kind in ("resume", "undo", "redo"):
            status = None
    return status


def _scores(result: dict[str, Any] | None) -> str:
    if not result:
        return "the game is not over"
    scores = result.get("scores") or {}
    return ", ".join(f"{seat} {score}" for seat, score in scores.items()) or str(result.get("text", ""))


def _rulings(entries: Sequence[Entry]) -> list[tuple[Any, int, Any]]:
    return [
        (entry.note.get("ruling"), entry.n, entry.note.get("reason"))
        for entry in entries
        if entry.kind == "rule"
    ]  # fmt: skip


def _compare_seats(record: Record, game: Shown) -> None:
    for role in ("player", "moderator", "observer"):
        name = "Seat" if role == "player" else role.capitalize()
        told = [values for _, values in record.all(name)]
        if told != [[info.seat, info.player, info.since] for info in game.seats if info.role == role]:
            raise Failed(f"{RECORD}: line {record.line_of(name)}: the names beside the seats are not the game's")


def same_entry(written: Any, entry: Entry) -> bool:
    """Whether an entry of a record says what one of the journal does."""
    if (written.kind, written.seat, written.at, written.by) != (entry.kind, entry.seat, entry.at, entry.by):
        return False
    answers = [
        (line.seat or entry.seat, line.name, None if line.words == "?" else line.words, line.source)
        for line in written.answers
    ]
    wanted = [
        (answer.seat, answer.name, None if answer.keys is None else ", ".join(answer.keys) or "none", answer.source)
        for answer in full_answers(entry)
    ]
    hidden = entry.secret.chance if entry.secret else []
    draws = [(draw, is_hidden) for _, draw, is_hidden in written.draws]
    return answers == wanted and draws == [*((d, False) for d in entry.chance), *((d, True) for d in hidden)]


# -- opening ----------------------------------------------------------------------------------------------------------


def open_archive_bytes(data: bytes) -> Opened:
    """An archive's contents, with zip and checksums checked but nothing replayed."""
    found = read_zip(data)
    if SUMS not in found or found[SUMS] != sums(found):
        raise GameFileProblem("The archive's members do not fit their checksums; see `pbem verify`.")
    return open_members(found)


def open_members(found: dict[str, bytes]) -> Opened:
    """The members as models; the first fault raises GameFileProblem with member and place."""
    about = _about(found)
    variant = _variant(about)
    document = _json(found, GAME)
    if not isinstance(document, dict) or not isinstance(document.get("title"), str):
        raise GameFileProblem(f"{GAME}: it is not a game")
    title = get_title(document["title"])
    game: Shown = _full(document, title) if variant.secrets else _public(document)
    if dump(game) != found[GAME]:
        raise GameFileProblem(f"{GAME}: it is not written as pbem writes it")
    entries = _entries(found[JOURNAL])
    return Opened(found, about, game, entries, _component_tables(found, entries), title)


def _json(found: dict[str, bytes], name: str) -> Any:
    from pbem.store.reading import parse_json

    if name not in found:
        raise GameFileProblem(f"{name}: this member is missing")
    return parse_json(found[name], name)


def _about(found: dict[str, bytes]) -> About:
    from pbem.store.wording import model_sentence

    document = _json(found, ABOUT)
    try:
        about = About.model_validate(document)
    except ValidationError as error:
        raise GameFileProblem(f"{ABOUT}: {model_sentence(error)}") from None
    if dump(about) != found[ABOUT]:
        raise GameFileProblem(f"{ABOUT}: it is not written as pbem writes it")
    return about


def _variant(about: About) -> Variant:
    try:
        variant = Variant.of(about.variant)
    except ValueError as problem:
        raise GameFileProblem(f"{ABOUT}: {problem}") from None
    if variant.name != about.variant:
        raise GameFileProblem(f"{ABOUT}: {about.variant!r} is no kind of archive")
    return variant


def _full(document: dict[str, Any], title: Title) -> GameFile:
    import json

    from pbem.store.migrate import migrate
    from pbem.store.schemas import schema_problem
    from pbem.store.wording import model_sentence

    document, _ = migrate(document, GAME)
    problem = schema_problem(document, "game", title.name)
    if problem is not None:
        raise GameFileProblem(f"{GAME}: {problem}")
    try:
        table = title.table_model.model_validate_json(json.dumps(document["table"]))
        return GameFile.model_validate({**document, "table": table})
    except ValidationError as error:
        raise GameFileProblem(f"{GAME}: {model_sentence(error)}") from None


def _public(document: dict[str, Any]) -> PublicGame:
    from pbem.store.wording import model_sentence

    try:
        return PublicGame.model_validate(document)
    except ValidationError as error:
        raise GameFileProblem(f"{GAME}: {model_sentence(error)}") from None


def _entries(raw: bytes) -> list[Entry]:
    from pbem.store.schemas import schema_problem
    from pbem.store.wording import model_sentence

    entries: list[Entry] = []
    if not raw.endswith(b"\n") or raw.count(b"\n") > LINES_LIMIT:
        raise GameFileProblem(f"{JOURNAL}: its last line is cut off, or it is too long")
    for number, line in enumerate(raw.split(b"\n")[:-1], 1):
        try:
            entry = Entry.model_validate_json(line)
        except ValidationError as error:
            raise GameFileProblem(f"{JOURNAL}: line {number}: {model_sentence(error)}") from None
        entries.append(entry)
        problem = schema_problem(entry.model_dump(mode="json"), "journal")
        if problem is not None:
            raise GameFileProblem(f"{JOURNAL}: line {number}: {problem}")
    if journal_bytes(entries) != raw:
        wrong = next(n for n, (e, line) in enumerate(zip(entries, raw.split(b"\n"), strict=False), 1)
                     if journal_bytes([e]) != line + b"\n")  # fmt: skip
        raise GameFileProblem(f"{JOURNAL}: line {wrong}: it is not written as pbem writes it")
    return entries


def _component_tables(found: dict[str, bytes], entries: Sequence[Entry]) -> dict[str, dict[str, Any]]:
    """The tables of the archive, each under its own digest."""
    tables: dict[str, dict[str, Any]] = {}
    for name, raw in found.items():
        if not name.startswith(TABLES):
            continue
        digest = name.removeprefix(TABLES).removesuffix(".json")
        if not _DIGEST.match(digest) or sha256(raw).hexdigest() != digest:
            raise GameFileProblem(f"{name}: its content does not fit its name")
        table = _json(found, name)
        if not isinstance(table, dict):
            raise GameFileProblem(f"{name}: it is not an object")
        tables[digest] = table
    wanted = {str(entry.note.get("data")) for entry in entries if entry.kind in ("setup", "data")}
    if wanted != set(tables):
        raise GameFileProblem(f"{TABLES}: the journal names {len(wanted)} sets of tables, {len(tables)} are here")
    return tables


__all__ = ["SCHEMAS", "Check", "Opened", "open_archive_bytes", "passed", "verify"]
