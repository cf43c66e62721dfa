"""The post: who is believed, what counts, what is answered, and that nothing is lost or done twice."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from pbem.desk.post.held_mail import release
from pbem.desk.post.replies import Replies
from pbem.desk.post.spool_run import Post, process_spool
from pbem.mail.tokens import Ticket
from pbem.mail.words import COUNTED, NOT_COUNTED
from pbem.store import spool
from tests.desk.mailing import Town


@pytest.fixture
def town(tmp_path: Path) -> Town:
    town = Town(tmp_path / "home")
    town.new_game()
    return town


def entries(town: Town, game: str = "river") -> int:
    return int(town.game(game).entry)


def accounted(town: Town) -> None:
    """Promise 1: nothing is left in the spool, and the game is sound."""
    assert spool.names(town.home.mail / "in") == []
    assert town.desk.read("river").game.id == "river"


# -- counting ------------------------------------------------------------------------------------------------------


def test_a_reply_counts_and_its_answer_says_so_first(town: Town) -> None:
    handled = town.reply("ania", "Hello!\n\nbid: 1\n\ncheers, A.")
    assert handled.verdict == "COUNTED" and entries(town) == 2
    text = town.answered("ania")
    assert text.startswith("COUNTED: your move is entry #2\n") and "  bid: 1\n" in text and "Hello!" in text
    mail = town.mails_to("ania")[-1]
    assert mail["In-Reply-To"] == "<1@client.example>" and mail["Auto-Submitted"] == "auto-generated"
    accounted(town)


def test_listed_answers_in_the_quote_are_not_played(town: Town) -> None:
    """fault 100: only quoted text, nothing typed."""
    handled = town.reply("ania", "")
    assert handled.verdict == "NOT COUNTED" and "no answer above the quoted text" in handled.why and entries(town) == 1


def test_talk_alone_is_not_counted_and_shown_back(town: Town) -> None:
    """fault 168."""
    handled = town.reply("ania", "What a nice game!")
    assert handled.verdict == "NOT COUNTED" and "What a nice game!" in town.answered("ania")
    assert "  bid: 0" in town.answered("ania") and town.answered("ania").count("\n") <= 25


NEARLY = ["bid 1", "bdi: 1", "bid: one", "bid: 9", "bid: 4.0", "bid: ٤٤", "bid: 1e9", "bid: -1"]


@pytest.mark.parametrize("line", NEARLY)
def test_what_is_nearly_an_answer_changes_nothing(town: Town, line: str) -> None:
    """fault 169, 174."""
    handled = town.reply("ania", line)
    assert handled.verdict == "NOT COUNTED" and entries(town) == 1
    assert town.reply("ania", "bid: 1", "begins").verdict == "COUNTED"


def test_a_mail_without_token_gets_the_question_at_the_known_address(town: Town) -> None:
    """fault 143: right address, no token."""
    raw = b"From: Ania <ania@example.org>\nTo: pbem@localhost\nSubject: my move\nMessage-ID: <x@y>\n\nbid: 1\n"
    handled = town.deliver(raw)[0]
    assert handled.verdict == "NOT COUNTED" and entries(town) == 1
    assert "bid: 0  # any number" in town.answered("ania")
    assert town.reply("ania", "bid: 1").verdict == "COUNTED"  # the answer carries a fresh token


def test_a_stranger_gets_nothing(town: Town) -> None:
    """fault 50, 139, promise 6."""
    before = len(town.out())
    raw = b"From: who@else.example\nTo: pbem@localhost\nSubject: [pbem river #1] x\nMessage-ID: <x@y>\n\nbid: 1\n"
    assert town.deliver(raw)[0].verdict == "held"
    assert len(town.out()) == before and len(town.held()) == 1


def test_the_same_words_for_a_game_that_is_there_and_one_that_is_not(town: Town) -> None:
    """A wrong token never reveals whether a game exists."""
    texts = []
    for game in ("river", "lake"):
        raw = (
            f"From: who@else.example\nTo: pbem@localhost\nSubject: [pbem {game} #1] x (crane.aaaaaaaaaaaaaaaa)\n"
            f"Message-ID: <{game}@y>\n\nbid: 1\n"
        ).encode()
        texts.append(town.deliver(raw)[0].why)
    assert texts[0] == texts[1]


@pytest.mark.parametrize("change", ["seat", "cut", "entry", "key"])
def test_altered_tokens_are_not_believed(town: Town, change: str) -> None:
    """fault 144."""
    mail = town.last("ania")
    token = re.search(r"\.crane\.([a-z2-7]{21})@", str(mail["Reply-To"]))
    assert token
    wrong = {
        "seat": f"[pbem river #1] x (heron.{token[1]})", "cut": f"[pbem river #1] x (crane.{token[1][:20]})",
        "entry": f"[pbem river #2] x (crane.{token[1]})", "key": "[pbem river #1] x (crane.aaaaaaaaaaaaaaaa)",
    }  # fmt: skip
    raw = town.answer(mail, "bid: 1", Subject=wrong[change], To="pbem@localhost", In_Reply_To="")
    assert town.deliver(raw)[0].verdict == "NOT COUNTED" and entries(town) == 1


def test_a_token_is_found_wherever_it_survives(town: Town) -> None:
    """fault 122: subject, reply address, In-Reply-To, References."""
    mail = town.last("ania")
    nothing = {"Subject": "hello", "To": "pbem@localhost", "In_Reply_To": ""}
    for n, kept in enumerate(("Subject", "To", "In_Reply_To", "References")):
        fields = {key: value for key, value in nothing.items() if key != kept}
        if kept == "Subject":
            fields["Subject"] = town.house.signer.subject(Ticket("river", "crane", 1), "your turn")
        if kept == "References":
            fields["References"] = f"<old@x> {mail['Message-ID']}"
        handled = town.deliver(town.answer(mail, f"bid: {n}", **fields))[0]
        assert handled.verdict == "COUNTED", kept  # a sealed bid may be changed while others are awaited


def test_contradicting_tokens_are_not_applied(town: Town) -> None:
    """fault 122."""
    other = town.house_address(Ticket("river", "heron", 1))
    handled = town.deliver(town.answer(town.last("ania"), "bid: 1", To=other))[0]
    assert handled.verdict == "NOT COUNTED" and "contradict" in handled.why and entries(town) == 1


def test_a_good_token_from_another_address_is_held_and_the_player_told(town: Town) -> None:
    """fault 106, 119, 145."""
    raw = town.answer(town.last("ania"), "bid: 1", From="Friend <friend@else.example>")
    assert town.deliver(raw)[0].verdict == "held" and entries(town) == 1
    assert "came from another address" in town.answered("ania")
    assert all("friend" not in str(mail["To"]) for mail in town.out())
    assert town.reply("ania", "bid: 1", "begins").verdict == "COUNTED"


def test_a_setting_allows_other_senders(tmp_path: Path) -> None:
    """fault 145."""
    town = Town(tmp_path / "home", '[trust]\nwrong_sender = "allow"\n')
    town.new_game()
    assert town.deliver(town.answer(town.last("ania"), "bid: 1", From="x@else.example"))[0].verdict == "COUNTED"


def test_answers_go_to_the_registered_address_whatever_a_mail_says(town: Town) -> None:
    """fault 118."""
    town.reply("ania", "bid: 1", Reply_To="evil@else.example", Sender="evil@else.example")
    assert all("evil" not in mail.as_string() for mail in town.out())


def test_capital_letters_in_the_domain_are_the_same_player(town: Town) -> None:
    """fault 114: never wider by default than the case of the domain."""
    assert town.reply("ania", "bid: 1", From="ania@EXAMPLE.org").verdict == "COUNTED"
    assert town.reply("bela", "bid: 1", From="bela+x@example.org").verdict == "held"


# -- copies --------------------------------------------------------------------------------------------------------


def test_the_same_mail_twice_makes_one_entry_and_the_same_answer(town: Town) -> None:
    """fault 158, promise 3."""
    raw = town.answer(town.last("ania"), "bid: 1")
    first = town.deliver(raw)[0]
    answer = town.answered("ania")
    town.later(days=30)
    second = town.deliver(raw)[0]
    assert (first.verdict, second.verdict) == ("COUNTED", "copy") and entries(town) == 2
    assert second.answer == first.answer and town.answered("ania") == answer


def test_the_same_words_again_are_told_apart_from_a_new_move(town: Town) -> None:
    """fault 147, 159, 162: the token's question is closed."""
    for name in ("ania", "bela", "zaneta"):
        town.reply(name, "bid: 0")
    count = entries(town)
    handled = town.deliver(town.answer(town.mails_to("ania")[0], "bid: 0"))[0]
    assert handled.verdict == "NOT COUNTED" and entries(town) == count
    assert "question #1" in town.answered("ania")


