"""Tokens stand in reply addresses and links; who loses them is helped, and no text passes one on."""

from __future__ import annotations

from base64 import encodebytes
from pathlib import Path

import pytest

from pbem.desk.post import held_mail
from pbem.mail.tokens import BLOT, Ticket, blotted
from pbem.store import spool
from tests.desk.mailing import Town

LOST = {"To": "pbem@localhost", "In_Reply_To": ""}


@pytest.fixture
def town(tmp_path: Path) -> Town:
    town = Town(tmp_path / "home")
    town.new_game()
    return town


def token(town: Town, seat: str = "crane") -> str:
    return town.house.signer.token(Ticket("river", seat, 1, mailed=town.time))


def test_no_subject_carries_a_token(town: Town) -> None:
    town.reply("ania", "bid: 1")
    town.reply("bela", "nonsense: 1")
    for mail in town.out():
        assert blotted(mail["Subject"]) == mail["Subject"], mail["Subject"]


def test_a_reply_without_tag_and_in_reply_to_gets_a_fresh_token_in_the_subject(town: Town) -> None:
    assert town.reply("ania", "bid: 1", **LOST).verdict == "NOT COUNTED"
    answer = town.last("ania", "not counted")
    assert town.house.signer.read_subject(answer["Subject"]) == Ticket("river", "crane", 1)
    handled = town.deliver(town.answer(answer, "bid: 1", **LOST))[0]
    assert handled.verdict == "COUNTED"
    assert blotted(town.last("ania")["Subject"]) == town.last("ania")["Subject"]  # lost once only


def test_after_the_second_such_reply_every_subject_of_that_person_carries_it(town: Town) -> None:
    for _ in range(2):
        assert town.reply("ania", "bid: 1", "begins", **LOST).verdict == "NOT COUNTED"
    for name in ("ania", "bela", "zaneta"):
        town.reply(name, "bid: 1", "begins")
    assert BLOT in blotted(town.last("ania")["Subject"])
    assert max(len(mail["Subject"]) for mail in town.mails_to("ania")) <= 78, "the token's room is taken from the rest"
    others = [mail for name in ("bela", "zaneta") for mail in town.mails_to(name)]
    assert all(blotted(mail["Subject"]) == mail["Subject"] for mail in others)
    answered = town.deliver(town.answer(town.last("ania"), "status", **LOST))[0]
    assert answered.verdict == "INFORMATION"


def test_of_two_games_the_subject_says_which(town: Town) -> None:
    town.new_game(game="pond")
    town.reply("ania", "bid: 1", "pond", **LOST)
    answer = town.last("ania", "not counted")
    assert answer["Subject"].startswith("[pbem pond #1]")
    assert town.house.signer.read_subject(answer["Subject"]) == Ticket("pond", "crane", 1)


def test_a_copy_and_a_mail_that_is_no_reply_count_as_no_loss(town: Town) -> None:
    raw = town.answer(town.last("ania"), "bid: 1", **LOST)
    for _ in range(3):
        town.deliver(raw)
    town.deliver(town.answer(town.last("ania"), "hello", Subject="hello", **LOST))
    assert town.desk.roster().need("Ania").lost == 1


def test_a_token_in_a_body_is_never_read(town: Town) -> None:
    address = town.house_address(Ticket("river", "crane", 1))
    text = f"bid: 1\nto {address} [pbem river #1] (crane.{token(town)})"
    handled = town.deliver(town.answer(town.last("ania"), text, quote=False, Subject="hello", **LOST))[0]
    assert handled.verdict == "NOT COUNTED" and town.game().entry == 1


def shapes(town: Town) -> list[str]:
    ticket = Ticket("river", "crane", 1, mailed=town.time)
    address = town.house_address(ticket)
    mac, _, host = token(town), *address.partition("@")[1:]
    return [
        address, address.upper(), address.replace("+", "%2B").replace("@", "%40"), f"(crane.{mac})", f"(crane. {mac} )",
        f"%28crane.{mac}%29", town.house.signer.subject(ticket, "your turn"), mac, f"r.river.1.\ncrane.\n{mac}@{host}",
        town.house.signer.message_id("localhost", ticket, 1, "start"),
        town.house.signer.subject(Ticket("river", "crane", 1), "your turn"),
    ]  # fmt: skip


