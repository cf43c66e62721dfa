"""The frame texts of our mails, one file for each language: headings, receipts, refusals, what commands answer.

Words of the move language (question names, options, commands), the title's own texts and the rules' refusals stay
English: an answer looks the same in every mail. So does the first word of every answer (COUNTED, NOT COUNTED,
INFORMATION), because programs and people rely on it; the reader's language follows it.
"""

from __future__ import annotations

import json
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


def word(language: str, key: str, /, **values: object) -> str:
    """Say a frame text in the reader's language."""
    text = words_of(language)[key]
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
