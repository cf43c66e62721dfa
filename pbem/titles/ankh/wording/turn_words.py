"""Words of the questions of a turn: prompts, what an option costs and brings, why something is no option."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pbem.core.questions import Seat
from pbem.core.words import Count, Listed, Name, Say
from pbem.titles.ankh.components import ACTIONS
from pbem.titles.ankh.hooks import adjusted
from pbem.titles.ankh.map.caravans import Line
from pbem.titles.ankh.map.geometry import DIRECTIONS
from pbem.titles.ankh.notation import KINDS, move_key, read_move, spelled_edge, spelled_pair
from pbem.titles.ankh.rules.lookups import followers_due, next_cost, next_guardian, next_level, steps_of
from pbem.titles.ankh.state import NEUTRAL, Ankh
from pbem.titles.ankh.wording.log import thing

Why = tuple[str, str] | None
_SPACE = re.compile(r"\b[a-vx-z]\d{1,2}\b")

EFFECTS = {
    "commanding": "3 Followers for a Battle won",
    "inspiring": "Build Monument costs nothing",
    "omnipresent": "a Follower for each region with a unit, as a Conflict begins",
    "revered": "1 Follower more in each Gain",
    "resplendent": "God of strength 3 with 3 Monuments of a kind",
    "obelisk_attuned": "relocate units to own Obelisks as a Battle begins",
    "temple_attuned": "2 strength for each own Temple beside a unit",
    "pyramid_attuned": "one more summon beside each own Pyramid",
    "glorious": "3 Devotion for a win by 3 strength",
    "magnanimous": "2 Devotion for a Battle lost with 2 units",
    "bountiful": "1 Devotion more in each gain while red",
    "worshipful": "2 Followers for 1 Devotion after a Battle",
}
"""What each power does, in a few words (A-POW)."""


def followers(n: int) -> str:
    return Count(n, "{n} Follower", "{n} Followers")


def owner_text(t: Ankh, owner: Seat) -> str:
    return t.data.names[owner] if owner != NEUTRAL else Say("neutral")


def unit_text(t: Ankh, place: str) -> str:
    unit = t.units[place]
    return Say("{unit} of {owner}", unit=t.data.names[unit.kind], owner=t.data.names[unit.owner])


def off_map(t: Ankh, words: str) -> Why:
    """Say where words name something that looks like a space and is none (A-MAP-1); `w2` is a Warrior."""
    named = (word.upper() for word in _SPACE.findall(words.lower()))
    place = next((one for one in named if one not in t.data.board.terrain), None)
    return (Say("the map has no space {place}", place=place), "A-MAP-1") if place else None


# -- actions ---------------------------------------------------------------------------------------------------------


def action_prompt(t: Ankh, did: Sequence[str]) -> str:
    return Say("Second action, below {action}", action=Name(did[-1])) if did else Say("First action")


def action_text(t: Ankh, seat: Seat, action: str) -> str:
    """Tell the step of the marker, and what the action would bring now."""
    left = steps_of(t, action) - t.tracks[action] - 1
    event = t.data.events[t.event] if left == 0 and t.event < len(t.data.events) else None
    if event is None:
        step: str = Count(left, "then {n} step to the event", "then {n} steps to the event")
    else:
        kind = thing(t.book.event_names.get(event.type, event.type))
        step = Say("triggers event {index}, {type}", index=event.index, type=kind)
    if action == "gain":
        return Say("{gain}; {step}", gain=followers(followers_due(t, t.side(seat))), step=step)
    return step


def not_your_turn(t: Ankh, seat: Seat) -> Why:
    """Say why a seat that is not asked cannot act: a Conflict is resolved first, and merged players keep their own
    turns."""
    if t.conflict is not None:
        return Say("turns go on when the Conflict is resolved"), "A-TURN-3"
    if not t.active or t.active == seat:
        return None
    god = t.data.names[t.active]
    if t.side(t.active) == t.side(seat):
        return Say("merged players each take their own turns, and this one is {god}'s", god=god), "A-MERGE-9"
    return Say("it is the turn of {god}", god=god), "A-TURN-1"


def why_no_action(t: Ankh, did: Sequence[str], words: str) -> Why:
    if words in ACTIONS and did:
        return Say("a second action lies strictly below {action} on the board", action=did[-1]), "A-TURN-5"
    return None


# -- move --------------------------------------------------------------------------------------------------------------


def move_prompt(moved: Sequence[str]) -> str:
    return Say("Move another unit") if moved else Say("Move units up to 3 spaces each")


def move_text(t: Ankh, key: str) -> str:
    """Say where a move leads: terrain, region, and whom Satet would push."""
    end = key.split("-")[-1]
    if end in t.units:
        return Say("pushes {unit}", unit=unit_text(t, end))
    return space_text(t, end)


def spelled_move(t: Ankh, side: Seat, text: str) -> str | None:
    """Find the key of a move as typed: with or without the unit, which must be the one that stands there."""
    found = read_move(text)
    unit = t.units.get(found[1]) if found else None
    if found is None or unit is None or unit.owner != side or found[0] not in ("", unit.kind):
        return None
    return move_key(unit.kind, found[1], found[2])


def space_text(t: Ankh, place: str) -> str:
    return Say("{terrain}, region {region}", terrain=Say(t.terrain(place)), region=region_text(t, place))


def region_text(t: Ankh, place: str) -> str:
    return Listed([str(token) for token in t.tokens_at(place)], " ")


def why_no_move(t: Ankh, side: Seat, moved: Sequence[str], words: str) -> Why:
    found = read_move(words)
    board = t.data.board
    if found is None or found[1] not in board.terrain or found[2] not in board.terrain:
        return off_map(t, words)
    kind, start, end = found
    unit = t.units.get(start)
    if unit is None or unit.owner != side:
        return Say("no unit of yours stands on {place}", place=start), "A-MOVE-1"
    if start in moved:
        return Say("the unit on {place} has moved in this action", place=start), "A-MOVE-1"
    if kind not in ("", unit.kind):
        return Say("on {place} stands your {unit}", place=start, unit=t.data.names[unit.kind]), "A-MOVE-1"
    if board.distance(start, end) > adjusted(t, side, "reach", t.data.move_distance):
        return Say("{end} is {n} spaces away", end=end, n=board.distance(start, end)), "A-MOVE-1"
    return why_closed(t, side, end) or (Say("that is no move"), "A-MOVE-1")


def why_closed(t: Ankh, side: Seat, place: str) -> Why:
    """Say why a unit of a side cannot end on a space."""
    if place in t.data.board.is_water:
        return Say("{place} is Water", place=place), "A-MOVE-3"
    if place in t.units:
        return Say("{unit} stands on {place}", unit=unit_text(t, place), place=place), "A-MAP-3"
    if place in t.monuments:
        return Say("a {kind} stands on {place}", kind=t.data.names[t.monuments[place].kind], place=place), "A-MAP-3"
    if t.filled(place):
        return Say("{what} stands on {place}", what=t.data.names[t.filled(place)], place=place), "A-MAP-3"
    if t.closed_to(side, place):
        return Say("{place} is a space of the Underworld", place=place), "A-RUL-8"
    return None


def push_prompt(t: Ankh, place: str) -> str:
    return Say("Push {unit} from {place} to", unit=unit_text(t, place), place=place)


def why_no_push(t: Ankh, place: str, words: str) -> Why:
    end = t.data.board.spelled.get(words)
    if end is None:
        return off_map(t, words)
    if end not in t.lay.adjacent[place]:
        return Say("{end} is not adjacent to {place}", end=end, place=place), "A-GUARD-SATET-1"
    return why_closed(t, t.units[place].owner, end)


def claws_prompt(place: str) -> str:
    return Say("Claws of the Giant Scorpion on {place}", place=place)


def claws_text(t: Ankh, place: str, key: str) -> str:
    """Say what the claws point at: spaces in the same region count (A-GUARD-SCORPION-2)."""
    said = []
    for direction in key.split("-"):
        target = t.data.board.around[place][DIRECTIONS.index(direction)]
        monument = t.monuments.get(target) if target in t.lay.adjacent[place] else None
        if monument is not None:
            owner, kind = owner_text(t, monument.owner), t.data.names[monument.kind]
            said.append(Say("{kind} on {place} ({owner})", kind=kind, place=target, owner=owner))
        else:
            said.append(Say("{place}", place=target or "-"))
    return Listed(said)


# -- summon ----------------------------------------------------------------------------------------------------------


def summon_prompt(t: Ankh, side: Seat, made: Sequence[object]) -> str:
    return Say("Summon another unit") if made else Say("Summon a unit")


def summon_text(t: Ankh, side: Seat, key: str) -> str:
    word, place = key.split()
    if word == "ransom":
        return Say("a trapped Warrior for 1 Follower to Anubis; {space}", space=space_text(t, place))
    return space_text(t, place)


def why_no_summon(t: Ankh, side: Seat, words: str) -> Why:
    word, _, text = words.rpartition(" ")
    place = t.data.board.spelled.get(text)
    kind = KINDS.get(word.rstrip("0123456789 "), word)
    if place is None or not word:
        return off_map(t, words)
    if kind == "ransom" and side not in t.trapped:
        return Say("Anubis holds no Warrior of yours"), "A-SUMMON-3"
    if kind == "ransom" and not t.gods[side].followers:
        return Say("a ransom costs 1 Follower"), "A-SUMMON-3"
    if kind == "warrior" and not t.gods[side].warriors:
        return Say("your pool has no Warrior"), "A-SUMMON-1"
    if kind in t.data.guardians and kind not in t.gods[side].guardians:
        return Say("your pool has no {unit}", unit=t.data.names[kind]), "A-SUMMON-1"
    if kind == "god":
        return Say("your God stands on the map"), "A-SUMMON-1"
    if place in t.data.board.is_water and kind not in t.book.guardians.windows.get("water", {}):
        return Say("{place} is Water", place=place), "A-MAP-4"
    return why_closed(t, side, place) or (
        Say("{place} is not adjacent to a unit or Monument of yours that allows another summon", place=place),
        "A-SUMMON-1",
    )


def sun_prompt(t: Ankh, place: str) -> str:
    return Say("Attach a Sun token ({n} left) to the unit on {place}", n=t.suns, place=place)


# -- unlock ------------------------------------------------------------------------------------------------------------


def unlock_prompt(t: Ankh, side: Seat) -> str:
    level = next_level(t, side)
    cost = followers(next_cost(t, side))
    return Say("Unlock a power of level {level} for {cost}", level=level, cost=cost)


def unlock_text(t: Ankh, side: Seat, power: str) -> str:
    """Say what a power does, and the Guardian that comes with it; the price stands in the prompt."""
    guardian = next_guardian(t, side)
    effect = Say(EFFECTS[power]) if power in EFFECTS else t.data.names[power]
    if guardian:
        return Say("{effect}; brings {guardian}", effect=effect, guardian=t.data.names[guardian])
    return effect


def why_no_unlock(t: Ankh, side: Seat, words: str) -> Why:
    power = t.data.powers.get(words.replace(" ", "_").replace("-", "_"))
    if power is None:
        return None
    if power.id in t.held(side):
        return Say("{name} is unlocked already", name=power.name), "A-UNLOCK-1"
    return Say("the next power is of level {level}", level=next_level(t, side)), "A-UNLOCK-1"


def why_nothing_to_unlock(t: Ankh, seat: Seat, words: str) -> Why:
    """Say why an `unlock` line has no place in a turn."""
    side = t.side(seat)
    level = next_level(t, side)
    if not level:
        return Say("all six powers are unlocked"), "A-UNLOCK-2"
    if t.gods[side].followers < next_cost(t, side):
        have, cost = followers(t.gods[side].followers), next_cost(t, side)
        said = Say("a power of level {level} costs {cost}, you have {have}", level=level, cost=cost, have=have)
        return said, "A-UNLOCK-2"
    return None


# -- events ------------------------------------------------------------------------------------------------------------


def control_prompt() -> str:
    return Say("Take control of a Monument")


def monument_text(t: Ankh, place: str) -> str:
    monument = t.monuments[place]
    kind, owner = t.data.names[monument.kind], owner_text(t, monument.owner)
    return Say("{kind}, {owner}; region {region}", kind=kind, owner=owner, region=region_text(t, place))


def why_no_control(t: Ankh, side: Seat, words: str) -> Why:
    place = t.data.board.spelled.get(words)
    monument = t.monuments.get(place or "")
    if place is None:
        return off_map(t, words)
    if monument is None:
        return Say("no Monument stands on {place}", place=place), "A-CTRL-1"
    if monument.owner == side:
        return Say("the Monument on {place} is yours", place=place), "A-CTRL-1"
    if monument.owner and any(not other.owner for other in t.monuments.values()):
        return Say("an enemy Monument is taken only when no neutral one is on the map"), "A-CTRL-2"
    return Say("no unit of yours is adjacent to {place}", place=place), "A-CTRL-1"


def caravan_prompt(edges: Sequence[str]) -> str:
    if edges:
        return Say("Camels so far on {edges}; the next edge", edges=Listed(edges, " "))
    return Say("Place a caravan: the edges of its Camels, one after another")


def edge_text(lines: Sequence[Line], key: str) -> str:
    """Say how many legal lines go over an edge, and the most even of them."""
    over = [line for line in lines if key in line.edges]
    best = max(over, key=lambda line: (line.sizes[0], -len(line.edges)))
    n = Count(len(over), "{n} legal line", "{n} legal lines")
    return Say("{n}; the most even one {edges} leaves {small} and {large}", n=n, edges=Listed(best.edges, " "),
               small=best.sizes[0], large=best.sizes[1])  # fmt: skip


def why_no_camel(t: Ankh, edges: Sequence[str], words: str) -> Why:
    name = spelled_edge(words)
    if name is None:
        return None
    board = t.data.board
    if name not in board.ends:
        return Say("{edge} is no edge of the map", edge=name), "A-CARA-1"
    if name in board.rivers:
        return Say("{edge} carries the River", edge=name), "A-CARA-1"
    if name in t.camels or name in edges:
        return Say("{edge} carries a Camel already", edge=name), "A-CARA-1"
    if not board.is_water.isdisjoint(name.split("|")):
        return Say("{edge} lies at Water", edge=name), "A-CARA-1"
    least = board.least
    return Say("no legal line of at most {most} Camels that leaves {least} land spaces on each side goes over {edge}",
               most=t.data.camels_per_caravan, least=least, edge=name), "A-CARA-3"  # fmt: skip


def token_prompt(token: int) -> str:
    return Say("Which part keeps order token {token}", token=token)


def part_text(t: Ankh, anchor: str) -> str:
    spaces = t.lay.spaces[anchor]
    return Say("the part of {n} spaces: {spaces}", n=len(spaces), spaces=Listed(spaces, " "))


def exchange_prompt() -> str:
    return Say("Exchange the order token of a new region with another one")


def exchange_text(t: Ankh, key: str) -> str:
    one, other = key.split("-")
    return Say("regions {one} and {other} change places in the order", one=one, other=other)


def why_no_exchange(t: Ankh, new: Sequence[int], words: str) -> Why:
    if spelled_pair(words) is None:
        return None
    return Say("one of the two must be {new}, the token of a new region", new=Listed(map(str, new), " / ")), "A-CARA-5"
