"""The log: what the settings say. Without them only warnings are told, on stderr, as Python does by itself."""

from __future__ import annotations

import os
import sys
import time
import traceback
from contextlib import suppress
from typing import TYPE_CHECKING

from pbem.core.errors import PbemError
from pbem.medium import disk, lexists

if TYPE_CHECKING:
    from pathlib import Path

    from pbem.store.home import Home

DETAILS = "pbem-errors.log"
"""Where in the home the details of a mistake of the program are kept: no person and no mail server is shown them."""
MOST_DETAILS = 1_000_000
"""Bytes after which that file gets the name of the one before it."""
APPEND = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NONBLOCK | os.O_CLOEXEC
"""Not waiting for whoever might read from a pipe of that name."""
FORM = "%(asctime)s %(name)s %(levelname)s %(message)s"


def start_log(home: Home) -> None:
    """Write a log file if the settings name one. Whatever is wrong with that, the work itself must go on."""
    if "PBEM_LOG_FILE" not in home.environ and not lexists(home.root / "pbem.toml"):
        return
    with suppress(PbemError):  # broken settings are told by whoever needs them
        wanted = home.settings.log
        if wanted.file is None:
            return
        _open(str(home.root / wanted.file), wanted.level.upper())


def _open(path: str, level: str) -> None:
    import logging

    log = logging.getLogger("pbem")
    if any(getattr(handler, "baseFilename", None) == path for handler in log.handlers):
        return
    try:
        disk.close(disk.open(path, APPEND, 0o600))
        handler = logging.FileHandler(path, encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        sys.stderr.write(f"pbem: the log file {path} cannot be written: {error.strerror}\n")
        return

    from pbem.mail.tokens import blotted  # a process that only stores a mail needs no tokens

    class Blotting(logging.Formatter):
        """No token of a mail reaches a log."""

        def format(self, record: logging.LogRecord) -> str:
            return blotted(super().format(record))

    formatter = Blotting(FORM, "%Y-%m-%dT%H:%M:%SZ")
    formatter.converter = time.gmtime
    handler.setFormatter(formatter)
    log.addHandler(handler)
    log.setLevel(level)


def keep_details(path: Path, error: BaseException) -> bool:
    """Append a traceback to a private file, control characters escaped; tell whether that worked (promise 11, fault
    264)."""
    from pbem.mail.tokens import blotted

    story = blotted("".join(traceback.format_exception(error))).encode("unicode_escape").replace(rb"\n", b"\n    ")
    text = time.strftime("%Y-%m-%dT%H:%M:%SZ ", time.gmtime()).encode() + story.rstrip() + b"\n"
    try:
        with suppress(FileNotFoundError):
            if disk.lstat(path).st_size > MOST_DETAILS:
                disk.rename(path, path.with_name(f"{path.name}.1"))
        fd = disk.open(path, APPEND | os.O_NOFOLLOW, 0o600)
    except OSError:
        return False
    try:
        return disk.write(fd, text) == len(text)
    except OSError:
        return False
    finally:
        disk.close(fd)
