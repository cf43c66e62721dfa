"""What a commit saves besides the moves: turns counted, deadlines, drafts that lapse, and the mails that the game owes.

`Session.commit` (`pbem/desk/desk.py`) prepares this on the table in memory and saves all of it by one durable replace.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pbem.core.kept import kept
from pbem.desk.games.turn_times import count_turns, set_deadlines
from pbem.desk.people import farewells
from pbem.desk.upkeep.heartbeat import outages
from pbem.engine.gamefile import OwedMail
from pbem.engine.notices import ANSWER, count_mails, notices_after
from pbem.engine.sides import with_partners
from pbem.engine.submission.drafts import lapse_drafts
from pbem.store.outgoing import is_skipped, settled

if TYPE_CHECKING:
    from pbem.desk.interface import Session, Told


def prepare(session: Session, extra: Sequence[OwedMail], told: Told) -> None:
    """Count the turns that were made, set the deadlines that follow and name the mails owed; nothing is saved.

    `told` holds sections that go into the mails which the new entries call for, by seat.
    """
    game, now = session.game, session.desk.now()
    away = outages(session.desk, now)
    count_turns(game, session.asked, session.new_entries(), now, away)
    if game.status in ("finished", "terminated"):
        farewells.end_all(game)
    set_deadlines(game, now, away)
    lapse_drafts(game)
    clear_outbox(session)
    game.outbox += called_for(session, extra, told)


def clear_outbox(session: Session) -> None:
    """Take mails that were made, and are safe, out of the outbox and count them."""
    game, home = session.game, session.desk.home
    done = settled(home, [mail.id for mail in game.outbox])
    made = [mail for mail in game.outbox if mail.id in done]
    game.outbox = [mail for mail in game.outbox if mail.id not in done]
    count_mails(game, [mail for mail in made if not is_skipped(home, mail.id)])


def called_for(session: Session, extra: Sequence[OwedMail], told: Told) -> list[OwedMail]:
    """List the mails that the new entries call for, and the extra ones; a handover tells its reader everything."""
    game, new = session.game, session.new_entries()
    sides = session.title.sides(session.play.table)
    called = with_partners(game, notices_after(game, new, session.before, sides), new)
    handed = {mail.seat for mail in extra if mail.kind == "handover"}
    mails = joined(with_sections([mail for mail in called if mail.seat not in handed], told), list(extra))
    deaf = {info.seat for info in game.automata()}
    return [mail for mail in mails if mail.seat not in deaf]


ANSWERS = "answers"
"""In the note of an order form: the id of the answer that it brings along."""
BROUGHT = ("verdict", "why", "entries", "in_reply_to", "when")


def joined(called: list[OwedMail], extra: list[OwedMail]) -> list[OwedMail]:
    """Join two mails to whoever moved and is asked again: the order form says first what became of the move."""
    forms = {mail.seat: mail for mail in called if mail.kind in ("turn", "question")}
    left: list[OwedMail] = []
    for mail in extra:
        form = forms.get(mail.seat) if mail.kind == ANSWER else None
        if form is None or mail.note.get("long"):
            left.append(mail)
            continue
        form.note.update({key: mail.note[key] for key in BROUGHT if key in mail.note})
        form.note["sections"] = [*mail.note.get("sections", []), *form.note.get("sections", [])]
        form.note[ANSWERS] = mail.id
    return [*called, *left]


def with_sections(mails: list[OwedMail], told: Told) -> list[OwedMail]:
    """Put what a seat is told into the first mail that it is owed anyway."""
    left = dict(told)
    for mail in mails:
        if mail.seat in left and mail.kind != "news":
            mail.note["sections"] = kept(left.pop(mail.seat))
    return mails
