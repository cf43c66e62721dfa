"""An archive's texts are in one language, named in `archive.json`, and are made again in it."""

from __future__ import annotations

import json

import pytest

from pbem.archive.build import archive_bytes
from pbem.archive.checks import passed
from pbem.archive.container import read_zip
from pbem.archive.models import ABOUT, NEWS, PAGE, PRESS, RECORD
from pbem.archive.record import read_record
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
