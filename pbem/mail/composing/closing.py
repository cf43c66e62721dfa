"""The end of a mail: the seed, how to reply, who is awaited and the clock of the game."""

from __future__ import annotations

from functools import lru_cache

from pbem.engine.clock import CLOCK_KEYS, parse_clock_options
from pbem.engine.clock.durations import duration_text
from pbem.mail.composing.context import MailContext
from pbem.mail.composing.fitting import Cut
from pbem.mail.composing.layout import section, wrap
from pbem.mail.composing.lead import ASKING, decided
from pbem.mail.composing.sections import open_question, waiting
from pbem.mail.words import NOT_COUNTED, word


def chance(context: MailContext) -> str:
    """Commit to the seed in the first mail, open it in the last one."""
    game = context.game
    if context.kind == "start":
        key = {"seed": "drawn", "given": "given", "record": "recorded"}[game.rules.chance]
        commitment = context.say("commitment", digest="").rstrip().rstrip(":")
        words = context.say(key)
        if game.rules.chance == "seed":
            words += " " + context.say("drawn-alone" if game.rules.deal is None else "dealt")
        return "\n".join([*wrap(commitment + ":"), f"  {game.seed_commitment}", *wrap(words), *anonymity(context),
                          *english(context)])  # fmt: skip
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


def english(context: MailContext) -> list[str]:
    """Say once that the title speaks English only, to a reader who does not."""
    if context.title.speaks(context.language):
        return []
    return ["", *wrap(context.say("title-english", title=context.title.full_name))]


def anonymity(context: MailContext) -> list[str]:
    """Say what an anonymous game promises; the moderator is told who sits where."""
    if not context.game.anonymous:
        return []
    seats = ", ".join(context.named(info.seat) for info in context.people if info.role in ("player", "automaton"))
    who = wrap(context.say("seats-are", who=seats)) if context.reader.role == "moderator" else []
    return ["", *wrap(context.say("anonymous")), *who]


def _handed_over(context: MailContext) -> bool:
    """Tell whether this mail tells its reader that they moderate the game from now on."""
    mine = context.reader.role == "moderator" and context.kind == "adjudication"
    return mine and any(entry.note.get("did") == "moderator" for entry in decided(context))


def reply(context: MailContext, cut: Cut) -> str:
    """Say how to reply; in one line where a mail must be cut that far: a form tells nobody for the first time."""
    if context.reader.role == "observer" or context.kind == "over":
        return ""
    if context.kind == "answer" and context.note.get("verdict") != NOT_COUNTED and not context.note.get("form"):
        return ""
    if cut.answers < 0 and context.reader.role == "player":
        return "\n".join(wrap(context.say("how-short")))
    how = "how-moderator" if context.reader.role == "moderator" else "how"
    who = anonymity(context)[1:] if _handed_over(context) else []
    told = section(context.say("reply"), wrap(f"{context.say(how)} {context.say('also')}"))
    return "\n\n".join(["\n".join(who), told]) if who else told


LATE = {
    "wait": "late-wait", "default": "late-default", "orders": "late-orders", "bot": "late-bot",
    "substitute": "late-substitute", "forfeit": "late-forfeit",
}  # fmt: skip
"""What happens when no move comes, by the option `on_late`."""


def late(context: MailContext) -> str:
    """Say what happens if the reader is late, in plain words; nothing where there is no deadline."""
    asked = context.game.deadlines.get(context.reader.seat)
    if asked is None or asked.due is None or context.reader.role != "player":
        return ""
    return "\n".join(wrap(late_text(_clock(context), context.language)))


@lru_cache(maxsize=64)
def late_text(options: tuple[tuple[str, str], ...], language: str) -> str:
    rules = parse_clock_options({key: value for key, value in options if key in CLOCK_KEYS})
    told = [word(language, LATE[rules.on_late])]
    if rules.grace:
        told.append(word(language, "late-grace", grace=duration_text(rules.grace)))
    if rules.late_count:
        told.append(word(language, "late-passed", n=rules.late_count))
    return " ".join(told)


def foot(context: MailContext, cut: Cut) -> str:
    """Say who is awaited, the clock of the game where it begins, and how a reader gets other mails."""
    over = context.game.status in ("finished", "terminated")
    awaited = [] if over else wrap(waiting(context) if context.game.status == "running" else context.say("is-paused"))
    if list(context.game.deadlines) == [context.reader.seat] and context.kind in ASKING and not cut.short:
        awaited = []  # nobody but the reader, who was told above
    elif context.note.get("form") and open_question(context) is None:
        awaited = []  # who is awaited stands where the question would
    clock = clock_line(_clock(context), context.language) if context.kind in WITH_CLOCK and not over else ""
    more = wrap(context.say("foot-more")) if cut.short else []
    return "\n".join([*awaited, *(wrap(clock) if clock else []), *more, *wrap(context.say("foot-plain"))])


def settings(language: str) -> str:
    """Write the foot of a mail outside any game, to which a setting cannot be answered: where one can, and which."""
    return "\n".join(wrap(word(language, "foot-settings")))


WITH_CLOCK = frozenset({"start", "handover", "adjudication"})
"""Mails that tell the whole clock of the game; all others say what happens to whoever is late."""


def _clock(context: MailContext) -> tuple[tuple[str, str], ...]:
    return tuple(sorted((key, str(value)) for key, value in context.game.options.items()))


@lru_cache(maxsize=64)
def clock_line(options: tuple[tuple[str, str], ...], language: str) -> str:
    """Write the game's clock in the words of the options that set it; empty for a game without one."""
    from pbem.engine.clock.times import rules_text

    mine = {key: value for key, value in options if key in CLOCK_KEYS}
    return rules_text(parse_clock_options(mine), language) if mine else ""
