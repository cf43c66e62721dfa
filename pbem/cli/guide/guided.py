"""A guided turn on the terminal: question by question, numbered answers, a preview after each.

Everything is tried on copies, so nothing is saved before the last yes. What comes out is the text of a whole move, and
it goes the way of every other move.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from pbem.cli.options_command import differences
from pbem.cli.output import out
from pbem.core.errors import PlayerError, Refused
from pbem.core.questions import NONE, Amount, Question, answer_line
from pbem.core.words import Catalogue, Say, Verbatim, said
from pbem.engine.play import Play, Preview
from pbem.engine.submission.lines import split_lines
from pbem.mail.typed.tongues import Tongue

if TYPE_CHECKING:
    from pbem.core.catalogues import Words

HELP = Say(
    "Type the number of an answer (several: `1 3`), or the answer itself. `b` takes the last answer back,\n"
    "`s` lets the computer suggest one, `board` shows the board, `q` leaves without playing anything."
)
YES = frozenset({"y", "yes", "j", "ja", "t", "tak", "i", "igen", "o", "oui"})
LEAVE = frozenset({"q", "quit", "exit"})
BACK = frozenset({"b", "back", "n", "no"})


class Left(Exception):
    """The player went away without playing."""


def heard(prompt: str) -> str:
    """Hear one line from the player; the end of the input means leaving."""
    sys.stdout.write(prompt)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        raise Left
    words = line.strip()
    if words.lower() in LEAVE:
        raise Left
    return words


class Guide:
    """One turn of one seat."""

    def __init__(self, play: Play, seat: str, words: Catalogue | None = None) -> None:
        self.play = play
        self.seat = seat
        self.words = words
        """The player's language; None for English."""
        self.lines: list[str] = []
        self.told = 0

    def turn(self) -> str:
        """Return the text of a whole move that the player said yes to; Left if there is none."""
        if self.play.question_for(self.seat) is None:
            raise Refused(self.play.asked_text(self.seat))
        out(HELP, self.words)
        while True:
            seen = self.play.preview(self.seat, "; ".join(self.lines)) if self.lines else None
            if seen is not None:
                self.tell(seen)
            question = seen.questions.get(self.seat) if seen else self.play.question_for(self.seat)
            whole = seen is not None and seen.complete
            if question is not None and not self.answer(question, seen, whole):
                continue
            if self.confirmed(seen):
                return "; ".join(self.lines)

    def tell(self, seen: Preview) -> None:
        """Tell what the last answer would do; after a step back the whole turn so far."""
        lines = [self.play.title.line(event, self.seat) for event in seen.events]
        for line in lines[self.told :]:
            if line:
                out(f"  - {said(line, self.words)}")
        self.told = len(lines)

    def answer(self, question: Question, seen: Preview | None, whole: bool) -> bool:
        """Put a question; True if the player wants no more of what could be left out."""
        texts = seen.texts.get(self.seat) if seen else None
        shown = list_answers(question, texts, self.words)
        while True:
            words = heard("> ")
            low = words.lower()
            if low in BACK:
                self.lines = self.lines[:-1]
                self.told = 0
                return False
            if low == "board":
                out(self.play.title.summary(self.play.view(self.seat), self.play.data, False, self.words))
                continue
            if not words and whole:
                return True
            line = self.suggestion(question) if low == "s" else meant(question, shown, self.canonical(words))
            if line is None:
                out(Say("Please type one of the answers, `b` or `q`."), self.words)
                continue
            try:
                self.play.preview(self.seat, "; ".join([*self.lines, line]))
            except PlayerError as problem:
                out(problem.message, self.words)
                continue
            self.lines.append(line)
            return False

    def canonical(self, words: str) -> str:
        """Put what was typed into the words of the rules: the player's own language is understood, too."""
        if self.words is None:
            return words
        return Tongue(cast("Words", self.words)).canonical(words)

    def suggestion(self, question: Question) -> str:
        """Say what the computer would answer from what this seat knows."""
        keys = self.play.on_copy(lambda copy: self.judged(copy, question.name))
        line = answer_line(question, keys if question.allows(keys) else question.harmless())
        out(f"  {line}")
        return line

    def judged(self, copy: Play, name: str) -> list[str]:
        """Return the computer's answer to the question that is open behind the lines so far, asked on a copy."""
        if self.lines:
            copy.look(self.seat, split_lines("; ".join(self.lines)))
        question = copy.run.questions().get(self.seat)
        if question is None or question.name != name:
            return []
        return copy.title.prefer(copy.table, self.seat, question)

    def confirmed(self, seen: Preview | None) -> bool:
        out()
        out(Say("Your move:"), self.words)
        for line in self.lines:
            out(f"  {line}")
        if seen is not None:
            for line in differences(self.play, self.seat, seen):
                out(f"  {said(line, self.words)}")
            if seen.reveal:
                out(Say("  Then something comes to light; what follows is asked after that."), self.words)
        while True:
            words = heard(said(Say("Play it? (y: yes, b: back, q: quit) "), self.words)).lower()
            if words in YES:
                return True
            if words in BACK:
                self.lines = self.lines[:-1]
                self.told = 0
                return False


def list_answers(question: Question, texts: Mapping[str, str] | None, spoken: Catalogue | None) -> list[str]:
    """Print a question with its answers; the numbered ones, none where numbers are answers themselves."""
    out(f"\n{said(question.prompt, spoken)}")
    if question.high > 1:
        out(Say("  ({low} to {high} of these)", low=question.low, high=question.high), spoken)
    if isinstance(question, Amount):
        out(Say("  a number from {low} to {high}", low=question.min, high=question.max), spoken)
        return []
    options = list(question.options)
    numbered = not any(key.isdecimal() for key in options)
    told = texts if texts is not None else {key: question.describe(key) for key in options}
    for number, key in enumerate(options, 1):
        words = "" if told[key] == key else f"   {said(told[key], spoken)}"
        out(f"  {f'{number}.':4}{key}{words}" if numbered else f"  {key}{words}")
    if question.low == 0 and NONE not in options:
        out(f"  {NONE}")
    if question.default is not None:
        out(Say("  Enter: {answer}", answer=Verbatim(", ".join(question.default) or "none")), spoken)
    return options if numbered else []


def meant(question: Question, shown: list[str], words: str) -> str | None:
    """Find the line that typed words stand for."""
    if not words:
        return answer_line(question, question.default) if question.default is not None else None
    parts = words.replace(",", " ").split()
    if shown and all(part.isdecimal() for part in parts):
        numbers = [int(part) for part in parts]
        if not all(1 <= number <= len(shown) for number in numbers):
            return None
        return answer_line(question, [shown[number - 1] for number in numbers])
    return words if ":" in words else f"{question.name}: {words}"
