"""Addresses: where a person's mail goes, what follows when it comes back, and who hears of a change."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from pbem.core.errors import PbemError
from pbem.core.kept import kept
from pbem.core.words import Listed, Say, Verbatim
from pbem.desk.games.turn_times import ASK_AGAIN, end_stops
from pbem.desk.letters.contexts import house_of
from pbem.desk.letters.notes import tell_moderator
from pbem.desk.people.farewells import is_open
from pbem.engine.gamefile import GameFile, OwedMail, SeatInfo, Stop
from pbem.engine.journal import moment, stamp
from pbem.engine.notices import owed
from pbem.engine.people import person_text
from pbem.engine.submission.lines import fold
from pbem.mail.composing.compose import page
from pbem.mail.composing.context import Reader
from pbem.mail.guard import mail_key
from pbem.mail.reading.normalize import visible
from pbem.mail.words import word
from pbem.store.index import rows
from pbem.store.outgoing import put
from pbem.store.roster import Hold, changing_roster, same_box

if TYPE_CHECKING:
    from pbem.desk.interface import Desk
    from pbem.mail.composing.context import House
    from pbem.store.rows import Row

log = logging.getLogger("pbem.post")
LONGEST_WORDS = 300
A_DAY = timedelta(days=1)


OPERATOR, TYPED = str(Say("operator")), str(Say("typed by the operator"))


def change_address(desk: Desk, name: str, address: str, reason: str = TYPED) -> None:
    """Change an address by the operator's word: from now on a person's mail goes there, in all games. Tell both
    addresses; end a hold and mail the open question again. The same address again only lifts the hold."""
    with changing_roster(desk.home) as roster:
        with roster.deciding(name, desk.now(), OPERATOR, reason):
            former = roster.move(name, address)
        known = roster.need(name).name
        tell_change(desk, known, former, address, to=(former or "", address))
    reachable(desk, known)


def tell_change(desk: Desk, name: str, former: str | None, address: str, *, to: tuple[str, ...]) -> None:
    """Tell a person that mail goes elsewhere from now on, so that nobody is moved unknowingly; called before the roster
    is saved, so that no change goes untold. Without a `former` address nothing was changed.

    Neither mail shows the other address in full: whoever should not have it does not learn it here. The notes have an
    empty envelope sender: an address that is left because it is dead must not come back.
    """
    if former is None:
        return
    person = desk.roster().need(name)
    language = person.language or desk.home.settings.language
    now = desk.now()
    for box in to:
        left = box == former
        text = word(language, "moved-away" if left else "moved-here", other=masked(address if left else former))
        text += f"\n\n{word(language, 'moved-do')}"
        ident = mail_key(f"moved {former} {address} {box} {stamp(now)}")[:24]
        reader = Reader("", person.name, box, language=language)
        raw = page(
            house_of(desk.home), reader, subject=word(language, "moved"), text=text, when=now, ident=ident, bounce=False
        )  # fmt: skip
        put(desk.home, f"moved-{ident}", raw)


def masked(address: str) -> str:
    """Show enough of an address for its owner to know it, and too little for anybody else."""
    local, _, domain = address.rpartition("@")
    return f"{local[:1]}...@{domain}"


# -- mail that comes back ------------------------------------------------------------------------------------------


def mail_returned(
    desk: Desk,
    house: House,
    game_id: str,
    seat: str,
    words: str,
    now: datetime,
    *,
    mail: str,
    address: str | None = None,
) -> None:
    """Take note that a mail to a seat came back, or was refused, for good (fault 10).

    One report proves little: it may be late, a server's bad day, or forged by whoever saw the envelope. So mail goes on
    at first, the moderator is told, and the open question is mailed again a day later. Only when that keeps coming back
    (`Person.is_dead`) the address is put on hold and the person's clock stands still, in all games.

    `mail` names the mail that came back; a second report about it says nothing new. `address` is the one that it went
    to, if known: one that the player has left says nothing about them. May be repeated after a crash.
    """
    game = desk.read(game_id).game
    who = next((info for info in game.seats if info.seat == seat), None)
    if who is None:
        return
    words = visible(words, LONGEST_WORDS)
    with changing_roster(desk.home) as roster:
        person = roster.find(who.player)
        if person is None or (address is not None and person.address != address):
            return
        person.count_return(mail, words, now)
        if person.hold is None and person.is_dead():
            person.hold = Hold(since=stamp(now), reason=words)
        on_hold = person.hold is not None
    if on_hold:
        hold_everywhere(desk, house, who.player, words, now)
    elif is_open(game):
        _mark(desk, house, game_id, who.player, words, now, on_hold=False)
    else:
        over = Say("The game is over; nothing was changed.")
        text = Listed([Verbatim(words), *explained(words), over], "\n")
        tell_moderator(desk, house, _comes_back(who.player), text, ident=f"{game_id} {seat} {mail}")


def hold_everywhere(desk: Desk, house: House, name: str, words: str, now: datetime) -> None:
    """Stop a person's clock in every running game: none of their mails go out any more."""
    for game_id in games_of(desk, name):
        try:
            _mark(desk, house, game_id, name, words, now, on_hold=True)
        except PbemError as error:
            log.warning("%s: the clock could not be stopped now: %s", game_id, error.message)


