"""Finds words of English in texts of another language: those that English keys have and no translation uses.

`strange` of `test_games` knows a few words that no sentence can do without; this knows every word that we write, so
that a single noun in a table, a label of a picture or a heading is found, too.
"""

from __future__ import annotations

import re
from functools import cache

from pbem.core.titles import get_title
from pbem.mail.words import words_of
from tests.words import making

WORD = re.compile(r"[^\W\d_]{3,}")
OURS = re.compile(
    r"\{\w+\}|`[^`]*`|https?://\S+|<[^>]*>|\S+@\S+|\b[A-Z]+(?:-[A-Z]+)*-\w+\b|\b[0-9a-f]{12,}\b|"
    r"Tekhenu: Obelisk of the Sun|"
    r"Ankh: Gods of Egypt|\S+\.zip\b|games/finished|\b(?:COUNTED|NOT|INFORMATION)\b|\[pbem\]"
)
"""What is the same in every language: what is typed, ids of rules, names of titles, verdicts."""
TOPICS = frozenset(
    {
        "moves", "preview", "options", "status", "show", "history", "rules", "resend", "say", "orders", "draft", "away",
        "undo", "resign", "requests", "pass", "rulings", "appeal", "settings", "confirm", "moderator", "after", "help",
        "answer", "topic", "name",
    }
)  # fmt: skip
"""Names of commands and of chapters of the help, which are typed."""


def _texts(message: making.Message) -> tuple[list[str], list[str]]:
    """The English and the translated texts of a message."""
    english = [message.id] if isinstance(message.id, str) else list(message.id)
    other = [message.string] if isinstance(message.string, str) else list(message.string or ())
    return english, other


def _words(text: str) -> set[str]:
    return {word.lower() for word in WORD.findall(re.sub(r"\{(\w+)(?=[:}])", " ", text))}


@cache
def english_only(title: str, language: str) -> frozenset[str]:
    """Words of our English texts that no translation of the engine, the frame or the title uses."""
    english: set[str] = set()
    other: set[str] = set()
    for domain in making.domains():
        if domain.name not in ("engine", title):
            continue
        for message in making.read(domain, language):
            ours, theirs = _texts(message)
            english |= {word for text in ours for word in _words(text)}
            other |= {word for text in theirs for word in _words(text)}
    english |= {word for text in words_of("en").values() for word in _words(text)}
    other |= {word for text in words_of(language).values() for word in _words(text)}
    book = get_title(title).rulebook(language)
    other |= {word for section, _ in (book.contents() if book else ()) for word in _words(str(section))}
    return frozenset(english - other - TOPICS)


def leftovers(text: str, title: str, language: str, typed: frozenset[str] = frozenset()) -> list[str]:
    """Lines with words that only English texts have, but for those that are typed."""
    foreign = english_only(title, language) - typed
    return [line for line in text.split("\n") if not foreign.isdisjoint(_words(OURS.sub(" ", line)))]
