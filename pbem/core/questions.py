"""Questions: the only places where a game stops, and the only legality check there is.

A question lists every legal answer by key. What an option costs and brings is said by `text`, which is called only
when somebody reads it: random play and replay never pay for words. Questions are never stored; they are made anew
from the table by the step that asks.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple, overload

from pbem.core.records import record

Seat = str
Keys = list[str]

Facts = Mapping[str, Callable[[], int | bool]]


class Occasion(NamedTuple):
    """One time that a question will be asked: the word that says so in a line (`card-2`; empty for the general), and
    what it is known by as long as it lasts (`conflict 3, region 2`; a part of a longer one begins with its mark)."""

    word: str
    mark: str


Occasions = Sequence[Occasion]

ANY = "any"
NONE = "none"
DONE = "done"
"""The last line of a move whose writer wants no more, whatever comes to light."""


class Sifted(Sequence[str]):
    """Options that are judged when somebody asks for them, each once: those that are possible, in their order.

    What a list costs is often the search behind its doubtful members. A replay names one of them, and a trial stops at
    the first that helps; only who reads the list pays for all of it.
    """

    __slots__ = ("_judges", "_known", "_listed")

    def __init__(self, judges: Mapping[str, Callable[[], bool] | None]) -> None:
        """Take every candidate with what judges it; None: it is possible."""
        self._judges = judges
        self._known: dict[str, bool] = {}
        self._listed: list[str] | None = None

    def __contains__(self, key: object) -> bool:
        judges = self._judges
        return key in judges and (judges[key] is None or self._holds(key))  # type: ignore[index, arg-type]

    def _holds(self, key: str) -> bool:
        """Judge a doubtful option, once."""
        known = self._known
        if key not in known:
            known[key] = self._judges[key]()  # type: ignore[misc]
        return known[key]

    def all(self) -> list[str]:
        """Return all that are possible."""
        if self._listed is None:
            self._listed = [key for key, judge in self._judges.items() if judge is None or self._holds(key)]
        return self._listed

    def one_by_one(self) -> Iterator[str]:
        """Yield the same, each judged when its turn comes."""
        return (key for key, judge in self._judges.items() if judge is None or self._holds(key))

    def reaches(self, n: int) -> bool:
        """Tell whether there are as many: no more are judged than that takes."""
        if self._listed is not None:
            return len(self._listed) >= n
        for key, judge in self._judges.items():
            if judge is None or self._holds(key):
                n -= 1
                if n <= 0:
                    return True
        return n <= 0

    def __iter__(self) -> Iterator[str]:
        return iter(self.all())

    def __len__(self) -> int:
        return len(self.all())

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> list[str]: ...
    def __getitem__(self, at: int | slice) -> str | list[str]:
        return self.all()[at]

    def __eq__(self, other: object) -> bool:
        return self.all() == other

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self.all())


@record()
class Pick:
    """Choose `low` to `high` of the listed options.

    With a `default` it is a window: a submission without a line for it means the default. `known` holds words that a
    ranking may name although they are not possible now. `why_not` gives (reason, rule id) for a key that is no option.
    `private` says that the list itself would show the seat's secrets. List the most harmless option first: it is what
    the clock plays for an absent seat where there is no default.
    """

    name: str
    prompt: str
    options: Sequence[str]
    low: int = 1
    high: int = 1
    default: Keys | None = None
    text: Callable[[str], str] | None = None
    why_not: Callable[[str], tuple[str, str] | None] | None = None
    known: Container[str] | None = None
    private: bool = False
    again: bool = False
    """The same ranking serves the next question of this name too (a draft of two picks)."""
    lapses: bool = False
    """The seat could answer this in the request before: without an answer on file its default stands, unasked."""
    aliases: Mapping[str, str] | None = None
    """Other words for options."""
    clash: Callable[[Sequence[str]], tuple[str, str] | None] | None = None
    """Why options cannot be chosen together, (reason, rule id); each one alone can."""
    leads: Callable[[], Any] | None = None
    """Of a question foreseen: makes the procedure that will ask it and what its answer sets in motion. Lines for all
    of that may be sent ahead with the answer."""
    facts: Facts | None = None
    """What members of a ranking may be made to depend on, `thoth if A02`: names with their values now."""
    occasions: Occasions = ()
    """For what a line sent ahead may be written, from the particular to the general; empty: for whenever it is asked
    next."""
    spelled: Callable[[str], str | None] | None = None
    """How else options may be written: the key that (folded) words stand for, None if for none. Unlike an alias, which
    is only suggested, such words are played."""
    series: Callable[[str], Sequence[str]] | None = None
    """Cuts the words of one line into the lines it stands for, `name: words` each: `move: a1-b2, c3-d4` answers this
    question and, member by member, those that follow. Such a line is no ranking."""
    implied: Mapping[str, str] | None = None
    """Names of later questions whose line, where it stands next, answers this one too, with the option it means."""
    heeds: str = ""
    """A fact that became known after answers could be sent ahead: what is on file implies an answer only if it names
    this fact in a condition."""
    confirm: bool = False
    """Asked although there is one answer only: the seat says when."""
    brief: Callable[[], Sequence[str]] | None = None
    """How a mail lists the answers where one line for each would be too many, or where an answer has many lines: moves
    by unit with their reach, an order ready to be edited. Lines that begin with `#` explain, others can be sent."""
    passes: Callable[[str], bool] | None = None
    """Of a window: whether words are for a later question of its name, so that their line passes it by."""
    whole: bool = False
    """A mail that offers it lists all of it, however short of room it is."""
    rule: str = ""
    """The rule that words which are no answer are refused by: that of the question's declaration."""

    @property
    def forced(self) -> Keys | None:
        """The only possible answer, if there is just one."""
        options = self.options
        if self.confirm or (type(options) is Sifted and options.reaches(self.low + 1)):
            return None
        if self.low == len(options) and (self.low > 0 or self.default is None):
            return list(options)
        return None

    def allows(self, keys: Sequence[str]) -> bool:
        if not self.low <= len(keys) <= self.high or len(set(keys)) != len(keys):
            return False
        options = self.options
        for key in keys:
            if key not in options:
                return False
        return self.clash is None or self.clash(keys) is None

    def describe(self, key: str) -> str:
        return self.text(key) if self.text else key

    def harmless(self) -> Keys:
        """Return what the clock plays: the default, else the first options that go together."""
        if self.default is not None:
            return list(self.default)
        keys = list(self.options[: self.low])
        if self.clash is None or self.allows(keys):
            return keys
        sizes = range(max(self.low, 1), min(self.high, len(self.options)) + 1)
        found = (list(keys) for size in sizes for keys in combinations(self.options, size))
        return next(keys for keys in found if self.allows(keys))


