"""The translated rules books: which there are, what they lack, and their stamps.

`make words` stamps every item that has no stamp with the English text it stands for. An item whose English text has
changed keeps its old stamp and is listed: translate it again and take the stamp out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from pbem.core.rulebook import Entry, parse

FOLDER = Path(__file__).parents[2] / "docs" / "rules"
_UNSTAMPED = re.compile(r"^(\s*- \*\*([A-Z]+(?:-[A-Za-z0-9]+)+)\*\*) (?!<!--)", re.MULTILINE)


@dataclass(frozen=True)
class Book:
    """One book in one language, beside the English one."""

    name: str
    language: str

    @property
    def path(self) -> Path:
        return FOLDER / self.language / f"{self.name}.md"

    @property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @property
    def original(self) -> str:
        return (FOLDER / f"{self.name}.md").read_text(encoding="utf-8")

    def behind(self) -> list[str]:
        """Ids that are missing, or whose English text has changed."""
        english, own = entries(self.original), entries(self.text)
        return [
            ident
            for ident, entry in english.items()
            if ident not in own or not own[ident].text or own[ident].of not in ("", entry.stamp)
        ]

    def stamped(self) -> str:
        """The text with a stamp at every item."""
        english = entries(self.original)

        def stamp(match: re.Match[str]) -> str:
            known = english.get(match.group(2))
            return f"{match.group(1)} <!-- {known.stamp} --> " if known else match.group()

        return _UNSTAMPED.sub(stamp, self.text)


def entries(text: str) -> Mapping[str, Entry]:
    return {entry.id: entry for entry in parse(text)}


def books() -> Iterator[Book]:
    for path in sorted(FOLDER.glob("*/*.md")):
        yield Book(path.stem, path.parent.name)


def main(change: bool) -> None:
    """Say what each book lacks; stamp what is new."""
    for book in books():
        if change:
            book.path.write_text(book.stamped(), encoding="utf-8")
        behind, whole = book.behind(), len(entries(book.original))
        print(f"rules {book.name} {book.language}: {whole - len(behind)} of {whole} translated, {len(behind)} to do")
        for ident in behind[: 0 if change else None]:
            print(f"  {ident}")
