"""Invitations: a game that is agreed on but not begun, and how its seed is made of everybody's words.

The invitation tells the SHA-256 of a secret of the server. Each player accepts with some words of their own, and the
seed is an HMAC of the game's id and the digests of these words under the secret. So no player alone can choose the
deal: nobody but the server knows the secret. And the server cannot either, unless a player helps: it promised the
secret before it read the words.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Literal

from pydantic import Field

from pbem.core.errors import Fault
from pbem.core.table import Model, is_empty, no_dict, no_list
from pbem.engine.gamefile import ANONYMOUS, ID_PATTERN, Deal, Digest

FORMAT: Literal[1] = 1
SECRET_BYTES = 32
MOST_WORDS = 2_000
INVITE = "invite"
"""The option that says how long an invitation stands."""


class Invited(Model):
    """Somebody who is asked to play, or the computer at a seat. The words of an acceptance are nowhere kept, only their
    digest."""

    player: str
    wish: str | None = None
    computer: bool = False
    status: Literal["asked", "accepted", "declined"] = "asked"
    at: str | None = None
    words: Digest | None = None
    mail: str | None = None
    """Digest of the mail that answered."""


class Invitation(Model):
    """The file `games/invited/ID.json`, in the order of its keys."""

    format: Literal[1] = FORMAT
    id: str = Field(pattern=ID_PATTERN)
    title: str
    options: dict[str, Any] = Field(default_factory=no_dict)
    clock: dict[str, Any] = Field(default_factory=no_dict)
    """Options of the clock and of the house."""
    players: list[Invited]
    moderator: str | None = None
    observers: list[str] = Field(default_factory=no_list)
    made: str
    until: str
    """When it lapses."""
    secret_commitment: Digest
    secret: str
    status: Literal["open", "accepted", "declined", "lapsed", "ended"] = "open"
    reason: str = ""
    """Why it ended, for those who had accepted."""
    ended: str | None = None
    mail: str | None = Field(default=None, exclude_if=is_empty)
    """Digest of the moderator's mail that ended it."""
    mark: str = Field(default="", exclude_if=is_empty)
    """Tells its mails from those of an earlier invitation to a game of the same id; invitations of earlier builds have
    none."""

    @property
    def anonymous(self) -> bool:
        """Whether those asked are not told of each other."""
        return bool(self.clock.get(ANONYMOUS))

    def people(self) -> list[Invited]:
        return [one for one in self.players if not one.computer]

    def waiting(self) -> list[Invited]:
        return [one for one in self.people() if one.status == "asked"]


def seat_of(number: int) -> str:
    """Say by what the mails to the invited are told apart: seats are given when the game begins."""
    return f"invited-{number}"


def mark_of(commitment: Digest) -> str:
    """Say what marks the mails of an invitation: the beginning of the digest that it promises."""
    return commitment[:8]


def words_digest(text: str) -> Digest:
    """Reckon the digest of the words that somebody accepted with, as the receipt shows them."""
    return sha256(plain_words(text).encode()).hexdigest()


def plain_words(text: str) -> str:
    """Return the words with single blanks between them, so that no mail program changes them by folding lines; of very
    many the first."""
    return " ".join(text.split())[:MOST_WORDS].rstrip()


def deal_seed(game: str, secret: bytes, replies: Sequence[Digest]) -> bytes:
    """Reckon the seed: HMAC-SHA-256(secret, id and digests, one a line)."""
    return hmac.digest(secret, "\n".join([game, *replies]).encode(), "sha256")


def deal_of(invitation: Invitation) -> Deal:
    """Return what the game file keeps of it; the digests in the order in which the players were named."""
    return Deal(secret=invitation.secret, replies=[one.words or "" for one in invitation.people()])


def deal_problem(game: str, deal: Deal, seed: bytes, promised: object) -> str | None:
    """Say what is wrong with a deal, in words: the secret is the promised one, and secret and words give the seed."""
    try:
        secret = bytes.fromhex(deal.secret or "")
    except ValueError:
        secret = b""
    if len(secret) != SECRET_BYTES or (promised is not None and sha256(secret).hexdigest() != promised):
        return Fault("{key}: it is not the one that was promised in the invitation", key="rules.deal.secret")
    if deal_seed(game, secret, deal.replies) != seed:
        return Fault("{key}: secret and words do not give the seed", key="rules.deal")
    return None
