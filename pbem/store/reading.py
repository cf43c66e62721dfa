"""Strict JSON: what a game file may say, and where it says something else.

Beyond plain JSON we refuse what other readers would take differently: a key that stands twice, numbers that are not
whole or do not fit 53 bits, NaN, and half characters. A byte order mark or CRLF of somebody's editor is let pass.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pbem.core.errors import Fault, GameFileProblem
from pbem.patterns import late

BIGGEST = (1 << 53) - 1
DIGITS = 16
SHOWN = 60
_WORD = late(r"[A-Za-z_][A-Za-z0-9_-]*\Z")


class _Odd:
    """Stands in the document for something that must not be there, until its place is known."""

    def __init__(self, what: str) -> None:
        self.what = what


class _Finder:
    """The hooks of the parser; `odd` tells that the document must be searched."""

    def __init__(self) -> None:
        self.odd = False

    def mark(self, what: str) -> _Odd:
        self.odd = True
        return _Odd(what)

    def pairs(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) != len(pairs):
            keys = [key for key, _ in pairs]
            twice = next(key for key in keys if keys.count(key) > 1)
            found[twice] = self.mark(Fault("this key stands twice"))
        return found

    def constant(self, text: str) -> _Odd:
        return self.mark(Fault("{value} is not a number that may be stored", value=text))

    def whole(self, text: str) -> int | _Odd:
        if len(text) < DIGITS:
            return int(text)
        value = int(text) if len(text) < 2 * DIGITS else BIGGEST + 1
        return value if abs(value) <= BIGGEST else self.mark(Fault("{value} is too large", value=shorten(text)))

    def number(self, text: str) -> _Odd:
        return self.mark(Fault("{value} is not a whole number", value=shorten(text)))


class _Wholes(dict[str, "int | _Odd"]):
    """Numbers by their text: most of a document's are the same few, and a look-up costs less than a look at each."""

    def __init__(self, finder: _Finder) -> None:
        self.finder = finder

    def __missing__(self, text: str) -> int | _Odd:
        value = self[text] = self.finder.whole(text)
        return value


def parse_json(raw: bytes, where: str) -> Any:
    """Read the document in `raw`; every fault raises GameFileProblem that begins with `where` and names the place."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise GameFileProblem(
            Fault("{where}: not UTF-8 text at byte {start}.", where=where, start=error.start)
        ) from None
    finder = _Finder()
    try:
        document = json.loads(
            text,
            object_pairs_hook=finder.pairs,
            parse_constant=finder.constant,
            parse_float=finder.number,
            parse_int=_Wholes(finder).__getitem__,
        )
    except json.JSONDecodeError as error:
        what: str = Fault("the file is empty") if not text.strip() else Fault("not JSON: {reason}", reason=error.msg)
        raise GameFileProblem(
            Fault(
                "{where}: {what} (line {line}, column {column}).",
                where=where,
                what=what,
                line=error.lineno,
                column=error.colno,
            )
        ) from None
    except RecursionError:
        raise GameFileProblem(Fault("{where}: lists or objects are nested too deeply.", where=where)) from None
    # Only a suspicious text is searched: the search costs more than the parsing.
    if finder.odd or "\\ud" in text or "\\uD" in text:
        for path, what in _faults(document):
            raise GameFileProblem(Fault("{where}: {key}: {problem}.", where=where, key=path_text(path), problem=what))
    return document


def _faults(document: Any) -> Iterator[tuple[list[str | int], str]]:
    """Find what must not be there, with its path; without recursion, since a stranger chose the depth."""
    stack: list[tuple[list[str | int], Any]] = [([], document)]
    while stack:
        path, value = stack.pop()
        if isinstance(value, _Odd):
            yield path, value.what
        elif isinstance(value, dict):
            for key in value:
                if _half(key):
                    yield path, Fault("a key holds half a character")
            stack.extend(([*path, key], item) for key, item in reversed(value.items()))
        elif isinstance(value, list):
            stack.extend(([*path, at], value[at]) for at in range(len(value) - 1, -1, -1))
        elif isinstance(value, str) and _half(value):
            yield path, Fault("the text holds half a character")


def _half(text: str) -> bool:
    return not text.isascii() and any("\ud800" <= letter <= "\udfff" for letter in text)


def path_text(path: list[str | int] | tuple[str | int, ...]) -> str:
    """Write `table.seats[2].gold`, with unusual keys in quotes."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
        elif _WORD.match(part):
            text += f".{part}" if text else part
        else:
            text += f"[{shorten(json.dumps(part))}]"
    return text or Fault("the file")


def shorten(text: str, most: int = SHOWN) -> str:
    return text if len(text) <= most else f"{text[: most - 3]}..."


def shown(value: Any) -> str:
    """Show a value as it stands in JSON, on one line, cut short; escape control characters."""
    if isinstance(value, dict):
        return Fault("an object")
    if isinstance(value, list):
        return Fault("a list")
    return shorten(json.dumps(value, ensure_ascii=False) if not isinstance(value, str) else json.dumps(value))


def check_format(document: Any, path: Path) -> None:
    """Refuse a document whose format only another version of pbem knows."""
    if isinstance(document, dict) and document.get("format", 1) != 1:
        raise GameFileProblem(
            Fault(
                "{path}: format {value} is not known to this version of pbem.",
                path=path,
                value=repr(document.get("format")),
            )
        )
