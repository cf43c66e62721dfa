"""Whole games under simulated faults: `python -m tests.faults.simulation MATCH SEED [MOST]` plays one and tells its
story.

A seed decides everything: which calls of which command fail and how, what the mail server refuses, takes twice, delays
or brings in another order, and how the clock jumps. The players' answers are those of the same game undisturbed. In the
end the faults stop, the clock and the queue run on as cron would let them, and the game must be the one that the same
answers give undisturbed, in the order in which they were counted; every mail that this game calls for was handed over,
each in one form.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from hashlib import sha256
from pathlib import Path
from random import Random
from unittest import mock

import tests.fair
import tests.toy  # noqa: F401  (both register their titles)
from pbem.core.errors import PbemError
from pbem.desk.desk import Desk
from pbem.desk.post.spool_run import process_spool
from pbem.desk.sending.dispatch import compose_left
from pbem.desk.upkeep.clockwork import tick
from pbem.engine.computers.computer import Luck, turn_text
from pbem.store import spool
from pbem.store.home import Home
from tests.faults.judging import head_of
from tests.faults.office import Broken, Letter, Office
from tests.faults.simulated_disk import DatedDisk, Fault, SimulatedDisk

GAME = "river"
NAMES = ("Ania", "Bela", "Cyryl", "Dora")
SETTINGS = '[mail]\ntransport = "smtp"\n[smtp]\nhost = "mail.example"\ntls = "none"\n'
ASKING = ("turn", "question", "start", "adjudication")
HOWS = ("kill", "kill", "power", "power", "EIO", "ENOSPC")
FAULTS = 0.35
"""How many of the commands meet a fault, if they live long enough."""
MOST_CALLS = 70
"""Faults are armed within so many changes of files: about what one mail costs."""
JUMPING = 0.03
JUMPS = (timedelta(hours=-30), timedelta(hours=-2), timedelta(hours=5), timedelta(days=2), timedelta(days=100))
"""The last one goes past every deadline: who believed it would tell all that somebody is late."""
BEGIN = datetime(2026, 3, 2, 9, tzinfo=UTC)
"""When every game begins: what a seed does must not depend on the day it is played."""
GAMES = 4
"""So many games of a match; many seeds disturb each of them."""
ROUNDS = 1000
"""Far more steps than a game needs that comes to an end."""

_TOLD = re.compile(r'^{"n":(\d+),"at":"[^"]*","kind":"mail"', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Match:
    """What is played: a title, its players and options, and how many submissions at most."""

    title: str
    players: int
    most: int
    options: tuple[str, ...] = ()


_SLOW = ("turn=90d", "reminders=none")
MATCHES = {
    "toy": Match("toy", 3, 40, ("nights=2", *_SLOW)),
    "fair": Match("fair", 2, 40, _SLOW),
    "tekhenu": Match("tekhenu", 2, 40, _SLOW),
    "seth": Match("tekhenu", 2, 40, ("expansion=seth", *_SLOW)),
    "vizier": Match("tekhenu", 2, 40, ("vizier=yes", *_SLOW)),
    "solo": Match("tekhenu", 1, 40),
    "ankh": Match("ankh", 2, 40, _SLOW),
    "pharaoh": Match("ankh", 2, 40, ("expansion=pharaoh", *_SLOW)),
}
Plan = dict[tuple[str, str], str]
"""What a seat answers to the question put at an entry, not counting entries that only tell of mail."""


class World:
    """One home, its clock, its mail server and its players; with `luck`, the faults too."""

    def __init__(self, root: Path, match: Match, seed: str, plan: Plan, luck: Random | None, order: list[str]) -> None:
        self.match, self.seed, self.plan, self.luck = match, seed, plan, luck
        self.order = order
        """The seats in whose order answers are brought, where that is fixed."""
        self.reference = luck is None
        """Nothing happens to this one, and of its mails only what they are counts."""
        self.root = root
        self.time = BEGIN
        self.office = Office(luck)
        self.story = self.office.story
        root.mkdir(parents=True)
        (root / "pbem.toml").write_text(SETTINGS)
        (root / "pbem.key").write_text("5a" * 32 + "\n")
        (root / "pbem.key").chmod(0o600)
        people = [f"{name} <{name.lower()}@example.org>" for name in NAMES[: match.players]]
        game_seed = sha256(f"simulated {seed}".encode()).hexdigest()
        self.desk().create(match.title, people, "Kasia <kasia@example.org>", [], GAME, list(match.options), game_seed)
        self.disk = DatedDisk(root, self.now) if luck is None else SimulatedDisk(root, luck, self.now)
        self.waiting: list[bytes] = []
        self.written: set[tuple[str, str]] = set()
        self.brought: set[bytes] = set()
        self.told: dict[str, tuple[tuple[int, int, int], frozenset[int]]] = {}

    def desk(self) -> Desk:
        """A new process."""
        return Desk(Home(self.root, {"PBEM_MAIL_PICTURES": "false"}), self.now)

    def now(self) -> datetime:
        return self.time

    # -- players -----------------------------------------------------------------------------------------------------

    def read(self, letter: Letter) -> None:
        """A player reads a mail, and answers if it asks."""
        about = letter.about
        if about.get("kind") not in ASKING:
            return
        place = (about["seat"], str(self.counted(int(about["entry"]))))
        if place in self.written:
            return
        if self.reference and place not in self.plan and not self.order:
            self._decide(place)
        if place in self.plan:
            self.written.add(place)
            self.office.carry(self._reply(letter.raw, place), about, reply=True)

    def counted(self, entry: int) -> int:
        """The number that an entry has in a game of which no mail is told: a mail of which nobody knows whether it was
        handed over gives way to a newer one, and an entry tells of that."""
        folders = (self.root / "games", self.root / "games" / "finished")
        told = {n for folder in folders for end in ("journal.jsonl", "json") for n in self._told(folder, end)}
        return entry - sum(n <= entry for n in told)

    def _told(self, folder: Path, end: str) -> frozenset[int]:
        """The entries of a file that tell of mail; read again when it changed."""
        path = folder / f"{GAME}.{end}"
        try:
            stat = path.stat()
        except FileNotFoundError:
            return frozenset()
        mark = (stat.st_ino, stat.st_mtime_ns, stat.st_size)
        if self.told.get(str(path), (None,))[0] != mark:
            if end == "json":
                found = {one["n"] for one in json.loads(path.read_bytes())["recent"] if one["kind"] == "mail"}
            else:
                found = set(map(int, _TOLD.findall(path.read_text(errors="replace"))))
            self.told[str(path)] = (mark, frozenset(found))
        return self.told[str(path)][1]

    def _decide(self, place: tuple[str, str]) -> None:
        play = self.desk().read(GAME).play
        if len(self.plan) < self.match.most and place[0] in play.questions():
            luck = Luck(sha256(f"{self.seed} {place}".encode()).digest())
            self.plan[place] = turn_text(play, place[0], lambda table, seat, question: luck.answer(question))

    def _reply(self, raw: bytes, place: tuple[str, str]) -> bytes:
        mail = message_from_bytes(head_of(raw), policy=policy.default)
        head = {
            "From": str(mail["To"]), "To": str(mail["Reply-To"]), "Subject": f"Re: {mail['Subject']}",
            "Message-ID": f"<{'.'.join(place)}@client.example>", "In-Reply-To": str(mail["Message-ID"]),
            "Content-Type": "text/plain; charset=utf-8",
        }  # fmt: skip
        lines = [f"{name}: {value}" for name, value in head.items()]
        return "\n".join([*lines, "", self.plan[place], ""]).encode()

    # -- commands ----------------------------------------------------------------------------------------------------

    def run(self, what: str, command: Callable[[Desk], object]) -> None:
        """One command in a process of its own."""
        fault = None
        if spool.names(self.root / "mail" / "in"):
            self.office.known.clear()  # a fault left a mail that may have been answered before: it is answered again
        if self.luck is not None and self.luck.random() < FAULTS:
            how = self.luck.choice(HOWS)
            length = self.luck.choice((1, 3, 1000)) if how in ("EIO", "ENOSPC") else 1
            fault = Fault(how, self.luck.randint(1, MOST_CALLS), length)
        with mock.patch("pbem.desk.sending.dispatch.send_batch", self.office.send_batch):
            try:
                with self.disk.process(fault):
                    command(self.desk())
            except (PbemError, OSError) as problem:
                if not self.disk.struck:
                    raise Broken(f"{what} fails without a fault: {problem}") from problem
        self.office.process_ends(undisturbed=not self.disk.struck, power=self.disk.struck.startswith("power"))
        if self.disk.struck:
            self.story.append(f"{self.office.now}: {what}: {self.disk.struck}")
        if self.office.wrong:
            raise Broken(f"{what}: {self.office.wrong[0]}")

    def receive(self, raw: bytes) -> None:
        """The server brings a mail, and brings it again unless it was told that we have it."""
        stored = []
        if raw in self.brought:
            self.office.known.clear()  # whoever sends a mail again is sent its answer again
        self.brought.add(raw)

        def command(desk: Desk) -> None:
            spool.store(desk.home.mail / "in", raw, now=self.time.timestamp())
            stored.append(True)
            process_spool(desk)

        self.run("mail receive", command)
        if not stored:
            self.waiting.append(raw)

    # -- time --------------------------------------------------------------------------------------------------------

    def step(self) -> None:
        """Some minutes later: what has arrived is read, the clock and the queue run now and then."""
        self.office.now += 1
        self.time += timedelta(minutes=1)
        if self.luck is not None and self.luck.random() < JUMPING and not self._queued():
            jump = self.luck.choice(JUMPS)
            self.story.append(f"{self.office.now}: the clock jumps by {jump}")
            self.time += jump
        for letter in self.office.arrived():
            if letter.reply:
                self.waiting.append(letter.raw)
                if self.office.chance(0.1):
                    self.office.carry(letter.raw, letter.about, reply=True)  # once more
            else:
                self.read(letter)
        if self.waiting:
            self.receive(self.waiting.pop(self._next()))
        if self.office.chance(0.25):
            self.run("clock", lambda desk: tick(desk, accept_jump=self.office.chance(0.5)))
        if self._queued() if self.reference else self.luck is None or self.office.chance(0.4):
            self.run("mail send", send)

    def _next(self) -> int:
        """Which of the answers at hand comes first."""
        if not self.order or len(self.waiting) == 1:
            return 0
        count = len(submissions(self))
        wanted = f"<{self.order[count]}." if count < len(self.order) else ""
        return next((n for n, raw in enumerate(self.waiting) if wanted.encode() in raw), 0)

    def _box(self, name: str) -> list[Path]:
        return sorted((self.root / "mail" / name / "new").glob("*"))

    def _queued(self) -> bool:
        return bool(spool.names(self.root / "mail" / "out"))

    def quiet(self) -> bool:
        return not (self.office.under_way or self.waiting or self._queued() or spool.names(self.root / "mail" / "in"))

    def play(self) -> None:
        """Until nobody has anything to say or to send; then the faults stop, and cron runs on."""
        for _ in range(ROUNDS):
            self.step()
            if self.quiet():
                break
        if self.reference:
            if not self.quiet():
                raise Broken("the undisturbed game does not come to rest")
            return
        self.office.luck = None
        self.luck = None
        rest = 0
        for _ in range(90):
            self.time += timedelta(minutes=5)
            self.office.now += 5
            self.run("clock", lambda desk: tick(desk, accept_jump=True))
            self.run("mail receive", process_spool)
            self.step()
            rest = rest + 1 if self.quiet() else 0
            if rest > 2:
                break
        else:
            left = [str(path.relative_to(self.root)) for box in ("in", "out") for path in self._box(box)]
            raise Broken(f"it does not come to rest: {self.office.under_way}, {self.waiting}, {left}")


def send(desk: Desk) -> None:
    """`pbem mail send`: what a crash left is composed first."""
    compose_left(desk)
    desk.send()


def submissions(world: World) -> list[str]:
    """The seats whose answers were counted, in order."""
    from pbem.store.files import journal_entries

    loaded = world.desk().read(GAME).loaded
    return [entry.seat for entry in journal_entries(loaded) if entry.by == "player"]


@dataclass(frozen=True, slots=True)
class Final:
    """What is left of a game in the end."""

    table: str
    status: str
    order: tuple[str, ...]
    mails: frozenset[str]


def final(world: World) -> Final:
    game = world.desk().read(GAME).game
    table = sha256(game.table.model_dump_json().encode()).hexdigest()
    mails = frozenset(numbered(ident, world) for ident in world.office.taken if not ident.startswith("<page."))
    return Final(table, game.status, tuple(submissions(world)), mails)


def numbered(ident: str, world: World) -> str:
    """A Message-ID without its signature, by the numbers of a game of which no mail is told."""
    parts = ident.partition("@")[0].removeprefix(f"<{GAME}.").split(".")[:-1]
    return ".".join(str(world.counted(int(part))) if part.isdecimal() and part != "0" else part for part in parts)


def checked(root: Path) -> str:
    """What `check --replay` says against a home."""
    from pbem.cli import main

    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        code = main(["--home", str(root), "check", "--replay"])
    return "" if code == 0 else f"check --replay ends with {code}: {out.getvalue()}"


_references: dict[tuple[str, int, tuple[str, ...]], tuple[Plan, Final]] = {}


def undisturbed(match: Match, seed: str, plan: Plan | None = None, order: tuple[str, ...] = ()) -> tuple[Plan, Final]:
    """The game without faults: its answers, and what is left in the end; with answers counted in a wanted order."""
    key = (seed, match.most, order)
    if key not in _references:
        with folder() as root:
            with mock.patch("pbem.mail.composing.compose.parts", return_value=("", "")):
                world = World(root / "home", match, seed, dict(plan or {}), None, list(order))
                world.play()
            _references[key] = (world.plan, final(world))
    return _references[key]


@contextlib.contextmanager
def folder() -> Iterator[Path]:
    shared = Path("/dev/shm")
    where = tempfile.mkdtemp(prefix="pbem-simulated-", dir=shared if os.access(shared, os.W_OK) else None)
    try:
        yield Path(where)
    finally:
        shutil.rmtree(where, ignore_errors=True)


def played(name: str, seed: int, most: int | None = None) -> list[str]:
    """One game under the faults of a seed: its story. `Broken` if something was lost, doubled or untrue."""
    game = f"{name} {seed % GAMES}"
    match = replace(MATCHES[name], most=most or MATCHES[name].most)
    with folder() as root:
        world = None
        try:
            plan, reference = undisturbed(match, game)
            world = World(root / "home", match, game, plan, Random(f"{name} {seed}"), [])
            world.play()
            found = final(world)
            if found.order != reference.order:
                _, reference = undisturbed(match, game, plan, found.order)
            judge(found, reference, world)
            trouble = checked(world.root)
            if trouble:
                raise Broken(trouble)
        except Exception as problem:  # a game that cannot be read any more, too
            story = world.story if world else ["(undisturbed)"]
            told = "\n".join(["", *story, f"SEED: python -m tests.faults.simulation {name} {seed} {match.most}"])
            raise Broken(f"{type(problem).__name__}: {problem}{told}") from problem
    return world.story


def judge(found: Final, reference: Final, world: World) -> None:
    if found.order != reference.order:
        raise Broken(f"counted were answers of {found.order}, and in an undisturbed game of {reference.order}")
    if (found.status, found.table) != (reference.status, reference.table):
        raise Broken(f"the game ends {found.status}, and its table is none of an undisturbed game")
    judge_mails(found, reference)
    held = [path.name for path in (world.root / "mail" / "held" / "new").glob("*")]
    if held:
        raise Broken(f"held: {held}")


def judge_mails(found: Final, reference: Final) -> None:
    missing, more = reference.mails - found.mails, found.mails - reference.mails
    if missing or more:
        raise Broken(f"mails that were never handed over: {sorted(missing)}; that nobody owed: {sorted(more)}")


def main(name: str, seed: str, most: str = "0") -> None:
    for line in played(name, int(seed), int(most)):
        sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
