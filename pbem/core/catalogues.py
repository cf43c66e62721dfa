"""Catalogues: the words of one language for one title, and for the engine around it.

They are gettext catalogues, compiled, and are read only for a reader whose language is not English. A title's own
folder `words` comes first, then the engine's. What a catalogue does not know stays English.

The vocabulary of a title (gods, colours, resources, names of questions) stands in the context `word`; forms of a noun
that a sentence may ask for (`{god:gen}`) in a context of that name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.resources import catalogue_file

if TYPE_CHECKING:
    from gettext import GNUTranslations

WORD = "word"
"""The context of the vocabulary."""
ENGINE = Path(__file__).parents[1] / "words"
LONGEST = 5
"""Words of one id at most."""
_TOKEN = re.compile(r"[^\W\d_][\w'-]*|[^\w\s]+|\s+|\d\w*")
_CODE = re.compile(r"[A-Z]{1,2}\d{1,2}[A-Z]?|[IVX]+|[a-z]\d{1,2}|[A-Z]{1,2}|[a-z]{1,2}|VP|\d+")
"""What is printed on the components, `T05`, `III`, `b3`: it is the same in all languages."""


class Words:
    """The words of one language; see `pbem.core.words.Catalogue`."""

    def __init__(self, language: str, catalogues: Sequence[GNUTranslations]) -> None:
        self.language = language
        self.catalogues = catalogues
        self._words: dict[tuple[str, str], str] = {}
        self._messages: dict[tuple[str, str], str] = {}

    def message(self, key: str, case: str = "") -> str:
        """Return the sentence or phrase for a key; a single word may stand in the vocabulary."""
        known = self._messages.get((key, case))
        if known is None:
            if len(self._messages) > 4_000:
                self._messages.clear()
            known = self._messages[key, case] = self._message(key, case)
        return known

    def _message(self, key: str, case: str) -> str:
        for context in (case, "", WORD) if case else ("", WORD):
            found = self._found(key, context)
            if found != key:
                return found
        return key

    def _found(self, key: str, context: str) -> str:
        for one in self.catalogues:
            found = one.pgettext(context, key) if context else one.gettext(key)
            if found != key:
                return found
        return key

    def counted(self, one: str, many: str, n: int, case: str = "") -> str:
        english = one if n == 1 else many
        for context in (case, "") if case else ("",):
            for catalogue in self.catalogues:
                found = catalogue.npgettext(context, one, many, n) if context else catalogue.ngettext(one, many, n)
                if found != english:
                    return found
        return english

    def word(self, text: str, case: str = "") -> str:
        """Say an id in the reader's words, `yellow 4` as well as `granite`; words that are no ids stay as they are. A
        question's name is a case, too: `red` of a die need not be `red` of a player."""
        known = self._words.get((text, case))
        if known is None:
            if len(self._words) > 4_000:
                self._words.clear()
            known = self._words[text, case] = self._word(text, case)
        return known

    def _single(self, text: str, case: str) -> str:
        for context in (case, WORD) if case else (WORD,):
            found = self._found(text, context)
            if found != text:
                return found
        return text

    def _word(self, text: str, case: str) -> str:
        found = self._single(text, case)
        if found != text or text in self.vocabulary:
            return found
        tokens = _TOKEN.findall(text)
        if "".join(tokens) != text:
            return text
        made: list[str] = []
        at = 0
        while at < len(tokens):
            if at == 1 and tokens[at] == ":" and not case:
                case = tokens[0]  # an answer: its words may have forms that go with its question
            size, word = self._longest(tokens, at, case)
            if word is None:
                return text
            made.append(word)
            at += size
        return "".join(made)

    def _longest(self, tokens: list[str], at: int, case: str) -> tuple[int, str | None]:
        """Return how many tokens make an id of the vocabulary, and what this language says for them; None if none
        do."""
        if not tokens[at][0].isalpha():
            return 1, tokens[at]
        for size in range(2 * LONGEST - 1, 1, -2):  # words and what stands between them, so an odd number
            ident = "".join(tokens[at : at + size])
            if ident in self.vocabulary:
                return size, self._single(ident, case)
        return 1, self._token(tokens[at], case)

    def _token(self, token: str, case: str) -> str | None:
        """Say one word in a row of words, `card-2` and `D4-E5` among them; None if it is of no vocabulary."""
        word = self._single(token, case)
        if word != token or token in self.vocabulary or _CODE.fullmatch(token):
            return word
        if "-" not in token:
            return None
        parts = [self._token(part, case) if part else None for part in token.split("-")]
        return None if None in parts else "-".join(part for part in parts if part is not None)

    def form(self, n: int, forms: Sequence[str]) -> str:
        """Choose the form that a number takes, of those that a translation offers."""
        number: int = self.catalogues[0].plural(n)  # type: ignore[attr-defined]
        return forms[min(number, len(forms) - 1)]

    @property
    def vocabulary(self) -> Mapping[str, str]:
        """Ids and what this language calls them."""
        if self._vocabulary is None:
            self._vocabulary = dict(self._pairs())
        return self._vocabulary

    _vocabulary: dict[str, str] | None = None

    def spellings(self) -> dict[str, set[str]]:
        """Return every id with the words for it, in all the cases that the catalogues have."""
        found = {ident: {word} for ident, word in self.vocabulary.items()}
        for catalogue in self.catalogues:
            for key, form in catalogue._catalog.items():  # type: ignore[attr-defined]
                context, mark, ident = key.partition("\x04") if isinstance(key, str) else ("", "", "")
                if mark and context != WORD and ident in found:
                    found[ident].add(form)
        return found

    def _pairs(self) -> Iterator[tuple[str, str]]:
        mark = f"{WORD}\x04"
        for catalogue in reversed(self.catalogues):
            for key, found in catalogue._catalog.items():  # type: ignore[attr-defined]
                if isinstance(key, str) and key.startswith(mark):
                    yield key.removeprefix(mark), found


@lru_cache(maxsize=32)
def words_for(folder: Path | None, language: str) -> Words | None:
    """Load the words of a language with those of a title's folder; None if nothing is translated into it."""
    read = [catalogue_file(place, language) for place in (folder, ENGINE) if place is not None]
    found = [one for one in read if one is not None]
    return Words(language, found) if found else None