def test_the_same_answer_to_a_question_that_others_still_have_makes_no_second_entry(town: Town) -> None:
    """fault 159, promise 3; another answer takes its place while the question is open."""
    mail = town.last("ania")
    assert town.deliver(town.answer(mail, "bid: 1"))[0].verdict == "COUNTED"
    again = town.deliver(town.answer(mail, "BID: 1."))[0]
    assert (again.verdict, again.why) == ("INFORMATION", "already counted as #2") and entries(town) == 2
    assert town.answered("ania").startswith("INFORMATION: already counted as #2\n")
    both = town.deliver(town.answer(mail, "bid: 1\nsay to Béla: hello"))[0]
    assert both.verdict == "COUNTED" and "already counted as #2" in town.answered("ania")
    assert [entry.kind for entry in town.game().recent].count("move") == 1
    assert town.deliver(town.answer(mail, "bid: 2"))[0].verdict == "COUNTED"
    assert [entry.kind for entry in town.game().recent].count("move") == 2


def test_mail_that_only_a_person_can_judge_is_held(town: Town) -> None:
    """fault 134, 136: with a reason, without an answer and without a note that somebody is away."""
    before = len(town.out())
    raw = b"Received: by x\n" * 51 + town.answer(town.last("ania"), "bid: 1")
    assert town.deliver(raw)[0].verdict == "held" and "too many servers" in town.held()[0]["why"]
    fields = {"Subject": "Please confirm your message"}
    words = "Click here to confirm you are human: https://x.example"
    asked = town.answer(town.last("ania"), words, quote=False, **fields)
    assert town.deliver(asked)[0].verdict == "held"
    assert len(town.out()) == before and entries(town) == 1