def test_every_shape_of_a_token_is_blotted_out_and_words_are_not(town: Town) -> None:
    macs = [token(town), town.house.signer.token(Ticket("river", "crane", 1))]
    macs.append(town.house.signer.message_id("localhost", Ticket("river", "crane", 1), 1, "start")[-27:-11])
    for text in shapes(town):
        cleaned = blotted(f"see {text} there")
        assert BLOT in cleaned and not any(mac in cleaned.lower() for mac in macs), text
    for text in ("www.internationalist.com", "answer-0123456789abcdef", "f" * 64, "lay stone 3 at B07, 2026-07-01"):
        assert blotted(text) == text


def test_no_message_appeal_or_note_passes_a_token_on(town: Town) -> None:
    secret = token(town)
    given = f"(crane.{secret}) {town.house_address(Ticket('river', 'crane', 1, mailed=town.time))}"
    for text in (f"say all: look {given}", f"appeal: wrong {given}", f"say moderator: {given}", f"undo please {given}"):
        town.reply("ania", text, "begins")
    told = [str(mail.get_content()) for name in ("bela", "zaneta", "kasia", "olek") for mail in town.mails_to(name)]
    assert any(f"look (crane.{BLOT})" in text for text in told)
    assert not any(secret in text for text in told)
    assert (
        secret not in (town.home.games / "river.json").read_text() + town.desk.read("river").loaded.journal.read_text()
    )


@pytest.mark.parametrize("form", ["plain", "base64", "quoted-printable"])
def test_held_mail_is_shown_without_tokens(town: Town, form: str) -> None:
    secret = token(town)
    body = f"bid: 1\nSubject: [pbem river #1] your turn (crane.{secret})\n".encode()
    if form == "base64":
        body = encodebytes(body * 2)
    if form == "quoted-printable":
        body = body.replace(secret[:9].encode(), secret[:9].encode() + b"=\n")
    raw = b"From: x@else.example\nTo: pbem+r.river.1.crane." + secret.encode() + b"@localhost\n\n" + body
    spool.store(town.home.mail / "held", raw)
    shown = held_mail.show(town.desk, spool.names(town.home.mail / "held")[0])
    assert secret not in shown and secret[:12] not in shown and shown.count(BLOT) >= 2


def test_logs_hold_no_token(town: Town, tmp_path: Path) -> None:
    import logging

    from pbem.desk.upkeep.logs import _open, keep_details

    secret = token(town)
    _open(str(tmp_path / "pbem.log"), "INFO")
    log = logging.getLogger("pbem")
    try:
        log.warning("from %s", town.house_address(Ticket("river", "crane", 1, mailed=town.time)))
    finally:
        for handler in [one for one in log.handlers if getattr(one, "baseFilename", "") == str(tmp_path / "pbem.log")]:
            handler.close()
            log.removeHandler(handler)
    keep_details(tmp_path / "details.log", ValueError(f"(crane.{secret})"))
    assert secret not in (tmp_path / "pbem.log").read_text() + (tmp_path / "details.log").read_text()
    assert BLOT in (tmp_path / "pbem.log").read_text()


def test_without_tags_the_links_subject_carries_the_token(tmp_path: Path) -> None:
    from urllib.parse import unquote

    town = Town(tmp_path / "home", '[mail]\nplus = ""\n')
    town.new_game()
    mail = town.last("ania")
    page = mail.get_body(("html",))
    assert page is not None and blotted(mail["Subject"]) == mail["Subject"]
    link = unquote(str(page.get_content()).partition("mailto:")[2].partition('"')[0])
    subject = link.partition("subject=")[2].partition("&")[0]
    assert town.house.signer.read_subject(subject) == Ticket("river", "crane", 1)
    tapped = town.answer(mail, "bid: 1", quote=False, Subject=subject, To="pbem@localhost", In_Reply_To="")
    assert town.deliver(tapped)[0].verdict == "COUNTED"
