"""Handing over: what servers do to us, and that no mail is lost, doubled by design, or sent in clear."""

from __future__ import annotations

import socket
import ssl
import sys
from pathlib import Path
from typing import Any

import pytest
import trustme
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, Session

from pbem.mail.composing.compose import compose
from pbem.mail.handover.program import send_by_program
from pbem.mail.handover.transport import Outcome, Server, Trouble, carried, cut, send_batch
from pbem.mail.letter import Stored, read_stored
from tests.mail.smtp_script import endless, flood, never, scripted
from tests.mail.support import context, new_play


def stored(recipient: str = "ania@example.org", body: bytes = b"hello") -> Stored:
    return Stored("pbem+b@example.org", recipient, {}, b"From: pbem@example.org\nSubject: x\n\n" + body + b"\n")


def batch(port: int, *mails: Stored, **changes: Any) -> tuple[Trouble | None, dict[str, Outcome]]:
    results: dict[str, Outcome] = {}
    server = Server(**{"host": "127.0.0.1", "port": port, "tls": "none", "timeout": 1, **changes})
    named = [(f"m{n}", mail) for n, mail in enumerate(mails or (stored(),))]
    return send_batch(server, named, results.__setitem__), results


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as one:
        return int(one.getsockname()[1])


def test_a_batch_uses_one_connection() -> None:
    with scripted() as server:
        trouble, results = batch(server.port, *[stored(f"p{n}@example.org") for n in range(5)])
    assert trouble is None and [r.status for r in results.values()] == ["sent"] * 5
    assert server.connections == 1 and len(server.mails) == 5


def test_connection_refused_names_host_and_port() -> None:
    port = free_port()
    trouble, results = batch(port)  # fault 1
    assert trouble is not None and trouble.kind == "connect" and f"127.0.0.1 port {port}" in trouble.message
    assert results == {}


def test_a_name_that_does_not_resolve_is_said_to_be_one() -> None:
    trouble, results = batch(25, host="no-such-host.invalid")  # fault 2
    assert trouble is not None and trouble.kind == "name" and results == {}


def test_a_server_that_never_greets_is_given_up() -> None:
    with scripted(GREETING=never) as server:
        trouble, results = batch(server.port, timeout=0.5)  # fault 3
    assert trouble is not None and trouble.kind == "timeout" and results == {}


@pytest.mark.parametrize("greeting", ["421 too busy", "554 no service here"])
def test_an_unwilling_greeting_is_temporary_and_quoted(greeting: str) -> None:
    with scripted(GREETING=greeting) as server:
        trouble, results = batch(server.port)  # fault 4
    assert trouble is not None and greeting in trouble.message and results == {}


@pytest.mark.parametrize("word", ["EHLO", "MAIL", "RCPT", "DATA"])
def test_a_drop_in_the_middle_keeps_the_mail(word: str) -> None:
    with scripted(**{word: None, "HELO": None}) as server:
        trouble, results = batch(server.port)  # fault 5, 6
    assert trouble is not None or results["m0"].status == "later"
    assert all(result.status == "later" for result in results.values())


def test_a_drop_after_the_dot_sends_the_same_bytes_again() -> None:
    with scripted(dot=[None, "250 taken"]) as server:
        mail = stored()
        _, first = batch(server.port, mail)  # fault 7
        _, second = batch(server.port, mail)
    assert (first["m0"].status, second["m0"].status) == ("later", "sent")
    assert len(server.mails) == 2 and server.mails[0] == server.mails[1]


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        ("451 4.7.1 greylisted, come back", "later"),  # fault 8
        ("452 4.2.2 mailbox full", "later"),  # fault 9
        ("550 5.1.1 no such user", "refused"),  # fault 10
        ("552 5.2.2 over quota", "refused"),  # fault 11
        ("554 5.7.1 looks like spam", "refused"),  # fault 11
    ],
)
def test_recipients_are_judged_by_the_first_digit(answer: str, status: str) -> None:
    with scripted(RCPT=[answer, "250 ok"]) as server:
        trouble, results = batch(server.port, stored("a@example.org"), stored("b@example.org"))  # fault 12
    assert trouble is None
    assert results["m0"].status == status and answer == results["m0"].text
    assert results["m1"].status == "sent" and len(server.mails) == 1