def test_one_message_id_with_two_contents_is_held_and_answered_once(town: Town) -> None:
    """fault 160: nothing is silent. A copy of the second mail is a copy."""
    mail = town.last("ania")
    town.deliver(town.answer(mail, "bid: 1", Message_ID="<same@x>"))
    before = len(town.mails_to("ania"))
    for verdict in ("held", "copy"):
        assert town.deliver(town.answer(mail, "bid: 2", Message_ID="<same@x>"))[0].verdict == verdict
        assert len(town.mails_to("ania")) == before + 1 and len(town.held()) == 1
    assert entries(town) == 2 and town.answered("ania").startswith(NOT_COUNTED)
    assert "the same Message-ID" in town.answered("ania") and "as a new reply" in town.answered("ania")


def test_a_message_id_used_for_ten_mails_gets_the_answers_of_a_day(town: Town) -> None:
    """The answers to them are a person's own (promise 6), and the last one says so."""
    mail = town.last("ania")
    town.deliver(town.answer(mail, "bid: 1", Message_ID="<same@x>"))
    before = len(town.mails_to("ania"))
    for n in range(10):
        assert town.deliver(town.answer(mail, f"say again {n}", Message_ID="<same@x>"))[0].verdict == "held"
    assert len(town.mails_to("ania")) - before == 5 and len(town.held()) == 10
    assert "the last of 5 answers today" in " ".join(town.answered("ania").split())


