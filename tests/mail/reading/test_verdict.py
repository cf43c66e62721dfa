"""Person or machine."""

# ruff: noqa: E501 (mails stand here as they are sent)

import pytest

from pbem.mail.reading import classify, read_message
from tests.mail.reading.shapes import SENT, marked

OURS = "Re: [pbem karnak #17] Your turn"
MOVE = "die: osiris yellow 4"


def mail(head: str, body: str = "hello", sender: str = "Ania <ania@example.org>") -> bytes:
    return f"From: {sender}\nTo: moves@example.org\nMessage-ID: <1@example.org>\n{head}\n\n{body}\n".encode()


DSN = """Return-Path: <>
From: MAILER-DAEMON@mx.example.net (Mail Delivery System)
To: bounce+karnak.k3x9@example.org
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="B"
Message-Id: <20261116.1@mx.example.net>

--B
Content-Type: text/plain; charset=us-ascii

This is the mail system at host mx.example.net.

I'm sorry to have to inform you that your message could not
be delivered to one or more recipients.

<ania@example.net>: host mail.example.net said: 550 5.1.1 User unknown

--B
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net
X-Postfix-Queue-ID: 0A1B2C
Arrival-Date: Mon, 16 Nov 2026 09:12:33 +0100 (CET)

Final-Recipient: rfc822; ania@example.net
Original-Recipient: rfc822;ania@example.net
Action: {action}
Status: {status}
Remote-MTA: dns; mail.example.net
Diagnostic-Code: smtp; 550 5.1.1 <ania@example.net>: User unknown

--B
Content-Type: message/rfc822

From: pbem <moves@example.org>
To: ania@example.net
Subject: [pbem karnak #17] Your turn
Message-ID: <karnak.17.yellow@example.org>

die: osiris yellow 4

--B--
"""


def test_delivery_report() -> None:  # fault 13, fault 130
    """A permanent failure with recipient, status and the id of our mail; the returned copy is not text."""
    read = read_message(DSN.format(action="failed", status="5.1.1").encode())
    assert classify(read) == "bounce"
    assert read.bounce is not None
    assert (read.bounce.action, read.bounce.status, read.bounce.permanent) == ("failed", "5.1.1", True)
    assert read.bounce.recipients[0].address == "ania@example.net"
    assert read.bounce.original_id == "<karnak.17.yellow@example.org>"
    assert MOVE not in read.text


def test_delayed_report() -> None:  # fault 130
    """A delay is a report, but marks nobody as unreachable."""
    read = read_message(DSN.format(action="delayed", status="4.4.1").encode())
    assert read.bounce is not None
    assert (classify(read), read.bounce.action, read.bounce.permanent) == ("bounce", "delayed", False)


