"""What is interrupted: a home for each scene, the command, and what tells whether it has happened."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

from pbem.store import spool
from pbem.store.journals import SYNC_EVERY
from tests.desk.mailing import Town
from tests.faults.running import Step

GAME = "river"
NAMES = {"crane": "ania", "heron": "bela", "otter": "zaneta"}
SETTINGS = """
[mail]
transport = "sendmail"
[sendmail]
command = ["{program}"]
[moderation]
moderator = "Root <root@example.org>"
daily = {daily}
"""
LATER = 30
"""Minutes after which somebody looks again: longer than the first pause before a mail is tried again."""
RECOVERY = (Step(["clock"], later=LATER), Step(["mail", "send"], later=LATER))
"""What cron runs anyway."""


@dataclass(slots=True)
class Scene:
    """A prepared home and the commands that are interrupted, one after the other."""

    steps: list[Step]
    following: list[Step] = field(default_factory=list)
    """The next good move: after everything else it works."""
    redelivered: bool = False
    """A mail server brings its mail again until it was told that we have it."""
    recovered: bool = False
    """The recovery commands finish what was begun, also if nothing of it was saved."""
    game: str = GAME
    product: str = ""
    """A file that the command makes, below the working folder."""
    drawn: bool = False
    """The command draws a seed: two tables after it are not alike."""
    new_key: bool = False
    """The key of the signatures in Message-IDs is drawn by the command itself."""


Build = Callable[["Place"], Scene]


class Place:
    """A town whose clock stands near the real time, because the ages of files are compared with it."""

    def __init__(self, work: Path, program: Path, now: datetime) -> None:
        (work / "taken").mkdir(parents=True)
        self.work = work
        self.now = now
        self.settings(program, daily=False)
        self.town.time = now - timedelta(days=3)

    def settings(self, program: Path, *, daily: bool) -> None:
        self.program = program
        self.town = Town(self.work / "home", SETTINGS.format(program=program, daily=str(daily).lower()))

    # -- what everybody does -----------------------------------------------------------------------------------------

    def begin(self, **options: object) -> None:
        self.town.new_game(**options)
        self.bids()

    def bids(self) -> None:
        for name in NAMES.values():
            self.say(name, "bid: 0")

    def say(self, name: str, text: str) -> None:
        handled = self.town.reply(name, text)
        assert handled.verdict in ("COUNTED", "INFORMATION"), handled

    def asked(self) -> str:
        return next(iter(self.town.game().deadlines))

    def turn(self) -> str:
        """A whole turn of whoever is asked."""
        hand = self.town.desk.read(GAME).play.table.hands[self.asked()]
        return f"float: {hand[0]}; rest: coin"

    def play(self, turns: int) -> None:
        for _ in range(turns):
            self.say(NAMES[self.asked()], self.turn().replace("; ", "\n"))

    def move(self, later: int = 0) -> Step:
        return Step(["move", GAME, "--as", NAMES[self.asked()], self.turn()], later=later)

    def next_move(self, step: Step) -> Step:
        """The good move after a step, found out on a copy of the home."""
        from tests.faults.copying import copy

        kept = self.work.with_name("kept")
        copy(self.work, kept)
        with self.town.desk.game(GAME) as session:
            self.town.desk.take(session, self.asked(), step.args[-1])
        found = self.move(later=2 * LATER)
        copy(kept, self.work)
        return found

    def settle(self) -> None:
        """Everything sent; the clock has just run; the games have not been touched for two hours."""
        from pbem.desk.upkeep.heartbeat import write_beat
        from pbem.engine.journal import stamp
        from pbem.store.index import rows

        self.town.time = self.now
        write_beat(self.town.desk, {"seen": stamp(self.now - timedelta(minutes=10)), "outages": []})
        assert self.town.desk.send() == 0
        old = (self.now - timedelta(hours=2)).timestamp()
        for path in self.town.home.games.rglob("*.json"):
            os.utime(path, (old, old))
        rows(self.town.home)
        for path in (self.work / "taken").iterdir():
            path.unlink()


# -- the scenes ------------------------------------------------------------------------------------------------------


def move(place: Place) -> Scene:
    """A turn: the next player is asked, the others get news, and the journal is synced before its entries are
    dropped from the game file."""
    place.begin(nights=3)
    for _ in range(2):
        place.play(3)
        place.bids()
    assert len(place.town.game().recent) == SYNC_EVERY
    place.settle()
    step = place.move()
    return Scene([step], [place.next_move(step)])


def moves(place: Place) -> Scene:
    """Two turns one after the other: the second commit forgets the mails of the first."""
    place.begin()
    place.settle()
    first = place.move()
    second = place.next_move(first)
    return Scene([first, Step(second.args)])


def new(place: Place) -> Scene:
    """The first game of a home: key, roster, tables and all folders are made."""
    players = ["--player", "Ania <ania@example.org>", "--player", "Bela <bela@example.org>"]
    step = Step(["new", "toy", *players, "--moderator", "Kasia <kasia@example.org>", "--id", GAME, "--seed", "ab" * 32])
    return Scene([step], [Step(["move", GAME, "--as", "ania", "bid: 1"], later=2 * LATER)], new_key=True)


def clock(place: Place) -> Scene:
    """A deadline has passed and is acted on after a reminder; of another game today's digest is due, of both the
    moderators' pages."""
    place.settings(place.program, daily=True)
    town = place.town
    town.time = place.now - timedelta(days=3, hours=-2)
    place.begin(turn="2d", on_late="default", reminders="12h,deadline,daily", nights=2)
    town.new_game(["Dora <dora@example.org>", "Emil <emil@example.org>"], "brook", turn="30d")
    place.say("dora", "news daily")
    town.time = place.now - timedelta(hours=2)
    place.say("emil", "bid: 0")
    place.settle()
    return Scene([Step(["clock"])], recovered=True)