@record()
class Amount:
    """Choose a whole number from `min` to `max`; answers are its decimal digits."""

    name: str
    prompt: str
    min: int
    max: int
    default: Keys | None = None
    text: Callable[[str], str] | None = None
    why_not: Callable[[str], tuple[str, str] | None] | None = None
    private: bool = False
    lapses: bool = False
    facts: Facts | None = None
    amounts: Mapping[str, Callable[[], int | None]] | None = None
    """Words that stand for a number, `all`, `outbid`; None where it stands for none now."""
    occasions: Occasions = ()
    capped: bool = False
    """A number on file that is above `max` by the time it is used counts as `max`."""
    rule: str = ""

    low = 1
    high = 1
    known = None
    again = False
    aliases = None
    clash = None
    leads = None
    spelled = None
    series = None
    implied = None
    heeds = ""
    confirm = False
    brief = None
    passes = None

    @property
    def options(self) -> Sequence[str]:
        return [str(n) for n in range(self.min, self.max + 1)]

    @property
    def forced(self) -> Keys | None:
        return [str(self.min)] if self.min == self.max else None

    def allows(self, keys: Sequence[str]) -> bool:
        return (
            len(keys) == 1 and keys[0].isascii() and keys[0].isdecimal() and str(int(keys[0])) == keys[0]
            and self.min <= int(keys[0]) <= self.max
        )  # fmt: skip

    def describe(self, key: str) -> str:
        return self.text(key) if self.text else key

    def harmless(self) -> Keys:
        return list(self.default) if self.default is not None else [str(self.min)]


Question = Pick | Amount


def answer_line(question: Question, keys: Sequence[str]) -> str:
    """Write the canonical form of an answer: `name: words`."""
    return f"{question.name}: {', '.join(keys) if keys else NONE}"


def occasion_of(question: Question, name: str) -> Occasion | None:
    """Return the occasion that the name of a line means, `card-2` or `card`; None if the line is for another
    question."""
    if name == question.name:
        if not question.occasions:
            return ALWAYS
        return next((one for one in question.occasions if not one.word), question.occasions[0])
    return next((one for one in question.occasions if one.word and name == f"{question.name}-{one.word}"), None)


ALWAYS = Occasion("", "")
"""The occasion of a line that is good whenever its question is asked next."""
