"""The name of the module. It keeps nothing on the table: its tiles lie in the pyramid of the bot."""

from __future__ import annotations

SETH_SOLO = "seth_solo"
