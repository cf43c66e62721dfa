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
        ("card-1: {a}\ncard: {b}", '"card: .*" answers no question: line 1 has answered card already'),
        ("card-1: {a}\ncard-1: {b}", '"card-1: .*" answers no question: line 1 has answered card-1 already'),
        ("card: {a}\ncard-1: {b}", '"card-1: .*" answers no question: line 1 has answered card-1 already'),
        ("card: {a}\ncard-2: {b}\ncard-1: {c}", '"card-1: .*" answers no question: line 1 has answered card-1 already'),
        ("card-1: {a}\ncard-2: {b}\ncard-2: {c}", "contradict each other"),
        ("card-1: {a}\nbid: 1 if rain", '"if rain" is no condition; known here: prize, ahead'),
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


SAID = [
    ("card: {a} if prize>=9, {b}", "b"),
    ("{a} if prize>=9, {b}", "b"),
    ("card: {a} if prize>=9, {b} if prize=3, {c}", "b"),
    ("card: {a} if prize=3, {a}", "a"),
    ("card: {b} if prize>=9, none", ""),
    ("card: none if prize>=9, {c}", "c"),
    ("card: none if prize=3, {c}", ""),
    ("{b} if prize>=9, none", ""),
    ("card: {a} if prize>=9, any", "any"),
]
"""Rankings for the question that is open, and what they choose."""


@pytest.mark.parametrize(("line", "chosen"), SAID)
def test_a_ranking_for_the_open_question_has_the_same_grammar(town: FairTown, line: str, chosen: str) -> None:
    named = dict(zip("abc", hand(town, "oak"), strict=True))
    listed = list(town.desk.read("fair").play.questions()["oak"].options)
    town.say("oak", line.format(**named))
    wanted = listed[:1] if chosen == "any" else [named[chosen]] if chosen else []
    assert town.desk.read("fair").play.run.given["oak"] == wanted


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("card: honey 99 if prize>=9", '"honey 99" in "card: .*" is not an answer to card'),
        ("card: honey 99 if prize>=9, {a}", '"honey 99" in "card: .*" is not an answer to card'),
        ("card: {a}, honey 99 if prize>=9", '"honey 99" in "card: .*" is not an answer to card'),
        ("card: {a} if prize>=9", "gives no answer now: no member of it is possible whose condition holds. Possible: "),
        ("card: {theirs}, {others}", "gives no answer now"),
        ("card: {a} if rain", '"if rain" is no condition; known here: prize, rich'),
        ("card: {a} if prize>=9, {b} if rain", '"if rain" is no condition; known here: prize, rich'),
        ("card: {a}, {a}", "names .* twice"),
    ],
)
def test_a_ranking_is_read_whole_and_never_passes_for_none(town: FairTown, line: str, words: str) -> None:
    """A member whose condition does not hold was not read, and a ranking that gave nothing counted as `none`."""
    before = town.stored("fair")
    mine, others = hand(town, "oak"), hand(town, "elm")
    with pytest.raises(PlayerError, match=words):
        town.say("oak", line.format(a=mine[0], b=mine[1], theirs=others[0], others=others[1]))
    assert town.stored("fair") == before


def test_words_for_numbers_may_come_to_the_same_or_to_none(town: FairTown) -> None:
    """Nothing is needed to be ahead, and nobody has so many coins that what is needed is always there."""
    town.say("oak", f"card: {hand(town, 'oak')[0]}")
    town.say("elm", f"card: {hand(town, 'elm')[-1]}")
    town.say("oak", "bid: all-1 if not ahead, outbid, 0")
    assert town.desk.read("fair").play.run.given["oak"] == ["0"]
    town.say("elm", "bid: all-4, outbid, 2")
    assert town.table.coins["elm"] + town.table.coins["oak"] == 8


@pytest.mark.parametrize(
    ("order", "verdict", "words"),
    [
        ("bid: all-1 if prize>=4, outbid, 0", "COUNTED", "standing order bid: all-1 if prize>=4, outbid, 0"),
        ("card: none if rich", "COUNTED", "standing order card: none if rich"),
        ("bid: 2 if rain", "NOT COUNTED", '"if rain" is no condition; known here: prize, ahead'),
        (
            "bid: most",
            "NOT COUNTED",
            '"bid: most" is not an answer to bid (Coins beside your ware). Possible: a number',
        ),
        ("take: coin if rich", "NOT COUNTED", "this question takes no conditions"),
    ],
)
def test_standing_orders_have_the_same_grammar(town: FairTown, order: str, verdict: str, words: str) -> None:
    assert town.reply(NAMES["oak"], f"orders {order}").verdict == verdict
    assert words in " ".join(town.answered("ania").split())
    standing = town.now.orders["oak"].standing if "oak" in town.now.orders else {}
    assert len(standing) == (verdict == "COUNTED")


def test_a_refused_order_beside_what_was_done_promises_nothing(town: FairTown) -> None:
    assert town.reply(NAMES["oak"], "orders take: coin\norders bid: most").verdict == "NOT COUNTED"
    said = " ".join(town.answered("ania").split())
    assert '"bid: most" is not an answer to bid' in said and "Nothing was changed" not in said
    assert "standing order take: coin" in said


def test_conditions_are_listed_with_the_answers(town: FairTown) -> None:
    assert town.reply(NAMES["oak"], "options bid").verdict == "INFORMATION"
    said = town.answered("ania")
    assert "prize" in said and "ahead" in said and "outbid" in said
