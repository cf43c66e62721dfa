"""The language of a command: that on file for whoever `--as` names, else the home's. JSON is the same in all."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.core.errors import PbemError
from pbem.core.words import ENGLISH, Text, said
from pbem.patterns import late
from pbem.plain import read_file

if TYPE_CHECKING:
    from pbem.core.catalogues import Words
    from pbem.core.titles import Title
    from pbem.desk.interface import Desk, Session


_LANGUAGE = late(r"""(?m)^language\s*=\s*["']([a-z]{2})["']""")


def words_for_reader(desk: Desk, session: Session, as_: str | None = None) -> Words | None:
    """Return the words in which a command tells of a game; None for English."""
    language: str = desk.home.settings.language
    if as_ is not None:
        language = desk.language_of(_named(session, as_))
    return None if language == ENGLISH else session.title.words(language)


def zone_for_reader(desk: Desk, session: Session, as_: str | None = None) -> str:
    """Find the zone in which a command tells times: that on file for whoever `--as` names, else the home's."""
    person = desk.roster().find(_named(session, as_)) if as_ is not None else None
    return (person.zone if person is not None else None) or desk.home.settings.zone


def _named(session: Session, as_: str) -> str:
    """Find whoever `--as` names."""
    from pbem.engine.people import find_seat

    return find_seat(session.game, as_, roles=("player", "moderator", "observer")).player


def words_of_home(desk: Desk) -> Words | None:
    """Return the words of the home's language for what belongs to no title."""
    language = desk.home.settings.language
    return None if language == ENGLISH else engine_words(language)


def engine_words(language: str) -> Words | None:
    """Return the words of a language for what belongs to no title; loaded only where somebody reads it."""
    from pbem.core.catalogues import words_for

    return words_for(None, language)


def words_in(desk: Desk, title: Title) -> Words | None:
    """Return the words of the home's language for a title."""
    language = desk.home.settings.language
    return None if language == ENGLISH else title.words(language)


def words_of_game(desk: Desk, game: str) -> Words | None:
    """Return the words of the home's language for what is told of a game; it is opened only where they are not
    English."""
    return None if desk.home.settings.language == ENGLISH else words_for_reader(desk, desk.read(game))


def in_home_language(text: str) -> str:
    """Say a refusal, a note or a line in the language of the home."""
    return said(text, home_words()) if isinstance(text, Text) else text


def home_language() -> str:
    """Return the language of the home; English where there is none, or nothing of its settings can be read."""
    from pbem.store.home import find_home

    try:
        home = find_home(None)
    except (PbemError, OSError):
        return ENGLISH
    try:
        return home.settings.language
    except (PbemError, OSError):
        return language_at_a_glance(home.root)


def language_at_a_glance(root: Path | None = None) -> str:
    """Find the language that the settings of a home name, without reading them: for help, which needs nothing else of
    them, and for telling what is wrong with settings that cannot be used."""
    named = os.environ.get("PBEM_LANGUAGE", "")
    try:
        path = (root or Path(os.environ.get("PBEM_HOME") or ".").expanduser()) / "pbem.toml"
        text = "" if named else read_file(path, 1 << 20).decode("utf-8-sig").partition("\n[")[0]
    except (OSError, RuntimeError, UnicodeDecodeError):
        return ENGLISH
    found = _LANGUAGE.search(text)
    return found[1] if found else named or ENGLISH


def home_words() -> Words | None:
    """Return the words of the home's language; None for English. A command has the code of one title, mostly; where it
    has met games of several, each sentence is looked for in the catalogues of all of them."""
    language = home_language()
    if language == ENGLISH:
        return None
    from pbem.core.titles import loaded_titles

    titles = loaded_titles()
    return titles[0].words(language) if len(titles) == 1 else _merged(language, titles)


def _merged(language: str, titles: Sequence[Title]) -> Words | None:
    from pbem.core.catalogues import Words

    spoken = [engine_words(language), *(title.words(language) for title in titles)]
    found = dict.fromkeys(one for words in spoken if words is not None for one in words.catalogues)
    return Words(language, list(found)) if found else None
