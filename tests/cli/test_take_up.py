"""`pbem clock` and the spool."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.cli.clock_command import take_up
from pbem.store import spool
from pbem.store.locks import Lock
from tests.desk.mailing import Town
from tests.desk.test_whole_game import whole_move


def test_the_clock_takes_up_a_stored_mail_before_it_looks_at_deadlines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """fault 36: stored, and then the process died; the next run of the clock plays it, once."""
    town = Town(tmp_path / "home")
    town.new_game()
    session = town.desk.read("river")
    seat = next(iter(session.play.questions()))
    name = {"crane": "ania", "heron": "bela", "otter": "zaneta"}[seat]
    raw = town.answer(town.last(name), whole_move(session.play, seat))
    spool.store(town.home.mail / "in", raw)
    before = session.game.entry

    town.home.wait = 0
    with Lock(town.home.mail / "in.lock", "the spool"):
        take_up(town.desk)  # somebody else is at it: nothing breaks
    assert "in use" in capsys.readouterr().err and town.game().entry == before

    take_up(town.desk)
    assert town.game().entry > before and spool.names(town.home.mail / "in") == []
    entry = town.game().entry
    take_up(town.desk)
    assert town.game().entry == entry
