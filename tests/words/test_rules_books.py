"""Translated rules books say what the English ones say: every item, number, id, code word and table, and no English."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from pbem.core.titles import get_title
from pbem.core.words import Say, said
from pbem.engine.submission.lines import fold
from tests.words.rules_books import Book, books, entries
from tests.words.test_glossary import ANKH, STEM, TEKHENU, TERMS, terms

BOOKS = [pytest.param(book, id=f"{book.language}-{book.name}") for book in books()]
FACT = re.compile(r"`[^`]+`|[A-Z]+(?:-[A-Z0-9][A-Za-z0-9]*)+|\b[A-Z]\d\d\b|\d+")
"""What is the same in every language: code, ids, card numbers, numbers."""
ENGLISH = {
    "pl": "the of and with your you each from for is are when which that not or may this",
    "hu": "the of and with your you from for are when which that by not or may this",
}
"""Words of English that the language has not."""
COUNTED = {
    "pl": {
        "Skryb": ("Skryba Skrybę Skryby Skrybie Skrybą", "Skrybów Skrybowie Skrybom Skrybami"),
        "kart": ("karta kartę karty karcie kartą", "karty kart kartom kartami"),
        "koś": ("kość kości kością", "kości kośćmi kościom"),
        "Dekret": ("Dekret Dekretu Dekretem", "Dekrety Dekretów Dekretami Dekretom"),
        "Złot": ("Złoto Złota Złotu Złotem", "Złota Złot"),
        "Wyznawc": ("Wyznawca Wyznawcę Wyznawcy Wyznawcą", "Wyznawców Wyznawcy Wyznawcom Wyznawcami"),
    },
    "hu": {},
}
"""A stem, its forms behind 1, and those behind more; Hungarian has the singular behind every number."""
NAMES = (
    *("Amun", "Isis", "Osiris", "Warrior", "Obelisk", "Temple", "Pyramid", "Monument", "Camel", "Satet", "Androsphinx"),
    *("Devotion", "Conflict", "Battle", "Drought", "Chariots", "Miracle", "Commanding", "Inspiring", "Omnipresent"),
    *("Revered", "Resplendent", "Glorious", "Magnanimous", "Bountiful", "Worshipful", "Priest", "Sphinx", "Riddle"),
    *("Infantry", "Xerxes", "Akhenaten", "Tutankhamun", "Favourite", "Restorer", "Beloved"),
)
"""Names of Ankh and Pharaoh, as their glossary has them."""
FREE = {("A-RUL-20", "Battle"), ("RUL-18", "building"), ("S-HORUS-4", "building"), ("S-MAAT-3", "balance")}
"""Items in which an English word is not the name of a thing."""
BEHIND = 0.05
"""The part of a book that may wait for its translation."""
FEW = {"karty", "Dekrety"}
"""Forms behind 2, 3 and 4, and never behind 5."""


def prose(text: str) -> str:
    """Running text, without code, quotations, emphasis and the name of the game."""
    return re.sub(r"Obelisk of the Sun|`[^`]*`|<!--.*?-->|\*[^*\n]+\*|\"[^\"]*\"|„[^”]*”", " ", text)


def facts(text: str) -> Counter[str]:
    return Counter(FACT.findall(text))


def shape(text: str) -> list[str]:
    """Headings by their depth and number, rows of tables by their columns."""
    found = re.findall(r"^#+(?: \d+\.)?|^\|.*\|$", text, re.MULTILINE)
    return ["|" * row.count("|") or row for row in found]


def both(book: Book) -> Iterator[tuple[str, str, str]]:
    """Id, English text and translation of every item that is not behind."""
    own, behind = entries(book.text), set(book.behind())
    for ident, entry in entries(book.original).items():
        if ident not in behind:
            yield ident, entry.text, own[ident].text


@pytest.mark.parametrize("book", BOOKS)
def test_every_item_is_there_and_stamped(book: Book) -> None:
    """Who writes or changes an English rule need not speak the other languages: the item is printed in English, and
    counted by `make words`. Many of them are too many."""
    own = entries(book.text)
    assert list(own) == [ident for ident in entries(book.original) if ident in own]
    assert [ident for ident, entry in own.items() if not entry.of] == [], "run `make words`"
    assert len(book.behind()) <= BEHIND * len(entries(book.original)), book.behind()


@pytest.mark.parametrize("book", BOOKS)
def test_numbers_ids_and_code_are_those_of_the_original(book: Book) -> None:
    wrong = {
        ident: (facts(english) - facts(other), facts(other) - facts(english))
        for ident, english, other in both(book)
        if facts(english) != facts(other)
    }
    assert wrong == {}


@pytest.mark.parametrize("book", BOOKS)
def test_headings_and_tables_have_the_shape_of_the_original(book: Book) -> None:
    assert shape(book.text) == shape(book.original)


@pytest.mark.parametrize("book", BOOKS)
def test_no_english_sentence_is_left(book: Book) -> None:
    known = set(ENGLISH[book.language].split())
    left = [line for line in prose(book.text).splitlines() if known & set(re.findall(r"[^\W\d_]+", line))]
    assert left == []


@pytest.mark.parametrize("book", BOOKS)
def test_things_have_their_names_from_the_glossary(book: Book) -> None:
    ankh = book.name.startswith("ankh")
    known = terms(book.language, ANKH if ankh else TEKHENU)
    wrong = set()
    for ident, text, translated in both(book):
        english, plain = prose(text), fold(translated)
        for term in NAMES if ankh else TERMS:
            there = re.search(rf"\b{term}(s|es)?\b", english if ankh else english.lower())
            if there and not any(word[:STEM] in plain for word in known[term.lower()]):
                wrong.add((ident, term))
    assert wrong - FREE == set()


@pytest.mark.parametrize("book", BOOKS)
def test_counted_things_have_their_form(book: Book) -> None:
    text, wrong = prose(book.text), []
    for one, many in COUNTED[book.language].values():
        forms = {*one.split(), *many.split()}
        for number, word in re.findall(rf"(?<![-–/\d])\b(\d+) ({'|'.join(sorted(forms))})\b", text):
            good = one.split() if number == "1" else many.split()
            few = number[-1] in "234" and number[-2:] not in ("12", "13", "14")
            if word not in good or (word in FEW and not few and number != "1"):
                wrong.append(f"{number} {word}")
    assert wrong == []


@pytest.mark.parametrize("book", BOOKS)
def test_everything_explained_is_in_the_language_and_fits_the_width(book: Book) -> None:
    title, known = get_title(book.name.split("-")[0]), set(ENGLISH[book.language].split())
    words = title.words(book.language)
    for ident in entries(book.original):
        text = title.explain(ident, language=book.language)
        assert text is not None
        assert max(map(len, text.splitlines())) <= 78, ident
        if set(re.findall(r"\b[^\W\d_]+\b", prose(text))) & known:
            told = said(Say("What stands in English here has no translation of its present text yet."), words)
            assert told in " ".join(text.split()), ident
