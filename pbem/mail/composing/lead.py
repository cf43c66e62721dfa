"""How a mail begins: its subject, the first line, which says the same in full, and the line to write above."""

from __future__ import annotations

from functools import partial

from pbem.core.words import calling
from pbem.engine.clock.times import left_text, short_moment
from pbem.engine.gamefile import Entry
from pbem.engine.journal import events_for, moment
from pbem.engine.notices import ADJUDICATION
from pbem.mail.composing.context import MailContext
from pbem.mail.composing.layout import wrap
from pbem.mail.composing.results import place_rows
from pbem.mail.tokens import bare_subject, blotted
from pbem.mail.words import COUNTED, kind_word, verdict_word

SUBJECT_WIDTH = 78
ASKED_IN_SUBJECT = frozenset({"turn", "question", "reminder"})
"""Mails whose subject says until when."""
TOLD_IN_SUBJECT = ASKED_IN_SUBJECT | {"news"}
"""Mails whose subject says what happened last."""
ASKING = frozenset({"start", "turn", "question", "reminder", "handover", "adjudication"})
"""Mails that repeat the open question, if there is one."""
UNTOLD = frozenset({"mail", "request", "absence"})
"""Entries of which mails to others say nothing: the record has them."""


def subject(context: MailContext) -> str:
    """Say what the mail is, cut to the width of a list of mails; nothing in it that not everybody may know."""
    verdict = context.note.get("verdict")
    if context.kind == "answer" and isinstance(verdict, str):
        return context.say("subject-draft") if context.note.get("draft") else verdict_word(context.language, verdict)
    if context.kind == "message":
        return context.say("subject-message", who=str(context.note.get("who", ""))[:40])
    what, word = told(context, ""), context.say(_what(context))
    room = SUBJECT_WIDTH - len(around(context))
    if len(what) <= room:
        return what
    asked = f"{word}{until(context)}"
    if len(asked) <= room - 3:
        return f"{what[: room - 3].rstrip()}..."
    return asked if len(asked) <= room else word  # where a token leaves no room for more


def around(context: MailContext) -> str:
    """Return what a subject has besides its words: the tag, and a token for those whose program loses all else."""
    ticket = context.ticket
    return context.house.signer.subject(ticket, "") if context.proved_by_subject else bare_subject(ticket, "")


def told(context: MailContext, left: str) -> str:
    """Say whose turn, until when, and the last thing that happened; `left` stands behind the deadline."""
    own = str(context.note.get("subject") or "")[:60] or final_standings(context) or last_word(context)
    return f"{context.say(_what(context))}{until(context)}{left}{': ' + own if own else ''}"


def decided(context: MailContext) -> list[Entry]:
    """List the decisions that this mail tells: those of the commit that called for it, each once."""
    since = int(context.note.get("decided", 0))
    return [entry for entry in context.entries if entry.kind in ADJUDICATION and entry.n > since]


def decision_word(context: MailContext, entry: Entry) -> str:
    """Say what an entry is called; an extension that was taken back is none."""
    shorter = entry.kind == "extend" and str(entry.note.get("by", "")).startswith("-")
    return kind_word(context.language, "shorten" if shorter else entry.kind)


def _what(context: MailContext) -> str:
    """Say what the mail is, as a frame text; what players took back themselves is no decision of a moderator."""
    if context.kind == "adjudication":
        entries = decided(context)
        if entries and all((entry.kind, entry.by) == ("undo", "player") for entry in entries):
            return "kind-resume" if any("commitment" in entry.note for entry in entries) else "subject-taken-back"
    return f"subject-{context.kind}"


