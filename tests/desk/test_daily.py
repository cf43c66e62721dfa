"""Once a day: digests and the moderator's page."""

from __future__ import annotations

import os
import time
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from pbem.desk.desk import Desk
from pbem.desk.upkeep.daily_round import daily
from pbem.store.roster import changing_roster
from tests.desk.mailing import Town

KASIA = '[moderation]\nmoderator = "Root <root@example.org>"\n'


def after_bids(town: Town) -> None:
    town.new_game()
    town.reply("ania", "news daily", "begins")
    for name in ("ania", "bela", "zaneta"):
        town.reply(name, "bid: 0", "begins")


def test_who_wants_one_mail_a_day_gets_one(tmp_path: Path) -> None:
    town = Town(tmp_path / "home", KASIA)
    after_bids(town)
    assert not [mail for mail in town.mails_to("ania") if "news" in str(mail["Subject"])]
    assert daily(town.desk) == 3 and daily(town.desk) == 0
    digest = town.last("ania", "news of the day")
    assert "The bids are open" in str(digest.get_content())
    assert not [mail for mail in town.mails_to("bela") if "news of the day" in mail["Subject"]]
    town.later(days=2)
    assert daily(town.desk) == 2  # nothing new in the game: only the moderators' pages


def test_the_moderators_page_has_everything_on_it(tmp_path: Path) -> None:
    town = Town(tmp_path / "home", KASIA)
    town.new_game()
    town.reply("ania", "resign confirm")
    town.reply("bela", "away 3 Jul to 10 Jul")
    town.deliver(b"From: who@else.example\nSubject: x\n\nhello\n")
    town.later(days=8)
    daily(town.desk)
    text = str(town.last("root", "late").get_content())
    wanted = [
        "Ania (crane) since 2026-07-01", "LATE", "request 1: Ania, resign", "away: Béla, 2026-07-03 to 2026-07-10",
        "HELD MAIL: 1", "nobody on file",
    ]  # fmt: skip
    for piece in wanted:
        assert piece in text, piece
    assert "last heard of: Ania 2026-07-01" in text


def test_the_day_of_the_page_is_that_of_its_readers_calendar(tmp_path: Path) -> None:
    """At ten in the morning (UTC) it is the next day already where the clocks are fourteen hours ahead."""
    town = Town(tmp_path / "home", 'zone = "Pacific/Kiritimati"\n' + KASIA)
    town.new_game()
    there = town.desk.now().astimezone(ZoneInfo("Pacific/Kiritimati"))
    assert there.date() != town.desk.now().date()
    daily(town.desk)
    page = town.last("root", "late")
    assert f"{there:%Y-%m-%d}: 1 game" in str(page["Subject"])
    assert f"Written at {there:%Y-%m-%d %H:%M}" in str(page.get_content())


def test_the_page_can_be_switched_off(tmp_path: Path) -> None:
    town = Town(tmp_path / "home", KASIA + "daily = false\n")
    town.new_game()
    assert daily(town.desk) == 0


def test_only_games_with_a_digest_to_write_are_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No command but check and archive --all opens every game: who reads what is in the index and the roster."""
    town = Town(tmp_path / "home", KASIA)
    after_bids(town)
    town.new_game(["Dora <dora@example.org>", "Ewa <ewa@example.org>"], "lake")
    opened: list[str] = []
    read = Desk.read
    monkeypatch.setattr(Desk, "read", lambda desk, game: opened.append(game) or read(desk, game))
    assert daily(town.desk) == 3 and opened == ["river"]
    opened.clear()
    with changing_roster(town.home) as roster:
        roster.need("Ania").news = "each"
    town.later(days=1)
    assert daily(town.desk) == 2 and opened == []  # two moderators' pages, from the index alone


def test_what_a_dead_delivery_left_is_cleared_away(tmp_path: Path) -> None:  # fault 39
    town = Town(tmp_path / "home", KASIA)
    town.new_game()
    town.deliver(b"From: who@else.example\nSubject: x\n\nhello\n")
    home = town.home
    left = [home.mail / "in" / "tmp" / "dead", home.root / ".pbem.key.77.tmp", home.games / ".index.tsv.77.tmp",
            home.pins / ".ab.77.tmp", home.mail / "held" / "notes" / ".x.note.json.77.tmp"]  # fmt: skip
    young = home.mail / "in" / "tmp" / "young"
    for path in (*left, young):
        path.write_bytes(b"half")
    now = time.time()  # not the date of the new files: a clock that was set forward does not date them
    for path, age in ((young, 0), *((path, 37 * 3600) for path in left)):
        os.utime(path, (now - age, now - age))
    daily(town.desk)
    assert young.exists() and [path for path in left if path.exists()] == []
