"""The Maat phase (T-MAAT): balance, Faith, penalties, order, Destiny cards, T15 and T16."""

from __future__ import annotations

import pytest

from pbem.core.interpreter import Run
from pbem.titles.tekhenu.phases.maat import Maat, faith_question, placed
from pbem.titles.tekhenu.state import Tekhenu
from tests.titles.tekhenu.tables import answer_all, build_osiris, hold, laid_out, run, told


def maat(players: int = 3, scoring: bool = False, **options: object) -> Tekhenu:
    """A table on which a Maat phase begins, each player without dice; with or without a scoring in it."""
    t = laid_out(players, **options)
    t.maat = 1 if scoring else 0
    t.arrow = t.markers[0] if scoring else t.markers[1]
    for card, seat in zip(("A01", "A02", "A03", "A04"), t.seats, strict=False):
        t.players[seat].destiny = card
        t.destinies.remove(card)
    return t


def balance(t: Tekhenu, seat: str, n: int) -> None:
    """Give a player a balance by dice on a pan."""
    pan = t.players[seat].left if n > 0 else t.players[seat].right
    while n:
        step = min(abs(n), 6)
        pan.append(f"grey {step}")
        n += step if n < 0 else -step


def ex06() -> Tekhenu:
    t = maat()
    player = t.players["orange"]
    player.left, player.right, player.below = ["white 3"], ["grey 5", "grey 2"], ["black 6"]
    player.overproduced["bread"] = 2
    return t


def test_ex_06_balance_and_penalty() -> None:
    """EX-06, T-MAAT-1: left 3, right 5 and 2, an Anubis die, 2 overproduced Bread: -6, which costs 2 VP."""
    t = ex06()
    assert t.players["orange"].balance == -6
    run(t, Maat())
    assert (t.players["orange"].marker, t.players["orange"].vp) == (-6, 8)


def test_ex_07_faith_left() -> None:
    """EX-07, T-MAAT-2: 1 Faith on the left pan makes it -5 and only 1 VP is lost."""
    t = ex06()
    t.players["orange"].stock["faith"] = 1
    running = run(t, Maat())
    running.give("orange", ["1 left"])
    assert (t.players["orange"].marker, t.players["orange"].vp) == (-5, 9)


@pytest.mark.parametrize(
    ("value", "loss"),
    [(5, 0), (0, 0), (-1, 0), (-2, 0), (-3, 1), (-5, 1), (-6, 2), (-8, 2), (-9, 3), (-15, 3)],
)
def test_tab_03_penalties(value: int, loss: int) -> None:
    """TAB-03, T-MAAT-4."""
    t = maat()
    balance(t, "orange", value)
    run(t, Maat())
    assert 10 - t.players["orange"].vp == loss


def test_penalty_stops_at_zero() -> None:
    """T-TERM-2, RUL-48: VP never drop below 0."""
    t = maat()
    balance(t, "orange", -9)
    t.players["orange"].vp = 2
    run(t, Maat())
    assert t.players["orange"].vp == 0


def test_tab_16_turn_order() -> None:
    """TAB-16, T-MAAT-5: balances -1 (Ankh 3), +1 (Ankh 0), 0, -4 give 0, -1, +1, -4."""
    t = maat(4)
    for seat, card, value in (("orange", "A04", -1), ("blue", "A01", 1), ("red", "A02", 0), ("green", "A03", -4)):
        t.players[seat].destiny = card
        balance(t, seat, value)
    run(t, Maat())
    assert t.order == ["red", "orange", "blue", "green"]


def test_t15_ankh_beats_every_destiny_card() -> None:
    """RUL-32, T-CARD-T15: Ankh 5 whatever the Destiny card."""
    t = maat()
    hold(t, "orange", "T15")
    t.players["orange"].destiny = "A01"
    running = run(t, Maat())
    running.give("orange", ["none"])
    assert t.order[0] == "orange"


def test_t15_faith_comes_before_placing() -> None:
    """T-MAAT-0, RUL-32: two Faith more, to be placed in this very phase."""
    t = maat()
    hold(t, "blue", "T15")
    running = run(t, Maat())
    assert list(running.questions()) == ["blue"]
    assert "2 left" in running.questions()["blue"].options


def test_faith_is_asked_only_of_those_who_have_some() -> None:
    """DEC-40: sealed and of all at once; without Faith nobody is asked."""
    t = maat()
    t.players["orange"].stock["faith"] = 1
    t.players["red"].stock["faith"] = 3
    running = run(t, Maat())
    assert (running.sealed, set(running.questions())) == (True, {"orange", "red"})
    running.give("red", ["3 right"])
    assert t.players["red"].marker is None
    running.give("orange", ["none"])
    assert t.players["red"].marker == -3


