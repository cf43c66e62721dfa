"""The courier: the thread of `serve` that hands mails over.

A server that hangs keeps only the courier waiting: mail is taken, processed and answered meanwhile, and told to stop it
drops the connection. What was not marked as sent goes out again at the next start, with the same bytes (fault 7).
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from typing import TYPE_CHECKING

from pbem.core.errors import Fault, PbemError
from pbem.desk.desk import Desk as Own
from pbem.desk.sending.dispatch import send_all, send_from_memory
from pbem.desk.upkeep.logs import DETAILS, keep_details
from pbem.desk.upkeep.trouble import trouble
from pbem.mail.handover.halt import Halt
from pbem.store.home import Home

if TYPE_CHECKING:
    from pbem.desk.interface import Desk

log = logging.getLogger("pbem.send")
NAME = "pbem-courier"
GRACE = 5.0
"""Seconds that the courier has to drop what it does; a resolver that hangs cannot be interrupted."""


class Courier:
    """One thread with a desk of its own; `serve` wakes it when there may be something to hand over."""

    def __init__(self, desk: Desk) -> None:
        home = Home(desk.home.root, desk.home.environ)
        home.wait = desk.home.wait
        self.desk = Own(home, desk.now)
        self.halt = Halt()
        self._wake = threading.Event()
        self._at_once: deque[bytes] = deque()
        self._thread = threading.Thread(target=self._run, name=NAME, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def wake(self) -> None:
        self._wake.set()

    def at_once(self, raw: bytes) -> None:
        """Hand a mail over from memory, because the disk takes nothing."""
        self._at_once.append(raw)
        self.wake()

    def stop(self, grace: float = GRACE) -> bool:
        """Drop what is under way; tell whether the thread has ended."""
        self.halt.now()
        self.wake()
        self._thread.join(grace)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while not self.halt.told:
            self._wake.wait()
            self._wake.clear()
            if not self.halt.told:
                self._round()

    def _round(self) -> None:
        """Send what is due; nothing that goes wrong here ends the thread."""
        try:
            while self._at_once:
                send_from_memory(self.desk, self._at_once.popleft(), self.halt)
            send_all(self.desk, quiet=True, halt=self.halt)
        except PbemError as error:
            log.warning("sending: %s", error.message)
        except Exception as error:
            why = trouble(error)
            if why is None:
                keep_details(self.desk.home.root / DETAILS, error)
                why = Fault("{kind}; see {file}", kind=type(error).__name__, file=DETAILS)
            log.error("sending failed: %s", why)
