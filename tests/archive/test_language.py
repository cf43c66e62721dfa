"""An archive's texts are in one language, named in `archive.json`, and are made again in it."""

from __future__ import annotations

import json

import pytest

from pbem.archive.build import archive_bytes
from pbem.archive.checks import passed
from pbem.archive.container import read_zip
from pbem.archive.models import ABOUT, NEWS, PAGE, PRESS, RECORD
from pbem.archive.record import read_record, write_record
from pbem.archive.spoken import bare
from pbem.archive.verify import verify
from tests.archive.forge import with_member
from tests.archive.games import finished
from tests.words.test_games import strange


@pytest.mark.parametrize("variant", ["full", pytest.param("public", marks=pytest.mark.modes)])
def test_an_archive_in_polish_is_made_again_in_polish(variant: str) -> None:
    game = finished("tekhenu", 2)
    raw = archive_bytes(game.game, game.entries, game.tables, variant, language="pl")
    members = read_zip(raw)
    assert json.loads(members[ABOUT])["language"] == "pl"
    assert passed(verify(raw)), [check for check in verify(raw) if check.passed is False]
    told = [line for name in (NEWS, PRESS) for line in members[name].decode().split("\n") if line.startswith("    ")]
    assert len(told) > 100 and [line for line in told if strange(line, "pl")] == []
    assert "Niebieski" in members[PAGE].decode() or "niebieski" in members[PAGE].decode()
    comments = [line for line in members[RECORD].decode().split("\n") if line.startswith("   { ")]
    assert comments and [line for line in comments if strange(line, "pl")] == []
    assert read_record(members[RECORD].decode()).one("Title") == "tekhenu"


@pytest.mark.modes
def test_an_archive_in_english_names_no_language_and_one_that_lies_about_it_is_found() -> None:
    raw = finished("tekhenu", 2).archive()
    members = read_zip(raw)
    assert "language" not in json.loads(members[ABOUT])
    lie = {**json.loads(members[ABOUT]), "language": "hu"}
    assert not passed(verify(with_member(raw, ABOUT, lambda _: json.dumps(lie, indent=2).encode() + b"\n")))


@pytest.mark.modes
def test_an_archive_that_an_earlier_build_made_in_polish_is_still_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """It had heads of entries, ends and names of plots in English; its words are its own, everything else is proved."""
    game = finished("tekhenu", 2)
    with monkeypatch.context() as earlier:
        earlier.setattr("pbem.archive.build.build_id", lambda title: "0123456789abcdef")
        earlier.setattr("pbem.archive.news.told_in", lambda title: None)
        earlier.setattr("pbem.archive.spoken._Spoken.series", lambda self, table: self.bare.series(table))
        earlier.setattr("pbem.archive.build.write_record", lambda *parts: write_record(*parts, frame=bare(parts[2])))
        raw = archive_bytes(game.game, game.entries, game.tables, "full", language="pl")
    assert b"[by moderator" in read_zip(raw)[NEWS] or b"[setup" in read_zip(raw)[NEWS]
    assert passed(verify(raw)), [check for check in verify(raw) if check.passed is False]
