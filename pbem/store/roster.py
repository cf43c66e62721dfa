"""The roster: players on file, with what is private about them.

Addresses stand here and nowhere else: never in a game file, an archive or a mail to others, so that deleting a player
breaks no hash. The file has a lock of its own and is replaced as a whole, like a game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from difflib import get_close_matches
from typing import TYPE_CHECKING, Literal

from pydantic import Field, ValidationError

from pbem.core.errors import Fault, GameFileProblem, Misuse, Refused, unchanged
from pbem.core.table import Model, is_empty, no_list
from pbem.core.words import Say, Verbatim
from pbem.engine.journal import moment, stamp
from pbem.engine.names import check_name
from pbem.engine.submission.lines import fold
from pbem.patterns import late
from pbem.store.disk import commit_replace, make_folder, read_plain
from pbem.store.findings import model_sentence
from pbem.store.home import Home
from pbem.store.locks import Lock
from pbem.store.reading import check_format, parse_json

if TYPE_CHECKING:
    from pbem.engine.clock.reliability import Reliability as Figures

LIMIT = 16_000_000
ENOUGH_RETURNS, LONG_ENOUGH = 3, timedelta(days=2)
"""One bounce proves little: so many mails must come back over so long a time before a clock stops."""
MOST_RETURNS = 20
ENOUGH_LOST = 2
"""After so many replies without tag and In-Reply-To a person's subjects carry the token."""
MOST_BOXES = 5
MOST_DECIDED = 100
JOURNALED = ("address", "also", "language", "zone", "news", "plain", "format", "public", "standby")
"""What people and operators decide; the rest of an entry is reckoned."""
MAX_ADDRESS = 254
_LOCAL = late(r"[^\s\x00-\x20\x7f-\x9f()<>\[\]:;@\\,\"]{1,64}\Z")
_DOMAIN = late(r"(?:[^\W_](?:[\w-]{0,61}[^\W_])?)(?:\.[^\W_](?:[\w-]{0,61}[^\W_])?)*\Z")
_NAMED = late(r"\s*\"?([^<>\"]*?)\"?\s*<([^<>]*)>\s*\Z")


def no_items(value: Sequence[object]) -> bool:
    """Tell whether a value is empty: such are left out of the file."""
    return not value


def is_both(value: str) -> bool:
    """Tell whether mails have the usual form, which is left out of the file."""
    return value == "both"


class Hold(Model):
    """Mail to this address comes back: nothing is sent until a mail comes from it or somebody lifts the hold."""

    since: str
    reason: str


class Return(Model):
    """A mail to this person that came back for good; none has come from the address since."""

    at: str
    mail: str
    """Which mail it was: a second report about it proves nothing new."""
    words: str


class Reliability(Model):
    """Turns in time of turns due, seats kept of seats held; excused time is not counted."""

    turns_due: int = Field(default=0, ge=0)
    turns_in_time: int = Field(default=0, ge=0)
    seats_held: int = Field(default=0, ge=0)
    seats_kept: int = Field(default=0, ge=0)


class AddressChange(Model):
    """A new address that waits for a confirmation from the old one."""

    address: str
    asked: str
    token: str
    also: bool = Field(default=False, exclude_if=is_empty)
    """It comes beside the present one: mail from it counts, mail to the person goes where it went."""
    reason: str = Field(default="", exclude_if=is_empty)
    """Why the person asked for it."""


class Decided(Model):
    """One change of what is on file about a person: the journal of the roster, saved by the same replace."""

    at: str
    by: str
    """`operator`, or by whose mail and in which game."""
    what: str
    before: str
    after: str
    reason: str