@pytest.mark.parametrize("answer", ["554 5.7.1 spam", "552 too big"])
def test_content_can_be_refused_for_good(answer: str) -> None:
    with scripted(dot=answer) as server:
        trouble, results = batch(server.port)  # fault 11
    assert trouble is None and results["m0"] == Outcome("refused", int(answer[:3]), answer[4:])


def test_a_refused_sender_blames_no_player() -> None:
    with scripted(MAIL="550 5.7.1 you may not send as that") as server:
        trouble, results = batch(server.port)  # fault 27
    assert trouble is not None and trouble.kind == "sender" and results["m0"].status == "later"


def test_login_wanted_but_not_configured_names_the_setting() -> None:
    with scripted(MAIL="530 5.7.0 authentication required") as server:
        trouble, results = batch(server.port, stored(), stored("b@example.org"))  # fault 17
    assert trouble is not None and trouble.kind == "login" and "smtp.user" in trouble.message
    assert {r.status for r in results.values()} == {"later"} and len(results) == 1


@pytest.mark.parametrize("answer", ["421 4.7.0 slow down", "450 4.7.1 too many"])
def test_a_server_that_asks_for_less_gets_less(answer: str) -> None:
    with scripted(RCPT=["250 ok", answer]) as server:
        mails = [stored(f"p{n}@example.org") for n in range(4)]
        trouble, results = batch(server.port, *mails)  # fault 18
    assert trouble is not None and trouble.kind == "slow"
    assert [r.status for r in results.values()] == ["sent", "later"]


def test_a_later_mail_never_overtakes_an_earlier_one() -> None:
    with scripted(RCPT=["451 later", "250 ok"]) as server:
        trouble, results = batch(server.port, stored(body=b"1"), stored(body=b"2"), stored("b@example.org"))  # fault 18
    assert trouble is None and results["m0"].status == "later" and "m1" not in results
    assert results["m2"].status == "sent"


@pytest.mark.parametrize("how", [flood, endless], ids=["one line", "many lines"])
@pytest.mark.parametrize("word", ["RCPT", "GREETING"])
def test_an_endless_answer_is_cut(how: Any, word: str) -> None:
    with scripted(**{word: how}) as server:
        trouble, results = batch(server.port)  # fault 20
    assert all(r.status == "later" and len(r.words) <= 300 for r in results.values())
    assert trouble is not None or results["m0"].status == "later"


def test_what_a_server_says_becomes_one_short_line() -> None:
    assert cut("a\r\nb\x1b[31m" + "x" * 20_000).startswith("a b?[31mxxx") and len(cut("x" * 20_000)) == 300


def test_a_server_that_drops_every_mail_is_left_alone() -> None:
    with scripted(MAIL=None) as server:
        trouble, results = batch(server.port, *[stored(f"p{n}@example.org") for n in range(20)])
    assert trouble is not None and trouble.kind == "drop" and len(results) == 4 and server.connections == 4


def test_letters_outside_ascii_need_a_server_that_takes_them() -> None:
    with scripted() as server:
        trouble, results = batch(server.port, stored("żaneta@example.org"), stored("z@przykład.example"))  # fault 21
    assert trouble is None and results["m0"].status == "refused" and "SMTPUTF8" in results["m0"].words
    assert results["m1"].status == "sent" and any("xn--" in command for command in server.commands)
    assert carried("a@b.c") == "a@b.c"


def test_dots_and_line_ends_arrive_as_meant() -> None:
    with scripted() as server:
        batch(server.port, stored(body=b".\n..x\nMAIL FROM:<a@b>"))  # fault 22
    assert server.mails[0].endswith(b"\r\n\r\n..\r\n...x\r\nMAIL FROM:<a@b>\r\n") and len(server.mails) == 1


def test_the_rate_is_kept() -> None:
    import time

    with scripted() as server:
        begin = time.monotonic()
        batch(server.port, *[stored(f"p{n}@example.org") for n in range(3)], rate=300)  # fault 19
    assert time.monotonic() - begin >= 0.4 and len(server.mails) == 3


# -- a real server, with TLS and login ---------------------------------------------------------------------------------


class Sink:
    def __init__(self) -> None:
        self.mails: list[Envelope] = []

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        self.mails.append(envelope)
        return "250 taken"


def check_login(server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: Any) -> AuthResult:
    good = data.login == b"pbem" and data.password == b"secret"
    return AuthResult(success=good, handled=good)