def test_a_released_mail_with_a_used_message_id_is_played_as_itself(town: Town) -> None:
    """fault 160: it is no copy of the first mail, and released it is carried out, once."""
    mail = town.last("ania")
    town.deliver(town.answer(mail, "say all: first", Message_ID="<same@x>"))
    second, before = town.answer(mail, "bid: 2", Message_ID="<same@x>"), entries(town)
    town.deliver(second)
    release(town.desk, spool.names(town.home.mail / "held")[0])
    assert process_spool(town.desk)[0].verdict == COUNTED and entries(town) == before + 1
    assert town.deliver(second)[0].verdict == "copy" and entries(town) == before + 1 and not town.held()


@pytest.mark.parametrize("damage", ["gone", "shut"])
def test_whoever_writes_for_a_game_that_cannot_be_opened_is_told(town: Town, damage: str) -> None:
    """Nothing is silent: the mail is held, and its writer knows; a stranger with the same token learns nothing."""
    mail, path = town.last("ania"), town.home.games / "river.json"
    path.unlink() if damage == "gone" else path.write_text("{}", encoding="utf-8")
    for sender, answers in (("Eve <eve@else.example>", 0), ("", 1)):
        before = len(town.out()) - len(town.mails_to("kasia"))
        town.deliver(town.answer(mail, "bid: 1", **({"From": sender} if sender else {})))
        assert len(town.out()) - len(town.mails_to("kasia")) - before == answers
    wanted = {"gone": "river of your mail is not here any more", "shut": "river cannot be opened here at the moment"}
    assert wanted[damage] in " ".join(town.answered("ania").split()) and len(town.held()) == 2


def test_a_copy_through_a_list_with_a_footer_is_a_copy(town: Town) -> None:
    """fault 161."""
    mail = town.last("ania")
    town.deliver(town.answer(mail, "bid: 1", Message_ID="<same@x>"))
    again = town.answer(mail, "bid: 1", Message_ID="<same@x>", List_Id="<games.example>", X_Scanned="yes")
    assert town.deliver(again)[0].verdict == "copy"


def test_a_mail_without_message_id_is_known_again(town: Town) -> None:
    """fault 115."""
    raw = town.answer(town.last("ania"), "bid: 1", Message_ID="")
    assert [town.deliver(raw)[0].verdict for _ in range(2)] == ["COUNTED", "copy"]


def test_killed_between_save_and_answer_the_mail_is_answered_later(town: Town, monkeypatch: Any) -> None:
    """fault 225 to 231: the move is in the journal, the answer was never made."""
    raw = town.answer(town.last("ania"), "bid: 1")
    spool.store(town.home.mail / "in", raw)

    def die(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Replies, "remember", die)
        with pytest.raises(KeyboardInterrupt):
            process_spool(town.desk)
    assert entries(town) == 2
    handled = process_spool(town.desk)
    assert [one.verdict for one in handled] == ["COUNTED"] and entries(town) == 2
    assert town.answered("ania").startswith("COUNTED: your move is entry #2")


def test_a_counted_mail_is_known_by_the_journal_alone(town: Town) -> None:
    """Promise 3: the register is lost, the entry has left the game file, and the copy is still known."""
    raw = town.answer(town.last("ania"), "bid: 1")
    town.deliver(raw)
    for name in ("bela", "zaneta"):
        town.reply(name, "bid: 0", "begins")
    (town.home.mail / "register.sqlite").unlink()
    count = entries(town)
    assert town.deliver(raw)[0].why == "your move is entry #2" and entries(town) == count


# -- limits, machines, bad mails -----------------------------------------------------------------------------------