def _mark(desk: Desk, house: House, game_id: str, name: str, words: str, now: datetime, *, on_hold: bool) -> None:
    """Note in one game that mail to a person comes back, and tell its moderator whenever that is news."""
    with desk.game(game_id) as session:
        game = session.game
        before = game.moderation.model_dump_json()
        extra: list[OwedMail] = []
        for info in game.seats:
            if fold(info.player) != fold(name) or not mark_seat(game, info, words, now, on_hold=on_hold):
                continue
            text = _told(info, game_id, words, on_hold=on_hold)
            if game.moderator() is None or info.role == "moderator":
                ident = f"{game_id} {info.seat} {stamp(now)}"
                tell_moderator(desk, house, _comes_back(info.player), text, ident=ident)
                continue
            game.moderation.chat += 1
            note = {"who": "pbem", "to": "moderator", "when": stamp(now), "text": text}
            extra.append(owed(game, "moderator", "message", note, game.moderation.chat))
        if game.moderation.model_dump_json() != before:
            session.put_back(extra)


def mark_seat(game: GameFile, info: SeatInfo, words: str, now: datetime, *, on_hold: bool) -> bool:
    """Write down that mail to a seat comes back, and stop its clock if that is certain. Tell whether it is news; the
    caller saves."""
    book = game.moderation
    known = info.seat in book.unreachable
    book.unreachable[info.seat] = words
    if not on_hold:
        book.notes.setdefault(ASK_AGAIN, {})[info.seat] = stamp(now + A_DAY)
        return not known
    book.notes.get(ASK_AGAIN, {}).pop(info.seat, None)
    stopped = any(stop.cause == "bounce" and stop.seat == info.seat and stop.end is None for stop in book.stops)
    if info.role == "player" and not stopped:
        reason = Say("mail to {who} comes back", who=person_text(game, info.seat))
        stop = Stop(seat=info.seat, start=stamp(now), reason=kept(reason), cause="bounce")
        book.stops.append(stop)
        return True
    return not known


def stop_held(desk: Desk, game: GameFile, now: datetime) -> None:
    """Stop the clock of whoever comes to a game with an address on hold: they get no mail there, so it does not run
    against them."""
    roster = desk.roster()
    for info in game.seats:
        person = roster.find(info.player)
        if person is not None and person.hold is not None:
            mark_seat(game, info, person.hold.reason, now, on_hold=True)


def _told(info: SeatInfo, game_id: str, words: str, *, on_hold: bool) -> str:
    """Write what the moderator reads."""
    text = Say(
        "Mail to {name} ({seat}) of {game} comes back: {words}",
        name=Verbatim(info.player),
        seat=info.seat,
        game=Verbatim(game_id),
        words=Verbatim(words),
    )
    follows = Say(
        "The address is on hold, and the clock of its seats stands still in all games, until a mail with a good token "
        "comes from it or the operator changes it or lifts the hold (`pbem roster NAME --address ADDRESS`)."
    )
    if not on_hold:
        follows = Say(
            "Nothing is stopped yet: mail goes on, and an open question is mailed again in a day. If three mails come "
            "back over two days and none comes from that address, it is put on hold and the clock stands still."
        )
    return Listed([text, *explained(words), follows], "\n")


