"""Commands run in forked children, with `strace` on them from outside where asked.

Most of a cold command is the start of Python, which writes nothing. So one process loads the program once and forks for
every try; the child is the program as it is, and what kills it or refuses its calls is the tracer outside of it.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

CHANGING = (
    "openat,write,pwrite64,writev,pwritev,fsync,fdatasync,rename,renameat,renameat2,link,linkat,symlink,symlinkat,"
    "unlink,unlinkat,rmdir,mkdir,mkdirat,truncate,ftruncate,fallocate,chmod,fchmod,fchmodat,utimensat,copy_file_range,"
    "sendfile"
)
"""The calls by which a program changes files. `openat` is among them for what it creates and cuts."""
STRACE = shutil.which("strace")
PATIENCE = 60
UNTRACEABLE = 77


class Untraceable(Exception):
    """The system does not let one process trace another."""


@dataclass(frozen=True, slots=True)
class Step:
    """One command: its words, the mail on its standard input, and how many minutes after the beginning it runs."""

    args: Sequence[str]
    stdin: bytes = b""
    later: int = 0


@dataclass(slots=True)
class Ended:
    """How a command ended: its exit code (negative: the signal that killed it), both streams, the tracer's log."""

    code: int
    out: str
    err: str
    log: list[str] = field(default_factory=list)

    @property
    def said(self) -> str:
        return f"{self.out}\n{self.err}"


class Runner:
    """Forks commands in one home."""

    def __init__(self, work: Path, now: datetime) -> None:
        self.work = work
        self.home = work / "home"
        self.streams = work.with_name(f"{work.name}.streams")
        self.streams.mkdir(exist_ok=True)
        self.now = now

    def run(self, step: Step, tracing: Sequence[str] | None = None) -> Ended:
        """The command in a child; with `tracing`, the options of the `strace` that is attached before it begins."""
        here, there = socket.socketpair()
        self._sweep()
        child = os.fork()
        if child == 0:
            here.close()
            self._become([step], there)
        there.close()
        log = self.streams / "log"
        tracer = None
        try:
            here.recv(1)  # it has its streams, and stands before the command
            if tracing is not None:
                tracer = attach(child, [*tracing, "-o", str(log)])
            here.send(b"x")
        finally:
            here.close()
            _, status = os.waitpid(child, 0)
            if tracer is not None:
                tracer.communicate(timeout=PATIENCE)
        lines = log.read_bytes().decode("utf-8", "replace").splitlines() if tracer else []
        return Ended(os.waitstatus_to_exitcode(status), self._read("out0"), self._read("err0"), lines)

    def run_all(self, steps: Sequence[Step]) -> tuple[Step, Ended] | None:
        """Commands one after the other, in one child; the first that does not end well, if there is one."""
        self._sweep()
        child = os.fork()
        if child == 0:
            self._become(steps, None)
        _, status = os.waitpid(child, 0)
        code = os.waitstatus_to_exitcode(status)
        if code == 0:
            return None
        at = max(n for n in range(len(steps)) if (self.streams / f"out{n}").exists())
        return steps[at], Ended(code, self._read(f"out{at}"), self._read(f"err{at}"))

    def _sweep(self) -> None:
        sys.stdout.flush()
        sys.stderr.flush()
        for path in self.streams.iterdir():
            path.unlink()

    def _read(self, name: str) -> str:
        return (self.streams / name).read_bytes().decode("utf-8", "replace")

    def _become(self, steps: Sequence[Step], parent: socket.socket | None) -> None:
        """The child: folder, clock and streams as a command has them, then the commands until one fails; never
        returns."""
        code = 70
        try:
            os.chdir(self.work)
            os.environ["PBEM_HOME"] = str(self.home)
            allow_tracing()
            signal.alarm(PATIENCE)
            for n, step in enumerate(steps):
                code = self._command(n, step, parent)
                if code:
                    break
        except BaseException:
            import traceback

            traceback.print_exc()
            sys.stderr.flush()
        finally:
            os._exit(code)

    def _command(self, n: int, step: Step, parent: socket.socket | None) -> int:
        from pbem.cli import main

        (self.streams / f"in{n}").write_bytes(step.stdin)
        for fd, name, flags in ((0, f"in{n}", os.O_RDONLY), (1, f"out{n}", _OUT), (2, f"err{n}", _OUT)):
            made = os.open(self.streams / name, flags, 0o600)
            os.dup2(made, fd)
            os.close(made)
        set_clock(self.now, step.later)
        sys.argv = ["pbem", *step.args]
        if parent is not None:
            parent.send(b"x")
            parent.recv(1)
            parent.close()
        code = main()
        sys.stdout.flush()
        sys.stderr.flush()
        return code


_OUT = os.O_WRONLY | os.O_CREAT | os.O_TRUNC


def set_clock(now: datetime, later: int) -> None:
    """Commands read the time through the desk; all tries of a case happen at the same moment."""
    from datetime import timedelta

    from pbem.desk import desk

    def fixed() -> datetime:
        return now + timedelta(minutes=later)

    desk.here.__defaults__ = (fixed,)
    desk.Desk.__init__.__defaults__ = (fixed,)


def allow_tracing() -> None:
    """Where the system lets only ancestors trace, say that anybody of ours may."""
    if os.path.exists("/proc/sys/kernel/yama/ptrace_scope"):
        import ctypes

        ctypes.CDLL(None).prctl(0x59616D61, ctypes.c_ulong(-1), 0, 0, 0)


def attach(child: int, options: Sequence[str]) -> subprocess.Popen[str]:
    """A tracer that holds the child already."""
    assert STRACE is not None
    command = [STRACE, "-y", "-p", str(child), *options]
    tracer = subprocess.Popen(command, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)
    assert tracer.stderr is not None
    first = tracer.stderr.readline()
    if "attached" not in first:
        os.kill(child, signal.SIGKILL)
        raise Untraceable(f"strace may not trace here: {first.strip()}")
    return tracer