def real_server(tmp_path: Path, name: str = "localhost", *, tls: bool = True) -> tuple[Controller, Sink, str]:
    authority = trustme.CA()
    certificate = authority.issue_cert(name)
    context_ = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    certificate.configure_cert(context_)
    ca_file = str(tmp_path / "ca.pem")
    authority.cert_pem.write_to_path(ca_file)
    sink = Sink()
    controller = Controller(
        sink, hostname="127.0.0.1", port=free_port(), tls_context=context_ if tls else None, authenticator=check_login,
        auth_required=tls, auth_require_tls=tls,
    )  # fmt: skip
    return controller, sink, ca_file


def test_a_composed_mail_goes_through_starttls_and_login(tmp_path: Path) -> None:
    controller, sink, ca_file = real_server(tmp_path)
    raw = compose(context(new_play(), "otter", "start", language="pl"))
    controller.start()
    try:
        trouble, results = batch(
            controller.port, read_stored(raw), host="localhost", tls="starttls", ca_file=ca_file, user="pbem",
            password="secret", timeout=5,
        )  # fmt: skip
    finally:
        controller.stop()
    assert trouble is None and results["m0"].status == "sent"
    assert sink.mails[0].rcpt_tos == ["otter@example.org"]
    assert sink.mails[0].mail_from == read_stored(raw).envelope
    assert sink.mails[0].content.replace(b"\r\n", b"\n") == read_stored(raw).content


def test_a_wrong_password_is_tried_once_and_not_shown(tmp_path: Path) -> None:
    controller, sink, ca_file = real_server(tmp_path)
    controller.start()
    try:
        trouble, results = batch(
            controller.port, stored(), stored("b@example.org"), host="localhost", tls="starttls", ca_file=ca_file,
            user="pbem", password="hunter2", timeout=5,
        )  # fmt: skip
    finally:
        controller.stop()
    assert trouble is not None and trouble.kind == "password" and "535" in trouble.message  # fault 14
    assert "hunter2" not in repr(trouble) + repr(Server("x", password="hunter2"))  # fault 262
    assert results == {} and sink.mails == []


def test_without_starttls_nothing_goes_out_in_clear(tmp_path: Path) -> None:
    controller, sink, _ = real_server(tmp_path, tls=False)
    controller.start()
    try:
        trouble, results = batch(controller.port, tls="starttls", timeout=5)
    finally:
        controller.stop()
    assert trouble is not None and trouble.kind == "tls" and sink.mails == [] and results == {}  # fault 15


def test_a_certificate_for_another_host_is_named(tmp_path: Path) -> None:
    controller, sink, ca_file = real_server(tmp_path, "other.example")
    controller.start()
    try:
        trouble, _ = batch(controller.port, host="localhost", tls="starttls", ca_file=ca_file, timeout=5)
        unchecked, results = batch(
            controller.port, host="localhost", tls="starttls", verify=False, user="pbem", password="secret", timeout=5
        )
    finally:
        controller.stop()
    assert trouble is not None and trouble.kind == "certificate" and "certificate" in trouble.message  # fault 16
    assert unchecked is None and results["m0"].status == "sent" and len(sink.mails) == 1


# -- sendmail ----------------------------------------------------------------------------------------------------------


def program(tmp_path: Path, code: int) -> list[str]:
    path = tmp_path / "sendmail.py"
    path.write_text(
        "import sys\n"
        f"open({str(tmp_path / 'got')!r}, 'ab').write(repr(sys.argv[1:]).encode() + sys.stdin.buffer.read())\n"
        f"print('so it goes', file=sys.stderr)\nsys.exit({code})\n"
    )
    return [sys.executable, str(path), "-i"]


@pytest.mark.parametrize(("code", "status"), [(0, "sent"), (67, "refused"), (75, "later"), (1, "later")])
def test_sendmail_gets_mail_and_recipient(tmp_path: Path, code: int, status: str) -> None:
    results: dict[str, Outcome] = {}
    mails = [("m0", stored("-oQ/x@example.org"))]
    assert send_by_program(program(tmp_path, code), mails, results.__setitem__) is None
    assert results["m0"].status == status
    got = (tmp_path / "got").read_bytes()
    assert b"'-i', '-f', 'pbem+b@example.org', '--', '-oQ/x@example.org']" in got and got.endswith(b"hello\n")


def test_a_missing_program_is_trouble() -> None:
    trouble = send_by_program(["/nonexistent/sendmail"], [("m0", stored())], lambda name, outcome: None)
    assert trouble is not None and trouble.kind == "program"
