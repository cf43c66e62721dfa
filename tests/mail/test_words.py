"""The frame texts: complete in every language, with the same slots, and none forgotten."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

from pbem.mail.help import TOPICS, help_text
from pbem.mail.reading.languages import dividers
from pbem.mail.words import LANGUAGES, heading, kind_word, word, words_of

ROOT = Path(__file__).parents[2]
OTHERS = [language for language in LANGUAGES if language != "en"]
ALIKE = {"h-html", "nearest", "state-paused", "h-moderator", "h-tables"}
"""Texts that may be the same in two languages: names and numbers with next to no words."""
COMMANDS = re.compile(r"`[^`]+`")


def slots(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_no_key_is_missing_in_any_language() -> None:
    wanted = words_of("en").keys()
    assert {language: words_of(language).keys() ^ wanted for language in OTHERS} == {name: set() for name in OTHERS}


@pytest.mark.parametrize("language", OTHERS)
def test_slots_are_those_of_the_english_texts_and_the_words_are_not(language: str) -> None:
    english, other = words_of("en"), words_of(language)
    for key, text in english.items():
        assert slots(other[key]) == slots(text), key
        assert other[key].strip() and (other[key] != text or key in ALIKE), f"{key} is not translated"


@pytest.mark.parametrize("language", OTHERS)
def test_command_words_are_the_same_everywhere(language: str) -> None:
    """The move language is English: what a text tells to write can be written."""
    english, other = words_of("en"), words_of(language)
    for key, text in english.items():
        assert set(COMMANDS.findall(other[key])) == set(COMMANDS.findall(text)), key


def test_every_text_is_used_somewhere() -> None:
    source = "".join(path.read_text() for path in (ROOT / "pbem").rglob("*.py") if "titles" not in path.parts)
    prefixes = ("subject-", "hold-", "refuse-", "help-", "kind-", "state-", "source-", "by-", "to-", "token-",
                "appeal-", "away-", "invite-", "answer-")  # fmt: skip
    named = set(re.findall(r"""["']([a-z0-9-]+)["']""", source))
    assert [key for key in words_of("en") if key not in named and not key.startswith(prefixes)] == []


def test_every_source_role_and_kind_of_mail_has_words() -> None:
    """Whatever an answer came from, whoever made an entry and whatever a mail is, its name is a frame text."""
    from typing import get_args

    from pbem.engine.gamefile import By, Source

    mails = {path.stem for path in (ROOT / "templates").glob("*.txt")} - {"answer"}
    wanted = {f"source-{name}" for name in get_args(Source)} - {"source-line"}
    wanted |= {f"by-{name}" for name in get_args(By)} - {"by-player"} | {f"subject-{name}" for name in mails}
    assert wanted <= words_of("en").keys()


def test_an_unknown_language_speaks_english_and_has_a_dividing_line() -> None:
    assert word("xx", "nobody") == word("en", "nobody")
    assert {dividers()[language] for language in LANGUAGES} == {dividers()[name] for name in LANGUAGES}
    assert len({dividers()[language] for language in LANGUAGES}) == len(LANGUAGES)


def test_headings_and_kinds_without_a_text_stand_as_they_are() -> None:
    assert heading("pl", "h-status") == "STAN GRY" and heading("pl", "A ruling") == "A ruling"
    assert kind_word("de", "undo") == "Rücknahme" and kind_word("de", "something") == "something"


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_is_told_in_every_language(language: str) -> None:
    assert {help_text(topic, language) for topic in TOPICS}.isdisjoint({help_text("", language)})
    assert "COUNTED" in help_text("", language) and "resign" in help_text("resing", language)