def test_without_any_faith_the_phase_runs_to_the_destiny_cards() -> None:
    running = run(maat(), Maat())
    assert [question.name for question in running.questions().values()] == ["destiny"]


@pytest.mark.parametrize(("value", "faith", "moved"), [(-6, 1, 1), (-2, 5, 2), (0, 3, 0), (4, 2, -2), (1, 4, -1)])
def test_auto_faith_goes_as_near_to_zero_as_it_can(value: int, faith: int, moved: int) -> None:
    """DEC-40: the standing order `auto`."""
    assert placed("auto", value, faith) == moved


def test_faith_options_and_words() -> None:
    """Every number on either pan, and what it leads to."""
    t = maat()
    balance(t, "orange", -4)
    t.players["orange"].stock["faith"] = 2
    question = faith_question(t, "orange")
    assert question.options == ["auto", "none", "1 left", "1 right", "2 left", "2 right"]
    assert question.describe("2 left") == "balance -4 becomes -2"
    assert question.describe("none") == "balance -4 becomes -4, -1 VP"


def test_everything_goes_back() -> None:
    """T-MAAT-7: dice to the bag, overproduced resources and all Faith to the supply; Anubis dice too."""
    t = ex06()
    t.bag = []
    t.players["orange"].stock["faith"] = 3
    running = run(t, Maat())
    running.give("orange", ["1 left"])
    player = t.players["orange"]
    assert sorted(t.bag) == ["black", "grey", "grey", "white"]
    assert (player.dice, sum(player.overproduced.values()), player.stock["faith"]) == (0, 0, 0)


def test_destiny_in_the_new_order() -> None:
    """T-MAAT-8, DEC-41: all cards return, the new first player chooses first; taken cards are refused by rule."""
    t = maat()
    balance(t, "orange", 3)
    balance(t, "blue", 1)
    running = run(t, Maat())
    assert t.order == ["red", "blue", "orange"]
    running.give("red", ["gold"])
    question = running.questions()["blue"]
    assert question.options == ["scribe", "population", "happiness", "faith"]
    assert question.why_not is not None
    assert question.why_not("gold") == ("another player has taken that card", "T-MAAT-8")
    running.give("blue", ["happiness"])
    running.give("orange", ["faith"])
    assert running.over
    assert {seat: p.destiny for seat, p in t.players.items()} == {"red": "A02", "blue": "A03", "orange": "A04"}
    assert t.destinies == ["A01"]


@pytest.mark.parametrize(
    ("word", "card", "what", "ankh"),
    [
        ("scribe", "A01", "scribe", 0),
        ("gold", "A02", "gold", 1),
        ("population", "A03", "population", 2),
        ("happiness", "A03", "happiness", 2),
        ("faith", "A04", "faith", 3),
    ],
)
def test_destiny_cards(word: str, card: str, what: str, ankh: int) -> None:
    """T-CARD-A01 to T-CARD-A04, DEC-42: the reward, and the Ankh value in the words of the option."""
    t = maat()
    running = run(t, Maat())
    seat, question = next(iter(running.questions().items()))
    assert f"Ankh {ankh}" in question.describe(word) and question.describe(word).startswith(card)

    def amount() -> int:
        player = t.players[seat]
        return int(getattr(player, what)) if hasattr(player, what) else player.stock[what]

    before = amount()
    running.give(seat, [word])
    assert (amount() - before, t.players[seat].destiny) == (1, card)


def test_destiny_turn_is_over_before_the_next_choice() -> None:
    """Each choice ends its seat's submission."""
    t = maat()
    ended: list[str] = []
    t.stack = [Maat()]
    running = Run(t, on_turn_over=ended.append)
    running.advance()
    for _ in range(3):
        seat, question = next(iter(running.questions().items()))
        running.give(seat, [question.options[0]])
    assert ended == t.order


def test_t16_after_each_phase() -> None:
    """T-MAAT-9, T-CARD-T16: first in order 2 VP, last 1 Gold."""
    for place, vp, gold in ((0, 2, 0), (1, 0, 0), (2, 0, 1)):
        t = maat()
        hold(t, "orange", "T16")
        for seat, value in zip(t.seats, (place * 2, 1, 3), strict=True):
            balance(t, seat, value)
        before = t.players["orange"].stock["gold"]
        running = run(t, Maat())
        while not running.over:
            seat, question = next(iter(running.questions().items()))
            running.give(seat, ["population" if "population" in question.options else question.options[0]])
        player = t.players["orange"]
        destiny_gold = player.destiny == "A02"
        assert t.order.index("orange") == place
        assert (player.vp - 10, player.stock["gold"] - before - destiny_gold) == (vp, gold)


def test_no_scoring_at_the_second_marker() -> None:
    """T-MAAT-6, TAB-02: the arrow passes marker 2 in phase 1 without a scoring."""
    t = maat()
    assert t.arrow == t.markers[1]
    run(t, Maat())
    assert (t.scoring, len(t.markers)) == (0, 2)


