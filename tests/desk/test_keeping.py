"""What would grow for ever is kept within limits, and what anybody still needs is not touched."""

from __future__ import annotations

import os
import shutil
import smtplib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.cli.check import check_one
from pbem.cli.receive import crowded as pipe_is_crowded
from pbem.desk.post.held_mail import SIZE, drop, is_full, listing, recount, release, weigh
from pbem.desk.post.spool_run import process_spool
from pbem.desk.receiving.mailboxes import poll
from pbem.desk.upkeep import housekeeping as keeping
from pbem.desk.upkeep.daily_round import daily
from pbem.desk.upkeep.housekeeping import keep_within_limits, went_lines
from pbem.desk.verbs.moderator import Act, moderate
from pbem.engine.gamefile import Orders
from pbem.engine.journal import state_digest
from pbem.engine.notices import owed
from pbem.mail.register import Register
from pbem.mail.tokens import Bounced
from pbem.plain import read_figures
from pbem.store import spool
from pbem.store.files import history_entries
from pbem.store.locks import Lock
from tests.desk.mailing import Town
from tests.desk.test_bounces import report
from tests.desk.test_counts import move
from tests.desk.test_polling import maildir_town
from tests.desk.test_whole_game import serving as served

ROOT = '[moderation]\nmoderator = "Root <root@example.org>"\n'
FEW = "[limits]\nheld_bytes = 1000000\n"
STRANGER = b"From: who@else.example\r\nSubject: hi\r\n\r\nhello\r\n"


def long_game(root: Path, states: int = 4, moves: int = 14) -> Town:
    town = Town(root, f"{ROOT}[limits]\nhistory_states = {states}\n")
    town.new_game(nights=3)
    with town.desk.game("river") as session:
        session.game.orders["crane"] = Orders(standing={"rest": ["coin"]})
        session.put_back()
    for _ in range(moves):
        move(town.desk, "river")
    return town


def states(town: Town) -> list[int]:
    return history_entries(town.home, "river")


# -- history -------------------------------------------------------------------------------------------------------


def test_old_states_go_and_can_be_made_again(tmp_path: Path) -> None:
    town = long_game(tmp_path / "home")
    before = states(town)
    then = {n: state_digest(town.desk.at("river", n).play.table) for n in before}
    orders = {n: town.desk.at("river", n).game.orders for n in before}
    assert keep_within_limits(town.desk) == {"states": len(before) - 4}
    assert states(town) == before[-4:]
    for n in before:
        assert state_digest(town.desk.at("river", n).play.table) == then[n], n
    assert check_one(town.desk, "river", replay=True)["sound"]
    gone = next(n for n in before if n >= 2 and orders[n].get("crane"))
    act = Act("undo", "river", [str(gone + 1)], "a mistake", orders="restore")
    moderate(town.desk, act)
    assert town.game().orders == orders[gone]  # a state that is deleted, and the orders that were on file in it
    assert keep_within_limits(town.desk) == {}  # the day's round is done


def test_a_few_more_states_are_no_reason_to_replay_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    town = long_game(tmp_path / "home", states=12)
    monkeypatch.setattr("pbem.desk.games.old_states._can_be_made_again", lambda session: pytest.fail("replayed"))
    before = states(town)
    assert keep_within_limits(town.desk) == {} and states(town) == before and 12 < len(before) <= 18


def test_states_that_somebody_needs_stay(tmp_path: Path) -> None:
    """A mail that is owed is composed from the state of its entry; a request to go back names one."""
    town = long_game(tmp_path / "home")
    with town.desk.game("river") as session:
        late = owed(session.game, "crane", "message", {"who": "x", "to": "all", "text": "hi"}, 77)
        session.game.outbox.append(late.model_copy(update={"entry": 3}))
        session.keep()
        from pbem.desk.verbs.petitions import file_request

        file_request(session, "undo", "crane", "", town.time, "en", before=6)
        session.keep()
    keep_within_limits(town.desk)
    assert set(states(town)) >= {3, 5} and len(states(town)) <= 7


