"""The yardstick: 1 Y is a million steps of a fixed pure-Python loop, 1 mY a thousand. Only ratios travel."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field

STEPS = 50_000
cpu = time.process_time
wall = time.perf_counter


def loop(steps: int) -> int:
    """Do what a rules engine does all day: whole numbers, a list, a dict, a branch."""
    x, table, seen = 12345, list(range(64)), {}
    for i in range(steps):
        x = (x * 1103515245 + 12345 + i) & 0x7FFFFFFF
        k = x & 63
        if table[k] & 1:
            seen[k] = i
        else:
            table[k] ^= 2
    return x


def yard(clock: Callable[[], float]) -> float:
    """Measure seconds of 1 Y now."""
    best = 1e9
    for _ in range(2):
        start = clock()
        loop(STEPS)
        best = min(best, clock() - start)
    return best * 1_000_000 / STEPS


@dataclass
class Case:
    """One thing to measure: `act(n)` does it n times. Times are kept as Y per operation."""

    name: str
    act: Callable[[int], object]
    n: int = 1
    cpus: list[float] = field(default_factory=list)
    walls: list[float] = field(default_factory=list)

    @property
    def cpu(self) -> float:
        """Own CPU, mY per operation."""
        return statistics.median(self.cpus) * 1000

    @property
    def best(self) -> float:
        """Own CPU of the best decile: what it costs while nobody else wants the cores."""
        return sorted(self.cpus)[len(self.cpus) // 10] * 1000

    @property
    def wall(self) -> float:
        return statistics.median(self.walls) * 1000


def measure(cases: list[Case], rounds: int = 11) -> None:
    """Run every case once in every round, between two looks at the yardstick."""
    for case in cases:
        case.act(1)
    for _ in range(rounds):
        for case in cases:
            gc.collect()
            cpu_before, wall_before = yard(cpu), yard(wall)
            start_cpu, start_wall = cpu(), wall()
            case.act(case.n)
            used_cpu, used_wall = cpu() - start_cpu, wall() - start_wall
            case.cpus.append(used_cpu / case.n / ((cpu_before + yard(cpu)) / 2))
            case.walls.append(used_wall / case.n / ((wall_before + yard(wall)) / 2))