class Person(Model):
    name: str = Field(min_length=1, max_length=60)
    address: str = Field(min_length=3, max_length=MAX_ADDRESS)
    also: list[str] = Field(default_factory=no_list, exclude_if=no_items)
    """Other addresses from which the person writes; nothing is sent there."""
    language: Literal["en", "pl", "hu", "de", "fr"] | None = None
    zone: str | None = None
    news: Literal["each", "daily", "asked", "none"] | None = None
    """How often news of others' turns comes; None: once a day with three or more players, else each turn. `none` also
    keeps reminders away: whoever asked for no more mail gets only what a seat cannot do without."""
    plain: bool = False
    public: bool = Field(default=False, exclude_if=is_empty)
    """Whether the person agreed to be named where everybody can read it: tables and pages."""
    format: Literal["text", "html", "both"] = Field(default="both", exclude_if=is_both)
    """Whether mails come with a page beside their text; `html` and `both` mean the same bytes."""
    standby: list[str] = Field(default_factory=no_list, exclude_if=no_items)
    """Titles for which the person stands by as a substitute; `all` for every one."""
    lost: int = Field(default=0, ge=0, exclude_if=is_empty)
    """Replies that had lost our tag and In-Reply-To; counted as far as it matters."""
    hold: Hold | None = None
    returned: list[Return] = Field(default_factory=no_list, exclude_if=no_items)
    change: AddressChange | None = None
    passed: list[str] = Field(default_factory=no_list, exclude_if=no_items)
    """Domains from which mail of this person came that our own server vouched for; from there it must from now on."""
    reliability: Reliability = Field(default_factory=Reliability)
    counted: list[str] = Field(default_factory=no_list)
    """Finished games that are already in `reliability`."""
    decided: list[Decided] = Field(default_factory=no_list, exclude_if=no_items)
    """What was changed here, by whom and why, the newest last. Deleted with the person."""

    def boxes(self) -> list[str]:
        """List every address from which the person writes, the one that gets mail first."""
        return [self.address, *self.also]

    @property
    def loses(self) -> bool:
        """Whether the person's mail program loses whatever proves a reply but its subject."""
        return self.lost >= ENOUGH_LOST

    def count_return(self, mail: str, words: str, now: datetime) -> None:
        """Note a mail that came back, each once; keep of very many the first and the latest."""
        if all(one.mail != mail for one in self.returned):
            self.returned.append(Return(at=stamp(now), mail=mail, words=words))
            del self.returned[1 : 1 - MOST_RETURNS]

    def is_dead(self) -> bool:
        """Tell whether so many mails came back over such a time that the address is taken for dead."""
        if len(self.returned) < ENOUGH_RETURNS:
            return False
        return moment(self.returned[-1].at) - moment(self.returned[0].at) >= LONG_ENOUGH

    def figures(self) -> Figures:
        """Return the same as figures that can be compared and told."""
        from pbem.engine.clock.reliability import Reliability as Figures

        mine = self.reliability
        return Figures(mine.turns_in_time, mine.turns_due, mine.seats_kept, mine.seats_held, excused=0)


class Roster(Model):
    """The file `games/roster.json`."""

    format: Literal[1] = 1
    people: list[Person] = Field(default_factory=no_list)

    @contextmanager
    def deciding(self, name: str, now: datetime, by: str, reason: str) -> Iterator[None]:
        """Journal what the block changes in what is on file about a person; what stays as it is leaves no line."""
        known = self.find(name) or Person.model_construct(name=name, address="")
        before = {key: _shown(known, key) for key in JOURNALED}
        yield
        person = self.find(name)
        if person is None:
            return
        for key, was in before.items():
            if _shown(person, key) != was:
                line = Decided(at=stamp(now), by=by, what=key, before=was, after=_shown(person, key), reason=reason)
                person.decided.append(line)
        del person.decided[:-MOST_DECIDED]

    def find(self, name: str) -> Person | None:
        """Find the person of that name; case, accents and blanks do not matter."""
        wanted = fold(name)
        return next((person for person in self.people if fold(person.name) == wanted), None)

    def spelled(self, name: str) -> str:
        """Return the name as it stands on file, so that a person is called the same in every game."""
        person = self.find(name)
        return name if person is None else person.name

    def need(self, name: str) -> Person:
        found = self.find(name)
        if found is None:
            near = get_close_matches(name, [person.name for person in self.people], 1)
            unknown = Say("There is no player {name} on file.", name=Verbatim(repr(name)))
            raise Refused(unknown + Say(" Did you mean {name}?", name=Verbatim(near[0])) if near else unknown)
        return found

    def enter(self, name: str, address: str) -> Person:
        """Add a person, or find one on file. Both are judged here, once (faults 23, 123, 124).

        An address belongs to its person in all games, so nobody who makes or moderates one game changes it.
        """
        name, address = check_name(name), check_address(address)
        self.check_known(name, address)
        person = self.find(name)
        if person is None:
            person = Person(name=name, address=address)
            self.people.append(person)
            self.people.sort(key=lambda one: fold(one.name))
        return person

    def check_known(self, name: str, address: str) -> None:
        """Refuse a known name with another address; the address on file is nobody else's business."""
        person = self.find(name)
        if person is not None and not any(same_box(box, address) for box in person.boxes()):
            raise Refused(
                unchanged(
                    Say(
                        "{name} is on file with another address than {address}, and a game does not change it: it is "
                        "where mail of all games goes. Give this person another name, or leave the address out if "
                        "{name} on file is meant; if the address is a new one, the operator changes it with `pbem "
                        "roster {quoted} --address {address}`, which tells both addresses.",
                        name=Verbatim(person.name),
                        address=Verbatim(address),
                        quoted=Verbatim(quoted(person.name)),
                    )
                )
            )

    def move(self, name: str, address: str) -> str | None:
        """Give a person on file another address; the former one, or None if it is the same box.

        Whatever was said of the address ends: holds, bounces, and that mail from its domain passed.
        """
        person, address = self.need(name), check_address(address)
        former = None if same_box(person.address, address) else person.address
        person.address, person.hold, person.change = address, None, None
        person.returned, person.passed = [], []
        return former

    def add_box(self, name: str, address: str) -> None:
        """Let mail from another address count as this person's; refuse one that is somebody else's."""
        person, address = self.need(name), check_address(address)
        for other in self.people:
            if other is not person and any(same_box(box, address) for box in other.boxes()):
                raise Refused(unchanged(Say("{address} is on file for somebody else.", address=Verbatim(address))))
        if not any(same_box(box, address) for box in person.boxes()):
            person.also.append(address)
        if len(person.also) > MOST_BOXES:
            raise Refused(unchanged(Say("Nobody writes from more than {n} other addresses.", n=MOST_BOXES)))

    def drop_box(self, name: str, address: str) -> None:
        person = self.need(name)
        left = [box for box in person.also if not same_box(box, address)]
        if len(left) == len(person.also):
            raise Refused(
                unchanged(
                    Say(
                        "{address} is none of the other addresses of {name}.",
                        address=Verbatim(address),
                        name=Verbatim(person.name),
                    )
                )
            )
        person.also = left

    def forget(self, name: str) -> Person:
        """Delete a person; games keep their hashes, for those hold no name."""
        person = self.need(name)
        self.people.remove(person)
        return person


