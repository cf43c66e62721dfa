"""Comparing a reply with the mail we sent: lines of ours are recognised though the mail program lost their quote marks.

Only letters and digits are compared, so wrapping, bullets, blanks and changed quotes do no harm.
"""

from collections import Counter

from pbem.mail.reading.attribution import letters
from pbem.mail.reading.tail import is_answer_like

_SHORT = 8  # fewer letters than this are everywhere: such a line must be a whole line of ours
_RUN = 3  # so many lines of ours one after the other are a quote, not answers copied by hand
_MOST_LINES = 5_000


class Ours:
    """The mail we sent, made ready for looking up lines."""

    def __init__(self, sent: str) -> None:
        lines = [letters(line) for line in sent.split("\n")[:_MOST_LINES]]
        self.lines = Counter(line for line in lines if line)
        self.whole = "".join(lines)
        self._known: dict[str, bool] = {}

    def has_line(self, line: str) -> bool:
        return letters(line) in self.lines

    def has(self, line: str) -> bool:
        """A line of ours, or a piece of one or several."""
        text = letters(line)
        if text in self.lines:
            return True
        if len(text) < _SHORT:
            return False
        known = self._known.get(text)
        if known is None:
            known = self._known[text] = text in self.whole
        return known

    def start_of_quote(self, lines: list[str], places: list[int]) -> int | None:
        """Where our mail begins without any mark: three lines in our order, one of them more than an answer."""
        full = [place for place in places if lines[place].strip() and letters(lines[place])][:_MOST_LINES]
        for index in range(len(full) - _RUN + 1):
            run = full[index : index + _RUN]
            if not all(self.has(lines[place]) for place in run):
                continue
            if all(is_answer_like(lines[place]) for place in run):
                continue
            if "".join(letters(lines[place]) for place in run) in self.whole:
                return run[0]
        return None

    def sift(self, lines: list[str], places: list[int]) -> tuple[list[int], bool]:
        """Of an unmarked quote, the lines that are not ours; and whether it is our mail at all."""
        full = [place for place in places if letters(lines[place])]
        ours = sum(self.has(lines[place]) for place in full)
        if len(full) > _MOST_LINES or ours < _RUN or 2 * ours < len(full):
            return [], False
        return self._not_ours(lines, full), True

    def _not_ours(self, lines: list[str], full: list[int]) -> list[int]:
        """Walk along our mail: what does not come next in it, while the line after does, was put in between."""
        at = 0
        extra: list[int] = []
        for index, place in enumerate(full):
            text = letters(lines[place])
            found = self.whole.find(text, at) if self.has(lines[place]) else -1
            if found < 0:
                extra.append(place)
                continue
            if found > at and index + 1 < len(full):
                following = letters(lines[full[index + 1]])
                if following and following != text and self.whole.startswith(following, at):
                    extra.append(place)  # our mail goes on right behind this line: it was typed, though it is a copy
                    continue
            at = found + len(text)
        return extra

    def lost_marks(self, lines: list[str], places: list[int], quoted: Counter[str]) -> tuple[list[int], list[int]]:
        """Unmarked lines inside a marked quote: those that are ours after all, and those nobody can tell.

        Marks are taken as reliable until a line that no player would type (prose of ours, or the torn-off end of a
        line) stands there without one.
        """
        mine = [place for place in places if letters(lines[place]) and self.has(lines[place])]
        torn = [place for place in mine if not is_answer_like(lines[place])]
        torn = [place for place in torn if len(letters(lines[place])) >= _SHORT]
        if not torn:
            return [], []
        certain = [place for place in mine if place in set(torn) or not self.has_line(lines[place])]
        doubtful = []
        for place in mine:
            text = letters(lines[place])
            if place not in certain and quoted[text] < self.lines[text]:
                doubtful.append(place)
        return certain, doubtful
