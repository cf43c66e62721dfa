"""Games that the clock cannot read or save are told of, to their moderators too; the daily mails survive a kill."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.cli.clock_command import run_clock
from pbem.core.behind import keeping_ledger
from pbem.core.errors import PbemError, unchanged
from pbem.desk.games.listing import listed_all
from pbem.desk.upkeep import daily_round as daily_module
from pbem.desk.upkeep.clockwork import tick
from pbem.desk.upkeep.daily_round import daily
from pbem.engine.journal import stamp
from pbem.store.disk import DiskProblem
from pbem.store.index import drop, rows
from pbem.store.roster import changing_roster
from tests.moderation.village import Village

ROOT = '[moderation]\nmoderator = "Root <root@example.org>"\n'


@pytest.fixture
def village(tmp_path: Path) -> Village:
    """Two games with a clock of three days, and one of somebody else's; Root is the home's moderator."""
    town = Village(tmp_path / "home", ROOT)
    for game in ("river", "lake"):
        town.new_game(game=game, turn="3d", on_late="default", grace="0h")
    return town


def notes_to(village: Village, name: str, what: str = "needs a look") -> list[str]:
    return [str(mail.get_content()) for mail in village.mails_to(name) if what in str(mail["Subject"])]


# -- what cannot be read -------------------------------------------------------------------------------------------


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:400])


def changed(path: Path) -> None:
    """Sound at a glance: only a full check finds that the table is not the one of the last entry."""
    document = json.loads(path.read_text())
    document["table"]["wind"] = 3
    path.write_text(json.dumps(document, indent=2) + "\n")


def gone(path: Path) -> None:
    path.unlink()


DAMAGES = [
    (cut, 3, "not JSON"), (changed, 3, "the table is not the one"), (gone, 1, "is gone, but its history is there"),
]  # fmt: skip


@pytest.mark.parametrize("known", [True, False], ids=["index known", "index made anew"])
@pytest.mark.parametrize(("damage", "code", "words"), DAMAGES, ids=lambda value: getattr(value, "__name__", ""))
def test_a_game_that_cannot_be_read_is_told_of_every_run_and_stays_on_the_page(
    village: Village, damage: Callable[[Path], None], code: int, words: str, known: bool
) -> None:
    village.bids()  # so that there is a history
    rows(village.home)
    path = village.home.locate("river")
    sound = path.read_bytes()
    damage(path)
    if not known and damage is not gone:
        drop(village.home)
    for _ in range(2):
        run = village.tick(days=4)
        assert [problem for problem in run.problems if problem.startswith("river: ") and words in problem], run.problems
        assert run.code == code and not [late for late in run.late if late.startswith("river")]
    assert village.game("lake").entry > 1  # the other game has its clock
    for name in ("root", "kasia"):
        told = notes_to(village, name)
        assert len(told) == 2 and words in " ".join(told[0].split()) and "no deadline of river is acted on" in told[0]
    daily(village.desk)
    for name in ("root", "kasia"):
        page = village.text(name, "cannot be read")
        assert "CANNOT BE READ" in page and words in page and "lake" in page
    path.write_bytes(sound)
    assert village.tick(hours=1).problems == [] and rows(village.home)["river"].status == "running"


def misspelt(path: Path) -> None:
    """Neither running nor over: lightly read, it has no time at which the clock must look."""
    path.write_text(path.read_text().replace('"status": "running"', '"status": "runnign"', 1))


def no_time(path: Path) -> None:
    path.write_text(re.sub(r'"due": "[^"]*"', '"due": "soon"', path.read_text(), count=1))


def no_contact(path: Path) -> None:
    path.write_text(re.sub(r'("contact": \{\s*"\w+": )"[^"]*"', r'\1"never"', path.read_text(), count=1))
    assert '"never"' in path.read_text()


def no_wake(path: Path) -> None:
    path.write_text(re.sub(r'"wake": "[^"]*"', '"wake": "soon"', path.read_text(), count=1))
    assert '"soon"' in path.read_text()


def no_number(path: Path) -> None:
    path.write_text(re.sub(r'"entry": \d+', '"entry": "one"', path.read_text(), count=1))


DAMAGES = [misspelt, changed, no_time, no_contact, no_wake, no_number]


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda value: value.__name__)
def test_a_game_that_is_not_due_and_cannot_be_read_is_told_of_as_such(
    village: Village,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    damage: Callable[[Path], None],
) -> None:
    """It was called a damaged journal of a game that can be played on, and its moderator was not told."""
    village.bids()
    damage(village.home.locate("river"))
    monkeypatch.setattr("pbem.cli.clock_command.here", lambda: village.desk)
    for _ in range(2):
        assert run_clock(accept_jump=False, send=False, json=True) == 3
        problems = json.loads(capsys.readouterr().out)["problems"]
        assert len(problems) == 1 and problems[0].startswith("river: "), problems
    assert rows(village.home)["river"].status == "broken"
    assert len(listed_all(rows(village.home).texts(), stamp(village.time))) == 2
    for name in ("root", "kasia"):
        assert len(notes_to(village, name)) == 1 and not notes_to(village, name, "journal")
        page = village.text(name, "cannot be read")
        assert "CANNOT BE READ" in page and "JOURNAL DAMAGED" not in page


def test_a_problem_is_mailed_once_a_day(village: Village) -> None:
    cut(village.home.locate("river"))
    for _ in range(5):
        village.tick(minutes=30)
    assert len(notes_to(village, "root")) == 1


def test_a_broken_game_among_the_finished_is_on_the_page_and_no_business_of_the_clock(village: Village) -> None:
    village.mod("end", reason="enough")
    cut(village.home.locate("river"))
    assert village.tick(hours=1).problems == []
    daily(village.desk)
    assert "CANNOT BE READ" in village.text("root", "cannot be read")


# -- what cannot be saved ------------------------------------------------------------------------------------------


PROBLEMS = [
    DiskProblem("games/river.json cannot be written: the disk is full."),
    OSError(28, "No space left on device", "games/river.json"),
    KeyError("a mistake of ours"),
]


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: type(problem).__name__)
def test_what_was_not_saved_is_not_counted(
    village: Village, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], problem: Exception
) -> None:
    from pbem.store import files

    replace = files.commit_replace
    entry = village.game().entry

    def refuse(path: Path, data: bytes) -> object:
        if path.name == "river.json":
            raise problem
        return replace(path, data)

    monkeypatch.setattr(files, "commit_replace", refuse)
    monkeypatch.setattr("pbem.cli.clock_command.here", lambda: village.desk)
    village.later(days=4)
    assert run_clock(accept_jump=False, send=False, json=False) == 1
    said = capsys.readouterr()
    assert "1 game looked at" in said.out and "3 turns played by rule" in said.out  # those of the lake
    assert "river: " in said.err and "late: river" not in said.out
    assert village.game().entry == entry and village.game("lake").entry > 1
    assert notes_to(village, "kasia") and "river" in notes_to(village, "kasia")[0]
    monkeypatch.undo()
    assert tick(village.desk).forced == 3


def test_a_disk_that_takes_no_note_either_stops_nothing(village: Village, monkeypatch: pytest.MonkeyPatch) -> None:
    cut(village.home.locate("river"))

    def refuse(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pbem.desk.letters.notes.put", refuse)
    run = village.tick(days=4)
    assert run.problems and village.game("lake").entry > 1


# -- the daily mails -----------------------------------------------------------------------------------------------


class Killed(BaseException):
    """The process dies here."""


@pytest.mark.parametrize("after", [False, True], ids=["before the mail", "behind the mail"])
@pytest.mark.parametrize("at", range(7))
def test_killed_anywhere_the_daily_mails_are_made_once(
    village: Village, monkeypatch: pytest.MonkeyPatch, at: int, after: bool
) -> None:
    """At each of six mails; with the seventh number nothing dies."""
    with changing_roster(village.home) as roster:
        for name in ("Ania", "Béla"):
            roster.need(name).news = "daily"
    for game in ("river", "lake"):
        village.bids(game)
    put, calls = daily_module.put, iter(range(100))

    def deadly(home: object, ident: str, raw: bytes) -> object:
        if next(calls) == at:
            if after:
                put(home, ident, raw)  # type: ignore[arg-type]
            raise Killed
        return put(home, ident, raw)  # type: ignore[arg-type]

    monkeypatch.setattr(daily_module, "put", deadly)
    killed = False
    try:
        made = daily(village.desk)
    except Killed:
        killed = True
        village.turn()  # the game goes on before the clock comes back
        village.later(minutes=5)
        made = daily(village.desk)
    assert killed == (at < 6) and made <= 6 and daily(village.desk) == 0
    digests = [mail for mail in village.out() if "news of the day" in str(mail["Subject"])]
    assert Counter(str(mail["To"].addresses[0].display_name) for mail in digests) == {"Ania": 2, "Béla": 2}
    pages = [str(mail["To"]) for mail in village.out() if ", 0 late" in str(mail["Subject"])]
    assert sorted(pages) == ["Kasia <kasia@example.org>", "Root <root@example.org>"]
    monkeypatch.setattr(daily_module, "put", put)
    village.later(days=1)
    daily(village.desk)
    texts = [str(mail.get_content()) for mail in village.mails_to("bela") if "news of the day" in str(mail["Subject"])]
    for word, times in (("sets afloat", killed), ("The bids are open", 2)):
        assert sum(text.count(word) for text in texts) == times, word


def test_killed_at_midnight_yesterdays_mails_are_made_and_todays(
    village: Village, monkeypatch: pytest.MonkeyPatch
) -> None:
    with changing_roster(village.home) as roster:
        roster.need("Ania").news = "daily"
    village.time = village.time.replace(hour=23, minute=58)
    village.bids()

    def deadly(*_: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(daily_module, "put", deadly)
        with pytest.raises(Killed):
            daily(village.desk)
    village.later(minutes=1)
    village.turn()
    village.later(minutes=4)
    daily(village.desk)
    digests = [mail for mail in village.mails_to("ania") if "news of the day" in str(mail["Subject"])]
    words = [str(mail.get_content()) for mail in digests]
    assert ["The bids are open" in text for text in words] == [True, False]
    assert ["sets afloat" in text for text in words] == [False, True]
    assert len(notes_to(village, "root", ", 0 late")) == 2


def test_days_without_a_clock_are_in_the_next_digest(village: Village) -> None:
    with changing_roster(village.home) as roster:
        roster.need("Ania").news = "daily"
    daily(village.desk)
    village.later(hours=2)
    village.bids()
    village.later(days=4)
    daily(village.desk)
    assert "The bids are open" in village.text("ania", "news of the day")
    village.time += timedelta(days=1)
    count = len(village.mails_to("ania"))
    daily(village.desk)
    assert len(village.mails_to("ania")) == count  # and not once more


def test_the_clock_says_that_the_daily_mails_are_not_made(
    village: Village, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("pbem.cli.clock_command.here", lambda: village.desk)

    def refuse(*_: object) -> None:
        raise PbemError("the disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr(daily_module, "put", refuse)
        assert run_clock(accept_jump=False, send=False, json=False) == 1
    assert "The daily mails are not all made: the disk is full." in capsys.readouterr().err
    assert run_clock(accept_jump=False, send=False, json=False) == 0
    assert notes_to(village, "root", ", 0 late")


def test_daily_mails_that_fail_behind_a_saved_turn_are_undone_and_no_refusal(
    village: Village, monkeypatch: pytest.MonkeyPatch
) -> None:
    """fault 201: nothing may say that nothing was changed once a turn was played by rule."""
    monkeypatch.setattr("pbem.cli.clock_command.here", lambda: village.desk)
    village.time += timedelta(days=3, hours=1)

    def refuse(*_: object) -> None:
        raise DiskProblem(unchanged("register.sqlite cannot be written: the disk is full."))

    monkeypatch.setattr("pbem.mail.register.Register.say", refuse)
    with keeping_ledger() as ledger:
        assert run_clock(accept_jump=False, send=False, json=False) == 0
    assert village.game().entry > 1 and ledger.saved
    assert [one.row() for one in ledger.undone] == [
        {"kind": "clock", "message": "saved, but the daily mails are not all made: register.sqlite cannot be written: "
                                     "the disk is full."}
    ]  # fmt: skip


def test_the_clock_brings_back_a_game_that_was_opened_again_and_not_moved(
    village: Village, monkeypatch: pytest.MonkeyPatch
) -> None:
    """fault 227: killed or refused between the undo and the way back to the running games."""
    home = village.home
    village.mod("end", reason="we stop here")
    assert home.locate("river").parent == home.finished and (home.finished / "river.zip").exists()

    def refuse(*_: object, **__: object) -> None:
        raise DiskProblem(unchanged("the disk is full."))

    with monkeypatch.context() as patch, keeping_ledger() as ledger:
        patch.setattr("pbem.desk.games.aftermath.move_game", refuse)
        village.mod("undo", str(village.game().entry), reason="we go on")
    assert village.game().status == "running" and home.locate("river").parent == home.finished
    assert [one.kind for one in ledger.undone] == ["finished"]
    assert tick(village.desk).problems == []
    assert home.locate("river").parent == home.games and not (home.finished / "river.zip").exists()