OLD_BOUNCES = [
    pytest.param(
        mail(
            "Return-Path: <>\nSubject: failure notice",
            "Hi. This is the qmail-send program at mx.example.net.\nI'm afraid I wasn't able to deliver your message to the "
            "following addresses.\nThis is a permanent error; I've given up. Sorry it didn't work out.\n\n<ania@example.net>:\n"
            "Sorry, no mailbox here by that name. (#5.1.1)\n\n--- Below this line is a copy of the message.\n",
            "MAILER-DAEMON@mx.example.net",
        ),
        id="qmail",
    ),
    pytest.param(
        mail(
            "Subject: Undeliverable: [pbem karnak #17] Your turn",
            "Your message did not reach some or all of the intended recipients.\n\n   Subject: [pbem karnak #17]\n\n"
            "The following recipient(s) could not be reached:\n\n   Ania on 16.11.2026 09:12\n   The e-mail account does not "
            "exist at the organization this message was sent to.\n   <mx.example.net #5.1.1>\n",
            "System Administrator <postmaster@example.net>",
        ),
        id="exchange",
    ),
    pytest.param(
        mail(
            "Subject: DELIVERY FAILURE: User ania (ania@example.net) not listed in Domino Directory",
            "Your message\n\n  Subject: [pbem karnak #17]\n\nwas not delivered to:\n\n  ania@example.net\n\nbecause:\n\n  User "
            "ania not listed in Domino Directory\n",
            "Postmaster@example.net",
        ),
        id="notes",
    ),
    pytest.param(
        mail(
            "Subject: Returned mail: see transcript for details\nAuto-Submitted: auto-generated (failure)",
            "   ----- The following addresses had permanent fatal errors -----\n<ania@example.net>\n    (reason: 550 5.1.1 User "
            "unknown)\n\n   ----- Transcript of session follows -----\n",
            "Mail Delivery Subsystem <MAILER-DAEMON@example.net>",
        ),
        id="sendmail",
    ),
    pytest.param(
        mail(
            "X-Failed-Recipients: ania@example.net\nAuto-Submitted: auto-replied\nSubject: Mail delivery failed: returning "
            "message to sender",
            "This message was created automatically by mail delivery software.\n\nA message that you sent could not be delivered "
            "to one or more of its\nrecipients. This is a permanent error.",
            "Mail Delivery System <Mailer-Daemon@example.net>",
        ),
        id="exim",
    ),
    pytest.param(
        mail(
            "Subject: Niedostarczona wiadomość",
            "Wiadomość nie mogła zostać dostarczona do adresata ania@example.pl.\n550 Brak takiej skrzynki",
            "postmaster@example.pl",
        ),
        id="polish",
    ),
    pytest.param(
        mail(
            "Subject: Kézbesíthetetlen: [pbem karnak #17]",
            "A levelet nem sikerült kézbesíteni a következő címzettnek: adam@example.hu",
            "Levelezőrendszer <mailer-daemon@example.hu>",
        ),
        id="hungarian",
    ),
    pytest.param(
        mail(
            "Subject: Unzustellbar: [pbem karnak #17]",
            "Ihre Nachricht konnte nicht zugestellt werden an jan@example.de. 550 5.1.1",
            "Postmaster@example.de",
        ),
        id="german",
    ),
    pytest.param(
        mail(
            "Return-Path: <>\nSubject: Message status - undeliverable",
            "The message that you sent was undeliverable to the following:\n   ania (user not found)\n",
            "admin@example.net",
        ),
        id="groupwise",
    ),
    pytest.param(
        mail(
            "Subject: Delivery Status Notification (Failure)",
            "** Address not found **\n\nYour message wasn't delivered to ania@example.net because the address couldn't be found, "
            "or is unable to receive mail.\n\n550 5.1.1 The email account that you tried to reach does not exist.",
            "Mail Delivery Subsystem <mailer-daemon@googlemail.com>",
        ),
        id="gmail",
    ),
]


@pytest.mark.parametrize("raw", OLD_BOUNCES)
def test_old_style_bounces(raw: bytes) -> None:  # fault 131
    read = read_message(raw)
    assert classify(read) == "bounce"
    assert read.bounce is not None


def test_report_in_prose_has_a_status() -> None:  # fault 131
    read = read_message(OLD_BOUNCES[0].values[0])  # type: ignore[arg-type]
    assert read.bounce is not None
    assert (read.bounce.status, read.bounce.permanent) == ("5.1.1", True)
    assert "ania@example.net" in [one.address for one in read.bounce.recipients]


def test_forged_bounce_is_only_a_claim() -> None:  # fault 132
    """The report says what it says: nothing in it proves that it is about a mail of ours."""
    read = read_message(DSN.replace("bounce+karnak.k3x9", "moves").format(action="failed", status="5.0.0").encode())
    assert [one.address for one in read.to] == ["moves@example.org"]


def test_bounce_of_a_bounce() -> None:  # fault 133
    raw = mail(
        "Return-Path: <>\nSubject: Undeliverable: Undelivered Mail Returned to Sender", "x", "postmaster@example.net"
    )
    assert classify(read_message(raw)) == "bounce"


