"""A game against Botankhamun in the archive: sealed up, verified, written as a record, imported, counted."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pbem.archive.stats import collect
from pbem.archive.verify import passed, verify
from pbem.core.titles import get_title
from pbem.engine.computers.fuzz import NO_CHECKS, play_game
from pbem.engine.create import box_of
from pbem.engine.replay import Replayer
from pbem.titles.tekhenu.box_names import BOT_NAME
from pbem.titles.tekhenu.solo.part import BOT
from tests.archive.games import Played
from tests.archive.test_record import imported, record_of

OPTIONS = {"difficulty": "hard"}


@cache
def alone() -> Played:
    title = get_title("tekhenu")
    report = play_game(title, 1, "archive", options=OPTIONS, checks=NO_CHECKS)
    return Played(report.game, report.entries, title.components(box_of(title, OPTIONS, 1)))


def test_full_and_public_copies_verify() -> None:
    for variant in ("full", "public"):
        checks = verify(alone().archive(variant))
        assert passed(checks), [check.line() for check in checks]


def test_the_record_is_played_again() -> None:
    """The bot's seat, its draws and the result come back from the text."""
    text = record_of(alone())
    assert BOT_NAME in text
    play = imported(text, tables=alone().tables)
    game = play.game
    assert game.table.model_dump_json() == alone().game.table.model_dump_json()
    assert game.moderation.result == alone().game.moderation.result
    assert {info.seat: (info.role, info.player) for info in game.automata()} == {BOT: ("automaton", BOT_NAME)}
    assert game.options["difficulty"] == "hard" and game.rules.modules == alone().game.rules.modules
    again = Replayer(game, play.title, alone().tables).run(game.recent)
    assert again.table.model_dump_json() == game.table.model_dump_json()


def test_figures(tmp_path: Path) -> None:
    """The bot is no player: it has a score in its game and no row of its own among people."""
    (tmp_path / "a.zip").write_bytes(alone().archive())
    data = collect(tmp_path.glob("*.zip")).data()
    (row,) = data["games"]
    assert set(row["scores"]) == {"orange", BOT} and row["players"] == {"orange": "Computer 1"}
    assert set(data["players"]) == {"Computer 1"}
