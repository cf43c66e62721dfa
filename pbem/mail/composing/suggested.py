"""Turns that a mail suggests, where the game has suggestions."""

from __future__ import annotations

from pbem.engine.computers.suggestions import are_wanted, suggestions
from pbem.mail.composing.context import MailContext


def turns(context: MailContext) -> list[str]:
    """Whole turns in the reader's words, the best first; found once a mail."""
    if "turns" not in context.made:
        reader, draft = context.reader, context.note.get("draft")
        asked = reader.role == "player" and not draft and reader.seat in context.game.deadlines
        found = suggestions(context.play, reader.seat) if asked and are_wanted(context.game) else []
        context.made["turns"] = ["; ".join(map(context.typed, turn.split("; "))) for turn in found]
    made: list[str] = context.made["turns"]
    return made


def suggested(context: MailContext) -> list[str]:
    """A line for each, ready to copy."""
    return [f"  {turn}" for turn in turns(context)]
