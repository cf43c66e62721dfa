"""What a player reads speaks the player's language, and news tell each reader what is new to them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.mail.reading.languages import dividers
from pbem.mail.words import word
from tests.desk.mailing import Town


@pytest.fixture
def town(tmp_path: Path) -> Town:
    town = Town(tmp_path / "home")
    town.new_game()
    return town


@pytest.mark.parametrize(
    ("language", "wanted"),
    [
        ("pl", {"status": "STAN GRY", "help": "POMOC", "undo": "Nie masz ruchu", "orders": "Nie masz zapisanych"}),
        ("hu", {"status": "A JÁTÉK ÁLLÁSA", "help": "SEGÍTSÉG", "undo": "Nincs olyan", "orders": "Nincs nálunk"}),
        ("de", {"status": "STAND DER PARTIE", "help": "HILFE", "undo": "Du hast keinen", "orders": "Du hast keine"}),
        ("fr", {"status": "ÉTAT DE LA PARTIE", "help": "AIDE", "undo": "Tu n'as pas de coup", "orders": "Tu n'as pas"}),
    ],
)
def test_commands_are_answered_in_the_readers_language(town: Town, language: str, wanted: dict[str, str]) -> None:
    """The first word, the moves and the rules' own words stay English; the dividing line is the reader's."""
    assert town.reply("ania", f"language {language}").verdict == "COUNTED"
    for text, words in wanted.items():
        town.reply("ania", text)
        answer = town.answered("ania")
        assert words in answer and answer.split(":")[0] in ("INFORMATION", "NOT COUNTED")
        assert dividers()[language] in answer
    assert town.reply("ania", "bid: 1").verdict == "COUNTED"
    assert town.answered("ania").startswith(f"COUNTED: {word(language, 'counted-entry', n=2)}")


def test_a_request_is_told_to_each_in_their_own_language(town: Town) -> None:
    town.reply("bela", "language hu", "begins")
    assert town.reply("ania", "appeal #1 the wind was 3", "begins").verdict == "COUNTED"
    assert "fellebbez" in str(town.last("bela").get_content()) and "Az óra áll" in str(town.last("bela").get_content())
    assert "appeals about entry 1" in str(town.last("zaneta").get_content())


def test_who_never_moves_hears_only_what_is_new(town: Town) -> None:
    """An observer's news do not repeat the turns that an earlier mail told."""
    for name in ("ania", "bela", "zaneta"):
        town.reply(name, "bid: 1", "begins")
    told = [str(mail.get_content()) for mail in town.mails_to("olek") if "news" in mail["Subject"]]
    numbers = [number for text in told for number in re.findall(r"^#(\d+) ", text, re.M)]
    assert numbers and len(numbers) == len(set(numbers))


def test_rules_are_told_in_the_readers_language_and_found_by_its_words(tmp_path: Path) -> None:
    town = Town(tmp_path / "home")
    town.new_game(players=["Ania <ania@example.org>", "Bela <bela@example.org>"], title="tekhenu")
    assert town.reply("ania", "language pl").verdict == "COUNTED"
    town.reply("kasia", "language pl")
    keep = next(iter(town.desk.read("river").play.questions()["orange"].options))
    assert town.reply("kasia", f"mod act Ania zatrzymaj: {keep} reason: by telephone").verdict == "COUNTED"
    town.reply("ania", "rules T-MAAT-4")
    assert "Ujemny bilans kosztuje PZ" in town.answered("ania")
    town.reply("ania", "rules pospolstwa")
    assert "HV-10  Ostatnie pole toru Pospólstwa" in town.answered("ania")
    town.reply("ania", "rules")
    assert "Koło, światło, czystość\n  T-DICE-1 .. T-DICE-5 (5)" in town.answered("ania")
    town.reply("ania", "rules xylofon")
    assert town.answered("ania").startswith("NOT COUNTED")
