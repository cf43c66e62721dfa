"""One lock per game: a kernel lock on a file that is never deleted.

The lock dies with its process, so there is no stale lock to take over: a file left behind by a dead process is simply
free (fault 256). The holder writes its process number and command inside, for the message to whoever waits in vain.
"""

from __future__ import annotations

import fcntl
import os
import stat
import sys
import time
from contextlib import suppress
from pathlib import Path, PurePath
from types import TracebackType

from pbem.core.errors import Busy, Fault, GameFileProblem, unchanged
from pbem.core.words import Say, Verbatim, as_said
from pbem.medium import disk
from pbem.store.disk import disk_problem, temporary

WAIT = 10.0
SIGNATURE = 79
_OPEN = os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_PAUSE_FIRST, _PAUSE_MOST = 0.004, 0.1


class Lock:
    """An exclusive lock on a file, held inside a `with` block.

    `cleans`: targets that only the holder writes; temporary files of dead writers beside them are removed.
    """

    def __init__(self, path: Path, what: str, *, wait: float = WAIT, cleans: tuple[Path, ...] = ()) -> None:
        self.path = path
        self.what = what
        self.wait = wait
        self.cleans = cleans
        self.fd = -1

    def __enter__(self) -> Lock:
        self.fd = self._open()
        try:
            self._take()
            for target in self.cleans:
                with suppress(OSError):
                    disk.unlink(temporary(target))
        except BaseException:
            self._close()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._close()

    def _open(self) -> int:
        try:
            fd = disk.open(self.path, _OPEN | os.O_CREAT, 0o600)
        except OSError as error:
            raise disk_problem(error, self.path, "opened") from error
        if not stat.S_ISREG(disk.fstat(fd).st_mode):
            disk.close(fd)
            raise GameFileProblem(Fault("{path}: it is not a plain file; it was not used as a lock.", path=self.path))
        return fd

    def _take(self) -> None:
        until = time.monotonic() + self.wait
        pause = _PAUSE_FIRST
        while True:
            try:
                disk.flock(self.fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                left = until - time.monotonic()
                if left <= 0:
                    told = {"what": as_said(self.what), "who": self._holder(), "n": Verbatim(f"{self.wait:g}")}
                    raise Busy(unchanged(Say("{what} is in use by {who}; gave up after {n} s.", **told))) from None
                time.sleep(min(pause, left))
                pause = min(pause * 2, _PAUSE_MOST)
            except OSError as error:
                raise disk_problem(error, self.path, "locked") from error
            else:
                self._sign()
                return

    def _sign(self) -> None:
        # Only for messages: a full disk must not keep anybody from the game.
        with suppress(OSError):
            disk.pwrite(self.fd, f"{os.getpid()} {command()}".ljust(SIGNATURE).encode() + b"\n", 0)

    def _holder(self) -> str:
        try:
            text = disk.pread(self.fd, 200, 0).decode("ascii", "replace").strip()
        except OSError:
            text = ""
        number, _, name = text.partition(" ")
        if not number.isdecimal():
            return Say("another process")
        named = Verbatim(name) if name else Say("unknown")
        return Say("process {n} ({name})", n=Verbatim(number), name=named)

    def _close(self) -> None:
        if self.fd >= 0:
            disk.close(self.fd)
            self.fd = -1


def command() -> str:
    """Say what this process is, without its arguments: those may hold somebody's move."""
    name = PurePath(sys.argv[0]).name if sys.argv and sys.argv[0] else "python"
    verb = sys.argv[1] if len(sys.argv) > 1 and sys.argv[1].isascii() and sys.argv[1].isalpha() else ""
    return ascii(f"{name} {verb}".strip())[1:-1][:60]
