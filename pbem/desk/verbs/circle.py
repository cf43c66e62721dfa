"""Who takes part besides the players: another moderator, observers who join, people put on file, a game that was a
mistake."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.core.errors import Misuse, Refused, unchanged
from pbem.core.words import Listed, Say, Verbatim
from pbem.desk.people.farewells import bid_moderator
from pbem.desk.people.standby import candidates
from pbem.desk.verbs.acts import Act, Done, no_more, substitute_command
from pbem.engine.adjudication import moderation
from pbem.engine.clock import zone_of
from pbem.engine.clock.durations import shorten
from pbem.engine.gamefile import SeatInfo
from pbem.engine.names import check_name, check_people
from pbem.engine.people import person_text
from pbem.mail.words import LANGUAGES
from pbem.store.roster import changing_roster, parse_person

if TYPE_CHECKING:
    from pbem.desk.interface import Session


def named(session: Session, act: Act, seat: str) -> str:
    """Find a person by name, on file or with an address, who may take part under this seat. Nobody's address is
    changed."""
    game = session.game
    name, address = parse_person(" ".join(act.words))
    roster = session.desk.roster()
    name = roster.spelled(check_name(name))
    others = [info.player for info in game.seats if info.seat != seat]
    check_people([name, *others], list(game.table.seats))
    if address is not None:
        roster.check_known(name, address)
        if not act.dry_run:
            session.desk.enter({name: address})
    elif roster.find(name) is None:
        raise Refused(unchanged(Say("{name} is not on file: give an address, 'Name <address>'.", name=Verbatim(name))))
    return name


def moderator(session: Session, act: Act) -> Done:
    """Hand the game over to another moderator; tokens of the former one are out of date."""
    game, now = session.game, session.desk.now()
    moderation.need_open(game)
    reason = moderation.need_reason(act.reason)
    old = game.moderator()
    name = named(session, act, old.seat if old else "moderator")
    if old is not None and old.player == name:
        raise Refused(unchanged(Say("{name} moderates this game already.", name=Verbatim(name))))
    entry = session.play.write(now, None, "moderator", kind="people", note={"reason": reason, "did": "moderator"})
    named_now, why = Verbatim(name), Verbatim(reason)
    text = Say("{name} is the moderator from now on: {reason}", name=named_now, reason=why)
    if old is not None:
        former = old.player
        farewell = Say(
            "{name} moderates {game} from now on: {reason}", name=named_now, game=Verbatim(game.id), reason=why
        )
        bid_moderator(game, old, farewell)
        old.player, old.since = name, entry.n
        text = Say(
            "{name} is the moderator from now on, in place of {former}: {reason}",
            name=named_now,
            former=Verbatim(former),
            reason=why,
        )
    else:
        game.seats.append(SeatInfo(seat="moderator", player=name, role="moderator", since=entry.n))
    told = {info.seat: [("h-moderator", text)] for info in game.seats}
    values = {"name": named_now, "game": Verbatim(game.id)}
    return Done(Say("{name} moderates {game} now.", **values), {"moderator": name}, told=told,
                would=Say("{name} would moderate {game}.", **values))  # fmt: skip


def observe(session: Session, act: Act) -> Done:
    """Let somebody read along from now on: public mails and nothing else."""
    game, now = session.game, session.desk.now()
    moderation.need_open(game)
    reason = moderation.need_reason(act.reason)
    name = named(session, act, "")
    taken = [int(info.seat.rpartition("-")[2]) for info in game.seats if info.role == "observer"]
    seat = f"observer-{max(taken, default=0) + 1}"
    entry = session.play.write(
        now, None, "moderator", kind="people", note={"reason": reason, "did": "observer", "seat": seat}
    )
    game.seats.append(SeatInfo(seat=seat, player=name, role="observer", since=entry.n))
    text = Say("{who} reads along from now on: {reason}", who=person_text(game, seat), reason=Verbatim(reason))
    told = {info.seat: [("h-observer", text)] for info in game.seats}
    values = {"name": Verbatim(name), "game": Verbatim(game.id)}
    return Done(Say("{name} observes {game} now.", **values), {"seat": seat, "player": name}, told=told,
                would=Say("{name} would observe {game}.", **values))  # fmt: skip


def person(session: Session, act: Act) -> Done:
    """Put somebody on file before the first game: `mod person Ewa <ewa@example.org> zone=Europe/Warsaw language=pl`.
    Nobody else changes what is on file of somebody."""
    reason = moderation.need_reason(act.reason)
    given = dict(word.split("=", 1) for word in act.words if "=" in word and "@" not in word)
    name, address = parse_person(" ".join(word for word in act.words if "=" not in word or "@" in word))
    name = check_name(name)
    if address is None or set(given) - {"zone", "language"}:
        raise Misuse(Verbatim("`mod person Name <address> [zone=Z] [language=L]`."))
    if "language" in given and given["language"] not in LANGUAGES:
        shown, all_known = Verbatim(f"{given['language']!r:.20}"), Verbatim(", ".join(LANGUAGES))
        raise Refused(Say("There is no language {name}. Languages: {names}.", name=shown, names=all_known))
    if "zone" in given and zone_of(given["zone"]).note:
        zone = Verbatim(shorten(given["zone"]))
        raise Refused(unchanged(Say('The time zone "{zone}" is not known here.', zone=zone)))
    if session.desk.roster().find(name) is not None:
        known = Say("{name} is on file already, and changes what stands there alone.", name=Verbatim(name))
        raise Refused(unchanged(known))
    if not act.dry_run:
        with (
            changing_roster(session.desk.home, ahead=True) as roster,
            roster.deciding(name, session.desk.now(), f"moderator of {session.game.id}", reason),
        ):
            made = roster.enter(name, address)
            made.zone, made.language = given.get("zone"), given.get("language")  # type: ignore[assignment]
    session.play.write(session.desk.now(), None, "moderator", kind="mail", note={"reason": reason, "did": "person"})
    # No name: the answer stands in the game file until it is mailed, and names of others have no place there.
    would = Say("{name} would be put on file.", name=Verbatim(name))
    return Done(Say("The person is on file now."), {}, would=would)


def delete(session: Session, act: Act) -> Done:
    """End a game that was made by mistake before its first move, and put its file away."""
    game = session.game
    no_more(act, act.words)
    reason = moderation.need_reason(act.reason)
    over, begun = game.status in ("finished", "terminated"), game.moderation.notes.get("deleted")
    if over and not begun:
        values = {"game": Verbatim(game.id)}
        raise Refused(
            unchanged(Say("{game} is over; `mod undo end` opens it again, and then it can be deleted.", **values))
        )
    moved = [entry.n for entry in session.journal() if entry.kind == "move" and entry.by != "orders"]
    if moved:
        raise Refused(
            Say("Entry {n} is a move: only a game without any can be deleted; `mod end` ends others.", n=moved[0])
        )
    if not over:
        why = Say("deleted before its first move: {reason}", reason=Verbatim(reason))
        moderation.end(session.play, session.desk.now(), why, {})
    game.moderation.notes["deleted"] = True
    named_game = Verbatim(game.id)
    return Done(Say("{game} is deleted; its record lies in games/deleted.", game=named_game), {"deleted": game.id},
                would=Say("{game} would be deleted.", game=named_game))  # fmt: skip


def standby(session: Session, act: Act) -> Done:
    """Say who stands by to take a seat, the most reliable first, with the command for each."""
    no_more(act, act.words[1:])
    listed = candidates(session)
    seat = act.words[0] if act.words else "SEAT"
    lines = [
        Say("{name} ({figures}): {command}", name=Verbatim(name), figures=figures,
            command=substitute_command(session.game.id, seat, name, typed=act.typed))
        for name, figures in listed
    ]  # fmt: skip
    text = Listed(lines, "\n") or Say("Nobody stands by for this title.")
    return Done(text, {"standby": [name for name, _ in listed]}, would=text)
