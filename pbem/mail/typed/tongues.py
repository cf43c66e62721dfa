"""Moves written in the reader's language, turned into the canonical words before anything reads them.

A line is turned if it begins with the name of a question in that language, or if each of its words is one of the
vocabulary. Talk is left alone. Words of a move are English inside, in every file; the rim says them in the language of
whoever reads.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pbem.engine.submission.lines import fold

if TYPE_CHECKING:
    from pbem.core.catalogues import Words

_LEAD = re.compile(
    r"\s*(?:[-*•>]\s*|\d{1,2}[.)]\s+)?(?:(?:orders?(?:\s+clear)?|preview|options?(?:\s+after)?)\s*:?\s+)?",
    re.IGNORECASE,
)
"""What may stand before a move: a mark of a list, and the English word of a command."""
_WORD = re.compile(r"[^\W\d_]+(?:[-'][^\W\d_]+)*|[^\w\s]+|\s+|\w+")
LONGEST = 3
"""Words of one expression at most."""


class Tongue:
    """How one language writes the words of moves."""

    def __init__(self, words: Words) -> None:
        self.known: dict[str, str] = {}
        for ident, forms in words.spellings().items():
            for form in forms if typed(ident) else ():
                self.known.setdefault(fold(form), ident)
        self.idents = {fold(ident) for ident in words.vocabulary if typed(ident)}

    def canonical(self, text: str) -> str:
        """Return the text with its moves in canonical words."""
        return "\n".join(self._row(row) for row in text.split("\n"))

    def _row(self, row: str) -> str:
        said, mark, comment = row.partition("#")
        return ";".join(self._piece(piece) for piece in said.split(";")) + mark + comment

    def _piece(self, piece: str) -> str:
        lead = _LEAD.match(piece)
        start = lead.end() if lead else 0
        head, body = piece[:start], piece[start:]
        name, colon, rest = body.partition(":")
        if colon:
            ident = self._name(name)
            return piece if ident is None else f"{head}{ident}:{self._words(rest)[0]}"
        found, whole = self._words(body)
        return head + found if whole else piece

    def _name(self, name: str) -> str | None:
        """Return the name of a question, with the occasion it may carry: `karta-2` is `card-2`. None if it is no
        name."""
        ident = self.known.get(fold(name))
        if ident is not None or fold(name) in self.idents:
            return ident or name
        base, mark, occasion = name.rpartition("-")
        named = self._name(base) if mark else None
        return named and f"{named}-{self.known.get(fold(occasion), occasion)}"

    def _words(self, text: str) -> tuple[str, bool]:
        """Exchange the known words of a text, and tell whether all of its words are known."""
        parts = _WORD.findall(text)
        made: list[str] = []
        whole = True
        at = 0
        while at < len(parts):
            step, ident = self._longest(parts, at)
            if ident is not None:
                made.append(ident)
            else:
                made.append(parts[at])
                whole = whole and not self._strange(parts[at])
            at += step
        return "".join(made), whole and any(part[0].isalpha() for part in parts)

    def _strange(self, part: str) -> bool:
        """Tell whether a part is a word of no vocabulary; short ones may be printed on a component."""
        return part[0].isalpha() and len(part) > 2 and fold(part) not in self.idents

    def _longest(self, parts: list[str], at: int) -> tuple[int, str | None]:
        for size in range(2 * LONGEST - 1, 0, -2):
            some = parts[at : at + size]
            if len(some) == size and some[0][0].isalpha():
                ident = self.known.get(fold("".join(some)))
                if ident is not None:
                    return size, ident
        return 1, self._compound(parts[at])

    def _compound(self, part: str) -> str | None:
        """Read words with hyphens between them, each of the vocabulary: `prawo-sąd` is `law-court`. None for any
        other."""
        if "-" not in part.strip("-"):
            return None
        made = [self.known.get(fold(one)) or (one if fold(one) in self.idents else None) for one in part.split("-")]
        return None if None in made else "-".join(one for one in made if one is not None)


def typed(ident: str) -> bool:
    """Tell whether players write an id. One with a capital letter is a name that is only shown: `You` is `Te` in
    Hungarian, and `TE` a place for a statue."""
    return ident == ident.lower()


def canonical(text: str, words: Words | None) -> str:
    """Return a text with its moves in canonical words, if its writer has a language of their own."""
    return text if words is None else tongue_of(words).canonical(text)


_tongues: dict[int, tuple[Words, Tongue]] = {}


def tongue_of(words: Words) -> Tongue:
    """Return the tongue of a catalogue, made once."""
    found = _tongues.get(id(words))
    if found is None or found[0] is not words:
        found = _tongues[id(words)] = words, Tongue(words)
    return found[1]
