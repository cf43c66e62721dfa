"""How the questions of a Conflict are asked: by side, for an occasion, with facts for conditions (A-PBEM).

Every question of a Conflict can be answered ahead, for one region (`card-2`) or for the whole Conflict (`card`). In the
mode `table` each is asked when it arises. In the other modes a call comes first (`card` for each Battle, `order` for
the whole Conflict); whatever else arises is answered by lines on file, else by its default, and nobody is waited for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import Any

from pbem.core.procedures import Ask, AskAll, Next, Outcome, TurnOver
from pbem.core.questions import Facts, Keys, Occasion, Pick, Question, Seat
from pbem.titles.ankh.components import CONFLICT
from pbem.titles.ankh.rules.strength import side_strength
from pbem.titles.ankh.state import Ankh

__all__ = [
    "PER_BATTLE",
    "SEALED",
    "TABLE",
    "ask_side",
    "ask_sides",
    "conflict_pick",
    "ending",
    "facts",
    "follow_ups",
    "here",
    "lapses",
    "next_conflict",
    "occasions",
    "regions_left",
    "richest",
    "stake",
]

SEALED, PER_BATTLE, TABLE = "sealed", "per_battle", "table"
CALLING = ("card", "relocate", "amun")
"""What a Battle of the mode `per_battle` waits for: its cards, and what comes before they are chosen."""


def ask_side(t: Ankh, side: Seat, question: Question, then: Callable[[Any, Keys], Outcome]) -> Outcome:
    """Ask a side. Of merged gods the greater one's player decides, and the partner may propose (A-DEC-22)."""
    if len(t.members(side)) == 1:
        return Ask(side, question, ending(side, then))
    return ask_sides(t, {side: question}, lambda table, answers: then(table, answers[side]))


def ending(seat: Seat, then: Callable[[Any, Keys], Outcome]) -> Callable[[Any, Keys], Outcome]:
    """Wrap a step that takes an answer out of turn: the seat's mail may end behind it."""

    @wraps(then)
    def answered(t: Any, keys: Keys) -> Outcome:
        outcome = then(t, keys)
        return TurnOver(seat, then=outcome.step) if isinstance(outcome, Next) else outcome

    return answered


def ask_sides(
    t: Ankh,
    questions: dict[Seat, Question],
    then: Callable[[Any, dict[Seat, Keys]], Outcome],
    *,
    sealed: bool = False,
) -> Outcome:
    """Ask several sides at once."""
    partners = {t.lesser: t.greater} if t.greater in questions else {}
    return AskAll(questions, then, sealed=sealed, partners=partners)


def conflict_pick(t: Ankh, side: Seat, name: str, prompt: str, options: Sequence[str], **more: Any) -> Pick:
    """Ask a question of the Conflict that runs."""
    return Pick(name, prompt, options, facts=facts(t, side), occasions=here(t), lapses=lapses(t, name), **more)


def lapses(t: Ankh, question: str) -> bool:
    """Tell whether nobody is waited for: the call came before (A-PBEM-3). A Battle's card is the call of
    `per_battle`."""
    mode = t.options.conflict_mode
    return mode == SEALED or (mode == PER_BATTLE and question not in CALLING)


def follow_ups(t: Ankh, side: Seat) -> bool:
    """Tell whether a Battle may ask a side anything besides its card: Followers that it has or may get to bid or pay,
    the Tie-breaker, a Mummy to place, or an ability or power that asks (A-PBEM-7)."""
    assert t.conflict is not None
    god, returning = t.gods[side], t.book.guardians.windows.get("return", {})
    pays = god.followers > 0 or any(card in t.book.cards.reacting.get("revealed", {}) for card in god.hand)
    breaks = t.conflict.holder == side and t.conflict.tie_breaker
    asks = any(t.has(side, window) for window in ("protect", "underworld", "trap", "worship"))
    return pays or breaks or asks or any(t.units[place].kind in returning for place in t.units_of(side))


def next_conflict(t: Ankh) -> int:
    """Return the number of the Conflict that runs, or of the next one; 0 after the last. One that was triggered is the
    next one until it begins: the mail that triggers it may hold the order for it."""
    if t.conflict is not None:
        return t.conflict.number
    triggered = any(frame.kind == "ankh.turn" and frame.step == "resolve" for frame in t.stack)
    if triggered and t.data.events[t.event - 1].type == CONFLICT:
        return t.data.events[t.event - 1].conflict
    return next((e.conflict for e in t.data.events if e.index > t.event and e.type == CONFLICT), 0)


