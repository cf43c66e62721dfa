"""A two-player Tekhenu game, played to its end by nothing but replies with a greeting above and a name below."""

from __future__ import annotations

import random
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.cli import main
from pbem.desk.post.spool_run import Post
from pbem.engine.computers.computer import turn_text
from pbem.engine.play import Play
from pbem.mail.composing.layout import width
from pbem.store import spool
from tests.desk.mailing import PEOPLE, Town, parsed


def legal_turn(play: Play, seat: str, luck: random.Random) -> str:
    """Answers picked at random, up to the end of the turn or the first thing that would be revealed."""
    lines: list[str] = []
    while True:
        question = play.question_for(seat)
        if lines:
            seen = play.preview(seat, "\n".join(lines))
            question = seen.questions.get(seat)
            if seen.reveal or question is None or (seen.complete and luck.random() < 0.5):
                return "\n".join(lines)
        assert question is not None
        options = list(question.options)
        count = luck.randint(question.low, min(question.high, len(options)))
        keys = luck.sample(options, count)
        lines.append(f"{question.name}: {', '.join(keys) or 'none'}")


class Letters:
    """The order forms, read once each as they appear."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.read: set[str] = set()
        self.forms: dict[tuple[str, str], EmailMessage] = {}

    def form(self, seat: str, asked: int) -> EmailMessage:
        for path in self.folder.glob("*.eml"):
            if path.name not in self.read:
                self.read.add(path.name)
                mail = parsed(path.read_bytes())
                self.check(mail)
                about = dict(part.strip().split("=") for part in str(mail["X-Pbem"]).split(";"))
                self.forms[(about["seat"], about["question"])] = mail
        return self.forms[(seat, str(asked))]

    @staticmethod
    def check(mail: EmailMessage) -> None:
        lines = str(mail.get_content()).split("\n")
        assert len(lines) <= 200 and max(map(width, lines)) <= 78


@pytest.mark.timeout(280)
def test_a_whole_game_by_mail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    luck = random.Random(4)
    town = Town(tmp_path / "home")
    town.desk.create("tekhenu", list(PEOPLE[:2]), "Kasia <kasia@example.org>", [], "karnak", [], "5e" * 32)
    letters = Letters(town.home.mail / "out" / "new")
    moves = 0
    with Post(town.desk) as post:
        while town.game("karnak").status == "running":
            session = town.desk.read("karnak")
            seat = next(iter(session.play.questions()))
            form = letters.form(seat, session.game.deadlines[seat].entry)
            text = f"Hello there,\n\n{legal_turn(session.play, seat, luck)}\n\nBest wishes\nA."
            spool.store(town.home.mail / "in", town.answer(form, text))
            handled = post.run()
            assert [one.verdict for one in handled] == ["COUNTED"], (handled, text)
            moves += 1
            assert moves < 300
    over = [mail for mail in town.mails_to("ania") if "the game is over" in mail["Subject"]]
    assert len(over) == 1 and "THE RESULT" in str(over[0].get_content())
    assert "karnak.zip" in str(over[0].get_content()) and (town.home.finished / "karnak.zip").is_file()
    assert town.held() == []
    monkeypatch.setenv("PBEM_HOME", str(town.home.root))
    assert main(["check", "--replay"]) == 0


def test_a_solo_mail_says_what_the_opponent_did(tmp_path: Path) -> None:
    """Whoever moves on the command line and is asked again at once reads what that set in motion."""
    town = Town(tmp_path / "home")
    town.new_game(["Ania <ania@example.org>"], "karnak", "tekhenu", difficulty="easy")
    for _ in range(3):
        with town.desk.game("karnak") as session:
            town.desk.take(session, "orange", turn_text(session.play, "orange", session.title.prefer))
        town.later(hours=1)
    mail = town.last("ania")
    assert "] your turn: Botankhamun " in mail["Subject"] and len(mail["Subject"]) <= 78
    text = str(mail.get_content())
    assert "\n#4 Ania (orange)\n" in text and "Violet moves: " in text


def test_a_line_sent_ahead_that_is_used_at_once_is_listed_once(tmp_path: Path) -> None:
    town = Town(tmp_path / "home")
    town.new_game(players=["Ania <ania@example.org>", "Bela <bela@example.org>"], title="tekhenu")
    for name, seat in (("ania", "orange"), ("bela", "blue")):
        keep = town.desk.read("river").play.questions()[seat].options[0]
        assert town.reply(name, f"keep: {keep}\nstart: any\ndestiny: gold, scribe, any").verdict == "COUNTED"
        waits = "start: any  # kept for later" in town.answered(name)
        assert waits is (name == "ania"), town.answered(name)
    assert "  # sent ahead" in town.answered("bela")


def test_a_condition_that_nobody_can_read_yet_is_kept_by_no_order(tmp_path: Path) -> None:
    """What may be named in it, its question says; before there is one it would be false for ever, and in silence."""
    town = Town(tmp_path / "home")
    town.new_game(players=["Ania <ania@example.org>", "Bela <bela@example.org>"], title="tekhenu")
    assert town.reply("ania", "orders pay: 1 gold if rich", "begins").verdict == "NOT COUNTED"
    said = " ".join(town.answered("ania").split())
    assert '"1 gold if rich": conditions can be read when pay is asked' in said and town.game().orders == {}
    assert town.reply("ania", "orders pay: 1 gold", "begins").verdict == "COUNTED"