def test_nobody_gets_more_than_ten_answers_a_day_to_mail_that_did_not_count(town: Town) -> None:
    """Promise 6, fault 137, 146."""
    for n in range(14):
        town.reply("ania", f"hello {n}", "begins")
    assert len(town.mails_to("ania")) == 1 + 5, "five of the ten are for codes, a flood, and mail that is not proved"
    assert town.reply("ania", "bid: 1", "begins").verdict == "COUNTED"
    assert len(town.mails_to("ania")) == 1 + 6
    town.later(days=1)
    town.reply("bela", "hello again", "begins")
    town.reply("ania", "status", "begins")
    assert len(town.mails_to("ania")) == 1 + 7


def test_a_flood_is_held_with_one_note(tmp_path: Path) -> None:
    """fault 138."""
    settings = '[limits]\nmails_a_day = 3\n[moderation]\nmoderator = "Kasia <kasia@example.org>"\n'
    town = Town(tmp_path / "home", settings)
    town.new_game()
    verdicts = [town.reply("ania", "hello", "begins").verdict for _ in range(6)]
    assert verdicts == ["NOT COUNTED"] * 3 + ["held"] * 3
    assert len([m for m in town.mails_to("kasia") if "Too many mails" in m["Subject"]]) == 1
    assert town.reply("bela", "bid: 1").verdict == "COUNTED"


@pytest.mark.parametrize(
    "field", ["Auto_Submitted: auto-replied", "X_Autoreply: yes", "Subject: Automatic reply: [pbem river #1]"]
)
def test_automatic_mail_gets_no_answer(town: Town, field: str) -> None:
    """fault 128, 129."""
    name, _, value = field.partition(": ")
    before = len(town.mails_to("ania"))
    assert town.reply("ania", "bid: 1", **{name: value}).verdict == "dropped"
    assert len(town.mails_to("ania")) == before and entries(town) == 1


def test_our_own_mail_comes_back_and_nothing_happens(town: Town) -> None:
    """fault 135."""
    raw = next((town.home.mail / "out" / "new").glob("*.eml")).read_bytes()
    before = len(town.out())
    assert town.deliver(raw)[0].verdict == "dropped" and len(town.out()) == before


@pytest.mark.parametrize(
    "raw", [b"\xff\xd8\xff\xe0JFIF", b"\x1f\x8b\x08garbage", bytes(range(256)) * 20], ids=["jpeg", "gzip", "bytes"]
)
def test_what_is_no_mail_is_held(town: Town, raw: bytes) -> None:
    """fault 35."""
    assert town.deliver(raw)[0].verdict == "held"
    accounted(town)


def test_a_mail_that_breaks_us_is_tried_three_times_then_held(town: Town, monkeypatch: Any) -> None:
    """Promise 10, fault 239; the mail behind it goes through."""
    bad = town.answer(town.last("ania"), "bid: 1")
    good = town.answer(town.last("bela"), "bid: 1")
    read = Post.process

    def broken(self: Post, raw: bytes, now: object = None) -> Any:
        if b"From: Ania" in raw:
            raise ZeroDivisionError
        return read(self, raw)

    monkeypatch.setattr(Post, "process", broken)
    spool.store(town.home.mail / "in", bad)
    assert [one.verdict for one in town.deliver(good)] == ["COUNTED"]
    assert process_spool(town.desk) == []
    assert [one.verdict for one in process_spool(town.desk)] == ["held"]
    assert "broke the program" in town.held()[0]["why"]
    assert town.answered("ania").startswith("NOT COUNTED: something went wrong here with your mail")


