"""Mail that only names a person: it is charged to nobody, shadows nothing, and has a budget of answers of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.desk.post.replies import APART, NO_TOKEN, WARNINGS, share
from pbem.desk.post.spool_run import process_spool
from pbem.mail.words import LANGUAGES, word
from pbem.store import spool
from tests.desk.mailing import Town

KASIA = '[moderation]\nmoderator = "Root <root@example.org>"\n'
PROVED = "bid: 1"


@pytest.fixture
def town(tmp_path: Path) -> Town:
    town = Town(tmp_path / "home", f"{KASIA}[limits]\nmails_a_day = 12\n")
    town.new_game()
    return town


def forged(town: Town, kind: str, n: int, ident: str = "") -> bytes:
    """A mail in Ania's name by somebody who has none of her mails, or one of them but not her address."""
    ident = ident or f"<{kind.replace(' ', '.')}.{n}@evil.example>"
    mail = town.mails_to("ania")[0]
    plain = {"To": "pbem@localhost", "In_Reply_To": "", "Message_ID": ident}
    if kind == "no token":
        return town.answer(mail, "hello", Subject="hello", **plain)
    if kind == "wrong token":
        return town.answer(mail, "hello", Subject="[pbem river #1] x (crane.aaaaaaaaaaaaaaaa)", **plain)
    if kind == "contradiction":
        return town.answer(mail, "hello", Subject="[pbem river #7] x", Message_ID=ident)
    if kind == "wants no mail":
        return town.answer(mail, "unsubscribe", Subject="unsubscribe", quote=False, **plain)
    if kind == "machine":
        return town.answer(mail, "away", Auto_Submitted="auto-replied", Message_ID=ident)
    if kind == "bounce":
        return (
            f"From: MAILER-DAEMON@mx\nTo: pbem@localhost\nSubject: Undelivered Mail\nMessage-ID: {ident}\n"
            "Return-Path: <>\nMIME-Version: 1.0\n"
            'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\n\n'
            "--b\nContent-Type: text/plain\n\nsorry\n--b\nContent-Type: message/delivery-status\n\n"
            "Reporting-MTA: dns; mx\n\nFinal-Recipient: rfc822; ania@example.org\nAction: failed\nStatus: 5.1.1\n\n"
            "--b--\n"
        ).encode()
    return town.answer(mail, "hello", From="Ania <ania@evil.example>", Message_ID=ident)


