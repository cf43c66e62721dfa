"""Names of what may lie in the box besides the base game. The code of a module is loaded with the first game
that has it, so its name must be known without it."""

from __future__ import annotations

from pbem.core.questions import Seat

SETH = "seth"
"""The module, its god, and where the dice of its board lie (`t.dice["seth"]`)."""
SOLO = "solo"
SETH_SOLO = "seth_solo"
VIZIER = "vizier"
BOT: Seat = "violet"
"""The seat of Botankhamun: a colour that no player has."""
BOT_NAME = "Botankhamun"
