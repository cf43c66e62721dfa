"""A warm turn: from the loaded file to composed mails, its exact counts, and how it grows."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from bench.homes import begin, next_turn, play_on
from bench.yard import cpu, wall, yard
from pbem.desk.desk import Desk
from pbem.store.disk import durable_replace


class Turns:
    """Turns of one game, again and again from the same files."""

    def __init__(self, folder: Path, turns: int) -> None:
        self.folder = folder
        self.desk = begin(folder)
        play_on(self.desk, "bench", turns)
        with self.desk.game("bench") as session:
            self.seat, self.text = next_turn(session)
        self.kept = Path(tempfile.mkdtemp(dir=folder.parent))
        shutil.copytree(folder / "games", self.kept / "games")
        self.before = set(self.mails())
        self.spent: list[tuple[float, float]] = []

    def reset(self) -> None:
        shutil.rmtree(self.folder / "games")
        for mail in set(self.mails()) - self.before:
            mail.unlink()
        shutil.copytree(self.kept / "games", self.folder / "games")

    def one(self) -> tuple[float, float]:
        """Measure CPU and wall seconds of one turn; the resetting is not counted."""
        self.reset()
        start_cpu, start_wall = cpu(), wall()
        with self.desk.game("bench") as session:
            self.desk.take(session, self.seat, self.text)
        return cpu() - start_cpu, wall() - start_wall

    def mails(self) -> list[Path]:
        return sorted((self.folder / "mail" / "out" / "new").glob("*.eml"))


def floor(folder: Path, turns: Turns) -> tuple[float, float]:
    """Measure one durable replace and one file for each mail: what no turn can go below without a mail server."""
    raw = (turns.folder / "games" / "bench.json").read_bytes()
    start_cpu, start_wall = cpu(), wall()
    durable_replace(folder / "floor.json", raw)
    return cpu() - start_cpu, wall() - start_wall


def warm(folder: Path) -> list[tuple[str, str]]:
    turns = Turns(folder / "warm", 30)
    turns.one()
    ours: list[tuple[float, float]] = []
    base: list[tuple[float, float]] = []
    yards: list[float] = []
    for _ in range(15):
        yards.append(yard(cpu))
        ours.append(turns.one())
        base.append(floor(folder, turns))
    mid = sorted(ours)[len(ours) // 2]
    unit = sorted(yards)[len(yards) // 2]
    rows = [
        ("   warm turn from file to composed mails, own CPU", f"{mid[0] / unit * 1000:.1f} mY, {mid[0] * 1000:.1f} ms"),
        ("   mails composed in that turn", str(len(set(turns.mails()) - turns.before))),
        ("   durable replace alone, wall", f"{sorted(base)[7][1] * 1000:.2f} ms"),
    ]
    return rows + counts(turns) + schema_share(turns, mid[0])


def counts(turns: Turns) -> list[tuple[str, str]]:
    """Make exact counts of one accepted move."""
    turns.reset()
    seen: Counter[str] = Counter()
    real = {name: getattr(os, name) for name in ("fsync", "fdatasync", "rename", "replace")}

    def counting(name: str) -> Any:
        def call(*args: Any, **kwargs: Any) -> Any:
            seen[name] += 1
            return real[name](*args, **kwargs)

        return call

    try:
        for name in real:
            setattr(os, name, counting(name))
        with turns.desk.game("bench") as session:
            turns.desk.take(session, turns.seat, turns.text)
    finally:
        for name, function in real.items():
            setattr(os, name, function)
    return [("P8 syncs of one accepted move (2 = one durable replace)", str(seen["fsync"] + seen["fdatasync"]))]


def schema_share(turns: Turns, whole: float) -> list[tuple[str, str]]:
    from pbem.store import checking

    real = checking.schema_problem
    spent = 0.0

    def timed(*args: Any, **kwargs: Any) -> Any:
        nonlocal spent
        start = cpu()
        try:
            return real(*args, **kwargs)
        finally:
            spent += cpu() - start

    checking.schema_problem = timed  # type: ignore[assignment]
    try:
        turns.one()
    finally:
        checking.schema_problem = real
    return [("P7 schema checks' share of a warm turn (first 50, goal 25 %)", f"{spent / whole * 100:.0f} %")]


def growth(folder: Path) -> list[tuple[str, str]]:
    """Measure the same turn in a game with a short and a long journal."""
    short, long = Turns(folder / "short", 6), Turns(folder / "long", 6)
    lengthen(long.desk, 1024)
    shutil.rmtree(long.kept / "games")
    shutil.copytree(long.folder / "games", long.kept / "games")
    pairs = [(short.one(), long.one()) for _ in range(13)]
    shorts, longs = sorted(a[0] for a, _ in pairs), sorted(b[0] for _, b in pairs)
    sizes = [(t.folder / "games" / "bench.json").stat().st_size for t in (short, long)]
    return [
        ("P5 own CPU of a turn at 1,024 entries against 16 (first 2, goal 1.15 x)", f"{longs[6] / shorts[6]:.2f} x"),
        ("P5b bytes written, likewise (first 1.5, goal 1.1 x)", f"{sizes[1] / sizes[0]:.2f} x"),
    ]


def lengthen(desk: Desk, entries: int) -> None:
    """Make announcements until the journal is long."""
    from pbem.engine.adjudication.moderation import announce

    with desk.game("bench") as session:
        while session.game.entry < entries:
            for _ in range(4):
                announce(session.play, desk.now(), "a long game")
            session.game.outbox = []
            from pbem.store.files import save_game

            session.loaded = save_game(session.loaded, session.game)
