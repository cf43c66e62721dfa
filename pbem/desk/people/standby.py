"""Those who stand by: who they are, and the mails by which a seat is offered to them.

An offer stands in the game file without any name. Its mails are named by its entry and by a digest of the person, so
they may be laid out again after a crash and are still one for each; the clock looks until that is done.
"""

from __future__ import annotations

from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from pbem.core.words import Say, said
from pbem.desk.letters.contexts import house_of
from pbem.desk.letters.outbox import compose_owed
from pbem.desk.letters.outsiders import letter
from pbem.engine.adjudication import offers
from pbem.engine.clock import reliability_text
from pbem.engine.clock.times import moment_text
from pbem.engine.journal import moment, stamp
from pbem.engine.notices import owed
from pbem.mail.words import word
from pbem.store.outgoing import is_composed, put, skip

if TYPE_CHECKING:
    from pbem.desk.interface import Session
    from pbem.store.roster import Person

PREFIX = "standby-"
"""Before the name of a seat: what a token of an offer says."""


def free(session: Session) -> list[Person]:
    """List people who stand by for this title and take no part in the game, the most reliable first."""
    game = session.game
    busy = {info.player for info in game.seats if info.role != "observer"}
    people = [one for one in session.desk.roster().people if game.title in one.standby or "all" in one.standby]
    found = [one for one in people if one.name not in busy and one.hold is None]
    found.sort(key=lambda one: (-_share(one.reliability.turns_in_time, one.reliability.turns_due), one.name))
    return found


def spoken_seat(session: Session, seat: str, language: str) -> str:
    """Return the name of a seat in a reader's words."""
    return said(Say(seat), session.title.words(language))


def candidates(session: Session) -> list[tuple[str, str]]:
    """List those who are free to take a seat, with their figures."""
    return [(one.name, reliability_text(one.figures())) for one in free(session)]


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def offer_id(game: str, entry: int, name: str) -> str:
    """Return the id of the mail by which somebody is offered a seat."""
    return f"offer-{game}-{entry}-{sha256(name.encode()).hexdigest()[:16]}"


def asked(session: Session, entry: int) -> list[Person]:
    """Find those to whom the offer of this entry was mailed."""
    home, game = session.desk.home, session.game.id
    return [one for one in session.desk.roster().people if is_composed(home, offer_id(game, entry, one.name))]


def declined(session: Session, entry: int, person: Person) -> None:
    """Note who has answered the offer: they are not told when the seat is taken."""
    game = session.game.id
    skip(session.desk.home, f"{offer_id(game, entry, person.name)}-over", game)


def follow(session: Session) -> None:
    """Send the mails that offers call for: to all who stand by while one is open, to all who were asked when it is
    over."""
    game, now = session.game, session.desk.now()
    for seat, offer in offers.offers_of(game).items():
        if offers.is_offered(game, seat, now):
            if not offer.get("mailed"):
                for person in free(session):
                    _mail(session, seat, offer, person, "")
            continue
        for person in asked(session, offer["entry"]):
            if game.holder(seat) == person.name:
                declined(session, offer["entry"], person)  # who has taken it is not told, whoever holds it later
            else:
                _mail(session, seat, offer, person, "-over")


def _mail(session: Session, seat: str, offer: dict[str, Any], person: Person, over: str) -> None:
    desk, game, entry = session.desk, session.game, offer["entry"]
    name = offer_id(game.id, entry, person.name)
    if is_composed(desk.home, name + over):
        return
    language = person.language or desk.home.settings.language
    say = partial(word, language)
    until = moment(offer["until"])
    named = spoken_seat(session, seat, language)
    values = {"game": game.id, "title": session.title.full_name, "seat": named, "reason": offer["reason"]}
    values["until"] = moment_text(until, person.zone or desk.home.settings.zone, language)
    text = say("offer-gone", **values) if over else "\n\n".join([say("offer-asks", **values), say("offer-how")])
    subject = say("offer-over" if over else "subject-offer", **values)
    when = desk.now() if over else until - offers.STANDS
    ident = f"{name.rpartition('-')[2]}{over[1:]}"
    put(
        desk.home,
        name + over,
        letter(house_of(desk.home), game.id, PREFIX + seat, person, language, subject, text, when, entry=entry,
               kind="offer", ident=ident),
    )  # fmt: skip


def settle(session: Session) -> None:
    """Carry out the clock's look: send mails that a crash left out, end offers whose time is over, strike off what is
    done."""
    game, now = session.game, session.desk.now()
    if not offers.offers_of(game):
        return
    follow(session)
    for seat, offer in list(offers.offers_of(game).items()):
        if offers.is_offered(game, seat, now):
            offer["mailed"] = True
            continue
        if offers.stands(game, seat) and game.moderator() is not None:
            game.moderation.chat += 1
            text = Say("Nobody has accepted the offer of {seat}; it has lapsed.", seat=seat)
            note = {"who": "pbem", "to": "moderator", "text": text, "when": stamp(now)}
            game.outbox.append(owed(game, "moderator", "message", note, game.moderation.chat))
        offers.strike(game, seat)
    session.desk.set_deadlines(game)
    session.keep()
    compose_owed(session)
