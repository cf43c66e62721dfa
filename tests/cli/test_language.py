"""The command line in another language: the reader's on file, else the home's; JSON is the same in all of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.store.home import Home
from pbem.store.roster import changing_roster
from tests.said import Pbem


@pytest.fixture
def polish(pbem: Pbem, tmp_path: Path) -> Pbem:
    (tmp_path / "pbem.toml").write_text('language = "pl"\n[mail]\npictures = false\n', encoding="utf-8")
    players = ("--player", "Ania <ania@example.org>", "--player", "Bela <bela@example.org>")
    assert pbem("new", "tekhenu", *players, "--id", "karnak", "--no-send", "--seed", "ab" * 32).code == 0
    with changing_roster(Home(tmp_path, {})) as roster:
        roster.need("Bela").language = "hu"
    return pbem


def test_boards_options_and_logs_are_in_the_readers_language(polish: Pbem) -> None:
    assert "dekret" in polish("show", "karnak").out
    assert "Zatrzymaj jeden" in polish("options", "karnak", "--as", "Ania").out
    told = polish("options", "karnak", "--as", "Bela").out
    assert "Tarts meg egyet" in told and "keep: D" in told
    assert "Otwiera się część I Rynku" in polish("log", "karnak").out
    assert "Megnyílt a piac" in polish("log", "karnak", "--as", "Bela").out
    [question] = polish("options", "karnak", "--as", "Bela", "--json").json["questions"]
    assert question["prompt"] == "Keep one of your two Decrees"


def test_what_a_moderator_did_and_refusals_are_in_the_language_of_the_home(polish: Pbem) -> None:
    done = polish("mod", "extend", "karnak", "2d", "--reason", "0815", "--dry-run").out
    assert "Czas zostałby przedłużony o 2d" in done and "Ania (pomarańczowy)" in done and "Nic nie zmieniono." in done
    refused = polish("mod", "undo", "karnak", "99", "--reason", "0815")
    assert (refused.code, refused.err) == (1, "pbem: Cofnąć można przed wpis od 2 do 1, nie 99. Nic nie zmieniono.\n")
    error = polish("mod", "undo", "karnak", "99", "--reason", "0815", "--json").json["error"]
    assert error["message"].startswith("Undo goes back to before an entry from 2 to 1")
