"""The scoring (T-SCORE): districts, temple, Statues, Happiness, production, Building row, bread, D23."""

from __future__ import annotations

import pytest

from pbem.core.interpreter import Run
from pbem.kit.mixes import mixes, read_mix
from pbem.titles.tekhenu.board import words
from pbem.titles.tekhenu.cards.decrees import Claim, points
from pbem.titles.tekhenu.phases.scoring import Scoring, bread_due, bread_question, district_winner
from pbem.titles.tekhenu.phases.temple import temple_points
from pbem.titles.tekhenu.state import Tekhenu
from tests.titles.tekhenu.tables import (
    build_osiris,
    build_pillars,
    build_statues,
    build_temple,
    hold,
    laid_out,
    run,
    told,
)


def scored(t: Tekhenu) -> dict[str, dict[str, int]]:
    """The points of each seat, by what they are for."""
    return {event["seat"]: event["points"] for event in told(t, "scored")}


def score(t: Tekhenu, final: bool = False) -> Run:
    if final:
        t.scoring, t.markers = 1, t.markers[1:]
    t.arrow = t.markers[0]
    return run(t, Scoring())


# -- T-SCORE-1 -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("orange", "blue", "statue", "winner"),
    [
        ((), (), "", ""),
        (("6 bread",), (), "", "orange"),
        (("5 bread", "6 bread"), ("1 bread",), "", "orange"),
        (("2 bread", "6 bread"), ("3 bread", "4 bread"), "", "orange"),
        (("3 bread", "4 bread"), ("2 bread", "6 bread"), "", "blue"),
        (("1 bread", "2 bread"), ("6 bread",), "blue", "blue"),
        (("6 bread",), ("1 bread",), "orange", "orange"),
        ((), (), "blue", "blue"),
    ],
    ids=["nobody", "one piece", "most", "tie: topmost", "tie: topmost is blue", "statue is above row 1",
         "statue makes the most", "statue alone"],
)  # fmt: skip
def test_district(orange: tuple[str, ...], blue: tuple[str, ...], statue: str, winner: str) -> None:
    """T-SCORE-1, RUL-04: most pieces, a tie to the topmost piece among the tied; the Statue stands above row 1."""
    t = laid_out()
    build_osiris(t, "orange", *orange)
    build_osiris(t, "blue", *blue)
    if statue:
        spot = next(spot.id for spot in t.data.people_spots if t.data.districts.index("bread") in spot.districts)
        build_statues(t, statue, spot)
    assert district_winner(t, t.data.districts.index("bread")) == winner


def test_topmost_piece_must_be_of_a_tied_player() -> None:
    """RUL-04: a third player's higher piece decides nothing."""
    t = laid_out()
    build_osiris(t, "red", "1 bread")
    build_osiris(t, "orange", "3 bread", "4 bread")
    build_osiris(t, "blue", "2 bread", "6 bread")
    assert district_winner(t, t.data.districts.index("bread")) == "blue"


def test_statue_counts_in_both_districts() -> None:
    """T-SCORE-1: 3 VP for each of the two districts below it."""
    t = laid_out()
    build_statues(t, "orange", next(spot.id for spot in t.data.people_spots if len(spot.districts) == 2))
    score(t)
    assert scored(t)["orange"]["districts"] == 6
    assert scored(t)["blue"]["districts"] == 0


# -- T-SCORE-2 to T-SCORE-6 ------------------------------------------------------------------------------------------


def test_ex_08_temple() -> None:
    """EX-08: Buildings at W2, S2, N2, Pillars at (2,2) and (4,2): 3 + 3 + 2 = 8."""
    t = laid_out()
    build_temple(t, "orange", "W2", "S2", "N2")
    build_pillars(t, "orange", "2,2", "4,2")
    assert temple_points(t, "orange") == 8
    score(t)
    assert scored(t)["orange"]["temple"] == 8


def test_ex_09_temple() -> None:
    """EX-09: one Building at W1, Pillars at (2,2) and (3,4): 1 VP in all."""
    t = laid_out()
    build_temple(t, "orange", "W1")
    build_pillars(t, "orange", "2,2", "3,4")
    assert temple_points(t, "orange") == 1


def test_temple_counts_own_pieces_and_statues() -> None:
    """T-SCORE-2, RUL-08: own Statues at the temple count like Buildings; others' pieces never."""
    t = laid_out()
    spot = next(spot for spot in t.data.people_spots if spot.at_temple and spot.line < 5)
    build_statues(t, "orange", spot.id)
    build_pillars(t, "orange", f"{spot.line + 1},1")
    build_temple(t, "blue", "W3")
    build_pillars(t, "blue", "1,1")
    assert (temple_points(t, "orange"), temple_points(t, "blue")) == (2, 1)


