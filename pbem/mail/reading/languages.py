"""The words that mail programs write around a reply, by language: `languages.json`, prepared for comparing.

All phrases are folded once. They are matched by set, dictionary and prefix, not by large patterns: that is quick in a
fresh process, and no line can make it slow.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from pbem.mail.reading.normalize import fold

_HEADER_KINDS = ("from", "date", "to", "subject", "other")


class Phrases(NamedTuple):
    openers: frozenset[str]  # first words of an attribution line
    long_openers: tuple[str, ...]  # openers of several words, as prefixes
    cased_openers: tuple[str, ...]  # as printed, to find one in the middle of a line
    verbs: tuple[str, ...]
    headers: dict[str, frozenset[str]]  # `von` -> {"from"}; a word may mean two things in two languages
    date_headers: tuple[str, ...]  # header words that are followed by a date, without a colon
    separators: frozenset[str]
    starts: frozenset[str]
    sent_from: tuple[str, ...]
    sent_from_short: tuple[str, ...]  # the verb alone: something more must show that no person typed it
    sent_from_ends: tuple[str, ...]  # the same in languages that put the verb last
    closings: frozenset[str]
    footers: tuple[str, ...]
    disclaimers: tuple[str, ...]
    banners: tuple[str, ...]


class MachineWords(NamedTuple):
    """The words that machines write in subjects and bodies."""

    auto_subjects: tuple[str, ...]
    absence_subjects: tuple[str, ...]  # people write these, too: something more must show that it is a machine
    bounce_subjects: tuple[str, ...]
    auto_bodies: tuple[tuple[str, tuple[str, ...]], ...]  # a phrase, and words of which one must occur near it
    bounce_bodies: tuple[str, ...]
    challenges: tuple[str, ...]


class StopWords(NamedTuple):
    """The words by which people ask for no more mail."""

    alone: frozenset[str]  # the whole line or subject
    phrases: tuple[str, ...]


@cache
def _table() -> dict[str, Any]:
    text = Path(__file__).with_name("languages.json").read_text(encoding="utf-8")
    table: dict[str, Any] = json.loads(text)
    return table


def _all(key: str) -> list[str]:
    return list(dict.fromkeys(phrase for language in _table().values() for phrase in language.get(key, ())))


def _folded(key: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_fold_all(_all(key))))


def _with_gaps(key: str, least: int) -> tuple[str, ...]:
    """Return the phrases, and each again without its letters outside ASCII: so it is found under a wrong character
    set."""
    return tuple(dict.fromkeys([*_folded(key), *_gaps(_all(key), least)]))


def _gaps(texts: list[str], least: int) -> list[str]:
    gapped = (without_letters(text) for text in texts if not text.isascii())
    return [text for text in gapped if len(text) >= least]


def without_letters(text: str) -> str:
    """Remove letters outside ASCII: under a wrong character set they cannot be trusted."""
    return fold("".join(char for char in text if char < "\x80"))


def _fold_all(texts: list[str]) -> list[str]:
    """Fold all texts in one call, which is much quicker than one by one."""
    return [text.strip() for text in fold("\0".join(texts)).split("\0")] if texts else []


@cache
def dividers() -> dict[str, str]:
    """Return the dividing line of our own mails, by language."""
    return {code: words["divider"] for code, words in _table().items() if "divider" in words}


@cache
def phrases() -> Phrases:
    headers: dict[str, set[str]] = {}
    for kind in _HEADER_KINDS:
        for word in _fold_all([word for language in _table().values() for word in language["headers"][kind]]):
            headers.setdefault(word, set()).add(kind)
        given = [word for language in _table().values() for word in language["headers"][kind]]
        for word in _gaps(given, 4):
            headers.setdefault(word, set()).add(kind)
    openers = _folded("openers")
    return Phrases(
        openers=frozenset(word for word in openers if " " not in word),
        long_openers=tuple(word + " " for word in openers if " " in word),
        cased_openers=tuple(_all("openers")),
        verbs=tuple(sorted(_with_gaps("verbs", 3), key=len, reverse=True)),
        headers={word: frozenset(kinds) for word, kinds in headers.items()},
        date_headers=tuple(word + " " for word in _folded("date_headers")),
        separators=frozenset(_with_gaps("separators", 8)),
        starts=frozenset(_folded("starts")),
        sent_from=_with_gaps("sent_from", 8),
        sent_from_short=tuple(word + " " for word in _folded("sent_from_short")),
        sent_from_ends=_folded("sent_from_ends"),
        closings=frozenset(_folded("closings")),
        footers=_folded("footers"),
        disclaimers=_folded("disclaimers"),
        banners=_folded("banners"),
    )


@cache
def stop_words() -> StopWords:
    return StopWords(frozenset(_folded("stop_alone")), _folded("stop_phrases"))


@cache
def machine_words() -> MachineWords:
    bodies = []
    for language in _table().values():
        near = tuple(_fold_all(language["auto_confirm"]))
        bodies += [(phrase, near) for phrase in _fold_all(language["auto_bodies"])]
    return MachineWords(
        auto_subjects=_folded("auto_subjects"),
        absence_subjects=_folded("absence_subjects"),
        bounce_subjects=_folded("bounce_subjects"),
        auto_bodies=tuple(bodies),
        bounce_bodies=_folded("bounce_bodies"),
        challenges=_folded("challenges"),
    )
