"""`pbem mail serve`: an SMTP or LMTP listener, the clock and the outbox in one process.

The listener says 250 only after the mail is written, synced and renamed into the spool (fault 49); what it says then is
all a sender's server needs to know. Mails are processed by the main thread, one after the other; a third thread hands
ours over, so that a server which hangs neither keeps mail from being processed nor us from stopping.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.core.errors import Busy, Fault, PbemError, Refused
from pbem.core.words import Say, as_said
from pbem.desk.post.spool_run import process_spool
from pbem.desk.receiving.intake import taking_all
from pbem.desk.receiving.proof import REFUSAL, admitted
from pbem.desk.sending.courier import NAME as COURIER
from pbem.desk.sending.courier import Courier
from pbem.desk.sending.dispatch import compose_left
from pbem.desk.site.builder import refresh
from pbem.desk.upkeep.clockwork import tick
from pbem.desk.upkeep.daily_round import daily
from pbem.desk.upkeep.housekeeping import keep_within_limits
from pbem.desk.upkeep.inspection import inspect_journals
from pbem.desk.upkeep.logs import DETAILS, keep_details
from pbem.desk.upkeep.trouble import FIRST_PAUSE, LONGEST_PAUSE, PATIENCE, tell_past_the_disk, trouble
from pbem.medium import disk
from pbem.store.locks import Lock
from pbem.store.spool import make_box, names, store

if TYPE_CHECKING:
    from pbem.desk.interface import Desk
    from pbem.store.settings import ListenSettings

log = logging.getLogger("pbem.serve")
MOST_RECIPIENTS = 20
IDLE = 120
LOOK = 1.0
"""Seconds between two looks into the spool, for mails that `pbem mail receive` stored."""
LOCK_WAIT = 3.0
"""Seconds that the server waits for a lock: mails wait by themselves, and a stop must not."""


class Spooler:
    """What the listener does with a mail: store it, or say that it could not be stored."""

    def __init__(
        self, folder: Path, arrived: Callable[[], None], lmtp: bool, admits: Callable[[bytes], bool] | None = None
    ) -> None:
        self.folder = folder
        self.arrived = arrived
        self.lmtp = lmtp
        self.admits = admits
        """Whether a mail may come in; asked before it is stored."""

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: list[str]) -> str:
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return "452 4.5.3 too many recipients"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 ok"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        import asyncio

        try:
            taken = await asyncio.to_thread(self._store, envelope)
        except OSError as error:
            log.error("a mail could not be stored: %s", error.strerror)
            answer = "451 4.3.0 cannot store the mail now"
        else:
            self.arrived()
            answer = "250 2.0.0 stored" if taken else f"452 4.3.1 {REFUSAL}"
        # LMTP wants one answer for each recipient; the library gives one for all.
        return "\r\n".join([answer] * len(envelope.rcpt_tos)) if self.lmtp else answer

    def _store(self, envelope: Any) -> bool:
        """Store a mail, unless it may not come in now."""
        sender = str(envelope.mail_from or "")
        lines = [f"Return-Path: <{_line(sender)}>"]
        lines += [f"Delivered-To: {_line(str(address))}" for address in envelope.rcpt_tos]
        content = envelope.content if isinstance(envelope.content, bytes) else str(envelope.content).encode()
        raw = "".join(f"{line}\r\n" for line in lines).encode("utf-8", "replace") + content
        if self.admits is not None and not self.admits(raw):
            log.warning("a mail was refused for now: %s", REFUSAL)
            return False
        store(self.folder, raw)
        return True


def _line(text: str) -> str:
    return "".join(char for char in text if char.isprintable() and char not in "<> ")[:300]


def on_socket(base: Any, protocol: Callable[[], Any], path: str) -> Any:
    """Make a controller of the library at a socket in the file system."""

    class OnSocket(base):  # type: ignore[misc]
        def factory(self) -> Any:
            return protocol()

        def _trigger_server(self) -> Any:
            # The mail server is another user and drops its groups: the socket is as open as a port would be.
            disk.chmod(Path(path), 0o666)
            return super()._trigger_server()

    return OnSocket(None, path)


def on_port(base: Any, protocol: Callable[[], Any], host: str, port: int) -> Any:
    """Make a controller of the library at a port; 0 takes a free one."""

    class OnPort(base):  # type: ignore[misc]
        def factory(self) -> Any:
            return protocol()

        def _trigger_server(self) -> Any:
            # The library connects once to see that the server lives; port 0 would be no address for that.
            sockets = getattr(self.server, "sockets", ())
            if sockets:
                self.port = sockets[0].getsockname()[1]
            return super()._trigger_server()

    return OnPort(None, hostname=host, port=port)


@contextmanager
def listener(
    settings: ListenSettings,
    folder: Path,
    size: int,
    arrived: Callable[[], None],
    admits: Callable[[bytes], bool] | None = None,
) -> Iterator[Any]:
    """Run the listener in a thread of its own; its `port` says where, when 0 was asked for."""
    try:
        from aiosmtpd.controller import Controller, UnixSocketController
        from aiosmtpd.lmtp import LMTP
        from aiosmtpd.smtp import SMTP
    except ImportError:
        raise Refused(Fault("The listener needs the extra `receive`: pip install 'pbem[receive]'.")) from None

    lmtp = settings.protocol == "lmtp"
    handler = Spooler(folder, arrived, lmtp, admits)
    # A mail that is too large must be seen to be, and no more of it is needed.
    kind = taking_all(LMTP if lmtp else SMTP, size + 1)

    def protocol() -> Any:
        return kind(handler, data_size_limit=None, timeout=IDLE, ident="pbem", hostname="pbem")

    if settings.socket:
        controller = on_socket(UnixSocketController, protocol, settings.socket)
    else:
        controller = on_port(Controller, protocol, settings.host, settings.port)
    controller.start()
    try:
        yield controller
    finally:
        controller.stop()


def serve(desk: Desk, *, stop: threading.Event | None = None, ready: Callable[[Any], None] | None = None) -> int:
    """Listen, process, send and keep the clock until told to stop. A second server of the same home is refused."""
    settings = desk.home.settings
    make_box(desk.home.mail / "in")
    ending = stop or threading.Event()
    if stop is None:
        _on_signals(ending)
    desk.home.wait = min(desk.home.wait, LOCK_WAIT)
    wake = threading.Event()
    size = settings.limits.mail_bytes
    with (
        Lock(desk.home.mail / "serve.lock", Say("The server of this home"), wait=0),
        listener(settings.listen, desk.home.mail / "in", size, wake.set, lambda raw: admitted(desk, raw)) as controller,
        sending_beside(desk) as courier,
    ):
        if ready is not None:
            ready(controller)
        _loop(desk, ending, wake, settings.listen.every, courier)
    return 0


@contextmanager
def sending_beside(desk: Desk) -> Iterator[Courier]:
    """Hand mails over by a thread of its own: no server that hangs is waited for here."""
    courier = Courier(desk)
    courier.start()
    try:
        yield courier
    finally:
        if not courier.stop():
            log.warning("a mail server or name server hangs; what it was handed is sent again at the next start")


def leave(code: int) -> int:
    """Return the exit code; if a thread hangs where nothing can interrupt it, the process ends here and now."""
    if any(thread.name == COURIER for thread in threading.enumerate()):
        logging.shutdown()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    return code


def _on_signals(ending: threading.Event) -> None:
    """Let SIGTERM and SIGINT end the loop after the mail in hand (fault 213)."""

    def end(number: int, frame: object) -> None:
        ending.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, end)


class Attempts:
    """When the spool is looked into: at once if something came, less and less often while nothing can be processed."""

    def __init__(self, desk: Desk, courier: Courier) -> None:
        self.desk = desk
        self.courier = courier
        self.left: set[str] = set()
        """Mails that wait for their time."""
        self.next = 0.0
        self.failed = 0
        self.since = 0.0
        self.told = False

    def due(self, names: list[str]) -> bool:
        come = bool(set(names) - self.left) and not self.failed
        return bool(names) and (come or time.monotonic() >= self.next)

    def worked(self, names: list[str]) -> None:
        self.left, self.failed, self.told = set(names), 0, False
        self.next = time.monotonic() + FIRST_PAUSE.total_seconds()

    def in_vain(self, why: str) -> None:
        """Count that nothing at all could be processed: the disk, the register or a setting. After an hour tell the
        operator, past the disk if need be."""
        now = time.monotonic()
        self.since = self.since if self.failed else now
        self.next = now + min(2.0 ** min(self.failed, 10), LONGEST_PAUSE.total_seconds())
        self.failed += 1
        if now - self.since >= PATIENCE.total_seconds() and not self.told:
            self.told = True
            text = Say(
                "For an hour no mail could be processed: {why}\n\nNothing is lost: mail waits in mail/in.",
                why=as_said(why),
            )
            tell_past_the_disk(self.desk, Say("No mail can be processed"), text, self.courier.at_once)


def _loop(desk: Desk, ending: threading.Event, wake: threading.Event, every: float, courier: Courier) -> None:
    spool = desk.home.mail / "in"
    attempts = Attempts(desk, courier)
    next_round = 0.0
    while not ending.is_set():
        wake.wait(LOOK)
        wake.clear()
        if attempts.due(names(spool)):
            why = _guarded(desk, "processing mail", lambda: process_spool(desk, send=False, stop=ending.is_set))
            courier.wake()
            attempts.worked(names(spool)) if why is None else attempts.in_vain(why)
        if time.monotonic() >= next_round and not ending.is_set():
            next_round = time.monotonic() + every
            _round(desk)
            courier.wake()


def _round(desk: Desk) -> None:
    """Do what cron does otherwise, but for sending: the clock, the daily mails, mails that a crash left uncomposed."""
    _guarded(desk, "the clock", lambda: tick(desk))
    _guarded(desk, "checking journals", lambda: inspect_journals(desk))
    _guarded(desk, "the daily mails", lambda: daily(desk))
    _guarded(desk, "composing", lambda: compose_left(desk))
    _guarded(desk, "clearing away", lambda: keep_within_limits(desk))
    if desk.home.settings.site.folder is not None:
        _guarded(desk, "the site", lambda: refresh(desk))


def _guarded(desk: Desk, what: str, work: Callable[[], object]) -> str | None:
    """Let nothing that goes wrong in one round end the server; say why it went wrong."""
    try:
        work()
    except Busy:
        return None
    except PbemError as error:
        log.warning("%s: %s", what, error.message)
        return error.message
    except Exception as error:
        why = trouble(error)
        if why is None:
            keep_details(desk.home.root / DETAILS, error)
            why = Fault("{kind}; see {file}", kind=type(error).__name__, file=DETAILS)
        log.error("%s failed: %s", what, why)
        return why
    return None
