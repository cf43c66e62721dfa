"""The medium: every call by which pbem reads or changes a file.

The store, the desk, the archive and the command line reach files through the one `disk` here, and through nothing else
(`tests/architecture/test_files.py`). So something else can stand in for the disk: one that is simulated, slow, full or
broken, or one day a database. The calls are those of the system, with its names, arguments and errors: what is safe
after which of them is decided above, in `pbem/store/disk.py`. It is a leaf, because the first thing that happens to a
mail, before anything else is loaded, is that it is stored. What travels with pbem is read by `pbem/resources.py`.
"""

from __future__ import annotations

import errno
import os
import stat as modes

TYPE_CHECKING = False  # `typing` would be loaded before a mail is stored
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator
    from pathlib import Path
    from typing import Any, BinaryIO

    AnyPath = str | os.PathLike[str]
    Where = AnyPath | int


class Disk:
    """The system's own files. What stands in for it has the same calls."""

    # -- files that are open -----------------------------------------------------------------------------------------

    def open(self, path: AnyPath, flags: int, mode: int = 0o777) -> int:
        return os.open(path, flags, mode)

    def close(self, fd: int) -> None:
        os.close(fd)

    def read(self, fd: int, size: int) -> bytes:
        return os.read(fd, size)

    def pread(self, fd: int, size: int, place: int) -> bytes:
        return os.pread(fd, size, place)

    def write(self, fd: int, data: bytes | memoryview) -> int:
        """Write bytes; return how many were taken, perhaps not all (fault 204)."""
        return os.write(fd, data)

    def pwrite(self, fd: int, data: bytes, place: int) -> int:
        return os.pwrite(fd, data, place)

    def lseek(self, fd: int, place: int, whence: int) -> int:
        return os.lseek(fd, place, whence)

    def ftruncate(self, fd: int, size: int) -> None:
        os.ftruncate(fd, size)

    def fsync(self, fd: int) -> None:
        os.fsync(fd)

    def fstat(self, fd: int) -> os.stat_result:
        return os.fstat(fd)

    def flock(self, fd: int, how: int) -> None:
        """Lock or unlock the whole file, for this process; BlockingIOError: somebody else has it."""
        import fcntl  # a mail is stored without it

        fcntl.flock(fd, how)

    def reader(self, fd: int) -> BinaryIO:
        """Wrap the open file as a stream to read; closing it closes the file."""
        return os.fdopen(fd, "rb")

    # -- names ---------------------------------------------------------------------------------------------------------

    def stat(self, path: AnyPath) -> os.stat_result:
        return os.stat(path)

    def lstat(self, path: AnyPath) -> os.stat_result:
        return os.lstat(path)

    def listdir(self, folder: AnyPath) -> list[str]:
        return os.listdir(folder)

    def rename(self, old: AnyPath, new: AnyPath) -> None:
        """Give a file another name, in place of whatever has it."""
        os.rename(old, new)

    def link(self, old: AnyPath, new: AnyPath) -> None:
        """Give a file a second name; a link is not followed."""
        os.link(old, new, follow_symlinks=False)

    def unlink(self, path: AnyPath) -> None:
        os.unlink(path)

    def mkdir(self, path: AnyPath, mode: int = 0o777) -> None:
        os.mkdir(path, mode)

    def rmdir(self, path: AnyPath) -> None:
        os.rmdir(path)

    def truncate(self, path: AnyPath, size: int) -> None:
        os.truncate(path, size)

    def utime(self, where: Where, times: tuple[int, int]) -> None:
        """Set when it was last read and changed, in nanoseconds."""
        os.utime(where, ns=times)

    def chmod(self, path: AnyPath, mode: int) -> None:
        os.chmod(path, mode)

    def database(self, path: AnyPath, **options: Any) -> sqlite3.Connection:
        """Open a small database in one file."""
        import sqlite3

        made: sqlite3.Connection = sqlite3.connect(path, **options)
        return made


