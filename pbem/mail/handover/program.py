"""Handing mails to a program, such as sendmail, in place of a server."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING

from pbem.core.errors import Fault
from pbem.mail.handover.transport import STOPPED, Done, Outcome, Trouble, cut

if TYPE_CHECKING:
    from pbem.mail.handover.halt import Halt
    from pbem.mail.letter import Stored


def send_by_program(
    command: Sequence[str],
    mails: Iterable[tuple[str, Stored]],
    done: Done,
    timeout: float = 60,
    halt: Halt | None = None,
) -> Trouble | None:
    """Hand mails to a program that reads one on standard input and ends with an exit code of sysexits.

    The recipient is named on the command line behind `--`. `-i` keeps a line with a single dot from ending the mail.
    """
    import subprocess

    for name, mail in mails:
        try:
            code, said = _run([*command, "-f", mail.envelope or "<>", "--", mail.recipient], mail, timeout, halt)
        except subprocess.TimeoutExpired:
            return Trouble("timeout", "{command} did not end within {n} seconds", command=command[0], n=f"{timeout:g}")
        except OSError as error:
            return Trouble("program", "{command} cannot be run: {reason}", command=command[0], reason=error.strerror)
        if halt is not None and halt.told and code != 0:
            return STOPPED
        words = cut(said.decode("utf-8", "replace"))
        if code == 0:
            done(name, Outcome("sent"))
        elif code in (64, 65, 67, 68):  # usage, data, no such user, no such host
            done(
                name,
                Outcome(
                    "refused",
                    0,
                    Fault("{command} ended with {code}: {words}", command=command[0], code=code, words=words),
                ),
            )
        else:
            done(
                name,
                Outcome(
                    "later",
                    0,
                    Fault("{command} ended with {code}: {words}", command=command[0], code=code, words=words),
                ),
            )
    return None


def _run(command: Sequence[str], mail: Stored, timeout: float, halt: Halt | None) -> tuple[int, bytes]:
    """Call the program once; return what it ended with and said. It does not outlive us."""
    import subprocess

    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        with halt.during(process.kill) if halt is not None else nullcontext():
            try:
                out, err = process.communicate(mail.content, timeout)
            except BaseException:
                process.kill()
                raise
        return process.returncode, err or out
