"""Words as data: a text that knows its key and its values, and is said in its reader's language at the rim.

`Say("{seat} builds in row {row}", seat="blue", row=5)` is an ordinary text in English wherever nothing else is asked
for. Its key, the English sentence with places for values, finds the sentence of another language; `said` makes that
text. So rules, titles and refusals write plain sentences, nothing that is stored holds a language, and nobody ever has
to take a sentence apart again.

- `Say(key, **values)`: a sentence or a phrase; values may be texts of this kind themselves.
- `Count(n, one, many)`: a counted noun, `Count(2, "{n} card", "{n} cards")`; catalogues know their plural forms.
- `Things({"gold": 2}, NOUNS)`: several counted nouns in a row, `2 gold, 1 scribe`.
- `Listed(things, joint)`: several texts in a row, `Listed(cards)` or `Listed(seats, Say(" and "))`.
- `Word("blue")`: an id of the title; `Name("osiris")`: as a name, `Osiris`; `Caps("blue")`: `BLUE`; `Caps("blue", 3)`:
  `BLU`.
- `Who(seat, reader)`: the subject of a log line, `You` or `Blue`.
- `Capital(text)`, `Small(text)`: with a capital, with a small letter.
- `When("2026-11-20T18:00:00Z")`: a moment, in UTC where nobody says for whom; `timed` lays it into a reader's zone.
- `Verbatim(text)`: what a person wrote; no language changes it.

A plain string among the values is an id of the title (`granite`, `yellow 4`): the catalogue's vocabulary says it.
What a translator may write in the places of a translation stands in `docs/translating.md`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Protocol

ENGLISH = "en"
COMMA = ", "
CONJUNCTIONS = (" and ", " or ")
MOST_TOLD = 8
"""Languages in which a text remembers itself."""


class Catalogue(Protocol):
    """What a language offers: the sentence for a key, a counted noun, the word for an id, the form that a number takes.
    A case is what a translation asked for in one of its places."""

    def message(self, key: str, case: str = "", /) -> str: ...
    def counted(self, one: str, many: str, n: int, case: str = "", /) -> str: ...
    def word(self, text: str, case: str = "", /) -> str: ...
    def form(self, n: int, forms: Sequence[str], /) -> str: ...


class Text(str):
    """What all texts with a key share: put together with `+` they stay texts. A text that somebody keeps, a line of a
    board that comes in one mail after the other, remembers what it was in each language."""

    __slots__ = ("told",)
    told: dict[Catalogue, str]

    def said(self, words: Catalogue, case: str = "") -> str:
        """Say the text in a reader's language, in a case of its grammar if the translation asks for one."""
        return str(self)

    def over(self, change: Any) -> str:
        """Return the same text with every value changed; `veiling` leaves out what a reader may not know."""
        return self

    def __add__(self, other: str) -> Listed:
        return Listed((self, other), "")

    def __radd__(self, other: str) -> Listed:
        return Listed((other, self), "")

    def __deepcopy__(self, memo: object) -> Text:
        return self


class Say(Text):
    """A text made from a key and values."""

    __slots__ = ("key", "values")
    key: str
    values: Mapping[str, Any]

    def __new__(cls, key: str, /, **values: Any) -> Say:
        made = str.__new__(cls, key.format_map(values) if values else key)
        made.key, made.values = key, values
        return made

    def said(self, words: Catalogue, case: str = "") -> str:
        found = words.message(self.key, case)
        if not self.values:
            return found
        try:
            return _filled(found, self.values, words, case if found == self.key else "")
        except (KeyError, ValueError, IndexError):  # a mistake in a translation must not cost anybody a mail
            return _filled(self.key, self.values, words)

    def over(self, change: Any) -> str:
        return Say(self.key, **{name: change(value) for name, value in self.values.items()})


class Count(Text):
    """A number of things."""

    __slots__ = ("many", "n", "one")
    n: int
    one: str
    many: str

    def __new__(cls, n: int, one: str, many: str) -> Count:
        made = str.__new__(cls, (one if n == 1 else many).format(n=n))
        made.n, made.one, made.many = n, one, many
        return made

    def said(self, words: Catalogue, case: str = "") -> str:
        return words.counted(self.one, self.many, self.n, case).format(n=self.n)


class Noun:
    """A thing that is counted, in English: one of it and many of it."""

    __slots__ = ("many", "one")

    def __init__(self, one: str, many: str) -> None:
        self.one, self.many = one, many


