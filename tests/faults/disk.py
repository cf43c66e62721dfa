"""A disk as the log of a command's calls tells of it: what is on it for good, and what a power cut may take.

The rules are those that a program may rely on, and no more: data is there once its file was synced, a name once its
folder was synced; a rename happens whole or not at all. What is not synced may be there, missing or torn, in any
order. The states of a disk between two syncs are all choices of what of the unsynced has reached it; of many choices at
once every pair is tried.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from email import message_from_bytes
from pathlib import Path

from tests.faults.calls import Call, below, fd_of, quoted

ROOT = 0
Slot = tuple[int, str]
"""A name in a folder."""


@dataclass(frozen=True, slots=True)
class Data:
    """Bytes written into a file, or (without bytes) its new length."""

    file: int
    at: int
    data: bytes | None
    label: str


@dataclass(frozen=True, slots=True)
class Names:
    """Names that change together: what each now means, or nothing."""

    slots: tuple[tuple[Slot, int | None], ...]
    label: str
    handed: str = ""
    """The Message-ID of a mail whose hand-over this marks."""

    @property
    def folders(self) -> set[int]:
        return {folder for (folder, _), _ in self.slots}


@dataclass(frozen=True, slots=True)
class Sync:
    file: int


@dataclass(frozen=True, slots=True)
class End:
    """A command has ended well, and said so."""


Op = Data | Names | Sync | End


@dataclass(slots=True)
class Tree:
    """Names and contents."""

    names: dict[Slot, int] = field(default_factory=dict)
    files: dict[int, bytes] = field(default_factory=dict)
    folders: set[int] = field(default_factory=lambda: {ROOT})

    def copy(self) -> Tree:
        return Tree(dict(self.names), dict(self.files), set(self.folders))

    def apply(self, op: Names) -> None:
        for slot, target in op.slots:
            if target is None:
                self.names.pop(slot, None)
            else:
                self.names[slot] = target

    def paths(self, folder: int = ROOT, above: str = "") -> Iterator[tuple[str, int]]:
        """Every name that can be reached, folders before what is in them."""
        for (place, name), target in sorted(self.names.items()):
            if place == folder:
                yield f"{above}{name}", target
                if target in self.folders:
                    yield from self.paths(target, f"{above}{name}/")


def read_tree(root: Path) -> Tree:
    """A folder on disk as a tree; two names of one file stay that."""
    tree = Tree()
    known: dict[int, int] = {os.stat(root).st_ino: ROOT}
    for place, folders, files in os.walk(root):
        here = known[os.stat(place).st_ino]
        for name in [*folders, *files]:
            path = os.path.join(place, name)
            inode = os.stat(path).st_ino
            number = known.setdefault(inode, len(known))
            tree.names[here, name] = number
            if name in folders:
                tree.folders.add(number)
            else:
                tree.files[number] = Path(path).read_bytes()
    return tree


class Recorder:
    """Follows the calls of a command and writes down what they do to the disk."""

    def __init__(self, tree: Tree, work: str) -> None:
        self.begin = tree
        self.live = tree.copy()
        self.work = work
        self.ops: list[Op] = []
        self.open: dict[int, tuple[int, int]] = {}
        self.next = 1 + max([ROOT, *tree.files, *tree.folders])

    def slot(self, path: str) -> Slot | None:
        """The folder and name of a path below the working folder; None for others."""
        if not below(path, self.work):
            return None
        folder = ROOT
        *above, name = below(path, self.work).split("/")
        for part in above:
            folder = self.live.names[folder, part]
        return folder, name

    def add(self, op: Op) -> None:
        self.ops.append(op)
        if isinstance(op, Names):
            self.live.apply(op)
        elif isinstance(op, Data):
            self.live.files[op.file] = written(self.live.files.get(op.file, b""), op)

    def call(self, call: Call) -> None:
        if call.result is None or call.result < 0:
            return
        handler = getattr(self, f"_{call.name}", None)
        if handler is not None:
            handler(call)

    def differing(self, root: Path) -> list[str]:
        """Files whose content, as the calls tell it, is not what is there in the end: then a call was not followed."""
        told = {path: self.live.files.get(file) for path, file in self.live.paths()}
        real = {str(path.relative_to(root)): path.read_bytes() if path.is_file() else None for path in root.rglob("*")}
        paths = {path for path in told.keys() | real.keys() if not path.startswith("taken/")}
        return sorted(path for path in paths if told.get(path, b"") != real.get(path, b""))

    # -- files -------------------------------------------------------------------------------------------------------

    def _openat(self, call: Call) -> None:
        assert call.result is not None
        self.open.pop(call.result, None)
        path = call.paths()[-1]
        if path in (self.work, "."):
            self.open[call.result] = (ROOT, 0)
        slot = self.slot(path)
        if slot is None:
            return
        target = self.live.names.get(slot)
        if target is None:
            target = self._made(slot, path, folder=False)
        elif "O_TRUNC" in call.args[2] and self.live.files[target]:
            self.add(Data(target, 0, None, path))
        end = len(self.live.files.get(target, b""))
        self.open[call.result] = (target, end if "O_APPEND" in call.args[2] else 0)

    def _made(self, slot: Slot, path: str, *, folder: bool) -> int:
        number = self.next
        self.next += 1
        if folder:
            self.live.folders.add(number)
        else:
            self.live.files[number] = b""
        self.add(Names(((slot, number),), path))
        return number

    def _write(self, call: Call) -> None:
        fd = fd_of(call.args[0])
        if fd in self.open and call.result and call.fd_path().startswith(self.work):  # else closed, and now a pipe
            file, at = self.open[fd]
            self.add(Data(file, at, quoted(call.args[1])[: call.result], call.fd_path()))
            self.open[fd] = (file, at + call.result)

    def _pwrite64(self, call: Call) -> None:
        fd = fd_of(call.args[0])
        if fd in self.open and call.result:
            self.add(Data(self.open[fd][0], int(call.args[3]), quoted(call.args[1])[: call.result],
                          call.fd_path()))  # fmt: skip

    def _lseek(self, call: Call) -> None:
        fd = fd_of(call.args[0])
        if fd in self.open and call.result is not None:
            self.open[fd] = (self.open[fd][0], call.result)

    def _ftruncate(self, call: Call) -> None:
        fd = fd_of(call.args[0])
        if fd in self.open:
            self.add(Data(self.open[fd][0], int(call.args[1]), None, call.fd_path()))

    def _fsync(self, call: Call) -> None:
        fd = fd_of(call.args[0])
        if fd in self.open:
            self.add(Sync(self.open[fd][0]))

    _fdatasync = _fsync

    # -- names -------------------------------------------------------------------------------------------------------

    def _mkdir(self, call: Call) -> None:
        slot = self.slot(call.paths()[0])
        if slot is not None:
            self._made(slot, call.paths()[0], folder=True)

    def _rename(self, call: Call) -> None:
        old, new = (self.slot(path) for path in call.paths()[:2])
        if old is None or new is None or old == new:
            return
        target = self.live.names[old]
        sent = call.paths()[1].endswith(f"/out/cur/{new[1]}")
        handed = str(message_from_bytes(self.live.files[target])["Message-ID"]) if sent else ""
        self.add(Names(((old, None), (new, target)), call.paths()[1], handed))

    def _linkat(self, call: Call) -> None:
        old, new = (self.slot(path) for path in call.paths()[:2])
        if old is not None and new is not None:
            self.add(Names(((new, self.live.names[old]),), call.paths()[1]))

    def _unlink(self, call: Call) -> None:
        slot = self.slot(call.paths()[0])
        if slot is not None:
            self.add(Names(((slot, None),), call.paths()[0]))

    _mkdirat, _renameat, _renameat2, _link, _unlinkat, _rmdir = _mkdir, _rename, _rename, _linkat, _unlink, _unlink


def written(content: bytes, op: Data) -> bytes:
    if op.data is None:
        return content[: op.at].ljust(op.at, b"\0")
    return content[: op.at].ljust(op.at, b"\0") + op.data + content[op.at + len(op.data) :]
