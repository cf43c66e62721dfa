"""The glossary is the dictionary: the catalogues use its terms, one translation for each."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.core.catalogues import Words
from pbem.core.titles import get_title
from pbem.engine.submission.lines import fold
from pbem.titles.tekhenu.show.glossary import WORDS
from tests.words import making

PAGE = (Path(__file__).parents[2] / "docs" / "glossary.md").read_text(encoding="utf-8")
COLUMN = {"pl": 1, "hu": 2}
TEKHENU = ("Tekhenu", "Time of Seth and the Vizier's challenge")
ANKH = ("Ankh", "Pharaoh")
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


def rows(chapter: str) -> list[list[str]]:
    """The rows of a chapter's table, without headings: English, translations, and where the rulebook has them."""
    text = PAGE.partition(f"\n## {chapter}\n")[2].partition("\n## ")[0]
    found = [[cell.strip() for cell in row.split("|")] for row in re.findall(r"^\| (?!\*\*)(.+) \|$", text, re.M)]
    return [cells for cells in found if cells[0] != "English"]


def terms(language: str, chapters: tuple[str, ...] = TEKHENU) -> dict[str, set[str]]:
    """English terms of the glossary with their translations; `a, b | x, y` are two of them."""
    found: dict[str, set[str]] = {}
    for cells in [cells for chapter in chapters for cells in rows(chapter)]:
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


def test_ankh_uses_the_terms_of_its_rulebooks() -> None:
    """Names of gods, cards, powers, pieces and chambers, as the glossary has them."""
    polish = get_title("ankh").words("pl")
    assert polish is not None
    known = {
        one: said
        for chapter in ANKH
        for cells in rows(chapter)
        for one, said in zip(cells[0].split(", "), cells[1].split(", "), strict=True)
    }
    shown = {one: polish.message(one) for one in known}
    named = {one: said for one, said in shown.items() if said != one or known[one] == one}
    assert len(named) > 60
    assert {one: said for one, said in named.items() if fold(said) != fold(known[one])} == {}


@pytest.mark.parametrize("chapter", [*TEKHENU, *ANKH])
def test_every_term_has_its_place_in_a_rulebook(chapter: str) -> None:
    assert len(rows(chapter)) > 8
    assert [cells[0] for cells in rows(chapter) if len(cells) < 3 or not all(cells)] == []
