"""What waits for one more word in saved homes: it is said, and takes effect."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.desk.sending.dispatch import compose_left
from tests.moderation.village import Village
from tests.saved.homes import copied, sets_with
from tests.saved.pending_games import CODE
from tests.saved.test_games import sound


@pytest.fixture(params=sets_with("pending"))
def pending(request: pytest.FixtureRequest, tmp_path: Path) -> Village:
    village = copied(request.param, "pending", tmp_path)
    village.count = 100  # no Message-ID that its people have used already
    return village


def test_the_decree_that_is_repeated_is_named(pending: Village) -> None:
    """The last question of a game with D03 (RUL-01)."""
    [(seat, question)] = pending.desk.read("again").play.questions().items()
    assert question.name == "again" and len(question.options) == 2
    before = pending.game("again").table.players[seat].vp
    with pending.desk.game("again") as session:
        pending.desk.take(session, seat, f"again: {question.options[1]}")
    game = pending.game("again")
    assert game.status == "finished" and game.table.players[seat].vp > before
    sound(pending, "again")


def test_the_new_address_is_confirmed_with_the_code_that_was_mailed(pending: Village) -> None:
    compose_left(pending.desk)
    assert pending.desk.roster().need("Ania").address == "ania@example.org"
    assert pending.reply("ania", "address confirm 1234567890", "moving").verdict == "NOT COUNTED"
    assert pending.reply("ania", f"address confirm {CODE}", "moving").verdict == "COUNTED"
    ania = pending.desk.roster().need("Ania")
    assert (ania.address, ania.change) == ("ania@new.example", None)
    sound(pending, "moving")


def test_a_seat_that_was_given_back_gets_another_player(pending: Village) -> None:
    [request] = pending.game("leaving").moderation.requests
    assert (request.kind, request.status) == ("resign", "open")
    pending.mod("substitute", request.seat, "Ewa <ewa@example.org>", game="leaving", reason="gave the seat back")
    game = pending.game("leaving")
    assert game.person(request.seat) == "Ewa" and [one.status for one in game.moderation.requests] != ["open"]
    sound(pending, "leaving")
