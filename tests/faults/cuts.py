"""Power cuts: every state in which a disk may be found, from the log of what was written and synced."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import combinations, product
from pathlib import Path

from tests.faults.disk import Data, End, Names, Op, Slot, Sync, Tree, written

HOW = ("all", "none", "torn", "zero")
"""What became of bytes that were not synced: all there, none, the last write torn, the length there but zeros."""
FEW = 16
"""Up to so many choices at once are all tried, of more every pair."""


@dataclass(frozen=True, slots=True)
class State:
    """What a disk may hold: names to contents (None is a folder), which mails a server has been given, how many
    commands had ended before, and in words what was lost."""

    names: tuple[tuple[str, int], ...]
    contents: dict[int, bytes | None]
    handed: frozenset[str]
    ended: int
    why: str

    def key(self) -> bytes:
        parts = sha256(f"{sorted(self.handed)} {self.ended}".encode())
        for path, file in self.names:
            content = self.contents[file]
            if not path.endswith(".lock"):
                parts.update(f"\0{path}\0".encode() + (b"/" if content is None else sha256(content).digest()))
        return parts.digest()


@dataclass(slots=True)
class Disk:
    """A log half way through: what is synced, what is not, and what happened since the last sync."""

    begin: Tree
    folders: set[int]
    durable: list[Op] = field(default_factory=list)
    pending: list[Op] = field(default_factory=list)
    certain: set[str] = field(default_factory=set)
    """Mails that were handed over before the last sync, so before whatever cut is still to come."""
    ended: int = 0
    met: set[Pair] = field(default_factory=set)
    """What was tried together since names last became certain."""

    def sync(self, op: Sync) -> None:
        """What it covers is on the disk for good."""
        self.certain |= {one.handed for one in [*self.durable, *self.pending] if isinstance(one, Names) and one.handed}
        covered = [one for one in self.pending if covers(op, one)]
        if any(isinstance(one, Names) for one in covered):
            covered = self.with_earlier(covered)
            self.met = set()
        if covered:
            safe = {id(one) for one in covered}
            self.durable += covered
            self.pending = [one for one in self.pending if id(one) not in safe]

    def with_earlier(self, covered: list[Op]) -> list[Op]:
        """These, the changes of the same names that came before them, for no name is given back by an older change, and
        the new folders above a rename."""
        found = {id(op) for op in covered}
        slots: set[Slot] = set()
        needed: set[int | None] = set()
        for op in reversed(self.pending):
            if not isinstance(op, Names):
                continue
            after = not slots.isdisjoint(slot for slot, _ in op.slots)
            if id(op) in found or after or op.slots[0][1] in needed:
                found.add(id(op))
                slots |= {slot for slot, _ in op.slots}
                if len(op.slots) > 1 or op.slots[0][1] in needed:
                    needed |= op.folders
        return [op for op in self.pending if id(op) in found]

    def choices(self) -> Iterator[State]:
        """The states that the unsynced calls allow on top of the synced ones."""
        units = grouped([op for op in self.pending if isinstance(op, Names)])
        files = list(dict.fromkeys(op.file for op in self.pending if isinstance(op, Data) and not locked(op)))
        variables: list[Variable] = [(id(unit[-1]), (True, False)) for unit in units]
        variables += [((file, sum(covers(Sync(file), op) for op in self.pending)), HOW) for file in files]
        for row in rows(variables, self.met):
            lost = [op for unit, there in zip(units, row, strict=False) if not there for op in unit]
            yield self.state(lost, dict(zip(files, row[len(units) :], strict=True)))

    def state(self, lost: list[Names], how: dict[int, object]) -> State:
        tree = self.begin.copy()
        tree.folders = self.folders
        handed = set(self.certain)
        for op in self.kept(lost):
            tree.apply(op)
            handed |= {op.handed} - {""}
        names = tuple(tree.paths())
        contents = {file: None if file in self.folders else self.content(file, how.get(file)) for _, file in names}
        why = [f"lost {op.label}" for op in lost]
        why += [f"{how[op.file]} of {op.label}" for op in self.pending if isinstance(op, Data) and op.file in how]
        return State(names, contents, frozenset(handed), self.ended, "; ".join(dict.fromkeys(why)))

    def kept(self, lost: list[Names]) -> list[Names]:
        """The changes of names that are on the disk, in their order. A rename that is there had somewhere to go: the
        new folders above it are there too."""
        gone = {id(op) for op in lost}
        names = [op for op in [*self.durable, *self.pending] if isinstance(op, Names)]
        needed = {folder for op in names if id(op) not in gone and len(op.slots) > 1 for folder in op.folders}
        for op in reversed(names):
            if op.slots[0][1] in needed:
                needed |= op.folders
                gone.discard(id(op))
        return [op for op in names if id(op) not in gone]

    def content(self, file: int, how: object) -> bytes:
        content = self.begin.files.get(file, b"")
        for op in self.durable:
            if isinstance(op, Data) and op.file == file:
                content = written(content, op)
        return torn(content, [op for op in self.pending if isinstance(op, Data) and op.file == file], how)


def torn(content: bytes, ops: list[Data], how: object) -> bytes:
    """A file after unsynced writes of which some did not arrive."""
    if how == "none":
        return content
    for n, op in enumerate(ops):
        if how == "torn" and n == len(ops) - 1 and op.data is not None:
            op = Data(op.file, op.at, op.data[: len(op.data) // 2], op.label)
        elif how == "zero" and op.data is not None:
            op = Data(op.file, op.at, bytes(len(op.data)), op.label)
        content = written(content, op)
    return content


def locked(op: Data) -> bool:
    """A lock's file says nothing that anybody needs."""
    return op.label.endswith(".lock")


