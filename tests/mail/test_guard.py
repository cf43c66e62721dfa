"""The guard and the register: machines, copies, limits."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from pbem.mail.composing.compose import compose
from pbem.mail.guard import authentic, content_key, mail_key, screen
from pbem.mail.letter import read_stored
from pbem.mail.reading.incoming import HOLD, REFUSE
from pbem.mail.reading.message import read_message
from pbem.mail.register import Register, Seen, open_register
from pbem.mail.words import LANGUAGES, words_of
from tests.mail.support import HOUSE, NOW, context, new_play

OWN = ["pbem@example.org"]


def incoming(*fields: str, body: str = "bid: 1\n") -> bytes:
    head = ["From: Ania <ania@example.org>", "To: pbem@example.org", "Subject: Re: [pbem river #1]",
            "Message-ID: <1@x.example>", "In-Reply-To: <2@x.example>"]  # fmt: skip
    names = {field.split(":")[0].lower() for field in fields}
    head = [line for line in head if line.split(":")[0].lower() not in names]
    return "\n".join([*head, *fields, "", body]).encode()


def action(*fields: str) -> str:
    return screen(read_message(incoming(*fields)), HOUSE.signer, OWN).action


def test_a_persons_mail_is_read() -> None:
    assert action() == "read"


@pytest.mark.parametrize(
    "field",
    [
        "Auto-Submitted: auto-replied",  # fault 128
        "X-Autoreply: yes",  # fault 129
        "Subject: Odpowiedź automatyczna: [pbem river #1]",  # fault 129
        "X-Loop: PBEM@example.org",  # fault 135
        "From: pbem@example.org",  # fault 135
    ],
)
def test_machines_are_passed_over(field: str) -> None:
    assert action(field) == "drop"


@pytest.mark.parametrize("field", ["Auto-Submitted: no", "Auto-Submitted: No (really)", "Precedence: list"])
def test_people_behind_gateways_are_read(field: str) -> None:
    """fault 141, 142."""
    assert action(field) == "read"


def test_our_own_mail_is_known_by_its_message_id() -> None:
    """fault 135."""
    raw = read_stored(compose(context(new_play(), "crane", "start"))).content
    assert screen(read_message(raw), HOUSE.signer, []).action == "drop"
    ident = next(line for line in raw.decode().split("\n") if line.startswith("Message-ID:"))
    assert action(ident) == "drop"


@pytest.mark.parametrize("fields", [("From: ",), ("From: a@example.org, b@example.org",), ("From: undisclosed:;",)])
def test_nobody_is_guessed(fields: tuple[str, ...]) -> None:
    """fault 112."""
    assert action(*fields) == "hold"


def test_every_reason_has_words() -> None:
    for language in LANGUAGES:
        known = words_of(language)
        assert {f"hold-{one}" for one in HOLD} | {f"refuse-{one}" for one in REFUSE} <= known.keys()


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        (("Authentication-Results: mx.us; dkim=pass header.d=example.org; spf=fail",), "pass"),
        (("Authentication-Results: mx.us; dkim=fail (bad; worse) x=1; spf=softfail",), "fail"),
        (("Authentication-Results: mx.us; dkim=pass; dmarc=fail",), "fail"),
        (("Authentication-Results: evil.example; dkim=pass; dmarc=pass",), "nothing"),
        (("Authentication-Results: evil.example; dkim=pass", "Authentication-Results: mx.us; dmarc=pass"), "nothing"),
        (("Authentication-Results: mx.us; dkim=none; spf=none",), "none"),
        (("Authentication-Results: mx.us; dkim=temperror; dmarc=none; spf=pass smtp.mailfrom=a@example.org",), "pass"),
        (("Authentication-Results: mx.us; dkim=pass header.d=lists.example; dkim=fail header.d=example.org",), "fail"),
        (("Authentication-Results: mx.us; none",), "none"),
        (("Authentication-Results: mx.us",), "none"),
        ((), "nothing"),
    ],
)
def test_only_our_own_servers_word_counts(fields: tuple[str, ...], found: str) -> None:
    """fault 154."""
    assert authentic(read_message(incoming(*fields)), "mx.us") == found


@pytest.mark.parametrize(
    ("results", "found"),
    [
        ("dkim=pass header.d=evil.example", "none"),
        ("dkim=pass header.i=@mail.example.org", "pass"),
        ("dkim=pass header.d=notexample.org", "none"),
        ("spf=pass smtp.mailfrom=bounce@evil.example", "none"),
        ("dkim=pass", "none"),
    ],
)
def test_a_good_signature_of_another_domain_vouches_for_nobody(results: str, found: str) -> None:
    """fault 155."""
    mail = read_message(incoming(f"Authentication-Results: mx.us; {results}"))
    assert mail.sender is not None and mail.sender.endswith("@example.org")
    assert authentic(mail, "mx.us") == found


def test_copies_are_known_by_id_and_by_what_was_typed() -> None:
    """fault 160, 161."""
    assert mail_key("<a@b>") == mail_key(" <a@b>\n") != mail_key("<A@b>")
    assert content_key("A@b", "bid: 1\n\n") == content_key("a@b", "bid: 1") != content_key("a@b", "bid: 2")


def test_the_register_remembers(tmp_path: Path) -> None:
    path = tmp_path / "mail" / "register.sqlite"
    seen = Seen("c", "2026-07-01T12:00:00Z", "COUNTED", "id", "river", 4)
    with open_register(path) as register:
        assert register.find("k") is None
        register.add("k", seen)
    with open_register(path) as register:
        assert register.find("k") == seen
    assert path.stat().st_mode & 0o077 == 0


def test_tries_are_counted_before_the_work(tmp_path: Path) -> None:
    """fault 239: whoever dies in between finds the count raised."""
    path = tmp_path / "r.sqlite"
    for wanted in (1, 2, 3):
        register = Register(path)
        assert register.begin("m") == wanted
        register.close()
    with open_register(path) as register:
        register.not_a_try("m")
        assert register.begin("m") == 3
        register.end("m")
        assert register.begin("m") == 1


def test_answers_are_counted_by_day_and_address(tmp_path: Path) -> None:
    with open_register(tmp_path / "r.sqlite") as register:
        for n in range(1, 4):
            assert register.answered("Ania@example.org", NOW) == n
        assert register.answers_today("ania@EXAMPLE.org", NOW) == 3
        assert register.answers_today("ania@example.org", NOW + timedelta(days=1)) == 0
        assert register.arrived("ania@example.org", NOW) == 1
        assert register.once("x", NOW) and not register.once("x", NOW)
        register.tidy(NOW + timedelta(days=8))
        assert register.answers_today("ania@example.org", NOW) == 0


def test_addresses_stand_nowhere_in_the_register(tmp_path: Path) -> None:
    """fault 263."""
    path = tmp_path / "r.sqlite"
    with open_register(path) as register:
        register.arrived("ania@example.org", NOW)
    assert all(b"ania" not in file.read_bytes() for file in tmp_path.iterdir())


def test_a_damaged_register_is_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "r.sqlite"
    path.write_bytes(b"this is no database, whatever its name says" * 100)
    with open_register(path) as register:
        assert register.begin("m") == 1
    assert path.with_suffix(".broken").exists()
