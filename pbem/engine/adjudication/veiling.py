"""The veil over what a moderator reads: a refusal must not tell what the moderator is not shown.

Messages of the rules name cards and list answers, because they are written for the player concerned. Whoever moderates
sees what everybody sees; so every value of a message that stands on the table, but not in what a spectator knows nor in
what the moderator wrote, is left out. A message is a key with its values; one without a key names its values nowhere,
and is left out whole while anything is hidden. What is wrong with a file names its place and is told, unless an id that
stands there is hidden.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pbem.core.errors import GameFileProblem, PbemError, PlayerError, RulesBug
from pbem.core.words import Say, Text

if TYPE_CHECKING:
    from pbem.engine.play import Play

COVER = Say("(hidden)")
UNTOLD = Say("what is wrong may name something hidden, and is not told")
PLACES = frozenset({"kind", "step", "name"})
"""Keys of the table whose values are words of the rules, not things on the table."""
SHORTEST = 2


class Veil:
    """What one reader may not know of a game: things on the table, and answers that only their seat may see, which a
    spectator does not know. What the reader typed is no secret to them."""

    def __init__(self, play: Play, typed: str = "") -> None:
        there = set(_texts(play.table.model_dump(mode="json")))
        for question in play.questions().values():
            if question.private:
                there |= set(question.options)
        known = set(_texts(play.title.view(play.table, None).model_dump(mode="json"), names=True))
        known |= {info.player for info in play.game.seats} | {info.seat for info in play.game.seats}
        known |= _names(typed)
        wrote = {name.casefold() for name in _names(typed)}
        self.hidden = {
            name
            for name in there - known
            if len(name) >= SHORTEST and _names(name) and not {part.casefold() for part in _names(name)} <= wrote
        }

    def over(self, value: Any) -> Any:
        """Return a value as the reader may know it: lists and objects member by member, a text of ours value by value.
        Leave out one that names a hidden thing, a card or an answer."""
        if isinstance(value, Text):
            return COVER if str(value) in self.hidden else value.over(self.over)
        if isinstance(value, str):
            return COVER if self._tells(value) else value
        if isinstance(value, dict):
            return {self.over(name): self.over(one) for name, one in value.items()}
        if isinstance(value, list | tuple):
            return [self.over(one) for one in value]
        return value

    def _tells(self, value: str) -> bool:
        """Tell whether an id, or an answer of several ids such as `B20 thoth`, names a hidden thing."""
        return value in self.hidden or not self.hidden.isdisjoint(_names(value))

    def message(self, text: str) -> str:
        """Return a message as the reader may know it."""
        if isinstance(text, Text):
            found: str = self.over(text)
            return found
        return UNTOLD if self.hidden else text

    def cover(self, error: PbemError) -> None:
        """Leave out what an error would show; tell a bug of the rules as it is."""
        if isinstance(error, RulesBug):
            return
        if isinstance(error, GameFileProblem) and not isinstance(error.message, Text):
            # Of a broken file: its place, and at most what stands there, which is an id if it is a thing on the table.
            error.message = UNTOLD if self._tells(error.message) else error.message
            return
        error.message = self.message(error.message)
        if isinstance(error, PlayerError):
            error.expected = [one for one in error.expected if not self._tells(one)]


def _names(value: str) -> set[str]:
    """Collect the ids that a typed line or an answer is made of."""
    return set("".join(char if char.isalnum() or char == "_" else " " for char in value).split())


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
