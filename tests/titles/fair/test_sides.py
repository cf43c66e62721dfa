"""Two people of one side: the first answer counts, or one goes before and the other proposes; both are told."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.core.errors import PlayerError
from pbem.engine.journal import moment
from tests.titles.fair.town import NAMES, FairTown

Make = Callable[..., FairTown]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    return lambda **options: FairTown(tmp_path / "home", turn="4d", **options)


def test_two_seats_become_one_side(make: Make) -> None:
    town = make()
    leader, partner = town.to_company()
    session = town.desk.read("fair")
    assert session.title.sides(town.table)[partner] == leader
    assert town.asked().keys() == {seat for seat in town.table.seats if seat != partner}
    seen = session.title.view(town.table, partner)
    assert seen.hand == session.title.view(town.table, leader).hand != []  # type: ignore[attr-defined]


# -- the first answer counts -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("by_partner", [False, True])
def test_whoever_answers_first_answers_for_both(make: Make, by_partner: bool) -> None:
    town = make()
    leader, partner = town.to_company("take")
    assert town.asked() == {leader: "take", partner: "take"}
    assert town.now.deadlines[leader].due == town.now.deadlines[partner].due
    first, other = (partner, leader) if by_partner else (leader, partner)
    town.say(first, "take: coin")
    entry = next(entry for entry in town.now.recent if entry.seat == first and entry.note.get("side"))
    assert entry.note["side"] == [other]
    assert town.asked().get(other) != "take"
    assert "has answered `take` for your side" in town.newest(other)
    assert not any("for your side" in text for text in town.mails(first, "partner"))
    town.to_end()
    town.audit("fair")


def test_a_partner_whose_turn_is_over_sends_no_more(make: Make) -> None:
    """What is left over of a shared turn is judged before anything more comes to light."""
    town = make()
    _, partner = town.to_company("take")
    before = town.stored("fair")
    with pytest.raises(PlayerError, match="answers no question"):
        town.say(partner, "take: coin\nfly: moth 1")
    assert town.stored("fair") == before


def test_the_second_of_two_is_told_who_was_first(make: Make) -> None:
    town = make()
    leader, partner = town.to_company("take")
    mail = town.last(NAMES[partner], "your turn" if len(town.asked()) == 1 else "question")
    town.say(leader, "take: coin")
    assert town.deliver(town.answer(mail, "take: coin"))[0].verdict == "NOT COUNTED"


# -- one goes before ---------------------------------------------------------------------------------------------------


def proposal(town: FairTown, seat: str) -> str:
    """A card that the side could show."""
    return str(town.desk.read("fair").title.view(town.table, seat).hand[0])  # type: ignore[attr-defined]


def test_a_proposal_waits_and_is_adopted_after_half_the_time(make: Make) -> None:
    town = make()
    leader, partner = town.to_company()
    card = proposal(town, partner)
    for seat in [seat for seat in town.asked() if seat != leader]:
        town.say(seat, "card: none")
    assert f"{leader}) of your side is asked" in town.mails(partner, "question")[-1]
    put = town.now.deadlines[leader]
    town.later(hours=1)
    assert town.reply(NAMES[partner], f"card: {card}", "a question for you").verdict == "COUNTED"
    assert town.asked() == {leader: "card"} and town.now.deadlines[leader].entry == put.entry
    told = town.mails(leader, "partner")[-1]
    assert f"proposes `card: {card}` for your side" in told and "2026-07-03 Friday 12:00" in told
    assert town.mails(partner, "partner") == []
    half = moment(town.now.deadlines[leader].half or "")
    assert half == moment(put.since) + timedelta(days=2)
    town.tick(hours=(half - town.time).total_seconds() / 3600 - 1)
    assert town.asked() == {leader: "card"}
    town.tick(hours=1)
    entry = next(entry for entry in town.now.recent if entry.note.get("adopted"))
    assert (entry.seat, entry.by, entry.note["adopted"]) == (leader, "clock", partner)
    assert [(a.seat, a.name, a.keys, a.source) for a in entry.answers] == [(leader, "card", None, "partner")]
    assert entry.secret is not None and entry.secret.answers == {"0": [card]}
    assert "no answer of yours had come, so it was played" in town.newest(leader)
    assert "Your proposal" in town.newest(partner)
    (tenure,) = [one for one in town.now.moderation.tenures if one.seat == leader]
    assert (tenure.excused, tenure.due) == (1, tenure.in_time)
    town.to_end()
    town.audit("fair")


def test_the_own_answer_goes_before_a_proposal(make: Make) -> None:
    town = make()
    leader, partner = town.to_company()
    card = proposal(town, partner)
    town.say(partner, f"card: {card}")
    town.say(leader, "card: none")
    assert "has answered `card` for your side" in town.newest(partner)
    rest = [seat for seat in town.asked() if seat != leader]
    for seat in rest:
        town.say(seat, "card: none")
    assert card in town.table.hands[leader] and leader not in town.table.played
    town.to_end()
    town.audit("fair")


def test_a_proposal_can_be_replaced_and_the_same_one_is_no_second(make: Make) -> None:
    town = make()
    leader, partner = town.to_company()
    card = proposal(town, partner)
    town.say(partner, "card: none")
    town.say(partner, f"card: {card}")
    with pytest.raises(PlayerError, match="already counted"):
        town.say(partner, f"card: {card}")
    assert town.desk.read("fair").play.run.proposals() == {leader: (partner, [card])}
    assert town.reply(NAMES[partner], "status", "a question for you").verdict == "INFORMATION"
    assert f"You propose `card: {card}`" in town.answered(NAMES[partner])
    assert town.reply(NAMES[leader], "status", "from your partner").verdict == "INFORMATION"
    assert f"proposes `card: {card}`" in town.answered(NAMES[leader])


def test_a_proposal_is_shown_to_nobody_else(make: Make) -> None:
    town = make()
    leader, partner = town.to_company()
    card = proposal(town, partner)
    town.say(partner, f"card: {card}")
    other = next(seat for seat in town.table.seats if seat not in (leader, partner))
    town.reply(NAMES[other], "status")
    assert "propose" not in town.answered(NAMES[other])
    assert not any(card in text for text in town.mails(other, "partner") + town.mails(other, "news"))


def test_without_deadlines_a_proposal_waits_two_days() -> None:
    from datetime import UTC, datetime

    from pbem.engine.sides import half_time

    asked = datetime(2026, 7, 1, 12, tzinfo=UTC)
    assert half_time(asked, None) == asked + timedelta(hours=48)
    assert half_time(asked, asked + timedelta(days=7)) == asked + timedelta(hours=84)


def test_an_absence_of_the_one_who_goes_before_does_not_stop_a_proposal(make: Make) -> None:
    """Her deadline moves on; what her partner proposes is played when it would have been."""
    town = make()
    leader, partner = town.to_company()
    for seat in [seat for seat in town.asked() if seat != leader]:
        town.say(seat, "card: none")
    since = moment(town.now.deadlines[leader].since)
    town.reply(NAMES[leader], "away 1 Jul to 20 Jul")
    assert moment(town.now.deadlines[leader].due or "") > since + timedelta(days=19)
    town.say(partner, "card: none")
    town.tick(days=2)
    assert town.table.stall == 2 and any(entry.note.get("adopted") for entry in town.now.recent)


def test_an_absence_of_one_gives_both_of_them_time(make: Make) -> None:
    """A question put to both is due when the last of them must have answered."""
    town = make(on_late="default")
    leader, partner = town.to_company("take")
    town.reply(NAMES[leader], "away 1 Jul to 8 Jul")
    asked = town.now.deadlines
    assert asked[leader].due == asked[partner].due and moment(asked[partner].due or "").day > 8
    town.wait(6)
    assert town.asked() == {leader: "take", partner: "take"}


def test_when_nobody_answers_the_clock_plays_once_for_both(make: Make) -> None:
    town = make(on_late="default")
    leader, partner = town.to_company("take")
    entry = town.now.entry
    town.tick(days=5)
    forced = [one for one in town.now.recent if one.n > entry and one.by == "clock"]
    assert len([one for one in forced if one.seat in (leader, partner)]) == 1
    town.audit("fair")


# -- answers sent ahead ------------------------------------------------------------------------------------------------


def test_orders_of_a_partner_propose(make: Make) -> None:
    """Sent before the question is put, they are kept, shown to both when it is, and used like any proposal."""
    town = make()
    leader, partner = town.to_company("take")
    card = proposal(town, partner)
    town.say(partner, f"take: coin\ncard-1: {card}")
    while town.asked().get(leader) != "card":
        town.step()
    assert town.desk.read("fair").play.run.proposals() == {leader: (partner, [card])}
    assert f"proposes `card: {card}`" in town.mails(leader, "question")[-1]
    for seat in [seat for seat in town.asked() if seat != leader]:
        town.say(seat, "card: none")
    town.tick(days=2)
    assert town.table.played == {} and card in town.table.out
    town.to_end()
    town.audit("fair")
