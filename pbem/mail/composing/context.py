"""Everything that a mail is made from: who we are, whom it is for, and the game as it stood."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from pbem.core.records import record
from pbem.core.titles import Title
from pbem.core.words import said
from pbem.engine.clock.times import local
from pbem.engine.gamefile import Entry, GameFile, SeatInfo
from pbem.engine.people import name_then
from pbem.engine.play import Play
from pbem.mail.tokens import Signer, Ticket
from pbem.mail.words import word

if TYPE_CHECKING:
    from pbem.core.catalogues import Words
    from pbem.core.document import Doc


@record(frozen=True)
class House:
    """Our side of a mail, from the settings."""

    signer: Signer
    address: str = "pbem@localhost"
    name: str = "pbem"
    reply: str | None = None
    bounces: str | None = None

    @property
    def host(self) -> str:
        return self.address.rpartition("@")[2]

    @property
    def reply_box(self) -> str:
        return self.reply or self.address

    @property
    def bounce_box(self) -> str:
        return self.bounces or self.reply_box


@record(frozen=True)
class Reader:
    """The person a mail is for; address, language and zone come from the roster."""

    seat: str
    name: str
    address: str
    role: str = "player"
    language: str = "en"
    zone: str | None = None
    plain: bool = False
    format: str = "text"
    """`text`, `html` or `both`; whoever wants HTML gets the text beside it."""
    loses: bool = False
    """Their program loses the tag of our address and In-Reply-To: the subject must carry the token."""

    @property
    def eyes(self) -> str | None:
        """The seat whose view this reader gets; None for moderator and observers, who see what everybody sees."""
        return self.seat if self.role == "player" else None


Templates = Callable[[str], str | None]


@record()
class MailContext:
    """Everything that one mail is made from."""

    kind: str
    game: GameFile
    title: Title
    play: Play
    reader: Reader
    house: House
    when: datetime
    """The time of the entry or reminder. Deadlines are counted from it, and it is the Date of the mail."""
    entry: int
    number: int | str = 0
    entries: Sequence[Entry] = ()
    """What happened since the reader's last move."""
    note: dict[str, Any] = field(default_factory=dict)
    templates: Templates = lambda name: None
    """Finds the owner's template by name (`turn`, `pl/turn`); None if there is none."""
    in_reply_to: str | None = None
    picture: bytes = b""
    """The board as everybody sees it, for the page."""
    problems: list[str] = field(default_factory=list)
    """Notes for the moderator about templates that could not be used."""

    @property
    def language(self) -> str:
        return self.reader.language

    @property
    def question_entry(self) -> int:
        """The entry that asked the reader's open question; without a question, the entry of the mail."""
        asked = self.game.deadlines.get(self.reader.seat)
        return asked.entry if asked else self.entry

    @property
    def people(self) -> list[SeatInfo]:
        """Everybody in the game, as this reader may know them."""
        return self.game.known_to(self.reader.role)

    def person(self, seat: str) -> str:
        """Say who holds a seat, as this reader may know."""
        return self.game.person(seat, self.reader.role)

    def person_then(self, entry: int, seat: str) -> str:
        """Say who held a seat at an entry, as this reader may know."""
        return name_then(self.people, seat, entry)

    def named(self, seat: str) -> str:
        """Write `Ania (crane)`, as this reader may know, with the reader's word for the seat."""
        person, called = self.person(seat), self.typed(seat)
        return called if person == seat else f"{person} ({called})"

    @property
    def ticket(self) -> Ticket:
        asked = self.reader.seat in self.game.deadlines
        return Ticket(self.game.id, self.reader.seat, self.question_entry, asked, self.when)

    @property
    def proved_by_subject(self) -> bool:
        """Whether the subject carries the token: for somebody whose mail program loses everything else."""
        return self.reader.loses or bool(self.note.get("token"))

    made: dict[str, Any] = field(default_factory=dict)
    """Parts that are slow to make, kept while the rest of the mail is cut to fit."""

    def once(self, name: str, make: Callable[[MailContext], str]) -> str:
        if name not in self.made:
            self.made[name] = make(self)
        return str(self.made[name])

    def view(self) -> Any:
        """Return the title's view for this reader, made once a mail."""
        if "view" not in self.made:
            self.made["view"] = self.play.view(self.reader.eyes)
        return self.made["view"]

    def board(self) -> Doc:
        """Return the board as this reader sees it, made once for text and page."""
        if "board document" not in self.made:
            self.made["board document"] = self.title.board(self.view(), self.play.data)
        found: Doc = self.made["board document"]
        return found

    def holdings(self) -> Doc:
        """Return the reader's own things, made once for text and page."""
        if "own document" not in self.made:
            self.made["own document"] = self.title.holdings(self.view(), self.play.data)
        found: Doc = self.made["own document"]
        return found

    def say(self, key: str, /, **values: object) -> str:
        """Say a text of the frame; texts of the title among its values are said in the same language."""
        words = self.words if values else None
        if words is not None:
            values = {name: said(value, words) if isinstance(value, str) else value for name, value in values.items()}
        return word(self.language, key, **values)

    @property
    def words(self) -> Words | None:
        """The reader's words for what the title and the engine say; None for English."""
        if "words" not in self.made:
            self.made["words"] = self.title.words(self.language)
        found: Words | None = self.made["words"]
        return found

    def tell(self, text: str) -> str:
        """Say a text of the title or the engine in the reader's language."""
        return said(text, self.words)

    def tell_timed(self, text: str) -> str:
        """Tell a text with its moments in the reader's zone."""
        return self.tell(local(text, self.reader.zone, self.language))

    def typed(self, text: str, name: str = "") -> str:
        """Write words of a move as the reader would type them; answers may go with the name of their question."""
        words = self.words
        return text if words is None else words.word(text, name)
