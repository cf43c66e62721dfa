"""Read the typed lines of a mail: answers, commands and talk.

- A line is an answer if it begins with a question's name and a colon, or is word for word a listed answer.
- A line is a command if it begins with a command word and has the form of that command.
- A line that is nearly an answer or a command makes the mail NOT COUNTED (`spelling`): nothing is guessed.
- Everything else is talk and is shown back as not read.

On the command line there is no talk: every line that is no command is an answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher, get_close_matches
from functools import cached_property

from pbem.core.questions import Amount, Question, occasion_of
from pbem.engine.submission.lines import Line, fold, known_key, pieces, printable, read_line, reads, says_done, unmark
from pbem.mail.typed.previews import names_preview, wants_preview
from pbem.mail.typed.spelling import (
    ALIASES,
    FREE,
    READING,
    VERBS,
    fits,
    names_question,
    near_command,
    one_letter_off,
    say_form,
    without_please,
)
from pbem.mail.typed.wrapping import goes_on, join_answer, join_command

MOST_LISTED = 600
MOST_GLANCES = 60
NEAR = 0.8
NEAR_NAME = 0.72
FAR = 0.6
SHORT_NAME = 3
FEW_WORDS = 4
LONGEST_SAY = 8_000
MOST_SAID = 60
_ENTRY = re.compile(r"#\d+\s*$")
_ORDERS = re.compile(r"orders?\s*:?\s*(?P<rest>.*)", re.IGNORECASE | re.DOTALL)


@dataclass(slots=True)
class Command:
    """One command: its word, the text behind it, the number of its line, and whom it is for."""

    verb: str
    text: str = ""
    number: int = 0
    to: str = ""
    block: bool = False
    """The message stands on lines of its own, below `say:`."""


@dataclass(slots=True)
class Nearly:
    """A line that is nearly an answer or a command, and what it may mean."""

    number: int
    text: str
    meant: list[str]
    verb: str = ""
    """The command that it resembles; empty for an answer."""


@dataclass(slots=True)
class Script:
    """Everything that one text asks for, in its order."""

    commands: list[Command] = field(default_factory=list)
    answers: list[tuple[int, str]] = field(default_factory=list)
    nearly: list[Nearly] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    preview: bool = False
    wish: str = ""
    """The words that were read as a wish to preview; empty for the command itself."""

    @property
    def move(self) -> str:
        """The answers as one text. Each stays on its line, so that errors name the line that the writer sees."""
        rows: list[str] = []
        for number, piece in self.answers:
            while len(rows) < number - 1:
                rows.append("")
            if len(rows) == number:
                rows[-1] += f"; {piece}"
            else:
                rows.append(piece)
        return "\n".join(rows)

    @property
    def empty(self) -> bool:
        return not (self.commands or self.answers or self.nearly)


@dataclass(frozen=True, slots=True)
class Glance:
    """The result of trying lines on a copy: the question after them, and whether all were taken. If not, `named` tells
    whether the last one at least names a question."""

    question: Question | None = None
    taken: bool = False
    named: bool = False
    passed: tuple[str, ...] = ()
    """Names of all questions on the way, also of those that took their default."""


class Vocabulary:
    """The words of a seat's answers now. `ahead` tries lines on a copy; it is slow and called only if needed."""

    def __init__(
        self,
        questions: Sequence[Question] | Callable[[], Sequence[Question]],
        names: Iterable[str] = (),
        ahead: Callable[[str], Glance] | None = None,
        people: Iterable[str] = (),
    ) -> None:
        """Take questions; those that are slow to collect may come as a function; then `names` must name them all. A
        line that begins with the name of one of the `people` is no misspelt command."""
        self._questions = questions
        self.names = set(names)
        self.complete = callable(questions)  # `names` holds every question that the title may ask
        if not callable(questions):
            self.names |= {question.name for question in questions}
        self.people = {word for name in people for word in fold(name).split()}
        self._ahead = ahead
        self._seen: dict[str, Glance] = {}

    def knows(self, name: str | None) -> bool:
        """Tell whether a name is that of a question, alone or for an occasion (`card-2`)."""
        return name is not None and names_question(name, self.names)

    @cached_property
    def questions(self) -> list[Question]:
        return list(self._questions() if callable(self._questions) else self._questions)

    def after(self, move: str) -> Glance:
        """Try the lines so far on a copy."""
        if self._ahead is None or not move:
            return Glance()
        if move not in self._seen:
            if len(self._seen) > MOST_GLANCES:
                return Glance()
            self._seen[move] = self._ahead(move)
        return self._seen[move]

    def listed(self, more: Question | None) -> dict[str, str]:
        """Map the folded spellings of listed answers to their full lines."""
        found: dict[str, str] = {}
        for question in [*([more] if more else []), *self.questions]:
            if isinstance(question, Amount):
                continue
            for key in list(question.options)[:MOST_LISTED]:
                line = f"{question.name}: {key}"
                found.setdefault(fold(key), line)
                found.setdefault(fold(line), line)
                found.setdefault(f"{question.name} {fold(key)}", line)
        return found


