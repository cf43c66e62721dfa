"""Hand mails to a server: by SMTP with one connection for a batch, or through a `sendmail` program.

A mail has one recipient, so there are three results: sent, later (4xx, dropped connection), refused (5xx). A problem of
the server itself (no connection, no TLS, wrong password) is a `Trouble`: the batch stops, every mail stays where it is,
and nothing is sent unencrypted because of it. The caller is told after each mail and marks it on disk before the next
one starts (fault 24).
"""

from __future__ import annotations

import re
import socket
import ssl
from collections.abc import Callable, Iterable
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from pbem.core.errors import Fault
from pbem.core.words import Text
from pbem.mail.letter import Stored

if TYPE_CHECKING:
    import ssl

    import aiosmtplib

    from pbem.mail.handover.halt import Halt

Status = Literal["sent", "later", "refused"]
TroubleKind = Literal[
    "connect", "name", "timeout", "greeting", "tls", "certificate", "password", "login", "sender", "drop", "slow",
    "program", "disk", "stopped",
]  # fmt: skip
ANSWER_LIMIT = 8_192
RECONNECTS = 3


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one mail, with the server's own words."""

    status: Status
    code: int = 0
    words: str = ""

    @property
    def text(self) -> str:
        return (
            self.words
            if self.code <= 0
            else Fault("{code} {words}", code=self.code, words=self.words)
            if self.words
            else str(self.code)
        )


class Trouble:
    """Why the batch could not go on: a key with its values, or a text that somebody else made of them."""

    __slots__ = ("kind", "message")

    def __init__(self, kind: TroubleKind, what: str, /, **values: object) -> None:
        self.kind = kind
        self.message: str = what if isinstance(what, Text) else Fault(what, **values)


@dataclass(frozen=True, slots=True)
class Server:
    """Where and how to hand over by SMTP."""

    host: str
    port: int = 587
    tls: Literal["starttls", "tls", "none"] = "starttls"
    verify: bool = True
    ca_file: str | None = None
    user: str | None = None
    password: str | None = None
    timeout: float = 60
    rate: int = 0

    def __repr__(self) -> str:
        # The password must not show in a traceback or log (fault 262).
        return f"Server({self.host}:{self.port}, {self.tls}, user={'yes' if self.user else 'no'})"


Done = Callable[[str, Outcome], None]
STOPPED = Trouble("stopped", "told to stop; the rest is handed over at the next start")


def send_batch(
    server: Server, mails: Iterable[tuple[str, Stored]], done: Done, halt: Halt | None = None
) -> Trouble | None:
    """Send mails in order over one connection."""
    import asyncio

    try:
        return asyncio.run(deliver(server, mails, done, halt))
    except asyncio.CancelledError:
        return STOPPED


async def deliver(
    server: Server, mails: Iterable[tuple[str, Stored]], done: Done, halt: Halt | None = None
) -> Trouble | None:
    """Do as `send_batch`, inside a running loop."""
    import asyncio

    batch = _Batch(server, done)
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task is not None
    with halt.during(lambda: loop.call_soon_threadsafe(task.cancel)) if halt is not None else nullcontext():
        try:
            for name, mail in mails:
                trouble = await batch.one(name, mail)
                if trouble is not None:
                    return trouble
            return None
        except asyncio.CancelledError:
            batch.drop()
            raise
        finally:
            await batch.close()


