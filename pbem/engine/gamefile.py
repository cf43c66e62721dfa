"""The game file: one game's whole present truth, as models.

The table inside is the title's own model; everything around it is the same for every title. Persons' names stand in
`seats` only (players first, then moderator and observers), outside every hash.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import ConfigDict, Field, SerializeAsAny

from pbem.core.kept import Kept
from pbem.core.table import Model, Table, is_empty, no_dict, no_list

FORMAT: Literal[1] = 1
ID_PATTERN = r"^[a-z0-9][a-z0-9-]{1,39}$"
VIEW_PATTERN = r"^[1-9][0-9]{0,3}:[0-9a-f]{64}$"
OFFERS = "offers"
"""Note of the seats that are offered to those who stand by (`adjudication/offers.py`)."""
SUGGESTIONS = "suggestions"
"""Option of a game: turns by the computer's judgement in its mails."""
ANONYMOUS = "anonymous"
"""The option by which seats stand for people until the game is over."""
RESERVED_IDS = frozenset({"roster", "history", "finished", "data", "index", "invited", "deleted"})

Status = Literal["running", "paused", "finished", "terminated"]
By = Literal["player", "moderator", "clock", "orders", "computer"]
Kind = Literal[
    "setup", "move", "undo", "redo", "rule", "patch", "pause", "resume", "extend", "substitute", "announce", "end",
    "secret", "appeal", "data", "say", "mail", "people", "order", "request", "absence",
]  # fmt: skip
PRIVATE: frozenset[Kind] = frozenset({"say", "absence"})
"""Entries whose secret part is between its writer and whoever it is for: no archive ever has it."""
Source = Literal["line", "default", "ahead", "order", "clock", "bot", "partner"]
Digest = str


class Ready(Model):
    """A part of a game file that every move makes itself, too. It is built when this module is read: the model of the
    game file takes it over then, where one that is built later is built twice."""

    model_config = ConfigDict(defer_build=False)


class SeatInfo(Model):
    """A person of this game and the seat they hold, or an automaton and its seat."""

    seat: str
    player: str
    role: Literal["player", "moderator", "observer", "automaton"] = "player"
    since: int = 0
    """The entry from which this person holds the seat (a substitute's is later)."""


class Answer(Ready):
    """One answer as the journal keeps it; `keys` is None where it stands under seal.

    `source` says which words gave it: a line of the submission, the window's default, an answer sent ahead, a standing
    order, the clock, a bot, or the partner who holds the same side.
    """

    seat: str
    name: str
    keys: list[str] | None
    source: Source = "line"


class SecretEvent(Model):
    """A private event: `after` public events had happened; with `twin` the public event at that place stands for it."""

    after: int
    kind: str
    seat: str | None = None
    data: dict[str, Any] = Field(default_factory=no_dict)
    to: list[str]
    twin: bool = False


class DrawRecord(Model):
    label: str
    counter: int
    of: int
    value: int | None = None
    order: list[int] | None = None


class PublicEvent(Model):
    kind: str
    seat: str | None = None
    data: dict[str, Any] = Field(default_factory=no_dict)


class Secret(Ready):
    """What not everybody may know of an entry; only its salted digest enters the chain."""

    salt: str
    answers: dict[str, list[str]] = Field(default_factory=no_dict)
    events: list[SecretEvent] = Field(default_factory=no_list)
    chance: list[DrawRecord] = Field(default_factory=no_list)
    mail: str | None = None
    state: Digest
    note: dict[str, Any] = Field(default_factory=no_dict)


class Entry(Ready):
    """One line of the journal."""

    n: int = Field(ge=0)
    at: str
    kind: Kind = "move"
    seat: str | None = None
    by: By = "player"
    answers: list[Answer] = Field(default_factory=no_list)
    events: list[PublicEvent] = Field(default_factory=no_list)
    chance: list[DrawRecord] = Field(default_factory=no_list)
    note: dict[str, Any] = Field(default_factory=no_dict)
    """What a moderator's entry says: reason, rule ids, patch, the entry an undo goes back before."""
    view: str | None = Field(default=None, exclude_if=is_empty, pattern=VIEW_PATTERN)
    """Version and digest of what everybody knows of the table afterwards; entries of earlier builds have none."""
    sealed: Digest
    prev: Digest
    hash: Digest
    secret: Secret | None = None


