"""A home with a small game, and people who answer its mails, for the tests of the post."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from functools import lru_cache
from pathlib import Path
from typing import Any

import tests.texts
import tests.toy  # noqa: F401  (registers the title)
from pbem.core.kept import text_of
from pbem.core.titles import get_title
from pbem.desk.desk import Desk
from pbem.desk.letters.contexts import house_of
from pbem.desk.post.spool_run import Handled, process_spool
from pbem.mail.composing.context import House
from pbem.mail.tokens import Ticket
from pbem.mail.words import COUNTED, INFORMATION, NOT_COUNTED
from pbem.store import spool
from pbem.store.home import Home
from pbem.store.roster import changing_roster
from tests.laid_out import Kept, lay_out, taken_up, untouched

VERDICTS = (COUNTED, NOT_COUNTED, INFORMATION)
BEGIN = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)
SETTINGS = "pbem.toml"
PEOPLE = ("Ania <ania@example.org>", "Béla <bela@example.org>", "Żaneta <zaneta@example.org>")


_BEGUN: dict[tuple[Any, ...], list[Kept]] = {}
"""Homes with one game that has just begun: making one takes longer than most tests of it."""


class Town:
    """One home, a clock that is set by hand, and the mail boxes of everybody in it."""

    def __init__(self, root: Path, settings: str = "", *, pictures: bool = False) -> None:
        root.mkdir(parents=True, exist_ok=True)
        self.settings, self.pictures = settings, pictures
        if settings:
            (root / SETTINGS).write_text(settings, encoding="utf-8")
        self.time = BEGIN
        self.home = Home(root, {"PBEM_MAIL_PICTURES": str(pictures).lower()})
        self.desk = Desk(self.home, lambda: self.time)
        self.count = 0

    @property
    def house(self) -> House:
        return house_of(self.home)

    def house_address(self, ticket: Ticket) -> str:
        return self.house.signer.reply_address(self.house.address, ticket)

    def later(self, **length: float) -> None:
        self.time += timedelta(**length)

    def new_game(
        self, players: Sequence[str] = PEOPLE, game: str = "river", title: str = "toy", **options: Any
    ) -> None:
        """Begin a game. In a home with nothing in it a game that was begun before is laid out as it was then."""
        given = {"nights": 1, **options} if title == "toy" else options
        said = [f"{key}={value}" for key, value in given.items()]
        # Tests of pictures exchange what draws them.
        empty = untouched() and not self.pictures and {path.name for path in self.home.root.iterdir()} <= {SETTINGS}
        what = (*players, game, get_title(title), *said, self.time, self.settings, *sorted(self.home.environ.items()))
        if empty and what in _BEGUN:
            lay_out(_BEGUN[what], self.home.root)
            return
        self.desk.create(
            title, list(players), "Kasia <kasia@example.org>", ["Olek <olek@example.org>"], game, said, "ab" * 32
        )
        with changing_roster(self.home) as roster:  # every turn as it happens; tests of the usual say so
            for person in roster.people:
                person.news = person.news or "each"
        if empty:
            _BEGUN[what] = taken_up(self.home.root)

    # -- what we sent ----------------------------------------------------------------------------------------------

    def out(self) -> list[EmailMessage]:
        """All mails composed so far, oldest first."""
        return [parsed(raw) for raw in self._raw()]

    def _raw(self) -> list[bytes]:
        files = [*(self.home.mail / "out" / "new").glob("*.eml"), *(self.home.mail / "out" / "cur").glob("*.eml")]
        return [file.read_bytes() for file in sorted(files, key=lambda file: file.stat().st_mtime_ns)]

    def mails_to(self, name: str) -> list[EmailMessage]:
        address = f"{name}@example.org"
        near = [parsed(raw) for raw in self._raw() if address.encode() in raw]  # parsing the others would cost most
        return [mail for mail in near if mail["To"].addresses[0].addr_spec == address]

    def last(self, name: str, what: str = "") -> EmailMessage:
        found = [mail for mail in self.mails_to(name) if what in mail["Subject"]]
        assert found, f"no mail to {name} about {what}: {[str(m['Subject']) for m in self.out()]}"
        return found[-1]

    # -- what people write -----------------------------------------------------------------------------------------

    def answer(self, mail: EmailMessage, text: str, *, quote: bool = True, **fields: str) -> bytes:
        """A reply as mail programs make them: above the quoted mail."""
        self.count += 1
        head = {
            "From": str(mail["To"]), "To": str(mail["Reply-To"]), "Subject": f"Re: {mail['Subject']}",
            "Message-ID": f"<{self.count}@client.example>", "In-Reply-To": str(mail["Message-ID"]),
            "Date": "Wed, 01 Jul 2026 12:00:00 +0000",
            "Content-Type": "text/plain; charset=utf-8", "Content-Transfer-Encoding": "8bit",
        }  # fmt: skip
        head.update({name.replace("_", "-"): value for name, value in fields.items()})
        quoted = "\n".join(f"> {line}" for line in str(mail.get_content()).split("\n"))
        below = f"\nOn Wed, 1 Jul 2026 at 12:00, pbem <pbem@localhost> wrote:\n{quoted}\n" if quote else ""
        body = f"{text}\n{below}"
        lines = [f"{name}: {value}" for name, value in head.items() if value]
        return "\n".join([*lines, "", body]).encode()

    def deliver(self, raw: bytes) -> list[Handled]:
        spool.store(self.home.mail / "in", raw)
        return process_spool(self.desk)

    def reply(self, name: str, text: str, what: str = "", **fields: Any) -> Handled:
        """Answer the last mail; what became of it."""
        handled = self.deliver(self.answer(self.last(name, what), text, **fields))
        assert len(handled) == 1, handled
        return handled[0]

    def answered(self, name: str) -> str:
        """The text of the last answer to somebody."""
        texts = [str(mail.get_content()) for mail in self.mails_to(name)]
        found = [text for text in texts if text.startswith(VERDICTS)]
        assert found, f"no answer to {name}"
        return found[-1]

    def held(self) -> list[dict[str, Any]]:
        folder = self.home.mail / "held"
        notes = [spool.read_note(folder, name) for name in spool.names(folder)]
        return [{**note, "why": str(text_of(note.get("why")))} for note in notes]

    def game(self, game: str = "river") -> Any:
        return self.desk.read(game).game


@lru_cache(maxsize=1000)
def parsed(raw: bytes) -> EmailMessage:
    """A mail as its reader's program has it; read once, because tests look at all mails again and again."""
    message = message_from_bytes(raw, policy=READER)
    assert isinstance(message, EmailMessage)
    return message


class Reading(policy.EmailPolicy):
    """The standard policy, which parses a header anew whenever it is asked for, with a memory."""

    def header_fetch_parse(self, name: str, value: str) -> str:
        return _header(name, value)


_header = lru_cache(maxsize=10_000)(policy.default.header_fetch_parse)
READER = Reading()