class Listed(Text):
    """Texts in a row. The joint may be a text of its own; a conjunction (`Say(" and ")`) stands before the last thing
    only, unless a thing has commas in it."""

    __slots__ = ("joint", "things")
    things: tuple[str, ...]
    joint: str

    def __new__(cls, things: Iterable[str], joint: str = COMMA) -> Listed:
        parts = tuple(things)
        made = str.__new__(
            cls, joint.join(parts) if joint is COMMA or not _ends(parts, joint) else _row(parts, joint, COMMA)
        )
        made.things, made.joint = parts, joint
        return made

    def said(self, words: Catalogue, case: str = "") -> str:
        joint, told = said(self.joint, words), [_word(thing, words, case) for thing in self.things]
        return _row(told, joint, words.message(COMMA)) if _ends(self.things, self.joint) else joint.join(told)

    def over(self, change: Any) -> str:
        return Listed([change(thing) for thing in self.things], self.joint)


def _ends(things: Sequence[str], joint: str) -> bool:
    """Tell whether a conjunction stands before the last thing, and commas between the others."""
    return len(things) > 2 and joint in CONJUNCTIONS and not any([COMMA in one for one in things])


def _row(things: Sequence[str], joint: str, comma: str) -> str:
    return f"{comma.join(things[:-1])}{joint}{things[-1]}"


class Things(Listed):
    """Amounts of named things: `2 gold, 1 scribe`. A name without a noun is said as it is."""

    __slots__ = ()

    def __new__(cls, amounts: Mapping[str, int], nouns: Mapping[str, Noun], joint: str = ", ") -> Things:
        counted = [_counted(n, what, nouns) for what, n in amounts.items() if n]
        made = super().__new__(cls, counted, joint)
        assert isinstance(made, Things)
        return made


def _counted(n: int, what: str, nouns: Mapping[str, Noun]) -> str:
    noun = nouns.get(what)
    return Say("{n} {what}", n=n, what=what) if noun is None else Count(n, noun.one, noun.many)


class Word(Text):
    """An id as it stands, cut to so many letters where there is little room."""

    __slots__ = ("ident", "most")
    ident: str
    most: int | None

    def __new__(cls, ident: str, most: int | None = None) -> Word:
        made = str.__new__(cls, ident[:most])
        made.ident, made.most = ident, most
        return made

    def said(self, words: Catalogue, case: str = "") -> str:
        return words.word(self.ident, case)[: self.most]

    def over(self, change: Any) -> str:
        return _kept(self, self.ident, change)


class Name(Text):
    """An id as a name, with a capital letter."""

    __slots__ = ("ident",)
    ident: str

    def __new__(cls, ident: str) -> Name:
        made = str.__new__(cls, ident.capitalize())
        made.ident = ident
        return made

    def said(self, words: Catalogue, case: str = "") -> str:
        return capital(words.word(self.ident, case))

    def over(self, change: Any) -> str:
        return _kept(self, self.ident, change)


class Caps(Text):
    """An id in capital letters, cut to so many where there is little room."""

    __slots__ = ("ident", "most")
    ident: str
    most: int | None

    def __new__(cls, ident: str, most: int | None = None) -> Caps:
        made = str.__new__(cls, ident[:most].upper())
        made.ident, made.most = ident, most
        return made

    def said(self, words: Catalogue, case: str = "") -> str:
        return words.word(self.ident, case)[: self.most].upper()

    def over(self, change: Any) -> str:
        return _kept(self, self.ident, change)


class Who(Text):
    """The subject of a line: the reader (`You`) or a seat. A translation chooses by `{who:others|you}`."""

    __slots__ = ("reader", "seat")
    seat: str
    reader: str | None

    def __new__(cls, seat: str, reader: str | None) -> Who:
        made = str.__new__(cls, "You" if seat == reader else seat.capitalize())
        made.seat, made.reader = seat, reader
        return made

    def said(self, words: Catalogue, case: str = "") -> str:
        if self.seat == self.reader:
            return words.word("You", case)
        return capital(words.word(self.seat, case))


class Called(Who):
    """The subject of a line by the name of whoever holds the seat."""

    __slots__ = ()

    def __new__(cls, seat: str, name: str) -> Called:
        made = str.__new__(cls, name)
        made.seat, made.reader = seat, None
        return made

    def said(self, words: Catalogue, case: str = "") -> str:
        return str(self)


def calling(text: str, name: Callable[[str], str]) -> str:
    """Call the subjects of a text's lines by name; where the name is that of the seat, leave them as they were."""

    def change(value: Any) -> Any:
        if isinstance(value, Who):
            called = name(value.seat)
            return value if called == value.seat else Called(value.seat, called)
        return value.over(change) if isinstance(value, Text) else value

    changed: str = change(text)
    return changed


def about(text: str, who: Who) -> str:
    """Return the words of a log line with their subject among the values, so that a translation lets its verbs
    agree."""
    if isinstance(text, Say):
        return Say(text.key, **{**{name: about(value, who) for name, value in text.values.items()}, "who": who})
    return text


