"""Lay text out in at most 78 columns: wrapping, headings, lists of answers that can be copied as they are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import TYPE_CHECKING
from unicodedata import combining, east_asian_width

from pbem.core.questions import NONE, Amount, Question, answer_line
from pbem.core.words import said
from pbem.mail.words import word

if TYPE_CHECKING:
    from pbem.core.catalogues import Words

WIDTH = 78
_SIMPLE = bytes(range(32, 127)) + b"\n"
_UNSEEN = re.compile("[^\n -~\xa1-\xac\xae-\u02ff\u2010-\u2027]")
"""What is no plain letter or mark of one column: controls, tabs, odd blanks, and what may be wide or combine."""
MEANING = "      # "
"""Stands before the meaning of an answer, if that does not fit on the same line."""
_UNWRAPPED: ContextVar[bool] = ContextVar("unwrapped", default=False)
LIST_LIMIT = 12
"""Lists of what may follow are cut after about twelve answers; `options` gives the rest."""


@contextmanager
def unwrapped() -> Iterator[None]:
    """Leave every text in one line: what HTML is made of, which a reader's screen breaks by itself."""
    before = _UNWRAPPED.set(True)
    try:
        yield
    finally:
        _UNWRAPPED.reset(before)


_ODD = re.compile("[^\x00-\u02ff\u2010-\u2027]")
"""What may be wide or combine: no letter of a Latin alphabet, no dash, no quotation mark."""


def _even(text: str) -> bool:
    """Tell whether every character of a text takes one column."""
    return _ODD.search(text) is None


def width(text: str) -> int:
    """Count the columns of a text on a screen: letters of East Asia take two, combining marks none."""
    if text.isascii() or _even(text):
        return len(text)

    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)


def wrap(text: str, indent: str = "", later: str | None = None) -> list[str]:
    """Wrap prose to lines of at most 78 columns; cut a longer word."""
    later = indent if later is None else later
    whole = " ".join(text.split())
    room = WIDTH - max(len(indent), len(later))
    short = len(whole) <= room and (whole.isascii() or _even(whole))
    if short or _UNWRAPPED.get():  # the quick way: most texts are short
        return [indent + whole] if whole else [""]
    return list(_wrapped(whole, indent, later, room))


@lru_cache(maxsize=2_000)
def _wrapped(whole: str, indent: str, later: str, room: int) -> tuple[str, ...]:
    """Wrap a longer text with single blanks between its words. Cached, because many texts come again."""
    pieces = whole.split(" ")
    if (whole.isascii() or _even(whole)) and all(map(_even, (indent, later))) and max(map(len, pieces)) <= room:
        return tuple(_plain_lines(whole, indent, later))
    lines: list[str] = []
    line, used, empty = indent, width(indent), True
    for piece in pieces:
        for part in _parts(piece, room):
            size = width(part)
            if not empty and used + 1 + size > WIDTH:
                lines.append(line)
                line, used, empty = later, width(later), True
            if empty:
                line, used, empty = line + part, used + size, False
            else:
                line, used = f"{line} {part}", used + 1 + size
    return (*lines, line)


def _plain_lines(rest: str, indent: str, later: str) -> list[str]:
    """Wrap a text with one column a character and no long word: end each line at the last blank that fits."""
    lines: list[str] = []
    while len(rest) > (room := WIDTH - len(indent)):
        end = rest.rfind(" ", 0, room + 1)
        lines.append(indent + rest[:end])
        rest, indent = rest[end + 1 :], later
    return [*lines, indent + rest]


def _parts(word_: str, room: int) -> list[str]:
    if width(word_) <= room:
        return [word_]
    parts, part = [], ""
    for char in word_:
        if width(part) + width(char) > room:
            parts.append(part)
            part = ""
        part += char
    return [*parts, part]


def fit(text: str) -> str:
    """Break the lines of a text that are wider than 78 columns; leave others (a drawn board) as they are."""
    if _UNWRAPPED.get() or _fits(text):
        return text
    stripped = [line.rstrip() for line in text.split("\n")]
    if (text.isascii() or _even(text)) and max(map(len, stripped)) <= WIDTH:
        return "\n".join(stripped)
    lines: list[str] = []
    for line in stripped:
        if width(line) <= WIDTH:
            lines.append(line)
            continue
        indent = line[: len(line) - len(line.lstrip())]
        indent = indent if len(indent) <= 20 else ""
        lines += wrap(line, indent, indent + "  ")
    return "\n".join(lines)


def _fits(text: str) -> bool:
    """Tell whether all lines fit already: sections are fitted one by one, and then the mail as a whole."""
    plain = not text.encode().translate(None, _SIMPLE) if text.isascii() else _UNSEEN.search(text) is None
    return plain and " \n" not in text and text[-1:] != " " and max(map(len, text.split("\n"))) <= WIDTH


def section(heading: str, lines: Iterable[str] | str) -> str:
    """Put a heading above lines; without lines return nothing."""
    text = lines if isinstance(lines, str) else "\n".join(lines)
    return f"{heading}\n{fit(text.strip(chr(10)))}" if text.strip() else ""


