"""Composed mails at rest: `mail/out/new` until they are handed over, then `mail/out/cur`; each is named by its id.

A mail is composed when it is durable and readable; until then whoever owes it owes it still. Its bytes are synced
before they get their name, so a name never stands for an empty file. The name itself is synced before the mail is
forgotten by its game (`settled`), or at once where nobody owes it (`put`).
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from pbem.medium import disk, is_folder, lexists, make_folders
from pbem.store.disk import READ, make_folder, sync_folder, write_all
from pbem.store.home import Home

BOXES = ("new", "cur")
_CREATE = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_TMP = "tmp"
_LARGEST = 1 << 26


# -- writing --------------------------------------------------------------------------------------------------------


def put(home: Home, mail_id: str, raw: bytes) -> Path:
    """Lay a mail that no game owes into `mail/out/new`, whole and for good, or not at all."""
    put_owed(home, [(mail_id, raw)])
    folder = home.mail / "out" / "new"
    sync_folder(folder)
    return folder / f"{mail_id}.eml"


def put_owed(home: Home, mails: Iterable[tuple[str, bytes]]) -> None:
    """Lay mails into `mail/out/new` in their order. Their bytes are safe; their names are by the time of `settled`.

    All are written before the first is synced: a disk takes them together.
    """
    staged: list[tuple[int, str, str]] = []
    try:
        for mail_id, raw in dict(mails).items():  # of two with one id the later counts
            staged.append(_stage(home, mail_id, raw))
        for fd, new, target in staged:
            disk.fsync(fd)
            disk.rename(new, target)
    finally:
        for fd, new, _ in staged:
            disk.close(fd)
            with suppress(OSError):
                disk.unlink(new)


def _stage(home: Home, mail_id: str, raw: bytes) -> tuple[int, str, str]:
    out = f"{home.mail}/out"
    new, target = f"{out}/{_TMP}/{mail_id}.{os.getpid()}", f"{out}/new/{mail_id}.eml"
    try:
        fd = disk.open(new, _CREATE, 0o600)
    except FileNotFoundError:
        _make_folders(home)
        fd = disk.open(new, _CREATE, 0o600)
    try:
        write_all(fd, raw)
        # The file system's own stamps are coarse; mails of one moment keep their order by this one.
        made = time.time_ns()
        disk.utime(fd, (made, made))
    except BaseException:
        disk.close(fd)
        with suppress(OSError):
            disk.unlink(new)
        raise
    return fd, new, target


def _make_folders(home: Home) -> None:
    folder = home.mail / "out"
    for place in (home.mail, folder, folder / "tmp", folder / "new", folder / "cur"):
        if not is_folder(place):
            make_folder(place)


def skip(home: Home, mail_id: str, game: str) -> None:
    """Note that nobody wants this mail: a file beside those handed over says that it is done with, and of which game it
    was."""
    folder = home.mail / "out" / "skipped"
    make_folders(folder, 0o700)
    fd = disk.open(folder / mail_id, _CREATE, 0o600)
    try:
        disk.write(fd, game.encode())
    finally:
        disk.close(fd)


# -- looking --------------------------------------------------------------------------------------------------------


def is_skipped(home: Home, mail_id: str) -> bool:
    """Tell whether a mail was found not worth sending."""
    return lexists(f"{home.mail}/out/skipped/{mail_id}")


def is_composed(home: Home, mail_id: str) -> bool:
    """Tell whether a mail need not be made any more: it waits and is readable, was handed over, refused or skipped."""
    return _place(home, mail_id) is not None


def _place(home: Home, mail_id: str) -> str | None:
    """Find the folder of `mail` that says that a mail is done."""
    mail, name = str(home.mail), f"{mail_id}.eml"
    if is_readable(f"{mail}/out/new/{name}"):
        return "out/new"
    # A refused mail lies among the held ones: made again, it would only be refused again.
    for folder, known in (("out/cur", name), ("out/skipped", mail_id), ("held/new", name)):
        if lexists(f"{mail}/{folder}/{known}"):
            return folder
    return None


def is_readable(path: str | Path) -> bool:
    """Tell whether a composed mail is there with all its bytes, not only by name."""
    try:
        fd = disk.open(path, READ)
    except OSError:
        return False
    with disk.reader(fd) as file:
        if not stat.S_ISREG(disk.fstat(fd).st_mode):
            return False
        try:
            raw = file.read(_LARGEST)
        except OSError:
            return False
    return raw.startswith(b"Return-Path: <") and raw.endswith(b"\n") and not is_torn(raw)


def is_torn(raw: bytes) -> bool:
    """Tell whether these bytes are what a power cut leaves of a file that was not synced: nothing, or zeros."""
    return not raw or b"\0" in raw


def settled(home: Home, mail_ids: Iterable[str]) -> set[str]:
    """Find which of these mails are composed for good: a game may forget that it owed them.

    The folders in which they wait or were handed over are synced first. Where that fails none of them is settled, and
    all stay owed. What was skipped is not missed, and what was refused was made safe when it was put aside.
    """
    places = {mail_id: place for mail_id in mail_ids if (place := _place(home, mail_id)) is not None}
    try:
        for folder in sorted(set(places.values())):
            if folder in ("out/new", "out/cur"):
                sync_folder(home.mail / folder)
    except OSError:
        return set()
    return set(places)


def settle_all(home: Home) -> bool:
    """Have every name in the outbox on disk for good; tell whether that could be done."""
    try:
        for box in BOXES:
            sync_folder(home.mail / "out" / box)
    except OSError:
        return False
    return True
