"""Many games in one home: a turn, the listing and the clock must not notice."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

from bench.turns import Turns
from bench.yard import cpu


def filler(folder: Path, count: int) -> None:
    """Lay small resting games beside the one that is played; only the index ever looks at them."""
    games = folder / "games"
    for n in range(count):
        path = games / f"other-{n:06d}.json"
        if path.exists():
            continue
        document = {
            "format": 1, "id": path.stem, "title": "tekhenu", "status": "running", "entry": 40, "head": "0" * 64,
            "seats": [{"seat": "orange", "player": "Ania"}, {"seat": "blue", "player": "Bartek"}],
            "deadlines": {"orange": {"entry": 40, "since": "2026-01-01T00:00:00Z", "due": "2027-01-01T00:00:00Z"}},
            "moderation": {"notes": {}}, "pad": "x" * 600,
        }  # fmt: skip
        path.write_text(json.dumps(document))


def names(folder: Path) -> float:
    start = cpu()
    found = [entry.name for entry in os.scandir(folder / "games")]
    assert found
    return cpu() - start


def crowd(folder: Path, small: int = 1_000, large: int = 100_000) -> list[tuple[str, str]]:
    times: dict[int, list[float]] = {small: [], large: []}
    rows: list[tuple[str, str]] = []
    turns = Turns(folder / "crowd", 6)
    for count in (small, large):
        filler(turns.folder, count)
        turns.desk.listing()  # the index is made here, once
        for _ in range(21):
            times[count].append(turn_in_place(turns))
        if count == large:
            rows += listing(turns)
    best = {count: sorted(found)[2] for count, found in times.items()}
    head = (f"P6 a turn with {large:,} games against {small:,}, best decile (first 2, goal 1.3 x)",
            f"{best[large] / best[small]:.2f} x")  # fmt: skip
    return [head, *rows]


def turn_in_place(turns: Turns) -> float:
    """Play the same turn again: only the played game's files are put back."""
    for name in ("bench.json", "bench.journal.jsonl"):
        (turns.folder / "games" / name).write_bytes((turns.kept / "games" / name).read_bytes())
    start = time.perf_counter()
    with turns.desk.game("bench") as session:
        turns.desk.take(session, turns.seat, turns.text)
    return time.perf_counter() - start


def listing(turns: Turns) -> list[tuple[str, str]]:
    from pbem.store.index import due

    base = sorted(names(turns.folder) for _ in range(7))[3]
    listed, clocked = [], []
    for _ in range(7):
        start = cpu()
        turns.desk.listing()
        listed.append(cpu() - start)
        start = cpu()
        due(turns.desk.home, "2026-01-02T00:00:00Z")
        clocked.append(cpu() - start)
    return [
        ("P6b `list` against listing the file names (first 10, goal 3 x)", f"{sorted(listed)[3] / base:.1f} x"),
        ("P6b `clock`, likewise", f"{sorted(clocked)[3] / base:.1f} x"),
    ]
