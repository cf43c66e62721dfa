"""What an archive holds: the names of its members, its kinds, and the game as the public may know it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import Field

from pbem.core.errors import Fault, GameFileProblem
from pbem.core.table import Model
from pbem.core.titles import Title
from pbem.engine.adjudication.undoing import undone_by as undone_by
from pbem.engine.gamefile import ID_PATTERN, PRIVATE, Digest, Entry, GameFile, Moderation, RulesPin, SeatInfo, Status
from pbem.engine.journal import canonical
from pbem.engine.notices import mail_counts

GAME, JOURNAL, RECORD, NEWS = "game.json", "journal.jsonl", "record.txt", "news.txt"
PAGE, REPORT, ABOUT, SUMS = "page.html", "report.txt", "archive.json", "SHA256SUMS"
PRESS, VIEWS = "press.txt", "views.jsonl"
TABLES, SCHEMAS = "tables/", "schemas/"
NEEDED = (ABOUT, GAME, JOURNAL, NEWS, PAGE, PRESS, RECORD, REPORT, SUMS)
"""Members of every archive."""

Tables = Mapping[str, dict[str, Any]]
"""Component tables by their digest."""
_ADDRESS = re.compile(r"[^\s<>@\"]+@[^\s<>@\"]+")


@dataclass(frozen=True, slots=True)
class Variant:
    """Which copy of a game an archive is."""

    secrets: bool = True
    """With the seed, hidden draws and sealed answers."""
    anonymous: bool = False

    @property
    def name(self) -> str:
        return ("full" if self.secrets else "public") + ("-anonymous" if self.anonymous else "")

    @classmethod
    def of(cls, name: str) -> Variant:
        """Read the variant out of a name: full, public, anonymous, full-anonymous or public-anonymous."""
        words = set(name.split("-"))
        if not words <= {"full", "public", "anonymous"} or {"full", "public"} <= words:
            raise ValueError(Fault("{name} is no kind of archive", name=repr(name)))
        return cls(secrets="public" not in words, anonymous="anonymous" in words)


FULL = Variant()
PUBLIC = Variant(secrets=False)


class About(Model):
    """What this archive is, and which build of pbem made it: the same build makes every byte of it again."""

    format: Literal[1] = 1
    variant: str
    made_by: str
    build: str
    game: str
    title: str
    full_name: str
    entry: int
    head: Digest
    language: Literal["en", "pl", "hu", "de", "fr"] = Field(default="en", exclude_if=lambda value: bool(value == "en"))
    """The one language of its texts, in which they are made again; English is left out, as in all older archives."""


class PublicModeration(Model):
    result: dict[str, Any] | None = None
    undone: list[int] = Field(default_factory=list)
    notes: dict[str, Any] = Field(default_factory=dict)
    """How many mails the game called for, by kind."""


class PublicGame(Model):
    """The game file of a public copy: no seed, no table; instead of them what a spectator sees."""

    format: Literal[1] = 1
    id: str = Field(pattern=ID_PATTERN)
    title: str
    rules: RulesPin
    options: dict[str, Any]
    seats: list[SeatInfo]
    seed_commitment: Digest
    status: Status
    entry: int = Field(ge=1)
    head: Digest
    view: dict[str, Any]
    moderation: PublicModeration

    def person(self, seat: str) -> str:
        return next((info.player for info in self.seats if info.seat == seat), seat)


Shown = GameFile | PublicGame
"""A game as an archive holds it."""


@dataclass(slots=True)
class Sight:
    """What a spectator saw after one entry."""

    n: int
    scores: dict[str, int]
    text: str
    picture: str = ""
    series: dict[str, dict[str, int]] = field(default_factory=dict)
    eyes: dict[str, str] = field(default_factory=dict)
    """What each seat saw besides, its own things. Only of games that are over."""


# -- cleaning -----------------------------------------------------------------------------------------------------


def cleaned(game: GameFile, variant: Variant) -> GameFile:
    """Return the game without what only matters while it is played: owed mails, deadlines, orders, troubles with
    addresses.

    The moderator's book (requests, absences, contact) is private; an archive keeps the result, what was undone and how
    many mails there were.
    """
    book, mails = game.moderation, mail_counts(game)
    moderation = Moderation(result=book.result, undone=list(book.undone), notes={"mails": mails} if mails else {})
    seats = [info.model_copy(update={"player": _plain(info)}) for info in game.seats]
    rules = game.rules
    if variant.anonymous:
        seats = [info.model_copy(update={"player": nameless(info)}) for info in seats]
    hidden = {info.player: new.player for info, new in zip(game.seats, seats, strict=True)}
    rulings = [ruling.model_copy(update={"author": hidden.get(ruling.author, "moderator")}) for ruling in rules.rulings]
    return game.model_copy(
        update={
            "seats": seats, "rules": rules.model_copy(update={"rulings": rulings}), "recent": [], "orders": {},
            "outbox": [], "deadlines": {}, "moderation": moderation,
        }
    )  # fmt: skip


def nameless(info: SeatInfo) -> str:
    """Return what stands for a person in an anonymous archive."""
    return f"Player {info.seat}" if info.role == "player" else info.seat.replace("-", " ").capitalize()


def _plain(info: SeatInfo) -> str:
    """Return a person's name, which is never an address."""
    return nameless(info) if _ADDRESS.search(info.player) else info.player


