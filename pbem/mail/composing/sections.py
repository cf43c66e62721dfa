"""Make the sections of a mail's text: what is asked, what happened, the board, the answers, how to reply.

What a reader may not know cannot get in: the board comes from the title's view for the reader, the news from the
journal's events for the reader, the answers from the reader's own questions.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from pbem.core.document import Doc, close
from pbem.core.kept import text_of as kept_text
from pbem.core.questions import Question, answer_line
from pbem.core.titles import rendered
from pbem.engine.gamefile import Entry
from pbem.engine.journal import events_for, message_for, moment
from pbem.engine.people import holder_then
from pbem.engine.sides import ADOPTED, going_with, may_know
from pbem.engine.submission.drafts import open_behind
from pbem.engine.submission.pledges import DEFAULTS, OPENED, PLEDGES, text_of
from pbem.engine.submission.pledges import KIND as ORDER
from pbem.mail.composing.context import MailContext
from pbem.mail.composing.fitting import Cut
from pbem.mail.composing.follow import follow_names, follow_prompts, is_whole, listed_once, remembering, without_prompt
from pbem.mail.composing.layout import MEANING, fit, newest_lines, question_lines, section, wrap
from pbem.mail.composing.lead import UNTOLD, decided, decision_word
from pbem.mail.composing.on_file import draft_lines, lapsed_lines, shown_orders
from pbem.mail.tokens import blotted
from pbem.mail.words import heading

HEAD_LETTERS = 12


def head(context: MailContext) -> str:
    game, reader = context.game, context.reader
    key = "head" if reader.seat in game.deadlines else "head-open"
    first = context.say(
        key, title=context.title.full_name, game=game.id, entry=context.question_entry,
        seat=context.typed(reader.seat), name=reader.name,
    )  # fmt: skip
    return "\n".join([*wrap(first), context.say("record", head=game.head[:HEAD_LETTERS])])


WHOLE = frozenset({"h-confirm", "h-do", "h-last"})
"""Sections that say what the reader has to do: half of one is worse than none."""


def text(context: MailContext, cut: Cut) -> str:
    """Write free sections of the note: what was read, the reason of a ruling, a message, a list that was asked for."""
    parts = [_standing_text(context)]
    if context.kind not in ("message", "partner"):
        parts.append("\n".join(_partner_lines(context)))
    parts = [_shortened(context, part, cut) for part in parts]
    for key, text in context.note.get("sections", []):
        part = section(heading(context.language, str(key)), context.tell_timed(kept_text(text)))
        parts.append(part if key in WHOLE else _shortened(context, part, cut))
    return "\n\n".join(filter(None, parts))


def _shortened(context: MailContext, part: str, cut: Cut) -> str:
    """Cut a section of a short mail to the room there is."""
    lines = part.split("\n")
    if not cut.short or len(lines) <= cut.part + 1:
        return part
    return "\n".join([*lines[: cut.part], f"  {context.say('lines-more', n=len(lines) - cut.part)}"])


def _standing_text(context: MailContext) -> str:
    """Return the opening sentence of a kind of mail."""
    note = context.note
    if context.kind == "reminder":
        return "\n".join([*wrap(context.say("late" if note.get("late") else "reminder")), *draft_lines(context)])
    if context.kind == "over":
        return "\n".join(wrap(context.say("over")))
    if context.kind == "handover":
        lines = wrap(context.say("handover", seat=context.typed(context.reader.seat), title=context.title.full_name))
        return "\n".join([*lines, *_reason(context, note)])
    if context.kind == "receipt":
        moves = [f"  {line}" for line in str(note.get("text") or "").replace(";", "\n").split("\n") if line.strip()]
        return "\n".join([*wrap(context.say("receipt")), *moves, *_reason(context, note), *lapsed_lines(context)])
    if context.kind == "news" and note.get("late"):
        return "\n".join(wrap(context.say("overdue", who=context.person(str(note["late"])))))
    if context.kind == "message":
        head = wrap(f"{note.get('who')} -> {_whom(context)}:")
        return "\n".join([*head, "", *("  " + line for line in _message(context).split("\n"))])
    if context.kind == "partner":
        return "\n".join([*_partner_lines(context), *side_lines(context)])
    if context.kind == "announce":
        return fit(context.tell(kept_text(note.get("text") or announced(context.entries))))
    if context.kind == "adjudication":
        return "\n\n".join(_decision(context, entry) for entry in decided(context))
    return ""


def _partner_lines(context: MailContext) -> list[str]:
    """Say what the other seat of the reader's side did."""
    return [line for one in context.note.get("says", []) for line in wrap(_sentence(context, *one))]


