"""Read addresses from header fields: the real address or none. One pass over the characters, no recursion."""

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
    """Tell whether this is exactly one address; line ends and blanks are never part of one."""
    return len(text) <= 254 and ".." not in text and _ADDRESS.fullmatch(text) is not None


def addresses(value: str) -> list[Address]:
    """List the addresses of a field. Leave out what cannot be read for certain."""
    found: list[Address] = []
    for piece in _Cutter().pieces(value[:_LONGEST_FIELD]):
        one = _mailbox(piece)
        if one is not None:
            found.append(one)
            if len(found) == _MOST_ADDRESSES:
                break
    return found


@dataclass(slots=True)
class _Piece:
    phrase: str = ""  # words outside angle brackets, without quotes
    bare: str = ""  # the same with quotes and without blanks: it may itself be the address
    angles: tuple[str, ...] = ()
    comment: str = ""
    broken: bool = False


class _Cutter:
    """Cut a field at its commas in one pass. Quotes and brackets are known, nested comments are counted."""

    def __init__(self) -> None:
        self.quoted = self.escaped = False
        self.depth = 0
        self.angle: list[str] | None = None
        self._begin()

    def _begin(self) -> None:
        self.phrase: list[str] = []
        self.bare: list[str] = []
        self.angles: list[str] = []
        self.comment: list[str] = []
        self.broken = False

    def pieces(self, value: str) -> Iterator[_Piece]:
        for char in value:
            if self._is_mark(char):
                continue
            if char in ",;:" and not self.quoted and not self.depth and self.angle is None:
                if char != ":":  # a colon ends the name of a group, whose members follow up to the semicolon
                    yield self._piece()
                self._begin()
                continue
            self._keep(char)
        yield self._piece()

    def _piece(self) -> _Piece:
        unfinished = self.broken or self.quoted or self.depth > 0 or self.angle is not None
        phrase, bare, comment = ("".join(letters) for letters in (self.phrase, self.bare, self.comment))
        return _Piece(phrase, bare, tuple(self.angles), comment, unfinished)

    def _is_mark(self, char: str) -> bool:
        """Tell whether this character only encloses others; if so, note what it opens or closes."""
        if self.escaped:
            self.escaped = False
            return False
        if char == "\\" and (self.quoted or self.depth):
            self.escaped = True
            if self.quoted:
                self._address().append(char)
            return True
        if char == '"' and not self.depth:
            self.quoted = not self.quoted
            self._address().append(char)
            return True
        if self.quoted:
            return False
        if char == "(" or (char == ")" and self.depth):
            self.depth += 1 if char == "(" else -1
            return True
        if self.depth or char not in "<>":
            return False
        self._bracket(char)
        return True

    def _bracket(self, char: str) -> None:
        if (self.angle is None) == (char == ">"):  # a bracket opened twice, or closed without being open
            self.broken = True
        if char == ">" and self.angle is not None:
            self.angles.append("".join(self.angle))
        self.angle = [] if char == "<" else None

    def _address(self) -> list[str]:
        """Collect a character of an address, quotes included."""
        return self.bare if self.angle is None else self.angle

    def _keep(self, char: str) -> None:
        if self.depth:
            self.comment.append(char)
        elif self.angle is not None:
            self.angle.append(char)
        else:
            self.phrase.append(char)
            if self.quoted or not char.isspace():
                self.bare.append(char)


def _mailbox(piece: _Piece) -> Address | None:
    if piece.broken or len(piece.angles) > 1:
        return None
    if piece.angles:
        text = piece.angles[0].strip()
        if text.startswith("@") and ":" in text:  # an old route: <@relay:name@host>
            text = text.rsplit(":", 1)[1]
        name = piece.phrase
    else:
        # Without brackets, leaving out a blank would join two words to an address that nobody wrote.
        text = piece.bare if len(piece.phrase.split()) <= 1 or '"' in piece.bare else ""
        name = piece.comment
    return Address(text, clean(scrub(words(name)))[:200]) if valid(text) else None


def same_address(one: str, other: str, *, ignore_case: bool = False, ignore_tag: bool = False) -> bool:
    """Tell whether two addresses are the same mailbox. By default only the case of the domain is ignored."""
    return _key(one, ignore_case, ignore_tag) == _key(other, ignore_case, ignore_tag)


def _key(address: str, ignore_case: bool, ignore_tag: bool) -> tuple[str, str]:
    local, _, domain = address.rpartition("@")
    if ignore_tag:
        local = local.split("+", 1)[0]
    return (local.lower() if ignore_case else local), _host(domain)


def _host(domain: str) -> str:
    """Return the domain in small letters; one with letters outside ASCII in the form that servers use."""
    if domain.isascii():
        return domain.lower()
    try:
        return domain.encode("idna").decode("ascii").lower()
    except UnicodeError:
        return domain.lower()
