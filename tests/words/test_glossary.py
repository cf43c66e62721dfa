"""The glossary is the dictionary: the catalogues use its terms, one translation for each."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.core.catalogues import Words
from pbem.core.titles import get_title
from pbem.engine.lines import fold
from pbem.titles.tekhenu.show.vocabulary import WORDS
from tests.words import making

PAGE = (Path(__file__).parents[2] / "docs" / "glossary.md").read_text(encoding="utf-8")
COLUMN = {"pl": 1, "hu": 2}
STEM = 4
"""So many letters of a term stay the same in all its cases."""
TERMS = (
    *("papyrus", "bread", "limestone", "granite", "scribe", "faith", "building", "pillar", "statue", "decree"),
    *("blessing", "technology", "happiness", "population", "quarry", "workshop", "edge", "balance"),
)
FREE = {
    "all {due} bread paid",
    "Statues below the columns: {below}; in honour of Seth: {honour}.",
}
"""Sentences that say the thing without its name."""
LANGUAGES = [language for domain in making.domains() if domain.name == "tekhenu" for language in domain.languages]


def terms(language: str) -> dict[str, set[str]]:
    """English terms of the glossary with their translations; `a, b | x, y` are two of them."""
    found: dict[str, set[str]] = {}
    for row in re.findall(r"^\| (?!\*\*)(.+) \|$", PAGE, re.M):
        cells = [cell.strip() for cell in row.split("|")]
        if len(cells) != 3:
            continue
        english, other = cells[0].split(", "), cells[COLUMN[language]].split(", ")
        for one, said in zip(english, other, strict=False) if len(english) == len(other) else ():
            found.setdefault(one.lower(), set()).add(fold(said))
    return found


def words(language: str) -> Words:
    found = get_title("tekhenu").words(language)
    assert found is not None
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_vocabulary_is_that_of_the_glossary(language: str) -> None:
    known, found = terms(language), words(language)
    wanted = {word: fold(found.word(word)) for word in WORDS if word.lower() in known}
    assert len(wanted) > 30
    assert {word: said for word, said in wanted.items() if said not in known[word.lower()]} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_use_its_terms(language: str) -> None:
    """A sentence that names a thing in English names it by its term."""
    known = terms(language)
    domain = next(one for one in making.domains() if one.name == "tekhenu")
    wrong = []
    for message in making.read(domain, language):
        if not isinstance(message.id, str) or not message.string or message.id in FREE or message.context:
            continue
        english = re.sub(r"\{[^{}]*\}", "", message.id.lower())
        for term in TERMS:
            if re.search(rf"\b{term}(s|es)?\b", english):
                stems = [said[:STEM] for said in known[term]]
                wrong += [message.id] if not any(stem in fold(message.string) for stem in stems) else []
    assert wrong == []