class Ruling(Model):
    """A numbered decision of the moderator, with the option it sets from then on (if the title has a switch)."""

    number: int
    entry: int
    author: str
    reason: str
    rules: list[str] = Field(default_factory=no_list)
    option: str | None = None
    value: Any = None


class EarlierSeed(Model):
    """A seed that an end of the game has opened; the game went on with another one. A public copy leaves `seed` out."""

    first: int = Field(ge=1)
    last: int = Field(ge=1)
    """The entries whose draws and salts are made from it."""
    seed_commitment: Digest
    seed: str | None = Field(default=None, exclude_if=is_empty)


class Deal(Model):
    """How the first seed was made, if players were invited: the server's secret, and the digests of the words they
    accepted with, in the order in which they were named (`pbem/engine/deals.py`). No public copy has it."""

    secret: str | None = None
    replies: list[Digest] = Field(default_factory=no_list)


class RulesPin(Model):
    """What this game is played under, whatever is installed later."""

    version: str
    fixes: list[str] = Field(default_factory=no_list)
    data: Digest
    chance: Literal["seed", "given", "record"] = "seed"
    """`given`: a person chose the seed; `record`: the draws come from an imported record and cannot be verified."""
    rulings: list[Ruling] = Field(default_factory=no_list)
    modules: list[str] = Field(default_factory=no_list, exclude_if=is_empty)
    """The modules in its box besides the base game."""
    seeds: list[EarlierSeed] = Field(default_factory=no_list, exclude_if=is_empty)
    """Seeds before the present one, oldest first: a game that is opened again after its end has drawn a new one."""
    deal: Deal | None = Field(default=None, exclude_if=is_empty)
    """Of what the first seed was made; None if it was drawn by the server alone."""


class Ahead(Model):
    """An answer sent before its question: a ranking, used once. `lines` answer what it sets in motion; `occasion` says
    for which time the question is asked, and the answer lapses with it."""

    name: str
    keys: list[str]
    entry: int
    lines: list[str] = Field(default_factory=no_list)
    occasion: str = Field(default="", exclude_if=is_empty)
    word: str = Field(default="", exclude_if=is_empty)
    """How its line named the occasion."""
    used: bool = Field(default=False, exclude_if=is_empty)
    """Whether it has answered a question of its occasion, for all of which it is good."""
    line: int = Field(default=0, ge=0, exclude_if=is_empty)
    """Its number among the lines that its entry promises; 0 if it is not promised."""
    gave: list[str] = Field(default_factory=no_list, exclude_if=is_empty)
    """What it answered, for the day it is opened."""
    seat: str = Field(default="", exclude_if=is_empty)
    """The partner who wrote it, if it came with a proposal that was adopted."""


class Draft(Model):
    """Part of a turn that came by mail: kept for one question and one holder of the seat, played by nobody."""

    entry: int
    """Where its question was put."""
    since: int = Field(default=0, exclude_if=is_empty)
    """From when its writer holds the seat."""
    at: str
    lines: list[str]


class Orders(Ready):
    standing: dict[str, list[str]] = Field(default_factory=no_dict)
    ahead: list[Ahead] = Field(default_factory=no_list)
    lapsed: list[str] = Field(default_factory=no_list, exclude_if=is_empty)
    """Lines whose occasion passed unused, until their writer is heard of again."""
    defaults: dict[str, list[str]] = Field(default_factory=no_dict, exclude_if=is_empty)
    """What was answered by default because no line said otherwise, by occasion, until that is over and told."""
    draft: Draft | None = Field(default=None, exclude_if=is_empty)
    """A turn that is not complete."""

    def is_empty(self) -> bool:
        """Tell whether nothing is on file."""
        return not (self.standing or self.ahead or self.lapsed or self.defaults or self.draft)


