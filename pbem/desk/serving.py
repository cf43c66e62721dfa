"""`pbem mail serve`: an SMTP or LMTP listener, the clock and the outbox in one process.

The listener says 250 only after the mail is written, synced and renamed into the spool (fault 49); what it says then is
all a sender's server needs to know. Mails are processed by the main thread, one after the other.
"""

from __future__ import annotations

import logging
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.core.errors import Busy, PbemError, Refused
from pbem.desk.logs import DETAILS, keep_details

if TYPE_CHECKING:
    from pbem.desk.desk import Desk
    from pbem.store.settings import ListenSettings

log = logging.getLogger("pbem.serve")
MOST_RECIPIENTS = 20
IDLE = 120
LOOK = 1.0
"""Seconds between two looks into the spool, for mails that `pbem mail receive` stored."""


class Spooler:
    """What the listener does with a mail: store it, or say that it could not be stored."""

    def __init__(self, folder: Path, arrived: Callable[[], None], lmtp: bool) -> None:
        self.folder = folder
        self.arrived = arrived
        self.lmtp = lmtp

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: list[str]) -> str:
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return "452 4.5.3 too many recipients"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 ok"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        import asyncio

        try:
            await asyncio.to_thread(self._store, envelope)
        except OSError as error:
            log.error("a mail could not be stored: %s", error.strerror)
            answer = "451 4.3.0 cannot store the mail now"
        else:
            self.arrived()
            answer = "250 2.0.0 stored"
        # LMTP wants one answer for each recipient; the library gives one for all.
        return "\r\n".join([answer] * len(envelope.rcpt_tos)) if self.lmtp else answer

    def _store(self, envelope: Any) -> None:
        from pbem.store.spool import store

        sender = str(envelope.mail_from or "")
        lines = [f"Return-Path: <{_line(sender)}>"]
        lines += [f"Delivered-To: {_line(str(address))}" for address in envelope.rcpt_tos]
        content = envelope.content if isinstance(envelope.content, bytes) else str(envelope.content).encode()
        store(self.folder, "".join(f"{line}\r\n" for line in lines).encode("utf-8", "replace") + content)


def _line(text: str) -> str:
    return "".join(char for char in text if char.isprintable() and char not in "<> ")[:300]


@contextmanager
def listener(settings: ListenSettings, folder: Path, size: int, arrived: Callable[[], None]) -> Iterator[Any]:
    """The listener in a thread of its own; its `port` says where, when 0 was asked for."""
    try:
        from aiosmtpd.controller import Controller, UnixSocketController
        from aiosmtpd.lmtp import LMTP
        from aiosmtpd.smtp import SMTP
    except ImportError:
        raise Refused("The listener needs the extra `receive`: pip install 'pbem[receive]'.") from None

    lmtp = settings.protocol == "lmtp"
    handler = Spooler(folder, arrived, lmtp)
    kind = LMTP if lmtp else SMTP

    def protocol() -> Any:
        return kind(handler, data_size_limit=size, timeout=IDLE, ident="pbem", hostname="pbem")

    if settings.socket:

        class OnSocket(UnixSocketController):
            def factory(self) -> Any:
                return protocol()

            def _trigger_server(self) -> Any:
                # The mail server is another user and drops its groups: the socket is as open as a port would be.
                Path(settings.socket or "").chmod(0o666)
                trigger: Any = super()._trigger_server
                return trigger()

        controller: Any = OnSocket(handler, settings.socket)
    else:

        class OnPort(Controller):
            def factory(self) -> Any:
                return protocol()

            def _trigger_server(self) -> Any:
                # The library connects once to see that the server lives; port 0 would be no address for that.
                sockets = getattr(self.server, "sockets", ())
                if sockets:
                    self.port = sockets[0].getsockname()[1]
                trigger: Any = super()._trigger_server
                return trigger()

        controller = OnPort(handler, hostname=settings.host, port=settings.port)
    controller.start()
    try:
        yield controller
    finally:
        controller.stop()


def serve(desk: Desk, *, stop: threading.Event | None = None, ready: Callable[[Any], None] | None = None) -> int:
    """Listen, process, send and keep the clock until told to stop. A second server of the same home is refused."""
    from pbem.store.locks import Lock
    from pbem.store.spool import make_box

    settings = desk.home.settings
    make_box(desk.home.mail / "in")
    ending = stop or threading.Event()
    if stop is None:
        _on_signals(ending)
    wake = threading.Event()
    size = settings.limits.mail_bytes
    with (
        Lock(desk.home.mail / "serve.lock", "The server of this home", wait=0),
        listener(settings.listen, desk.home.mail / "in", size, wake.set) as controller,
    ):
        if ready is not None:
            ready(controller)
        _loop(desk, ending, wake, settings.listen.every)
    return 0


def _on_signals(ending: threading.Event) -> None:
    """SIGTERM and SIGINT end the loop after the mail in hand (fault 213)."""

    def end(number: int, frame: object) -> None:
        ending.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, end)


def _loop(desk: Desk, ending: threading.Event, wake: threading.Event, every: float) -> None:
    from pbem.desk.post import process_spool
    from pbem.store.spool import names

    next_round = 0.0
    while not ending.is_set():
        wake.wait(LOOK)
        wake.clear()
        if names(desk.home.mail / "in"):
            _guarded(desk, "processing mail", lambda: process_spool(desk))
        if time.monotonic() >= next_round:
            next_round = time.monotonic() + every
            _round(desk)


def _round(desk: Desk) -> None:
    """What cron does otherwise: clock, mails that a crash left uncomposed, outbox."""
    from pbem.desk.clockwork import tick
    from pbem.desk.daily import daily
    from pbem.desk.sending import compose_left, send_all

    _guarded(desk, "the clock", lambda: tick(desk))
    _guarded(desk, "the daily mails", lambda: daily(desk))
    _guarded(desk, "composing", lambda: compose_left(desk))
    _guarded(desk, "sending", lambda: send_all(desk, quiet=True))


def _guarded(desk: Desk, what: str, work: Callable[[], object]) -> None:
    """Nothing that goes wrong in one round ends the server."""
    try:
        work()
    except Busy:
        pass
    except PbemError as error:
        log.warning("%s: %s", what, error.message)
    except Exception as error:
        keep_details(desk.home.root / DETAILS, error)
        log.error("%s failed (%s); see %s", what, type(error).__name__, DETAILS)
