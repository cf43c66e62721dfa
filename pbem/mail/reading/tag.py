"""Find the tag of our subjects, `[pbem ID #ENTRY]`, whatever a mail program did to it."""

import re

from pbem.mail.reading.normalize import clean

_TAG = re.compile(r"\[\s*pbem\s+([a-z0-9][a-z0-9-]{1,39})\s*#\s*(\d{1,9})(?!\d)", re.IGNORECASE | re.ASCII)
_NOT_GAMES = frozenset(["roster", "history", "finished", "data"])


def find_tag(subject: str) -> tuple[str, int] | None:
    """Read game and entry from a subject; None if there is no tag, or if two tags contradict each other."""
    found = {
        (match[1].lower(), int(match[2]))
        for match in _TAG.finditer(clean(subject)[:2_000])
        if match[1].lower() not in _NOT_GAMES
    }
    return found.pop() if len(found) == 1 else None