def _shown(person: Person, key: str) -> str:
    """Write a field as its line in the journal tells it."""
    value = getattr(person, key)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(value) if isinstance(value, list) else str(value or "")


def check_address(address: str) -> str:
    """Check that an address can be handed to a mail server as it is; refuse anything odd, never cut it (fault 23)."""
    local, at, domain = address.rpartition("@")
    good = at and len(address) <= MAX_ADDRESS and _LOCAL.match(local) and _DOMAIN.match(domain)
    if not good or local.startswith(".") or local.endswith(".") or ".." in local or not address.isprintable():
        raise Misuse(Say("{address} is not a mail address.", address=Verbatim(ascii(address)[:80])))
    return address


def same_box(one: str, other: str) -> bool:
    """Tell whether two addresses are one: the domain's capitals do not matter, those of the mailbox do."""
    return _compared(one) == _compared(other)


def _compared(address: str) -> str:
    local, _, domain = address.rpartition("@")
    return f"{local}@{domain.lower()}"


def quoted(name: str) -> str:
    """Write a name as it is typed in a shell."""
    from shlex import quote

    return quote(name)


def parse_person(text: str) -> tuple[str, str | None]:
    """Read `Ania <ania@example.org>` or `Ania` alone: the name, and the address if there is one."""
    named = _NAMED.match(text)
    if named is None:
        if "<" in text or ">" in text or "@" in text:
            raise Misuse(
                Say('{text} is not a player; write "Ania <ania@example.org>".', text=Verbatim(ascii(text)[:80]))
            )
        return check_name(text), None
    return check_name(named[1]), check_address(named[2].strip(" "))


def load_roster(home: Home) -> Roster:
    """Load the roster; an empty one if there is no file yet."""
    path = home.roster_path
    try:
        raw, _ = read_plain(path, LIMIT)
    except FileNotFoundError:
        return Roster()
    document = parse_json(raw, str(path))
    check_format(document, path)
    try:
        return Roster.model_validate(document)
    except ValidationError as error:
        raise GameFileProblem(Fault("{path}: {problem}.", path=path, problem=model_sentence(error))) from None


def roster_lock(home: Home) -> Lock:
    make_folder(home.games)
    return Lock(home.games / "roster.lock", Say("The roster"), wait=home.wait, cleans=(home.roster_path,))


def save_roster(home: Home, roster: Roster, *, ahead: bool = False) -> None:
    """Replace the file. The caller holds `roster_lock`."""
    for person in roster.people:
        check_address(person.address)
    Roster.model_validate(roster.model_dump())
    commit_replace(home.roster_path, roster.model_dump_json(indent=2).encode() + b"\n", ahead=ahead)


@contextmanager
def changing_roster(home: Home, *, ahead: bool = False) -> Iterator[Roster]:
    """Hold the roster under its lock; save it at the end of the block, unless the block failed or changed nothing.

    `ahead`: the change only prepares a game's commit, which may yet fail.
    """
    with roster_lock(home):
        roster = load_roster(home)
        before = roster.model_dump_json()
        yield roster
        if roster.model_dump_json() != before:
            save_roster(home, roster, ahead=ahead)