AUTOMATIC = [
    ("rfc3834", f"Auto-Submitted: auto-replied\nSubject: {OURS}", "I am away."),
    ("generated", "Auto-Submitted: auto-generated\nSubject: report", "x"),
    ("comment", "Auto-Submitted: auto-replied (vacation)\nSubject: away", "x"),
    ("x-autoreply", f"X-Autoreply: yes\nSubject: {OURS}", MOVE),
    ("x-autorespond", f"X-Autorespond: x\nSubject: {OURS}", MOVE),
    ("precedence bulk", "Precedence: bulk\nSubject: hello", "x"),
    ("precedence bulk on a reply", f"Precedence: bulk\nIn-Reply-To: <x@y>\nSubject: {OURS}", MOVE),
    ("empty path on a reply", f"Return-Path: <>\nIn-Reply-To: <x@y>\nSubject: {OURS}", MOVE),
    ("precedence junk", f"Precedence: junk\nSubject: {OURS}", "x"),
    ("precedence auto_reply", f"Precedence: auto_reply\nSubject: {OURS}", "x"),
    ("subject en", "Subject: Automatic reply: [pbem karnak #17] Your turn", "I am away."),
    ("subject en out of office", "Subject: Out of Office: [pbem karnak #17] Your turn", "x"),
    ("subject en re", "Subject: Re: Out of office", "x"),
    ("subject pl", "Subject: Odpowiedź automatyczna: [pbem karnak #17] Twoja kolej", "Jestem na urlopie."),
    ("subject pl absent", "Subject: Nieobecność w biurze: [pbem karnak #17]", "x"),
    ("subject hu", "Subject: Automatikus válasz: [pbem karnak #17] Te jössz", "Szabadságon vagyok."),
    ("subject de", "Subject: Automatische Antwort: [pbem karnak #17] Du bist am Zug", "Ich bin im Urlaub."),
    ("subject de absent", "Subject: Abwesenheitsnotiz: [pbem karnak #17]", "x"),
    ("subject fr", "Subject: Réponse automatique : [pbem karnak #17] À toi", "Je suis absent."),
    ("subject es", "Subject: Respuesta automática: [pbem karnak #17]", "x"),
    ("subject it", "Subject: Risposta automatica: [pbem karnak #17]", "x"),
    ("encoded", "Subject: =?utf-8?q?Odpowied=C5=BA_automatyczna=3A_=5Bpbem_karnak_=2317=5D?=", "x"),
    ("empty path", "Return-Path: <>\nSubject: I am away", "I will be back on Monday."),
    (
        "body en",
        f"Subject: {OURS}",
        "Thank you for your message. I am currently out of the office and will return on 3 May.",
    ),
    (
        "body pl",
        f"Subject: {OURS}",
        "Dzień dobry, przebywam na urlopie do dnia 3 maja. W pilnych sprawach proszę o kontakt.",
    ),
    ("body hu", f"Subject: {OURS}", "Ez egy automatikus válasz. Szabadságon vagyok május 3-ig, sürgős esetben hívjon."),
    ("body de", f"Subject: {OURS}", "Dies ist eine automatisch erzeugte Antwort. Ich bin bis 3. Mai nicht im Büro."),
    ("body fr", f"Subject: {OURS}", "Ceci est une réponse automatique. Je suis absent jusqu'au 3 mai."),
    ("x-loop", f"X-Loop: pbem\nSubject: {OURS}", "x"),
    ("newsletter", "List-Unsubscribe: <mailto:u@example.org>\nSubject: Our great offer", "Buy now"),
    ("suppress all", "X-Auto-Response-Suppress: All\nSubject: Ticket 12", "x"),
    ("challenge", "Subject: Please confirm your message", "Click the link below to confirm: https://x.example/c/1"),
    (
        "ticket",
        "Subject: We have received your request [#123]",
        "A support ticket has been opened. Please do not reply.",
    ),
]


@pytest.mark.parametrize(("head", "body"), [pytest.param(head, body, id=name) for name, head, body in AUTOMATIC])
def test_automatic_mail(head: str, body: str) -> None:  # fault 128, fault 129, fault 134, fault 135, fault 139
    """Also when it quotes our list of answers."""
    assert classify(read_message(mail(head, body))) == "auto"
    quoting = f"{body}\n\nOn Mon, Nov 16, 2026 at 9:12 AM pbem <moves@example.org> wrote:\n{marked(SENT['en'])}"
    assert classify(read_message(mail(head, quoting))) == "auto"


@pytest.mark.parametrize(
    "sender", ["no-reply@example.org", "donotreply@x.example", "noreply+12@x.example", "notifications@x.example"]
)
def test_senders_without_ears(sender: str) -> None:
    assert classify(read_message(mail("Subject: hello", "x", sender))) == "auto"


