"""A sensible greedy player: it estimates what an answer brings in victory points and takes the best.

It looks one action ahead and knows no plans, but it builds in all areas, keeps its scale near balance and pays its
bread. The estimates are in VP; tokens and steps count with the weights below. It uses only what its seat may know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.core.asking import Judge
from pbem.core.questions import Seat
from pbem.kit.mixes import read_mix
from pbem.titles.tekhenu.actions.osiris import Osiris
from pbem.titles.tekhenu.actions.ra import Ra
from pbem.titles.tekhenu.actions.thoth import reachable
from pbem.titles.tekhenu.board import (
    ANUBIS,
    ANUBIS_SCRIBES,
    BARREN,
    BASIC,
    FORBIDDEN,
    PURE,
    SCRIBE_REACH,
    TAINTED,
    VALUES,
)
from pbem.titles.tekhenu.cards.decrees import Claim, points
from pbem.titles.tekhenu.cards.destiny_cards import answers, rewards
from pbem.titles.tekhenu.computer.worth import (
    ACTION,
    BLESSING,
    FREE_CARDS,
    PLENTY,
    POOR,
    WORTH,
    action,
    any_action,
    card_worth,
    district,
    production,
    scale,
    space,
    worth,
)
from pbem.titles.tekhenu.phases.scoring import KEEP_GOLD
from pbem.titles.tekhenu.state import Tekhenu
from pbem.titles.tekhenu.turns.turn import Turn

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
        """Judge a die of that value for the god of its section or for production, and on the scale."""
        best = self.action(god, value)
        if colour not in BARREN and god in self.t.data.god_index:
            best = max(best, self.action(self.t.data.produces[colour], value))
        return best + scale(self.t, self.seat, purity, value)

    def below(self, value: int) -> float:
        """Judge a die of that value by Anubis."""
        return max(self.action(what, value) for what in (*ACTION, *self.t.book.worth, *BASIC))

    def changed(self, face: int, scribes: int, worth_of: Callable[[int], float]) -> float:
        """Find the best value that so many Scribes lead to, less what they are worth."""
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
    """Judge how to take a die, compared with taking it as it lies."""
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


def mind_die(t: Tekhenu, seat: Seat) -> Judge:
    return judge_die(Outlook(t, seat))


def mind_way(t: Tekhenu, seat: Seat) -> Judge:
    return judge_way(Outlook(t, seat))


def mind_value(t: Tekhenu, seat: Seat) -> Judge:
    return judge_value(Outlook(t, seat))


def judge_first(t: Tekhenu, seat: Seat, key: str) -> float:
    return 1.0


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
    """Judge Blessings: those of a production at once; steps of the people track as soon as they are not lost."""
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
    return sum(sorted((card_worth(t, seat, card) for card in t.market[key] if card), reverse=True)[:2])


def judge_refresh(t: Tekhenu, seat: Seat, key: str) -> float:
    """Judge a refresh: with papyrus to spare, if only poor cards lie in reach."""
    if t.players[seat].stock["papyrus"] < PLENTY - 1 or key not in reachable(t, seat, 1):
        return -1.0
    return POOR - max(judge_section(t, seat, section) for section in reachable(t, seat, 1))


def judge_ability(t: Tekhenu, seat: Seat, key: str) -> float:
    return 1.0


def judge_bonus(t: Tekhenu, seat: Seat, key: str) -> float:
    words = key.split()
    return max(any_action(t, seat, words[-2], int(words[-1])), 0.0) + 0.1


def judge_keep(t: Tekhenu, seat: Seat, key: str) -> float:
    """Judge cards to keep: Decrees that most games fulfil, Technologies that work often."""
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
    """Judge a mix: an even one is best."""
    return -float(sum(n * n for n in read_mix(key).values()))


def judge_faith(t: Tekhenu, seat: Seat, key: str) -> float:
    return 1.0 if key == "auto" else 0.0


def judge_bread(t: Tekhenu, seat: Seat, key: str) -> float:
    if key == KEEP_GOLD:
        return 0.0  # one of the mixes says the same
    paid = read_mix(key)
    return 3.0 * sum(paid.values()) + judge_pay(t, seat, key)


def judge_score(t: Tekhenu, seat: Seat, key: str) -> float:
    return float(points(t, seat, key, Claim((key,), t.players[seat].stock, {"any": 1}, "")))


def judge_tribute(t: Tekhenu, seat: Seat, key: str) -> float:
    return 4.0 * sum(read_mix(key).values()) + judge_pay(t, seat, key)