@pytest.mark.parametrize(("statues", "vp"), list(enumerate([0, 1, 3, 6, 10, 15, 21])))
def test_tab_07_statues(statues: int, vp: int) -> None:
    """TAB-07, T-SCORE-3: all kinds of Statue."""
    t = laid_out(4)
    build_statues(t, "orange", *["ra", "ra", "horus", "thoth", "thoth", "osiris"][:statues])
    score(t)
    assert scored(t)["orange"]["statues"] == vp


@pytest.mark.parametrize(("happiness", "vp"), [(8, 0), (9, 3), (12, 3), (13, 6), (16, 9), (19, 12), (21, 15)])
def test_tab_08_happiness(happiness: int, vp: int) -> None:
    """TAB-08, T-SCORE-4, T-PEOPLE-6: the highest triangle only."""
    t = laid_out()
    t.players["orange"].population = t.players["orange"].happiness = happiness
    score(t)
    assert scored(t)["orange"]["happiness"] == vp


def test_production_at_the_top() -> None:
    """T-SCORE-5: 2 VP for each marker on 6."""
    t = laid_out()
    t.players["orange"].production.update(bread=6, granite=6, papyrus=5)
    score(t)
    assert scored(t)["orange"]["production"] == 4


@pytest.mark.parametrize(("built", "vp", "bread"), [(0, 0, 0), (1, 0, 1), (2, 1, 1), (5, 3, 3), (10, 15, 5)])
def test_building_row(built: int, vp: int, bread: int) -> None:
    """T-SCORE-6, T-SCORE-7 (HV-02, house): what the Buildings have uncovered."""
    t = laid_out()
    t.players["orange"].buildings -= built
    running = score(t)
    assert (scored(t)["orange"]["buildings"], bread_due(t, "orange")) == (vp, bread)
    assert ("orange" in running.questions()) == bool(bread)


# -- T-SCORE-7: bread ------------------------------------------------------------------------------------------------


def owing(bread: int = 0, gold: int = 0, buildings: int = 5, **options: object) -> Tekhenu:
    """Orange owes bread for its Buildings and has these tokens."""
    t = laid_out(**options)
    player = t.players["orange"]
    player.buildings -= buildings
    player.stock.update(bread=bread, gold=gold, scribe=0)
    return t


def test_dec_50_bread_options() -> None:
    """DEC-50: every mix up to what is due; by default all is paid, Bread before Gold."""
    question = bread_question(owing(bread=2, gold=2), "orange")
    assert question is not None and question.default == ["2 bread 1 gold"]
    assert question.options == ["2 bread 1 gold", "1 bread 2 gold", "2 bread", "1 bread 1 gold", "2 gold", "1 bread",
                                "1 gold", "none", "keep_gold"]  # fmt: skip
    assert question.describe("1 gold") == "pay 1 gold: 2 of 3 unpaid, -6 VP (h)"
    assert question.describe("2 bread 1 gold") == "pay 2 bread 1 gold: all 3 bread paid (h)"


@pytest.mark.parametrize(("bread", "paid"), [(0, {}), (2, {"bread": 2}), (5, {"bread": 3})])
def test_dec_50_keep_gold(bread: int, paid: dict[str, int]) -> None:
    """Bread is paid as far as it goes; nothing else is spent. The answer fits every scoring, so it may stand."""
    t = owing(bread=bread, gold=2)
    running = score(t)
    question = running.questions()["orange"]
    unpaid = 3 - sum(paid.values())
    rest = f"{unpaid} of 3 unpaid, -{3 * unpaid} VP" if unpaid else "all 3 bread paid"
    rest += " (h)"
    assert question.describe("keep_gold") == f"pay {words(paid) or 'none'}: {rest}"
    running.give("orange", ["keep_gold"])
    event = told(t, "bread_paid")[0]
    assert (event["paid"], event["unpaid"], t.players["orange"].stock["gold"]) == (paid, unpaid, 2)


def test_bread_is_not_asked_without_a_choice() -> None:
    """Nothing due, or nothing to pay with: no question, and the loss comes by itself."""
    assert bread_question(owing(bread=5, buildings=0), "orange") is None
    t = owing()
    assert score(t).over
    assert told(t, "bread_paid") == [{"seat": "orange", "due": 3, "paid": {}, "unpaid": 3, "lost": 9}]


def test_unpaid_bread_costs_three_each() -> None:
    t = owing(bread=3)
    running = score(t)
    before = t.players["orange"].vp
    running.give("orange", ["1 bread"])
    assert (t.players["orange"].vp, t.players["orange"].stock["bread"]) == (before - 6, 2)


def test_bread_loss_stops_at_zero() -> None:
    """RUL-48."""
    t = owing(bread=1, buildings=9)
    t.players["orange"].vp = 0
    running = score(t)
    assert t.players["orange"].vp == 10, "slots 2, 4, 6 and 8"
    running.give("orange", ["none"])
    assert t.players["orange"].vp == 0


