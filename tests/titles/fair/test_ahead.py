"""Answers sent ahead know their occasion, and members of a ranking may carry conditions."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.core.errors import PlayerError
from pbem.engine.journal import full_answers
from tests.fair.state import worth
from tests.titles.fair.town import NAMES, FairTown

TWO = ("oak=Ania <ania@example.org>", "elm=Béla <bela@example.org>")


@pytest.fixture
def town(tmp_path: Path) -> FairTown:
    return FairTown(tmp_path / "home", TWO, turn="4d")


def hand(town: FairTown, seat: str) -> list[str]:
    """What a seat holds, the best ware first."""
    return sorted(town.table.hands[seat], key=worth, reverse=True)


def on_file(town: FairTown, seat: str) -> list[str]:
    kept = town.now.orders.get(seat)
    return [f"{one.name}-{one.word}: {', '.join(one.keys)}" for one in kept.ahead] if kept else []


def lapsed(town: FairTown, seat: str) -> list[str]:
    kept = town.now.orders.get(seat)
    return kept.lapsed if kept else []


def test_several_sealed_answers_of_one_request_count_together(town: FairTown) -> None:
    first, second, *_ = hand(town, "oak")
    town.say("oak", f"card-1: {first}\ncard-2: {second}\nbid-1: 1\nbid-2: all")
    assert town.asked() == {"elm": "card"}
    assert on_file(town, "oak") == [f"card-2: {second}", "bid-1: 1", "bid-2: all"]
    for _ in town.table.prizes:
        town.say("elm", f"card: {hand(town, 'elm')[-1]}")
        town.say("elm", "bid: 0")
    used = [entry for entry in town.desk.read("fair").journal() if entry.by == "orders"]
    answers = [(answer.name, answer.keys, answer.source) for entry in used for answer in full_answers(entry)]
    left = str(town.table.coins["oak"]) if town.table.points["oak"] < 8 else "3"
    assert answers == [("bid", ["1"], "ahead"), ("card", [second], "ahead"), ("bid", [left], "ahead")]
    assert on_file(town, "oak") == lapsed(town, "oak") == [] and town.table.stall == 0


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("card-1: {a}\ncard-2: honey 99", '"card-2: honey 99" is not an answer to card'),
        ("card-1: {a}\ncard-3: {b}", '"card-3: .*" answers no question'),
        ("card-1: {a}\ncard: {b}", '"card: .*" answers no question'),
        ("card-1: {a}\ncard-2: {b}\ncard-2: {c}", "contradict each other"),
        ("card-1: {a}\nbid: 1 if rain", '"if rain" is no condition; known here: prize, ahead'),
        ("card-1: {a}\nbid: most", '"most" in "bid: most" is not an answer|"bid: most" is not an answer'),
    ],
)
def test_all_of_them_or_none(town: FairTown, lines: str, words: str) -> None:
    before = town.stored("fair")
    a, b, c = hand(town, "oak")
    with pytest.raises(PlayerError, match=words):
        town.say("oak", lines.format(a=a, b=b, c=c))
    assert town.stored("fair") == before


def test_a_line_of_one_occasion_is_never_played_on_another(town: FairTown) -> None:
    first, second, _ = hand(town, "oak")
    town.say("oak", f"card: none\ncard-2: {first}, {second}")
    town.say("elm", "card: none")
    assert town.asked() == {"elm": "card"}, "oak has answered for stall 2"
    town.say("elm", "card: none")
    assert town.table.stall == 0 and first in town.table.out


def test_the_particular_goes_before_the_general(town: FairTown) -> None:
    best, _, worst = hand(town, "oak")
    town.say("oak", f"card: {worst}\nbid: 0\nbid-2: 3")
    town.say("elm", f"card: {hand(town, 'elm')[-1]}")
    town.say("elm", "bid: 4")
    coins = town.table.coins["oak"]
    town.say("oak", f"card: {best}")
    town.say("elm", f"card: {hand(town, 'elm')[-1]}")
    town.say("elm", "bid: 0")
    assert coins == 4 and town.table.coins["oak"] == 1


def test_what_is_written_for_a_day_lapses_with_it_and_its_writer_is_told(town: FairTown) -> None:
    best = hand(town, "oak")[0]
    town.say("oak", f"card: none\ncard-2: {best}\nbid-2: 2 if ahead")
    town.say("elm", "card: none")
    town.say("elm", "card: none")
    assert lapsed(town, "oak") == ["bid-2: 2 if ahead"] and on_file(town, "oak") == []
    assert "bid-2: 2 if ahead (lapsed: what it was written for is over)" in town.newest("oak")
    town.say("oak", "take: coin")
    assert lapsed(town, "oak") == []


def test_a_general_line_serves_its_whole_day_and_no_other(town: FairTown) -> None:
    while town.table.stall:
        town.step()
    town.say("oak", f"take: coin\ncard: {hand(town, 'oak')[0]}, any")
    town.say("elm", "take: coin")
    assert town.asked() == {"elm": "card"} and town.table.day == 2
    town.say("elm", "card: none")
    assert town.asked() == {"elm": "card"} and town.table.stall == 2
    town.say("elm", "card: none")
    while town.table.day == 2:
        town.step()
    assert "oak" in town.asked(), "what was written for the second day is not played on the third"


@pytest.mark.parametrize(
    ("bid", "paid"),
    [
        ("all", 4),
        ("all-1", 3),
        ("all-1 if prize>=4, 2", 2),
        ("all-1 if prize>=3, 2", 3),
        ("3 if not ahead, 1", 1),
        ("3 if ahead, 1", 3),
        ("1 if ahead and prize=3", 1),
        ("3 if ahead and prize!=3, 0", 0),
        ("outbid, 2", 0),
    ],
)
def test_conditions(town: FairTown, bid: str, paid: int) -> None:
    """`ahead` holds: the best ware of oak lies against none that is better."""
    assert worth(hand(town, "oak")[0]) > worth(hand(town, "elm")[-1])
    town.say("oak", f"card: {hand(town, 'oak')[0]}\nbid: {bid}")
    town.say("elm", f"card: {hand(town, 'elm')[-1]}")
    assert town.asked() == {"elm": "bid"}
    town.say("elm", "bid: 0")
    assert town.table.coins["oak"] == 4 - paid


def test_conditions_are_listed_with_the_answers(town: FairTown) -> None:
    assert town.reply(NAMES["oak"], "options bid").verdict == "INFORMATION"
    said = town.answered("ania")
    assert "prize" in said and "ahead" in said and "outbid" in said
