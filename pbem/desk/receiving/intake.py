"""Taking the data of a mail off a line: a mail of any size is taken, and its beginning kept.

A listener that refuses a large mail makes the mail server bounce it, in that server's words; the pipe keeps the
beginning, and the player reads our answer: what was too large, and that nothing was played. So does this.
"""

from __future__ import annotations

from asyncio import LimitOverrunError, StreamReader
from collections.abc import Callable
from typing import Any

END = b".\r\n"
PIECE = 1 << 20


async def beginning(reader: StreamReader, keep: int, alive: Callable[[], None] = lambda: None) -> bytes:
    """Read the first `keep` bytes of a mail, as SMTP sends it: up to a line with nothing but a dot, dots at the
    beginning of lines taken off. The rest is read and forgotten; `alive` is called now and then, for lines of any
    length too."""
    kept = bytearray()
    at_line_start, since = True, 0
    while True:
        try:
            part, whole = await reader.readuntil(b"\r\n"), True
        except LimitOverrunError as long:
            part, whole = await reader.read(long.consumed), False
        if at_line_start and part == END:
            return bytes(kept)
        since += len(part)
        if since >= PIECE:
            since = 0
            alive()
        if at_line_start and part.startswith(b"."):
            part = part[1:]
        kept += part[: max(0, keep - len(kept))]
        at_line_start = whole


def taking_all(kind: Any, keep: int) -> Any:
    """Make the library's protocol, SMTP or LMTP, with a DATA command that refuses no mail for its size or its lines."""

    class TakingAll(kind):  # type: ignore[misc]
        async def smtp_DATA(self, arg: str) -> None:
            if await self.check_helo_needed() or await self.check_auth_needed("DATA"):
                return
            if arg or not self.envelope.rcpt_tos:
                await self.push("501 5.5.4 DATA takes nothing" if arg else "503 5.5.1 RCPT first")
                return
            await self.push("354 end with a line that is a single dot")
            content = await beginning(self._reader, keep, self._reset_timeout)
            self.envelope.content = self.envelope.original_content = content
            answer = await self.event_handler.handle_DATA(self, self.session, self.envelope)
            self._set_post_data_state()
            await self.push(answer)

    return TakingAll
