"""Names that people may have at a table."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pbem.core.errors import Misuse
from pbem.core.words import Say, Verbatim
from pbem.engine.submission.lines import fold

MAX_NAME = 60


def check_name(name: str) -> str:
    """Check a person's name as it may be shown and typed; refuse anything else here, once."""
    clean = " ".join(name.split())
    if not clean or clean != name.strip() or len(clean) > MAX_NAME or not clean.isprintable():
        raise Misuse(
            Say(
                "{name} is not a usable name: 1 to {most} printable characters, single blanks.",
                name=Verbatim(f"{name!r:.80}"),
                most=MAX_NAME,
            )
        )
    if not re.search(r"\w", clean):
        raise Misuse(Say("{name} is not a usable name: it has no letter or digit.", name=Verbatim(f"{name!r}")))
    return clean


def check_people(names: Sequence[str], reserved: Sequence[str]) -> None:
    """Refuse names that cannot be told apart, or that are colours or command words (fault 125)."""
    folded = [fold(name) for name in names]
    taken = {fold(word) for word in reserved}
    for at, name in enumerate(folded):
        shown = names[at]
        if name in taken:
            raise Misuse(
                Say(
                    "The name {shown} is also a seat or a command word; please choose another.",
                    shown=Verbatim(f"{shown!r}"),
                )
            )
        for second, other in zip(names[at + 1 :], folded[at + 1 :], strict=True):
            if name == other:
                raise Misuse(Say("Two players are called {shown}; names must differ.", shown=Verbatim(f"{shown!r}")))
            if name.startswith(other) or other.startswith(name):
                raise Misuse(
                    Say(
                        "The names {shown} and {second} begin alike; one must change.",
                        shown=Verbatim(f"{shown!r}"),
                        second=Verbatim(f"{second!r}"),
                    )
                )