def covers(sync: Sync, op: Op) -> bool:
    """A sync of a file covers its bytes, one of a folder its names."""
    if isinstance(op, Data):
        return op.file == sync.file
    return isinstance(op, Names) and any(folder == sync.file for (folder, _), _ in op.slots)


def grouped(ops: list[Names]) -> list[list[Names]]:
    """Names that need not be told apart: a temporary file belongs to the rename that makes something of it."""
    units: list[list[Names]] = []
    for op in ops:
        gone = {slot for slot, target in op.slots if target is None}
        owner = next((unit for unit in units if gone & {slot for one in unit for slot, to in one.slots if to}), None)
        if owner is not None and not op.handed and len(op.slots) > 1:
            owner.append(op)
        elif not op.label.endswith(".lock"):
            units.append([op])
    return units


Variable = tuple[object, Sequence[object]]
"""Something that is decided by chance: what it is, and what may become of it."""
Pair = tuple[tuple[object, object], tuple[object, object]]


def rows(variables: Sequence[Variable], met: set[Pair]) -> Iterator[tuple[object, ...]]:
    """Choices for each variable: all there are if they are few, else all, none, and so many more that whatever two
    variables may come to they come to in one of them, unless these two have `met` before."""
    count = 1
    for _, levels in variables:
        count *= len(levels)
    if count <= FEW:
        yield from product(*(levels for _, levels in variables))
        return
    singles = [(key, level) for key, levels in variables for level in levels]
    left = {pair for pair in combinations(singles, 2) if pair[0][0] != pair[1][0]} - met
    met |= left
    first = [tuple(levels[at] for _, levels in variables) for at in (0, 1)]
    while first or left:
        row = first.pop(0) if first else _row(variables, left)
        yield row
        left -= set(combinations([(key, level) for (key, _), level in zip(variables, row, strict=True)], 2))


def _row(variables: Sequence[Variable], left: set[Pair]) -> tuple[object, ...]:
    """A row with an open pair in it, and as many more of them as can be had by going through it once."""
    order = {key: at for at, (key, _) in enumerate(variables)}
    chosen = dict(min(left, key=lambda pair: [(order[key], str(level)) for key, level in pair]))
    for key, levels in variables:
        if key not in chosen:
            others = list(chosen.items())
            chosen[key] = max(levels, key=lambda one: sum(_pair(order, key, one, *other) in left for other in others))
    return tuple(chosen[key] for key, _ in variables)


def _pair(order: dict[object, int], a: object, x: object, b: object, y: object) -> Pair:
    return ((a, x), (b, y)) if order[a] < order[b] else ((b, y), (a, x))


def states(begin: Tree, ops: Sequence[Op], folders: set[int]) -> Iterator[State]:
    """Every state from the first call to the end of the last command, each once: between two syncs the disk may hold
    whatever the calls so far, some of them missing, come to."""
    disk = Disk(begin, folders)
    seen: set[bytes] = set()
    for op in ops:
        if isinstance(op, End):
            disk.ended += 1
            disk.met = set()
        elif not isinstance(op, Sync):
            disk.pending.append(op)
            continue
        for state in disk.choices():
            if state.key() not in seen:
                seen.add(state.key())
                yield state
        if isinstance(op, Sync):
            disk.sync(op)


def lay_out(state: State, work: Path, times: dict[bytes, int], taken: dict[str, bytes]) -> None:
    """Make the state real in the place of a working folder. Files get back the times they had."""
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    first: dict[int, Path] = {}
    for name, file in state.names:
        path = work / name
        content = state.contents[file]
        if content is None:
            path.mkdir(mode=0o700)
        elif file in first:
            os.link(first[file], path)
        else:
            first[file] = path
            path.write_bytes(content)
            path.chmod(0o600)
            at = times.get(sha256(content).digest())
            if at is not None:
                os.utime(path, ns=(at, at))
    for ident in state.handed & taken.keys():
        (work / "taken" / sha256(ident.encode()).hexdigest()[:16]).write_bytes(taken[ident])
