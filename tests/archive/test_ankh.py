"""A game of Ankh in the archive: sealed up, verified, written as a record, imported, counted by side."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from pbem.archive.stats import collect
from pbem.archive.verify import passed, verify
from pbem.core.titles import get_title
from pbem.engine.computers.fuzz import NO_CHECKS, play_game
from pbem.engine.replay import Replayer
from pbem.engine.seeds import seed_at
from pbem.engine.submission.pledges import nonce, promise
from pbem.titles.ankh.state import Ankh
from tests.archive.games import Played
from tests.archive.test_record import imported, record_of

MODES = [
    "sealed",
    *(pytest.param(mode, marks=pytest.mark.modes) for mode in ("per_battle", "table")),
]


@cache
def played(mode: str) -> Played:
    title = get_title("ankh")
    report = play_game(title, 3, "archive", options={"conflict_mode": mode}, checks=NO_CHECKS, ahead=mode == "sealed")
    return Played(report.game, report.entries, title.components())


@pytest.mark.parametrize("mode", MODES)
def test_full_and_public_copies_verify(mode: str) -> None:
    for variant in ("full", "public"):
        checks = verify(played(mode).archive(variant))
        assert passed(checks), [check.line() for check in checks]


@pytest.mark.parametrize("mode", MODES)
def test_the_record_is_played_again(mode: str) -> None:
    """Seats, answers, sealed ones too, and the result come back from the text."""
    one = played(mode)
    play = imported(record_of(one), tables=one.tables)
    assert play.game.table.model_dump_json() == one.game.table.model_dump_json()
    assert play.game.moderation.result == one.game.moderation.result
    again = Replayer(play.game, play.title, one.tables).run(play.game.recent)
    assert again.table.model_dump_json() == play.game.table.model_dump_json()


def test_the_seed_opens_every_line_at_the_end() -> None:
    """A-PBEM-8: unused and replaced lines are nowhere in the open while the game runs; with the seed and the full copy
    everybody can compare each of them with its commitment."""
    one = played("sealed")
    opened = {(told["entry"], told["line"]) for e in one.entries for told in e.note.get("opened", ())}
    closed = 0
    for entry in (entry for entry in one.entries if "pledges" in entry.note):
        assert entry.secret is not None
        for at, text in enumerate(entry.secret.note["lines"], 1):
            secret = nonce(seed_at(one.game, entry.n), one.game.id, entry.n, at)
            assert promise(secret, str(entry.seat), text) == entry.note["pledges"][at - 1]
            closed += (entry.n, at) not in opened
    assert opened and closed


def test_figures(tmp_path: Path) -> None:
    """Merged players share a place and a score (A-RUL-34)."""
    one = played("sealed")
    table = one.game.table
    assert isinstance(table, Ankh)
    assert table.greater and table.lesser
    (tmp_path / "a.zip").write_bytes(one.archive())
    data = collect(tmp_path.glob("*.zip")).data()
    (row,) = data["games"]
    assert set(row["scores"]) == set(table.seats)
    assert row["scores"][table.greater] == row["scores"][table.lesser]
    assert len(data["players"]) == 3
