"""A sensible greedy player: it estimates what an answer brings in victory points and takes the best.

It looks one action ahead and knows no plans, but it builds in all areas, keeps its scale near balance and pays its
bread. The estimates are in VP; tokens and steps count with the weights below. It uses only what its seat may know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from pbem.core.questions import Keys, Pick, Question, Seat
from pbem.titles.tekhenu.actions import ACTIONS, possible
from pbem.titles.tekhenu.actions.hathor import rewards as temple_rewards
from pbem.titles.tekhenu.actions.horus import free_at, people_vp, statue_cost
from pbem.titles.tekhenu.actions.osiris import Osiris, free_districts
from pbem.titles.tekhenu.actions.ra import Ra
from pbem.titles.tekhenu.actions.thoth import reachable
from pbem.titles.tekhenu.board import (
    ANUBIS,
    ANUBIS_SCRIBES,
    BASIC,
    BASTET_PAPYRUS,
    BASTET_SCRIBES,
    FORBIDDEN,
    PURE,
    SCRIBE_REACH,
    TAINTED,
    VALUES,
    open_spots,
)
from pbem.titles.tekhenu.cards.decrees import Claim, points
from pbem.titles.tekhenu.cards.destiny import answers, rewards
from pbem.titles.tekhenu.components import Space
from pbem.titles.tekhenu.scoring import read_mix
from pbem.titles.tekhenu.state import Tekhenu
from pbem.titles.tekhenu.turn import Turn

__all__ = ["prefer"]

WORTH = {"vp": 1.0, "gold": 1.2, "scribe": 1.4, "faith": 0.5, "population": 0.4, "happiness": 0.6}
"""VP of one of each; basic resources count less the more there are."""
PLENTY = 4
BUILDING, PILLAR, PRODUCTION_STEP, CARD = 1.5, 2.0, 1.0, 0.8
OVERPRODUCED, IMBALANCE = 0.3, 0.2
BLESSING = 2.5
POOR = 5.2
"""Two cards of a section that are worth less than this."""
Judge = Callable[[str], float]
FREE_CARDS = {"B05", "B06", "B21", "B22", "B01", "B02", "B03", "B04"}


def prefer(t: Tekhenu, seat: Seat, question: Question) -> Keys:
    """The answer that looks best; the harmless one where nothing is known of the question."""
    if not isinstance(question, Pick):
        return question.harmless()
    if question.name in DICE_JUDGES:
        judge = DICE_JUDGES[question.name](Outlook(t, seat))
    elif question.name in JUDGES:
        judge = partial(JUDGES[question.name], t, seat)
    else:
        return question.harmless()
    rank = sorted(question.options, key=lambda key: -judge(key))
    if question.high > 1 or question.low == 0:
        good = [key for key in rank[: question.high] if judge(key) > 0]
        if question.clash is not None:
            good = agreeing(question.clash, good)
        return good if len(good) >= question.low else rank[: max(question.low, 1)]
    return rank[:1]


def agreeing(clash: Callable[[Sequence[str]], object], keys: Keys) -> Keys:
    """The first ones that go together."""
    found: Keys = []
    for key in keys:
        if clash([*found, key]) is None:
            found.append(key)
    return found


# -- what things are worth -------------------------------------------------------------------------------------------


def worth(t: Tekhenu, seat: Seat, amounts: Mapping[str, int]) -> float:
    """Gains and losses in VP."""
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
    """A god action at its best."""
    if not possible(t, seat, god, value):
        return -9.0
    return ACTION[god](t, seat, value)


def horus(t: Tekhenu, seat: Seat, value: int) -> float:
    spots = [t.horus[value - 1]] if free_at(t, t.horus[value - 1]) else []
    spots += [spot.id for spot in t.data.people_spots if spot.id not in t.people]
    best = max((statue(t, seat, spot) for spot in spots), default=0.0)
    return best - worth(t, seat, {"granite": statue_cost(t, seat)})


def statue(t: Tekhenu, seat: Seat, spot: str) -> float:
    """The next Statue of the scoring table, and what its place brings."""
    data = t.data
    count = t.statues_built(seat)
    more = data.statue_scoring[min(count + 1, data.statues)] - data.statue_scoring[count]
    total = more * scorings_left(t) + 1.0
    if spot in t.statues:
        if seat in t.statues[spot]:
            return total
        bonus = worth(t, seat, data.horus_bonus[t.position_of(spot)])
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
    """A tile on a space, turned as well as it can be."""
    return space_judge(t, frame)(at)


def space_judge(t: Tekhenu, frame: Ra) -> Callable[[int], float]:
    """What a tile is worth on each space, turned as well as it can be; buildings at the lines are counted once."""
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
    """The most edges that match in any turn (see `Ra.matching`), with a single look at what lies around the space."""
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
    vp, found = temple_rewards(t, seat, place.line)
    later = (1 + t.own_pillars_in(place.line, seat)) * scorings_left(t)
    return vp + worth(t, seat, found) + later + building(t, seat) - worth(t, seat, {"bread": place.bread})


def building(t: Tekhenu, seat: Seat) -> float:
    """The slot that the next Building uncovers."""
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
    """The best cards of one section."""
    data = t.data
    n = data.thoth_cards[value]
    worths = [
        sorted((judge_card(t, seat, card) for card in t.market[section] if card), reverse=True)[:n]
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
assert ACTION.keys() == ACTIONS.keys()


def any_action(t: Tekhenu, seat: Seat, what: str, value: int) -> float:
    return production(t, seat, what, value) if what in BASIC else action(t, seat, what, value)


def scale(t: Tekhenu, seat: Seat, purity: str, value: int) -> float:
    """What a die on a pan does to the balance."""
    now = t.players[seat].balance
    then = now + value if purity == PURE else now - value if purity == TAINTED else now
    return weight(t, now) - weight(t, then)


def weight(t: Tekhenu, balance: int) -> float:
    return abs(balance) * IMBALANCE + t.data.penalty(balance)


# -- one judge for each question -------------------------------------------------------------------------------------


class Outlook:
    """What dice are worth to a seat now. Each action is looked at once."""

    def __init__(self, t: Tekhenu, seat: Seat) -> None:
        self.t = t
        self.seat = seat
        self.found: dict[tuple[str, int], float] = {}

    def action(self, what: str, value: int) -> float:
        if (what, value) not in self.found:
            self.found[what, value] = any_action(self.t, self.seat, what, value)
        return self.found[what, value]

    def used(self, god: str, colour: str, value: int, purity: str) -> float:
        """A die of that value for the god of its section or for production, and on the scale."""
        best = self.action(god, value)
        if colour != "grey":
            best = max(best, self.action(self.t.data.produces[colour], value))
        return best + scale(self.t, self.seat, purity, value)

    def below(self, value: int) -> float:
        """A die of that value by Anubis."""
        return max(self.action(what, value) for what in (*ACTION, *BASIC))

    def changed(self, face: int, scribes: int, worth_of: Callable[[int], float]) -> float:
        """The best value that so many Scribes lead to, less what they are worth."""
        values = [value for value in VALUES if (abs(value - face) + 1) // SCRIBE_REACH <= scribes]
        return max(worth_of(value) - (abs(value - face) + 1) // SCRIBE_REACH * WORTH["scribe"] for value in values)


def judge_die(mind: Outlook) -> Judge:
    t, scribes = mind.t, mind.t.players[mind.seat].stock["scribe"]

    def judge(key: str) -> float:
        god, colour, face = key.split()
        purity = t.purity(god, colour)
        found = [-9.0]
        if purity != FORBIDDEN:
            found.append(mind.changed(int(face), scribes, lambda value: mind.used(god, colour, value, purity)))
        if scribes >= ANUBIS_SCRIBES or purity == FORBIDDEN:
            left = max(0, scribes - ANUBIS_SCRIBES)
            found.append(mind.changed(int(face), left, mind.below) - ANUBIS_SCRIBES * WORTH["scribe"])
        return max(found)

    return judge


def judge_way(mind: Outlook) -> Judge:
    """How to take a die, compared with taking it as it lies."""
    t, frame = mind.t, mind.t.stack[-1]
    assert isinstance(frame, Turn)
    scribes = t.players[mind.seat].stock["scribe"]

    def as_colour(colour: str, purity: str) -> float:
        return mind.changed(frame.face, scribes, lambda value: mind.used(frame.section, colour, value, purity))

    purity = t.purity(frame.section, frame.colour)
    lying = -9.0 if purity == FORBIDDEN else as_colour(frame.colour, purity)

    def judge(key: str) -> float:
        _, _, colour = key.partition(" ")
        if key in (PURE, TAINTED):
            return as_colour(frame.colour, key) - lying
        if colour:
            return as_colour(colour, t.purity(frame.section, colour)) - lying - BLESSING
        cost = ANUBIS_SCRIBES if key == ANUBIS else 0
        price = cost * WORTH["scribe"] if cost else BLESSING
        return mind.changed(frame.face, max(0, scribes - cost), mind.below) - price - lying

    return judge


def judge_value(mind: Outlook) -> Judge:
    t, frame = mind.t, mind.t.stack[-1]
    assert isinstance(frame, Turn)

    def judge(key: str) -> float:
        words = key.split()
        value = int(words[-1])
        cost = BLESSING if len(words) > 1 else (frame.price(t, value) or (0, 0))[0] * WORTH["scribe"]
        if frame.way == ANUBIS:
            return mind.below(value) - cost
        return mind.used(frame.section, frame.colour, value, frame.taint(t)) - cost

    return judge


DICE_JUDGES: dict[str, Callable[[Outlook], Judge]] = {"die": judge_die, "as": judge_way, "value": judge_value}


def judge_action(t: Tekhenu, seat: Seat, key: str) -> float:
    values = t.stack[-1].__dict__
    value = int(values["value"])
    if key == "nothing":
        return -99.0
    if key == "god":
        return action(t, seat, values["section"], value)
    if key == "produce":
        return production(t, seat, t.data.produces[values["colour"]], value)
    return any_action(t, seat, key, value)


def judge_extra(t: Tekhenu, seat: Seat, key: str) -> float:
    card, god = key.split()
    value = int(t.stack[-1].__dict__["value"])
    return action(t, seat, god, value) - sum(WORTH.get(what, 1.0) * n for what, n in cost_of(t, card).items())


def cost_of(t: Tekhenu, card: str) -> Mapping[str, int]:
    cost: Mapping[str, int] = t.data.cards[card].effect.get("cost", {})
    return cost


def judge_play(t: Tekhenu, seat: Seat, key: str) -> float:
    """Blessings of a production at once; steps of the people track as soon as they are not lost."""
    card, _, word = key.partition(" ")
    if card in FREE_CARDS:
        return 1.0
    player = t.players[seat]
    if word == "happiness":
        return 1.0 if player.population - player.happiness >= 3 else -1.0
    return 0.5 if player.population <= t.data.track_max - 3 else -1.0


def judge_pay(t: Tekhenu, seat: Seat, key: str) -> float:
    if key in t.data.cards:
        return -2.0
    return -sum(WORTH.get(token, 0.9) * n for token, n in read_mix(key).items())


def judge_statue(t: Tekhenu, seat: Seat, key: str) -> float:
    return statue(t, seat, key)


def judge_space(t: Tekhenu, seat: Seat, key: str) -> float:
    frame = t.stack[-1]
    return space(t, frame, t.data.space_by_name[key]) if isinstance(frame, Ra) else 0.0


def judge_turn(t: Tekhenu, seat: Seat, key: str) -> float:
    frame = t.stack[-1]
    return float(frame.matching(t, int(key))) if isinstance(frame, Ra) else 0.0


def judge_district(t: Tekhenu, seat: Seat, key: str) -> float:
    frame = t.stack[-1]
    return district(t, seat, frame.value, key) if isinstance(frame, Osiris) else 0.0


def judge_raise(t: Tekhenu, seat: Seat, key: str) -> float:
    level = t.players[seat].production[key]
    return -float(level) if level < t.data.production_max else -99.0


def judge_section(t: Tekhenu, seat: Seat, key: str) -> float:
    return sum(sorted((judge_card(t, seat, card) for card in t.market[key] if card), reverse=True)[:2])


def judge_card(t: Tekhenu, seat: Seat, key: str) -> float:
    """Technologies early, Decrees by what they would score now, Blessings late."""
    kind = t.data.cards[key].kind
    if kind == "decree":
        if len(t.players[seat].decrees) >= 4:
            return 1.0
        return 2.0 + points(t, seat, key, Claim((key,), t.players[seat].stock)) * 0.5
    left = (t.data.rounds - t.round) / t.data.rounds
    return 1.0 + 4.0 * left if kind == "technology" else 2.5


def judge_refresh(t: Tekhenu, seat: Seat, key: str) -> float:
    """With papyrus to spare, if only poor cards lie in reach."""
    if t.players[seat].stock["papyrus"] < PLENTY - 1 or key not in reachable(t, seat, 1):
        return -1.0
    return POOR - max(judge_section(t, seat, section) for section in reachable(t, seat, 1))


def judge_ability(t: Tekhenu, seat: Seat, key: str) -> float:
    return 1.0


def judge_bonus(t: Tekhenu, seat: Seat, key: str) -> float:
    words = key.split()
    return max(any_action(t, seat, words[-2], int(words[-1])), 0.0) + 0.1


def judge_keep(t: Tekhenu, seat: Seat, key: str) -> float:
    """Decrees that most games fulfil, Technologies that work often."""
    often = {"D18": 3, "D17": 3, "D14": 3, "D15": 3, "D21": 2, "D11": 2, "D12": 2, "D05": 2, "T14": 3, "T10": 2}
    return float(often.get(key, 1))


def judge_start(t: Tekhenu, seat: Seat, key: str) -> float:
    order = ("S05", "S01", "S07", "S04", "S12", "S08", "S11", "S09", "S10", "S06", "S02", "S03")
    return -float(order.index(key)) if key in order else -99.0


def judge_destiny(t: Tekhenu, seat: Seat, key: str) -> float:
    data = t.data
    card = answers(data, t.destinies).get(key) or answers(data, list(data.destiny_cards))[key]
    player = t.players[seat]
    if key == "happiness" and player.happiness == player.population:
        return 0.0
    return worth(t, seat, rewards(data, card)[key]) + 0.1 * data.cards[card].ankh


def judge_mix(t: Tekhenu, seat: Seat, key: str) -> float:
    """An even mix."""
    return -float(sum(n * n for n in read_mix(key).values()))


def judge_faith(t: Tekhenu, seat: Seat, key: str) -> float:
    return 1.0 if key == "auto" else 0.0


def judge_bread(t: Tekhenu, seat: Seat, key: str) -> float:
    paid = read_mix(key)
    return 3.0 * sum(paid.values()) + judge_pay(t, seat, key)


def judge_score(t: Tekhenu, seat: Seat, key: str) -> float:
    return float(points(t, seat, key, Claim((key,), t.players[seat].stock, {"any": 1}, "")))


def judge_tribute(t: Tekhenu, seat: Seat, key: str) -> float:
    return 4.0 * sum(read_mix(key).values()) + judge_pay(t, seat, key)


JUDGES: dict[str, Callable[[Tekhenu, Seat, str], float]] = {
    "keep": judge_keep,
    "start": judge_start,
    "destiny": judge_destiny,
    "mix": judge_mix,
    "action": judge_action,
    "first": lambda t, seat, key: 1.0,
    "extra": judge_extra,
    "play": judge_play,
    "pay": judge_pay,
    "spot": temple_spot,
    "space": judge_space,
    "turn": judge_turn,
    "statue": judge_statue,
    "district": judge_district,
    "raise": judge_raise,
    "section": judge_section,
    "cards": judge_card,
    "refresh": judge_refresh,
    "ability": judge_ability,
    "bonus": judge_bonus,
    "decree": judge_bonus,
    "faith": judge_faith,
    "bread": judge_bread,
    "score": judge_score,
    "tribute": judge_tribute,
}
"""Questions that the greedy player understands; all others get their harmless answer."""