def receive(place: Place) -> Scene:
    """A move by mail; a message and an announcement lie in the spool already."""
    place.begin(nights=2)
    place.settle()
    town = place.town
    asked = NAMES[place.asked()]
    other = next(name for name in NAMES.values() if name != asked)
    said = town.answer(town.last(other), "say: see you tomorrow")
    announced = town.answer(town.last("kasia"), "mod announce dinner is at eight")
    for at, raw in enumerate((said, announced)):
        spool.store(town.home.mail / "in", raw, name=f"{int(place.now.timestamp()) - 60 + at:011d}000000000.0.eml")
    raw = town.answer(town.last(asked), place.turn().replace("; ", "\n"))
    return Scene([Step(["mail", "receive"], raw)], redelivered=True, recovered=True)


def send(place: Place) -> Scene:
    """Mails that a crash left uncomposed, and mails that wait for their server."""
    place.begin(nights=2)
    place.settle()
    town = place.town
    step = place.move()
    with town.desk.game(GAME) as session:
        town.desk.take(session, place.asked(), step.args[-1])
    old = (place.now - timedelta(hours=2)).timestamp()
    os.utime(town.home.game_path(GAME), (old, old))
    waiting = sorted((town.home.mail / "out" / "new").glob("*.eml"))
    waiting[0].unlink()
    return Scene([Step(["mail", "send"])], [place.move(later=2 * LATER)], recovered=True)


def undo(place: Place) -> Scene:
    place.begin(nights=2)
    place.play(2)
    place.settle()
    entry = place.town.game().entry
    return Scene([Step(["mod", "undo", GAME, str(entry), "--reason", "a slip"])])


def archive(place: Place) -> Scene:
    """A newer archive in place of an older one."""
    place.begin(nights=2)
    from pbem.archive.models import PUBLIC
    from pbem.archive.stored import archive_of

    made, _ = archive_of(place.town.desk.read(GAME).loaded, PUBLIC)
    (place.work / "river.zip").write_bytes(made)
    place.play(1)
    place.settle()
    return Scene([Step(["archive", GAME, "--public", "-o", "river.zip"])], product="river.zip")


def end(place: Place) -> Scene:
    """The last move: result, figures in the roster, the way to the finished games, the archive."""
    place.begin()
    place.play(2)
    place.settle()
    return Scene([place.move()])


def reopen(place: Place) -> Scene:
    """The end is undone: the game comes back from the finished ones, its archive is withdrawn."""
    place.begin()
    place.play(3)
    place.settle()
    entry = place.town.game().entry
    return Scene([Step(["mod", "undo", GAME, str(entry), "--reason", "a slip"])], drawn=True)


SCENES: dict[str, Build] = {
    one.__name__: one for one in (move, moves, new, clock, receive, send, undo, archive, end, reopen)
}
