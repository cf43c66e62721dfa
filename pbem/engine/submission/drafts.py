"""Drafts: part of a turn that came by mail, kept with the seat's orders until a later mail completes it.

A draft is no move: it makes no entry, changes no deadline, and nothing plays it. It belongs to one question and one
holder of its seat, and lapses with either.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING

from pbem.core.questions import answer_line
from pbem.engine.gamefile import Draft, GameFile, Orders
from pbem.engine.journal import stamp
from pbem.engine.submission.lines import read_line, split_lines

if TYPE_CHECKING:
    from pbem.core.questions import Question
    from pbem.engine.play import Play
    from pbem.engine.submission.outcomes import Preview

MOST_LINES = 60
LONGEST = 4_000


def draft_of(game: GameFile, seat: str) -> Draft | None:
    """Return the draft for the question that is open to a seat; None if there is none."""
    orders = game.orders.get(seat)
    if orders is None or orders.draft is None or not is_good(game, seat, orders.draft):
        return None
    return orders.draft


WINDOWS = 4
"""Windows that are looked behind for a draft at most."""


def behind_draft(play: Play, seat: str) -> Question | None:
    """Return what the draft on file leaves open to a seat; None if there is no draft."""
    return next(open_behind(play, seat), None)


def open_behind(play: Play, seat: str) -> Iterator[Question]:
    """Yield the same, and what comes behind it as long as it is a window that may be passed by: whoever does not want
    it need not answer it."""
    kept = draft_of(play.game, seat)
    lines = list(kept.lines) if kept is not None else []
    for _ in range(WINDOWS if lines else 0):
        seen = play.preview(seat, "\n".join(lines))
        question = seen.questions.get(seat)
        if question is None:
            return
        if hasattr(question, "text"):  # it would read a table that is gone
            texts = seen.texts.get(seat)
            question.text = texts.__getitem__ if texts else None
        yield question
        if question.default is None:
            return
        lines.append(answer_line(question, question.default))


def is_good(game: GameFile, seat: str, draft: Draft) -> bool:
    """Tell whether its question is still open, and its writer still there."""
    asked = game.deadlines.get(seat)
    return asked is not None and asked.entry == draft.entry and _since(game, seat) == draft.since


def _since(game: GameFile, seat: str) -> int:
    return next((info.since for info in game.seats if info.seat == seat), 0)


def additions(draft: Draft | None, text: str, asked: str = "") -> Iterator[str]:
    """Yield what a mail makes of a draft, the likeliest first. A line for a question that it answers takes that
    answer's place, and what followed goes; any other is added. `asked` is what the draft leaves open."""
    if draft is None:
        yield text
        return
    names = [line.name if (line := read_line(0, kept)) is not None else None for kept in draft.lines]
    said = next((line.name for line in split_lines(text) if line.name in names), None)
    added = "\n".join([*draft.lines, text])
    places = [at for at, name in enumerate(names) if said is not None and name == said]
    replaced = ["\n".join([*draft.lines[:at], text]) for at in reversed(places)]
    yield from [added, *replaced] if said == asked or not replaced else [*replaced, added]


def keep_draft(game: GameFile, seat: str, text: str, seen: Preview, now: datetime) -> Draft | None:
    """Put part of a turn on file, each line with the name of the question it answered; None if it is too long."""
    named = {raw: name for name, raw in reversed(seen.taken)}
    lines = []
    for line in split_lines(text):
        name = line.name or named.get(line.raw)
        lines.append(line.raw.strip() if name is None or line.name else f"{name}: {line.words}")
    if len(lines) > MOST_LINES or sum(map(len, lines)) > LONGEST:
        return None
    orders = game.orders.setdefault(seat, Orders())
    orders.draft = Draft(entry=game.deadlines[seat].entry, since=_since(game, seat), at=stamp(now), lines=lines)
    return orders.draft


def drop_draft(game: GameFile, seat: str) -> Draft | None:
    """Take a draft off file; what it was."""
    orders = game.orders.get(seat)
    if orders is None or orders.draft is None:
        return None
    gone, orders.draft = orders.draft, None
    if orders.is_empty():
        del game.orders[seat]
    return gone


def lapse_drafts(game: GameFile) -> None:
    """Take drafts off file whose question is closed, and note them until their writer is heard of again. Whoever takes
    a seat over is not shown what somebody else had in mind."""
    for seat, orders in list(game.orders.items()):
        if orders.draft is None or is_good(game, seat, orders.draft):
            continue
        told = _since(game, seat) == orders.draft.since and game.status in ("running", "paused")
        if told:
            orders.lapsed.append(f"draft: {'; '.join(orders.draft.lines)}")
        drop_draft(game, seat)
