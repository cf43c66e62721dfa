"""Words of the questions of a Conflict."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.core.questions import Seat
from pbem.core.words import Listed, Name, Say
from pbem.titles.ankh.components import CONFLICT
from pbem.titles.ankh.notation import read_move
from pbem.titles.ankh.state import Ankh
from pbem.titles.ankh.wording.turn_words import (
    Why,
    followers,
    off_map,
    space_text,
    spelled_move,
    sun_prompt,
    unit_text,
    why_closed,
)

__all__ = ["space_text", "spelled_move", "sun_prompt", "unit_text"]


def order_prompt(t: Ankh) -> str:
    if t.conflict is None:
        return Say("Order for the next Conflict, if you like, before it is called")
    return Say("Send your order for Conflict {number}, or `ready`: as on file, else defaults", number=t.conflict.number)


def cards_prompt() -> str:
    return Say("Battle cards for the Conflict, best first; `card-2` for region 2 only")


def bids_prompt() -> str:
    return Say("Bids against Plagues; the first member whose condition holds counts")


def relocations_prompt() -> str:
    return Say("Units that Obelisk-Attuned relocates, in their order")


def claws_ahead_prompt() -> str:
    return Say("Where a Giant Scorpion points when Obelisk-Attuned has relocated it")


def sun_ahead_prompt() -> str:
    return Say("Put a Sun token on a Mummy that comes back")


def ties_prompt() -> str:
    return Say("Use the Tie-breaker, if you hold it")


def relocate_prompt(token: int) -> str:
    return Say("Move a unit beside an Obelisk of yours in region {token}", token=token)


def move_text(t: Ankh, key: str) -> str:
    return space_text(t, key.split("-")[-1])


def why_no_relocation(t: Ankh, side: Seat, moved: Sequence[str], text: str) -> Why:
    found = read_move(text)
    if found is None or t.battle is None or not {found[1], found[2]} <= t.data.board.terrain.keys():
        return off_map(t, text)
    _, start, end = found
    rule, unit = "A-POW-OBELISK", t.units.get(start)
    if unit is None or unit.owner != side:
        return Say("no unit of yours stands on {place}", place=start), rule
    if start in moved:
        return Say("the unit on {place} was relocated in this Battle", place=start), rule
    near = [place for place in t.monuments_of(side, "obelisk") if end in t.lay.adjacent[place]]
    if not any(place in t.region(t.battle.token) for place in near):
        token = t.battle.token
        return Say("{end} is not adjacent to an Obelisk of yours in region {token}", end=end, token=token), rule
    return why_closed(t, side, end)


def why_no_gate(t: Ankh, text: str) -> Why:
    place = t.data.board.spelled.get(text.split("-")[-1].strip())
    if place is None or t.battle is None:
        return off_map(t, text)
    if place not in t.lay.spaces[t.anchor_of(t.battle.token)]:
        return Say("{place} is no land space of region {token}", place=place, token=t.battle.token), "A-GOD-OSIRIS-1"
    if not t.is_empty(place) or place in t.underworld:
        return Say("{place} is not empty", place=place), "A-RUL-35"
    return Say("a token moves only when all of them are on the map"), "A-GOD-OSIRIS-1"


def spelled_gate(text: str) -> str | None:
    """Read `c8`, `a6-c8`, `a6 to c8`."""
    return "-".join(part.upper() for part in text.replace(" to ", "-").replace(" ", "").split("-"))


def amun_prompt() -> str:
    return Say("Announce two cards for the Battle in region")


def card_prompt(token: int, n: int) -> str:
    if n == 2:
        return Say("Play two Battle cards in region {token}", token=token)
    return Say("Play a Battle card in region {token}", token=token)


def card_text(t: Ankh, side: Seat, card: str) -> str:
    return Say("{name}, strength {n}", name=t.data.names[card], n=t.data.cards[card])


def why_no_card(t: Ankh, side: Seat, words: str) -> Why:
    if words in t.gods[side].used:
        return Say("{name} was used and lies open before you", name=t.data.names[words]), "A-BATTLE-7"
    return None


def why_late(t: Ankh) -> Why:
    """Say why an order comes too late: its Conflict is over (A-PBEM-2)."""
    over = max((event.conflict for event in t.data.events[: t.event] if event.type == CONFLICT), default=0)
    if t.conflict is not None or not over:
        return None
    return Say("Conflict {n} is over: an order for it counts until it is resolved", n=over), "A-PBEM-2"


def build_prompt(cost: int) -> str:
    return Say("Build a Monument for {cost}", cost=followers(cost))


def spelled_building(text: str) -> str | None:
    kind, _, place = text.rpartition(" ")
    return f"{kind} {place.upper()}"


def why_no_building(t: Ankh, words: str) -> Why:
    kind, _, text = words.rpartition(" ")
    place = t.data.board.spelled.get(text)
    if place is None or t.battle is None or not kind:
        return off_map(t, words)
    if not t.supply.get(kind, 1):
        return Say("the supply has no {kind}", kind=kind), "A-CARD-BUILD"
    if place not in t.lay.spaces[t.anchor_of(t.battle.token)]:
        return Say("{place} is no land space of region {token}", place=place, token=t.battle.token), "A-CARD-BUILD"
    if place in t.underworld:
        return Say("{place} is a space of the Underworld", place=place), "A-GOD-OSIRIS-3"
    return Say("{place} is not empty", place=place), "A-MAP-3"


def bid_prompt(owner: Seat) -> str:
    return Say("Bid Followers against the Plague of {owner}; all bids are paid", owner=Name(owner))


def why_no_bid(t: Ankh, side: Seat, words: str) -> Why:
    if words.isdecimal():
        return Say("you have {have}", have=followers(t.gods[side].followers)), "A-CARD-PLAGUE"
    return None


def tie_prompt(tied: Sequence[Seat]) -> str:
    return Say("Flip the Tie-breaker to win; tied are {sides}", sides=Listed([Name(side) for side in tied]))


def keep_prompt() -> str:
    return Say("Protected units that stay alive")


def trap_prompt() -> str:
    return Say("Trap a Warrior that was killed, of")


def trap_text(t: Ankh, owner: Seat) -> str:
    return Say("Devotion {n}", n=t.devotion[owner])


def mummy_prompt(t: Ankh, side: Seat) -> str:
    return Say("The Mummy comes back on")


def underworld_prompt() -> str:
    return Say("Put an Underworld token on")


def worship_prompt(n: int) -> str:
    return Say("Sacrifice {n} for 1 Devotion", n=followers(n))


def take_prompt(t: Ankh) -> str:
    lesser, greater = t.data.names[t.lesser], t.data.names[t.greater]
    return Say("Guardians of {lesser} that {greater} takes over", lesser=lesser, greater=greater)


def take_text(t: Ankh, kind: str) -> str:
    guardian = t.data.guardians[kind]
    return Say("{name}, level {level}, {base} base", name=guardian.name, level=guardian.level, base=guardian.base)


def no_base(t: Ankh, size: str) -> str:
    left = t.bases_left(t.greater, size)
    return Say("of {size} bases {god} has {n} left", god=t.data.names[t.greater], n=left, size=size)
