"""The end (T-END): every Decree, the best set, payments, ties, the result."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pbem.core.questions import Pick
from pbem.titles.tekhenu.cards.decrees import DECREES, Claim, points
from pbem.titles.tekhenu.phases.end import End, best_claim, claim_points, game_result, legal_sets, ranking
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

Change = Callable[[Tekhenu], None]


def empty(players: int = 3, **options: object) -> Tekhenu:
    """Nobody owns anything that a Decree counts."""
    t = laid_out(players, **options)
    for player in t.players.values():
        player.stock = dict.fromkeys(player.stock, 0)
        player.happiness, player.population = 0, 0
    t.markers = []
    return t


def alone(t: Tekhenu, card: str, **paid: int) -> int:
    """What a Decree of orange is worth by itself."""
    hold(t, "orange", card)
    stock = {token: n - paid.get(token, 0) for token, n in t.players["orange"].stock.items()}
    return points(t, "orange", card, Claim((card,), stock, paid))


def own(**stock: int) -> Change:
    return lambda t: t.players["orange"].stock.update(stock)


def people(happiness: int, population: int) -> Change:
    def change(t: Tekhenu) -> None:
        t.players["orange"].happiness, t.players["orange"].population = happiness, population
        t.players["blue"].happiness = 2
        t.players["red"].happiness = 5

    return change


def board(t: Tekhenu) -> None:
    """Two Pillars, three temple Buildings, four Osiris Buildings (three quarries), three Statues (two at gods)."""
    build_pillars(t, "orange", "1,1", "2,2")
    build_temple(t, "orange", "W1", "S2", "W5")
    build_osiris(t, "orange", "1 limestone", "2 granite", "3 granite", "1 papyrus")
    temple = next(spot.id for spot in t.data.people_spots if spot.at_temple)
    build_statues(t, "orange", "ra", "thoth", temple)
    build_pillars(t, "blue", "5,5")
    build_temple(t, "blue", "S1")
    build_statues(t, "blue", "horus")


@pytest.mark.parametrize(
    ("card", "change", "vp"),
    [
        ("D01", lambda t: hold(t, "orange", "T01", "T02", "T03"), 9),
        ("D02", lambda t: hold(t, "orange", "D01", "D05", "D08", "D06"), 12),
        ("D05", people(13, 20), 8),
        ("D05", people(8, 20), 0),
        ("D06", people(11, 20), 9),
        ("D07", own(scribe=4), 12),
        ("D07", own(scribe=9), 21),
        ("D08", own(gold=3, bread=2, papyrus=1, limestone=1, granite=1, scribe=5), 11),
        ("D08", own(gold=12), 20),
        ("D09", board, 9),
        ("D10", board, 3),
        ("D11", board, 8),
        ("D12", board, 9),
        ("D13", board, 6),
        ("D14", board, 12),
        ("D15", board, 10),
        ("D16", board, 8),
        ("D17", board, 10),
        ("D18", board, 9),
        ("D19", board, 5),
        ("D20", lambda t: t.order.sort(key=["orange", "red", "blue"].index), 10),
        ("D20", lambda t: t.order.sort(key=["red", "orange", "blue"].index), 5),
        ("D20", lambda t: t.order.sort(key=["red", "blue", "orange"].index), 0),
        ("D21", board, 7),
        ("D22", lambda t: t.players["orange"].left.extend(["white 4", "black 3"]), 4),
        ("D24", board, 5),
    ],
)
def test_decree(card: str, change: Change, vp: int) -> None:
    """T-CARD-D01 to T-CARD-D24 as far as they score by themselves; caps RUL-02; D06 RUL-37; D13 RUL-07."""
    t = empty()
    change(t)
    assert alone(t, card) == vp
    if card not in ("D06", "D20"):
        hold(t, "red", *(["D18"] if card == "D02" else []))
        less = points(t, "red", card, Claim((card,), t.players["red"].stock))
        assert less == (4 if card == "D02" else 0), "only one's own counts"


@pytest.mark.parametrize(
    ("population", "paid", "vp"), [(8, 0, 0), (9, 1, 4), (13, 2, 8), (21, 5, 20), (21, 3, 12), (9, 0, 0)]
)
def test_d04_is_paid_by_the_triangle(population: int, paid: int, vp: int) -> None:
    """T-CARD-D04, RUL-11, RUL-34: 4 VP for each triangle that is paid for; the highest reached counts."""
    t = empty()
    people(0, population)(t)
    own(bread=6)(t)
    assert alone(t, "D04", bread=paid) == vp


def test_d22_counts_the_left_pan_only() -> None:
    """RUL-05: Pure dice with their values there, rounded up; the right pan and Anubis dice do not count."""
    t = empty()
    player = t.players["orange"]
    player.left, player.right, player.below = ["white 5"], ["grey 6"], ["black 6"]
    assert alone(t, "D22") == 3


def test_rul_33_d02_option() -> None:
    """D02 counts types owned, or by option only those scored."""
    for option, vp in (("owned", 16), ("scored", 8)):
        t = empty(D02_counts=option)
        hold(t, "orange", "D02", "D05", "D08", "D18")
        assert points(t, "orange", "D02", Claim(("D02", "D05"), t.players["orange"].stock)) == vp


def test_rul_36_d24_option() -> None:
    """D24 leaves Statues out unless the option says otherwise."""
    found = {}
    for option in (False, True):
        t = empty(D24_includes_statues=option)
        board(t)
        spot = next(spot for spot in t.data.people_spots if spot.id in t.people)
        build_pillars(t, "orange", f"{spot.line + 1},4" if spot.line < 5 else f"4,{spot.line - 4}")
        found[option] = alone(t, "D24")
    assert found[True] == found[False] + 2, "the Statue, and its Pillar in line"


def test_every_decree_is_declared() -> None:
    assert sorted(DECREES.cards) == sorted(empty().data.decrees)


# -- the best set ----------------------------------------------------------------------------------------------------


def test_ex_10_one_of_a_type() -> None:
    """EX-10, T-END-1: three Decrees of which two share a type: those two never score together."""
    t = empty()
    hold(t, "orange", "D07", "D12", "D13")
    sets = legal_sets(t, "orange")
    assert ("D07", "D12") in sets and ("D07", "D13") in sets
    assert not any({"D12", "D13"} <= set(cards) for cards in sets)


def test_at_most_three() -> None:
    """T-END-1: four types in hand, three are scored, the poorest is left out."""
    t = empty()
    board(t)
    own(scribe=2)(t)
    hold(t, "orange", "D07", "D11", "D13", "D18")
    claim = best_claim(t, "orange")
    assert len(claim.decrees) == 3
    assert sum(claim_points(t, "orange", claim).values()) == 8 + 9 + 6


def test_a_used_d23_takes_a_place_and_a_type() -> None:
    """RUL-35: two more Decrees, none of the type of D23; unused it takes nothing."""
    for used, most in ((True, 2), (False, 3)):
        t = empty()
        hold(t, "orange", "D23", "D22", "D07", "D11", "D18")
        if used:
            t.players["orange"].scored["D23"] = 0
        sets = legal_sets(t, "orange")
        assert max(map(len, sets)) == most
        assert any("D22" in cards for cards in sets) is not used


def test_rul_38_d04_is_paid_where_it_pays() -> None:
    """RUL-38, RUL-34: D04 before D08; each triangle is worth 4, each Bread 1 and each Gold 2 at D08."""
    t = empty()
    people(0, 21)(t)
    own(bread=2, gold=4)(t)
    hold(t, "orange", "D04", "D08")
    claim = best_claim(t, "orange")
    assert claim.paid == {"bread": 2, "gold": 3}
    assert claim_points(t, "orange", claim) == {"D04": 20, "D08": 2}


def test_rul_67_scribes_pay_d04_with_t10() -> None:
    """With T10 Scribes may pay; they no longer count for D07, so only as many as gain."""
    t = empty()
    people(0, 13)(t)
    own(scribe=3)(t)
    hold(t, "orange", "T10", "D04", "D07")
    claim = best_claim(t, "orange")
    assert (claim.paid, claim.stock["scribe"]) == ({"scribe": 2}, 1)
    assert sum(claim_points(t, "orange", claim).values()) == 8 + 3


def test_d03_switched_in() -> None:
    """RUL-01: 2 Gold after all others, and the best other Decree once more."""
    t = empty(remove_D03=False)
    board(t)
    own(gold=2)(t)
    hold(t, "orange", "D03", "D18", "D11")
    claim = best_claim(t, "orange")
    assert (claim_points(t, "orange", claim), claim.again) == ({"D03": 9, "D11": 8, "D18": 9}, "D18")
    run(t, End())
    assert t.players["orange"].stock["gold"] == 0
    own(gold=1)(t)
    assert "D03" not in best_claim(t, "orange").decrees


# -- the end ---------------------------------------------------------------------------------------------------------


def test_decrees_are_shown_and_scored() -> None:
    """T-END-1, DEC-60: nobody is asked; payments leave the stock."""
    t = empty()
    people(0, 9)(t)
    own(granite=1)(t)
    hold(t, "orange", "D04")
    hold(t, "blue", "D18")
    running = run(t, End())
    player = t.players["orange"]
    assert running.over and t.over
    assert (player.shown, player.scored, player.stock["granite"]) == (["D04"], {"D04": 4}, 0)
    assert t.live.reveals > 0
    assert [event["total"] for event in told(t, "decrees_scored")] == [4, 0, 0]


@pytest.mark.parametrize(("players", "rewards"), [(2, [3, 0]), (3, [3, 2, 0]), (4, [3, 2, 0, 0])])
def test_turn_order_points(players: int, rewards: list[int]) -> None:
    """T-END-2: 3 for the first, with three or four players 2 for the second."""
    t = empty(players)
    t.order.reverse()
    run(t, End())
    assert [t.players[seat].vp - 10 for seat in t.order] == rewards


@pytest.mark.parametrize(
    ("vp", "scribes", "text"),
    [
        ((40, 41, 30), (9, 0, 0), "blue wins with 41 VP."),
        ((40, 40, 30), (1, 2, 0), "blue wins with 40 VP by more Scribes."),
        ((40, 40, 30), (2, 2, 0), "orange wins with 40 VP by turn order."),
    ],
)
def test_rul_56_ties(vp: tuple[int, ...], scribes: tuple[int, ...], text: str) -> None:
    """T-END-3, RUL-56: Scribes, then the earlier in turn order."""
    t = empty()
    t.order = ["red", "orange", "blue"]
    for seat, points_, count in zip(t.seats, vp, scribes, strict=True):
        t.players[seat].vp = points_
        t.players[seat].stock["scribe"] = count
    assert game_result(t) is None
    t.over = True
    result = game_result(t)
    assert result is not None and result.text == text
    assert result.places == [[seat] for seat in ranking(t)] and result.scores == dict(zip(t.seats, vp, strict=True))


def test_scribes_are_read_after_the_decrees() -> None:
    """RUL-38, RUL-67: a Scribe that paid for D04 breaks no tie."""
    t = empty(2)
    t.order = ["blue", "orange"]
    t.players["orange"].population = 9
    own(scribe=1)(t)
    hold(t, "orange", "T10", "D04")
    t.players["blue"].vp = t.players["orange"].vp + 1
    run(t, End())
    assert t.players["orange"].vp == t.players["blue"].vp
    assert ranking(t) == ["blue", "orange"]


# -- auto_decree_scoring off -----------------------------------------------------------------------------------------


def asking() -> Tekhenu:
    t = empty(auto_decree_scoring=False)
    board(t)
    own(scribe=2, bread=1)(t)
    return t


def test_players_choose_their_decrees() -> None:
    """RUL-38, T-END-1: up to three, never two of a type."""
    t = asking()
    hold(t, "orange", "D07", "D11", "D12", "D13", "D18")
    running = run(t, End())
    question = running.questions()["orange"]
    assert question.options == ["D07", "D11", "D12", "D13", "D18"]
    assert [question.describe(key) for key in ("D07", "D12")] == ["+6 VP", "+9 VP"]
    assert question.allows([]) and question.allows(["D12"]) and question.allows(["D12", "D07", "D18"])
    assert isinstance(question, Pick) and question.why_not is not None and question.clash is not None
    assert question.harmless() == ["D11", "D12", "D18"], "what the clock plays is the best set (RUL-38)"
    assert not question.allows(["D12", "D13"])
    assert question.clash(["D12", "D13"]) == ("only one Decree of each type scores", "T-END-1")
    assert not question.allows(["D07", "D11", "D12", "D18"])
    assert question.clash(["D07", "D11", "D12", "D18"]) == ("at most three Decrees score, and you name 4", "T-END-1")
    assert question.why_not("D22") == ("you do not hold D22", "T-END-1")
    running.give("orange", ["D12", "D07", "D18"])
    assert running.over and t.players["orange"].scored == {"D12": 9, "D07": 6, "D18": 9}


def test_dec_60_all_are_asked_at_once() -> None:
    """In any order; nobody without a Decree is waited for."""
    t = asking()
    hold(t, "orange", "D07")
    hold(t, "blue", "D07", "D12")
    running = run(t, End())
    assert set(running.questions()) == {"orange", "blue"}
    running.give("blue", ["D12"])
    assert set(running.questions()) == {"orange"} and set(running.changeable()) == {"blue"}
    running.give("orange", [])
    assert running.over
    assert (t.players["blue"].scored, t.players["orange"].scored) == ({"D12": 3}, {})


def test_a_decree_used_before_takes_a_place_and_its_type() -> None:
    """RUL-35, where players are asked."""
    t = asking()
    hold(t, "orange", "D23", "D20", "D07", "D11", "D12", "D18")
    t.players["orange"].scored = {"D23": 0}
    question = run(t, End()).questions()["orange"]
    assert question.options == ["D07", "D11", "D12", "D18"]
    assert question.allows(["D07", "D11"]) and not question.allows(["D07", "D11", "D12"])


def test_players_pay_for_d04() -> None:
    """D04 asks for its tribute, and D08 named before it still counts what is left."""
    t = asking()
    t.players["orange"].population = 13
    hold(t, "orange", "D08", "D04")
    running = run(t, End())
    running.give("orange", ["D08", "D04"])
    question = running.questions()["orange"]
    assert [(key, question.describe(key)) for key in question.options] == [
        ("1 bread", "pay 1 bread: +4 VP"),
        ("none", "pay nothing: +0 VP"),
    ]
    running.give("orange", ["1 bread"])
    assert t.players["orange"].scored == {"D08": 0, "D04": 4}


def test_players_repeat_by_d03() -> None:
    t = empty(auto_decree_scoring=False, remove_D03=False)
    board(t)
    hold(t, "orange", "D03", "D18", "D11")
    running = run(t, End())
    assert "D03" not in running.questions()["orange"].options, "no Gold"
    t = empty(auto_decree_scoring=False, remove_D03=False)
    board(t)
    own(gold=3)(t)
    hold(t, "orange", "D03", "D18", "D11")
    running = run(t, End())
    question = running.questions()["orange"]
    assert question.allows(["D03", "D18"]) and not question.allows(["D03"]), "nothing to repeat"
    running.give("orange", ["D18", "D11", "D03"])
    assert running.questions()["orange"].options == ["D18", "D11"]
    running.give("orange", ["D11"])
    assert t.players["orange"].scored == {"D18": 9, "D11": 8, "D03": 8}
    assert t.players["orange"].stock["gold"] == 1


def test_d03_alone_is_no_answer() -> None:
    t = empty(auto_decree_scoring=False, remove_D03=False)
    own(gold=3)(t)
    hold(t, "orange", "D03", "D01")
    assert run(t, End()).questions()["orange"].options == ["D01"], "of one type with D03, so it cannot be repeated"
