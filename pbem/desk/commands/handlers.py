"""Which function carries a command out. A module is loaded when the first of its commands comes."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pbem.desk.commands.work import Work
    from pbem.mail.commands import Command

    Handler = Callable[[Work, Command], None]

PLACES = {
    "commands.information": ("help", "rules", "rulings", "options", "status", "show", "history", "resend"),
    "commands.requests": ("orders", "away", "undo", "appeal", "resign", "agree", "refuse", "say", "mod"),
    "post.confirmations": ("confirm",),
    "commands.preferences": ("news", "plain", "language", "zone", "address"),
}
"""`preview` and `pass` are parts of a move and no commands of their own."""


def handler(verb: str) -> Handler | None:
    """The function for a command word; None for one that is known but does nothing by itself."""
    for module, verbs in PLACES.items():
        if verb in verbs:
            found: Any = getattr(import_module(f"pbem.desk.{module}"), f"do_{verb}")
            return found  # type: ignore[no-any-return]
    return None
