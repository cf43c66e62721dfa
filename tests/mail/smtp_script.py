"""A mail server that answers by a script: drops, delays, refusals, endless lines. One thread, loopback only."""

from __future__ import annotations

import contextlib
import socket
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field

from tests.loopback import serving

Answer = str | None | Callable[[socket.socket], None]
"""What is said to a command; None closes the connection; a function does with the socket as it likes."""


@dataclass
class ScriptedServer:
    """`answers` maps a command's first word (`GREETING`, `EHLO`, `MAIL`, `RCPT`, `DATA`, `.`) to what is said; a list
    is used up one by one, its last one stays."""

    answers: dict[str, Answer | list[Answer]] = field(default_factory=dict)
    port: int = 0
    connections: int = 0
    mails: list[bytes] = field(default_factory=list)
    commands: list[str] = field(default_factory=list)

    defaults = {
        "GREETING": "220 here", "EHLO": "250-here\r\n250 SIZE 1000000", "HELO": "250 here", "MAIL": "250 ok",
        "RCPT": "250 ok", "DATA": "354 go on", ".": "250 taken", "RSET": "250 ok", "QUIT": "221 bye", "NOOP": "250 ok",
    }  # fmt: skip

    def answer(self, word: str) -> Answer:
        wanted = self.answers.get(word, self.defaults.get(word, "500 what"))
        if isinstance(wanted, list):
            return wanted.pop(0) if len(wanted) > 1 else wanted[0]
        return wanted

    def talk(self, link: socket.socket) -> None:
        """One connection, until somebody ends it."""
        self.connections += 1
        stream = link.makefile("rb")
        if not self.say(link, "GREETING"):
            return
        while line := stream.readline():
            text = line.decode("utf-8", "replace").strip()
            word = text.split(":")[0].split()[0].upper() if text else ""
            self.commands.append(text)
            if not self.say(link, word):
                return
            if word == "DATA" and self.said.startswith("354"):
                body = b""
                while (row := stream.readline()) not in (b".\r\n", b""):
                    body += row
                if row:
                    self.mails.append(body)
                if not self.say(link, "."):
                    return
            if word == "QUIT":
                return

    said = ""

    def say(self, link: socket.socket, word: str) -> bool:
        answer = self.answer(word)
        if answer is None:
            return False
        if callable(answer):
            answer(link)
            return False
        self.said = answer
        with contextlib.suppress(OSError):
            link.sendall(answer.encode() + b"\r\n")
        return True


def scripted(**answers: Answer | list[Answer]) -> AbstractContextManager[ScriptedServer]:
    """A running server; `dot` stands for the end of DATA."""
    if "dot" in answers:
        answers["."] = answers.pop("dot")
    return serving(ScriptedServer(dict(answers)), 5)


def never(link: socket.socket) -> None:
    """Says nothing for longer than anybody waits."""
    time.sleep(1.5)


def flood(link: socket.socket) -> None:
    """One line without end."""
    with contextlib.suppress(OSError):
        for _ in range(200):
            link.sendall(b"2" * 65_536)


def endless(link: socket.socket) -> None:
    """Continuation lines without end."""
    with contextlib.suppress(OSError):
        for _ in range(20_000):
            link.sendall(b"250-and so on and so on and so on\r\n")