class OwedMail(Ready):
    """A mail that the state at `entry` calls for and that is not yet composed."""

    id: str
    seat: str
    kind: str
    entry: int
    number: int = 0
    note: dict[str, Any] = Field(default_factory=no_dict)


class Deadline(Model):
    """What a seat is asked: at which entry the question was put, since when, until when."""

    entry: int
    since: str
    due: str | None = None
    extra: int = Field(default=0, ge=0)
    """Minutes that the moderator added."""
    reminded: list[str] = Field(default_factory=no_list)
    """Reminders that were sent, by their keys."""
    missed: bool = False
    """The deadline passed and that was counted."""
    side: list[str] = Field(default_factory=no_list, exclude_if=is_empty)
    """Seats of the same side that may answer it too: in its place, or by a proposal."""
    half: str | None = Field(default=None, exclude_if=is_empty)
    """When a proposal of theirs is adopted."""


class Absence(Model):
    """Days a seat is away; announced at `at`, so that a running deadline moves from there on only."""

    seat: str
    start: str
    end: str
    at: str
    days: list[str] = Field(default_factory=no_list, exclude_if=is_empty)
    """First and last day as their owner's calendar has them; a stay abroad begins on its own first day everywhere."""
    reason: str = Field(default="", exclude_if=is_empty)
    """Why, if the owner said so; the moderator reads it."""

    def shown(self) -> tuple[str, str]:
        """Return the first and the last day, for whoever reads them."""
        return (self.days[0], self.days[-1]) if self.days else (self.start[:10], self.end[:10])


class Stop(Model):
    """Time that does not run: for everybody (seat None) or one seat, with the reason the log shows."""

    seat: str | None = None
    start: str
    end: str | None = None
    reason: Kept
    cause: Literal["pause", "bounce", "outage", "appeal", "absence", "moderator"] = "moderator"


class Request(Model):
    """Something a player asked that waits for an answer: undo, resignation, appeal, a change of address, a vote."""

    number: int
    seat: str
    kind: Literal["undo", "resign", "appeal", "address", "vote"]
    text: Kept = ""
    entry: int
    at: str
    status: Literal["open", "granted", "refused", "withdrawn"] = "open"
    consents: list[str] = Field(default_factory=no_list)
    note: dict[str, Any] = Field(default_factory=no_dict)


class Tenure(Model):
    """One holder's time at one seat, for the reliability figures; the holder's name is in `seats` or the roster."""

    seat: str
    since: int = 0
    due: int = 0
    in_time: int = 0
    excused: int = 0
    # finished: played to the end; released: left with the moderator's leave, or the game was ended; lost: dropped by
    # the clock or the moderator because no move came.
    end: Literal["playing", "finished", "released", "lost"] = "playing"


class Farewell(Model):
    """Somebody whose time at a seat has ended: figures to be counted in the roster, and a note to be sent (if `text`).

    Named by the commit that ended it and carried out after that, again and again until the clock has seen it done; so a
    crash in between loses nothing.
    """

    seat: str
    since: int
    player: str
    text: Kept = ""
    entry: int = 0
    verdict: str = Field(default="", exclude_if=is_empty)
    """`COUNTED` where a mail of their own did it: the note is the answer to that."""
    in_reply_to: str = Field(default="", exclude_if=is_empty)


class Wish(Model):
    """Something a text asked for that stands in the roster: a preference, or an address that was confirmed.

    Named by the commit of that text and carried out after it, so that a crash in between loses nothing. A new address
    is named by its code: addresses stand in the roster only.
    """

    player: str
    key: Literal["news", "plain", "format", "language", "zone", "address", "public", "standby"]
    value: str | bool
    reason: str = Field(default="", exclude_if=is_empty)
    """Why, in its writer's words."""


def _empty(value: object) -> bool:
    return not value


