"""A small IMAP server with one folder, for the tests of polling; it can drop the connection in the middle."""

from __future__ import annotations

import re
import socket
from contextlib import AbstractContextManager
from dataclasses import dataclass, field

from tests.loopback import serving


@dataclass
class ImapServer:
    mails: dict[int, bytes] = field(default_factory=dict)
    validity: int = 1
    seen: set[int] = field(default_factory=set)
    drop_after: int | None = None
    """Close the connection in the middle of the fetch with this number."""
    password: str = "secret"
    port: int = 0
    fetched: int = 0

    def talk(self, link: socket.socket) -> None:
        stream = link.makefile("rb")
        link.sendall(b"* OK [CAPABILITY IMAP4rev1] here\r\n")
        while line := stream.readline():
            tag, _, command = line.decode().strip().partition(" ")
            if not self.answer(link, tag, command):
                return

    def answer(self, link: socket.socket, tag: str, command: str) -> bool:
        word = command.upper()
        if word.startswith("LOGIN"):
            if self.password not in command:
                link.sendall(f"{tag} NO [AUTHENTICATIONFAILED] wrong\r\n".encode())
                return True
        elif word.startswith("CAPABILITY"):
            link.sendall(b"* CAPABILITY IMAP4rev1\r\n")
        elif word.startswith(("SELECT", "EXAMINE")):
            link.sendall(f"* {len(self.mails)} EXISTS\r\n* OK [UIDVALIDITY {self.validity}] ok\r\n".encode())
        elif word.startswith("STATUS"):
            link.sendall(f'* STATUS "INBOX" (UIDVALIDITY {self.validity})\r\n'.encode())
        elif word.startswith("UID SEARCH"):
            link.sendall(f"* SEARCH {' '.join(map(str, self.mails))}\r\n".encode())
        elif word.startswith("UID FETCH"):
            return self.fetch(link, tag, command)
        elif word.startswith("UID STORE"):
            self.seen.add(int(command.split()[2]))
        elif word.startswith("LOGOUT"):
            link.sendall(f"* BYE\r\n{tag} OK bye\r\n".encode())
            return False
        link.sendall(f"{tag} OK done\r\n".encode())
        return True

    def fetch(self, link: socket.socket, tag: str, command: str) -> bool:
        uid = int(command.split()[2])
        part = re.search(r"<0\.(\d+)>", command)
        raw = self.mails[uid][: int(part[1]) if part else None]
        self.fetched += 1
        if self.drop_after is not None and self.fetched >= self.drop_after:
            link.sendall(f"* 1 FETCH (UID {uid} BODY[]<0> {{{len(raw)}}}\r\n".encode() + raw[: len(raw) // 2])
            return False
        link.sendall(f"* 1 FETCH (UID {uid} BODY[]<0> {{{len(raw)}}}\r\n".encode() + raw + b")\r\n")
        link.sendall(f"{tag} OK done\r\n".encode())
        return True


def imap_server(**values: object) -> AbstractContextManager[ImapServer]:
    return serving(ImapServer(**values), 10)  # type: ignore[arg-type]