def test_bread_is_asked_with_the_faith() -> None:
    """DEC-50: whoever has no Faith is asked for bread in the same request; the others may add a line, and without one
    the default stands (the question lapses)."""
    t = maat(scoring=True)
    build_osiris(t, "blue", "1 bread")
    build_osiris(t, "orange", "1 papyrus")
    t.players["orange"].stock["faith"] = 1
    running = run(t, Maat())
    assert {seat: q.name for seat, q in running.questions().items()} == {"orange": "faith", "blue": "bread"}
    answer_all(running, orange="auto", blue="none")
    assert {seat: (q.name, q.lapses) for seat, q in running.questions().items()} == {"orange": ("bread", True)}
    running.give("orange", ["1 gold"])
    assert {e["seat"]: e["unpaid"] for e in told(t, "bread_paid")} == {"orange": 0, "blue": 1}


@pytest.mark.parametrize(("action", "lapsing"), [("D23 bread 2", {"blue"}), ("D23 granite 2", set())])
def test_bread_is_never_asked_twice_whatever_d23_changes(action: str, lapsing: set[str]) -> None:
    """DEC-50, RUL-35: what D23 brings its owner may still pay, by a line sent with it or by default; other answers
    stand."""
    t = maat(scoring=True)
    t.markers, t.scoring = t.markers[:1], 1
    hold(t, "blue", "D23")
    build_osiris(t, "blue", "1 bread")
    build_osiris(t, "red", "1 granite")
    build_osiris(t, "orange", "2 granite")
    running = run(t, Maat())
    assert {q.name for q in running.questions().values()} == {"bread"}
    answer_all(running, blue="none", red="1 gold", orange="none")
    running.give("blue", [action])
    assert {seat: (q.name, q.lapses) for seat, q in running.questions().items()} == {
        seat: ("bread", True) for seat in lapsing
    }
    answer_all(running, **{seat: running.questions()[seat].default[0] for seat in lapsing})  # type: ignore[index]
    assert {e["seat"]: e["unpaid"] for e in told(t, "bread_paid")} == {
        "blue": 0 if "blue" in lapsing else 1, "red": 0, "orange": 1,
    }  # fmt: skip


def test_what_d23_brings_others_pays_for_those_who_pay_all() -> None:
    """DEC-50: red meant to pay with all the bread there was; the gold of a Horus bonus pays the rest."""
    t = maat(scoring=True)
    t.markers, t.scoring = t.markers[:1], 1
    hold(t, "blue", "D23")
    build_osiris(t, "red", "1 granite", "2 granite", "3 granite")
    t.players["red"].stock.update(bread=1, gold=0)
    god = t.horus[3]
    t.statues[god] = ["red"]
    t.players["blue"].stock["papyrus"] = 9
    running = run(t, Maat())
    assert {seat: q.name for seat, q in running.questions().items()} == {"red": "bread"}
    running.give("red", ["1 bread"])
    value = next(key for key in running.questions()["blue"].options if key.startswith(f"D23 {god} "))
    running.give("blue", [value])
    while not running.questions().get("red"):
        (seat,) = running.questions()
        running.give(seat, running.questions()[seat].harmless())
    question = running.questions()["red"]
    assert (question.lapses, question.default) == (True, ["1 bread 1 gold"])


def test_rul_55_the_last_phase_ends_with_the_scoring() -> None:
    """RUL-55, RUL-31: dice stay for D22, no Destiny cards, T16 still counts."""
    t = maat(scoring=True)
    t.markers, t.scoring = t.markers[:1], 1
    hold(t, "orange", "T16")
    balance(t, "orange", 0)
    balance(t, "blue", 4)
    balance(t, "red", 5)
    running = run(t, Maat())
    assert running.over
    assert (t.players["blue"].dice, t.destinies, t.markers) == (1, ["A04"], [])
    assert t.order[0] == "orange"
    assert {"seat": "orange", "amounts": {"vp": 2}, "why": "T16"} in told(t, "gained")


def test_rul_22_a03_brings_the_extra_action_before_the_next_choice() -> None:
    """RUL-22, DEC-30: happiness 21 by A03: the extra action comes after that Destiny choice, before the next seat's."""
    t = maat()
    first = t.players["red"]
    first.population, first.happiness = 21, 20
    balance(t, "orange", 2)
    balance(t, "blue", 3)
    running = run(t, Maat())
    running.give("red", ["happiness"])
    assert {seat: q.name for seat, q in running.questions().items()} == {"red": "bonus"}
    before = first.stock["granite"]
    running.give("red", ["granite 2"])
    assert first.stock["granite"] == before + 2
    assert {seat: q.name for seat, q in running.questions().items()} == {"orange": "destiny"}
