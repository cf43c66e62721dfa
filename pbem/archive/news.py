"""The news of a game as a spectator got it, made again from the journal, and its public press."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap

from pbem.archive.frame import marks_of
from pbem.archive.models import Shown
from pbem.archive.spoken import tell, told_in
from pbem.core.kept import text_of
from pbem.core.titles import Title
from pbem.core.words import Say, Verbatim, Word, said
from pbem.engine.gamefile import Entry
from pbem.engine.journal import events_for
from pbem.engine.people import holder_then
from pbem.engine.seeds import reopened_words
from pbem.engine.submission.pledges import told_lines

WIDTH = 78


def heading(game: Shown, entry: Entry, title: Title) -> str:
    """Say who did what, and when: the first line of an entry."""
    words = told_in(title)
    who = title.full_name
    if entry.seat:
        who = holder_then(game.seats, entry.seat, entry.n, said(Word(entry.seat), words))
    marks = marks_of(entry.kind, entry.by, entry.n in game.moderation.undone, words)
    return f"#{entry.n}  {when(entry.at)}  {who}{' [' + ', '.join(marks) + ']' if marks else ''}"


def when(at: str) -> str:
    return f"{at[:10]} {at[11:16]} UTC"


def told(entry: Entry, title: Title, reader: str | None = None) -> list[str]:
    """Return what an entry told everybody, or one seat."""
    lines = [title.line(event, reader) for event in events_for(entry, reader)]
    lines += [tell(title, line) for line in (*reopened_words(entry.note), *told_lines(entry.note))]
    if entry.kind == "say":
        lines.insert(0, tell(title, Say("A private message was passed on.")))
    if entry.note.get("reason"):
        reason = tell(title, text_of(entry.note["reason"]))
        why = tell(title, Say("Reason: {reason}", reason=Verbatim(reason)))
        lines.insert(0, reason if entry.kind == "announce" else why)
    return [" ".join(line.split()) for line in lines if line]


def folded(text: str, indent: str) -> list[str]:
    return wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent + "  ", break_on_hyphens=False)


def news_text(
    game: Shown,
    entries: Sequence[Entry],
    title: Title,
    words: Mapping[int, Sequence[str]] | None = None,
    heads: Title | None = None,
) -> str:
    """Write everything a spectator was told, entry by entry: in our words, or in those of another build; `heads` is the
    title whose language the heads of entries are in."""
    lines = [f"{title.full_name}: {game.id}", ""]
    for entry in entries:
        lines += folded(heading(game, entry, heads or title), "")
        for text in told(entry, title) if words is None else words[entry.n]:
            lines += folded(text, "    ")
        lines.append("")
    result = game.moderation.result or {}
    if result.get("text"):
        lines += [*folded(tell(title, text_of(result["text"])), ""), ""]
    return "\n".join(lines)


def press_text(game: Shown, entries: Sequence[Entry], title: Title) -> str:
    """Write what was said to everybody besides the moves."""
    lines = [tell(title, Say("Public press of {game}", game=Verbatim(game.id))), ""]
    said = [entry for entry in entries if entry.kind == "announce"]
    for entry in said:
        lines += folded(heading(game, entry, title), "")
        words = tell(title, text_of(entry.note.get("text") or entry.note.get("reason")))
        lines += folded(" ".join(words.split()), "    ")
        lines.append("")
    if not said:
        lines += [tell(title, Say("Nothing was said.")), ""]
    return "\n".join(lines)
