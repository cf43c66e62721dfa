"""Lines: what a person typed, cut into answers, and matched against a question's options.

One answer per line or separated by `;`. Case, accents, extra blanks, a trailing full stop, `#` comments, and bullets,
numbers or stars in front do not matter. `name: words` is the canonical form; bare words do where they fit only one open
question.
"""

from __future__ import annotations

import re
import unicodedata
from difflib import get_close_matches
from itertools import permutations
from typing import Any

from pbem.core.errors import NotPossible, NotUnderstood, PlayerError, unchanged
from pbem.core.questions import ANY, DONE, NONE, Amount, Question, occasion_of
from pbem.core.records import record
from pbem.core.words import Listed, Say, Verbatim
from pbem.engine.submission.conditions import amount_of, readable, split_member
from pbem.patterns import late

MAX_BYTES = 16_384
MAX_LINES = 200
SHOWN = 3

_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−﹘﹣－"), "-")
_QUOTES = {ord("’"): "'", ord("‘"): "'", ord("“"): '"', ord("”"): '"', ord("„"): '"', ord("…"): "...", ord("×"): "x"}
_PLAIN = {ord("ł"): "l", ord("Ł"): "L", ord("ß"): "ss", ord("đ"): "d", ord("ø"): "o"}
_FOREIGN = ("CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE")
_FOLD = {**_DASHES, **_QUOTES, **_PLAIN}


def fold(text: str) -> str:
    """Give one spelling to what looks the same to its writer: width, accents, case, blanks, typographic marks."""
    if text.isascii():
        return " ".join(text.lower().split())
    wide = unicodedata.normalize("NFKD", text.translate(_FOLD))
    kept = "".join(c for c in wide if not unicodedata.combining(c) and unicodedata.category(c) not in ("Cf", "Cc"))
    return " ".join(kept.translate(_FOLD).casefold().split())


@record()
class Line:
    """One typed answer: its place in the text, the question's name if given, the words."""

    number: int
    raw: str
    name: str | None
    words: str
    used: bool = False

    def shown(self) -> str:
        return self.raw if len(self.raw) <= 60 else self.raw[:57] + "..."

    def said(self) -> dict[str, Any]:
        """Return its number and what was typed, for a refusal."""
        return {"number": self.number, "shown": self.shown()}


_OCCASION = late(r"(.+)-\d{1,3}")


def bare_name(name: str) -> str:
    """Return `card` of `card-2`: the name of a question without the occasion that a line is for."""
    found = _OCCASION.fullmatch(name)
    return found[1] if found else name


_AMOUNT = late(r"\d{1,3} [a-z]+")
_AMOUNTS = late(r"\d{1,3} [a-z]+(?:(?: and| \+)? \d{1,3} [a-z]+){1,4}")
_NAME = late(r"([a-z][a-z0-9_-]{0,30})\s*:\s*(.*)", re.DOTALL)
_BULLET = late(
    r"(?:[-=]{1,2}>|\+(?=\s)|[-*\u2010-\u2015\u2022\u2023\u2043\u2219\u25aa\u25ab\u25cb\u25cf\u25e6\u00b7\u2192\u27a2]{1,2}(?!\d)"
    r"|\(\d{1,3}\)|\d{1,3}[.)](?=\s|[a-z]+\s*:)|[a-z]\)(?=\s)|\[[ x]?\](?=\s))\s*",
    re.IGNORECASE,
)
_EMPHASIS = late(r"(?<![^\W_])([*_`]{1,3})(?=[^\s*_`])([^*`]*?)(?<=[^\s*_`])\1(?![^\W_])")
_OPENING, _CLOSING = frozenset("\"'“„”‘«»"), frozenset("\"'“”’«»")
LONGEST_MARKED = 1_000


def unmark(text: str) -> str:
    """Take off what stands in front of or around an answer in a list: `- die: x`, `2) die: x`, `*die:* x`, `"die: x"`.

    A mark before a plain number stays: `- 4` may be a bullet or a minus, and nothing is guessed.
    """
    if len(text) > LONGEST_MARKED:
        return text
    bare = _EMPHASIS.sub(r"\2", text.strip())
    if len(bare) > 2 and bare[0] in _OPENING and bare[-1] in _CLOSING:
        bare = bare[1:-1].strip()
    found = _BULLET.match(bare)
    rest = _EMPHASIS.sub(r"\2", bare[found.end() :]) if found else ""
    return rest if any(c.isalpha() for c in rest) else bare or text.strip()


