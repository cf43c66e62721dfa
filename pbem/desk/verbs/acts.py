"""A moderator's command and what was done: the same for the command line and for mail."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from shlex import quote
from typing import TYPE_CHECKING, Any

from pbem.core.errors import Misuse
from pbem.core.words import Say, Verbatim
from pbem.engine.gamefile import OwedMail
from pbem.engine.people import find_seat

if TYPE_CHECKING:
    from pbem.desk.interface import Session, Told


_REASON = re.compile(r"(?:^|\s)(?:--reason|reason)\s*[:=]?\s*", re.IGNORECASE)
_MARKED = re.compile(r"(?:^|\s)(?:--reason\b|reason\s*[:=])\s*", re.IGNORECASE)
"""The same where words of one's own stand before it: there `the reason is` begins none."""
_TRYING = re.compile(r"(?<!\S)(?:--)?dry[- ]?run(?!\S)\s*", re.IGNORECASE)


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
    typed: bool = False
    """On the command line: what is answered names commands as they are typed there."""
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


def no_more(act: Act, words: list[str]) -> None:
    """Refuse words that a verb does not read: what nobody reads may have been meant for a condition."""
    if words:
        left = Verbatim(repr(" ".join(words)))
        raise Misuse(
            Say("`mod {verb}` does not read {left}; a reason stands behind `reason:` (--reason).",
                verb=act.verb, left=left)
        )  # fmt: skip


def reason_of(act: Act) -> str:
    """Return the reason of a verb that reads nothing else: its words, or what stands behind `reason:`, never half of
    both."""
    if act.reason:
        no_more(act, act.words)
    return act.reason or " ".join(act.words)


def substitute_command(game: str, seat: str, name: str, *, typed: bool) -> Verbatim:
    """Write the command that gives a seat to somebody who stands by, as its reader can use it."""
    by_mail = f"mod substitute {seat} {name} reason: ..."
    return Verbatim(f"pbem mod substitute {game} {seat} {quote(name)} --reason '...'" if typed else by_mail)


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


def read_act(game: str, text: str) -> Act:
    """Read `extend Ania 2d reason: illness`, `undo 12 fresh dry-run reason: ...`, `rule R-3 wind=2 reason: ...`."""
    flagged = _TRYING.match(text)  # in front of the verb as well
    text = text[flagged.end() :] if flagged else text
    verb, rest = [*text.split(None, 1), "", ""][:2]
    told = verb.lower() == "announce"
    found = (_MARKED if told else _REASON).search(rest)
    rest, reason = (rest[: found.start()], rest[found.end() :].strip()) if found else (rest, None)
    wish = next((one for one in _TRYING.finditer(rest) if not told or one.start() == 0 or _ends(rest, one)), None)
    rest = rest[: wish.start()] + rest[wish.end() :] if wish else rest
    last = next((one for one in _TRYING.finditer(reason or "") if _ends(reason or "", one)), None)
    reason = reason[: last.start()].strip() if last and reason else reason
    act = Act(verb.lower(), game, rest.split(), reason or None, dry_run=bool(flagged or wish or last))
    if act.verb == "undo" and "restore-orders" in act.words:
        act.words.remove("restore-orders")
        act.orders = "restore"
    if act.verb == "rule":
        act.option = next((word for word in act.words if "=" in word), None)
        act.rules = [word.strip(",") for word in act.words if "=" not in word]
        act.words = []
    return act


def _ends(text: str, wish: re.Match[str]) -> bool:
    """Tell whether a wish for a dry run stands at the end of somebody's own words: two words there may be part of
    them."""
    return wish.end() == len(text) and "-" in wish[0]
