"""Mail that may change nothing: without a good token, or with one from somebody else than the player on file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.core.words import Say, Verbatim
from pbem.desk.commands.work import Answer
from pbem.desk.post.optouts import note_request
from pbem.desk.post.replies import NO_TOKEN, OTHER_SENDER, Came, Handled, Hold, Replies, apart
from pbem.desk.post.trust import former_holder, same_person
from pbem.engine.submission.lines import fold
from pbem.mail.words import NOT_COUNTED, word
from pbem.store.index import rows
from pbem.store.roster import changing_roster

if TYPE_CHECKING:
    from pbem.desk.interface import Session
    from pbem.engine.gamefile import SeatInfo
    from pbem.mail.tokens import Found
    from pbem.store.roster import Person


def without_ticket(replies: Replies, came: Came, found: Found) -> Handled:
    """Apply nothing. Tell people on file how to go on; strangers and machines get no answer."""
    people = _named(replies, came)
    earlier = came.earlier or replies.seen(came.key, NO_TOKEN)
    if earlier is None and note_request(replies, came) and not people:
        raise Hold(Say("it asks for no more mail, and the sender is nobody on file"))
    if not people:
        raise Hold(Say("no token, and the sender is nobody on file"))
    if earlier is not None:
        return replies.again(came, earlier, people[0].address, NO_TOKEN)
    reason = "contradiction" if found.contradiction else "wrong" if found.wrong else "missing"
    if reason == "missing" and found.claimed is not None:
        note_lost(replies, people)
    language = people[0].language or replies.home.settings.language
    why = word(language, f"token-{reason}")
    return _present_question(replies, came, people, why, language, found.claimed[0] if found.claimed else "")


def _named(replies: Replies, came: Came) -> list[Person]:
    """List the people on file whom a mail names as its sender."""
    return [
        one
        for one in replies.roster().people
        if any(same_person(came.sender, box, replies.trust) for box in one.boxes())
    ]


def tell_of_hold(replies: Replies, came: Came, key: str, game: str) -> None:
    """Tell the writer of a mail that its game cannot be looked at, and that the mail is held. Without the game nobody
    knows whose seat it is: the answer goes to the address on file and counts as one to mail that proves nothing."""
    people = _named(replies, came)
    about, address = apart(came.key, NO_TOKEN), people[0].address if people else ""
    if not people or replies.seen(came.key, NO_TOKEN) or not replies.left(address, came.now, NO_TOKEN):
        return
    why = word(people[0].language or replies.home.settings.language, key, game=game)
    name = replies.say_outside(people[0], why, why, came.key, came.now, came.mail, NO_TOKEN)
    replies.remember(address, about, Handled(NOT_COUNTED, why, name, game), came.now, about=NO_TOKEN)


def note_lost(replies: Replies, people: list[Person]) -> None:
    """Count a reply that had lost tag and In-Reply-To; after the second the person's subjects carry the token."""
    if len(people) != 1 or people[0].loses:
        return
    with changing_roster(replies.home) as roster:
        known = roster.find(people[0].name)
        if known is not None:
            known.lost += 1


def _present_question(
    replies: Replies, came: Came, people: list[Person], why: str, language: str, claimed: str
) -> Handled:
    """Send the present question with a fresh token in the subject, to the address on file (fault 143). Of several games
    it is that of the one which the subject names.

    Anybody can write in somebody's name: what is answered here uses up none of that person's own answers.
    """
    games = _games_of(replies, {fold(person.name) for person in people})
    if not replies.left(people[0].address, came.now, NO_TOKEN):
        most = replies.limit(NO_TOKEN)
        raise Hold(Say("the mail carries no token; more than {n} such mails came today", n=most))
    named = [(game, name) for game, name in games if game == claimed]
    games = named if len(named) == 1 else games
    if len(games) == 1:
        session = replies.desk.read(games[0][0])
        who = next(info for info in session.game.seats if info.player == games[0][1])
        person = replies.person(who)
        if person is not None:
            answer = Answer(NOT_COUNTED, why, form=True, token=True)
            return replies.say(session, who, person, answer, came.mail, came.now, key=came.key, about=NO_TOKEN)
    listed = "\n".join(f"  {game}: {name}" for game, name in games) or f"  {word(language, 'none')}"
    text = word(language, "your-games", listed=listed)
    name = replies.say_outside(people[0], why, text, came.key, came.now, came.mail, NO_TOKEN)
    handled = Handled(NOT_COUNTED, why, name)
    return replies.remember(people[0].address, apart(came.key, NO_TOKEN), handled, came.now, about=NO_TOKEN)


