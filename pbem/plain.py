"""Reading files that may be anything: only a plain file is read, and nobody waits for the other end of a pipe.

Opening a FIFO without a writer waits for ever, and a device may never end. Every file that is not packaged with pbem is
read through here, or through `pbem/store/disk.py` where it lies in a home and no link may be followed either.
"""

from __future__ import annotations

import errno
import os
import stat
from zlib import crc32

from pbem.medium import disk

LARGEST = 1 << 26
ODD = "it is not a plain file"
_READ = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC


def read_file(path: str | os.PathLike[str], limit: int = LARGEST) -> bytes:
    """Read the bytes of a plain file, at most `limit` of them. OSError: it is not there, odd, or cannot be read."""
    fd = disk.open(path, _READ)
    with disk.reader(fd) as file:
        refuse_odd(fd, path)
        return file.read(limit)


def refuse_odd(fd: int, path: str | os.PathLike[str]) -> None:
    """Raise OSError for a pipe, a device, a socket or a folder."""
    if not stat.S_ISREG(disk.fstat(fd).st_mode):
        raise OSError(errno.EINVAL, ODD, os.fspath(path))


def sealed_figures(*figures: int) -> bytes:
    """Write a line of figures that can be made again, with the checksum by which `read_figures` knows it."""
    words = " ".join(map(str, figures))
    return f"{words} {crc32(words.encode()):08x}\n".encode("ascii")


def read_figures(path: str | os.PathLike[str]) -> list[int]:
    """Read the figures of such a file. ValueError where they do not fit their checksum; OSError as `read_file`."""
    raw = read_file(path, 200)
    figures = [int(word) for word in raw.split()[:-1]]
    if sealed_figures(*figures) != raw:
        raise ValueError("the figures do not fit their checksum")
    return figures
