"""Invitations at the desk: people are asked, answer by mail, and the game begins when the last one has accepted.

Until then there is no game file and no seed, and nobody is mailed a second time who has not accepted. Each step is one
replace of the invitation's file; what follows from it (mails, the game itself) is done behind it and again by the clock
until it is done. So a crash at any moment loses and doubles nothing.
"""

from __future__ import annotations

import re
import secrets
from datetime import datetime, timedelta
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from pbem.core.errors import Misuse, PbemError, Refused, unchanged
from pbem.core.titles import get_title
from pbem.core.words import Say, Verbatim
from pbem.desk.games.creation import Plan, check_plan, plan_data, plan_game, prepared
from pbem.desk.letters.contexts import house_of
from pbem.desk.letters.outbox import compose_owed
from pbem.desk.letters.outsiders import letter
from pbem.engine.clock.durations import parse_duration
from pbem.engine.create import Holder, check_options
from pbem.engine.deals import (
    INVITE,
    SECRET_BYTES,
    Invitation,
    Invited,
    deal_of,
    deal_seed,
    mark_of,
    plain_words,
    seat_of,
    words_digest,
)
from pbem.engine.journal import moment, stamp
from pbem.engine.submission.lines import fold
from pbem.mail.composing.closing import clock_line
from pbem.mail.words import COUNTED, INFORMATION, NOT_COUNTED, word
from pbem.store.files import add_game
from pbem.store.invited import (
    drop_invitation,
    invitation_lock,
    invited_ids,
    load_invitation,
    save_invitation,
)
from pbem.store.outgoing import is_composed, put

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pbem.desk.interface import Desk
    from pbem.store.roster import Person

DAYS = timedelta(days=7)
"""So long an invitation stands unless the option `invite` says otherwise."""
PATIENCE = timedelta(hours=1)
"""So long what follows waits for the receipt of a mail that counted."""
YES = frozenset({"accept", "accepted", "i accept", "yes", "ok", "okay", "tak", "igen", "ja", "oui"})
NO = frozenset({
    "decline", "declined", "i decline", "no", "no thanks", "no thank you", "nope", "refuse", "i refuse",
    "nie", "nie dziekuje", "odmawiam", "rezygnuje", "nem", "nem koszonom", "elutasitom", "visszautasitom",
    "nein", "nein danke", "ablehnen", "abgelehnt", "ich lehne ab", "non", "non merci", "je refuse", "je decline",
})  # fmt: skip
DOUBT = frozenset({
    "no", "not", "nope", "never", "don't", "dont", "can't", "cant", "cannot", "won't", "sorry", "decline", "declined",
    "refuse", "unable", "unfortunately", "pass", "nie", "niestety", "odmawiam", "odmowa", "rezygnuje", "przykro",
    "busy", "stop", "unsubscribe", "odpuszcze", "odpuszczam", "odpada", "brak", "zajety", "zajeta", "passe", "absage",
    "nincs", "nincsen", "elfoglalt", "nem", "sajnos", "elutasitom", "visszautasitom", "kihagyom", "nein", "nicht",
    "leider", "kein", "keine", "lehne", "ablehnen", "absagen", "non", "pas", "desole", "desolee", "refuser",
    "decliner", "malheureusement",
})  # fmt: skip
NEGATED = frozenset({"no", "not", "never", "don't", "dont", "nie", "nem", "nicht", "pas", "kein", "keine"})
"""Of the words that raise a doubt those that a glad answer may hold, too."""
GLAD = re.compile(
    r"\b(?:no (?:problem|doubt|worries)|why not|(?:can'?t|cannot) wait|nie moge sie doczekac|nie ma problemu|"
    r"(?:czemu|dlaczego) (?:by )?nie|(?:nem|nincs) (?:problema|gond|akadalya)|miert ne|"
    r"kein problem|warum nicht|pourquoi pas|"
    r"pas de (?:probleme|souci))\b"
)
"""Ways to say yes with a word that says no."""
LATER = re.compile(
    r"\b(?:count me out|(?:another|next|some other) time|maybe later|innym razem|moze pozniej|maskor|talan kesobb|"
    r"ein andermal|(?:naechstes|nachstes) mal|une autre fois|plus tard)\b"
)
"""Ways to say no without a word that does."""
AWAY = re.compile(
    r"\b(?:out of (?:the )?office|(?:automatic|auto) ?reply|auto ?responder|"
    r"on (?:vacation|holiday|leave) (?:until|till|from)|poza biurem|na urlopie|nieobecn\w*|automatyczna odpowiedz|"
    r"abwesen\w*|nicht im buro|im urlaub|szabadsagon|automatikus valasz|absente? (?:du bureau|jusqu)|en conges?|"
    r"reponse automatique)\b"
)
"""What machines write for people who are away, where nothing else tells that a machine wrote."""
_WORDS = re.compile(r"[\w']+")
_SENTENCE = re.compile(r"[^.!]*")