def split_lines(text: str) -> list[Line]:
    """Cut a text into answers. Too much of it is refused before anything is parsed."""
    if len(text.encode("utf-8", "replace")) > MAX_BYTES:
        raise NotUnderstood(
            unchanged(
                Say(
                    "The move is {n:,} characters long; at most {most:,} bytes of answers are read.",
                    n=len(text),
                    most=MAX_BYTES,
                )
            )
        )
    rows = text.replace("\r\n", "\n").replace("\r", "\n").replace("\ufeff", "").split("\n")
    if len(rows) > MAX_LINES:
        raise NotUnderstood(
            unchanged(Say("The move has {n:,} lines; at most {most} are read.", n=len(rows), most=MAX_LINES))
        )
    lines: list[Line] = []
    for number, row in enumerate(rows, 1):
        for piece in pieces(row):
            line = read_line(number, piece)
            if line is not None:
                lines.append(line)
    return lines


def pieces(row: str) -> list[str]:
    """Return the answers of one row, without its comment; stars around the whole row go."""
    said = row.split("#", 1)[0]
    return unmark(said).split(";") if ";" in said else [said]


def read_line(number: int, piece: str) -> Line | None:
    """Read one answer, or None if nothing is written there."""
    raw = printable(piece).strip()
    words = fold(unmark(raw)).rstrip(". ").strip()
    if not any(c.isalnum() for c in words):
        return None
    found = _NAME.fullmatch(words)
    if found:
        return Line(number, raw, found[1], found[2].strip())
    return Line(number, raw, None, words)


def printable(text: str) -> str:
    """Make control characters of a text visible or drop them: it will be shown again."""
    return text if text.isascii() and text.isprintable() else "".join(_visible(c) for c in text)


def _visible(c: str) -> str:
    if c.isprintable():
        return c
    category = unicodedata.category(c)
    return " " if category in ("Zs", "Zl", "Zp") or c == "\t" else "" if category == "Cf" else "\ufffd"


def look_alikes(text: str) -> str:
    """Name letters that look like plain ones and are not: their writer cannot see the difference (fault 86)."""
    odd = dict.fromkeys(c for c in fold(text) if c.isalpha() and unicodedata.name(c, "").startswith(_FOREIGN))
    named = [f'"{c}" is U+{ord(c):04X}, {unicodedata.name(c).lower()}' for c in list(odd)[:SHOWN]]
    return Say(" Look at the letters: {letters}.", letters=Verbatim("; ".join(named))) if named else ""


def match(question: Question, words: str) -> str | None:
    """Find the key that the (folded) words name, or None."""
    if isinstance(question, Amount):
        fits = words.isascii() and words.isdecimal() and len(words) <= 12 and str(int(words)) == words
        if not fits:
            return amount_of(question, words)
        return words if question.min <= int(words) <= question.max else None
    if words in question.options:
        return words
    for key in question.options:
        if fold(key) == words:
            return key
    if question.spelled is not None:
        meant = question.spelled(words)
        return meant if meant in question.options else None
    parts = amounts_in(words)
    return next((key for key in question.options if amounts_in(fold(key)) == parts), None) if parts else None


def amounts_in(words: str) -> list[str]:
    """Return the parts of a sum, sorted: `1 gold 1 bread`, `1 bread and 1 gold` and `1 gold + 1 bread` are the same.
    Empty if the words are none."""
    return sorted(_AMOUNT.findall(words)) if _AMOUNTS.fullmatch(words) else []


def says_done(line: Line) -> bool:
    """Tell whether a line is the word that ends a move."""
    return line.name is None and line.words.rstrip("! ") == DONE


def fits(question: Question, line: Line) -> bool:
    """Tell whether a line is an answer to this question: by name, or bare words that are one of its answers."""
    return named(question, line) if line.name is not None else reads(question, line.words)


def named(question: Question, line: Line) -> bool:
    """Tell whether a line names this question, or one of the occasions on which it is asked."""
    if line.name is None or not question.occasions:
        return line.name == question.name
    return occasion_of(question, line.name) is not None


