"""Behind a commit: a change is saved, and what follows it may fail without taking the change back.

Whoever does something behind a commit does it `behind(kind, what)`. A failure there is no refusal: it is an `Undone`,
noted in the ledger of the running command, which ends with exit code 5 and tells it beside its ordinary result. Where
no command keeps a ledger (a server, a test) it is logged. Every thread has a ledger of its own.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import field
from pathlib import PurePath
from types import TracebackType
from typing import Self

from pbem.core.errors import Fault, PbemError, Undone, without_promise
from pbem.core.records import record
from pbem.core.words import Say, as_said


@record()
class Ledger:
    """What one command saved, and what it could not do behind that."""

    saved: bool = False
    """A game was saved: from now on no word may say that nothing was changed."""
    prepared: bool = False
    """The roster was changed ahead of a commit that may yet fail."""
    undone: list[Undone] = field(default_factory=list)


_ledger: ContextVar[Ledger | None] = ContextVar("ledger", default=None)


@contextmanager
def keeping_ledger() -> Iterator[Ledger]:
    """Keep a ledger for everything inside the block."""
    ledger = Ledger()
    token = _ledger.set(ledger)
    try:
        yield ledger
    finally:
        _ledger.reset(token)


def has_ledger() -> bool:
    return _ledger.get() is not None


def has_saved() -> bool:
    """Tell whether the running command has saved a change."""
    ledger = _ledger.get()
    return ledger is not None and ledger.saved


def committed(*, ahead: bool = False) -> None:
    """Note that a change is saved; `ahead`: one that only prepares the commit."""
    ledger = _ledger.get()
    if ledger is not None and ahead:
        ledger.prepared = True
    elif ledger is not None:
        ledger.saved = True


def leave_undone(problem: Undone) -> None:
    """Note what could not be done. The same thing twice is one."""
    ledger = _ledger.get()
    if ledger is None:
        import logging

        logging.getLogger("pbem").warning("%s", problem.message)
    elif problem.message not in [known.message for known in ledger.undone]:
        ledger.undone.append(problem)


class behind:
    """Do something behind a commit: if it fails, note that `what` (a sentence without its stop) and why."""

    def __init__(self, kind: str, what: str) -> None:
        self.kind = kind
        self.what = what
        self.done = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> bool:
        self.done = error is None
        if not isinstance(error, Exception):
            return False
        leave_undone(error if isinstance(error, Undone) else undone_by(error, self.kind, self.what))
        return True


def undone_by(error: Exception, kind: str, what: str) -> Undone:
    """Say what an error means behind a commit; leave out its own promise that nothing was changed."""
    return Undone(kind, Say("{what}: {reason}", what=as_said(what), reason=as_said(reason_of(error))), error)


def reason_of(error: Exception) -> str:
    if isinstance(error, PbemError):
        return without_promise(error.message)
    if isinstance(error, OSError) and error.strerror:
        place = f"{error.filename}: " if error.filename else ""
        return f"{place}{error.strerror}"
    return unforeseen(error)


def unforeseen(error: Exception) -> str:
    """Say what nobody was prepared for, and where in the program it was met."""
    kind, frames = type(error).__name__, traceback.extract_tb(error.__traceback__)
    if not frames:
        return Fault("pbem met something it was not prepared for: {kind}", kind=kind)
    at = {"file": PurePath(frames[-1].filename).name, "line": frames[-1].lineno}
    return Fault("pbem met something it was not prepared for: {kind} in {file}, line {line}", kind=kind, **at)
