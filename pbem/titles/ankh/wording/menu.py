"""What a turn mail lists: the actions with what each may ask as things stand, and, where a Conflict is near, the order
for it (A-PBEM-6)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.errors import RevealAhead, RulesBug
from pbem.core.interpreter import Run
from pbem.core.procedures import Ask, Procedure
from pbem.core.questions import Question, Seat
from pbem.core.trial import merge_question, suppose
from pbem.titles.ankh.components import ACTIONS, CONFLICT
from pbem.titles.ankh.rules.lookups import steps_of
from pbem.titles.ankh.state import Ankh

__all__ = ["is_near", "menu", "near_event"]

MOST = 6
"""Questions of one action that are looked at."""
NEAR = 2
"""A Conflict is near when it is the next event and a marker has at most so many steps to go (A-PBEM-6)."""


def menu(t: Ankh, seat: Seat) -> list[Question]:
    """List the questions that may follow, in the order of the tracks; then the order for a Conflict that is near."""
    asked: dict[str, Question] = {}
    for question in _turn(t, seat) if t.active == seat and t.conflict is None else ():
        merge_question(asked, question)
    found = list(asked.values())
    if is_near(t) and t.side(seat) in t.ladder:
        found += t.book.questions["order"].foreseen(t, seat)
    for form in t.book.forms.values():
        found += form(t, seat)
    return found


def is_near(t: Ankh) -> bool:
    """Tell whether players are shown the order form already (A-PBEM-6)."""
    return near_event(t, CONFLICT)


def near_event(t: Ankh, kind: str) -> bool:
    """Tell whether an event of this kind is the next one, and a marker has few steps to it."""
    following = next((event for event in t.data.events if event.index == t.event + 1), None)
    if following is None or following.type != kind or t.over or t.conflict is not None:
        return False
    return any(steps_of(t, action) - t.tracks[action] <= NEAR for action in ACTIONS)


def _turn(t: Ankh, seat: Seat) -> Iterator[Question]:
    """Yield what the actions ask, and the event where a marker would reach it."""
    for action in ACTIONS:
        yield from _asked(t, seat, t.book.actions[action](seat=seat))
    following = next((event for event in t.data.events if event.index == t.event + 1), None)
    due = any(steps_of(t, action) - t.tracks[action] == 1 for action in ACTIONS)
    if due and following is not None and following.type != CONFLICT:
        yield from _asked(t, seat, t.book.events[following.type](seat=seat))


def _asked(t: Ankh, seat: Seat, procedure: Procedure) -> Iterator[Question]:
    """Yield what a procedure asks the seat on a trial: its windows, each passed by, up to the first question that has
    to be answered, and windows behind that where it may be declined."""
    trial = suppose(t)
    trial.live.preview = True
    trial.stack = [procedure]
    run, named = Run(trial), set[str]()
    for _ in range(MOST):
        try:
            run.advance()
        except (RulesBug, RevealAhead):
            return
        if not isinstance(run.open, Ask) or run.open.seat != seat:
            return
        question = run.open.question
        if question.name not in named:
            named.add(question.name)
            yield question
        if question.low > 0 and question.default is None:
            return
        try:
            run.give(seat, list(question.default or []))
        except (RulesBug, RevealAhead):
            return