def _games_of(replies: Replies, names: set[str]) -> list[tuple[str, str]]:
    """List running games of these people (by folded names), from the index."""
    found = []
    for row in rows(replies.home).values():
        if row.status in ("running", "paused"):
            found += [(row.id, name) for name in row.names() if fold(name) in names]
    return sorted(found)


def wrong_sender(replies: Replies, session: Session, who: SeatInfo, person: Person, came: Came) -> Handled:
    """Refuse a good token from somebody else: nothing is applied, the player is told at the known address (fault
    145)."""
    former = former_holder(session.game, who, came.sender, replies.roster(), replies.trust)
    if former is not None:
        return _too_late(replies, session, who, person, former, came)
    if replies.seen(came.key, OTHER_SENDER) is None and replies.left(person.address, came.now, OTHER_SENDER):
        say = replies.context(session, who, person, came.now).say
        answer = Answer(NOT_COUNTED, say("wrong-sender"), [("h-do", say("wrong-sender-do"))])
        replies.say(session, who, person, answer, None, came.now, key=came.key, about=OTHER_SENDER)
    raise Hold(Say("its token is genuine, but the sender is not the player on file"))


def former_token(replies: Replies, session: Session, who: SeatInfo, person: Person, came: Came) -> Handled:
    """Refuse a token from before this person took the seat: it was never mailed to them, so somebody else writes in
    their name."""
    earlier = replies.seen(came.key, NO_TOKEN)
    if earlier is not None:
        return replies.again(came, earlier, person.address, NO_TOKEN)
    if not replies.left(person.address, came.now, NO_TOKEN):
        raise Hold(Say("its token was mailed to a former holder of the seat"))
    answer = Answer(NOT_COUNTED, replies.context(session, who, person, came.now).say("token-wrong"), form=True)
    return replies.say(session, who, person, answer, came.mail, came.now, key=came.key, about=NO_TOKEN)


def _too_late(replies: Replies, session: Session, who: SeatInfo, person: Person, former: Person, came: Came) -> Handled:
    """Hold a mail that was on its way when its writer was replaced: it is not applied, and both are told (fault
    274)."""
    if not replies.register.known(f"former {came.key}"):
        language = former.language or replies.home.settings.language
        secret = session.game.anonymous
        key = "former-anonymous" if secret else "former"
        why = word(language, key, player=who.player, seat=who.seat, game=session.game.id)
        if replies.left(former.address, came.now, OTHER_SENDER):
            replies.say_outside(former, why, word(language, "former-held"), came.key, came.now, None, OTHER_SENDER)
            replies.register.answered(former.address, came.now, OTHER_SENDER)
        told = replies.context(session, who, person, came.now).say(
            "former-told-anonymous" if secret else "former-told", former=former.name
        )
        answer = Answer(NOT_COUNTED, told)
        replies.say(session, who, person, answer, None, came.now, key=f"f{came.key}", about=OTHER_SENDER)
        replies.register.once(f"former {came.key}", came.now)
    raise Hold(
        Say(
            "the sender held {seat} before, and {player} does now", seat=Verbatim(who.seat), player=Verbatim(who.player)
        )
    )
