"""The frame texts of our mails, one file for each language: headings, receipts, refusals, what commands answer.

Words of the move language (question names, options, commands), the title's own texts and the rules' refusals stay
English: an answer looks the same in every mail. So does the first word of every answer (COUNTED, NOT COUNTED,
INFORMATION), because programs and people rely on it; the reader's language follows it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

COUNTED: Final = "COUNTED"
NOT_COUNTED: Final = "NOT COUNTED"
INFORMATION: Final = "INFORMATION"

LANGUAGES: Final = ("en", "pl", "hu", "de", "fr")
HEADINGS: Final = frozenset({"read", "not-read", "orders", "message", "answers", "news", "asked", "board"})
"""Headings that a mail's note names by key; so are all that begin with `h-`."""


@cache
def words_of(language: str) -> dict[str, str]:
    """Return all frame texts of a language; those of an unknown one are English."""
    name = language if language in LANGUAGES else "en"
    found: dict[str, str] = json.loads((Path(__file__).parent / f"{name}.json").read_text(encoding="utf-8"))
    return found


FORM: Final[dict[str, Callable[[int], int]]] = {
    "pl": lambda n: 0 if n == 1 else 1 if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else 2,
    "fr": lambda n: int(n > 1),
}
"""Which form of a noun goes with a number; in other languages one of two: for one, and for all others."""


class Number(int):
    """A number that a text may choose a form by: `{n} {n:line|lines}`."""

    language: str

    def __new__(cls, n: int, language: str) -> Number:
        made = super().__new__(cls, n)
        made.language = language
        return made

    def __format__(self, asked: str) -> str:
        if "|" not in asked:
            return super().__format__(asked)
        forms = asked.split("|")
        which = FORM[self.language](self) if self.language in FORM else int(self != 1)
        return forms[min(which, len(forms) - 1)]


def word(language: str, key: str, /, **values: object) -> str:
    """Say a frame text in the reader's language."""
    text = words_of(language)[key]
    if values and "|" in text:
        values = {name: Number(one, language) if isinstance(one, int) else one for name, one in values.items()}
    return text.format(**values) if values else text


def heading(language: str, key: str) -> str:
    """Return a section's heading: a frame text if it is the key of one, else as it stands."""
    return word(language, key) if key in HEADINGS or key.startswith("h-") else key


def kind_word(language: str, kind: str) -> str:
    """Say what an entry of the record is called; a kind without a word of its own stands as it is."""
    return words_of(language).get(f"kind-{kind}", kind)


def verdict_word(language: str, verdict: str) -> str:
    """Return the reader's word for a verdict; the English one always stands in front of it."""
    return word(language, "subject-" + verdict.lower().replace(" ", "-"))