class StandIn:
    """While this is open, every call of `disk` is answered by another disk, for the whole process."""

    def __init__(self, other: Disk) -> None:
        self.calls = {name: getattr(other, name) for name in CALLS}
        self.before: dict[str, Any] = {}

    def __enter__(self) -> None:
        self.before = dict(vars(disk))
        vars(disk).update(self.calls)

    def __exit__(self, *_: object) -> None:
        vars(disk).clear()
        vars(disk).update(self.before)


CALLS = tuple(name for name in vars(Disk) if not name.startswith("_"))
disk = Disk()
"""The disk that everything uses."""


def state(path: AnyPath, *, follow: bool = True) -> os.stat_result | None:
    """Say what the disk knows of a path; None where nothing is there or can be. OSError: it cannot tell."""
    try:
        return disk.stat(path) if follow else disk.lstat(path)
    except OSError as error:
        if error.errno not in (errno.ENOENT, errno.ENOTDIR, errno.EBADF, errno.ELOOP):
            raise
    except ValueError:  # a name that no file can have
        pass
    return None


def exists(path: AnyPath) -> bool:
    return state(path) is not None


def lexists(path: AnyPath) -> bool:
    """Tell whether anything has this name, be it a link that leads nowhere."""
    try:
        return state(path, follow=False) is not None
    except OSError:
        return False


def is_folder(path: AnyPath) -> bool:
    info = state(path)
    return info is not None and modes.S_ISDIR(info.st_mode)


def is_file(path: AnyPath) -> bool:
    info = state(path)
    return info is not None and modes.S_ISREG(info.st_mode)


def paths(folder: Path, ending: str = "") -> list[Path]:
    """List what lies in a folder, in order, if it is there; with an ending, names that have it and are not hidden."""
    if not is_folder(folder):
        return []
    found = sorted(disk.listdir(folder))
    return [folder / name for name in found if name.endswith(ending) and not (ending and name.startswith("."))]


def write_file(path: AnyPath, data: bytes) -> None:
    """Write a private file with these bytes in place of what was there: neither whole nor safe after a power cut."""
    fd = disk.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        view = memoryview(data)
        while view:
            view = view[disk.write(fd, view) :]
    finally:
        disk.close(fd)


def make_folders(path: AnyPath, mode: int = 0o777) -> None:
    """Make a folder and those above it, unless they are there."""
    try:
        disk.mkdir(path, mode)
    except FileNotFoundError:
        above = os.path.dirname(os.path.abspath(path))
        make_folders(above)
        make_folders(path, mode)
    except OSError:
        if not is_folder(path):
            raise


def discard(path: AnyPath) -> None:
    """Take a name away, if it is there."""
    try:
        disk.unlink(path)
    except FileNotFoundError:
        return


def discard_folder(folder: AnyPath) -> None:
    """Take a folder away with all that lies in it, as far as the system allows; links are not followed."""
    try:
        for name in disk.listdir(folder):
            path = f"{os.fspath(folder)}/{name}"
            info = state(path, follow=False)
            if info is not None and modes.S_ISDIR(info.st_mode):
                discard_folder(path)
            else:
                disk.unlink(path)
        disk.rmdir(folder)
    except OSError:
        return


def plain_files(folder: AnyPath) -> Iterator[tuple[str, os.stat_result]]:
    """Yield name and state of every plain file of a folder; leave out what goes away meanwhile. OSError: no such
    folder."""
    for name in disk.listdir(folder):
        info = state(f"{os.fspath(folder)}/{name}", follow=False)
        if info is not None and modes.S_ISREG(info.st_mode):
            yield name, info


def below(folder: Path) -> Iterator[Path]:
    """Yield every plain file of a folder and its folders; links are not followed."""
    for path in paths(folder):
        info = state(path, follow=False)
        if info is not None and modes.S_ISDIR(info.st_mode):
            yield from below(path)
        elif info is not None and modes.S_ISREG(info.st_mode):
            yield path
