"""The tracer's log: which calls of a command changed a file, and where."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

_LINE = re.compile(r"(\w+)\((.*?)\)? += (-?\d+|\?)(.*)$")
_BYTE = re.compile(rb"\\x([0-9a-f]{2})")
_NUMBERS = re.compile(r"(?<![0-9a-z])\d+(?![0-9a-z])|[0-9a-f]{8,}")
FIRST_FD = 3


def plain(text: str) -> bytes:
    """The bytes of a string that the tracer printed as `\\x..`."""
    return _BYTE.sub(lambda found: bytes([int(found[1], 16)]), text.encode())


def quoted(arg: str) -> bytes:
    """The bytes of an argument in quotation marks."""
    return plain(arg.strip().rstrip(".").strip('"'))


def fd_of(arg: str) -> int:
    return int(arg.partition("<")[0])


def below(path: str, work: str) -> str:
    """A path as seen from the working folder, which is also where commands run; empty for other places and pipes."""
    if path.startswith(f"{work}/"):
        return path.removeprefix(f"{work}/")
    return "" if path.startswith("/") or ":[" in path else path


def unnumbered(path: str) -> str:
    """A path without the numbers, of processes and times, that are others in every run."""
    return _NUMBERS.sub("#", path)


@dataclass(frozen=True, slots=True)
class Call:
    """One call: its name, the how manieth of that name it is, its arguments and what it returned."""

    name: str
    nth: int
    args: Sequence[str]
    result: int | None
    after: str = ""

    def fd_path(self, at: int = 0) -> str:
        """The file behind a descriptor among the arguments."""
        return plain(self.args[at].partition("<")[2].rpartition(">")[0]).decode()

    def paths(self) -> list[str]:
        """The files that the call names."""
        if self.name in ("write", "pwrite64", "writev", "pwritev", "fsync", "fdatasync", "ftruncate", "fchmod",
                         "fallocate", "sendfile", "copy_file_range"):  # fmt: skip
            return [self.fd_path()]
        found: list[str] = []
        base = ""
        for at, arg in enumerate(self.args):
            if arg.startswith("AT_FDCWD<") or re.match(r"\d+<", arg):
                base = self.fd_path(at)
            elif arg.startswith('"'):
                found.append(str(Path(base, quoted(arg).decode())))
        return found

    @property
    def creates(self) -> bool:
        return self.name == "openat" and any(flag in self.args[2] for flag in ("O_CREAT", "O_TRUNC"))

    def changes(self, work: str) -> bool:
        """Whether it changed a file below `work`."""
        if self.result is None or self.result < 0 or (self.name == "openat" and not self.creates):
            return False
        return any(below(path, work) for path in self.paths())

    def place(self, work: str) -> str:
        """The call in words that are the same in every run."""
        return f"{self.name} {' '.join(unnumbered(f'/{below(path, work) or path}') for path in self.paths())}"


def read_calls(log: Iterable[str]) -> list[Call]:
    """All calls of a log in their order."""
    count: Counter[str] = Counter()
    found: list[Call] = []
    for line in log:
        parts = _LINE.match(line)
        if parts is None:
            continue
        name = parts[1]
        count[name] += 1
        result = None if parts[3] == "?" else int(parts[3])
        found.append(Call(name, count[name], parts[2].replace(" <unfinished ...>", "").split(", "), result, parts[4]))
    return found
