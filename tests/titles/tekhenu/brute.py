"""An oracle for what a turn may offer: every full continuation of it, tried without any shortcut.

The rules run with all looking ahead switched off: each option that exists at all is listed, and it is legal if one of
all the ways on from it leads to the end of the turn. No arithmetic of costs and no pruning; all that is remembered is
which tables were tried before, points and scales left aside, which nothing within a turn asks for. So the board of a
position must be small, and a search that grows too large gives up (`TooLarge`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import combinations
from typing import Any

import pytest

from pbem.core.errors import RulesBug
from pbem.core.interpreter import Run
from pbem.core.procedures import Ask, Outcome
from pbem.core.questions import Keys, Pick, Question
from pbem.core.trial import Supposition, supposed
from pbem.titles.tekhenu.actions.god import GodAction
from pbem.titles.tekhenu.board import ANUBIS, BARREN, BASIC, FORBIDDEN
from pbem.titles.tekhenu.seth.turn import SethTurn
from pbem.titles.tekhenu.state import Tekhenu
from pbem.titles.tekhenu.turns import outlook, taking
from pbem.titles.tekhenu.turns.means import GOD, NOTHING, PRODUCE, Means
from pbem.titles.tekhenu.turns.taking import Taking
from pbem.titles.tekhenu.turns.turn import Turn

MOST = 6000


class TooLarge(Exception):
    """More continuations than a test can try."""


class _Over(Exception):
    pass


_tried = [0]
_known: dict[str, bool] = {}
"""Tables that came to a question before, and whether one of its answers leads to the end of the turn."""


def twin_of(t: Tekhenu, lenient: bool) -> Tekhenu:
    """A deep copy; a lenient one lists whatever exists."""
    live, t.live = t.live, None
    try:
        copy = t.model_copy(deep=True)
    finally:
        t.live = live
    copy.live = Supposition(live.chance, live.data, live.options, live.fixes, live.book) if lenient else live
    return copy


def over(seat: str) -> None:
    raise _Over


def ends(table: Tekhenu, step: Callable[[], Outcome]) -> bool:
    """Whether some way from this step leads to the end of the turn."""
    _tried[0] += 1
    if _tried[0] > MOST:
        raise TooLarge
    run = Run(table, over)
    try:
        run._follow(step(), answered=True)
        run.advance()
    except _Over:
        return True
    except RulesBug:
        return False
    ask = run.open
    assert isinstance(ask, Ask)
    place = _written(table)
    if place not in _known:
        _known[place] = any(_goes(table, ask, keys) for keys in every_answer(ask.question))
    return _known[place]


def _written(t: Tekhenu) -> str:
    """All that can decide how the turn goes on."""
    for player in t.players.values():
        player.vp, player.left, player.right, player.below = 0, [], [], []
    live, t.live = t.live, None
    try:
        return t.model_dump_json()
    finally:
        t.live = live


def _goes(t: Tekhenu, ask: Ask, keys: Keys) -> bool:
    copy = twin_of(t, lenient=True)
    step = getattr(copy.stack[-1], ask.then.__name__)
    return ends(copy, lambda: step(copy, keys))


def every_answer(question: Question) -> Iterator[Keys]:
    assert isinstance(question, Pick)
    options = question.options[:1] if question.name == "turn" else question.options
    for size in range(question.low, min(question.high, len(options)) + 1):
        found = map(list, combinations(options, size))
        yield from (keys for keys in found if question.clash is None or question.allows(keys))


def leads_on(t: Tekhenu, frame: Any, then: Any, keys: Keys, dead: Any = None) -> bool:
    copy = twin_of(t, lenient=True)
    step = getattr(copy.stack[-1], then.__name__)
    return ends(copy, lambda: step(copy, keys))


def completes(t: Tekhenu, turn: Means, begin: Callable[[Any, Tekhenu], Outcome]) -> bool:
    copy = twin_of(t, lenient=True)
    at = next(i for i, frame in enumerate(copy.stack) if isinstance(frame, Turn))
    twin = type(turn)(**{**turn.__dict__, "did": list(turn.did), "held": list(turn.held), "given": {}})
    copy.stack[at:] = [twin]
    return ends(copy, lambda: begin(twin, copy))


# -- the rules without looking ahead ---------------------------------------------------------------------------------


def _actions(self: Turn, t: Tekhenu) -> list[str]:
    if self.purity == FORBIDDEN:
        return [NOTHING]
    keys = [PRODUCE, GOD] if self.can_produce else [GOD]
    if self.way == ANUBIS:
        keys = [*self.gods(t), *(BASIC if self.can_produce else ())]
    if self.idle and self.nothing_else(t):
        keys.append(NOTHING)
    return keys if supposed(t) else [key for key in keys if _begins(self, t, key)]


def _begins(self: Turn, t: Tekhenu, key: str) -> bool:
    return completes(t, self, lambda twin, copy: twin.set_action(copy, [key]))


def _turns(self: Taking, t: Tekhenu, card: str, value: int) -> bool:
    return supposed(t) or completes(t, self, lambda twin, copy: twin.set_value(copy, [f"{card} {value}"]))


def _extra_payable(self: Means, t: Tekhenu, card: str, god: str) -> bool:
    with self.tracks_paid(t, card) as paid:
        if supposed(t) or not paid:
            return paid
    return completes(t, self, lambda twin, copy: twin.set_extra(copy, [f"{card} {god}"]))


def _can_act(self: Means, t: Tekhenu, god: str, scribes: int = 0) -> bool:
    def begin(twin: Turn, copy: Tekhenu) -> Outcome:
        twin.action = god
        return twin.settle(copy)

    return supposed(t) or completes(t, self, begin)


def _first_possible(self: Means, t: Tekhenu, costs: Any = ()) -> bool:
    def begin(twin: Turn, copy: Tekhenu) -> Outcome:
        twin.action = GOD
        return twin.set_first(copy, [PRODUCE])

    return self.may_produce_first(t) and (supposed(t) or completes(t, self, begin))


_grey_works = Taking.grey_works


def _grey(self: Taking, t: Tekhenu, god: str, face: int, waivers: bool = True, steps: int = 0, **more: str) -> bool:
    return not waivers and _grey_works(self, t, god, face, waivers, steps, **more)


def _dice(self: SethTurn, t: Tekhenu) -> list[str]:
    """Every die that can be taken, and those that are placed without an action (S-R-39)."""
    keys = [f"{god} {text}" for god, dice in t.dice.items() for text in dice]
    if supposed(t):
        return keys
    found = [key for key in keys if completes(t, self, lambda twin, copy, key=key: twin.take(copy, [key]))]  # type: ignore[misc]
    producing = [key for key in found if _produces(t, *key.split()[:2])]
    return found if producing or not self.no_action(t) else list(dict.fromkeys([*found, *self.idle_dice(t)]))


def _produces(t: Tekhenu, god: str, colour: str) -> bool:
    return god in t.data.gods and colour not in BARREN and t.purity(god, colour) != FORBIDDEN


def every_action(kind: type[GodAction] = GodAction) -> Iterator[type[GodAction]]:
    yield kind
    for further in kind.__subclasses__():
        yield from every_action(further)


@contextmanager
def without_shortcuts() -> Iterator[None]:
    """Every judgement by trying all continuations."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(outlook, "leads_on", leads_on)
        patch.setattr(outlook, "completes", completes)
        patch.setattr(outlook, "_answers", every_answer)
        patch.setattr(outlook, "_kinds", lambda t, question, *coming: {key: key for key in question.options})
        patch.setattr(taking, "hopeless", lambda *args: False)
        patch.setattr(Means, "finishes", lambda *args: False)
        patch.setattr(Means, "hopes", lambda *args: True)
        patch.setattr(Means, "easy", lambda *args: False)
        patch.setattr(Means, "can_act", _can_act)
        patch.setattr(Means, "first_possible", _first_possible)
        patch.setattr(Means, "extra_payable", _extra_payable)
        patch.setattr(Taking, "grey_works", _grey)
        patch.setattr(Taking, "turns", _turns)
        patch.setattr(Taking, "has_cards", lambda *args: True)
        patch.setattr(Turn, "actions", _actions)
        patch.setattr(Turn, "settles", lambda *args: True)
        patch.setattr(SethTurn, "hopes", lambda *args: True)
        patch.setattr(SethTurn, "finishes", lambda *args: False)
        patch.setattr(SethTurn, "can_act", _can_act)
        patch.setattr(SethTurn, "dice", _dice)
        for action in every_action():
            patch.setattr(action, "thinkable", lambda *args: True)
        yield


def legal(t: Tekhenu) -> tuple[str, set[str], int]:
    """Name of the question that a table comes to, its legal answers, and how many there must be."""
    _tried[0] = 0
    _known.clear()
    copy = twin_of(t, lenient=False)
    with without_shortcuts():
        run = Run(copy)
        run.advance()
        ask = run.open
        assert isinstance(ask, Ask)
        return ask.question.name, set(ask.question.options), ask.question.low  # lists are judged as they are read
