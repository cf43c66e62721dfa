"""What `pbem rules` and the mail command print of a digest, in its reader's language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from textwrap import fill

from pbem.core.rulebook import Entry, Rulebook
from pbem.core.titles import get_title
from pbem.core.words import ENGLISH, Catalogue, Say, said
from pbem.kit.sources import WIDTH, hanging, indented
from pbem.resources import rules_text

MOST_FOUND = 20
"""Items that a search shows; there may be many."""


@dataclass(frozen=True)
class Reading:
    """A digest, and the words of who reads it (None for English)."""

    book: Rulebook
    words: Catalogue | None

    def say(self, text: str) -> str:
        return said(text, self.words)

    def phrase(self, text: str) -> str:
        """Return a text of the tables, such as a card's, as the catalogues have it."""
        return text if self.words is None or not text else self.words.message(text)

    def item(self, entry: Entry, values: Sequence[str], last: Iterable[str] = (), shown: Iterable[Entry] = ()) -> str:
        """Write an item, its values in the tables, its rulings, and `last` what a title adds from the items `shown`."""
        blocks = [
            fill(f"{entry.id}  ({entry.section})", WIDTH, subsequent_indent="    "),
            fill(entry.text, WIDTH, initial_indent="  ", subsequent_indent="  "),
        ]
        if values:
            blocks.append(
                "\n".join([self.say(Say("In the tables:")), *(indented(self.say(value)) for value in values)])
            )
        rulings = self.book.touching(entry.id, "RUL") if entry.kind != "RUL" else []
        if rulings:
            blocks.append(self.listed(Say("Rulings:"), rulings))
        return "\n\n".join([*blocks, *last, *self.english([entry, *rulings, *shown])]) + "\n"

    def listed(self, heading: str, entries: Iterable[Entry]) -> str:
        return "\n".join([self.say(heading), *(hanging(one.id, one.text, 2) for one in entries)])

    def group(self, entries: Sequence[Entry]) -> str:
        lines = "\n".join(hanging(one.id, one.text) for one in entries)
        return "\n\n".join([lines, *self.english(entries)]) + "\n"

    def contents(self, title: str) -> str:
        """List the sections with their ids, and how to go on."""
        first = next(iter(self.book.entries))
        how = Say("`pbem rules {title} {id}` prints one, `pbem rules {title} WORDS` searches.", title=title, id=first)
        return "\n\n".join([self.sections(), *self.english(self.book.entries.values()), self.say(how)])

    def sections(self) -> str:
        """List each section with its first and its last id."""
        lines = []
        for section, named in self.book.contents():
            lines.append(fill(section, WIDTH, subsequent_indent="  "))
            lines.append(f"  {named[0]} .. {named[-1]} ({len(named)})" if len(named) > 1 else f"  {named[0]}")
        return "\n".join(lines)

    def found(self, words: str) -> str:
        """List the items in which words occur; empty if they do nowhere."""
        entries = self.book.search(words)
        if not entries:
            return ""
        lines = [hanging(one.id, one.text) for one in entries[:MOST_FOUND]]
        left = len(entries) - MOST_FOUND
        if left > 0:
            lines.append(self.say(Say("... and {n} more: add a word.", n=left)))
        return "\n\n".join(["\n".join(lines), *self.english(entries[:MOST_FOUND])]) + "\n"

    def english(self, entries: Iterable[Entry]) -> list[str]:
        """Say once that something here is not in the reader's language."""
        if not any(entry.id in self.book.english for entry in entries):
            return []
        return [fill(self.say(Say("What stands in English here has no translation of its present text yet.")), WIDTH)]


@dataclass(frozen=True)
class Digests:
    """The rules of a title in every language: its digests, and what may be typed for their ids."""

    title: str
    names: tuple[str, ...]
    aliases: Callable[[Catalogue | None], Mapping[str, str]]
    """Short names with their ids, in the words of a reader (None for English); English ones are read by everybody."""

    def book(self, language: str = ENGLISH) -> Rulebook:
        """Return the digests in a language; what is not translated stays English."""
        return _book(self, language)

    def ids(self) -> tuple[str, ...]:
        """Return every id, in the order of the digests."""
        return tuple(self.book().entries)

    def reading(self, language: str = ENGLISH) -> Reading:
        return Reading(self.book(language), get_title(self.title).words(language))


@cache
def _book(digests: Digests, language: str) -> Rulebook:
    if language == ENGLISH:
        return Rulebook("\n".join(map(rules_text, digests.names)), dict(digests.aliases(None)))
    text = "\n".join(rules_text(name, language) for name in digests.names)
    english, words = digests.book(), get_title(digests.title).words(language)
    return Rulebook(text, {**english.aliases, **(digests.aliases(words) if words is not None else {})}, english)


def explained(
    reading: Reading,
    ident: str,
    item: Callable[[Entry], str],
    value: Callable[[], str | None],
    group: str | None = None,
) -> str | None:
    """Return what is said of an id or a name: an item of the digests, a value of the tables that has no id, or all
    items of a group (`T-MAAT`); None if it is none of them."""
    entry = reading.book.lookup(ident)
    if entry is not None:
        return item(entry)
    told = value()
    if told is not None:
        return told
    found = reading.book.family(group if group is not None else ident)
    return reading.group(found) if found else None