class Moderation(Ready):
    result: dict[str, Any] | None = None
    """The result, computed at the end or declared by the moderator."""
    absences: list[Absence] = Field(default_factory=no_list)
    stops: list[Stop] = Field(default_factory=no_list)
    requests: list[Request] = Field(default_factory=no_list)
    tenures: list[Tenure] = Field(default_factory=no_list)
    unreachable: dict[str, str] = Field(default_factory=no_dict)
    """Seats to which mail comes back, with the server's words; a stop of cause `bounce` says that it is certain."""
    late: dict[str, int] = Field(default_factory=no_dict)
    contact: dict[str, str] = Field(default_factory=no_dict)
    """When each seat was last heard of."""
    undone: list[int] = Field(default_factory=no_list)
    """Entries that stand in the journal but no longer count."""
    announce_secrets: bool = True
    farewells: list[Farewell] = Field(default_factory=list)
    """What the end of somebody's time at a seat still calls for."""
    chat: int = 0
    notes: dict[str, Any] = Field(default_factory=no_dict)
    mails: list[Digest] = Field(default_factory=no_list, exclude_if=_empty)
    """Digests of the mails that were carried out here, the newest last: none of them is carried out again."""
    wishes: list[Wish] = Field(default_factory=no_list, exclude_if=_empty)
    """What texts asked for that is not in the roster yet."""


class GameFile(Model):
    """The file `games/ID.json`, in the order of its keys."""

    format: Literal[1] = FORMAT
    id: str = Field(pattern=ID_PATTERN)
    title: str
    rules: RulesPin
    options: dict[str, Any]
    seats: list[SeatInfo]
    seed_commitment: Digest
    seed: str
    status: Status = "running"
    entry: int = Field(default=0, ge=0)
    head: Digest = ""
    table: SerializeAsAny[Table]
    recent: list[Entry] = Field(default_factory=no_list)
    orders: dict[str, Orders] = Field(default_factory=no_dict)
    outbox: list[OwedMail] = Field(default_factory=no_list)
    deadlines: dict[str, Deadline] = Field(default_factory=no_dict)
    moderation: Moderation = Field(default_factory=Moderation)

    def players(self) -> list[SeatInfo]:
        """List the people who play."""
        return [info for info in self.seats if info.role == "player"]

    def people(self) -> list[SeatInfo]:
        """List everybody who reads mail."""
        return [info for info in self.seats if info.role != "automaton"]

    @property
    def alone(self) -> bool:
        """One person plays, against the title's automaton or computer players: nobody else waits or is misled."""
        return len(self.players()) == 1

    @property
    def suggests(self) -> bool:
        """Whether mails suggest turns to everybody: by default where one person plays alone."""
        return bool(self.options.get(SUGGESTIONS, self.alone))

    @property
    def untimed(self) -> bool:
        """Nobody asked for a clock: one who plays alone has none unless an option of it was given."""
        return self.alone and "turn" not in self.options

    def automata(self) -> list[SeatInfo]:
        return [info for info in self.seats if info.role == "automaton"]

    def moderator(self) -> SeatInfo | None:
        return next((info for info in self.seats if info.role == "moderator"), None)

    @property
    def anonymous(self) -> bool:
        """Whether players may not know each other: asked for at the start, and the game is not over."""
        return bool(self.options.get(ANONYMOUS)) and self.status in ("running", "paused")

    def known_to(self, role: str = "player") -> list[SeatInfo]:
        """List everybody as a reader of this role may know them. What is shown or mailed takes names from here: in an
        anonymous game a seat stands for whoever plays or reads along, and the moderator alone is told who that is."""
        if role == "moderator" or not self.anonymous:
            return self.seats
        open_roles = ("moderator", "automaton")
        return [i if i.role in open_roles else i.model_copy(update={"player": i.seat}) for i in self.seats]

    def person(self, seat: str, role: str = "player") -> str:
        """Say what a reader of this role may call who holds a seat: a name, or the seat itself."""
        return next((info.player for info in self.known_to(role) if info.seat == seat), seat)

    def named(self, seat: str, role: str = "player") -> str:
        """Write `Ania (crane)`, or the seat alone where no name may be told."""
        name = self.person(seat, role)
        return f"{name} ({seat})" if name != seat else seat

    def holder(self, seat: str) -> str:
        """Say who holds a seat, for our own books and the moderator; never for what others read."""
        return next((info.player for info in self.seats if info.seat == seat), seat)
