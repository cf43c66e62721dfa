"""Mail that answers an invitation: whose it is, what it says, and the one answer it gets."""

from __future__ import annotations

import re
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING

from pbem.core.errors import UnknownGame
from pbem.core.words import Say, Verbatim
from pbem.desk.letters.outsiders import letter
from pbem.desk.people import invitations
from pbem.desk.post.comparison import own_mail, unreadable
from pbem.desk.post.replies import Came, Handled, Hold, Replies, answer_id, safe_id
from pbem.desk.post.trust import judge
from pbem.desk.verbs.acts import read_act
from pbem.engine.deals import Invitation, mark_of, plain_words, words_digest
from pbem.engine.journal import moment, stamp
from pbem.mail.guard import content_key
from pbem.mail.reading.reply import reply_text
from pbem.mail.words import COUNTED, INFORMATION, NOT_COUNTED, word
from pbem.store.invited import invitation_lock, load_invitation, save_invitation
from pbem.store.outgoing import put

if TYPE_CHECKING:
    from pbem.mail.reading.reply import Reply
    from pbem.mail.tokens import Ticket
    from pbem.store.roster import Person

_SEAT = re.compile(r"invited-(\d{1,2})\Z")
_MOD = re.compile(r"^\W*mod\s+(?P<words>[^\n]*?)(?:\s*\breason\s*:\s*(?P<why>.+)|$)", re.I | re.MULTILINE | re.DOTALL)


def invitation_mail(replies: Replies, ticket: Ticket, came: Came) -> Handled:
    """Take a mail for an invitation. Nobody but the person asked, by the address on file, can answer it; hold what
    others send, and mail nobody for it."""
    with invitation_lock(replies.home, ticket.game):
        invitation = load_invitation(replies.home, ticket.game)
        player = _player(invitation, ticket.seat)
        person = replies.roster().find(player) if player else None
        if player is None or person is None:
            seat, named = Verbatim(ticket.seat), Verbatim(ticket.game)
            raise Hold(Say("nobody on file is asked as {seat} to {game}", seat=seat, game=named))
        if not came.released and judge(came.mail, person, replies.trust) != "good":
            raise Hold(
                Say("its token is that of an invitation, but its sender is not known to be the one who was asked")
            )
        reply = _read(replies, ticket, came, invitation.mark)
        content = content_key(came.sender, reply.typed)
        if came.earlier is not None:
            return replies.again(came, came.earlier, person.address)
        if _earlier(replies, invitation, ticket, came):
            language = person.language or replies.home.settings.language
            why = word(language, "invite-earlier", game=ticket.game)
            handled = _say(replies, invitation, ticket, person, came, NOT_COUNTED, why, "")
        else:
            handled = _answered(replies, invitation, ticket, person, reply, came)
        replies.remember(person.address, came.key, handled, came.now, content)
    invitations.follow(replies.desk, ticket.game)
    return handled


def _player(invitation: Invitation, seat: str) -> str | None:
    if seat == "moderator":
        return invitation.moderator
    found = _SEAT.match(seat)
    number = int(found[1]) if found else 0
    known = 1 <= number <= len(invitation.players) and not invitation.players[number - 1].computer
    return invitation.players[number - 1].player if known else None


def _read(replies: Replies, ticket: Ticket, came: Came, mark: str) -> Reply:
    which = "m" if ticket.seat == "moderator" else ticket.seat.rpartition("-")[2]
    names = [invitations.mail_name(ticket.game, each, which) for each in dict.fromkeys((mark, ""))]
    sent = next(filter(None, (own_mail(replies.home, name) for name in names)), None)
    return reply_text(came.mail, sent)


def _earlier(replies: Replies, invitation: Invitation, ticket: Ticket, came: Came) -> bool:
    """Tell whether a mail answers an earlier invitation to a game of the same id, which was over before this one was
    sent: whoever answered that one knows nothing of this one's terms."""
    for ident in came.mail.in_reply_to:
        if invitation.mark and replies.house.signer.read_message_id(ident) is not None:
            _, _, _, kind, mark, *_ = ident.strip("<>").rsplit("@", 1)[0].rsplit(".", 6)
            if kind == "invite":
                return mark != invitation.mark
    return ticket.mailed is not None and ticket.mailed < moment(invitation.made).replace(second=0)


