"""The language of a command: that on file for whoever `--as` names, else the home's. JSON is the same in all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.core.words import ENGLISH, Text, said

if TYPE_CHECKING:
    from pbem.core.catalogues import Words
    from pbem.core.titles import Title
    from pbem.desk.interface import Desk, Session


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
    """Return the language of the home; English where there is none, or its settings cannot be read."""
    from pbem.core.errors import PbemError
    from pbem.store.home import find_home

    try:
        return find_home(None).settings.language
    except (PbemError, OSError):
        return ENGLISH


def home_words() -> Words | None:
    """Return the words of the home's language; None for English. A command has the code of one title at most."""
    language = home_language()
    if language == ENGLISH:
        return None
    from pbem.core.titles import loaded_titles

    titles = loaded_titles()
    return titles[0].words(language) if len(titles) == 1 else engine_words(language)
