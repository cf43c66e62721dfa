"""The same as `test_rule_breaks.py` for Maat phase, scoring and end: each test fails if its rule goes."""

from __future__ import annotations

import pytest

from pbem.core.questions import Pick
from pbem.engine.computers.fuzz import NO_CHECKS, Fuzz, play_game
from pbem.titles.tekhenu import TITLE
from pbem.titles.tekhenu.cards.decrees import Claim, points
from pbem.titles.tekhenu.phases.end import End, ranking
from pbem.titles.tekhenu.phases.game import Game as Whole
from pbem.titles.tekhenu.phases.maat import Maat
from pbem.titles.tekhenu.phases.rotation import Rotation
from pbem.titles.tekhenu.phases.scoring import Scoring, board_points, bread_due, bread_purse, district_winner
from pbem.titles.tekhenu.phases.setup import SetUp
from pbem.titles.tekhenu.phases.temple import temple_points
from pbem.titles.tekhenu.state import Tekhenu
from pbem.titles.tekhenu.turns.turn import Turn
from tests.titles.tekhenu.build import ME, YOU, tekhenu
from tests.titles.tekhenu.tables import (
    answer_all,
    build_osiris,
    build_pillars,
    build_statues,
    build_temple,
    hold,
    laid_out,
    run,
    told,
)


def test_t_maat_3_the_marker_shows_the_final_balance() -> None:
    t = laid_out(2)
    t.players[ME].left, t.players[ME].stock["faith"] = ["white 3"], 2
    run(t, Maat()).give(ME, ["2 right"])
    assert t.players[ME].marker == 1


def test_rul_44_faith_is_placed_under_seal() -> None:
    t = laid_out(3)
    for seat in (ME, YOU):
        t.players[seat].stock["faith"] = 1
    running = run(t, Maat())
    assert running.sealed and set(running.questions()) == {ME, YOU}
    running.give(ME, ["1 left"])
    assert told(t, "balanced") == []


def test_t_score_0_d23_waits_for_the_final_scoring() -> None:
    t = laid_out(2)
    hold(t, ME, "D23")
    running = run(t, Scoring())
    assert (t.scoring, dict(running.questions())) == (1, {})


def test_t_score_3_statues_of_every_kind() -> None:
    t = laid_out(3)
    build_statues(t, ME, "ra", "OW", "TN")
    assert board_points(t, ME)["statues"] == 6


def test_t_score_7_each_unpaid_bread_costs_3() -> None:
    t = laid_out(2)
    build_osiris(t, ME, "1 bread", "2 bread", "3 bread")
    t.players[ME].stock["gold"] = 0
    t.players[ME].vp = 20
    before = board_points(t, ME)
    run(t, Scoring())
    assert bread_due(t, ME) == 2 and t.players[ME].vp == 20 + sum(before.values()) - 6


def test_rul_39_gold_pays_for_bread_and_t17_owes_none() -> None:
    t = laid_out(2)
    build_osiris(t, ME, "1 bread")
    assert dict(bread_purse(t, ME)) == {"gold": 1}
    hold(t, ME, "T17")
    assert bread_due(t, ME) == 0


def test_rul_04_the_highest_piece_not_the_lowest() -> None:
    """Equal numbers: orange has the highest piece, blue the lowest."""
    t = laid_out(2)
    build_osiris(t, YOU, "3 bread", "6 bread")
    build_osiris(t, ME, "1 bread", "5 bread")
    assert district_winner(t, t.data.districts.index("bread")) == ME


def test_rul_08_row_and_column_of_a_pillar() -> None:
    t = laid_out(3)
    build_pillars(t, ME, "2,2")
    build_temple(t, ME, "W2", "S2", "N2", "W4")
    assert temple_points(t, ME) == 4 + 3


def test_rul_37_the_lowest_marker_may_be_the_own_one() -> None:
    t = tekhenu(3, happiness=1)
    assert points(t, ME, "D06", Claim(("D06",), t.players[ME].stock)) == 0


def test_rul_55_no_dice_come_after_the_last_scoring() -> None:
    t = laid_out(2)
    t.markers, t.scoring = [(t.arrow + 1) % 6], 1
    for player in t.players.values():
        player.below = ["grey 1"] * 4
    lying = {god: list(dice) for god, dice in t.dice.items()}
    running = run(t, Rotation())
    while not running.over:
        answer_all(running, **{seat: question.harmless()[0] for seat, question in running.questions().items()})
    assert (t.dice, t.markers) == (lying, [])
    assert all(player.dice == 4 for player in t.players.values())


