"""What a turn mail lists: the actions with what each may ask as things stand, and, where a Conflict is near, the order
for it (A-PBEM-6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.core.procedures import Ask, Procedure
from pbem.core.questions import Question, Seat
from pbem.core.trial import suppose
from pbem.titles.ankh.components import ACTIONS, CONFLICT
from pbem.titles.ankh.lookups import steps_of
from pbem.titles.ankh.state import Ankh

__all__ = ["is_near", "menu"]

NEAR = 2
"""A Conflict is near when it is the next event and a marker has at most so many steps to go (A-PBEM-6)."""


def menu(t: Ankh, seat: Seat) -> list[Question]:
    """The questions that may follow, in the order of the tracks; then the order for a Conflict that is near."""
    found = list(_turn(t, seat)) if t.active == seat and t.conflict is None else []
    if is_near(t) and t.side(seat) in t.ladder:
        found += t.book.questions["order"].ahead(t, seat) if t.book.questions["order"].ahead else []
    return found


def is_near(t: Ankh) -> bool:
    """Whether players are shown the order form already (A-PBEM-6)."""
    following = next((event for event in t.data.events if event.index == t.event + 1), None)
    if following is None or following.type != CONFLICT or t.over or t.conflict is not None:
        return False
    return any(steps_of(t, action) - t.tracks[action] <= NEAR for action in ACTIONS)


def _turn(t: Ankh, seat: Seat) -> Iterator[Question]:
    """What the actions ask, and the event where a marker would reach it."""
    trial = suppose(t)
    for action in ACTIONS:
        yield from _asked(trial, t.book.actions[action](seat=seat))
    following = next((event for event in t.data.events if event.index == t.event + 1), None)
    due = any(steps_of(t, action) - t.tracks[action] == 1 for action in ACTIONS)
    if due and following is not None and following.type != CONFLICT:
        yield from _asked(trial, t.book.events[following.type](seat=seat))


def _asked(trial: Ankh, procedure: Procedure) -> Iterable[Question]:
    """The first question of a procedure on a trial, if it asks at all."""
    outcome = procedure.start(trial)
    return [outcome.question] if isinstance(outcome, Ask) and outcome.question.forced is None else []
