"""Words of the questions of a turn: prompts, what an option costs and brings, why something is no option."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.core.questions import Seat
from pbem.core.words import Count, Say
from pbem.titles.ankh.components import ACTIONS
from pbem.titles.ankh.lookups import followers_due, next_guardian, next_level, steps_of
from pbem.titles.ankh.state import Ankh

Why = tuple[str, str] | None


def followers(n: int) -> str:
    return Count(n, "{n} Follower", "{n} Followers")


def action_prompt(t: Ankh, did: Sequence[str]) -> str:
    return Say("Second action, below {action}", action=did[-1].capitalize()) if did else Say("First action")


def action_text(t: Ankh, seat: Seat, action: str) -> str:
    """The step of the marker, and what the action would bring now."""
    left = steps_of(t, action) - t.tracks[action] - 1
    event = t.data.events[t.event] if left == 0 and t.event < len(t.data.events) else None
    if event is None:
        step: str = Count(left, "then {n} step to the event", "then {n} steps to the event")
    else:
        step = Say("triggers event {index}, {type}", index=event.index, type=event.type)
    if action == "gain":
        return Say("{gain}; {step}", gain=followers(followers_due(t, t.side(seat))), step=step)
    return step


def why_no_action(t: Ankh, did: Sequence[str], words: str) -> Why:
    if words in ACTIONS and did:
        return Say("a second action lies strictly below {action} on the board", action=did[-1]), "A-TURN-5"
    return None


def unlock_prompt(t: Ankh, side: Seat) -> str:
    level = next_level(t, side)
    cost = followers(t.data.power_cost.get(level, 0))
    return Say("Unlock a power of level {level} for {cost}", level=level, cost=cost)


def unlock_text(t: Ankh, side: Seat, power: str) -> str:
    guardian = next_guardian(t, side)
    cost = followers(t.data.power_cost[next_level(t, side)])
    if guardian:
        brings = t.data.names[guardian]
        return Say("{name}: {cost}; brings {guardian}", name=t.data.names[power], cost=cost, guardian=brings)
    return Say("{name}: {cost}", name=t.data.names[power], cost=cost)


def why_no_unlock(t: Ankh, side: Seat, words: str) -> Why:
    power = t.data.powers.get(words.replace(" ", "_").replace("-", "_"))
    if power is None:
        return None
    if power.id in t.held(side):
        return Say("{name} is unlocked already", name=power.name), "A-UNLOCK-1"
    return Say("the next power is of level {level}", level=next_level(t, side)), "A-UNLOCK-1"