@pytest.mark.parametrize(("behind", "verdict"), [(False, "held"), (True, "COUNTED")])
def test_the_machine_stops_three_times_at_one_mail(
    town: Town, monkeypatch: Any, caplog: pytest.LogCaptureFixture, behind: bool, verdict: str
) -> None:
    """Faults 237, 239: held, and the moderator is told; behind the commit nothing is left to be held."""
    read = Post.process

    def stopped(self: Post, raw: bytes, now: object = None) -> Any:
        if behind:
            read(self, raw)
        raise SystemExit

    spool.store(town.home.mail / "in", town.answer(town.last("ania"), "bid: 1"))
    with monkeypatch.context() as patch:
        patch.setattr(Post, "process", stopped)
        for _ in range(3):
            with pytest.raises(SystemExit):
                process_spool(town.desk)
    assert [one.verdict for one in process_spool(town.desk)] == [verdict]
    assert not spool.names(town.home.mail / "in") and entries(town) == (2 if behind else 1)
    assert [one["why"] for one in town.held()] == [] if behind else "ended 3 times" in town.held()[0]["why"]
    assert ("A mail is held" in caplog.text) is not behind  # the home names no moderator to be mailed
    if behind:
        assert town.answered("ania").startswith("COUNTED")


def test_a_mail_too_big_is_refused_politely_and_held(tmp_path: Path) -> None:
    """fault 30."""
    town = Town(tmp_path / "home", "[limits]\nmail_bytes = 20000\n")
    town.new_game()
    assert town.reply("ania", "bid: 1\n\n" + "x" * 30_000).verdict == "held" and entries(town) == 1
    assert town.answered("ania").startswith("NOT COUNTED: the mail is too big")


def test_a_mail_that_kills_the_process_is_held_at_last(town: Town, monkeypatch: Any) -> None:
    """fault 239."""
    spool.store(town.home.mail / "in", town.answer(town.last("ania"), "bid: 1"))

    def die(self: Post, raw: bytes, now: object = None) -> Any:
        raise KeyboardInterrupt  # stands for a process that is gone

    with monkeypatch.context() as patch:
        patch.setattr(Post, "process", die)
        for _ in range(3):
            with pytest.raises(KeyboardInterrupt):
                process_spool(town.desk)
    assert [one.verdict for one in process_spool(town.desk)] == ["held"]


def test_a_busy_game_is_no_fault_of_the_mail(town: Town) -> None:
    """fault 251: it stays in the spool and is taken up later."""
    spool.store(town.home.mail / "in", town.answer(town.last("ania"), "bid: 1"))
    town.home.wait = 0
    with town.desk.game("river"):
        for _ in range(5):
            assert process_spool(town.desk) == []
            town.later(minutes=5)
    assert [one.verdict for one in process_spool(town.desk)] == ["COUNTED"]


def test_a_released_mail_is_believed(town: Town) -> None:
    raw = town.answer(town.last("ania"), "bid: 1", From="ania@new.example")
    town.deliver(raw)
    name = spool.names(town.home.mail / "held")[0]
    spool.move(town.home.mail / "held", name, town.home.mail / "in", {"released": True})
    assert [one.verdict for one in process_spool(town.desk)] == ["COUNTED"] and entries(town) == 2


# -- commands ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("status", "Awaited: Ania (crane), question #1, until 2026-07-08"),
        ("help", "Topics: moves"),
        ("help orders", "standing order"),
        ("rules L4", "weaker than the wind"),
        ("options", "bid: 0  # any number from 0 to 4"),
        ("options float", "  float: "),
        ("show", "YOUR OWN THINGS"),
        ("history", "HISTORY"),
        ("rulings", "There are none"),
        ("resend", "ANSWERS YOU CAN GIVE"),
        ("preview\nbid: 2", "PREVIEW, NOTHING WAS PLAYED"),
        ("orders", "no orders on file"),
        ("resign", "resign confirm"),
    ],
)
def test_information_changes_nothing(town: Town, text: str, wanted: str) -> None:
    handled = town.reply("ania", text)
    assert handled.verdict == "INFORMATION" and entries(town) == 1
    assert wanted in town.answered("ania") and town.answered("ania").startswith("INFORMATION: ")


