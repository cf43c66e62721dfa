"""How long mails are: order forms by number of players, receipts and refusals for a phone, one mail after a reveal."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.desk.desk import Desk
from pbem.desk.games.moves import TypedAnswers
from pbem.desk.upkeep.clockwork import tick
from pbem.desk.upkeep.daily_round import daily
from pbem.desk.walk import walk
from pbem.engine.computers.computer import turn_text
from pbem.mail.composing.fitting import ORDER_FORMS
from pbem.store.roster import changing_roster
from tests.desk.mailing import Town, parsed

NAMES = ("Ania <ania@example.org>", "Béla <bela@example.org>", "Żaneta <zaneta@example.org>", "Olga <olga@example.org>")
ALOUD = "Béla"
"""Has mails read aloud."""
LINES = {2: 120, 4: 140}
MOVES = {2: 200, 4: 45}


def moved(desk: Desk, game: str) -> None:
    """The best move of whoever is asked first."""
    with desk.game(game) as session:
        seat = next(iter(session.play.questions()))
        walk(session, TypedAnswers(seat, turn_text(session.play, seat, session.title.prefer)))


@pytest.fixture(scope="module", params=LINES)
def tekhenu(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[int, Town]:
    """A whole game of Tekhenu for two, and half of one for four, whose mails lie there."""
    players: int = request.param
    town = Town(tmp_path_factory.mktemp("tekhenu"))
    town.new_game(NAMES[:players], "karnak", "tekhenu")
    with changing_roster(town.home) as roster:
        for person in roster.people:
            person.news, person.format, person.plain = "none", "text", person.name == ALOUD
    for _ in range(MOVES[players]):
        town.later(hours=3)
        moved(town.desk, "karnak")
        if town.game("karnak").status != "running":
            break
    return players, town


def test_order_forms_of_tekhenu_have_few_lines(tekhenu: tuple[int, Town]) -> None:
    players, town = tekhenu
    forms = [mail for mail in town.out() if any(f"kind={kind};" in mail["X-Pbem"] for kind in ORDER_FORMS)]
    assert len(forms) > 9 * players
    lengths: dict[bool, list[int]] = {True: [], False: []}
    for mail in forms:
        lengths["bela@" in mail["To"]].append(str(mail.get_content()).count("\n"))
    assert max(lengths[False]) <= LINES[players] and max(lengths[True]) <= LINES[players] + 40
    cut = [mail for mail in forms if "more lines of the board" in str(mail.get_content())]
    assert [mail for mail in cut if "bela@" not in mail["To"]] == [], "no board loses a line"
    assert len(cut) <= len(forms) / 10, "hardly any that is read aloud does"
    for mail in forms:
        text = str(mail.get_content())
        assert "kind=start" in mail["X-Pbem"] or "If you are late" in text or "Nothing is asked" in text
        assert "`plain on`" in text


def test_the_last_mail_has_points_by_source_that_add_up(tekhenu: tuple[int, Town]) -> None:
    players, town = tekhenu
    if players > 2:  # half a game has no end
        assert not [mail for mail in town.out() if "kind=over" in mail["X-Pbem"]]
        return
    over = str(town.last("ania", "the game is over").get_content())
    rows = over.partition("POINTS BY SOURCE\n")[2].partition("\n\n")[0].split("\n")
    figures = [[int(cell) for cell in row.split() if cell.lstrip("-").isdecimal()] for row in rows[1:]]
    assert [sum(column) for column in zip(*figures[:-1], strict=True)] == figures[-1]
    assert sorted(figures[-1]) == sorted(town.game("karnak").moderation.result["scores"].values())
    assert any(row.startswith("districts") for row in rows) and any(row.startswith("decree") for row in rows)


@pytest.fixture
def town(tmp_path: Path) -> Town:
    town = Town(tmp_path / "home")
    town.new_game(NAMES[:2], "karnak", "tekhenu")
    return town


def test_receipts_and_refusals_fit_a_phone_and_the_rest_comes_on_request(town: Town) -> None:
    asked = town.game("karnak").deadlines
    name = "ania" if "orange" in asked else "bela"
    for text in ("nonsense\n" * 30, "keep: D99", "die: osiris yellow 9", "hello " * 200):
        town.reply(name, text, "begins")
        assert town.answered(name).count("\n") <= 25, town.answered(name)
        assert "`show`" in town.answered(name) and "`options`" in town.answered(name)
    town.later(days=1)  # the answers of a day to what is not counted are used up
    town.reply(name, "show\noptions", "begins")
    assert "THE BOARD" in town.answered(name) and town.answered(name).count("\n") > 60
    with town.desk.game("karnak") as session:
        move = turn_text(session.play, "orange", session.title.prefer).replace("; ", "\n")
    assert town.reply("ania", move, "begins").verdict == "COUNTED"
    assert town.answered("ania").count("\n") <= 25 and "THE BOARD" not in town.answered("ania")


def test_reminders_fit_a_phone(town: Town) -> None:
    town.later(days=6)
    tick(town.desk)
    reminders = [mail for mail in town.out() if "kind=reminder" in mail["X-Pbem"]]
    assert reminders and all(str(mail.get_content()).count("\n") <= 25 for mail in reminders)
    assert all("THE BOARD" not in str(mail.get_content()) for mail in reminders)


def test_after_a_reveal_there_is_one_mail_not_two(tmp_path: Path) -> None:
    """Whoever moved and is asked again reads in the order form what became of the move."""
    town = Town(tmp_path / "home")
    town.new_game()
    for name in ("ania", "bela", "zaneta"):
        town.reply(name, "bid: 1" if name == "ania" else "bid: 0", "begins")
    before = len(town.mails_to("ania"))
    question = town.desk.read("river").play.question_for("crane")
    assert question is not None
    lantern = question.options[0]
    handled = town.reply("ania", f"float: {lantern}\nrest: draw", "your turn")
    assert handled.verdict == "COUNTED"
    new = town.mails_to("ania")[before:]
    assert len(new) == 1 and "kind=turn" in new[0]["X-Pbem"]
    text = str(new[0].get_content())
    assert text.startswith("COUNTED: ") and "WHAT WE READ" in text and "ANSWERS YOU CAN GIVE" in text
    made = town.home.mail / "out" / "new" / f"{handled.answer}.eml"
    assert parsed(made.read_bytes())["In-Reply-To"] == "<4@client.example>"


def test_news_come_daily_where_three_or_more_play(tmp_path: Path) -> None:
    town = Town(tmp_path / "home")
    town.new_game()
    town.new_game(["Dora <dora@example.org>", "Ewa <ewa@example.org>"], "lake")
    with changing_roster(town.home) as roster:
        for person in roster.people:
            person.news = None
    moved(town.desk, "lake")
    moved(town.desk, "lake")
    for name in ("ania", "bela", "zaneta"):
        town.reply(name, "bid: 0", "river #1")
    assert not [mail for mail in town.mails_to("olek") if "] news" in mail["Subject"] and "river" in mail["Subject"]]
    assert [mail for mail in town.mails_to("kasia") if "] news" in mail["Subject"] and "river" in mail["Subject"]]
    assert [mail for mail in town.out() if "kind=news" in mail["X-Pbem"] and "lake" in mail["Subject"]]
    daily(town.desk)
    digests = {str(mail["To"].addresses[0].addr_spec) for mail in town.out() if "kind=digest" in mail["X-Pbem"]}
    assert digests == {"ania@example.org", "bela@example.org", "zaneta@example.org", "olek@example.org"}
