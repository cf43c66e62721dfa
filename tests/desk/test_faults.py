"""Faults of addresses, tokens, copies and move texts, each by its number; every one leaves a game that goes on."""

from __future__ import annotations

import itertools
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pbem.core.errors import Misuse
from pbem.desk.post.held_mail import listing
from pbem.desk.post.spool_run import process_spool
from pbem.engine.journal import state_digest
from pbem.store import spool
from tests.desk.mailing import Town

NAMES = {"crane": "ania", "heron": "bela", "otter": "zaneta"}


@pytest.fixture
def town(tmp_path: Path) -> Town:
    town = Town(tmp_path / "home")
    town.new_game()
    return town


def bids(town: Town, what: str = "begins") -> str:
    """Everybody bids nothing; the seat that plays first."""
    for name in NAMES.values():
        assert town.reply(name, "bid: 0", what).verdict == "COUNTED"
    return next(iter(town.game().deadlines))


def hand(town: Town, seat: str) -> list[str]:
    return list(town.desk.read("river").play.table.hands[seat])


def turn(town: Town, seat: str) -> str:
    return f"float: {hand(town, seat)[0]}\nrest: coin"


# -- receiving -----------------------------------------------------------------------------------------------------


def receive(town: Town, raw: bytes | None) -> subprocess.Popen[bytes]:
    code = "import sys, tests.toy\nfrom pbem.cli import main\nsys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", code, "mail", "receive", "--home", str(town.home.root)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if raw is not None:
        process.communicate(raw, timeout=60)
    return process


def test_a_handler_killed_by_its_time_limit_leaves_nothing_half(town: Town) -> None:
    """fault 36: the mail server keeps the mail and delivers it again."""
    raw = town.answer(town.last("ania"), "bid: 1")
    process = receive(town, None)
    assert process.stdin is not None
    process.stdin.write(raw[:50])
    process.stdin.flush()
    time.sleep(0.3)
    process.kill()
    process.communicate()
    assert spool.names(town.home.mail / "in") == []
    assert receive(town, raw).returncode == 0 and receive(town, raw).returncode == 0
    assert town.game().entry == 2


def test_a_mail_that_cannot_be_stored_stays_with_the_server(town: Town) -> None:
    """fault 37: 75, never accepted and lost."""
    shutil.rmtree(town.home.mail / "in", ignore_errors=True)
    (town.home.mail / "in").write_text("in the way")
    assert receive(town, town.answer(town.last("ania"), "bid: 1")).returncode == 75
    (town.home.mail / "in").unlink()
    assert receive(town, town.answer(town.last("ania"), "bid: 1")).returncode == 0 and town.game().entry == 2


# -- addresses -----------------------------------------------------------------------------------------------------


def test_two_players_with_one_address_are_told_apart_by_the_token(tmp_path: Path) -> None:
    """fault 120; example.org is a domain without mail and is accepted (fault 126)."""
    town = Town(tmp_path / "home")
    town.new_game(("Ania <home@example.org>", "Béla <home@example.org>"))
    mails = {str(mail["To"].addresses[0].display_name): mail for mail in town.mails_to("home")}
    assert town.deliver(town.answer(mails["Béla"], "bid: 2"))[0].verdict == "COUNTED"
    assert [entry.seat for entry in town.game().recent[1:]] == ["heron"]
    raw = b"From: home@example.org\nTo: pbem@localhost\nSubject: move\nMessage-ID: <n@o>\n\nbid: 1\n"
    assert town.deliver(raw)[0].verdict == "NOT COUNTED" and town.game().entry == 2
    text = town.answered("home")
    assert "river: Ania" in text and "river: Béla" in text


def test_a_mail_without_token_never_picks_a_game(tmp_path: Path) -> None:
    """fault 121."""
    town = Town(tmp_path / "home")
    town.new_game()
    town.new_game(game="brook")
    raw = b"From: ania@example.org\nTo: pbem@localhost\nSubject: move\nMessage-ID: <n@o>\n\nbid: 1\n"
    assert town.deliver(raw)[0].verdict == "NOT COUNTED"
    assert "brook: Ania" in town.answered("ania") and "river: Ania" in town.answered("ania")
    assert town.game("river").entry == town.game("brook").entry == 1


@pytest.mark.parametrize("other", ["Ania", "ÁNIA", "Ani", "Anias", "crane", "status", "moderator"])
def test_names_that_cannot_be_told_apart_are_refused(tmp_path: Path, other: str) -> None:
    """fault 125."""
    town = Town(tmp_path / "home")
    with pytest.raises(Misuse):
        town.new_game(("Ania <a@example.org>", f"{other} <b@example.org>"))


