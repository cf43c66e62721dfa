"""Words as data: a text that knows its key and its values, and is said in its reader's language at the rim.

`Say("{seat} builds in row {row}", seat="blue", row=5)` is an ordinary text in English wherever nothing else is asked
for. Its key, the English sentence with places for values, finds the sentence of another language; `said` makes that
text. So rules, titles and refusals write plain sentences, nothing that is stored holds a language, and nobody ever has
to take a sentence apart again.

- `Say(key, **values)`: a sentence or a phrase; values may be texts of this kind themselves.
- `Count(n, one, many)`: a counted noun, `Count(2, "{n} card", "{n} cards")`; catalogues know their plural forms.
- `Listed(things, joint)`: several texts in a row, `Listed(cards)` or `Listed(seats, " and ")`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

ENGLISH = "en"


class Catalogue(Protocol):
    """What a language offers: gettext's two questions."""

    def gettext(self, message: str, /) -> str: ...
    def ngettext(self, one: str, many: str, n: int, /) -> str: ...


class Say(str):
    """A text made from a key and values."""

    __slots__ = ("key", "values")
    key: str
    values: Mapping[str, Any]

    def __new__(cls, key: str, /, **values: Any) -> Say:
        made = super().__new__(cls, key.format_map(values) if values else key)
        made.key, made.values = key, values
        return made

    def said(self, words: Catalogue) -> str:
        key = words.gettext(self.key)
        return key.format_map({name: _in(value, words) for name, value in self.values.items()}) if self.values else key


class Count(str):
    """A number of things."""

    __slots__ = ("many", "n", "one")
    n: int
    one: str
    many: str

    def __new__(cls, n: int, one: str, many: str) -> Count:
        made = super().__new__(cls, (one if n == 1 else many).format(n=n))
        made.n, made.one, made.many = n, one, many
        return made

    def said(self, words: Catalogue) -> str:
        return words.ngettext(self.one, self.many, self.n).format(n=self.n)


class Listed(str):
    """Texts in a row; the joint may be a text of its own (`Say(" and ")`)."""

    __slots__ = ("joint", "things")
    things: tuple[str, ...]
    joint: str

    def __new__(cls, things: Iterable[str], joint: str = ", ") -> Listed:
        parts = tuple(things)
        made = super().__new__(cls, joint.join(parts))
        made.things, made.joint = parts, joint
        return made

    def said(self, words: Catalogue) -> str:
        return str(_in(self.joint, words)).join(str(_in(thing, words)) for thing in self.things)


def _in(value: Any, words: Catalogue) -> Any:
    said: Callable[[Catalogue], str] | None = getattr(value, "said", None)
    return value if said is None else said(words)


def said(text: str, words: Catalogue | None) -> str:
    """A text in a reader's language; one that has no key stays as it is."""
    return text if words is None else str(_in(text, words))