# -- making ------------------------------------------------------------------------------------------------------------


def invite(
    desk: Desk,
    title: str,
    players: Sequence[str],
    moderator: str | None,
    observers: Sequence[str],
    game_id: str | None,
    options: Sequence[str],
) -> Invitation:
    """Ask people to play: save the invitation, then mail it."""
    plan = plan_game(desk, title, players, moderator, observers, game_id, options)
    check_plan(plan)
    if all(holder.computer for holder in plan.players):
        raise Misuse(Say("There is nobody to invite: only computers were named."))
    length = parse_duration(str(plan.clock[INVITE]), INVITE) if INVITE in plan.clock else DAYS
    if length < timedelta(hours=1):
        raise Misuse(Say("Option invite: an invitation stands for at least an hour."))
    now = desk.now()
    secret = secrets.token_bytes(SECRET_BYTES)
    promised = sha256(secret).hexdigest()
    made = Invitation(
        id=plan.id, title=plan.title.name, options=plan.options, clock=plan_data(plan.clock),
        players=[Invited(player=one.name, wish=one.wish, computer=one.computer) for one in plan.players],
        moderator=plan.moderator, observers=plan.observers, made=stamp(now), until=stamp(now + length),
        secret_commitment=promised, secret=secret.hex(), mark=mark_of(promised),
    )  # fmt: skip
    desk.enter(plan.addresses)
    with invitation_lock(desk.home, made.id):
        if desk.home.exists(made.id):
            raise Refused(unchanged(Say("There is already a game {game}.", game=Verbatim(made.id))))
        save_invitation(desk.home, made)
    follow(desk, made.id)
    return made


def plan_of(invitation: Invitation) -> Plan:
    holders = [Holder(one.player, one.wish, one.computer) for one in invitation.players]
    return Plan(
        invitation.id, get_title(invitation.title), holders, invitation.moderator, list(invitation.observers),
        dict(invitation.options), dict(invitation.clock),
    )  # fmt: skip


# -- what follows ------------------------------------------------------------------------------------------------------


def follow_all(desk: Desk) -> list[str]:
    """Do what every invitation calls for, by the clock; return the problems in words."""
    problems = []
    for game in invited_ids(desk.home):
        try:
            follow(desk, game)
        except PbemError as problem:
            problems.append(f"invitation {game}: {problem.message}")
    return problems


def follow(desk: Desk, game: str) -> None:
    """Do what an invitation still calls for: its mails, its lapse, its end, or the game. May be repeated."""
    with invitation_lock(desk.home, game):
        if game not in invited_ids(desk.home):
            return
        invitation = load_invitation(desk.home, game)
        if desk.home.exists(game):
            drop_invitation(desk.home, game)
        else:
            now = desk.now()
            if invitation.status == "open" and now >= moment(invitation.until):
                _end(desk, invitation, "lapsed", "", now)
            if invitation.status == "open":
                _mail_invitations(desk, invitation)
                return
            if _unanswered(desk, invitation, now):
                return
            if invitation.status != "accepted":
                _mail_ends(desk, invitation)
                drop_invitation(desk.home, game)
                return
            _begin(desk, invitation)
    compose_owed(desk.read(game))


def _unanswered(desk: Desk, invitation: Invitation, now: datetime) -> bool:
    """Tell whether a mail that counted is not done with: a process died behind the commit, and the mail, still in the
    spool, is answered first. What it meant can be told from the invitation alone, so this stays until then; but a mail
    that somebody took out of the spool holds up nothing for long."""
    from pbem.mail.register import open_register

    answers = [(one.mail, one.at) for one in invitation.people()] + [(invitation.mail, invitation.ended)]
    fresh = [mail for mail, at in answers if mail is not None and at is not None and now < moment(at) + PATIENCE]
    with open_register(desk.home.mail / "register.sqlite") as register:
        return any(register.find(mail) is None for mail in fresh)


def _begin(desk: Desk, invitation: Invitation) -> None:
    """Make the seed and begin the game: the last one has accepted."""
    deal = deal_of(invitation)
    seed = deal_seed(invitation.id, bytes.fromhex(invitation.secret), deal.replies)
    began = max(moment(one.at) for one in invitation.people() if one.at is not None)
    game = prepared(desk, plan_of(invitation), seed, now=began, deal=deal).game
    game.moderation.mails = [one.mail for one in invitation.people() if one.mail is not None]
    add_game(desk.home, game)
    drop_invitation(desk.home, invitation.id)


def _end(desk: Desk, invitation: Invitation, status: Any, reason: str, now: datetime) -> None:
    invitation.status, invitation.reason, invitation.ended = status, reason, stamp(now)
    save_invitation(desk.home, invitation)


