"""The veil over what a moderator reads: a refusal must not tell what the moderator is not shown.

Messages of the rules name cards and list answers, because they are written for the player concerned. Whoever moderates
sees what everybody sees; so every value of a message that stands on the table, but not in what a spectator knows nor in
what the moderator wrote, is left out. A text without a key, a fault of the file for example, is looked through word by
word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pbem.core.errors import PbemError, PlayerError, RulesBug
from pbem.core.words import Say, Text

if TYPE_CHECKING:
    from pbem.engine.play import Play

COVER = Say("(hidden)")
PLACES = frozenset({"kind", "step", "name"})
"""Keys of the table whose values are words of the rules, not things on the table."""
SHORTEST = 2
_WORD = re.compile(r"\w+")


def hidden_words(play: Play) -> set[str]:
    """Texts on the table, and answers that only their seat may see, which a spectator does not know."""
    there = set(_texts(play.table.model_dump(mode="json")))
    for question in play.questions().values():
        if question.private:
            there |= set(question.options)
    known = set(_texts(play.title.view(play.table, None).model_dump(mode="json"), names=True))
    known |= {info.player for info in play.game.seats} | {info.seat for info in play.game.seats}
    return {word for word in there - known if len(word) >= SHORTEST and re.search(r"\w", word)}


def _texts(value: Any, names: bool = False) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, one in value.items():
            if names:
                yield key
            if names or key not in PLACES:
                yield from _texts(one, names)
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one, names)


def veil(text: str, hidden: set[str], typed: str = "") -> str:
    """The text with hidden words covered, but for those that the reader wrote."""
    left = {word for word in hidden if not _holds(typed, word)}
    if not left:
        return text
    return text.over(lambda value: _covered(value, left)) if isinstance(text, Text) else _plain(text, left)


def _covered(value: Any, hidden: set[str]) -> Any:
    """A value of a message, or what stands for it if it names a hidden thing: a card, an answer, a list of them."""
    if isinstance(value, Text):
        return COVER if value in hidden else value.over(lambda one: _covered(one, hidden))
    if not isinstance(value, str):
        return value
    return COVER if value in hidden or not hidden.isdisjoint(_WORD.findall(value)) else value


def _plain(text: str, hidden: set[str]) -> str:
    """A text without a key, with hidden words covered."""
    pattern = "|".join(re.escape(word) for word in sorted(hidden, key=len, reverse=True))
    return re.sub(rf"(?<!\w)(?:{pattern})(?!\w)", COVER, text)


def _holds(text: str, word: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE) is not None


def veil_error(error: PbemError, play: Play, typed: str) -> None:
    """Cover what an error would show; a bug of the rules is told as it is."""
    if isinstance(error, RulesBug):
        return
    hidden = hidden_words(play)
    error.message = veil(error.message, hidden, typed)
    if isinstance(error, PlayerError):
        left = {word for word in hidden if not _holds(typed, word)}
        error.expected = [one for one in error.expected if _covered(one, left) is not COVER]
