"""Mails that wait for somebody's word: their writer's, by a code that only the address on file is told, or ours.

What cannot be taken back needs a token mailed lately, because an old mail may be in other hands. Where our own server
checks who sends, a mail that it cannot vouch for, although it could before, is doubted. Both are held; `confirm CODE`
plays them with their first time of receipt. If our server says nothing at all that is our fault: the mail waits, the
clock does not run against its writer, and the operator is told.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, NoReturn

from pbem.core.errors import PbemError
from pbem.core.kept import kept
from pbem.core.words import Say, Verbatim
from pbem.desk.commands.work import Answer
from pbem.desk.games.turn_times import end_stops
from pbem.desk.letters.notes import tell_moderator
from pbem.desk.post.comparison import sent_at
from pbem.desk.post.replies import CODE, Came, Hold, Replies
from pbem.desk.verbs.acts import read_act
from pbem.engine.gamefile import Stop
from pbem.engine.journal import stamp
from pbem.engine.submission.lines import fold
from pbem.mail.typed.spelling import without_reason
from pbem.mail.words import NOT_COUNTED
from pbem.medium import exists, paths
from pbem.store import spool

if TYPE_CHECKING:
    from pathlib import Path

    from pbem.desk.interface import Desk, Session
    from pbem.desk.post.trust import Standing
    from pbem.engine.gamefile import GameFile, SeatInfo
    from pbem.mail.tokens import Signer, Ticket
    from pbem.mail.typed.commands import Command, Script
    from pbem.store.home import Home
    from pbem.store.roster import Person

NEW = timedelta(hours=72)
"""So long a token is new enough for what cannot be taken back."""
MINUTE = timedelta(minutes=1)
OURS = Say("our own mail server did not say who sent a mail")
SHOWN = 2_000
_CONFIRM = re.compile(r"^\W*confirm\W+([a-z0-9]{5}-[a-z0-9]{5})\b", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Case:
    """One mail with a good token that came for a seat, and the person who holds it."""

    replies: Replies
    session: Session
    who: SeatInfo
    person: Person
    came: Came


# -- what needs a new token ----------------------------------------------------------------------------------------


def check_new(case: Case, ticket: Ticket, script: Script) -> None:
    """Require a token mailed within 72 hours, or their writer's word, for a moderator's commands and a resignation."""
    if case.came.released or not any(_needs_new(command, case.who) for command in script.commands):
        return
    mailed = _mailed(case, ticket)
    if mailed is None or case.came.now - mailed >= NEW + MINUTE:  # a token says the minute
        ask_word(case, "confirm-old", Say("its token is older than 72 hours"))


def _needs_new(command: Command, who: SeatInfo) -> bool:
    if command.verb == "mod":
        return who.role == "moderator" and not read_act("", command.text).dry_run
    return command.verb == "resign" and fold(without_reason(command.text)[0]).strip(" .!") in (
        "confirm",
        "confirmed",
        "yes",
    )


def _mailed(case: Case, ticket: Ticket) -> datetime | None:
    """Say when the mail that is answered was written: by its token, or by our copy where only its Message-ID came
    back."""
    replies = case.replies
    known = [ticket.mailed, sent_at(replies.home, replies.house, case.came.mail, case.session.game)]
    return max((when for when in known if when is not None), default=None)


# -- asking for a word ---------------------------------------------------------------------------------------------


def check_standing(case: Case, standing: Standing, typed: str) -> None:
    """Put a mail off that our own server does not vouch for, unless it brings a code that only its writer can have."""
    if standing == "good" or _confirmed(case, typed):
        return
    if standing == "ours":
        _our_fault(case)
    ask_word(case, "confirm-doubt", Say("our own server does not vouch for its sender"), typed)


def ask_word(case: Case, key: str, why: str, typed: str = "") -> NoReturn:
    """Hold a mail and mail a code to the address on file; once a mail, and no more of them a day than answers."""
    replies, came, person = case.replies, case.came, case.person
    game, seat = case.session.game.id, case.who.seat
    if replies.seen(came.key, CODE) is None:
        if replies.left(person.address, came.now, CODE):
            _mail_code(case, key, typed)
        else:
            text = Say(
                "More than {n} mails in the name of {name} had to be confirmed today. The rest waits without a code: "
                "`pbem mail held` lists it, `pbem mail held release NAME` plays one.",
                n=replies.limit(CODE),
                name=Verbatim(person.name),
            )
            about = f"no more codes {came.now:%Y-%m-%d} {person.name}"
            tell_moderator(replies.desk, replies.house, Say("Mails wait without a code"), text, ident=about)
    raise Hold(Say("{why}; it waits for its writer's word", why=why), {"game": game, "seat": seat, "key": came.key})


def _mail_code(case: Case, key: str, typed: str) -> None:
    from pbem.engine.clock.times import moment_text

    replies, came = case.replies, case.came
    context = replies.context(case.session, case.who, case.person, came.now)
    code = replies.house.signer.code(context.game.id, case.who.seat, came.key)
    when = moment_text(came.now, context.reader.zone, context.language)
    sections = [("read", typed.strip()[:SHOWN])] if typed.strip() else []
    sections.append(("h-confirm", context.say("confirm-do", code=code, when=when)))
    answer = Answer(NOT_COUNTED, context.say(key), sections)
    mail = came.mail if key == "confirm-old" else None  # a doubted mail is no part of the reader's thread
    replies.say(case.session, case.who, case.person, answer, mail, came.now, key=came.key, about=CODE)


def _our_fault(case: Case) -> NoReturn:
    """Let a mail wait for which there is no result at all: its writer loses no time by it, and the operator is told
    once a day."""
    replies, came, seat = case.replies, case.came, case.who.seat
    game = case.session.game
    if case.who.role == "player" and game.status == "running" and not _stopped(game, seat):
        game.moderation.stops.append(Stop(seat=seat, start=stamp(came.now), reason=kept(OURS), cause="outage"))
        case.session.put_back()
    text = Say(
        "`trust.authserv` in pbem.toml is {name}, but a mail for {game} has no Authentication-Results with that name "
        "on top. Mails wait until that is mended, and the clocks of their writers stand still: see that the server "
        "checks mail and that the name is right. `pbem mail held` lists what came meanwhile, and `pbem mail held "
        "release NAME` plays it with its time of receipt.",
        name=Verbatim(repr(replies.trust.authserv)),
        game=Verbatim(game.id),
    )
    ident = f"authserv {replies.desk.now():%Y-%m-%d}"
    tell_moderator(replies.desk, replies.house, Say("Our own mail server does not check mail"), text, ident=ident)
    raise Hold(OURS, {"game": game.id, "seat": seat, "key": came.key, "ours": True})


def _stopped(game: GameFile, seat: str) -> bool:
    """Tell whether a seat's clock stands still through our fault: an outage of the machine stops everybody's, seat
    None."""
    return any(stop.seat == seat and stop.cause == "outage" and stop.end is None for stop in game.moderation.stops)


def wait_is_over(session: Session, who: SeatInfo) -> None:
    """Let the clock of its writer run on when a mail that waited through our fault is played, unless another one
    waits."""
    game = session.game
    if not _stopped(game, who.seat):
        return
    if not any(note["waits"].get("ours") for _, note in _waiting(session.desk.home.mail / "held", game.id, who.seat)):
        end_stops(game, session.desk.now(), "outage", who.seat)
        session.put_back()


def wait_was_dropped(desk: Desk, note: dict[str, Any]) -> None:
    """Do the same when such a mail is deleted."""
    waits = note.get("waits")
    if not isinstance(waits, dict) or not waits.get("ours"):
        return
    try:
        with desk.game(str(waits.get("game"))) as session:
            for info in session.game.seats:
                if info.seat == waits.get("seat"):
                    wait_is_over(session, info)
    except PbemError:
        return  # the game is gone, or over: no clock runs there


# -- confirming ----------------------------------------------------------------------------------------------------


def _waiting(folder: Path, game: str, seat: str) -> list[tuple[str, dict[str, Any]]]:
    """List the mails of a seat that wait in a folder, with their notes."""
    found = []
    for path in paths(folder / "notes", spool.NOTE):
        note = spool.read_note(folder, path.name.removesuffix(spool.NOTE))
        waits = note.get("waits")
        if isinstance(waits, dict) and (waits.get("game"), waits.get("seat")) == (game, seat):
            found.append((path.name.removesuffix(spool.NOTE), note))
    return found


def find(
    home: Home, signer: Signer, game: str, seat: str, code: str, *, spent: bool = False
) -> tuple[Path, str, dict[str, Any]] | None:
    """Find the mail that a code confirms: it is held, or was given back and not processed yet; `spent`: or
    processed."""
    for folder in (home.mail / "held", home.mail / "in"):
        for name, note in _waiting(folder, game, seat):
            there = spent or exists(folder / "new" / name)
            if there and signer.is_code(code, game, seat, str(note["waits"].get("key"))):
                return folder, name, note
    return None


def _confirmed(case: Case, typed: str) -> bool:
    """Tell whether a mail brings a code that was mailed to the address on file: whoever has it reads that box. A code
    is good once."""
    home, signer, game = case.replies.home, case.replies.house.signer, case.session.game.id
    return any(find(home, signer, game, case.who.seat, code) is not None for code in _CONFIRM.findall(typed)[:5])
