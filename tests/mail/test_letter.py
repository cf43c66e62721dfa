"""Mails as bytes: what arrives is what was meant, and nobody can add a header or begin a second mail."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest

from pbem.core.errors import Misuse
from pbem.mail.letter import Letter, body_text, check_address, encode_body, encoded, mailbox, read_stored, rfc_date

NOON = datetime(2026, 11, 16, 12, 0, 5, tzinfo=UTC)


def letter(**changes: object) -> Letter:
    values: dict[str, object] = {
        "envelope": "pbem+b.x@example.org", "sender": ("pbem", "pbem@example.org"), "to": ("Ania", "ania@example.org"),
        "subject": "[pbem karnak #17] your turn", "body": "Hello\n", "when": NOON, "message_id": "<1@example.org>",
    }  # fmt: skip
    return Letter(**{**values, **changes})  # type: ignore[arg-type]


def parsed(raw: bytes) -> EmailMessage:
    message = message_from_bytes(raw, policy=policy.default)
    assert isinstance(message, EmailMessage)
    return message


NAMES = ["Ania", "Żaneta Łęcka", "Őrült Géza", "棋士 たろう", 'O"Brien', "a, b; c", "=?utf-8?q?x?=", "x" * 200]


@pytest.mark.parametrize("name", NAMES)
def test_names_of_every_script_arrive(name: str) -> None:
    message = parsed(letter(to=(name, "a@example.org")).as_bytes())
    assert message["To"].addresses[0].display_name == name
    assert message["To"].addresses[0].addr_spec == "a@example.org"
    assert all(len(line) <= 998 for line in letter(to=(name, "a@example.org")).as_bytes().split(b"\n"))


SUBJECTS = ["plain", "Zażółć gęślą jaźń " * 9, "日本語の件名" * 20, "word " * 60 + "end", "a  b"]


@pytest.mark.parametrize("subject", SUBJECTS)
def test_subjects_arrive(subject: str) -> None:
    assert parsed(letter(subject=subject.strip()).as_bytes())["Subject"] == subject.strip()


@pytest.mark.parametrize("bad", ["a\nBcc: x@y.z", "a\rb", "a\x00b", "a\u2028b", "a\x85b"])
@pytest.mark.parametrize("place", ["subject", "name", "address", "extra", "message_id", "reply_to", "envelope"])
def test_no_header_can_be_added(place: str, bad: str) -> None:
    """fault 23, 123: a line end in anything that goes into a header is refused."""
    changes: dict[str, dict[str, object]] = {
        "subject": {"subject": bad}, "name": {"to": (bad, "a@example.org")}, "address": {"to": ("A", f"{bad}@x.org")},
        "extra": {"extra": [("X-Note", bad)]}, "message_id": {"message_id": f"<{bad}@x>"},
        "reply_to": {"reply_to": f"{bad}@x"}, "envelope": {"envelope": f"{bad}@x"},
    }  # fmt: skip
    with pytest.raises(Misuse):
        letter(**changes[place]).as_bytes()


@pytest.mark.parametrize(
    "address",
    ["a b@example.org", "a@b@c", "a@example.org\n", "", "<a@b>", "a@b,c@d", "a..b@c", "x" * 260 + "@y", "a@b>c"],
)
def test_such_addresses_reach_no_library(address: str) -> None:
    """fault 23."""
    with pytest.raises(Misuse):
        check_address(address)


BODIES = [
    "plain\n", ".\n..\n.x\nFrom me\n", "x" * 2000 + "\n", "trailing  \n\ttab\n", "Zażółć gęślą jaźń\n",
    "árvíztűrő tükörfúrógép " * 60 + "\n", "日本語 " * 300 + "\n", "\n\n", "é\n.\n" + "." * 90 + "é\n", "no end",
    "a\n.\r\nMAIL FROM:<x@y>\n",
]  # fmt: skip


@pytest.mark.parametrize("body", BODIES)
def test_bodies_arrive_as_meant(body: str) -> None:
    """fault 21, 22: dots, long lines, bare line ends, letters of all kinds."""
    raw = letter(body=body).as_bytes()
    assert raw.split(b"\n\n", 1)[1].isascii()
    lines = raw.split(b"\n")
    assert all(len(line) <= 998 and line != b"." and not line.startswith(b"From ") for line in lines)
    wanted = body.replace("\r\n", "\n")
    got = parsed(raw).get_content()
    assert got == body_text(raw)
    assert got == wanted if wanted.endswith("\n") else got == wanted + "\n"


def test_the_encoding_fits_the_text() -> None:
    assert encode_body("abc\n")[0] == "7bit"
    assert encode_body("Zażółć: a long line of plain letters\n")[0] == "quoted-printable"
    assert encode_body("日本語\n")[0] == "base64"


def test_dates_are_utc_and_english() -> None:
    assert rfc_date(NOON) == "Mon, 16 Nov 2026 12:00:05 +0000"
    assert rfc_date(NOON.astimezone(timezone(timedelta(hours=2)))) == rfc_date(NOON)


def test_the_same_letter_has_the_same_bytes_and_can_be_read_back() -> None:
    one = letter(extra=[("X-Pbem", "game=karnak; seat=crane")])
    assert one.as_bytes() == one.as_bytes()
    stored = read_stored(one.as_bytes())
    assert (stored.envelope, stored.recipient) == ("pbem+b.x@example.org", "ania@example.org")
    assert stored.about == {"game": "karnak", "seat": "crane"} and stored.message_id == "<1@example.org>"
    assert b"Return-Path" not in stored.content and stored.content.endswith(b"Hello\n")


def test_nobody_stands_in_bcc_or_cc() -> None:
    message = parsed(letter().as_bytes())
    assert message["Bcc"] is None and message["Cc"] is None and len(message["To"].addresses) == 1


def test_foreign_files_are_not_sent() -> None:
    with pytest.raises(Misuse):
        read_stored(b"From: x\n\nhello")


def test_folded_words_keep_their_blanks() -> None:
    assert encoded("ą" * 30).count("=?utf-8?b?") == 2
    assert mailbox("", "a@b.c") == "a@b.c"