def _sentence(context: MailContext, key: str, values: dict[str, Any]) -> str:
    """Write a frame text that a note names by its key, with values as a file keeps them."""
    return context.say(key, **{name: kept_text(one) if isinstance(one, dict) else one for name, one in values.items()})


def _message(context: MailContext) -> str:
    """Write a message that somebody wrote, or one of ours in the reader's language."""
    said = context.note.get("says")
    if said:
        return "\n".join(_sentence(context, *one) for one in said)
    return context.tell(kept_text(context.note.get("text", "")))


def _whom(context: MailContext) -> str:
    to = str(context.note.get("to"))
    return context.say(f"to-{to}") if to in ("all", "moderator") else to


def _reason(context: MailContext, note: dict[str, Any]) -> list[str]:
    return wrap(context.say("reason", reason=kept_text(note["reason"]))) if note.get("reason") else []


def announced(entries: Sequence[Entry]) -> str:
    last = next((entry.note for entry in reversed(entries) if entry.kind == "announce"), {})
    return kept_text(last.get("text") or last.get("reason") or "")


def _decision(context: MailContext, entry: Entry) -> str:
    """Say what a moderator's entry says to everybody."""
    lines = [f"#{entry.n} {decision_word(context, entry)}"]
    if entry.note.get("reason"):
        lines += wrap(context.say("reason", reason=kept_text(entry.note["reason"])))
    if entry.note.get("rules"):
        lines += wrap(context.say("rulings", rules=", ".join(map(str, entry.note["rules"]))))
    return "\n".join([*lines, *reopened_lines(context, entry)])


def reopened_lines(context: MailContext, entry: Entry, indent: str = "") -> list[str]:
    """Say what everybody must know of a game that goes on after its end: the commitment to its new seed, and what the
    end had shown of hands and sealed answers."""
    note, lines = entry.note, []
    if entry.kind == "undo" and "commitment" in note:
        lines += [*wrap(context.say("reopened"), indent, indent), f"  {note['commitment']}"]
    for seat, held in note.get("known", {}).items():
        who = context.named(seat)
        lines += wrap(context.say("known-to-all", who=who, cards=context.typed(", ".join(held))), indent, f"{indent}  ")
    if note.get("unsealed"):
        who = ", ".join(context.named(seat) for seat in note["unsealed"])
        lines += wrap(context.say("unsealed", who=who), indent, f"{indent}  ")
    return lines


# -- what is asked -------------------------------------------------------------------------------------------------


def asked(context: MailContext, cut: Cut) -> str:
    """Say what is asked; a short mail says it with the answers."""
    lines = asked_lines(context)
    if cut.short:
        return "" if open_question(context) else "\n".join(lines)
    return section(context.say("asked"), lines)


def answers(context: MailContext, cut: Cut) -> str:
    if not cut.short:
        return section(context.say("answers"), answer_lines(context, cut.answers, cut.most))
    question = open_question(context)
    if question is None:
        return ""
    listed = question_lines(question, context.language, max(cut.answers, 0), words=context.words)
    if cut.answers <= 0:
        listed = [line for line in listed if not line.startswith(MEANING)]
    return "\n".join([*wrap(deadline_line(context)), *listed])


def open_question(context: MailContext) -> Question | None:
    """Return what the reader is asked: the open question, or the one behind the draft that this mail tells of."""
    if context.reader.role != "player":
        return None
    if "open" not in context.made:
        seat = context.reader.seat
        drafted = [*open_behind(context.play, seat)] if context.note.get("draft") else []
        context.made["behind draft"] = [remembering(one) for one in drafted[1:]]
        behind = drafted[0] if drafted else None
        context.made["open"] = (found := behind or context.play.question_for(seat)) and remembering(found)
    question: Question | None = context.made["open"]
    return question


