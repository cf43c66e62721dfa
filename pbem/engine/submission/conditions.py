"""Conditions: the one grammar in which a member of a ranking says when it holds.

    stall: spice if rain, silk
    bid: all-1 if stake>=3 and not announced, outbid, 0

A member is a word, optionally with `if` and tests joined by `and`. A test is the name of a fact, `not` and its name, or
a comparison of a fact with a whole number. The question declares which facts there are (`facts`), and which words stand
for a number (`amounts`); those may be followed by `+n` or `-n`. The first member whose condition holds and that is
possible is used.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence

from pbem.core.questions import ANY, Amount, Question
from pbem.core.records import record
from pbem.core.words import Listed, Say
from pbem.patterns import late

_COMPARE: dict[str, Callable[[int, int], bool]] = {
    ">=": operator.ge, "<=": operator.le, "!=": operator.ne, "=": operator.eq, ">": operator.gt, "<": operator.lt,
}  # fmt: skip
_TEST = late(r"(?P<no>not )?(?P<fact>[a-z][\w .-]*?)\s*(?:(?P<sign>>=|<=|!=|=|>|<)\s*(?P<number>-?\d{1,6}))?")
_SUM = late(r"(?P<word>[a-z][\w-]*?)\s*(?P<more>[+-]\s*\d{1,6})?")
IF = " if "


@record(frozen=True)
class Test:
    """One thing that must be so."""

    fact: str
    sign: str = ""
    number: int = 0
    negated: bool = False

    def holds(self, value: int | bool) -> bool:
        found = _COMPARE[self.sign](int(value), self.number) if self.sign else bool(value)
        return found != self.negated


@record(frozen=True)
class Member:
    """One member of a ranking as it was written."""

    word: str
    tests: tuple[Test, ...] = ()


class BadCondition(ValueError):
    """A condition that cannot be read, or names no fact of the question; the text says why."""


def split_member(text: str) -> tuple[str, str]:
    """Split a member into its word and its condition (empty without one)."""
    word, _, condition = text.partition(IF)
    return word.strip(), condition.strip()


def read_member(question: Question, text: str) -> Member:
    """Read a member with its tests, each of which must be about a fact that the question declares."""
    word, condition = split_member(text)
    if not condition:
        return Member(word)
    tests = tuple(_test(question, part.strip()) for part in condition.split(" and "))
    return Member(word, tests)


def readable(question: Question, condition: str) -> bool:
    """Tell whether a condition can be read."""
    try:
        return bool([_test(question, part.strip()) for part in condition.split(" and ")])
    except BadCondition:
        return False


def _test(question: Question, text: str) -> Test:
    facts = _folded(question)
    if text in facts:
        return Test(text)
    found = _TEST.fullmatch(text)
    fact = found["fact"].strip() if found else ""
    if found is None or fact not in facts:
        if not question.facts:
            raise BadCondition(Say('"if {text}" is no condition; this question takes no conditions', text=text))
        facts_known = Listed(question.facts)
        raise BadCondition(Say('"if {text}" is no condition; known here: {facts}', text=text, facts=facts_known))
    return Test(fact, found["sign"] or "", int(found["number"] or 0), bool(found["no"]))


def _folded(question: Question) -> dict[str, Callable[[], int | bool]]:
    """Return the declared facts by the spelling in which lines are read."""
    return {name.lower(): value for name, value in (question.facts or {}).items()}


def holds(question: Question, text: str) -> bool:
    """Tell whether the condition of a member holds now; one about a fact that is gone does not."""
    try:
        member = read_member(question, text)
    except BadCondition:
        return False
    facts = _folded(question)
    return all(test.holds(facts[test.fact]()) for test in member.tests)


def standing(question: Question, ranking: Sequence[str]) -> list[str]:
    """Return the words of those members whose condition holds now, in order."""
    return [split_member(text)[0] for text in ranking if holds(question, text)]


def is_amount_word(question: Question, word: str) -> bool:
    """Tell whether a word stands for a number by the question's own declaration (`all`, `outbid`, `all-1`)."""
    found = _SUM.fullmatch(word)
    amounts = question.amounts if isinstance(question, Amount) else None
    return bool(found and amounts and found["word"] in amounts)


def amount_of(question: Question, word: str) -> str | None:
    """Return the number that such a word stands for now, cut to what is possible; None if it stands for none."""
    if not isinstance(question, Amount) or word == ANY:
        return None
    found = _SUM.fullmatch(word)
    value = question.amounts.get(found["word"]) if found and question.amounts else None
    number = value() if value is not None else None
    if found is None or number is None:
        return None
    number += int((found["more"] or "0").replace(" ", ""))
    return str(max(question.min, min(question.max, number)))
