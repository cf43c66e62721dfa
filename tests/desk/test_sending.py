"""Sending from a home: the queue, what comes of refusals and outages, and that no mail is lost."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.core.behind import keeping_ledger
from pbem.core.kept import text_of
from pbem.core.titles import get_title
from pbem.desk.desk import Desk
from pbem.desk.post.held_mail import listing, release
from pbem.desk.sending import dispatch as sending
from pbem.desk.sending.dispatch import by_age, compose_left, run, send_all
from pbem.engine.replay import Replayer
from pbem.store import spool
from tests.desk.mailing import Town
from tests.mail.smtp_script import scripted


def town_with(tmp_path: Path, port: int, more: str = "") -> Town:
    settings = f'[smtp]\nhost = "127.0.0.1"\nport = {port}\ntls = "none"\ntimeout = 2\n{more}'
    settings += '[moderation]\nmoderator = "Root <root@example.org>"\n'
    town = Town(tmp_path / "home", settings)
    town.new_game()
    return town


def queue(town: Town) -> list[str]:
    return by_age(town.home.mail / "out" / "new")


def age(town: Town, name: str, **length: float) -> None:
    """Make a queued mail older than it is; the town's clock and the files' must agree for that."""
    when = (town.time - timedelta(**length)).timestamp()
    os.utime(town.home.mail / "out" / "new" / name, (when, when))


def now_is_real(town: Town) -> None:
    for n, name in enumerate(queue(town)):
        age(town, name, seconds=-n)


def test_everything_is_handed_over_once_in_the_order_composed(tmp_path: Path) -> None:
    with scripted() as server:
        town = town_with(tmp_path, server.port)
        now_is_real(town)
        assert town.desk.send() == 0 and queue(town) == []
        assert town.desk.send() == 0
    assert len(server.mails) == 5 and server.connections == 1  # fault 24, 25
    assert len(list((town.home.mail / "out" / "cur").glob("*.eml"))) == 5
    assert all(b"Return-Path" not in mail for mail in server.mails)


def test_a_refused_connection_keeps_the_mails(tmp_path: Path) -> None:
    with scripted() as server:
        port = server.port
    town = town_with(tmp_path, port)
    now_is_real(town)
    with keeping_ledger() as ledger:
        assert town.desk.send() == 5 and len(queue(town)) == 5  # fault 1
    assert [problem.kind for problem in ledger.undone] == ["mail"]
    assert f"127.0.0.1 port {port}" in ledger.undone[0].message


def test_greylisted_mails_wait_and_nobody_is_bothered(tmp_path: Path) -> None:
    with scripted(RCPT=["451 4.7.1 greylisted"] * 5 + ["250 ok"]) as server:
        town = town_with(tmp_path, server.port)
        now_is_real(town)
        assert len(run(town.desk).later) == 5  # fault 8
        town.later(minutes=4)
        assert run(town.desk).sent == []
        town.later(minutes=1)
        assert len(run(town.desk).sent) == 5
    assert len(server.mails) == 5 and all("late" not in str(mail["Subject"]) for mail in town.out())


def test_after_four_hours_the_moderator_hears_of_it_once(tmp_path: Path) -> None:
    with scripted(RCPT="451 4.2.1 later, please") as server:
        town = town_with(tmp_path, server.port)
        now_is_real(town)
        for _ in range(10):
            run(town.desk)
            town.later(hours=1)
    notes = [mail for mail in town.out() if "Mail is late" in mail["Subject"]]
    assert [mail["To"].addresses[0].addr_spec for mail in notes] == ["root@example.org"]
    assert str(notes[0].get_content()).count("451 4.2.1 later, please") == 5


def test_a_refused_recipient_is_unreachable_and_the_others_are_not(tmp_path: Path) -> None:
    with scripted(RCPT=["250 ok", "550 5.1.1 no such user", "250 ok"]) as server:
        town = town_with(tmp_path, server.port)
        now_is_real(town)
        assert town.desk.send() == 5  # fault 10, 12
    game = town.game()
    assert len(game.moderation.unreachable) == 1 and len(server.mails) == 4
    words = next(iter(game.moderation.unreachable.values()))
    assert "550 5.1.1 no such user" in words and game.moderation.stops == []  # one refusal stops no clock
    rows, count = listing(town.desk)
    assert count == 1 and "550" in rows[0]["why"] and rows[0]["direction"] == "out"
    assert run(town.desk).refused == []  # not tried again


def test_after_five_days_mails_are_held_and_can_be_sent_again(tmp_path: Path) -> None:
    with scripted(GREETING=["421 down"] * 5 + ["220 up"]) as server:
        town = town_with(tmp_path, server.port)
        now_is_real(town)
        assert run(town.desk).trouble is not None
        town.later(days=6)
        assert run(town.desk).given_up == []
        town.later(hours=12)
        report = run(town.desk)  # fault 26
        assert len(report.given_up) == 5 and queue(town) == [] and listing(town.desk)[1] == 5
        assert "421 down" in listing(town.desk)[0][0]["why"]
        assert run(town.desk, again=True).trouble is not None
        assert run(town.desk, again=True).trouble is not None
        assert len(run(town.desk, again=True).sent) == 5
    assert len(server.mails) == 5


def test_no_mail_is_given_up_untried(tmp_path: Path) -> None:
    """The machine was off for a week, or its clock was: the mails go out, late."""
    with scripted() as server:
        town = town_with(tmp_path, server.port)
        now_is_real(town)
        town.later(days=9)
        report = run(town.desk)
        assert (len(report.sent), report.given_up, queue(town)) == (5, [], [])
    assert len(server.mails) == 5


def test_a_mail_put_off_after_five_days_is_given_up_and_the_others_go(tmp_path: Path) -> None:
    with scripted(DATA=["451 4.7.1 not yet", *["354 go on"] * 4, "451 4.7.1 not yet"]) as server:
        town = town_with(tmp_path, server.port)
        now_is_real(town)
        town.later(days=6)
        report = run(town.desk)
        assert (len(report.sent), report.given_up, len(queue(town))) == (4, [], 1)
        town.later(hours=12)
        report = run(town.desk)
        assert (report.sent, len(report.given_up)) == ([], 1)
        assert [name.partition("-")[0] for name in queue(town)] == ["note"], "the moderator hears of it"
    assert "451" in listing(town.desk)[0][0]["why"]


def test_whoever_was_away_has_a_last_chance_anew(tmp_path: Path) -> None:
    """The clock stepped twice, or the machine was off twice: one failure behind each is no reason to give up."""
    with scripted(DATA=["451 4.7.1 not yet"] * 3 + ["354 go on"]) as server:
        town = town_with(tmp_path, server.port)
        now_is_real(town)
        for days in (0, 100, 100):
            town.later(days=days, hours=2)
            run(town.desk)
        assert listing(town.desk)[1] == 0
        town.later(hours=2)
        run(town.desk)
        assert queue(town) == [] and listing(town.desk)[1] == 0
    assert len(server.mails) == 5


def test_a_held_mail_that_is_released_goes_out(tmp_path: Path) -> None:
    with scripted(RCPT=["550 no", "250 ok"]) as server:
        town = town_with(tmp_path, server.port)
        now_is_real(town)
        run(town.desk)
        with_hold = listing(town.desk)[0][0]["name"]
        assert release(town.desk, with_hold[:20]) == "out"
    assert with_hold in queue(town)


def test_after_an_outage_one_current_order_form_a_seat_is_sent(tmp_path: Path) -> None:
    with scripted(GREETING=["421 down"] * 40 + ["220 up"]) as server:
        town = town_with(tmp_path, server.port)
        for name in ("ania", "bela", "zaneta"):
            town.reply(name, "bid: 0")
        seat = next(iter(town.game().deadlines))
        mover = {"crane": "ania", "heron": "bela", "otter": "zaneta"}[seat]
        reminder = [mail for mail in town.mails_to(mover) if "your turn" in mail["Subject"]]
        assert reminder
        for name in queue(town):
            age(town, name)
        town.reply(mover, "orders rest: coin", "your turn")
        hand = town.desk.read("river").play.table.hands[seat]
        town.reply(mover, f"float: {hand[0]}\nrest: coin", "your turn")
        for name in queue(town):
            age(town, name, hours=2)
        server.answers["GREETING"] = "220 up"
        report = run(town.desk)  # fault 19
    assert report.trouble is None and queue(town) == []
    # Nobody has two order forms pending here, so nothing was replaced; a second one for the same seat is.
    assert report.replaced == []


def test_without_the_key_nothing_is_sent_unsigned(tmp_path: Path) -> None:
    with scripted() as server:
        town = town_with(tmp_path, server.port, "[dkim]\n")
        now_is_real(town)
        with keeping_ledger() as ledger:
            assert town.desk.send() == 5 and len(queue(town)) == 5
    assert server.mails == [] and "DKIM key cannot be read" in ledger.undone[0].message


def test_a_stale_order_form_is_not_sent(tmp_path: Path) -> None:
    """fault 19."""
    with scripted(GREETING="421 down") as server:
        town = town_with(tmp_path, server.port)
        out = town.home.mail / "out" / "new"
        first = next(path for path in out.iterdir() if b"seat=crane; kind=start" in path.read_bytes())
        raw = first.read_bytes()
        for n, kind in ((2, "turn"), (3, "turn")):
            copy = raw.replace(b"entry=1; seat=crane; kind=start", f"entry={n}; seat=crane; kind={kind}".encode())
            (out / f"{n}{n}.eml").write_bytes(copy)
        for name in queue(town):
            age(town, name, hours=3)
        server.answers["GREETING"] = "220 up"
        report = run(town.desk)
    assert report.replaced == ["22.eml"] and "33.eml" in report.sent and len(server.mails) == 6
    entry = town.game().recent[-1]
    assert (entry.kind, entry.by, entry.note["replaced"]) == (
        "mail", "clock", [{"seat": "crane", "kind": "turn", "entry": 2}]
    )  # fmt: skip
    assert "turn #2 to crane" in text_of(entry.note["reason"]) and queue(town) == []  # nobody is mailed about it
    town.reply("ania", "history", "begins")
    assert "replaced" not in town.answered("ania")
    assert town.reply("ania", "bid: 1", "begins").verdict == "COUNTED"
    replayed = Replayer(town.game(), get_title("toy"), get_title("toy").components())
    assert replayed.run(town.desk.read("river").journal()).table is not None


def test_two_senders_at_once_send_nothing_twice(tmp_path: Path) -> None:
    """fault 25."""
    with scripted() as server:
        town = town_with(tmp_path, server.port)
        code = (
            "import sys; import tests.toy\nfrom pathlib import Path\nfrom pbem.desk.desk import Desk\n"
            "from pbem.store.home import Home\nfrom pbem.desk.sending.dispatch import send_all\n"
            "sys.exit(send_all(Desk(Home(Path(sys.argv[1]), {})), quiet=True))"
        )
        both = [subprocess.Popen([sys.executable, "-c", code, str(town.home.root)]) for _ in range(2)]
        assert [one.wait(60) for one in both] == [0, 0]
        send_all(town.desk, quiet=True)
    assert len(server.mails) == 5


def test_killed_between_two_mails_only_the_rest_is_sent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """fault 24."""
    with scripted() as server:
        town = town_with(tmp_path, server.port)
        now_is_real(town)
        mark = spool.mark_cur
        count = 0

        def die_at_third(folder: Path, name: str, *, durable: bool = True) -> bool:
            nonlocal count
            count += 1
            if count == 3:
                raise KeyboardInterrupt
            return mark(folder, name, durable=durable)

        with monkeypatch.context() as patch:
            patch.setattr(sending.spool, "mark_cur", die_at_third)
            with pytest.raises(KeyboardInterrupt):
                run(town.desk)
        assert len(server.mails) == 3 and len(queue(town)) == 3
        run(Desk(town.home, lambda: town.time))  # another process
    assert len(server.mails) == 6 and server.mails[2] == server.mails[3]  # the one whose mark was not made, same bytes


def test_what_a_crash_left_uncomposed_is_composed_later(tmp_path: Path) -> None:
    """Promise 4, fault 225."""
    town = Town(tmp_path / "home")
    town.new_game()
    names = queue(town)
    originals = {name: (town.home.mail / "out" / "new" / name).read_bytes() for name in names}
    for name in names:
        (town.home.mail / "out" / "new" / name).unlink()
    assert compose_left(town.desk) == 5
    assert {name: (town.home.mail / "out" / "new" / name).read_bytes() for name in queue(town)} == originals
    assert compose_left(town.desk) == 0


def test_a_foreign_file_in_the_queue_is_left_alone(tmp_path: Path) -> None:
    with scripted() as server:
        town = town_with(tmp_path, server.port)
        (town.home.mail / "out" / "new" / "evil.eml").write_bytes(b"To: everybody@example.org\n\nBuy!\n")
        run(town.desk)
    assert len(server.mails) == 5 and "evil.eml" in queue(town)


def test_sendmail_is_the_third_way(tmp_path: Path) -> None:
    got = tmp_path / "got"
    script = tmp_path / "sendmail.py"
    script.write_text(f"import sys\nopen({str(got)!r}, 'ab').write(sys.stdin.buffer.read())\n")
    town = Town(tmp_path / "home", f'[sendmail]\ncommand = ["{sys.executable}", "{script}", "-i"]\n')
    town.new_game()
    time.sleep(0.01)
    assert town.desk.send() == 0 and queue(town) == []
    assert got.read_bytes().count(b"Auto-Submitted: auto-generated") == 5


def test_a_disk_that_takes_no_mark_has_nothing_sent_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """fault 203: without its mark a mail would go out with every run."""

    def refuse(*_: object, **__: object) -> bool:
        raise OSError(errno.EROFS, "Read-only file system")

    with scripted() as server:
        town = town_with(tmp_path, server.port)
        now_is_real(town)
        with monkeypatch.context() as patch:
            patch.setattr(sending.spool, "mark_cur", refuse)
            for _ in range(3):
                trouble = run(town.desk).trouble
                assert trouble is not None and "the disk is read-only" in trouble.message
        assert len(server.mails) == 1
        with monkeypatch.context() as patch:  # a new process knows nothing of it, but looks before it sends
            patch.setattr(sending._Queue, "try_disk", refuse)
            assert run(Town(town.home.root).desk).trouble is not None
        assert len(server.mails) == 1
        assert run(town.desk).trouble is None
    assert len(server.mails) == 5 and len(set(server.mails)) == 5 and queue(town) == []


def died(*_: object, **__: object) -> bool:
    raise KeyboardInterrupt


def test_killed_behind_a_refusal_the_seat_is_marked_by_the_next_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """fault 10: the mail is put aside after what its refusal calls for."""
    refusals = ["250 ok", "550 5.1.1 no such user", "250 ok", "250 ok", "250 ok", "550 5.1.1 no such user", "250 ok"]
    with scripted(RCPT=refusals) as server:
        town = town_with(tmp_path, server.port)
        now_is_real(town)
        with monkeypatch.context() as patch:
            patch.setattr(sending, "mail_returned", died)
            with pytest.raises(KeyboardInterrupt):
                run(town.desk)
        assert len(queue(town)) == 1 and listing(town.desk)[1] == 0
        run(Desk(town.home, lambda: town.time))
    assert len(town.game().moderation.unreachable) == 1 and listing(town.desk)[1] == 1


def test_killed_behind_the_entry_replaced_order_forms_are_journaled_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """fault 19."""
    with scripted(GREETING="421 down") as server:
        town = town_with(tmp_path, server.port)
        out = town.home.mail / "out" / "new"
        raw = next(path for path in out.iterdir() if b"seat=crane; kind=start" in path.read_bytes()).read_bytes()
        for n in (2, 3):
            copy = raw.replace(b"entry=1; seat=crane; kind=start", f"entry={n}; seat=crane; kind=turn".encode())
            (out / f"{n}{n}.eml").write_bytes(copy)
        for name in queue(town):
            age(town, name, hours=3)
        with monkeypatch.context() as patch:
            patch.setattr(sending.spool, "mark_cur", died)
            with pytest.raises(KeyboardInterrupt):
                run(town.desk)
        run(Desk(town.home, lambda: town.time))
    assert [entry.kind for entry in town.game().recent].count("mail") == 1 and "22.eml" not in queue(town)
    assert (town.home.mail / "out" / "cur" / "22.eml").exists()


def test_mails_of_a_game_that_could_not_be_read_are_made_once_it_can(tmp_path: Path) -> None:
    """Its file may come back with its old time, so a look at which it was unreadable must not count as one."""
    town = town_with(tmp_path, 1)
    for mail in (town.home.mail / "out" / "new").iterdir():
        mail.unlink()
    path = town.home.games / "river.json"
    good, times = path.read_bytes(), path.stat()
    path.write_bytes(good[:-40])
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert compose_left(town.desk) == 0
    path.write_bytes(good)
    old = times.st_mtime_ns - 3_600_000_000_000
    os.utime(path, ns=(old, old))
    assert compose_left(town.desk) == 5
