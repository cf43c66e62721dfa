"""Archives of finished four-player games: replaying them with every hash checked, verifying, making, their size.

By name (`BENCH=archives`) over 200 games, which is what the bars are about; among all figures over 8 (`few-archives`).
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import median

from bench.yard import Case, cpu, measure, wall, yard
from pbem.archive.audit import Auditor, replay
from pbem.archive.build import archive_bytes
from pbem.archive.opening import Opened, open_archive_bytes
from pbem.archive.verify import passed, verify
from pbem.core.titles import get_title
from pbem.engine.computers.fuzz import NO_CHECKS, play_game
from pbem.engine.journal import chain_problem
from pbem.engine.replay import Replayer

PLAYERS = 4
GAMES, FEW = 200, 8


def one(number: int) -> bytes:
    """Make a finished game's archive; a number names the same game on every machine."""
    title = get_title("tekhenu")
    report = play_game(title, PLAYERS, f"archive {number}", checks=NO_CHECKS)
    return archive_bytes(report.game, report.entries, title.components())


def made(folder: Path, games: int) -> list[bytes]:
    """Make a folder of archives, as `pbem archive --all` leaves it; made by all cores, read by one."""
    folder.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor() as pool:
        found = list(pool.map(one, range(games), chunksize=4))
    for number, data in enumerate(found):
        (folder / f"{number}.zip").write_bytes(data)
    return found


def plain(opened: Opened) -> None:
    assert opened.full is not None
    raw = opened.tables[str(opened.entries[0].note["data"])]
    Replayer(opened.full, opened.title, raw, hashes=False, keep_states=False).run(opened.entries)


def checked(opened: Opened) -> None:
    """Do what `verify` does of it: the chain, then the replay with draws, events and table hashes."""
    assert opened.full is not None and chain_problem(opened.entries, documents=opened.documents) is None
    replay(Auditor(opened.full, opened.title, opened.entries, opened.tables), opened.entries)


def replayed(data: list[bytes]) -> tuple[float, float]:
    """Measure plain and checked replay of a folder: mY a decision, and how many times as much. One archive is open at a
    time, as when a folder is verified; of each the median of five turns about."""
    costs = {plain: 0.0, checked: 0.0}
    decisions = 0
    for raw in data:
        opened = open_archive_bytes(raw)
        decisions += sum(len(entry.answers) for entry in opened.entries)
        unit = yard(cpu)
        taken: dict[Callable[[Opened], None], list[float]] = {act: [] for act in costs}
        for _ in range(5):
            for act in costs:
                started = cpu()
                act(opened)
                taken[act].append((cpu() - started) / unit)
        for act in costs:
            costs[act] += median(taken[act])
    return 1000 * costs[plain] / decisions, costs[checked] / costs[plain]


def archives(folder: Path, games: int = GAMES) -> list[tuple[str, str]]:
    started = wall()
    data = made(folder / f"archives-{games}", games)
    making = wall() - started
    bare, times = replayed(data)
    some = data[:FEW]
    whole = Case("verify", lambda n: [passed(verify(raw)) for raw in some])
    measure([whole], 3)
    told = f"of {games} archived games"
    return [
        (f"making them: {games} games of {PLAYERS} played and archived, all cores", f"{making:.0f} s"),
        (f"P4 replay {told}, a decision (first 1.0, goal 0.4 mY)", f"{bare:.3f} mY"),
        (f"P4d every hash {told} checked, against plain (first 2.5, goal 1.5 x)", f"{times:.2f} x"),
        ("pbem verify, an archive, texts and boards made again too", f"{whole.cpu / len(some):.0f} mY"),
        (f"largest archive {told} (below 400 kB)", f"{max(map(len, data)) / 1000:.0f} kB"),
    ]
