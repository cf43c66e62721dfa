"""Moves that the moderator makes: for a seat that asked for it, or by force when time is up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.core.errors import Refused, RevealAhead, unchanged
from pbem.core.words import Listed, Say
from pbem.desk.games.turn_times import drop_pending
from pbem.desk.upkeep.clockwork import receipt_mail
from pbem.desk.verbs.acts import Act, Done, no_more, number_of, seat_of
from pbem.engine.adjudication import moderation
from pbem.engine.adjudication.veiling import Veil
from pbem.engine.people import find_seat, person_text

if TYPE_CHECKING:
    from pbem.desk.interface import Session


def act(session: Session, act: Act) -> Done:
    """Move for a seat; one seat for each command."""
    seat = seat_of(session, act)
    text = " ".join(act.words)
    if act.dry_run:
        seen = session.play.preview(seat, text)
        said = Say("The move would be legal and complete.") if seen.complete else (
            Say("The move would be legal, but not complete."))  # fmt: skip
        return Done(said, {"complete": seen.complete}, would=said)
    receipt = moderation.act(session.play, seat, text, session.desk.now(), act.reason or "")
    drop_pending(session.game, seat)
    mine = [entry for entry in receipt.entries if entry.seat == seat]
    mail = receipt_mail(session, seat, mine, moderation.need_reason(act.reason), text)
    veil = Veil(session.play, text)
    answers = [f"{a.name}: {', '.join(map(veil.over, a.keys or ['none']))}" for a in receipt.answers]
    told = Say("Moved for {who}: entry {entry}.", who=person_text(session.game, seat), entry=session.game.entry)
    return Done(told, {"answers": answers, "seat": seat}, [mail])


def process(session: Session, act: Act) -> Done:
    game = session.game
    entry = number_of(act, Say("the entry the game stands at (--entry N)"))
    no_more(act, act.words)
    seats = [find_seat(game, act.seat).seat] if act.seat else list(session.play.questions())
    if entry != game.entry:
        raise Refused(unchanged(Say("The game stands at entry {now}, not {entry}.", now=game.entry, entry=entry)))
    if act.dry_run:
        plans = [line for seat in seats for line in _forced_lines(session, seat)]
        said = Listed([Say("Would be played:"), *(plans or [Say("nothing")])], "\n")
        return Done(said, {"plans": plans}, would=said)
    before = game.entry
    moderation.process(session.play, session.desk.now(), act.reason or "", entry, seats=seats)
    reason = moderation.need_reason(act.reason)
    new = [e for e in game.recent if e.n > before and e.by == "moderator"]
    mails = [receipt_mail(session, seat, [e for e in new if e.seat == seat], reason) for seat in seats]
    done = Say("The turn was forced; the game stands at entry {entry}.", entry=game.entry)
    return Done(done, {"seats": seats}, mails)


def _forced_lines(session: Session, seat: str) -> list[str]:
    """Say what forcing would play for a seat, up to the first reveal; what only the seat may see is not shown."""
    play, lines = session.play, list[str]()
    play.table.live.preview = True
    name = person_text(session.game, seat)
    try:
        while (question := play.questions().get(seat)) is not None:
            filed = play.on_file(seat, question)
            keys = filed[0] if filed else question.harmless()
            hidden = question.private or play.run.sealed
            told = Say("an answer that only the seat may see") if hidden else Listed(keys) or "none"
            lines.append(Say("{name}: {question} -> {told}", name=name, question=question.name, told=told))
            if play.run.sealed:
                break
            play.run.give(seat, keys)
    except RevealAhead:
        lines.append(Say("{name}: then something hidden comes to light", name=name))
    return lines