def test_rul_56_ties_go_by_turn_order_not_by_seat() -> None:
    t = laid_out(3)
    t.order = ["red", "blue", "orange"]
    assert ranking(t) == t.order


def test_rul_45_setup_begins_with_the_destiny_card() -> None:
    """Rewards of one seat: its Destiny card, then its Starting cards, ahead of the next seat."""
    t = laid_out(2)
    running = run(t, SetUp())
    named: list[tuple[str, str]] = []
    while not running.over:
        seat, question = next(iter(running.questions().items()))
        assert isinstance(question, Pick)
        named.append((seat, question.name))
        running.give(seat, list(question.options[: question.low]))
    rewards = named[named.index((t.order[0], "destiny")) :]
    assert [seat for seat, name in rewards if name == "destiny"] == t.order
    assert [seat for seat, _ in rewards] == sorted((seat for seat, _ in rewards), key=t.order.index)


def test_rul_01_d03_keeps_its_gold_from_the_tribute_of_d04() -> None:
    """Scored together, D03's two gold cannot pay for triangles any more; the bread can."""
    t = laid_out(2, auto_decree_scoring=False, remove_D03=False)
    t.players[ME].stock = dict.fromkeys(t.players[ME].stock, 0) | {"gold": 2, "bread": 1}
    t.players[ME].population = 21
    build_osiris(t, ME, "1 bread")
    hold(t, ME, "D03", "D04", "D11")
    running = run(t, End())
    running.give(ME, ["D11", "D03", "D04"])
    assert running.questions()[ME].options == ["1 bread", "none"]
    running.give(ME, ["1 bread"])
    running.give(ME, ["D11"])
    assert t.players[ME].scored == {"D11": 2, "D03": 2, "D04": 4}
    assert not any(t.players[ME].stock.values())


# -- examples and tables to their last figure -------------------------------------------------------------------------


def test_ex_05_begins_with_the_end_of_the_last_turn() -> None:
    """Three players with two dice each as the last turn ends: arrow before Ra, Hathor and then Osiris with three new
    dice, no Maat phase, and a new round."""
    t = laid_out(3)
    t.arrow, t.markers, t.round = 0, [4, 2], 2
    for seat in t.seats:
        t.players[seat].below = ["grey 1"] * (1 if seat == "red" else 2)
    t.dice = {god: ["white 1", "yellow 1", "grey 1"] for god in t.data.gods}
    t.bag = ["black"] * 6
    running = run(t, Whole(at=2, step="turn_taken"), Turn(seat="red"))
    while "red" in running.questions() and t.round == 2:
        running.give("red", running.questions()["red"].harmless())
    assert (t.arrow, t.rotation, t.maat, t.round, t.bag) == (1, 1, 0, 3, [])
    assert [(event["god"], len(event["dice"])) for event in told(t, "dice_added")] == [("hathor", 3), ("osiris", 3)]
    assert [t.light(god) for god in t.data.gods] == ["sunny", "sunny", "shaded", "dark", "dark", "shaded"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_tab_02_tab_09_arrow_and_bag_through_a_game(players: int) -> None:
    """TAB-02: in Maat phase 1 the arrow points at marker 2 and nothing is scored. TAB-09: one refill is in the bag
    after the set-up and after every even rotation, and none after every odd one."""
    seen: dict[int, set[int]] = {}
    scored: dict[int, tuple[int, int]] = {}

    def watch(fuzz: Fuzz) -> None:
        t = fuzz.table
        assert isinstance(t, Tekhenu)
        if t.active:
            seen.setdefault(t.rotation, set()).add(len(t.bag))
            if t.rotation == 2:
                assert (t.arrow, t.markers[1]) == (t.markers[1], t.arrow) and len(t.markers) == 2
            scored[t.maat] = (t.scoring, len(t.markers))

    play_game(TITLE, players, "bag", checks=NO_CHECKS, watch=watch)
    assert seen == {rotation: {0 if rotation % 2 else 2 * players} for rotation in range(8)}
    assert scored == {0: (0, 2), 1: (0, 2), 2: (1, 1), 3: (1, 1)}
