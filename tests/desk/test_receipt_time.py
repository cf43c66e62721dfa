"""The time of receipt is journaled and decides deadlines, not the time a mail was processed (docs/operator.md)."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import tests.toy  # noqa: F401  (registers the toy)
from pbem.desk.post.spool_run import process_spool, received
from pbem.engine.journal import stamp
from pbem.store import spool
from tests.desk.mailing import BEGIN, Town


def test_a_mail_that_lay_in_the_spool_counts_from_its_arrival(tmp_path: Path) -> None:
    """# fault 246"""
    town = Town(tmp_path)
    town.new_game()
    raw = town.answer(town.last("ania"), "bid: 1")
    arrived = BEGIN + timedelta(hours=1)
    spool.store(town.home.mail / "in", raw, now=arrived.timestamp())
    town.later(hours=5)
    process_spool(town.desk)
    entry = town.game().recent[-1]
    assert (entry.by, entry.at) == ("player", stamp(arrived))
    assert town.answered("ania").startswith("COUNTED")


def test_names_of_another_clock_are_not_believed() -> None:
    """# fault 248"""
    now = BEGIN
    hour = timedelta(hours=1)
    for then, expected in ((now - hour, now - hour), (now + hour, now), (now - 400 * hour, now)):
        assert received(spool.unique_name(then.timestamp()), now) == expected
        assert received(f"{int(then.timestamp() * 1_000_000_000):020d}.77.abcd.eml", now) == expected
    assert received("cur-name-of-somebody", now) == now
