"""What actions, pieces and tokens are worth to the greedy player, in VP."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.core.questions import Seat
from pbem.titles.tekhenu.actions.god import possible
from pbem.titles.tekhenu.actions.horus import free_at, people_vp, statue_cost
from pbem.titles.tekhenu.actions.osiris import free_districts
from pbem.titles.tekhenu.actions.ra import Ra
from pbem.titles.tekhenu.actions.thoth import reachable
from pbem.titles.tekhenu.board import (
    BASIC,
    BASTET_PAPYRUS,
    BASTET_SCRIBES,
    PURE,
    TAINTED,
    open_spots,
)
from pbem.titles.tekhenu.cards.decrees import Claim, points
from pbem.titles.tekhenu.components import Space
from pbem.titles.tekhenu.state import Tekhenu

WORTH = {"vp": 1.0, "gold": 1.2, "scribe": 1.4, "faith": 0.5, "population": 0.4, "happiness": 0.6}
"""VP of one of each; basic resources count less the more there are."""
PLENTY = 4
BUILDING, PILLAR, PRODUCTION_STEP, CARD = 1.5, 2.0, 1.0, 0.8
OVERPRODUCED, IMBALANCE = 0.3, 0.2
BLESSING = 2.5
POOR = 5.2
"""Two cards of a section that are worth less than this."""
FREE_CARDS = {"B05", "B06", "B21", "B22", "B01", "B02", "B03", "B04"}


def worth(t: Tekhenu, seat: Seat, amounts: Mapping[str, int]) -> float:
    """Reckon gains and losses in VP."""
    stock = t.players[seat].stock
    total = 0.0
    for what, n in amounts.items():
        if what in WORTH:
            total += n * WORTH[what]
        else:
            total += n * (1.0 if stock[what] < PLENTY else 0.4 if stock[what] < 2 * PLENTY else 0.1)
    return total


def scorings_left(t: Tekhenu) -> int:
    return len(t.markers)


def production(t: Tekhenu, seat: Seat, resource: str, value: int) -> float:
    kept = min(value, t.players[seat].production[resource])
    return worth(t, seat, {resource: kept}) - (value - kept) * OVERPRODUCED


def action(t: Tekhenu, seat: Seat, god: str, value: int) -> float:
    """Judge a god action at its best."""
    if not possible(t, seat, god, value):
        return -9.0
    judge = ACTION.get(god) or t.book.worth.get(god)
    return judge(t, seat, value) if judge else 0.0


def horus(t: Tekhenu, seat: Seat, value: int) -> float:
    spots = [t.horus[value - 1]] if free_at(t, t.horus[value - 1]) else []
    spots += [spot.id for spot in t.data.people_spots if spot.id not in t.people]
    best = max((statue(t, seat, spot) for spot in spots), default=0.0)
    return best - worth(t, seat, {"granite": statue_cost(t, seat)})


def statue(t: Tekhenu, seat: Seat, spot: str) -> float:
    """Judge the next Statue of the scoring table, and what its place brings."""
    data = t.data
    count = t.statues_built(seat)
    more = data.statue_scoring[min(count + 1, data.statues)] - data.statue_scoring[count]
    total = more * scorings_left(t) + 1.0
    if spot in t.statues:
        if seat in t.statues[spot]:
            return total
        bonus = worth(t, seat, t.book.numbers["bonus"](t, seat, spot))
        return total + bonus * (data.rounds - t.round) * 0.15 * len(t.seats)
    return total + people_vp(t, seat, spot) + t.gold_on.get(spot, 0) + scorings_left(t) * 1.5


def ra(t: Tekhenu, seat: Seat, value: int) -> float:
    data = t.data
    tile = t.ra[data.ra_place[value]]
    frame = Ra(seat=seat, value=value, tile=tile)
    judge = space_judge(t, frame)
    best = max(judge(at.index) for at in data.spaces if not t.tiles[at.index])
    return best - worth(t, seat, {"limestone": data.tiles[tile].limestone})


def space(t: Tekhenu, frame: Ra, at: int) -> float:
    """Judge a tile on a space, turned as well as it can be."""
    return space_judge(t, frame)(at)


def space_judge(t: Tekhenu, frame: Ra) -> Callable[[int], float]:
    """Judge what a tile is worth on each space, turned as well as it can be; count buildings at the lines once."""
    data, seat = t.data, frame.seat
    standing = [t.buildings_at(line) for line in range(10)]
    own = [t.buildings_at(line, seat) for line in range(10)]
    vp, left = data.ra_vp[data.ra_place[frame.value]], scorings_left(t)

    def judge(at: int) -> float:
        place = data.spaces[at]
        edges = best_match(t, place, frame.tile) * (data.corner_factor if place.corner else 1)
        row, column = place.lines
        total = standing[row] + standing[column] + edges + vp
        return total + worth(t, seat, place.reward) + PILLAR + (own[row] + own[column]) * left

    return judge


def best_match(t: Tekhenu, place: Space, tile: str) -> int:
    """Count the most edges that match in any turn (see `Ra.matching`), with a single look at what lies around the
    space."""
    tiles, around = t.data.tiles, []
    for side, beside in enumerate(place.neighbours):
        if beside < 0:
            around.append((side, place.border[side]))
        elif t.tiles[beside]:
            around.append((side, tiles[t.tiles[beside]].turned[t.turns[beside]][(side + 2) % 4]))
    return max([sum([edges[side] == colour for side, colour in around]) for edges in tiles[tile].turned])


def hathor(t: Tekhenu, seat: Seat, value: int) -> float:
    free = [spot.id for spot in open_spots(t.data, len(t.seats)) if spot.id not in t.buildings]
    return max(temple_spot(t, seat, spot) for spot in free) + value * WORTH["population"]


def temple_spot(t: Tekhenu, seat: Seat, spot: str) -> float:
    place = t.data.spot_by_id[spot]
    vp: int
    vp, found = t.book.numbers["temple line"](t, seat, place.line)
    later = (1 + t.own_pillars_in(place.line, seat)) * scorings_left(t)
    return vp + worth(t, seat, found) + later + building(t, seat) - worth(t, seat, {"bread": place.bread})


def building(t: Tekhenu, seat: Seat) -> float:
    """Judge the slot that the next Building uncovers."""
    at = t.buildings_built(seat)
    if at >= t.data.buildings:
        return 0.0
    return (t.data.row_vp[at] - t.data.row_bread[at] * 1.2) * scorings_left(t) + BUILDING


def bastet(t: Tekhenu, seat: Seat, value: int) -> float:
    player = t.players[seat]
    moved = min(value, player.population - player.happiness)
    data = t.data
    scoring = data.happiness_score(player.happiness + moved) - data.happiness_score(player.happiness)
    gain = worth(t, seat, {"happiness": moved, "scribe": BASTET_SCRIBES[value]})
    return gain + scoring * scorings_left(t) * 0.7 - worth(t, seat, {"papyrus": BASTET_PAPYRUS})


def thoth(t: Tekhenu, seat: Seat, value: int) -> float:
    """Judge the best cards of one section."""
    data = t.data
    n = data.thoth_cards[value]
    worths = [
        sorted((card_worth(t, seat, card) for card in t.market[section] if card), reverse=True)[:n]
        for section in reachable(t, seat, n)
    ]
    return max(map(sum, worths), default=0.0) * CARD - worth(t, seat, {"papyrus": data.thoth_papyrus[value]})


def osiris(t: Tekhenu, seat: Seat, value: int) -> float:
    free = free_districts(t, value, [])
    return max(district(t, seat, value, name) for name in free) - WORTH["happiness"]


def district(t: Tekhenu, seat: Seat, row: int, name: str) -> float:
    data = t.data
    at = data.districts.index(name)
    place = data.osiris_at(row, at)
    steps = sum(
        min(n, data.production_max - t.players[seat].production[resource]) for resource, n in place.advance.items()
    )
    mine = sum(1 for owner in t.osiris[at::4] if owner == seat)
    theirs = max((t.osiris[at::4].count(other) for other in t.others(seat)), default=0)
    lead = 2.0 * scorings_left(t) if mine + 1 > theirs >= mine else 0.5
    return (steps + place.any_steps) * PRODUCTION_STEP + worth(t, seat, place.gain) + lead + building(t, seat)


ACTION: dict[str, Callable[[Tekhenu, Seat, int], float]] = {
    "horus": horus,
    "ra": ra,
    "hathor": hathor,
    "bastet": bastet,
    "thoth": thoth,
    "osiris": osiris,
}
"""Modules register what they think of their own gods in the book."""


def any_action(t: Tekhenu, seat: Seat, what: str, value: int) -> float:
    return production(t, seat, what, value) if what in BASIC else action(t, seat, what, value)


def scale(t: Tekhenu, seat: Seat, purity: str, value: int) -> float:
    """Judge what a die on a pan does to the balance."""
    now: int = t.book.numbers["scale"](t, seat)
    then = now + value if purity == PURE else now - value if purity == TAINTED else now
    return weight(t, now) - weight(t, then)


def weight(t: Tekhenu, balance: int) -> float:
    return abs(balance) * IMBALANCE + t.data.penalty(balance)


def card_worth(t: Tekhenu, seat: Seat, key: str) -> float:
    """Judge a card: Technologies early, Decrees by what they would score now, Blessings late."""
    kind = t.data.cards[key].kind
    if kind == "decree":
        if len(t.players[seat].decrees) >= 4:
            return 1.0
        return 2.0 + points(t, seat, key, Claim((key,), t.players[seat].stock)) * 0.5
    left = (t.data.rounds - t.round) / t.data.rounds
    return 1.0 + 4.0 * left if kind == "technology" else 2.5
