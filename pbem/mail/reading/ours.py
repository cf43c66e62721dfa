"""Compare a reply with the mail it answers: find our own lines in it, even where their quote marks are lost.

Only letters and digits are compared, so wrapping, bullets, blanks and changed quotes make no difference.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from pbem.mail.reading.attribution import is_divider, letters
from pbem.mail.reading.tail import is_answer_like
from pbem.mail.typed.spelling import VERBS

_SHORT = 8  # a text with fewer letters occurs by chance: it must equal a whole line of ours
_RUN = 3  # this many lines of ours in a row are a quote, not answers copied by hand
_MOST_LINES = 5_000


class Sifted(NamedTuple):
    typed: list[int]
    is_ours: bool
    doubtful: bool  # the player typed something there, but nobody can say for certain what


class Ours:
    """The mail we sent, prepared for looking up lines."""

    def __init__(self, sent: str, page: Sequence[str] = ()) -> None:
        """Take what we `sent`. `page` is what our page says, which tells some things in other words than the text:
        whoever quotes it quotes us. None of its lines counts as a copy of an answer; those stand in the text, too."""
        printed = sent.split("\n")[:_MOST_LINES]
        lines = list(map(letters, printed))
        self.printed = {line.rstrip() for line, text in zip(printed, lines, strict=True) if text}
        listed = [line for line in printed if ":" in line and is_answer_like(line)]
        self.answers = set(map(letters, listed))
        self.listed, self.rests = _with_rests(printed)
        self.bare = {letters(line.split("#")[0]) for line in listed if "#" in line}
        self.orders = {letters(line) for line in printed if line[:2] == "  " and _is_order(line)}
        self.lines = Counter(line for line in lines if line)
        self.whole = "".join(lines)
        end = next((place for place, line in enumerate(printed) if is_divider(line)), 0)
        self.head = "".join(lines[:end])
        shown = Counter(text for line in page if (text := letters(line)) and not is_answer_like(line))
        self.lines.update({text: n for text, n in shown.items() if text not in self.lines})
        self.shown = "\n".join(letters(line) for line in page)
        self._known: dict[str, bool] = {}

    def has_line(self, line: str) -> bool:
        return letters(line) in self.lines

    def has(self, line: str) -> bool:
        """Tell whether the text is a line of ours, or part of one or of several in a row."""
        text = letters(line)
        if text in self.lines:
            return True
        if len(text) < _SHORT:
            return False
        known = self._known.get(text)
        if known is None:
            known = self._known[text] = text in self.whole or text in self.shown
        return known

    def _is_typed(self, lines: list[str], full: list[int], index: int) -> bool:
        """Tell whether this is an answer of our list without its remark (`# ...`), and the next line is not the remark:
        then the player typed it."""
        text = letters(lines[full[index]])
        if text not in self.bare or text in self.lines:
            return False
        after = letters(lines[full[index + 1]]) if index + 1 < len(full) else ""
        return not after or text + after not in self.whole

    def remarks(self, lines: list[str], places: list[int]) -> list[int]:
        """Find our remarks (`# ...`), and what a program broke off their ends: whoever copies a list of answers copies
        them along, so they say nothing about what is quoted."""
        found: list[int] = []
        remark = ""  # the line before, if it is one
        for place in places:
            line, text = lines[place].lstrip(), letters(lines[place])
            rest = bool(remark) and text not in self.lines and remark + text in self.whole
            remark = text if rest or (line[:1] == "#" and self.has(line)) else ""
            if remark:
                found.append(place)
        return found

    def start_of_quote(self, lines: list[str], places: list[int]) -> int | None:
        """Find where our unmarked mail begins: three lines in our order, not all of them answers."""
        full = [place for place in places if lines[place].strip() and letters(lines[place])][:_MOST_LINES]
        answers = self._answers(lines, full)
        for index in range(len(full) - _RUN + 1):
            run = full[index : index + _RUN]
            if not all(self.has(lines[place]) for place in run):
                continue
            if answers.issuperset(run):
                continue
            if "".join(letters(lines[place]) for place in run) in self.whole:
                return run[0]
        return None

    def _answers(self, lines: list[str], places: list[int]) -> set[int]:
        """Find lines that look like answers, and the rests of listed ones that were too long for a line, of our mail or
        of the reply: whoever copies a long answer copies its rest along."""
        found: set[int] = set()
        answer = ""  # as far as the lines before tell it
        for place in places:
            text = letters(lines[place])
            if is_answer_like(lines[place]):
                answer = text
            elif answer and (text in self.rests or any(one.startswith(answer + text) for one in self.listed)):
                answer += text
            else:
                answer = ""
                continue
            found.add(place)
        return found

    def sift(self, lines: list[str], places: list[int]) -> "Sifted":
        """Find the lines of an unmarked quote that are not ours: the player typed them."""
        full = [place for place in places if letters(lines[place])]
        ours = sum(self.has(lines[place]) for place in full)
        if len(full) > _MOST_LINES or ours < _RUN or 2 * ours < len(full):
            return Sifted([], False, False)
        extra = [
            place
            for index, place in enumerate(full)
            if not self.has(lines[place]) or self._is_typed(lines, full, index)
        ]
        copies, torn = self._copies(lines, full)
        typed = sorted({*extra, *copies})
        return Sifted(typed, True, bool(typed) and (torn or self._menu_was_cut(lines, full, copies)))

    def _copies(self, lines: list[str], full: list[int]) -> tuple[list[int], bool]:
        """Find lines that occur more often than in our mail: the player typed them; their neighbours decide which."""
        where: dict[str, list[int]] = {}
        for index, place in enumerate(full):
            text = letters(lines[place])
            if text in self.lines:
                where.setdefault(text, []).append(index)
        typed: list[int] = []
        unclear = False
        for text, found in where.items():
            surplus = len(found) - self.lines[text]
            if surplus <= 0:
                continue
            ranked = sorted(found, key=lambda index: self._at_home(lines, full, index))
            typed += [full[index] for index in ranked[:surplus]]
            kept = self._at_home(lines, full, ranked[surplus])
            unclear = unclear or self._at_home(lines, full, ranked[surplus - 1]) == kept
        return typed, unclear

    def _at_home(self, lines: list[str], full: list[int], index: int) -> int:
        """Count how many neighbours of a line are also its neighbours in our mail."""
        text = letters(lines[full[index]])
        before = letters(lines[full[index - 1]]) + text if index else text
        after = text + letters(lines[full[index + 1]]) if index + 1 < len(full) else text
        return (index > 0 and before in self.whole) + (index + 1 < len(full) and after in self.whole)

    def _menu_was_cut(self, lines: list[str], full: list[int], copies: list[int]) -> bool:
        """Tell whether some of our listed answers were deleted and others left: those may be quoted or meant as the
        move."""
        there = {letters(lines[place]) for place in full if place not in set(copies)}
        menu = [text for text in self.answers if text in there]
        return bool(menu) and len(menu) < len(self.answers)

    def lost_marks(self, lines: list[str], places: list[int], quoted: Counter[str]) -> tuple[list[int], list[int]]:
        """Sort the unmarked lines inside a marked quote: those that are certainly ours, and those in doubt.

        Trust the marks until a line without one turns up that no player would type: our own prose, or the torn-off
        end of a line. A whole line that stands there with its mark as often as in our mail has lost none: the player
        wrote it again (`confirm CODE` below the quote).
        """
        again = {place for place in places if self._all_marked(lines[place], quoted)}
        mine = [place for place in places if letters(lines[place]) and self.has(lines[place]) and place not in again]
        answers = self._answers(lines, [place for place in places if letters(lines[place])])
        torn = [place for place in mine if place not in answers]
        torn = [place for place in torn if len(text := letters(lines[place])) >= _SHORT and text not in self.orders]
        if not torn:
            return [], []
        bare = {place for index, place in enumerate(mine) if self._is_typed(lines, mine, index)}
        certain = [place for place in mine if place in set(torn) or not self.has_line(lines[place])]
        certain = [place for place in certain if place not in bare]
        certain += [place for place in places if place not in again.union(mine) and self._goes_on(lines, place)]
        doubtful = []
        for place in mine:
            text = letters(lines[place])
            if place in bare or (place not in certain and quoted[text] < self.lines[text]):
                doubtful.append(place)
        return certain, doubtful

    def _all_marked(self, line: str, quoted: Counter[str]) -> bool:
        """Tell whether a whole line of ours is among the marked ones as often as we wrote it."""
        text = letters(line)
        return 0 < self.lines[text] <= quoted[text]

    def _goes_on(self, lines: list[str], place: int) -> bool:
        """Tell whether these few letters are the end of the line before, broken off on the way."""
        text = letters(lines[place])
        return (
            bool(text) and place > 0 and self.has(lines[place - 1]) and letters(lines[place - 1]) + text in self.whole
        )


def _with_rests(printed: Sequence[str]) -> tuple[list[str], set[str]]:
    """List the answers that we print, each with the lines on which it goes on, indented further; and those lines."""
    found: list[str] = []
    rests: set[str] = set()
    indent = -1  # of the answer, or nothing goes on
    for line in printed:
        deep = len(line) - len(line.lstrip(" "))
        if ":" in line and is_answer_like(line):
            found.append(letters(line))
            indent = deep
        elif line.strip() and 0 <= indent < deep:
            rests.add(letters(line))
            found[-1] += letters(line)
        else:
            indent = -1
    return found, rests


def _is_order(line: str) -> bool:
    """Tell whether we print a command there to be written back, on a line of its own and indented: `  confirm CODE`."""
    if not line.startswith("  "):
        return False
    words = line.split(None, 1)
    return bool(words) and words[0] in VERBS
