"""Archives of finished four-player games: replaying them with every hash checked, verifying, making, their size.

`PBEM_BENCH_GAMES` says how many games the folder holds (200 for the full figure).
"""

from __future__ import annotations

import os
from pathlib import Path

from bench.yard import Case, measure
from pbem.archive.audit import Auditor, replay
from pbem.archive.build import archive_bytes
from pbem.archive.opening import Opened, open_archive_bytes
from pbem.archive.verify import passed, verify
from pbem.core.titles import get_title
from pbem.engine.fuzz import NO_CHECKS, play_game
from pbem.engine.journal import chain_problem
from pbem.engine.replay import Replayer

PLAYERS = 4


def made(folder: Path, games: int) -> list[bytes]:
    """A folder of archives, as `pbem archive --all` leaves it."""
    title = get_title("tekhenu")
    folder.mkdir(parents=True, exist_ok=True)
    found = []
    for n in range(games):
        report = play_game(title, PLAYERS, f"archive {n}", checks=NO_CHECKS)
        found.append(archive_bytes(report.game, report.entries, title.components()))
        (folder / f"{report.game.id}.zip").write_bytes(found[-1])
    return found


def plain(opened: Opened) -> None:
    assert opened.full is not None
    raw = opened.tables[str(opened.entries[0].note["data"])]
    Replayer(opened.full, opened.title, raw, hashes=False, keep_states=False).run(opened.entries)


def checked(opened: Opened) -> None:
    """What `verify` does of it: the chain, then the replay with draws, events and table hashes."""
    assert opened.full is not None and chain_problem(opened.entries, documents=opened.documents) is None
    replay(Auditor(opened.full, opened.title, opened.entries, opened.tables), opened.entries)


def archives(folder: Path) -> list[tuple[str, str]]:
    games = int(os.environ.get("PBEM_BENCH_GAMES", "8"))
    data = made(folder / "archives", games)
    opened = [open_archive_bytes(raw) for raw in data]
    decisions = sum(len(entry.answers) for one in opened for entry in one.entries)
    bare = Case("plain", lambda n: [plain(one) for one in opened])
    hashes = Case("checked", lambda n: [checked(one) for one in opened])
    whole = Case("verify", lambda n: [passed(verify(raw)) for raw in data])
    measure([bare, hashes], 11 if games < 50 else 3)
    measure([whole], 3)
    sizes = [len(raw) for raw in data]
    return [
        (f"P4 replay of {games} archived games, a decision (first 1.0, goal 0.4 mY)", f"{bare.cpu / decisions:.3f} mY"),
        ("P4d every hash of them checked, against plain (first 2.5, goal 1.5 x)", f"{hashes.cpu / bare.cpu:.2f} x"),
        ("pbem verify, an archive, texts made again too", f"{whole.cpu / games:.0f} mY"),
        ("largest archive (below 400 kB)", f"{max(sizes) / 1000:.0f} kB"),
    ]