@pytest.mark.parametrize("damage", ["journal", "busy"])
def test_states_of_a_game_that_cannot_be_replayed_now_stay(tmp_path: Path, damage: str) -> None:
    town = long_game(tmp_path / "home")
    before = states(town)
    if damage == "busy":
        with town.desk.game("river"):
            assert keep_within_limits(town.desk) == {}
    else:
        journal = town.home.journal_path("river")
        journal.write_bytes(journal.read_bytes().replace(b'"coin"', b'"koin"', 1).replace(b"bid", b"did", 1))
        assert keep_within_limits(town.desk) == {}
    assert states(town) == before


def test_of_a_game_that_is_over_the_last_state_stays(tmp_path: Path) -> None:
    town = long_game(tmp_path / "home", moves=5)
    moderate(town.desk, Act("end", "river", [], "enough"))
    before = states(town)
    assert len(before) > 1 and keep_within_limits(town.desk) == {"states": len(before) - 1}
    assert states(town) == before[-1:]
    moderate(town.desk, Act("undo", "river", ["3"], "not enough"))
    assert town.game().status == "running" and check_one(town.desk, "river", replay=True)["sound"]


# -- mail ----------------------------------------------------------------------------------------------------------


def aged(path: Path, town: Town, days: float) -> None:
    when = town.time.timestamp() - days * 86_400
    os.utime(path, (when, when))


@pytest.fixture
def town(tmp_path: Path) -> Town:
    """Two games, one of them over, with mail of both in every place."""
    town = Town(tmp_path / "home", ROOT)
    for game in ("over", "river"):
        town.new_game(game=game)
        mail = town.last("ania", f"{game} #1")
        town.deliver(town.answer(mail, "status"))
        encoded = town.answer(mail, "status", Subject="=?utf-8?q?=5Bpbem?=", To="pbem@localhost")
        town.deliver(encoded)  # only the Message-ID of our mail says for which game
        town.deliver(town.answer(mail, "bid: 1", From="friend@else.example"))
        for seat in ("crane", "heron"):
            (town.home.mail / "out" / "skipped").mkdir(exist_ok=True)
            (town.home.mail / "out" / "skipped" / f"{game}{seat}").write_text(game)
    town.deliver(STRANGER)
    moderate(town.desk, Act("end", "over", [], "enough"))
    new, cur = (town.home.mail / "out" / box for box in ("new", "cur"))
    for path in list(new.glob("*.eml")):
        path.rename(cur / path.name)
    with town.desk.game("over") as session:
        session.game.outbox = []
        session.keep()
    return town


def count(town: Town) -> dict[str, int]:
    mail = town.home.mail
    places = {"in": "in/cur", "out": "out/cur", "skipped": "out/skipped", "held": "held/new"}
    return {key: len([p for p in (mail / place).iterdir() if p.is_file()]) for key, place in places.items()}


def everything(town: Town) -> Iterator[Path]:
    for place in ("in/cur", "out/cur", "out/skipped", "held/new"):
        yield from (town.home.mail / place).iterdir()


def make_older(town: Town, days: int) -> None:
    town.later(days=days)
    for path in everything(town):
        aged(path, town, days)


def test_nothing_goes_before_its_time(town: Town) -> None:
    before = count(town)
    make_older(town, 399)
    assert keep_within_limits(town.desk) == {} and count(town) == before


def test_old_mail_of_no_running_game_goes_and_the_daily_page_says_so(town: Town) -> None:
    before = count(town)
    sent = [path for path in (town.home.mail / "out" / "cur").iterdir() if b"game=river" in path.read_bytes()]
    make_older(town, 401)
    gone = keep_within_limits(town.desk)
    after = count(town)
    assert after == {"in": 2, "out": len(sent), "skipped": 2, "held": 1}
    assert {key: before[key] - after[key] for key in after} == {key: gone[key] for key in after}
    assert all(b"river" in path.read_bytes() for path in (town.home.mail / "held" / "new").iterdir())
    assert went_lines(town.desk) == []  # today's round may not be over
    town.later(days=1)
    daily(town.desk)
    text = str(town.last("root", "late").get_content())
    assert f"{gone['in']} mails that were processed" in text and f"{gone['held']} held mails" in text
    town.later(days=1)
    daily(town.desk)
    assert "DELETED" not in str(town.last("root", "late").get_content())


