"""Who takes part besides the players: another moderator, observers who join, people put on file, a game that was a
mistake."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.core.errors import Misuse, Refused
from pbem.desk.verbs.acts import Act, Done
from pbem.engine.adjudication import moderation
from pbem.engine.clock import reliability_text, zone_of
from pbem.engine.create import check_name, check_people
from pbem.engine.gamefile import SeatInfo
from pbem.mail.words import LANGUAGES
from pbem.store.roster import changing_roster, parse_person

if TYPE_CHECKING:
    from pbem.desk.interface import Session


def named(session: Session, act: Act, seat: str) -> str:
    """A person by name, on file or with an address, who may take part under this seat. Nobody's address is changed."""
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
        raise Refused(f"{name} is not on file: give an address, 'Name <address>'. Nothing was changed.")
    return name


def moderator(session: Session, act: Act) -> Done:
    """Hand the game over to another moderator; tokens of the former one are out of date."""
    game, now = session.game, session.desk.now()
    moderation.need_open(game)
    reason = moderation.need_reason(act.reason)
    old = game.moderator()
    name = named(session, act, old.seat if old else "moderator")
    if old is not None and old.player == name:
        raise Refused(f"{name} moderates this game already. Nothing was changed.")
    entry = session.play.write(now, None, "moderator", kind="people", note={"reason": reason, "did": "moderator"})
    text = f"{name} is the moderator from now on: {reason}"
    if old is not None:
        former = old.player
        old.player, old.since = name, entry.n
        text = f"{name} is the moderator from now on, in place of {former}: {reason}"
    else:
        game.seats.append(SeatInfo(seat="moderator", player=name, role="moderator", since=entry.n))
    told = {info.seat: [("Moderator", text)] for info in game.seats}
    return Done(f"{name} moderates {game.id} now.", {"moderator": name}, told=told,
                would=f"{name} would moderate {game.id}.")  # fmt: skip


def observe(session: Session, act: Act) -> Done:
    """Somebody reads along from now on: public mails and nothing else."""
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
    text = f"{game.person(seat)} reads along from now on: {reason}"
    told = {info.seat: [("Observer", text)] for info in game.seats}
    return Done(f"{name} observes {game.id} now.", {"seat": seat, "player": name}, told=told,
                would=f"{name} would observe {game.id}.")  # fmt: skip


def person(session: Session, act: Act) -> Done:
    """`mod person Ewa <ewa@example.org> zone=Europe/Warsaw language=pl`: on file before the first game. What is on file
    of somebody is changed by nobody else."""
    reason = moderation.need_reason(act.reason)
    given = dict(word.split("=", 1) for word in act.words if "=" in word and "@" not in word)
    name, address = parse_person(" ".join(word for word in act.words if "=" not in word or "@" in word))
    name = check_name(name)
    if address is None or set(given) - {"zone", "language"}:
        raise Misuse("`mod person Name <address> [zone=Z] [language=L]`.")
    if "language" in given and given["language"] not in LANGUAGES:
        raise Refused(f"There is no language {given['language']!r:.20}. Languages: {', '.join(LANGUAGES)}.")
    if "zone" in given and zone_of(given["zone"]).note:
        raise Refused(f"{zone_of(given['zone']).note} Nothing was changed.")
    if session.desk.roster().find(name) is not None:
        raise Refused(f"{name} is on file already, and changes what stands there alone. Nothing was changed.")
    if not act.dry_run:
        with changing_roster(session.desk.home, ahead=True) as roster:
            made = roster.enter(name, address)
            made.zone, made.language = given.get("zone"), given.get("language")  # type: ignore[assignment]
    session.play.write(session.desk.now(), None, "moderator", kind="mail", note={"reason": reason, "did": "person"})
    # No name: the answer stands in the game file until it is mailed, and names of others have no place there.
    return Done("The person is on file now.", {}, would=f"{name} would be put on file.")


def delete(session: Session, act: Act) -> Done:
    """A game that was made by mistake ends before its first move; its file is put away and the id is free again."""
    game = session.game
    reason = moderation.need_reason(act.reason)
    moved = [entry.n for entry in session.journal() if entry.kind == "move" and entry.by != "orders"]
    if moved:
        raise Refused(f"Entry {moved[0]} is a move: only a game without any can be deleted; `mod end` ends others.")
    if game.status not in ("finished", "terminated"):
        moderation.end(session.play, session.desk.now(), f"deleted before its first move: {reason}", {})
    game.moderation.notes["deleted"] = True
    return Done(f"{game.id} is deleted; its record lies in games/deleted.", {"deleted": game.id},
                would=f"{game.id} would be deleted.")  # fmt: skip


def standby(session: Session, act: Act) -> Done:
    """Who stands by to take a seat, the most reliable first, with the command for each."""
    listed = candidates(session)
    seat = act.words[0] if act.words else "SEAT"
    lines = [f"{name} ({figures}): mod substitute {seat} {name} reason: ..." for name, figures in listed]
    text = "\n".join(lines) or "Nobody stands by for this title."
    return Done(text, {"standby": [name for name, _ in listed]}, would=text)


def candidates(session: Session) -> list[tuple[str, str]]:
    """People who stand by for this title and take no part in the game, with their figures."""
    game = session.game
    busy = {info.player for info in game.seats if info.role != "observer"}
    people = [one for one in session.desk.roster().people if game.title in one.standby or "all" in one.standby]
    free = [one for one in people if one.name not in busy and one.hold is None]
    free.sort(key=lambda one: (-_share(one.reliability.turns_in_time, one.reliability.turns_due), one.name))
    return [(one.name, reliability_text(one.figures())) for one in free]


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
