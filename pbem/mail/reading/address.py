"""Addresses out of header fields: the real address or none. One pass over the characters, no recursion."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from pbem.mail.reading.headers import words
from pbem.mail.reading.normalize import clean, scrub

_LONGEST_FIELD = 20_000
_MOST_ADDRESSES = 200
_WORD = r"[^\s\x00-\x1f\x7f\"(),:;<>@\[\\\]]"
_ADDRESS = re.compile(
    rf'(?:{_WORD}+|"(?:[^"\\\x00-\x1f]|\\[^\x00-\x1f])+")@'
    r"(?:[^\W](?:[\w.-]*\w)?|\[[0-9A-Fa-f.:IPv]+\])"
)


class Address(NamedTuple):
    address: str
    name: str = ""


def valid(text: str) -> bool:
    """Whether this is one address and nothing else; line ends and blanks never are part of one."""
    return len(text) <= 254 and ".." not in text and _ADDRESS.fullmatch(text) is not None


def addresses(value: str) -> list[Address]:
    """Every mailbox of an address field. What cannot be read for certain is left out."""
    found: list[Address] = []
    for piece in _pieces(value[:_LONGEST_FIELD]):
        one = _mailbox(piece)
        if one is not None:
            found.append(one)
            if len(found) == _MOST_ADDRESSES:
                break
    return found


@dataclass(slots=True)
class _Piece:
    phrase: str = ""  # words outside angle brackets, quotes taken off
    bare: str = ""  # the same with quotes kept and blanks out: may itself be the address
    angles: tuple[str, ...] = ()
    comment: str = ""
    broken: bool = False


def _pieces(value: str) -> Iterator[_Piece]:
    """The field cut at its commas, by one walk that knows quotes, comments (counted, not nested calls) and brackets."""
    phrase: list[str] = []
    bare: list[str] = []
    angle: list[str] | None = None
    angles: list[str] = []
    comment: list[str] = []
    depth = 0
    broken = quoted = escaped = False

    def piece() -> _Piece:
        unfinished = broken or quoted or depth > 0 or angle is not None
        return _Piece("".join(phrase), "".join(bare), tuple(angles), "".join(comment), unfinished)

    for char in value:
        if escaped:
            escaped = False
        elif char == "\\" and (quoted or depth):
            escaped = True
            if quoted:
                (bare if angle is None else angle).append(char)
            continue
        elif char == '"' and not depth:
            quoted = not quoted
            (bare if angle is None else angle).append(char)
            continue
        elif not quoted and char == "(":
            depth += 1
            continue
        elif not quoted and char == ")" and depth:
            depth -= 1
            continue
        elif not quoted and not depth:
            if char == "<":
                broken = broken or angle is not None
                angle = []
                continue
            if char == ">":
                if angle is None:
                    broken = True
                else:
                    angles.append("".join(angle))
                angle = None
                continue
            if char in ",;" and angle is None:
                yield piece()
                phrase, bare, angles, comment, broken = [], [], [], [], False
                continue
            if char == ":" and angle is None:
                # A group's name: its members follow, up to the semicolon.
                phrase, bare, angles, comment, broken = [], [], [], [], False
                continue
        if depth:
            comment.append(char)
        elif angle is not None:
            angle.append(char)
        else:
            phrase.append(char)
            if quoted or not char.isspace():
                bare.append(char)
    yield piece()


def _mailbox(piece: _Piece) -> Address | None:
    if piece.broken or len(piece.angles) > 1:
        return None
    if piece.angles:
        text = piece.angles[0].strip()
        if text.startswith("@") and ":" in text:  # an old route: <@relay:name@host>
            text = text.rsplit(":", 1)[1]
        name = piece.phrase
    else:
        # Without brackets a blank inside would join two words to an address nobody wrote.
        text = piece.bare if len(piece.phrase.split()) <= 1 or '"' in piece.bare else ""
        name = piece.comment
    return Address(text, clean(scrub(words(name)))[:200]) if valid(text) else None


def same_address(one: str, other: str, *, ignore_case: bool = False, ignore_tag: bool = False) -> bool:
    """Whether two addresses are the same box: by default only the case of the domain does not matter."""
    return _key(one, ignore_case, ignore_tag) == _key(other, ignore_case, ignore_tag)


def _key(address: str, ignore_case: bool, ignore_tag: bool) -> tuple[str, str]:
    local, _, domain = address.rpartition("@")
    if ignore_tag:
        local = local.split("+", 1)[0]
    return (local.lower() if ignore_case else local), _host(domain)


def _host(domain: str) -> str:
    """The domain in small letters and, when it has letters of its own, in the form servers use."""
    if domain.isascii():
        return domain.lower()
    try:
        return domain.encode("idna").decode("ascii").lower()
    except UnicodeError:
        return domain.lower()
