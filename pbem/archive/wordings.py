"""Every wording that pbem has had for a sentence: what an archive of another build may tell of a proved event.

A sentence that is reworded leaves its earlier form in `earlier.json` beside the catalogues of its title (or of the
engine). An archive of another build is held against all of them at once: each sentence becomes a pattern whose parts
may be put in any known way, and whoever tells something else has not told what happened. ADR 19.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import cast

from pbem.archive.spoken import bare, spoken_with, told_in
from pbem.core.catalogues import ENGINE
from pbem.core.titles import Title
from pbem.core.words import ENGLISH, Catalogue
from pbem.resources import earlier_words

OPEN, OR, CLOSE = "\x01", "\x02", "\x03"
"""Marks around the forms of a text while its sentence is put together."""
Earlier = Mapping[str, Sequence[str]]


class AnyWording:
    """A catalogue that says everything in all the ways there have been: the forms of a text stand side by side."""

    def __init__(self, words: Catalogue | None, earlier: Earlier, english: Earlier) -> None:
        self.words, self.earlier, self.english = words, earlier, english

    def message(self, key: str, case: str = "") -> str:
        return self._forms(key, self.words.message(key, case) if self.words else key)

    def counted(self, one: str, many: str, n: int, case: str = "") -> str:
        key = one if n == 1 else many
        return self._forms(key, self.words.counted(one, many, n, case) if self.words else key)

    def word(self, text: str, case: str = "") -> str:
        if self.words is None:
            return self._forms(text, text)
        return self._forms(text, self.words.word(text, case), self.words.word(text))  # earlier builds asked for no case

    def form(self, n: int, forms: Sequence[str]) -> str:
        return self.words.form(n, forms) if self.words else forms[n != 1 and len(forms) > 1]

    def _forms(self, key: str, now: str, *more: str) -> str:
        """Join today's form, earlier ones, and the English ones: what had no translation then was English."""
        forms = dict.fromkeys([now, *more, *self.earlier.get(key, ()), key, *self.english.get(key, ())])
        return now if len(forms) == 1 else f"{OPEN}{OR.join(forms)}{CLOSE}"


def any_wording(title: Title) -> Title:
    """Let the title tell every event in all known wordings at once; see `fits`."""
    now = told_in(title)
    language = getattr(now, "language", ENGLISH)
    english = {} if language == ENGLISH else earlier(bare(title), ENGLISH)
    return spoken_with(title, cast("Catalogue", AnyWording(now, earlier(bare(title), language), english)))


def fits(sentence: str, known: str) -> bool:
    """Tell whether a sentence is one of the known wordings. Capitals do not matter: parts may have begun a sentence."""
    return sentence == known or re.fullmatch(_pattern(known), sentence, re.IGNORECASE) is not None


def plain(known: str) -> str:
    """Return today's form of a sentence in all wordings."""
    inner = re.compile(f"{OPEN}([^{OPEN}{OR}{CLOSE}]*)(?:{OR}[^{OPEN}{CLOSE}]*)?{CLOSE}")
    while inner.search(known):
        known = inner.sub(r"\1", known)
    return known


def _pattern(known: str) -> str:
    marks = {OPEN: "(?:", OR: "|", CLOSE: ")"}
    return "".join(marks.get(part) or re.escape(part) for part in re.split(f"([{OPEN}{OR}{CLOSE}])", known))


@cache
def earlier(title: Title, language: str) -> Earlier:
    """Return the earlier forms of what a title and the engine say, by today's key."""
    at = getattr(sys.modules[type(title).__module__], "__file__", None)
    folders = [ENGINE, *([Path(at).parent / "words"] if at else [])]
    found: dict[str, list[str]] = {}
    for key, forms in (item for folder in folders for item in earlier_words(folder, language).items()):
        found.setdefault(key, []).extend(forms)
    return found
