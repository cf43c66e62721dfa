"""A scripted server on loopback: one connection after the other is handed to its `talk`."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol, TypeVar


class Talker(Protocol):
    port: int

    def talk(self, link: socket.socket) -> None: ...


Server = TypeVar("Server", bound=Talker)


@contextmanager
def serving(server: Server, patience: float) -> Iterator[Server]:
    """The server with its port, until the end of the block; nobody is waited for longer than `patience` seconds."""
    listener = socket.create_server(("127.0.0.1", 0))
    server.port = listener.getsockname()[1]
    stop = threading.Event()

    def serve() -> None:
        while not stop.is_set():
            try:
                link, _ = listener.accept()
            except OSError:
                return
            with link, contextlib.suppress(OSError):
                if stop.is_set():
                    return
                link.settimeout(patience)
                server.talk(link)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        stop.set()
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", server.port), 1):
            pass
        listener.close()
        thread.join(5)
