"""Raw mails in odd shapes through the whole post: what their writer is told, and what it does to the game."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from pbem.desk.post.spool_run import Post
from pbem.desk.upkeep.logs import DETAILS
from tests.desk.mailing import Town
from tests.desk.test_faults import NAMES, bids, hand, receive


@pytest.fixture
def town(tmp_path: Path) -> Town:
    town = Town(tmp_path / "home")
    town.new_game()
    return town


def parts(town: Town, *bodies: str, kind: str = "mixed") -> bytes:
    """Ania's answer as a multipart mail."""
    body = "".join(f"--BB\n{part}\n" for part in bodies) + "--BB--\n"
    head = {"Content-Type": f'multipart/{kind}; boundary="BB"', "Content-Transfer-Encoding": ""}
    return town.answer(town.last("ania"), body, quote=False, **head)


def plain(text: str) -> str:
    return f"Content-Type: text/plain; charset=utf-8\n\n{text}\n"


def test_a_line_broken_by_the_mail_program_is_one_answer(town: Town) -> None:
    """fault 75: a raw mail by the pipe, hard-wrapped without any mark, is COUNTED as what was typed."""
    seat = bids(town)
    mine = hand(town, seat)
    others = [f"{colour} {n}" for colour in ("red", "blue", "green", "white") for n in (1, 3)]
    ranking = [*[lantern for lantern in others if lantern not in mine], *mine]
    rows = textwrap.wrap(f"float: {', '.join(ranking)}", 72)
    assert len(rows) == 2 and not rows[1][0].isdigit()
    text = "\n".join(["Here is my move:", "", *rows, "rest: coin", "", "Best wishes"])
    assert receive(town, town.answer(town.last(NAMES[seat], "your turn"), text)).returncode == 0
    answer = town.answered(NAMES[seat])
    assert answer.startswith("COUNTED: your move is entry #5") and f"float: {mine[0]}, {mine[1]}" in answer
    assert town.game().entry == 5 and not set(mine[:2]) & set(hand(town, seat))


@pytest.mark.parametrize("words", ["Your client does not show HTML", "Twój program nie pokazuje HTML.", ""])
def test_a_text_that_only_points_to_the_html_part(town: Town, words: str) -> None:
    """fault 52: in whatever words."""
    page = "Content-Type: text/html; charset=utf-8\n\n<p>bid: 1</p>"
    assert town.deliver(parts(town, plain(words), page, kind="alternative"))[0].verdict == "COUNTED"


def test_an_answer_beside_a_word_about_html_is_not_overlooked(town: Town) -> None:
    """fault 54: the text holds an answer of its own."""
    page = "Content-Type: text/html; charset=utf-8\n\n<p>bid: 1</p>"
    handled = town.deliver(parts(town, plain("no HTML here\nbid: 2"), page, kind="alternative"))[0]
    text = town.answered("ania")
    assert handled.verdict == "NOT COUNTED" and "bid: 1" in text and "bid: 2" in text


def test_a_move_in_an_attachment_is_to_be_typed(town: Town) -> None:
    """fault 56: the answer says so, beside words of greeting too."""
    attached = "Content-Type: text/plain; name=m.txt\nContent-Disposition: attachment; filename=m.txt\n\nbid: 1"
    handled = town.deliver(parts(town, plain("My move is attached, cheers"), attached))[0]
    assert handled.verdict == "NOT COUNTED" and "attachments are not read, please type your answer" in handled.why


def test_a_mail_cut_off_in_its_move_says_so(town: Town) -> None:
    """fault 31: what is complete counts; a line that breaks off does not, and its writer learns why."""
    whole = parts(town, plain("Hello everybody\nbid: 1\nand goodbye"))
    cut = town.deliver(whole[: whole.index(b"bid: 1") + 4])[0]
    assert cut.verdict == "NOT COUNTED" and cut.why.startswith("the mail seems cut off: ")
    assert town.deliver(whole[: whole.index(b"bid: 1") + 12].replace(b"<1@", b"<2@"))[0].verdict == "COUNTED"


def test_what_is_no_mail_is_held_as_unreadable(town: Town) -> None:
    """fault 35: not as a mail without a sender."""
    assert "no mail that can be read" in town.deliver(b"\xff\xd8\xff\xe0JFIF" + bytes(range(256)))[0].why


RECEIPT = (
    plain("Your mail was read."),
    "Content-Type: message/disposition-notification\n\nDisposition: manual-action/MDN-sent-manually; displayed",
)
REACTION = (plain("👍"), 'Content-Type: text/vnd.google.email-reaction+json\n\n{"emoji": "👍", "version": 1}')


@pytest.mark.parametrize(
    ("bodies", "kind"),
    [(RECEIPT, "report; report-type=disposition-notification"), (REACTION, "alternative")],
    ids=["receipt", "reaction"],
)
def test_receipts_and_reactions_are_passed_over_in_silence(town: Town, bodies: tuple[str, ...], kind: str) -> None:
    """fault 61, fault 91: nobody is told that the player is away."""
    before = len(town.out())
    assert town.deliver(parts(town, *bodies, kind=kind))[0].verdict == "dropped"
    assert len(town.out()) == before and town.held() == []


@pytest.mark.parametrize(
    ("text", "letter"),
    [("say \u0410nia: hello", "cyrillic"), ("bid: \u0437", "cyrillic"), ("say B\u03adla: hi", "greek")],
)
def test_look_alike_letters_match_nobody_and_are_named(town: Town, text: str, letter: str) -> None:
    """fault 86: the answer names the character, which its writer cannot see."""
    handled = town.reply("zaneta", text, "begins")
    assert handled.verdict == "NOT COUNTED" and letter in handled.why and "U+0" in handled.why
    assert not [mail for mail in [*town.mails_to("ania"), *town.mails_to("bela")] if "message" in mail["Subject"]]


def test_a_mail_that_breaks_us_shows_no_traceback(
    town: Town, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Promise 11, fault 264: the details are in a private file of the home; the log has one line."""

    def broken(self: Post, raw: bytes, now: object = None) -> None:
        raise ValueError("odd\x1b[31m\nforged line")

    monkeypatch.setattr(Post, "process", broken)
    town.deliver(town.answer(town.last("ania"), "bid: 1"))
    assert "ValueError" in caplog.text and "Traceback" not in caplog.text and "forged" not in caplog.text
    kept = town.home.root / DETAILS
    assert "Traceback" in kept.read_text() and "\x1b" not in kept.read_text() and kept.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("text", "verb"),
    [("hlep", "help"), ("Satus", "status"), ("list", "orders"), ("clear", "orders clear"), ("@all good luck", "say")],
)
def test_a_command_that_is_none_of_ours_gets_the_nearest(town: Town, text: str, verb: str) -> None:
    """Misspelt, or in the words of another system: named, and never carried out (fault 178)."""
    handled = town.reply("ania", text, "begins")
    assert handled.verdict == "NOT COUNTED" and f"`{verb}`" in handled.why
    assert "`" not in town.reply("bela", "See you all in the park on Saturday", "begins").why