def end_invitation(desk: Desk, game: str, reason: str) -> str:
    """Carry out `mod end` of a game that has not begun."""
    with invitation_lock(desk.home, game):
        invitation = load_invitation(desk.home, game)
        if invitation.status == "open":
            _end(desk, invitation, "ended", reason, desk.now())
    follow(desk, game)
    return Say(
        "The invitation to {game} is ended; whoever had accepted is told. Nobody was dealt anything.",
        game=Verbatim(game),
    )


def decline_for(desk: Desk, name: str) -> None:
    """Decline for somebody who is deleted and is asked to play somewhere."""
    for game in invited_ids(desk.home):
        with invitation_lock(desk.home, game):
            invitation = load_invitation(desk.home, game)
            involved = [one.player for one in invitation.people()] + invitation.observers
            if invitation.status != "open" or fold(name) not in map(fold, [*involved, invitation.moderator or ""]):
                continue
            _end(desk, invitation, "ended", Say("somebody who was named is no longer on file"), desk.now())
        follow(desk, game)


# -- mails -------------------------------------------------------------------------------------------------------------


def mail_name(game: str, mark: str, which: object) -> str:
    """Name a mail of an invitation; those of an earlier one to the same id were sent under other names."""
    return f"invite-{game}-{mark}-{which}" if mark else f"invite-{game}-{which}"


def _mail_invitations(desk: Desk, invitation: Invitation) -> None:
    """Ask each once, and tell the moderator once."""
    write, roster = _writer(desk, invitation), desk.roster()
    for number, one in enumerate(invitation.players, 1):
        name, person = mail_name(invitation.id, invitation.mark, number), roster.find(one.player)
        if person is None or one.computer or one.status != "asked" or is_composed(desk.home, name):
            continue
        language = person.language or desk.home.settings.language
        say = _sayer(language)
        text = "\n\n".join([say("invite-asks", **_terms(invitation, person, desk)), *_about(invitation, say, language)])
        subject = say("subject-invite", title=get_title(invitation.title).full_name)
        put(
            desk.home,
            name,
            write(seat_of(number), person, language, subject, text, moment(invitation.made)),
        )
    moderator = roster.find(invitation.moderator) if invitation.moderator else None
    name = mail_name(invitation.id, invitation.mark, "m")
    if moderator is not None and not is_composed(desk.home, name):
        language = moderator.language or desk.home.settings.language
        say = _sayer(language)
        names = ", ".join(one.player for one in invitation.people())
        text = say("invite-moderator", names=names, **_terms(invitation, moderator, desk))
        subject = say("subject-invite", title=get_title(invitation.title).full_name)
        put(
            desk.home,
            name,
            write("moderator", moderator, language, subject, text, moment(invitation.made)),
        )


def _writer(desk: Desk, invitation: Invitation) -> Callable[..., bytes]:
    return partial(letter, house_of(desk.home), invitation.id, ident=invitation.mark or "0")


def _sayer(language: str) -> Any:
    def say(key: str, **values: object) -> str:
        return word(language, key, **values)

    return say


def _terms(invitation: Invitation, person: Person, desk: Desk) -> dict[str, str]:
    from pbem.engine.clock.times import moment_text

    language = person.language or desk.home.settings.language
    zone = person.zone or desk.home.settings.zone
    return {
        "game": invitation.id, "title": get_title(invitation.title).full_name,
        "until": moment_text(moment(invitation.until), zone, language),
    }  # fmt: skip


def _about(invitation: Invitation, say: Any, language: str) -> list[str]:
    """Say who is asked, under which options, and what the deal will be made of."""
    title = get_title(invitation.title)
    usual = check_options(title, {})
    chosen = {k: v for k, v in check_options(title, invitation.options).items() if v != usual.get(k)}
    options = ", ".join(f"{key}={value}" for key, value in sorted(chosen.items()))
    clock = clock_line(tuple(sorted((key, str(value)) for key, value in invitation.clock.items())), language)
    found = [_players(invitation, say)]
    found += [say("invite-moderated", name=invitation.moderator)] if invitation.moderator else []
    found += [say("invite-options", options=options)] if options else []
    found += [clock] if clock else []
    return [*found, say("invite-how"), say("invite-deal", digest=f"\n  {invitation.secret_commitment}\n")]


def _players(invitation: Invitation, say: Any) -> str:
    if invitation.anonymous:
        return str(say("invite-who-anonymous", n=len(invitation.players)))
    names = ", ".join(one.player + (f" ({one.wish})" if one.wish else "") for one in invitation.players)
    return str(say("invite-who", names=names))