class Capital(Text):
    """A text with a capital letter in front."""

    __slots__ = ("text",)
    text: str

    def __new__(cls, text: str) -> Capital:
        made = str.__new__(cls, capital(text))
        made.text = text
        return made

    def said(self, words: Catalogue, case: str = "") -> str:
        return capital(said(self.text, words))

    def over(self, change: Any) -> str:
        return Capital(change(self.text))


class Small(Capital):
    """A text with a small letter in front, for a sentence that goes on."""

    __slots__ = ()

    def __new__(cls, text: str) -> Small:
        made = str.__new__(cls, small(text))
        made.text = text
        return made

    def said(self, words: Catalogue, case: str = "") -> str:
        return small(said(self.text, words))

    def over(self, change: Any) -> str:
        return Small(change(self.text))


class Unstopped(Capital):
    """A text without the full stop at its end, for a row of texts that goes on."""

    __slots__ = ()

    def __new__(cls, text: str) -> Unstopped:
        made = str.__new__(cls, text.removesuffix("."))
        made.text = text
        return made

    def said(self, words: Catalogue, case: str = "") -> str:
        return said(self.text, words).removesuffix(".")

    def over(self, change: Any) -> str:
        return Unstopped(change(self.text))


class Verbatim(Text):
    """What a person wrote, or an id that is shown as it is typed."""

    __slots__ = ()

    def over(self, change: Any) -> str:
        return _kept(self, str(self), change)


class When(Text):
    """A moment by its stamp: every reader is told it in a zone of their own."""

    __slots__ = ("at",)
    at: str

    def __new__(cls, at: str) -> When:
        made = str.__new__(cls, f"{at[:16].replace('T', ' ')} UTC")
        made.at = at
        return made


def timed(text: str, tell: Callable[[str], str]) -> str:
    """Lay the moments of a text as `tell` says them of their stamps."""

    def change(value: Any) -> Any:
        if isinstance(value, When):
            return Verbatim(tell(value.at))
        return value.over(change) if isinstance(value, Text) else value

    changed: str = change(text)
    return changed


def phrase(key: str) -> Say:
    """Make a text whose key stands in data, `Title.phrases` or a model, and not in the code where translators look."""
    return Say(key)


def as_said(text: str) -> str:
    """Return a text among the values of another that is no id: one of ours stays one, any other is what somebody
    wrote."""
    return text if isinstance(text, Text) else Verbatim(text)


def _kept(text: str, ident: str, change: Any) -> str:
    """Return a text that shows one id: as it is, unless the id is changed."""
    changed: str = change(ident)
    return text if changed == ident else changed


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def small(text: str) -> str:
    return text[:1].lower() + text[1:]


@lru_cache(maxsize=4_000)
def _pieces(sentence: str) -> tuple[tuple[str, str | None, str], ...]:
    """Take a sentence apart: what stands before a place, the name of the value in it and what is asked of that."""
    from string import Formatter

    return tuple([(before, name, asked or "") for before, name, asked, _ in Formatter().parse(sentence)])


def _filled(sentence: str, values: Mapping[str, Any], words: Catalogue, case: str = "") -> str:
    """Fill a sentence with its values, each in the reader's language. One without words (`{side} {colour}`) has no
    translation, and hands the case that it should stand in on to its values."""
    made: list[str] = []
    for before, name, asked in _pieces(sentence):
        if name is None:
            made += (before,)
        else:
            value, asked = values[name], _filled(asked, values, words) if "{" in asked else asked
            made += (before, _placed(value, asked or (case if isinstance(value, str) else ""), words))
    return "".join(made)


def _placed(value: Any, asked: str, words: Catalogue) -> str:
    """Put a value in the place of a translation. Behind a colon the translation may ask for a case (`{god:gen}`),
    choose by a number (`{n} {n:card|cards}`) or by who the reader is (`{who:builds|build}`), or format a number
    (`{n:+d}`)."""
    if "|" not in asked:
        return _word(value, words, asked) if isinstance(value, str) else format(value, asked)
    forms = asked.split("|")
    if isinstance(value, Who):
        return forms[value.seat == value.reader]
    return words.form(abs(value.n if isinstance(value, Count) else value), forms)


def _word(value: str, words: Catalogue, case: str = "") -> str:
    if type(value) is str or not isinstance(value, Text):
        return words.word(value, case)
    return value.said(words, case) if case else said(value, words)


def said(text: str, words: Catalogue | None) -> str:
    """Say a text in a reader's language; one that has no key stays as it is."""
    if words is None or type(text) is str:
        return text
    known: dict[Catalogue, str] | None = getattr(text, "told", None)
    if known is not None and words in known:
        return known[words]
    if not isinstance(text, Text):
        return text
    if known is None or len(known) > MOST_TOLD:
        known = text.told = {}
    told = known[words] = text.said(words)
    return told
