"""Older formats of the game file, brought up to date on load; never guessed at.

Each change of format adds one function here, from its number to the next, and one saved file in `tests/saved/`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.core.errors import Fault, GameFileProblem
from pbem.engine.gamefile import FORMAT
from pbem.store.reading import shown

Document = dict[str, Any]

#: From format N to format N + 1.
STEPS: dict[int, Callable[[Document], Document]] = {}


def migrate(document: Document, where: str, *, to: int = FORMAT) -> tuple[Document, bool]:
    """Bring the document into today's format, and tell whether it was an older one."""
    if "format" not in document:
        raise GameFileProblem(
            Fault("{where}: {key}: missing; this is not a game file of pbem.", where=where, key="format")
        )
    found = document["format"]
    if type(found) is not int or found < 0:
        raise GameFileProblem(
            Fault(
                "{where}: {key}: {value} is not the number of a format.", where=where, key="format", value=shown(found)
            )
        )
    if found > to:
        raise GameFileProblem(
            Fault(
                "{where}: {key}: {found} is newer than {to}; a newer version of pbem is needed.",
                where=where,
                key="format",
                found=found,
                to=to,
            )
        )
    at = found
    while at < to:
        step = STEPS.get(at)
        if step is None:
            raise GameFileProblem(
                Fault(
                    "{where}: {key}: {found} is not known to this version of pbem.",
                    where=where,
                    key="format",
                    found=found,
                )
            )
        document = step(document)
        at += 1
        document["format"] = at
    return document, found != to
