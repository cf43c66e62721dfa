"""A turn by post: raw mail in, state and journal safe, mails handed to a real SMTP server in its own process.

The floor is what nobody can go below: two durable replaces (the spooled mail and the game) and, on an open connection,
as many SMTP hand-overs as the turn has mails, with bytes made beforehand.
"""

from __future__ import annotations

import asyncio
import gc
import multiprocessing
import shutil
import socket
import statistics
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import SubprocessError
from typing import Any

from bench.homes import begin, next_turn, play_on
from bench.yard import cpu, wall, yard
from pbem.desk.desk import Desk
from pbem.desk.letters.mail_pictures import render
from pbem.desk.post.spool_run import process_spool
from pbem.mail.letter import read_stored
from pbem.mail.tokens import Ticket
from pbem.store import spool
from pbem.store.disk import durable_replace
from pbem.store.roster import Roster

STAGES = (5, 11, 16, 22, 27, 33)
"""Turns played before the one that is measured, one game each: early and late, with and without common questions."""
ROUNDS = 11
SETTINGS = '[smtp]\nhost = "127.0.0.1"\nport = {port}\ntls = "none"\n'


def serve(pipe: Any) -> None:
    """Run a mail server that takes everything and keeps nothing."""
    from aiosmtpd.controller import Controller

    class Taker:
        connections = 0
        mails = 0

        async def handle_EHLO(self, server: Any, session: Any, envelope: Any, name: str, answers: Any) -> Any:
            Taker.connections += 1
            session.host_name = name
            return answers

        async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
            Taker.mails += 1
            return "250 taken"

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    controller = Controller(Taker(), hostname="127.0.0.1", port=port)
    controller.start()
    pipe.send(port)
    while pipe.recv() == "count":
        pipe.send((Taker.connections, Taker.mails))
    controller.stop()


@contextmanager
def sink() -> Iterator[Any]:
    """Start the server's process; talk to it through `.pipe`, its port is `.port`."""
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=serve, args=(theirs,), daemon=True)
    process.start()
    if not ours.poll(30):
        raise SystemExit("bench: the mail server did not start")

    class Sink:
        pipe = ours
        port = ours.recv()

        def counts(self) -> tuple[int, int]:
            self.pipe.send("count")
            found: tuple[int, int] = self.pipe.recv()
            return found

    try:
        yield Sink()
    finally:
        ours.send("end")
        process.join(10)


class Office:
    """A home with one game for each stage, and for each the mail that makes its next turn."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder = folder
        folder.mkdir()
        (folder / "pbem.toml").write_text(SETTINGS.format(port=port))
        self.replies: list[bytes] = []
        for turns in STAGES:
            desk = begin(folder, f"bench-{turns}")
            play_on(desk, f"bench-{turns}", turns)
            self.replies.append(reply(desk, f"bench-{turns}"))
        for path in (folder / "mail" / "out" / "new").iterdir():
            path.rename(folder / "mail" / "out" / "cur" / path.name)
        spool.make_box(folder / "mail" / "in")
        self.kept = Path(tempfile.mkdtemp(dir=folder.parent)) / "kept"
        shutil.copytree(folder / "games", self.kept, ignore=shutil.ignore_patterns("history"))
        self.desk = begin(folder, f"bench-{STAGES[0]}")
        self.sent: set[str] = set(names(folder / "mail" / "out" / "cur"))

    def reset(self) -> None:
        """Put the games back as they were, without the mails that came of them."""
        shutil.rmtree(self.folder / "games")
        shutil.copytree(self.kept, self.folder / "games")

        mail = self.folder / "mail"
        for path in [*(mail / "in" / "cur").iterdir(), *mail.glob("register.*")]:
            path.unlink()
        for name in set(names(mail / "out" / "cur")) - self.sent:
            (mail / "out" / "cur" / name).unlink()

    def mail_as(self, form: str) -> None:
        """Let everybody have their mails in this form, from the next reset on."""
        path = self.kept / "roster.json"
        roster = Roster.model_validate_json(path.read_bytes())
        for person in roster.people:
            person.format = form  # type: ignore[assignment]
        path.write_text(roster.model_dump_json(indent=2) + "\n")

    def turns(self, replies: list[bytes]) -> list[bytes]:
        """Store every mail as the listener does it, process all, hand all answers over; return the mails sent."""
        for raw in replies:
            spool.store(self.folder / "mail" / "in", raw)
        handled = process_spool(self.desk)
        assert all(one.verdict == "COUNTED" for one in handled), handled
        return self.made()

    def made(self) -> list[bytes]:
        out = self.folder / "mail" / "out" / "cur"
        return [(out / name).read_bytes() for name in sorted(set(names(out)) - self.sent)]


def names(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


def reply(desk: Desk, game: str) -> bytes:
    """Write a reply as mail programs make it: the answer above the whole mail, quoted."""
    from pbem.desk.letters.contexts import house_of
    from pbem.engine.notices import mail_id
    from pbem.mail.letter import body_text

    with desk.game(game) as session:
        seat, text = next_turn(session)
        asked = session.game.deadlines[seat].entry
        kinds = [mail_id(session.game, asked, seat, kind) for kind in ("turn", "question", "start")]
        files = [desk.home.mail / "out" / "new" / f"{name}.eml" for name in kinds]
        raw = next(file.read_bytes() for file in files if file.exists())
        house = house_of(desk.home)
        ticket = Ticket(game, seat, asked, True)
        to, subject = house.signer.reply_address(house.address, ticket), house.signer.subject(ticket, "Your turn")
    quoted = "\n".join(f"> {line}" for line in body_text(raw).split("\n"))
    return (
        f"From: {read_stored(raw).recipient}\nTo: {to}\nSubject: Re: {subject}\nMessage-ID: <{game}@client.example>\n"
        f"In-Reply-To: {read_stored(raw).message_id}\nDate: Thu, 01 Jan 2026 12:00:00 +0000\n"
        "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 7bit\n\n"
        f"{text}\n\nOn Thu, 1 Jan 2026 at 12:00, pbem <pbem@localhost> wrote:\n{quoted}\n"
    ).encode()


class Floor:
    """The two durable replaces and the hand-overs alone, for the same bytes."""

    def __init__(self, folder: Path, port: int) -> None:
        import aiosmtplib

        self.folder = folder
        folder.mkdir()
        self.loop = asyncio.new_event_loop()
        self.client = aiosmtplib.SMTP(
            hostname="127.0.0.1", port=port, use_tls=False, start_tls=False, local_hostname="localhost"
        )
        self.loop.run_until_complete(self.client.connect())

    def go(self, replies: list[bytes], game: bytes, mails: list[bytes]) -> None:
        stored = [read_stored(raw) for raw in mails]
        self.loop.run_until_complete(self._go(replies, game, [(m.envelope, m.recipient, m.content) for m in stored]))

    async def _go(self, replies: list[bytes], game: bytes, mails: list[tuple[str, str, bytes]]) -> None:
        for raw in replies:
            durable_replace(self.folder / "spool", raw)
            durable_replace(self.folder / "game", game)
        for sender, to, content in mails:
            await self.client.sendmail(sender, [to], content)

    def close(self) -> None:
        self.loop.run_until_complete(self.client.quit())
        self.loop.close()


def timed(act: Any, *args: Any) -> tuple[float, float]:
    """Measure own CPU and wall seconds, each over the yardstick's around it."""
    gc.collect()
    gc.disable()
    yards = yard(cpu), yard(wall)
    start_cpu, start_wall = cpu(), wall()
    act(*args)
    used_cpu, used_wall = cpu() - start_cpu, wall() - start_wall
    gc.enable()
    after = yard(cpu), yard(wall)
    return used_cpu * 2000 / (yards[0] + after[0]), used_wall * 2000 / (yards[1] + after[1])


