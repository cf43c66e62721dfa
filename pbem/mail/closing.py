"""The end of a mail: the seed, how to reply, who is awaited and the clock of the game."""

from __future__ import annotations

from functools import lru_cache

from pbem.engine.clock import CLOCK_KEYS, parse_clock_options
from pbem.mail.context import MailContext
from pbem.mail.layout import section, wrap
from pbem.mail.sections import waiting
from pbem.mail.words import NOT_COUNTED


def chance(context: MailContext) -> str:
    """Commit to the seed in the first mail, open it in the last one."""
    game = context.game
    if context.kind == "start":
        key = {"seed": "drawn", "given": "given", "record": "recorded"}[game.rules.chance]
        commitment = context.say("commitment", digest="").rstrip().rstrip(":")
        words = context.say(key)
        if game.rules.chance == "seed":
            words += " " + context.say("drawn-alone" if game.rules.deal is None else "dealt")
        return "\n".join([*wrap(commitment + ":"), f"  {game.seed_commitment}", *wrap(words), *anonymity(context)])
    if context.kind == "over" and game.status in ("finished", "terminated"):
        opened = context.say("seed", seed="").rstrip()
        archive = context.say("archive", file=f"{game.id}.zip")
        earlier = [
            line
            for pin in game.rules.seeds
            for line in (*wrap(context.say("seed-earlier", first=pin.first, last=pin.last)), f"  {pin.seed}")
        ]
        return "\n".join([*wrap(opened), f"  {game.seed}", *earlier, *wrap(archive)])
    return ""


def anonymity(context: MailContext) -> list[str]:
    """What an anonymous game promises; the moderator is told who sits where."""
    if not context.game.anonymous:
        return []
    seats = ", ".join(context.named(info.seat) for info in context.people if info.role in ("player", "automaton"))
    who = wrap(context.say("seats-are", who=seats)) if context.reader.role == "moderator" else []
    return ["", *wrap(context.say("anonymous")), *who]


def reply(context: MailContext) -> str:
    if context.reader.role == "observer" or context.kind == "over":
        return ""
    if context.kind == "answer" and context.note.get("verdict") != NOT_COUNTED and not context.note.get("form"):
        return ""
    how = "how-moderator" if context.reader.role == "moderator" else "how"
    return section(context.say("reply"), [*wrap(context.say(how)), *wrap(context.say("also"))])


def foot(context: MailContext) -> str:
    """Who is awaited and the clock of the game, in one line each."""
    if context.game.status in ("finished", "terminated"):
        return ""
    options = tuple(sorted((key, str(value)) for key, value in context.game.options.items()))
    clock = clock_line(options, context.language)
    awaited = waiting(context) if context.game.status == "running" else context.say("is-paused")
    return "\n".join([*wrap(awaited), *(wrap(clock) if clock else [])])


@lru_cache(maxsize=64)
def clock_line(options: tuple[tuple[str, str], ...], language: str) -> str:
    """The game's clock in the words of the options that set it; empty for a game without one."""
    from pbem.engine.clock.times import rules_text

    mine = {key: value for key, value in options if key in CLOCK_KEYS}
    return rules_text(parse_clock_options(mine), language) if mine else ""