OWN, LOST = share(10), share(10, NO_TOKEN)
KINDS = ["no token", "wrong token", "contradiction", "wants no mail", "machine", "bounce", "other sender"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_flood_in_somebodys_name_blocks_nobody(town: Town, kind: str) -> None:
    """A hundred and one mails blocked a player for a day; now the player neither waits nor loses an answer."""
    before = len(town.mails_to("ania"))
    for n in range(101):
        spool.store(town.home.mail / "in", forged(town, kind, n))
    assert len(process_spool(town.desk)) == 101
    assert len(town.mails_to("ania")) <= before + LOST
    assert len(town.mails_to("root")) <= 10
    for n in range(9):
        town.reply("ania", f"hello {n}", "begins")
    answers = [mail for mail in town.mails_to("ania") if "hello" in mail.get_content()]
    assert len(answers) == OWN, "as many as on a day without an attack"
    assert f"last of {len(answers)} answers" in " ".join(str(answers[-1].get_content()).split())
    assert town.reply("ania", PROVED, "begins").verdict == "COUNTED"


@pytest.mark.parametrize("kind", KINDS)
def test_a_message_id_used_by_somebody_else_shadows_nothing(town: Town, kind: str) -> None:
    """The true mail came second and was taken for a copy: a move was lost without a word."""
    town.deliver(forged(town, kind, 1, "<mine@client.example>"))
    handled = town.reply("ania", PROVED, "begins", Message_ID="<mine@client.example>")
    assert handled.verdict == "COUNTED" and town.game().entry == 2
    assert town.answered("ania").startswith("COUNTED")
    # The other way round: the answer that the true mail got is not made again for everybody who knows its name.
    for n in range(8):
        assert town.deliver(forged(town, kind, n, "<mine@client.example>"))[0].verdict != "COUNTED"
    assert town.reply("ania", PROVED, "begins", Message_ID="<mine@client.example>").verdict == "copy"


def test_what_is_left_over_is_held_and_the_last_answer_says_so(town: Town) -> None:
    verdicts = [town.deliver(forged(town, "no token", n))[0].verdict for n in range(5)]
    assert verdicts == ["NOT COUNTED"] * LOST + ["held"] * (5 - LOST)
    *_, text = (" ".join(str(mail.get_content()).split()) for mail in town.mails_to("ania")[1:])
    assert f"No more mail of this kind is answered today ({LOST} a day)" in text
    assert f"more than {LOST} such mails came today" in town.held()[0]["why"]


def test_all_answers_together_are_ten_a_day(town: Town) -> None:
    """Promise 6 under attack: whatever is sent in her name and by herself, ten answers come to what is not counted.
    That somebody else wrote for her seat answers nothing of hers: she is warned of it once besides."""
    before = len(town.mails_to("ania"))
    for n in range(4):
        for kind in KINDS:
            town.deliver(forged(town, kind, n))
    for n in range(11):
        town.reply("ania", f"hello {n}", "begins")
    mails = [" ".join(str(mail.get_content()).split()) for mail in town.mails_to("ania")[before:]]
    warned = [text for text in mails if "came from another address" in text]
    assert len(warned) == 1 and OWN + LOST <= len(mails) - len(warned) <= 10
    assert len([text for text in mails if "hello" in text]) == OWN >= 5
    assert all(share(most) + sum(share(most, kind) for kind in APART) == most for most in range(40))
    assert all(share(most, kind) for most in range(8, 40) for kind in ("", *APART))
    assert all(0 < share(most, kind) <= max(1, most // 10) for most in range(1, 40) for kind in WARNINGS)


def test_somebody_with_a_leaked_token_is_told_of_although_others_write_without_one(town: Town) -> None:
    """Each kind has a budget of its own: noise does not cover what matters."""
    for n in range(6):
        town.deliver(forged(town, "no token", n))
    town.deliver(forged(town, "other sender", 1))
    assert "came from another address" in town.answered("ania")


def test_a_person_in_two_games_gets_the_list_and_its_last_word(town: Town) -> None:
    town.new_game(game="pond")
    for n in range(4):
        town.deliver(forged(town, "no token", n))
    pages = [mail for mail in town.mails_to("ania") if "Your games" in str(mail.get_content())]
    assert len(pages) == LOST and "put aside for the moderator" in " ".join(str(pages[-1].get_content()).split())


def test_a_persons_own_flood_is_held_and_its_writer_is_told_once(town: Town) -> None:
    """fault 138."""
    verdicts = [town.reply("ania", f"hello {n}", "begins").verdict for n in range(15)]
    assert verdicts == ["NOT COUNTED"] * 12 + ["held"] * 3
    told = [mail for mail in town.mails_to("ania") if "more than 12 mails of yours" in str(mail.get_content())]
    assert len(told) == 1 and len([m for m in town.mails_to("root") if "Too many mails" in m["Subject"]]) == 1
    assert town.reply("bela", PROVED).verdict == "COUNTED"


def test_a_copy_never_takes_the_last_answer(town: Town) -> None:
    """The same bytes cannot say that they are the last."""
    first = town.answer(town.last("ania"), "hello")
    town.deliver(first)
    out = town.home.mail / "out"
    for n in range(OWN - 2):
        town.reply("ania", f"hello {n}", "begins")
    for path in list((out / "new").iterdir()):
        path.rename(out / "cur" / path.name)
    assert town.deliver(first)[0].verdict == "copy" and list((out / "new").iterdir()) == []
    town.reply("ania", "hello, the last", "begins")
    assert f"last of {OWN} answers" in " ".join(town.answered("ania").split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_last_word_names_the_number(language: str) -> None:
    assert "10" in word(language, "last-answer", n=10) and "3" in word(language, "last-unproved", n=3)
