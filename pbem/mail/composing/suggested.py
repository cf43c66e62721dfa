"""Turns that a mail suggests, where the game has suggestions."""

from __future__ import annotations

from pbem.mail.composing.context import MailContext


def turns(context: MailContext) -> list[str]:
    """Find whole turns in the reader's words, the best first; found once a mail."""
    if "turns" not in context.made:
        reader, draft, found = context.reader, context.note.get("draft"), list[str]()
        asked = reader.role == "player" and not draft and reader.seat in context.game.deadlines
        if asked and context.game.suggests:
            from pbem.engine.computers.suggestions import suggestions

            found = suggestions(context.play, reader.seat)
        context.made["turns"] = ["; ".join(map(context.typed, turn.split("; "))) for turn in found]
    made: list[str] = context.made["turns"]
    return made


def suggested(context: MailContext) -> list[str]:
    """Write a line for each, ready to copy."""
    return [f"  {turn}" for turn in turns(context)]