def here(t: Ankh) -> tuple[Occasion, ...]:
    """Say what a question is asked for now: the region, and the whole Conflict; nothing outside of one."""
    if t.conflict is None:
        return ()
    number, token = t.conflict.number, t.conflict.token
    return Occasion(str(token), f"conflict {number}, region {token}"), Occasion("", f"conflict {number}")


def occasions(t: Ankh, side: Seat | None = None) -> list[Occasion]:
    """Say what lines may be sent ahead for: the regions still to come, and the whole Conflict. While one runs, a side
    has nothing to say of regions without a unit of its own, and no unit can come to one (A-BATTLE-1, A-POW-OBELISK)."""
    number = next_conflict(t)
    if not number or t.over:
        return []
    now = [t.conflict.token] if t.conflict is not None and t.conflict.token else []
    tokens = sorted([*now, *regions_left(t)])
    if side is not None and t.conflict is not None:
        tokens = [token for token in tokens if token in now or side in t.sides_in(token)]
    found = [Occasion(str(token), f"conflict {number}, region {token}") for token in tokens]
    return [*found, Occasion("", f"conflict {number}")]


def regions_left(t: Ankh) -> list[int]:
    """List the order tokens of the regions that a Conflict has still to resolve, in its order; of all before it
    begins."""
    order = t.book.order_of_regions(t)
    if t.conflict is None or t.conflict.token not in order:
        return order
    return order[order.index(t.conflict.token) + 1 :]


def facts(t: Ankh, side: Seat) -> Facts:
    """Tell what members of an order may depend on: `amun` (two cards were announced), own Followers, units and strength
    in the region, the most units and strength of another side there, who is there, which cards lie there (A-PBEM-5)."""
    plagues = t.book.cards.windows.get("plague", {}).keys()
    found: dict[str, Callable[[], int | bool]] = {
        "amun": lambda: _announced(t),
        "followers": lambda: t.gods[side].followers,
        "units": lambda: len(t.units_in(_token(t), side)),
        "enemies": lambda: max((len(t.units_in(_token(t), other)) for other in t.enemies(side)), default=0),
        "strength": lambda: side_strength(t, _token(t), side),
        "enemy_strength": lambda: max((side_strength(t, _token(t), o) for o in t.enemies(side)), default=0),
        "enemy_max": lambda: richest(t, side),
        "stake": lambda: stake(t, side),
        "plagues": lambda: sum(not plagues.isdisjoint(cards) for cards in _cards(t).values()),
        "rivals": lambda: len([other for other in t.sides_in(_token(t)) if other != side]),
    }
    for god in t.gods:
        if t.side(god) != side:
            found[god] = _is_there(t, god)
    for card in t.data.cards:
        found[card] = _played(t, card, [side])
        found[f"enemy {card}"] = _played(t, card, t.enemies(side))
    return found


def _is_there(t: Ankh, god: Seat) -> Callable[[], bool]:
    return lambda: t.side(god) in t.sides_in(_token(t))


def _played(t: Ankh, card: str, sides: Iterable[Seat]) -> Callable[[], bool]:
    return lambda: any(card in _cards(t).get(side, ()) for side in sides)


def _announced(t: Ankh) -> bool:
    """Tell whether two cards were announced: before the first region for any of them, then for the one that is
    resolved."""
    if t.conflict is None or not t.conflict.announced:
        return False
    return t.conflict.token in (0, t.conflict.announced)


def _token(t: Ankh) -> int:
    return t.conflict.token if t.conflict is not None and t.conflict.token else t.book.order_of_regions(t)[0]


def _cards(t: Ankh) -> dict[Seat, list[str]]:
    return t.battle.cards if t.battle is not None else {}


def stake(t: Ankh, side: Seat) -> int:
    """Count own units that a Plague would kill."""
    return sum(t.units[place].kind != "god" for place in t.units_in(_token(t), side))


def richest(t: Ankh, side: Seat) -> int:
    """Count the most Followers that another bidder owns."""
    others = [other for other in t.sides_in(_token(t)) if other != side]
    return max((t.gods[other].followers for other in others), default=0)
