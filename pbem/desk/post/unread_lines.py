"""Lines that look like answers and were not read: how the answer to a mail names them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.mail.reading.reply import Dropped
from pbem.mail.typed.asides import PLACES, find_asides

if TYPE_CHECKING:
    from pbem.mail.composing.context import MailContext
    from pbem.mail.reading.incoming import Incoming
    from pbem.mail.reading.reply import Reply
    from pbem.mail.typed.asides import Aside
    from pbem.mail.typed.commands import Script, Vocabulary

MOST_SHOWN = 6


def set_aside(reply: Reply, mail: Incoming, script: Script, words: Vocabulary) -> list[Aside]:
    """Find what looks like an answer in the dropped lines of a mail, its attached texts and its messages."""
    attached = [Dropped(part.reason, part.text) for part in mail.dropped if part.text]
    return find_asides([*reply.aside, *attached], script, words)


def why_aside(context: MailContext, asides: list[Aside]) -> str:
    """Say why the mail is not counted, if answers stand where none are read (fault 102); else nothing."""
    first = next((aside for aside in asides if aside.refuses), None)
    if first is None:
        return ""

    line = f'"{first.text[:80]}"'
    place = PLACES[first.reason]
    if place == "aside-signature":
        return context.say("below-signature", line=line)
    return context.say("aside-why", where=context.say(place), line=line)


def aside_section(context: MailContext, asides: list[Aside]) -> list[tuple[str, str]]:
    """Write the section that names them; none if there are none."""
    if not asides:
        return []
    lines = [f"  {aside.text[:120]}  ({_where(context, aside)})" for aside in asides[:MOST_SHOWN]]
    if len(asides) > MOST_SHOWN:
        lines.append(f"  {context.say('aside-more', n=len(asides) - MOST_SHOWN)}")
    return [("h-aside", "\n".join([*lines, context.say("aside-do")]))]


def _where(context: MailContext, aside: Aside) -> str:
    if aside.verb:
        return context.say("aside-behind", verb=aside.verb)

    return context.say(PLACES[aside.reason])
