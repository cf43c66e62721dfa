"""A moderator's command and what was done: the same for the command line and for mail."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pbem.core.errors import Misuse
from pbem.core.words import Say, Verbatim
from pbem.engine.gamefile import OwedMail
from pbem.engine.people import find_seat

if TYPE_CHECKING:
    from pbem.desk.interface import Session, Told


@dataclass(slots=True)
class Act:
    """One moderator's command, as typed or mailed."""

    verb: str
    game: str
    words: list[str] = field(default_factory=list)
    reason: str | None = None
    seat: str | None = None
    entry: int | None = None
    draws: str = "same"
    orders: str = "keep"
    """undo: keep the orders on file, or restore those of that time."""
    rules: list[str] = field(default_factory=list)
    option: str | None = None
    dry_run: bool = False
    force: bool = False
    author: str = "moderator"


@dataclass(slots=True)
class Done:
    """What was done, in words and as data; the mails it owes, and what readers are told."""

    text: str
    data: dict[str, Any] = field(default_factory=dict)
    mails: list[OwedMail] = field(default_factory=list)
    told: Told = field(default_factory=dict)
    would: str = ""
    """What a dry run says: the same in the conditional."""
    looks: bool = False
    """The command only tells something: its answer is no dry run."""


def seat_of(session: Session, act: Act, roles: tuple[str, ...] = ("player",)) -> str:
    text = act.seat or (act.words.pop(0) if act.words else None)
    if text is None:
        raise Misuse(
            Say("`mod {verb}` needs a seat behind it: a player's name or a colour (or --as NAME).", verb=act.verb)
        )
    return find_seat(session.game, text.rstrip(":"), roles=roles).seat


def number_of(act: Act, what: str) -> int:
    if act.entry is not None:
        return act.entry
    text = act.words.pop(0) if act.words else ""
    if not text.lstrip("#").isdecimal():
        raise Misuse(
            Say("`mod {verb}` needs {what}; {text} was read.", verb=act.verb, what=what, text=Verbatim(repr(text)))
        )
    return int(text.lstrip("#"))
