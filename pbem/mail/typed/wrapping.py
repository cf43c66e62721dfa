"""Join answers that a mail program broke into several lines, where only one reading is possible (fault 75)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pbem.core.questions import Question
from pbem.engine.submission.lines import Line, read_line, reads, unmark
from pbem.mail.typed.spelling import REASONED, without_reason

SHORTEST = 45  # a line that was broken for its length has at least so many characters
NARROWEST = 64  # programs break at 64 columns or more: with the next word the line would have been longer
MOST_ROWS = 6
FREE_AT_THE_END = frozenset({"say", "appeal", "undo", "mod"})
"""Commands whose last words are free text; behind others a reason is."""
WITH_REASON = REASONED | {"mod", "undo"}
_WHY = re.compile(r"\s*(?:--reason\b|reason\s*:)", re.IGNORECASE)
_SAYS_WHY = re.compile(r"(?<!\S)(?:--reason\b|reason\s*:)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Joined:
    """Several rows as one answer; or, in doubt, their two readings."""

    rows: int
    text: str
    readings: tuple[str, ...] = ()


def is_full(row: str, following: str) -> bool:
    """Tell whether a program may have broken a line here: with the first word of the next one it would be too long."""
    length = len(row.rstrip())
    return length >= SHORTEST and bool(following.strip()) and length + 1 + len(following.split()[0]) > NARROWEST


def goes_on(rows: Sequence[str], first: int) -> bool:
    """Tell whether a row may go on in the next ones: a program broke it, its text says so, or a reason stands below."""
    places = _going_on(rows, first, 2)
    broken = len(places) > 1 and is_full(rows[first], rows[places[1]])
    return broken or is_open(rows[first]) or bool(_why_below(rows[first : first + 3]))


def _going_on(rows: Sequence[str], first: int, most: int) -> list[int]:
    """List the rows that an answer may stand on, without the empty ones that a program put behind a comma."""
    found: list[int] = []
    for place in range(first, len(rows)):
        if rows[place].strip() or not (found and rows[found[-1]].rstrip().endswith(",")):
            found.append(place)
        if len(found) == most:
            break
    return found


def is_open(text: str) -> bool:
    """Tell whether a moderator's command goes on in the next row: a bracket of its JSON is still open."""
    mod = text.lstrip()[:4].lower() == "mod "
    return mod and sum(map(text.count, "[{")) > sum(map(text.count, "]}"))


def _why_below(rows: Sequence[str]) -> int:
    """Return how many rows below the first one a reason begins, at most one of them empty; 0 if none does."""
    return next((n if _WHY.match(row) else 0 for n, row in enumerate(rows[1:3], 1) if row.strip()), 0)


def runs_on(verb: str, text: str) -> bool:
    """Tell whether a command ends with words of its writer, which may need more than one row."""
    return bool(text) and (verb in FREE_AT_THE_END or bool(verb in REASONED and without_reason(text)[1]))


def join_answer(
    rows: Sequence[str], questions: Callable[[str], Sequence[Question]], stands_alone: Callable[[Line], bool]
) -> Joined | None:
    """Join the answer that begins in the first row and goes on in the next ones; None if it does not go on.

    `questions` gives the questions of a name, `stands_alone` says whether a line is an answer or a command by itself.
    """
    places = _going_on(rows, 0, MOST_ROWS)
    rows = [rows[place] for place in places]
    first = read_line(0, rows[0]) if not set("#;") & set(rows[0]) else None
    if first is None or first.name is None or len(rows) < 2 or not is_full(rows[0], rows[1]):
        return None
    asked = questions(first.name)
    if not asked:
        return None
    text, words = rows[0].strip(), first.words
    for count, row in enumerate(rows[1:], 2):
        line = read_line(0, row)
        if line is None or line.name is not None or not is_full(rows[count - 2], row) or unmark(row) != row.strip():
            return None  # a bullet or number begins an answer of its own
        text, words = f"{text} {row.strip()}", f"{words} {line.words}"
        if any(reads(question, words) for question in asked):
            two = any(reads(question, first.words) for question in asked) or stands_alone(line)
            same = first.words.endswith(",") and all(reads(question, line.words) for question in asked)
            return Joined(places[count - 1] + 1, text, (rows[0].strip(), text) if two and not same else ())
    return None


def join_command(verb: str, text: str, rows: Sequence[str], stands_alone: Callable[[Line], bool]) -> Joined | None:
    """Join a command with the words that were broken off it, and with a reason that stands on rows of its own below."""
    broken = runs_on(verb, text) and (is_full(rows[0], rows[1]) or is_open(rows[0]))
    head = join_words(rows, stands_alone) if broken else Joined(1, rows[0].strip())
    below = _why_below(rows[head.rows - 1 :]) if verb in WITH_REASON and not _SAYS_WHY.search(head.text) else 0
    if not below:
        return head if broken else None
    why = join_words(rows[head.rows - 1 + below :], stands_alone)
    return Joined(head.rows - 1 + below + why.rows, f"{head.text} {why.text}")


def join_words(rows: Sequence[str], stands_alone: Callable[[Line], bool]) -> Joined:
    """Join a message that was broken on the way: it goes on as long as its lines are full, or a bracket is open."""
    text = rows[0].strip()
    count = 1
    while count < len(rows) and (is_open(text) or is_full(rows[count - 1], rows[count])):
        line = read_line(0, rows[count])
        if line is not None and stands_alone(line) and not is_open(text):
            break
        text = f"{text} {rows[count].strip()}"
        count += 1
    return Joined(count, text)