def test_messages_reach_whom_they_are_for(town: Town) -> None:
    """fault 178."""
    assert town.reply("ania", "say to Béla: nice weather; isn't it? #1\nsay to all: good luck").verdict == "COUNTED"
    private = [mail for mail in town.out() if "nice weather; isn't it? #1" in str(mail.get_content())]
    assert [mail["To"].addresses[0].addr_spec for mail in private] == ["bela@example.org"]
    assert "Ania -> Béla:" in str(private[0].get_content())
    everybody = {m["To"].addresses[0].addr_spec for m in town.out() if "good luck" in str(m.get_content())}
    assert everybody == {f"{name}@example.org" for name in ("bela", "zaneta", "kasia", "olek")}
    assert town.reply("zaneta", "bid: 1", "message").verdict == "COUNTED"  # its token is good for the open question


def test_standing_orders_are_set_listed_used_and_cleared(town: Town) -> None:
    assert town.reply("bela", "orders rest: coin").verdict == "COUNTED"
    assert "orders rest: coin" in town.answered("bela")
    assert town.reply("bela", "orders nonsense: x").verdict == "NOT COUNTED"
    assert town.reply("bela", "orders clear rest").verdict == "COUNTED"
    assert town.game().orders == {}


def test_an_order_answers_the_question_that_is_open(town: Town) -> None:
    assert town.reply("bela", "orders bid: 3").verdict == "COUNTED" and entries(town) == 2
    assert "heron" not in town.game().deadlines


def test_absences_are_read_and_told(town: Town) -> None:
    assert town.reply("ania", "away 3 Jul to 10 Jul").verdict == "COUNTED"
    assert town.game().moderation.absences[0].start == "2026-07-03T00:00:00Z"
    assert "2026-07-03" in str(town.last("kasia", "message").get_content())
    assert town.reply("ania", "away whenever").verdict == "NOT COUNTED"


def test_requests_go_to_the_moderator(town: Town) -> None:
    """fault 179."""
    assert town.reply("ania", "undo").verdict == "NOT COUNTED"  # there is nothing to take back
    for name in ("ania", "bela", "zaneta"):
        town.reply(name, "bid: 0", "begins")
    assert town.reply("ania", "undo I misread the board").verdict == "COUNTED"  # the bids are open: others decide
    assert town.reply("ania", "resign confirm").verdict == "COUNTED"
    assert town.reply("ania", "appeal #1 the deck was wrong").verdict == "COUNTED"
    assert [(r.kind, r.status) for r in town.game().moderation.requests] == [
        ("undo", "open"), ("resign", "open"), ("appeal", "open"),
    ]  # fmt: skip
    assert len([m for m in town.mails_to("kasia") if "message" in m["Subject"]]) == 3
    assert town.reply("bela", "agree 1").verdict == "COUNTED"
    assert town.game().moderation.requests[0].consents == ["heron"]
    assert town.reply("ania", "resign cancel").verdict == "COUNTED"


def test_a_sealed_answer_is_taken_back_at_once(town: Town) -> None:
    town.reply("ania", "bid: 3")
    assert town.reply("ania", "undo").verdict == "COUNTED" and "crane" in town.game().deadlines


def test_own_settings(town: Town) -> None:
    assert town.reply("ania", "language pl\nzone Europe/Warsaw\nplain on\nnews daily").verdict == "COUNTED"
    person = town.desk.roster().find("Ania")
    assert person is not None
    assert (person.language, person.zone, person.plain, person.news) == ("pl", "Europe/Warsaw", True, "daily")
    assert town.reply("ania", "zone Europe/Warszawa").verdict == "NOT COUNTED"


def test_the_receipt_of_a_setting_has_the_shape_that_it_asks_for(town: Town) -> None:
    """`format text` is answered by a mail without a page; language and address are those until then."""
    for word, pages in (("text", False), ("both", True)):
        assert town.reply("ania", f"format {word}\nlanguage pl").verdict == "COUNTED"
        assert (town.last("ania").get_body(("html",)) is not None) == pages
    assert "write above this line" in str(town.mails_to("ania")[-2].get_content())


