"""Public copies of games that were opened again: what the end had shown lay so on the earlier table, too."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pbem.archive.models import PUBLIC
from pbem.archive.stored import archive_of
from pbem.archive.verify import Verifier
from pbem.cli.run import run
from pbem.store.files import load_game
from pbem.store.home import Home

REASON = ("--reason", "so it goes")


def explained(home: Path, game: str) -> str:
    """The verdict on the public copy of a game, whose every entry was played again."""
    verifier = Verifier(archive_of(load_game(Home(home), game), PUBLIC)[0])
    failed = [check.text for check in verifier.run() if check.passed is False]
    assert verifier.explained is not None and not verifier.explained.stopped, failed
    return "; ".join([verifier.verdict, *failed])


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PBEM_HOME", str(tmp_path))
    (tmp_path / "pbem.toml").write_text('[moderation]\nmoderator = "Kasia <kasia@example.org>"\n', encoding="utf-8")
    return tmp_path


def test_hands_of_the_set_up_are_known_when_it_is_opened_again(home: Path) -> None:
    """Nobody has moved: four cards that the end shows are all guessed."""
    people = ("--player", "Ania <a@example.org>", "--player", "Bela <b@example.org>")
    assert run(["new", "tekhenu", *people, "--id", "karnak"]) == 0
    assert run(["mod", "end", "karnak", *REASON]) == 0
    assert run(["mod", "undo", "karnak", "end", *REASON]) == 0
    assert explained(home, "karnak") == "proved"


@pytest.mark.modes
@pytest.mark.parametrize("before", [15, 60])
def test_a_hand_whose_cards_came_to_light_later(home: Path, before: int) -> None:
    """A card that was played between the table that is laid again and the end lay in a hand then."""
    assert run(["fuzz", "tekhenu", "--players", "4", "--seed", "ft4", "--save", str(home / "made")]) == 0
    shutil.copytree(home / "made", home / "games", dirs_exist_ok=True)
    game = next((home / "games").glob("tekhenu-4-*.journal.jsonl")).name.partition(".")[0]
    assert run(["mod", "undo", game, str(before), *REASON]) == 0
    assert explained(home, game) == "proved"
