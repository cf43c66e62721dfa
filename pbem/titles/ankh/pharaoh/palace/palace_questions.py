"""How questions of effects are put: on a player's turn as they are, in the Palace for an occasion, with facts for
conditions, and with a default where nobody is waited for (P-PBEM-1, P-PBEM-2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pbem.core.questions import Facts, Keys, Occasion, Pick, Seat
from pbem.titles.ankh.pharaoh.part import court, in_pool, ruler, sphinxes_of
from pbem.titles.ankh.pharaoh.verbs.effects import ASKED, LAPSE, TURN, Effects
from pbem.titles.ankh.state import Ankh

__all__ = ["facts", "foreseen", "put", "solves", "spelled_card"]

PALACE = Occasion("", "the Palace")
"""A line for the Palace stands until another one for the same question comes (P-PBEM-1)."""
RESOLVING = frozenset({"ankh.palace_control", "ankh.palace"})


def event_occasion(index: int) -> Occasion:
    return Occasion(str(index), f"the Palace at event {index}")


def here(t: Ankh) -> tuple[Occasion, Occasion]:
    """Say what a question of the Palace is asked for now."""
    return event_occasion(t.event), PALACE


def expeditions(t: Ankh, first: int) -> list[Occasion]:
    """List the Conflicts from an event on that end with a Pharaoh token, and all of them."""
    tokens = [event for event in t.data.events if event.index >= first and event.index in court(t).tokens]
    found = [Occasion(str(event.conflict), f"the end of Conflict {event.conflict}") for event in tokens]
    return [*found, Occasion("", "the end of a Conflict")] if found and not t.over else []


def coming(t: Ankh) -> list[Occasion]:
    """List for what lines may be sent ahead: the Control events to come, and all of them."""
    first = t.event if any(frame.kind in RESOLVING for frame in t.stack) else t.event + 1
    events = [event.index for event in t.data.events if event.type == "control" and event.index >= first]
    return [*(event_occasion(index) for index in events), PALACE] if events and not t.over else []


def facts(t: Ankh, side: Seat) -> Facts:
    """Tell what members of a palace order may depend on."""
    part = court(t)
    found: dict[str, Callable[[], int | bool]] = {
        "followers": lambda: t.gods[side].followers,
        "devotion": lambda: t.devotion[side],
        "lead": lambda: max((t.devotion[other] for other in t.enemies(side)), default=0),
        "least": lambda: t.ladder[0] == side,
        "most": lambda: t.ladder[-1] == side,
        "sphinxes": lambda: len(sphinxes_of(t, side)),
        "policies": lambda: len(part.hand[side]),
        "used": lambda: len(part.used[side]),
        "priests": lambda: in_pool(t, side),
        "event": lambda: t.event,
    }
    return found


def put(
    t: Ankh, run: Effects, name: str, prompt: str, options: Sequence[str], *, default: Keys | None = None,
    new: bool = False, **more: Any,
) -> Pick:  # fmt: skip
    """Put a question of an effect. `default` is what stands where nobody is waited for; `new` says that nobody could
    know what is asked when the call came."""
    if run.manner == TURN:
        return Pick(name, prompt, options, **more)
    lapses = run.manner == LAPSE and not (new and t.options.palace_mode == ASKED)
    occasions = expeditions(t, t.event) if name == "expedition" else here(t)
    return Pick(
        name, prompt, options, facts=facts(t, t.side(run.seat)), occasions=occasions, lapses=lapses,
        default=default if lapses else None, **more,
    )  # fmt: skip


def foreseen(t: Ankh, seat: Seat, name: str, prompt: str, options: Sequence[str], **more: Any) -> list[Pick]:
    """Return the question as it may be answered ahead; nothing if no Palace comes, or the seat is out."""
    occasions, side = coming(t), t.side(seat)
    if not occasions or side not in t.ladder:
        return []
    return [Pick(name, prompt, options, occasions=occasions, facts=facts(t, side), **more)]


def solves(t: Ankh, verb: str) -> bool:
    """Tell whether the Riddle of the Pharaoh in play uses a verb."""
    return any(effect["do"] == verb for effect in ruler(t).riddle_effects)


def spelled_card(text: str) -> str | None:
    """Read `take Great-Works`, `great_works`: the key that words for a card stand for."""
    return text.replace("_", " ").replace("-", " ")