def by_post(folder: Path) -> list[tuple[str, str]]:
    with sink() as server:
        office, floor = Office(folder / "post", server.port), Floor(folder / "floor", server.port)
        game = (office.folder / "games" / f"bench-{STAGES[4]}.json").read_bytes()
        office.reset()
        mails = office.turns(office.replies)
        before = server.counts()
        office.reset()
        office.turns(office.replies)
        after = server.counts()
        rows = measured(office, floor, game, mails)
        floor.close()
    connections = after[0] - before[0]
    assert after[1] - before[1] == len(mails)
    return [*rows, (f"P8 SMTP connections for a batch of {len(mails)} mails (goal 1)", str(connections))]


def picture(office: Office) -> str:
    """Measure what the one picture of an entry costs; mails are measured without it."""
    session = office.desk.read(f"bench-{STAGES[4]}")
    drawn = session.title.picture(session.play.view(None), session.play.data)
    begin = wall()
    try:
        made = render(drawn)
    except (OSError, ValueError, SubprocessError) as problem:
        return f"none: {problem}"
    return f"{(wall() - begin) * 1000:.0f} ms, {len(made)}"


def measured(office: Office, floor: Floor, game: bytes, mails: list[bytes]) -> list[tuple[str, str]]:
    n = len(STAGES)
    ours: list[tuple[float, float]] = []
    base: list[tuple[float, float]] = []
    alone: list[tuple[float, float]] = []
    text: list[tuple[float, float]] = []
    for _ in range(ROUNDS):
        office.mail_as("text")
        office.reset()
        text.append(timed(office.turns, office.replies))
        office.mail_as("both")
        office.reset()
        ours.append(timed(office.turns, office.replies))
        base.append(timed(floor.go, office.replies, game, mails))
        office.reset()
        alone.append(timed(lambda: [office.turns([raw]) for raw in office.replies]))

    def ratio(at: int, found: list[tuple[float, float]]) -> float:
        return statistics.median(one[at] / two[at] for one, two in zip(found, base, strict=True))

    def low(found: list[tuple[float, float]]) -> float:
        """Measure own CPU while nobody else wants the cores."""
        return sorted(one[0] for one in found)[len(found) // 10]

    def mid(at: int, found: list[tuple[float, float]]) -> float:
        return statistics.median(one[at] for one in found) / n

    return [
        (f"   floor, {len(mails) / n:.1f} mails a turn: own CPU, wall", f"{mid(0, base):.1f}, {mid(1, base):.1f} mY"),
        (f"   warm turn by post, {n} in a batch: own CPU, wall", f"{mid(0, ours):.1f}, {mid(1, ours):.1f} mY"),
        ("P1c own CPU of a warm turn against the floor's (first 6, goal 3.5 x)",
         f"{ratio(0, ours):.2f} x (best deciles {low(ours) / low(base):.2f})"),
        ("   mails with a page against text alone: own CPU, wall (goal 1.5 x)",
         f"{mid(0, ours) / mid(0, text):.2f}, {mid(1, ours) / mid(1, text):.2f} x"),
        ("   a picture of the board, in a process of its own: wall (most 2 s), bytes (most 60,000)", picture(office)),
        ("   the same one by one: a connection and a queue run for every turn", f"{ratio(0, alone):.2f} x"),
        ("P1 wall: the floor's share of a warm turn (first 30, goal 50 %)", f"{100 / ratio(1, ours):.0f} %"),
    ]  # fmt: skip