@pytest.mark.parametrize("setting", ["keep_days", "held_days"])
def test_a_setting_keeps_it_for_ever(town: Town, setting: str) -> None:
    (town.home.root / "pbem.toml").write_text(f"{ROOT}[limits]\n{setting} = 0\n")
    fresh = Town(town.home.root)
    fresh.time = town.time
    before = count(fresh)
    make_older(fresh, 4000)
    gone = keep_within_limits(fresh.desk)
    kept = ("held",) if setting == "held_days" else ("in", "out", "skipped")
    assert all(key not in gone and count(fresh)[key] == before[key] for key in kept) and gone


def test_what_a_mail_that_is_owed_needs_stays(town: Town) -> None:
    """Without its file it would be composed and sent once more, more than a year later."""
    cur = town.home.mail / "out" / "cur"
    sent = next(path for path in cur.iterdir() if b"game=over" in path.read_bytes())
    (town.home.mail / "out" / "skipped" / "unnamed").touch()  # as earlier builds made them
    with town.desk.game("over") as session:
        for ident in (sent.stem, "overcrane", "unnamed"):
            session.game.outbox.append(owed(session.game, "crane", "news").model_copy(update={"id": ident}))
        session.keep()
    make_older(town, 401)
    keep_within_limits(town.desk)
    left = {path.name for path in everything(town)}
    assert {sent.name, "overcrane", "unnamed"} <= left and "overheron" not in left


def test_mail_of_a_game_that_is_broken_stays(town: Town) -> None:
    mine = {path.name for path in everything(town) if b"over" in path.read_bytes()}
    (town.home.finished / "over.json").write_text("{")
    make_older(town, 401)
    keep_within_limits(town.desk)
    assert mine <= {path.name for path in everything(town)}


def test_nothing_goes_while_a_backup_is_made(town: Town) -> None:
    make_older(town, 401)
    with Lock(town.home.mail / "in.lock", "the spool"):
        assert keep_within_limits(town.desk) == {}
    assert keep_within_limits(town.desk)


def test_a_note_outlives_its_mail_by_two_days(town: Town) -> None:
    spool.write_note(town.home.mail / "out", "gone.eml", {"count": 1})
    path = spool.note_path(town.home.mail / "out", "gone.eml")
    aged(path, town, 1)
    keep_within_limits(town.desk)
    assert path.exists()
    town.later(days=2)
    assert keep_within_limits(town.desk) == {"notes": 1} and not path.exists()


def test_a_round_is_done_in_slices(town: Town) -> None:
    make_older(town, 401)
    total: dict[str, int] = {}
    slices = 0
    while keeping._read(town.desk).get("done") is None:
        for key, n in keep_within_limits(town.desk, budget=0).items():
            total[key] = total.get(key, 0) + n
        slices += 1
        assert slices < 100
    assert slices > 10 and total["in"] == 2 and total["held"] == 2
    assert keeping._read(town.desk)["went"][f"{town.time:%Y-%m-%d}"] == total


def test_the_register_forgets_what_nobody_asks_any_more(tmp_path: Path) -> None:
    town = Town(tmp_path / "home", ROOT)
    town.new_game()
    register = Register(town.home.mail / "register.sqlite")
    for what in ("many 2026-07-01 x", "imap host 1 2", "maildir ab"):
        register.once(what, town.time)
    town.later(days=401)
    register.tidy(town.time)
    known = [register.known(what) for what in ("many 2026-07-01 x", "imap host 1 2", "maildir ab")]
    register.close()
    assert known == [False, True, True]


# -- too much held mail --------------------------------------------------------------------------------------------


def crowded(town: Town) -> None:
    """So much mail is held that no more fits."""
    spool.store(town.home.mail / "held", b"x" * 1_000_000, name="large")
    recount(town.home)
    assert weigh(town.home) == 1_000_000 == town.home.settings.limits.held_bytes


@pytest.mark.parametrize("at", range(24))
def test_one_wrong_byte_in_the_size_of_held_mail_is_noticed_and_made_again(tmp_path: Path, at: int) -> None:
    """A derived file: whatever byte of it is wrong, what is held is counted anew, and nothing is let in or kept out."""
    town = Town(tmp_path / "home", FEW)
    crowded(town)
    path = town.home.mail / SIZE
    good = path.read_bytes()
    assert len(good) == 25
    path.write_bytes(good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :])
    assert pipe_is_crowded(str(town.home.root), 10) and is_full(town.home, 10)
    assert path.read_bytes() == good