def _comes_back(name: str) -> str:
    return Say("Mail to {name} comes back", name=Verbatim(name))


def explained(words: str) -> list[str]:
    """Explain a refusal that is not the player's fault (fault 27). The words are those of a foreign mail server, and
    have no other form."""
    if not re.search(r"dmarc|5\.7\.26|\bspf\b|\bdkim\b", words, re.IGNORECASE):
        return []
    return [
        Say(
            "The receiver does not believe that we may send for our domain (DMARC): From, envelope sender and the "
            "server that signs must belong together. The operator's handbook says how."
        )
    ]


# -- mail that arrives again ---------------------------------------------------------------------------------------


def games_of(desk: Desk, name: str) -> list[str]:
    """List the open games in which a person has a part, from the index."""
    wanted = fold(name)
    found = [row for row in rows(desk.home).values() if row.status in ("running", "paused")]
    return sorted(row.id for row in found if any(fold(one) == wanted for one in row.names()))


def heard_from(desk: Desk, address: str, now: datetime) -> None:
    """Take note that a proved mail came from an address: whatever was said of it, it works. Every hold on it ends, in
    all games.

    The roster is cleared last: killed before, the mail is processed again, and so is this.
    """
    for name in [one.name for one in desk.roster().people if same_box(one.address, address)]:
        reachable(desk, name, before=now)
    with changing_roster(desk.home) as roster:
        for person in roster.people:
            if same_box(person.address, address):
                person.hold, person.returned = None, []


def reachable(desk: Desk, name: str, *, without: str = "", before: datetime | None = None) -> int:
    """Lift the hold on a person in every running game: the address was changed or is said to be good. How many games.

    What was asked `before` that is asked again. A game that somebody else holds right now is left out; once a day
    `agree_with_roster` mends that.
    """
    lifted = 0
    for game_id in games_of(desk, name):
        if game_id == without:
            continue
        try:
            with desk.game(game_id) as session:
                if lift(session.game, name, desk.now()):
                    session.put_back(asked_again(session.game, name, before))
                    lifted += 1
        except PbemError as error:
            log.warning("%s: the hold could not be lifted: %s", game_id, error.message)
    return lifted


def agree_with_roster(desk: Desk, house: House, found: Iterable[Row]) -> None:
    """Bring games that were in use when a hold began or ended into line with the roster, once a day."""
    roster, now = desk.roster(), desk.now()
    for person in roster.people:
        if person.hold is not None:
            hold_everywhere(desk, house, person.name, person.hold.reason, now)
    for row in found:
        for seat in row.book().get("bounces", []):
            known = roster.find(row.person(seat))
            if known is not None and known.hold is None and not known.returned:
                reachable(desk, known.name)


def asked_again(game: GameFile, name: str, before: datetime | None = None) -> list[OwedMail]:
    """Ask the open question once more: the mail that asked it never arrived. One that is newer is on its way."""
    mails = []
    for info in game.seats:
        asked = game.deadlines.get(info.seat)
        if fold(info.player) != fold(name) or asked is None or (before is not None and moment(asked.since) >= before):
            continue
        game.moderation.chat += 1
        mails.append(owed(game, info.seat, "turn", number=game.moderation.chat))
    return mails


def lift(game: GameFile, name: str, now: datetime) -> bool:
    """Lift a hold in one game: the seat is reachable again and its clock runs on; the caller saves."""
    found = False
    for info in game.seats:
        if fold(info.player) == fold(name) and game.moderation.unreachable.pop(info.seat, None) is not None:
            game.moderation.notes.get(ASK_AGAIN, {}).pop(info.seat, None)
            end_stops(game, now, "bounce", info.seat)
            found = True
    return found