def test_a_list_that_rewrites_the_sender_is_not_the_player(town: Town) -> None:
    """fault 155."""
    raw = town.answer(town.last("ania"), "bid: 1", From='"Ania via Games" <games@lists.example>')
    assert town.deliver(raw)[0].verdict == "held" and town.game().entry == 1


# -- tokens and order ----------------------------------------------------------------------------------------------


def test_a_reply_to_an_older_question_says_which_one_is_open(town: Town) -> None:
    """fault 148."""
    seat = bids(town)
    old = town.mails_to(NAMES[seat])[0]
    assert town.deliver(town.answer(old, turn(town, seat)))[0].verdict == "NOT COUNTED"
    text = town.answered(NAMES[seat])
    assert "This answers question #1; your open question is #4" in text.replace("\n", " ")
    assert "  float: " in text and text.count("\n") <= 25
    assert town.reply(NAMES[seat], turn(town, seat), "your turn").verdict == "COUNTED"


@pytest.mark.parametrize("above", ["", "Hi!"])
def test_a_move_below_the_signature_mark_is_named(town: Town, above: str) -> None:
    """fault 102: not read, and the answer says why."""
    handled = town.reply("ania", f"{above}\n\n-- \nAnia\nbid: 1", "begins", quote=False)
    assert handled.verdict == "NOT COUNTED" and town.game().entry == 1
    assert 'below the signature mark is not read: "bid: 1"' in handled.why


def test_an_older_mail_whose_question_is_still_open_counts(town: Town) -> None:
    """fault 149."""
    first = town.mails_to("zaneta")[0]
    town.reply("ania", "bid: 1", "begins")
    town.reply("zaneta", "status", "begins")
    assert town.deliver(town.answer(first, "bid: 1"))[0].verdict == "COUNTED"


def test_a_move_sent_early_is_kept_if_the_title_foresees_it(town: Town) -> None:
    """fault 150, 172."""
    seat = bids(town)
    other = next(one for one in NAMES if one != seat)
    lantern = hand(town, other)[0]
    assert town.reply(NAMES[other], f"float: {lantern}", "news").verdict == "COUNTED"
    assert "kept for" in town.answered(NAMES[other])
    assert town.game().orders[other].ahead[0].keys == [lantern]
    assert town.reply(NAMES[other], "keep: red 1", "news").verdict == "NOT COUNTED"


def test_out_of_turn_the_answer_says_whose_turn_it_is(town: Town) -> None:
    """fault 150."""
    seat = bids(town)
    other = next(one for one in NAMES if one != seat)
    handled = town.reply(NAMES[other], "lantern: the red one, please", "news")
    assert handled.verdict == "NOT COUNTED" and town.game().person(seat) in handled.why


def test_the_order_of_arrival_decides(town: Town) -> None:
    """fault 162, 163: a correction that overtakes its move is the move."""
    seat = bids(town)
    name, mail = NAMES[seat], town.last(NAMES[seat], "your turn")
    first, second = hand(town, seat)[:2]
    for lantern in (second, first):
        spool.store(town.home.mail / "in", town.answer(mail, f"float: {lantern}\nrest: coin"))
    assert [one.verdict for one in process_spool(town.desk)] == ["COUNTED", "NOT COUNTED"]
    assert second not in hand(town, seat) and first in hand(town, seat)
    assert "was answered by entry" in town.answered(name).replace("\n", " ") and "undo" in town.answered(name)


def test_simultaneous_answers_in_any_order_lead_to_the_same_table(tmp_path: Path) -> None:
    """fault 164."""
    digests = set()
    for n, order in enumerate(itertools.permutations(zip(NAMES.values(), "120", strict=True))):
        town = Town(tmp_path / str(n))
        town.new_game()
        for name, bid in order:
            town.reply(name, f"bid: {bid}", "begins")
        digests.add(state_digest(town.desk.read("river").play.table))
    assert len(digests) == 1


def test_a_mail_after_the_end_is_stale(town: Town) -> None:
    """fault 151, 165."""
    late = town.last("ania")
    assert town.reply("kasia", "mod end reason: we stop here").verdict == "COUNTED"
    head = town.game().head
    town.later(days=21)
    assert town.deliver(town.answer(late, "bid: 1"))[0].verdict == "NOT COUNTED"
    assert "terminated" in town.answered("ania") and town.game().head == head
    assert town.deliver(town.answer(late, "status"))[0].verdict == "INFORMATION"


def test_a_move_that_crossed_with_an_undo_is_not_applied(town: Town) -> None:
    """fault 166, 271."""
    seat = bids(town)
    mail = town.last(NAMES[seat], "your turn")
    assert town.reply("kasia", "mod undo 4 reason: a wrong bid").verdict == "COUNTED"
    count = town.game().entry
    assert town.deliver(town.answer(mail, f"float: {hand(town, seat)[0]}\nrest: coin"))[0].verdict == "NOT COUNTED"
    assert town.game().entry == count


