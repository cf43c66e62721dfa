"""Deleting a person from everything that holds a name or an address (fault 280).

No hash covers a name beside its seat, so it can go from the game file, its earlier states and its archives. What cannot
go: words that people wrote into reasons, press and messages (they are part of the hash chain), mails that others got,
and the settings file, which belongs to the operator. The roster entry goes last: killed anywhere, the same command
again finishes the work.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.archive.models import Variant
from pbem.archive.stored import archive_of, file_name
from pbem.core.behind import behind, has_saved, leave_undone, undone_by
from pbem.core.errors import PbemError
from pbem.core.words import Listed, Say, Verbatim
from pbem.desk.games.aftermath import see_off
from pbem.desk.people.invitations import decline_for
from pbem.desk.site.builder import refresh
from pbem.engine.submission.lines import fold
from pbem.mail.letter import body_text
from pbem.medium import is_file, paths
from pbem.plain import read_file
from pbem.store import index, spool
from pbem.store.disk import durable_replace
from pbem.store.index import rows
from pbem.store.roster import changing_roster

if TYPE_CHECKING:
    from pbem.desk.interface import Desk
    from pbem.store.roster import Person

DELETED = str(Say("the player's data were deleted"))
SOMEBODY = "(deleted)"


@dataclass(slots=True)
class Forgotten:
    """What was cleaned, and what is left."""

    games: list[str] = field(default_factory=list)
    states: int = 0
    mails: int = 0
    waiting: int = 0
    """Mails of others that name the person: not handed over yet, or held for the moderator."""
    written: list[str] = field(default_factory=list)
    """Games whose journal holds the name in words that somebody wrote."""

    complete: bool = True

    def text(self, name: str) -> str:
        if not self.complete:
            return Say(
                "Earlier states cleaned: {states}; mails deleted: {mails}; {name} is still on file.",
                states=self.states, mails=self.mails, name=Verbatim(name),
            )  # fmt: skip
        where = Say(" and from the games {games}", games=Verbatim(", ".join(self.games))) if self.games else ""
        lines: list[str] = [
            Say(
                "{name} is deleted from the roster{where}; games keep their hashes. Earlier states cleaned: {states}; "
                "mails deleted: {mails}.",
                name=Verbatim(name),
                where=where,
                states=self.states,
                mails=self.mails,
            )
        ]
        if self.waiting:
            lines.append(
                Say(
                    "Mails of others that name {name} and wait in mail/out or are held: {n}; they stay.",
                    n=self.waiting,
                    name=Verbatim(name),
                )
            )
        if self.written:
            lines.append(
                Say(
                    "People wrote the name into reasons or messages of {games}: that is part of the hash chain and "
                    "stays.",
                    games=Verbatim(", ".join(self.written)),
                )
            )
        return Listed(lines, "\n")


def forget(desk: Desk, name: str) -> Forgotten:
    """Delete a person. A seat of a running game then has nobody; its clock runs on, and the moderator sees it among the
    bounces."""
    person = desk.roster().need(name)
    done = Forgotten()
    try:
        decline_for(desk, person.name)
        for game in sorted({*named_games(desk, person), *past_games(desk, person)}):
            _clean_game(desk, game, person, done)
        _clean_mail(desk, person, done)
        index.drop(desk.home)
        index.rows(desk.home)  # the old log held the name; this writes a new one
        with changing_roster(desk.home) as roster:
            roster.forget(name)
    except (PbemError, OSError) as error:
        if not (has_saved() or done.games or done.states or done.mails):
            raise
        done.complete = False
        what = Say("{name} is not deleted everywhere yet (the same command again finishes it)", name=Verbatim(name))
        leave_undone(undone_by(error, "forget", what))
    if done.complete:
        left = Say(
            "pages of the site may still name {name}; the next run of the clock makes them again", name=Verbatim(name)
        )
        with behind("site", left):
            refresh(desk)
    return done


# -- games ---------------------------------------------------------------------------------------------------


def named_games(desk: Desk, person: Person) -> list[str]:
    """List games in which the person has a seat, from the index."""
    return [row.id for row in list(rows(desk.home).values()) if person.name in row.names()]


def past_games(desk: Desk, person: Person) -> list[str]:
    """List games whose earlier states name the person: somebody else may hold the seat now."""
    folders = paths(desk.home.history)
    return [folder.name for folder in folders if any(names(read_file(path), person) for path in _states(folder))]


def names(raw: bytes, person: Person) -> bool:
    return person.name.encode() in raw or any(box.lower().encode() in raw.lower() for box in person.boxes())


def _states(folder: Path) -> list[Path]:
    return paths(folder, ".json")


def _clean_game(desk: Desk, game: str, person: Person, done: Forgotten) -> None:
    if not desk.home.exists(game):
        return
    with desk.game(game) as session:
        if session.game.moderation.farewells:
            see_off(session)
        document = json.loads(session.game.model_dump_json())
        if cleaned(document, person):
            session.restore(json.dumps(document))
            session.keep()
            _archives(session.loaded)
            done.games.append(game)
        done.states += sum(_clean_state(path, person) for path in _states(desk.home.history_folder(game)))
        if names(read_file(session.loaded.journal), person):
            done.written.append(game)


def cleaned(document: dict[str, Any], person: Person) -> bool:
    """Take the person out of a game file, as plain data; tell whether there was anything to take out.

    Only what no hash covers: seats, authors of rulings, mails owed, and the moderator's book.
    """
    before = json.dumps(document)
    running = document["status"] in ("running", "paused")
    for info in document["seats"]:
        if fold(info["player"]) == fold(person.name):
            info["player"] = info["seat"]
            if running:
                document["moderation"].setdefault("unreachable", {})[info["seat"]] = DELETED
    for ruling in document["rules"].get("rulings", []):
        if ruling["author"] == person.name:
            ruling["author"] = "moderator"
    for key in ("outbox", "moderation"):
        document[key] = _without(document.get(key), person)
    return json.dumps(document) != before


def _without(value: Any, person: Person) -> Any:
    """Replace the name and the address in every text of some data."""
    if isinstance(value, dict):
        return {key: _without(one, person) for key, one in value.items()}
    if isinstance(value, list):
        return [_without(one, person) for one in value]
    if not isinstance(value, str):
        return value
    text = re.sub(rf"(?<!\w){re.escape(person.name)}(?!\w)", SOMEBODY, value)
    return re.sub("|".join(map(re.escape, person.boxes())), SOMEBODY, text, flags=re.IGNORECASE)


def _clean_state(path: Path, person: Person) -> bool:
    """Clean one earlier state; it is another name of no present file, so it is replaced, never written into."""
    raw = read_file(path)
    if not names(raw, person):
        return False
    document = json.loads(raw)
    if cleaned(document, person):
        durable_replace(path, (json.dumps(document, indent=2, ensure_ascii=False) + "\n").encode())
    return True


def _archives(loaded: Any) -> None:
    """Make archives beside a finished game again, each as it was."""
    if loaded.path.parent != loaded.home.finished:
        return
    for variant in (Variant(secrets, anonymous) for secrets in (True, False) for anonymous in (True, False)):
        path = loaded.home.finished / file_name(loaded.game.id, variant)
        if is_file(path):
            durable_replace(path, archive_of(loaded, variant)[0])


# -- mail ----------------------------------------------------------------------------------------------------


def _clean_mail(desk: Desk, person: Person, done: Forgotten) -> None:
    """Delete mails to and from the person, wherever they lie, and our copies of mails to others that name them."""
    for folder in (desk.home.mail / name for name in ("in", "out", "held")):
        for box in ("new", "cur"):
            for name, raw in spool.each(folder, box):
                if isinstance(raw, OSError):
                    continue
                theirs = any(box.lower().encode() in raw.lower() for box in person.boxes())
                named = theirs or person.name.encode() in raw or person.name in body_text(raw)
                if theirs or (named and box == "cur"):
                    spool.remove(folder, name)
                    done.mails += 1
                elif named:
                    done.waiting += 1
