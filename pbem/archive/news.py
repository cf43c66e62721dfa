"""The news of a game as a spectator got it, made again from the journal, and its public press."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap

from pbem.archive.models import Shown
from pbem.archive.spoken import tell
from pbem.core.kept import text_of
from pbem.core.titles import Title
from pbem.core.words import Say, Verbatim
from pbem.engine.gamefile import Entry
from pbem.engine.journal import events_for
from pbem.engine.people import holder_then
from pbem.engine.seeds import reopened_words
from pbem.engine.submission.pledges import told_lines

WIDTH = 78


def heading(game: Shown, entry: Entry, full_name: str) -> str:
    """Who did what, and when: the first line of an entry."""
    who = holder_then(game.seats, entry.seat, entry.n) if entry.seat else full_name
    marks: list[str] = [] if entry.kind == "move" else [entry.kind]
    if entry.by != "player" and entry.kind != "setup":
        marks.append(f"by {entry.by}")
    if entry.n in game.moderation.undone:
        marks.append("taken back later")
    return f"#{entry.n}  {when(entry.at)}  {who}{' [' + ', '.join(marks) + ']' if marks else ''}"


def when(at: str) -> str:
    return f"{at[:10]} {at[11:16]} UTC"


def told(entry: Entry, title: Title, reader: str | None = None) -> list[str]:
    """What an entry told everybody, or one seat."""
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
    game: Shown, entries: Sequence[Entry], title: Title, words: Mapping[int, Sequence[str]] | None = None
) -> str:
    """Everything a spectator was told, entry by entry: in our words, or in those of another build."""
    lines = [f"{title.full_name}: {game.id}", ""]
    for entry in entries:
        lines += folded(heading(game, entry, title.full_name), "")
        for text in told(entry, title) if words is None else words[entry.n]:
            lines += folded(text, "    ")
        lines.append("")
    result = game.moderation.result or {}
    if result.get("text"):
        lines += [*folded(tell(title, text_of(result["text"])), ""), ""]
    return "\n".join(lines)


def press_text(game: Shown, entries: Sequence[Entry], title: Title) -> str:
    """What was said to everybody besides the moves."""
    lines = [tell(title, Say("Public press of {game}", game=Verbatim(game.id))), ""]
    said = [entry for entry in entries if entry.kind == "announce"]
    for entry in said:
        lines += folded(heading(game, entry, title.full_name), "")
        words = tell(title, text_of(entry.note.get("text") or entry.note.get("reason")))
        lines += folded(" ".join(words.split()), "    ")
        lines.append("")
    if not said:
        lines += [tell(title, Say("Nothing was said.")), ""]
    return "\n".join(lines)