def first(context: MailContext) -> str:
    """Write the first line: a verdict, in English for everybody, with its reason; else what the subject says, in full,
    with the hours left and the standings."""
    verdict = context.note.get("verdict")
    lines: list[str] = []
    if isinstance(verdict, str):
        why = str(context.note.get("why") or verdict_word(context.language, verdict))
        lines = wrap(f"{verdict}: {why}")
    if context.kind == "over":
        return "\n".join([*lines, *wrap(_won(context))])
    if context.kind not in ASKING:
        return "\n".join(lines)
    line = told(context, hours_left(context))
    whole = f"{line[:1].upper()}{line[1:].rstrip('.')}. {standings(context)}"
    return "\n".join([*lines, *wrap(whole.rstrip())])


def divider(language: str) -> str:
    """Write the line above which players reply; the reply reader recognises it."""
    from pbem.mail.reading.languages import dividers

    known = dividers()
    return known.get(language) or known["en"]


def until(context: MailContext) -> str:
    """Write the deadline in the reader's zone, short."""
    asked = context.game.deadlines.get(context.reader.seat)
    if context.kind not in ASKED_IN_SUBJECT or asked is None or asked.due is None:
        return ""
    when = short_moment(moment(asked.due), context.reader.zone, context.language)
    return f" {context.say('subject-until', when=when)}"


def hours_left(context: MailContext) -> str:
    asked = context.game.deadlines.get(context.reader.seat)
    if context.kind not in ASKED_IN_SUBJECT or asked is None or asked.due is None:
        return ""
    return f", {left_text(moment(asked.due), context.when, context.language)}"


def last_word(context: MailContext) -> str:
    """Say what everybody may know of the newest entry that tells anything, with its players by name."""
    if context.kind not in TOLD_IN_SUBJECT or not context.entries or context.note.get("late"):
        return ""
    return context.once("last word", _last_word)


def _last_word(context: MailContext) -> str:
    found = ((entry, _most_telling(context, entry)) for entry in reversed(context.entries))
    entry, line = next(((entry, line) for entry, line in found if line), (None, ""))
    if entry is None:
        return ""
    told = context.tell(calling(line, partial(context.person_then, entry.n)))
    return blotted(told).rstrip(".")  # a name that looks like a token must not be read as one in a reply


def _most_telling(context: MailContext, entry: Entry) -> str:
    """Find the line of an entry that says best what was done: what the title says so of, else the mover's last, else
    the last of all. Of the reader's own move it is what others did: that is news to them."""
    events = list(events_for(entry, None))[::-1]
    if entry.seat == context.reader.seat:
        others = [event for event in events if event.seat not in (None, entry.seat)]
        events = [*sorted(others, key=lambda event: event.kind not in context.title.telling), *events]
        return next((line for event in events if (line := context.title.line(event, None))), "")
    own = (event for event in events if event.seat is not None and event.seat == entry.seat)
    most = (event for event in events if event.kind in context.title.telling)
    lines = (context.title.line(event, None) for event in (*most, *own, *events))
    return next((line for line in lines if line), "")


def _won(context: MailContext) -> str:
    """Tell who won, and everybody's points."""
    places = (context.game.moderation.result or {}).get("places", [])
    winners = context.say("and").join(map(context.person, places[0])) if places else ""
    if not winners:
        return context.say("over-nobody")
    return context.say("over-won", who=winners, points=final_standings(context))


def final_standings(context: MailContext) -> str:
    """Write `Béla 87, Ania 79` by place, for the subject of the last mail."""
    return ", ".join(f"{person} {points}".strip() for _, _, person, points in place_rows(context))


def standings(context: MailContext) -> str:
    """Write everybody's points in a sentence; empty where there are none."""
    scores = context.title.scores(context.play.table)
    points = ", ".join(f"{context.person(seat)} {points}" for seat, points in scores.items())
    return context.say("status-points", points=points) if scores else ""


def standings_lines(context: MailContext) -> str:
    """Write the same as lines of a section: with the board, and in the receipt of a move."""
    told = context.note.get("board") is not False or context.note.get("verdict") == COUNTED
    return "\n".join(wrap(standings(context))) if told else ""