def tidy(text: str) -> str:
    """Remove trailing blanks and double empty lines; end with one line end."""
    text = fit(text)
    while "\n\n\n" in text:
        text = text.replace("\n\n\n", "\n\n")
    return text.strip("\n") + "\n"


def question_lines(
    question: Question,
    language: str,
    limit: int | None = None,
    *,
    whole: bool = False,
    words: Words | None = None,
) -> list[str]:
    """List a question with its answers, each as a line to copy; its meaning stands behind `#`. A question that lists
    itself in fewer lines does so unless the whole list is wanted."""
    typed = _typed(words)
    lines = wrap(f"{said(question.prompt, words)} ({typed(question.name)}){_terms(question, language, typed)}:")
    if question.brief is not None and (not whole or question.confirm):
        return lines + _brief(question, language, limit, words)
    if isinstance(question, Amount):
        low, high = word(language, "amount", low=question.min, high=question.max), question.min
        return [*lines, *_option(typed(question.name), str(high), low), *_grammar(question, language, typed)]
    options = list(question.options)
    # Do not cut a list that is only a little too long: the notice would take the same room.
    shown = options if limit is None or len(options) <= limit + 1 else options[:limit]
    for key in shown:
        text = question.describe(key)
        lines += _option(typed(question.name), typed(key, question.name), "" if text == key else said(text, words))
    if question.low == 0:
        lines.append(f"  {typed(question.name)}: {typed(NONE)}")
    if len(shown) < len(options):
        lines.append("  " + word(language, "cut", n=len(options) - len(shown), name=typed(question.name)))
    return lines + _grammar(question, language, typed)


def _brief(question: Question, language: str, limit: int | None, words: Words | None) -> list[str]:
    """Return the question's own lines; at a limit of 0 only the way to them, with the word that plays them as they
    are."""
    assert question.brief is not None
    typed = _typed(words)
    name = typed(question.name)
    if limit == 0:
        ready = [f"  {name}: {typed(key)}" for key in question.options] if question.confirm else []
        count = len(question.options) if not ready else sum(line[:1] != "#" for line in question.brief())
        return [*ready, "  " + word(language, "cut", n=count, name=name)]
    lines: list[str] = []
    for line in question.brief():
        told = said(line, words)
        lines += wrap(told, "  ", "  #   ") if told.startswith("#") else [f"  {told}"]
    if limit is None or limit >= LIST_LIMIT or len(lines) <= limit + 1 or question.confirm:
        return lines
    return [*lines[:limit], "  " + word(language, "cut", n=len(lines) - limit, name=name)]


def _typed(words: Words | None) -> Callable[..., str]:
    """Say how words of a move are written in the reader's language; answers may go with the name of their question."""
    return _as_they_are if words is None else words.word


def _as_they_are(text: str, name: str = "") -> str:
    return str(text)


def _grammar(question: Question, language: str, typed: Callable[..., str]) -> list[str]:
    """Say for which occasions a line may be written, and what its members may depend on."""
    told: list[str] = []
    names = [f"{question.name}-{one.word}" for one in question.occasions if one.word]
    if names:
        told.append(word(language, "occasions", names=", ".join(map(typed, [*names, question.name]))))
    if question.facts:
        told.append(word(language, "conditions", facts=", ".join(map(typed, question.facts))))
    if isinstance(question, Amount) and question.amounts:
        told.append(word(language, "amount-words", words=", ".join(map(typed, question.amounts))))
    return [line for text in told for line in wrap(f"# {text}", "  ", "    ")]


def _option(name: str, key: str, text: str) -> list[str]:
    line = f"  {name}: {key}"
    if not text:
        return [line]
    whole = f"{line}  # {text}"
    if width(whole) <= WIDTH or _UNWRAPPED.get():
        return [whole]
    return [line, *wrap(text, MEANING)]


def _terms(question: Question, language: str, typed: Callable[..., str]) -> str:
    """Say how many answers are wanted, and what happens without one."""
    told: list[str] = []
    if question.high > 1:
        example = typed(answer_line(question, list(question.options[: max(question.low, 2)])))
        if question.low == question.high:
            told.append(word(language, "choose", n=question.low, example=example))
        else:
            told.append(word(language, "several", low=question.low, high=question.high, example=example))
    if question.default is not None:
        default = ", ".join([typed(key, question.name) for key in question.default]) or typed(NONE)
        told.append(word(language, "window", default=default))
    return f", {'; '.join(told)}" if told else ""


def table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Align rows in columns by blanks."""
    if not rows:
        return []
    widths = [max(width(row[at]) for row in rows) for at in range(len(rows[0]))]
    padded = [[cell + " " * (w - width(cell)) for cell, w in zip(row, widths, strict=True)] for row in rows]
    return ["  ".join(row).rstrip() for row in padded]


def newest_lines(block: list[str], most: int) -> list[str]:
    """Return the head of an entry and as many of its last lines as there is room for: what came of a move stands
    there."""
    if len(block) <= most:
        return block
    rest = block[len(block) - max(most - 1, 0) :]
    while rest and rest[0].startswith("    "):  # the rest of a sentence
        del rest[0]
    return [*block[:1], *rest][:most]