def public_game(game: GameFile, view: dict[str, Any]) -> PublicGame:
    """Make the public copy of an already cleaned game: of its seeds the commitments alone."""
    seeds = [pin.model_copy(update={"seed": None}) for pin in game.rules.seeds]
    return PublicGame(
        id=game.id, title=game.title, rules=game.rules.model_copy(update={"seeds": seeds, "deal": None}),
        options=game.options, seats=game.seats, seed_commitment=game.seed_commitment, status=game.status,
        entry=game.entry, head=game.head, view=view,
        moderation=PublicModeration(
            result=game.moderation.result, undone=game.moderation.undone, notes=game.moderation.notes
        ),
    )  # fmt: skip


def addresses(entries: Sequence[Entry]) -> list[int]:
    """Find entries in which somebody wrote what looks like an address; it cannot be taken out of the chain."""
    return [entry.n for entry in entries if _ADDRESS.search(canonical(entry.note).decode())]


def named(game: GameFile, entries: Sequence[Entry]) -> list[int]:
    """Find entries in which somebody wrote a person's name; an anonymous copy cannot take it out of the chain
    either."""
    words = [re.escape(info.player) for info in game.seats if info.player]
    pattern = re.compile(rf"(?<!\w)({'|'.join(words)})(?!\w)", re.IGNORECASE)
    return [entry.n for entry in entries if words and pattern.search(" ".join(_texts(entry.note)))]


def _texts(value: Any) -> list[str]:
    """Collect every text in a note."""
    if isinstance(value, str):
        return [value]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return [text for part in parts for text in _texts(part)]


# -- bytes ----------------------------------------------------------------------------------------------------------


def dump(model: Model) -> bytes:
    """Write a model as a member: indented, keys in their order, newline at the end."""
    return model.model_dump_json(indent=2).encode() + b"\n"


def journal_bytes(entries: Sequence[Entry]) -> bytes:
    return b"".join(entry.model_dump_json().encode() + b"\n" for entry in entries)


def without_letters(entries: Sequence[Entry]) -> list[Entry]:
    """Leave out private messages, and when somebody is away and why: they are open to nobody when the game is
    over: of them an archive keeps the digest alone, in every copy. The table is the same after them as before, so a
    replay needs no more."""
    return [entry.model_copy(update={"secret": None}) if entry.kind in PRIVATE else entry for entry in entries]


def without_secrets(entries: Sequence[Entry]) -> list[Entry]:
    return [entry.model_copy(update={"secret": None}) for entry in entries]


def json_bytes(document: Any) -> bytes:
    return json.dumps(document, ensure_ascii=False, indent=2).encode() + b"\n"


def first_tables(entries: Sequence[Entry], tables: Tables) -> dict[str, Any]:
    """Return the component tables with which a game began."""
    digest = str(entries[0].note.get("data", "")) if entries else ""
    if digest not in tables:
        raise GameFileProblem(
            Fault("entry {n}: the component tables {digest} are missing.", n=1, digest=digest[:12] or "?")
        )
    return tables[digest]


def needed_tables(entries: Sequence[Entry], tables: Tables) -> dict[str, dict[str, Any]]:
    """Collect all tables that a journal names, by digest."""
    wanted = [str(entry.note["data"]) for entry in entries if entry.kind in ("setup", "data") and "data" in entry.note]
    missing = [digest for digest in wanted if digest not in tables]
    if missing or not wanted:
        raise GameFileProblem(
            Fault("The component tables {digest} are missing.", digest=missing[0][:12] if missing else "?")
        )
    # As they will be read back: pinned tables are written with their keys in order.
    return {digest: json.loads(canonical(tables[digest])) for digest in sorted(set(wanted))}


def series_of(title: Title, table: Any) -> dict[str, dict[str, int]]:
    """Return figures over time that a title offers beside its scores: name of the plot -> seat -> value."""
    found: dict[str, dict[str, int]] = title.series(table)
    return found
