"""A disk that fails by a seed, in the process itself: kills, torn and lost writes, EIO, ENOSPC, power cuts.

It stands in for the program's own disk (`pbem/medium.py`). It counts the calls that change a file below its folder, and
at the one that a fault is armed for it refuses, or the process dies there: from then on nothing is written any more,
whatever clean-up code still runs, until the next process begins. It knows what was synced and what was not, by the
rules of `disk.py`; a power cut keeps of the rest what chance keeps.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from pbem.medium import Disk as SystemDisk
from pbem.medium import StandIn
from tests.faults.cuts import HOW, Disk, grouped, lay_out, locked
from tests.faults.disk import ROOT, Data, Names, Op, Slot, Sync, read_tree, written

CUTS = (0.0, 0.3, 0.7, 1.0)
"""How much of what is not synced a power cut takes."""
HALF = 0.5
_MADE = os.O_CREAT | os.O_TRUNC


class Killed(BaseException):
    """The process is dead."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What happens at the so manieth call that changes a file: `kill`, `power`, `EIO` or `ENOSPC`, the last two for
    so many calls."""

    how: str
    at: int
    length: int = 1


class DatedDisk(SystemDisk):
    """A disk on which nothing fails; its files are as old as the clock of their world says."""

    def __init__(self, root: Path, clock: Callable[[], datetime]) -> None:
        self.root = str(root)
        self.clock = clock
        self.ticks = 0
        self.struck = ""

    @contextmanager
    def process(self, fault: Fault | None) -> Iterator[None]:
        """One process. What became of it is in `struck`."""
        with StandIn(self):
            yield

    def open(self, path: Any, flags: int, mode: int = 0o777) -> int:
        ours = self._ours(path)
        new = bool(ours) and flags & os.O_CREAT and not os.path.lexists(ours)
        fd = super().open(path, flags, mode)
        if new:
            self._date(fd)
        return fd

    def write(self, fd: int, data: bytes | memoryview) -> int:
        return self._written(fd, bytes(data), None)

    def pwrite(self, fd: int, data: bytes, place: int) -> int:
        return self._written(fd, bytes(data), place)

    def _written(self, fd: int, data: bytes, place: int | None) -> int:
        done = self._put(fd, data, place)
        self._date(fd)
        return done

    @staticmethod
    def _put(fd: int, data: bytes, place: int | None) -> int:
        return os.write(fd, data) if place is None else os.pwrite(fd, data, place)

    def fsync(self, fd: int) -> None:
        """Nothing that is laid out here has to outlive the machine."""

    def utime(self, where: Any, times: tuple[int, int]) -> None:
        if isinstance(where, int):
            self._date(where)
        else:
            super().utime(where, times)

    def _ours(self, path: Any) -> str:
        """An absolute path below the folder; empty for others."""
        if isinstance(path, int):
            return ""
        full = os.path.abspath(os.fsdecode(path))
        return full if full.startswith(f"{self.root}/") or full == self.root else ""

    def _date(self, where: Any) -> None:
        self.ticks += 1
        at = int(self.clock().timestamp()) * 10**9 + self.ticks
        os.utime(where, ns=(at, at))


class SimulatedDisk(DatedDisk):
    """The files below a folder, what of them is safe, and the fault that is to come."""

    def __init__(self, root: Path, luck: Random, clock: Callable[[], datetime]) -> None:
        super().__init__(root, clock)
        self.luck = luck
        self.fault: Fault | None = None
        self.dead = False
        self.calls = 0
        self._read()

    def _read(self) -> None:
        """All that is there now is safe."""
        tree = read_tree(Path(self.root))
        self.live = tree.copy()
        self.disk = Disk(tree, self.live.folders)
        self.next = 1 + max([ROOT, *tree.files, *tree.folders])
        self.opened: dict[int, int] = {}

    # -- a process ---------------------------------------------------------------------------------------------------

    @contextmanager
    def process(self, fault: Fault | None) -> Iterator[None]:
        """One process, that may meet a fault. What became of it is in `struck`."""
        self.fault, self.struck, self.dead, self.calls = fault, "", False, 0
        with StandIn(self), suppress(Killed):
            yield
        power = self.dead and fault is not None and fault.how == "power"
        self.dead, self.fault = False, None
        if power:
            self.cut()

    def cut(self) -> None:
        """The power fails: what was not synced is there, or not, or torn, as chance has it."""
        self._notice_all()
        share = self.luck.choice(CUTS)
        names = grouped([op for op in self.disk.pending if isinstance(op, Names)])
        lost = [op for unit in names if self.luck.random() < share for op in unit]
        files = dict.fromkeys(op.file for op in self.disk.pending if isinstance(op, Data) and not locked(op))
        how: dict[int, object] = {
            file: self.luck.choice(HOW) if self.luck.random() < share else "all" for file in files
        }
        times: dict[bytes, int] = {}
        for path in Path(self.root).rglob("*"):
            if path.is_file():  # of files with one content (marks are empty) no older one may come out younger
                key, made = sha256(path.read_bytes()).digest(), path.stat().st_mtime_ns
                times[key] = min(made, times.get(key, made))
        state = self.disk.state(lost, how)
        self.struck += f"; the power cut takes: {state.why.replace(self.root, '') or 'nothing'}"
        lay_out(state, Path(self.root), times, {})
        self._read()

    def _gate(self, what: str, path: str) -> None:
        """Before each call: dead processes change nothing, and here it may be time to die or to refuse."""
        if self.dead:
            raise Killed
        self.calls += 1
        fault = self.fault
        if fault is None or not fault.at <= self.calls < fault.at + fault.length:
            return
        self.struck = self.struck or f"{fault.how} at call {self.calls}, {what} {path.removeprefix(self.root)}"
        if fault.how in ("kill", "power"):
            self.dead = True
            raise Killed
        number = getattr(errno, fault.how)
        raise OSError(number, os.strerror(number), path)

    # -- what is written ---------------------------------------------------------------------------------------------

    def _slot(self, path: str) -> Slot:
        folder = ROOT
        *above, name = path.removeprefix(f"{self.root}/").split("/")
        for part in above:
            if (folder, part) not in self.live.names:
                self._add_name((folder, part), path, folder=True)
            folder = self.live.names[folder, part]
        return folder, name

    def _add(self, op: Op) -> None:
        if isinstance(op, Names):
            self.live.apply(op)
        elif isinstance(op, Data):
            self.live.files[op.file] = written(self.live.files.get(op.file, b""), op)
        if isinstance(op, Sync):
            self.disk.sync(op)
            self._settle()
        else:
            self.disk.pending.append(op)

    def _settle(self) -> None:
        """What is safe needs no log."""
        for op in self.disk.durable:
            if isinstance(op, Names):
                self.disk.begin.apply(op)
            elif isinstance(op, Data):
                self.disk.begin.files[op.file] = written(self.disk.begin.files.get(op.file, b""), op)
        self.disk.durable.clear()

    def _add_name(self, slot: Slot, path: str, *, folder: bool) -> int:
        number = self.next
        self.next += 1
        if folder:
            self.live.folders.add(number)
        else:
            self.live.files[number] = b""
        self._add(Names(((slot, number),), path))
        return number

    def _file(self, path: str) -> int:
        slot = self._slot(path)
        found = self.live.names.get(slot)
        return self._add_name(slot, path, folder=False) if found is None else found

    def _folder(self, path: str) -> int:
        slot = self._slot(path)
        found = self.live.names.get(slot)
        return self._add_name(slot, path, folder=True) if found is None else found

    def _notice(self, path: str) -> None:
        """Bytes that got into a file by themselves: those of SQLite, and of Python's log."""
        file, content = self._file(path), Path(path).read_bytes()
        if content != self.live.files.get(file, b""):
            self._add(Data(file, 0, None, path))
            self._add(Data(file, 0, content, path))

    def _notice_all(self) -> None:
        there = {str(path) for path in Path(self.root).rglob("*")}
        for known, _ in list(self.live.paths()):
            if f"{self.root}/{known}" not in there:
                self._add(Names(((self._slot(f"{self.root}/{known}"), None),), known))
        for path in sorted(there):
            if Path(path).is_file():
                self._notice(path)

    # -- the calls ---------------------------------------------------------------------------------------------------

    def open(self, path: Any, flags: int, mode: int = 0o777) -> int:
        ours = self._ours(path)
        if ours and flags & _MADE:
            self._gate("open", ours)
        fd = super().open(path, flags, mode)
        self.opened.pop(fd, None)
        if ours == self.root:
            self.opened[fd] = ROOT
        elif ours and os.path.isdir(ours):
            self.opened[fd] = self._folder(ours)
        elif ours:
            self.opened[fd] = file = self._file(ours)
            if flags & os.O_TRUNC and self.live.files.get(file):
                self._add(Data(file, 0, None, ours))
        return fd

    def close(self, fd: int) -> None:
        self.opened.pop(fd, None)
        super().close(fd)

    def _written(self, fd: int, data: bytes, place: int | None) -> int:
        file = self.opened.get(fd)
        if file is not None:
            path = os.readlink(f"/proc/self/fd/{fd}")
            try:
                self._gate("write", path)
            except Killed:
                if self.calls == (self.fault.at if self.fault else 0) and self.luck.random() < HALF:
                    self._put_down(fd, file, data[: len(data) // 2], place, path)
                    self.struck += ", half written"
                raise
            return self._put_down(fd, file, data, place, path)
        return self._put(fd, data, place)

    def _put_down(self, fd: int, file: int, data: bytes, place: int | None, path: str) -> int:
        """Write, and know of it."""
        done = self._put(fd, data, place)
        at = os.lseek(fd, 0, os.SEEK_CUR) - done if place is None else place  # appending goes to the end first
        self._add(Data(file, at, data[:done], path))
        self._date(fd)
        return done

    def ftruncate(self, fd: int, size: int) -> None:
        path = os.readlink(f"/proc/self/fd/{fd}")
        if fd in self.opened:
            self._gate("ftruncate", path)
        super().ftruncate(fd, size)
        if fd in self.opened:
            self._add(Data(self.opened[fd], size, None, path))

    def fsync(self, fd: int) -> None:
        if fd in self.opened:
            self._gate("fsync", os.readlink(f"/proc/self/fd/{fd}"))
            self._add(Sync(self.opened[fd]))

    def rename(self, old: Any, new: Any) -> None:
        source, target = self._ours(old), self._ours(new)
        if source:
            self._gate("rename", target)
        super().rename(old, new)
        if source and source != target:
            moved = self._file(source)
            self._add(Names(((self._slot(source), None), (self._slot(target), moved)), target))
            if moved not in self.live.folders:
                self._notice(target)

    def link(self, old: Any, new: Any) -> None:
        source, target = self._ours(old), self._ours(new)
        if target:
            self._gate("link", target)
        super().link(old, new)
        if source and target:
            self._add(Names(((self._slot(target), self._file(source)),), target))

    def unlink(self, path: Any) -> None:
        self._gone("unlink", path)
        super().unlink(path)
        self._forget(path)

    def rmdir(self, path: Any) -> None:
        self._gone("rmdir", path)
        super().rmdir(path)
        self._forget(path)

    def _gone(self, what: str, path: Any) -> None:
        if self._ours(path) and os.path.lexists(path):
            self._gate(what, self._ours(path))

    def _forget(self, path: Any) -> None:
        if self._ours(path):
            self._add(Names(((self._slot(self._ours(path)), None),), self._ours(path)))

    def mkdir(self, path: Any, mode: int = 0o777) -> None:
        ours = self._ours(path)
        if ours and not os.path.lexists(ours):
            self._gate("mkdir", ours)
        super().mkdir(path, mode)
        if ours:
            self._add_name(self._slot(ours), ours, folder=True)

    def truncate(self, path: Any, size: int) -> None:
        ours = self._ours(path)
        if ours:
            self._gate("truncate", ours)
        super().truncate(path, size)
        if ours:
            self._add(Data(self._file(ours), size, None, ours))

    def utime(self, where: Any, times: tuple[int, int]) -> None:
        if where in self.opened:  # a stamp by the clock of this machine, which is not the one of this world
            self._gate("utime", os.readlink(f"/proc/self/fd/{where}"))
            self._date(where)
            return
        if self._ours(where):
            self._gate("utime", self._ours(where))
        super().utime(where, times)

    def chmod(self, path: Any, mode: int) -> None:
        if self._ours(path):
            self._gate("chmod", self._ours(path))
        super().chmod(path, mode)
