"""The register of the commands that a text may hold: each is one class of this folder.

A module is loaded when the first of its commands comes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from pbem.mail.typed.commands import Command

PLACES = {
    "information": ("help", "rules", "rulings", "options", "status", "show", "history", "resend"),
    "requests": ("orders", "draft", "away", "undo", "appeal", "resign", "agree", "refuse", "vote", "say", "mod"),
    "preferences": ("news", "plain", "format", "language", "zone", "address", "public", "standby"),
    "codes": ("confirm",),
}
"""Modules of this folder and the words of their commands. `preview` and `pass` are parts of a move."""


class MailCommand(ABC):
    """A command word and what it does; it raises a refusal, and whoever opened the game commits."""

    verb: ClassVar[str]
    observers: ClassVar[bool] = False
    """Whether those may use it who only watch."""

    @abstractmethod
    def carry_out(self, work: Any, command: Command) -> None:
        """Do it for one text (`Work`)."""


def find_command(verb: str) -> MailCommand | None:
    """Find the command of a word; None for one that is known but does nothing by itself."""
    for module, verbs in PLACES.items():
        if verb in verbs:
            found: MailCommand = getattr(import_module(f"pbem.desk.commands.{module}"), verb.capitalize())()
            return found
    return None
