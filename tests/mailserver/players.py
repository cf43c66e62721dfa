"""Players with nothing but a mail account: they read by IMAP and answer by SMTP, as mail programs do."""

from __future__ import annotations

import imaplib
import re
import smtplib
import ssl
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import formatdate

from tests.mailserver.servers import DOMAIN, PASSWORD, Servers, until


class Player:
    """One person's mail program."""

    def __init__(self, servers: Servers, name: str) -> None:
        self.servers = servers
        self.address = f"{name}@{DOMAIN}"
        self.tls = ssl.create_default_context(cafile=str(servers.root / "tls" / "ca.pem"))
        self.inbox: list[EmailMessage] = []
        self.raw: list[bytes] = []
        self.last_uid = 0
        self.written = 0
        self.again: set[str] = set()
        """Message-IDs of answers that were asked for a second time."""

    # -- reading -------------------------------------------------------------------------------------------------------

    @contextmanager
    def _box(self) -> Iterator[imaplib.IMAP4_SSL]:
        with imaplib.IMAP4_SSL("localhost", self.servers.imaps, ssl_context=self.tls, timeout=20) as box:
            box.login(self.address, PASSWORD)
            yield box

    def fetch(self) -> list[EmailMessage]:
        """Look into the box by IMAP; all mails so far."""
        with self._box() as box:
            box.select("INBOX", readonly=True)
            _, found = box.uid("search", "UID", f"{self.last_uid + 1}:*")
            for uid in (int(word) for word in found[0].split()):
                if uid <= self.last_uid:  # `n:*` always names the last mail
                    continue
                _, parts = box.uid("fetch", str(uid), "(BODY.PEEK[])")
                self.raw.append(parts[0][1])
                message = message_from_bytes(parts[0][1], policy=policy.default)
                assert isinstance(message, EmailMessage)
                self.inbox.append(message)
                self.last_uid = uid
        return self.inbox

    def question(self, game: str, entry: int) -> EmailMessage:
        """The mail that asks the question put at this entry."""
        tag = f"[pbem {game} #{entry}]"

        def asked() -> EmailMessage | None:
            kinds = ("kind=turn", "kind=question", "kind=start", "kind=adjudication")
            found = [m for m in self.fetch() if tag in m["Subject"] and any(k in m["X-Pbem"] for k in kinds)]
            return found[-1] if found else None

        mail: EmailMessage = until(f"{self.address} is asked at entry {entry}", asked)
        return mail

    def answer_to(self, message_id: str) -> EmailMessage:
        """What came back for a mail of ours."""
        mail: EmailMessage = until(
            f"{self.address} has an answer",
            lambda: next((m for m in self.fetch() if m["In-Reply-To"] == message_id), None),
        )
        return mail

    def flag_all_seen(self) -> None:
        """As if a person had read everything in the box."""
        with self._box() as box:
            box.select("INBOX")
            box.store("1:*", "+FLAGS", "\\Seen")

    def copies(self) -> Counter[str]:
        return Counter(str(mail["Message-ID"]) for mail in self.fetch())

    # -- writing -------------------------------------------------------------------------------------------------------

    def reply(self, mail: EmailMessage, text: str) -> EmailMessage:
        """A reply to the token's address, in turn as three kinds of mail programs write it."""
        self.written += 1
        letter = EmailMessage(policy=policy.SMTP)
        letter["From"] = f"{self.address.partition('@')[0].capitalize()} <{self.address}>"
        letter["To"] = str(mail["Reply-To"])
        letter["Subject"] = f"Re: {mail['Subject']}"
        letter["Date"] = formatdate(localtime=False)
        letter["Message-ID"] = f"<{self.written}.{self.address.replace('@', '.')}@client.example>"
        letter["In-Reply-To"] = str(mail["Message-ID"])
        letter["References"] = " ".join([*str(mail["References"] or "").split()[-3:], str(mail["Message-ID"])])
        original = str(mail.get_content())
        said = "On Mon, 16 Nov 2026 at 09:41, pbem <games@example.org> wrote:"
        quoted = "\n".join(f"> {line}".rstrip() for line in original.splitlines())
        shape = self.written % 3
        if shape == 0:  # answer below the quote
            letter.set_content(f"{said}\n{quoted}\n\n{text}\n", cte="quoted-printable")
        else:
            letter.set_content(f"{text}\n\n{said}\n{quoted}\n", cte="base64" if shape == 2 else "quoted-printable")
        if shape == 2:
            letter.add_alternative(self._html(text, said, original), subtype="html")
        return letter

    @staticmethod
    def _html(text: str, said: str, original: str) -> str:
        from html import escape

        mine = "".join(f"<div>{escape(line)}</div>" for line in text.splitlines())
        theirs = escape(original).replace("\n", "<br>\n")
        return (
            f'<div dir="ltr">{mine}</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">'
            f'{escape(said)}<br></div><blockquote class="gmail_quote">{theirs}</blockquote></div>'
        )

    def send(self, letter: EmailMessage) -> str:
        """Hand a letter to the server, logged in; returns its Message-ID."""
        return self.send_raw(letter, letter.as_bytes())

    def send_raw(self, letter: EmailMessage, raw: bytes) -> str:
        """As `send`, with other bytes than the letter's own."""
        to = re.sub(r".*<|>.*", "", str(letter["To"]))
        with smtplib.SMTP("localhost", self.servers.submission, timeout=20) as client:
            client.starttls(context=self.tls)
            client.login(self.address, PASSWORD)
            client.sendmail(self.address, [to], raw)
        return str(letter["Message-ID"])
