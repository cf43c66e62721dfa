"""Fair Day in the archive, for every number of players and each box: automata, shared sides and an expansion."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from pbem.archive.container import read_zip
from pbem.archive.stats import collect
from pbem.archive.verify import passed, verify
from pbem.engine.computers.fuzz import NO_CHECKS, play_game
from pbem.engine.submission.attempt import Bot
from tests.archive.games import Played
from tests.archive.test_record import imported, record_of
from tests.conformance.test_computers import NOW, seated
from tests.conformance.titles import KINDS, Kind

FAIR = [kind for kind in KINDS if kind.title.name == "fair"]


@cache
def played(players: int, kites: bool) -> Played:
    kind = found(players, kites)
    report = play_game(kind.title, players, "archive", options=kind.options, checks=NO_CHECKS, ahead=True)
    return Played(report.game, report.entries, kind.raw())


def found(players: int, kites: bool) -> Kind:
    return next(kind for kind in FAIR if kind.players == players and ("kites" in kind.modules) == kites)


@pytest.mark.parametrize(("players", "kites"), [(1, True), (2, False), (3, True), (4, False), (5, True)])
def test_every_table_can_be_proved(players: int, kites: bool) -> None:
    """Full and public copies verify and carry the schemas of what was played; the record is played again."""
    one = played(players, kites)
    for variant in ("full", "public"):
        checks = verify(one.archive(variant))
        assert passed(checks), [check.line() for check in checks]
    parts = {name for name in read_zip(one.archive()) if name.startswith("schemas/part-")}
    assert parts == {f"schemas/part-fair-{module}.schema.json" for module in found(players, kites).modules}
    again = imported(record_of(one), tables=one.tables)
    assert again.game.table.model_dump_json() == one.game.table.model_dump_json()


def test_a_side_of_a_person_and_a_computer(tmp_path: Path) -> None:
    """Who shares a side with a computer wins and loses with it, and such games are counted apart."""
    kind = found(5, False)
    play = seated(kind, 2, 0)
    while play.game.status == "running":
        play.submit(next(iter(play.questions())), "", NOW, filler=Bot(play.title))
    one = Played(play.game, play.game.recent, kind.raw())
    for variant in ("full", "public"):
        assert passed(verify(one.archive(variant))), variant
    (tmp_path / "fair.zip").write_bytes(one.archive())
    figures = collect([tmp_path / "fair.zip"])
    (row,) = figures.rows
    shared = [seat for seat in row.sides if list(row.sides.values()).count(row.sides[seat]) > 1]
    assert len(shared) == 2 and len(set(shared) & set(row.automata)) == 1
    assert list(figures.data()["titles"]) == ["fair (alone or with automata)"]
