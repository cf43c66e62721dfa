"""Tokens prove to which game, seat and question a mail belongs.

Every name we hand out (reply address, subject, Message-ID, envelope sender) carries a MAC made with the key of this
home. Nothing is stored: the key and the words beside the MAC are enough to check it. Game, seat and entry are readable,
so that `pbem mail read` can say without a home what a mail claims. Only the MAC proves it.

A MAC has 80 bits in base32, in small letters, where no digit looks like a letter. Each use has a label of its own, so
an envelope sender, which mail servers write into their logs, is of no use as a reply token.

A token also says to the minute when it was mailed, in five letters before its MAC. What cannot be taken back needs a
new one, and an old mail in other hands does not become new because we write again. Tokens of older versions lack these
letters: they are good, and old.
"""

from __future__ import annotations

import hmac
import re
from base64 import b32encode
from collections.abc import Callable, Iterable, Sequence
from dataclasses import field, replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache

from pbem.core.records import record
from pbem.patterns import late

MAC_BYTES = 10
MAC_LETTERS = 16
LONGEST_LOCAL = 64
"""The longest local part (RFC 5321 4.5.3.1.1). A longer one names its game by a short digest instead."""
MOST_REFERENCES = 100

_GAME = r"[a-z0-9][a-z0-9-]{1,39}"
_SEAT = r"[a-z][a-z0-9-]{0,30}"
_MAC = r"[a-z0-9]{16}"
_PROOF = r"[a-z0-9]{21}|[a-z0-9]{16}"
_ENTRY = r"\d{1,7}"
_ADDRESS_TAG = late(rf"(?:r\.({_GAME})|h\.([a-z0-9]{{8}}))\.({_ENTRY})\.({_SEAT})\.({_PROOF})")
_ENVELOPE_TAG = late(
    rf"(?:b\.({_GAME})|c\.([a-z0-9]{{8}}))\.({_ENTRY})\.({_SEAT})\.([a-z]{{1,14}})(\d{{1,4}})\.({_MAC})"
)
_MESSAGE_ID = late(rf"({_GAME})\.({_ENTRY})\.({_SEAT})\.([a-z]{{1,14}})\.([a-z0-9]{{1,40}})\.({_ENTRY})\.({_MAC})@(.+)")
# A tag is recognised by its shape, whatever divides it from the mailbox on this server (`+`, `-`, `=`).
_BEHIND = late(r"[^a-z0-9]([rhbc]\.[a-z0-9.-]+)")
_TAG = late(rf"\[\s*pbem\s+({_GAME})\s*#\s*({_ENTRY})\s*\]")
_SUBJECT_TOKEN = late(rf"\(\s*({_SEAT})\s*\.\s*({_PROOF})\s*\)")
BLOT = "(token)"
"""Stands in a text where a token was."""
_LONG = 16
_MAY_HOLD = late(rf"[a-z0-9]{{{_LONG}}}", re.IGNORECASE)
_ENDS = r"(?![a-z0-9])"
_IN_TEXT = late(
    # behind the entry and the seat in an address, behind a bracket in a subject or in a link's subject
    rf"((?:(?<![a-z0-9])\d{{1,7}}\s*\.|\(|%28)\s*{_SEAT}\s*\.\s*)(?:{_PROOF}){_ENDS}"
    # envelope senders and Message-IDs
    rf"|(?<=\.)[a-z]{{1,14}}\d{{1,4}}\.{_MAC}(?=@|%40)|(?<=\.)\d{{1,7}}\.{_MAC}(?=@|%40)"
    # letters alone: so many in a row with a digit among them are no word
    rf"|(?<![a-z0-9_-])(?=[a-z]*[2-7])(?=[2-7]*[a-z])[a-z2-7]{{16}}(?:[a-z2-7]{{5}})?{_ENDS}",
    re.IGNORECASE,
)
# Base32 has no 0, 1 and 8: a person who types one means the letter that looks like it.
_MISREAD = str.maketrans("018", "olb")
_LETTERS = "abcdefghijklmnopqrstuvwxyz234567"
STAMP = 5
EPOCH = datetime(2020, 1, 1, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


@record(frozen=True)
class Ticket:
    """What a genuine token says: this game, this seat, the question put at this entry.

    `asked` is false on mails that asked nothing (news): such a token closes no question, so answers sent ahead may
    come with it. A token whose question is closed plays nothing.
    """

    game: str
    seat: str
    entry: int
    asked: bool = field(default=True, compare=False)
    mailed: datetime | None = field(default=None, compare=False)
    """When the mail with this token was written, to the minute; None where the token does not say."""


@record(frozen=True)
class Bounced:
    """Which of our mails an envelope sender stands for."""

    game: str
    seat: str
    entry: int
    kind: str
    number: int


@record()
class Found:
    """The result of looking for tokens in one mail. Without a ticket nothing may be applied."""

    ticket: Ticket | None = None
    where: str = ""
    """Where the ticket was found: subject, address, in-reply-to or references."""
    contradiction: list[Ticket] = field(default_factory=list)
    """Two genuine tokens, or a token and a subject, contradict each other."""
    wrong: bool = False
    """Something looks like our token and is not valid: cut, altered, or made by another installation or an old key."""
    claimed: tuple[str, int] | None = None
    """Game and entry named in the subject, proved or not."""


@lru_cache(maxsize=500)
def _signed(key: bytes, text: str) -> str:
    """Make the MAC of a text. Cached, because one mail and the next need several of them again."""
    return b32encode(hmac.digest(key, text.encode(), "sha256")[:MAC_BYTES]).decode().lower()


class Signer:
    """Make and check every signed name with the key of one home."""

    def __init__(self, key: bytes, plus: str = "+") -> None:
        if len(key) < 16:
            raise ValueError("the key of the tokens is too short")
        self._key = key
        self.plus = plus
        """Stands between mailbox and tag; empty if the server knows no such addresses."""

    def _mac(self, use: str, *parts: str | int) -> str:
        return _signed(self._key, "\n".join([use, *map(str, parts)]))

    def _same(self, given: str, use: str, *parts: str | int) -> bool:
        return hmac.compare_digest(given.translate(_MISREAD), self._mac(use, *parts))

    def _short(self, game: str) -> str:
        return self._mac("game", game)[:8]

    # -- making --------------------------------------------------------------------------------------------------

    def token(self, ticket: Ticket) -> str:
        """Make what proves a ticket: when it was mailed, and the MAC."""
        use, words = "token" if ticket.asked else "free", (ticket.game, ticket.seat, ticket.entry)
        if ticket.mailed is None:
            return self._mac(use, *words)
        stamp = letters_of(ticket.mailed)
        return stamp + self._mac(use, *words, stamp)

    def _genuine(self, given: str, game: str, seat: str, entry: int) -> Ticket | None:
        given = given.translate(_MISREAD)
        mailed = moment_of(given[:STAMP]) if len(given) == STAMP + MAC_LETTERS else None
        for asked in (True, False):
            ticket = Ticket(game, seat, entry, asked, mailed)
            if hmac.compare_digest(given, self.token(ticket)):
                return ticket
        return None

    def code(self, game: str, seat: str, mail: str) -> str:
        """Make what a person must write to have a mail played that waits for their word; only they are told it."""
        mac = self._mac("confirm", game, seat, mail)
        return f"{mac[:5]}-{mac[5:10]}"

    def is_code(self, given: str, game: str, seat: str, mail: str) -> bool:
        said = given.strip().lower().translate(_MISREAD)
        return hmac.compare_digest(said.encode(), self.code(game, seat, mail).encode())

    def subject(self, ticket: Ticket, what: str) -> str:
        """Make the subject `[pbem karnak #17] your turn (heron.k3v...)`. The tag comes first, to survive a cut."""
        return f"{bare_subject(ticket, what)} ({ticket.seat}.{self.token(ticket)})"

    def carries(self, address: str, ticket: Ticket) -> bool:
        """Tell whether a reply address carries the token: not where the server knows no tags, or the name is too
        long."""
        return self.reply_address(address, ticket) != address

    def reply_address(self, address: str, ticket: Ticket) -> str:
        """Make our address with the token in it; without it, if it were too long for a mail server."""
        tail = f"{ticket.entry}.{ticket.seat}.{self.token(ticket)}"
        return self._tagged(address, [f"r.{ticket.game}.{tail}", f"h.{self._short(ticket.game)}.{tail}"])

    def envelope(self, address: str, mail: Bounced, recipient: str) -> str:
        """Make the envelope sender of one mail. A bounce to it finds game and seat, as long as the player of the seat
        still has the address to which the mail went."""
        tail = f"{mail.entry}.{mail.seat}.{mail.kind}{mail.number}.{self._bounce_mac(mail, recipient)}"
        return self._tagged(address, [f"b.{mail.game}.{tail}", f"c.{self._short(mail.game)}.{tail}"])

    def _bounce_mac(self, mail: Bounced, recipient: str) -> str:
        return self._mac("bounce", mail.game, mail.entry, mail.seat, mail.kind, mail.number, recipient)

    def _tagged(self, address: str, tags: Sequence[str]) -> str:
        local, _, domain = address.rpartition("@")
        for tag in tags:
            if self.plus and len(f"{local}{self.plus}{tag}") <= LONGEST_LOCAL:
                return f"{local}{self.plus}{tag}@{domain}"
        return address

    def message_id(self, host: str, ticket: Ticket, entry: int, kind: str, number: str | int = 0) -> str:
        """Make `<game.entry.seat.kind.number.question.MAC@host>`, the same whenever it is made."""
        mac = self._mac("message", ticket.game, entry, ticket.seat, kind, number, ticket.entry)
        return f"<{ticket.game}.{entry}.{ticket.seat}.{kind}.{number}.{ticket.entry}.{mac}@{host}>"

    def thread(self, host: str, game: str, seat: str) -> str:
        """Make the Message-ID of a seat's first mail, the root of its thread for the whole game."""
        return self.message_id(host, Ticket(game, seat, 1), 1, "start")

    # -- checking ------------------------------------------------------------------------------------------------

    def read_address(self, address: str, games: Callable[[], Iterable[str]] | None = None) -> Ticket | None:
        """Read the ticket in one recipient address; None if there is none. Only a short digest needs `games`."""
        found = _ADDRESS_TAG.fullmatch(_tag_of(address))
        if not found:
            return None
        game = found[1] or self._long(found[2], games)
        if game is None:
            return None
        return self._genuine(found[5], game, found[4], int(found[3]))

    def read_envelope(
        self,
        address: str,
        recipient: Callable[[str, str], str | None],
        games: Callable[[], Iterable[str]] | None = None,
    ) -> Bounced | None:
        """Find the mail that a bounce to this address is about; None if we did not make the address (fault 132).

        `recipient` tells the present address of a seat's player by game and seat: a mail that went to another one says
        nothing about them any more.
        """
        found = _ENVELOPE_TAG.fullmatch(_tag_of(address))
        if not found:
            return None
        game = found[1] or self._long(found[2], games)
        if game is None:
            return None
        mail = Bounced(game, found[4], int(found[3]), found[5], int(found[6]))
        to = recipient(game, mail.seat)
        if to is None:
            return None
        return mail if hmac.compare_digest(found[7].translate(_MISREAD), self._bounce_mac(mail, to)) else None

    def _long(self, short: str, games: Callable[[], Iterable[str]] | None) -> str | None:
        for game in games() if games else ():
            if hmac.compare_digest(short.translate(_MISREAD), self._short(game)):
                return game
        return None

    def read_message_id(self, message_id: str) -> Ticket | None:
        """Read the ticket in one of our own Message-IDs."""
        found = _MESSAGE_ID.fullmatch(message_id.strip().strip("<>").strip().lower())
        if not found:
            return None
        game, entry, seat, kind, number, question = found[1], int(found[2]), found[3], found[4], found[5], int(found[6])
        if not self._same(found[7], "message", game, entry, seat, kind, number, question):
            return None
        return Ticket(game, seat, question)

    def read_subject(self, subject: str) -> Ticket | None:
        claimed = claimed_tag(subject)
        found = _SUBJECT_TOKEN.search(_squeezed(subject))
        if claimed is None or not found:
            return None
        return self._genuine(found[2], claimed[0], found[1], claimed[1])

    def find(
        self,
        *,
        subject: str = "",
        recipients: Sequence[str] = (),
        in_reply_to: Sequence[str] = (),
        references: Sequence[str] = (),
        games: Callable[[], Iterable[str]] | None = None,
    ) -> Found:
        """Find the one ticket of a mail: in subject, reply address, `In-Reply-To`, then the newest of `References`.

        Refuse, never choose: two genuine tokens that differ, or a token beside a subject that names another game or
        question, give no ticket. `References` lists the whole thread, so only its last genuine token is used, and only
        if there is no other.
        """
        found = Found(claimed=claimed_tag(subject), wrong=_looks_signed(subject, recipients))
        said = [("subject", self.read_subject(subject))]
        said += [("address", self.read_address(address, games)) for address in recipients]
        said += [("in-reply-to", self.read_message_id(ident)) for ident in in_reply_to]
        genuine = [(where, ticket) for where, ticket in said if ticket is not None]
        if not genuine:
            for ident in reversed(references[-MOST_REFERENCES:]):
                ticket = self.read_message_id(ident)
                if ticket is not None:
                    genuine = [("references", ticket)]
                    break
        if not genuine:
            return found
        first = genuine[0][1]
        tickets = [first, *(ticket for _, ticket in genuine if ticket != first)]
        if len(tickets) > 1:
            found.contradiction = tickets
        elif found.claimed is not None and found.claimed != (first.game, first.entry):
            found.contradiction = [first, Ticket(found.claimed[0], first.seat, found.claimed[1])]
        else:
            newest = max((ticket for _, ticket in genuine), key=lambda ticket: ticket.mailed or EPOCH)
            found.where, found.ticket, found.wrong = genuine[0][0], replace(first, mailed=newest.mailed), False
        return found


def bare_subject(ticket: Ticket, what: str) -> str:
    """Make the subject `[pbem karnak #17] your turn`, which proves nothing."""
    return f"[pbem {ticket.game} #{ticket.entry}] {what}"


def blotted(text: str) -> str:
    """Blot out the tokens in a text that is passed on: whoever quotes or forwards a mail of ours gives none away.

    Tokens are known by their shape, in whatever way a mail program wrote them: in an address, a subject, a link or a
    Message-ID, with capitals, or broken at a full stop.
    """
    if not any([len(word) >= _LONG and _MAY_HOLD.search(word) for word in text.split()]):
        return text  # most of a quoted mail is short words
    return _IN_TEXT.sub(lambda found: f"{found[1] or ''}{BLOT}", text)


def letters_of(when: datetime) -> str:
    """Write a minute as five letters: enough until 2083."""
    minutes = int((when - EPOCH) / MINUTE) % len(_LETTERS) ** STAMP
    return "".join(_LETTERS[minutes >> (5 * place) & 31] for place in reversed(range(STAMP)))


def moment_of(letters: str) -> datetime | None:
    """Read the minute that five letters say; None if they are no such letters."""
    if any(letter not in _LETTERS for letter in letters):
        return None
    minutes = 0
    for letter in letters:
        minutes = minutes << 5 | _LETTERS.index(letter)
    return EPOCH + minutes * MINUTE


def claimed_tag(subject: str) -> tuple[str, int] | None:
    """Read game and entry from `[pbem ID #ENTRY]`, whatever programs put around it."""
    found = _TAG.search(_squeezed(subject))
    return (found[1], int(found[2])) if found else None


def claimed_address(address: str) -> Ticket | None:
    """Read what a reply address claims, without proof: for `mail read`, which has no key."""
    found = _ADDRESS_TAG.fullmatch(_tag_of(address))
    return Ticket(found[1] or "", found[4], int(found[3])) if found else None


def claimed_seat(subject: str) -> str | None:
    found = _SUBJECT_TOKEN.search(_squeezed(subject))
    return found[1] if found else None


def _looks_signed(subject: str, recipients: Iterable[str]) -> bool:
    signed = _SUBJECT_TOKEN.search(_squeezed(subject)) is not None
    return signed or any(_ADDRESS_TAG.fullmatch(_tag_of(address)) for address in recipients)


def _squeezed(subject: str) -> str:
    return " ".join(subject[:2000].lower().split())


def _tag_of(address: str) -> str:
    """Find the tag at the end of the local part, whatever divides them; empty if there is none."""
    found = _BEHIND.search(address.strip().strip("<>").lower().rpartition("@")[0])
    return found[1] if found else ""