def asked_lines(context: MailContext) -> list[str]:
    """Say the question and until when, or who is awaited."""
    game, seat = context.game, context.reader.seat
    question = open_question(context)
    asked = game.deadlines.get(seat)
    if question is None or asked is None:
        return side_lines(context) or [context.say("nothing-asked"), *wrap(waiting(context))]
    lines = wrap(f"{context.tell(question.prompt)} ({context.typed(question.name)}). {deadline_line(context)}")
    lines += side_lines(context)
    if context.play.run.sealed and len(game.deadlines) > 1:
        lines += wrap(context.say("together"))
    return lines


def side_lines(context: MailContext) -> list[str]:
    """Say what the reader's side has to do with an open question: a proposal that waits, or leave to make one."""
    run, seat = context.play.run, context.reader.seat
    asked = next((one for one in (seat, run.partner_of(seat)) if one is not None and run.sharing(one)), None)
    if asked is None or asked not in context.game.deadlines or context.reader.role != "player":
        return []
    lines: list[str] = []
    who = context.named(asked)
    question = run.questions()[asked]
    if seat in run.invited():
        lines += wrap(context.say("partner-may", who=who, prompt=question.prompt, name=context.typed(question.name)))
    partner, keys = run.proposals().get(asked, (None, []))
    if partner is not None:
        key = "partner-yours" if partner == seat else "partner-waits"
        lines += wrap(context.say(key, who=context.named(partner), line=context.typed(answer_line(question, keys))))
        for sent in going_with(context.game, partner, question):
            lines += [row for line in text_of(sent).split("\n") for row in wrap(context.typed(line), "  ", "    ")]
    half = context.game.deadlines[asked].half
    if half is not None and (lines or seat != asked):
        from pbem.engine.clock.times import moment_text

        when = moment_text(moment(half), context.reader.zone, context.language)
        lines += wrap(context.say("partner-when", who=who, when=when))
    return lines


def deadline_line(context: MailContext) -> str:
    """Write the deadline in the reader's zone, with the hours left at that entry."""
    asked = context.game.deadlines.get(context.reader.seat)
    if asked is None or asked.due is None:
        return context.say("no-deadline")
    from pbem.engine.clock.times import deadline_text

    stopped = any(
        stop.end is None and stop.seat in (None, context.reader.seat) for stop in context.game.moderation.stops
    )
    when = deadline_text(moment(asked.due), context.when, context.reader.zone, context.language, stopped=stopped)
    return context.say("until", when=when)


def waiting(context: MailContext) -> str:
    on_file = context.game.moderation.notes.get("pending", {})
    names = [context.named(seat) for seat in context.game.deadlines if seat not in on_file]
    return context.say("waiting", who=", ".join(names)) if names else context.say("nobody")


def answer_lines(context: MailContext, limit: int, most: int | None = None) -> list[str]:
    """List the open question in full, or `most` of its answers; then what each action may ask as things stand.

    At a limit of 0 list only the questions that may follow, and how to get their answers. Below 0 name them, and leave
    out explanations that take lines of their own.
    """
    question = open_question(context)
    if question is None:
        return []
    asked = [question, *behind(context)]
    lines = [line for one in asked for line in listed_once(context, one, most)]
    if limit < 0:
        lines = [line for line in without_prompt(context, lines, question) if not line.startswith(MEANING)]
    names = [one.name for one in asked]
    follow = [more for more in menu(context) if more.name not in names]
    listed = follow if limit > 0 else [more for more in follow if is_whole(more)]
    if listed:
        lines += ["", context.say("follow")]
        for more in listed:
            lines += listed_once(context, more, None if is_whole(more) else limit)
    rest = [more for more in follow if more not in listed]
    prompts = follow_prompts(context, rest) if limit == 0 or context.kind == "start" else []
    apart = [""] if limit >= 0 else []
    return [*lines, *apart, *prompts, *wrap(follow_names(context, rest))] if rest else lines