def test_rul_39_t17_owes_nothing() -> None:
    """T-CARD-T17: T-SCORE-7 does not apply, nothing is lost."""
    t = owing(bread=1)
    hold(t, "orange", "T17")
    assert score(t).over
    assert told(t, "bread_paid") == [] and t.players["orange"].stock["bread"] == 1


def test_rul_29_t10_pays_bread_with_scribes() -> None:
    t = owing(bread=1)
    t.players["orange"].stock["scribe"] = 1
    hold(t, "orange", "T10")
    running = score(t)
    assert "1 bread 1 scribe" in running.questions()["orange"].options
    vp = t.players["orange"].vp
    running.give("orange", ["1 bread 1 scribe"])
    player = t.players["orange"]
    assert (player.stock["scribe"], player.vp) == (0, vp - 3), "the VP of T10 is for own turns"


def test_bread_of_all_at_once() -> None:
    """Several seats are asked together, sealed."""
    t = owing(bread=3)
    t.players["red"].buildings -= 1
    running = score(t)
    assert running.sealed and set(running.questions()) == {"orange", "red"}


def test_marker_goes() -> None:
    """T-SCORE-8."""
    t = laid_out()
    second = t.markers[1]
    assert score(t).over
    assert (t.markers, t.scoring) == ([second], 1)


def test_mixes() -> None:
    assert mixes([("bread", 1), ("gold", 1)], 2) == ["1 bread 1 gold", "1 bread", "1 gold", "none"]
    assert mixes([], 3) == ["none"]
    assert (read_mix("2 bread 1 gold"), read_mix("none")) == ({"bread": 2, "gold": 1}, {})


# -- T-SCORE-0: D23 --------------------------------------------------------------------------------------------------


def with_d23() -> Tekhenu:
    t = laid_out()
    hold(t, "blue", "D23")
    for token in ("papyrus", "bread", "limestone", "granite", "gold"):
        t.players["blue"].stock[token] = 0
    return t


def test_dec_51_d23_is_asked_before_the_final_scoring_only() -> None:
    t = with_d23()
    assert score(t).over
    running = score(with_d23(), final=True)
    assert {seat: (q.name, q.private) for seat, q in running.questions().items()} == {"blue": ("decree", True)}


def test_rul_35_d23_waives_resources_not_happiness() -> None:
    """Any action with any value without its resources; Osiris still needs Happiness, a Building a free spot."""
    t = with_d23()
    t.players["blue"].happiness = 0
    options = score(t, final=True).questions()["blue"].options
    assert "D23 ra 5" in options and "D23 horus 1" in options and "D23 granite 6" in options
    assert not any(option.startswith("D23 osiris") for option in options)


def test_d23_acts_before_the_points_are_counted() -> None:
    """T-SCORE-0, RUL-35: the Building counts in this scoring; the card is shown and takes a place, scoring 0."""
    t = with_d23()
    running = score(t, final=True)
    running.give("blue", ["D23 hathor 3"])
    running.give("blue", ["W1"])
    assert scored(t)["blue"]["temple"] == 1
    player = t.players["blue"]
    assert (player.population, player.shown, player.scored) == (8, ["D23"], {"D23": 0})
    assert points(t, "blue", "D23", Claim(("D23",), player.stock)) == 0


def test_d23_may_be_declined_without_telling() -> None:
    t = with_d23()
    running = score(t, final=True)
    running.give("blue", [])
    assert running.over and t.players["blue"].shown == []
    assert [event.to for event in t.live.events if event.kind == "decree_not_used"] == [["blue"]]


def test_d23_may_bring_the_extra_action() -> None:
    """RUL-22: happiness 21 by D23 gives the extra action right after, before the points."""
    t = with_d23()
    player = t.players["blue"]
    player.population, player.happiness = 21, 19
    running = score(t, final=True)
    running.give("blue", ["D23 bastet 2"])
    assert running.questions()["blue"].name == "bonus"
    assert told(t, "scored") == []
    running.give("blue", [])
    assert scored(t)["blue"]["happiness"] == 15


def test_rul_35_d23_leaves_the_price_of_a_refresh() -> None:
    """The cards are free, a market refresh still costs its Papyrus; the market is full again before the points."""
    t = with_d23()
    t.players["blue"].stock["papyrus"] = 1
    running = score(t, final=True)
    running.give("blue", ["D23 thoth 5"])
    assert (running.questions()["blue"].name, t.players["blue"].stock["papyrus"]) == ("refresh", 1)
    running.give("blue", ["I"])
    assert t.players["blue"].stock["papyrus"] == 0
    while not running.over:
        question = running.questions()["blue"]
        running.give("blue", list(question.options[: question.low]))
    assert all(card for slots in t.market.values() for card in slots)