class _Batch:
    def __init__(self, server: Server, done: Done) -> None:
        self.server = server
        self.done = done
        self.client: aiosmtplib.SMTP | None = None
        self.drops = 0
        self.waiting: set[str] = set()
        """Recipients whose mails wait in this batch, so that no later mail overtakes an earlier one (fault 18)."""
        self.last = 0.0

    async def one(self, name: str, mail: Stored) -> Trouble | None:
        import asyncio

        if mail.recipient in self.waiting:
            return None
        await self._pace()
        try:
            async with asyncio.timeout(self.server.timeout * 5):
                if self.client is None:
                    trouble = await self._connect()
                    if trouble is not None:
                        return trouble
                outcome = await self._send(mail)
        except TimeoutError:
            await self.close()
            return Trouble(
                "timeout",
                "{where} did not answer within {n} seconds",
                where=self._where(),
                n=f"{self.server.timeout * 5:g}",
            )
        if outcome.status == "later":
            self.waiting.add(mail.recipient)
        self.done(name, outcome)
        return await self._after(outcome)

    async def _after(self, outcome: Outcome) -> Trouble | None:
        """Say why the batch must not go on after this mail; None if it may."""
        code, told = outcome.code, {"where": self._where(), "words": outcome.text}
        if outcome.status != "later":
            return None
        if code in (530, 538):
            return Trouble("login", "{where} wants a login ({words}); set smtp.user and its password", **told)
        if code in range(500, 600):
            return Trouble("sender", "{where} does not take mail from our address: {words}", **told)
        if code == 421 or (code == 450 and "4.7." in outcome.words):
            await self.close()
            return Trouble("slow", "{where} asks for less mail at once: {words}", **told)
        if code in range(400, 500):
            return None
        # No answer, or none that can be read: the connection is of no use any more.
        self.drops += 1
        await self.close()
        if self.drops > RECONNECTS:
            return Trouble("drop", "{where} drops the connection again and again: {words}", **told)
        return None

    async def _pace(self) -> None:
        """Wait, so that no more mails a minute go out than the settings allow."""
        if not self.server.rate:
            return
        import asyncio

        clock = asyncio.get_running_loop().time
        if self.last:
            await asyncio.sleep(max(0.0, self.last + 60 / self.server.rate - clock()))
        self.last = clock()

    def _where(self) -> str:
        return Fault("{host} port {port}", host=self.server.host, port=self.server.port)

    # -- the connection --------------------------------------------------------------------------------------------

    async def _connect(self) -> Trouble | None:
        import aiosmtplib

        server = self.server
        client = aiosmtplib.SMTP(
            hostname=server.host, port=server.port, use_tls=server.tls == "tls", start_tls=False,
            tls_context=None if server.tls == "none" else tls_context(server.verify, server.ca_file),
            timeout=server.timeout, local_hostname="localhost",
        )  # fmt: skip
        where = self._where()
        try:
            await client.connect()
            if server.tls == "starttls":
                # Where TLS is required, nothing goes out without it (fault 15).
                await client.ehlo()
                if not client.supports_extension("starttls"):
                    client.close()
                    return Trouble("tls", "{where} offers no STARTTLS; nothing was sent in clear", where=where)
                await client.starttls()
            if server.user is not None:
                await client.login(server.user, server.password or "")
        except (aiosmtplib.SMTPException, OSError, TimeoutError) as error:
            client.close()
            return self._no_connection(error)
        self.client = client
        return None

    def _no_connection(self, error: Exception) -> Trouble:
        """Say why the server cannot be used; it was asked nothing yet."""
        import aiosmtplib

        where = self._where()
        if isinstance(error, ssl.SSLCertVerificationError):
            told = {"where": where, "why": cut(str(error.verify_message))}
            return Trouble("certificate", "the certificate of {where} is not good: {why}; nothing was sent", **told)
        if isinstance(error, aiosmtplib.SMTPAuthenticationError | aiosmtplib.SMTPConnectResponseError):
            said = {"where": where, "code": error.code, "words": cut(error.message)}
            if isinstance(error, aiosmtplib.SMTPAuthenticationError):
                return Trouble("password", "{where} refused user name or password: {code} {words}", **said)
            return Trouble("greeting", "{where} does not take mail now: {code} {words}", **said)
        if isinstance(error, TimeoutError):
            return self._too_late(self.server.timeout)
        reason = cut(str(error))
        if isinstance(error, aiosmtplib.SMTPNotSupported):
            return Trouble("login", "{where}: {reason}", where=where, reason=reason)
        causes: list[BaseException | None] = [error, error.__cause__, error.__context__]
        if any(isinstance(cause, socket.gaierror) for cause in causes):
            return Trouble("name", "the name {host} cannot be resolved: {reason}", host=self.server.host, reason=reason)
        if any(isinstance(cause, ssl.SSLError) for cause in causes):
            return Trouble("tls", "{where}: no secure connection could be made: {reason}", where=where, reason=reason)
        return Trouble("connect", "no connection to {where}: {reason}", where=where, reason=reason)

    def _too_late(self, seconds: float) -> Trouble:
        told = {"where": self._where(), "n": f"{seconds:g}"}
        return Trouble("timeout", "{where} did not answer within {n} seconds", **told)

    def drop(self) -> None:
        """Close the connection without QUIT."""
        client, self.client = self.client, None
        if client is not None:
            client.close()

    async def close(self) -> None:
        import asyncio

        import aiosmtplib

        client, self.client = self.client, None
        if client is None:
            return
        try:
            async with asyncio.timeout(5):
                await client.quit()
        except (aiosmtplib.SMTPException, OSError, TimeoutError, RuntimeError):
            client.close()

    # -- one mail --------------------------------------------------------------------------------------------------

    async def _send(self, mail: Stored) -> Outcome:
        import aiosmtplib

        client = self.client
        assert client is not None
        try:
            sender, recipient = carried(mail.envelope), carried(mail.recipient)
        except UnicodeError:
            return Outcome(
                "refused", 0, Fault("{address} is no address that can be mailed to", address=cut(mail.recipient))
            )
        wide = not (sender.isascii() and recipient.isascii())
        try:
            if wide and not client.supports_extension("smtputf8"):
                return Outcome(
                    "refused", 553, Fault("the server takes no addresses with letters outside ASCII (no SMTPUTF8)")
                )
            options = ["SMTPUTF8", "BODY=8BITMIME"] if wide else []
            if PLAIN.fullmatch(sender) and PLAIN.fullmatch(recipient):
                return Outcome("sent", 250, cut(await hand_over(client, sender, recipient, mail.content)))
            errors, answer = await client.sendmail(sender, [recipient], mail.content, mail_options=options)
        except aiosmtplib.SMTPRecipientsRefused as error:
            first = error.recipients[0]
            return judged(first.code, first.message)
        except aiosmtplib.SMTPSenderRefused as error:
            # Refused before the recipient was named: the address is not to blame, unless the mail is too big.
            return Outcome("refused" if error.code == 552 else "later", error.code, cut(error.message))
        except aiosmtplib.SMTPResponseException as error:
            return judged(error.code, error.message)
        except TimeoutError:
            return Outcome("later", 0, Fault("no answer within {n} seconds", n=f"{self.server.timeout:g}"))
        except (aiosmtplib.SMTPException, OSError, ValueError) as error:
            return Outcome("later", 0, cut(str(error)) or type(error).__name__)
        if errors:  # "sent, with errors" is no success (fault 12)
            code, words = next(iter(errors.values()))
            return judged(code, words)
        return Outcome("sent", 250, cut(answer))


