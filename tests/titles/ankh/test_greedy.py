"""The greedy player: it attacks, unlocks and bids, and beats random play (point 5 of the title's aims)."""

from __future__ import annotations

import pytest

from bench.players import played
from pbem.core.questions import Amount, Pick
from pbem.engine.computers.fuzz import NO_CHECKS, play_game
from pbem.titles.ankh import TITLE
from pbem.titles.ankh.computer.sealed_order import order_lines
from tests.titles.ankh.build import at, bare, fight, put, run, say, table
from tests.titles.ankh.court import RULERS
from tests.titles.ankh.court import table as court_table

SEATS = list(TITLE.seat_names)


def test_it_beats_random_players() -> None:
    """One greedy seat, rotating, against three random ones; `make bench BENCH=players` plays 100 games."""
    won = sum(SEATS[n % 4] in played(TITLE, SEATS[:4], n, {SEATS[n % 4]}, {}).places[0] for n in range(12))
    assert won >= 9


def test_it_beats_random_players_under_every_pharaoh() -> None:
    """Two games each: one greedy seat against three random ones."""
    won = 0
    for n in range(10):
        one, options = SEATS[n % 4], {"expansion": "pharaoh", "pharaoh": RULERS[n % 5]}
        won += one in played(TITLE, SEATS[:4], n, {one}, options).places[0]
    assert won >= 8


@pytest.mark.parametrize(("question", "keys", "wanted"), [
    ("law", ["take ferrymen", "take repeated edict", "denounce census"], "take repeated edict"),
    ("court", ["ferrymen", "great works"], "great works"),
    ("policy", ["burial rites", "treasury audit"], "treasury audit"),
    ("priest", ["law", "court"], "court"),
    ("riddle", ["no", "yes"], "yes"),
])  # fmt: skip
def test_it_knows_the_palace(question: str, keys: list[str], wanted: str) -> None:
    """What it takes, uses and solves is what is worth more; in chambers it goes where it wins."""
    t = court_table("ra", "isis")
    assert TITLE.prefer(t, "ra", Pick(question, "", keys)) == [wanted]


@pytest.mark.parametrize("scenario", ["old-kingdom", "peoples-revolt"])
@pytest.mark.parametrize("mode", ["per_battle", "table"])
def test_it_plays_every_kind_of_game(scenario: str, mode: str) -> None:
    result = played(TITLE, SEATS, 3, set(SEATS), {"scenario": scenario, "conflict_mode": mode})
    assert sorted(seat for place in result.places for seat in place) == sorted(SEATS)


def test_it_unlocks_when_it_can_pay() -> None:
    t = table("ra", "isis")
    t.gods["ra"].followers = 3
    runner = run(t)
    first = TITLE.prefer(t, "ra", runner.questions()["ra"])
    runner.give("ra", first)
    seen = {*first}
    while runner.questions().get("ra") is not None and t.active == "ra":
        question = runner.questions()["ra"]
        keys = TITLE.prefer(t, "ra", question)
        seen |= set(keys)
        runner.give("ra", keys)
    assert "unlock" in seen and t.gods["ra"].powers


def test_it_bids_for_its_units_and_not_without() -> None:
    """A-CARD-PLAGUE: against a poor rival it bids to win; with nothing at stake it bids nothing."""
    t = bare("ra", "isis", conflict_mode="table")
    put(t, {"B3": "ra god", "B4": "ra warrior", "B5": "ra warrior", "B7": "isis god"})
    at(t, isis=1, ra=3)
    t.gods["ra"].followers, t.gods["isis"].followers = 4, 1
    runner = fight(t, 1)
    say(runner, "ra", "card: plague")
    say(runner, "isis", "card: flood")
    questions = runner.questions()
    assert isinstance(questions["ra"], Amount)
    assert TITLE.prefer(t, "ra", questions["ra"]) == ["2"]
    assert TITLE.prefer(t, "isis", questions["isis"]) == ["0"]


def test_it_plays_chariots_where_they_decide() -> None:
    """Drought adds nothing on flood spaces; with far more units no card is needed to win."""
    t = bare("ra", "isis", conflict_mode="table")
    put(t, {"E4": "ra god", "F4": "ra warrior", "E7": "isis god", "E8": "isis warrior"})
    t.gods["ra"].hand = ["chariots", "drought", "miracle", "cycle"]
    t.gods["ra"].used = ["flood", "build", "plague"]
    runner = fight(t, 1)
    assert TITLE.prefer(t, "ra", runner.questions()["ra"]) == ["chariots"]
    put(t, dict.fromkeys(("A3", "A4", "A6", "B6", "C4"), "ra warrior"))
    assert TITLE.prefer(t, "ra", runner.questions()["ra"]) != ["chariots"]


def test_its_sealed_order_weighs_each_battle() -> None:
    """A-PBEM-4: cards by region, a bid that holds for what is at stake then, nothing where it does not fight."""
    t = bare("ra", "isis", "amun")
    put(t, {"B3": "ra god", "B4": "ra warrior", "B5": "ra warrior", "B7": "isis god", "H4": "amun god"})
    t.gods["ra"].followers, t.gods["isis"].followers = 4, 1
    found = dict(line.split(": ", 1) for line in order_lines(t, "ra"))
    assert sorted(found["card-1"].split(", ")) == sorted(t.gods["ra"].hand)
    assert found["bid-1"] == "outbid if stake>=1 and enemy_max<=1, 2 if stake>=1, 0"
    assert found["build-1"].count(",") == 2
    assert "bid-1: 0" in order_lines(t, "isis")
    assert order_lines(t, "amun") == []


def test_a_game_by_text_has_its_orders_in_it() -> None:
    """What is kept and used are its lines, not the defaults of the call: cards, bids and buildings."""
    report = play_game(TITLE, 3, "orders", chooser="greedy", checks=NO_CHECKS)
    opened = [told["text"].split("-")[0] for entry in report.entries for told in entry.note.get("opened", ())]
    assert {"card", "bid", "build"} <= set(opened)
    plagues = [event.data["bids"] for entry in report.entries for event in entry.events if event.kind == "plague"]
    assert any(bid for bids in plagues for bid in bids.values())