def reads(question: Question, words: str) -> bool:
    """Tell whether bare words are an answer to the question."""
    if match(question, words) is not None or (words == NONE and question.low == 0):
        return True
    members = [split_member(part.strip()) for part in words.split(",")]
    return (len(members) > 1 or bool(members[0][1])) and all(
        (known_key(question, word) is not None or (word == NONE and question.low == 0))
        and (not condition or readable(question, condition))
        for word, condition in members
    )


def known_key(question: Question, part: str) -> str | None:
    """Return the key of a word that is an option, or is known and may become one; `any` for the filler."""
    key = match(question, part)
    if key is not None:
        return key
    if part == ANY:
        return ANY
    if question.known is not None:
        sums = map(" ".join, permutations(amounts_in(part)))
        for spelling in (part, part.upper(), part.capitalize(), *sums):
            if spelling in question.known:
                return spelling
    return None


def refusal(question: Question, line: Line, words: str) -> PlayerError:
    """Say why words are no answer: the rule's reason where the title knows one, else the nearest answers."""
    meant = meaning(question, words)
    near = nearest(question, words)
    if meant is not None:
        near = [meant, *(key for key in near if key != meant)][:SHOWN]
    read = Say('"{shown}"', shown=line.shown())
    if words != line.words:
        read = Say('"{words}" in "{shown}"', words=words, shown=line.shown())
    reason = question.why_not(words) if question.why_not else None
    if reason is not None:
        text, rule = reason
        cited = f" ({rule})" if rule else ""
        return NotPossible(
            unchanged(
                Say(
                    "Line {number}: {read} is not possible: {reason}{rule}. {possible}",
                    number=line.number, read=read, reason=text, rule=cited, possible=possible(question, words),
                )
            ),
            line=line.number, text=line.raw, expected=near, rule=rule or None,
        )  # fmt: skip
    hint = Say("Did you mean {answer}? ", answer=f"{question.name}: {meant}") if meant else ""
    if not hint and near and not isinstance(question, Amount) and _close(words, near[0]):
        hint = Say("Did you mean {answer}? ", answer=near[0])
    return NotUnderstood(
        unchanged(
            Say(
                "Line {number}: {read} is not an answer to {name} ({prompt}). {hint}{possible}{letters}",
                number=line.number, read=read, name=question.name, prompt=_cited(question), hint=hint,
                possible=possible(question, words), letters=look_alikes(line.raw),
            )
        ),
        line=line.number, text=line.raw, expected=near, rule=question.rule or None,
    )  # fmt: skip


def _cited(question: Question) -> str:
    """Say what is asked, with its rule where one is known."""
    return Listed([question.prompt, question.rule], "; ") if question.rule else question.prompt


def meaning(question: Question, words: str) -> str | None:
    """Find the listed answer that unlisted words surely mean (a forgotten colon, another name): said, never played."""
    bare = words.removeprefix(f"{question.name} ")
    if bare != words:
        return match(question, bare)
    meant = question.aliases.get(words) if question.aliases else None
    return meant if meant in question.options else None


def name_hint(question: Question, line: Line) -> str:
    """Suggest `strat: S03`: the question's name misspelt, in front of one of its answers."""
    near = line.name is not None and get_close_matches(line.name, [question.name], 1, 0.7)
    key = match(question, line.words) if near else None
    return Say(" Did you mean {answer}?", answer=f"{question.name}: {key}") if key is not None else ""


def _close(words: str, key: str) -> bool:
    return bool(get_close_matches(words, [fold(key)], 1, 0.7)) or fold(key).startswith(words)


def nearest(question: Question, words: str, most: int = SHOWN) -> list[str]:
    """Find up to three legal answers that are nearest to the words, else the first ones."""
    if isinstance(question, Amount):
        return [f"{question.min} to {question.max}"]
    folded = {fold(key): key for key in question.options}
    found = [key for spelling, key in folded.items() if words and spelling.startswith(words)]
    found += [folded[s] for s in get_close_matches(words[:80], folded, most, 0.4) if folded[s] not in found]
    return (found or list(question.options))[:most]


def possible(question: Question, words: str = "") -> str:
    """Say in a sentence what can be answered."""
    if isinstance(question, Amount):
        return Say("Possible: a number from {low} to {high}.", low=question.min, high=question.max)
    options = list(question.options)
    if len(options) > 8:
        shown = Listed(nearest(question, words))
        return Say("Possible, for example: {answers} ({n} in all).", answers=shown, n=len(options))
    more = [NONE] if question.low == 0 else []
    return Say("Possible: {answers}.", answers=Listed(options + more))
