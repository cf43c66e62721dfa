"""A rules digest that people read and programs look things up in.

The digest is a text in which every item begins with a dash and its id in bold type (`- **T-MAAT-4** …`) and goes on in
indented lines. From that this module makes entries, finds the one somebody asked for, and tells which other items touch
it: those that it names and those that name it.

A translation is a digest of the same ids. Behind each id a comment keeps the stamp of the English text that was
translated (`- **T-MAAT-4** <!-- 0f3a61c2 --> …`); an item that is missing, or whose English text has changed since,
stays English.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cached_property
from unicodedata import combining, normalize
from zlib import crc32

_ITEM = re.compile(r"^\s*- \*\*([A-Z]+(?:-[A-Za-z0-9]+)+)\*\*\s*(?:<!-- ([0-9a-f]{8}) -->\s*)?(.*)$")
_HEADING = re.compile(r"^(#{1,6})\s+(?:\d+\.\s+)?(.+?)\s*$")
_NUMBERED = re.compile(r"^(.*?)(\d+)$")
_PLAIN = str.maketrans("łŁßđø", "lLsdo")
"""Letters that do not come apart into a letter and an accent."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One item of the digest; `section` is its chapter and, after a colon, its heading; `of` is the stamp of the text
    that it translates."""

    id: str
    text: str
    section: str
    of: str = ""

    @property
    def stamp(self) -> str:
        """What a translation of this text is marked with: another text has another stamp."""
        return f"{crc32(self.text.encode()):08x}"

    @property
    def kind(self) -> str:
        """The part of the id before the first dash, such as `RUL`; those of a part (`T-BOT-RUL-1`, `S-R-01`, `S-HV-01`)
        are rulings and house values too."""
        if "-RUL-" in self.id or "-R-" in self.id:
            return "RUL"
        return "HV" if "-HV-" in self.id else self.id.split("-", 1)[0]


def parse(text: str) -> list[Entry]:
    """Read all items in their order. Raise `ValueError` if an id appears twice, as a lookup could then tell but one."""
    entries: list[Entry] = []
    seen: set[str] = set()
    chapter = heading = ""
    open_id, lines, stamp = "", [], ""
    for line in [*text.splitlines(), ""]:
        item, title = _ITEM.match(line), _HEADING.match(line)
        goes_on = open_id and not item and not title and line.startswith("  ") and line.strip()
        if goes_on:
            lines.append(line.strip())
            continue
        if open_id:
            entries.append(Entry(open_id, " ".join(part for part in lines if part), _section(chapter, heading), stamp))
            open_id, lines = "", []
        if item:
            open_id, stamp, lines = item.group(1), item.group(2) or "", [item.group(3).strip()]
            if open_id in seen:
                raise ValueError(f"{open_id} appears twice in the digest")
            seen.add(open_id)
        elif title:
            if len(title.group(1)) <= 2:
                chapter, heading = title.group(2), ""
            else:
                heading = title.group(2)
    return entries


def _section(chapter: str, heading: str) -> str:
    return f"{chapter}: {heading}" if heading else chapter


class Rulebook:
    """The digest of one title.

    `aliases` are short names (a card number) for ids, and also what the texts call those items. Of a translation
    `original` is the English digest, whose order it keeps and which tells what touches what; `english` are the ids that
    stay English.
    """

    def __init__(self, text: str, aliases: Mapping[str, str] | None = None, original: Rulebook | None = None) -> None:
        self.entries: dict[str, Entry] = {entry.id: entry for entry in parse(text)}
        self.original = original
        self.english: frozenset[str] = frozenset()
        if original is not None:
            self.entries, self.english = _beside(original.entries, self.entries)
        self.aliases = {short: full for short, full in (aliases or {}).items() if full in self.entries}

    def lookup(self, ident: str) -> Entry | None:
        """Find the entry of an id or alias, however it is capitalised, dashed or padded (`rul1` finds `RUL-01`)."""
        found = self._by_key.get(_key(ident))
        return self.entries[found] if found else None

    def family(self, prefix: str) -> list[Entry]:
        """List the entries of a group: `T-MAAT` gives `T-MAAT-0` and all that follow; empty if there is no such
        group."""
        start = prefix.strip().upper().rstrip("-") + "-"
        return [entry for entry in self.entries.values() if entry.id.upper().startswith(start)]

    def near(self, ident: str, count: int = 3) -> list[str]:
        """Find ids and aliases that look like an unknown one, nearest first."""
        names = {_key(name): name for name in (*self.entries, *self.aliases)}
        return [names[key] for key in get_close_matches(_key(ident), names, count, 0.6)]

    def mentions(self, text: str) -> list[str]:
        """List the ids a text names, in order and once each; `B17 to B20` names four."""
        found: dict[str, None] = {}
        for first, last in _named(text, self._token):
            for name in _between(first, last) if last else (first,):
                ident = self.aliases.get(name, name)
                if ident in self.entries:
                    found[ident] = None
        return list(found)

    def search(self, words: str) -> list[Entry]:
        """Find entries in which every word occurs, however it is written or goes on; those that begin their section
        with it or name it most often come first."""
        wanted = [folded(word) for word in words.split()]
        found = []
        for at, entry in enumerate(self.entries.values()):
            head, text = folded(f"{entry.id} {entry.section}"), folded(entry.text)
            if wanted and all(word in head or word in text for word in wanted):
                weight = sum(3 * (word in head) + text.count(word) for word in wanted)
                found.append((-weight, at, entry))
        return [entry for _, _, entry in sorted(found)]

    def contents(self) -> list[tuple[str, list[str]]]:
        """List the sections in their order, each with its ids."""
        sections: dict[str, list[str]] = {}
        for entry in self.entries.values():
            sections.setdefault(entry.section, []).append(entry.id)
        return list(sections.items())

    def touching(self, ident: str, kind: str) -> list[Entry]:
        """Find entries of a kind (`RUL`, say) that name this one or that it names, in the order of the digest."""
        entry = self.entries[ident]
        mine = set(self._mentioned[ident])
        return [
            other
            for other in self._of_kind.get(kind, ())
            if other.id != entry.id and (other.id in mine or ident in self._mentioned[other.id])
        ]

    @cached_property
    def _of_kind(self) -> dict[str, list[Entry]]:
        found: dict[str, list[Entry]] = {}
        for entry in self.entries.values():
            found.setdefault(entry.kind, []).append(entry)
        return found

    @cached_property
    def _mentioned(self) -> dict[str, frozenset[str]]:
        if self.original is not None:
            return self.original._mentioned
        return {ident: frozenset(self.mentions(entry.text)) for ident, entry in self.entries.items()}

    @cached_property
    def _by_key(self) -> dict[str, str]:
        keys = {_key(short): full for short, full in self.aliases.items()}
        keys.update({_key(ident): ident for ident in self.entries})
        return keys

    @cached_property
    def _token(self) -> re.Pattern[str]:
        """What an id or alias looks like in running text."""
        shorts = sorted((re.escape(short) for short in self.aliases), key=len, reverse=True)
        parts = [r"[A-Z]+(?:-[A-Za-z0-9]+)+", *shorts]
        return re.compile(rf"(?<![\w-])(?:{'|'.join(parts)})(?![\w-])")


def _beside(english: Mapping[str, Entry], other: Mapping[str, Entry]) -> tuple[dict[str, Entry], frozenset[str]]:
    """Pair every English item with its translation; return also the ids of those that have none of their present text,
    which stand in the section of their neighbours."""
    good = {
        ident: entry
        for ident, entry in other.items()
        if ident in english and entry.text and entry.of in ("", english[ident].stamp)
    }
    sections = {english[ident].section: entry.section for ident, entry in good.items()}
    kept = {
        ident: good.get(ident) or replace(entry, section=sections.get(entry.section, entry.section))
        for ident, entry in english.items()
    }
    return kept, frozenset(english.keys() - good.keys())


def folded(text: str) -> str:
    """Put a text into small letters without accents, by which texts are searched."""
    return "".join(c for c in normalize("NFKD", text.casefold().translate(_PLAIN)) if not combining(c))


def _key(ident: str) -> str:
    """Reduce an id to letters and numbers only, capitals, numbers without leading zeros."""
    words = re.findall(r"[a-z]+|\d+", folded(ident))
    return ".".join(str(int(word)) if word.isdigit() else word.upper() for word in words)


def _named(text: str, token: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    """Yield every name in a text, with the second end of a range `X to Y` or an empty string."""
    names = list(token.finditer(text))
    i = 0
    while i < len(names):
        follower = names[i + 1] if i + 1 < len(names) else None
        if follower and text[names[i].end() : follower.start()].strip() == "to":
            yield names[i].group(), follower.group()
            i += 2
        else:
            yield names[i].group(), ""
            i += 1


def _between(first: str, last: str) -> Iterable[str]:
    """Return the names from `B17` to `B20`; if the two do not belong together, just both."""
    low, high = _NUMBERED.match(first), _NUMBERED.match(last)
    if not low or not high or low.group(1) != high.group(1) or int(low.group(2)) > int(high.group(2)):
        return (first, last)
    width = len(low.group(2)) if low.group(2).startswith("0") or len(low.group(2)) == len(high.group(2)) else 0
    return tuple(f"{low.group(1)}{n:0{width}d}" for n in range(int(low.group(2)), int(high.group(2)) + 1))
