"""Game ids: judged before any path is made of them."""

from __future__ import annotations

import re

from pbem.core.errors import Misuse
from pbem.core.words import Say, Verbatim
from pbem.engine.gamefile import ID_PATTERN, RESERVED_IDS

_ID = re.compile(ID_PATTERN.removeprefix("^").removesuffix("$"), re.ASCII)


def is_id(text: object) -> bool:
    return isinstance(text, str) and _ID.fullmatch(text) is not None and text not in RESERVED_IDS


def check_id(text: str) -> str:
    """Return the id itself; refuse anything that could be a path, or collide on some file system (fault 193)."""
    if text in RESERVED_IDS:
        raise Misuse(Say("{text} is a reserved word and cannot be a game id.", text=Verbatim(f"{text!r}")))
    if not is_id(text):
        raise Misuse(
            Say(
                "{text} is not a game id: 2 to 40 small letters, digits and hyphens, beginning with a letter or digit.",
                text=Verbatim(ascii(text)[:60]),
            )
        )
    return text