def behind(context: MailContext) -> list[Question]:
    """Find what is asked if the reader passes by a window that is open: whoever does not want it must see the rest."""
    if context.note.get("draft"):
        drafted: list[Question] = context.made.get("behind draft", [])
        return drafted
    if "behind" not in context.made:
        found = context.play.behind(context.reader.seat)
        context.made["behind"] = [] if found is None else [remembering(found)]
    asked: list[Question] = context.made["behind"]
    return asked


def menu(context: MailContext) -> list[Question]:
    """Find what each action may ask, once, however often the mail is cut to fit."""
    if context.note.get("draft"):
        return []
    if "menu" not in context.made:
        context.made["menu"] = list(map(remembering, context.title.menu(context.play.table, context.reader.seat)))
    found: list[Question] = context.made["menu"]
    return found


# -- what happened, the board --------------------------------------------------------------------------------------


def entry_lines(context: MailContext, entry: Entry) -> list[str]:
    """Tell one entry as the reader may know it; nothing if it has nothing to tell."""
    key = f"entry {entry.n}"
    if key not in context.made:
        context.made[key] = _entry_lines(context, entry)
    lines: list[str] = context.made[key]
    return lines


def _entry_lines(context: MailContext, entry: Entry) -> list[str]:
    lines: list[str] = []
    if entry.kind in UNTOLD:  # of interest to whoever reads the journal, not to players
        return lines
    for text in told_events(context, entry):
        lines += wrap(text, "  ", "    ")
    if entry.kind in ("announce", "say"):
        lines += talk_lines(context, entry)
    elif entry.kind == ORDER:
        lines += pledged_lines(context, entry)
    elif entry.kind not in ("move", "setup"):
        answer, reason = entry.note.get("answer"), context.tell(kept_text(entry.note.get("reason")))
        said = [decision_word(context, entry), context.say(f"answer-{answer}") if answer else "", reason]
        lines += wrap(": ".join(part for part in said if part), "  ", "    ")
        lines += reopened_lines(context, entry, "  ")
    if not lines:
        return []
    return [*wrap(entry_head(context, entry), "", "  "), *lines]


def told_events(context: MailContext, entry: Entry) -> list[str]:
    """Return what the events of an entry say to the reader; text and page break it into lines, each in its own way."""
    told: dict[int, list[str]] = context.made.setdefault("told", {})
    if entry.n not in told:
        lines = (context.title.line(event, context.reader.eyes) for event in events_for(entry, context.reader.eyes))
        told[entry.n] = [context.tell(line) for line in lines if line]
    return told[entry.n]


def pledged_lines(context: MailContext, entry: Entry) -> list[str]:
    """Show sealed lines that were put on file, or those that were used and are open now, with what each answered."""
    filed = PLEDGES in entry.note and context.kind in ("answer", "handover")  # to others it is no news
    lines = wrap(context.say("order-filed"), "  ", "    ") if filed else []
    for told in entry.note.get(OPENED, ()):
        text = str(told["text"]).replace("\n", "; ")
        who = context.named(told["seat"])
        said = context.say("order-used", who=who, line=context.typed(text), n=told["line"], entry=told["entry"])
        lines += wrap(f"{said} {'; '.join(map(context.typed, told['for']))}", "  ", "    ")
    for seat, told in entry.note.get(DEFAULTS, {}).items():
        said = context.say("order-default", who=context.named(seat))
        lines += wrap(f"{said} {'; '.join(map(context.typed, told))}", "  ", "    ")
    return lines


def talk_lines(context: MailContext, entry: Entry) -> list[str]:
    """Show messages, for somebody who looks back: at the time they came as mails of their own."""
    if context.kind not in ("handover", "answer"):
        return []
    if entry.kind == "announce":
        text = blotted(context.tell(kept_text(entry.note.get("reason"))))
        return [line for part in text.split("\n") for line in wrap(part, "  ", "    ")]
    message = message_for(entry, context.reader.seat)
    if message is None:
        return []
    lines = wrap(f"{context.typed(message.sender)} -> {', '.join(map(context.typed, message.to))}:", "  ", "    ")
    return lines + [line for part in blotted(message.text).split("\n") for line in wrap(part, "    ", "    ")]