PLAIN = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]+@[A-Za-z0-9.-]+")
"""Addresses that may stand in an SMTP command as they are; others go through the parser of the library."""


async def hand_over(client: aiosmtplib.SMTP, sender: str, recipient: str, content: bytes) -> str:
    """Send one mail to one recipient on an open connection and return the server's reply. Raise as the library does.

    `sendmail` of the library parses both addresses twice for every mail; here they are known to be plain.
    """
    import aiosmtplib

    if client.is_ehlo_or_helo_needed:
        await client.ehlo()
    size = [b"size=%d" % len(content)] if client.supports_extension("size") else []
    try:
        said = await client.execute_command(b"MAIL", b"FROM:<" + sender.encode() + b">", *size)
        if said.code != 250:
            raise aiosmtplib.SMTPSenderRefused(said.code, said.message, sender)
        said = await client.execute_command(b"RCPT", b"TO:<" + recipient.encode() + b">")
        if said.code not in (250, 251):
            refused = aiosmtplib.SMTPRecipientRefused(said.code, said.message, recipient)
            raise aiosmtplib.SMTPRecipientsRefused([refused])
        return (await client.data(content)).message
    except (aiosmtplib.SMTPResponseException, aiosmtplib.SMTPRecipientsRefused):
        # As the library does, so that the next mail begins with a clean envelope.
        with suppress(aiosmtplib.SMTPException, OSError):
            await client.rset()
        raise


def judged(code: int, words: str) -> Outcome:
    """Turn a reply code into a result: 5xx is refused, 4xx and everything without an answer is for later.

    530 and 538 mean that we did not log in: the mail is all right, the settings are not (fault 17).
    """
    good_mail = code in (530, 538) or not 500 <= code <= 599
    return Outcome("later" if good_mail else "refused", code, cut(words))


def carried(address: str) -> str:
    """Write an address as SMTP carries it, with the domain in ASCII."""
    local, at, domain = address.rpartition("@")
    return address if not at or domain.isascii() else f"{local}@{domain.encode('idna').decode('ascii')}"


def cut(words: str) -> str:
    """Shorten what a server said to one line (fault 20)."""
    line = " ".join(words[:ANSWER_LIMIT].encode("utf-8", "replace").decode("utf-8").split())
    return "".join(char if char.isprintable() else "?" for char in line)[:300]


_contexts: dict[tuple[bool, str | None], ssl.SSLContext] = {}


def tls_context(verify: bool, ca_file: str | None) -> ssl.SSLContext:
    """Make the TLS settings. The certificate is checked, unless the owner switched that off."""
    key = (verify, ca_file)
    if key not in _contexts:
        context = ssl.create_default_context(cafile=ca_file)
        if not verify:
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
        _contexts[key] = context
    return _contexts[key]
