"""Mail at rest: Maildir folders with names in the order of arrival.

`mail/in` holds what came and is not processed, `mail/out` what is composed (`new`) and handed over (`cur`), `mail/held`
what is put aside for the moderator, each with a note beside it that says why. A mail is written to `tmp`, synced,
renamed into `new`, and the folder synced: only then may anybody be told that we have it. Importing this module costs
next to nothing, because a mail server starts it for every mail.
"""

from __future__ import annotations

import errno
import json
import os
import time
from contextlib import suppress
from itertools import count
from pathlib import Path

from pbem.medium import disk, exists, make_folders
from pbem.plain import read_file, refuse_odd

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, Literal

    Box = Literal["new", "cur"]

DEAD = 36 * 3600
"""Seconds after which a file in `tmp` belongs to a delivery that died."""
NOTE = ".note.json"
_counter = count(1)  # shared by the threads of a server


def unique_name(now: float | None = None) -> str:
    """Make a Maildir name that sorts by arrival: time to the microsecond, process, counter."""
    at = time.time() if now is None else now
    return f"{int(at):010d}.M{int(at * 1_000_000) % 1_000_000:06d}P{os.getpid()}Q{next(_counter):06d}.pbem"


def arrival(name: str) -> float | None:
    """Say when a spooled mail arrived, as its name says: seconds, or nanoseconds from the pipe entry."""
    head = name.partition(".")[0]
    if not head.isascii() or not head.isdecimal() or len(head) not in (10, 20):
        return None
    return int(head) / 1_000_000_000 if len(head) == 20 else float(head)


def make_box(folder: Path) -> None:
    """Make the three folders of a Maildir, readable by their owner only."""
    for name in ("tmp", "new", "cur"):
        make_folders(folder / name, 0o700)


def store(folder: Path, data: bytes, *, name: str | None = None, now: float | None = None) -> str:
    """Store a mail for good and return its name. OSError: it is not stored, and nothing remains of it.

    With a `name` of its own (a mail that must exist once) storing it again changes nothing.
    """
    name = name or unique_name(now)
    if "/" in name or name.startswith("."):
        raise ValueError(f"{name!r} is no name for a mail")
    target = folder / "new" / name
    if exists(target) or exists(folder / "cur" / name):
        return name
    new = folder / "tmp" / f"{name}.{os.getpid()}"
    try:
        fd = _create(new)
    except FileNotFoundError:
        make_box(folder)
        fd = _create(new)
    try:
        try:
            view = memoryview(data)
            while view:
                view = view[disk.write(fd, view) :]
            disk.fsync(fd)
        finally:
            disk.close(fd)
        try:
            disk.rename(new, target)
        except FileNotFoundError:  # a power cut may take one of the box's folders and leave the others
            make_box(folder)
            disk.rename(new, target)
    except BaseException:
        with suppress(OSError):
            disk.unlink(new)
        raise
    sync(folder / "new")
    return name


def _create(path: Path) -> int:
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    return disk.open(path, flags, 0o600)


def sync(folder: Path) -> None:
    fd = disk.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        disk.fsync(fd)
    finally:
        disk.close(fd)


def names(folder: Path, box: Box = "new") -> list[str]:
    """Name the mails of a box in the order of arrival; leave out whatever is not a mail."""
    try:
        found = disk.listdir(folder / box)  # 100,000 names, and nothing but names
    except (FileNotFoundError, NotADirectoryError):
        return []
    return sorted((name for name in found if not name.startswith(".") and not name.endswith(NOTE)), key=_order)


def _order(name: str) -> tuple[str, str]:
    """Return what sorts by arrival whoever stored a mail: the pipe names nanoseconds, others seconds and
    microseconds."""
    head, _, rest = name.partition(".")
    if len(head) == 10 and head.isdecimal():
        micro = rest[1:7] if rest.startswith("M") and rest[1:7].isdecimal() else "0"
        return f"0{head}{micro:0<9}", name
    return head, name