def entry_head(context: MailContext, entry: Entry) -> str:
    decided = entry.by == "moderator" and entry.kind != "setup"
    who = context.say("to-moderator") if decided else context.title.full_name
    if entry.seat:
        who = holder_then(context.people, entry.seat, entry.n, context.typed(entry.seat))
    marks = []
    if ADOPTED in entry.note and may_know(context.title.sides(context.play.table), entry, context.reader.eyes):
        marks.append(context.say("by-partner", who=context.named(entry.note[ADOPTED])))
    elif entry.by != "player" and entry.kind == "move":
        marks.append(context.say("by-orders" if ADOPTED in entry.note else f"by-{entry.by}"))
    if entry.n in context.game.moderation.undone:
        marks.append(context.say("undone"))
    return f"#{entry.n} {who}{', ' + ', '.join(marks) if marks else ''}"


def news_lines(context: MailContext, most: int) -> list[str]:
    """List the newest entries as far as there is room, and count the older ones."""
    kept: list[list[str]] = []
    count = 0
    above = {entry.n for entry in decided(context)} if context.kind == "adjudication" else set()
    entries = [entry for entry in context.entries if entry.n not in above]
    blocks = [block for block in (entry_lines(context, entry) for entry in entries) if block]
    for block in reversed(blocks):
        if count + len(block) > most and kept:
            break
        kept.append(newest_lines(block, most))
        count += len(block)
    left = sum(map(len, blocks)) - sum(map(len, kept))
    lines = [line for block in reversed(kept) for line in block]
    return [context.say("more", n=left), *lines] if left else lines


def tells_whole(context: MailContext, most: int, entries: Sequence[Entry]) -> bool:
    """Tell whether so many lines of news hold all of these entries."""
    told = [len(entry_lines(context, entry)) for entry in entries]
    return sum(told) <= most and {entry.n for entry in context.entries}.issuperset(entry.n for entry in entries)


def news(context: MailContext, most: int) -> str:
    if context.kind == "answer" and not context.note.get("news"):
        return ""
    since = context.reader.role == "player" and context.kind not in ("start", "digest", "answer")
    since = since and "verdict" not in context.note
    key = "since" if since else "news"
    lines = news_lines(context, most)
    if not lines and context.kind in ("turn", "news", "digest"):
        lines = [context.say("quiet")]
    return section(context.say(key), lines)


def cut_board(context: MailContext, cut: Cut) -> str:
    """Write the board, whole as long as there is room; its last sections go first."""
    if cut.short:
        return ""
    whole = context.once(f"board {cut.close}", partial(board, cut=cut))
    if cut.board < 1 or not whole:
        return whole
    parts = whole.split("\n\n")
    notes = [part for part in parts if part.startswith("(")]  # what marks mean
    lines = [line for part in parts if part not in notes for line in part.split("\n")]
    lines = [line for line in lines if line.strip(" .") or context.reader.plain]
    over = min(cut.board - 1, len(lines) - 2)
    left = [context.say("board-cut", n=over)] if over > 0 else []
    return "\n".join([*lines[: len(lines) - max(over, 0)], *left, *notes])


def board(context: MailContext, cut: Cut) -> str:
    return _shown(context, "board", context.board(), cut) if context.note.get("board") is not False else ""


def _shown(context: MailContext, key: str, doc: Doc, cut: Cut) -> str:
    plain = context.reader.plain
    shown = close(doc) if cut.close and not plain else doc
    return section(context.say(key), rendered(shown, plain, context.words))


def own(context: MailContext, cut: Cut) -> str:
    if context.reader.role != "player" or context.note.get("board") is False:
        return ""
    own = _shown(context, "own", context.holdings(), cut)
    orders = section(context.say("orders"), shown_orders(context))
    return "\n\n".join(part for part in (own, orders) if part)