def parse(text: str, vocabulary: Vocabulary | None = None, *, talk: bool = True) -> Script:
    """Read a text. With `talk` (a mail) lines may be chat; without, every line that is no command is an answer."""
    return _Reader(vocabulary or Vocabulary([]), talk).run(text)


def parse_on(text: str, vocabulary: Vocabulary, before: Script, *, trials: int = 0) -> Script:
    """Read a text as if it stood below another one, and return only what it adds. Trying a line on a copy is slow, so
    the caller says how many may be; without any, what only resembles an answer is not looked for."""
    reader = _Reader(vocabulary, talk=True)
    reader.script.answers = list(before.answers)
    reader.trials = trials
    reader.near = trials > 0
    last = max((number for number, _ in before.answers), default=0)
    script = reader.run("\n" * last + text)
    script.answers = script.answers[len(before.answers) :]
    return script


class _Reader:
    def __init__(self, vocabulary: Vocabulary, talk: bool) -> None:
        self.vocabulary = vocabulary
        self.talk = talk
        self.script = Script()
        self.saying: Command | None = None
        self.near = True  # what resembles an answer is wanted, too: finding it takes a look at what follows
        self.trials = MOST_GLANCES
        """How many lines may still be tried on a copy, where only the rules know whether they are answers."""

    def run(self, text: str) -> Script:
        rows = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        read = 0
        for number, row in enumerate(rows, 1):
            if number > read:
                read = number + self._wrapped(rows, number) - 1
                if read < number:
                    self._row(number, row)
        self._end_say()
        self._second_look()
        return self.script

    def _second_look(self) -> None:
        """Look at talk again: `paly: B07` may be misspelt for a question that the move passed over."""
        suspects = [line for line in self.script.unread if ":" in line]
        if not suspects or not self.script.answers or not self.near:
            return
        passed = sorted(set(self.vocabulary.after(self.script.move).passed))
        for piece in suspects:
            line = read_line(0, piece)
            close = get_close_matches(line.name, passed, 1, FAR) if line is not None and line.name else []
            if line is not None and close and _means(line.name or "", close[0], line.words, self.vocabulary.questions):
                self.script.unread.remove(piece)
                self.script.nearly.append(Nearly(0, piece, [f"{close[0]}: {line.words}"]))

    def _wrapped(self, rows: list[str], number: int) -> int:
        """Join rows that a mail program broke, and read them. Return how many; 0 if this row stands alone."""
        if not self.talk or self.saying is not None or len(rows) <= number or not goes_on(rows, number - 1):
            return 0
        here = [printable(row) for row in rows[number - 1 : number + MOST_SAID]]
        said = self._command(number, here[0].strip())
        joined = join_command(said.verb, said.text, here, self._stands_alone) if said is not None else None
        joined = joined or join_answer(here, self._named, self._stands_alone)
        if joined is None:
            return 0
        if joined.readings:
            written = " / ".join(row for row in here[: joined.rows] if row)
            self.script.nearly.append(Nearly(number, written, list(joined.readings)))
        else:
            self._row(number, joined.text)
        return joined.rows

    def _named(self, name: str) -> list[Question]:
        following = self.vocabulary.after(self.script.move).question
        asked = [*self.vocabulary.questions, *([following] if following else [])]
        return [one for one in asked if occasion_of(one, name) is not None and not isinstance(one, Amount)]

    def _stands_alone(self, line: Line) -> bool:
        """Tell whether a line is an answer or a command by itself, without the line before it."""
        if self.vocabulary.knows(line.name) or self._command(line.number, line.raw) is not None:
            return True
        return line.name is None and any(reads(question, line.words) for question in self.vocabulary.questions)

    def _row(self, number: int, row: str) -> None:
        if self.saying is not None:
            if fold(row).rstrip(".") in ("end", "end say"):
                self._end_say()
            else:
                self.saying.text = f"{self.saying.text}\n{printable(row)}".strip("\n")[:LONGEST_SAY]
            return
        shown = printable(row).strip()
        if not shown:
            return
        whole = self._command(number, shown)
        if whole is not None and (whole.verb in FREE or _ENTRY.match(whole.text)):
            self._keep(whole)  # neither `;` nor `#` cuts free text, and `agree #2` has no comment
            return
        if self.talk and wants_preview(shown.partition("#")[2]):
            self._preview(shown.partition("#")[2])
        for piece in [shown] if _ENTRY.search(shown) and near_command(shown) else pieces(shown):
            self._piece(number, piece.strip())

    def _piece(self, number: int, piece: str) -> None:
        line = read_line(number, piece)
        if line is None:
            return
        command = self._command(number, piece)
        known = self.vocabulary.knows(line.name) or self._is_done(line)
        if known or (command is None and self._is_answer(number, piece, *_parts(line))):
            self.script.answers.append((number, piece))
        elif command is not None and not self._listed(line.words):
            self._keep(command)
        elif command is not None or not self.talk:
            self.script.answers.append((number, piece))
        else:
            self._talk(number, piece, line.name, line.words)

    def _keep(self, command: Command) -> None:
        if command.verb == "preview":
            self.script.preview = True
            head, _, rest = command.text.partition(":")
            if head not in self.vocabulary.names and wants_preview(f"preview {head}"):
                self._piece(command.number, rest.strip())  # `preview only: die: horus grey 3`
            elif command.text:
                self._piece(command.number, command.text)
            return
        self.script.commands.append(command)
        if command.verb == "say" and not command.text:
            command.block = True
            self.saying = command

    def _end_say(self) -> None:
        if self.saying is not None:
            self.saying.text = self.saying.text.strip()
            self.saying = None

    # -- answers ---------------------------------------------------------------------------------------------------

    def _is_done(self, line: Line) -> bool:
        """Tell whether this word ends a move: behind answers, or where all that is asked may be passed by."""
        if not says_done(line):
            return False
        return bool(self.script.answers) or any(q.default is not None for q in self.vocabulary.questions[:1])

    def _listed(self, words: str) -> bool:
        """Tell whether a command word is also a listed answer to what is asked (`pass`)."""
        return any(reads(question, words) for question in self.vocabulary.questions[:1])

    def _is_answer(self, number: int, piece: str, name: str | None, words: str) -> bool:
        """Tell whether this is an answer: by name, word for word, or because the rules take it after the lines
        above."""
        if self.vocabulary.knows(name):
            return True
        if "@" in words:
            return False  # an address: `On Thursday pbem <pbem@example.org> wrote`, above every quoted mail
        if name is None and any(reads(question, words) for question in self.vocabulary.questions):
            return True
        if len(words.split()) > 12 or not self.script.answers:
            return False
        if name is not None and self.vocabulary.complete and self.trials <= 0:
            return False  # no question has this name, so none has to be looked for on a copy
        following = self.vocabulary.after(self.script.move).question
        if following is not None and (following.name == name or (name is None and reads(following, words))):
            return True
        # A window may come first: only the rules know whether they pass over it.
        if self.trials <= 0:
            return False
        self.trials -= 1
        glance = self.vocabulary.after(Script(answers=[*self.script.answers, (number, piece)]).move)
        return glance.taken or (name is not None and glance.named)

    def _talk(self, number: int, piece: str, name: str | None, words: str) -> None:
        """Sort a line that is neither answer nor command: a wish to preview, nearly an answer or a command, or talk."""
        if self._wishes(number, piece) or not self.near:
            return
        following = self.vocabulary.after(self.script.move).question
        meant = self._near_name(name, words, following) if name is not None else self._near_words(words, following)
        verb = "" if meant else near_command(piece, self.vocabulary.names, self.vocabulary.people)
        if meant or verb:
            self.script.nearly.append(Nearly(number, piece, meant or [verb], verb))
        else:
            self.script.unread.append(piece)

    def _wishes(self, number: int, piece: str) -> bool:
        """Note a wish to preview and read what follows it: `Vorschau bitte`, `podgląd: die: ...`, `preview god`."""
        head, _, rest = piece.partition(":")
        first, _, behind = unmark(piece).partition(" ")
        if wants_preview(head) and rest.strip():
            self._preview(head)
            self._piece(number, rest.strip())
        elif wants_preview(piece):
            self._preview(piece)
        elif behind and names_preview(first) and self._answers(number, behind):
            self._preview(first)
            self._piece(number, behind)
        else:
            return False
        return True

    def _preview(self, words: str) -> None:
        self.script.preview = True
        self.script.wish = self.script.wish or words.strip()

    def _answers(self, number: int, piece: str) -> bool:
        """Tell whether a piece is an answer or nearly one."""
        line = read_line(number, piece)
        if line is None:
            return False
        if self._is_answer(number, piece, line.name, line.words):
            return True
        following = self.vocabulary.after(self.script.move).question
        return bool(line.name is None and self._near_words(line.words, following))

    def _near_name(self, name: str, words: str, following: Question | None) -> list[str]:
        """Find what `dei: osiris 4` may mean: a misspelt name, or an answer to another question."""
        names = self.vocabulary.names | ({following.name} if following else set())
        questions = [*self.vocabulary.questions, *([following] if following else [])]
        close = [one for one in get_close_matches(name, sorted(names), 2, FAR) if _means(name, one, words, questions)]
        if close:
            return [f"{one}: {words}" for one in close]
        return [f"{q.name}: {words}" for q in questions if words and known_key(q, words) is not None][:2]

    def _near_words(self, words: str, following: Question | None) -> list[str]:
        listed = self.vocabulary.listed(following)
        first, _, rest = words.partition(" ")
        if rest and first in self.vocabulary.names | ({following.name} if following else set()):
            asked = [*self.vocabulary.questions, *([following] if following else [])]
            if any(question.name == first and reads(question, rest) for question in asked):
                return [f"{first}: {rest}"]
        if not listed or len(words.split()) > max(len(spelling.split()) for spelling in listed) + 2:
            return []
        bare = words.strip(" .!?:()-")
        longer = [line for spelling, line in listed.items() if spelling.startswith(f"{bare} ")]
        if longer:
            return list(dict.fromkeys(longer))[:4]
        close = get_close_matches(bare, listed, 3, NEAR)
        return list(dict.fromkeys(listed[spelling] for spelling in close))

    # -- commands --------------------------------------------------------------------------------------------------

    def _command(self, number: int, piece: str) -> Command | None:
        """Read a line as a command; None if it does not have the form of one."""
        piece = unmark(piece)
        words = piece.split(None, 1)
        rest = words[1].strip() if len(words) > 1 else ""
        verb = fold(words[0]).rstrip(".!:")
        verb = ALIASES.get(verb, verb)
        if verb.rstrip("?,") in READING and not without_please(rest):
            verb = verb.rstrip("?,")
        if verb not in VERBS:
            return None
        if verb == "say":
            return self._say(number, piece)
        if verb == "orders":
            found = _ORDERS.match(piece)
            rest = found["rest"].strip() if found else rest
        elif self.talk and verb not in FREE:
            rest = without_please(rest)
        return Command(verb, rest, number) if not self.talk or fits(verb, rest) else None

    def _say(self, number: int, piece: str) -> Command | None:
        found = say_form(piece)
        if not found:
            return None
        return Command("say", found["text"].strip()[:LONGEST_SAY], number, (found["to"] or "all").strip())


def _parts(line: Line) -> tuple[str | None, str]:
    return line.name, line.words


def _means(name: str, other: str, words: str, questions: Sequence[Question]) -> bool:
    """Tell whether a name is the other one, misspelt: it is close, or less close with words that could be an answer.
    Many words are close to a short name, so there the words decide, too."""
    short = len(other) <= SHORT_NAME
    if not short and SequenceMatcher(None, name, other).ratio() >= NEAR_NAME:
        return True
    asked = [question for question in questions if question.name == other]
    if not asked:
        return len(words.split()) <= FEW_WORDS and "@" not in words and (not short or one_letter_off(name, other))
    listed = [fold(key) for question in asked for key in question.options]
    return any(known_key(question, words) for question in asked) or bool(get_close_matches(words, listed, 1))
