"""What the computer thinks of the expansion: answers to its questions, the Seth action, dice that give something."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.core.asking import Judge
from pbem.core.questions import Seat
from pbem.titles.tekhenu.board import ANUBIS, PURE
from pbem.titles.tekhenu.cards.destiny_cards import rewards
from pbem.titles.tekhenu.computer import greedy
from pbem.titles.tekhenu.computer.worth import BUILDING, CARD, any_action, scorings_left, worth
from pbem.titles.tekhenu.seth.actions import SethAction, column_statue
from pbem.titles.tekhenu.seth.components import PRIEST, WARRIOR, Effect
from pbem.titles.tekhenu.seth.destiny_offers import artifact_cost, destiny_of
from pbem.titles.tekhenu.seth.part import seth, tables
from pbem.titles.tekhenu.state import Tekhenu

SOLDIER = 0.55
"""VP of a Warrior or a Priest, as long as the track has room."""
BLOOD = 0.6
ARTIFACT = {"R01": 5.0, "R02": 3.0, "R03": 3.0, "R04": 3.5, "R05": 3.0, "R06": 2.5, "R07": 5.0, "R08": 5.0}
ACTION_WORTH = 3.0
FIRST = ("S17", "S13", "S24", "S16", "S19", "S20", "S23", "S21", "S22", "S18", "S14", "S15")


def soldiers(t: Tekhenu, seat: Seat, what: str, n: int) -> float:
    """Judge Warriors or Priests, up to the end of their track."""
    return SOLDIER * min(n, tables(t).track_max - t.players[seat].stock[what])


def gains(t: Tekhenu, seat: Seat, amounts: Mapping[str, int]) -> float:
    """Judge amounts of every kind."""
    rest = {what: n for what, n in amounts.items() if what not in (WARRIOR, PRIEST)}
    return worth(t, seat, rest) + sum(soldiers(t, seat, what, n) for what, n in amounts.items() if what not in rest)


def effect_worth(t: Tekhenu, seat: Seat, effect: Effect) -> float:
    if effect.god:
        return ACTION_WORTH
    return CARD * 2 if effect.draw else gains(t, seat, effect.gain)


def seth_worth(t: Tekhenu, seat: Seat, value: int) -> float:
    """Judge a Building in a region: its reward, its spot in every Scoring left, and what it costs."""
    data, part = tables(t), seth(t)
    spot = data.spots(value, len(t.seats))[len(part.regions[value - 1])]
    price = SethAction.price(t, seat, value) or 0
    total = effect_worth(t, seat, data.regions[value - 1].reward) + spot[1] * scorings_left(t) + BUILDING
    total += data.column_vp if column_statue(t, value) else 0
    return total - SOLDIER * price - BLOOD


def judge_tile(t: Tekhenu, seat: Seat, key: str) -> float:
    """Judge a space: where the tile helps the own Buildings and hurts little."""
    space = t.data.spaces[t.data.space_by_name[key]]
    mine = sum(t.buildings_at(line, seat) for line in space.lines)
    effect = tables(t).tiles[seth(t).face]
    better = effect_worth(t, seat, effect) - worth(t, seat, space.reward)
    return better * (1 + mine) - abs(space.row - 3) * 0.1


def judge_owed(t: Tekhenu, seat: Seat, key: str) -> float:
    return -float(t.players[seat].stock[key]) if key != "gold" else 1.0


def judge_reward(t: Tekhenu, seat: Seat, key: str) -> float:
    return 1.0


def judge_blood(t: Tekhenu, seat: Seat, key: str) -> float:
    balance: int = t.book.numbers["balance"](t, seat)
    return -float(abs(balance + int(key)))


def judge_start(t: Tekhenu, seat: Seat, key: str) -> float:
    if key in tables(t).followers:
        return 1.0
    return -float(FIRST.index(key)) if key in FIRST else -float(len(FIRST))


def judge_destiny(t: Tekhenu, seat: Seat, key: str) -> float:
    artifact = key.split()[0]
    if artifact not in tables(t).artifacts:
        return greedy.judge_destiny(t, seat, key)
    ahead = 4.0 if t.round < t.data.rounds - 4 else 2.0
    cost = artifact_cost(t, seat, artifact) * SOLDIER * 0.5
    card = destiny_of(t, artifact)
    assert rewards(t.data, card)
    return min(ARTIFACT.get(artifact, ahead), ahead) - cost + 0.1 * t.data.cards[card].ankh


def judge_play(t: Tekhenu, seat: Seat, key: str) -> float:
    """Judge cards: soldiers while the track has room; what a Seth action spares; other Artifacts at once."""
    card, _, word = key.partition(" ")
    effect = t.data.cards[card].effect
    stock = t.players[seat].stock
    for what in (WARRIOR, PRIEST):
        if what in effect.get("gain", {}):
            return 1.0 if stock[what] + effect["gain"][what] <= tables(t).track_max else -1.0
    if "blood_back" in effect and word:
        return 0.5 + int(word) if seth(t).blood[seat] >= 2 else -1.0
    return 1.0 if card in t.book.decks["artifact"] or card in ("B27", "B28") else greedy.judge_play(t, seat, key)


def judge_extra(t: Tekhenu, seat: Seat, key: str) -> float:
    card, god, *row = key.split()
    if card not in t.book.decks["artifact"]:
        return greedy.judge_extra(t, seat, key)
    value = int(row[0]) if row else t.data.cards[card].effect["action"]["value"]
    return max(any_action(t, seat, god, value), 1.0) if god != "osiris" else max(any_action(t, seat, god, value), 0.5)


# -- taking a die ------------------------------------------------------------------------------------------------------


def given(t: Tekhenu, seat: Seat, colour: str, value: int) -> float:
    """Judge what a die of a colour gives."""
    what = tables(t).gives.get(colour)
    return soldiers(t, seat, what, value) if what else 0.0


def mind_die(t: Tekhenu, seat: Seat) -> Judge:
    judge = greedy.mind_die(t, seat)

    def judged(key: str) -> float:
        _, colour, face = key.split()
        return judge(key) + given(t, seat, colour, int(face))

    return judged


def mind_way(t: Tekhenu, seat: Seat) -> Judge:
    judge, frame = greedy.mind_way(t, seat), t.stack[-1].__dict__
    anubis = {ANUBIS, *t.book.blessings.windows["anubis"]}

    def judged(key: str) -> float:
        word, _, colour = key.partition(" ")
        if word in t.book.decks["artifact"]:
            return judge(PURE) - 1.0
        if word in anubis:
            return judge(word) + given(t, seat, colour, frame["face"])
        return judge(key) + given(t, seat, colour, frame["face"])

    return judged


def mind_value(t: Tekhenu, seat: Seat) -> Judge:
    judge, frame = greedy.mind_value(t, seat), t.stack[-1].__dict__
    colour = frame["named"] if frame["way"] == ANUBIS else frame["colour"]
    return lambda key: judge(key) + given(t, seat, colour, int(key.split()[-1]))