def told_of(invitation: Invitation, some: Sequence[Invited], seat: str, language: str) -> str:
    """Name some of those asked; in an anonymous game the moderator alone is told who they are."""
    if invitation.anonymous and seat != "moderator":
        return word(language, "invite-some", n=len(some))
    return ", ".join(one.player for one in some)


def _mail_ends(desk: Desk, invitation: Invitation) -> None:
    """Tell those who had accepted, and the moderator, that it came to nothing."""
    write, roster = _writer(desk, invitation), desk.roster()
    told = [(n, one.player) for n, one in enumerate(invitation.players, 1) if one.status == "accepted"]
    seats = [(seat_of(n), player) for n, player in told]
    seats += [("moderator", invitation.moderator)] if invitation.moderator else []
    no = [one for one in invitation.people() if one.status == "declined"]
    for seat, player in seats:
        person = roster.find(player)
        name = mail_name(invitation.id, invitation.mark, f"{seat}-{invitation.status}")
        if person is None or is_composed(desk.home, name):
            continue
        language = person.language or desk.home.settings.language
        say = _sayer(language)
        declined = told_of(invitation, no, seat, language)
        waiting = told_of(invitation, invitation.waiting(), seat, language)
        why = say(f"invite-{invitation.status}", who=declined, waiting=waiting, reason=invitation.reason)
        text = say("invite-over", game=invitation.id, why=why)
        at = moment(invitation.ended or invitation.made)
        put(
            desk.home,
            name,
            write(seat, person, language, text.removesuffix("."), text, at, kind="inviteend"),
        )


# -- answers -----------------------------------------------------------------------------------------------------------


def said(text: str) -> str:
    """Read `accept`, `decline`, or `doubt`: any words accept, but nobody is seated who may have meant no. A first
    sentence that is a yes and nothing else takes the doubt from a mere `not` behind it, and from no other word."""
    folded = [fold(line) for line in text.splitlines() if line.strip()]
    lines = [" ".join(_WORDS.findall(line)) for line in folded]
    if any(line in NO for line in lines[:1]) or "decline" in lines:
        return "decline"
    if any(line in YES for line in lines[:1]) or "accept" in lines:
        return "accept"
    words = " ".join(lines)
    if AWAY.search(words) or LATER.search(words):
        return "doubt"
    doubts = DOUBT & set(_WORDS.findall(GLAD.sub(" ", words)))
    first = _SENTENCE.match(folded[0]) if folded else None
    if first is not None and " ".join(_WORDS.findall(first[0])) in YES:
        doubts -= NEGATED
    return "doubt" if doubts else "accept"


def answer(
    invitation: Invitation, number: int, typed: str, key: str, now: datetime, language: str = "en"
) -> tuple[str, str, dict[str, str]]:
    """Take an answer: the verdict, the key of the text that says so, and what that text names. The caller saves."""
    one = invitation.players[number - 1]
    words = plain_words(typed)
    values = {"game": invitation.id, "words": words, "digest": words_digest(words)}
    if invitation.status != "open":
        return INFORMATION, f"invite-{invitation.status}-already", values
    if not words:
        return NOT_COUNTED, "invite-empty", values
    meant = said(typed)
    if meant == "doubt":
        return NOT_COUNTED, "invite-doubt", values
    if meant == "decline":
        one.status, one.at, one.words, one.mail = "declined", stamp(now), None, key
        invitation.status, invitation.ended = "declined", stamp(now)
        return COUNTED, "invite-you-declined", values
    if one.status == "accepted":
        return INFORMATION, "invite-before", values
    one.status, one.at, one.words, one.mail = "accepted", stamp(now), words_digest(words), key
    if not invitation.waiting():
        invitation.status = "accepted"
        return COUNTED, "invite-last", values
    waiting = told_of(invitation, invitation.waiting(), seat_of(number), language)
    return COUNTED, "invite-you-accepted", {**values, "waiting": waiting}


def listed_invitations(desk: Desk) -> list[dict[str, Any]]:
    """List invitations as they stand in a listing."""
    from pbem.desk.games.listing import RESTING

    found = []
    for game in invited_ids(desk.home):
        try:
            invitation = load_invitation(desk.home, game)
        except PbemError as problem:
            found.append({**RESTING, "id": game, "status": "invited", "remarks": problem.message})
            continue
        names = {id(one): one.player for one in invitation.players}
        if invitation.anonymous:
            names = {id(one): seat_of(n) for n, one in enumerate(invitation.players, 1)}
        accepted = [names[id(one)] for one in invitation.people() if one.status == "accepted"]
        found.append({
            **RESTING, "id": game, "title": invitation.title, "status": "invited", "since": invitation.made,
            "awaited": [names[id(one)] for one in invitation.waiting()], "due": invitation.until,
            "remarks": Say("accepted: {names}", names=Verbatim(", ".join(accepted)) if accepted else Say("nobody yet")),
        })  # fmt: skip
    return found