def made_room(town: Town) -> None:
    drop(town.desk, "large")
    weigh(town.home)


def smtp_code(port: int, raw: bytes, to: str = "pbem@localhost") -> int:
    with smtplib.SMTP("127.0.0.1", port, timeout=10) as client:
        try:
            client.sendmail("x@example.org", [to], raw.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"))
        except smtplib.SMTPDataError as refused:
            return refused.smtp_code
    return 250


def unproved(town: Town) -> dict[str, bytes]:
    mail = town.last("ania", "begins")
    forged = "pbem+b.river.1.heron.start0.aaaaaaaaaaaaaaaa@localhost"
    return {
        "a stranger": STRANGER,
        "no token": b"From: ania@example.org\nTo: pbem@localhost\nMessage-ID: <n@o>\n\nbid: 1\n",
        "a wrong token": town.answer(mail, "bid: 1", Subject="x", In_Reply_To="", To="pbem@localhost"),
        "another sender": town.answer(mail, "bid: 1", From="friend@else.example"),
        "a forged bounce": report(forged),
    }


def test_unproved_mail_is_refused_for_now_and_players_are_not(tmp_path: Path) -> None:
    town = Town(tmp_path / "home", f'{FEW}[listen]\nprotocol = "smtp"\nport = 0\nevery = 3600\n')
    town.new_game()
    crowded(town)
    good = town.answer(town.last("ania"), "bid: 1")
    envelope = town.house.signer.envelope(
        "pbem@localhost", Bounced("river", "heron", 1, "start", 0), "bela@example.org"
    )
    with served(town) as port:
        codes = {what: smtp_code(port, raw) for what, raw in unproved(town).items()}
        assert codes == dict.fromkeys(codes, 452)
        assert [smtp_code(port, good), smtp_code(port, report(envelope))] == [250, 250]
        made_room(town)
        assert smtp_code(port, STRANGER) == 250  # there is room again
    process_spool(town.desk)
    assert town.game().entry == 2 and len(town.held()) == 1


def test_the_pipe_gives_it_back_and_a_poll_leaves_it(tmp_path: Path) -> None:
    town, box = maildir_town(tmp_path)
    with (town.home.root / "pbem.toml").open("a") as file:
        file.write(FEW)
    town = Town(town.home.root)
    crowded(town)
    good = town.answer(town.last("ania"), "bid: 1")
    code = "import sys, tests.toy\nfrom pbem.cli import main\nsys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", code, "mail", "receive", "--home", str(town.home.root)]
    said = subprocess.run(command, input=STRANGER, capture_output=True, check=False)
    assert said.returncode == 75 and b"too much mail is held" in said.stderr
    assert list((town.home.mail / "in").rglob("*.eml")) == []
    assert subprocess.run(command, input=good, capture_output=True, check=False).returncode == 0
    assert town.game().entry == 2
    box.add(STRANGER)
    box.add(town.answer(town.last("bela"), "bid: 1"))
    assert poll(town.desk) == 1 and process_spool(town.desk)[0].verdict == "COUNTED"
    made_room(town)
    assert poll(town.desk) == 1 and process_spool(town.desk)[0].verdict == "held"


def test_held_mail_is_weighed_as_it_comes_and_goes(tmp_path: Path) -> None:
    town = Town(tmp_path / "home", ROOT)
    town.new_game()
    for _ in range(3):
        town.deliver(STRANGER.replace(b"hello", os.urandom(8).hex().encode()))
    files = list((town.home.mail / "held" / "new").iterdir())
    size = sum(path.stat().st_size for path in files)
    assert read_figures(town.home.mail / SIZE) == [size, 500_000_000]
    drop(town.desk, files[0].name)
    assert weigh(town.home) == size - files[1].stat().st_size
    release(town.desk, files[1].name)
    assert weigh(town.home) == files[2].stat().st_size and listing(town.desk)[1] == 1
    (town.home.mail / SIZE).write_text("nonsense")
    assert weigh(town.home, 1000) == files[2].stat().st_size
    shutil.rmtree(town.home.mail / "held")
    daily(town.desk)
    assert read_figures(town.home.mail / SIZE) == [0, 500_000_000]
