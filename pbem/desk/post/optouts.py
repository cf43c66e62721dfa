"""People who ask for no more mail: nothing is played, the moderator is told, reminders and news stop (fault 140)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.core.words import Say, Verbatim
from pbem.desk.commands.work import Answer
from pbem.desk.letters.notes import tell_moderator
from pbem.mail.reading.reply import reply_text
from pbem.mail.reading.unsubscribe import asks_to_stop
from pbem.mail.words import INFORMATION
from pbem.store.roster import changing_roster

if TYPE_CHECKING:
    from pbem.desk.interface import Session
    from pbem.desk.post.replies import Came, Replies
    from pbem.engine.gamefile import SeatInfo
    from pbem.mail.composing.context import MailContext


STOP = "asks for no more mail, without a token"
"""Under which such mails are counted: anybody can send them, and the moderator's box is no place for a flood."""


def stop_mails(session: Session, who: SeatInfo, came: Came, context: MailContext) -> Answer:
    """Carry out a player's own request, with a good token: what can be left out is left out from now on."""
    with changing_roster(session.desk.home) as roster:
        roster.need(who.player).news = "none"
    name = Verbatim(who.player)
    text = Say(
        "{name} ({seat} of {game}) asked for no more mail. Reminders and news stop; order forms still go out. `pbem "
        "mod substitute` gives the seat to somebody else.",
        name=name,
        seat=who.seat,
        game=Verbatim(session.game.id),
    )
    subject = Say("{name} asks for no more mail", name=name)
    tell_moderator(session.desk, context.house, subject, text, ident=came.key)
    return Answer(INFORMATION, context.say("stopped"), [("h-do", context.say("stopped-do"))])


def note_request(replies: Replies, came: Came) -> bool:
    """Note the same without a token: anybody could have sent it, so nothing changes, but the moderator is told."""
    if not asks_to_stop(came.mail.subject, reply_text(came.mail).typed):
        return False
    text = Say(
        "A mail from {sender} asks for no more mail, but carries no token of a game; nothing was changed. `pbem roster "
        "NAME --news none` stops reminders and news to somebody on file.",
        sender=Verbatim(came.sender),
    )
    few = replies.register.arrived(STOP, came.now) <= replies.home.settings.limits.answers_a_day
    if few:  # one note for one mail, however often it is tried: the note is known by the digest of the mail
        tell_moderator(replies.desk, replies.house, Say("Somebody asks for no more mail"), text, ident=came.key)
    return True
