"""Kinds of questions, each declared once beside the step that asks it.

A declaration says everything that is known of a question besides its options: its name, where its lines have their
place (the reason and rule for a line that is elsewhere), what the computer thinks of an answer, and whether it may be
answered ahead. The book holds the declarations, so a module brings its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from importlib import import_module
from typing import Any

from pbem.core.questions import Keys, Pick, Question, Seat
from pbem.core.records import record

Judge = Callable[[str], float]
Mind = Callable[[Any, Seat], Judge]
"""Given table and seat: what each answer is worth. Made once a question, so that it can look around first."""


@record(frozen=True)
class Asked:
    """One kind of question.

    `judge(t, seat, key)` says what an answer is worth to the computer; `mind(t, seat)` gives such a function where it
    pays to look around first. `ahead(t, seat)` gives the question while it may be answered before it is
    asked. `misplaced(t, seat, words)` gives a better reason than `place` where there is one, `late(t)` for
    a reply to a question that is closed. `along(t, seat)` gives the lines that the computer writes with its answer,
    where the answer only says that what was written is all. All but `late` may be named as `package.module:function`:
    it is imported when it is needed, a cold start does not pay for it, and it may look at more of the rules than the
    step that asks.
    """

    name: str
    place: tuple[str, str] | None = None
    judge: Callable[[Any, Seat, str], float] | str | None = None
    mind: Mind | str | None = None
    ahead: Callable[[Any, Seat], Iterable[Question]] | str | None = None
    misplaced: Callable[[Any, Seat, str], tuple[str, str] | None] | str | None = None
    late: Callable[[Any], tuple[str, str] | None] | None = None
    along: Callable[[Any, Seat], list[str]] | str | None = None
    pledged: bool = False
    """Lines sent ahead for it are promised in the public log, and opened when used (`engine/submission/pledges.py`)."""

    def cited(self, question: Question) -> Question:
        """Return the question with the rule that refuses words which are no answer."""
        question.rule = self.place[1] if self.place is not None else ""
        return question

    def foreseen(self, t: Any, seat: Seat) -> list[Question]:
        """List the questions of this kind that may be answered before they are asked."""
        return [] if self.ahead is None else list(_found(self.ahead)(t, seat))

    def why_not_here(self, t: Any, seat: Seat, words: str) -> tuple[str, str] | None:
        """Give the reason and the rule for a line that has no place here."""
        better = None if self.misplaced is None else _found(self.misplaced)(t, seat, words)
        return better or self.place

    def why_closed(self, t: Any) -> tuple[str, str] | None:
        """Give the reason and the rule for a reply that comes too late."""
        return (self.late(t) if self.late is not None else None) or self.place

    def judged(self, t: Any, seat: Seat) -> Judge | None:
        """Return what the computer thinks of each answer; None if it knows nothing of the question."""
        if self.mind is not None:
            mind: Mind = _found(self.mind)
            return mind(t, seat)
        return None if self.judge is None else partial(_found(self.judge), t, seat)

    def written_along(self, t: Any, seat: Seat) -> list[str]:
        """Return the lines that the computer writes with its answer."""
        return [] if self.along is None else list(_found(self.along)(t, seat))


def _found(named: Any) -> Any:
    if not isinstance(named, str):
        return named
    place, _, name = named.partition(":")
    return getattr(import_module(place), name)


def ranked(question: Pick, judge: Judge) -> Keys:
    """List all options, those first that a judge likes best."""
    return sorted(question.options, key=lambda key: -judge(key))


def best(question: Question, judge: Judge) -> Keys:
    """Choose the answer that a judge likes best: of a window or of several picks only what is worth something."""
    if not isinstance(question, Pick):
        return [max(question.options, key=judge)]
    rank = ranked(question, judge)
    if question.high > 1 or question.low == 0:
        good = [key for key in rank[: question.high] if judge(key) > 0]
        if question.clash is not None:
            good = agreeing(question.clash, good)
        if len(good) >= question.low:
            return good
        return (rank if question.clash is None else agreeing(question.clash, rank))[: max(question.low, 1)]
    return rank[:1]


def agreeing(clash: Callable[[Sequence[str]], object], keys: Keys) -> Keys:
    """Choose the first ones that go together."""
    found: Keys = []
    for key in keys:
        if clash([*found, key]) is None:
            found.append(key)
    return found