def read(folder: Path, name: str, *, box: Box = "new", limit: int = 1 << 26) -> bytes | None:
    """Read the bytes of a mail, at most `limit`; None if it has gone meanwhile (fault 38). Odd files raise OSError."""
    try:
        fd = disk.open(f"{folder}/{box}/{name}", os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    with disk.reader(fd) as file:
        refuse_odd(fd, name)
        return file.read(limit)


def each(folder: Path, box: Box = "new", *, limit: int = 1 << 26) -> Iterator[tuple[str, bytes | OSError]]:
    """Yield mails in order, each opened only when it is reached; one that cannot be read comes as its error (fault
    40)."""
    for name in names(folder, box):
        try:
            data = read(folder, name, box=box, limit=limit)
        except OSError as error:
            yield name, error
        else:
            if data is not None:
                yield name, data


def mark_cur(folder: Path, name: str, *, durable: bool = True) -> bool:
    """Move a mail from `new` to `cur`; False if somebody else already did."""
    try:
        disk.rename(f"{folder}/new/{name}", f"{folder}/cur/{name}")
    except FileNotFoundError:
        return False
    if durable:
        sync(folder / "cur")
        sync(folder / "new")
    return True


def remove(folder: Path, name: str) -> bool:
    """Delete a mail and its note, wherever it is."""
    found = False
    for box in ("new", "cur"):
        with suppress(FileNotFoundError):
            disk.unlink(folder / box / name)
            found = True
    with suppress(FileNotFoundError):
        disk.unlink(note_path(folder, name))
    return found


def move(source: Path, name: str, target: Path, note: dict[str, Any] | None = None) -> bool:
    """Move a mail into the `new` of another folder, its note first: a mail put aside always says why.

    Within one home this is a rename, so the mail is in one of the two places at every moment; across file systems it
    is stored there before it is removed here.
    """
    box = next((box for box in ("new", "cur") if exists(source / box / name)), None)
    if box is None:
        return False
    make_box(target)
    if note is not None:
        write_note(target, name, note)
    try:
        disk.rename(source / box / name, target / "new" / name)
    except FileNotFoundError:
        return False
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        store(target, read_file(source / box / name), name=name)
        disk.unlink(source / box / name)
    sync(target / "new")
    sync(source / box)
    with suppress(FileNotFoundError):
        disk.unlink(note_path(source, name))
    return True


def note_path(folder: Path, name: str) -> Path:
    return folder / "notes" / f"{name}{NOTE}"


def write_note(folder: Path, name: str, note: dict[str, Any]) -> None:
    """Replace the note of a mail: why it is held, how often it was tried, what the server said."""
    path = note_path(folder, name)
    make_folders(path.parent, 0o700)
    new = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    fd = _create(new)
    try:
        try:
            data = memoryview(json.dumps(note, ensure_ascii=False, indent=2).encode() + b"\n")
            while data:
                data = data[disk.write(fd, data) :]
            disk.fsync(fd)
        finally:
            disk.close(fd)
        disk.rename(new, path)
    except BaseException:
        with suppress(OSError):
            disk.unlink(new)
        raise
    sync(path.parent)


def read_note(folder: Path, name: str) -> dict[str, Any]:
    """Read the note of a mail; empty if there is none or it cannot be read."""
    try:
        note = json.loads(read_file(note_path(folder, name)))
    except (OSError, ValueError):
        return {}
    return note if isinstance(note, dict) else {}


def sweep(folder: Path, now: float | None = None) -> int:
    """Remove what dead deliveries left in `tmp` (fault 39); return how many."""
    return _sweep(folder / "tmp", lambda name: True, now)


def sweep_beside(folder: Path, now: float | None = None) -> int:
    """Remove temporary files that dead writers left beside what they were to replace; return how many."""
    return _sweep(folder, lambda name: name.startswith(".") and name.endswith(".tmp"), now)


def _sweep(folder: Path, is_left: Callable[[str], bool], now: float | None) -> int:
    count = 0
    limit = (time.time() if now is None else now) - DEAD
    try:
        left = [name for name in disk.listdir(folder) if is_left(name)]
    except (FileNotFoundError, NotADirectoryError):
        return 0
    for name in left:
        with suppress(OSError):
            if disk.lstat(f"{folder}/{name}").st_mtime < limit:
                disk.unlink(f"{folder}/{name}")
                count += 1
    return count
