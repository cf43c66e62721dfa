"""`pbem data` in another language: every sentence is in it, and fits the page."""

from __future__ import annotations

import re

import pytest

from pbem.core.titles import get_title
from pbem.core.words import Say, said
from tests.words.test_games import SPOKEN, strange

SOURCES = (Say("Public sources"), Say("Seth: public sources"))
"""Parts that quote where values were found, as their pages have it."""
KEYS = re.compile(r"^ *(?:do|standing): .*|^[a-z_]+: |^\w+ = ", re.M)
"""Names of things and effects as they stand in the file."""


@pytest.mark.parametrize(("name", "language"), [(name, one) for name, spoken in SPOKEN.items() for one in spoken])
def test_component_tables_are_in_their_readers_language(name: str, language: str) -> None:
    title = get_title(name)
    raw, words = title.components(list(title.modules_at)), title.words(language)
    text = title.tables(raw, words)
    assert max(map(len, text.split("\n"))) <= 78
    heads = tuple(said(head, words) + "\n" for head in SOURCES)
    parts = [part for part in text.split("\n\n") if not part.startswith(heads)]
    assert len(parts) > 15
    assert strange(KEYS.sub("", "\n\n".join(parts)), language) == []
