"""What a seat has on file, in a mail to its holder: orders, answers sent ahead, a draft, and what has lapsed."""

from __future__ import annotations

from pbem.engine.submission.ahead import said_name
from pbem.engine.submission.drafts import draft_of
from pbem.mail.composing.context import MailContext
from pbem.mail.composing.layout import WIDTH, wrap

ORDERS_ROOM = 24
"""Lines of a mail for orders on file."""


def shown_orders(context: MailContext) -> list[str]:
    """List what is on file as far as a mail has room for it; `orders` lists all."""
    lines, room = order_lines(context), ORDERS_ROOM
    for at, line in enumerate(lines):
        room -= 1 + len(line) // WIDTH
        if room < 0 and at < len(lines) - 1:
            return [*lines[:at], f"  # {context.say('orders-more', n=len(lines) - at)}"]
    return lines


def draft_lines(context: MailContext) -> list[str]:
    """Show the reader's draft, which nobody plays."""
    draft = draft_of(context.game, context.reader.seat)
    if draft is None or context.reader.role != "player":
        return []
    return wrap(context.say("draft-waits", lines="; ".join(map(context.typed, draft.lines))))


def lapsed_lines(context: MailContext) -> list[str]:
    """Show lines of the reader's that were on file and are not any more."""
    orders = context.game.orders.get(context.reader.seat)
    lapsed = [_typed(context, one) for one in orders.lapsed] if orders is not None else []
    return [line for one in lapsed for line in wrap(f"# {one}  ({context.say('lapsed')})", "  ", "    ")]


def _typed(context: MailContext, lines: str) -> str:
    """Write lines on file, several of them with `;` between, in the reader's words."""
    return "; ".join(map(context.typed, lines.split("; ")))


def order_lines(context: MailContext) -> list[str]:
    """List standing orders and answers sent ahead, in the form in which they can be sent again."""
    game, seat = context.game, context.reader.seat
    kept = game.moderation.notes.get("pending", {}).get(seat)
    played = context.say("played-at", when=kept["ready"]) if kept else ""
    lines = [f"  {_typed(context, line)}  # {played}" for line in kept["text"].split("\n")] if kept else []
    orders = game.orders.get(seat)
    if orders is None:
        return lines
    lines += [f"  orders {context.typed(name + ': ' + ', '.join(keys))}" for name, keys in orders.standing.items()]
    for sent in orders.ahead:
        said = context.typed(f"{said_name(sent)}: {', '.join(sent.keys)}")
        lines.append(f"  {said}  # {context.say('ahead-at', n=sent.entry)}")
        lines += [f"  {_typed(context, line)}" for line in sent.lines]
    lines += [f"  # {line}" for line in draft_lines(context)]
    lines += [f"  # {_typed(context, line)}  ({context.say('lapsed')})" for line in orders.lapsed]
    return lines
