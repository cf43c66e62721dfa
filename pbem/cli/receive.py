"""`pbem mail receive`: one raw mail from a mail server's pipe.

The bytes are made safe before anything else of pbem is loaded; from then on the answer to the mail server is 0,
whatever happens later. Everything else is 75, which makes the server keep the mail and try again; any other code
would bounce it to the player. Only where there is no mail there is nothing to keep: that is 0, too (fault 29).
"""

from __future__ import annotations

import fcntl
import os
import sys
import time

from pbem.medium import disk, is_folder, lexists, make_folders
from pbem.plain import read_figures

SAFE = 0
LATER = 75
CHUNK = 65_536
LIMIT = 26_214_400
"""Bytes kept of one mail; a longer one is cut here and recognised as too big when it is read."""


def home_of(args: list[str]) -> str:
    for at, arg in enumerate(args):
        if arg == "--home" and at + 1 < len(args):
            return args[at + 1]
        if arg.startswith("--home="):
            return arg[len("--home=") :]
    return os.environ.get("PBEM_HOME") or "."


def is_called(args: list[str]) -> bool:
    """Tell whether the command line is `mail receive`, wherever its `--home` stands."""
    words = iter(args)
    plain = []
    for word in words:
        if word == "--home":
            next(words, None)
        elif not word.startswith("--home="):
            plain.append(word)
    return plain[:2] == ["mail", "receive"]


def say(text: str) -> None:
    """Print a note if anybody can still read one: a closed or full stream must not change what the mail server is
    told."""
    try:
        sys.stderr.write(f"pbem: {text}\n")
        sys.stderr.flush()
    except (AttributeError, OSError, ValueError):
        return


def receive(args: list[str]) -> int:
    """Store the mail on standard input; then process it, unless a `serve` process will."""
    if "-h" in args or "--help" in args:
        sys.stdout.write("Usage: pbem mail receive [--home DIR] < MAIL\n\nStore a mail, then process and answer it.\n")
        sys.stdout.flush()
        return SAFE
    home = home_of(args)
    try:
        if not store(home):
            say("there is no mail on standard input")
            return SAFE
    except BaseException as problem:
        say(f"the mail could not be stored and stays with the mail server: {problem}")
        return LATER
    try:
        if not serving(home):
            from pbem.desk.post.spool_run import process_spool

            os.environ["PBEM_HOME"] = home
            process_spool()
    except BaseException as problem:
        # The bytes are safe; the next command or clock run takes them up.
        say(f"the mail is stored and will be processed later: {why(problem)}")
    return SAFE


def why(problem: BaseException) -> str:
    """Return the words of an error of ours, without the promise that nothing was changed, because the mail is stored;
    else the kind of error, whose words may hold anything."""
    if not hasattr(problem, "message"):
        return type(problem).__name__
    from pbem.core.errors import without_promise

    return without_promise(problem.message)


def store(home: str) -> str:
    """Write standard input durably into `mail/in/new`. Its name sorts by time of arrival; empty if nothing came."""
    if sys.stdin is None:
        raise OSError("standard input is closed")
    first = sys.stdin.buffer.read(CHUNK)
    if len(first) < CHUNK and not first.strip():
        return ""
    if not is_folder(home):
        # A misspelt folder must not swallow mail that nobody would ever look for.
        raise OSError(f"there is no folder {home}")
    box = os.path.join(home, "mail", "in")
    for name in ("tmp", "new", "cur"):
        make_folders(os.path.join(box, name), 0o700)
    name = f"{time.time_ns():020d}.{os.getpid()}.{os.urandom(4).hex()}.eml"
    temporary, final = os.path.join(box, "tmp", name), os.path.join(box, "new", name)
    fd = disk.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        try:
            copy(first, fd)
            disk.fsync(fd)
        finally:
            disk.close(fd)
        if crowded(home, disk.stat(temporary).st_size):
            from pbem.desk.receiving.piped import admit

            admit(home, temporary)
        disk.rename(temporary, final)
    except BaseException:
        if lexists(temporary):
            disk.unlink(temporary)
        raise
    folder = disk.open(os.path.join(box, "new"), os.O_RDONLY | os.O_DIRECTORY)
    try:
        disk.fsync(folder)
    finally:
        disk.close(folder)
    return final


def copy(chunk: bytes, fd: int) -> None:
    """Copy standard input to a file, the part beyond the limit to nowhere."""
    kept = 0
    while chunk:
        part = memoryview(chunk)[: max(0, LIMIT - kept)]
        kept += len(chunk)
        while part:
            part = part[disk.write(fd, part) :]
        chunk = sys.stdin.buffer.read(CHUNK)


def crowded(home: str, more: int) -> bool:
    """Tell whether so much more mail would be held than the settings allow; the post wrote down both figures. Where
    they are damaged it may be so: whoever admits mail counts anew."""
    try:
        size, limit = read_figures(os.path.join(home, "mail", "held.size"))
        return size + more > limit
    except OSError:
        return False
    except ValueError:
        return True


def serving(home: str) -> bool:
    """Tell whether a `pbem mail serve` holds its lock and will take the mail up itself."""
    try:
        fd = disk.open(
            os.path.join(home, "mail", "serve.lock"), os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        )
    except OSError:
        return False
    try:
        disk.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return False
    except OSError:
        return True
    finally:
        disk.close(fd)
