"""Texts in columns, laid out in each language anew: for drawings and narrow places."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pbem.core.words import Catalogue, Text, said


class Cell(NamedTuple):
    """A text with the columns it gets; `^` puts it into their middle, `!` lets it have as many as it needs."""

    text: str
    width: int
    place: str = "<"


class Laid(Text):
    """Texts side by side in columns, laid out in each language anew; what is too long is cut."""

    __slots__ = ("cells",)
    cells: tuple[Cell, ...]

    def __new__(cls, cells: Iterable[Cell]) -> Laid:
        parts = tuple(cells)
        made = str.__new__(cls, "".join(map(_in_columns, parts)).rstrip())
        made.cells = parts
        return made

    def said(self, words: Catalogue, case: str = "") -> str:
        cells = [Cell(said(cell.text, words), cell.width, cell.place) for cell in self.cells]
        return "".join(map(_in_columns, cells)).rstrip()


def _in_columns(cell: Cell) -> str:
    if cell.place == "!":
        return cell.text.ljust(cell.width)
    text = cell.text[: cell.width]
    return text.center(cell.width) if cell.place == "^" else text.ljust(cell.width)


class Fitting(Text):
    """The first of several texts that fits into so many columns; the last is cut."""

    __slots__ = ("texts", "width")
    texts: tuple[str, ...]
    width: int

    def __new__(cls, texts: Iterable[str], width: int) -> Fitting:
        found = tuple(texts)
        made = str.__new__(cls, _fitting(found, width))
        made.texts, made.width = found, width
        return made

    def said(self, words: Catalogue, case: str = "") -> str:
        return _fitting([said(text, words) for text in self.texts], self.width)


def _fitting(texts: Sequence[str], width: int) -> str:
    return next((text for text in texts if len(text) <= width), texts[-1][:width])