REPORT = """From: x@example.net
Subject: x
Content-Type: multipart/report; report-type={kind}; boundary=B

--B

The mail was displayed.
--B
Content-Type: message/{kind}

Reporting-UA: x
--B--
"""


@pytest.mark.parametrize(
    ("kind", "why"), [("disposition-notification", "read receipt"), ("feedback-report", "abuse report")]
)
def test_receipts_and_abuse_reports(kind: str, why: str) -> None:  # fault 61, fault 140
    read = read_message(REPORT.format(kind=kind).encode())
    assert (read.kind, read.why) == ("auto", why)


def test_loop() -> None:  # fault 136
    """More than fifty Received lines."""
    raw = b"Received: by x\n" * 51 + mail(f"Subject: {OURS}", MOVE)
    read = read_message(raw)
    assert (read.kind, "loop" in read.hold) == ("auto", True)
    assert read_message(b"Received: by x\n" * 50 + mail(f"Subject: {OURS}", MOVE)).hold == []


HUMAN = [
    ("plain", f"Subject: {OURS}", MOVE),
    ("no", f"Auto-Submitted: no\nSubject: {OURS}", MOVE),
    ("no with comment", f"Auto-Submitted: NO (typed by hand)\nSubject: {OURS}", MOVE),
    ("no semicolon", f"Auto-Submitted: no; really\nSubject: {OURS}", MOVE),
    ("list gateway", f"Precedence: list\nIn-Reply-To: <x@y>\nSubject: {OURS}", MOVE),
    (
        "mailing list post",
        "Precedence: list\nList-Id: <players.example.org>\nList-Post: <mailto:players@example.org>\n"
        "List-Unsubscribe: <mailto:x@example.org>\nSubject: [players] who plays?",
        "Who wants to play?",
    ),
    ("exchange reply", f"X-Auto-Response-Suppress: DR, OOF, AutoReply\nIn-Reply-To: <x@y>\nSubject: {OURS}", MOVE),
    (
        "talks about holidays",
        f"Subject: {OURS}",
        f"{MOVE}\n\nBy the way I am on holiday until Monday, reply may be slow.",
    ),
    ("talks about bounces", "Subject: Re: strange bounce", "I got a mail that said user unknown, 550. What is that?"),
    (
        "quotes a bounce",
        "Subject: Re: mail trouble",
        "See below\n> Your message could not be delivered\n> 550 5.1.1 user unknown",
    ),
    ("urlop", "Subject: Re: urlop", "Kiedy jedziesz?"),
    ("away in prose", f"Subject: {OURS}", "Sorry, I am away from Friday on. Can we pause?"),
    ("reply all in prose", "Subject: Re: chat", "Please do not reply to all, contact me until Monday."),
    ("holiday plans", "Subject: Vacation plans", "Where do we go?"),
    ("prose", "Subject: hello", "Hi, can I join your game? Best, Jan"),
    ("automatic in prose", "Subject: Question", "Does the automatic mail go to everybody?"),
    ("empty", "Subject: hi", ""),
    ("unsubscribe", "Subject: unsubscribe", "please stop"),
    ("html", f"Content-Type: text/html\nSubject: {OURS}", f"<p>{MOVE}</p>"),
    ("return path", f"Return-Path: <ania@example.org>\nSubject: {OURS}", MOVE),
    ("odp", "Subject: Odp: [pbem karnak #17] Twoja kolej", "die: horus grey 2\nPozdrawiam"),
    ("receipt wanted", f"Disposition-Notification-To: ania@example.org\nSubject: {OURS}", MOVE),
]


@pytest.mark.parametrize(("head", "body"), [pytest.param(head, body, id=name) for name, head, body in HUMAN])
def test_people(head: str, body: str) -> None:  # fault 141, fault 142
    """None of these is a machine's."""
    read = read_message(mail(head, body))
    assert (read.kind, read.why) == ("human", "")


def test_player_quoting_our_mail_is_a_person() -> None:
    """The words of our own mails in the quote make nobody a machine."""
    for sent in SENT.values():
        body = f"{MOVE}\n\nOn Mon, Nov 16, 2026 at 9:12 AM pbem <moves@example.org> wrote:\n{marked(sent)}"
        assert classify(read_message(mail(f"Subject: {OURS}", body))) == "human"