def _answered(
    replies: Replies, invitation: Invitation, ticket: Ticket, person: Person, reply: Reply, came: Came
) -> Handled:
    language = person.language or replies.home.settings.language
    say = partial(word, language)
    refusal = unreadable(came.mail, reply, replies.home.settings.limits.mail_lines, language)
    if ticket.seat == "moderator":
        verdict, why, more = _moderated(replies, invitation, reply, language, came)
    elif refusal is not None and reply.typed.strip():
        verdict, why, more = NOT_COUNTED, refusal[0], ""
    else:
        number = int(ticket.seat.rpartition("-")[2])
        mine = invitation.players[number - 1]
        again = mine.mail == came.key
        verdict, key, values = invitations.answer(invitation, number, reply.typed, came.key, came.now, language)
        if again:  # a process died behind the commit: it was counted
            verdict, key = COUNTED, "invite-you-declined" if mine.status == "declined" else "invite-again"
        elif verdict == COUNTED:
            save_invitation(replies.home, invitation)
        why, _, more = say(key, **{"waiting": "", **values}).partition("\n")
    return _say(replies, invitation, ticket, person, came, verdict, why, more)


def _moderated(
    replies: Replies, invitation: Invitation, reply: Reply, language: str, came: Came
) -> tuple[str, str, str]:
    """End the invitation by `mod end reason: TEXT`, or say that this would end it (`dry-run`); there is nothing else to
    do before the game has begun."""
    found = _MOD.search(reply.typed)
    act = read_act(invitation.id, f"{found['words']} reason: {found['why'] or ''}" if found else "")
    why = " ".join((act.reason or "").split())[:400]
    if invitation.mail == came.key:  # a process died behind the commit: it was counted
        return COUNTED, word(language, "invite-over", game=invitation.id, why=invitation.reason), ""
    if act.verb != "end" or act.words or invitation.status != "open":
        return NOT_COUNTED, word(language, "invite-mod"), ""
    if act.dry_run:
        return INFORMATION, word(language, "invite-would-end", game=invitation.id), ""
    if not why:
        return NOT_COUNTED, word(language, "invite-mod"), ""
    invitation.status, invitation.reason = "ended", why
    invitation.ended, invitation.mail = stamp(came.now), came.key
    save_invitation(replies.home, invitation)
    return COUNTED, word(language, "invite-over", game=invitation.id, why=invitation.reason), ""


def _say(
    replies: Replies, invitation: Invitation, ticket: Ticket, person: Person, came: Came, verdict: str, why: str,
    more: str,
) -> Handled:  # fmt: skip
    handled = Handled(verdict, why, "", invitation.id, 0)
    if verdict == COUNTED or replies.left(person.address, came.now):
        language = person.language or replies.home.settings.language
        handled.answer = answer_id(came.key)
        raw = letter(
            replies.house, invitation.id, ticket.seat, person, language, why, more.strip(), came.now, verdict=verdict,
            ident=came.key[:16], in_reply_to=safe_id(came.mail.message_id), kind="answer",
        )  # fmt: skip
        put(replies.home, handled.answer, raw)
    return handled


def begun(replies: Replies, ticket: Ticket, came: Came) -> Handled:
    """Answer a reply to an invitation that is over: it can play nothing, and its writer is told where to write if the
    game has begun."""
    people = [person for person in replies.roster().people if judge(came.mail, person, replies.trust) == "good"]
    if people and came.earlier is not None:
        return replies.again(came, came.earlier, people[0].address)
    if not people or not replies.left(people[0].address, came.now):
        raise Hold(Say("it answers the invitation to {game}, which has begun", game=Verbatim(ticket.game)))
    language = people[0].language or replies.home.settings.language
    key = "invite-begun" if replies.home.exists(ticket.game) else "invite-gone"
    verdict, why, more = NOT_COUNTED, word(language, key, game=ticket.game), ""
    if came.key in _accepted_by(replies, ticket.game):  # it did accept, and its receipt was lost
        typed = plain_words(_read(replies, ticket, came, _mark(replies, ticket.game)).typed)
        said = word(language, "invite-again", game=ticket.game, words=typed, digest=words_digest(typed))
        verdict, (why, _, more) = COUNTED, said.partition("\n")
    name = replies.say_outside(people[0], why, more.strip() or why, came.key, came.now, came.mail, verdict=verdict)
    return replies.remember(people[0].address, came.key, Handled(verdict, why, name, ticket.game), came.now)


def _mark(replies: Replies, game: str) -> str:
    """Return the mark of the invitation that a game came of."""
    deal = replies.desk.read(game).game.rules.deal
    return mark_of(sha256(bytes.fromhex(deal.secret)).hexdigest()) if deal is not None and deal.secret else ""


def _accepted_by(replies: Replies, game: str) -> list[str]:
    """List digests of the mails that a game was begun by."""
    try:
        return replies.desk.read(game).game.moderation.mails
    except UnknownGame:
        return []
