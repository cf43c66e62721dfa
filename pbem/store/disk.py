"""Bytes on disk: safe reading, and writing that is whole and durable or has not happened.

A durable replace is: write a temporary file beside the target, fsync it, rename it over the target, fsync the folder.
Those are the only two syncs of a turn. The temporary file of a target has a fixed name, because its writer holds the
target's lock: what a killed process left is overwritten by the next one, and never mistaken for a game.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path

from pbem.core.behind import committed, leave_undone
from pbem.core.errors import Fault, GameFileProblem, Refused, Undone, unchanged
from pbem.core.words import Say, Verbatim, as_said
from pbem.medium import disk, make_folders

READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC

_WORDS = {
    errno.ENOSPC: Say("the disk is full"),
    errno.EDQUOT: Say("the disk quota is used up"),
    errno.EFBIG: Say("the file is larger than the system allows"),
    errno.EROFS: Say("the disk is read-only"),
    errno.EACCES: Say("permission is missing"),
    errno.EPERM: Say("permission is missing"),
    errno.EIO: Say("the disk reports an error"),
    errno.EMFILE: Say("too many files are open"),
    errno.ENFILE: Say("too many files are open"),
    errno.ENOENT: Say("the folder is missing"),
    errno.ENOTDIR: Say("part of the path is not a folder"),
    errno.ELOOP: Say("it is a symbolic link, which is not followed"),
}


class DiskProblem(Refused):
    """The disk did not take a change; what was there before is still there."""

    kind = "disk"


class NotSafe(Undone):
    """A file was replaced, but the disk does not confirm that it will be there after a power cut."""

    def __init__(self, path: Path, error: OSError) -> None:
        told = {"path": Verbatim(str(path)), "why": as_said(reason(error))}
        super().__init__("sync", Say("the system does not confirm that {path} is safe: {why}", **told), error)


def reason(error: OSError) -> str:
    return _WORDS.get(error.errno or 0) or error.strerror or type(error).__name__


_DOING = {
    "written": Say("{path} cannot be written: {why}."),
    "found again": Say("{path} cannot be found again: {why}."),
    "locked": Say("{path} cannot be locked: {why}."),
    "made": Say("{path} cannot be made: {why}."),
    "moved": Say("{path} cannot be moved: {why}."),
    "opened": Say("{path} cannot be opened: {why}."),
    "synced": Say("{path} cannot be synced: {why}."),
    "used": Say("{path} cannot be used: {why}."),
}


def disk_problem(error: OSError, path: Path, doing: str = "written") -> DiskProblem:
    return DiskProblem(unchanged(Say(_DOING[doing], path=Verbatim(str(path)), why=as_said(reason(error)))))


def temporary(path: Path) -> Path:
    """Return the one temporary name that belongs to a target."""
    return path.with_name(f".{path.name}.tmp")


def make_folder(path: Path) -> Path:
    """Make a private folder with its parents; leave an existing one as it is, unless it is a link."""
    try:
        mode = disk.lstat(path).st_mode
    except FileNotFoundError:
        try:
            make_folders(path, 0o700)
        except OSError as error:
            raise disk_problem(error, path, "made") from error
        return path
    except OSError as error:
        raise disk_problem(error, path, "used") from error
    if not stat.S_ISDIR(mode):
        named = Verbatim(str(path))
        link = Say("{path} is a symbolic link, which is not followed.", path=named)
        raise DiskProblem(unchanged(link if stat.S_ISLNK(mode) else Say("{path} is not a folder.", path=named)))
    return path


def write_all(fd: int, data: bytes | memoryview) -> None:
    """Write all bytes; the system may take them in pieces (fault 204)."""
    view = memoryview(data)
    while view:
        view = view[disk.write(fd, view) :]


def sync_folder(folder: Path) -> None:
    fd = disk.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        disk.fsync(fd)
    finally:
        disk.close(fd)


def write_new(path: Path, data: bytes, *, mode: int = 0o600, sync: bool = True) -> os.stat_result:
    """Write a new file, synced unless it can be made again; return its state. On any failure nothing remains of it."""
    fd = disk.open(path, CREATE, mode)
    try:
        try:
            write_all(fd, data)
            if sync:
                disk.fsync(fd)
            return disk.fstat(fd)
        finally:
            disk.close(fd)
    except BaseException:
        with suppress(OSError):
            disk.unlink(path)
        raise


def write_temporary(path: Path, data: bytes) -> os.stat_result:
    """Write and sync the temporary file of a target; return its state."""
    new = temporary(path)
    try:
        return write_new(new, data)
    except FileExistsError:
        disk.unlink(new)  # left by a process that died: its writer would hold the lock that we hold
        return write_new(new, data)


def commit_replace(path: Path, data: bytes, *, ahead: bool = False) -> os.stat_result:
    """Replace a file durably, as a commit: once the file has its name, whatever fails is undone behind it.

    `ahead`: it prepares another commit, which may yet fail.
    """
    info = _replace(path, data)
    committed(ahead=ahead)
    try:
        _make_safe(path)
    except NotSafe as problem:
        leave_undone(problem)
    return info


def durable_replace(path: Path, data: bytes) -> None:
    """Put `data` in place of the file, whole and for good. The caller holds the lock of `path`.

    Exactly two fsync calls. An error before the rename leaves the old file and no temporary one; one behind it is
    `NotSafe`.
    """
    _replace(path, data)
    _make_safe(path)


def _replace(path: Path, data: bytes) -> os.stat_result:
    new = temporary(path)
    try:
        info = write_temporary(path, data)
        disk.rename(new, path)
    except OSError as error:
        with suppress(OSError):
            disk.unlink(new)
        raise disk_problem(error, path) from error
    except BaseException:
        with suppress(OSError):
            disk.unlink(new)
        raise
    return info


def _make_safe(path: Path) -> None:
    try:
        sync_folder(path.parent)
    except OSError as error:
        raise NotSafe(path, error) from error


def replace_whole(path: Path, data: bytes) -> None:
    """Put `data` in place of a file that has no lock: after a power cut it is the old one or the new one, never empty.

    Where that fails raise OSError; then the old file is as it was.
    """
    new = path.with_name(f".{path.name.lstrip('.')}.{os.getpid()}.tmp")
    with suppress(FileNotFoundError):
        disk.unlink(new)
    write_new(new, data)
    try:
        disk.rename(new, path)
    except BaseException:
        with suppress(OSError):
            disk.unlink(new)
        raise


def refuse_odd(info: os.stat_result, path: Path) -> None:
    """Refuse all but a plain file of ours (fault 191)."""
    if not stat.S_ISREG(info.st_mode):
        raise GameFileProblem(Fault("{path}: it is not a plain file; it was not opened.", path=path))
    user = os.geteuid()
    if user != 0 and info.st_uid not in (user, 0):
        raise GameFileProblem(Fault("{path}: it belongs to another user; it was not read.", path=path))


def read_plain(path: Path, limit: int) -> tuple[bytes, os.stat_result]:
    """Read the bytes of a plain file of at most `limit` bytes, and its state when it was opened.

    Links, FIFOs and devices are neither followed nor waited for. A missing file raises FileNotFoundError.
    """
    try:
        fd = disk.open(path, READ)
    except FileNotFoundError:
        raise
    except OSError as error:
        why = _WORDS.get(error.errno or 0) or error.strerror
        raise GameFileProblem(Fault("{path}: {why}; it was not read.", path=path, why=why)) from error
    try:
        info = disk.fstat(fd)
        refuse_odd(info, path)
        if info.st_size > limit:
            raise GameFileProblem(
                Fault(
                    "{path}: {n} bytes are more than the limit of {limit}; it was not read.",
                    path=path,
                    n=info.st_size,
                    limit=limit,
                )
            )
        return _read(fd, info.st_size, limit, path), info
    except OSError as error:
        raise GameFileProblem(
            Fault("{path}: it cannot be read: {reason}.", path=path, reason=error.strerror)
        ) from error
    finally:
        disk.close(fd)


def _read(fd: int, expected: int, limit: int, path: Path) -> bytes:
    """Read all of it; in one piece, which is not copied again, unless it grows meanwhile."""
    pieces: list[bytes] = []
    size = 0
    while piece := disk.read(fd, max(expected - size, 1 << 12)):
        pieces.append(piece)
        size += len(piece)
        if size > limit:  # it grows while it is read
            raise GameFileProblem(
                Fault("{path}: more than the limit of {limit} bytes; it was not read.", path=path, limit=limit)
            )
    return b"".join(pieces)