def test_a_new_address_is_confirmed_from_the_old_one(town: Town) -> None:
    """fault 275."""
    assert town.reply("ania", "address ania@new.example").verdict == "INFORMATION"
    person = town.desk.roster().find("Ania")
    assert person is not None and person.address == "ania@example.org"
    code = re.search(r"address confirm ([0-9a-f]{10})", town.answered("ania"))
    assert code
    assert town.reply("ania", "address confirm 0000000000").verdict == "NOT COUNTED"
    assert town.reply("ania", f"address confirm {code[1]}").verdict == "COUNTED"
    person = town.desk.roster().find("Ania")
    assert person is not None and person.address == "ania@new.example"
    assert town.deliver(town.answer(town.last("ania"), "bid: 1", From="ania@new.example"))[0].verdict == "COUNTED"


def test_observers_look_and_do_not_play(town: Town) -> None:
    assert town.reply("olek", "status").verdict == "INFORMATION"
    assert town.reply("olek", "bid: 1").verdict == "NOT COUNTED"
    assert town.reply("olek", "undo").verdict == "NOT COUNTED" and entries(town) == 1


def test_the_moderator_writes_with_a_token_of_his_own(town: Town) -> None:
    assert town.reply("kasia", "mod announce The deadline is moved. reason: holidays").verdict == "COUNTED"
    assert "The deadline is moved" in str(town.last("ania", "announcement").get_content())
    assert town.reply("kasia", "mod pause reason: holidays").verdict == "COUNTED"
    assert town.reply("ania", "bid: 1").verdict == "NOT COUNTED"  # fault 151
    assert town.reply("kasia", "mod resume reason: back").verdict == "COUNTED"
    assert town.reply("ania", "bid: 1").verdict == "COUNTED"


def test_a_players_moderator_command_is_refused_and_told(town: Town) -> None:
    """fault 152."""
    assert town.reply("ania", "mod pause reason: I want it").verdict == "NOT COUNTED"
    assert town.game().status == "running"


def test_several_things_in_one_mail_get_one_answer(town: Town) -> None:
    before = len(town.mails_to("ania"))
    assert town.reply("ania", "bid: 2\nstatus\nrules L1\nsay to all: hi").verdict == "COUNTED"
    assert len(town.mails_to("ania")) == before + 1
    text = town.answered("ania")
    assert all(piece in text for piece in ("  bid: 2", "Awaited:", "Each night all bid", "message passed on to all"))


def test_an_old_token_still_tells_the_seat(town: Town) -> None:
    """A token whose question is closed plays nothing, but status, say, orders and away work."""
    old = town.last("ania")
    for name in ("ania", "bela", "zaneta"):
        town.reply(name, "bid: 0", "begins")
    assert town.deliver(town.answer(old, "status"))[0].verdict == "INFORMATION"
    assert town.deliver(town.answer(old, "say to all: hello"))[0].verdict == "COUNTED"
    assert town.deliver(town.answer(old, "float: any"))[0].verdict == "NOT COUNTED"


def test_secrets_of_others_stand_in_no_answer(town: Town) -> None:
    """Promise 5, fault 153."""
    town.reply("ania", "bid: 3")
    for text in ("status", "show", "history", "help", "options", "show 1"):
        town.reply("bela", text, "begins")
    hand = town.desk.read("river").play.table.hands["crane"]
    seen = "".join(str(mail.get_content()) for mail in town.mails_to("bela"))
    assert not any(lantern in seen for lantern in hand) and "bid: 3" not in seen


def test_tokens_and_addresses_are_in_no_log(town: Town, caplog: pytest.LogCaptureFixture) -> None:
    """fault 263, 264."""
    with caplog.at_level("DEBUG"):
        town.reply("ania", "bid: 1")
        town.reply("bela", "bid: 1", Auto_Submitted="auto-replied")
        town.deliver(town.answer(town.last("zaneta"), "bid: 1", From="x@else.example\x1b[31m"))
        town.deliver(b"junk")
    assert "example" not in caplog.text and not re.search(r"[a-z2-7]{16}", caplog.text.replace("pbem", ""))