def test_an_older_backup_goes_on_where_it_ends(town: Town, tmp_path: Path) -> None:
    """fault 167: mails of the lost days come again; what they answer is stale or played, never guessed."""
    shutil.copytree(town.home.root, tmp_path / "backup")
    raws = [town.answer(town.last(name), "bid: 0") for name in NAMES.values()]
    for raw in raws:
        town.deliver(raw)
    seat = next(iter(town.game().deadlines))
    lost = town.answer(town.last(NAMES[seat], "your turn"), turn(town, seat))
    before = state_digest(town.desk.read("river").play.table)
    shutil.rmtree(town.home.root)
    shutil.copytree(tmp_path / "backup", town.home.root)
    assert town.deliver(lost)[0].verdict == "NOT COUNTED"
    assert [town.deliver(raw)[0].verdict for raw in raws] == ["COUNTED"] * 3
    assert state_digest(town.desk.read("river").play.table) == before


# -- move texts ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("float: {0}\nrest: sleep", "rest: sleep"),  # fault 171: legal first half, illegal second
        ("float: {0}", "draft kept, nothing is played"),
        ("float: {0}\nrest: coin\nkeep: {1}", "keep"),  # fault 172: surplus is named
        ("rest: coin\nkeep: {1}\nfloat: {0}", "keep"),  # fault 173
        ("float: {0}, {1}, {2}, {0}\nrest: coin", "twice"),  # fault 176
        ("float: {0}\nfloat: {1}\nfloat: {2}\nrest: coin", "float"),  # fault 176: more answers than it takes
    ],
)
def test_a_wrong_line_changes_nothing_and_is_named(town: Town, text: str, why: str) -> None:
    seat = bids(town)
    move = text.format(*hand(town, seat))
    handled = town.reply(NAMES[seat], move, "your turn")
    assert handled.verdict == "NOT COUNTED" and town.game().entry == 4
    assert why in town.answered(NAMES[seat]).replace("\n", " ")
    assert town.reply(NAMES[seat], turn(town, seat), "your turn").verdict == "COUNTED"


TOO_MUCH = {"lines": "bid: 1\n" * 10_000, "long": "bid: " + "1" * 100_000, "comment": "#" * 100_000}


@pytest.mark.parametrize("text", TOO_MUCH.values(), ids=TOO_MUCH)
def test_too_much_text_is_refused_before_it_is_read(town: Town, text: str) -> None:
    """fault 175."""
    begin = time.monotonic()
    assert town.reply("ania", text, quote=False).verdict == "NOT COUNTED"
    assert time.monotonic() - begin < 10 and town.game().entry == 1


def test_the_answer_repeats_what_was_understood_and_what_came_of_it(town: Town) -> None:
    """fault 177."""
    seat = bids(town)
    lantern = hand(town, seat)[0]
    town.reply(NAMES[seat], f"FLOAT:  {lantern.upper()}.\n\nRest: Coin", "your turn")
    text = town.answered(NAMES[seat])
    assert f"  float: {lantern}\n" in text and "  rest: coin\n" in text
    assert "WHAT HAPPENED" in text and "Points: " in text and "`show`" in text


def test_many_held_mails_are_still_listed(town: Town) -> None:
    """fault 268."""
    held = town.home.mail / "held"
    spool.make_box(held)
    for n in range(3000):
        (held / "new" / f"{n:010d}.pbem").touch()
    rows, count = listing(town.desk)
    assert count == 3000 and len(rows) == 200 and rows[0]["name"] == "0000002999.pbem"


def test_templates_of_other_folders_are_not_used(town: Town, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """fault 269."""
    (tmp_path / "elsewhere" / "templates").mkdir(parents=True)
    (tmp_path / "elsewhere" / "templates" / "answer.txt").write_text("fooled")
    monkeypatch.chdir(tmp_path / "elsewhere")
    town.reply("ania", "bid: 1")
    assert "fooled" not in town.answered("ania")
    town.home.templates.mkdir()
    (town.home.templates / "answer.txt").write_text("$first\nOurs.\n")
    town.reply("bela", "bid: 1")
    assert town.answered("bela") == "COUNTED: your move is entry #3\nOurs.\n"


def test_a_misspelt_window_makes_the_mail_not_counted(town: Town) -> None:
    """fault 169: the turn would be whole without the line, but the line was meant."""
    seat = bids(town)
    play = town.desk.read("river").play
    weak = [lantern for lantern in hand(town, seat) if int(lantern.split()[1]) < play.table.wind]
    lantern = weak[0] if weak else hand(town, seat)[0]
    handled = town.reply(NAMES[seat], f"float: {lantern}\nshleter: yes\nrest: coin", "your turn")
    assert handled.verdict == "NOT COUNTED" and "shelter: yes" in handled.why
