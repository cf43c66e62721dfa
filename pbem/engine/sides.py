"""Seats of one side: proposals of a partner, when they are adopted, and what both are told.

A question may be put to several seats of a side. Either the first answer counts (`Ask(also=...)`), or one seat's goes
before (`AskAll(partners=...)`): then what the other sends is a proposal. It is kept with the simultaneous answers, may
be replaced by its writer, and is adopted when half the time is over and the seat that goes before has sent none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from pbem.core.questions import NONE, Question
from pbem.engine.gamefile import Ahead, Answer, Entry, GameFile, Orders, OwedMail
from pbem.engine.journal import full_answers
from pbem.engine.notices import owed
from pbem.engine.submission.attempt import PROPOSES, SIDE
from pbem.engine.submission.pledges import KIND as ORDER
from pbem.engine.submission.pledges import LINES

if TYPE_CHECKING:
    from pbem.engine.play import Play

WITHOUT_CLOCK = timedelta(hours=48)
"""How long a proposal waits in a game without deadlines."""
ADOPTED = "adopted"
"""What the note of an entry calls the partner whose proposal it plays."""
KIND = "partner"
"""Mails that tell what the other seat of a side did."""


def proposed_by(game: GameFile, seat: str) -> str | None:
    """Find the partner whose proposal waits for a seat's own answer."""
    asked = game.deadlines.get(seat)
    stack = game.table.stack
    if asked is None or not stack:
        return None
    return next((partner for partner in asked.side if partner in stack[-1].given), None)


def half_time(since: datetime, due: datetime | None) -> datetime:
    """Say when a proposal is adopted: half the time is over; without a clock, two days. In whole minutes, as it is
    told."""
    half = since + (WITHOUT_CLOCK if due is None else (due - since) / 2)
    return half.replace(second=0, microsecond=0)


def adopt(play: Play, seat: str, now: datetime) -> list[Entry]:
    """Answer for a seat as its partner proposed, and go on from there; return the entries that were written."""
    partner, keys = play.run.proposals()[seat]
    question = play.run.questions()[seat]
    take_over(play.game, partner, seat, question)
    hidden = question.private or play.run.sealed
    play.run.give(seat, keys)
    answer = Answer(seat=seat, name=question.name, keys=keys, source="partner")
    entry = play.write(now, seat, "clock", [(answer, hidden)], note={ADOPTED: partner})
    written = [entry, *play.follow_orders(now)]
    play.close(now)
    return written


def take_over(game: GameFile, partner: str, seat: str, question: Question) -> None:
    """Take over with a proposal the lines that its writer has on file for what follows on the same occasion: they
    answer it as if the seat had sent them itself. Lines for the same question on other occasions wait for their own
    half time."""
    theirs, moved = game.orders.get(partner), going_with(game, partner, question)
    if theirs is None or not moved:
        return
    theirs.ahead = [sent for sent in theirs.ahead if sent not in moved]
    own = game.orders.setdefault(seat, Orders())
    have = {(sent.name, sent.occasion) for sent in own.ahead}
    own.ahead += [
        sent.model_copy(update={"seat": sent.seat or partner}) for sent in moved
        if (sent.name, sent.occasion) not in have
    ]  # fmt: skip


def going_with(game: GameFile, partner: str, question: Question) -> list[Ahead]:
    """List the lines that a partner has on file for what follows on the occasion of a question."""
    theirs = game.orders.get(partner)
    marks = {one.mark for one in question.occasions}
    meant = [sent for sent in theirs.ahead if sent.name != question.name] if theirs else []
    return [sent for sent in meant if sent.occasion and _within(sent.occasion, marks)]


def _within(occasion: str, marks: set[str]) -> bool:
    """Tell whether an occasion is one of these, or a particular one of a general one among them."""
    return any(occasion == mark or occasion.startswith(f"{mark},") for mark in marks)


def may_know(sides: Mapping[str, str], entry: Entry, seat: str | None) -> bool:
    """Tell whether a reader may know that an entry played a partner's proposal: their side may, and nobody else."""
    return seat is not None and sides.get(seat, seat) == sides.get(entry.seat or "", entry.seat)


# -- what they are told ------------------------------------------------------------------------------------------------


def with_partners(game: GameFile, mails: list[OwedMail], entries: Iterable[Entry]) -> list[OwedMail]:
    """Return the mails that new entries call for, with what seats of a side are told of each other: in a mail that such
    a seat is owed anyway, else in one of its own, which also tells the news."""
    people = {info.seat for info in game.players()}
    told: dict[str, list[Says]] = {}
    for seat, says in (found for entry in entries for found in _told(game, entry)):
        if seat in people:
            told.setdefault(seat, []).append(says)
    forms = {mail.seat for mail in mails if mail.kind != "news"}
    kept = [mail for mail in mails if mail.kind != "news" or mail.seat not in told or mail.seat in forms]
    for mail in kept:
        if mail.seat in told:
            mail.note["says"] = told.pop(mail.seat)
    return kept + [owed(game, seat, KIND, {"says": says}) for seat, says in told.items()]


Says = tuple[str, dict[str, Any]]
"""The key of a frame text and its values."""


def _told(game: GameFile, entry: Entry) -> Iterator[tuple[str, Says]]:
    """Say who is told what. Of an answer that goes before a proposal only that it was given: it may be sealed."""
    mover, note = entry.seat, entry.note
    if mover is not None and entry.kind == ORDER and SIDE in note and entry.secret is not None:
        said = "; ".join(line.replace("\n", "; ") for line in entry.secret.note.get(LINES, []))
        for seat in note[SIDE]:
            yield seat, ("partner-filed", {"who": game.named(mover), "line": said})
        return
    if mover is None or not entry.answers or not {SIDE, PROPOSES, ADOPTED} & note.keys():
        return
    if entry.by == "computer":  # it answers as its partner did
        return
    who, first = game.named(mover), full_answers(entry)[0]
    line = f"{first.name}: {', '.join(first.keys or [NONE])}"
    if ADOPTED in note:
        yield mover, ("partner-adopted", {"who": game.named(note[ADOPTED]), "line": line})
        yield note[ADOPTED], ("partner-used", {"who": who, "line": line})
    elif PROPOSES in note:
        yield note[PROPOSES], ("partner-proposes", {"who": who, "line": line})
    for seat in note.get(SIDE, ()):
        yield seat, ("partner-answered", {"who": who, "name": first.name})
