"""Tokens: which game, seat and question a mail belongs to, and that nothing else is believed."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from pbem.mail.tokens import (
    EPOCH,
    Bounced,
    Signer,
    Ticket,
    claimed_address,
    claimed_tag,
    letters_of,
    moment_of,
)

SIGNER = Signer(b"k" * 32)
ANIA = Ticket("karnak", "crane", 17)
HOME = "pbem@example.org"
LONG = "a" * 40
HERE, GONE = "ania@example.org", "ania@old.example"


def lives_here(game: str, seat: str) -> str:
    return HERE


def test_a_token_has_80_bits_and_only_letters_that_cannot_be_misread() -> None:
    """16 letters of base32 are 80 bits (fault 156)."""
    mac = SIGNER.token(ANIA)
    assert len(mac) == 16 and set(mac) <= set("abcdefghijklmnopqrstuvwxyz234567")


MAILED = datetime(2026, 7, 1, 12, 34, tzinfo=UTC)
DATED = replace(ANIA, mailed=MAILED)


def test_a_token_says_when_it_was_mailed_and_cannot_say_otherwise() -> None:
    """Five letters tell the minute; they are signed with the rest. A token of an older version says nothing of it."""
    token = SIGNER.token(DATED)
    assert len(token) == 21 and set(token) <= set("abcdefghijklmnopqrstuvwxyz234567")
    for found in (
        SIGNER.find(subject=SIGNER.subject(DATED, "your turn")).ticket,
        SIGNER.find(recipients=[SIGNER.reply_address(HOME, DATED)]).ticket,
    ):
        assert found == ANIA and found.mailed == MAILED
    assert SIGNER.find(subject=SIGNER.subject(ANIA, "your turn")).ticket.mailed is None  # type: ignore[union-attr]
    for letters in (letters_of(MAILED + timedelta(days=400)), "aaaaa", ""):
        forged = f"pbem+r.karnak.17.crane.{letters}{token[5:]}@example.org"
        assert SIGNER.find(recipients=[forged]).ticket is None
    assert SIGNER.find(recipients=[f"pbem+r.karnak.17.crane.{token[:5]}{SIGNER.token(ANIA)}@x.org"]).ticket is None


@pytest.mark.parametrize("when", [EPOCH, MAILED, datetime(2083, 1, 1, tzinfo=UTC), EPOCH - timedelta(minutes=1)])
def test_minutes_as_letters(when: datetime) -> None:
    letters = letters_of(when)
    read = moment_of(letters)
    assert read is not None and letters_of(read) == letters and (read == when or when < EPOCH)
    assert moment_of("abc1d") is None


def test_the_newest_of_two_equal_tokens_counts() -> None:
    newer = replace(DATED, mailed=MAILED + timedelta(days=9))
    found = SIGNER.find(subject=SIGNER.subject(DATED, "x"), recipients=[SIGNER.reply_address(HOME, newer)])
    assert found.ticket == ANIA and found.ticket.mailed == newer.mailed and not found.contradiction


def test_a_code_is_bound_to_its_mail_and_forgives_what_looks_alike() -> None:
    code = SIGNER.code("karnak", "crane", "mail")
    assert len(code) == 11 and code[5] == "-"
    typed = code.upper().replace("O", "0").replace("L", "1").replace("B", "8")
    assert SIGNER.is_code(f" {typed} ", "karnak", "crane", "mail")
    for other in (("karnak", "heron", "mail"), ("luxor", "crane", "mail"), ("karnak", "crane", "liam")):
        assert not SIGNER.is_code(code, *other)


def test_subject_address_and_message_id_lead_to_the_same_ticket() -> None:
    address = SIGNER.reply_address(HOME, ANIA)
    message_id = SIGNER.message_id("example.org", ANIA, 20, "reminder", 1)
    subject = SIGNER.subject(ANIA, "your turn")
    assert SIGNER.find(subject=subject).ticket == ANIA
    assert SIGNER.find(recipients=[address]).ticket == ANIA
    assert SIGNER.find(in_reply_to=[message_id]).ticket == ANIA
    assert SIGNER.find(references=["<x@y>", message_id, "<z@y>"]).ticket == ANIA
    assert claimed_address(address) == ANIA


@pytest.mark.parametrize(
    "shape",
    ["{}", "Re: AW: Odp: Vá: SV: Fwd: [EXT] [SPAM?] {}", "RE: {} ", "Re:  {}  -- urgent"],
)
def test_the_subject_survives_what_programs_do_to_it(shape: str) -> None:
    """fault 122: prefixes, blanks, folding, upper case."""
    subject = shape.format(SIGNER.subject(ANIA, "your turn"))
    assert SIGNER.find(subject=subject).ticket == ANIA
    assert SIGNER.find(subject=subject.upper()).ticket == ANIA
    assert SIGNER.find(subject=subject.replace("[pbem karnak #17]", "[ pbem  karnak\n # 17 ]")).ticket == ANIA


def test_typing_mistakes_between_digits_and_letters_are_forgiven() -> None:
    address = SIGNER.reply_address(HOME, ANIA)
    head, mac = address.split("@")[0].rsplit(".", 1)
    typed = mac.replace("o", "0").replace("l", "1").replace("b", "8")
    assert SIGNER.read_address(f"{head}.{typed}@example.org") == ANIA


@pytest.mark.parametrize(
    "other",
    [Ticket("karnak", "heron", 17), Ticket("karnak", "crane", 18), Ticket("luxor", "crane", 17)],
    ids=["seat", "question", "game"],
)
def test_a_token_is_bound_to_game_seat_and_question(other: Ticket) -> None:
    """fault 144: a token moved to another game, seat or question is none."""
    mac = SIGNER.token(ANIA)
    forged = f"pbem+r.{other.game}.{other.entry}.{other.seat}.{mac}@example.org"
    found = SIGNER.find(recipients=[forged])
    assert found.ticket is None and found.wrong


def test_a_token_of_another_key_is_wrong() -> None:
    """fault 144, 157: after a change of key old tokens say nothing."""
    found = Signer(b"other key, other home").find(subject=SIGNER.subject(ANIA, "your turn"))
    assert found.ticket is None and found.wrong and found.claimed == ("karnak", 17)


def test_a_cut_token_in_the_subject_leaves_the_address_to_decide() -> None:
    """fault 122."""
    subject = SIGNER.subject(ANIA, "your turn")[:-6]
    found = SIGNER.find(subject=subject, recipients=[SIGNER.reply_address(HOME, ANIA)])
    assert found.ticket == ANIA and found.where == "address"


def test_contradicting_tokens_come_to_nothing() -> None:
    """fault 122: refuse, never choose."""
    other = Ticket("karnak", "crane", 15)
    found = SIGNER.find(subject=SIGNER.subject(ANIA, "x"), recipients=[SIGNER.reply_address(HOME, other)])
    assert found.ticket is None and found.contradiction == [ANIA, other]
    renamed = SIGNER.find(subject="[pbem karnak #18] x", recipients=[SIGNER.reply_address(HOME, ANIA)])
    assert renamed.ticket is None and renamed.contradiction


def test_older_mails_of_the_thread_contradict_nothing() -> None:
    old = SIGNER.message_id("example.org", Ticket("karnak", "crane", 3), 3, "turn")
    found = SIGNER.find(recipients=[SIGNER.reply_address(HOME, ANIA)], references=[old, old])
    assert found.ticket == ANIA


def test_only_the_last_hundred_references_are_looked_at() -> None:
    """fault 116."""
    mine = SIGNER.message_id("example.org", ANIA, 17, "turn")
    assert SIGNER.find(references=[mine, *["<x@y>"] * 100]).ticket is None
    assert SIGNER.find(references=[*["<x@y>"] * 50_000, mine, *["<x@y>"] * 99]).ticket == ANIA


def test_an_envelope_sender_finds_the_mail_and_opens_no_seat() -> None:
    """fault 13, 130, 132: bounces are matched by a signed address that is no token."""
    mail = Bounced("karnak", "crane", 17, "turn", 0)
    address = SIGNER.envelope(HOME, mail, HERE)
    assert SIGNER.read_envelope(address, lives_here) == mail
    assert SIGNER.read_address(address) is None
    mac = address.split("@")[0].rsplit(".", 1)[1]
    assert SIGNER.read_address(f"pbem+r.karnak.17.crane.{mac}@example.org") is None
    assert SIGNER.read_envelope(address.replace("crane", "heron"), lives_here) is None


def test_an_envelope_sender_is_bound_to_the_address_it_was_sent_to() -> None:
    """fault 13: a report about an address that the player has left says nothing about the present one."""
    address = SIGNER.envelope(HOME, Bounced("karnak", "crane", 17, "turn", 0), GONE)
    assert SIGNER.read_envelope(address, lambda game, seat: GONE) is not None
    assert SIGNER.read_envelope(address, lives_here) is None
    assert SIGNER.read_envelope(address, lambda game, seat: None) is None


def test_a_long_game_id_still_fits_into_64_letters() -> None:
    ticket = Ticket(LONG, "observer-12", 12345)
    address = SIGNER.reply_address(HOME, ticket)
    assert len(address.split("@")[0]) <= 64
    assert SIGNER.read_address(address, lambda: ["karnak", LONG]) == ticket
    assert SIGNER.read_address(address, lambda: ["karnak"]) is None
    mail = Bounced(LONG, "moderator", 3, "news", 2)
    envelope = SIGNER.envelope(HOME, mail, HERE)
    assert len(envelope.split("@")[0]) <= 64 and SIGNER.read_envelope(envelope, lives_here, lambda: [LONG]) == mail
    assert SIGNER.reply_address(f"{'x' * 60}@example.org", ticket) == f"{'x' * 60}@example.org"


def test_message_ids_are_stable_and_differ_by_kind_and_number() -> None:
    ids = {SIGNER.message_id("h.example", ANIA, 17, kind, n) for kind in ("turn", "reminder") for n in (0, 1)}
    assert len(ids) == 4
    assert SIGNER.message_id("h.example", ANIA, 17, "turn") in ids
    assert SIGNER.thread("h.example", "karnak", "crane") == SIGNER.message_id(
        "h.example", Ticket("karnak", "crane", 1), 1, "start"
    )


@pytest.mark.parametrize("subject", ["", "[pbem ../x #1]", "[pbem karnak 17]", "karnak #17", "[pbem KÁRNAK #1]"])
def test_other_subjects_claim_nothing(subject: str) -> None:
    assert claimed_tag(subject) is None


@pytest.mark.parametrize("plus", ["+", "-", "="])
def test_servers_divide_mailbox_and_tag_differently(plus: str) -> None:
    signer = Signer(b"k" * 32, plus)
    assert signer.read_address(signer.reply_address("game-moves@example.org", ANIA)) == ANIA


def test_without_a_divider_the_address_stays_plain() -> None:
    assert Signer(b"k" * 32, "").reply_address(HOME, ANIA) == HOME


def test_a_token_of_a_mail_that_asked_nothing_says_so() -> None:
    free = Ticket("karnak", "crane", 17, asked=False)
    for found in (
        SIGNER.find(recipients=[SIGNER.reply_address(HOME, free)]),
        SIGNER.find(subject=SIGNER.subject(free, "news")),
    ):
        assert found.ticket == ANIA and not found.ticket.asked
    assert SIGNER.find(subject=SIGNER.subject(ANIA, "your turn")).ticket.asked  # type: ignore[union-attr]
    assert SIGNER.token(free) != SIGNER.token(ANIA)
