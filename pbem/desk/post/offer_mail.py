"""Mail that answers the offer of a seat: the first who accepts takes it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from pbem.core.errors import Refused
from pbem.core.words import Say
from pbem.desk.games.aftermath import all_or_later
from pbem.desk.letters.outsiders import letter
from pbem.desk.people.invitations import said
from pbem.desk.people.standby import PREFIX, asked, declined, offer_id, spoken_seat
from pbem.desk.people.wishes import is_carried_out, remember
from pbem.desk.post.comparison import own_mail, unreadable
from pbem.desk.post.replies import Came, Handled, Hold, Replies, answer_id, safe_id
from pbem.desk.post.trust import judge, same_person
from pbem.desk.verbs.acts import Act
from pbem.desk.verbs.seats import substitute
from pbem.engine.adjudication import moderation, offers
from pbem.engine.deals import plain_words
from pbem.mail.guard import content_key
from pbem.mail.reading.reply import reply_text
from pbem.mail.words import COUNTED, NOT_COUNTED, word
from pbem.store.outgoing import put

if TYPE_CHECKING:
    from pbem.desk.interface import Session
    from pbem.mail.reading.reply import Reply
    from pbem.mail.tokens import Ticket
    from pbem.store.roster import Person


def offer_mail(replies: Replies, session: Session, ticket: Ticket, came: Came) -> Handled:
    """Take a mail with the token of an offer. Nobody but who was asked can take the seat; hold what others send, and
    mail nobody for it."""
    person = _writer(replies, session, ticket, came)
    if person is None:
        raise Hold(Say("its token is that of an offered seat, but its sender is not known to be one who was asked"))
    own = own_mail(replies.home, offer_id(ticket.game, ticket.entry, person.name))
    reply = reply_text(came.mail, own)
    if came.earlier is not None:
        return replies.again(came, came.earlier, person.address)
    language = person.language or replies.home.settings.language
    verdict, text = _decided(replies, session, ticket, person, reply, came, language)
    why, _, more = text.partition("\n")
    handled = Handled(verdict, why, "", ticket.game, session.game.entry)
    if verdict == COUNTED or replies.left(person.address, came.now):
        handled.answer = answer_id(came.key)
        raw = letter(
            replies.house, ticket.game, ticket.seat, person, language, why, more.strip(), came.now, entry=ticket.entry,
            verdict=verdict, ident=came.key[:16], in_reply_to=safe_id(came.mail.message_id), kind="answer",
        )  # fmt: skip
        put(replies.home, handled.answer, raw)
    return replies.remember(person.address, came.key, handled, came.now, content_key(came.sender, reply.typed))


def _writer(replies: Replies, session: Session, ticket: Ticket, came: Came) -> Person | None:
    """Find who of those asked wrote it."""
    for person in asked(session, ticket.entry):
        if came.released and same_person(came.sender, person.address, replies.trust):
            return person
        if not came.released and judge(came.mail, person, replies.trust) == "good":
            return person
    return None


def _decided(
    replies: Replies, session: Session, ticket: Ticket, person: Person, reply: Reply, came: Came, language: str
) -> tuple[str, str]:
    """Return the verdict and its sentence; whoever accepts first holds the seat when this returns."""
    game, seat = session.game, ticket.seat.removeprefix(PREFIX)
    words = plain_words(reply.typed)
    named = spoken_seat(session, seat, language)
    say = partial(word, language, game=ticket.game, seat=named, words=words)
    if is_carried_out(game, came.key):  # a process died behind the commit: it was counted
        return COUNTED, say("offer-yours")
    refusal = unreadable(came.mail, reply, replies.home.settings.limits.mail_lines, language)
    if refusal is not None and words:
        return NOT_COUNTED, refusal[0]
    meant = said(reply.typed) if words else "doubt"
    if meant == "decline":
        declined(session, ticket.entry, person)
        return COUNTED, say("offer-no")
    offer = offers.offers_of(game).get(seat)
    if offer is None or offer["entry"] != ticket.entry or not offers.is_offered(game, seat, came.now):
        return NOT_COUNTED, say("offer-over")
    if meant == "doubt":
        return NOT_COUNTED, say("invite-doubt" if words else "offer-empty")
    before = game.model_dump_json()
    lost = ["lost"] if offer.get("lost") else []
    try:
        done = substitute(session, Act("substitute", game.id, [person.name, *lost], offer["reason"], seat=seat))
    except Refused as problem:
        session.restore(before)
        return NOT_COUNTED, problem.message
    moderation.go_on(session.play, session.desk.now())
    remember(session.game, came.key)
    with all_or_later():
        session.put_back(done.mails, done.told)
    return COUNTED, say("offer-yours")
