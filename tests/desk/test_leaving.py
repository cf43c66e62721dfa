"""A player asks for no more mail in prose: no move, the moderator is told, reminders and news stop (fault 140)."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.desk.upkeep.clockwork import tick
from tests.desk.mailing import Town

SETTINGS = '[moderation]\nmoderator = "Root <root@example.org>"\n'
NO_TOKEN = (
    "From: {sender}\nTo: pbem@localhost\nSubject: unsubscribe\nMessage-ID: <1@client.example>\n"
    "Content-Type: text/plain; charset=utf-8\n\n\n"
)


def reminders(town: Town, name: str) -> int:
    return sum("kind=reminder" in str(mail["X-Pbem"]) for mail in town.mails_to(name))


@pytest.mark.parametrize("words", ["Please unsubscribe me.", "Proszę mnie wypisać.", "Bitte keine Mails mehr."])
def test_a_request_with_a_good_token(tmp_path: Path, words: str) -> None:
    town = Town(tmp_path, SETTINGS)
    town.new_game(turn="4d")
    before = town.game().entry
    assert town.reply("ania", words).verdict == "INFORMATION"
    assert town.answered("ania").startswith("INFORMATION: no more reminders and news")
    assert town.game().entry == before
    assert "asks for no more mail" in str(town.last("root")["Subject"])
    assert town.desk.roster().need("Ania").news == "none"
    for _ in range(6):
        tick(town.desk)
        town.later(hours=20)
    assert reminders(town, "ania") == 0 < reminders(town, "bela")
    assert town.reply("ania", "news each", "begins").verdict == "COUNTED"
    assert town.desk.roster().need("Ania").news == "each"


def test_a_request_without_a_token_changes_nothing(tmp_path: Path) -> None:
    """Anybody could have written it: the moderator is told, strangers get no answer."""
    town = Town(tmp_path, SETTINGS)
    town.new_game()
    (known,) = town.deliver(NO_TOKEN.format(sender="ania@example.org").encode())
    assert known.verdict == "NOT COUNTED" and town.desk.roster().need("Ania").news == "each"
    assert "asks for no more mail" in str(town.last("root")["Subject"])
    (stranger,) = town.deliver(NO_TOKEN.replace("<1@", "<2@").format(sender="who@example.net").encode())
    assert stranger.verdict == "held" and "no more mail" in town.held()[0]["why"]
    assert not [mail for mail in town.out() if "example.net" in str(mail["To"])]


def test_a_move_is_a_move_whatever_else_is_said(tmp_path: Path) -> None:
    town = Town(tmp_path, SETTINGS)
    town.new_game()
    assert town.reply("ania", "bid: 1\nplease stop sending me pictures").verdict == "COUNTED"
    assert town.desk.roster().need("Ania").news == "each"
